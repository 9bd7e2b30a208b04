//! Moves drives and limits.

use super::{AreaCosts, CLEAR, ModelChange, ModelSearch};
use crate::fit::{FreeParameters, fit};
use crate::forward::{LimitModel, RunSolution};
use crate::set::DriveSet;

impl ModelSearch<'_> {
    /// Moves drives and limits, and removes limits, as long as that explains better; whether it
    /// did. Only fresh drives are considered.
    pub(super) fn polish(&mut self) -> bool {
        let mut any = false;
        for _ in 0..6 * self.data.drives {
            let tried = self.moves();
            // What the next change touches becomes fresh again.
            self.fresh = DriveSet::default();
            if !self.take_best(tried) {
                break;
            }
            any = true;
        }
        any
    }

    fn moves(&self) -> Vec<ModelChange> {
        let mut tried: Vec<ModelChange> = Vec::new();
        let mut costs = AreaCosts::default();
        let limits = &self.model.limits;
        let is_fresh = |at: &usize| limits[*at].members.meets(self.fresh);
        for at in (0..limits.len()).filter(is_fresh) {
            let mut model = self.model.clone();
            model.limits.remove(at);
            self.consider(&mut tried, &mut costs, model, limits[at].members, DriveSet::default());
        }
        for (model, drives) in self.without_states() {
            if drives.meets(self.fresh) {
                self.consider(&mut tried, &mut costs, model, drives, drives);
            }
        }
        let filled = self.filled(&self.model);
        // Each drive, and each limit as a whole, below each limit or below none.
        let drives = (0..self.data.drives).map(DriveSet::one);
        for unit in drives.chain(limits.iter().map(|limit| limit.members)) {
            let own_is_fresh = unit.meets(self.fresh);
            let to = (0..limits.len()).filter(|at| own_is_fresh || is_fresh(at)).map(Some);
            for to in to.chain(own_is_fresh.then_some(None)) {
                if let Some(model) = self.moved(&self.model, &filled, unit, to) {
                    self.consider(&mut tried, &mut costs, model, unit, unit);
                }
            }
        }
        tried.sort_by(|one, other| one.gain.total_cmp(&other.gain));
        // Swaps are many, and tried only where no single move helps.
        if tried.first().is_none_or(|best| best.gain > -0.1) {
            self.swaps(&filled, &mut tried, &mut costs);
            tried.sort_by(|one, other| one.gain.total_cmp(&other.gain));
        }
        tried.truncate(8);
        self.refine_best(&mut tried, 3);
        tried
    }

    /// For each limit, swaps of its least needed drives with the least harmful drives outside.
    fn swaps(&self, filled: &[RunSolution], tried: &mut Vec<ModelChange>, costs: &mut AreaCosts) {
        let count = tried.len();
        for limit in &self.model.limits {
            let old = limit.members;
            let changed = |change: &ModelChange| {
                let new = change.model.limits.iter().map(|limit| limit.members);
                let alike = |new: DriveSet| (new.less(old).len(), old.less(new).len());
                let outs = new.clone().find(|new| alike(*new) == (0, 1));
                let ins = new.clone().find(|new| alike(*new) == (1, 0));
                (outs.map(|new| old.less(new)), ins.map(|new| new.less(old)))
            };
            let changes = tried[..count].iter().map(changed);
            let outs: Vec<DriveSet> = changes.clone().filter_map(|(out, _)| out).take(3).collect();
            let ins: Vec<DriveSet> = changes.filter_map(|(_, into)| into).take(3).collect();
            for (out, into) in outs.iter().flat_map(|out| ins.iter().map(move |into| (*out, *into)))
            {
                let Some(model) = self.swapped(filled, limit.members, out, into) else { continue };
                self.consider(tried, costs, model, old.or(into), out.or(into));
            }
        }
    }

    /// Swaps `out`, in a limit, with `into`, outside.
    fn swapped(
        &self,
        filled: &[RunSolution],
        limit: DriveSet,
        out: DriveSet,
        into: DriveSet,
    ) -> Option<LimitModel> {
        let place = |model: &LimitModel, set: DriveSet| {
            model.limits.iter().position(|it| it.members == set)
        };
        let home = self.home(into, limit);
        let once = self.moved(&self.model, filled, into, Some(place(&self.model, limit)?))?;
        // Its home still exists, perhaps without it.
        let back =
            home.and_then(|home| place(&once, home).or_else(|| place(&once, home.less(into))));
        self.moved(&once, &self.filled(&once), out, back)
    }

    /// The smallest limit that holds a drive and is not `other`.
    fn home(&self, unit: DriveSet, other: DriveSet) -> Option<DriveSet> {
        let limits = self.model.limits.iter().map(|limit| limit.members);
        let mut holding = limits.filter(|set| unit.is_in(*set) && *set != other);
        holding.next()
    }

    /// Keeps a change unless it is hopeless: fits the capacities around it, and the private rates
    /// and shares of `own`.
    fn consider(
        &self,
        tried: &mut Vec<ModelChange>,
        costs: &mut AreaCosts,
        mut model: LimitModel,
        drives: DriveSet,
        own: DriveSet,
    ) {
        let Some((area, _)) = self.glance(&model, drives, f64::INFINITY, costs) else { return };
        let before = costs.of(area, || self.cost(&self.model, area));
        let mut gain = f64::INFINITY;
        for _ in 0..2 {
            let loss =
                fit(self.data, &mut model, area, FreeParameters::Some(area, own), self.noise, 1);
            gain = loss + self.penalty(&model, area) - before;
            if gain > 3.0 * CLEAR {
                return;
            }
        }
        if gain < CLEAR {
            tried.push(ModelChange { model, area, gain });
        }
    }

    /// `from` with `unit`, a drive or a limit, moved directly under limit `to`, or under none;
    /// `filled` are the rates of `from` in each run.
    fn moved(
        &self,
        from: &LimitModel,
        filled: &[RunSolution],
        unit: DriveSet,
        to: Option<usize>,
    ) -> Option<LimitModel> {
        let limits = &from.limits;
        let target = to.map_or(DriveSet::default(), |to| limits[to].members);
        if to.is_some() && target.is_in(unit) {
            return None;
        }
        let mut model = from.clone();
        let mut changed = vec![false; limits.len()];
        for (at, limit) in model.limits.iter_mut().enumerate() {
            // A limit inside a limit that moves goes with it unchanged.
            if limit.members.is_in(unit) && unit.len() > 1 {
                continue;
            }
            let holds = to.is_some() && target.is_in(limit.members);
            let members = if holds { limit.members.or(unit) } else { limit.members.less(unit) };
            changed[at] = members != limit.members;
            limit.members = members;
        }
        if !changed.contains(&true) {
            return None;
        }
        self.guess_after_move(filled, &mut model, &changed, unit, to);
        model.limits.retain(|limit| limit.members.len() > 1);
        model.limits.sort_by_key(|limit| limit.members.len());
        let twins = |at: usize| {
            model.limits[..at].iter().any(|limit| limit.members == model.limits[at].members)
        };
        let is_sound = !(0..model.limits.len()).any(twins);
        is_sound.then_some(model)
    }
}
