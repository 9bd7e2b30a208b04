//! Finds the best placement by trying every one: only devices of one model are folded, nothing is
//! left out, and a placement's value is computed here.

use std::collections::BTreeMap;

use narrows_model::{WorkloadOnTarget, predict_workloads};
use narrows_plan::device::{FormAdapter, FormFit, MovableDevice};
use narrows_plan::inventory::SlotInventory;
use narrows_plan::placement::{DeviceConnection, DeviceLocation, Placement};
use narrows_plan::request::{Constraint, PlacementRequest, PlanObjective};
use narrows_topology::Id;
use narrows_topology::graph::NodeKind;
use narrows_units::LinkWidth;
use narrows_workload::Workload;

/// Value of a placement, greater is better: its makeshifts, objectives, then moves, lanes of cards,
/// adapters, settings and free SATA ports.
pub type Worth = (i64, Vec<i64>, [i64; 5]);

type Shape = Vec<(String, Id, Option<(u8, u8)>)>;

pub struct Oracle<'a> {
    pub inventory: &'a SlotInventory,
    pub devices: &'a [MovableDevice],
    pub ask: &'a PlacementRequest,
    /// Slots that each device fits.
    fitting: Vec<Vec<DeviceLocation>>,
    rates: BTreeMap<(usize, Shape), f64>,
    best: Option<Worth>,
    all: Vec<(usize, (f64, u8, usize))>,
    /// Placements left to try; none is left when there are too many.
    left: u64,
}

impl<'a> Oracle<'a> {
    pub fn new(
        inventory: &'a SlotInventory,
        devices: &'a [MovableDevice],
        ask: &'a PlacementRequest,
        most: u64,
    ) -> Self {
        let fitting = |own: &MovableDevice| {
            let slots = inventory.slots.iter().enumerate();
            let fitting =
                slots.filter(|(_, slot)| own.fit_at_all(slot.form, &slot.devices).is_some());
            fitting.map(|(index, _)| DeviceLocation::Slot(index)).collect()
        };
        Self {
            inventory,
            devices,
            ask,
            fitting: devices.iter().map(fitting).collect(),
            rates: BTreeMap::new(),
            best: None,
            all: Vec::new(),
            left: most,
        }
    }

    /// The best of all; an error if there are more than it may try.
    pub fn best(mut self) -> Result<Option<Worth>, ()> {
        self.put(&mut Vec::new());
        if self.left == 0 { Err(()) } else { Ok(self.best) }
    }

    /// Figures of all placements without makeshifts: the first objective in MB/s, the lanes of the first device
    /// and free SATA ports; an error if there are more than it may try. Makeshift placements count only if
    /// there are no others, whatever they bring.
    pub fn all(mut self) -> Result<Vec<(f64, u8, usize)>, ()> {
        self.put(&mut Vec::new());
        let plain = self.all.into_iter().filter(|(makeshifts, _)| *makeshifts == 0);
        if self.left == 0 { Err(()) } else { Ok(plain.map(|(_, figures)| figures).collect()) }
    }

    /// The same for one; `None` if it is none.
    pub fn figures(&mut self, at: &Placement) -> Option<(f64, u8, usize)> {
        self.look(at);
        self.all.last().map(|(_, figures)| *figures)
    }

    /// Number of placements to try; `most` if there are no fewer.
    pub fn size(&self, most: u64) -> u64 {
        let settings = self.inventory.choices().into_values().map(|values| values.len() as u64 + 1);
        let each: u64 = settings.product();
        let placed = self.count(&mut Vec::new(), most.div_ceil(each));
        placed.saturating_mul(each).min(most)
    }

    fn count(&self, locations: &mut Vec<DeviceLocation>, most: u64) -> u64 {
        let places = self.locations(locations.len(), locations);
        if locations.len() + 1 == self.devices.len() {
            return places.len() as u64;
        }
        let mut counted = 0;
        for location in places {
            if counted >= most {
                break;
            }
            locations.push(location);
            counted += self.count(locations, most - counted);
            locations.pop();
        }
        counted
    }

    fn put(&mut self, locations: &mut Vec<DeviceLocation>) {
        if self.left == 0 {
            return;
        }
        let device = locations.len();
        if device == self.devices.len() {
            return self.set(locations);
        }
        for location in self.locations(device, locations) {
            locations.push(location);
            self.put(locations);
            locations.pop();
        }
    }

    fn locations(&self, device: usize, taken: &[DeviceLocation]) -> Vec<DeviceLocation> {
        let after = self.before(device).map(|twin| taken[twin]);
        let free = self.fitting[device].iter().filter(|location| !taken.contains(location));
        free.filter(|location| after.is_none_or(|after| **location > after)).copied().collect()
    }

