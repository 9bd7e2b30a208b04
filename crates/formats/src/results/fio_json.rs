//! `fio --output-format=json` and `json+` of fio 2 and 3, as `stat.c` writes them.
//!
//! `bw_bytes` counts bytes per second; `bw`, where that is missing (before 3.0), KiB per second.
//! Latencies are `clat`: nanoseconds since 3.0, microseconds before. Which jobs ran at the same time
//! follows from `job_start` (since 3.36); else jobs of one `groupid` ran together, and different groups
//! one after another where the time that all took allows it. fio does not write `stonewall` down.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_record::run::{Latency, Statistic};
use narrows_workload::Pattern;
use serde_json::{Map, Value};

use super::figure::{Figure, Results, broken};
use crate::text::{number, size};

const TOOL: &str = "fio";
const MOST_JOBS: usize = 10_000;

pub(super) fn read(text: &str) -> Result<Results, Message> {
    let document = document(text)?;
    let word = |key: &str| document.get(key).and_then(Value::as_str);
    let mut results = Results {
        tool: TOOL.to_owned(),
        version: word("fio version").map(|word| word.trim_start_matches("fio-").to_owned()),
        started: document.get("timestamp").and_then(Value::as_i64).and_then(rfc3339),
        statistic: Statistic::Mean,
        ..Results::default()
    };
    let global = options(document.get("global options"));
    let jobs = document.get("jobs").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let jobs: Vec<Job<'_>> =
        jobs.iter().take(MOST_JOBS).filter_map(|job| Job::of(job, &global)).collect();
    let order = Order::of(&jobs);
    if let Order::Unknown = order {
        results.notes.push(Message::new("import-fio-order-unknown"));
    }
    let mut merged: BTreeMap<(usize, String, String), Vec<&Job<'_>>> = BTreeMap::new();
    for (at, job) in jobs.iter().enumerate() {
        let key = (order.round(at, job), job.name.clone(), job.target().unwrap_or_default());
        merged.entry(key).or_default().push(job);
    }
    for ((round, ..), jobs) in &merged {
        let figure = figure(jobs);
        results.figures.extend(figure.map(|figure| Figure {
            round: *round,
            alone_unknown: matches!(order, Order::Unknown),
            ..figure
        }));
    }
    Ok(results)
}

/// The document, before which warnings may stand. With `--status-interval` there are several, each of
/// all that was measured so far: the last whole one counts.
fn document(text: &str) -> Result<Value, Message> {
    let start = text.find('{').unwrap_or_default();
    let finite = without_nan(&text[start..]);
    let mut values = serde_json::Deserializer::from_str(&finite).into_iter::<Value>();
    let first = values.next().transpose().map_err(|error| broken(TOOL, error.line(), &error))?;
    // What follows the last document is no figure.
    let last = values.map_while(Result::ok).filter(|value| value.get("jobs").is_some()).last();
    Ok(last.or(first).unwrap_or_default())
}

/// fio printed what it could not divide as C does, which is no JSON: such a figure is not known.
fn without_nan(text: &str) -> String {
    let mut kept = text.to_owned();
    for what in ["-nan", "nan", "-inf", "inf"] {
        for between in [": ", " : "] {
            kept = kept.replace(&format!("\"{between}{what}"), &format!("\"{between}null"));
        }
    }
    kept
}

struct Job<'a> {
    value: &'a Map<String, Value>,
    options: BTreeMap<String, String>,
    name: String,
    group: i64,
}

impl<'a> Job<'a> {
    fn of(value: &'a Value, global: &BTreeMap<String, String>) -> Option<Self> {
        let map = value.as_object()?;
        let mut own = global.clone();
        own.extend(options(map.get("job options")));
        Some(Self {
            value: map,
            options: own,
            name: map.get("jobname").and_then(Value::as_str).unwrap_or_default().to_owned(),
            group: map.get("groupid").and_then(Value::as_i64).unwrap_or_default(),
        })
    }

    fn number(&self, key: &str) -> Option<f64> {
        self.value.get(key).and_then(finite)
    }

    fn option(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| self.options.get(*name)).map(String::as_str)
    }

    fn target(&self) -> Option<String> {
        self.option(&["filename", "directory"]).map(str::to_owned)
    }

    /// Milliseconds since 1970 from its start to its end.
    fn span(&self) -> Option<(f64, f64)> {
        let start = self.number("job_start").filter(|start| *start > 0.0)?;
        Some((start, start + self.number("job_runtime")?))
    }
}

/// Which jobs ran at the same time.
enum Order {
    /// The round of each job, by the times of their starts.
    Timed(Vec<usize>),
    Groups,
    Unknown,
}

