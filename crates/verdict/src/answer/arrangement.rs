//! An arrangement made by hand: devices in chosen slots, others where there is room, and misplaced
//! ones set aside, with the reason.
//!
//! For: the page in the browser, where every step of a drag is an arrangement.
//!
//! Not here: which arrangement is best ([`crate::answer::plan`]).

use std::collections::BTreeMap;

use crate::planned::{self, PlanInputs};
use narrows_files::inventory::plan_file;
use narrows_messages::{DocumentText, Message};
use narrows_plan::device::MovableDevice;
use narrows_plan::evaluate::{PlacementJudge, never};
use narrows_plan::inventory::SlotInventory;
use narrows_plan::lanes;
use narrows_plan::placement::{DeviceLocation, Placement, PlacementClash};
use narrows_plan::result::{PlanCandidate, PlanConflict};
use narrows_plan::words;
use narrows_record::plan::PlanArrangement;
use narrows_units::LinkWidth;

use crate::answer::failure::AnswerFailure;
use crate::answer::inventory::InventoriedMachine;
use crate::answer::source::SourceMachine;

/// Requested locations of devices, by id: the slot of this name, or set aside. Devices that are not
/// named stay where they are today, or go where there is room.
pub type Pins = BTreeMap<String, Option<String>>;

/// Devices in slots.
pub struct Arrangement {
    /// The machine, with placed devices as its present ones.
    pub planned: InventoriedMachine,
    /// Devices in no slot.
    pub aside: Vec<UnplacedDevice>,
    /// Which item of the additions brought a device, by its id; the source's own are not among them.
    pub added: BTreeMap<String, usize>,
}

pub struct UnplacedDevice {
    pub device: MovableDevice,
    /// Why it is not where requested; `None` if it was put aside.
    pub why: Option<DocumentText>,
}

/// Whether a slot takes a device dropped on it, with all others staying where they are.
pub struct SlotFit {
    pub slot: String,
    /// Its link there; `None` if it does not fit.
    pub link: Option<LinkWidth>,
    /// Why it does not fit; `None` if it does.
    pub why: Option<DocumentText>,
    /// Adapter in between; `None` if there is none.
    pub adapter: Option<DocumentText>,
    /// Device in the slot, which would have to leave.
    pub occupant: Option<String>,
}

impl Arrangement {
    /// Puts devices where they are wanted.
    ///
    /// # Errors
    /// The additions name what is not known.
    pub fn of(
        planned: InventoriedMachine,
        additions: &[String],
        without: &[String],
        pins: &Pins,
    ) -> Result<Self, AnswerFailure> {
        let (devices, added) = with_additions(&planned, additions)?;
        let InventoriedMachine { seen, inventory } = planned;
        let mut board = ArrangementDraft::new(inventory, devices);
        board.pin(without, pins);
        board.fill();
        let (inventory, aside) = board.finished();
        Ok(Self { planned: InventoriedMachine { seen, inventory }, aside, added })
    }

    /// The machine that it makes. One in which nothing was moved is the source's own.
    pub fn seen(&self, is_untouched: bool) -> SourceMachine {
        let InventoriedMachine { seen, inventory } = &self.planned;
        if is_untouched {
            return seen.clone();
        }
        let machine = inventory.machine(&inventory.devices, &inventory.today, &[]);
        let mut machine = machine.unwrap_or_else(|_| inventory.fixed.clone());
        machine.host = seen.machine.host.clone();
        let evidence = seen.evidence.clone();
        SourceMachine { evidence, ..SourceMachine::of(seen.name.clone(), machine) }
    }

    /// The machine, with devices set aside still to place.
    pub fn with_all(self) -> InventoriedMachine {
        let InventoriedMachine { seen, mut inventory } = self.planned;
        inventory.devices.extend(self.aside.into_iter().map(|aside| aside.device));
        InventoriedMachine { seen, inventory }
    }

