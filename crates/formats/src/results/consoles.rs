//! What programs print that measure on files: `sysbench fileio`, bonnie++, iozone, elbencho, and GNOME's disk utility.
//!
//! Sources: sysbench 1.0 and 1.1 (`src/tests/fileio/sb_fileio.c`: MiB of 2^20); bonnie++ 1.9 and 2.0 (`bonnie++.8` and
//! the line between commas at its end: K of 1,024 bytes a second); iozone 3 ("Output is in kBytes/sec", of 1,024, a
//! column of nine letters for each test); elbencho (`docs/result-columns.md`: MiB of 2^20 in whole numbers, `first
//! done` while all threads ran); GNOME Disks (`gdubenchmarkdialog.c`: MB of 10^6, past the page cache).

use narrows_messages::Message;
use narrows_record::run::ImportStatistic;
use narrows_workload::Pattern;

use super::figure::{ImportedFigure, ImportedResults};
use crate::text::{number, size};

const MIB: f64 = 1_048_576.0 / 1e6;
const KIB: f64 = 1024.0 / 1e6;

fn new(tool: &str) -> ImportedResults {
    ImportedResults {
        tool: tool.to_owned(),
        statistic: ImportStatistic::Mean,
        ..ImportedResults::default()
    }
}

/// That these figures may be of memory.
fn buffered(results: &mut ImportedResults) {
    let note = Message::new("import-buffered").with("tool", &results.tool);
    if !results.notes.contains(&note) {
        results.notes.push(note);
    }
}

pub(super) fn sysbench(text: &str) -> Result<Vec<ImportedResults>, Message> {
    let mut results = new("sysbench");
    // A run begins with the options that it prints.
    for run in text.split("Running the test with following options").skip(1) {
        let after = |key: &str| {
            let line = run.lines().map(str::trim).find_map(|line| line.strip_prefix(key));
            line.map(str::trim)
        };
        // The time stands last: without it the text was cut.
        let (Some(block), Some(test), Some(time)) = (
            after("Block size ").and_then(|it| size(it, true)),
            after("Doing "),
            after("total time:").and_then(|it| number(it.strip_suffix('s')?)),
        ) else {
            continue;
        };
        // `read, MiB/s:  19.39`; in 1.1 `read:  IOPS=1240.72 19.39 MiB/s (20.33 MB/s)`.
        let of = |old: &str, new: &str| {
            let newer = || after(new)?.split_once("IOPS=")?.1.split_whitespace().nth(1);
            after(old).or_else(newer).and_then(number).unwrap_or_default() * MIB
        };
        let [read_mb_s, write_mb_s] =
            [of("read, MiB/s:", "read:"), of("written, MiB/s:", "write:")];
        let count = |old: &str, new: &str| {
            let newer = || after(new)?.split_once("IOPS=")?.1.split_whitespace().next();
            after(old).or_else(newer).and_then(number).unwrap_or_default()
        };
        let moved = read_mb_s + write_mb_s;
        let version = text.lines().find_map(|line| line.trim().strip_prefix("sysbench "));
        results.version = version.and_then(|it| it.split(' ').next()).map(str::to_owned);
        let figure = ImportedFigure {
            label: Some(format!("sysbench {}", test.trim_end_matches(" test"))),
            pattern: Some(if test.contains("random") {
                Pattern::Random
            } else {
                Pattern::Sequential
            }),
            read_percent: Some((read_mb_s / moved * 100.0).round() as u8),
            block: Some(block),
            jobs: after("Number of threads:").and_then(|it| it.parse().ok()),
            depth: after("Using synchronous I/O mode").map(|_| 1),
            read_mb_s,
            write_mb_s,
            iops: Some(count("reads/s:", "read:") + count("writes/s:", "write:")),
            window_s: Some(time),
            average_us: after("avg:").and_then(number).filter(|ms| *ms > 0.0).map(|ms| ms * 1e3),
            round: results.figures.len(),
            ..ImportedFigure::default()
        };
        if figure.contradicts_itself() {
            results.notes.push(figure.contradiction());
            continue;
        }
        results.add(figure)?;
        let flags = after("Extra file open flags:").unwrap_or_default();
        if !["directio", "direct", "16384"].iter().any(|flag| flags.contains(flag)) {
            buffered(&mut results);
        }
    }
    Ok(vec![results])
}

