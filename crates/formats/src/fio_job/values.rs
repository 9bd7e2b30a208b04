//! Values of fio's options, as its `parse.c` takes them.
//!
//! Numbers are whole: fio drops everything after a point (`1.5m` is 1 byte), so that such a value is not
//! supported here. Sizes count in 1,024 with `k` and `kb`, and in 1,000 with `kib`: with its default
//! `kb_base` fio has the units the other way round.

use narrows_units::Nanos;
use narrows_workload::Workload;
use narrows_workload::issuer::OffsetSpread;

/// Most sizes and most numbers of a list.
const MOST: usize = 4096;

/// The kind of value that an option takes.
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

/// Options that are on or off, or control how fio works and reports, or request Narrows' own defaults:
/// queues of `io_uring` past the page cache, random data, offsets without a map.
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
            "hipri",
            "sqthread_poll",
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
            "allow_file_create",
            "create_on_open",
            "threads",
            "do_verify",
            "verify_fatal",
            "verify_dump",
            "end_fsync",
            "fsync_on_close",
            "fadvise_hint",
            "random_sequence_stride",
            "log_max_value",
            "log_prio",
            "log_unix_epoch",
            "block_error_percentiles",
        ],
    ),
    (
        FioOptionKind::Number,
        &[
            "nonvectored",
            "log_avg_msec",
            "log_hist_msec",
            "log_hist_coarseness",
            "bwavgtime",
            "iopsavgtime",
            "openfiles",
            "randseed",
        ],
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

/// A whole number and the rest of the text, in lower case.
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

pub(super) type WeightedSizes = Vec<(u32, u32)>;

/// `one` for both directions, or for each, separated by a comma; an omitted one stays at fio's
/// default.
fn of_both(text: &str, one: &dyn Fn(&str) -> Option<WeightedSizes>) -> Option<[WeightedSizes; 2]> {
    let of = |text: &str| if text.is_empty() { Some(Vec::new()) } else { one(text) };
    let parts = text.split(',').map(of).collect::<Option<Vec<_>>>()?;
    match &parts[..] {
        [both] if !both.is_empty() => Some([both.clone(), both.clone()]),
        // The third is that of trims.
        [reads, writes] | [reads, writes, _] => Some([reads.clone(), writes.clone()]),
        _ => None,
    }
}

/// `4k`, or `4k,64k`.
pub(super) fn sizes(text: &str) -> Option<[WeightedSizes; 2]> {
    of_both(text, &|text| Some(vec![(small(text)?, 1)]))
}

fn small(text: &str) -> Option<u32> {
    u32::try_from(size(text)?).ok().filter(|size| *size <= 1 << 30)
}

/// `4k-64k`: every multiple of the least is as likely.
pub(super) fn ranges(text: &str) -> Option<[WeightedSizes; 2]> {
    of_both(text, &|text| {
        let (least, most) = text.split_once('-')?;
        let (least, most) = (small(least)?, small(most)?);
        let count = most.checked_div(least).filter(|it| (1..=MOST as u32).contains(it))?;
        let is_whole = most % least == 0;
        is_whole.then(|| (1..=count).map(|number| (least * number, 1)).collect())
    })
}

/// `4k/60:64k/40`: sizes with their percent; those without share the remainder.
pub(super) fn splits(text: &str) -> Option<[WeightedSizes; 2]> {
    of_both(text, &|text| {
        let part = |part: &str| {
            let (size, percent) = part.split_once('/').unwrap_or((part, ""));
            let percent = if percent.is_empty() { None } else { Some(percent.parse().ok()?) };
            Some((small(size)?, percent))
        };
        let parts: Vec<(u32, Option<u32>)> = text.split(':').map(part).collect::<Option<_>>()?;
        let said: u32 = parts.iter().filter_map(|(_, percent)| *percent).sum();
        let open = parts.iter().filter(|(_, percent)| percent.is_none()).count() as u32;
        let rest = 100_u32.checked_sub(said)?.checked_div(open);
        // fio handles percentages that do not make a hundred in its own way.
        let total = said + rest.unwrap_or(0) * open;
        let whole = parts.iter().map(|(size, percent)| (*size, percent.or(rest).unwrap_or(0)));
        (total == 100).then(|| whole.filter(|(_, weight)| *weight > 0).collect())
    })
}

/// `8k`, or `-8k`.
pub(super) fn step(text: &str) -> Option<i64> {
    let (sign, plain) = match text.strip_prefix('-') {
        Some(plain) => (-1, plain),
        None => (1, text),
    };
    Some(sign * i64::try_from(size(plain)?).ok()?)
}

/// Distribution of offsets. A custom center, as in `zipf:1.2/0.5`, is not understood.
pub(super) fn spread(text: &str) -> Option<OffsetSpread> {
    let (name, value) = text.split_once(':').unwrap_or((text, ""));
    let number = || value.parse::<f64>().ok().filter(|it| it.is_finite());
    Some(match name {
        "random" if value.is_empty() => OffsetSpread::Even,
        // fio refuses an exponent of 1, for which its formula divides by zero.
        "zipf" => OffsetSpread::Zipf(number().filter(|it| *it > 0.0 && (*it - 1.0).abs() > 1e-3)?),
        "pareto" => OffsetSpread::Pareto(number().filter(|it| *it > 0.0 && *it < 1.0)?),
        "zoned" => {
            let part = |part: &str| {
                let (asked, size) = part.split_once('/')?;
                let size = if size.is_empty() { None } else { Some(size.parse().ok()?) };
                Some((asked.parse::<u32>().ok()?, size))
            };
            let parts: Vec<(u32, Option<u32>)> =
                value.split(':').map(part).collect::<Option<_>>()?;
            let said: u32 = parts.iter().filter_map(|(_, size)| *size).sum();
            let open = parts.iter().filter(|(_, size)| size.is_none()).count() as u32;
            let rest = 100_u32.checked_sub(said)?.checked_div(open).unwrap_or(0);
            let zones: Vec<(u32, u32)> =
                parts.iter().map(|(asked, size)| (*asked, size.unwrap_or(rest))).collect();
            let sums = zones.iter().fold((0, 0), |sum, zone| (sum.0 + zone.0, sum.1 + zone.1));
            (sums == (100, 100)).then_some(OffsetSpread::Zoned(zones))?
        }
        "sequence" => {
            let numbers = value.split(',').map(|number| number.parse().ok());
            OffsetSpread::Listed(numbers.collect::<Option<_>>()?, 0)
        }
        _ => return None,
    })
}

/// A whole number of microseconds if there is no unit.
pub(super) fn micros(text: &str) -> Option<Nanos> {
    match text.parse() {
        Ok(micros) if micros <= 1_000_000_000_000 => Some(Nanos::micros(micros)),
        // `time` would take a number without a unit for seconds.
        _ => time(text).filter(|_| text.ends_with(char::is_alphabetic)),
    }
}

/// `0-3,8`.
pub(super) fn numbers(text: &str) -> Option<Vec<u32>> {
    let mut numbers = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        let count = last.checked_sub(first)? as usize + 1;
        // Before the range is written out: `0-4294967295` would take 16 GiB.
        if numbers.len() + count > MOST {
            return None;
        }
        numbers.extend(first..=last);
    }
    Some(numbers)
}

