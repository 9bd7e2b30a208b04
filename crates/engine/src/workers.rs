//! One thread for each job of a target: opens its device, starts with all, drives its issuer.
//!
//! Threads own all that they use: one that hangs in a dead drive must be abandoned.
//!
//! Not here: the devices, which each system implements (`system`).

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread;

use narrows_units::BytesPerSec;

use crate::StopReason;
use crate::caching::{CacheDropper, FlushCadence};
use crate::fan_out::FanOut;
use crate::kind::TargetKind;
use crate::result::{RunOutcome, ThreadResult};
use crate::stamping::ThreadStamping;
use crate::system::pin;
use crate::{
    BufferMemory, EngineFallback, Errno, Gauge, IoDevice, IoEngine, IoMethod, Issuer, IssuerEnding,
    IssuerResult, RunError, RunSettings, TargetJob, clock, drive,
};

/// The shared state of a set's threads.
#[derive(Default)]
pub(crate) struct StartGate {
    /// The common start, once all are ready; none when it is called off.
    pub(crate) start: OnceLock<Option<narrows_units::Nanos>>,
    pub(crate) cancel: AtomicBool,
    /// Requests of all threads that share them by weights.
    pub(crate) flowed: Arc<AtomicU64>,
}

pub(crate) enum ThreadReport {
    Ready,
    /// It has finished, or could not start.
    Done(Box<ThreadResult>),
}

/// The threads of a set, with their channel.
pub(crate) struct Workers {
    pub(crate) gate: Arc<StartGate>,
    pub(crate) reports: Receiver<(usize, ThreadReport)>,
    /// The index of each thread's job.
    pub(crate) owners: Vec<usize>,
}

impl Workers {
    pub(crate) fn launch(jobs: &[TargetJob], settings: &RunSettings) -> Self {
        let gate = Arc::new(StartGate::default());
        let (sender, reports) = channel();
        let wanted = jobs.iter().map(|job| job.threads() as usize).sum();
        // Threads that outnumber the processors would take them from each other by busy-waiting.
        let room = thread::available_parallelism().is_ok_and(|cpus| cpus.get() >= wanted);
        let mut owners = Vec::new();
        for (owner, job) in jobs.iter().enumerate() {
            for number in 0..job.threads() {
                let member = SetThread {
                    job: job.clone(),
                    number,
                    settings: settings.clone(),
                    // With one seed all threads would read the same offsets at the same time.
                    seed: settings.seed.wrapping_add(owners.len() as u64),
                    awake: room,
                    gate: Arc::clone(&gate),
                };
                member.spawn(owners.len(), sender.clone());
                owners.push(owner);
            }
        }
        Self { gate, reports, owners }
    }
}

pub(crate) struct SetThread {
    pub(crate) job: TargetJob,
    /// The thread's number within its job.
    number: u32,
    pub(crate) settings: RunSettings,
    seed: u64,
    awake: bool,
    gate: Arc<StartGate>,
}

pub(crate) struct OpenDevice {
    pub(crate) device: Box<dyn IoDevice>,
    pub(crate) method: IoMethod,
    pub(crate) cpu: Option<u32>,
}

impl SetThread {
    fn spawn(self, index: usize, reports: Sender<(usize, ThreadReport)>) {
        let (job, finish_at) = (self.job.clone(), self.settings.schedule_of(&self.job).finish_at);
        let thread = thread::Builder::new().name(format!("narrows-{index}"));
        // The closure owns the other sender, which goes with it if the thread cannot start.
        let backup = reports.clone();
        let spawned = thread.spawn(move || {
            let result = self.work(|| drop(reports.send((index, ThreadReport::Ready))));
            let _ = reports.send((index, ThreadReport::Done(Box::new(result))));
        });
        if let Err(error) = spawned {
            let outcome = RunOutcome::Failed(RunError::Resources(Errno::of(&error)));
            let result = ThreadResult::nothing(&job, outcome, finish_at);
            let _ = backup.send((index, ThreadReport::Done(Box::new(result))));
        }
    }

    fn work(&self, ready: impl FnOnce()) -> ThreadResult {
        let (mut issuer, mut opened) = match self.prepare() {
            Ok(prepared) => prepared,
            Err(error) => return self.unstarted(RunOutcome::Failed(error)),
        };
        // Before the start: creating the ledger of a large target takes a tenth of a second.
        let block = self.job.workload.block.get();
        let mut stamping = ThreadStamping::of(&self.job.target, block, self.settings.verify);
        ready();
        let Some(start) = *self.gate.start.wait() else {
            return self.unstarted(RunOutcome::Cancelled);
        };
        clock::wait_until(start, self.awake);
        let (device, patience) = (opened.device.as_mut(), self.settings.patience);
        let (cancel, gauge) = (&self.gate.cancel, self.gauge());
        let driven = drive(&mut issuer, device, &mut stamping, start, patience, cancel, gauge);
        let checked = stamping.checked();
        ThreadResult { checked, ..self.issued(issuer, driven, opened) }
    }

    fn gauge(&self) -> Option<(&Gauge, u32)> {
        self.job.gauge.as_ref().map(|gauge| (gauge, self.number))
    }

