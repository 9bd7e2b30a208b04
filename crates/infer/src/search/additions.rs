//! Adds a limit.

use super::{AreaCosts, ModelChange, ModelSearch, candidates};
use crate::fit::{FreeParameters, fit};
use crate::forward::{LimitModel, MemberLimit};
use crate::set::DriveSet;

/// The fate of a limit that a new one crosses.
#[derive(Clone, Copy, Debug)]
enum LimitCrossing {
    Lose,
    Grow,
}

/// Number of the most promising limits that are fitted.
const FITTED: usize = 20;

impl ModelSearch<'_> {
    /// Adds the limit that explains most, if any explains enough.
    pub(super) fn try_additions(&mut self) -> bool {
        let mut tried: Vec<ModelChange> = Vec::new();
        let mut costs = AreaCosts::default();
        for members in candidates::sets(self, &self.model) {
            for model in self.with_limit(members) {
                // Changes worse than the worst of these are of no use.
                let worst =
                    if tried.len() < FITTED { f64::INFINITY } else { tried[FITTED - 1].gain };
                if let Some((area, gain)) = self.glance(&model, members, worst, &mut costs) {
                    let at = tried.partition_point(|other| other.gain <= gain);
                    tried.insert(at, ModelChange { model, area, gain });
                    tried.truncate(FITTED);
                }
            }
        }
        for change in &mut tried {
            // Fits the parameters that a change introduces.
            let new = change.model.limits.iter().filter(|limit| !self.model.limits.contains(limit));
            let new = new.map(|limit| limit.members).collect();
            let before = self.cost(&self.model, change.area);
            let free = FreeParameters::Some(new, new);
            let loss = fit(self.data, &mut change.model, change.area, free, self.noise, 1);
            change.gain = loss + self.penalty(&change.model, change.area) - before;
        }
        let states = self.with_states.then(|| self.with_states(&self.model));
        for model in states.into_iter().flatten() {
            let own = model.states.last().map_or(0, |state| state.drive);
            if let Some((area, gain)) =
                self.glance(&model, DriveSet::one(own), f64::INFINITY, &mut costs)
            {
                tried.push(ModelChange { model, area, gain });
            }
        }
        tried.sort_by(|one, other| one.gain.total_cmp(&other.gain));
        tried.truncate(6);
        for change in &mut tried {
            self.refine(change, 1);
        }
        self.refine_best(&mut tried, 4);
        self.take_best(tried)
    }

    /// Models with one more limit, capacity and shares guessed: added to the others, or replacing
    /// the next larger or smaller one.
    fn with_limit(&self, members: DriveSet) -> Vec<LimitModel> {
        let limits = &self.model.limits;
        if members.len() < 2 || limits.iter().any(|limit| limit.members == members) {
            return Vec::new();
        }
        let outer = limits.iter().position(|limit| members.is_in(limit.members));
        let is_inner = |at: &usize| limits[*at].members.is_in(members);
        let is_next = |at: &usize| {
            let own = limits[*at].members;
            is_inner(at)
                && !(at + 1..limits.len()).any(|l| is_inner(&l) && own.is_in(limits[l].members))
        };
        // The largest inner limits, which come last, are enough.
        let count = if members == DriveSet::first(self.data.drives) { 3 } else { 1 };
        let replaced = (0..limits.len()).rev().filter(is_next).take(count).chain(outer).map(Some);
        let models = replaced.chain([None]).flat_map(|without| {
            let mut model = self.model.clone();
            if let Some(without) = without {
                model.limits.remove(without);
            }
            let crosses = model.limits.iter().any(|limit| limit.members.crosses(members));
            let lose = self.put_limit(model.clone(), members, LimitCrossing::Lose);
            let grow =
                crosses.then(|| self.put_limit(model, members, LimitCrossing::Grow)).flatten();
            [lose, grow].into_iter().flatten()
        });
        models.collect()
    }

    /// `model` with one more limit.
    fn put_limit(
        &self,
        mut model: LimitModel,
        members: DriveSet,
        crossing: LimitCrossing,
    ) -> Option<LimitModel> {
        for limit in &mut model.limits {
            if limit.members.crosses(members) {
                limit.members = match crossing {
                    LimitCrossing::Lose => limit.members.less(members),
                    LimitCrossing::Grow => limit.members.or(members),
                };
                limit.capacity = self.sums(limit.members).likely();
            }
        }
        // A limit over one drive is that drive's own rate.
        model.limits.retain(|limit| limit.members.len() > 1);
        model.limits.sort_by_key(|limit| limit.members.len());
        let limits = &model.limits;
        let twins = |at: usize| limits[..at].iter().any(|l| l.members == limits[at].members);
        let nested = limits.iter().all(|one| {
            !one.members.crosses(members)
                && limits.iter().all(|other| !one.members.crosses(other.members))
        });
        if !nested || (0..limits.len()).any(twins) || limits.iter().any(|l| l.members == members) {
            return None;
        }
        let limited: DriveSet = self.model.limits.iter().map(|limit| limit.members).collect();
        let new = members.less(limited);
        // A drive that was under no limit has a private rate fitted to the runs that this limit
        // slowed, too: it starts from its free rate.
        for drive in members.iter() {
            let free = self.unpressed(drive, members);
            if self.is_stuck(&model, drive, free) || new.has(drive) {
                model.private[drive] = free;
            }
        }
        self.guess_shares(&mut model, new, members.less(new));
        let capacity = self.guess_capacity(&model, members);
        model.add(MemberLimit { members, capacity });
        Some(model)
    }
}