impl Order {
    fn of(jobs: &[Job<'_>]) -> Self {
        let spans: Option<Vec<(f64, f64)>> = jobs.iter().map(Job::span).collect();
        if let Some(spans) = spans {
            return Self::Timed(rounds(&spans));
        }
        let mut longest: BTreeMap<i64, f64> = BTreeMap::new();
        for job in jobs {
            let runtime = job.number("job_runtime").unwrap_or_default();
            let known = longest.entry(job.group).or_default();
            *known = known.max(runtime);
        }
        let elapsed = jobs.iter().filter_map(|job| job.number("elapsed")).fold(0.0, f64::max);
        // `elapsed` counts whole seconds.
        let fits = longest.values().sum::<f64>() <= (elapsed + 1.0) * 1000.0;
        if longest.len() < 2 || fits { Self::Groups } else { Self::Unknown }
    }

    fn round(&self, at: usize, job: &Job<'_>) -> usize {
        match self {
            Self::Timed(rounds) => rounds.get(at).copied().unwrap_or_default(),
            Self::Groups => usize::try_from(job.group).unwrap_or_default(),
            Self::Unknown => at,
        }
    }
}

/// Jobs that share more than half of the shorter one's time ran together.
fn rounds(spans: &[(f64, f64)]) -> Vec<usize> {
    let mut firsts: Vec<(f64, f64)> = Vec::new();
    let of_one = |span: &(f64, f64)| {
        let together = |known: &(f64, f64)| {
            let shared = known.1.min(span.1) - known.0.max(span.0);
            shared > 0.5 * (known.1 - known.0).min(span.1 - span.0)
        };
        firsts.iter().position(together).unwrap_or_else(|| {
            firsts.push(*span);
            firsts.len() - 1
        })
    };
    spans.iter().map(of_one).collect()
}

/// The clones of one job on one target as one figure.
fn figure(jobs: &[&Job<'_>]) -> Option<Figure> {
    let first = *jobs.first()?;
    let sides =
        |side: &'static str| jobs.iter().filter_map(move |job| job.value.get(side)?.as_object());
    let sum = |side, key: &'static str| -> f64 {
        sides(side).filter_map(|side| side.get(key).and_then(finite)).sum()
    };
    let (read, write) = (rate(sides("read")), rate(sides("write")));
    if read + write <= 0.0 {
        return None;
    }
    let clones = first.option(&["numjobs"]).and_then(|count| count.parse().ok()).unwrap_or(1_u32);
    let ops = sum("read", "total_ios") + sum("write", "total_ios");
    let main = if read >= write { "read" } else { "write" };
    let only = if jobs.len() == 1 { sides(main).next() } else { None };
    let runtime =
        sides(main).filter_map(|side| side.get("runtime").and_then(finite)).fold(0.0, f64::max);
    let busy = |job: &&Job<'_>| Some(job.number("usr_cpu")? + job.number("sys_cpu")?);
    // Reported as a group, the clones' times are one average.
    let thread_cpu = jobs
        .iter()
        .filter_map(busy)
        .fold(None, |most: Option<f64>, busy| Some(most.unwrap_or_default().max(busy / 100.0)));
    Some(Figure {
        target: first.target(),
        label: Some(first.name.clone()),
        pattern: pattern(first.option(&["rw", "readwrite"])),
        read_percent: percent(first, read, write),
        block: block(first, main == "read"),
        depth: Some(first.option(&["iodepth"]).and_then(|depth| depth.parse().ok()).unwrap_or(1)),
        jobs: Some(clones.max(1)),
        read_mb_s: read / 1e6,
        write_mb_s: write / 1e6,
        iops: Some(sum("read", "iops") + sum("write", "iops")).filter(|iops| *iops > 0.0),
        latency: only.map(latency).unwrap_or_default(),
        average_us: only.and_then(average),
        window_s: Some(runtime / 1e3).filter(|window| *window > 0.0),
        ops: Some(ops as u64).filter(|ops| *ops > 0),
        errors: jobs.iter().filter_map(|job| job.number("total_err")).sum::<f64>() as u64
            + u64::from(
                jobs.iter().any(|job| job.number("error").is_some_and(|error| error != 0.0)),
            ),
        thread_cpu,
        limit_mb_s: limit(first, clones),
        start_after_s: first
            .option(&["startdelay", "start_delay"])
            .and_then(seconds)
            .unwrap_or(0.0),
        ..Figure::default()
    })
}

/// Bytes per second.
fn rate<'a>(sides: impl Iterator<Item = &'a Map<String, Value>>) -> f64 {
    let of_one = |side: &Map<String, Value>| {
        let kib = || side.get("bw").and_then(finite).map(|kib| kib * 1024.0);
        side.get("bw_bytes").and_then(finite).or_else(kib).unwrap_or_default()
    };
    sides.map(of_one).sum()
}

