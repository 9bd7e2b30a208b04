//! Values of fio's options, as its `parse.c` takes them.
//!
//! A number is a whole one: fio drops what stands behind a point (`1.5m` is 1 byte), so that such a value is
//! not understood here. Sizes count in 1,024 with `k` and `kb`, and in 1,000 with `kib`: with its default
//! `kb_base` fio keeps the units the other way round.

use narrows_units::Nanos;
use narrows_workload::Workload;

/// What stands behind an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FioOptionKind {
    /// On without a value (`FIO_OPT_STR_SET`).
    Set,
    /// 0 or 1 (`FIO_OPT_BOOL`).
    Switch,
    /// A number that makes no difference here.
    Number,
    /// A text that makes no difference here.
    Text,
    /// A file for fio's own log, which may be left out.
    Log,
    /// Something else.
    Asked,
}

/// Options that are on or off, or say how fio works and reports, or ask for what Narrows does anyway: queues
/// of `io_uring` past the page cache, random data, offsets without a map.
const KINDS: [(FioOptionKind, &[&str]); 5] = [
    (
        FioOptionKind::Set,
        &[
            "stonewall",
            "wait_for_previous",
            "time_based",
            "group_reporting",
            "new_group",
            "norandommap",
            "refill_buffers",
            "thread",
            "fixedbufs",
            "registerfiles",
            "exitall",
        ],
    ),
    (
        FioOptionKind::Switch,
        &[
            "direct",
            "buffered",
            "randrepeat",
            "allrandrepeat",
            "softrandommap",
            "invalidate",
            "create_serialize",
            "overwrite",
            "unlink",
            "gtod_reduce",
            "per_job_logs",
            "stats",
            "clat_percentiles",
            "lat_percentiles",
            "slat_percentiles",
            "disable_lat",
            "disable_clat",
            "disable_slat",
            "disable_bw",
            "disable_bw_measurement",
            "log_offset",
            "scramble_buffers",
            "allow_mounted_write",
        ],
    ),
    (
        FioOptionKind::Number,
        &["nonvectored", "log_avg_msec", "log_hist_msec", "bwavgtime", "iopsavgtime"],
    ),
    (FioOptionKind::Text, &["name", "description", "percentile_list"]),
    (FioOptionKind::Log, &["write_bw_log", "write_lat_log", "write_iops_log", "write_hist_log"]),
];

pub(super) fn kind(key: &str) -> FioOptionKind {
    let found = KINDS.iter().find(|(_, names)| names.contains(&key));
    found.map_or(FioOptionKind::Asked, |(kind, _)| *kind)
}

/// 0 or 1, which is all that fio takes.
pub(super) fn switch(text: &str) -> Option<bool> {
    match text {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

pub(super) fn count(text: &str, most: u32) -> Option<u32> {
    text.parse().ok().filter(|count| (1..=most).contains(count))
}

/// A whole number and what stands behind it, in small letters.
fn parted(text: &str) -> Option<(u64, String)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, text[end..].to_ascii_lowercase()))
}

/// Bytes, at least one.
pub(super) fn size(text: &str) -> Option<u64> {
    let (number, unit) = parted(text)?;
    let (base, power) = match unit.as_str() {
        "" | "b" => (1, 0),
        "k" | "kb" | "ki" => (1024_u64, 1),
        "m" | "mb" | "mi" => (1024, 2),
        "g" | "gb" | "gi" => (1024, 3),
        "t" | "tb" | "ti" => (1024, 4),
        "kib" => (1000, 1),
        "mib" => (1000, 2),
        "gib" => (1000, 3),
        "tib" => (1000, 4),
        _ => return None,
    };
    let bytes = number.checked_mul(base.checked_pow(power)?)?;
    (1..=1 << 50).contains(&bytes).then_some(bytes)
}

/// A range of sizes that has one size only.
pub(super) fn one_size(text: &str) -> Option<u64> {
    let (least, most) = text.split_once('-')?;
    size(least).filter(|least| size(most) == Some(*least))
}

/// `30`, `30s`, `500ms`, `2m`: seconds where there is no unit.
pub(super) fn time(text: &str) -> Option<Nanos> {
    let (number, unit) = parted(text)?;
    let micros: u64 = match unit.as_str() {
        "us" | "usec" => 1,
        "ms" | "msec" => 1000,
        "" | "s" => 1_000_000,
        "m" => 60_000_000,
        "h" => 3_600_000_000,
        "d" => 86_400_000_000,
        _ => return None,
    };
    let micros = number.checked_mul(micros).filter(|micros| *micros <= 1_000_000_000_000)?;
    Some(Nanos::new(micros * 1000))
}

/// Limits of reads and writes, each thread's own.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct FioRateLimits {
    reads: Option<u64>,
    writes: Option<u64>,
}

/// `1m` for both, or `1m,500k` with either left out; a third, for trims, has no effect.
pub(super) fn rates(text: &str, one: &dyn Fn(&str) -> Option<u64>) -> Option<FioRateLimits> {
    let rate = |text: &str| match text {
        "" => Some(None),
        text => one(text).filter(|rate| *rate > 0).map(Some),
    };
    let parts = text.split(',').map(rate).collect::<Option<Vec<_>>>()?;
    match parts[..] {
        [both @ Some(_)] => Some(FioRateLimits { reads: both, writes: both }),
        [reads, writes] | [reads, writes, _] => Some(FioRateLimits { reads, writes }),
        _ => None,
    }
}

impl FioRateLimits {
    /// The limit of reads and writes together: whichever of them reaches its own first holds the other
    /// one, too, because their share of each other is fixed.
    pub(super) fn total(self, workload: &Workload) -> Option<f64> {
        let reads = workload.read_share();
        let of = |rate: Option<u64>, share: f64| {
            rate.filter(|_| share > 0.0).map(|rate| rate as f64 / share)
        };
        let limits = [of(self.reads, reads), of(self.writes, 1.0 - reads)];
        limits.into_iter().flatten().min_by(f64::total_cmp)
    }
}

/// A path. Files that are parted by a colon are used in turn, which is not understood; a colon of a name
/// has a backslash before it.
pub(super) fn one_file(text: &str) -> Option<String> {
    let plain = text.replace("\\:", "\u{1}");
    (!plain.is_empty() && !plain.contains([':', '$'])).then(|| plain.replace('\u{1}', ":"))
}

/// Buffers of ordinary pages, as they are here.
pub(super) fn is_memory(text: &str) -> bool {
    ["malloc", "shm", "mmap"].contains(&text)
}

/// How files are laid out, which happens before anything is measured.
pub(super) fn is_fallocate(text: &str) -> bool {
    ["none", "posix", "keep", "native", "truncate", "0", "1"].contains(&text)
}

/// The text with the values of its variables (`${NAME}`); none where one is not set or not closed.
pub(super) fn substituted(text: &str, variable: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let mut parts = text.split("${");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('}')?;
        whole.push_str(&variable(name)?);
        whole.push_str(rest);
    }
    Some(whole)
}
