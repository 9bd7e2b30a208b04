//! `diskspd -Rxml`, versions 2.0 to 2.2, as `XmlResultParser.cpp` writes it.
//!
//! Rates are bytes over the test's seconds, both from the file. Percentiles (`-L`) cover all targets
//! together, so they are taken only if there is one target.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_record::run::{ImportStatistic, Latency};
use narrows_workload::Pattern;
use roxmltree::{Document, Node, ParsingOptions};

use super::figure::{ImportedFigure, ImportedResults, broken};
use crate::text::number;

const TOOL: &str = "DiskSpd";
/// Elements of a day's test in samples of a second on a hundred targets.
const MOST_NODES: u32 = 20_000_000;

pub(super) fn read(text: &str) -> Result<ImportedResults, Message> {
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options)
        .map_err(|error| broken(TOOL, error.pos().row as usize, &error))?;
    let root = document.root_element();
    let mut results = ImportedResults {
        tool: TOOL.to_owned(),
        version: path(root, &["System", "Tool", "Version"]).map(str::to_owned),
        started: path(root, &["System", "RunTime"]).and_then(time),
        statistic: ImportStatistic::Mean,
        ..ImportedResults::default()
    };
    let spans =
        |node: Node<'_, '_>| -> Vec<_> { children(node, "TimeSpan").map(|it| it.id()).collect() };
    let asked = child(root, "Profile").and_then(|profile| child(profile, "TimeSpans"));
    let asked = asked.map(spans).unwrap_or_default();
    for (round, came) in children(root, "TimeSpan").enumerate() {
        let asked = asked.get(round).and_then(|id| document.get_node(*id));
        span(round, asked, came).into_iter().try_for_each(|figure| results.add(figure))?;
    }
    Ok(results)
}

/// `2024/06/10 10:00:00 UTC`, with `T` and without.
pub(super) fn time(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches("UTC").trim().replace('/', "-").replace(' ', "T");
    let is_time = text.len() == 19
        && text.char_indices().all(|(at, c)| match at {
            4 | 7 => c == '-',
            10 => c == 'T',
            13 | 16 => c == ':',
            _ => c.is_ascii_digit(),
        });
    is_time.then(|| format!("{text}Z"))
}

/// The result of each target in one time span, its threads together.
fn span(round: usize, asked: Option<Node<'_, '_>>, came: Node<'_, '_>) -> Vec<ImportedFigure> {
    let Some(seconds) = value(came, "TestTimeSeconds").filter(|time| *time > 0.0) else {
        return Vec::new();
    };
    let mut sums: BTreeMap<String, DiskspdSums> = BTreeMap::new();
    let threads = children(came, "Thread");
    for target in threads.flat_map(|thread| children(thread, "Target")) {
        let path = text(target, "Path").unwrap_or_default().to_owned();
        let sum = sums.entry(path).or_default();
        let bytes = |name| value(target, name).unwrap_or_default();
        sum.read += bytes("ReadBytes");
        sum.write += bytes("WriteBytes");
        sum.ops += bytes("IOCount");
    }
    let is_one = sums.len() == 1;
    let latency = if is_one { child(came, "Latency") } else { None };
    let targets = asked.map(by_path).unwrap_or_default();
    let figure = |(path, sum): (String, DiskspdSums)| {
        let target = targets.get(path.as_str()).copied();
        let mut figure = target.map(|target| shape(target, asked)).unwrap_or_default();
        let mb_s = |bytes: f64| bytes / seconds / 1e6;
        figure.target = Some(path);
        figure.round = round;
        (figure.read_mb_s, figure.write_mb_s) = (mb_s(sum.read), mb_s(sum.write));
        figure.iops = Some(sum.ops / seconds);
        (figure.ops, figure.window_s) = (Some(sum.ops as u64), Some(seconds));
        figure.latency = latency.map(percentiles).unwrap_or_default();
        figure.average_us =
            latency.and_then(|it| value(it, "AverageTotalMilliseconds")).map(|ms| ms * 1e3);
        figure
    };
    sums.into_iter().map(figure).filter(|figure| figure.mb_s() > 0.0).collect()
}

#[derive(Default)]
struct DiskspdSums {
    read: f64,
    write: f64,
    ops: f64,
}

/// The parameters of each path; the first of two with one path.
fn by_path<'a, 'i>(asked: Node<'a, 'i>) -> BTreeMap<&'a str, Node<'a, 'i>> {
    let mut targets = BTreeMap::new();
    for target in child(asked, "Targets").into_iter().flat_map(|all| children(all, "Target")) {
        if let Some(path) = text(target, "Path") {
            targets.entry(path).or_insert(target);
        }
    }
    targets
}

fn shape(target: Node<'_, '_>, asked: Option<Node<'_, '_>>) -> ImportedFigure {
    let count = |node, name| {
        let count = value(node, name).filter(|count| (1.0..=1e6).contains(count));
        count.map(|count| count as u32)
    };
    // A pool of threads serves all targets, with its own requests.
    let pool = asked.and_then(|asked| count(asked, "ThreadCount"));
    let of_pool = asked.and_then(|asked| count(asked, "RequestCount"));
    let ratio = value(target, "RandomRatio").filter(|ratio| *ratio < 100.0);
    let pattern = match (child(target, "Random"), ratio) {
        // Partly random fits neither pattern.
        (_, Some(_)) => None,
        (Some(_), None) => Some(Pattern::Random),
        (None, None) => Some(Pattern::Sequential),
    };
    let written = value(target, "WriteRatio").filter(|share| *share <= 100.0);
    let block = value(target, "BlockSize").map(|block| block as u64);
    ImportedFigure {
        pattern,
        read_percent: written.map(|share| 100 - share as u8),
        block,
        depth: of_pool.or_else(|| count(target, "RequestCount")),
        jobs: pool.or_else(|| count(target, "ThreadsPerFile")),
        limit_mb_s: limit(target, block),
        ..ImportedFigure::default()
    }
}

/// Bytes per millisecond of each thread, or its IOPS.
fn limit(target: Node<'_, '_>, block: Option<u64>) -> Option<f64> {
    let node = child(target, "Throughput")?;
    let amount = node.text().and_then(number).filter(|amount| *amount > 0.0)?;
    let threads = value(target, "ThreadsPerFile").unwrap_or(1.0).max(1.0);
    match node.attribute("unit") {
        Some("IOPS") => Some(amount * block? as f64 * threads / 1e6),
        _ => Some(amount * threads / 1e3),
    }
}

fn percentiles(latency: Node<'_, '_>) -> Latency {
    let at = |wanted: f64| {
        let mut buckets = children(latency, "Bucket");
        let is_it = |bucket: &Node<'_, '_>| {
            value(*bucket, "Percentile").is_some_and(|found| (found - wanted).abs() < 1e-6)
        };
        value(buckets.find(is_it)?, "TotalMilliseconds").map(|ms| ms * 1e3)
    };
    Latency { p50: at(50.0), p90: at(90.0), p99: at(99.0), p999: at(99.9), p9999: at(99.99) }
}

fn children<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> Option<Node<'a, 'i>> {
    children(node, name).next()
}

fn text<'a>(node: Node<'a, '_>, name: &'static str) -> Option<&'a str> {
    child(node, name)?.text()
}

fn value(node: Node<'_, '_>, name: &'static str) -> Option<f64> {
    text(node, name).and_then(number)
}

fn path<'a>(root: Node<'a, '_>, names: &[&'static str]) -> Option<&'a str> {
    let found = names.iter().try_fold(root, |node, name| child(node, name))?;
    found.text().filter(|text| !text.trim().is_empty())
}
