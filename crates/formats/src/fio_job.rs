//! Job files of fio: what they ask, as workloads on named files, and every option that is not understood.
//!
//! The form and the options are those of fio's HOWTO and of its `parse.c`: sections after `[global]`, whose
//! options hold for the jobs below it; `;` and `#` begin comments, also behind an option. Nothing is
//! dropped: an option that changes what is measured and that Narrows lacks is told with its section, so
//! that nothing else runs under a job's name; so is a value that fio refuses, or takes for another one than
//! whoever wrote it.
//!
//! Not here: running jobs; the environment (its variables are asked of the caller).

mod values;

use narrows_units::{Bytes, BytesPerSec, Nanos};
use narrows_workload::{Direction, Pattern, Workload};

use self::values::{FioOptionKind, FioRateLimits, count, kind, rates, size, switch, time};

/// A job file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FioJobFile {
    /// Its sections but `[global]`, in order.
    pub sections: Vec<FioJobSection>,
    /// Options that are not understood: the section and the option as it stands.
    pub unsupported: Vec<(String, String)>,
}

/// What one section asks.
#[derive(Clone, Debug, PartialEq)]
pub struct FioJobSection {
    pub name: String,
    /// The file or device; none where fio makes one by the section's name.
    pub filename: Option<String>,
    /// The folder of its file, if one is named.
    pub directory: Option<String>,
    pub workload: Workload,
    /// How long it runs; none where it ends by its size.
    pub time: Option<Nanos>,
    /// How long it runs before that counts.
    pub ramp: Nanos,
    pub size: Option<Bytes>,
    /// What all its threads together move before it ends; none where it runs for its time whatever it moved.
    pub amount: Option<Bytes>,
    /// It runs for its time even when all of its file was asked for.
    pub is_time_based: bool,
    /// The page cache is passed by.
    pub is_direct: bool,
    /// Each write is complete when it is durable.
    pub is_durable: bool,
    /// After so many writes of a thread the file is flushed.
    pub flush_every: Option<u32>,
    /// The rate that all its threads together are held to.
    pub limit: Option<BytesPerSec>,
    /// How long after the others of its round it starts.
    pub start_after: Nanos,
    /// Sections of one number run at the same time, those of the next one after them.
    pub round: usize,
}

/// Engines whose requests are asked the same, with as many in flight.
const QUEUES: [&str; 2] = ["io_uring", "libaio"];
/// Engines that have one request in flight, whatever `iodepth` says.
const ONE_AT_A_TIME: [&str; 4] = ["sync", "psync", "pvsync", "pvsync2"];
/// The engine behind which nothing stands, and what that target is called here.
const NULL: (&str, &str) = ("null", "nop");

/// Most sections: more are no job written by hand.
const MOST: usize = 1000;

/// What a job file asks; `variable` is the value of a variable of the environment (`${NAME}`).
pub fn read(text: &str, variable: &dyn Fn(&str) -> Option<String>) -> FioJobFile {
    let mut job = FioJobFile::default();
    let mut global: Vec<FioOption> = Vec::new();
    let mut section: Option<(String, Vec<FioOption>)> = None;
    let mut round = 0;
    for line in text.lines() {
        let line = line.split([';', '#']).next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.split(']').next()) {
            job.finish(section.take(), &mut round);
            // A later `[global]` adds to the one before. fio looks at the first letters only.
            section = (!name.starts_with("global")).then(|| (name.to_owned(), global.clone()));
            continue;
        }
        let given = FioOption::of(line, variable);
        match &mut section {
            Some((_, options)) => options.push(given),
            None => global.push(given),
        }
    }
    job.finish(section, &mut round);
    job
}

/// An option as it stands, and its value with what variables stand for; none where a variable is not set.
#[derive(Clone, Debug)]
struct FioOption {
    line: String,
    key: String,
    value: Option<Value>,
}

/// The text behind `=`; none where there is no such sign.
type Value = Option<String>;

impl FioOption {
    fn of(line: &str, variable: &dyn Fn(&str) -> Option<String>) -> Self {
        let (key, value) = match line.split_once('=') {
            Some((key, value)) => {
                (key.trim(), values::substituted(value.trim(), variable).map(Some))
            }
            None => (line, Some(None)),
        };
        Self { line: line.to_owned(), key: key.to_owned(), value }
    }
}

impl FioJobFile {
    /// The same job as if these options did not stand in it, by their names.
    #[must_use]
    pub fn without(mut self, ignored: &[String]) -> Self {
        let key = |line: &str| line.split('=').next().unwrap_or_default().trim().to_owned();
        self.unsupported.retain(|(_, line)| !ignored.contains(&key(line)));
        self
    }

