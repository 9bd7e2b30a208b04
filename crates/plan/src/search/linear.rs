//! A linear programme that no placement exceeds, for when the walk does not come to its end.
//!
//! Slots that bring every device the same are one kind. How many devices of each class are in slots of
//! each kind, and what they bring there, are its unknowns; slots, devices, links and ways that
//! exclude each other are its rows. That a device may be in two places by halves can only make its
//! optimum larger.

use std::collections::BTreeMap;

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, SolutionStatus, Variable};

use super::bound::{Rates, Tree};
use crate::evaluate::Judge;

/// What all devices bring at most together, in MB/s; none if the
/// programme cannot be solved.
pub fn most(judge: &Judge<'_>, rates: &Rates, tree: &Tree, slots: &[Vec<usize>]) -> Option<f64> {
    let mut programme = Programme::new(tree);
    let classes = classes(judge);
    let kinds = kinds(judge, rates, tree, slots);
    let mut in_kind: Vec<Vec<Variable>> = vec![Vec::new(); kinds.len()];
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
        }
        let bays: usize = judge.devices.iter().map(|card| usize::from(card.bays)).sum();
        if bays > 0 && judge.devices[class].bays == 0 {
            all.push(programme.place(bays.min(count), rates.anywhere[class], None));
        }
        programme.row(&all, ComparisonOp::Eq, count as f64);
    }
    for (kind, taken) in in_kind.iter().enumerate() {
        programme.row(taken, ComparisonOp::Le, kinds[kind].len() as f64);
    }
    programme.solve(tree)
}

/// Each class by its first device, with how many it has.
fn classes(judge: &Judge<'_>) -> BTreeMap<usize, usize> {
    let mut classes = BTreeMap::new();
    for class in &judge.alike {
        *classes.entry(*class).or_default() += 1;
    }
    classes
}

/// Slots that are the same to every class.
fn kinds(judge: &Judge<'_>, rates: &Rates, tree: &Tree, slots: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut kinds: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for slot in 0..tree.of_slot.len() {
        let brings = |class: &usize| {
            let fits = slots[*class].contains(&slot);
            fits.then(|| rates.in_slot[*class][slot].to_bits())
        };
        let of_classes: Vec<Option<u64>> = classes(judge).keys().map(brings).collect();
        kinds.entry((tree.of_slot[slot], of_classes)).or_default().push(slot);
    }
    kinds.into_values().collect()
}

struct Programme {
    problem: Problem,
    /// What flows over each link.
    over: Vec<Vec<Variable>>,
}

impl Programme {
    fn new(tree: &Tree) -> Self {
        let problem = Problem::new(OptimizationDirection::Maximize);
        let mut programme = Self { problem, over: vec![Vec::new(); tree.links.len()] };
        for &(above, rate) in &tree.fixed {
            let flow = programme.problem.add_var(1.0, (0.0, rate));
            programme.flows(flow, above);
        }
        programme
    }

    /// So many places at most, each of which brings this below that link.
    fn place(&mut self, most: usize, rate: f64, above: Option<usize>) -> Variable {
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

    /// What flows over a link flows over those above it.
    fn solve(mut self, tree: &Tree) -> Option<f64> {
        for (link, &(above, most)) in tree.links.iter().enumerate().rev() {
            let flows = std::mem::take(&mut self.over[link]);
            if most.is_finite() {
                self.row(&flows, ComparisonOp::Le, most);
            }
            if let Some(above) = above {
                self.over[above].extend(flows);
            }
        }
        let solved = self.problem.solve().ok()?.into_solution().ok()?;
        (solved.status() == SolutionStatus::Optimal).then(|| solved.objective())
    }
}