/// The line between commas that ends a run: `1.98,2.00a,host,1,SEED,64M,,8192,5,154,11,...`.
pub(super) fn bonnie(text: &str) -> Result<Vec<ImportedResults>, Message> {
    let mut results = new("bonnie++");
    for line in text.lines().map(str::trim) {
        let fields: Vec<&str> = line.split(',').collect();
        let format = match fields[0] {
            "1.96" | "1.97" => 7,
            // Since 1.98 the seeks' chunk and processes stand before the figures.
            "1.98" | "1.99" | "2.00" => 9,
            _ => continue,
        };
        // What is taken is followed by seeks and files, unless the line was cut.
        if fields.len() < format + 12 {
            continue;
        }
        let value = |at: usize| number(fields[format + at]);
        results.version = Some(fields.get(1).copied().unwrap_or_default().to_owned());
        let chunk = fields.get(6).filter(|it| !it.is_empty()).and_then(|it| size(it, true));
        // Bytes one by one, blocks written, blocks rewritten, bytes one by one, blocks read: each
        // with its processor time. `+++++` was too short to be timed.
        for (at, reads) in [(2, false), (8, true)] {
            let Some(rate) = value(at) else { continue };
            results.add(ImportedFigure {
                label: Some(format!(
                    "bonnie++ {}",
                    if reads { "block input" } else { "block output" }
                )),
                pattern: Some(Pattern::Sequential),
                read_percent: Some(if reads { 100 } else { 0 }),
                block: chunk.or(Some(8192)),
                depth: Some(1),
                jobs: fields.get(3).and_then(|it| it.parse().ok()),
                read_mb_s: if reads { rate * KIB } else { 0.0 },
                write_mb_s: if reads { 0.0 } else { rate * KIB },
                round: results.figures.len(),
                ..ImportedFigure::default()
            })?;
        }
    }
    if !results.figures.is_empty() {
        buffered(&mut results);
    }
    Ok(vec![results])
}

/// The columns of iozone's table from the third on, each nine letters wide.
const IOZONE: [(&str, Option<(Pattern, u8)>); 13] = [
    ("write", Some((Pattern::Sequential, 0))),
    ("rewrite", Some((Pattern::Sequential, 0))),
    ("read", Some((Pattern::Sequential, 100))),
    ("reread", Some((Pattern::Sequential, 100))),
    ("random read", Some((Pattern::Random, 100))),
    ("random write", Some((Pattern::Random, 0))),
    // Backwards, one record again and again, with strides, and through C's library: no workload
    // has their names.
    ("bkwd read", None),
    ("record rewrite", None),
    ("stride read", None),
    ("fwrite", None),
    ("frewrite", None),
    ("fread", None),
    ("freread", None),
];

pub(super) fn iozone(text: &str) -> Result<Vec<ImportedResults>, Message> {
    let mut results = new("iozone");
    let is_kib = text.contains("Output is in kBytes/sec") || !text.contains("Output is in ");
    let is_direct = text.contains("O_DIRECT feature enabled") || has_option(text, "-I");
    // Where `reclen` ends, from which columns are counted.
    let mut columns = None;
    for line in text.lines() {
        if let Some(at) = line.find("reclen").filter(|_| line.contains("rewrite")) {
            columns = Some(at + "reclen".len());
            continue;
        }
        let Some(end) = columns.filter(|_| is_kib) else { continue };
        let mut cells = line.split_whitespace();
        let whole = |cell: Option<&str>| cell.and_then(|it| it.parse::<u64>().ok());
        let (Some(_), Some(record)) = (whole(cells.next()), whole(cells.next())) else {
            // A table ends with its first line that is none.
            columns = None;
            continue;
        };
        for (at, rate) in placed(line, end).unwrap_or_default() {
            let Some((name, Some((pattern, read_percent)))) = IOZONE.get(at) else { continue };
            let mb_s = rate * KIB;
            let reads = *read_percent > 0;
            results.add(ImportedFigure {
                label: Some(format!("iozone {name}")),
                pattern: Some(*pattern),
                read_percent: Some(*read_percent),
                block: Some(record << 10),
                depth: Some(1),
                jobs: Some(1),
                read_mb_s: if reads { mb_s } else { 0.0 },
                write_mb_s: if reads { 0.0 } else { mb_s },
                round: results.figures.len(),
                ..ImportedFigure::default()
            })?;
        }
    }
    if !is_direct && !results.figures.is_empty() {
        buffered(&mut results);
    }
    Ok(vec![results])
}

