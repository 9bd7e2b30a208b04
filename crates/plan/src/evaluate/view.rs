//! A possible placement, with the attachment of each device in it.

use narrows_catalog::Confidence;
use narrows_catalog::board::SlotBus;
use narrows_model::Machine;
use narrows_topology::Id;
use narrows_topology::graph::Node;
use narrows_units::LinkWidth;

use super::{PlacementJudge, PlacementRefusal};
use crate::device::common;
use crate::feasibility::{self, DriveInSlot, FactEvidence, RaidEngineKind, SourcedFact};
use crate::inventory::InventorySlot;
use crate::placement::{DeviceConnection, DeviceLocation, Placement};
use crate::request::ArrayConstraint;

#[derive(Clone, Debug)]
pub struct PlacementView<'a> {
    pub judge: &'a PlacementJudge<'a>,
    pub at: &'a Placement,
    pub places: Vec<DeviceConnection>,
    /// SATA ports that stay usable and empty.
    pub free_sata: usize,
}

/// The shape of a machine: placements with the same one differ in names alone. Each device by its
/// class, its attachment, the lanes that it gets and whether it has other things there from having
/// been seen there; and the engines.
pub type PlacementKey = (Vec<(usize, Id, Option<(u8, u8)>, bool)>, Vec<RaidEngineKind>);

impl<'a> PlacementView<'a> {
    /// Looks at `at`.
    ///
    /// # Errors
    /// What stands against it.
    pub fn new(judge: &'a PlacementJudge<'a>, at: &'a Placement) -> Result<Self, PlacementRefusal> {
        let places =
            judge.inventory.places(judge.devices, at).map_err(PlacementRefusal::Clashes)?;
        let offers = judge.inventory.offers(judge.devices, at);
        let is_free = |(index, slot): &(usize, &InventorySlot)| {
            slot.is_sata_port()
                && offers.get(&slot.id).is_some_and(Option::is_some)
                && !at.locations.contains(&DeviceLocation::Slot(*index))
        };
        let free_sata = judge.inventory.slots.iter().enumerate().filter(is_free).count();
        Ok(Self { judge, at, places, free_sata })
    }

    /// The machine with each array made by its RAID engine.
    pub fn machine(&self, means: &[RaidEngineKind]) -> Machine {
        let arrays: Vec<(&ArrayConstraint, RaidEngineKind)> =
            self.judge.request.arrays.iter().zip(means.iter().copied()).collect();
        // It is possible: its places were found.
        self.judge.inventory.machine(self.judge.devices, self.at, &arrays).unwrap_or_default()
    }

    /// The shape of the machine.
    pub fn key(&self, means: &[RaidEngineKind]) -> PlacementKey {
        let wide = |link: LinkWidth| (link.rate.generation(), link.lanes.get());
        let of = |(index, place): (usize, &DeviceConnection)| {
            let PlacementJudge { inventory, devices, apart, .. } = self.judge;
            let is_apart = apart[index] && inventory.is_apart(&devices[index], place);
            (self.judge.alike[index], place.on.clone(), place.offered.map(wide), is_apart)
        };
        let mut devices: Vec<_> = self.places.iter().enumerate().map(of).collect();
        // In order, so that twins that have changed places give the same key.
        devices.sort();
        (devices, means.to_vec())
    }

    /// The slot that a device is in, or that its carrier is in.
    pub fn slot(&self, device: usize) -> Option<(usize, &'a InventorySlot)> {
        let index = match *self.at.locations.get(device)? {
            DeviceLocation::Slot(slot) => slot,
            DeviceLocation::Bay(carrier, _) => match *self.at.locations.get(carrier)? {
                DeviceLocation::Slot(slot) => slot,
                DeviceLocation::Bay(..) => return None,
            },
        };
        Some((index, self.judge.inventory.slots.get(index)?))
    }

    /// The link that a device runs; `None` if it has none or it is unknown.
    pub fn link(&self, device: usize) -> Option<LinkWidth> {
        common(self.judge.devices.get(device)?.link, self.places.get(device)?.offered)
    }

    /// The nodes above a device, from the nearest one of the inventory upwards.
    pub fn above(&self, device: usize) -> Vec<(&Id, &Node)> {
        let outer = match self.at.locations.get(device) {
            Some(&DeviceLocation::Bay(carrier, _)) => carrier,
            _ => device,
        };
        let place = self.places.get(outer);
        place.map(|place| self.judge.above(&place.on).collect()).unwrap_or_default()
    }

    /// A drive as the rules about booting and RAID see it; `None` if it is no drive.
    pub fn placed(&self, device: usize) -> Option<DriveInSlot> {
        let drive = self.judge.devices.get(device)?.raid.clone()?;
        let (_, slot) = self.slot(device)?;
        let place = self.places.get(device)?;
        let mut facts = feasibility::SlotFacts { name: place.slot.clone(), ..slot.raid.clone() };
        let changed = |holds: &str| FactEvidence::inferred(holds, Confidence::Medium);
        let lanes = place.offered.map(|link| link.lanes.get());
        // As long as no rule changes the link, the slot's own facts are better founded.
        if let Some(lanes) = lanes.filter(|_| place.offered != slot.link) {
            facts.width = SourcedFact::new(lanes, changed("the board's rules"));
        }
        // A slot that this placement leaves narrower than possible must not be set wider: rates,
        // free ports and use of other slots depend on that.
        if let Some(lanes) = lanes.filter(|lanes| facts.widest.value() > Some(lanes)) {
            let narrow = SourcedFact::new(lanes, changed("this placement"));
            (facts.width, facts.widest) = (narrow.clone(), narrow);
        }
        match self.at.locations.get(device) {
            // A rule has the slot hang on something else.
            Some(DeviceLocation::Slot(_)) if place.on != slot.on => {
                facts.on_chipset =
                    SourcedFact::new(self.on_chipset(device), changed("the board's rules"));
            }
            Some(&DeviceLocation::Bay(card, _)) => {
                let card = self.judge.devices.get(card).filter(|card| card.is_controller());
                if let Some(controller) = card {
                    let holds = "the drive hangs on a card's controller".to_owned();
                    let evidence = FactEvidence::inferred(holds, Confidence::High);
                    facts.raid = SourcedFact::new(false, evidence);
                    facts.card = Some(controller.id.clone());
                }
            }
            _ => {}
        }
        Some(DriveInSlot { drive, slot: facts })
    }
}

impl InventorySlot {
    /// It takes SATA drives and nothing else.
    pub fn is_sata_port(&self) -> bool {
        self.devices == [SlotBus::Sata]
    }
}
