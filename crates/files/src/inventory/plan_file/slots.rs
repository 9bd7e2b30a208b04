//! Slots and rules.

use std::collections::BTreeMap;

use narrows_catalog::board::{BoardRule, RuleEffect};
use narrows_plan::inventory::InventorySlot;
use narrows_plan::placement::DeviceLocation;
use narrows_topology::Id;
use narrows_units::{Lanes, LinkWidth};

use super::PlanFileWriter;
use crate::machine_file::description::{self, LaneSplit, NameList};
use crate::machine_file::slip::Name;

impl PlanFileWriter<'_> {
    /// Slots that the board does not define itself, and those that a carrier splits.
    pub fn slots(&self) -> Vec<description::DescribedSlot> {
        let split = self.split_slots();
        let slots = self.inventory.slots.iter().enumerate().filter(|(_, slot)| slot.part.is_none());
        let stated =
            slots.filter(|(index, slot)| split.contains_key(index) || !self.is_boards(slot));
        let whole = stated.map(|(index, slot)| self.slot(slot, split.get(&index).copied()));
        whole.chain(self.connectors()).collect()
    }

    /// Slots with a card that passes lanes on to more than one bay, each with the lanes of a bay.
    fn split_slots(&self) -> BTreeMap<usize, u8> {
        let devices = self.devices.iter().zip(&self.at.locations);
        let carriers = devices.filter(|(device, _)| device.needs_split());
        let slots = carriers.filter_map(|(device, location)| match location {
            DeviceLocation::Slot(slot) => Some((*slot, device.bay.lanes)),
            DeviceLocation::Bay(..) => None,
        });
        let is_wide = |(slot, bay): &(usize, u8)| {
            let link = self.inventory.slots.get(*slot).and_then(|slot| slot.link);
            link.is_some_and(|link| link.lanes.get() > *bay)
        };
        slots.filter(is_wide).collect()
    }

    /// Slots that are split whatever is in them, each with its parts.
    fn connectors(&self) -> Vec<description::DescribedSlot> {
        let first = |slot: &&InventorySlot| slot.part.as_ref().is_some_and(|part| part.index == 0);
        let whole = self.inventory.slots.iter().filter(first).filter_map(|slot| {
            let part = slot.part.as_ref()?;
            let lanes = part.way.iter().map(|lanes| lanes.get()).sum();
            let lanes = Lanes::new(lanes)?;
            let link = slot.link.map(|link| LinkWidth { lanes, ..link });
            let whole = InventorySlot { id: part.slot.clone(), link, part: None, ..slot.clone() };
            let split = Some(LaneSplit(part.way.clone()).into());
            Some(description::DescribedSlot { split, ..self.slot(&whole, None) })
        });
        whole.collect()
    }

    fn is_boards(&self, slot: &InventorySlot) -> bool {
        let known = self.board.as_ref().and_then(|board| board.slot(&slot.id));
        known.is_some_and(|known| {
            let (devices, splits) = (&known.devices, &known.splits);
            known.on == slot.on.as_str()
                && known.link == slot.link
                && (devices, splits) == (&slot.devices, &slot.splits)
                && Some(known.form) == slot.form
        })
    }

    fn slot(&self, slot: &InventorySlot, bay: Option<u8>) -> description::DescribedSlot {
        let split = bay.and_then(|bay| in_parts_of(slot, bay));
        // A split that the firmware may not offer is written without the list of those it does.
        let listed = split.as_ref().is_none_or(|split| slot.splits.contains(split));
        let splits = slot.splits.iter().filter(|_| listed);
        description::DescribedSlot {
            id: self.layout.slot_name(&slot.id).into(),
            on: self.layout.on(Some(&slot.on)).into(),
            link: slot.link.map(Into::into),
            splits: splits.map(|split| LaneSplit(split.clone()).into()).collect(),
            split: split.map(|split| LaneSplit(split).into()),
            devices: slot.devices.iter().map(|&bus| bus.into()).collect(),
            form: slot.form.map(Into::into),
        }
    }

    /// The rules that the board does not define.
    pub fn rules(&self) -> Vec<description::Rule> {
        let of_board = self.board.as_ref().map_or(0, |board| board.rules.len());
        self.inventory.rules.iter().skip(of_board).filter_map(|rule| self.rule(rule)).collect()
    }

    /// `None` for a rule about slots that do not exist.
    fn rule(&self, rule: &BoardRule) -> Option<description::Rule> {
        let has = |slot: &str| self.inventory.slot(slot).is_some();
        let when = rule.when.iter().map(|when| {
            let name = self.layout.slot_name(&when.slot);
            let name = match when.bus {
                Some(bus) => format!("{name}:{bus}"),
                None => name,
            };
            has(&when.slot).then(|| name.into())
        });
        let when: Vec<Name> = when.collect::<Option<_>>()?;
        let then = rule.then.iter().filter(|effect| has(&effect.slot));
        let then: Vec<_> = then.map(|effect| self.effect(effect)).collect();
        let setting = rule.settings.iter().map(|setting| setting.to_string().into()).collect();
        (!then.is_empty()).then_some(description::Rule { when, setting: NameList(setting), then })
    }

    fn effect(&self, effect: &RuleEffect) -> description::Effect {
        let slot = self.layout.slot_name(&effect.slot).into();
        if effect.off {
            let off = Some(true.into());
            return description::Effect { slot, off, ..description::Effect::default() };
        }
        let on = effect.on.as_ref().map(|on| self.layout.on(Some(&Id::new(on))).into());
        description::Effect { slot, link: effect.link.map(Into::into), on, off: None }
    }
}

/// The split of all lanes of a slot into parts of `lanes`; `None` for a slot with no more lanes.
fn in_parts_of(slot: &InventorySlot, lanes: u8) -> Option<Vec<Lanes>> {
    let parts = slot.link?.lanes.get().checked_div(lanes)?;
    (parts > 1).then(|| vec![Lanes::new(lanes); usize::from(parts)].into_iter().flatten().collect())
}
