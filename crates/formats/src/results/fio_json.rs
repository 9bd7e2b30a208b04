//! `fio --output-format=json` and `json+` of fio 2 and 3, as `stat.c` writes them.
//!
//! `bw_bytes` counts bytes per second; `bw`, if that is missing (before 3.0), KiB per second. Latencies
//! are `clat`: nanoseconds since 3.0, microseconds before. Which jobs ran at the same time follows from
//! `job_start` (since 3.36); otherwise jobs of one `groupid` ran together, and different groups one
//! after another if their total time allows it. fio does not record `stonewall`. `group_reporting` adds
//! up the members of a group under the name and options of one of them, and their `job_runtime`, too
//! (`sum_thread_stats`), while `runtime` stays that of the longest.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use narrows_messages::Message;
use narrows_record::run::{ImportStatistic, Latency};
use narrows_workload::Pattern;
use serde_json::{Map, Value};

use super::figure::{ImportedFigure, ImportedResults, broken};
use crate::text::{number, size};

const TOOL: &str = "fio";
const MOST_JOBS: usize = 10_000;
/// A further member of a group ran for this share of the longest one's time, or more, and for this
/// many milliseconds: clocks of a job's start and end differ by a few.
const MORE_MEMBERS: f64 = 0.2;
const MORE_MS: f64 = 100.0;

/// The results, and their position in the text.
pub(super) fn read(text: &str) -> Result<(ImportedResults, Range<usize>), Message> {
    let (document, place) = document(text)?;
    let word = |key: &str| document.get(key).and_then(Value::as_str);
    let version = word("fio version").unwrap_or_default();
    // Written by `export` of Narrows.
    let own = version.strip_prefix("narrows-");
    let version = own.unwrap_or(version.trim_start_matches("fio-"));
    let mut results = ImportedResults {
        tool: if own.is_some() { "Narrows" } else { TOOL }.to_owned(),
        version: Some(version.to_owned()).filter(|version| !version.is_empty()),
        started: document.get("timestamp").and_then(Value::as_i64).and_then(rfc3339),
        statistic: ImportStatistic::Mean,
        ..ImportedResults::default()
    };
    let global = options(document.get("global options"));
    let jobs = document.get("jobs").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let jobs: Vec<FioJsonJob<'_>> =
        jobs.iter().take(MOST_JOBS).filter_map(|job| FioJsonJob::of(job, &global)).collect();
    let order = if own.is_some() { JobConcurrency::Groups } else { JobConcurrency::of(&jobs) };
    let buffered = jobs.iter().filter(|job| {
        let is_on = |value: &str| !matches!(value, "0" | "false");
        job.is_known() && !job.option(&["direct"]).is_some_and(is_on)
    });
    let buffered: BTreeSet<&str> = buffered.map(|job| job.name.as_str()).collect();
    if !buffered.is_empty() && own.is_none() {
        let names = buffered.into_iter().collect::<Vec<_>>().join(", ");
        results.notes.push(Message::new("import-fio-buffered").with("jobs", names));
    }
    if let JobConcurrency::Unknown = order {
        results.notes.push(Message::new("import-fio-order-unknown"));
    }
    let mut merged: BTreeMap<(usize, String, String), Vec<&FioJsonJob<'_>>> = BTreeMap::new();
    for (at, job) in jobs.iter().enumerate() {
        if let Some(note) = job.left_out() {
            results.notes.push(note.with("job", &job.name));
            continue;
        }
        let key = (order.round(at, job), job.name.clone(), job.target().unwrap_or_default());
        merged.entry(key).or_default().push(job);
    }
    for ((round, ..), jobs) in &merged {
        let figure = figure(jobs);
        let says_so = |job: &&FioJsonJob<'_>| {
            let told = job.value.get("desc").and_then(Value::as_str);
            told.is_some_and(|told| told.contains("simulated"))
        };
        let simulated = own.is_some() && jobs.iter().any(says_so);
        results.figures.extend(figure.map(|figure| ImportedFigure {
            simulated,
            round: *round,
            alone_unknown: matches!(order, JobConcurrency::Unknown),
            ..figure
        }));
    }
    Ok((results, place))
}

/// The document, which warnings may precede. With `--status-interval` there are several, each of all
/// that was measured so far: the last complete one counts.
fn document(text: &str) -> Result<(Value, Range<usize>), Message> {
    let start = text.find('{').unwrap_or_default();
    // fio printed failed divisions as C does, which is not JSON: such a figure is unknown. The text
    // keeps its length.
    let text = &text[start..];
    let mut finite = text.to_owned();
    for (what, null) in [(" -nan", " null"), (" nan", "null"), (" -inf", " null"), (" inf", "null")]
    {
        for between in [":", " :"] {
            finite = finite.replace(&format!("\"{between}{what}"), &format!("\"{between}{null}"));
        }
    }
    let mut values = serde_json::Deserializer::from_str(&finite).into_iter::<Value>();
    let first = values.next().transpose().map_err(|error| broken(TOOL, error.line(), &error))?;
    let (mut last, mut end) = (first.unwrap_or_default(), values.byte_offset());
    // Text after the last document contributes no figures.
    while let Some(Ok(value)) = values.next() {
        end = values.byte_offset();
        if value.get("jobs").is_some() {
            last = value;
        }
    }
    Ok((last, start..start + end))
}

