//! Slots: the link that each offers, its occupants, and the parts they use.

use std::collections::BTreeMap;

use narrows_catalog::board::{self, BoardRule, Offers, Settings, SlotBus};
use narrows_messages::Message;
use narrows_topology::Id;
use narrows_units::{Lanes, LinkWidth};

use super::host::ResolvedHost;
use super::names::{FileNames, NameKind};
use super::rules::SlotRules;
use super::spec::ResolvedDrive;
use crate::machine_file::description;
use crate::machine_file::parsed::{MachineOccupant, MachineSlot};
use crate::machine_file::slip::{MachineFileSlip, Name, Result, ValueAt, nearest, shown};

pub(super) struct SlotTable<'a> {
    slots: BTreeMap<String, MachineSlot>,
    order: Vec<String>,
    places: BTreeMap<&'a str, usize>,
    taken: BTreeMap<(String, usize), OccupiedSlot>,
    rules: SlotRules,
    offers: Offers,
}

#[derive(Clone, Debug)]
pub(super) struct OccupiedSlot {
    pub by: String,
    pub at: usize,
    pub bus: SlotBus,
    link: Option<LinkWidth>,
}

/// All slots as data.
pub(super) struct FinishedSlots {
    pub slots: BTreeMap<String, MachineSlot>,
    pub order: Vec<String>,
    pub occupants: BTreeMap<String, MachineOccupant>,
    pub rules: Vec<BoardRule>,
    pub settings: Settings,
}

/// Attachment of a device in a slot.
pub(super) struct OccupantAttachment {
    pub on: Name,
    /// The most that the slot, or the device's part of it, does.
    pub offered: Option<LinkWidth>,
}

impl<'a> SlotTable<'a> {
    /// The slots of board and file, filled, with the rules applied.
    pub fn new(
        file: &'a description::File,
        specs: &[ResolvedDrive<'_>],
        host: &ResolvedHost,
        names: &FileNames,
    ) -> Result<Self> {
        let board = host.fitted_board();
        let board = board.as_deref();
        let mut slots = Self {
            slots: board
                .map(|board: &board::Board| {
                    let slot = |slot: &board::BoardSlot| MachineSlot {
                        on: slot.on.clone(),
                        link: slot.link,
                        splits: slot.splits.clone(),
                        split: None,
                        devices: slot.devices.clone(),
                        form: Some(slot.form),
                    };
                    board.slots.iter().map(|it| (it.id.clone(), slot(it))).collect()
                })
                .unwrap_or_default(),
            order: board
                .map(|board| {
                    board.slots.iter().map(|slot| slot.id.clone()).collect::<Vec<String>>()
                })
                .unwrap_or_default(),
            places: BTreeMap::new(),
            taken: BTreeMap::new(),
            rules: SlotRules::default(),
            offers: Offers::new(),
        };
        for slot in &file.slot {
            let described = of_file(slot, names)?;
            // A slot of the board keeps its place in the order when the file defines it again.
            if slots.slots.insert(slot.id.value.clone(), described).is_none() {
                slots.order.push(slot.id.value.clone());
            }
            slots.places.insert(&slot.id.value, slot.on.at);
        }
        // What is in which slot, before the rules, which ask about it.
        let switches = file.switch.iter().map(|it| (&it.id, &it.slot, Some(it.link)));
        let controllers = file.controller.iter().map(|it| (&it.id, &it.slot, it.link));
        let cards = file.card.iter().map(|it| (&it.id, &it.slot, it.link));
        for (id, slot, link) in switches.chain(controllers).chain(cards) {
            let Some(slot) = slot else { continue };
            let link = link.map(|link| link.value);
            slots.take(slot, &id.value, (SlotBus::Pcie, link))?;
        }
        for spec in specs {
            for (slot, id) in spec.slots().into_iter().zip(&spec.ids) {
                slots.take(slot, id, (spec.bus(), spec.link()))?;
            }
        }
        slots.rules = SlotRules::new(file, host, &slots.slots, names)?;
        slots.offers = slots.rules.offers(&slots.slots, &slots.taken);
        Ok(slots)
    }

    fn take(
        &mut self,
        name: &Name,
        by: &str,
        (bus, link): (SlotBus, Option<LinkWidth>),
    ) -> Result<()> {
        let (slot, part) = self.find(name)?;
        let takes = self.slots.get(slot).is_some_and(|slot| slot.devices.contains(&bus));
        if !takes {
            let problem = Message::new("machine-slot-takes-no").with("slot", shown(slot));
            return Err(name.wrong(problem.with("by", by).with("device", bus)));
        }
        let key = (slot.to_owned(), part);
        if let Some(other) = self.taken.get(&key) {
            let problem = Message::new("machine-slot-taken").with("slot", shown(&name.value));
            return Err(name.wrong(problem.with("by", &other.by)).against(other.at));
        }
        self.taken.insert(key, OccupiedSlot { by: by.to_owned(), at: name.at, bus, link });
        Ok(())
    }

    /// The slot of this name, and which part of it: 0 for the first or all.
    fn find<'n>(&self, name: &'n Name) -> Result<(&'n str, usize)> {
        let text = name.value.as_str();
        if self.slots.contains_key(text) {
            return Ok((text, 0));
        }
        let part = text.rsplit_once('/');
        let part = part.and_then(|(slot, part)| Some((slot, part.parse::<usize>().ok()?)));
        match part.and_then(|(slot, part)| Some((slot, self.slots.get(slot)?, part))) {
            Some((slot, described, part)) => Ok((slot, part_of(described, part, name)?)),
            None => Err(no_such_slot(name, &self.slots)),
        }
    }

