//! Looks at a job many times a second and counts a second's looks and counters together.
//!
//! Each look opens one small file for each thread and each drive. The cost of a look depends on
//! these and on the machine; there are as many looks as take less than a hundredth of a processor.
//! Not here: the meaning of a look or a second (`narrows-verdict`).

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use narrows_host::sample::groups::GroupLimit;
use narrows_host::sample::tasks::{ProcessBytes, SleepReason, ThreadTime};
use narrows_host::sample::{CpuCounters, DiskCounters, Sampler};
use narrows_record::see::{LinkState, SeeDocument};
use narrows_record::watch::{
    DriveSecond, KernelThrottling, MachineSecond as Machine, RequestTrace, ThrottleMechanism,
    TraceObstacle, WatchSecond,
};
use narrows_record::word::TransferDirection;
use narrows_topology::PciAddress;
use narrows_units::Nanos;
use narrows_verdict::watch::{JobActivity, look};

use super::behind::LinkDriveMap;
use super::subject::WatchedJob;
use super::tracing::{JobRequestTracer, TracedRequests};
use super::{Drives, PROCESSORS};
use crate::measuring::watch::DriveWatch as Surroundings;

/// Files opened in the first second: each takes some ten microseconds, on busy machines some fifty.
const FILES_A_SECOND: usize = 320;
/// Part of a processor that looks may take: the rest of a hundredth is for counters, links and heat.
const FOR_LOOKS: f64 = 0.006;
/// The threads of a job so small are listed anew before each look.
const FEW_THREADS: usize = 8;
/// The open files of more processes than these are not looked at each second.
const MOST_OPENED: usize = 64;
/// Looks a second, at most and at least.
const MOST_LOOKS: usize = 40;
const LEAST_LOOKS: usize = 8;
/// The parts that a job's account has: seconds first, then ten of them at a time.
const SECOND: Duration = Duration::from_secs(1);
const LONG: Duration = Duration::from_secs(10);
const SECONDS: usize = 3600;
/// A part that is shorter than this says nothing, unless it is the only one.
const SHORTEST: f64 = 0.1;

pub struct StopCondition<'a> {
    pub lasts: Option<Nanos>,
    pub interrupted: &'a dyn Fn() -> bool,
}

pub struct JobSampler {
    sampler: Sampler,
    drives: Vec<String>,
    /// The arrays among them, with the devices right below each.
    arrays: BTreeMap<String, Vec<String>>,
    behind: LinkDriveMap,
    /// Where drives' controllers hang.
    addresses: BTreeMap<String, PciAddress>,
    /// Each drive's own link in this second.
    links: BTreeMap<String, LinkState>,
    /// Their device numbers, and those of their partitions.
    numbers: BTreeMap<(u32, u32), String>,
    /// Counts requests by process; or why not.
    tracing: Result<JobRequestTracer, TraceObstacle>,
}

pub struct JobObservation {
    pub seconds: Vec<WatchSecond>,
    pub own_cpu: f64,
    pub traced: Option<RequestTrace>,
    pub untraced: Option<TraceObstacle>,
}

struct JobCounters {
    at: Instant,
    drives: Vec<Option<DiskCounters>>,
    threads: BTreeMap<(u32, u32), ThreadTime>,
    /// Total of all processes; `None` if it may not be read, or none is left.
    bytes: Option<ProcessBytes>,
    cpus: Vec<CpuCounters>,
    io_us: Option<u64>,
    /// Of the job's own control group if available, else of the machine.
    memory_us: Option<u64>,
    /// Limits of its control groups, and their counts so far.
    limits: BTreeMap<GroupLimit, u64>,
}

