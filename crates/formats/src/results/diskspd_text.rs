//! diskspd's text output, versions 2.0 to 2.2 (`ResultParser.cpp`).
//!
//! Its column `MiB/s` (`MB/s` before 2.0.21, which meant the same) is rounded; rates are therefore taken
//! from the bytes and the actual test time, both in the text.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_record::run::{ImportStatistic, Latency};
use narrows_workload::Pattern;

use super::diskspd_xml::time;
use super::figure::{ImportedFigure, ImportedResults};
use crate::text::{number, size};

/// Every run begins with its command line or its parameters, or, if both were left out, with its results.
pub(super) fn read(text: &str) -> Result<Vec<ImportedResults>, Message> {
    const BEGINNINGS: [&str; 3] = ["Command Line:", "Input parameters:", "Results for timespan 1:"];
    let mut runs: Vec<String> = vec![String::new()];
    let mut seen = None;
    for line in text.lines().map(str::trim) {
        let at = BEGINNINGS.iter().position(|it| line.starts_with(it));
        // A run has these lines in the order of the list: one that repeats or comes early begins
        // the next.
        if at.is_some() && at <= seen {
            runs.push(String::new());
        }
        seen = at.or(seen);
        let run = runs.last_mut().expect("the first run is always there");
        run.push_str(line);
        run.push('\n');
    }
    runs.iter().map(|run| one(run)).collect()
}

fn one(text: &str) -> Result<ImportedResults, Message> {
    let mut started =
        text.lines().filter_map(|line| time(line.trim().strip_prefix("start time:")?));
    let mut results = ImportedResults {
        tool: "DiskSpd".to_owned(),
        statistic: ImportStatistic::Mean,
        started: started.next(),
        ..ImportedResults::default()
    };
    let mut parts = text.split("\nResults for timespan");
    let asked = parts.next().unwrap_or_default();
    let spans: Vec<&str> = parts.collect();
    if spans.is_empty() {
        // One time span only has no heading in older versions.
        span(0, &shapes(asked), asked, &mut results)?;
        return Ok(results);
    }
    let shapes: Vec<_> = asked.split("\ntimespan:").skip(1).map(shapes).collect();
    for (round, came) in spans.into_iter().enumerate() {
        let shapes = shapes.get(round).or(shapes.first()).cloned().unwrap_or_default();
        span(round, &shapes, came, &mut results)?;
    }
    Ok(results)
}

/// The parameters of each path.
fn shapes(text: &str) -> BTreeMap<String, ImportedFigure> {
    let mut shapes: BTreeMap<String, ImportedFigure> = BTreeMap::new();
    for part in text.split("path: '").skip(1) {
        let Some((path, rest)) = part.split_once("'\n") else { continue };
        shapes.insert(path.to_owned(), shape(rest));
    }
    shapes
}

fn shape(text: &str) -> ImportedFigure {
    let mut figure = ImportedFigure::default();
    let mut limit_iops = None;
    for line in text.lines().map(str::trim) {
        let behind = |start: &str| line.strip_prefix(start).map(str::trim);
        let count = |start: &str| behind(start).and_then(|rest| rest.parse::<u32>().ok());
        if line == "performing read test" {
            figure.read_percent = Some(100);
        } else if line == "performing write test" {
            figure.read_percent = Some(0);
        } else if let Some(mix) = behind("performing mix test") {
            figure.read_percent = mixed(mix);
        } else if let Some(block) = behind("block size:") {
            figure.block = size(block, true);
        } else if line.starts_with("using random I/O") {
            figure.pattern = Some(Pattern::Random);
        } else if line.starts_with("using") && line.contains("sequential I/O") {
            figure.pattern = Some(Pattern::Sequential);
        } else if let Some(depth) = count("number of outstanding I/O operations per thread:")
            .or_else(|| count("number of outstanding I/O operations:"))
        {
            figure.depth = Some(depth).filter(|depth| *depth > 0);
        } else if let Some(threads) = count("threads per file:") {
            figure.jobs = Some(threads).filter(|threads| *threads > 0);
        } else if let Some(limit) = behind("throughput rate-limited to") {
            let amount = limit.split_whitespace().next().and_then(number);
            match limit.ends_with("IOPS") {
                true => limit_iops = amount,
                // Bytes per millisecond.
                false => figure.limit_mb_s = amount.map(|per_ms| per_ms / 1e3),
            }
        }
    }
    let of_iops = limit_iops.zip(figure.block).map(|(iops, block)| iops * block as f64 / 1e6);
    // DiskSpd's `-g` limits each thread of a target.
    let threads = f64::from(figure.jobs.unwrap_or(1));
    figure.limit_mb_s = figure.limit_mb_s.or(of_iops).map(|limit| limit * threads);
    figure
}

