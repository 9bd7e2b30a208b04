//! fio job files: their jobs, as workloads on named files, and every unsupported option.
//!
//! The syntax and the options are those of fio's HOWTO and of its `parse.c`: sections after `[global]`,
//! whose options apply to the jobs below it; `;` and `#` begin comments, also after an option. Nothing is
//! dropped: an option that changes the measurement and that Narrows lacks is reported with its section, so
//! that nothing else runs under a job's name; so is a value that fio refuses, or interprets differently
//! from its author.
//!
//! Not here: running jobs; the environment (the caller supplies its variables).

mod values;

use std::collections::BTreeMap;

use narrows_units::{Bytes, BytesPerSec, Nanos};
use narrows_workload::issuer::{FlowShare, OffsetSpread, RequestPriorities, RequestShape};
use narrows_workload::{Direction, Pattern, Workload};

use self::values::{FioOptionKind, FioRateLimits, count, kind, rates, size, switch, time};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct FioJobFile {
    /// Its sections but `[global]`, in order.
    pub sections: Vec<FioJobSection>,
    /// Options that are not understood: the section and the option as written.
    pub unsupported: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FioJobSection {
    pub name: String,
    /// The file or device; `None` if fio makes one named after the section.
    pub filename: Option<String>,
    /// The folder of its file, if one is named.
    pub directory: Option<String>,
    pub workload: Workload,
    /// Runtime; `None` if it ends by its size.
    pub time: Option<Nanos>,
    /// How long it runs before that counts.
    pub ramp: Nanos,
    /// Offset and size of the used part of its file; all of it if the job does not say.
    pub offset: Bytes,
    pub size: Option<Bytes>,
    /// The share of its file in place of a size, of a hundred.
    pub percent: Option<u32>,
    /// Total moved by all its threads before it ends; `None` if it runs for its time whatever it moved, or if that
    /// depends on the length of a file ([`FioJobSection::of_file`]).
    pub amount: Option<Bytes>,
    each: EachAmount,
    /// It runs for its time even after all of its file was requested.
    pub is_time_based: bool,
    /// The page cache is passed by.
    pub is_direct: bool,
    /// Each write is complete when it is durable.
    pub is_durable: bool,
    /// The file is flushed after this many writes of a thread.
    pub flush_every: Option<u32>,
    /// The rate that all its threads together are held to.
    pub limit: Option<BytesPerSec>,
    /// How long after the others of its round it starts.
    pub start_after: Nanos,
    /// Request properties beyond the workload, whose name then includes them.
    pub shape: RequestShape,
    /// Processors to which its threads are bound, in turn; empty if unbound.
    pub cpus: Vec<u32>,
    /// Completions are polled for.
    pub is_polled: bool,
    /// A thread of the kernel fetches requests.
    pub is_fetched: bool,
    /// Its buffers are in huge pages.
    pub is_in_huge_pages: bool,
    /// NVMe commands through the drive's character device.
    pub is_passthrough: bool,
    /// Its written data is read afterwards and compared with checksums.
    pub is_verified: bool,
    /// Sections of one number run at the same time, those of the next one after them.
    pub round: usize,
}

/// End conditions of each thread of a section.
#[derive(Clone, Copy, Debug, PartialEq)]
struct EachAmount {
    /// Bytes in place of the size, and of a number of requests; the least counts.
    io_size: Option<u64>,
    counted: Option<u64>,
    loops: u64,
    threads: u64,
    /// Of a sequence with gaps: block and step.
    gaps: Option<(u64, u64)>,
    /// It runs for its time.
    is_time_based: bool,
}

impl EachAmount {
    /// Total moved by all threads for files of this size.
    fn all(&self, size: Option<u64>) -> Option<Bytes> {
        let whole = self.io_size.or(size.map(|size| match self.gaps {
            // fio ends where a request ends with the file, else goes on from the beginning
            // until it has moved as much as the size (`get_next_seq_offset` of its io_u.c).
            Some((block, step)) if (size - size.min(block)) % (block + step) == 0 => {
                size.div_ceil(block + step) * block
            }
            _ => size,
        }));
        let each = whole.into_iter().chain(self.counted).min()?;
        let all = each.saturating_mul(self.loops).saturating_mul(self.threads);
        (!self.is_time_based).then_some(Bytes::new(all))
    }
}

impl FioJobSection {
    /// Takes its share of a file of this length, if the job gives no size.
    pub fn of_file(&mut self, length: Bytes) {
        let Some(percent) = self.percent else { return };
        let rest = length.get().saturating_sub(self.offset.get());
        let size = u128::from(rest) * u128::from(percent) / 100;
        let block = self.workload.block.get().max(1);
        let size = (size as u64) / block * block;
        self.size = Some(Bytes::new(size));
        self.amount = self.each.all(self.size.map(Bytes::get));
    }
}

/// Engines whose requests are issued alike, with as many in flight.
const QUEUES: [&str; 3] = ["io_uring", "libaio", "libblkio"];
/// Engines that have one request in flight, whatever `iodepth` says.
const ONE_AT_A_TIME: [&str; 4] = ["sync", "psync", "pvsync", "pvsync2"];
/// Engines without a backend (the second is fio's example of one), and the name of that target here.
const NULL: ([&str; 2], &str) = (["null", "cpp_null"], "nop");
/// NVMe commands.
const COMMANDS: &str = "io_uring_cmd";
/// Options that belong to some engines; fio takes no others' (its manual, "I/O engine specific parameters"; 3.33).
const OF_ENGINES: [(&[&str], &[&str]); 4] = [
    (&["hipri"], &["io_uring", "io_uring_cmd", "libblkio", "pvsync2"]),
    (
        &[
            "fixedbufs",
            "force_async",
            "nonvectored",
            "registerfiles",
            "sqthread_poll",
            "sqthread_poll_cpu",
        ],
        &["io_uring", "io_uring_cmd"],
    ),
    (&["cmdprio", "cmdprio_class", "cmdprio_percentage"], &["io_uring", "io_uring_cmd", "libaio"]),
    (&["userspace_reap"], &["libaio"]),
];
/// Most files that a job file includes, one in the other.
const MOST_INCLUDED: u32 = 8;

/// Most sections: more are no job written by hand.
const MOST: usize = 1000;

/// The text with the files that it includes in their places; one that `content` does not know stays named.
pub fn with_included(text: &str, content: &dyn Fn(&str) -> Option<String>) -> String {
    fn put(text: &str, content: &dyn Fn(&str) -> Option<String>, deep: u32, whole: &mut String) {
        for line in text.lines() {
            let name = line.trim().strip_prefix("include ").map(str::trim);
            // Ends files that include each other. Their line stays and is reported as an unknown
            // option.
            match name.filter(|_| deep < MOST_INCLUDED).and_then(content) {
                Some(other) => put(&other, content, deep + 1, whole),
                None => {
                    whole.push_str(line);
                    whole.push('\n');
                }
            }
        }
    }
    let mut whole = String::new();
    put(text, content, 0, &mut whole);
    whole
}

/// Reads a job file without the options in `ignored`, by their names; `variable` is the value of an environment
/// variable (`${NAME}`).
pub fn read(
    text: &str,
    ignored: &[String],
    variable: &dyn Fn(&str) -> Option<String>,
) -> FioJobFile {
    let mut job = FioJobFile::default();
    let mut global: Vec<FioOption> = Vec::new();
    let mut section: Option<(String, Vec<FioOption>)> = None;
    let (mut round, mut group) = (0, 0);
    for line in text.lines() {
        let line = line.split([';', '#']).next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.split(']').next()) {
            job.finish(section.take(), &mut round);
            group += 1;
            // A later `[global]` adds to the one before. fio looks at the first letters only.
            section = (!name.starts_with("global")).then(|| (name.to_owned(), global.clone()));
            continue;
        }
        let given = FioOption::of(line, group, variable);
        if ignored.contains(&given.key) {
            continue;
        }
        match &mut section {
            Some((_, options)) => options.push(given),
            None => global.push(given),
        }
    }
    job.finish(section, &mut round);
    job
}