    fn unstarted(&self, outcome: RunOutcome) -> ThreadResult {
        let finish_at = self.settings.schedule_of(&self.job).finish_at;
        ThreadResult::nothing(&self.job, outcome, finish_at)
    }

    fn prepare(&self) -> Result<(Issuer, OpenDevice), RunError> {
        let TargetJob { target, workload, cpus, .. } = &self.job;
        target.permits(workload)?;
        let cpu = cpus.get(self.number as usize % cpus.len().max(1)).copied();
        // Before the device is opened: buffers are first touched on this processor's node, and
        // helper threads inherit the affinity.
        let pinned = cpu.map(pin);
        let issuer = self.issuer()?;
        let mut opened = self.open()?;
        match pinned {
            Some(Ok(cpu)) => opened.cpu = Some(cpu),
            Some(Err(errno)) => opened.method.fallbacks.push(EngineFallback::NotPinned(errno)),
            None => {}
        }
        Ok((issuer, opened))
    }

    fn issuer(&self) -> Result<Issuer, RunError> {
        let TargetJob { target, workload, limit, shape, .. } = &self.job;
        let schedule = self.settings.schedule_of(&self.job);
        let threads = f64::from(self.job.threads());
        let issuer = Issuer::new(workload, target.region, schedule, self.seed)?;
        let share = f64::from(self.number) / threads;
        // Threads that read in sequence begin in different parts of the region; otherwise all but
        // one would read from the drive's cache.
        let mut issuer = issuer.begun_at(share);
        if let Some(limit) = limit {
            issuer = issuer.held_to(BytesPerSec::new(limit.get() / threads));
        }
        let bytes_max = self.settings.bytes_max.map(|bytes| (bytes.as_f64() / threads) as u64);
        let (ends, flowed) = ((share, bytes_max), &self.gate.flowed);
        Ok(issuer.shaped(shape, workload, target.region, ends, flowed, self.seed)?)
    }

    pub(crate) fn fan_out(&self) -> Result<FanOut, RunError> {
        let TargetJob { target, workload, caching, .. } = &self.job;
        let fan_out = match &target.members {
            Some(members) => members.fan_out(workload),
            None => FanOut::one(target.file()),
        };
        caching.open(fan_out, target)
    }

    pub(crate) fn memory(&self) -> BufferMemory {
        BufferMemory { seed: self.seed, huge_pages: self.settings.huge_pages }
    }

    /// The device with its flushes, or its passes over cached data, if any.
    pub(crate) fn as_asked(
        &self,
        device: impl IoDevice + 'static,
        fan_out: &FanOut,
    ) -> Box<dyn IoDevice> {
        match fan_out.caching.flush_every() {
            Some(every) => {
                self.whole(FlushCadence::new(device, every.get(), fan_out, &self.job.workload))
            }
            None if fan_out.caching.is_buffered() => {
                self.whole(CacheDropper::new(device, self.job.target.region.len, fan_out))
            }
            None => self.whole(device),
        }
    }

    /// The device itself, or the array that its files represent.
    fn whole(&self, device: impl IoDevice + 'static) -> Box<dyn IoDevice> {
        let TargetJob { target, workload, .. } = &self.job;
        match &target.members {
            Some(members) => Box::new(members.on(device, workload, self.number)),
            None => Box::new(device),
        }
    }

    /// By which means requests of this target go, without anything that an engine adds.
    pub(crate) fn plain_method(&self, engine: IoEngine, fan_out: &FanOut) -> IoMethod {
        let target = &self.job.target;
        IoMethod {
            engine,
            direct: matches!(target.kind, TargetKind::File | TargetKind::Block)
                && !fan_out.caching.is_buffered(),
            caching: fan_out.caching,
            registered_buffers: false,
            registered_files: false,
            deferred_taskrun: false,
            polled: false,
            kernel_thread: false,
            batch: 1,
            huge_pages: self.settings.huge_pages,
            file_system: target.file_system,
            no_cow: target.no_cow,
            region: target.region.len,
            fallbacks: Vec::new(),
        }
    }

    fn issued(&self, issuer: Issuer, driven: IssuerResult, opened: OpenDevice) -> ThreadResult {
        let stopped = issuer.stopped();
        let finish_at = issuer.schedule().finish_at;
        let tally = issuer.into_tally();
        let outcome = match (driven.ending, stopped.map(|(stop, _)| stop)) {
            (IssuerEnding::Broken(errno), _) => RunOutcome::Failed(RunError::Exchange(errno)),
            (IssuerEnding::Stalled, _) => RunOutcome::Stalled,
            (IssuerEnding::Done, Some(StopReason::Asked)) => RunOutcome::Cancelled,
            (IssuerEnding::Done, Some(StopReason::Errors)) => RunOutcome::Errors,
            (IssuerEnding::Done, _) => RunOutcome::Whole,
        };
        ThreadResult {
            outcome,
            // A stalled thread was submitting until the end; it is the drive that did not answer. A
            // thread that had submitted everything ended with its last completion.
            ended: match stopped {
                Some((StopReason::Operations, _)) => tally.last,
                Some((_, at)) => at,
                None => finish_at,
            },
            tally,
            method: Some(opened.method),
            used: Some(crate::ThreadUse { cpu: opened.cpu, ..driven.cpu }),
            checked: None,
        }
    }
}
