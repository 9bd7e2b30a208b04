//! What the rows say of each candidate and job.

use std::collections::BTreeMap;

use narrows_record::run::Measured;
use narrows_record::stripe::{Candidate, Figure, Stripe};
use narrows_workload::Workload;

use super::{Plan, candidates, jobs};

/// The pass of short rounds, in which everything is measured once.
pub(super) const SHORT: u32 = 1;

/// The measured figures of some passes.
pub(super) struct Figures<'a> {
    /// Good rows by what was asked: likeness and job.
    rows: BTreeMap<(String, &'a str), Vec<&'a Measured>>,
    /// Rows of drives that ran together, by drive and job.
    together: BTreeMap<(&'a str, &'a str), Vec<&'a Measured>>,
}

/// A candidate's figure of a job.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    pub mb_s: f64,
    pub iops: f64,
    pub latency_us: Option<f64>,
    /// What is compared: the more the better. MB/s, or requests per second one at a time.
    pub worth: f64,
    /// Half of what the repeats differ by, as a part of the figure; none with one.
    pub scatter: Option<f64>,
    /// Who was measured, where it was another.
    pub measured_as: Option<String>,
}

impl Reading {
    /// The wire form; `share` is what it is of the best.
    pub fn figure(&self, job: &Workload, share: f64) -> Figure {
        Figure {
            job: job.name.clone(),
            mb_s: self.mb_s,
            iops: self.iops,
            latency_us: self.latency_us,
            share,
            scatter: self.scatter,
            measured_as: self.measured_as.clone(),
        }
    }
}

/// Whether a row is a measure of the drive at all.
pub(super) fn is_good(row: &Measured) -> bool {
    let is_figure = row.mb_s.is_finite() && row.mb_s > 0.0;
    !row.partial && row.errors == 0 && is_figure
}

/// Under which set a candidate's rows stand.
pub(super) fn set_of(candidate: &Candidate) -> &'static str {
    if candidates::is_single(candidate) { "alone" } else { "array" }
}

impl<'a> Figures<'a> {
    /// Of all passes up to `last`.
    pub fn of(plan: &'a Plan, stripe: &'a Stripe, last: u32) -> Self {
        let mut figures = Self { rows: BTreeMap::new(), together: BTreeMap::new() };
        let good = || stripe.results.iter().filter(|row| is_good(row) && row.repeat <= last);
        for row in good().filter(|row| row.set == "all") {
            figures.together.entry((&row.target, &row.workload)).or_default().push(row);
        }
        let known = |row: &Measured| {
            let mut of_row = stripe.candidates.iter().filter(|known| known.id == row.target);
            let job = plan.workloads.iter().find(|job| job.name == row.workload)?;
            let candidate = of_row.find(|known| set_of(known) == row.set)?;
            Some((jobs::likeness(candidate, job), job.name.as_str()))
        };
        for row in good() {
            if let Some(key) = known(row) {
                figures.rows.entry(key).or_default().push(row);
            }
        }
        figures
    }

    /// None where it was not measured.
    pub fn reading(&self, candidate: &Candidate, job: &Workload) -> Option<Reading> {
        let rows = self.rows.get(&(jobs::likeness(candidate, job), job.name.as_str()))?;
        let is_asked = jobs::is_asked(candidate, job);
        let is_own = rows.iter().any(|row| row.target == candidate.id);
        let measured_as = rows.iter().map(|row| &row.target).min().filter(|_| !is_own).cloned();
        let rows = longest(rows);
        let latency_us = median(rows.iter().filter_map(|row| row.latency_us.p50));
        let reading = Reading {
            mb_s: median(rows.iter().map(|row| row.mb_s))?,
            iops: median(rows.iter().map(|row| row.iops))?,
            latency_us,
            worth: median(rows.iter().map(|row| worth(row, job)))?,
            scatter: scatter(rows.iter().map(|row| worth(row, job))),
            measured_as,
        };
        is_asked.then_some(reading)
    }

    /// The sum of all drives that ran together, each with this job; none where one is missing.
    pub fn all_mb_s(&self, drives: &[String], job: &str) -> Option<f64> {
        let of_drive = |drive: &String| {
            let rows = self.together.get(&(drive.as_str(), job))?;
            median(longest(rows).iter().map(|row| row.mb_s))
        };
        let sum = drives.iter().map(of_drive).sum::<Option<f64>>();
        sum.filter(|_| drives.len() > 1)
    }
}

/// The rows of the passes at full length, where there are any.
fn longest<'a>(rows: &[&'a Measured]) -> Vec<&'a Measured> {
    let full: Vec<&Measured> = rows.iter().copied().filter(|row| row.repeat > SHORT).collect();
    if full.is_empty() { rows.to_vec() } else { full }
}

/// Requests that are waited for are compared by how long half of them take; a rate stands for that
/// where too few came to tell.
fn worth(row: &Measured, job: &Workload) -> f64 {
    if !jobs::by_latency(job) {
        return row.mb_s;
    }
    let by_rate = row.mb_s * 1e6 / job.block.as_f64().max(1.0);
    row.latency_us.p50.filter(|us| *us > 0.0).map_or(by_rate, |us| 1e6 / us)
}

/// The mean of the middle two of an even number; none of none.
pub(super) fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
    values.sort_by(f64::total_cmp);
    let upper = values.get(values.len() / 2)?;
    let lower = values.get(values.len().saturating_sub(1) / 2)?;
    Some((upper + lower) / 2.0)
}

fn scatter(values: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let most = values.clone().reduce(f64::max)?;
    let least = values.clone().reduce(f64::min)?;
    let middle = median(values.clone()).filter(|middle| *middle > 0.0)?;
    (values.count() > 1).then_some((most - least) / 2.0 / middle)
}
