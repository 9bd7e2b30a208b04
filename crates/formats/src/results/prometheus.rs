//! Output of Narrows' `export --format prometheus`: the last repeat of everything, by drive, workload and set.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_workload::profile;

use super::figure::{ImportedFigure, ImportedResults, divided};
use crate::text::number;

pub(super) fn read(text: &str) -> Result<ImportedResults, Message> {
    let mut results = ImportedResults {
        tool: "Narrows".to_owned(),
        has_names: true,
        ..ImportedResults::default()
    };
    let mut figures: BTreeMap<[String; 3], ImportedFigure> = BTreeMap::new();
    let mut simulated = false;
    // A last line that does not end was cut.
    let lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    for (name, labels, value) in lines.filter_map(sample) {
        let of = |label: &str| labels.get(label).cloned().unwrap_or_default();
        if name == "narrows_run_info" {
            (results.version, simulated) =
                (labels.get("version").cloned(), of("simulated") == "true");
            results.started = labels.get("started").cloned().filter(|it| !it.is_empty());
            continue;
        }
        let figure = figures.entry([of("set"), of("workload"), of("target")]).or_default();
        let us = Some(value * 1e6);
        match (name, of("quantile").as_str()) {
            ("narrows_read_write_bytes_per_second", _) => figure.read_mb_s = value / 1e6,
            ("narrows_operations_per_second", _) => figure.iops = Some(value),
            ("narrows_failed_operations", _) => figure.errors = value as u64,
            ("narrows_latency_seconds", "0.5") => figure.latency.p50 = us,
            ("narrows_latency_seconds", "0.9") => figure.latency.p90 = us,
            ("narrows_latency_seconds", "0.99") => figure.latency.p99 = us,
            ("narrows_latency_seconds", "0.999") => figure.latency.p999 = us,
            ("narrows_latency_seconds", "0.9999") => figure.latency.p9999 = us,
            _ => {}
        }
    }
    let mut rounds: BTreeMap<[String; 2], usize> = BTreeMap::new();
    for ([set, named, target], figure) in figures {
        let workload = profile(&named);
        // Alone every drive runs by itself.
        let together = if set.contains('+') || set == "all" { set.clone() } else { target.clone() };
        let next = rounds.len();
        let round = *rounds.entry([together, named.clone()]).or_insert(next);
        let share = workload.as_ref().map_or(100, |workload| workload.read_percent);
        let (read_mb_s, write_mb_s) = divided(figure.read_mb_s, share);
        results.add(ImportedFigure {
            target: Some(target),
            label: Some(named),
            pattern: workload.as_ref().map(|workload| workload.pattern),
            read_percent: workload.as_ref().map(|workload| workload.read_percent),
            block: workload.as_ref().map(|workload| workload.block.get()),
            depth: workload.as_ref().map(|workload| workload.depth),
            jobs: workload.as_ref().map(|workload| workload.jobs),
            read_mb_s,
            write_mb_s,
            round,
            set: Some(set).filter(|set| set.contains('+')),
            simulated,
            ..figure
        })?;
    }
    Ok(results)
}

/// `name{label="value",...} 1.5`; `None` for a comment.
fn sample(line: &str) -> Option<(&str, BTreeMap<String, String>, f64)> {
    let (name, rest) = line.split_once('{')?;
    // The last brace: a label's value may contain others.
    let (labels, value) = rest.rsplit_once("} ")?;
    let mut found = BTreeMap::new();
    let mut rest = labels;
    while let Some((label, after)) = rest.split_once("=\"") {
        let (mut text, mut letters) = (String::new(), after.char_indices());
        let end = loop {
            match letters.next()? {
                (at, '"') => break at,
                (_, '\\') => text.push(match letters.next()?.1 {
                    'n' => '\n',
                    letter => letter,
                }),
                (_, letter) => text.push(letter),
            }
        };
        found.insert(label.trim_start_matches(',').to_owned(), text);
        rest = &after[end + 1..];
    }
    Some((name, found, number(value)?))
}
