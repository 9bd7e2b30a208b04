//! The next measurements, pass by pass.
//!
//! 1. and 2. Everything in short rounds; then clearly inferior candidates are dropped.
//! 3. and 4. The rest at full length.
//! 5. Once more those that scatter does not distinguish from the best.
//!
//! Every other pass is in the opposite order: steady drift (heat, a filling cache) then favours no
//! candidate, neither in dropping nor in ranking.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use narrows_record::stripe::{StripeCandidate, StripeRecord};
use narrows_record::word::TargetSet;
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_workload::Workload;

use super::figures::{SHORT, SWEEP, has, is_given_up, set_of};
use super::{StripeSweepPlan, SweepRound, candidates, dropped, jobs, ranking};

const FULL: RangeInclusive<u32> = 3..=4;
/// The passes of single drives, alone and side by side: they are for comparison, not to be dropped
/// or ranked, and need no second short round and no third full one.
const OF_SINGLES: [u32; 3] = [1, 3, 4];
const EXTRA: u32 = *SWEEP.end();
/// The shortest short round; it counts a fifth of a full one.
const LEAST: Nanos = Nanos::millis(200);

/// The next measurements, given the results in `stripe`; empty when enough is known. Clearly
/// inferior candidates are marked as dropped. Fills in missing drives, jobs and candidates.
///
/// The same results in any order give the same answer. A failed round must be in the results as a
/// row that is `partial` under its candidate, job, set and repeat: it is requested once more and
/// then given up, but a round without any row is requested again.
pub fn next(plan: &StripeSweepPlan, stripe: &mut StripeRecord) -> Vec<SweepRound> {
    candidates::prepare(plan, stripe);
    let of = |number| SweepPass { plan, stripe, number };
    let short: Vec<SweepRound> = SHORT.flat_map(|number| of(number).asks(|_| true)).collect();
    if !short.is_empty() {
        return short;
    }
    dropped::mark(plan, stripe);
    let is_kept = |candidate: &StripeCandidate| candidate.dropped_for.is_none();
    let of = |number| SweepPass { plan, stripe, number };
    let full: Vec<SweepRound> = FULL.flat_map(|number| of(number).asks(is_kept)).collect();
    if !full.is_empty() {
        return full;
    }
    // Arrays that the passes before the last one do not distinguish from the best.
    let ranking = ranking::rank(plan, stripe, 1..=EXTRA - 1);
    let arrays = ranking::arrays(stripe, &ranking.placed);
    let close: BTreeSet<String> =
        ranking::close(&arrays).into_iter().map(|one| one.candidate.clone()).collect();
    let pass = SweepPass { plan, stripe, number: EXTRA };
    // One array alone is the best already.
    if close.len() < 2 { Vec::new() } else { pass.asks(|one| close.contains(&one.id)) }
}

struct SweepPass<'a> {
    plan: &'a StripeSweepPlan,
    stripe: &'a StripeRecord,
    number: u32,
}

impl SweepPass<'_> {
    /// The missing measurements of this pass, job by job.
    fn asks(&self, is_wanted: impl Fn(&StripeCandidate) -> bool) -> Vec<SweepRound> {
        let order: Vec<&StripeCandidate> =
            self.stripe.candidates.iter().filter(|one| is_wanted(one)).collect();
        let turned = self.number.is_multiple_of(2);
        let mut asks = Vec::new();
        for job in &self.plan.workloads {
            let mut of_job = self.alone(job);
            of_job.extend(self.arrays(job, &order));
            if turned {
                of_job.reverse();
            }
            asks.extend(of_job);
        }
        asks
    }

    /// Each drive alone, then all of them side by side.
    fn alone(&self, job: &Workload) -> Vec<SweepRound> {
        if !OF_SINGLES.contains(&self.number) {
            return Vec::new();
        }
        let singles = self.stripe.candidates.iter().filter(|one| candidates::is_single(one));
        let missing = singles.filter(|one| self.is_missing(&one.id, &TargetSet::Alone, job));
        let each = missing.map(|one| self.ask(vec![Id::new(&one.id)], &TargetSet::Alone, job));
        let mut asks: Vec<SweepRound> = each.collect();
        let drives = &self.plan.drives;
        let is_missing = |drive: &Id| self.is_missing(&drive.to_string(), &TargetSet::All, job);
        let is_given_up = |drive: &Id| self.is_given_up(&drive.to_string(), &TargetSet::All, job);
        // The drives count side by side only if all of them ran: one that failed twice ends it.
        let is_open = drives.iter().any(is_missing) && !drives.iter().any(is_given_up);
        if drives.len() > 1 && is_open {
            asks.push(self.ask(drives.clone(), &TargetSet::All, job));
        }
        asks
    }

    /// Arrays; of those that send the same requests to drives, only the first that has not failed.
    fn arrays(&self, job: &Workload, order: &[&StripeCandidate]) -> Vec<SweepRound> {
        let mut seen = BTreeSet::new();
        let arrays = order.iter().filter(|one| candidates::is_array(one));
        let mut asks = Vec::new();
        for candidate in arrays.filter(|one| jobs::is_asked(one, job)) {
            let is_open = !self.is_given_up(&candidate.id, set_of(candidate), job);
            if is_open
                && seen.insert(jobs::likeness(candidate, job))
                && !self.is_there(candidate, job)
            {
                asks.push(self.ask(vec![Id::new(&candidate.id)], &TargetSet::Array, job));
            }
        }
        asks
    }

    /// Whether it, or an equivalent one, was measured in this pass.
    fn is_there(&self, candidate: &StripeCandidate, job: &Workload) -> bool {
        let likeness = jobs::likeness(candidate, job);
        let alike =
            self.stripe.candidates.iter().filter(|one| jobs::likeness(one, job) == likeness);
        let mut alike = alike.filter(|one| candidates::is_array(one));
        alike.any(|one| self.has(&one.id, set_of(one), job))
    }

    fn is_missing(&self, target: &str, set: &TargetSet, job: &Workload) -> bool {
        !self.has(target, set, job) && !self.is_given_up(target, set, job)
    }

    fn has(&self, target: &str, set: &TargetSet, job: &Workload) -> bool {
        has(self.stripe, (target, set), job, self.number)
    }

    fn is_given_up(&self, target: &str, set: &TargetSet, job: &Workload) -> bool {
        is_given_up(self.stripe, (target, set), job)
    }

    fn ask(&self, targets: Vec<Id>, set: &TargetSet, job: &Workload) -> SweepRound {
        let full = self.plan.round;
        let short = Nanos::new(full.get() / 5).max(LEAST).min(full);
        let time = if SHORT.contains(&self.number) { short } else { full };
        SweepRound { targets, set: set.clone(), workload: job.clone(), repeat: self.number, time }
    }
}