/// An option as written, and its value with variables expanded; `None` if a variable is not set.
#[derive(Clone, Debug)]
struct FioOption {
    line: String,
    key: String,
    value: Option<Value>,
    /// The number of the `[global]` or section that contains it.
    group: usize,
}

/// The text after `=`; `None` without that sign.
type Value = Option<String>;

impl FioOption {
    fn of(line: &str, group: usize, variable: &dyn Fn(&str) -> Option<String>) -> Self {
        let (key, value) = match line.split_once('=') {
            Some((key, value)) => {
                (key.trim(), values::substituted(value.trim(), variable).map(Some))
            }
            None => (line, Some(None)),
        };
        Self { line: line.to_owned(), key: key.to_owned(), value, group }
    }
}

impl FioJobFile {
    fn finish(&mut self, section: Option<(String, Vec<FioOption>)>, round: &mut usize) {
        let Some((name, options)) = section.filter(|_| self.sections.len() < MOST) else { return };
        let mut asked = FioOptions::default();
        let mut name_lacking = |line: String| {
            let lacking = (name.clone(), line);
            if !self.unsupported.contains(&lacking) {
                self.unsupported.push(lacking);
            }
        };
        for FioOption { line, key, value, group } in options.clone() {
            // fio reads each `[global]` and section by itself, with the engine known by then.
            let known = options.iter().rev().find(|it| it.key == "ioengine" && it.group <= group);
            let known = known.and_then(|it| it.value.clone().flatten());
            let known = known.as_deref().unwrap_or("psync");
            let of = OF_ENGINES.iter().find(|(keys, _)| keys.contains(&key.as_str()));
            if of.is_some_and(|(_, engines)| !engines.contains(&known)) {
                name_lacking(format!("{line} with ioengine={known}"));
                continue;
            }
            let engine = value.clone().flatten().filter(|_| key == "ioengine");
            let taken = value.and_then(|value| asked.take(&key, value.as_deref()));
            if taken.is_none() {
                let why = engine.and_then(|name| values::other_world(&name));
                name_lacking(why.map_or_else(|| line.clone(), |why| format!("{line} ({why})")));
            }
        }
        // Waiting for the only section that runs before is the same as for all.
        if let Some(first) = &asked.waits_for {
            let last: Vec<_> = self.sections.iter().filter(|it| it.round == *round).collect();
            if last.len() == 1 && last[0].name == *first {
                asked.waits = true;
            } else {
                name_lacking(format!("wait_for={first}"));
            }
        }
        asked.lacking().into_iter().for_each(name_lacking);
        if asked.waits && !self.sections.is_empty() {
            *round += 1;
        }
        self.sections.push(asked.section(name, *round));
        // Streams of one round share by their weights.
        let flows = |section: &FioJobSection| {
            section.shape.flow.map(|flow| flow.weight.saturating_mul(section.workload.jobs))
        };
        let of_round = |it: &&mut FioJobSection| it.round == *round;
        let weights = self.sections.iter().filter(|it| it.round == *round).filter_map(flows).sum();
        for section in self.sections.iter_mut().filter(of_round) {
            section.shape.flow.iter_mut().for_each(|flow| flow.weights = weights);
        }
    }
}

