//! What is asked of storage: pattern, mix, block size, depth, jobs; the named profiles.
//!
//! For: giving prediction, measuring and simulation the same words for the same request stream.
//!
//! Not here: which drives it runs on, for how long, or what came out.

mod profile;

use std::fmt;

use narrows_units::Bytes;

pub use profile::{default_profiles, profile, profile_names};

/// A stream of requests to one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workload {
    /// What people call it, such as `seq-read-128k-q32`.
    pub name: String,
    /// In which order offsets come.
    pub pattern: Pattern,
    /// How many of a hundred requests read; at most 100.
    pub read_percent: u8,
    /// Bytes a request.
    pub block: Bytes,
    /// Requests that each job keeps in flight, at least 1.
    pub depth: u32,
    /// Threads that each run such a stream, at least 1.
    pub jobs: u32,
    /// How requests reach the kernel.
    pub interface: Interface,
    /// What its threads are called where they serve all targets with threads of this name together;
    /// none where each target has threads of its own.
    pub pool: Option<String>,
}

impl Workload {
    /// As CrystalDiskMark's rows write it, without the direction: `SEQ128K Q32T1`, `RND4K Q1T1`. Each
    /// of the T threads keeps Q requests in flight.
    pub fn short(&self) -> String {
        let order = match self.pattern {
            Pattern::Sequential => "SEQ",
            Pattern::Random => "RND",
        };
        let block = self.block.to_string();
        let block = block.trim_end_matches('B').trim_end_matches('i').replace(' ', "");
        format!("{order}{block} Q{}T{}", self.depth, self.jobs)
    }
}

/// In which order offsets come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Each request starts where the one before ended.
    Sequential,
    /// Each request starts anywhere, aligned to the block size.
    Random,
}

impl Pattern {
    /// As JSON names it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sequential => "sequential",
            Self::Random => "random",
        }
    }
}

/// Which way the data goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// From the drive.
    Read,
    /// To the drive.
    Write,
}

/// How a program's requests reach the kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Interface {
    /// Linux rings, past the page cache.
    #[default]
    IoUring,
    /// Linux asynchronous I/O (`io_submit`), past the page cache.
    Libaio,
    /// One system call a request (`pread`), past the page cache.
    Sync,
    /// One system call a request, through the page cache.
    Buffered,
    /// Windows overlapped I/O, unbuffered.
    Windows,
    /// Completions polled instead of interrupting: SPDK, or `io_uring` with polled queues.
    Polled,
    /// No kernel and no processor: threads of a GPU write the drive's queues themselves (BaM).
    Gpu,
}

impl Interface {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::IoUring,
        Self::Libaio,
        Self::Sync,
        Self::Buffered,
        Self::Windows,
        Self::Polled,
        Self::Gpu,
    ];

    /// As files and names of workloads spell it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::IoUring => "io-uring",
            Self::Libaio => "libaio",
            Self::Sync => "sync",
            Self::Buffered => "buffered",
            Self::Windows => "windows",
            Self::Polled => "polled",
            Self::Gpu => "gpu",
        }
    }

    /// The one spelled so.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|interface| interface.as_str() == name)
    }
}

impl Direction {
    /// As JSON names it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Workload {
    /// A workload of one job that only reads or only writes.
    pub fn new(pattern: Pattern, direction: Direction, block: Bytes, depth: u32) -> Self {
        let read_percent = if direction == Direction::Read { 100 } else { 0 };
        let workload = Self {
            name: String::new(),
            pattern,
            read_percent,
            block,
            depth: depth.max(1),
            jobs: 1,
            interface: Interface::default(),
            pool: None,
        };
        workload.named_after_itself()
    }

    /// The same, called after what it does: `rand-rw70-8k-q32-j4-libaio`.
    #[must_use]
    pub fn named_after_itself(self) -> Self {
        let order = match self.pattern {
            Pattern::Sequential => "seq",
            Pattern::Random => "rand",
        };
        let mix = match self.read_percent {
            0 => "write".to_owned(),
            100 => "read".to_owned(),
            share => format!("rw{share}"),
        };
        let size = short(self.block);
        let jobs = if self.jobs > 1 { format!("-j{}", self.jobs) } else { String::new() };
        let interface = match self.interface {
            Interface::IoUring => String::new(),
            other => format!("-{}", other.as_str()),
        };
        Self { name: format!("{order}-{mix}-{size}-q{}{jobs}{interface}", self.depth), ..self }
    }

    /// The way that most of its data goes; a mix with any reads counts as reading.
    pub fn direction(&self) -> Direction {
        if self.read_percent == 0 { Direction::Write } else { Direction::Read }
    }

    /// The part of its requests that read, 0 to 1.
    pub fn read_share(&self) -> f64 {
        f64::from(self.read_percent.min(100)) / 100.0
    }

    /// Requests in flight, all jobs together.
    pub fn in_flight(&self) -> u32 {
        self.depth.max(1).saturating_mul(self.jobs.max(1))
    }
}

/// `128k`, `1m`, `1536`: with the largest unit of which it is a whole number.
fn short(block: Bytes) -> String {
    let bytes = block.get();
    let units = [(1 << 20, "m"), (1 << 10, "k")];
    let whole = units.into_iter().find(|(unit, _)| bytes > 0 && bytes.is_multiple_of(*unit));
    whole.map_or_else(|| bytes.to_string(), |(unit, name)| format!("{}{name}", bytes / unit))
}