    /// Its result for the first of the requests, in the form of a plan's arrangement.
    ///
    /// # Errors
    /// What is wanted makes no sense here.
    pub fn placed<'a>(
        &self,
        want: impl IntoIterator<Item = &'a str>,
    ) -> Result<Option<PlanArrangement>, AnswerFailure> {
        let inventory = &self.planned.inventory;
        let devices = inventory.devices.as_slice();
        let ask = words::read(want, inventory, devices).map_err(AnswerFailure::usage)?.only(&[]);
        let candidate: PlanCandidate = match PlacementJudge::new(inventory, devices, &ask, true)
            .until(never)
            .candidate(&inventory.today)
        {
            Ok(candidate) => candidate,
            Err(_) => return Ok(None),
        };
        let inputs = PlanInputs {
            source: &self.planned.seen.name,
            inventory,
            devices,
            ask: &ask,
            search: &Err(PlanConflict::default()),
            given: 0,
            free: None,
            splitting: None,
            curve: None,
            pinned: &[],
            today: None,
            broken_today: &[],
            widening: None,
            command: None,
        };
        Ok(Some(inputs.arranged(&candidate)))
    }

    /// Returns it as a machine file, with `remarks` at its head.
    ///
    /// # Errors
    /// It cannot be written as one.
    pub fn machine_file(&self, remarks: &[String]) -> Result<String, AnswerFailure> {
        let inventory = &self.planned.inventory;
        let text = plan_file(inventory, &inventory.devices, &inventory.today, &[], remarks);
        text.map_err(|_| AnswerFailure::new(Message::new("plan-impossible")))
    }

    /// For each slot, and each bay of a carrier in one, whether it takes this device, wherever it is now;
    /// `None` if there is no such device.
    pub fn fits(&self, device: &str) -> Option<Vec<SlotFit>> {
        let inventory = &self.planned.inventory;
        let own = inventory.devices.iter().position(|it| it.id == device);
        let aside = || self.aside.iter().map(|aside| &aside.device).find(|it| it.id == device);
        let moving = own.and_then(|at| inventory.devices.get(at)).or_else(aside)?;
        let slots = (0..inventory.slots.len()).map(DeviceLocation::Slot);
        // A carrier has no place in itself.
        let bays = self.bays().into_iter().filter(|(carrier, _)| Some(*carrier) != own);
        let bays = bays.map(|(carrier, bay)| DeviceLocation::Bay(carrier, bay));
        Some(slots.chain(bays).map(|here| self.fitting((own, moving), here)).collect())
    }

    /// The bays of all carriers in slots: the carrier by its number, and the bay counted from 0.
    pub fn bays(&self) -> Vec<(usize, u8)> {
        let inventory = &self.planned.inventory;
        let in_slots = inventory.devices.iter().zip(&inventory.today.locations).enumerate();
        let carriers = in_slots.filter(|(_, (_, at))| matches!(at, DeviceLocation::Slot(_)));
        carriers.flat_map(|(at, (device, _))| (0..device.bays).map(move |bay| (at, bay))).collect()
    }

    fn fitting(
        &self,
        (own, moving): (Option<usize>, &MovableDevice),
        here: DeviceLocation,
    ) -> SlotFit {
        let inventory = &self.planned.inventory;
        let occupant = inventory.today.locations.iter().position(|at| *at == here);
        let occupant = occupant.filter(|at| Some(*at) != own);
        // The drives of a carrier leave the machine with it.
        let carried = |location: &DeviceLocation| match *location {
            DeviceLocation::Bay(carrier, _) => Some(carrier) == occupant || Some(carrier) == own,
            DeviceLocation::Slot(_) => false,
        };
        let stays = |(at, location): &(usize, &DeviceLocation)| {
            Some(*at) != own && Some(*at) != occupant && !carried(location)
        };
        let kept: Vec<(usize, DeviceLocation)> = inventory
            .today
            .locations
            .iter()
            .enumerate()
            .filter(stays)
            .map(|(at, location)| (at, *location))
            .collect();
        let (mut devices, mut at) = part(&inventory.devices, &kept, &inventory.today);
        devices.push(moving.clone());
        let renumbered = |carrier| kept.iter().position(|(old, _)| *old == carrier);
        // No carrier has the number `usize::MAX`, so that such a bay is a clash.
        at.locations.push(match here {
            DeviceLocation::Slot(_) => here,
            DeviceLocation::Bay(carrier, bay) => {
                DeviceLocation::Bay(renumbered(carrier).unwrap_or(usize::MAX), bay)
            }
        });
        let name = |at: usize| inventory.devices.get(at).map(|device| device.id.clone());
        let found = inventory.places(&devices, &at);
        let place = found.as_ref().ok().and_then(|places| places.last());
        let link = place.and_then(|place| place.offered);
        let adapter = place.and_then(|place| place.fit.adapter());
        let adapter = adapter.map(planned::adapter);
        let link = link.map(|offered| moving.link.map_or(offered, |own| own.common(offered)));
        let why = found.err().map(|clashes| objection(&clashes, (inventory, &devices), &at));
        SlotFit {
            slot: inventory.location_name(&inventory.today, here).unwrap_or_default(),
            link,
            why,
            adapter,
            occupant: occupant.and_then(name),
        }
    }
}

