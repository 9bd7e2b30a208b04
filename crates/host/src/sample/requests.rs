//! Counts of block requests by process, from tracepoints of the kernel's block layer (eBPF).
//!
//! For: how many requests each process has made of each drive, how large they were and how long they
//! took. The counting is done in the kernel by the programs of `requests/block.bpf.c`; they are
//! loaded when this is made, and gone with it. It takes the rights of root, or CAP_BPF and
//! CAP_PERFMON; a kernel from 6.5 on counts a request for the process that made it, one from 5.15 on for
//! the process that handed it to the drive, which may be one of the kernel's own.
//!
//! Not here: which process belongs to a job, rates (the cli).

use std::time::Duration;

use aya::maps::{Array, MapData, MapError, PerCpuHashMap};
use aya::programs::BtfTracePoint;
use aya::sys::{Stats, enable_stats};
use aya::{Btf, Ebpf, EbpfLoader, Pod};
use rustix::fd::OwnedFd;

/// Made from `requests/block.bpf.c` by the command in its head.
static OBJECT: &[u8] = aya::include_bytes_aligned!("requests/block.bpf.o");

/// Where requests are made, the better tracepoint first. Source: include/trace/events/block.h.
const MADE_AT: [&str; 2] = ["block_io_start", "block_rq_issue"];
/// The other programs with their tracepoints. Ends are attached before beginnings: the other way
/// round the first requests would stay in the table.
const OTHERS: [(&str, &str); 2] = [("joined", "block_rq_merge"), ("done", "block_rq_complete")];
const STARTED: &str = "started";
/// A request runs two of them.
const EACH: [&str; 2] = [STARTED, "done"];
/// The cost of a program is the mean of at least this many runs; differences between single ones do
/// not matter then.
const RUNS_TIMED: u64 = 20_000;

/// Classes of latency, two for each doubling.
pub const LATENCIES: usize = 64;
/// Classes of sizes, one for each doubling from 512 bytes on.
pub const SIZES: usize = 16;
const NAME: usize = 16;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(C)]
pub struct RequestKey {
    pub process: u32,
    pub major: u32,
    pub minor: u32,
    /// 1 for requests that change a drive's content, 0 for reads.
    pub is_write: u32,
}

/// Counts of the kernel's program on one processor.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct RequestCounts {
    requests: u64,
    bytes: u64,
    took_ns: u64,
    latencies: [u32; LATENCIES],
    sizes: [u32; SIZES],
    name: [u8; NAME],
}

// SAFETY: four integers without padding, as in `block.bpf.c`; every pattern of bits is a value.
unsafe impl Pod for RequestKey {}
// SAFETY: as above: 24 + 256 + 64 + 16 bytes, a multiple of eight.
unsafe impl Pod for RequestCounts {}

/// Requests of a process to a device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestSums {
    /// The process's name when its first request was counted.
    pub name: String,
    pub requests: u64,
    pub bytes: u64,
    /// How long they took, all together, nanoseconds.
    pub took_ns: u64,
    /// Requests by how long they took; [`latency_ns`] gives the start of a class.
    pub latencies: Vec<u64>,
    /// Requests by size: class n from 512 · 2^n bytes on.
    pub sizes: Vec<u64>,
}

/// Why requests are not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UntracedReason {
    Rights,
    /// The kernel cannot, and says this.
    Kernel(String),
}

pub struct TracepointPrograms {
    counts: PerCpuHashMap<MapData, RequestKey, RequestCounts>,
    missed: Array<MapData, u64>,
    ebpf: Ebpf,
    /// As long as this is open the kernel takes the time before and after each run, which takes about
    /// as long as a run does.
    timed: Option<OwnedFd>,
}

impl TracepointPrograms {
    /// Loads them and begins to count.
    pub fn count() -> Result<Self, UntracedReason> {
        let of_kernel = |error: &dyn std::error::Error| UntracedReason::Kernel(whole(error));
        if !may_load() {
            return Err(UntracedReason::Rights);
        }
        let types = Btf::from_sys_fs().map_err(|error| of_kernel(&error))?;
        let mut last = None;
        for made_at in MADE_AT {
            match attached(made_at, &types) {
                Ok(ebpf) => return Self::of(ebpf),
                Err(error) => last = Some(error),
            }
        }
        Err(last.unwrap_or(UntracedReason::Rights))
    }

    fn of(mut ebpf: Ebpf) -> Result<Self, UntracedReason> {
        let missing = || UntracedReason::Kernel("the object lacks a map".to_owned());
        let of_kernel = |error: MapError| UntracedReason::Kernel(whole(&error));
        let counts = ebpf.take_map("counts").ok_or_else(missing)?;
        let missed = ebpf.take_map("missed").ok_or_else(missing)?;
        Ok(Self {
            counts: PerCpuHashMap::try_from(counts).map_err(of_kernel)?,
            missed: Array::try_from(missed).map_err(of_kernel)?,
            ebpf,
            timed: enable_stats(Stats::RunTime).ok(),
        })
    }