/// The reads of `(read/write ratio: 70/30)`; versions before 2.0.21 print `(write/read ratio: 30/100)`.
fn mixed(text: &str) -> Option<u8> {
    let share: u8 = text.split_once(':')?.1.split_once('/')?.0.trim().parse().ok()?;
    let reads = if text.contains("write/read") { 100_u8.checked_sub(share)? } else { share };
    (reads <= 100).then_some(reads)
}

fn span(
    round: usize,
    shapes: &BTreeMap<String, ImportedFigure>,
    text: &str,
    results: &mut ImportedResults,
) -> Result<(), Message> {
    let seconds = text.lines().find_map(|line| {
        let time = line.trim().strip_prefix("actual test time:")?.trim();
        number(time.trim_end_matches('s')).filter(|time| *time > 0.0)
    });
    // Of a table alone, what its last row says: requests, and requests per second.
    let Some(seconds) = seconds.or_else(|| seconds_of(text)) else { return Ok(()) };
    // Bytes read and written, requests, bytes in all.
    let mut sums: BTreeMap<String, [f64; 4]> = BTreeMap::new();
    // Rows that were left away make the figures of the others no less, but the drive's.
    if ["Total IO", "Read IO", "Write IO"].into_iter().any(|title| !adds_up(text, title)) {
        results.notes.push(Message::new("import-contradiction").with("what", "total"));
        return Ok(());
    }
    for (place, title) in ["Total IO", "Read IO", "Write IO"].into_iter().enumerate() {
        for (path, bytes, ops) in rows(text, title) {
            let sum = sums.entry(path).or_default();
            match place {
                0 => {
                    sum[2] += ops;
                    sum[3] += bytes;
                }
                1 => sum[0] += bytes,
                _ => sum[1] += bytes,
            }
        }
    }
    // Without any row of the later tables the direction is only known from what was asked.
    let is_undirected = sums.values().all(|[read, write, ..]| read + write == 0.0);
    if is_undirected && total(text, "Total IO").is_some() {
        for (path, [_, _, ops, all]) in sums {
            let shape = shapes.get(&path).cloned().unwrap_or_default();
            // Of a mix the part of each would follow.
            if matches!(shape.read_percent, None | Some(0 | 100)) {
                results.add(undirected(shape, path, [ops, all, seconds], round))?;
            }
        }
        return Ok(());
    }
    // A text that was cut short lacks rows of its later tables.
    if sums.values().any(|[read, write, _, all]| (read + write - all).abs() > 0.5) {
        return Ok(());
    }
    let latency = if sums.len() == 1 {
        // Of the last table of percentiles, which is that of all targets; milliseconds in the file.
        let table = text.rsplit_once("%-ile").map_or("", |(_, table)| table);
        let at = |name: &str| {
            let line = table.lines().find(|line| line.trim_start().starts_with(name))?;
            // Columns are the quantile, reads, writes and both.
            number(line.split('|').nth(3)?).map(|ms| ms * 1e3)
        };
        Latency {
            p50: at("50th"),
            p90: at("90th"),
            p99: at("99th"),
            p999: at("3-nines"),
            p9999: at("4-nines"),
        }
    } else {
        Latency::default()
    };
    let figure = |(path, [read, write, ops, all]): (String, [f64; 4])| ImportedFigure {
        round,
        read_mb_s: read / seconds / 1e6,
        write_mb_s: write / seconds / 1e6,
        iops: Some(ops / seconds),
        ops: Some(ops as u64),
        window_s: Some(seconds),
        latency,
        block: shapes.get(&path).and_then(|shape| shape.block).or(request(all, ops)),
        ..ImportedFigure {
            target: Some(path.clone()),
            ..shapes.get(&path).cloned().unwrap_or_default()
        }
    };
    let mut figures = sums.into_iter().map(figure).filter(|figure| figure.mb_s() > 0.0);
    figures.try_for_each(|figure| results.add(figure))
}

