//! A linear programme that no placement exceeds, for when the walk does not come to its end.
//!
//! Slots that are equal for every device are one kind. Its unknowns are the numbers of devices of each
//! class in slots of each kind, and their throughput there; its rows are slots, devices, links and
//! ways that exclude each other. That a device may be in two places by halves can only raise its
//! optimum.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Solution, Variable};

use super::bound::{AloneRates, LinkTree};
use crate::evaluate::{Late, PlacementJudge};
use crate::placement::DeviceLocation;

pub struct LinearOptimum {
    /// Upper bound on the sum of all devices, in MB/s.
    pub most: f64,
    /// For each class, by its first device, and slots of one kind, how many devices are in these.
    taken: Vec<(usize, Vec<usize>, f64)>,
}

/// How long the solver runs between checks whether the time is over.
const SLICE: Duration = Duration::from_millis(100);

/// How much a number of devices may be off a whole one.
const WHOLE: f64 = 1e-6;

/// The optimum; `None` if the programme cannot be solved within the judge's time.
pub fn solved(
    judge: &PlacementJudge<'_>,
    rates: &AloneRates,
    tree: &LinkTree,
    slots: &[Vec<usize>],
) -> Option<LinearOptimum> {
    let mut programme = LinearProgramme::new(tree);
    let classes = classes(judge);
    let kinds = kinds(judge, rates, tree, slots);
    let mut in_kind: Vec<Vec<Variable>> = vec![Vec::new(); kinds.len()];
    let mut places = Vec::new();
    // A variable for each class and kind of slots: how many of the class are there.
    for (class, count) in classes {
        let mut all = Vec::new();
        for (kind, members) in kinds.iter().enumerate() {
            let Some(&slot) = members.iter().find(|slot| slots[class].contains(slot)) else {
                continue;
            };
            let rate = rates.in_slot[class][slot];
            let taken = programme.place(members.len().min(count), rate, tree.of_slot[slot]);
            in_kind[kind].push(taken);
            all.push(taken);
            places.push((class, members.clone(), taken));
        }
        // Bays are one kind below no link: where their carrier will be is not known here, and a
        // bound may be too high, but not too low.
        let bays: usize = judge.devices.iter().map(|card| usize::from(card.bays)).sum();
        if bays > 0 && judge.devices[class].bays == 0 {
            all.push(programme.place(bays.min(count), rates.anywhere[class], None));
        }
        programme.row(&all, ComparisonOp::Eq, count as f64);
    }
    // No more devices in a kind than it has slots.
    for (kind, taken) in in_kind.iter().enumerate() {
        programme.row(taken, ComparisonOp::Le, kinds[kind].len() as f64);
    }
    let solution = programme.solve(tree, judge.late)?;
    let taken = |(class, members, taken)| (class, members, solution.var_value(taken));
    let taken = places.into_iter().map(taken).collect();
    Some(LinearOptimum { most: solution.objective(), taken })
}

/// The placement of an optimum, fractional devices put into any slot left; `None` if there is none,
/// or if devices are in bays.
pub fn locations(
    judge: &PlacementJudge<'_>,
    slots: &[Vec<usize>],
    solved: &LinearOptimum,
) -> Option<Vec<DeviceLocation>> {
    let mut free: BTreeSet<usize> = slots.iter().flatten().copied().collect();
    let mut locations: Vec<Option<DeviceLocation>> = vec![None; judge.devices.len()];
    for (class, members, taken) in &solved.taken {
        for _ in 0..(taken + WHOLE).floor() as usize {
            let fits = |slot: &&usize| free.contains(slot) && slots[*class].contains(slot);
            let slot = *members.iter().find(fits)?;
            let is_left =
                |device: &usize| judge.alike[*device] == *class && locations[*device].is_none();
            let device = (0..locations.len()).find(is_left)?;
            free.remove(&slot);
            locations[device] = Some(DeviceLocation::Slot(slot));
        }
    }
    for (device, location) in locations.iter_mut().enumerate() {
        if location.is_none() {
            let slot = *slots[device].iter().find(|slot| free.contains(slot))?;
            free.remove(&slot);
            *location = Some(DeviceLocation::Slot(slot));
        }
    }
    locations.into_iter().collect()
}

