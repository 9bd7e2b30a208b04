//! What an arrangement takes beside drives and cards: slots to split in the firmware, adapters and
//! cables, and what it makes do with.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_plan::device::Adapter;
use narrows_plan::evaluate::Judge;
use narrows_plan::makeshift;
use narrows_plan::placement::{Connection, Location, Placement, Split};
use narrows_record::plan;
use narrows_record::plan_fitting::{Makeshift, MakeshiftKind, NeededAdapter, SlotSplit};
use narrows_record::see::Note;
use narrows_units::Lanes;

use super::Told;

impl Told<'_> {
    /// The slots to split in the firmware.
    pub(super) fn splits(&self, at: &Placement) -> Vec<SlotSplit> {
        self.inventory.splits(self.devices, at).iter().map(|split| self.split(split)).collect()
    }

    fn split(&self, split: &Split) -> SlotSplit {
        let card = split.card.and_then(|card| self.devices.get(card)).map(|card| card.id.clone());
        let parts = parts(&split.way);
        let sockets: Vec<u8> = split.working.iter().map(|bay| bay.saturating_add(1)).collect();
        let head = match &split.setting {
            Some(setting) => Message::new("plan-split-named").with("setting", setting),
            None => Message::new("plan-split-unnamed"),
        };
        let mut said = vec![self.say(&head.with("slot", &split.slot).with("split", &parts))];
        said.extend(card.as_ref().map(|card| self.sockets(card, split, &sockets)));
        said.extend((!split.is_known).then(|| self.say(&Message::new("plan-split-unsure"))));
        SlotSplit {
            slot: split.slot.clone(),
            card,
            split: parts,
            setting: split.setting.clone(),
            sockets,
            of: split.bays,
            is_offered: split.is_known,
            text: said.join(&self.localizer.text("plan-between-sentences")),
        }
    }

    fn sockets(&self, card: &str, split: &Split, sockets: &[u8]) -> String {
        let all = sockets.len() == usize::from(split.bays);
        let id = if all { "plan-split-all-sockets" } else { "plan-split-sockets" };
        let numbers: Vec<String> = sockets.iter().map(ToString::to_string).collect();
        let message = Message::new(id).with("card", card).with("of", split.bays);
        let message = message.with("working", sockets.len());
        self.say(&message.with("sockets", numbers.join(&self.localizer.text("plan-between-names"))))
    }

    /// `PCIEX16_1 split x4/x4`, as it stands in the answer.
    pub(super) fn split_named(&self, split: &SlotSplit) -> String {
        let message = Message::new("plan-put-split").with("slot", &split.slot);
        self.say(&message.with("split", &split.split))
    }

    /// Adapters and cables, each kind once with what needs it.
    pub(super) fn adapters(&self, places: &[Connection]) -> Vec<NeededAdapter> {
        let mut needed: BTreeMap<Adapter, Vec<String>> = BTreeMap::new();
        for (device, place) in self.devices.iter().zip(places) {
            if let Some(adapter) = place.fit.adapter() {
                needed.entry(adapter).or_default().push(device.id.clone());
            }
        }
        let entry = |(adapter, devices): (Adapter, Vec<String>)| NeededAdapter {
            id: adapter.id().to_owned(),
            name: self.localizer.text(name(adapter)),
            devices,
            is_cable: adapter.is_cable(),
        };
        needed.into_iter().map(entry).collect()
    }

    /// What it makes do with.
    pub(super) fn makeshifts(&self, at: &Placement) -> Vec<Makeshift> {
        let judge = Judge::new(self.inventory, self.devices, self.ask, true);
        let all = makeshift::of(&judge, &locations(at));
        all.into_iter().map(|it| self.makeshift(it, at)).collect()
    }

    fn makeshift(&self, it: makeshift::Makeshift, at: &Placement) -> Makeshift {
        let name =
            |device: usize| self.devices.get(device).map_or("–", |device| device.id.as_str());
        let slot = |device: usize| {
            let location = at.locations.get(device).copied();
            location
                .and_then(|location| self.inventory.location_name(at, location))
                .unwrap_or_default()
        };
        let about = |id: &'static str, device: usize| {
            Message::new(id).with("card", name(device)).with("slot", slot(device))
        };
        let (kind, device, by, message) = match it {
            makeshift::Makeshift::Covered(covered) => {
                let by = self.devices.get(covered.by);
                let slots = by.map_or(1.0, |by| by.thickness().slots);
                let message = about("plan-makeshift-covered", covered.card);
                let message = message.with("by", name(covered.by)).with("slots", slots);
                (MakeshiftKind::CoveredSlot, covered.card, Some(covered.by), message)
            }
            makeshift::Makeshift::Riser(card) => {
                (MakeshiftKind::Riser, card, None, about("plan-makeshift-riser", card))
            }
            makeshift::Makeshift::Split(card) => {
                (MakeshiftKind::SplitNotKnown, card, None, about("plan-makeshift-split", card))
            }
        };
        let by = by.map(|by| name(by).to_owned());
        Makeshift { kind, device: name(device).to_owned(), by, text: self.say(&message) }
    }

    /// What is only assumed of the room that cards take, or not known.
    pub(super) fn clearance(&self, at: &Placement) -> Vec<Note> {
        let locations = locations(at);
        let names = |cards: Vec<usize>| {
            let names = cards.iter().filter_map(|&card| Some(self.devices.get(card)?.id.as_str()));
            names.collect::<Vec<_>>().join(&self.localizer.text("plan-between-names"))
        };
        let assumed = self.inventory.assumed_thick(self.devices, &locations);
        let slots = assumed.first().and_then(|&card| self.devices.get(card));
        let slots = slots.map_or(1.0, |card| card.thickness().slots);
        let assumed = (!assumed.is_empty()).then(|| {
            let message = Message::new("plan-thickness-assumed").with("slots", slots);
            message.with("cards", names(assumed))
        });
        let open = self.inventory.clearance_unknown(self.devices, &locations);
        let open = (!open.is_empty())
            .then(|| Message::new("plan-clearance-unknown").with("cards", names(open)));
        let notes = [assumed, open].into_iter().flatten();
        notes.map(|message| Note::of(None, &message, self.localizer)).collect()
    }
}

