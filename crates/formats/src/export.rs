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

/// A run in a form; `samples` are only needed for distributions.
pub fn export(run: &Run, samples: &[Samples], form: Form) -> String {
    match form {
        Form::Csv => table::of(run),
        Form::FioJson => fio_json::of(run),
        Form::FioJob => fio_job::of(run),
        Form::Prometheus => prometheus::of(run),
        Form::FioTerse => fio_terse::of(run),
        Form::Hgrm => hgrm::of(samples),
        Form::Hlog => hlog::of(samples),
    }
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
