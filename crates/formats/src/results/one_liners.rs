//! Output of `hdparm -tT` and `dd`: one figure per line.
//!
//! hdparm counts MB of 2^20 bytes and reads in 2 MiB (`TIMING_BUF_MB` of `hdparm.c`). dd names bytes and seconds; its
//! MB are 10^6 (coreutils' manual, "dd invocation"), which is not needed.

use narrows_messages::Message;
use narrows_record::run::ImportStatistic;
use narrows_workload::Pattern;

use super::figure::{ImportedFigure, ImportedResults};
use super::posted::last_digit;
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
        // A command without that line names the drive as well; `# Timing` occurs in shell scripts.
        if let Some((_, words)) = line.split_once("hdparm -") {
            let named = words.split_whitespace().find(|word| word.starts_with("/dev/"));
            device = named.map(|word| word.trim_end_matches(['`', ':']).to_owned());
        }
        let Some((what, rest)) = line.split_once("Timing ").and_then(|(_, it)| it.split_once(':'))
        else {
            continue;
        };
        // Old versions print no blank behind `=`, and `buffer-cache reads`.
        let rest = rest.replace('=', " = ");
        let words: Vec<&str> = rest.split_whitespace().collect();
        let [amount, "MB", "in", seconds, "seconds", "=", told, unit] = words[..] else { continue };
        let (Some(amount), Some(seconds), Some(told)) =
            (number(amount), number(seconds), number(told))
        else {
            continue;
        };
        if what.contains("cache") {
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
    let mut has_records = false;
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        has_records |= is_records(line);
        if let Some((_, words)) = line.split_once("dd ").filter(|(_, it)| it.contains("if=")) {
            asked = Some(words);
        }
        let Some((bytes, seconds, told)) = copied(line) else { continue };
        // The line before its run's records is only progress; behind them another run may begin.
        let is_last = std::mem::take(&mut has_records);
        if !is_last && lines.peek().is_some_and(|next| is_records(next)) {
            continue;
        }
        let rate = bytes / seconds;
        if told.is_some_and(|(told, step)| (rate - told).abs() > told * ROUNDED + step) {
            results.notes.push(Message::new("import-contradiction").with("what", line));
            continue;
        }
        // A command line belongs to one result; a later one without its own has unknown files.
        let figure = of_dd(asked.take(), rate / 1e6, &mut results.notes);
        let round = results.figures.len();
        // A person writes before it what was read: `/dev/md1 419430400 bytes ...`.
        let words =
            line.split(' ').take_while(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
        let named = words.filter(|word| word.starts_with("/dev/")).last().map(str::to_owned);
        let target = named.or(figure.target);
        results.add(ImportedFigure { target, window_s: Some(seconds), round, ..figure })?;
    }
    Ok(vec![results])
}

/// `1024+0 records in`, in any language.
fn is_records(line: &str) -> bool {
    let words = line.split_once('+').map(|(whole, rest)| (whole, rest.split(' ').next()));
    let is_count = |text: &str| text.parse::<u64>().is_ok();
    words.is_some_and(|(whole, part)| is_count(whole) && part.is_some_and(is_count))
}

/// Whether a line ends the output of `dd`.
pub(super) fn is_copied(line: &str) -> bool {
    copied(line.trim()).is_some()
}

type CopiedAmount = (f64, f64, Option<(f64, f64)>);

/// Bytes, seconds and the rate beside them, with the last digit's worth, of
/// `1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2.34 s, 459 MB/s` in any language, or of BSD's
/// `1073741824 bytes transferred in 2.34 secs (458863172 bytes/sec)`.
fn copied(line: &str) -> Option<CopiedAmount> {
    let is_digit = |c: char| c.is_ascii_digit();
    // Names of drives end with digits.
    let begins = |at: &usize| line[*at..].starts_with(is_digit) && line[..*at].ends_with(' ');
    let starts = || line.char_indices().map(|(at, _)| at);
    let is_named = line.starts_with("dd ") || line.contains("/dev/");
    let from = if is_named { starts().find(begins)? } else { line.find(is_digit)? };
    let end = line[from..].find(|c| !is_digit(c))? + from;
    // Chinese and Japanese translations have commas of their own.
    let (bytes, rest) = (number(&line[from..end])?, line[end..].replace(['，', '、'], ", "));
    let (seconds, told) = match rest.split_once(" transferred in ") {
        Some((_, rest)) => {
            let (seconds, rest) = rest.split_once(" sec")?;
            let told = rest.split_once('(').and_then(|(_, it)| number(it.split(' ').next()?));
            (seconds, told.map(|told| (told, 1.0)))
        }
        None => {
            // People write remarks behind the rate.
            let ends = ["B/", "bytes/"].into_iter();
            let end = ends.filter_map(|unit| Some(rest.find(unit)? + unit.len())).min()?;
            let mut parts = rest[..end].rsplit(", ").map(str::trim);
            let (amount, unit) = parts.next()?.split_once(' ')?;
            let factor = match unit.split_once('/')?.0 {
                "B" | "bytes" => 1.0,
                "kB" => 1e3,
                "MB" => 1e6,
                "GB" => 1e9,
                _ => return None,
            };
            let told = (number_of_any_country(amount)? * factor, last_digit(amount) * factor);
            let (seconds, unit) = parts.next()?.split_once(' ')?;
            unit.starts_with(['s', 'S', '秒', 'с']).then_some(())?;
            (seconds, Some(told))
        }
    };
    let seconds = number_of_any_country(seconds).filter(|seconds| *seconds > 0.0)?;
    (bytes > 0.0).then_some((bytes, seconds, told))
}

/// The parameters of `dd`, if its command line comes first. Without it neither drive nor direction is
/// known.
fn of_dd(words: Option<&str>, mb_s: f64, notes: &mut Vec<Message>) -> ImportedFigure {
    let value = |key: &str| words?.split_whitespace().find_map(|word| word.strip_prefix(key));
    let (from, to) = (value("if="), value("of="));
    let is_made = |path: &str| matches!(path, "/dev/zero" | "/dev/urandom" | "/dev/random");
    let reads = match (from, to) {
        // What is written to either is dropped (null(4)).
        (Some(from), Some("/dev/null" | "/dev/zero")) => Some(true).filter(|_| !is_made(from)),
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
    let has_sides = value("ibs=").or(value("obs=")).is_some();
    let block = match value("bs=") {
        Some(bs) => of_bs(bs),
        // dd's default; with `ibs` or `obs`, requests of the two sides differ.
        None => words.filter(|_| !has_sides).map(|_| 512),
    };
    ImportedFigure {
        // A shell's variable is no name.
        target: if reads == Some(true) { from } else { to.filter(|_| reads.is_some()) }
            .filter(|path| !path.starts_with('$'))
            .map(str::to_owned),
        label: Some(
            if reads.is_some() { "dd" } else { "dd, sequential, direction unknown" }.to_owned(),
        ),
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
