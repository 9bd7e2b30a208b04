//! The needs of an arrangement beside drives and cards: slots to split in the firmware, adapters
//! and cables, and its compromises.

use std::collections::BTreeMap;

use narrows_messages::{DocumentText, Message, drive_names};
use narrows_plan::better::WORTH;
use narrows_plan::device::FormAdapter;
use narrows_plan::evaluate::PlacementJudge;
use narrows_plan::makeshift;
use narrows_plan::placement::{DeviceConnection, DeviceLocation, NeededSplit, Placement};
use narrows_plan::result::PlanCandidate;
use narrows_record::plan;
use narrows_record::plan_fitting::{MakeshiftKind, NeededAdapter, PlanMakeshift, SlotSplit};
use narrows_record::run::RunFinding;
use narrows_record::see::DocumentNote;
use narrows_units::Lanes;

use super::amounts::amount;
use super::{PlanInputs, finding};

impl PlanInputs<'_> {
    pub(super) fn splits(&self, at: &Placement) -> Vec<SlotSplit> {
        self.inventory.splits(self.devices, at).iter().map(|split| self.split(split)).collect()
    }

    fn split(&self, split: &NeededSplit) -> SlotSplit {
        let card = split.card.and_then(|card| self.devices.get(card)).map(|card| card.id.clone());
        let parts = parts(&split.way);
        let sockets: Vec<u8> = split.working.iter().map(|bay| bay.saturating_add(1)).collect();
        let head = match &split.setting {
            Some(setting) => Message::new("plan-split-named").with("setting", setting),
            None => Message::new("plan-split-unnamed"),
        };
        let mut said = vec![head.with("slot", &split.slot).with("split", &parts)];
        said.extend(card.as_ref().map(|card| working(card, split, &sockets)));
        said.extend((!split.is_known).then(|| Message::new("plan-split-unsure")));
        SlotSplit {
            slot: split.slot.clone(),
            card,
            split: parts,
            setting: split.setting.clone(),
            sockets,
            of: split.bays,
            is_offered: split.is_known,
            text: DocumentText::list("plan-between-sentences", said),
        }
    }

    /// Gain from splits that firmware is not known to offer.
    pub(super) fn splitting(
        &self,
        placed: &plan::PlanArrangement,
        best: &PlanCandidate,
    ) -> Option<RunFinding> {
        let with = self.splitting?;
        let there = self.scores(with, best);
        let beside = self.placed(plan::ArrangementName::RunnerUp("split".to_owned()), with, best);
        let splits = self.splits(&with.placement);
        let unsure = splits.iter().filter(|split| !split.is_offered);
        let unsure: Vec<Message> = unsure.map(split_named).collect();
        let (here, there) = (placed.scores.first()?, there.first()?);
        let is_more = there.value > here.value + WORTH * here.value.abs();
        let message =
            match is_more {
                true => Message::new("plan-finding-split")
                    .text("here", amount(here))
                    .text("there", amount(there)),
                false => Message::new("plan-finding-split-saves")
                    .text("there", amount(there))
                    .list("adapters", "between-names", needed(&placed.adapters)),
            };
        let message = message.list("splits", "between-names", unsure);
        Some(finding(self.puts_of(message, &beside)))
    }

    /// Adapters and cables, each kind once with its devices.
    pub(super) fn adapters(
        &self,
        places: &[DeviceConnection],
        counts: impl Fn(usize) -> bool,
    ) -> Vec<NeededAdapter> {
        let mut needed: BTreeMap<FormAdapter, Vec<(&str, &DeviceConnection)>> = BTreeMap::new();
        for (at, (device, place)) in self.devices.iter().zip(places).enumerate() {
            if let Some(adapter) = place.fit.adapter().filter(|_| counts(at)) {
                needed.entry(adapter).or_default().push((&device.id, place));
            }
        }
        let entry =
            |(adapter, places): (FormAdapter, Vec<(&str, &DeviceConnection)>)| NeededAdapter {
                id: adapter.id().to_owned(),
                name: Message::new(name(adapter)).into(),
                count: breakouts(adapter, &places),
                devices: places.iter().map(|(device, _)| (*device).to_owned()).collect(),
                is_cable: adapter.is_cable(),
            };
        needed.into_iter().map(entry).collect()
    }

    pub(super) fn makeshifts(&self, at: &Placement) -> Vec<PlanMakeshift> {
        let judge = PlacementJudge::new(self.inventory, self.devices, self.ask, true);
        let all = makeshift::of(&judge, &locations(at));
        all.into_iter().map(|it| self.makeshift(it, at)).collect()
    }

    fn makeshift(&self, it: makeshift::PlacementMakeshift, at: &Placement) -> PlanMakeshift {
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
            makeshift::PlacementMakeshift::Covered(covered) => {
                let by = self.devices.get(covered.by);
                let slots = by.map_or(1.0, |by| by.thickness().slots);
                let is_assumed = by.is_some_and(|by| by.thickness().is_assumed);
                let id = match is_assumed {
                    true => "plan-makeshift-assumed",
                    false => "plan-makeshift-covered",
                };
                let message = about(id, covered.card);
                let message = message.with("by", name(covered.by)).with("slots", slots);
                (MakeshiftKind::CoveredSlot, covered.card, Some(covered.by), message)
            }
            makeshift::PlacementMakeshift::Riser(card) => {
                let places = self.inventory.places(self.devices, at).unwrap_or_default();
                let adapter = places.get(card).and_then(|place| place.fit.adapter());
                let id = match adapter {
                    Some(FormAdapter::PcieToShortSlot) => "plan-makeshift-riser-short",
                    _ => "plan-makeshift-riser",
                };
                (MakeshiftKind::Riser, card, None, about(id, card))
            }
            makeshift::PlacementMakeshift::Split(card) => {
                (MakeshiftKind::SplitNotKnown, card, None, about("plan-makeshift-split", card))
            }
        };
        let by = by.map(|by| name(by).to_owned());
        PlanMakeshift { kind, device: name(device).to_owned(), by, text: message.into() }
    }

    /// Its compromises, as findings: cards with less room than they are assumed to need are reported
    /// together.
    pub(super) fn made_do(&self, at: &Placement) -> Vec<RunFinding> {
        let judge = PlacementJudge::new(self.inventory, self.devices, self.ask, true);
        let mut room: BTreeMap<usize, u8> = BTreeMap::new();
        let mut findings = Vec::new();
        for it in makeshift::of(&judge, &locations(at)) {
            match it {
                makeshift::PlacementMakeshift::Covered(covered)
                    if self.is_assumed_thick(covered.by) =>
                {
                    let rows = room.entry(covered.by).or_insert(covered.rows);
                    *rows = covered.rows.min(*rows);
                }
                it => {
                    let told = self.makeshift(it, at);
                    let id = format!("plan-makeshift-{}", told.kind.as_str());
                    findings.push(RunFinding {
                        id,
                        targets: Vec::new(),
                        text: told.text,
                        limit: None,
                    });
                }
            }
        }
        let mut by_room: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
        room.into_iter().for_each(|(card, rows)| by_room.entry(rows).or_default().push(card));
        findings.extend(by_room.into_iter().map(|(rows, cards)| self.close(rows, &cards)));
        findings
    }

    fn is_assumed_thick(&self, device: usize) -> bool {
        self.devices.get(device).is_some_and(|device| device.thickness().is_assumed)
    }

    /// Cards that have room for only `rows` slots each, where more are assumed.
    fn close(&self, rows: u8, cards: &[usize]) -> RunFinding {
        let devices: Vec<_> = cards.iter().filter_map(|card| self.devices.get(*card)).collect();
        let assumed = devices.first().map_or(1.0, |device| device.thickness().slots);
        let message = Message::new("plan-makeshift-close")
            .with("cards", drive_names(devices.iter().map(|device| device.id.as_str())))
            .count("count", devices.len());
        let message = message.with("slots", rows).with("assumed", assumed);
        RunFinding {
            id: format!("plan-makeshift-{}", MakeshiftKind::CoveredSlot.as_str()),
            targets: Vec::new(),
            text: message.into(),
            limit: None,
        }
    }

    /// Assumptions and unknowns about the room that cards take.
    pub(super) fn clearance(&self, at: &Placement) -> Vec<DocumentNote> {
        let locations = locations(at);
        let names = |cards: Vec<usize>| {
            let names = cards.iter().filter_map(|&card| Some(self.devices.get(card)?.id.as_str()));
            DocumentText::list("between-names", names)
        };
        let covering: Vec<usize> =
            self.inventory.covered(self.devices, &locations).iter().map(|it| it.by).collect();
        let mut assumed = self.inventory.assumed_thick(self.devices, &locations);
        // For these and cards like them the room is reported.
        let is_told = |card: &usize| {
            let is_like = |other: &usize| self.devices[*other].model == self.devices[*card].model;
            covering.iter().any(is_like)
        };
        assumed.retain(|card| !is_told(card));
        let slots = assumed.first().and_then(|&card| self.devices.get(card));
        let slots = slots.map_or(1.0, |card| card.thickness().slots);
        let assumed = (!assumed.is_empty()).then(|| {
            let message = Message::new("plan-thickness-assumed").with("slots", slots);
            message.count("count", assumed.len()).text("cards", names(assumed))
        });
        let open = self.inventory.clearance_unknown(self.devices, &locations);
        let open = (!open.is_empty())
            .then(|| Message::new("plan-clearance-unknown").text("cards", names(open)));
        let notes = [assumed, open].into_iter().flatten();
        notes.map(|message| DocumentNote::of(None, &message)).collect()
    }
}