    /// Returns the counts so far.
    pub fn so_far(&mut self) -> Vec<(RequestKey, RequestSums)> {
        if self.timed.is_some() && EACH.iter().all(|name| self.runs(name).1 >= RUNS_TIMED) {
            self.timed = None;
        }
        let entries = self.counts.iter().flatten();
        entries.map(|(key, each)| (key, sum(each.iter()))).collect()
    }

    /// Requests that ended but were not counted because their start was not observed: they began
    /// before this was created, or too many were in flight.
    pub fn missed(&self) -> u64 {
        self.missed.get(&0, 0).unwrap_or(0)
    }

    /// How long the programs run for a request, over the first runs; `None` if unknown.
    pub fn takes(&self) -> Option<Duration> {
        let each = EACH.map(|name| {
            let (time, runs) = self.runs(name);
            (runs > 0).then(|| time.div_f64(runs as f64))
        });
        each.into_iter().sum()
    }

    /// How long a program has run, and how often, while that was timed.
    fn runs(&self, name: &str) -> (Duration, u64) {
        let program = self.ebpf.program(name).and_then(|program| program.info().ok());
        program.map(|info| (info.run_time(), info.run_count())).unwrap_or_default()
    }
}

/// Where a class of latency begins, nanoseconds: 1, 1.5, 2, 3, 4, 6, 8 and so on.
pub fn latency_ns(class: usize) -> f64 {
    let doubled = 2_f64.powi(i32::try_from(class / 2).unwrap_or(i32::MAX));
    if class % 2 == 1 { 1.5 * doubled } else { doubled }
}

fn sum<'a>(each: impl Iterator<Item = &'a RequestCounts>) -> RequestSums {
    let mut sums = RequestSums {
        latencies: vec![0; LATENCIES],
        sizes: vec![0; SIZES],
        ..RequestSums::default()
    };
    for counted in each {
        sums.requests += counted.requests;
        sums.bytes += counted.bytes;
        sums.took_ns += counted.took_ns;
        let add = |(sum, count): (&mut u64, &u32)| *sum += u64::from(*count);
        sums.latencies.iter_mut().zip(&counted.latencies).for_each(add);
        sums.sizes.iter_mut().zip(&counted.sizes).for_each(add);
        // Only the processor that counted the first request knows it.
        if sums.name.is_empty() {
            sums.name = name(&counted.name);
        }
    }
    sums
}

fn name(bytes: &[u8; NAME]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(NAME);
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// Whether this user has the capabilities that loading takes. Source: capabilities(7).
fn may_load() -> bool {
    use rustix::thread::{CapabilitySet, capabilities};
    let has = |wanted| capabilities(None).is_ok_and(|sets| sets.effective.contains(wanted));
    has(CapabilitySet::SYS_ADMIN) || has(CapabilitySet::BPF | CapabilitySet::PERFMON)
}

fn attached(made_at: &str, types: &Btf) -> Result<Ebpf, UntracedReason> {
    let mut ebpf = EbpfLoader::new()
        .btf(Some(types))
        .load(OBJECT)
        .map_err(|error| UntracedReason::Kernel(whole(&error)))?;
    for (program, tracepoint) in OTHERS.into_iter().chain([(STARTED, made_at)]) {
        attach(&mut ebpf, program, tracepoint, types)
            .map_err(|error| UntracedReason::Kernel(whole(&error)))?;
    }
    Ok(ebpf)
}

fn attach(
    ebpf: &mut Ebpf,
    program: &str,
    tracepoint: &str,
    types: &Btf,
) -> Result<(), aya::programs::ProgramError> {
    let loaded = ebpf.program_mut(program).ok_or(aya::programs::ProgramError::NotLoaded)?;
    let program: &mut BtfTracePoint = loaded.try_into()?;
    program.load(tracepoint, types)?;
    program.attach()?;
    Ok(())
}

/// An error with all that led to it, in a line.
fn whole(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |error| error.source());
    let all = std::iter::once(error.to_string()).chain(causes.map(ToString::to_string));
    all.collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_begin_where_the_program_puts_them() {
        let begins: Vec<f64> = (0..7).map(latency_ns).collect();
        assert_eq!(begins, [1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0]);
        // The last one begins after three seconds.
        assert!((3e9..4e9).contains(&latency_ns(LATENCIES - 1)));
    }

    #[test]
    fn processors_are_added_up() {
        let one = RequestCounts {
            requests: 2,
            bytes: 8192,
            took_ns: 10,
            latencies: [1; LATENCIES],
            sizes: [0; SIZES],
            name: *b"job\0............",
        };
        let other = RequestCounts { name: [0; NAME], ..one };
        let sums = sum([other, one].iter());
        assert_eq!((sums.name.as_str(), sums.requests, sums.bytes), ("job", 4, 16384));
        assert_eq!((sums.took_ns, sums.latencies[63], sums.sizes.len()), (20, 2, SIZES));
    }
}
