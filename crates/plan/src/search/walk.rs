//! The walk over placements: device by device, pruning those that cannot be better.

use super::bound::{FirstScore, SearchBound};
use super::fold::SlotFold;
use super::off::{self, SlotOffRule};
use super::options;
use super::room;
use super::settings;
use crate::evaluate::{PlacementJudge, PlacementScore, PlacementView, RatesMemo};
use crate::placement::{DeviceLocation, Placement};
use crate::request::Constraint;
use crate::result::OptimalityProof;

#[derive(Clone, Debug)]
pub struct RankedPlacement {
    pub placement: Placement,
    pub worth: PlacementScore,
}

/// A place to try for a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkChoice {
    Slot(usize),
    Carrier(usize),
}

/// Places that can be exchanged for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlaceClass {
    /// Slots of one kind, see [`SlotFold::kind`].
    Slot(usize),
    Bay(usize, u8),
}

pub struct PlacementWalk<'j> {
    judge: &'j PlacementJudge<'j>,
    /// Devices in the order in which they are put.
    order: Vec<usize>,
    /// Where each device can be, the best first.
    options: Vec<Vec<WalkChoice>>,
    bound: SearchBound<'j>,
    fold: SlotFold,
    off: Vec<SlotOffRule>,
    memo: RatesMemo,
    locations: Vec<Option<DeviceLocation>>,
    /// The option taken at each step.
    taken: Vec<usize>,
    kept: Vec<RankedPlacement>,
    top: usize,
    /// Number of placements looked for: those that cannot be among them are pruned.
    sought: usize,
    tried: u64,
    steps: u64,
    /// Tried when the walk began.
    start: u64,
    most: u64,
    first_is_enough: bool,
    /// Prunes placements that only tie with the worst kept in objectives.
    objectives_only: bool,
    /// Upper bound on the first objective in the part skipped for want of effort.
    left: f64,
}

/// Steps for each placement that may be evaluated: they cost about so much less.
pub const STEPS: u64 = 8;

impl<'j> PlacementWalk<'j> {
    /// A walk over all placements for the best one, keeping the best `top` found, and evaluating at most
    /// `most`.
    pub fn new(judge: &'j PlacementJudge<'j>, most: u64, top: usize) -> Self {
        let offerings = options::offerings(judge.inventory);
        let slots = options::slots(judge, &offerings);
        let bound = SearchBound::new(judge, &offerings, &slots);
        // Possible places of each device: slots by its throughput there, then by a card's lanes,
        // then in the board's order; then bays.
        let slots: &[Vec<usize>] = &slots;
        let lanes = |slot: usize| {
            let links = offerings[slot].links.iter().flatten();
            links.map(|link| link.raw_gt_s() as i64).max().unwrap_or_default()
        };
        let of = |(device, slots): (usize, &Vec<usize>)| {
            let mut slots = slots.clone();
            let card = judge.devices[device].is_card();
            slots.sort_by_key(|&slot| {
                // In whole MB/s: the last digits must not override the order by lanes.
                let rate = bound.alone(device, slot);
                (-(rate.round() as i64), if card { -lanes(slot) } else { 0 }, slot)
            });
            let slots = slots.into_iter().map(WalkChoice::Slot);
            slots.chain(carriers(judge, device)).collect()
        };
        let options: Vec<Vec<WalkChoice>> = slots.iter().enumerate().map(of).collect();
        let order = order(judge, &options);
        Self {
            judge,
            order,
            options,
            bound,
            fold: SlotFold::new(judge),
            off: off::rules(judge.inventory),
            memo: RatesMemo::new(),
            locations: vec![None; judge.devices.len()],
            taken: Vec::new(),
            kept: Vec::new(),
            top,
            sought: 1,
            tried: 0,
            steps: 0,
            start: 0,
            most,
            first_is_enough: false,
            objectives_only: false,
            left: f64::NEG_INFINITY,
        }
    }

    /// Looks for any placement, if none is found yet. Returns whether there is one; `None` if the
    /// effort ended before that was clear.
    pub fn find_any(&mut self) -> Option<bool> {
        if self.kept.is_empty() {
            let devices = 0..self.judge.devices.len();
            let places: Vec<Vec<DeviceLocation>> = devices.map(|it| self.places_of(it)).collect();
            // Matching finds too few places at once; a walk would try every order of the devices.
            if !room::is_enough(&places) {
                return Some(false);
            }
            self.first_is_enough = true;
            self.go(self.most);
            self.first_is_enough = false;
        }
        let has_one = !self.kept.is_empty();
        (has_one || !self.is_over()).then_some(has_one)
    }