#[derive(Default)]
struct SampledSecond {
    all: u32,
    running: u32,
    blocked: u32,
    /// Looks at which some thread was running and another blocked.
    overlapped: u32,
    in_flight: u32,
    /// Of these the looks that only drives' requests in flight speak for, which may be other programs'.
    by_drives: u32,
    /// For each drive the looks at which the job waited while it had requests in flight.
    waited: Vec<u32>,
    /// The job's processes that were met.
    processes: BTreeSet<u32>,
    /// Threads that began in this second, as last met: they may be gone at its end.
    late: BTreeMap<(u32, u32), ThreadTime>,
    /// Bytes that all processes had moved at some look, for a job that is gone at the end.
    bytes: Option<ProcessBytes>,
    /// Rings of its processes, as they were at its beginning.
    rings: Vec<String>,
    /// Looks at which a thread was blocked for this reason.
    slept: BTreeMap<SleepReason, u32>,
    /// Devices that the job had files open on, by number.
    opened: BTreeSet<(u32, u32)>,
    /// Processor time that all looks took.
    took: Nanos,
}

/// How long to look, and how often.
struct Rhythm {
    length: Duration,
    /// `None` while the cost of a look is not known.
    a_second: Option<usize>,
}

impl JobSampler {
    /// Of a machine's drives, and of the arrays of it that are block devices. Counting requests by
    /// process begins here, so that nothing of a job that is started afterwards is missed.
    pub fn new(sampler: Sampler, machine: &SeeDocument, hang: &Drives, is_traced: bool) -> Self {
        let arrays = machine.arrays.iter().map(|array| (array.id.clone(), array.members.clone()));
        let arrays: BTreeMap<String, Vec<String>> =
            arrays.filter(|(id, _)| sampler.disk(id).is_some()).collect();
        let drives = machine.drives.iter().map(|drive| drive.id.clone());
        let drives: Vec<String> = drives.chain(arrays.keys().cloned()).collect();
        let tracing = if is_traced {
            JobRequestTracer::begin(&sampler, &drives)
        } else {
            Err(TraceObstacle::Unwanted)
        };
        let numbers = numbers(&sampler, machine, &drives);
        let addresses = hang.iter().filter_map(|(id, at)| Some((id.to_string(), (*at)?))).collect();
        let (behind, links) = (LinkDriveMap::of(machine), BTreeMap::new());
        Self { sampler, drives, arrays, behind, addresses, links, numbers, tracing }
    }

    /// Watches until the job ends, the time is over, or an interrupt comes. `report` gets each second
    /// as it ends, and the time elapsed in seconds.
    pub fn watch(
        mut self,
        job: &mut WatchedJob,
        until: &StopCondition<'_>,
        surroundings: &Surroundings,
        report: &mut dyn FnMut(&mut WatchSecond, f64),
    ) -> JobObservation {
        let mut processes = BTreeSet::new();
        let begun = Instant::now();
        let own = own_time();
        let mut seconds: Vec<WatchSecond> = Vec::new();
        let mut before = self.counters(job);
        let mut a_second = None;
        // Earlier events are no part of it: links are reported from here on.
        surroundings.look(0.0);
        loop {
            // Coarser after an hour, so that a job of days still fits a document.
            let length = if seconds.len() < SECONDS { SECOND } else { LONG };
            // Of the first second everything is late: many a job ends within it.
            let known = if seconds.is_empty() { BTreeMap::new() } else { before.threads.clone() };
            let rhythm = Rhythm { length, a_second };
            let (looks, ended) = self.look_for(&rhythm, job, until, (begun, &known), surroundings);
            // Looks per second within their limit; `None` if the cost of one is unknown.
            let each = looks.took.as_secs() / f64::from(looks.all);
            a_second = (each.is_finite() && each > 0.0).then(|| (FOR_LOOKS / each) as usize);
            let after = self.counters(job);
            // Drives' links as they were looked at, others as they are now.
            let own = surroundings.fastest_links();
            let sampler = &self.sampler;
            self.behind.run_at(|address| {
                let other = || sampler.link(address).map(LinkState::of);
                own.get(&address).copied().or_else(other)
            });
            let each = self.addresses.iter();
            let each = each.filter_map(|(name, at)| Some((name.clone(), *own.get(at)?)));
            self.links = each.collect();
            let mut second = self.second(&before, &after, &looks, begun);
            second.unseen = looks.all == 0 && !job.roots().is_empty();
            second.throttled = throttled(surroundings, before.at, after.at);
            before = after;
            processes.extend(&looks.processes);
            // Records which drives the job had files open on. If none is on a known drive, nothing
            // is recorded: file systems over several drives have numbers of their own.
            let mut opened = looks.opened;
            for (process, thread) in before.threads.keys().take(MOST_OPENED) {
                // A process's threads share its files: the main thread's are looked at for all.
                if process == thread {
                    opened.extend(self.sampler.open_devices(*process));
                }
            }
            let names: BTreeSet<&String> =
                opened.iter().filter_map(|number| self.numbers.get(number)).collect();
            if !names.is_empty() {
                second.drives.iter_mut().for_each(|it| it.opened = Some(names.contains(&it.drive)));
            }
            let (tracing, length_s) = (self.tracing.as_mut().ok(), second.length_s);
            let requests = tracing.map(|it| it.second(&self.sampler, &processes, length_s));
            add_requests(&mut second, requests, looks.by_drives);
            if seconds.is_empty() || second.length_s >= SHORTEST {
                report(&mut second, begun.elapsed().as_secs_f64());
                seconds.push(second);
            }
            if ended {
                break;
            }
        }
        let lasted = begun.elapsed().as_secs_f64().max(1e-9);
        let own_cpu = (own_time() - own).as_secs() / lasted;
        let (traced, untraced) = match self.tracing {
            Ok(tracing) => (Some(tracing.finish(&processes, lasted)), None),
            Err(why) => (None, Some(why)),
        };
        JobObservation { seconds, own_cpu, traced, untraced }
    }

