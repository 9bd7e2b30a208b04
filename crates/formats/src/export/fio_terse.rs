//! fio's terse output, version 3 (`--output-format=terse`; fio's HOWTO, "Terse output", and
//! `show_thread_status_terse_all` of its `stat.c`): a line for each result, fields between semicolons.
//!
//! A field that was not measured is empty. fio would write 0 there, which is a figure.

use narrows_messages::clean;
use narrows_record::run::{RunDocument, TargetMeasurement};

use super::{fio_json, groups};

/// How each line begins.
pub(super) const MARK: &str = "3;narrows-";

/// The percentiles of fio's default list, in its places; three more places are not used.
const PERCENTILES: [f64; 17] = [
    1.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 95.0, 99.0, 99.5, 99.9, 99.95,
    99.99,
];
/// Context switches, faults, depths and latencies by their powers of two.
const AFTER_CPU: usize = 3 + 7 + 10 + 12;

pub(super) fn of(run: &RunDocument) -> String {
    let rows = run.results.iter().zip(groups(run));
    let lines = rows.map(|(row, group)| line(row, group, &run.narrows));
    lines.map(|line| line + "\n").collect()
}

fn line(row: &TargetMeasurement, group: usize, version: &str) -> String {
    let name = format!("{} {} {}", row.target, row.workload, row.set);
    let field = |text: &str| {
        let kept: String = text.chars().filter(|it| !it.is_control() && *it != ';').collect();
        clean(&kept)
    };
    let mut fields = vec!["3".to_owned(), format!("narrows-{}", field(version)), field(&name)];
    fields.extend([group.to_string(), u8::from(row.errors > 0).to_string()]);
    let is_mix = row.read_mb_s > 0.0 && row.write_mb_s > 0.0;
    let reads = is_mix || row.direction.as_str() == "read";
    let share = |mb_s: f64| if is_mix { mb_s / row.mb_s } else { 1.0 };
    // Latencies of a mix are of both directions together, for which fio has no place.
    fields.extend(side(row, reads.then(|| share(row.read_mb_s)), !is_mix));
    fields.extend(side(row, (is_mix || !reads).then(|| share(row.write_mb_s)), !is_mix));
    fields.extend(cpu(row));
    fields.extend(std::iter::repeat_n(String::new(), AFTER_CPU));
    fields.join(";")
}

/// The fields of one direction, with its share of the result; `None` if it had no requests.
fn side(row: &TargetMeasurement, share: Option<f64>, has_latency: bool) -> Vec<String> {
    let empty = |count| std::iter::repeat_n(String::new(), count);
    let asked = share.is_some();
    let known = |value: Option<f64>| value.map_or_else(String::new, |it| format!("{it:.0}"));
    let bytes = row.mb_s * 1e6 * share.unwrap_or(0.0);
    let is_timed = asked && row.window_s > 0.0;
    // KiB, KiB per second, requests per second and milliseconds.
    let mut fields = vec![
        known(if asked { is_timed.then_some(bytes * row.window_s / 1024.0) } else { Some(0.0) }),
        known(Some(bytes / 1024.0)),
        known(Some(row.iops * share.unwrap_or(0.0))),
        known(if asked { is_timed.then_some(row.window_s * 1e3) } else { Some(0.0) }),
    ];
    // Submission: least, greatest, mean and deviation; then the same of completion.
    fields.extend(empty(8));
    let latency = asked && has_latency;
    fields.extend(PERCENTILES.map(|percent| percentile(row, percent, latency)));
    // Percentiles that are not used, both latencies together, bandwidth over time.
    fields.extend(empty(3 + 4 + 5));
    fields
}

/// `99.000000%=850`, microseconds.
fn percentile(row: &TargetMeasurement, percent: f64, is_known: bool) -> String {
    let latency = &row.latency_us;
    let known = [
        (50.0, latency.p50),
        (90.0, latency.p90),
        (99.0, latency.p99),
        (99.9, latency.p999),
        (99.99, latency.p9999),
    ];
    let of_it = known.into_iter().filter(|_| is_known).find(|(known, _)| *known == percent);
    let us = of_it.and_then(|(_, us)| us);
    us.map_or_else(String::new, |us| format!("{percent:.6}%={us:.0}"))
}

fn cpu(row: &TargetMeasurement) -> [String; 2] {
    let shares = fio_json::cpu(row);
    shares.map(|shares| shares.map(|share| format!("{:.6}%", share * 100.0))).unwrap_or_default()
}