    /// The preceding device of the same model, among those that nothing names.
    fn before(&self, device: usize) -> Option<usize> {
        let is_twin = |other: &usize| {
            self.devices[*other].model == self.devices[device].model
                && self.devices[*other].shape == self.devices[device].shape
        };
        (1..device).rev().find(is_twin).filter(|_| device > 0)
    }

    fn set(&mut self, locations: &[DeviceLocation]) {
        let mut choices = vec![BTreeMap::new()];
        for (name, values) in self.inventory.choices() {
            let mut longer = choices.clone();
            for value in values {
                longer.extend(choices.iter().cloned().map(|mut choice: BTreeMap<_, _>| {
                    choice.insert(name.to_owned(), value.to_owned());
                    choice
                }));
            }
            choices = longer;
        }
        for settings in choices {
            self.left = self.left.saturating_sub(1);
            self.look(&Placement { locations: locations.to_vec(), settings });
        }
    }

    fn look(&mut self, at: &Placement) {
        let Ok(places) = self.inventory.places(self.devices, at) else { return };
        if !self.ask.constraints.iter().all(|constraint| self.fulfils(constraint, at, &places)) {
            return;
        }
        let objectives = &self.ask.objectives;
        let scores =
            (0..objectives.len()).map(|objective| self.score(objective, at, &places)).collect();
        let moved =
            self.inventory.today.locations.iter().zip(&at.locations).filter(|(was, is)| was != is);
        let cards =
            self.devices.iter().zip(&places).filter(|(device, _)| {
                device.body.drives.is_empty() && !device.body.nodes.is_empty()
            });
        let lanes = cards.map(|(device, place)| link(device, place).map_or(0, |it| it.lanes.get()));
        let is_wasted = |place: &DeviceConnection, at: &DeviceLocation| {
            let DeviceLocation::Slot(slot) = at else { return false };
            let takes_more = self.inventory.slots[*slot].devices.len() > 1;
            place.fit == FormFit::With(FormAdapter::SataBreakout) && takes_more
        };
        let adapters = places
            .iter()
            .zip(&at.locations)
            .filter(|(place, at)| place.fit.is_adapted() || is_wasted(place, at));
        let rest = [
            -(moved.count() as i64),
            lanes.map(i64::from).sum(),
            -(adapters.count() as i64),
            -(at.settings.len() as i64),
            self.free_sata(at) as i64,
        ];
        let makeshifts = self.hidden(at) + self.hanging(&places);
        self.best = self.best.take().max(Some((-(makeshifts as i64), scores, rest)));
        let request = self.ask;
        if let Some(PlanObjective::Together(workload)) = request.objectives.first() {
            let lanes = link(&self.devices[0], &places[0]).map_or(0, |it| it.lanes.get());
            let mb_s = self.rate(0, at, &places, workload, true);
            self.all.push((makeshifts, (mb_s, lanes, self.free_sata(at))));
        }
    }

    /// Cards, each with another so close above that it is covered. Worked out from the rows alone: a
    /// graphics card of unknown thickness covers two.
    fn hidden(&self, at: &Placement) -> usize {
        let upright = ["x16", "x8", "x4", "x1"];
        let stands = |(device, location): (&'a MovableDevice, &DeviceLocation)| {
            let DeviceLocation::Slot(slot) = location else { panic!("{location:?}") };
            let slot = &self.inventory.slots[*slot];
            let form = slot.form.map(|form| form.to_string()).unwrap_or_default();
            upright.contains(&form.as_str()).then_some((device, slot.row?))
        };
        let all: Vec<(&MovableDevice, u8)> =
            self.devices.iter().zip(&at.locations).filter_map(stands).collect();
        let reach = |device: &MovableDevice| match device.thickness {
            Some(thickness) => thickness.slots.ceil() as u8 - 1,
            None if device.kind() == Some(NodeKind::Gpu) => 2,
            None => 0,
        };
        let pairs = all.iter().flat_map(|above| all.iter().map(move |below| (above, below)));
        let is_graphics = |device: &MovableDevice| device.kind() == Some(NodeKind::Gpu);
        // Graphics cards two rows apart, not known to be thicker: less bad.
        let weight =
            |((card, row), (below, at)): (&(&MovableDevice, u8), &(&MovableDevice, u8))| {
                let is_close = card.thickness.is_none() && at - row > 1;
                if is_close && is_graphics(card) && is_graphics(below) { 1 } else { 3 }
            };
        let hidden =
            pairs.filter(|((card, row), (_, below))| (row + 1..=row + reach(card)).contains(below));
        hidden.map(weight).sum()
    }

    /// Cards on cables; a graphics card is the last to hang on one.
    fn hanging(&self, places: &[DeviceConnection]) -> usize {
        let risers = [
            FormAdapter::PcieToM2,
            FormAdapter::PcieToOcuLink,
            FormAdapter::PcieToSlimSas,
            FormAdapter::PcieToMcio,
            FormAdapter::PcieToShortSlot,
        ];
        let on =
            |place: &&DeviceConnection| risers.iter().any(|it| place.fit == FormFit::With(*it));
        let pairs = self.devices.iter().zip(places).filter(|(_, place)| on(place));
        pairs.map(|(card, _)| if card.kind() == Some(NodeKind::Gpu) { 24 } else { 3 }).sum()
    }