    /// The looks of one part, and whether it was the last.
    fn look_for(
        &self,
        rhythm: &Rhythm,
        job: &mut WatchedJob,
        until: &StopCondition<'_>,
        (begun, known): (Instant, &BTreeMap<(u32, u32), ThreadTime>),
        surroundings: &Surroundings,
    ) -> (SampledSecond, bool) {
        let mut looks =
            SampledSecond { waited: vec![0; self.drives.len()], ..SampledSecond::default() };
        let end = Instant::now() + rhythm.length;
        let took = time_of_thread();
        let lasts = until.lasts.map(|lasts| begun + Duration::from_nanos(lasts.get()));
        let threads = self.threads(job);
        looks.processes.extend(threads.iter().map(|(process, _)| *process));
        let few: BTreeSet<u32> = threads.iter().map(|it| it.0).take(FEW_THREADS).collect();
        looks.rings = few.into_iter().flat_map(|process| self.sampler.rings(process)).collect();
        let files = threads.len() + self.drives.len() + 1;
        let a_second = rhythm.a_second.unwrap_or(FILES_A_SECOND / files);
        let a_second = a_second.clamp(LEAST_LOOKS, MOST_LOOKS);
        let pause = SECOND / u32::try_from(a_second).unwrap_or(1);
        let mut threads = threads;
        for at in 1.. {
            std::thread::sleep(pause.min(end.saturating_duration_since(Instant::now())));
            let now = Instant::now();
            let is_over = lasts.is_some_and(|lasts| now >= lasts);
            if job.has_ended(&self.sampler) || is_over || (until.interrupted)() {
                return (looks, true);
            }
            // About four times a second.
            let is_due = at % (a_second / 4).max(1) == 0;
            if is_due {
                surroundings.look(0.0);
            }
            if !job.roots().is_empty() {
                // Processes started since the last look are listed before it, if that is little
                // work: programs of scripts often live less than a tenth of a second.
                if is_due || threads.len() <= FEW_THREADS {
                    threads = self.threads(job);
                    looks.processes.extend(threads.iter().map(|(process, _)| *process));
                }
                self.take(&threads, &mut looks);
                for &(process, thread) in threads.iter().filter(|it| !known.contains_key(it)) {
                    if let Some(time) = self.sampler.thread_time(process, thread) {
                        looks.late.insert((process, thread), time);
                    }
                    if process == thread {
                        looks.opened.extend(self.sampler.open_devices(process));
                    }
                }
                // In the first second a job may end at any look, and its counts of bytes with it.
                if is_due || known.is_empty() {
                    looks.bytes = self.bytes(&threads).or(looks.bytes);
                }
            }
            if now >= end {
                break;
            }
        }
        looks.took = time_of_thread() - took;
        (looks, false)
    }