/// A short mark of options, so that workloads that differ in them have different names (FNV-1a, folded).
pub(super) fn mark(options: &[String]) -> String {
    let text = options.join(" ");
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("shape-{:05x}", (hash ^ (hash >> 20) ^ (hash >> 40)) & 0xf_ffff)
}

/// `30`, `30s`, `500ms`, `2m`: seconds if there is no unit.
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
    /// The combined limit of reads and writes: whichever reaches its own first throttles the other,
    /// too, because their ratio is fixed.
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
    // A character that no path contains stands for an escaped colon meanwhile.
    let plain = text.replace("\\:", "\u{1}");
    (!plain.is_empty() && !plain.contains([':', '$'])).then(|| plain.replace('\u{1}', ":"))
}

/// Why an engine of fio's does not request blocks from a drive; `None` if unknown.
pub(super) fn other_world(engine: &str) -> Option<&'static str> {
    const WORLDS: [(&str, &[&str]); 5] = [
        (
            "asks a network",
            &[
                "net",
                "netsplice",
                "rdma",
                "librpma",
                "rados",
                "rbd",
                "http",
                "nbd",
                "nfs",
                "gfapi",
                "libhdfs",
                "libiscsi",
                "dfs",
                "ime",
                "sheepdog",
            ],
        ),
        (
            "reads and writes no blocks",
            &["cpuio", "exec", "file", "dir", "e4defrag", "falloc", "ftruncate", "page_fault"],
        ),
        ("maps pages instead of asking for blocks", &["mmap", "libpmem", "pmemblk", "dev-dax"]),
        ("moves data to a GPU", &["libcufile", "libhipfile"]),
        ("sends commands of its own", &["sg", "mtd", "libzbc", "xnvme"]),
    ];
    // Variants count as their engine (`librpma_apm_client`); two letters such as `sg` begin too
    // many other names.
    let is_one = |known: &str| engine == known || (known.len() > 2 && engine.starts_with(known));
    let found = WORLDS.iter().find(|(_, engines)| engines.iter().any(|known| is_one(known)));
    found.map(|(why, _)| *why)
}

/// Whether the buffers are in huge pages, which may be named with the file that they come from.
pub(super) fn huge_pages(text: &str) -> Option<bool> {
    match text.split(':').next()? {
        "malloc" | "shm" | "mmap" | "mmapshared" => Some(false),
        "mmaphuge" | "shmhuge" => Some(true),
        _ => None,
    }
}

/// How files are laid out, which happens before anything is measured.
pub(super) fn is_fallocate(text: &str) -> bool {
    ["none", "posix", "keep", "native", "truncate", "0", "1"].contains(&text)
}

/// The text with the values of its variables (`${NAME}`); `None` if one is not set or not closed.
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
