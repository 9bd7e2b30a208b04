//! One thread a target: it makes its ring, waits for the common start, drives its issuer.
//!
//! Threads own all that they use, because one that hangs in a dead drive must be left behind
//! without waiting for it.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread;

use narrows_units::Nanos;
use narrows_workload::{Direction, Workload};
use rustix::thread::{CpuSet, sched_setaffinity};

use crate::issuer::{Stop, Tally};
use crate::result::{Outcome, TargetResult};
use crate::target::Access;
use crate::{
    Device, Driven, Ending, Engine, EngineChoice, Errno, Fallback, Issuer, Memory, Method, Pool,
    Ring, RunError, Schedule, Settings, Target, clock, drive,
};

/// What all threads of a set look at.
#[derive(Default)]
pub(crate) struct Gate {
    /// The common start, once everybody is ready; none when it is called off.
    pub(crate) start: OnceLock<Option<Nanos>>,
    /// Everybody stops.
    pub(crate) cancel: AtomicBool,
}

/// What a thread reports, with its target's index.
pub(crate) enum Report {
    /// It is ready to start.
    Ready,
    /// It is through, or could not start.
    Done(Box<TargetResult>),
}

/// The threads of a set, by their channel.
pub(crate) struct Crew {
    pub(crate) gate: Arc<Gate>,
    pub(crate) reports: Receiver<(usize, Report)>,
}

impl Crew {
    /// Starts a thread a target.
    pub(crate) fn launch(targets: &[Target], workload: &Workload, settings: &Settings) -> Self {
        let gate = Arc::new(Gate::default());
        let (sender, reports) = channel();
        // Threads that outnumber the processors would take them from each other by waiting awake.
        let room = thread::available_parallelism().is_ok_and(|cpus| cpus.get() >= targets.len());
        for (index, target) in targets.iter().enumerate() {
            let member = Member {
                target: target.clone(),
                workload: workload.clone(),
                schedule: settings.schedule(),
                engine: settings.engine,
                cpu: settings.cpus.get(index % settings.cpus.len().max(1)).copied(),
                memory: Memory {
                    seed: settings.seed.wrapping_add(index as u64),
                    huge_pages: settings.huge_pages,
                },
                patience: settings.patience,
                awake: room,
                gate: Arc::clone(&gate),
            };
            member.spawn(index, sender.clone());
        }
        Self { gate, reports }
    }
}

struct Member {
    target: Target,
    workload: Workload,
    schedule: Schedule,
    engine: EngineChoice,
    cpu: Option<u32>,
    memory: Memory,
    patience: Nanos,
    awake: bool,
    gate: Arc<Gate>,
}

/// An open device and how it came about.
struct Opened {
    device: Box<dyn Device>,
    method: Method,
}

impl Member {
    fn spawn(self, index: usize, reports: Sender<(usize, Report)>) {
        let (target, finish_at) = (self.target.name.clone(), self.schedule.finish_at);
        let thread = thread::Builder::new().name(format!("narrows-{index}"));
        let backup = reports.clone();
        let spawned = thread.spawn(move || {
            let result = self.work(|| drop(reports.send((index, Report::Ready))));
            let _ = reports.send((index, Report::Done(Box::new(result))));
        });
        if let Err(error) = spawned {
            let outcome = Outcome::Failed(RunError::Resources(Errno::of(&error)));
            let result = TargetResult::new(target, outcome, Tally::new(finish_at));
            let _ = backup.send((index, Report::Done(Box::new(result))));
        }
    }

    fn work(&self, ready: impl FnOnce()) -> TargetResult {
        let (mut issuer, mut opened) = match self.prepare() {
            Ok(prepared) => prepared,
            Err(error) => return self.unstarted(Outcome::Failed(error)),
        };
        ready();
        let Some(start) = *self.gate.start.wait() else {
            return self.unstarted(Outcome::Cancelled);
        };
        clock::wait_until(start, self.awake);
        let device = opened.device.as_mut();
        let driven = drive(&mut issuer, device, start, self.patience, &self.gate.cancel);
        self.result(issuer, driven, opened.method)
    }