    fn threads(&self, job: &WatchedJob) -> Vec<(u32, u32)> {
        // Of several of one name some may have started others.
        let below = job.roots().iter().flat_map(|root| self.sampler.job_threads(*root));
        let threads: BTreeSet<(u32, u32)> = below.collect();
        threads.into_iter().collect()
    }

    fn take(&self, threads: &[(u32, u32)], looks: &mut SampledSecond) {
        let states = threads.iter().filter_map(|&(process, thread)| {
            Some(((process, thread), self.sampler.thread_state(process, thread)?))
        });
        let (alive, states): (Vec<(u32, u32)>, Vec<char>) = states.unzip();
        // A running thread is not waiting, whatever drives do.
        let drives = if states.contains(&'R') { &[] } else { self.drives.as_slice() };
        let in_flight: Vec<u64> =
            drives.iter().map(|drive| self.sampler.in_flight(drive).unwrap_or(0)).collect();
        // Asynchronous requests that are held back before a drive are in flight nowhere, and who
        // waits for them sleeps. While all threads rest, requests in flight are of other programs.
        let sleeps = !states.iter().any(|state| matches!(state, 'R' | 'D'));
        let few = threads.get(..FEW_THREADS).unwrap_or(threads);
        let awaits = few.iter().map(|&(process, thread)| {
            sleeps.then(|| self.sampler.awaits_requests(process, thread)).flatten()
        });
        let awaits: Vec<Option<bool>> = awaits.collect();
        let in_rings = || looks.rings.iter().any(|ring| self.sampler.in_ring(ring) > 0);
        let unseen = sleeps && (awaits.contains(&Some(true)) || in_rings());
        let rests = few.len() == threads.len() && awaits.iter().all(|it| *it == Some(false));
        let of_drives = if rests { 0 } else { in_flight.iter().sum() };
        let activity = look(states.iter().copied(), of_drives + u64::from(unseen));
        looks.all += 1;
        match activity {
            JobActivity::Running => {
                looks.running += 1;
                looks.overlapped += u32::from(states.contains(&'D'));
            }
            JobActivity::Blocked => looks.blocked += 1,
            JobActivity::InFlight => {
                looks.in_flight += 1;
                looks.by_drives += u32::from(!unseen);
            }
            JobActivity::Idle => {}
        }
        if activity == JobActivity::Blocked {
            let blocked = alive.iter().zip(&states).filter(|(_, state)| **state == 'D');
            let why = blocked
                .take(FEW_THREADS)
                .filter_map(|(&(process, thread), _)| self.sampler.sleep(process, thread));
            let why: BTreeSet<SleepReason> = why.collect();
            why.into_iter().for_each(|why| *looks.slept.entry(why).or_default() += 1);
        }
        if matches!(activity, JobActivity::Blocked | JobActivity::InFlight) {
            let busy = looks.waited.iter_mut().zip(&in_flight).filter(|(_, count)| **count > 0);
            busy.for_each(|(waited, _)| *waited += 1);
        }
    }

    /// Bytes moved by these processes, all together. The kernel adds to a process the bytes of those it
    /// started that have ended (kernel/exit.c), so that the sum loses hardly anything.
    fn bytes(&self, threads: &[(u32, u32)]) -> Option<ProcessBytes> {
        let processes: BTreeSet<u32> = threads.iter().map(|(process, _)| *process).collect();
        let each = processes.iter().filter_map(|process| self.sampler.process_bytes(*process));
        each.reduce(|one, other| ProcessBytes {
            read: one.read.saturating_add(other.read),
            written: one.written.saturating_add(other.written),
        })
    }

