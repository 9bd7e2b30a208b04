//! Requests by process while a job is watched: the kernel's counts, second by second for the job and
//! in total for every process.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use narrows_host::sample::Sampler;
use narrows_host::sample::requests::{
    RequestKey, RequestSums, TracepointPrograms as Counter, UntracedReason as Why, latency_ns,
};
use narrows_record::watch::{
    OwnRequests, ProcessRequests, RequestSizeCount, RequestTrace, TraceObstacle,
};
use narrows_record::word::TransferDirection;

/// More processes and drives than these are not listed.
const MOST_LISTED: usize = 64;
/// The size at which the first class begins, bytes.
const SMALLEST: u64 = 512;

/// Counts by process and drive.
pub struct JobRequestTracer {
    counter: Counter,
    drives: BTreeMap<(u32, u32), String>,
    /// As it stood at the end of the last second.
    before: BTreeMap<RequestKey, RequestSums>,
    totals: BTreeMap<RequestKey, RequestSums>,
    /// Requests that had been missed at the beginning.
    missed_before: u64,
}

/// Requests per second to a drive by the job, and by the kernel's threads.
#[derive(Clone, Copy, Default)]
pub struct TracedRequests {
    pub own: OwnRequests,
    pub kernel: OwnRequests,
}

/// Processes of one name with the same requests to the same drive: scripts start hundreds.
#[derive(Default)]
struct ProcessGroup {
    processes: BTreeSet<u32>,
    sums: RequestSums,
}

impl JobRequestTracer {
    pub fn begin(sampler: &Sampler, drives: &[String]) -> Result<Self, TraceObstacle> {
        let counter = Counter::count().map_err(|why| match why {
            Why::Rights => TraceObstacle::Rights,
            Why::Kernel(_) => TraceObstacle::Kernel,
        })?;
        let numbered = |drive: &String| Some((sampler.device_number(drive)?, drive.clone()));
        let drives = drives.iter().filter_map(numbered).collect();
        let missed_before = counter.missed();
        let (before, totals) = (BTreeMap::new(), BTreeMap::new());
        let mut tracing = Self { counter, drives, before, totals, missed_before };
        // Counts from before the job become the base and no part of the totals.
        tracing.gained();
        tracing.totals.clear();
        Ok(tracing)
    }

    fn gained(&mut self) -> Vec<(RequestKey, RequestSums)> {
        let now: BTreeMap<RequestKey, RequestSums> = self.counter.so_far().into_iter().collect();
        let gained = now.iter().map(|(key, sums)| (*key, since(sums, self.before.get(key))));
        let gained: Vec<(RequestKey, RequestSums)> =
            gained.filter(|(_, sums)| sums.requests > 0).collect();
        self.before = now;
        for (key, sums) in &gained {
            add(self.totals.entry(*key).or_default(), sums);
        }
        gained
    }

    /// Requests of these processes to each drive since the last call, and those of the kernel's threads.
    pub fn second(
        &mut self,
        sampler: &Sampler,
        job: &BTreeSet<u32>,
        length_s: f64,
    ) -> BTreeMap<String, TracedRequests> {
        let mut by_drive: BTreeMap<String, TracedRequests> = BTreeMap::new();
        for (key, sums) in self.gained() {
            let Some(drive) = self.drives.get(&(key.major, key.minor)) else { continue };
            let of_it = by_drive.entry(drive.clone()).or_default();
            let is_of_kernel = || {
                // Workers come and go; those that are gone are known only by name.
                let gone = || sums.name.starts_with("kworker/");
                sampler.is_kernel_thread(key.process).unwrap_or_else(gone)
            };
            let of_it = if job.contains(&key.process) {
                &mut of_it.own
            } else if is_of_kernel() {
                &mut of_it.kernel
            } else {
                continue;
            };
            of_it.requests += sums.requests;
            of_it.bytes += sums.bytes;
            // Time summed over requests, divided by the time that passed, is their mean number in
            // flight (Little's law).
            of_it.depth += sums.took_ns as f64 / 1e9 / length_s;
        }
        by_drive
    }

    pub fn finish(mut self, job: &BTreeSet<u32>, watched_s: f64) -> RequestTrace {
        self.gained();
        let all: u64 = self.totals.values().map(|sums| sums.requests).sum();
        let takes = self.counter.takes();
        let cpu = takes.map(|takes: Duration| takes.as_secs_f64() * all as f64 / watched_s);
        let mut named: BTreeMap<(bool, &str, &str, u32), ProcessGroup> = BTreeMap::new();
        for (key, sums) in &self.totals {
            let Some(drive) = self.drives.get(&(key.major, key.minor)) else { continue };
            let of_job = job.contains(&key.process);
            let group = named.entry((of_job, &sums.name, drive, key.is_write)).or_default();
            group.processes.insert(key.process);
            add(&mut group.sums, sums);
        }
        let requests = named.iter().map(|((of_job, _, drive, is_write), group)| ProcessRequests {
            of_job: *of_job,
            drive: (*drive).to_owned(),
            direction: if *is_write == 0 {
                TransferDirection::Read
            } else {
                TransferDirection::Write
            },
            ..requests(group, watched_s)
        });
        let mut requests: Vec<ProcessRequests> = requests.collect();
        requests.sort_by_key(|one| std::cmp::Reverse(one.bytes));
        requests.truncate(MOST_LISTED);
        let missed = self.counter.missed().saturating_sub(self.missed_before);
        RequestTrace { cpu, requests, missed }
    }
}

