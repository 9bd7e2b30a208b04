//! Placements: whether one is possible, what each device gets, and the resulting machine.

mod machine;
mod split;
mod supply;

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::{BoardRule, Offers, Settings, SlotBus, SlotOffer, SlotUse, apply};
use narrows_topology::Id;
use narrows_units::{Lanes, LinkWidth};

use crate::device::{FormFit, MovableDevice};
use crate::inventory::{InventorySlot, SlotInventory};

pub use split::NeededSplit;
pub use supply::LaneSupply;

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    pub locations: Vec<DeviceLocation>,
    /// Settings chosen by the plan, on top of those in force.
    pub settings: Settings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeviceLocation {
    Slot(usize),
    /// In this bay, counted from 0, of the carrier with this index among the devices.
    Bay(usize, u8),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceConnection {
    pub on: Id,
    /// The most that its port offers; `None` for a SATA port and inside a carrier with a switch.
    pub offered: Option<LinkWidth>,
    /// The slot as people call it, with `/2` for the second part of one that is split.
    pub slot: String,
    pub fit: FormFit,
}

/// Why a placement is not possible. Devices and slots by their index.
#[derive(Clone, Debug, PartialEq)]
pub enum PlacementClash {
    /// A device does not fit there.
    NoFit(usize, DeviceLocation),
    /// Two devices are in one place.
    Taken(usize, usize),
    /// Something in use elsewhere switches its slot off; the rule names it.
    Off(usize, Box<BoardRule>),
    /// Its slot has no lanes left for it, or its processor has none.
    NoLanes(usize),
    /// Firmware cannot split the slot as the devices in this card's bays need.
    NoSplit(usize),
    /// It is a bay of something that carries nothing.
    NoBay(usize),
}

impl Placement {
    /// The device at this location, by its index.
    pub(crate) fn device_at(&self, location: DeviceLocation) -> Option<usize> {
        self.locations.iter().position(|it| *it == location)
    }
}

impl SlotInventory {
    /// Returns what every device gets; fails if the placement is impossible.
    ///
    /// # Errors
    /// What stands against it, one for each device that it stands against.
    pub fn places(
        &self,
        devices: &[MovableDevice],
        at: &Placement,
    ) -> Result<Vec<DeviceConnection>, Vec<PlacementClash>> {
        let offers = self.offers(devices, at);
        let mut by: BTreeMap<DeviceLocation, usize> = BTreeMap::new();
        let mut clashes = Vec::new();
        for (index, &location) in at.locations.iter().enumerate() {
            if let Some(&other) = by.get(&location) {
                clashes.push(PlacementClash::Taken(index, other));
            }
            by.insert(location, index);
        }
        let mut places = Vec::new();
        for index in 0..devices.len() {
            let place = match at.locations.get(index) {
                Some(&DeviceLocation::Slot(slot)) => {
                    self.placed(devices, at, &offers, (index, slot))
                }
                Some(&DeviceLocation::Bay(carrier, bay)) => {
                    self.carried(devices, at, &offers, (index, carrier, bay))
                }
                // It has no location: a slot that cannot exist stands for that.
                None => Err(PlacementClash::NoFit(index, DeviceLocation::Slot(usize::MAX))),
            };
            match place {
                Ok(place) => places.push(place),
                Err(clash) => clashes.push(clash),
            }
        }
        // Lanes are added up only once every device has its place.
        if clashes.is_empty() {
            clashes = self.too_many_lanes(devices, at, &places);
        }
        if clashes.is_empty() { Ok(places) } else { Err(clashes) }
    }

    /// Returns what each slot offers with these devices in use, by slot name; `None` if it is off.
    pub fn offers(&self, devices: &[MovableDevice], at: &Placement) -> Offers {
        self.offers_in(&self.uses(devices, at), at)
    }

    /// The same with these slots in use, under the placement's settings.
    pub(crate) fn offers_in(&self, uses: &BTreeSet<SlotUse>, at: &Placement) -> Offers {
        let offer = |slot: &InventorySlot| SlotOffer { on: slot.on.to_string(), link: slot.link };
        let mut offers: Offers =
            self.slots.iter().map(|slot| (slot.id.clone(), Some(offer(slot)))).collect();
        apply(&mut offers, &self.rules, uses, &self.all_settings(at));
        offers
    }

    /// The settings in force with those of the placement added.
    pub fn all_settings(&self, at: &Placement) -> Settings {
        let mut settings = self.settings.clone();
        settings.extend(at.settings.clone());
        settings
    }

    /// The slots in use, each with the kind of device in it.
    pub fn uses(&self, devices: &[MovableDevice], at: &Placement) -> BTreeSet<SlotUse> {
        let used = devices.iter().zip(&at.locations).filter_map(|(device, location)| {
            let DeviceLocation::Slot(slot) = location else { return None };
            let slot = self.slots.get(*slot)?.id.clone();
            Some(SlotUse { slot, bus: Some(device.bus) })
        });
        used.collect()
    }

    fn placed(
        &self,
        devices: &[MovableDevice],
        at: &Placement,
        offers: &Offers,
        (index, slot): (usize, usize),
    ) -> Result<DeviceConnection, PlacementClash> {
        let no_fit = || PlacementClash::NoFit(index, DeviceLocation::Slot(slot));
        let (device, slot) = (&devices[index], self.slots.get(slot).ok_or_else(no_fit)?);
        let fit = device.fit_at_all(slot.form, &slot.devices).ok_or_else(no_fit)?;
        let Some(offer) = offers.get(&slot.id).and_then(Option::as_ref) else {
            return Err(self.switched_off(devices, at, index, &slot.id));
        };
        // A SATA drive in an M.2 slot takes the slot and leaves its lanes alone.
        let offered = offer.link.filter(|_| device.bus == SlotBus::Pcie);
        if device.link.is_some() && offer.link.is_none() {
            return Err(PlacementClash::NoLanes(index));
        }
        Ok(DeviceConnection { on: Id::new(&offer.on), offered, slot: slot.id.clone(), fit })
    }

    fn carried(
        &self,
        devices: &[MovableDevice],
        at: &Placement,
        offers: &Offers,
        (index, carrier, bay): (usize, usize, u8),
    ) -> Result<DeviceConnection, PlacementClash> {
        let device = &devices[index];
        let card = devices.get(carrier).filter(|card| bay < card.bays);
        let card = card.ok_or(PlacementClash::NoBay(index))?;
        let fit = device
            .fit_in_bay(card)
            .ok_or(PlacementClash::NoFit(index, DeviceLocation::Bay(carrier, bay)))?;
        // A carrier in a carrier would be a circle, or nothing that anybody sells.
        let Some(&DeviceLocation::Slot(slot)) = at.locations.get(carrier) else {
            return Err(PlacementClash::NoBay(index));
        };
        let outer = self.placed(devices, at, offers, (carrier, slot))?;
        let name = format!("{}/{}", outer.slot, bay.saturating_add(1));
        if let Some(controller) = card.holder(bay) {
            // A switch passes on no faster lanes than it has itself.
            let own = card.link.filter(|_| card.is_carrier());
            let lanes = Lanes::new(card.bay.lanes);
            let offered = own.zip(lanes).map(|(own, lanes)| LinkWidth { lanes, ..own });
            return Ok(DeviceConnection { on: controller.clone(), offered, slot: name, fit });
        }
        let whole = outer.offered.ok_or(PlacementClash::NoLanes(index))?;
        let has_lanes = bay < whole.lanes.get() / card.bay.lanes.max(1);
        let lanes = Lanes::new(card.bay.lanes).filter(|_| has_lanes);
        let lanes = lanes.ok_or(PlacementClash::NoLanes(index))?;
        // Bays are counted among those that have lanes. Which sockets of the card these are is
        // listed with the split.
        if usize::from(bay) >= self.slots[slot].sockets(whole, card).working.len() {
            return Err(PlacementClash::NoSplit(carrier));
        }
        // Traces and redrivers of a card are made for a generation, too.
        let rate = card.link.map_or(whole.rate, |own| own.rate.min(whole.rate));
        let offered = Some(LinkWidth { rate, lanes });
        Ok(DeviceConnection { on: outer.on, offered, slot: name, fit })
    }

    /// The last rule that holds and switches the slot off.
    fn switched_off(
        &self,
        devices: &[MovableDevice],
        at: &Placement,
        index: usize,
        slot: &str,
    ) -> PlacementClash {
        let (uses, settings) = (self.uses(devices, at), self.all_settings(at));
        let off =
            |rule: &&BoardRule| rule.then.iter().any(|effect| effect.slot == slot && effect.off);
        let mut rules = self.rules.iter().filter(off).filter(|rule| rule.holds(&uses, &settings));
        rules.next_back().map_or(PlacementClash::NoLanes(index), |rule| {
            PlacementClash::Off(index, Box::new(rule.clone()))
        })
    }
}

impl MovableDevice {
    /// It carries drives and has no switch, so that the slot must be split.
    pub fn needs_split(&self) -> bool {
        self.bays > 0 && self.body.nodes.is_empty()
    }
}

#[cfg(test)]
pub(crate) mod tests;