/// Options so far; later ones win, as in fio.
#[derive(Default)]
struct FioOptions {
    pattern: Pattern,
    /// Reads only, writes only, or both.
    access: Option<u8>,
    mix: Option<u8>,
    /// Of reads and of writes, each with its weight.
    sizes: [Vec<(u32, u32)>; 2],
    align: Option<u32>,
    step: i64,
    spread: OffsetSpread,
    /// A list of offsets goes on from turn to turn.
    is_strided: bool,
    zone: FioZone,
    is_poisson: bool,
    think: Nanos,
    think_blocks: Option<u32>,
    /// They count when issued, not when completed.
    thinks_as_asked: bool,
    flow: Option<u32>,
    flow_sleep: Nanos,
    /// Request-shaping options, as written.
    shaping: BTreeMap<&'static str, String>,
    depth: Option<u32>,
    jobs: Option<u32>,
    filename: Option<String>,
    directory: Option<String>,
    files: Option<u32>,
    /// Percent of the file from the beginning of one thread to that of the next.
    increment: Option<u32>,
    time: Option<Nanos>,
    ramp: Nanos,
    offset: u64,
    size: Option<u64>,
    percent: Option<u32>,
    /// Amount that each thread moves in place of its size.
    io_size: Option<u64>,
    /// Each thread ends after this many requests.
    requests: Option<u64>,
    loops: Option<u32>,
    rate: FioRateLimits,
    rate_iops: FioRateLimits,
    start_after: Nanos,
    waits: bool,
    waits_for: Option<String>,
    engine: FioEngine,
    cpus: Vec<u32>,
    /// Each thread has one of them.
    is_split: bool,
    is_time_based: bool,
    is_direct: bool,
    /// A file's cached data is kept when it is opened.
    is_kept_in_memory: bool,
    is_durable: bool,
    flush_every: Option<u32>,
    /// A flush belongs to the time that is measured.
    is_flushed_last: bool,
    /// The kernel gets no hint whether a file is read in order.
    is_unadvised: bool,
    is_in_huge_pages: bool,
    is_polled: bool,
    is_fetched: bool,
    is_verified: bool,
    /// Random offsets may come again before all have come.
    is_unmapped: bool,
    /// Written data is not read back.
    is_never_checked: bool,
    /// Class and level of ordinary requests, and of those with a higher priority.
    priority: [u16; 2],
    raised: [u16; 2],
    raised_percent: u8,
}

