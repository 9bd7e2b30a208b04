//! Whether a shared resource is the bottleneck, rather than the array: side by side, drives get
//! well below their individual rates, and the array gets no more than that.

use narrows_messages::Message;
use narrows_model::Machine;
use narrows_record::predict::LimitRecord;
use narrows_record::run::RunFinding;
use narrows_record::stripe::{StripeCandidate, StripeRecord};
use narrows_topology::Id;
use narrows_units::BytesPerSec;
use narrows_workload::Workload;

use super::figures::{SWEEP, StripeFigures};
use super::finding::{finding, label};
use super::{StripeSweepPlan, advice, candidates};
use crate::thresholds::explain::{AT_LIMIT, UNSHARED};
use crate::thresholds::stripe::MORE;

/// The rates of some drives under one job, MB/s in sum.
struct RateSums<'a> {
    job: &'a Workload,
    array: f64,
    alone: f64,
    all: f64,
}

/// The job with the greatest loss; the bottleneck by name if the model has one that the figures
/// match. `None` for an array of some of the drives: side by side, the others had their share of
/// the bottleneck.
pub(super) fn conclude(
    plan: &StripeSweepPlan,
    stripe: &StripeRecord,
    array: &StripeCandidate,
    machine: &Machine,
) -> Option<RunFinding> {
    if array.members.len() < stripe.drives.len() {
        return None;
    }
    let figures = StripeFigures::of(plan, stripe, SWEEP);
    let sums = |job, drives: &[String]| RateSums::of(&figures, stripe, (array, drives), job);
    // At QD1 drives wait for each other without any bottleneck being full.
    let deep = plan.workloads.iter().filter(|job| job.in_flight() > 1);
    let capped = deep.filter_map(|job| sums(job, &array.members));
    let capped = capped.filter(RateSums::is_capped);
    let whole = capped.reduce(|a, b| if b.lost() > a.lost() { b } else { a })?;
    let members: Vec<Id> = array.members.iter().map(Id::new).collect();
    let shared = advice::shared(machine, &members, whole.job);
    let named = shared.and_then(|(bound, drives)| {
        let of_them = sums(whole.job, &drives).filter(|of_them| {
            let capacity = bound.capacity_rate().map_or(0.0, BytesPerSec::as_mb_s);
            (AT_LIMIT * capacity..=capacity / AT_LIMIT).contains(&of_them.all)
        })?;
        Some((of_them, drives, LimitRecord::of(&bound)))
    });
    Some(match named {
        Some((of_them, drives, limit)) => {
            // The other drives of the array have paths of their own.
            let is_whole = drives.len() == array.members.len();
            let id = if is_whole { "stripe-capped-by" } else { "stripe-capped-by-some" };
            let what = Message::new(id).text("limit", &limit.name);
            let what = what.with("capacity", BytesPerSec::mb_s(limit.capacity));
            finding(&of_them.message(what, &drives), &drives, Some(limit))
        }
        None => {
            let what = Message::new("stripe-capped");
            let drives = &array.members;
            finding(&whole.message(what, drives), drives, None)
        }
    })
}

impl<'a> RateSums<'a> {
    /// `None` if a drive was not measured alone, or not with the others.
    fn of(
        figures: &StripeFigures<'_>,
        stripe: &StripeRecord,
        (array, drives): (&StripeCandidate, &[String]),
        job: &'a Workload,
    ) -> Option<Self> {
        let single = |drive: &String| {
            let mut singles = stripe.candidates.iter().filter(|one| candidates::is_single(one));
            let single = singles.find(|one| one.id == *drive)?;
            Some(figures.reading(single, job)?.mb_s)
        };
        let alone = drives.iter().map(single).sum::<Option<f64>>()?;
        let all = figures.together(drives, &job.name)?.mb_s;
        Some(Self { job, array: figures.reading(array, job)?.mb_s, alone, all })
    }

    fn lost(&self) -> f64 {
        self.alone - self.all
    }

    fn is_capped(&self) -> bool {
        self.all < UNSHARED * self.alone && self.array <= (1.0 + MORE) * self.all
    }

    fn message(&self, what: Message, drives: &[String]) -> Message {
        what.with("drives", drives.join(", "))
            .text("job", label(self.job))
            .with("all", BytesPerSec::mb_s(self.all))
            .with("alone", BytesPerSec::mb_s(self.alone))
            .with("one", BytesPerSec::mb_s(self.array))
    }
}
