//! A run's figures in the forms that other programs read.
//!
//! Unmeasured values are left out rather than written as 0. Units are part of the names, as each
//! format's readers expect.

mod fio_job;
mod fio_json;
mod fio_terse;
mod hgrm;
mod hlog;
mod prometheus;
mod table;

use std::collections::BTreeMap;

use narrows_record::run::{RunDocument, Samples};

pub(crate) use self::table::name_of;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// A table with a heading, which `narrows import` reads as well.
    Csv,
    /// The format of `fio --output-format=json`, for scripts.
    FioJson,
    /// The format of `fio --output-format=terse`, version 3.
    FioTerse,
    FioJob,
    /// Prometheus' text format, for node_exporter's textfile collector.
    Prometheus,
    /// Latency distributions as HdrHistogram's percentile text.
    Hgrm,
    /// Latency distributions as HdrHistogram's log.
    Hlog,
}

/// A run in a form; `samples` are needed for distributions, and make fio's JSON have its latencies.
pub fn export(run: &RunDocument, samples: &[Samples], form: ExportFormat) -> String {
    match form {
        ExportFormat::Csv => table::of(run),
        ExportFormat::FioJson => fio_json::of(run, samples),
        ExportFormat::FioJob => fio_job::of(run),
        ExportFormat::Prometheus => prometheus::of(run),
        ExportFormat::FioTerse => fio_terse::of(run),
        ExportFormat::Hgrm => hgrm::of(samples),
        ExportFormat::Hlog => hlog::of(samples),
    }
}

/// A number for each round: the results that ran together, as fio's groups have it.
fn groups(run: &RunDocument) -> Vec<usize> {
    let mut known: BTreeMap<(&str, u32, &str), usize> = BTreeMap::new();
    let rows = run.results.iter().map(|row| {
        let who = if row.together.len() > 1 { row.set.as_str() } else { row.target.as_str() };
        let next = known.len();
        *known.entry((who, row.repeat, row.workload.as_str())).or_insert(next)
    });
    rows.collect()
}

/// The first bytes of each form as it is written here, by which a file is known to be one of Narrows.
pub fn mark(form: ExportFormat) -> &'static str {
    match form {
        ExportFormat::Csv => table::HEADING,
        ExportFormat::FioJson => fio_json::MARK,
        ExportFormat::FioJob => fio_job::MARK,
        ExportFormat::Prometheus => prometheus::MARK,
        ExportFormat::FioTerse => fio_terse::MARK,
        ExportFormat::Hgrm => hgrm::MARK,
        ExportFormat::Hlog => hlog::MARK,
    }
}

#[cfg(test)]
mod tests;