/// Zones of which the rest is passed by.
#[derive(Default)]
struct FioZone {
    size: u64,
    range: Option<u64>,
    skip: u64,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum FioEngine {
    /// One request is in flight, whatever `iodepth` says.
    #[default]
    OneAtATime,
    Queue,
    /// glibc's asynchronous requests, of which one on each file is under way.
    PosixAio,
    Null,
    Commands,
}

/// Options that shape requests.
const SHAPING: [&str; 22] = [
    "blockalign",
    "bs",
    "bsrange",
    "bssplit",
    "cmdprio",
    "cmdprio_class",
    "cmdprio_percentage",
    "flow",
    "flow_sleep",
    "prio",
    "prioclass",
    "random_distribution",
    "random_sequence_stride",
    "rate_process",
    "rw",
    "thinktime",
    "thinktime_blocks",
    "thinktime_blocks_type",
    "zonemode",
    "zonerange",
    "zonesize",
    "zoneskip",
];

impl FioOptions {
    /// Takes an option; `None` if it is not understood.
    fn take(&mut self, key: &str, value: Option<&str>) -> Option<()> {
        match kind(key) {
            FioOptionKind::Set => return self.turn(key, value.map_or(Some(true), switch)?),
            FioOptionKind::Switch => return self.turn(key, switch(value?)?),
            FioOptionKind::Number => return value?.parse::<u64>().ok().map(|_| ()),
            FioOptionKind::Text => return value.map(|_| ()),
            FioOptionKind::Log => return Some(()),
            FioOptionKind::Asked => {}
        }
        let value = value?;
        match key {
            "rw" | "readwrite" => (self.pattern, self.access, self.step) = order(value)?,
            "bs" | "blocksize" => self.sizes = values::sizes(value)?,
            "bsrange" | "blocksize_range" => self.sizes = values::ranges(value)?,
            "bssplit" => self.sizes = values::splits(value)?,
            "blockalign" | "ba" => self.align = Some(u32::try_from(size(value)?).ok()?),
            "iodepth" => self.depth = Some(count(value, 4096)?),
            "numjobs" => self.jobs = Some(count(value, 256)?),
            "rwmixread" => self.mix = Some(value.parse().ok().filter(|share| *share <= 100)?),
            "rwmixwrite" => self.mix = Some(100_u8.checked_sub(value.parse().ok()?)?),
            "filename" => self.filename = Some(values::one_file(value)?),
            "directory" => self.directory = Some(values::one_file(value)?),
            "nrfiles" | "nr_files" => self.files = Some(count(value, u32::MAX)?),
            "offset_increment" => self.increment = Some(count(value.strip_suffix('%')?, 100)?),
            "runtime" | "timeout" => self.time = Some(time(value)?).filter(|it| *it > Nanos::ZERO),
            "ramp_time" => self.ramp = time(value)?,
            // `size` takes no 0, which is valid here.
            "offset" | "fileoffset" if value == "0" => self.offset = 0,
            "offset" | "fileoffset" => self.offset = size(value)?,
            // The later of a size and a percentage wins, so that each clears the other.
            "size" => match value.strip_suffix('%') {
                Some(percent) => {
                    (self.size, self.percent) = (None, Some(count(percent, 100)?));
                }
                None => (self.size, self.percent) = (Some(size(value)?), None),
            },
            "filesize" => self.size = Some(size(value)?),
            "io_size" | "io_limit" => self.io_size = Some(size(value)?),
            "number_ios" => self.requests = Some(u64::from(count(value, u32::MAX)?)),
            "loops" => self.loops = Some(count(value, 1_000_000)?),
            "rate" => self.rate = rates(value, &size)?,
            "rate_iops" => self.rate_iops = rates(value, &size)?,
            // If it is missed, fio ends the job; here the figures show it.
            "rate_min" | "ratemin" | "rate_iops_min" => rates(value, &size).map(|_| ())?,
            "rate_process" => self.is_poisson = one_of(value, ["linear", "poisson"])? == 1,
            "startdelay" => self.start_after = time(value)?,
            "wait_for" => self.waits_for = Some(value.to_owned()),
            "sync" => self.is_durable = durable(value)?,
            "fsync" | "fdatasync" if value == "0" => self.flush_every = None,
            "fsync" | "fdatasync" => self.flush_every = Some(count(value, u32::MAX)?),
            "ioengine" => self.engine = engine(value)?,
            "prioclass" => self.priority[0] = u16::try_from(count(value, 3)?).ok()?,
            // `count` begins at 1; level 0 is the highest.
            "prio" if value == "0" => self.priority[1] = 0,
            "prio" => self.priority[1] = u16::try_from(count(value, 7)?).ok()?,
            "cmdprio_class" => self.raised[0] = u16::try_from(count(value, 3)?).ok()?,
            "cmdprio" if value == "0" => self.raised[1] = 0,
            "cmdprio" => self.raised[1] = u16::try_from(count(value, 7)?).ok()?,
            "cmdprio_percentage" => {
                self.raised_percent = value.parse().ok().filter(|it| *it <= 100)?;
            }
            // By the library, the same requests.
            "libblkio_driver" => (value == "io_uring").then_some(())?,
            "libblkio_path" => self.filename = Some(values::one_file(value)?),
            "cmd_type" => (value == "nvme").then_some(())?,
            // Rates are kept here without waiting for answers, as by fio's threads that submit.
            "io_submit_mode" => one_of(value, ["inline", "offload"]).map(|_| ())?,
            "mem" | "iomem" => self.is_in_huge_pages = values::huge_pages(value)?,
            "fallocate" => values::is_fallocate(value).then_some(())?,
            // CRC-32C is also the checksum of blocks here.
            "verify" => self.is_verified = one_of(value, ["0", "crc32c", "crc32c-intel"])? > 0,
            "random_generator" => {
                one_of(value, ["tausworthe", "tausworthe64", "lfsr"]).map(|_| ())?;
            }
            "random_distribution" => self.spread = values::spread(value)?,
            "zonemode" if value == "none" => self.zone = FioZone::default(),
            "zonemode" => (value == "strided").then_some(())?,
            "zonesize" => self.zone.size = size(value)?,
            "zonerange" => self.zone.range = Some(size(value)?),
            "zoneskip" if value == "0" => self.zone.skip = 0,
            "zoneskip" => self.zone.skip = size(value)?,
            "thinktime" => self.think = values::micros(value)?,
            "thinktime_blocks" => self.think_blocks = Some(count(value, u32::MAX)?),
            "thinktime_blocks_type" => {
                self.thinks_as_asked = one_of(value, ["complete", "issue"])? == 1;
            }
            "flow" => self.flow = Some(count(value, 1000)?),
            "flow_sleep" => self.flow_sleep = values::micros(value)?,
            "cpus_allowed" => self.cpus = values::numbers(value)?,
            "cpus_allowed_policy" => self.is_split = one_of(value, ["shared", "split"])? == 1,
            _ => return None,
        }
        let name = match key {
            "blocksize" => "bs",
            "blocksize_range" => "bsrange",
            "readwrite" => "rw",
            "ba" => "blockalign",
            other => other,
        };
        if let Some(name) = SHAPING.into_iter().find(|own| *own == name) {
            // The last of these says the sizes.
            let sizes = ["bs", "bsrange", "bssplit"];
            if sizes.contains(&name) {
                self.shaping.retain(|other, _| !sizes.contains(other));
            }
            self.shaping.insert(name, value.to_owned());
        }
        Some(())
    }

