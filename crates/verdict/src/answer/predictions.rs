//! Rows of predictions, as in the documents.
//!
//! For: `narrows predict`, and the comparison with measured rounds.

use std::collections::BTreeMap;

use narrows_model::{Machine, MachineParts, TargetPrediction};
use narrows_record::predict::{Prediction, SetTotal};
use narrows_topology::Id;
use narrows_workload::Workload;

use crate::answer::asks::{self, Outcomes, SetWorkloads};

/// Every workload on each drive alone, on all together, and on each array.
pub fn usual(machine: &Machine, workloads: &[Workload]) -> Vec<Prediction> {
    let sets = asks::usual_sets(machine);
    let asks = asks::of_workloads(machine, workloads, &sets);
    let asks: Vec<SetWorkloads> = asks.into_iter().filter_map(|ask| ask.bounded(machine)).collect();
    results(machine, &asks, |ask| &ask.together).results
}

/// Predictions for requests, and their basis.
#[derive(Default)]
pub struct PredictionResults {
    /// A row for each target of each set.
    pub results: Vec<Prediction>,
    pub totals: Vec<SetTotal>,
    /// Their basis, one for each request.
    pub outcomes: Vec<Outcomes>,
}

/// Rows, and a total for each set of several; `repeated` lists targets that each row of a set
/// repeats.
pub fn results(
    machine: &Machine,
    asks: &[SetWorkloads],
    repeated: impl Fn(&SetWorkloads) -> &[Id],
) -> PredictionResults {
    let mut told = PredictionResults::default();
    // Of equal drives one is a drive by itself, and a second one stands for the others
    // (`FoldedDrive`).
    let equal: BTreeMap<&Id, u32> =
        machine.equal.values().map(|equal| (&equal.like, equal.count + 1)).collect();
    let parts = MachineParts::of(machine);
    for ask in asks {
        let (outcomes, total) = ask.together(&parts.deciding(&ask.asked));
        let all: Vec<TargetPrediction> =
            outcomes.iter().map(|(_, it)| weighed(machine, it)).collect();
        let outcomes: Outcomes = outcomes
            .into_iter()
            .filter(|(_, it)| !machine.equal.contains_key(&it.target))
            .collect();
        let rows = outcomes.iter().map(|(at, outcome)| {
            let asked = &ask.asked[*at];
            let (set, together) = (&ask.set, repeated(ask));
            let row = Prediction::of(outcome, set, together, &asked.workload);
            let equal = equal.get(&outcome.target).copied().filter(|_| ask.asked.len() > 1);
            let row = Prediction { equal, ..row };
            match ask.job(*at) {
                Some(name) => row.as_job(name, asked.amount, outcome.rate),
                None => row,
            }
        });
        let rows: Vec<Prediction> = rows.collect();
        if let Some(total) = total.filter(|_| all.len() > 1) {
            told.totals.push(SetTotal::of(&total, &all, &rows));
        }
        told.results.extend(rows);
        told.outcomes.push(outcomes);
    }
    told
}

/// A target's outcome, weighted for its limit: a shared one affects all drives that the target
/// represents, its own only this one.
fn weighed(machine: &Machine, outcome: &TargetPrediction) -> TargetPrediction {
    let is_own = outcome.limit.limit.id == outcome.target;
    let times = if is_own { 1.0 } else { machine.times(&outcome.target) };
    TargetPrediction { rate: outcome.rate * times, ..outcome.clone() }
}