    fn unstarted(&self, outcome: Outcome) -> TargetResult {
        let tally = Tally::new(self.schedule.finish_at);
        TargetResult::new(self.target.name.clone(), outcome, tally)
    }

    fn prepare(&self) -> Result<(Issuer, Opened), RunError> {
        if self.workload.direction() == Direction::Write && self.target.access == Access::ReadOnly {
            return Err(RunError::ReadOnly);
        }
        let pinned = self.cpu.map(pin);
        let issuer =
            Issuer::new(&self.workload, self.target.region, self.schedule, self.memory.seed)?;
        let mut opened = self.open()?;
        match pinned {
            Some(Ok(cpu)) => opened.method.pinned = Some(cpu),
            Some(Err(errno)) => opened.method.fallbacks.push(Fallback::NotPinned(errno)),
            None => {}
        }
        Ok((issuer, opened))
    }

    fn open(&self) -> Result<Opened, RunError> {
        if self.engine == EngineChoice::Pread {
            return self.open_pool(None);
        }
        match Ring::new(self.target.file(), &self.workload, self.memory) {
            Ok(ring) => Ok(self.opened_ring(ring)),
            Err(fallback) => self.open_pool(Some(fallback)),
        }
    }

    fn opened_ring(&self, ring: Ring) -> Opened {
        let [registered_buffers, registered_files, deferred_taskrun] = ring.traits();
        let method = Method {
            engine: Engine::IoUring,
            registered_buffers,
            registered_files,
            deferred_taskrun,
            fallbacks: ring.fallbacks().to_vec(),
            ..self.method_of_pool()
        };
        Opened { device: Box::new(ring), method }
    }

    fn open_pool(&self, fallback: Option<Fallback>) -> Result<Opened, RunError> {
        let pool = Pool::new(self.target.file(), &self.workload, self.memory);
        let device = Box::new(pool.map_err(RunError::Resources)?);
        let fallbacks = fallback.into_iter().collect();
        Ok(Opened { device, method: Method { fallbacks, ..self.method_of_pool() } })
    }

    fn method_of_pool(&self) -> Method {
        Method {
            engine: Engine::Pread,
            direct: true,
            registered_buffers: false,
            registered_files: false,
            deferred_taskrun: false,
            huge_pages: self.memory.huge_pages,
            pinned: None,
            file_system: self.target.file_system,
            no_cow: self.target.no_cow,
            region: self.target.region.len,
            fallbacks: Vec::new(),
        }
    }

    fn result(&self, issuer: Issuer, driven: Driven, method: Method) -> TargetResult {
        let stopped = issuer.stopped();
        let outcome = outcome_of(driven.ending, stopped.map(|(stop, _)| stop));
        let mut result = TargetResult::new(self.target.name.clone(), outcome, issuer.into_tally());
        // Who stalled was asked until the end; it is the drive that did not answer.
        result.ended = stopped.map_or(self.schedule.finish_at, |(_, at)| at);
        result.cpu = driven.cpu;
        result.method = Some(method);
        result
    }
}

fn outcome_of(ending: Ending, stop: Option<Stop>) -> Outcome {
    match (ending, stop) {
        (Ending::Broken(errno), _) => Outcome::Failed(RunError::Exchange(errno)),
        (Ending::Stalled, _) => Outcome::Stalled,
        (Ending::Done, Some(Stop::Asked)) => Outcome::Cancelled,
        (Ending::Done, Some(Stop::Errors)) => Outcome::Errors,
        (Ending::Done, _) => Outcome::Whole,
    }
}

/// Binds the calling thread, and the threads that it will start, to a processor.
fn pin(cpu: u32) -> Result<u32, Errno> {
    if cpu as usize >= CpuSet::MAX_CPU {
        return Err(Errno::EINVAL);
    }
    let mut cpus = CpuSet::new();
    cpus.set(cpu as usize);
    sched_setaffinity(None, &cpus)?;
    Ok(cpu)
}