    /// Options that are on or off.
    fn turn(&mut self, key: &str, is_on: bool) -> Option<()> {
        match key {
            "stonewall" | "wait_for_previous" => self.waits = is_on,
            "time_based" => self.is_time_based = is_on,
            "direct" => self.is_direct = is_on,
            // The opposite of `direct`; the later of both wins.
            "buffered" => self.is_direct = !is_on,
            "invalidate" => self.is_kept_in_memory = !is_on,
            // Switching one of them off leaves the other on.
            "end_fsync" | "fsync_on_close" => self.is_flushed_last |= is_on,
            "fadvise_hint" => self.is_unadvised = !is_on,
            "hipri" => self.is_polled = is_on,
            "sqthread_poll" => self.is_fetched = is_on,
            "do_verify" => self.is_never_checked = !is_on,
            "norandommap" => self.is_unmapped = is_on,
            "random_sequence_stride" => self.is_strided = is_on,
            _ => {}
        }
        Some(())
    }

    fn depth(&self) -> u32 {
        match self.engine {
            FioEngine::OneAtATime => 1,
            _ => self.depth.unwrap_or(1),
        }
    }

    fn is_sized(&self) -> bool {
        let [reads, writes] = self.both_sizes();
        reads.len() > 1 || writes.len() > 1 || reads != writes
    }

