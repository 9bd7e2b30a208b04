//! Upper bounds on placements that extend a partial one.
//!
//! The combined rate is at most a maximum flow: each drive brings no more than it does alone in its
//! location, and no link above it carries more than its capacity, whoever shares it. Devices that are
//! not placed yet count with the best that any of them would do in each free slot; how many slots
//! they take is limited, which slots is not. The links form a tree, so the maximum flow with `k` more
//! slots grows by ever smaller steps, and adding up the steps from the leaves to the root finds it.

mod alone;
mod arrays;
mod cards;
mod host;
mod tree;

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use narrows_topology::Id;
use narrows_topology::capacity::{self, LinkDirection};
use narrows_units::LinkWidth;
use narrows_workload::Workload;

use super::linear::LinearOptimum;
use super::options::{self, SlotOffering, most_payload};
use alone::AloneModel;
use arrays::ArrayBounds;
use cards::LineRateCards;
use host::HostBound;
use tree::{LinkFilling, tree};

pub use alone::AloneRates;
pub use tree::LinkTree;

use crate::device::{MovableDevice, common};
use crate::evaluate::{self, PlacementJudge, PlacementRank};
use crate::makeshift;
use crate::placement::DeviceLocation;
use crate::request::{ArrayConstraint, PlanObjective};

/// Bounds for one request.
pub struct SearchBound<'j> {
    judge: &'j PlacementJudge<'j>,
    objectives: Vec<ObjectiveBound>,
    /// The most lanes that each card has in each slot.
    lanes: Vec<Vec<i64>>,
    /// The most that each drive's link carries in each slot, and last in any place.
    drive_links: Vec<Vec<i64>>,
    slots: Vec<Vec<usize>>,
}

enum ObjectiveBound {
    Flow(Box<FlowBound>),
    /// All together to a card, whose link carries so much.
    Sum(AloneRates, f64),
    Least(AloneRates),
    /// One drive, or the members of an array.
    Of(AloneRates, Vec<usize>),
    /// One device, by slot; and the most of all its places.
    InventorySlot(usize, Vec<f64>, f64),
    Moves,
    FreeSata,
    None,
}

/// Limits on the total throughput.
struct FlowBound {
    rates: AloneRates,
    tree: LinkTree,
    /// Limit set by processor and memory, in MB/s.
    host: f64,
    arrays: ArrayBounds,
    cards: Option<LineRateCards>,
    /// The optimum of the linear programme, once computed.
    solved: OnceCell<Option<LinearOptimum>>,
}

/// Arithmetic in another order ends in other rounding.
const ROUNDING: f64 = 1.0 + 1e-9;

/// The solver stops within this of an optimum.
const SOLVED: f64 = 1.0 + 1e-6;

type Locations = [Option<DeviceLocation>];

/// The criteria by which placements are compared first: makeshifts, below 0, and the first objective as it
/// is compared. Greater is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FirstScore(i64, Option<i64>);

impl FirstScore {
    /// Of a placement that was looked at.
    pub fn of(rank: &PlacementRank) -> Self {
        Self(rank.makeshifts, rank.objectives.first().copied())
    }
}

impl<'j> SearchBound<'j> {
    /// For the judge's request and all places that its devices can be in.
    pub fn of(judge: &'j PlacementJudge<'j>) -> Self {
        let offerings = options::offerings(judge.inventory);
        Self::new(judge, &offerings, &options::slots(judge, &offerings))
    }

    /// For the judge's request.
    pub fn new(
        judge: &'j PlacementJudge<'j>,
        offerings: &[SlotOffering],
        slots: &[Vec<usize>],
    ) -> Self {
        let objectives = judge.request.objectives.iter();
        let objectives = objectives.map(|it| limit(judge, it, offerings, slots)).collect();
        let lanes = judge.devices.iter().map(|device| lanes(device, offerings)).collect();
        let drive_links = judge.devices.iter().map(|it| drive_links(it, offerings)).collect();
        Self { judge, objectives, lanes, drive_links, slots: slots.to_vec() }
    }