    /// Walks over all that may have better objectives than the worst kept, until `until` placements were
    /// evaluated in total. Returns whether it finished.
    pub fn prove(&mut self, until: u64) -> bool {
        self.objectives_only = true;
        self.left = f64::NEG_INFINITY;
        self.go(until);
        self.objectives_only = false;
        !self.is_over()
    }

    /// Walks over all that may be better than the worst kept, be it by fewer moves or adapters alone.
    pub fn go(&mut self, until: u64) {
        self.steps = 0;
        self.start = self.tried;
        self.most = until.max(self.tried);
        self.step(0);
    }

    /// From here on it looks for as many as are kept, not for the best alone.
    pub fn look_for_all(&mut self) {
        self.sought = self.top;
    }

    /// Whether nothing can have better objectives than the best found, if that is clear without a walk.
    pub fn is_best(&self) -> bool {
        self.kept.first().is_some_and(|best| self.bound.are_all_below(&best.worth.rank))
    }

    /// How far the best may be from the part left out, if its walk did not complete.
    pub fn gap(&self) -> OptimalityProof {
        let nothing = vec![None; self.judge.devices.len()];
        let Some(best) = self.kept.first() else { return OptimalityProof::Gap(f64::INFINITY) };
        // What was skipped is below `left`, everything is below the other.
        let above = self.most(&nothing).unwrap_or_default().min(self.left);
        let reached = best.worth.scores.first().copied().unwrap_or_default();
        // A score of 0, such as no moves, must not be divided by.
        OptimalityProof::Gap(((above - reached) / reached.abs().max(f64::MIN_POSITIVE)).max(0.0))
    }

    /// Looks at the placement of the linear programme's optimum.
    pub fn round_off(&mut self) {
        if let Some(locations) = self.bound.linear_locations() {
            self.look(&Placement { locations, ..Placement::default() });
        }
    }

    /// Upper bound on the first criteria of a placement.
    pub fn first_compared(&self, locations: &[DeviceLocation]) -> FirstScore {
        self.bound.first_compared(&all_placed(locations))
    }

    /// Whether `top` placements are kept and this one is certainly no better.
    pub fn cannot_be_kept(&self, locations: &[DeviceLocation]) -> bool {
        let worst = self.kept.get(self.top - 1);
        let is_below = |worst: &RankedPlacement| {
            self.bound.is_below(&all_placed(locations), &worst.worth.rank, false)
        };
        worst.is_some_and(is_below)
    }

    /// Upper bound on the first objective; `None` without objectives.
    pub fn most(&self, locations: &[Option<DeviceLocation>]) -> Option<f64> {
        let most = self.bound.first(locations)?;
        // The linear programme knows no partial placements.
        let nothing = locations.iter().all(Option::is_none);
        let linear = if nothing { self.bound.linear() } else { None };
        Some(linear.map_or(most, |linear| linear.min(most)))
    }

    pub fn places_of(&self, device: usize) -> Vec<DeviceLocation> {
        let locations = self.options[device].iter().flat_map(|choice| match *choice {
            WalkChoice::Slot(slot) => vec![DeviceLocation::Slot(slot)],
            WalkChoice::Carrier(carrier) => (0..self.judge.devices[carrier].bays)
                .map(|bay| DeviceLocation::Bay(carrier, bay))
                .collect(),
        });
        locations.collect()
    }

    /// A placement without the names of devices and places that can be exchanged for each other.
    pub fn outline(&self, locations: &[DeviceLocation]) -> Vec<(usize, PlaceClass)> {
        let of = |(device, location): (usize, &DeviceLocation)| {
            (self.class(device), self.kind(*location))
        };
        let mut outline: Vec<_> = locations.iter().enumerate().map(of).collect();
        outline.sort();
        outline
    }

    /// The first device that a device can be exchanged for.
    pub fn class(&self, device: usize) -> usize {
        self.judge.alike[device]
    }

    /// Class of the places that a place can be exchanged for.
    pub fn kind(&self, location: DeviceLocation) -> PlaceClass {
        match location {
            DeviceLocation::Slot(slot) => PlaceClass::Slot(self.fold.kind(slot)),
            DeviceLocation::Bay(carrier, bay) => PlaceClass::Bay(carrier, bay),
        }
    }