fn pattern(rw: Option<&str>) -> Option<Pattern> {
    let rw = rw.unwrap_or("read").split(':').next().unwrap_or_default();
    Some(match rw {
        "read" | "write" | "rw" | "readwrite" => Pattern::Sequential,
        "randread" | "randwrite" | "randrw" => Pattern::Random,
        _ => return None,
    })
}

/// As asked; of both directions without a share, half reads.
fn percent(job: &Job<'_>, read: f64, write: f64) -> Option<u8> {
    if write <= 0.0 {
        return Some(100);
    }
    if read <= 0.0 {
        return Some(0);
    }
    let asked = |names: &[&str]| job.option(names).and_then(|share| share.parse::<u8>().ok());
    let written = asked(&["rwmixwrite"]).and_then(|share| 100_u8.checked_sub(share));
    asked(&["rwmixread"]).or(written).or(Some(50)).filter(|share| *share <= 100)
}

/// `4k`, or the part of `4k,64k` for the direction; a range of sizes is no size.
fn block(job: &Job<'_>, reads: bool) -> Option<u64> {
    if job.option(&["bsrange", "bssplit", "blocksize_range"]).is_some() {
        return None;
    }
    let Some(text) = job.option(&["bs", "blocksize"]) else { return Some(4096) };
    let mut parts = text.split(',');
    let first = parts.next().unwrap_or_default();
    let of_writes = parts.next().filter(|part| !part.is_empty() && !reads);
    size(of_writes.unwrap_or(first), true)
}

/// `rate=` holds each clone, in bytes per second.
fn limit(job: &Job<'_>, clones: u32) -> Option<f64> {
    let text = job.option(&["rate"])?.split(',').find(|part| !part.is_empty())?;
    Some(size(text, true)? as f64 * f64::from(clones.max(1)) / 1e6)
}

/// `5`, `5s`, `500ms`, `2m`.
fn seconds(text: &str) -> Option<f64> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let factor = match text[end..].trim() {
        "" | "s" => 1.0,
        "us" | "usec" => 1e-6,
        "ms" | "msec" => 1e-3,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    Some(number(&text[..end])? * factor)
}

fn latency(side: &Map<String, Value>) -> Latency {
    let (scale, clat) = match (side.get("clat_ns"), side.get("clat")) {
        (Some(clat), _) => (1e-3, clat),
        (None, Some(clat)) => (1.0, clat),
        (None, None) => return Latency::default(),
    };
    let at = |quantile: &str| {
        let found = clat.get("percentile")?.get(quantile).and_then(finite)?;
        // With `gtod_reduce` or `disable_clat` nothing was timed, and all are 0.
        Some(found * scale).filter(|us| *us > 0.0)
    };
    Latency {
        p50: at("50.000000"),
        p90: at("90.000000"),
        p99: at("99.000000"),
        p999: at("99.900000"),
        p9999: at("99.990000"),
    }
}

/// The average completion latency, microseconds.
fn average(side: &Map<String, Value>) -> Option<f64> {
    let mean = |key: &str, scale: f64| Some(side.get(key)?.get("mean").and_then(finite)? * scale);
    mean("clat_ns", 1e-3).or_else(|| mean("clat", 1.0)).filter(|us| *us > 0.0)
}

fn options(value: Option<&Value>) -> BTreeMap<String, String> {
    let entries = value.and_then(Value::as_object).into_iter().flatten();
    entries.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned()))).collect()
}

fn finite(value: &Value) -> Option<f64> {
    value.as_f64().filter(|number| number.is_finite() && *number >= 0.0)
}

/// Seconds since 1970 as RFC 3339 (Howard Hinnant's days-from-civil, turned round).
fn rfc3339(seconds: i64) -> Option<String> {
    let last = 253_402_300_799;
    if !(0..=last).contains(&seconds) {
        return None;
    }
    let (days, rest) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_calendar_times() {
        assert_eq!(rfc3339(0).as_deref(), Some("1970-01-01T00:00:00Z"));
        // `date -u -d @1795477015`
        assert_eq!(rfc3339(1_795_477_015).as_deref(), Some("2026-11-23T23:36:55Z"));
        assert_eq!(rfc3339(951_782_400).as_deref(), Some("2000-02-29T00:00:00Z"));
        assert_eq!((rfc3339(-1), rfc3339(i64::MAX)), (None, None));
    }

    #[test]
    fn delays_have_units() {
        let all = ["5", "500ms", "1500000us", "2m", "x"].map(seconds);
        assert_eq!(all, [Some(5.0), Some(0.5), Some(1.5), Some(120.0), None]);
    }
}