    /// No placement that goes on from here ranks above this.
    pub fn rank(&self, locations: &Locations) -> PlacementRank {
        let above: Vec<f64> =
            self.objectives.iter().map(|limit| self.above(limit, locations)).collect();
        PlacementRank {
            makeshifts: -(self.makeshifts(locations) as i64),
            objectives: evaluate::steps(&self.judge.request.objectives, &above),
            crossings: -(evaluate::crossings(self.judge, locations) as i64),
            moves: -(self.moves(locations) as i64),
            card_lanes: most(&self.lanes, locations),
            adapters: -(self.adapters(locations) as i64),
            settings: 0,
            free_sata: self.free_sata(locations) as i64,
            drive_links: most(&self.drive_links, locations),
        }
    }

    /// Upper bound on the first criteria of any placement that extends this one.
    pub fn first_compared(&self, locations: &Locations) -> FirstScore {
        let objectives = self.judge.request.objectives.get(..1).unwrap_or_default();
        let above: Vec<f64> = self.first(locations).into_iter().collect();
        let steps = evaluate::steps(objectives, &above);
        FirstScore(-(self.makeshifts(locations) as i64), steps.first().copied())
    }

    /// Lower bound on the makeshifts of any placement that extends this one.
    pub fn makeshifts(&self, locations: &Locations) -> usize {
        makeshift::cost(self.judge, locations)
    }