    fn finish(&mut self, section: Option<(String, Vec<FioOption>)>, round: &mut usize) {
        let Some((name, options)) = section.filter(|_| self.sections.len() < MOST) else { return };
        let mut asked = FioOptions::default();
        let mut name_lacking = |line: String| {
            let lacking = (name.clone(), line);
            if !self.unsupported.contains(&lacking) {
                self.unsupported.push(lacking);
            }
        };
        for FioOption { line, key, value } in options {
            let taken = value.and_then(|value| asked.take(&key, value.as_deref()));
            if taken.is_none() {
                name_lacking(line);
            }
        }
        asked.lacking().into_iter().for_each(name_lacking);
        if asked.waits && !self.sections.is_empty() {
            *round += 1;
        }
        if asked.engine_depth_one {
            asked.depth = 1;
        }
        self.sections.push(asked.section(name, *round));
    }
}

/// Options so far; later ones win, as in fio.
struct FioOptions {
    pattern: Pattern,
    /// Reads only, writes only, or both.
    access: u8,
    mix: u8,
    block: u64,
    depth: u32,
    jobs: u32,
    filename: Option<String>,
    directory: Option<String>,
    /// Percent of the file from the beginning of one thread to that of the next.
    increment: Option<u32>,
    time: Option<Nanos>,
    ramp: Nanos,
    size: Option<u64>,
    /// What each thread moves in place of its size.
    io_size: Option<u64>,
    /// After so many requests each thread ends.
    requests: Option<u64>,
    loops: u64,
    rate: FioRateLimits,
    rate_iops: FioRateLimits,
    start_after: Nanos,
    waits: bool,
    engine_depth_one: bool,
    /// glibc's asynchronous requests, of which one on each file is under way.
    is_posix_aio: bool,
    is_null: bool,
    is_time_based: bool,
    is_direct: bool,
    /// What memory holds of a file is dropped before each pass over it.
    is_dropped: bool,
    is_durable: bool,
    flush_every: Option<u32>,
}

impl Default for FioOptions {
    fn default() -> Self {
        Self {
            pattern: Pattern::Sequential,
            access: 100,
            mix: 50,
            block: 4096,
            depth: 1,
            jobs: 1,
            filename: None,
            directory: None,
            increment: None,
            time: None,
            ramp: Nanos::ZERO,
            size: None,
            io_size: None,
            requests: None,
            loops: 1,
            rate: FioRateLimits::default(),
            rate_iops: FioRateLimits::default(),
            start_after: Nanos::ZERO,
            waits: false,
            engine_depth_one: true,
            is_posix_aio: false,
            is_null: false,
            is_time_based: false,
            is_direct: false,
            is_dropped: true,
            is_durable: false,
            flush_every: None,
        }
    }
}