struct FioJsonJob<'a> {
    value: &'a Map<String, Value>,
    options: BTreeMap<String, String>,
    /// Options of all jobs; its own take precedence.
    global: &'a BTreeMap<String, String>,
    name: String,
    group: i64,
}

impl<'a> FioJsonJob<'a> {
    fn of(value: &'a Value, global: &'a BTreeMap<String, String>) -> Option<Self> {
        let map = value.as_object()?;
        Some(Self {
            value: map,
            options: options(map.get("job options")),
            global,
            name: map.get("jobname").and_then(Value::as_str).unwrap_or_default().to_owned(),
            group: map.get("groupid").and_then(Value::as_i64).unwrap_or_default(),
        })
    }

    fn number(&self, key: &str) -> Option<f64> {
        self.value.get(key).and_then(finite)
    }

    fn option(&self, names: &[&str]) -> Option<&str> {
        let of = |name: &&str| self.options.get(*name).or_else(|| self.global.get(*name));
        names.iter().find_map(of).map(String::as_str)
    }

    /// fio before 2.2 does not record the job's options.
    fn is_known(&self) -> bool {
        self.value.contains_key("job options") || !self.global.is_empty()
    }

    fn target(&self) -> Option<String> {
        self.option(&["filename", "directory"]).map(str::to_owned)
    }

    /// The directions that it reported; with `unified_rw_reporting` all of them are one.
    fn sides(&self) -> impl Iterator<Item = &'a Map<String, Value>> {
        let side = |name: &str| self.value.get(name).and_then(Value::as_object);
        let mixed = side("mixed").filter(|_| side("read").is_none());
        [side("read"), side("write"), side("trim"), mixed].into_iter().flatten()
    }

    /// Milliseconds that its longest member ran.
    fn runtime(&self) -> Option<f64> {
        let of_sides = self.sides().filter_map(|side| side.get("runtime").and_then(finite));
        let longest = of_sides.fold(0.0, f64::max);
        // A sum over the members with `group_reporting`; the longest direction is shorter then.
        let own = self.number("job_runtime");
        match longest > 0.0 {
            true => Some(own.map_or(longest, |own| own.min(longest))),
            false => own,
        }
    }

    /// Milliseconds since 1970 from its start to its end.
    fn span(&self) -> Option<(f64, f64)> {
        let start = self.number("job_start").filter(|start| *start > 0.0)?;
        Some((start, start + self.runtime()?))
    }

    /// As many as `numjobs` says.
    fn clones(&self) -> u32 {
        let count = self.option(&["numjobs"]).and_then(|count| count.parse().ok());
        count.unwrap_or(1_u32).max(1)
    }

    /// Why its figures are of no drive and no workload that the file names.
    fn left_out(&self) -> Option<Message> {
        // Whether sections of a group were added up: they ran for as many runtimes as there are of
        // them. That they were reported as a group fio does not write down. A job that verifies
        // reads after it wrote.
        let mut names = self.options.keys().chain(self.global.keys());
        let verifies = names.any(|name| name.contains("verify"));
        let both = self.number("job_runtime").zip(self.runtime()).filter(|_| !verifies);
        if both.is_some_and(|(all, one)| {
            all - one * f64::from(self.clones()) > (one * MORE_MEMBERS).max(MORE_MS)
        }) {
            return Some(Message::new("import-fio-group"));
        }
        let moves = self.moves().is_some_and(|[read, write]| read + write > 0.0);
        (!moves).then(|| Message::new("import-fio-unread"))
    }

    /// Bytes per second read and written; `None` if only their sum is known, without the read share.
    fn moves(&self) -> Option<[f64; 2]> {
        let side = |name: &str| self.value.get(name).and_then(Value::as_object);
        if let Some(mixed) = side("mixed").filter(|_| side("read").is_none()) {
            let all = rate(std::iter::once(mixed));
            let order = self.option(&["rw", "readwrite"]).unwrap_or("read");
            return match order.split(':').next().unwrap_or_default() {
                "read" | "randread" => Some([all, 0.0]),
                "write" | "randwrite" => Some([0.0, all]),
                "rw" | "readwrite" | "randrw" => {
                    let reads = f64::from(mixed_percent(self)?) / 100.0;
                    Some([all * reads, all * (1.0 - reads)])
                }
                _ => None,
            };
        }
        Some(["read", "write"].map(|name| rate(side(name).into_iter())))
    }

    /// The directions that move data, or both as one.
    fn moving(&self) -> Vec<&'a Map<String, Value>> {
        let side = |name: &str| self.value.get(name).and_then(Value::as_object);
        match side("read") {
            None => side("mixed").into_iter().collect(),
            reads => [reads, side("write")].into_iter().flatten().collect(),
        }
    }

    /// The direction that moves more, or both as one.
    fn main(&self, reads: bool) -> Option<&'a Map<String, Value>> {
        let moving = self.moving();
        moving.get(usize::from(!reads)).or(moving.first()).copied()
    }

    /// Requests in flight of each clone. Synchronous engines have one, whatever `iodepth` says; if no
    /// engine is named it is the system's default, and the number observed in flight decides.
    fn depth(&self) -> u32 {
        const ONE_AT_A_TIME: [&str; 6] = ["sync", "psync", "vsync", "pvsync", "pvsync2", "mmap"];
        let asked = self.option(&["iodepth"]).and_then(|depth| depth.parse().ok()).unwrap_or(1);
        let levels = self.value.get("iodepth_level");
        let seen_one = levels.and_then(|levels| levels.get("1")).and_then(finite);
        let is_one = match self.option(&["ioengine"]) {
            Some(engine) => ONE_AT_A_TIME.contains(&engine),
            None => seen_one.is_some_and(|percent| percent > 99.9),
        };
        if is_one { 1 } else { asked }
    }
}

