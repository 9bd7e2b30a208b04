//! fio's JSON (`stat.c` of fio 3): the keys that scripts read, among them fio-plot and fio's own
//! `fio_jsonplus_clat2csv`. A result is a job; rounds have group ids of their own.
//!
//! Values that were not measured are left out, except for statistics that these programs require: without samples
//! they have the count 0 beside them (`N`, `iops_samples`), as fio writes it when they are switched off.

use std::collections::BTreeMap;

use narrows_messages::{clean, escape_json};
use narrows_record::run::{IssuingThread, RunDocument, Samples, TargetMeasurement};
use serde_json::{Map, Value, json};

use super::fio_job::order;
use super::groups;

pub(super) const MARK: &str = "{\n  \"fio version\": \"narrows-";

pub(super) fn of(run: &RunDocument, samples: &[Samples]) -> String {
    let sampled = |row: &TargetMeasurement| {
        let is_its = |one: &&Samples| {
            (&one.target, &one.workload, &one.set, one.repeat)
                == (&row.target, &row.workload, &row.set, row.repeat)
        };
        samples.iter().find(is_its).map_or(&[][..], |one| one.latency_ns.as_slice())
    };
    let jobs = run.results.iter().zip(groups(run));
    let jobs: Vec<Value> = jobs.map(|(row, group)| job(row, sampled(row), group)).collect();
    // `serde_json` sorts keys; the version comes first by its place in the text.
    let body = json!({ "time": run.started, "jobs": jobs });
    let body = format!("{body:#}");
    let rest = body.strip_prefix('{').unwrap_or(&body);
    format!("{MARK}{}\",{}\n", clean(&run.narrows).replace(['"', '\\'], "?"), escape_json(rest))
}

fn job(row: &TargetMeasurement, sampled: &[(u64, u64)], group: usize) -> Value {
    let mut job = Map::new();
    let mut put = |key: &str, value: Value| job.insert(key.to_owned(), value);
    put("jobname", format!("{} {} {}", row.target, row.workload, row.set).into());
    put("groupid", group.into());
    put("error", u8::from(row.errors > 0).into());
    put("total_err", row.errors.into());
    put("job options", options(row));
    if row.simulated {
        put("desc", "simulated, on virtual hardware".into());
    }
    let is_mix = row.read_mb_s > 0.0 && row.write_mb_s > 0.0;
    let reads = row.asked.read_percent > 0 || row.direction.as_str() == "read";
    // Requests are counted for both directions together; each gets its part of the bytes.
    let share = |mb_s: f64| if is_mix { mb_s / row.mb_s } else { 1.0 };
    // Latencies of a mix are of both directions together, which fio has no key for.
    let sampled = if is_mix { &[] } else { sampled };
    let sides = [
        ("read", reads, share(row.read_mb_s)),
        ("write", !reads || is_mix, share(row.write_mb_s)),
        ("trim", false, 0.0),
    ];
    for (name, is_asked, share) in sides {
        put(
            name,
            if is_asked {
                side(row, sampled, share, !is_mix)
            } else {
                // A direction without requests.
                json!({
                    "io_bytes": 0, "bw_bytes": 0, "bw": 0, "iops": 0.0, "runtime": 0, "total_ios": 0,
                    "slat_ns": latency(&[]), "clat_ns": latency(&[]), "lat_ns": latency(&[]),
                    "iops_min": 0, "iops_max": 0, "iops_mean": 0.0, "iops_stddev": 0.0, "iops_samples": 0,
                })
            },
        );
    }
    for (unit, classes) in
        ["latency_ns", "latency_us", "latency_ms"].into_iter().zip(classes(sampled))
    {
        put(unit, classes);
    }
    if let Some([user, system]) = cpu(row) {
        put("usr_cpu", json!(user * 100.0));
        put("sys_cpu", json!(system * 100.0));
    }
    Value::Object(job)
}

/// User and system time of the busiest thread, as shares of a core.
pub(super) fn cpu(row: &TargetMeasurement) -> Option<[f64; 2]> {
    let all = |thread: &IssuingThread| thread.user + thread.system;
    let busiest = row.threads.iter().max_by(|one, other| all(one).total_cmp(&all(other)));
    let user = busiest.map_or(0.0, |thread| thread.user);
    (row.thread_cpu > 0.0).then(|| [user, (row.thread_cpu - user).max(0.0)])
}

