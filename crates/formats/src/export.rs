//! A run's figures in the forms that other programs read.
//!
//! What was not measured is left out rather than written as 0. Units stand in names, as each form's
//! readers expect them.

mod fio_job;
mod fio_json;
mod fio_terse;
mod hgrm;
mod hlog;
mod prometheus;
mod table;

use std::collections::BTreeMap;

use narrows_record::run::{Run, Samples};

pub(crate) use self::table::name_of;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A table with a heading, which `narrows import` reads as well.
    Csv,
    /// What `fio --output-format=json` writes, for scripts.
    FioJson,
    /// What `fio --output-format=terse` writes, version 3.
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
pub fn export(run: &Run, samples: &[Samples], form: Form) -> String {
    match form {
        Form::Csv => table::of(run),
        Form::FioJson => fio_json::of(run, samples),
        Form::FioJob => fio_job::of(run),
        Form::Prometheus => prometheus::of(run),
        Form::FioTerse => fio_terse::of(run),
        Form::Hgrm => hgrm::of(samples),
        Form::Hlog => hlog::of(samples),
    }
}

/// A number for each round: the results that ran together, as fio's groups have it.
fn groups(run: &Run) -> Vec<usize> {
    let mut known: BTreeMap<(&str, u32, &str), usize> = BTreeMap::new();
    let rows = run.results.iter().map(|row| {
        let who = if row.together.len() > 1 { row.set.as_str() } else { row.target.as_str() };
        let next = known.len();
        *known.entry((who, row.repeat, row.workload.as_str())).or_insert(next)
    });
    rows.collect()
}

/// The first bytes of each form as it is written here, by which a file is known to be one of Narrows.
pub fn mark(form: Form) -> &'static str {
    match form {
        Form::Csv => table::HEADING,
        Form::FioJson => fio_json::MARK,
        Form::FioJob => fio_job::MARK,
        Form::Prometheus => prometheus::MARK,
        Form::FioTerse => fio_terse::MARK,
        Form::Hgrm => hgrm::MARK,
        Form::Hlog => hlog::MARK,
    }
}

#[cfg(test)]
mod tests;