/// Which sockets of a card work in a slot that is split.
fn working(card: &str, split: &NeededSplit, sockets: &[u8]) -> Message {
    let all = sockets.len() == usize::from(split.bays);
    let id = if all { "plan-split-all-sockets" } else { "plan-split-sockets" };
    let message = Message::new(id).with("card", card).with("of", split.bays);
    let message = message.with("working", sockets.len());
    message.list("sockets", "between-names", sockets.iter().map(ToString::to_string))
}

/// `PCIEX16_1 split x4/x4`, as in the answer.
pub(super) fn split_named(split: &SlotSplit) -> Message {
    Message::new("plan-put-split").with("slot", &split.slot).with("split", &split.split)
}

/// A breakout cable leads from one connector to four drives: as many as each card and each connector of the
/// board needs. `None` for single-device adapters.
fn breakouts(adapter: FormAdapter, places: &[(&str, &DeviceConnection)]) -> Option<usize> {
    const DRIVES: usize = 4;
    if adapter != FormAdapter::SataBreakout {
        return None;
    }
    let mut drives: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, place) in places {
        // Bays are named `SLOT/2`: the cable leads from the card in that slot.
        let whole = place.slot.rsplit_once('/').map_or(place.slot.as_str(), |(whole, _)| whole);
        *drives.entry(whole).or_default() += 1;
    }
    Some(drives.into_values().map(|drives| drives.div_ceil(DRIVES)).sum())
}

