//! What `hdparm -tT` and `dd` print: a line a figure.
//!
//! hdparm counts MB of 2^20 bytes and reads in 2 MiB (`TIMING_BUF_MB` of `hdparm.c`). dd names bytes and seconds; its
//! MB are 10^6 (coreutils' manual, "dd invocation"), which is not needed.

use narrows_messages::Message;
use narrows_record::run::ImportStatistic;
use narrows_workload::Pattern;

use super::figure::{ImportedFigure, ImportedResults};
use crate::text::{number, number_of_any_country, size};

const MIB: f64 = 1_048_576.0;
/// Amount over time may differ from the rate beside it by so much of it: both are rounded.
const ROUNDED: f64 = 0.02;

pub(super) fn hdparm(text: &str) -> Result<Vec<ImportedResults>, Message> {
    let mut results = new("hdparm");
    let (mut device, mut cached) = (None, false);
    for line in text.lines().map(str::trim) {
        if line.starts_with("/dev/") && line.ends_with(':') {
            device = line.strip_suffix(':').map(str::to_owned);
            continue;
        }
        let Some((what, rest)) = line.strip_prefix("Timing ").and_then(|it| it.split_once(':'))
        else {
            continue;
        };
        let words: Vec<&str> = rest.split_whitespace().collect();
        let [amount, "MB", "in", seconds, "seconds", "=", told, unit] = words[..] else { continue };
        let (Some(amount), Some(seconds), Some(told)) =
            (number(amount), number(seconds), number(told))
        else {
            continue;
        };
        if what.contains("cached reads") {
            cached = true;
            continue;
        }
        let told = if unit.starts_with("kB") { told / 1024.0 } else { told };
        let rate = amount / seconds;
        if seconds <= 0.0 || (rate - told).abs() > told.max(rate) * ROUNDED {
            results.notes.push(Message::new("import-contradiction").with("what", line));
            continue;
        }
        results.add(ImportedFigure {
            target: device.clone(),
            label: Some(format!("hdparm: {what}")),
            pattern: Some(Pattern::Sequential),
            read_percent: Some(100),
            block: Some(2 << 20),
            depth: Some(1),
            jobs: Some(1),
            read_mb_s: rate * MIB / 1e6,
            window_s: Some(seconds),
            round: results.figures.len(),
            ..ImportedFigure::default()
        })?;
    }
    if cached {
        results.notes.push(Message::new("import-hdparm-cached"));
    }
    Ok(vec![results])
}

pub(super) fn dd(text: &str) -> Result<Vec<ImportedResults>, Message> {
    let mut results = new("dd");
    let mut asked = None;
    for line in text.lines().map(str::trim) {
        if let Some((_, words)) = line.split_once("dd ").filter(|(_, it)| it.contains("if=")) {
            asked = Some(words);
        }
        let Some((bytes, seconds, told)) = copied(line) else { continue };
        let rate = bytes / seconds;
        if told.is_some_and(|told| (rate - told).abs() > told.max(rate) * ROUNDED) {
            results.notes.push(Message::new("import-contradiction").with("what", line));
            continue;
        }
        let figure = of_dd(asked.take(), rate / 1e6, &mut results.notes);
        let round = results.figures.len();
        results.add(ImportedFigure { window_s: Some(seconds), round, ..figure })?;
    }
    Ok(vec![results])
}

/// Bytes, seconds and the rate beside them of `1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2.34 s, 459 MB/s`, or of
/// BSD's `1073741824 bytes transferred in 2.34 secs (458863172 bytes/sec)`.
fn copied(line: &str) -> Option<(f64, f64, Option<f64>)> {
    let (bytes, rest) = line.split_once(" bytes ")?;
    let bytes = number(bytes)?;
    let (seconds, told) = if let Some((_, rest)) = rest.split_once("copied, ") {
        let (seconds, told) = rest.split_once(" s, ")?;
        let (amount, unit) = told.split_once(' ')?;
        let factor = match unit.trim() {
            "B/s" | "bytes/s" => 1.0,
            "kB/s" => 1e3,
            "MB/s" => 1e6,
            "GB/s" => 1e9,
            _ => return None,
        };
        (seconds, Some(number_of_any_country(amount)? * factor))
    } else {
        let (seconds, told) = rest.strip_prefix("transferred in ")?.split_once(" secs (")?;
        (seconds, number(told.split(' ').next()?))
    };
    let seconds = number_of_any_country(seconds).filter(|seconds| *seconds > 0.0)?;
    (bytes > 0.0).then_some((bytes, seconds, told))
}

/// What `dd` was asked, where its line stands before. Without it neither drive nor direction is known.
fn of_dd(words: Option<&str>, mb_s: f64, notes: &mut Vec<Message>) -> ImportedFigure {
    let value = |key: &str| words?.split_whitespace().find_map(|word| word.strip_prefix(key));
    let (from, to) = (value("if="), value("of="));
    let is_made = |path: &str| matches!(path, "/dev/zero" | "/dev/urandom" | "/dev/random");
    let reads = match (from, to) {
        (Some(_), Some("/dev/null")) => Some(true),
        (Some(from), Some(_)) if is_made(from) => Some(false),
        _ => None,
    };
    let flags = [value("iflag="), value("oflag="), value("conv=")];
    let has = |flag: &str| flags.iter().flatten().any(|it| it.split(',').any(|it| it == flag));
    let is_past_cache = match reads {
        Some(true) => has("direct"),
        _ => has("direct") || has("fsync") || has("fdatasync") || has("sync") || has("dsync"),
    };
    if !is_past_cache {
        notes.push(Message::new("import-dd-buffered"));
    }
    // `1M` are 2^20 bytes, `1MB` 10^6.
    let of_bs = |bs: &str| size(bs, !bs.ends_with('B') || bs.ends_with("iB"));
    let block = value("bs=").and_then(of_bs).or(words.map(|_| 512));
    ImportedFigure {
        target: if reads == Some(true) { from } else { to.filter(|_| reads.is_some()) }
            .map(str::to_owned),
        label: Some(if reads.is_some() { "dd" } else { "dd, direction unknown" }.to_owned()),
        pattern: Some(Pattern::Sequential),
        read_percent: reads.map(|reads| if reads { 100 } else { 0 }),
        block,
        depth: Some(1),
        jobs: Some(1),
        read_mb_s: if reads == Some(false) { 0.0 } else { mb_s },
        write_mb_s: if reads == Some(false) { mb_s } else { 0.0 },
        ..ImportedFigure::default()
    }
}

fn new(tool: &str) -> ImportedResults {
    ImportedResults {
        tool: tool.to_owned(),
        statistic: ImportStatistic::Mean,
        ..ImportedResults::default()
    }
}
