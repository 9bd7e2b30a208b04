//! The text of CrystalDiskMark 3 to 9 and of KDiskMark, which imitates it.
//!
//! Rates are in MB/s of 1,000,000 bytes, as each file says. Formats are those of CrystalDiskMark's
//! source (`DiskMarkDlg.cpp`, versions 3.0 and 9.0): 8 and 9 name block, queues and threads in each
//! row; 5 to 7 name queues and threads, and a sequential row with queues has blocks of 128 KiB, one
//! without 1 MiB; in 3 the blocks are 1 MiB, 512 KiB and 4 KiB whatever `KB` means elsewhere, as its
//! rates and IOPS show. The rate is the best pass, the latency the lowest average of the passes
//! (`DiskBench.cpp`, `DiskSpd`). Figures are printed ungrouped, so a comma is a decimal one.
//! KDiskMark divides fio's `bw`, which counts KiB, by 1,000 and calls it MB/s, as its own IOPS show.

use std::collections::BTreeSet;

use narrows_messages::Message;
use narrows_record::run::ImportStatistic;
use narrows_workload::Pattern;

use super::figure::{ImportedFigure, ImportedResults, divided};
use crate::text::{number_of_any_country as number, size};

/// KDiskMark's MB/s, in 10^6 bytes.
const KDISKMARK_MB: f64 = 1.024;

/// Every text that is pasted after another begins with the program's name and version; where those were left away,
/// with `[Read]`, or with a row that was there before.
pub(super) fn read(text: &str) -> Result<Vec<ImportedResults>, Message> {
    let mut parts: Vec<String> = vec![String::new()];
    let (mut is_named, mut is_bench) = (false, false);
    let mut rows: BTreeSet<String> = BTreeSet::new();
    let mut section = CrystalSection::Unknown;
    for line in text.lines() {
        let names = TOOLS.iter().any(|tool| version_in(line, tool).is_some());
        let found = CrystalSection::of(line);
        section = found.unwrap_or(section);
        let row = row(line, section).and_then(|row| Some(format!("{section:?} {}", row.label?)));
        // `bench` of Narrows has a table for each drive.
        let is_other = !is_bench
            && (row.as_ref().is_some_and(|row| rows.contains(row))
                || found == Some(CrystalSection::Read) && !rows.is_empty());
        if names && is_named || is_other {
            parts.push(String::new());
            rows.clear();
            is_bench = false;
            section = found.unwrap_or(CrystalSection::Unknown);
        }
        is_named |= names;
        is_bench |= line.contains("Narrows");
        rows.extend(row);
        let part = parts.last_mut().expect("the first part is always there");
        part.push_str(line);
        part.push('\n');
    }
    parts.iter().map(|part| one(part)).collect()
}

fn one(text: &str) -> Result<ImportedResults, Message> {
    let (tool, version) = header(text);
    let mut results = ImportedResults {
        tool,
        version,
        statistic: ImportStatistic::Best,
        ..ImportedResults::default()
    };
    let mut section = CrystalSection::Unknown;
    let mut drive = None;
    // `bench` of Narrows has a table for each drive, with its name above.
    let mut above = None;
    for line in text.lines() {
        if let Some(found) = CrystalSection::of(line) {
            section = found;
        } else if results.tool == "Narrows" && is_name(line) {
            above = Some(line.trim().to_owned());
        } else if let Some(test) = after(line, "Test") {
            results.passes = between(test, "(x", ")").and_then(|passes| passes.trim().parse().ok());
            drive = drive.or_else(|| letter(test));
        } else if let Some(target) = after(line, "Target") {
            drive = Some(target.trim().to_owned());
        } else if let Some(date) = after(line, "Date") {
            results.started = time(date);
        } else if let Some(mut figure) = row(line, section) {
            // Rates of several drives side by side do not say whose each is.
            if line.matches("MB/s").count() > 1 {
                results.notes.push(Message::new("import-rates-beside").with("what", line.trim()));
                continue;
            }
            figure.target.clone_from(&above);
            if results.tool == "KDiskMark" {
                figure.read_mb_s *= KDISKMARK_MB;
                figure.write_mb_s *= KDISKMARK_MB;
            }
            match figure.contradicts_itself() {
                true => results.notes.push(figure.contradiction()),
                false => results.add(figure)?,
            }
        }
    }
    // `bench` says so of virtual hardware.
    let simulated =
        text.lines().any(|line| after(line, "Note").is_some_and(|note| note.contains("simulated")));
    for (round, figure) in results.figures.iter_mut().enumerate() {
        figure.simulated = simulated;
        figure.target = figure.target.take().or_else(|| drive.clone());
        figure.round = round;
    }
    results.notes.push(Message::new("import-best-of"));
    Ok(results)
}

/// Whether a line is a name and nothing else in such a text.
fn is_name(line: &str) -> bool {
    let begins = line.starts_with(|c: char| !c.is_whitespace() && !matches!(c, '-' | '*' | '['));
    begins && !line.contains(": ")
}

/// Which way the rows below go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CrystalSection {
    /// No heading was copied.
    Unknown,
    Read,
    Write,
    /// Percentage of reads; `None` if the file does not say.
    Mix(Option<u8>),
}