fn has_option(text: &str, option: &str) -> bool {
    let commands = text.lines().filter(|line| line.contains("iozone "));
    commands.flat_map(str::split_whitespace).any(|word| word.trim_matches('`') == option)
}

/// The cells behind the second with their columns: those of tests that did not run are blank. None where blanks were
/// lost, so that no cell ends where a column does.
fn placed(line: &str, end: usize) -> Option<Vec<(usize, f64)>> {
    const WIDE: usize = 9;
    let mut found = Vec::new();
    let mut at = 0;
    for (nth, cell) in line.split_whitespace().enumerate() {
        let begins = at + line[at..].find(cell)?;
        at = begins + cell.len();
        match nth {
            0 => {}
            1 if at == end => {}
            1 => return None,
            _ => {
                let behind = at.checked_sub(end)?;
                // Figures of more digits than a column push the rest along.
                if behind % WIDE != 0 {
                    return None;
                }
                found.push((behind / WIDE - 1, number(cell)?));
            }
        }
    }
    Some(found)
}

pub(super) fn elbencho(text: &str) -> Result<Vec<ImportedResults>, Message> {
    let mut results = new("elbencho");
    let (mut operation, mut iops) = (None, None);
    for line in text.lines().map(str::trim) {
        let Some((what, values)) = line.split_once(" : ").or_else(|| line.split_once(": ")) else {
            continue;
        };
        let what = what.trim().trim_end_matches(':').trim();
        // While all threads ran, before the first was done; of a line that was cut the second
        // is missing.
        let mut values = values.split_whitespace();
        let values = [values.next(), values.next()];
        let first = || values[1].and(values[0]).and_then(number);
        if let Some(of) =
            what.strip_suffix("Elapsed time").or_else(|| what.strip_suffix("Elapsed ms"))
        {
            (operation, iops) = (Some(of.trim().to_owned()), None);
        } else if what == "IOPS" {
            iops = first();
        } else if what == "Throughput MiB/s" {
            let (Some(rate), Some(of)) = (first(), operation.as_deref()) else { continue };
            let reads = match of {
                "READ" => true,
                "WRITE" => false,
                _ => continue,
            };
            results.add(ImportedFigure {
                label: Some(format!("elbencho {}", of.to_lowercase())),
                read_percent: Some(if reads { 100 } else { 0 }),
                read_mb_s: if reads { rate * MIB } else { 0.0 },
                write_mb_s: if reads { 0.0 } else { rate * MIB },
                iops,
                round: results.figures.len(),
                ..ImportedFigure::default()
            })?;
        }
    }
    if !results.figures.is_empty() {
        results.notes.push(Message::new("import-elbencho-console"));
    }
    Ok(vec![results])
}

/// `Average Read Rate  3.4 GB/s (100 samples)`, as it stands in the window.
pub(super) fn gnome_disks(text: &str) -> Result<Vec<ImportedResults>, Message> {
    let mut results = new("GNOME Disks");
    for line in text.lines().map(str::trim) {
        let lower = line.to_ascii_lowercase();
        let reads = match () {
            () if lower.starts_with("average read rate") => true,
            () if lower.starts_with("average write rate") => false,
            () => continue,
        };
        let words: Vec<&str> = line.split_whitespace().skip(3).collect();
        let [amount, unit, ..] = words[..] else { continue };
        let factor = match unit {
            "kB/s" => 1e-3,
            "MB/s" => 1.0,
            "GB/s" => 1e3,
            _ => continue,
        };
        let Some(mb_s) = number(amount).map(|amount| amount * factor) else { continue };
        results.add(ImportedFigure {
            label: Some(format!("GNOME Disks {}", if reads { "read" } else { "write" })),
            read_percent: Some(if reads { 100 } else { 0 }),
            depth: Some(1),
            jobs: Some(1),
            read_mb_s: if reads { mb_s } else { 0.0 },
            write_mb_s: if reads { 0.0 } else { mb_s },
            round: results.figures.len(),
            ..ImportedFigure::default()
        })?;
    }
    Ok(vec![results])
}