    /// The sizes of reads and of writes, with fio's default.
    fn both_sizes(&self) -> [Vec<(u32, u32)>; 2] {
        let or_default = |sizes: &[(u32, u32)]| match sizes {
            [] => vec![(4096, 1)],
            sizes => sizes.to_vec(),
        };
        [or_default(&self.sizes[0]), or_default(&self.sizes[1])]
    }

    /// Unsupported combinations of options; also, rates of memory are not measured.
    fn lacking(&self) -> Vec<String> {
        let (is_limited, is_mixed) = (
            self.rate != FioRateLimits::default() || self.rate_iops != FioRateLimits::default(),
            self.access.is_none(),
        );
        let is_direct = self.is_direct || self.engine == FioEngine::Null;
        let has_gaps = self.step != 0 || self.zone.size > 0;
        let priorities = self.priorities();
        let checks: [(bool, &str); 18] = [
            (!is_direct && self.is_kept_in_memory, "invalidate=0"),
            (!is_direct && self.is_flushed_last, "end_fsync or fsync_on_close without direct=1"),
            (!is_direct && self.is_unadvised, "fadvise_hint=0 without direct=1"),
            (
                self.requests.is_some() && self.loops.is_some_and(|it| it > 1),
                "number_ios with loops",
            ),
            (self.requests.is_some() && self.is_sized(), "number_ios with several sizes"),
            (
                self.ramp > Nanos::ZERO
                    && !self.is_by_time()
                    && (self.io_size.is_some() || self.size.is_some() || self.requests.is_some()),
                "ramp_time without time_based",
            ),
            (self.files.is_some_and(|it| it > 1) && self.filename.is_none(), "nrfiles above 1"),
            (
                self.rate_iops != FioRateLimits::default() && self.is_sized(),
                "rate_iops with several sizes",
            ),
            (is_limited && is_mixed && self.is_sized(), "rate with several sizes of a mix"),
            (
                is_limited && (self.think > Nanos::ZERO || self.flow.is_some()),
                "rate with thinktime or flow",
            ),
            (
                self.think > Nanos::ZERO && self.depth() > 1 && !self.thinks_as_asked,
                "thinktime with iodepth above 1, unless thinktime_blocks_type=issue",
            ),
            (
                self.cpus.len() > 1 && !self.is_split,
                "cpus_allowed without cpus_allowed_policy=split",
            ),
            (
                has_gaps && (self.is_sized() || self.pattern == Pattern::Random),
                "gaps at random, or with several sizes",
            ),
            (
                self.is_verified
                    && (has_gaps
                        || self.flow.is_some()
                        || self.think > Nanos::ZERO
                        || self.spread != OffsetSpread::Even
                        || self.access != Some(0)
                        || self.is_by_time()
                        || self.is_sized()),
                "verify=crc32c other than of writes that end by size, in blocks",
            ),
            (self.is_verified && !is_direct, "verify=crc32c without direct=1"),
            (
                priorities != RequestPriorities::default() && self.engine == FioEngine::Commands,
                "prio with ioengine=io_uring_cmd",
            ),
            (
                self.is_sized()
                    && !self.is_unmapped
                    && self.align.is_none()
                    && self.pattern == Pattern::Random
                    && self.spread == OffsetSpread::Even,
                "several sizes at random without norandommap, where fio shortens requests",
            ),
            (self.zone.range.is_some_and(|it| it != self.zone.size), "zonerange"),
        ];
        let mut lacking: Vec<String> =
            checks.iter().filter(|(lacks, _)| *lacks).map(|(_, what)| (*what).to_owned()).collect();
        if self.engine == FioEngine::PosixAio && self.depth() > 1 {
            lacking.push(format!("iodepth={} of ioengine=posixaio", self.depth()));
        }
        // Threads of a sequence begin apart here, each at its part of the file.
        let each = 100 / self.jobs.unwrap_or(1);
        let increment = self.increment.filter(|increment| *increment != each);
        lacking.extend(increment.map(|increment| format!("offset_increment={increment}%")));
        lacking
    }