fn locations(at: &Placement) -> Vec<Option<DeviceLocation>> {
    at.locations.iter().copied().map(Some).collect()
}

/// `x8/x4/x4`.
fn parts(way: &[Lanes]) -> String {
    let parts: Vec<String> = way.iter().map(|lanes| format!("x{}", lanes.get())).collect();
    parts.join("/")
}

pub(super) fn name(adapter: FormAdapter) -> &'static str {
    match adapter {
        FormAdapter::M2ToPcie => "plan-needs-m2-to-pcie",
        FormAdapter::U2ToM2 => "plan-needs-u2-to-m2",
        FormAdapter::U2ToPcie => "plan-needs-u2-to-pcie",
        FormAdapter::M2ToU2 => "plan-needs-m2-to-u2",
        FormAdapter::SlimSasToU2 => "plan-needs-u2-to-slimsas",
        FormAdapter::McioToU2 => "plan-needs-u2-to-mcio",
        FormAdapter::OcuLinkToU2 => "plan-needs-u2-to-oculink",
        FormAdapter::MiniSasHdToU2 => "plan-needs-u2-to-minisas-hd",
        FormAdapter::SataBreakout => "plan-needs-sata-breakout",
        FormAdapter::PcieToM2 => "plan-needs-pcie-to-m2",
        FormAdapter::PcieToOcuLink => "plan-needs-pcie-to-oculink",
        FormAdapter::PcieToSlimSas => "plan-needs-pcie-to-slimsas",
        FormAdapter::PcieToMcio => "plan-needs-pcie-to-mcio",
        FormAdapter::PcieToShortSlot => "plan-needs-pcie-to-short-slot",
    }
}

/// The document's word.
pub(super) fn word(adapter: FormAdapter) -> plan::PlanAdapter {
    adapter.id().to_owned().into()
}

/// `3 × PCIe card for an M.2 drive`, for each kind.
pub(super) fn needed(adapters: &[NeededAdapter]) -> Vec<Message> {
    let some = adapters.iter().map(|adapter| {
        let count = adapter.count.unwrap_or(adapter.devices.len());
        Message::new("plan-needs-some").with("count", count).text("name", &adapter.name)
    });
    some.collect()
}