/// Requests, bytes and seconds of a target in one figure.
fn undirected(
    shape: ImportedFigure,
    path: String,
    [ops, bytes, seconds]: [f64; 3],
    round: usize,
) -> ImportedFigure {
    let mb_s = bytes / seconds / 1e6;
    let is_write = shape.read_percent == Some(0);
    ImportedFigure {
        target: Some(path),
        label: Some("DiskSpd, direction unknown".to_owned())
            .filter(|_| shape.read_percent.is_none()),
        block: shape.block.or(request(bytes, ops)),
        read_mb_s: if is_write { 0.0 } else { mb_s },
        write_mb_s: if is_write { mb_s } else { 0.0 },
        iops: Some(ops / seconds),
        ops: Some(ops as u64),
        window_s: Some(seconds),
        round,
        ..shape
    }
}

/// Bytes of a request; `None` if they are not a whole number.
fn request(bytes: f64, ops: f64) -> Option<u64> {
    let size = (bytes / ops).round();
    (size >= 1.0 && size * ops == bytes).then_some(size as u64)
}

/// Seconds by the last row of the table of both directions.
fn seconds_of(text: &str) -> Option<f64> {
    let [_, ops, _, per_s] = total(text, "Total IO")?;
    (ops > 0.0 && per_s > 0.0).then(|| ops / per_s)
}

/// Bytes, requests, MiB/s and requests per second of a table's `total:` row.
fn total(text: &str, title: &str) -> Option<[f64; 4]> {
    let below = text.lines().skip_while(|line| line.trim() != title).skip(1);
    let row = below
        .take_while(|line| !line.trim().ends_with(" IO"))
        .find_map(|line| line.trim().strip_prefix("total:"))?;
    let mut cells = row.split('|').map(number);
    Some([cells.next()??, cells.next()??, cells.next()??, cells.next()??])
}

/// Whether the rows below a title add up to its `total:` row, if any.
fn adds_up(text: &str, title: &str) -> bool {
    let total = total(text, title).map(|[bytes, ..]| bytes);
    let sum: f64 = rows(text, title).map(|(_, bytes, _)| bytes).sum();
    total.is_none_or(|total| (total - sum).abs() < 0.5)
}

/// Path, bytes and requests of each thread in the table below a title.
fn rows<'a>(text: &'a str, title: &'a str) -> impl Iterator<Item = (String, f64, f64)> + 'a {
    let mut lines = text.lines();
    let found = lines.by_ref().any(|line| line.trim() == title);
    // The heading and the line below it.
    let rows = lines
        .skip(2)
        .take_while(move |line| found && line.contains('|') && !line.starts_with("total"));
    rows.filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let (bytes, ops) = (number(cells.get(1)?)?, number(cells.get(2)?)?);
        let file = *cells.last()?;
        // `E:\test.dat (1GiB)`
        let path = file.rsplit_once(" (").map_or(file, |(path, _)| path);
        Some((path.to_owned(), bytes, ops))
    })
}
