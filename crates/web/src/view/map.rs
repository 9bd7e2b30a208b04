//! The lane map: processors, chipset and switches, and the slots below them.

use narrows_catalog::board::{Bus, Form};
use narrows_messages::{Message, Text};
use narrows_plan::inventory::InventorySlot;
use narrows_plan::placement::Location;
use narrows_record::lanes::{Lanes, Provider};
use narrows_record::plan::{Attachment, Placed, SlotState, Uplink};
use narrows_record::see::PortKind;
use serde::Serialize;

use super::{Arranged, Rate};

/// A box of the map.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    id: String,
    kind: &'static str,
    title: String,
    under: Option<String>,
    link: Option<PlaceLink>,
    lanes: Option<LaneCount>,
}

/// The link of a box to the one above it.
#[derive(Clone, Debug, Serialize)]
struct PlaceLink {
    text: String,
    carries: Option<Rate>,
    flow: Option<Rate>,
    /// 0 to 1.
    busy: Option<f64>,
    busy_text: Option<String>,
    bottleneck: bool,
}

/// Who takes how many of a box's lanes.
#[derive(Clone, Debug, Serialize)]
struct LaneCount {
    text: String,
    taken: u32,
    filled: u32,
    most: Option<u32>,
    over: bool,
}

/// A place for a device.
#[derive(Clone, Debug, Serialize)]
pub struct Slot {
    id: String,
    title: String,
    under: Option<String>,
    kind: &'static str,
    group: &'static str,
    generation: Option<u8>,
    lanes: Option<u8>,
    link: Option<SlotLink>,
    /// What it shares with other slots.
    shares: Vec<Text>,
    /// Why it is off; none where it is not.
    off: Option<Text>,
    holds: Option<String>,
    movable: bool,
}

/// A slot's link as it is now.
#[derive(Clone, Debug, Serialize)]
struct SlotLink {
    text: String,
    flow: Option<Rate>,
    busy: Option<f64>,
    bottleneck: bool,
}

/// The boxes, each before those below it.
pub fn places(of: &Arranged<'_>, placed: Option<&Placed>, lanes: Option<&Lanes>) -> Vec<Place> {
    let attachments = placed.into_iter().flat_map(|placed| &placed.attachments);
    let place = |at: &Attachment| {
        let providers = lanes.into_iter().flat_map(|lanes| &lanes.providers);
        let provider = providers.into_iter().find(|provider| provider.id == at.id);
        let known = provider.and_then(|provider| provider.name.clone()).or_else(|| at.name.clone());
        let title = || provider.map(|provider| of.localizer.text_of(&provider.title));
        let name = match kind(&at.kind) {
            "cpu" => known.or_else(title),
            _ => title().or(known),
        };
        Place {
            id: at.id.clone(),
            kind: kind(&at.kind),
            title: name.unwrap_or_else(|| at.id.clone()),
            under: at.above.clone(),
            link: at.uplink.as_ref().map(link),
            lanes: provider.map(|provider| count(provider, of)),
        }
    };
    attachments.map(place).collect()
}

fn kind(kind: &PortKind) -> &'static str {
    match kind {
        PortKind::Processor | PortKind::RootComplex => "cpu",
        PortKind::Chipset => "chipset",
        PortKind::Switch | PortKind::DownstreamPort => "switch",
        _ => "card",
    }
}

fn link(uplink: &Uplink) -> PlaceLink {
    let busy = busy(uplink.load_mb_s, uplink.carries_mb_s);
    PlaceLink {
        text: match &uplink.name {
            Some(name) if !name.contains(" x") => format!("{name} x{}", uplink.link.lanes),
            Some(name) => name.clone(),
            None => uplink.link.to_string(),
        },
        carries: Some(Rate::mb_s(uplink.carries_mb_s)),
        flow: Some(Rate::mb_s(uplink.load_mb_s)),
        busy,
        busy_text: busy.map(|busy| format!("{:.0} %", busy * 100.0)),
        bottleneck: uplink.is_limit,
    }
}

