//! Workloads: pattern, read/write mix, block size, queue depth, jobs; the named profiles.
//!
//! For: giving prediction, measuring and simulation the same words for the same request stream.
//!
//! Which request of such a stream comes next, and counts of completions: [`issuer`].
//!
//! Not here: the drives it runs on, the duration, the results.
//!
//! ```
//! let workload = narrows_workload::profile("rand-read-4k-q8-j4").expect("a name that says it all");
//! // Four threads with eight requests each.
//! assert_eq!(workload.in_flight(), 32);
//! assert_eq!(workload.short(), "RND4K Q8T4");
//! ```

pub mod issuer;
mod profile;

use std::fmt;

use narrows_units::Bytes;

pub use profile::{default_profiles, profile, profile_names};

/// A stream of requests to one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workload {
    /// The name, such as `seq-read-128k-q32`.
    pub name: String,
    pub pattern: Pattern,
    /// The share of reads in percent, 0 to 100.
    pub read_percent: u8,
    /// Bytes per request.
    pub block: Bytes,
    /// Queue depth of each job, at least 1.
    pub depth: u32,
    /// Number of threads, each with this queue depth, at least 1.
    pub jobs: u32,
    pub interface: IoInterface,
    /// The name of the thread pool, if threads of one name serve all targets together; `None` if
    /// each target has its own threads.
    pub pool: Option<String>,
}

impl Workload {
    /// In CrystalDiskMark's notation, without the direction: `SEQ128K Q32T1`, `RND4K Q1T1`. Each of
    /// the T threads has queue depth Q.
    pub fn short(&self) -> String {
        let order = match self.pattern {
            Pattern::Sequential => "SEQ",
            Pattern::Random => "RND",
        };
        let block = self.block.to_string();
        // `128 KiB` becomes `128K`.
        let block = block.trim_end_matches('B').trim_end_matches('i').replace(' ', "");
        format!("{order}{block} Q{}T{}", self.depth, self.jobs)
    }
}

/// The order of the offsets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pattern {
    /// Each request starts where the previous one ended.
    #[default]
    Sequential,
    /// Each request starts anywhere, aligned to the block size.
    Random,
}

impl Pattern {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sequential => "sequential",
            Self::Random => "random",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    Read,
    Write,
}

/// How a program's requests reach the kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IoInterface {
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

impl IoInterface {
    pub const ALL: [Self; 7] = [
        Self::IoUring,
        Self::Libaio,
        Self::Sync,
        Self::Buffered,
        Self::Windows,
        Self::Polled,
        Self::Gpu,
    ];

    /// The name in files and in names of workloads.
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
}

impl Direction {
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
            interface: IoInterface::default(),
            pool: None,
        };
        workload.named_after_itself()
    }

    /// The same workload, with a name made of its parameters: `rand-rw70-8k-q32-j4-libaio`.
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
            IoInterface::IoUring => String::new(),
            other => format!("-{}", other.as_str()),
        };
        Self { name: format!("{order}-{mix}-{size}-q{}{jobs}{interface}", self.depth), ..self }
    }

    /// Write for a workload without reads; read for any other, mixes too.
    pub fn direction(&self) -> Direction {
        if self.read_percent == 0 { Direction::Write } else { Direction::Read }
    }

    /// The share of reads, 0 to 1.
    pub fn read_share(&self) -> f64 {
        f64::from(self.read_percent.min(100)) / 100.0
    }

    /// Queue depth, all jobs together.
    pub fn in_flight(&self) -> u32 {
        self.depth.max(1).saturating_mul(self.jobs.max(1))
    }
}

/// `128k`, `1m`, `1536`: in the largest unit that gives a whole number.
fn short(block: Bytes) -> String {
    let bytes = block.get();
    let units = [(1 << 20, "m"), (1 << 10, "k")];
    let whole = units.into_iter().find(|(unit, _)| bytes > 0 && bytes.is_multiple_of(*unit));
    whole.map_or_else(|| bytes.to_string(), |(unit, name)| format!("{}{name}", bytes / unit))
}
