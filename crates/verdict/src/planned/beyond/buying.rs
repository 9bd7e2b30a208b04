//! From purchases and fillings to documents.

use narrows_messages::{DocumentText, Message};
use narrows_model::holding;
use narrows_plan::buying::{self, PurchaseKind};
use narrows_plan::device::MovableDevice;
use narrows_plan::request::PlacementRequest;
use narrows_record::plan_beyond::{PurchaseAdvice, PurchaseOfferRecord, SlotFilling};
use narrows_record::predict::LimitRecord;
use narrows_record::round_mb_s;
use narrows_record::word::FigureUnit;
use narrows_units::BytesPerSec;

use super::{blamed, rounded, runs_at, scores};
use crate::planned::placed::{deciding, measured_in};

/// Wire form of the results of [`buying::offers`] and [`buying::fillings`].
pub fn buying(
    now: f64,
    offers: &[buying::PurchaseOffer],
    fillings: &[buying::DriveFilling],
    (devices, ask): (&[MovableDevice], &PlacementRequest),
) -> PurchaseAdvice {
    let gains = offers.iter().filter_map(|it| it.per_price).filter(|gain| *gain > 0.0);
    let most = gains.max_by(f64::total_cmp);
    let told = |it: &buying::PurchaseOffer| {
        let is_most = most.is_some() && it.per_price == most;
        PurchaseOfferRecord { most_for_price: is_most, ..offer(it, (devices, ask)) }
    };
    let (now, unit) = in_unit(ask, now);
    PurchaseAdvice {
        now: rounded(now),
        unit,
        offers: offers.iter().map(told).collect(),
        fillings: fillings.iter().map(|it| filling(it, devices)).collect(),
    }
}

fn offer(
    it: &buying::PurchaseOffer,
    (devices, ask): (&[MovableDevice], &PlacementRequest),
) -> PurchaseOfferRecord {
    let (kind, of) = match &it.way {
        PurchaseKind::Slots => ("slots", None),
        PurchaseKind::Another(model) => ("another", Some(model)),
        PurchaseKind::Instead(model) => ("instead", Some(model)),
        PurchaseKind::Board(board) => ("board", Some(board)),
        PurchaseKind::Both(board, _) => ("board-and-drive", Some(board)),
    };
    let best = it.best.as_ref();
    let limit = best.ok().and_then(|best| holding(deciding(ask, &best.outcomes)));
    PurchaseOfferRecord {
        kind: kind.to_owned(),
        of: of.cloned(),
        what: what(&it.way).into(),
        possible: best.is_ok(),
        narrow: it.narrow.iter().map(|(card, here, most)| runs_at(card, *here, *most)).collect(),
        scores: best.map(|best| scores(&best.scores, ask)).unwrap_or_default(),
        gain: it.gain.map(rounded),
        price: it.price,
        per_price: it.per_price.map(|gain| rounded(in_unit(ask, gain).0)),
        most_for_price: false,
        limit: limit.map(|limit| LimitRecord::of(&limit)),
        constraints: best.err().map(|it| blamed(it, ask, devices)).unwrap_or_default(),
    }
}

/// An amount of the first objective in the unit in which people read it.
fn in_unit(ask: &PlacementRequest, amount: f64) -> (f64, FigureUnit) {
    ask.objectives
        .first()
        .map_or((amount, FigureUnit::MbS), |objective| measured_in(objective, amount))
}

fn what(way: &PurchaseKind) -> Message {
    match way {
        PurchaseKind::Slots => Message::new("plan-beyond-offer-slots"),
        PurchaseKind::Another(model) => {
            Message::new("plan-beyond-offer-another").with("model", model)
        }
        PurchaseKind::Instead(model) => {
            Message::new("plan-beyond-offer-instead").with("model", model)
        }
        PurchaseKind::Board(board) => Message::new("plan-beyond-offer-board").with("board", board),
        PurchaseKind::Both(board, model) => {
            Message::new("plan-beyond-offer-both").with("board", board).with("model", model)
        }
    }
}

fn filling(it: &buying::DriveFilling, devices: &[MovableDevice]) -> SlotFilling {
    let ids = it.devices.iter().filter_map(|&at| devices.get(at)).map(|device| device.id.clone());
    let drives: Vec<String> = ids.collect();
    let rate = |rate: BytesPerSec| round_mb_s(rate.as_mb_s());
    SlotFilling {
        now_mb_s: rate(it.now),
        place_mb_s: rate(it.place),
        limit: it.limit.as_ref().map(LimitRecord::of),
        slowest: it.slowest.map(|model| model.id.clone()),
        slowest_mb_s: it.slowest.and_then(|model| model.seq_read).map(rate),
        with_slowest_mb_s: it.with_slowest.map(rate),
        text: says(it, &drives).into(),
        drives,
    }
}

/// Whether faster drives would help there, and from which one on they do not.
fn says(it: &buying::DriveFilling, drives: &[String]) -> Message {
    let limit = it.limit.as_ref().map(|limit| DocumentText::from(&limit.limit.name));
    let is_full = it.now.get() >= buying::FILLED * it.place.get();
    let id = match (is_full, it.slowest.is_some()) {
        (true, true) => "plan-beyond-filled",
        (true, false) => "plan-beyond-filled-by-none-else",
        (false, true) => "plan-beyond-fill",
        (false, false) => "plan-beyond-fill-none",
    };
    Message::new(id)
        .with("drives", drives.join(", "))
        .with("now", it.now)
        .with("place", it.place)
        .text("limit", limit.unwrap_or_default())
        .with("model", it.slowest.map(|model| model.name.clone()).unwrap_or_default())
}