    fn fulfils(
        &self,
        constraint: &Constraint,
        at: &Placement,
        places: &[DeviceConnection],
    ) -> bool {
        let lanes = |device: usize| link(&self.devices[device], &places[device]);
        match *constraint {
            Constraint::Lanes(device, least) => {
                lanes(device).is_some_and(|it| it.lanes.get() >= least)
            }
            Constraint::FullLink(device) => lanes(device) == self.devices[device].link,
            Constraint::FreeSata(ports) => self.free_sata(at) >= ports,
            Constraint::OnProcessor(device) => !self.is_below_chipset(&places[device].on),
            Constraint::OnChipset(device) => self.is_below_chipset(&places[device].on),
            _ => panic!("{constraint:?}"),
        }
    }

    fn is_below_chipset(&self, on: &Id) -> bool {
        self.inventory.fixed.topology.path(on).any(|(_, node)| node.kind == NodeKind::Chipset)
    }

    fn free_sata(&self, at: &Placement) -> usize {
        let offers = self.inventory.offers(self.devices, at);
        let slots = self.inventory.slots.iter().enumerate();
        let free = slots.filter(|(index, slot)| {
            slot.devices == [narrows_catalog::board::SlotBus::Sata]
                && offers[&slot.id].is_some()
                && !at.locations.contains(&DeviceLocation::Slot(*index))
        });
        free.count()
    }

    fn score(&mut self, objective: usize, at: &Placement, places: &[DeviceConnection]) -> i64 {
        let request = self.ask;
        match &request.objectives[objective] {
            PlanObjective::Together(workload) => {
                step(self.rate(objective, at, places, workload, true))
            }
            PlanObjective::Each(workload) => {
                step(self.rate(objective, at, places, workload, false))
            }
            PlanObjective::FreeSata => self.free_sata(at) as i64 * 1000,
            PlanObjective::LanesOf(device) => {
                let raw = link(&self.devices[*device], &places[*device])
                    .map_or(0.0, |link| narrows_topology::capacity::raw(link).get());
                // A third-generation lane: the processors of all these boards have it, except the
                // oldest, for which the highest rate of any slot counts.
                let fastest = |of_chipset: bool| {
                    let slots = self.inventory.slots.iter();
                    let slots = slots.filter(|it| of_chipset || !self.is_below_chipset(&it.on));
                    slots.filter_map(|slot| slot.link).map(|link| link.rate).max()
                };
                // Small computers have slots of the chipset alone.
                let rate = fastest(false).or_else(|| fastest(true)).unwrap();
                let one = LinkWidth::new(rate.generation(), 1).unwrap();
                (raw / narrows_topology::capacity::raw(one).get() * 1000.0).round() as i64
            }
            other => panic!("{other:?}"),
        }
    }

    fn rate(
        &mut self,
        objective: usize,
        at: &Placement,
        places: &[DeviceConnection],
        workload: &Workload,
        together: bool,
    ) -> f64 {
        let of = |(device, place): (&MovableDevice, &DeviceConnection)| {
            let wide = |link: LinkWidth| (link.rate.generation(), link.lanes.get());
            (device.model.clone(), place.on.clone(), place.offered.map(wide))
        };
        let mut shape: Shape = self.devices.iter().zip(places).map(of).collect();
        shape.sort();
        let (inventory, devices) = (self.inventory, self.devices);
        *self.rates.entry((objective, shape)).or_insert_with(|| {
            let machine = inventory.machine(devices, at, &[]).unwrap();
            let drives = machine.topology.drives.keys();
            let tasks: Vec<WorkloadOnTarget> =
                drives.map(|id| WorkloadOnTarget::new(id, workload)).collect();
            let mb_s = |tasks: &[WorkloadOnTarget]| -> f64 {
                predict_workloads(&machine, tasks).iter().map(|it| it.rate.as_mb_s()).sum()
            };
            match together {
                true => mb_s(&tasks),
                false => tasks.chunks(1).map(mb_s).fold(f64::INFINITY, f64::min),
            }
        })
    }
}

fn link(device: &MovableDevice, place: &DeviceConnection) -> Option<LinkWidth> {
    match (device.link, place.offered) {
        (Some(own), Some(offered)) => Some(own.common(offered)),
        (own, offered) => own.or(offered),
    }
}

/// Steps of 0.1 %.
fn step(mb_s: f64) -> i64 {
    if mb_s > 0.0 && mb_s.is_finite() { (mb_s.ln() * 1000.0).round() as i64 } else { i64::MIN }
}