/// Present devices and those added by each item of a list, with the item by device id.
fn with_additions(
    planned: &InventoriedMachine,
    additions: &[String],
) -> Result<(Vec<MovableDevice>, BTreeMap<String, usize>), AnswerFailure> {
    let devices =
        planned.devices((!additions.is_empty()).then(|| additions.join(",")).as_deref())?;
    let mut added = BTreeMap::new();
    let mut from = planned.inventory.devices.len();
    // Each item is read once more by itself, to learn how many devices it brings.
    for (item, list) in additions.iter().enumerate() {
        let count = planned.devices(Some(list))?.len() - planned.inventory.devices.len();
        added.extend(devices.iter().skip(from).take(count).map(|it| (it.id.clone(), item)));
        from += count;
    }
    Ok((devices, added))
}

/// Some of the devices with their places, carriers by their new numbers.
fn part(
    devices: &[MovableDevice],
    kept: &[(usize, DeviceLocation)],
    at: &Placement,
) -> (Vec<MovableDevice>, Placement) {
    let number: BTreeMap<usize, usize> =
        kept.iter().enumerate().map(|(new, (old, _))| (*old, new)).collect();
    let moved = |location: DeviceLocation| match location {
        DeviceLocation::Slot(_) => location,
        DeviceLocation::Bay(carrier, bay) => {
            DeviceLocation::Bay(number.get(&carrier).copied().unwrap_or(usize::MAX), bay)
        }
    };
    let chosen = kept.iter().filter_map(|(old, _)| devices.get(*old).cloned()).collect();
    let locations = kept.iter().map(|(_, location)| moved(*location)).collect();
    (chosen, Placement { locations, ..at.clone() })
}

/// The last objection to a placement, as a sentence.
fn objection(
    clashes: &[PlacementClash],
    of: (&SlotInventory, &[MovableDevice]),
    at: &Placement,
) -> DocumentText {
    clashes.last().map(|clash| planned::clashes(clash, of, at)).unwrap_or_default()
}

/// An arrangement in the making: every device by its number among all.
struct ArrangementDraft {
    inventory: SlotInventory,
    devices: Vec<MovableDevice>,
    /// Placed devices, in the order of placement.
    placed: Vec<(usize, DeviceLocation)>,
    /// Devices without a location, and why they are not where put.
    free: Vec<usize>,
    aside: Vec<(usize, Option<DocumentText>)>,
}

impl ArrangementDraft {
    fn new(inventory: SlotInventory, devices: Vec<MovableDevice>) -> Self {
        let (placed, free, aside) = Default::default();
        Self { inventory, devices, placed, free, aside }
    }

    /// Puts everything where it is wanted, or aside if it cannot be there.
    fn pin(&mut self, without: &[String], pins: &Pins) {
        let mut wanted: Vec<(usize, DeviceLocation)> = Vec::new();
        for (at, device) in self.devices.iter().enumerate() {
            let today = self.inventory.today.locations.get(at).copied();
            match pins.get(&device.id) {
                _ if without.contains(&device.id) => {}
                Some(None) => self.aside.push((at, None)),
                Some(Some(slot)) => match self.location(slot, pins) {
                    Some(location) => wanted.push((at, location)),
                    None => self.free.push(at),
                },
                None => match today {
                    Some(location) => wanted.push((at, location)),
                    None => self.free.push(at),
                },
            }
        }
        // Carriers before the drives in them.
        wanted.sort_by_key(|(at, location)| (matches!(location, DeviceLocation::Bay(..)), *at));
        // Mostly everything fits, and one look at all of it is enough.
        if self.clash(&wanted).is_none() {
            self.placed = wanted;
            return;
        }
        // One after the other: those that came first stay, and each of the rest has its reason.
        for one in wanted {
            let mut with = self.placed.clone();
            with.push(one);
            match self.clash(&with) {
                None => self.placed = with,
                Some(why) => self.aside.push((one.0, Some(why))),
            }
        }
    }