    /// Whether no placement that extends this one is better than the given; by makeshifts and
    /// objectives alone, if nothing else is to count.
    pub fn is_below(
        &self,
        locations: &Locations,
        than: &PlacementRank,
        objectives_only: bool,
    ) -> bool {
        match self.compared(locations, than, |limit| self.above(limit, locations)) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => objectives_only || self.rank(locations) <= *than,
        }
    }

    /// Whether no placement at all has better objectives than this, or fewer makeshifts. Uses the
    /// linear programme, too: it knows that devices share slots.
    pub fn are_all_below(&self, than: &PlacementRank) -> bool {
        let nothing = vec![None; self.judge.devices.len()];
        let above = |limit: &ObjectiveBound| {
            let most = self.above(limit, &nothing);
            self.linear_of(limit).map_or(most, |linear| linear.min(most))
        };
        self.compared(&nothing, than, above) != Ordering::Greater
    }

    /// Compares the fewest makeshifts and highest objectives that an extension of this may have with
    /// those reached.
    fn compared(
        &self,
        locations: &Locations,
        than: &PlacementRank,
        above: impl Fn(&ObjectiveBound) -> f64,
    ) -> Ordering {
        let mut order = (-(self.makeshifts(locations) as i64)).cmp(&than.makeshifts);
        let limits = self.judge.request.objectives.iter().zip(&self.objectives);
        for ((objective, limit), reached) in limits.zip(&than.objectives) {
            if order.is_ne() {
                return order;
            }
            // In steps, as ranks have them: a bound in the same step as the rate is not below it.
            let above = evaluate::steps(std::slice::from_ref(objective), &[above(limit)]);
            order = above.first().cmp(&Some(reached));
        }
        order
    }

    /// Whether a constraint for line rate is broken already.
    pub fn slows_cards(&self, locations: &Locations) -> bool {
        self.objectives.iter().any(|limit| match limit {
            ObjectiveBound::Flow(flow) => flow
                .cards
                .as_ref()
                .is_some_and(|cards| cards.is_slowed(&flow.tree, &flow.rates, locations)),
            _ => false,
        })
    }

    /// Upper bound on the first objective; `None` without objectives.
    pub fn first(&self, locations: &Locations) -> Option<f64> {
        self.objectives.first().map(|limit| self.above(limit, locations))
    }

    /// The same by a linear programme, which knows that devices share slots; `None` if the first objective
    /// is not a combined rate.
    pub fn linear(&self) -> Option<f64> {
        self.linear_of(self.objectives.first()?)
    }

    fn linear_of(&self, limit: &ObjectiveBound) -> Option<f64> {
        let ObjectiveBound::Flow(flow) = limit else { return None };
        let linear = self.solved(flow)?.most * SOLVED;
        let nothing = vec![None; self.judge.devices.len()];
        // The programme has no rows for arrays, whose processor time is a limit of its own.
        Some(linear.min(flow.arrays.most(&flow.rates, &nothing) * ROUNDING))
    }

    /// The locations of all devices by the linear programme; `None` if it has no optimum, or splits a
    /// device over several locations that others take.
    pub fn linear_locations(&self) -> Option<Vec<DeviceLocation>> {
        match self.objectives.first()? {
            ObjectiveBound::Flow(flow) => {
                super::linear::locations(self.judge, &self.slots, self.solved(flow)?)
            }
            _ => None,
        }
    }

    fn solved<'f>(&self, flow: &'f FlowBound) -> Option<&'f LinearOptimum> {
        let solve = || super::linear::solved(self.judge, &flow.rates, &flow.tree, &self.slots);
        flow.solved.get_or_init(solve).as_ref()
    }

    /// Throughput of a device alone in a slot, for the first objective that is a rate.
    pub fn alone(&self, device: usize, slot: usize) -> f64 {
        let rates = self.objectives.iter().find_map(|limit| match limit {
            ObjectiveBound::Flow(flow) => Some(&flow.rates),
            ObjectiveBound::Sum(rates, _)
            | ObjectiveBound::Least(rates)
            | ObjectiveBound::Of(rates, _) => Some(rates),
            _ => None,
        });
        rates.map_or(0.0, |rates| rates.in_slot[device][slot])
    }

    fn above(&self, limit: &ObjectiveBound, locations: &Locations) -> f64 {
        match limit {
            ObjectiveBound::Flow(flow) => self.flow(flow, locations) * ROUNDING,
            // Where in the tree the drives are does not lower this: flows to the card may stay
            // below its switch.
            ObjectiveBound::Sum(rates, most) => {
                rates.anywhere.iter().sum::<f64>().min(*most) * ROUNDING
            }
            ObjectiveBound::Least(rates) => self.least(rates, locations) * ROUNDING,
            ObjectiveBound::Of(rates, devices) => {
                devices.iter().map(|&device| rates.of(device, locations)).sum::<f64>() * ROUNDING
            }
            ObjectiveBound::InventorySlot(device, scores, most) => match locations[*device] {
                Some(DeviceLocation::Slot(slot)) => scores[slot],
                _ => *most,
            },
            ObjectiveBound::Moves => -(self.moves(locations) as f64),
            ObjectiveBound::FreeSata => self.free_sata(locations) as f64,
            ObjectiveBound::None => f64::INFINITY,
        }
    }

    /// The slowest of the arrays and the drives in none; the sum of an array's members bounds the
    /// array from above.
    fn least(&self, rates: &AloneRates, locations: &Locations) -> f64 {
        let arrays = &self.judge.request.arrays;
        let in_array = |device: &usize| arrays.iter().any(|array| array.members.contains(device));
        let has_drive = |device: &usize| !self.judge.devices[*device].body.drives.is_empty();
        let single = (0..locations.len()).filter(|device| !in_array(device)).filter(has_drive);
        let of_array = |array: &ArrayConstraint| -> f64 {
            array.members.iter().map(|&device| rates.of(device, locations)).sum()
        };
        let all =
            single.map(|device| rates.of(device, locations)).chain(arrays.iter().map(of_array));
        all.fold(f64::INFINITY, f64::min)
    }

    fn flow(&self, flow: &FlowBound, locations: &Locations) -> f64 {
        let FlowBound { rates, tree, host, arrays, cards, .. } = flow;
        let mut filling = LinkFilling::new(tree);
        let left: Vec<usize> =
            (0..locations.len()).filter(|&device| locations[device].is_none()).collect();
        for (device, location) in locations.iter().enumerate() {
            let Some(location) = *location else { continue };
            filling.flows(tree.above(self.slot(location, locations)), rates.at(device, location));
        }
        for (above, rate) in self.open(rates, tree, locations, &left) {
            filling.may_flow(above, rate);
        }
        // Each remaining drive takes one of these steps, and all of them bring no more than each
        // does alone.
        let drives = left.iter().filter(|&&device| rates.most[device] > 0.0);
        let alone: f64 = drives.clone().map(|&device| rates.most[device]).sum();
        let carry = match cards {
            Some(cards) => cards.leave(tree, locations),
            None => tree.links.iter().map(|(_, most)| *most).collect(),
        };
        let (flow, steps) = filling.total(tree, &carry);
        (flow + steps.iter().take(drives.count()).sum::<f64>().min(alone))
            .min(*host)
            .min(arrays.most(rates, locations))
    }

    /// Free locations, each with the highest rate of any remaining device there.
    fn open(
        &self,
        rates: &AloneRates,
        tree: &LinkTree,
        locations: &Locations,
        left: &[usize],
    ) -> Vec<(Option<usize>, f64)> {
        // By slot and not in a tree: this runs at each step of a walk.
        let mut by_slot: Vec<Option<f64>> = vec![None; tree.of_slot.len()];
        // Devices of a class have the same rates everywhere: one of them is enough.
        let classes: BTreeSet<usize> =
            left.iter().map(|&device| self.judge.alike[device]).collect();
        for &device in classes.iter().filter(|&&device| rates.most[device] > 0.0) {
            for &slot in &self.slots[device] {
                let most = by_slot[slot].unwrap_or_default();
                by_slot[slot] = Some(most.max(rates.in_slot[device][slot]));
            }
        }
        for location in locations.iter().flatten() {
            if let DeviceLocation::Slot(slot) = *location {
                by_slot[slot] = None;
            }
        }
        let slots = by_slot.into_iter().enumerate();
        let slots = slots.filter_map(|(slot, rate)| Some((tree.above(Some(slot)), rate?)));
        let most = left.iter().map(|&device| rates.anywhere[device]).fold(0.0, f64::max);
        let bays = self.judge.devices.iter().enumerate().flat_map(|(carrier, card)| {
            (0..card.bays).map(move |bay| DeviceLocation::Bay(carrier, bay))
        });
        let bays = bays.filter(|bay| !locations.contains(&Some(*bay)));
        let bays = bays.map(|bay| (tree.above(self.slot(bay, locations)), most));
        slots.chain(bays).collect()
    }

    /// The slot that a location is in; none in the bay of a carrier that is not placed.
    fn slot(&self, location: DeviceLocation, locations: &Locations) -> Option<usize> {
        match location {
            DeviceLocation::Slot(slot) => Some(slot),
            DeviceLocation::Bay(carrier, _) => match locations[carrier] {
                Some(DeviceLocation::Slot(slot)) => Some(slot),
                _ => None,
            },
        }
    }

    /// The devices that move at least.
    fn moves(&self, locations: &Locations) -> usize {
        let today = &self.judge.inventory.today.locations;
        let mut classes: BTreeMap<usize, (Vec<DeviceLocation>, Vec<DeviceLocation>, usize)> =
            BTreeMap::new();
        for (device, location) in locations.iter().enumerate() {
            let (was, is, left) = classes.entry(self.judge.alike[device]).or_default();
            was.extend(today.get(device).copied().map(evaluate::host));
            match location {
                Some(location) => is.push(evaluate::host(*location)),
                None => *left += 1,
            }
        }
        // Each device that is not placed yet may still go to where one of its class is today.
        let of = |(was, is, left): (Vec<DeviceLocation>, Vec<DeviceLocation>, usize)| {
            evaluate::gone(was, is).saturating_sub(left)
        };
        classes.into_values().map(of).sum()
    }

    fn adapters(&self, locations: &Locations) -> usize {
        let needs = |(device, location): &(usize, &Option<DeviceLocation>)| {
            let Some(at @ DeviceLocation::Slot(slot)) = location else { return false };
            let slot = &self.judge.inventory.slots[*slot];
            let fit = self.judge.devices[*device].fit_at_all(slot.form, &slot.devices);
            fit.is_some_and(|fit| evaluate::takes_adapter(self.judge, fit, *at))
        };
        let adapters = locations.iter().enumerate().filter(needs).count();
        adapters + evaluate::further_controllers(self.judge, locations)
    }

    fn free_sata(&self, locations: &Locations) -> usize {
        let slots = self.judge.inventory.slots.iter().enumerate();
        let free = slots.filter(|(slot, it)| {
            it.is_sata_port() && !locations.contains(&Some(DeviceLocation::Slot(*slot)))
        });
        let devices = self.judge.devices;
        let fits_a_bay =
            |device: usize| devices.iter().any(|card| devices[device].fit_in_bay(card).is_some());
        // Drives that fit nothing but a port will each take one, whichever it is.
        let waiting = locations.iter().zip(&self.slots).enumerate();
        let waiting = waiting.filter(|(device, (location, slots))| {
            let is_port = |slot: &usize| self.judge.inventory.slots[*slot].is_sata_port();
            let needs_port = !slots.is_empty() && slots.iter().all(is_port);
            location.is_none() && needs_port && !fits_a_bay(*device)
        });
        free.count().saturating_sub(waiting.count())
    }
}