    fn counters(&self, job: &WatchedJob) -> JobCounters {
        let threads = self.threads(job);
        let time = |(process, thread): &(u32, u32)| {
            Some(((*process, *thread), self.sampler.thread_time(*process, *thread)?))
        };
        let few: BTreeSet<u32> = threads.iter().map(|it| it.0).take(FEW_THREADS).collect();
        let own_memory = few.first().and_then(|it| self.sampler.group_memory_pressure(*it));
        JobCounters {
            at: Instant::now(),
            drives: self.drives.iter().map(|drive| self.sampler.disk(drive)).collect(),
            threads: threads.iter().filter_map(time).collect(),
            bytes: self.bytes(&threads),
            cpus: self.sampler.cpus(),
            io_us: self.sampler.pressure("io").map(|pressure| pressure.some_us),
            memory_us: own_memory.or_else(|| self.sampler.pressure("memory")).map(|it| it.some_us),
            limits: few.iter().flat_map(|it| self.sampler.group_limits(*it)).collect(),
        }
    }

    fn second(
        &self,
        before: &JobCounters,
        after: &JobCounters,
        looks: &SampledSecond,
        begun: Instant,
    ) -> WatchSecond {
        let length_s = after.at.duration_since(before.at).as_secs_f64().max(1e-6);
        // How much each thread ran, and waited for a processor: parts of the time. One that began
        // since counts from its beginning, and if it has ended until it was last met.
        let ended = looks.late.iter().filter(|(thread, _)| !after.threads.contains_key(thread));
        let shares = after.threads.iter().chain(ended).map(|(thread, now)| {
            let then = before.threads.get(thread).copied().unwrap_or_default();
            // Counters of threads are read one after the other after the moment that `length_s`
            // ends at, so that a thread may seem to have run longer than that.
            let part = |now: Nanos, then: Nanos| ((now - then).as_secs() / length_s).min(1.0);
            (part(now.ran, then.ran), part(now.queued, then.queued))
        });
        let threads: Vec<(f64, f64)> = shares.collect();
        let sum = |of: fn(&ProcessBytes) -> u64| moved(before, after, looks, of);
        WatchSecond {
            at_s: before.at.saturating_duration_since(begun).as_secs_f64(),
            length_s,
            looks: looks.all,
            running: looks.running,
            blocked: looks.blocked,
            overlapped: looks.overlapped,
            in_flight: looks.in_flight,
            threads: u32::try_from(after.threads.len()).unwrap_or(u32::MAX),
            // `sum` of nothing is -0.0.
            cpu: threads.iter().fold(0.0, |sum, (ran, _)| sum + ran),
            busiest: threads.iter().map(|(ran, _)| *ran).fold(0.0, f64::max),
            queued: threads.iter().fold(0.0, |sum, (_, queued)| sum + queued),
            read_bytes: sum(|bytes| bytes.read),
            written_bytes: sum(|bytes| bytes.written),
            machine: machine(before, after, length_s),
            drives: self.drives_of(before, after, looks, length_s),
            held: self.holdings(before, after, looks, length_s),
            ..WatchSecond::default()
        }
    }