fn busy(load_mb_s: f64, carries_mb_s: f64) -> Option<f64> {
    (carries_mb_s > 0.0).then(|| (load_mb_s / carries_mb_s).clamp(0.0, 1.0))
}

fn count(provider: &Provider, of: &Arranged<'_>) -> LaneCount {
    let most = provider.lanes_most.or(provider.lanes_least);
    let id = if most.is_some() { "arrange-lanes" } else { "arrange-lanes-taken" };
    let text = Message::new(id).with("taken", provider.taken);
    let text = text.with("most", most.unwrap_or_default());
    LaneCount {
        text: of.localizer.say(&text),
        taken: provider.taken,
        filled: provider.filled,
        most,
        over: most.is_some_and(|most| provider.taken > most),
    }
}

/// The slots in the order of the board.
pub fn slots(of: &Arranged<'_>, placed: Option<&Placed>, lanes: Option<&Lanes>) -> Vec<Slot> {
    let inventory = &of.arrangement.planned.inventory;
    let offers = inventory.offers(&inventory.devices, &inventory.today);
    let slot = |(at, slot): (usize, &InventorySlot)| {
        let attachments = placed.into_iter().flat_map(|placed| &placed.attachments);
        let mut here = attachments.flat_map(|at| at.slots.iter().map(move |slot| (at, slot)));
        let here = here.find(|(_, shown)| shown.slot == slot.id);
        let offer = offers.get(&slot.id).and_then(Option::as_ref);
        let width = offer.and_then(|offer| offer.link).or(slot.link);
        let is_off = offer.is_none();
        let because = here.and_then(|(_, shown)| shown.because.clone());
        let said_off = here.is_some_and(|(_, shown)| shown.state == SlotState::Off);
        let off = || Message::new("arrange-slot-off").into();
        let in_it = Location::Slot(at);
        let holds = inventory.today.locations.iter().position(|at| *at == in_it);
        let load = here.map(|(_, shown)| shown.load_mb_s).filter(|load| *load > 0.0);
        Slot {
            id: slot.id.clone(),
            title: slot.id.clone(),
            under: here.map(|(at, _)| at.id.clone()),
            kind: kind_of(slot),
            group: group(slot),
            generation: width.map(|width| width.rate.generation()),
            lanes: width.map(|width| width.lanes.get()),
            link: width.map(|width| SlotLink {
                text: width.to_string(),
                flow: load.map(Rate::mb_s),
                busy: None,
                bottleneck: false,
            }),
            shares: shares(&slot.id, lanes),
            off: (is_off || said_off).then(|| because.unwrap_or_else(off)),
            holds: holds.and_then(|at| inventory.devices.get(at)).map(|it| it.id.clone()),
            movable: holds.is_some(),
        }
    };
    inventory.slots.iter().enumerate().map(slot).collect()
}

/// The rules that this slot has a part in.
fn shares(slot: &str, lanes: Option<&Lanes>) -> Vec<Text> {
    let rules = lanes.into_iter().flat_map(|lanes| &lanes.rules);
    let is_in = |word: &String| word.split(['=', ' ', '(']).next() == Some(slot);
    let own = rules.filter(|rule| {
        rule.when.iter().any(is_in) || rule.effects.iter().any(|effect| effect.slot == slot)
    });
    own.map(|rule| rule.text.clone()).collect()
}

fn kind_of(slot: &InventorySlot) -> &'static str {
    match slot.form {
        Some(Form::M2) => "m2",
        Some(Form::Sata | Form::Sata3g | Form::SataExpress) => "sata",
        Some(Form::U2) => "u2",
        Some(_) => "pcie",
        None if slot.devices == [Bus::Sata] => "sata",
        None => "pcie",
    }
}

fn group(slot: &InventorySlot) -> &'static str {
    match kind_of(slot) {
        "u2" => "other",
        kind => kind,
    }
}
