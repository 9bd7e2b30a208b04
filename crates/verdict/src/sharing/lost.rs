//! Sets that failed: which to repeat, and which to run instead.
//!
//! For: an inference that continues after a failed round. Sets with rate limits or staggered starts
//! are not failed: they were never evidence about shared bottlenecks.

use std::collections::{BTreeMap, BTreeSet};

use narrows_infer::Observation;

use super::figures::{ExclusionReason, WorkloadFigures};

/// Most attempts for a set.
const TRIES: usize = 2;
/// After this many failed sets the problem is not temporary, and further ones are not repeated.
const BAD_MOMENTS: usize = 3;

/// Drives by index, ascending.
type Members = Vec<usize>;

/// Sets that always failed, with the number of attempts.
pub(super) struct LostSets {
    sets: BTreeMap<Members, usize>,
    drives: usize,
}

impl LostSets {
    /// From the figures, and from the sets without any figures.
    pub fn of(figures: &WorkloadFigures<'_>, vain: &[Vec<String>]) -> Self {
        let number = |name: &str| figures.drives.iter().position(|known| *known == name);
        let failed = figures.left_out.iter().filter(|left| is_loss(left.why));
        let failed =
            failed.filter_map(|left| left.drives.iter().map(|name| number(name)).collect());
        let vain = vain.iter().filter_map(|set| set.iter().map(|name| number(name)).collect());
        let mut sets: BTreeMap<Members, usize> = BTreeMap::new();
        for members in failed.chain(vain) {
            *sets.entry(sorted(members)).or_default() += 1;
        }
        sets.retain(|members, _| !is_seen(members, &figures.observations));
        Self { sets, drives: figures.drives.len() }
    }

    /// A set that has not been repeated yet: at once if everything depends on it, else after a
    /// different run, so that a temporary problem can pass.
    pub fn to_repeat(&self, just_ran: Option<&[String]>, names: &[&str]) -> Option<Members> {
        let is_just_over = |members: &Members| {
            just_ran.is_some_and(|ran| {
                let is_in = |drive: &usize| ran.iter().any(|name| name == names[*drive]);
                ran.len() == members.len() && members.iter().all(is_in)
            })
        };
        self.once().find(|members| self.is_first(members) || !is_just_over(members)).cloned()
    }

    fn once(&self) -> impl Iterator<Item = &Members> {
        let given_up = self.sets.values().filter(|times| **times >= TRIES).count();
        let sets = self.sets.iter().filter(move |_| given_up < BAD_MOMENTS);
        sets.filter(|(_, times)| **times < TRIES).map(|(members, _)| members)
    }

    /// Whether it is a single drive, or all together.
    fn is_first(&self, members: &Members) -> bool {
        members.len() <= 1 || members.len() == self.drives
    }

    /// The observations, and the failed runs as unusable observations, so that the inference
    /// continues after them.
    pub fn beside(&self, seen: &[Observation]) -> Vec<Observation> {
        let mut all = seen.to_vec();
        for members in self.sets.keys() {
            // Part of the drives: counts once in the order of parts; the sets that everything
            // depends on are requested until all attempts are used up.
            let times = if self.is_first(members) { TRIES } else { 1 };
            let unusable = Observation { members: members.clone(), rates: Vec::new() };
            all.extend(std::iter::repeat_n(unusable, times));
        }
        all
    }

    /// The set, unless it was given up: then the first subset with one drive less that was neither
    /// observed nor failed, because mostly one drive is the reason.
    pub fn instead(&self, set: Members, seen: &[Observation]) -> Option<Members> {
        let is_lost = |members: &Members| self.sets.contains_key(members);
        let set = sorted(set);
        if !is_lost(&set) {
            return Some(set);
        }
        let without = |out: &usize| set.iter().copied().filter(|drive| drive != out).collect();
        let mut others = set.iter().map(without);
        others.find(|other: &Members| other.len() > 1 && !is_lost(other) && !is_seen(other, seen))
    }
}

/// Every set that always failed, even of drives that are excluded because they have no results with
/// others.
pub(super) fn never_seen<'a>(figures: &WorkloadFigures<'a>) -> Vec<Vec<&'a str>> {
    let seen = figures.observations.iter().map(|seen| figures.names(&seen.members));
    let seen: BTreeSet<Vec<&str>> = seen.map(sorted).collect();
    let failed = figures.left_out.iter().filter(|left| is_loss(left.why));
    let failed: BTreeSet<Vec<&str>> = failed.map(|left| sorted(left.drives.clone())).collect();
    failed.difference(&seen).cloned().collect()
}

fn is_loss(why: ExclusionReason) -> bool {
    !matches!(why, ExclusionReason::Held | ExclusionReason::Staggered)
}

fn is_seen(members: &Members, seen: &[Observation]) -> bool {
    seen.iter().any(|known| sorted(known.members.clone()) == *members)
}

fn sorted<T: Ord>(mut members: Vec<T>) -> Vec<T> {
    members.sort_unstable();
    members.dedup();
    members
}