impl CrystalSection {
    fn of(line: &str) -> Option<Self> {
        let line = line.trim();
        let share = || between(line, "Read", "%").and_then(|share| share.trim().parse().ok());
        match line {
            "[Read]" => Some(Self::Read),
            "[Write]" => Some(Self::Write),
            _ if line.starts_with("[Mix]") => {
                Some(Self::Mix(share().filter(|share| *share <= 100)))
            }
            _ => None,
        }
    }
}

/// Who writes such a text.
const TOOLS: [&str; 3] = ["Narrows", "KDiskMark", "CrystalDiskMark"];

fn header(text: &str) -> (String, Option<String>) {
    for tool in TOOLS {
        if let Some(version) = text.lines().find_map(|line| version_in(line, tool)) {
            return (tool.to_owned(), Some(version));
        }
    }
    let named = TOOLS.into_iter().find(|tool| text.contains(tool));
    (named.unwrap_or("CrystalDiskMark").to_owned(), None)
}

/// The version behind a program's name: `CrystalDiskMark 8.0.4 x64`, `KDiskMark (3.1.4):`.
fn version_in(line: &str, tool: &str) -> Option<String> {
    let rest = line.split_once(tool)?.1;
    let version = rest.split_whitespace().next()?;
    let version = version.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    version.starts_with(|c: char| c.is_ascii_digit()).then(|| version.to_owned())
}

/// The text after `name :` at a line's start.
fn after<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.trim_start().strip_prefix(name)?.trim_start().strip_prefix(':')
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let rest = text.split_once(start)?.1;
    rest.split_once(end).map(|(inside, _)| inside)
}

/// The drive letter of `1 GiB (x5) [C: 45% (212/476GiB)]`.
fn letter(test: &str) -> Option<String> {
    let drive = test.split_once('[')?.1.split_once(':')?.0.trim();
    let is_letter = drive.len() == 1 && drive.starts_with(|c: char| c.is_ascii_alphabetic());
    is_letter.then(|| drive.to_owned())
}

/// `2021/12/24 12:34:56`, also with dashes and with one digit for the hour, as RFC 3339.
fn time(date: &str) -> Option<String> {
    let mut parts = date.split_whitespace();
    let (day, clock) = (parts.next()?.replace('/', "-"), format!("{:0>8}", parts.next()?));
    let shaped = |text: &str, shape: &str| {
        text.len() == shape.len()
            && text.chars().zip(shape.chars()).all(|(c, s)| match s {
                '0' => c.is_ascii_digit(),
                _ => c == s,
            })
    };
    (shaped(&day, "0000-00-00") && shaped(&clock, "00:00:00")).then(|| format!("{day}T{clock}Z"))
}

/// `  SEQ    1MiB (Q=  8, T= 1):  3555.461 MB/s [   3390.8 IOPS] <  2356.98 us>`, or an older one such
/// as ` Random Write 4KiB (Q= 32,T= 1) :   730.293 MB/s [178294.2 IOPS]`.
fn row(line: &str, section: CrystalSection) -> Option<ImportedFigure> {
    let (name, figures) = line.split_once(':').filter(|(_, rest)| rest.contains("MB/s"))?;
    let mut words = name.split_whitespace();
    let pattern = match words.next()? {
        "SEQ" | "Sequential" => Pattern::Sequential,
        "RND" | "Random" => Pattern::Random,
        _ => return None,
    };
    let section = match name {
        _ if name.contains(" Write") => CrystalSection::Write,
        _ if name.contains(" Mix") => CrystalSection::Mix(None),
        _ if name.contains(" Read") => CrystalSection::Read,
        _ => section,
    };
    let asked = match name.split_once('(') {
        Some((_, asked)) => asked.trim_end().strip_suffix(')')?,
        // The bracket is damaged, so that queues and threads are unknown.
        None if name.contains('=') => return None,
        None => "",
    };
    let value = |key: &str| {
        let rest = asked.split_once(key)?.1.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse::<u32>().ok().filter(|count| *count > 0)
    };
    let queues = value("Q=").or_else(|| value("QD="));
    let mb_s = number(figures.split("MB/s").next()?)?;
    let share = match section {
        CrystalSection::Read => Some(100),
        CrystalSection::Write => Some(0),
        CrystalSection::Mix(share) => share,
        CrystalSection::Unknown => None,
    };
    let (read_mb_s, write_mb_s) = divided(mb_s, share.unwrap_or(100));
    Some(ImportedFigure {
        label: Some(name.split_whitespace().collect::<Vec<_>>().join(" ")),
        pattern: Some(pattern),
        read_percent: share,
        block: block(name, pattern, queues),
        depth: Some(queues.unwrap_or(1)),
        jobs: Some(value("T=").unwrap_or(1)),
        read_mb_s,
        write_mb_s,
        iops: between(figures, "[", "IOPS").and_then(number),
        average_us: between(figures, "<", "us").and_then(number).filter(|us| *us > 0.0),
        ..ImportedFigure::default()
    })
}

/// The size in a row's name; if it has none, that of its version.
fn block(name: &str, pattern: Pattern, queues: Option<u32>) -> Option<u64> {
    let before = name.split('(').next().unwrap_or_default();
    let digits = before.find(|c: char| c.is_ascii_digit());
    match (digits, pattern, queues) {
        (Some(at), ..) => size(&before[at..], true),
        (None, Pattern::Sequential, Some(_)) => Some(128 << 10),
        (None, Pattern::Sequential, None) => Some(1 << 20),
        (None, Pattern::Random, _) => None,
    }
}
