//! Output of programs that measure on files: `sysbench fileio`, bonnie++, iozone, elbencho, and GNOME's disk utility.
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
        let (Some(block), Some(test)) =
            (after("Block size ").and_then(|it| size(it, true)), after("Doing "))
        else {
            continue;
        };
        let time = after("total time:").and_then(|it| number(it.strip_suffix('s')?));
        // The time comes after the rates, the sum of latencies after both; 1.1 prints only the
        // latter. Without either the text was cut.
        if time.is_none() && after("sum:").is_none() {
            continue;
        }
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
        let version = version.and_then(|it| it.split(' ').next());
        results.version = version.map(|it| it.trim_end_matches(':').to_owned());
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
            window_s: time,
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
            // Since 1.98 the seeks' chunk and processes come before the figures.
            "1.98" | "1.99" | "2.00" => 9,
            _ => continue,
        };
        // The values taken are followed by seeks and files, unless the line was cut; if a part of
        // it is missing, the size is not in its place.
        if fields.len() < format + 12 || size(fields[5], true).is_none_or(|size| size < 1 << 20) {
            continue;
        }
        results.version = Some(fields.get(1).copied().unwrap_or_default().to_owned());
        let chunk = fields.get(6).filter(|it| !it.is_empty()).and_then(|it| size(it, true));
        let jobs = fields.get(3).and_then(|it| it.parse().ok());
        bonnie_blocks(&mut results, &fields[format..], chunk.or(Some(8192)), jobs)?;
    }
    // If that line was not copied, its table: `name 2G 30641 71 28554 8 ...`, in K as its heading
    // says.
    let of_lines: Vec<f64> = results.figures.iter().map(ImportedFigure::mb_s).collect();
    let mut chunk = None;
    let mut tables = new("bonnie++");
    for line in text.lines() {
        if line.contains("K/sec %CP K/sec") {
            // With `Size:chnk` each row says it.
            chunk =
                Some((!line.contains("chnk")).then_some(8192)).filter(|_| line.contains("Size"));
            continue;
        }
        if let Some((_, version)) = line.split_once("Version ") {
            tables.version = version.split_whitespace().next().map(str::to_owned);
        }
        let cells: Vec<&str> = line.split_whitespace().collect();
        // Twelve figures, after at least a name and a size.
        let Some(at) = cells.len().checked_sub(12).filter(|at| *at >= 2) else {
            chunk = None;
            continue;
        };
        if let Some(chunk) = chunk {
            bonnie_blocks(&mut tables, &cells[at..], chunk, None)?;
        }
    }
    // A run with both is one result. Both rates come from the same whole numbers, so that they
    // compare equal.
    tables.figures.retain(|figure| !of_lines.contains(&figure.mb_s()));
    if !tables.figures.is_empty() {
        buffered(&mut tables);
    }
    if !results.figures.is_empty() {
        buffered(&mut results);
    }
    Ok(vec![results, tables])
}

/// Bytes one by one, blocks written, blocks rewritten, bytes one by one, blocks read: each with its processor time.
/// `+++++` was too short to be timed.
fn bonnie_blocks(
    results: &mut ImportedResults,
    cells: &[&str],
    block: Option<u64>,
    jobs: Option<u32>,
) -> Result<(), Message> {
    for (at, reads, name) in [(2, false, "sequential output"), (8, true, "sequential input")] {
        let Some(rate) = number(cells[at]) else { continue };
        results.add(ImportedFigure {
            label: Some(format!("bonnie++ {name}")),
            pattern: Some(Pattern::Sequential),
            read_percent: Some(if reads { 100 } else { 0 }),
            block,
            depth: Some(1),
            jobs,
            read_mb_s: if reads { rate * KIB } else { 0.0 },
            write_mb_s: if reads { 0.0 } else { rate * KIB },
            round: results.figures.len(),
            ..ImportedFigure::default()
        })?;
    }
    Ok(())
}

/// The columns of iozone's table after `reclen` that have a workload's name, and where each ends: in rows of nine
/// letters a column, and of older versions, whose first columns are narrower. After them come backwards reading,
/// one record repeatedly, strides, and C's library.
const IOZONE: [(&str, Pattern, u8, [usize; 2]); 6] = [
    ("write", Pattern::Sequential, 0, [9, 8]),
    ("rewrite", Pattern::Sequential, 0, [18, 16]),
    ("read", Pattern::Sequential, 100, [27, 25]),
    ("reread", Pattern::Sequential, 100, [36, 34]),
    ("random read", Pattern::Random, 100, [45, 42]),
    ("random write", Pattern::Random, 0, [54, 50]),
];

pub(super) fn iozone(text: &str) -> Result<Vec<ImportedResults>, Message> {
    let mut results = new("iozone");
    // `Kbytes/sec` in old versions.
    let unit = text.split_once("Output is in ").map(|(_, rest)| rest.to_ascii_lowercase());
    let is_kib = unit.is_none_or(|unit| unit.starts_with("kbytes/sec"));
    let is_direct = text.contains("O_DIRECT feature enabled") || has_option(text, "-I");
    // Where `reclen` ends, from which columns are counted, and which of the two tables it is.
    let mut columns = None;
    for line in text.lines() {
        if let Some(at) = line.find("reclen").filter(|_| line.contains("rewrite")) {
            let end = at + "reclen".len();
            // Where the first heading ends shows how wide the columns are.
            let first = line[end..].find("write").map(|at| at + "write".len());
            columns = IOZONE[0].3.iter().position(|it| first == Some(*it)).map(|form| (end, form));
            continue;
        }
        let Some((end, form)) = columns.filter(|_| is_kib) else { continue };
        let mut cells = line.split_whitespace();
        let whole = |cell: Option<&str>| cell.and_then(|it| it.parse::<u64>().ok());
        let (Some(_), Some(record)) = (whole(cells.next()), whole(cells.next())) else {
            // A table ends with its first line that is none; some posts have blank ones between.
            columns = columns.filter(|_| line.trim().is_empty());
            continue;
        };
        for (at, rate) in placed(line, end, form).unwrap_or_default() {
            let (name, pattern, read_percent, _) = IOZONE[at];
            let mb_s = rate * KIB;
            let reads = read_percent > 0;
            results.add(ImportedFigure {
                label: Some(format!("iozone {name}")),
                pattern: Some(pattern),
                read_percent: Some(read_percent),
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

/// The cells after the second with their columns: those of tests that did not run are blank. `None` if blanks were lost,
/// or if figures with more digits than a column shifted the rest, so that a cell does not end where its column does.
fn placed(line: &str, end: usize, form: usize) -> Option<Vec<(usize, f64)>> {
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
                if behind > IOZONE[IOZONE.len() - 1].3[form] {
                    break;
                }
                found.push((IOZONE.iter().position(|it| it.3[form] == behind)?, number(cell)?));
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
            // A new test begins: the requests of the one before are not its own.
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

/// `Average Read Rate  3.4 GB/s (100 samples)`, as shown in the window.
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