/// Which jobs ran at the same time.
enum JobConcurrency {
    /// The round of each job, by the times of their starts.
    Timed(Vec<usize>),
    Groups,
    Unknown,
}

impl JobConcurrency {
    fn of(jobs: &[FioJsonJob<'_>]) -> Self {
        let spans: Option<Vec<(f64, f64)>> = jobs.iter().map(FioJsonJob::span).collect();
        if let Some(spans) = spans {
            return Self::Timed(rounds(&spans));
        }
        let mut longest: BTreeMap<i64, f64> = BTreeMap::new();
        for job in jobs {
            let runtime = job.runtime().unwrap_or_default();
            let known = longest.entry(job.group).or_default();
            *known = known.max(runtime);
        }
        let elapsed = jobs.iter().filter_map(|job| job.number("elapsed")).fold(0.0, f64::max);
        // `elapsed` counts whole seconds.
        let fits = longest.values().sum::<f64>() <= (elapsed + 1.0) * 1000.0;
        if longest.len() < 2 || fits { Self::Groups } else { Self::Unknown }
    }

    fn round(&self, at: usize, job: &FioJsonJob<'_>) -> usize {
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
        // Only the first job of a round is compared, so that a chain of overlaps does not join all
        // jobs.
        firsts.iter().position(together).unwrap_or_else(|| {
            firsts.push(*span);
            firsts.len() - 1
        })
    };
    spans.iter().map(of_one).collect()
}

/// The clones of one job on one target as one figure.
fn figure(jobs: &[&FioJsonJob<'_>]) -> Option<ImportedFigure> {
    let first = *jobs.first()?;
    let moved = || jobs.iter().filter_map(|job| job.moves());
    let (read, write): (f64, f64) = (moved().map(|it| it[0]).sum(), moved().map(|it| it[1]).sum());
    if read + write <= 0.0 {
        return None;
    }
    let of_all = |key: &'static str| {
        let sides = jobs.iter().flat_map(|job| job.moving());
        sides.filter_map(move |side| side.get(key).and_then(finite))
    };
    let (ops, iops) = (of_all("total_ios").sum::<f64>(), of_all("iops").sum::<f64>());
    let reads = read >= write;
    let only = if let [job] = jobs { job.main(reads) } else { None };
    let runtime = of_all("runtime").fold(0.0, f64::max);
    let busy = |job: &&FioJsonJob<'_>| Some(job.number("usr_cpu")? + job.number("sys_cpu")?);
    // Reported as a group, the clones' times are one average.
    let thread_cpu = jobs
        .iter()
        .filter_map(busy)
        .fold(None, |most: Option<f64>, busy| Some(most.unwrap_or_default().max(busy / 100.0)));
    let is_known = first.is_known();
    let is_mix = read > 0.0 && write > 0.0;
    let read_percent = percent(first, read, write).filter(|_| is_known || !is_mix);
    let block = if is_known { block(first, reads, is_mix) } else { None };
    Some(ImportedFigure {
        target: first.target(),
        label: Some(first.name.clone()),
        pattern: pattern(first.option(&["rw", "readwrite"])).filter(|_| is_known),
        read_percent,
        block,
        depth: is_known.then(|| first.depth()),
        jobs: is_known.then(|| first.clones()),
        read_mb_s: read / 1e6,
        write_mb_s: write / 1e6,
        iops: Some(iops).filter(|iops| *iops > 0.0),
        latency: only.map(latency).unwrap_or_default(),
        average_us: only.and_then(average),
        window_s: Some(runtime / 1e3).filter(|window| *window > 0.0),
        ops: Some(ops as u64).filter(|ops| *ops > 0),
        errors: errors(jobs),
        thread_cpu,
        limit_mb_s: limit(first, read_percent, block),
        start_after_s: first
            .option(&["startdelay", "start_delay"])
            .and_then(seconds)
            .unwrap_or(0.0),
        ..ImportedFigure::default()
    })
}

fn errors(jobs: &[&FioJsonJob<'_>]) -> u64 {
    let failed = |job: &&FioJsonJob<'_>| job.number("error").is_some_and(|error| error != 0.0);
    let counted: f64 = jobs.iter().filter_map(|job| job.number("total_err")).sum();
    counted as u64 + u64::from(jobs.iter().any(failed))
}

/// Bytes per second.
fn rate<'a>(sides: impl Iterator<Item = &'a Map<String, Value>>) -> f64 {
    let of_one = |side: &Map<String, Value>| {
        let kib = || side.get("bw").and_then(finite).map(|kib| kib * 1024.0);
        side.get("bw_bytes").and_then(finite).or_else(kib).unwrap_or_default()
    };
    // A sum of nothing is -0.
    sides.map(of_one).fold(0.0, |all, one| all + one)
}

fn pattern(rw: Option<&str>) -> Option<Pattern> {
    let rw = rw.unwrap_or("read").split(':').next().unwrap_or_default();
    Some(match rw {
        "read" | "write" | "rw" | "readwrite" => Pattern::Sequential,
        "randread" | "randwrite" | "randrw" => Pattern::Random,
        _ => return None,
    })
}

/// As requested; both directions without a share: half reads.
fn percent(job: &FioJsonJob<'_>, read: f64, write: f64) -> Option<u8> {
    match () {
        () if write <= 0.0 => Some(100),
        () if read <= 0.0 => Some(0),
        () => mixed_percent(job),
    }
}

/// The requested read share of a mix.
fn mixed_percent(job: &FioJsonJob<'_>) -> Option<u8> {
    let asked = |names: &[&str]| job.option(names).and_then(|share| share.parse::<u8>().ok());
    let written = asked(&["rwmixwrite"]).and_then(|share| 100_u8.checked_sub(share));
    asked(&["rwmixread"]).or(written).or(Some(50)).filter(|share| *share <= 100)
}

/// `4k`, or the part of `4k,64k` for the direction; a range of sizes is no size, nor are two sizes of a mix.
fn block(job: &FioJsonJob<'_>, reads: bool, is_mix: bool) -> Option<u64> {
    if job.option(&["bsrange", "bssplit", "blocksize_range"]).is_some() {
        return None;
    }
    // fio's default.
    let Some(text) = job.option(&["bs", "blocksize"]) else { return Some(4096) };
    let mut parts = text.split(',');
    let first = parts.next().unwrap_or_default();
    let of_writes = parts.next().filter(|part| !part.is_empty()).unwrap_or(first);
    let [first, of_writes] = [first, of_writes].map(|part| size(part, true));
    match is_mix {
        true => first.filter(|_| first == of_writes),
        false => {
            if reads {
                first
            } else {
                of_writes
            }
        }
    }
}

/// `rate=` and `rate_iops=` hold each direction of each clone: one figure holds every direction, of two
/// the first is that of reads. Of a mix of which one direction is held, the other goes with it.
fn limit(job: &FioJsonJob<'_>, read_percent: Option<u8>, block: Option<u64>) -> Option<f64> {
    let of = |name: &str, bytes: f64| -> Option<[Option<f64>; 2]> {
        let mut parts = job.option(&[name])?.split(',').map(|part| size(part, true));
        let reads = parts.next().flatten();
        let writes = parts.next().map_or(reads, |writes| writes);
        Some([reads, writes].map(|held| held.map(|held| held as f64 * bytes)))
    };
    let held = of("rate", 1.0).or_else(|| of("rate_iops", block? as f64))?;
    let reads = f64::from(read_percent?) / 100.0;
    let shares = [reads, 1.0 - reads];
    let sides = || held.iter().zip(shares).filter(|(_, share)| *share > 0.0);
    let all: Option<Vec<f64>> = sides().map(|(held, _)| *held).collect();
    let both = all.map(|all| all.iter().sum::<f64>());
    let one = || sides().find_map(|(held, share)| held.map(|held| held / share));
    Some(both.or_else(one)? * f64::from(job.clones()) / 1e6)
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
    // 719,468 days lie between 0000-03-01, where the eras begin, and 1970-01-01.
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