    /// Kernel mechanisms that may have throttled the job.
    fn holdings(
        &self,
        before: &JobCounters,
        after: &JobCounters,
        looks: &SampledSecond,
        length_s: f64,
    ) -> Vec<KernelThrottling> {
        let part = |count: u32| f64::from(count) / f64::from(looks.all.max(1));
        let slept = looks.slept.iter().map(|(why, count)| {
            let is_promised = || {
                after
                    .threads
                    .keys()
                    .take(1)
                    .any(|(process, _)| self.sampler.has_latency_targets(*process))
            };
            let by = match why {
                SleepReason::Dirty => ThrottleMechanism::DirtyThrottling,
                SleepReason::Weight => ThrottleMechanism::IoWeight,
                // Both latency targets and writeback throttling put a task to sleep in the same
                // function (rq_qos_wait, block/blk-rq-qos.c): the group's settings tell which.
                SleepReason::Queue if is_promised() => ThrottleMechanism::IoLatency,
                SleepReason::Queue => ThrottleMechanism::WritebackThrottling,
                SleepReason::Reclaim => ThrottleMechanism::Reclaim,
            };
            KernelThrottling { by, share: part(*count), ..KernelThrottling::default() }
        });
        let waited = part(looks.blocked + looks.in_flight);
        // A group's activity before the job was in it is not known.
        let limits = after.limits.iter().filter_map(|(limit, done)| {
            let done = done.saturating_sub(*before.limits.get(limit)?);
            // `io.max` is the file of cgroup v2; limits of version 1 are in `blkio.throttle.*`.
            let is_new = limit.file == "io.max";
            Some(KernelThrottling {
                by: if is_new {
                    ThrottleMechanism::IoMax
                } else {
                    ThrottleMechanism::BlkioThrottle
                },
                group: Some(limit.group.clone()),
                drive: Some(self.numbers.get(&limit.device)?.clone()),
                direction: Some(if limit.is_read {
                    TransferDirection::Read
                } else {
                    TransferDirection::Write
                }),
                allows_bytes: limit.is_bytes.then_some(limit.allows),
                allows_requests: (!limit.is_bytes).then_some(limit.allows),
                reached: Some(done as f64 / length_s / limit.allows.max(1) as f64),
                share: waited,
            })
        });
        slept.chain(limits).collect()
    }

    fn drives_of(
        &self,
        before: &JobCounters,
        after: &JobCounters,
        looks: &SampledSecond,
        length_s: f64,
    ) -> Vec<DriveSecond> {
        let pairs = self.drives.iter().zip(before.drives.iter().zip(&after.drives));
        let moved = pairs.map(|(name, (before, after))| {
            let counters = before.zip(*after).map(|(before, after)| after.since(before));
            (name, counters.unwrap_or_default())
        });
        let moved: Vec<(&String, DiskCounters)> = moved.collect();
        let rates = |name: &str| {
            let of_it = moved.iter().find(|(other, _)| *other == name);
            let ways = of_it.map_or([0; 2], |(_, moved)| [moved.read.get(), moved.written.get()]);
            ways.map(|bytes| bytes as f64 / 1e6 / length_s)
        };
        let waited = looks.waited.iter().copied().chain(std::iter::repeat(0));
        let seconds = moved.iter().zip(waited).filter(|((_, moved), waited)| {
            moved.reads + moved.writes > 0 || moved.busy > Nanos::ZERO || *waited > 0
        });
        let seconds = seconds.map(|((name, moved), waited)| {
            let full = self.behind.fullest(name, rates);
            DriveSecond {
                waited,
                is_array: self.arrays.contains_key(*name),
                made_of: self.arrays.get(*name).cloned().unwrap_or_default(),
                link_share: full.map(|full| full.share),
                link_is_shared: full.is_some_and(|full| full.is_shared),
                link: self.links.get(*name).copied(),
                ..drive_second(name, moved, length_s)
            }
        });
        seconds.collect()
    }
}

/// Devices that throttled in this time, as far as known by now, as named in documents.
fn throttled(surroundings: &Surroundings, from: Instant, until: Instant) -> Vec<String> {
    let (drives, processors) = surroundings.slowed(from, until);
    let drives = drives.iter().map(ToString::to_string);
    drives.chain(processors.then(|| PROCESSORS.to_owned())).collect()
}

/// A partition counts for its drive.
fn numbers(
    sampler: &Sampler,
    machine: &SeeDocument,
    drives: &[String],
) -> BTreeMap<(u32, u32), String> {
    let parts = machine.drives.iter().flat_map(|drive| {
        drive.partitions.iter().map(|part| (part.name.as_str(), drive.id.as_str()))
    });
    let all = drives.iter().map(|drive| (drive.as_str(), drive.as_str())).chain(parts);
    let numbered = all.filter_map(|(name, of)| Some((sampler.device_number(name)?, of.to_owned())));
    numbered.collect()
}

