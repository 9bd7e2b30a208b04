//! Rounds chosen one after another, each the one that tells most on who shares what.
//!
//! For: `narrows explain` and the main job. Which set is next is `narrows-verdict`'s to say.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_model::Machine;
use narrows_record::run::{Run, Samples};
use narrows_record::word::Set;
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_verdict::sharing::{Guide, next_set};
use narrows_workload::Workload;

use crate::measuring;
use crate::measuring::Course;
use crate::measuring::backend::Backend;
use crate::measuring::rounds::{How, Round};
use crate::output::Output;

/// Sets of more drives than this have a number instead of their drives' names.
const MOST_NAMES: usize = 4;

/// What is asked, of whom, for how long.
pub struct Inquiry<'a> {
    pub backend: &'a Backend<'a>,
    pub machine: &'a Machine,
    pub how: &'a How,
    pub workload: &'a Workload,
    /// Those of which it is asked who shares what.
    pub drives: Vec<Id>,
    /// How long a round counts.
    pub round: Nanos,
    /// What all further rounds together may take; none for as long as they tell something.
    pub budget: Option<Nanos>,
    /// What was measured before takes so long.
    pub before: Nanos,
    /// How many sets may be measured in all.
    pub most: usize,
    pub cancel: &'a AtomicBool,
    pub output: &'a Output,
}

/// What came of the sets that were chosen, beside the rows in the document.
#[derive(Default)]
pub struct Came {
    pub samples: Vec<Samples>,
    /// How long they took.
    pub spent: Nanos,
}

/// Says in the document which sets were measured for this only: all but the usual ones.
pub fn mark_chosen(document: &mut Run) {
    let sets = document.results.iter().map(|row| &row.set);
    let chosen: BTreeSet<&Set> = sets.filter(|set| !is_usual(set)).collect();
    if let Some(sharing) = &mut document.sharing {
        sharing.chosen = chosen.into_iter().cloned().collect();
    }
}

fn is_usual(set: &Set) -> bool {
    matches!(set, Set::Alone | Set::All)
}

impl Inquiry<'_> {
    /// Measures set after set until enough is known, time or runs are used up, or somebody
    /// interrupts. Results join the document.
    pub fn ask(&self, document: &mut Run) -> Came {
        let mut came = Came::default();
        let mut left = self.budget;
        let drives: Vec<String> = self.drives.iter().map(Id::to_string).collect();
        let mut vain: Vec<Vec<String>> = Vec::new();
        let mut guide = Guide::default();
        let mut asked = 0;
        while !self.cancel.load(Ordering::Relaxed) {
            let workload = &self.workload.name;
            let next = next_set(document, workload, &drives, self.most, &vain, &mut guide);
            let Some(set) = next else { break };
            let round = self.round(document, &set);
            let takes = self.how.duration(&round);
            match left {
                Some(time) if time < takes => break,
                Some(time) => left = Some(time - takes),
                None => {}
            }
            let course =
                course(self.before + came.spent, takes, self.most - asked.min(self.most), left);
            asked += 1;
            came.spent = came.spent + takes;
            let before = document.results.len();
            came.samples.extend(self.run_within(course, &[round], document));
            // Nobody else knows of what left no row.
            if document.results.len() == before {
                vain.push(set);
            }
        }
        came
    }

    /// Runs rounds into the document, beside what is predicted for them.
    pub fn run(&self, rounds: &[Round], document: &mut Run) -> Vec<Samples> {
        self.run_within(Course::default(), rounds, document)
    }

    fn run_within(&self, course: Course, rounds: &[Round], document: &mut Run) -> Vec<Samples> {
        document.predictions.extend(measuring::predicted(self.machine, rounds));
        let known = measuring::Known::of(&document.machine, &document.predictions);
        let known = known.within(course);
        let means = (self.backend, self.how);
        let came = measuring::run_rounds(rounds, means, known, self.cancel, self.output);
        came.into_document(document)
    }

    /// The next round of these: a repeat, where they ran before.
    fn round(&self, document: &Run, set: &[String]) -> Round {
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
        Round { repeat: repeat + 1, ..Round::of(name, &drives, self.workload, self.round) }
    }

    /// What a new set is called: by its drives, or by a number where they are many.
    pub fn name(&self, document: &Run, set: &[String]) -> Set {
        if let [_] = set {
            return Set::Alone;
        }
        let is_taken = |name: &Set| document.results.iter().any(|row| row.set == *name);
        // It names another set where one of them has failed since.
        if set.len() == self.drives.len() && !is_taken(&Set::All) {
            return Set::All;
        }
        if set.len() <= MOST_NAMES {
            return set.join("+").into();
        }
        let mut names = (1..).map(|number| Set::from(format!("set-{number}")));
        names.find(|name| !is_taken(name)).unwrap_or_default()
    }
}

/// Where a set that `takes` so long stands after others that took what is `before`. What may follow is
/// what is `left` of the budget; without one, the rest of the `most` sets that may still be measured.
fn course(before: Nanos, takes: Nanos, most: usize, left: Option<Nanos>) -> Course {
    let others = Nanos::new(takes.get().saturating_mul(most.saturating_sub(1) as u64));
    Course { before, after: left.unwrap_or(others) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three sets of 2 s after 10 s: all there is to do stays the same from set to set, so that the
    /// share that is done never falls back.
    #[test]
    fn what_is_done_never_falls_back_from_set_to_set() {
        let (takes, seconds) = (Nanos::millis(2000), |s| Nanos::millis(s * 1000));
        let all = |course: Course| course.before + takes + course.after;
        for set in 0..3u64 {
            let before = seconds(10 + 2 * set);
            let of_budget = course(before, takes, 99, Some(seconds(7 - 2 * (set + 1))));
            assert_eq!((of_budget.before, all(of_budget)), (before, seconds(17)));
            let of_sets = course(before, takes, 5 - set as usize, None);
            assert_eq!((of_sets.before, all(of_sets)), (before, seconds(20)));
        }
    }
}
