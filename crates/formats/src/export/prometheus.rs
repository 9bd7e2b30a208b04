//! Prometheus' text format: gauges in base units, and quantiles of latency, of the last repeat of everything.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use narrows_record::run::{RunDocument, TargetMeasurement};

use crate::prometheus::labels;

pub(super) const MARK: &str = "# HELP narrows_run_info ";

/// The rows of one target, workload and set.
type Key<'a> = (&'a str, &'a str, &'a str);

pub(super) fn of(run: &RunDocument) -> String {
    let mut text =
        format!("{MARK}The run that the figures are of.\n# TYPE narrows_run_info gauge\n");
    let simulated = run.results.iter().any(|row| row.simulated);
    let simulated = if simulated { "true" } else { "false" };
    let info = [
        ("id", run.id.as_str()),
        ("started", &run.started),
        ("version", &run.narrows),
        ("simulated", simulated),
    ];
    let _ = writeln!(text, "narrows_run_info{{{}}} 1", labels(&info));
    let mut last: BTreeMap<Key<'_>, &TargetMeasurement> = BTreeMap::new();
    for row in &run.results {
        // A later repeat replaces the one before: two series of the same labels are an error.
        last.insert((&row.target, &row.workload, row.set.as_str()), row);
    }
    let gauges: [(&str, &str, Gauge); 4] = [
        ("narrows_read_write_bytes_per_second", "Bytes moved per second.", |row| {
            Some(row.mb_s * 1e6)
        }),
        ("narrows_operations_per_second", "Requests per second.", |row| {
            // 0 stands for an imported file that has no number of requests.
            Some(row.iops).filter(|iops| *iops > 0.0)
        }),
        ("narrows_failed_operations", "Requests that failed.", |row| Some(row.errors as f64)),
        ("narrows_temperature_celsius", "Temperature at the end.", |row| {
            row.temperature_c.map(f64::from)
        }),
    ];
    for (name, help, gauge) in gauges {
        let rows = last.iter().filter_map(|(key, row)| Some((key, gauge(row)?, "")));
        family(&mut text, name, help, rows.collect());
    }
    let latencies = last.iter().flat_map(|(key, row)| {
        let latency = row.latency_us;
        let quantiles = [
            ("0.5", latency.p50),
            ("0.9", latency.p90),
            ("0.99", latency.p99),
            ("0.999", latency.p999),
            ("0.9999", latency.p9999),
        ];
        quantiles.into_iter().filter_map(move |(name, us)| Some((key, us? / 1e6, name)))
    });
    family(&mut text, "narrows_latency_seconds", "Completion latency.", latencies.collect());
    text
}

type Gauge = fn(&TargetMeasurement) -> Option<f64>;

/// A gauge or summary with its rows; nothing if there are none.
fn family(text: &mut String, name: &str, help: &str, rows: Vec<(&Key<'_>, f64, &str)>) {
    if rows.is_empty() {
        return;
    }
    // Quantiles are of a summary.
    let kind = if rows.iter().any(|row| !row.2.is_empty()) { "summary" } else { "gauge" };
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
    for ((target, workload, set), value, quantile) in rows {
        let mut all = vec![("target", *target), ("workload", *workload), ("set", *set)];
        if !quantile.is_empty() {
            all.push(("quantile", quantile));
        }
        let _ = writeln!(text, "{name}{{{}}} {value}", labels(&all));
    }
}
