//! Rows of what will happen, as the documents have them.
//!
//! For: `narrows predict`, and what measured rounds are compared with.

use narrows_messages::Localizer;
use narrows_model::{Machine, Outcome};
use narrows_record::predict::{Prediction, SetTotal};
use narrows_topology::Id;
use narrows_workload::Workload;

use crate::asks::{self, Ask, Outcomes};

/// Every workload on each drive alone, on all together, and on each array.
pub fn usual(machine: &Machine, workloads: &[Workload], localizer: &Localizer) -> Vec<Prediction> {
    let sets = asks::usual_sets(machine);
    results(machine, &asks::of_workloads(machine, workloads, &sets), |ask| &ask.together, localizer)
        .results
}

/// What is told of asks, and what it is told from.
#[derive(Default)]
pub struct Told {
    /// A row for each target of each set.
    pub results: Vec<Prediction>,
    /// What sets of several come to.
    pub totals: Vec<SetTotal>,
    /// What they are told from, one for each ask.
    pub outcomes: Vec<Outcomes>,
}

/// Rows, and a total for each set of several; `repeated` is what each row of a set tells of its
/// targets.
pub fn results(
    machine: &Machine,
    asks: &[Ask],
    repeated: impl Fn(&Ask) -> &[Id],
    localizer: &Localizer,
) -> Told {
    let mut all = Told::default();
    for ask in asks {
        let (outcomes, total) = ask.together(machine);
        let told = outcomes.iter().map(|(at, outcome)| {
            let asked = &ask.asked[*at];
            let (set, together) = (&ask.set, repeated(ask));
            let row = Prediction::of(outcome, set, together, &asked.workload, localizer);
            match ask.job(*at) {
                Some(name) => row.as_job(name, asked.amount, outcome.rate),
                None => row,
            }
        });
        let rows: Vec<Prediction> = told.collect();
        if let Some(total) = total.filter(|_| rows.len() > 1) {
            let of_it: Vec<Outcome> = outcomes.iter().map(|(_, outcome)| outcome.clone()).collect();
            all.totals.push(SetTotal::of(&total, &of_it, &rows, localizer));
        }
        all.results.extend(rows);
        all.outcomes.push(outcomes);
    }
    all
}
