//! The figures of each candidate and job in the rows.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use narrows_record::run::TargetMeasurement;
use narrows_record::stripe::{CandidateFigure, StripeCandidate, StripeRecord};
use narrows_record::word::TargetSet;
use narrows_workload::Workload;

use super::scatter::RepeatScatter;
use super::{StripeSweepPlan, candidates, jobs};

pub(super) const SHORT: RangeInclusive<u32> = 1..=2;
/// All passes of the sweep; cache modes have further ones.
pub(super) const SWEEP: RangeInclusive<u32> = 1..=5;
/// Most attempts for a measurement.
const MOST_FAILURES: usize = 2;

/// The measured figures of some passes.
pub(super) struct StripeFigures<'a> {
    /// Valid rows by their requests: likeness and job.
    rows: BTreeMap<(String, &'a str), Vec<&'a TargetMeasurement>>,
    /// Rows of drives that ran together, by drive and job.
    together: BTreeMap<(&'a str, &'a str), Vec<&'a TargetMeasurement>>,
}

/// A candidate's figure of a job.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CandidateReading {
    pub mb_s: f64,
    pub iops: f64,
    pub latency_us: Option<f64>,
    /// The figure compared, higher is better: MB/s, or for QD1 requests per second.
    pub worth: f64,
    /// The spread of the repeats of `worth`.
    pub repeats: RepeatScatter,
    pub measured_as: Option<String>,
}

impl CandidateReading {
    /// The wire form; `share` is its part of the best.
    pub fn figure(&self, job: &Workload, share: f64) -> CandidateFigure {
        CandidateFigure {
            job: job.name.clone(),
            mb_s: self.mb_s,
            iops: self.iops,
            latency_us: self.latency_us,
            share,
            scatter: self.repeats.sigma,
            measured_as: self.measured_as.clone(),
        }
    }
}

/// Whether a row is a measurement of the drive at all.
pub(super) fn is_good(row: &TargetMeasurement) -> bool {
    let is_figure = row.mb_s.is_finite() && row.mb_s > 0.0;
    !row.partial && row.errors == 0 && is_figure
}

/// Whether a job failed often enough on a target under a set.
pub(super) fn is_given_up(
    stripe: &StripeRecord,
    (target, set): (&str, &TargetSet),
    job: &Workload,
) -> bool {
    rows(stripe, (target, set), job).filter(|row| !is_good(row)).count() >= MOST_FAILURES
}

/// Whether it has a valid row of this pass.
pub(super) fn has(
    stripe: &StripeRecord,
    (target, set): (&str, &TargetSet),
    job: &Workload,
    repeat: u32,
) -> bool {
    rows(stripe, (target, set), job).any(|row| row.repeat == repeat && is_good(row))
}

fn rows<'a>(
    stripe: &'a StripeRecord,
    (target, set): (&'a str, &'a TargetSet),
    job: &'a Workload,
) -> impl Iterator<Item = &'a TargetMeasurement> {
    let is_of = move |row: &&TargetMeasurement| {
        row.target == target && row.set == *set && row.workload == job.name
    };
    stripe.results.iter().filter(is_of)
}

/// The set of a candidate's rows.
pub(super) fn set_of(candidate: &StripeCandidate) -> &'static TargetSet {
    if candidates::is_single(candidate) { &TargetSet::Alone } else { &TargetSet::Array }
}

impl<'a> StripeFigures<'a> {
    pub fn of(
        plan: &'a StripeSweepPlan,
        stripe: &'a StripeRecord,
        passes: RangeInclusive<u32>,
    ) -> Self {
        let mut figures = Self { rows: BTreeMap::new(), together: BTreeMap::new() };
        let good =
            || stripe.results.iter().filter(|row| is_good(row) && passes.contains(&row.repeat));
        for row in good().filter(|row| row.set == TargetSet::All) {
            figures.together.entry((&row.target, &row.workload)).or_default().push(row);
        }
        let known = |row: &TargetMeasurement| {
            let mut of_row = stripe.candidates.iter().filter(|known| known.id == row.target);
            let job = plan.workloads.iter().find(|job| job.name == row.workload)?;
            let candidate = of_row.find(|known| *set_of(known) == row.set)?;
            Some((jobs::likeness(candidate, job), job.name.as_str()))
        };
        for row in good() {
            if let Some(key) = known(row) {
                figures.rows.entry(key).or_default().push(row);
            }
        }
        figures
    }