/// Each class by its first device, with how many it has.
fn classes(judge: &PlacementJudge<'_>) -> BTreeMap<usize, usize> {
    let mut classes = BTreeMap::new();
    for class in &judge.alike {
        *classes.entry(*class).or_default() += 1;
    }
    classes
}

/// Slots that are the same to every class.
fn kinds(
    judge: &PlacementJudge<'_>,
    rates: &AloneRates,
    tree: &LinkTree,
    slots: &[Vec<usize>],
) -> Vec<Vec<usize>> {
    let mut kinds: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for slot in 0..tree.of_slot.len() {
        let brings = |class: &usize| {
            let fits = slots[*class].contains(&slot);
            // Its bits, because f64 has no `Ord` for the key of a map.
            fits.then(|| rates.in_slot[*class][slot].to_bits())
        };
        let of_classes: Vec<Option<u64>> = classes(judge).keys().map(brings).collect();
        kinds.entry((tree.of_slot[slot], of_classes)).or_default().push(slot);
    }
    kinds.into_values().collect()
}

struct LinearProgramme {
    problem: Problem,
    /// Flows over each link.
    over: Vec<Vec<Variable>>,
}

impl LinearProgramme {
    fn new(tree: &LinkTree) -> Self {
        let problem = Problem::new(OptimizationDirection::Maximize);
        let mut programme = Self { problem, over: vec![Vec::new(); tree.links.len()] };
        for &(above, rate) in &tree.fixed {
            let flow = programme.problem.add_var(1.0, (0.0, rate));
            programme.flows(flow, above);
        }
        programme
    }

    /// Adds up to `most` locations, each of which brings this rate below that link.
    fn place(&mut self, most: usize, rate: f64, above: Option<usize>) -> Variable {
        // A taken place adds nothing by itself, only its flow does: a device may be in a slot and
        // move less than it could, because a link above is full.
        let taken = self.problem.add_var(0.0, (0.0, most as f64));
        if rate > 0.0 {
            let flow = self.problem.add_var(1.0, (0.0, rate * most as f64));
            self.problem.add_constraint([(flow, 1.0), (taken, -rate)], ComparisonOp::Le, 0.0);
            self.flows(flow, above);
        }
        taken
    }

    fn flows(&mut self, flow: Variable, above: Option<usize>) {
        if let Some(link) = above {
            self.over[link].push(flow);
        }
    }

    fn row(&mut self, variables: &[Variable], compared: ComparisonOp, with: f64) {
        if !variables.is_empty() {
            let mut sum = LinearExpr::empty();
            variables.iter().for_each(|&variable| sum.add(variable, 1.0));
            self.problem.add_constraint(sum, compared, with);
        }
    }

    /// Flow over a link also crosses those above it. `None`, too, if the time is over before the
    /// optimum is found.
    fn solve(mut self, tree: &LinkTree, late: Late) -> Option<Solution> {
        // Parents have lower numbers: in reverse order a link's flows are complete before they are
        // handed up.
        for (link, &(above, most)) in tree.links.iter().enumerate().rev() {
            let flows = std::mem::take(&mut self.over[link]);
            if most.is_finite() {
                self.row(&flows, ComparisonOp::Le, most);
            }
            if let Some(above) = above {
                self.over[above].extend(flows);
            }
        }
        // In slices, between which the deadline is checked.
        self.problem.set_time_limit(SLICE);
        let mut outcome = self.problem.solve().ok()?;
        while !outcome.is_optimal() {
            if late() {
                return None;
            }
            outcome = outcome.resume().ok()?;
        }
        outcome.into_solution().ok()
    }
}
