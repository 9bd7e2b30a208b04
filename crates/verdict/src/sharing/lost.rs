//! Sets that ran and came to nothing: which to try again, and what to do instead.
//!
//! For: an inquiry that goes on after a bad round. What was held to a rate or started in turn is
//! not lost: it was never meant to say who shares what.

use std::collections::{BTreeMap, BTreeSet};

use narrows_infer::Observation;

use super::figures::{Figures, Why};

/// After so many runs in vain a set is given up.
const TRIES: usize = 2;
/// Once so many sets were given up it is no bad moment, and further ones are not tried again.
const BAD_MOMENTS: usize = 3;

/// Drives by number, ascending.
type Members = Vec<usize>;

/// Sets that came to nothing, with how often, and never to anything.
pub(super) struct Lost {
    sets: BTreeMap<Members, usize>,
    drives: usize,
}

impl Lost {
    /// Those among the figures, and those of which there are no figures at all.
    pub fn of(figures: &Figures<'_>, vain: &[Vec<String>]) -> Self {
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

    /// One that has not been tried again yet: those that everything rests on at once, others when
    /// something else has run since, so that a bad moment can pass.
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

    /// Single drives, and all together.
    fn is_first(&self, members: &Members) -> bool {
        members.len() <= 1 || members.len() == self.drives
    }

    /// What was seen, and what was tried in vain as observations that cannot be used, so that the
    /// inference goes on behind them.
    pub fn beside(&self, seen: &[Observation]) -> Vec<Observation> {
        let mut all = seen.to_vec();
        for members in self.sets.keys() {
            // A part of the drives counts once in the order of parts; the sets that everything
            // rests on are asked for until all tries are used up.
            let times = if self.is_first(members) { TRIES } else { 1 };
            let unusable = Observation { members: members.clone(), rates: Vec::new() };
            all.extend(std::iter::repeat_n(unusable, times));
        }
        all
    }

    /// The set, unless it was given up: then the first that lacks one drive of it and has neither
    /// been seen nor lost, because what fails is mostly one drive.
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

/// Every set that ran and never came to anything, also of drives that are not looked at, because
/// nothing came of them beside others.
pub(super) fn never_seen<'a>(figures: &Figures<'a>) -> Vec<Vec<&'a str>> {
    let seen = figures.observations.iter().map(|seen| figures.names(&seen.members));
    let seen: BTreeSet<Vec<&str>> = seen.map(sorted).collect();
    let failed = figures.left_out.iter().filter(|left| is_loss(left.why));
    let failed: BTreeSet<Vec<&str>> = failed.map(|left| sorted(left.drives.clone())).collect();
    failed.difference(&seen).cloned().collect()
}

fn is_loss(why: Why) -> bool {
    !matches!(why, Why::Held | Why::Staggered)
}

fn is_seen(members: &Members, seen: &[Observation]) -> bool {
    seen.iter().any(|known| sorted(known.members.clone()) == *members)
}

fn sorted<T: Ord>(mut members: Vec<T>) -> Vec<T> {
    members.sort_unstable();
    members.dedup();
    members
}