/// Counts that have become less were forgotten by the kernel meanwhile, to make room.
fn since(now: &RequestSums, before: Option<&RequestSums>) -> RequestSums {
    let Some(before) = before.filter(|before| before.requests <= now.requests) else {
        return now.clone();
    };
    let each = |now: &[u64], before: &[u64]| {
        now.iter().zip(before).map(|(now, before)| now.saturating_sub(*before)).collect()
    };
    RequestSums {
        name: now.name.clone(),
        requests: now.requests - before.requests,
        bytes: now.bytes.saturating_sub(before.bytes),
        took_ns: now.took_ns.saturating_sub(before.took_ns),
        latencies: each(&now.latencies, &before.latencies),
        sizes: each(&now.sizes, &before.sizes),
    }
}

fn add(to: &mut RequestSums, more: &RequestSums) {
    let each = |to: &mut Vec<u64>, more: &[u64]| {
        to.resize(to.len().max(more.len()), 0);
        to.iter_mut().zip(more).for_each(|(to, more)| *to += more);
    };
    to.name.clone_from(&more.name);
    to.requests += more.requests;
    to.bytes += more.bytes;
    to.took_ns += more.took_ns;
    each(&mut to.latencies, &more.latencies);
    each(&mut to.sizes, &more.sizes);
}

fn requests(group: &ProcessGroup, watched_s: f64) -> ProcessRequests {
    let ProcessGroup { processes, sums } = group;
    let sizes = sums.sizes.iter().enumerate().filter(|(_, count)| **count > 0);
    ProcessRequests {
        process: sums.name.clone(),
        pid: processes.first().copied().filter(|_| processes.len() == 1),
        processes: u32::try_from(processes.len()).unwrap_or(u32::MAX),
        requests: sums.requests,
        bytes: sums.bytes,
        depth: sums.took_ns as f64 / 1e9 / watched_s,
        latency_us: sums.took_ns as f64 / 1e3 / sums.requests.max(1) as f64,
        p50_us: percentile_us(&sums.latencies, 0.5),
        p99_us: percentile_us(&sums.latencies, 0.99),
        sizes: sizes
            .map(|(class, count)| RequestSizeCount { bytes: SMALLEST << class, requests: *count })
            .collect(),
        ..ProcessRequests::default()
    }
}

/// The middle of the class in which this part of the requests is reached.
fn percentile_us(latencies: &[u64], part: f64) -> f64 {
    let all: u64 = latencies.iter().sum();
    let wanted = (all as f64 * part).ceil();
    let mut passed = 0;
    for (class, count) in latencies.iter().enumerate() {
        passed += count;
        if passed as f64 >= wanted {
            return (latency_ns(class) + latency_ns(class + 1)) / 2.0 / 1e3;
        }
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hundred requests: 98 in the class from 1,024 ns on, two in that from 1,048,576 ns on.
    #[test]
    fn percentiles_are_middles_of_classes() {
        let mut latencies = vec![0; 64];
        (latencies[20], latencies[40]) = (98, 2);
        assert!((percentile_us(&latencies, 0.5) - 1.28).abs() < 1e-9);
        assert!((percentile_us(&latencies, 0.99) - 1_310.72).abs() < 1e-9);
        assert_eq!(percentile_us(&[], 0.5), 0.0);
    }

    #[test]
    fn what_the_kernel_forgot_counts_anew() {
        let sums = |requests| RequestSums { requests, bytes: 10, ..RequestSums::default() };
        assert_eq!(since(&sums(7), Some(&sums(5))).requests, 2);
        assert_eq!(since(&sums(3), Some(&sums(5))), sums(3));
        let mut both = RequestSums::default();
        add(&mut both, &RequestSums { latencies: vec![1, 2], ..sums(2) });
        add(&mut both, &RequestSums { latencies: vec![1, 2], ..sums(3) });
        assert_eq!((both.requests, both.latencies), (5, vec![2, 4]));
    }

    #[test]
    fn a_process_is_described() {
        let sums = RequestSums {
            name: "tar".to_owned(),
            requests: 4,
            bytes: 16384,
            took_ns: 2_000_000_000,
            latencies: vec![0; 64],
            sizes: vec![0, 0, 0, 4],
        };
        let one = requests(&ProcessGroup { processes: [7].into(), sums: sums.clone() }, 4.0);
        assert_eq!((one.depth, one.latency_us, one.pid), (0.5, 500_000.0, Some(7)));
        assert_eq!(one.sizes, [RequestSizeCount { bytes: 4096, requests: 4 }]);
        let two = requests(&ProcessGroup { processes: [7, 8].into(), sums }, 4.0);
        assert_eq!((two.pid, two.processes, two.process.as_str()), (None, 2, "tar"));
    }
}
