//! fio's terse output of versions 3 to 5 (`--minimal`, `--output-format=terse`; fio's HOWTO, "Terse output", and
//! `show_thread_status_terse_all` of its `stat.c`): a line a job, fields between semicolons.
//!
//! KB are of 1,024 bytes, latencies microseconds. The parameters (files, order, request size) are not in it; in
//! lines that Narrows exports the name has them.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_record::run::{ImportStatistic, Latency};
use narrows_workload::profile;

use super::figure::{ImportedFigure, ImportedResults};
use crate::text::number;

/// The places of a side's fields, from its first on.
const RATE: usize = 1;
const IOPS: usize = 2;
const RUNTIME: usize = 3;
const COMPLETION_MEAN: usize = 10;
const PERCENTILES: std::ops::Range<usize> = 12..32;
/// Fields of a side; version 5 has operations over time as well.
const SIDE: usize = 41;
const SIDE_OF_5: usize = 47;

pub(super) fn is_line(line: &str) -> bool {
    let mut fields = line.split(';');
    matches!(fields.next().map(str::trim), Some("3" | "4" | "5"))
        && fields.next().is_some_and(|it| it.starts_with("fio-") || it.starts_with("narrows-"))
}

pub(super) fn read(text: &str) -> Result<Vec<ImportedResults>, Message> {
    let mut all: BTreeMap<String, ImportedResults> = BTreeMap::new();
    let lines = || text.lines().map(str::trim).filter(|line| is_line(line));
    let mut of_group: BTreeMap<&str, usize> = BTreeMap::new();
    for line in lines() {
        *of_group.entry(line.split(';').nth(3).unwrap_or_default()).or_default() += 1;
    }
    for line in lines() {
        let fields: Vec<&str> = line.split(';').collect();
        let own = fields[1].strip_prefix("narrows-");
        let version = own.unwrap_or_else(|| fields[1].trim_start_matches("fio-"));
        let results = all.entry(fields[1].to_owned()).or_insert_with(|| ImportedResults {
            tool: if own.is_some() { "Narrows" } else { "fio" }.to_owned(),
            version: Some(version.to_owned()),
            statistic: ImportStatistic::Mean,
            has_names: own.is_some(),
            notes: if own.is_some() { Vec::new() } else { vec![Message::new("import-fio-terse")] },
            ..ImportedResults::default()
        });
        let Some(figure) = figure(&fields) else { continue };
        let group = fields[3];
        let figure = match own {
            Some(_) => {
                let round = group.parse().unwrap_or(results.figures.len());
                ImportedFigure { round, ..with_name(figure, fields[2]) }
            }
            // fio does not say which jobs of a group ran at the same time.
            None => {
                let alone_unknown = of_group[group] > 1;
                let note = Message::new("import-fio-order-unknown");
                if alone_unknown && !results.notes.contains(&note) {
                    results.notes.push(note);
                }
                ImportedFigure { round: results.figures.len(), alone_unknown, ..figure }
            }
        };
        results.add(figure)?;
    }
    Ok(all.into_values().collect())
}

/// `None` if the line was cut.
fn figure(fields: &[&str]) -> Option<ImportedFigure> {
    let length = if fields[0].trim() == "5" { SIDE_OF_5 } else { SIDE };
    // Before the reads: format, fio's version, name, group and error.
    let read = fields.get(5..5 + length)?;
    let write = fields.get(5 + length..5 + 2 * length)?;
    let has_quantiles =
        |side: &[&str]| side[PERCENTILES].iter().all(|it| it.is_empty() || it.contains("%="));
    if !has_quantiles(read) || !has_quantiles(write) {
        return None;
    }
    let value = |side: &[&str], at: usize| number(side[at]).unwrap_or_default();
    let (rates, counts) = (
        [read, write].map(|side| value(side, RATE) * 1024.0 / 1e6),
        [read, write].map(|it| value(it, IOPS)),
    );
    let moved = rates[0] + rates[1];
    let side = if rates[0] > 0.0 { read } else { write };
    let is_mix = rates[0] > 0.0 && rates[1] > 0.0;
    let window_s = value(read, RUNTIME).max(value(write, RUNTIME)) / 1e3;
    Some(ImportedFigure {
        label: Some(fields[2].trim().to_owned()),
        read_percent: Some((rates[0] / moved * 100.0).round() as u8),
        read_mb_s: rates[0],
        write_mb_s: rates[1],
        iops: Some(counts[0] + counts[1]).filter(|iops| *iops > 0.0),
        window_s: Some(window_s).filter(|window| *window > 0.0),
        // A mix's are of one direction each.
        latency: if is_mix { Latency::default() } else { latency(&side[PERCENTILES]) },
        average_us: number(side[COMPLETION_MEAN]).filter(|us| !is_mix && *us > 0.0),
        errors: u64::from(fields[4].trim() != "0"),
        ..ImportedFigure::default()
    })
}

/// `99.000000%=850`, in any order.
fn latency(fields: &[&str]) -> Latency {
    let mut latency = Latency::default();
    for (percent, us) in fields.iter().filter_map(|field| field.split_once("%=")) {
        let us = number(us).filter(|us| *us > 0.0);
        // Whole hundredths, since 99.99 has no exact binary form.
        match percent.parse::<f64>().map(|percent| (percent * 100.0).round() as u32) {
            Ok(5000) => latency.p50 = us,
            Ok(9000) => latency.p90 = us,
            Ok(9900) => latency.p99 = us,
            Ok(9990) => latency.p999 = us,
            Ok(9999) => latency.p9999 = us,
            _ => {}
        }
    }
    latency
}

/// The same with the job name that Narrows writes: the drive, the workload and its set.
pub(super) fn with_name(figure: ImportedFigure, name: &str) -> ImportedFigure {
    let words: Vec<&str> = name.split(' ').collect();
    // Names of drives may contain blanks, those of workloads do not.
    let Some(at) = (1..words.len()).find(|at| profile(words[*at]).is_some()) else { return figure };
    let Some(workload) = profile(words[at]) else { return figure };
    let set = words[at + 1..].join(" ");
    ImportedFigure {
        target: Some(words[..at].join(" ")),
        label: Some(words[at].to_owned()),
        pattern: Some(workload.pattern),
        read_percent: Some(workload.read_percent),
        block: Some(workload.block.get()),
        depth: Some(workload.depth),
        jobs: Some(workload.jobs),
        set: Some(set).filter(|set| set.contains('+')),
        ..figure
    }
}