    /// Returns what the named slot offers its occupant.
    pub fn slot(&self, name: &Name) -> Result<OccupantAttachment> {
        let (slot, part) = self.find(name)?;
        let Some(offer) = self.offers.get(slot).and_then(Option::as_ref) else {
            return Err(self.rules.switched_off(name, slot, &self.taken));
        };
        let split = self.slots.get(slot).and_then(|slot| slot.split.as_deref());
        let offered = match (offer.link, split) {
            (Some(link), Some(split)) => Some(share(link, split, part, name)?),
            (link, _) => link,
        };
        // A slot of the board has no place in the file: a mistake there is one of its name.
        let at = self.places.get(slot).copied().unwrap_or(name.at);
        Ok(OccupantAttachment { on: ValueAt { value: offer.on.clone(), at }, offered })
    }

    pub fn finish(self) -> FinishedSlots {
        let (rules, settings) = self.rules.finish();
        let occupant = |((slot, part), taken): ((String, usize), OccupiedSlot)| {
            let is_split = self.slots.get(&slot).is_some_and(|slot| slot.split.is_some());
            let name = if is_split { format!("{slot}/{}", part + 1) } else { slot };
            (name, MachineOccupant { id: Id::new(taken.by), bus: taken.bus, link: taken.link })
        };
        let occupants = self.taken.into_iter().map(occupant).collect();
        FinishedSlots { occupants, slots: self.slots, order: self.order, rules, settings }
    }
}

/// Complains about a slot that there is not.
pub(super) fn no_such_slot(name: &Name, slots: &BTreeMap<String, MachineSlot>) -> MachineFileSlip {
    let message = |id| Message::new(id).with("id", shown(&name.value));
    name.wrong(match nearest(&name.value, slots.keys().map(String::as_str)) {
        Some(near) => message("machine-no-such-slot-near").with("near", near),
        None => message("machine-no-such-slot"),
    })
}

fn of_file(slot: &description::DescribedSlot, names: &FileNames) -> Result<MachineSlot> {
    if !names.what(&slot.on.value).is_some_and(NameKind::is_place) {
        return Err(super::tree::no_such_place(&slot.on, names));
    }
    // A colon divides a slot from the kind of device in it, in the rules.
    if slot.id.value.contains(':') {
        return Err(slot.id.wrong(Message::new("machine-slot-colon")));
    }
    let devices: Vec<SlotBus> = slot.devices.iter().map(|bus| bus.value).collect();
    let devices = if devices.is_empty() { vec![SlotBus::Pcie] } else { devices };
    if slot.link.is_none() && devices.contains(&SlotBus::Pcie) {
        return Err(slot.id.wrong(Message::new("machine-slot-link")));
    }
    Ok(MachineSlot {
        on: slot.on.value.clone(),
        link: slot.link.map(|link| link.value),
        splits: slot.splits.iter().map(|split| split.value.0.clone()).collect(),
        split: split_in_force(slot)?,
        devices,
        form: slot.form.map(|form| form.value),
    })
}

fn split_in_force(slot: &description::DescribedSlot) -> Result<Option<Vec<Lanes>>> {
    let Some(split) = &slot.split else { return Ok(None) };
    let lanes = split.value.0.clone();
    let first = slot.splits.first();
    if let Some(first) = first.filter(|_| slot.splits.iter().all(|it| it.value.0 != lanes)) {
        return Err(split.wrong(Message::new("machine-split-not-offered")).against(first.at));
    }
    let most = slot.link.map(|link| link.value.lanes.get());
    if most.is_some_and(|most| sum(&lanes) > u32::from(most)) {
        let problem = Message::new("machine-split-too-wide").with("lanes", sum(&lanes));
        return Err(split.wrong(problem.with("most", most.unwrap_or_default())));
    }
    Ok(Some(lanes).filter(|parts| parts.len() > 1))
}

fn part_of(slot: &MachineSlot, part: usize, name: &Name) -> Result<usize> {
    let parts = slot.split.as_ref().map_or(0, Vec::len);
    if (1..=parts).contains(&part) {
        return Ok(part - 1);
    }
    Err(name.wrong(match parts {
        0 => Message::new("machine-slot-whole").with("slot", shown(&name.value)),
        parts => Message::new("machine-slot-parts").count("parts", parts),
    }))
}

/// One part's lanes; those before it must fit as well.
fn share(link: LinkWidth, split: &[Lanes], part: usize, name: &Name) -> Result<LinkWidth> {
    let used = split.get(..=part).map_or(0, sum);
    match split.get(part) {
        Some(&lanes) if used <= u32::from(link.lanes.get()) => Ok(LinkWidth { lanes, ..link }),
        _ => {
            let problem = Message::new("machine-split-too-wide").with("lanes", used);
            Err(name.wrong(problem.with("most", link.lanes.get())))
        }
    }
}

fn sum(lanes: &[Lanes]) -> u32 {
    lanes.iter().map(|lanes| u32::from(lanes.get())).sum()
}
