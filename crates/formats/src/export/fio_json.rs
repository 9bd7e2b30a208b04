//! fio's JSON (`stat.c` of fio 3): the keys that scripts read. A result is a job; rounds have
//! group ids of their own, and what was not measured is left out.

use std::collections::BTreeMap;

use narrows_messages::{clean, escape_json};
use narrows_record::run::{Measured, Run};
use serde_json::{Map, Value, json};

use super::fio_job::order;

pub(super) const MARK: &str = "{\n  \"fio version\": \"narrows-";

pub(super) fn of(run: &Run) -> String {
    let mut groups: BTreeMap<(&str, u32, &str), usize> = BTreeMap::new();
    let mut jobs = Vec::new();
    for row in &run.results {
        let key = match row.together.len() {
            0 | 1 => (row.target.as_str(), row.repeat, row.workload.as_str()),
            _ => (row.set.as_str(), row.repeat, row.workload.as_str()),
        };
        let next = groups.len();
        jobs.push(job(row, *groups.entry(key).or_insert(next)));
    }
    // `serde_json` sorts keys; the version comes first by its place in the text.
    let body = json!({ "time": run.started, "jobs": jobs });
    let body = format!("{body:#}");
    let rest = body.strip_prefix('{').unwrap_or(&body);
    format!("{MARK}{}\",{}\n", clean(&run.narrows).replace(['"', '\\'], "?"), escape_json(rest))
}

fn job(row: &Measured, group: usize) -> Value {
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
    let share = |mb_s: f64| if is_mix { mb_s / row.mb_s } else { 1.0 };
    if reads {
        put("read", side(row, share(row.read_mb_s), !is_mix));
    }
    if !reads || is_mix {
        put("write", side(row, share(row.write_mb_s), !is_mix));
    }
    if row.thread_cpu > 0.0 {
        let own = row.threads.iter().map(|it| it.user).fold(0.0, f64::max);
        put("usr_cpu", json!(own * 100.0));
        put("sys_cpu", json!((row.thread_cpu - own).max(0.0) * 100.0));
    }
    Value::Object(job)
}

/// One direction, which has that part of the result.
fn side(row: &Measured, share: f64, has_latency: bool) -> Value {
    let bytes = row.mb_s * 1e6 * share;
    let mut side = json!({
        "bw_bytes": bytes.round() as u64,
        "bw": (bytes / 1024.0).round() as u64,
        "iops": row.iops * share,
    });
    let mut put = |key: &str, value: Value| {
        if let Some(side) = side.as_object_mut() {
            side.insert(key.to_owned(), value);
        }
    };
    if row.window_s > 0.0 {
        put("runtime", json!((row.window_s * 1e3).round() as u64));
        put("io_bytes", json!((bytes * row.window_s).round() as u64));
    }
    if row.ops > 0 {
        put("total_ios", json!((row.ops as f64 * share).round() as u64));
    }
    let latency = &row.latency_us;
    let quantiles = [
        ("50.000000", latency.p50),
        ("90.000000", latency.p90),
        ("99.000000", latency.p99),
        ("99.900000", latency.p999),
        ("99.990000", latency.p9999),
    ];
    let known = quantiles
        .into_iter()
        .filter_map(|(name, us)| Some((name.to_owned(), json!((us? * 1e3).round() as u64))));
    let known: Map<String, Value> = known.collect();
    // Latencies of a mix are of both directions together, which fio has no key for.
    if has_latency && !known.is_empty() {
        put("clat_ns", json!({ "percentile": known }));
    }
    side
}

fn options(row: &Measured) -> Value {
    let asked = &row.asked;
    let mut options = Map::new();
    let mut put = |key: &str, value: String| options.insert(key.to_owned(), value.into());
    put("filename", row.target.clone());
    // What other programs measured may have gone another way.
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