/// One direction, which has that part of the result.
fn side(row: &TargetMeasurement, sampled: &[(u64, u64)], share: f64, has_latency: bool) -> Value {
    let bytes = row.mb_s * 1e6 * share;
    let mut side = json!({
        "bw_bytes": bytes.round() as u64,
        // fio's `bw` counts KiB per second.
        "bw": (bytes / 1024.0).round() as u64,
        "iops": row.iops * share,
        "iops_min": 0, "iops_max": 0, "iops_mean": 0.0, "iops_stddev": 0.0, "iops_samples": 0,
        // A request is timed from before it is handed over, so that this is its completion, too.
        "lat_ns": latency(sampled),
    });
    let mut put = |key: &str, value: Value| side[key] = value;
    if row.window_s > 0.0 {
        put("runtime", json!((row.window_s * 1e3).round() as u64));
        put("io_bytes", json!((bytes * row.window_s).round() as u64));
    }
    if row.ops > 0 {
        put("total_ios", json!((row.ops as f64 * share).round() as u64));
    }
    if let Some([least, most, mean, deviation]) = course(row, share) {
        put("iops_min", json!(least.round() as u64));
        put("iops_max", json!(most.round() as u64));
        put("iops_mean", json!(mean));
        put("iops_stddev", json!(deviation));
        put("iops_samples", json!(row.timeline_mb_s.len()));
    }
    let mut completion = latency(sampled);
    let quantiles = [
        ("50.000000", row.latency_us.p50),
        ("90.000000", row.latency_us.p90),
        ("99.000000", row.latency_us.p99),
        ("99.900000", row.latency_us.p999),
        ("99.990000", row.latency_us.p9999),
    ];
    let known = quantiles
        .into_iter()
        .filter_map(|(name, us)| Some((name.to_owned(), json!((us? * 1e3).round() as u64))));
    let known: Map<String, Value> = known.collect();
    let is_known = has_latency && !known.is_empty();
    if is_known {
        completion["percentile"] = Value::Object(known);
    }
    if is_known || !sampled.is_empty() {
        put("clat_ns", completion);
    }
    side
}

/// Least, most, mean and deviation of requests per second over time; `None` if not recorded.
fn course(row: &TargetMeasurement, share: f64) -> Option<[f64; 4]> {
    // The timeline has only rates: requests follow by the average ratio, which is no number where
    // nothing moved.
    let each = row.iops / row.mb_s * share;
    let slots = row.timeline_mb_s.iter().map(|mb_s| mb_s * each);
    if row.timeline_mb_s.is_empty() || !each.is_finite() {
        return None;
    }
    let count = row.timeline_mb_s.len() as f64;
    let mean = slots.clone().sum::<f64>() / count;
    let squares = slots.clone().map(|iops| (iops - mean).powi(2)).sum::<f64>();
    // Of a sample, by n - 1, as fio computes it (`calc_lat` of its stat.c).
    let deviation = (squares / (count - 1.0).max(1.0)).sqrt();
    let least = slots.clone().fold(f64::INFINITY, f64::min);
    Some([least, slots.fold(0.0, f64::max), mean, deviation])
}

/// Samples, in nanoseconds, with the number of occurrences of each (`json+`).
fn latency(sampled: &[(u64, u64)]) -> Value {
    let count: u64 = sampled.iter().map(|(_, count)| count).sum();
    if count == 0 {
        return json!({ "min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0 });
    }
    let weighed = |of: &dyn Fn(f64) -> f64| {
        let each = sampled.iter().map(|(ns, count)| of(*ns as f64) * *count as f64);
        each.sum::<f64>() / count as f64
    };
    let mean = weighed(&|ns| ns);
    let bins: BTreeMap<String, u64> =
        sampled.iter().fold(BTreeMap::new(), |mut bins, (ns, count)| {
            *bins.entry(ns.to_string()).or_default() += count;
            bins
        });
    json!({
        "min": sampled.iter().map(|(ns, _)| ns).min(),
        "max": sampled.iter().map(|(ns, _)| ns).max(),
        "mean": mean,
        "stddev": weighed(&|ns| (ns - mean).powi(2)).sqrt(),
        "N": count,
        "bins": bins,
    })
}

/// Percentage of requests that took up to N nano-, micro- and milliseconds and longer than the class before, in fio's
/// classes.
fn classes(sampled: &[(u64, u64)]) -> [Value; 3] {
    const UP_TO: [u64; 9] = [2, 4, 10, 20, 50, 100, 250, 500, 750];
    let all: u64 = sampled.iter().map(|(_, count)| count).sum();
    let mut from = 0;
    [(1, false), (1_000, false), (1_000_000, true)].map(|(unit, is_last)| {
        let mut classes = Map::new();
        let longest = if is_last { &[1000, 2000][..] } else { &[1000][..] };
        for up_to in UP_TO.iter().chain(longest) {
            let (least, most) = (from, up_to * unit);
            let is_in = |ns: u64| ns >= least && ns < most;
            let count: u64 =
                sampled.iter().filter(|(ns, _)| is_in(*ns)).map(|(_, count)| count).sum();
            if all > 0 {
                classes.insert(up_to.to_string(), json!(count as f64 * 100.0 / all as f64));
            }
            from = most;
        }
        Value::Object(classes)
    })
}

fn options(row: &TargetMeasurement) -> Value {
    let asked = &row.asked;
    let mut options = Map::new();
    let mut put = |key: &str, value: String| options.insert(key.to_owned(), value.into());
    put("filename", row.target.clone());
    // Other programs may have used another engine.
    if row.imported.is_none() {
        put("ioengine", "io_uring".to_owned());
    }
    if let Some(order) = order(row) {
        put("rw", order.to_owned());
    }
    if asked.block_bytes > 0 {
        put("bs", asked.block_bytes.to_string());
    }
    if !matches!(asked.read_percent, 0 | 100) {
        put("rwmixread", asked.read_percent.to_string());
    }
    if asked.depth > 0 {
        put("iodepth", asked.depth.to_string());
    }
    if asked.jobs > 0 {
        put("numjobs", asked.jobs.to_string());
    }
    Value::Object(options)
}
