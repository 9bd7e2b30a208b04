//! The text that AS SSD Benchmark copies.
//!
//! Its MB are of 2^20 bytes: the same 4K test is 256 times as many operations in its other view, `iops`. Blocks are 16
//! MiB in order and 4 KiB at random, once alone and once from 64 threads (the maker's description of the
//! tests). Scores and access times are no rates.

use narrows_messages::Message;
use narrows_record::run::ImportStatistic;
use narrows_workload::Pattern;

use super::figure::{ImportedFigure, ImportedResults};
use crate::text::number_of_any_country as number;

const MIB: f64 = 1.048_576;
const NAME: &str = "AS SSD Benchmark";

pub(super) fn read(text: &str) -> Result<Vec<ImportedResults>, Message> {
    let mut all: Vec<ImportedResults> = Vec::new();
    let mut test = None;
    let mut drive = None;
    for line in text.lines().map(str::trim) {
        if let Some((_, rest)) = line.split_once(NAME) {
            let version = rest.split_whitespace().next().map(str::to_owned);
            let tool = "AS SSD".to_owned();
            all.push(ImportedResults {
                tool,
                version,
                statistic: ImportStatistic::Mean,
                has_names: true,
                ..ImportedResults::default()
            });
            (test, drive) = (None, None);
            continue;
        }
        let Some(results) = all.last_mut() else { continue };
        let Some((key, value)) = line.split_once(':') else { continue };
        let rate = value.trim().strip_suffix("MB/s").and_then(number).map(|mib| mib * MIB);
        match (key, test, rate) {
            ("Name" | "Drive", ..) => drive = Some(value.trim().to_owned()),
            ("Read" | "Write", Some((name, pattern, block, jobs)), Some(rate)) => {
                let reads = key == "Read";
                results.add(ImportedFigure {
                    target: drive.clone(),
                    label: Some(format!("{name} {key}")),
                    pattern: Some(pattern),
                    read_percent: Some(if reads { 100 } else { 0 }),
                    block: Some(block),
                    depth: Some(1),
                    jobs: Some(jobs),
                    read_mb_s: if reads { rate } else { 0.0 },
                    write_mb_s: if reads { 0.0 } else { rate },
                    round: results.figures.len(),
                    ..ImportedFigure::default()
                })?;
            }
            ("Read" | "Write", ..) => {}
            _ => test = asked(key),
        }
    }
    Ok(all)
}

/// The request of a heading: its order, bytes a request, threads.
fn asked(heading: &str) -> Option<(&'static str, Pattern, u64, u32)> {
    match heading {
        "Sequential" | "Seq" => Some(("Seq", Pattern::Sequential, 16 << 20, 1)),
        "4K" => Some(("4K", Pattern::Random, 4096, 1)),
        "4K-64Threads" | "4K-64Thrd" => Some(("4K-64Thrd", Pattern::Random, 4096, 64)),
        _ => None,
    }
}