fn locations(at: &Placement) -> Vec<Option<Location>> {
    at.locations.iter().copied().map(Some).collect()
}

/// `x8/x4/x4`.
fn parts(way: &[Lanes]) -> String {
    let parts: Vec<String> = way.iter().map(|lanes| format!("x{}", lanes.get())).collect();
    parts.join("/")
}

/// What to buy.
pub(super) fn name(adapter: Adapter) -> &'static str {
    match adapter {
        Adapter::M2ToPcie => "plan-needs-m2-to-pcie",
        Adapter::U2ToM2 => "plan-needs-u2-to-m2",
        Adapter::U2ToPcie => "plan-needs-u2-to-pcie",
        Adapter::M2ToU2 => "plan-needs-m2-to-u2",
        Adapter::SlimSasToU2 => "plan-needs-u2-to-slimsas",
        Adapter::McioToU2 => "plan-needs-u2-to-mcio",
        Adapter::OcuLinkToU2 => "plan-needs-u2-to-oculink",
        Adapter::SataBreakout => "plan-needs-sata-breakout",
        Adapter::PcieToM2 => "plan-needs-pcie-to-m2",
        Adapter::PcieToOcuLink => "plan-needs-pcie-to-oculink",
        Adapter::PcieToSlimSas => "plan-needs-pcie-to-slimsas",
        Adapter::PcieToMcio => "plan-needs-pcie-to-mcio",
    }
}

/// The document's word.
pub(super) fn word(adapter: Adapter) -> plan::Adapter {
    adapter.id().to_owned().into()
}