    /// The best found, best first.
    pub fn kept(&self) -> &[RankedPlacement] {
        &self.kept
    }

    pub fn tried(&self) -> u64 {
        self.tried
    }

    fn is_over(&self) -> bool {
        let has_one = self.first_is_enough && !self.kept.is_empty();
        let most_steps = (self.most - self.start).saturating_mul(STEPS);
        has_one || self.tried >= self.most || self.steps >= most_steps || self.is_late()
    }

    /// Whether the time is over.
    pub fn is_late(&self) -> bool {
        (self.judge.late)()
    }

    fn step(&mut self, depth: usize) {
        let Some(&device) = self.order.get(depth) else { return self.arrive() };
        for option in self.from(depth)..self.options[device].len() {
            let is_over = self.is_over();
            // In a proof the walk goes on to bound all that it skips: `left` must cover it.
            if is_over && !self.objectives_only {
                return;
            }
            // Once the time is over, not even hundreds of slots get bounds of their own: all of
            // them have the bound of the part that extends to them.
            if is_over && self.is_late() {
                return self.leave_out();
            }
            self.steps += 1;
            let Some(location) = self.enter(device, option) else { continue };
            if !self.is_hopeless() {
                match is_over {
                    true => self.leave_out(),
                    false => self.step(depth + 1),
                }
            }
            self.leave(device, location);
        }
    }

    /// Nothing that goes on from here is looked at.
    fn leave_out(&mut self) {
        let above = self.bound.first(&self.locations).unwrap_or_default();
        self.left = self.left.max(above);
    }

    /// Devices that can be exchanged for each other are put in order.
    fn from(&self, depth: usize) -> usize {
        let Some(before) = depth.checked_sub(1) else { return 0 };
        // Equal devices in rising order of their options: every other order is the same placement
        // with names exchanged.
        let (device, last) = (self.order[depth], self.order[before]);
        if self.judge.alike[device] != self.judge.alike[last] {
            return 0;
        }
        let option = self.taken[before];
        match self.options[device][option] {
            WalkChoice::Slot(_) => option + 1,
            // A carrier has several bays: the next equal device may go into the same one.
            WalkChoice::Carrier(_) => option,
        }
    }

    fn enter(&mut self, device: usize, option: usize) -> Option<DeviceLocation> {
        let location = match self.options[device][option] {
            WalkChoice::Slot(slot) => {
                let location = DeviceLocation::Slot(slot);
                let free = !self.locations.contains(&Some(location));
                (free && self.fold.is_first(slot)).then_some(location)?
            }
            WalkChoice::Carrier(carrier) => self.free_bay(device, carrier)?,
        };
        self.locations[device] = Some(location);
        if self.off.iter().any(|rule| rule.forbids(self.judge, &self.locations))
            || self.bound.slows_cards(&self.locations)
        {
            self.locations[device] = None;
            return None;
        }
        self.taken.push(option);
        if let DeviceLocation::Slot(slot) = location {
            self.fold.enter(slot);
        }
        Some(location)
    }

    fn leave(&mut self, device: usize, location: DeviceLocation) {
        self.taken.pop();
        self.locations[device] = None;
        if let DeviceLocation::Slot(slot) = location {
            self.fold.leave(slot);
        }
    }

    /// The first free bay; the one that a constraint names for the device.
    fn free_bay(&self, device: usize, carrier: usize) -> Option<DeviceLocation> {
        let named = bay_named(self.judge, device);
        let mut bays = (0..self.judge.devices[carrier].bays)
            .filter(|bay| named.is_none_or(|named| named == *bay))
            .map(|bay| DeviceLocation::Bay(carrier, bay));
        bays.find(|bay| !self.locations.contains(&Some(*bay)))
    }

    /// Nothing that goes on from here can be among the best.
    fn is_hopeless(&self) -> bool {
        // The best found has fewer makeshifts: placements that gain by having more are not among
        // the next best either.
        let most = self.kept.first().map(|best| best.worth.rank.makeshifts);
        if most.is_some_and(|most| -(self.bound.makeshifts(&self.locations) as i64) < most) {
            return true;
        }
        // While fewer are kept, any placement is one of them.
        let Some(worst) = self.kept.get(self.sought - 1) else { return false };
        self.bound.is_below(&self.locations, &worst.worth.rank, self.objectives_only)
    }