fn limit(
    judge: &PlacementJudge<'_>,
    objective: &PlanObjective,
    offerings: &[SlotOffering],
    slots: &[Vec<usize>],
) -> ObjectiveBound {
    let rates = |workload| AloneModel::new(judge, workload).rates(offerings, slots);
    match objective {
        PlanObjective::Together(workload) => {
            let (rates, tree) = (rates(workload), tree(judge, workload, offerings));
            let host = HostBound::new(judge, workload);
            let cards = LineRateCards::new(judge, workload, &rates, &host);
            let arrays = ArrayBounds::new(judge, workload);
            let solved = OnceCell::new();
            ObjectiveBound::Flow(Box::new(FlowBound {
                rates,
                tree,
                host: host.most(),
                arrays,
                cards,
                solved,
            }))
        }
        PlanObjective::ToCard(card, workload) => {
            ObjectiveBound::Sum(rates(workload), card_carries(judge, *card, workload, offerings))
        }
        PlanObjective::Each(workload) => ObjectiveBound::Least(rates(workload)),
        PlanObjective::Of(name, workload) => match named(judge, name) {
            Some(devices) => ObjectiveBound::Of(rates(workload), devices),
            None => ObjectiveBound::None,
        },
        PlanObjective::Latency(device) => {
            let ways = ways(judge, offerings);
            let most = ways.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            ObjectiveBound::InventorySlot(*device, ways, most)
        }
        PlanObjective::LanesOf(device) => {
            let lanes = widths(judge, *device, offerings);
            let most = lanes.iter().copied().fold(own_width(judge, *device), f64::max);
            ObjectiveBound::InventorySlot(*device, lanes, most)
        }
        PlanObjective::FewMoves => ObjectiveBound::Moves,
        PlanObjective::FreeSata => ObjectiveBound::FreeSata,
    }
}