impl FioOptions {
    /// Takes an option; none where it is not understood.
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
            "rw" | "readwrite" => (self.pattern, self.access) = order(value)?,
            "bs" | "blocksize" => self.block = size(value)?,
            "bsrange" => self.block = values::one_size(value)?,
            "iodepth" => self.depth = count(value, 4096)?,
            "numjobs" => self.jobs = count(value, 256)?,
            "rwmixread" => self.mix = value.parse().ok().filter(|share| *share <= 100)?,
            "rwmixwrite" => self.mix = 100_u8.checked_sub(value.parse().ok()?)?,
            "filename" => self.filename = Some(values::one_file(value)?),
            "directory" => self.directory = Some(values::one_file(value)?),
            "offset_increment" => self.increment = Some(count(value.strip_suffix('%')?, 100)?),
            "runtime" | "timeout" => self.time = Some(time(value)?).filter(|it| *it > Nanos::ZERO),
            "ramp_time" => self.ramp = time(value)?,
            "size" | "filesize" => self.size = Some(size(value)?),
            "io_size" | "io_limit" => self.io_size = Some(size(value)?),
            "number_ios" => self.requests = Some(u64::from(count(value, u32::MAX)?)),
            "loops" => self.loops = u64::from(count(value, 1_000_000)?),
            "rate" => self.rate = rates(value, &size)?,
            "rate_iops" => self.rate_iops = rates(value, &|text| text.parse().ok())?,
            "startdelay" => self.start_after = time(value)?,
            "sync" => self.is_durable = durable(value)?,
            "fsync" | "fdatasync" if value == "0" => self.flush_every = None,
            "fsync" | "fdatasync" => self.flush_every = Some(count(value, u32::MAX)?),
            "ioengine" => self.engine(value)?,
            "mem" | "iomem" => values::is_memory(value).then_some(())?,
            "fallocate" => values::is_fallocate(value).then_some(())?,
            // fio's defaults: every block is as likely as every other.
            "random_generator" => ["tausworthe", "tausworthe64"].contains(&value).then_some(())?,
            "random_distribution" => (value == "random").then_some(())?,
            _ => return None,
        }
        Some(())
    }

    fn engine(&mut self, name: &str) -> Option<()> {
        (self.is_posix_aio, self.is_null) = (name == "posixaio", name == NULL.0);
        self.engine_depth_one = ONE_AT_A_TIME.contains(&name);
        let is_other = self.is_posix_aio || self.is_null || self.engine_depth_one;
        (is_other || QUEUES.contains(&name)).then_some(())
    }

    /// Options that are on or off.
    fn turn(&mut self, key: &str, is_on: bool) -> Option<()> {
        match key {
            "stonewall" | "wait_for_previous" => self.waits = is_on,
            "time_based" => self.is_time_based = is_on,
            "direct" => self.is_direct = is_on,
            "buffered" => self.is_direct = !is_on,
            "invalidate" => self.is_dropped = is_on,
            _ => {}
        }
        Some(())
    }

    /// What is not understood of options together: threads of a sequence begin apart here, each at its
    /// part of the file; and no rate of memory is measured.
    fn lacking(&self) -> Option<String> {
        if !self.is_direct && !self.is_dropped && !self.is_null {
            return Some("invalidate=0".to_owned());
        }
        if self.is_posix_aio && self.depth > 1 {
            return Some(format!("iodepth={} of ioengine=posixaio", self.depth));
        }
        if self.requests.is_some() && self.loops > 1 {
            return Some("number_ios with loops".to_owned());
        }
        if self.ramp > Nanos::ZERO && !self.is_time_based && self.each().is_some() {
            return Some("ramp_time without time_based".to_owned());
        }
        let each = 100 / self.jobs;
        let increment = self.increment.filter(|increment| *increment != each)?;
        Some(format!("offset_increment={increment}%"))
    }

    /// What each thread moves before it ends, where that is said; the mapping of `size` is all of its file, once
    /// a loop.
    fn each(&self) -> Option<u64> {
        let whole = self.io_size.or(self.size);
        let counted = self.requests.map(|requests| requests.saturating_mul(self.block));
        let each = whole.into_iter().chain(counted).min()?;
        Some(each.saturating_mul(self.loops))
    }

    fn section(self, name: String, round: usize) -> FioJobSection {
        let amount = self.each().filter(|_| !self.is_time_based);
        let amount = amount.map(|each| Bytes::new(each.saturating_mul(u64::from(self.jobs))));
        let read_percent = if self.access == 50 { self.mix } else { self.access };
        let plain =
            Workload::new(self.pattern, Direction::Read, Bytes::new(self.block), self.depth);
        let workload = Workload { read_percent, jobs: self.jobs, ..plain }.named_after_itself();
        let bytes = self.rate.total(&workload);
        let requests = self.rate_iops.total(&workload).map(|rate| rate * self.block as f64);
        let each = [bytes, requests].into_iter().flatten().min_by(f64::total_cmp);
        FioJobSection {
            name,
            filename: if self.is_null { Some(NULL.1.to_owned()) } else { self.filename },
            directory: self.directory.filter(|_| !self.is_null),
            workload,
            time: self.time,
            ramp: self.ramp,
            size: self.size.map(Bytes::new),
            amount,
            is_time_based: self.is_time_based,
            // Where nothing stands behind requests, no cache does.
            is_direct: self.is_direct || self.is_null,
            is_durable: self.is_durable,
            flush_every: self.flush_every,
            limit: each.map(|rate| BytesPerSec::new(rate * f64::from(self.jobs))),
            start_after: self.start_after,
            round,
        }
    }
}

/// Whether each write waits until it is durable.
fn durable(sync: &str) -> Option<bool> {
    match sync {
        "0" | "none" => Some(false),
        "1" | "sync" | "dsync" => Some(true),
        _ => None,
    }
}

/// The order and the reads in a hundred; 50 stands for a mix.
fn order(rw: &str) -> Option<(Pattern, u8)> {
    Some(match rw {
        "read" => (Pattern::Sequential, 100),
        "write" => (Pattern::Sequential, 0),
        "rw" | "readwrite" => (Pattern::Sequential, 50),
        "randread" => (Pattern::Random, 100),
        "randwrite" => (Pattern::Random, 0),
        "randrw" => (Pattern::Random, 50),
        _ => return None,
    })
}

#[cfg(test)]
pub(crate) mod tests;