    /// In the kernel's form: the class above the level. Without a class fio takes best effort for a level, and
    /// realtime for higher priorities.
    fn priorities(&self) -> RequestPriorities {
        // `IOPRIO_CLASS_SHIFT` is 13 (include/uapi/linux/ioprio.h).
        let form = |[class, level]: [u16; 2]| class << 13 | level;
        let raised = if self.raised[0] == 0 { [1, self.raised[1]] } else { self.raised };
        let usual = match self.priority {
            [0, level] if level > 0 => [2, level],
            said => said,
        };
        RequestPriorities {
            usual: form(usual),
            raised: if self.raised_percent > 0 { form(raised) } else { 0 },
            percent: self.raised_percent,
        }
    }

    /// fio takes no notice of `time_based` without a time.
    fn is_by_time(&self) -> bool {
        self.is_time_based && self.time.is_some()
    }

    fn section(mut self, name: String, round: usize) -> FioJobSection {
        let jobs = self.jobs.unwrap_or(1);
        let [reads, writes] = self.both_sizes();
        let read_percent = self.access.or(self.mix).unwrap_or(50);
        // A direction that does not happen has no sizes.
        let sizes = match read_percent {
            0 => [Vec::new(), writes],
            100 => [reads, Vec::new()],
            _ => [reads, writes],
        };
        let all = || sizes.iter().flatten().map(|(size, _)| *size);
        let block = u64::from(all().max().unwrap_or(4096));
        let is_sized = all().any(|size| u64::from(size) != block);
        let strides = (self.zone.size > 0).then_some((self.zone.size, self.zone.skip));
        let spread = match self.spread.clone() {
            OffsetSpread::Listed(numbers, _) => {
                let stride = if self.is_strided { numbers.len() as u64 } else { 0 };
                OffsetSpread::Listed(numbers, stride)
            }
            other => other,
        };
        let is_random = self.pattern == Pattern::Random;
        let flow = self.flow.map(|weight| FlowShare {
            weight,
            weights: weight * jobs,
            sleep: self.flow_sleep,
        });
        let mut shape = RequestShape {
            sizes: if is_sized { sizes } else { Default::default() },
            align: self.align.filter(|_| is_random),
            spread: if is_random { spread } else { OffsetSpread::Even },
            step: self.step,
            strides,
            is_poisson: self.is_poisson,
            pause: (self.think > Nanos::ZERO)
                .then_some((self.think_blocks.unwrap_or(1), self.think)),
            flow,
            priorities: self.priorities(),
            ..RequestShape::default()
        };
        let plain = Workload::new(self.pattern, Direction::Read, Bytes::new(block), self.depth());
        let mut workload = Workload { read_percent, jobs, ..plain }.named_after_itself();
        if shape != RequestShape::default() {
            self.shaping.retain(|key, _| match *key {
                "rw" => self.step != 0,
                "bs" | "bsrange" => is_sized,
                _ => true,
            });
            shape.options =
                self.shaping.iter().map(|(key, value)| format!("{key}={value}")).collect();
            workload.name = format!("{}-{}", workload.name, values::mark(&shape.options));
        }
        let bytes = self.rate.total(&workload);
        // Exact, since `lacking` reports rate_iops with several sizes as unsupported.
        let requests = self.rate_iops.total(&workload).map(|rate| rate * block as f64);
        let limit = [bytes, requests].into_iter().flatten().min_by(f64::total_cmp);
        shape.catches_up = limit.is_some();
        let each = EachAmount {
            io_size: self.io_size,
            counted: self.requests.map(|requests| requests.saturating_mul(block)),
            loops: u64::from(self.loops.unwrap_or(1)),
            threads: u64::from(jobs),
            gaps: u64::try_from(self.step).ok().filter(|it| *it > 0).map(|step| (block, step)),
            is_time_based: self.is_by_time(),
        };
        let is_null = self.engine == FioEngine::Null;
        FioJobSection {
            name,
            filename: match self.engine {
                FioEngine::Null => Some(NULL.1.to_owned()),
                // The drive by whose character device commands are sent.
                FioEngine::Commands => {
                    self.filename.map(|name| name.replace("/dev/ng", "/dev/nvme"))
                }
                _ => self.filename,
            },
            directory: self.directory.filter(|_| !is_null),
            workload,
            time: self.time,
            ramp: self.ramp,
            offset: Bytes::new(self.offset),
            size: self.size.map(Bytes::new),
            // Without a size fio uses the whole file.
            percent: if self.size.is_some() { None } else { self.percent.or(Some(100)) },
            amount: each.all(self.size),
            each,
            is_time_based: each.is_time_based,
            // With nothing behind requests, there is no cache.
            is_direct: self.is_direct || is_null || self.engine == FioEngine::Commands,
            is_durable: self.is_durable,
            flush_every: self.flush_every,
            limit: limit.map(|rate| BytesPerSec::new(rate * f64::from(jobs))),
            start_after: self.start_after,
            shape,
            cpus: self.cpus,
            is_polled: self.is_polled,
            is_fetched: self.is_fetched,
            is_in_huge_pages: self.is_in_huge_pages,
            is_passthrough: self.engine == FioEngine::Commands,
            is_verified: self.is_verified && !self.is_never_checked,
            round,
        }
    }
}

fn engine(name: &str) -> Option<FioEngine> {
    Some(match name {
        "posixaio" => FioEngine::PosixAio,
        COMMANDS => FioEngine::Commands,
        _ if NULL.0.contains(&name) => FioEngine::Null,
        _ if ONE_AT_A_TIME.contains(&name) => FioEngine::OneAtATime,
        _ if QUEUES.contains(&name) => FioEngine::Queue,
        _ => return None,
    })
}

fn one_of<const N: usize>(value: &str, known: [&str; N]) -> Option<usize> {
    known.iter().position(|known| *known == value)
}

/// Whether each write waits until it is durable.
fn durable(sync: &str) -> Option<bool> {
    match sync {
        "0" | "none" => Some(false),
        "1" | "sync" | "dsync" => Some(true),
        _ => None,
    }
}

/// The order, the read percentage (`None` for a mix), and the bytes from one sequential request to the next.
fn order(rw: &str) -> Option<(Pattern, Option<u8>, i64)> {
    let (rw, step) = match rw.split_once(':') {
        Some((rw, step)) => (rw, values::step(step)?),
        None => (rw, 0),
    };
    let (pattern, access) = match rw {
        "read" => (Pattern::Sequential, Some(100)),
        "write" => (Pattern::Sequential, Some(0)),
        "rw" | "readwrite" => (Pattern::Sequential, None),
        "randread" => (Pattern::Random, Some(100)),
        "randwrite" => (Pattern::Random, Some(0)),
        "randrw" => (Pattern::Random, None),
        _ => return None,
    };
    // At random the number says how many requests follow each other.
    let is_understood = step == 0 || (pattern == Pattern::Sequential && access.is_some());
    is_understood.then_some((pattern, access, step))
}

#[cfg(test)]
pub(crate) mod tests;