/// The most of the workload that a card's link carries, in MB/s: data read from drives comes down
/// to it.
fn card_carries(
    judge: &PlacementJudge<'_>,
    card: usize,
    workload: &Workload,
    offerings: &[SlotOffering],
) -> f64 {
    // Drives in its own bays reach it without its link.
    if judge.devices.get(card).is_some_and(|device| device.bays > 0) {
        return f64::INFINITY;
    }
    let own = judge.devices.get(card).and_then(|device| device.link);
    let links = offerings.iter().flat_map(|offering| &offering.links);
    let payload = most_payload(judge, card);
    let part = |most: f64, share: f64| if share > 0.0 { most / share } else { f64::INFINITY };
    // A share of the workload goes each way: the whole may exceed the limit by that factor.
    let read = workload.read_share();
    let carries = |link: LinkWidth| {
        let way = |way| capacity::usable(link, payload, way).as_mb_s();
        part(way(LinkDirection::Down), read).min(part(way(LinkDirection::Up), 1.0 - read))
    };
    // Unknown links have no limit.
    let of = |link: &Option<LinkWidth>| common(own, *link).map_or(f64::INFINITY, carries);
    links.map(of).fold(0.0, f64::max)
}

/// The device or the members of the array that this is the name of.
fn named(judge: &PlacementJudge<'_>, name: &str) -> Option<Vec<usize>> {
    if let Some(array) = judge.request.arrays.iter().find(|array| array.id == name) {
        return Some(array.members.clone());
    }
    let is_it = |device: &MovableDevice| device.body.drives.keys().any(|id| id.as_str() == name);
    judge.devices.iter().position(is_it).map(|device| vec![device])
}