    fn arrive(&mut self) {
        let locations: Option<Vec<DeviceLocation>> = self.locations.iter().copied().collect();
        let Some(locations) = locations else { return };
        let at = Placement { locations, ..Placement::default() };
        for settings in settings::choices(self.judge, &at) {
            if self.is_over() {
                return self.leave_out();
            }
            self.look(&Placement { settings, ..at.clone() });
        }
    }

    /// Evaluates one placement.
    pub fn look(&mut self, at: &Placement) {
        self.tried += 1;
        let judge = self.judge;
        let Ok(view) = PlacementView::new(judge, at) else { return };
        let Ok(worth) = judge.worth(&view, &mut self.memo) else { return };
        self.keep(RankedPlacement { placement: at.clone(), worth });
    }

    /// Keeps the best of those with equal objectives, and of all only those with the fewest
    /// makeshifts.
    fn keep(&mut self, new: RankedPlacement) {
        let rank = |kept: &RankedPlacement| kept.worth.rank.clone();
        let makeshifts = new.worth.rank.makeshifts;
        if self.kept.first().is_some_and(|best| best.worth.rank.makeshifts > makeshifts) {
            return;
        }
        self.kept.retain(|kept| kept.worth.rank.makeshifts == makeshifts);
        let same = |kept: &RankedPlacement| kept.worth.rank.objectives == new.worth.rank.objectives;
        match self.kept.iter().position(same) {
            Some(at) if rank(&self.kept[at]) < rank(&new) => self.kept[at] = new,
            Some(_) => {}
            None => {
                let at = self.kept.partition_point(|kept| rank(kept) > rank(&new));
                self.kept.insert(at, new);
                self.kept.truncate(self.top);
            }
        }
    }
}

/// A whole placement as a part of one.
pub fn all_placed(locations: &[DeviceLocation]) -> Vec<Option<DeviceLocation>> {
    locations.iter().copied().map(Some).collect()
}

fn carriers(judge: &PlacementJudge<'_>, device: usize) -> Vec<WalkChoice> {
    let own = &judge.devices[device];
    let carriers = judge.devices.iter().enumerate();
    let may = |card: usize| {
        judge.request.constraints.iter().all(|constraint| match *constraint {
            Constraint::On(of, on) if of == device => on == card,
            Constraint::Stays(of) if of == device => {
                bay_of_today(judge, of).is_some_and(|(carrier, _)| carrier == card)
            }
            _ => true,
        })
    };
    let carriers = carriers.filter(|(card, it)| own.fit_in_bay(it).is_some() && may(*card));
    carriers.map(|(carrier, _)| WalkChoice::Carrier(carrier)).collect()
}

/// The carrier and bay that a device is in today.
fn bay_of_today(judge: &PlacementJudge<'_>, device: usize) -> Option<(usize, u8)> {
    match judge.inventory.today.locations.get(device)? {
        DeviceLocation::Bay(carrier, bay) => Some((*carrier, *bay)),
        DeviceLocation::Slot(_) => None,
    }
}

/// The bay, counted from 0, that a constraint names for a device: `a@PCIE3/2`, or today's if it is to stay.
fn bay_named(judge: &PlacementJudge<'_>, device: usize) -> Option<u8> {
    judge.request.constraints.iter().find_map(|constraint| match constraint {
        Constraint::At(of, name) if *of == device => {
            // A connector's part can have such a name itself: then the number counts no bays.
            let is_slot = judge.inventory.slot(name).is_some();
            let (_, number) = name.rsplit_once('/').filter(|_| !is_slot)?;
            number.parse::<u8>().ok()?.checked_sub(1)
        }
        Constraint::Stays(of) if *of == device => bay_of_today(judge, device).map(|(_, bay)| bay),
        _ => None,
    })
}

/// Carriers first, then cards, then devices with a named bay, so that no other has taken it; then those with the
/// fewest options, the same kind together.
fn order(judge: &PlacementJudge<'_>, options: &[Vec<WalkChoice>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..judge.devices.len()).collect();
    order.sort_by_key(|&device| {
        let is_carrier = judge.devices[device].bays > 0;
        let is_card = judge.devices[device].is_card();
        let has_bay = bay_named(judge, device).is_some();
        (!is_carrier, !is_card, !has_bay, options[device].len(), judge.alike[device], device)
    });
    order
}