    /// `None` if it was not measured.
    pub fn reading(&self, candidate: &StripeCandidate, job: &Workload) -> Option<CandidateReading> {
        let rows = self.rows.get(&(jobs::likeness(candidate, job), job.name.as_str()))?;
        let is_asked = jobs::is_asked(candidate, job);
        let is_own = rows.iter().any(|row| row.target == candidate.id);
        // The first by name, whatever the order of the rows.
        let measured_as = rows.iter().map(|row| &row.target).min().filter(|_| !is_own).cloned();
        let rows = longest(rows);
        let of =
            |value: &dyn Fn(&TargetMeasurement) -> f64| median(rows.iter().map(|row| value(row)));
        let worths: Vec<f64> = rows.iter().map(|row| worth(row, job)).collect();
        let reading = CandidateReading {
            mb_s: of(&|row| row.mb_s)?,
            iops: of(&|row| row.iops)?,
            latency_us: median(rows.iter().filter_map(|row| row.latency_us.p50)),
            worth: median(worths.iter().copied())?,
            repeats: RepeatScatter::of(&worths),
            measured_as,
        };
        is_asked.then_some(reading)
    }

    /// The sum of these drives, over the rounds in which all of them ran together, each with this
    /// job; `None` if there is no such round.
    pub fn together(&self, drives: &[String], job: &str) -> Option<ConcurrentRate> {
        let of_drive = |drive: &String| {
            let rows = self.together.get(&(drive.as_str(), job)).map(|rows| longest(rows));
            rows.unwrap_or_default()
        };
        let each: Vec<Vec<&TargetMeasurement>> = drives.iter().map(of_drive).collect();
        let repeats: BTreeSet<u32> = each.iter().flatten().map(|row| row.repeat).collect();
        let sum = |repeat: u32| {
            let at = |rows: &Vec<&TargetMeasurement>| {
                median(rows.iter().filter(|row| row.repeat == repeat).map(|row| row.mb_s))
            };
            each.iter().map(at).sum::<Option<f64>>()
        };
        let sums: Vec<f64> = repeats.into_iter().filter_map(sum).collect();
        let mb_s = median(sums.iter().copied()).filter(|_| drives.len() > 1)?;
        Some(ConcurrentRate { mb_s, repeats: RepeatScatter::of(&sums) })
    }
}

/// The rates of drives side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ConcurrentRate {
    pub mb_s: f64,
    pub repeats: RepeatScatter,
}

/// The rows of the full-length passes, if there are any.
fn longest<'a>(rows: &[&'a TargetMeasurement]) -> Vec<&'a TargetMeasurement> {
    let full: Vec<&TargetMeasurement> =
        rows.iter().copied().filter(|row| row.repeat > *SHORT.end()).collect();
    if full.is_empty() { rows.to_vec() } else { full }
}

/// Jobs limited by latency are compared by their median latency; by a rate if there are too few
/// samples.
fn worth(row: &TargetMeasurement, job: &Workload) -> f64 {
    if !jobs::by_latency(job) {
        return row.mb_s;
    }
    let by_rate = row.mb_s * 1e6 / job.block.as_f64().max(1.0);
    row.latency_us.p50.filter(|us| *us > 0.0).map_or(by_rate, |us| 1e6 / us)
}

fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let finite: Vec<f64> = values.filter(|value| value.is_finite()).collect();
    narrows_units::stats::median(&finite)
}