    /// The slot of this name, or bay `SLOT/2` of a carrier pinned or present there.
    fn location(&self, name: &str, pins: &Pins) -> Option<DeviceLocation> {
        if let Some((slot, _)) = self.inventory.slot(name) {
            return Some(DeviceLocation::Slot(slot));
        }
        let (outer, bay) = name.rsplit_once('/')?;
        let bay = bay.parse::<u8>().ok()?.checked_sub(1)?;
        let (slot, _) = self.inventory.slot(outer)?;
        let is_there = |(at, device): &(usize, &MovableDevice)| match pins.get(&device.id) {
            Some(pin) => pin.as_deref() == Some(outer),
            None => self.inventory.today.locations.get(*at) == Some(&DeviceLocation::Slot(slot)),
        };
        let mut carriers = self.devices.iter().enumerate().filter(|(_, device)| device.bays > 0);
        carriers.find(is_there).map(|(carrier, _)| DeviceLocation::Bay(carrier, bay))
    }

    /// Why these cannot be where they are; `None` if they can.
    fn clash(&self, kept: &[(usize, DeviceLocation)]) -> Option<DocumentText> {
        let (devices, at) = part(&self.devices, kept, &self.inventory.today);
        let clashes = self.inventory.places(&devices, &at).err()?;
        Some(objection(&clashes, (&self.inventory, &devices), &at))
    }

    /// Puts unplaced devices where there is room: all at once, else one after the other. If one of a model
    /// finds none, its twins do not either.
    fn fill(&mut self) {
        let free = std::mem::take(&mut self.free);
        // More devices than places cannot all fit: that search is spared.
        if free.is_empty() || free.len() <= self.room() && self.add(&free).is_ok() {
            return;
        }
        let mut full: BTreeMap<String, DocumentText> = BTreeMap::new();
        for one in free {
            let model =
                self.devices.get(one).map(|device| device.model.clone()).unwrap_or_default();
            let why = full.get(&model).cloned().map_or_else(|| self.add(&[one]), Err);
            if let Err(why) = why {
                full.insert(model, why.clone());
                self.aside.push((one, Some(why)));
            }
        }
    }

    /// Slots and bays that nothing is in.
    fn room(&self) -> usize {
        let bays = self.devices.iter().map(|device| usize::from(device.bays)).sum::<usize>();
        (self.inventory.slots.len() + bays).saturating_sub(self.placed.len())
    }

    fn add(&mut self, free: &[usize]) -> Result<(), DocumentText> {
        let (mut devices, at) = part(&self.devices, &self.placed, &self.inventory.today);
        let there = SlotInventory { devices: devices.clone(), today: at, ..self.inventory.clone() };
        devices.extend(free.iter().filter_map(|&at| self.devices.get(at).cloned()));
        let numbers: Vec<usize> =
            self.placed.iter().map(|(at, _)| *at).chain(free.iter().copied()).collect();
        let found = lanes::placed(&there, &devices)
            .map_err(|no_room| crate::answer::lanes::why(&no_room.clashes))?;
        let number = |at: usize| numbers.get(at).copied().unwrap_or(usize::MAX);
        let own = |location: DeviceLocation| match location {
            DeviceLocation::Slot(_) => location,
            DeviceLocation::Bay(carrier, bay) => DeviceLocation::Bay(number(carrier), bay),
        };
        let locations = found.locations.into_iter().enumerate();
        self.placed = locations.map(|(at, location)| (number(at), own(location))).collect();
        Ok(())
    }

    fn finished(mut self) -> (SlotInventory, Vec<UnplacedDevice>) {
        self.placed.sort_by_key(|(at, _)| *at);
        let (devices, today) = part(&self.devices, &self.placed, &self.inventory.today);
        let aside = self.aside.into_iter().filter_map(|(at, why)| {
            Some(UnplacedDevice { device: self.devices.get(at)?.clone(), why })
        });
        let aside = aside.collect();
        (SlotInventory { devices, today, ..self.inventory }, aside)
    }
}
