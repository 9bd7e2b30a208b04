//! Rounds chosen one after another, each the most informative on shared limits.
//!
//! For: `narrows explain` and the main job. Which set is next is `narrows-verdict`'s to say.

use std::collections::BTreeSet;

use narrows_record::run::RunDocument;
use narrows_record::word::TargetSet;
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_verdict::sharing::{RunGuide, next_set};
use narrows_workload::Workload;

use crate::measuring::NextRounds;
use crate::measuring::rounds::{RoundPlan, RoundSettings};

/// Sets of more drives than this have a number instead of their drives' names.
const MOST_NAMES: usize = 4;

pub struct SharingInquiry {
    pub workload: Workload,
    pub drives: Vec<Id>,
    pub round: Nanos,
    /// Time left for all further rounds; `None` for as long as they are informative.
    pub left: Option<Nanos>,
    /// How many sets may be measured in all.
    pub most: usize,
    sets_run: usize,
    /// The last requested set, and the number of results before it.
    last: Option<(Vec<String>, usize)>,
    /// Sets of which nothing came.
    vain: Vec<Vec<String>>,
    guide: RunGuide,
}

/// Says in the document which sets were measured for this only: all but the usual ones.
pub fn mark_chosen(document: &mut RunDocument) {
    let sets = document.results.iter().map(|row| &row.set);
    let chosen: BTreeSet<&TargetSet> =
        sets.filter(|set| !matches!(set, TargetSet::Alone | TargetSet::All)).collect();
    if let Some(sharing) = &mut document.sharing {
        sharing.chosen = chosen.into_iter().cloned().collect();
    }
}

impl SharingInquiry {
    /// Without a bound on the time of all rounds.
    pub fn new(workload: &Workload, drives: Vec<Id>, round: Nanos, most: usize) -> Self {
        let (workload, guide) = (workload.clone(), RunGuide::default());
        let (left, sets_run, last, vain) = (None, 0, None, Vec::new());
        Self { workload, drives, round, left, most, sets_run, last, vain, guide }
    }

    /// The same within a budget of time.
    #[must_use]
    pub fn within(self, left: Option<Nanos>) -> Self {
        Self { left, ..self }
    }

    /// The most informative set; none once enough is known, or time or runs are used up.
    pub fn next(&mut self, how: &RoundSettings, run: &RunDocument) -> Option<NextRounds> {
        // Sets without a row are known only here.
        let last = self.last.take().filter(|(_, results)| *results == run.results.len());
        self.vain.extend(last.map(|(set, _)| set));
        let drives: Vec<String> = self.drives.iter().map(Id::to_string).collect();
        let workload = &self.workload.name;
        let set = next_set(run, workload, &drives, self.most, &self.vain, &mut self.guide)?;
        let round = self.round(run, &set);
        let takes = how.duration(&round);
        if let Some(left) = &mut self.left {
            *left = (*left >= takes).then(|| *left - takes)?;
        }
        let after = after(takes, self.most - self.sets_run.min(self.most), self.left);
        self.sets_run += 1;
        self.last = Some((set, run.results.len()));
        Some(NextRounds { rounds: vec![round], after })
    }

    /// The next round of these: a repeat, if they ran before.
    fn round(&self, document: &RunDocument, set: &[String]) -> RoundPlan {
        let is_same = |together: &[String]| {
            together.len() == set.len() && together.iter().all(|drive| set.contains(drive))
        };
        let before = document
            .results
            .iter()
            .filter(|row| row.workload == self.workload.name && is_same(&row.together));
        let known = before.max_by_key(|row| row.repeat).map(|row| (row.set.clone(), row.repeat));
        let (name, repeat) = known.unwrap_or_else(|| (self.name(document, set), 0));
        let drives: Vec<Id> = set.iter().map(Id::new).collect();
        RoundPlan { repeat: repeat + 1, ..RoundPlan::of(name, &drives, &self.workload, self.round) }
    }

    /// The name of a new set: its drives, or a number if they are many.
    pub fn name(&self, document: &RunDocument, set: &[String]) -> TargetSet {
        if let [_] = set {
            return TargetSet::Alone;
        }
        let is_taken = |name: &TargetSet| document.results.iter().any(|row| row.set == *name);
        // It refers to another set if one of them has failed since.
        if set.len() == self.drives.len() && !is_taken(&TargetSet::All) {
            return TargetSet::All;
        }
        if set.len() <= MOST_NAMES {
            return set.join("+").into();
        }
        let mut names = (1..).map(|number| TargetSet::from(format!("set-{number}")));
        names.find(|name| !is_taken(name)).unwrap_or_default()
    }
}

/// Time that may follow a set that `takes` this long: the rest `left` of the budget; without one, the
/// rest of the `most` sets that may still be measured.
fn after(takes: Nanos, most: usize, left: Option<Nanos>) -> Nanos {
    left.unwrap_or(Nanos::new(takes.get().saturating_mul(most.saturating_sub(1) as u64)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three sets of 2 s after 10 s: all there is to do stays the same from set to set, so that the
    /// share that is done never falls back.
    #[test]
    fn what_is_done_never_falls_back_from_set_to_set() {
        let (takes, seconds) = (Nanos::millis(2000), |s| Nanos::millis(s * 1000));
        for set in 0..3u64 {
            let before = seconds(10 + 2 * set);
            let of_budget = after(takes, 99, Some(seconds(7 - 2 * (set + 1))));
            assert_eq!(before + takes + of_budget, seconds(17));
            let of_sets = after(takes, 5 - set as usize, None);
            assert_eq!(before + takes + of_sets, seconds(20));
        }
    }
}