/// The shortest way to a drive in each slot.
fn ways(judge: &PlacementJudge<'_>, offerings: &[SlotOffering]) -> Vec<f64> {
    let way = |on: &Id| {
        let path = judge.inventory.fixed.topology.path(on);
        -path.map(|(_, node)| evaluate::hops(node.kind)).sum::<f64>()
    };
    let of =
        |offering: &SlotOffering| offering.on.iter().map(way).fold(f64::NEG_INFINITY, f64::max);
    offerings.iter().map(of).collect()
}

/// The most lanes of the processor's generation that a device has in each slot.
fn widths(judge: &PlacementJudge<'_>, device: usize, offerings: &[SlotOffering]) -> Vec<f64> {
    let processor = evaluate::processor_rate(judge.inventory);
    let own = judge.devices.get(device).and_then(|device| device.link);
    let of = |offering: &SlotOffering| {
        let links = offering.links.iter().filter_map(|link| common(own, *link));
        links.map(|link| evaluate::lanes(link, processor)).fold(0.0, f64::max)
    };
    offerings.iter().map(of).collect()
}

/// The same in the bay of a carrier with a switch, where only its own link counts.
fn own_width(judge: &PlacementJudge<'_>, device: usize) -> f64 {
    let processor = evaluate::processor_rate(judge.inventory);
    let has_bays = judge.devices.iter().any(|card| card.bays > 0);
    let own = judge.devices.get(device).filter(|_| has_bays).and_then(|device| device.link);
    own.map_or(0.0, |link| evaluate::lanes(link, processor))
}

fn lanes(device: &MovableDevice, offerings: &[SlotOffering]) -> Vec<i64> {
    of_links(device, offerings, |link| i64::from(device.is_card()) * i64::from(link.lanes.get()))
}

/// Speed of a drive's link in each slot at most, see [`PlacementRank::drive_links`], and last by itself: the bay of
/// a carrier may offer all of it.
fn drive_links(device: &MovableDevice, offerings: &[SlotOffering]) -> Vec<i64> {
    let speed = |link| i64::from(evaluate::has_link(device)) * evaluate::link_speed(link);
    let mut all = of_links(device, offerings, |link| speed(Some(link)));
    all.push(speed(device.link));
    all
}

fn of_links(
    device: &MovableDevice,
    offerings: &[SlotOffering],
    worth: impl Fn(LinkWidth) -> i64,
) -> Vec<i64> {
    let of = |offering: &SlotOffering| {
        let links = offering.links.iter().filter_map(|link| common(device.link, *link));
        links.map(&worth).max().unwrap_or_default()
    };
    offerings.iter().map(of).collect()
}

/// The sum over all devices of what each has where it is, or at most anywhere: in a bay, or unplaced.
fn most(by_slot: &[Vec<i64>], locations: &Locations) -> i64 {
    let of = |(device, location): (usize, &Option<DeviceLocation>)| match location {
        Some(DeviceLocation::Slot(slot)) => by_slot[device][*slot],
        _ => by_slot[device].iter().copied().max().unwrap_or_default(),
    };
    locations.iter().enumerate().map(of).sum()
}
