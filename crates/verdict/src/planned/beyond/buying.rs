//! From purchases and fillings to documents.

use narrows_messages::{Message, Text};
use narrows_model::holding;
use narrows_plan::ask::Request;
use narrows_plan::buying::{self, Way};
use narrows_plan::device::Device;
use narrows_record::plan_beyond::{Buying, Filling, Offer};
use narrows_record::predict::Limit;
use narrows_record::round_mb_s;
use narrows_record::word::Unit;
use narrows_units::BytesPerSec;

use super::{blamed, rounded, runs_at, scores};
use crate::planned::placed::{deciding, measured_in};

/// The wire form of what [`buying::offers`] and [`buying::fillings`] found.
pub fn buying(
    now: f64,
    offers: &[buying::Offer],
    fillings: &[buying::Filling],
    (devices, ask): (&[Device], &Request),
) -> Buying {
    let gains = offers.iter().filter_map(|it| it.per_price).filter(|gain| *gain > 0.0);
    let most = gains.max_by(f64::total_cmp);
    let told = |it: &buying::Offer| {
        let is_most = most.is_some() && it.per_price == most;
        Offer { most_for_price: is_most, ..offer(it, (devices, ask)) }
    };
    let (now, unit) = in_unit(ask, now);
    Buying {
        now: rounded(now),
        unit,
        offers: offers.iter().map(told).collect(),
        fillings: fillings.iter().map(|it| filling(it, devices)).collect(),
    }
}

fn offer(it: &buying::Offer, (devices, ask): (&[Device], &Request)) -> Offer {
    let (kind, of) = match &it.way {
        Way::Slots => ("slots", None),
        Way::Another(model) => ("another", Some(model)),
        Way::Instead(model) => ("instead", Some(model)),
        Way::Board(board) => ("board", Some(board)),
        Way::Both(board, _) => ("board-and-drive", Some(board)),
    };
    let best = it.best.as_ref();
    let limit = best.ok().and_then(|best| holding(deciding(ask, &best.outcomes)));
    Offer {
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
        limit: limit.map(|limit| Limit::of(&limit)),
        constraints: best.err().map(|it| blamed(it, ask, devices)).unwrap_or_default(),
    }
}

/// An amount of the first objective in the unit in which people read it.
fn in_unit(ask: &Request, amount: f64) -> (f64, Unit) {
    ask.objectives.first().map_or((amount, Unit::MbS), |objective| measured_in(objective, amount))
}

fn what(way: &Way) -> Message {
    match way {
        Way::Slots => Message::new("plan-beyond-offer-slots"),
        Way::Another(model) => Message::new("plan-beyond-offer-another").with("model", model),
        Way::Instead(model) => Message::new("plan-beyond-offer-instead").with("model", model),
        Way::Board(board) => Message::new("plan-beyond-offer-board").with("board", board),
        Way::Both(board, model) => {
            Message::new("plan-beyond-offer-both").with("board", board).with("model", model)
        }
    }
}

fn filling(it: &buying::Filling, devices: &[Device]) -> Filling {
    let ids = it.devices.iter().filter_map(|&at| devices.get(at)).map(|device| device.id.clone());
    let drives: Vec<String> = ids.collect();
    let rate = |rate: BytesPerSec| round_mb_s(rate.as_mb_s());
    Filling {
        now_mb_s: rate(it.now),
        place_mb_s: rate(it.place),
        limit: it.limit.as_ref().map(Limit::of),
        slowest: it.slowest.map(|model| model.id.clone()),
        slowest_mb_s: it.slowest.and_then(|model| model.seq_read).map(rate),
        with_slowest_mb_s: it.with_slowest.map(rate),
        text: says(it, &drives).into(),
        drives,
    }
}

/// Whether faster drives would bring anything there, and from which one on they do not.
fn says(it: &buying::Filling, drives: &[String]) -> Message {
    let limit = it.limit.as_ref().map(|limit| Text::from(&limit.limit.name));
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