/// Records the job's and the kernel's requests; on the whole machine none are the job's.
///
/// Looks that only drives' requests in flight speak for are no more of the time than the job had requests of its own in
/// flight, which is at most their mean number: the others are another program's. A request of more than a second is in
/// no mean before it ends.
fn add_requests(
    second: &mut WatchSecond,
    requests: Option<BTreeMap<String, TracedRequests>>,
    by_drives: u32,
) {
    let Some(requests) = requests.filter(|_| !second.is_of_machine()) else { return };
    if requests.values().any(|it| it.own.requests > 0) {
        let depth: f64 = requests.values().map(|it| it.own.depth).sum();
        let most = (depth * f64::from(second.looks)).ceil() as u32;
        second.in_flight = second.in_flight.saturating_sub(by_drives.saturating_sub(most));
    }
    for drive in &mut second.drives {
        let TracedRequests { own, kernel } =
            requests.get(&drive.drive).copied().unwrap_or_default();
        (drive.own, drive.kernel) = (Some(own), Some(kernel));
    }
}

fn drive_second(name: &str, moved: &DiskCounters, length_s: f64) -> DriveSecond {
    let done = moved.reads + moved.writes;
    DriveSecond {
        drive: name.to_owned(),
        reads: moved.reads,
        writes: moved.writes,
        read_bytes: moved.read.get(),
        written_bytes: moved.written.get(),
        busy: (moved.busy.as_secs() / length_s).min(1.0),
        // Time summed over all requests, divided by the time that passed, is the mean number in
        // flight (Little's law).
        depth: moved.waited.as_secs() / length_s,
        latency_us: (done > 0).then(|| moved.waited.as_secs() * 1e6 / done as f64),
        ..DriveSecond::default()
    }
}

/// Bytes the job moved; `None` if they cannot be read.
fn moved(
    before: &JobCounters,
    after: &JobCounters,
    looks: &SampledSecond,
    of: fn(&ProcessBytes) -> u64,
) -> Option<u64> {
    let now = after.bytes.as_ref().or(looks.bytes.as_ref())?;
    Some(of(now).saturating_sub(before.bytes.as_ref().map_or(0, of)))
}

fn machine(before: &JobCounters, after: &JobCounters, length_s: f64) -> Machine {
    let busy = before.cpus.iter().zip(&after.cpus).map(|(before, after)| {
        let gone = after.since(*before);
        gone.busy.as_secs() / length_s
    });
    let busy: Vec<f64> = busy.collect();
    let part = |before: Option<u64>, after: Option<u64>| {
        let gained = after?.saturating_sub(before?);
        Some((gained as f64 / 1e6 / length_s).min(1.0))
    };
    Machine {
        cpus: u32::try_from(busy.len()).unwrap_or(u32::MAX),
        cpu: busy.iter().sum(),
        busiest_cpu: busy.iter().copied().fold(0.0, f64::max).min(1.0),
        io_some: part(before.io_us, after.io_us),
        memory_some: part(before.memory_us, after.memory_us),
    }
}

fn own_time() -> Nanos {
    time_of(rustix::time::ClockId::ProcessCPUTime)
}

fn time_of_thread() -> Nanos {
    time_of(rustix::time::ClockId::ThreadCPUTime)
}

fn time_of(clock: rustix::time::ClockId) -> Nanos {
    let time = rustix::time::clock_gettime(clock);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Nanos::new(seconds.saturating_mul(1_000_000_000) + u64::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use narrows_record::watch::OwnRequests;

    use super::*;

    /// Of ten looks nine saw requests in flight, six of them nothing else: the job's own were in flight for a fifth of
    /// the time (two looks), so four looks are another program's. If none of its own ended, nothing is known.
    #[test]
    fn requests_of_other_programs_are_no_waiting() {
        let in_flight = |own: OwnRequests| {
            let mut second = WatchSecond { looks: 10, in_flight: 9, ..WatchSecond::default() };
            second.threads = 1;
            let requests = TracedRequests { own, ..TracedRequests::default() };
            add_requests(&mut second, Some(BTreeMap::from([("sda".to_owned(), requests)])), 6);
            second.in_flight
        };
        let own = OwnRequests { requests: 8, depth: 0.2, ..OwnRequests::default() };
        assert_eq!((in_flight(own), in_flight(OwnRequests::default())), (5, 9));
    }
}
