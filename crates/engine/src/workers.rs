//! One thread for each job of a target: it makes its ring, waits for the common start, drives its
//! issuer.
//!
//! Threads own all that they use, because one that hangs in a dead drive must be abandoned without
//! waiting for it.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread;

use narrows_units::BytesPerSec;
use narrows_workload::Pattern;
use rustix::thread::{CpuSet, sched_setaffinity};

use crate::Stop;
use crate::caching::{Caching, Cadence};
use crate::fan_out::FanOut;
use crate::result::{Issued, Outcome};
use crate::ring::Protocol;
use crate::stamping::Stamping;
use crate::target::Kind;
use crate::{
    Batch, Device, Driven, Ending, Engine, EngineChoice, Errno, Fallback, Gauge, Issuer, Job,
    Memory, Method, Pool, Ring, RingSetup, RunError, Settings, clock, drive,
};

/// The shared state of a set's threads.
#[derive(Default)]
pub(crate) struct Gate {
    /// The common start, once all are ready; none when it is called off.
    pub(crate) start: OnceLock<Option<narrows_units::Nanos>>,
    /// Whether all must stop.
    pub(crate) cancel: AtomicBool,
}

/// A thread's report, with its index.
pub(crate) enum Report {
    /// It is ready to start.
    Ready,
    /// It has finished, or could not start.
    Done(Box<Issued>),
}

/// The threads of a set, with their channel.
pub(crate) struct Workers {
    pub(crate) gate: Arc<Gate>,
    pub(crate) reports: Receiver<(usize, Report)>,
    /// The index of each thread's job.
    pub(crate) owners: Vec<usize>,
}

impl Workers {
    /// Starts the threads of all jobs.
    pub(crate) fn launch(jobs: &[Job], settings: &Settings) -> Self {
        let gate = Arc::new(Gate::default());
        let (sender, reports) = channel();
        let wanted = jobs.iter().map(|job| job.threads() as usize).sum();
        // Threads that outnumber the processors would take them from each other by busy-waiting.
        let room = thread::available_parallelism().is_ok_and(|cpus| cpus.get() >= wanted);
        let mut owners = Vec::new();
        for (owner, job) in jobs.iter().enumerate() {
            for number in 0..job.threads() {
                let member = Member {
                    job: job.clone(),
                    number,
                    settings: settings.clone(),
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

struct Member {
    job: Job,
    /// The thread's number within its job.
    number: u32,
    settings: Settings,
    seed: u64,
    awake: bool,
    gate: Arc<Gate>,
}

/// An open device with its method.
struct Opened {
    device: Box<dyn Device>,
    method: Method,
    cpu: Option<u32>,
}

impl Member {
    fn spawn(self, index: usize, reports: Sender<(usize, Report)>) {
        let (job, finish_at) = (self.job.clone(), self.settings.schedule_of(&self.job).finish_at);
        let thread = thread::Builder::new().name(format!("narrows-{index}"));
        let backup = reports.clone();
        let spawned = thread.spawn(move || {
            let result = self.work(|| drop(reports.send((index, Report::Ready))));
            let _ = reports.send((index, Report::Done(Box::new(result))));
        });
        if let Err(error) = spawned {
            let outcome = Outcome::Failed(RunError::Resources(Errno::of(&error)));
            let result = Issued::nothing(&job, outcome, finish_at);
            let _ = backup.send((index, Report::Done(Box::new(result))));
        }
    }

    fn work(&self, ready: impl FnOnce()) -> Issued {
        let (mut issuer, mut opened) = match self.prepare() {
            Ok(prepared) => prepared,
            Err(error) => return self.unstarted(Outcome::Failed(error)),
        };
        // Before the start: creating the ledger of a large target takes a tenth of a second.
        let block = self.job.workload.block.get();
        let mut stamping = Stamping::of(&self.job.target, block, self.settings.verify);
        ready();
        let Some(start) = *self.gate.start.wait() else {
            return self.unstarted(Outcome::Cancelled);
        };
        clock::wait_until(start, self.awake);
        let (device, patience) = (opened.device.as_mut(), self.settings.patience);
        let (cancel, gauge) = (&self.gate.cancel, self.gauge());
        let driven = drive(&mut issuer, device, &mut stamping, start, patience, cancel, gauge);
        let checked = stamping.checked();
        Issued { checked, ..self.issued(issuer, driven, opened) }
    }

    /// Where it writes down what it has counted.
    fn gauge(&self) -> Option<(&Gauge, u32)> {
        self.job.gauge.as_ref().map(|gauge| (gauge, self.number))
    }

    fn unstarted(&self, outcome: Outcome) -> Issued {
        let finish_at = self.settings.schedule_of(&self.job).finish_at;
        Issued::nothing(&self.job, outcome, finish_at)
    }

    fn prepare(&self) -> Result<(Issuer, Opened), RunError> {
        let Job { target, workload, cpus, .. } = &self.job;
        target.permits(workload)?;
        let cpu = cpus.get(self.number as usize % cpus.len().max(1)).copied();
        let pinned = cpu.map(pin);
        let issuer = self.issuer()?;
        let mut opened = self.open()?;
        match pinned {
            Some(Ok(cpu)) => opened.cpu = Some(cpu),
            Some(Err(errno)) => opened.method.fallbacks.push(Fallback::NotPinned(errno)),
            None => {}
        }
        Ok((issuer, opened))
    }

    fn issuer(&self) -> Result<Issuer, RunError> {
        let Job { target, workload, limit, .. } = &self.job;
        let schedule = self.settings.schedule_of(&self.job);
        let threads = f64::from(self.job.threads());
        let issuer = Issuer::new(workload, target.region, schedule, self.seed)?;
        let issuer = issuer.begun_at(f64::from(self.number) / threads);
        Ok(match limit {
            Some(limit) => issuer.held_to(BytesPerSec::new(limit.get() / threads)),
            None => issuer,
        })
    }

    fn open(&self) -> Result<Opened, RunError> {
        match self.settings.engine {
            EngineChoice::Pread => return self.open_pool(&self.fan_out()?, None),
            EngineChoice::Passthrough => return self.open_passthrough(),
            EngineChoice::Auto | EngineChoice::IoUring => {}
        }
        let fan_out = self.fan_out()?;
        match self.open_ring(&fan_out) {
            Ok(opened) => Ok(opened),
            Err(fallback) if self.settings.engine == EngineChoice::IoUring => {
                Err(RunError::NoRing(fallback.errno()))
            }
            Err(fallback) => self.open_pool(&fan_out, Some(fallback)),
        }
    }

    fn open_ring(&self, fan_out: &FanOut) -> Result<Opened, Fallback> {
        let (workload, memory, setup) = (&self.job.workload, self.memory(), self.setup(fan_out));
        if self.job.target.kind == Kind::Nop {
            let ring = Ring::nop(fan_out, workload, memory, setup)?;
            return Ok(self.opened_ring(ring, Engine::Nop, setup, fan_out));
        }
        if fan_out.caching.flush_every().is_some() {
            let ring = Ring::flushing(fan_out, workload, memory, setup)?;
            return Ok(self.opened_ring(ring, Engine::IoUring, setup, fan_out));
        }
        let ring = Ring::new(fan_out, workload, memory, setup)?;
        Ok(self.opened_ring(ring, Engine::IoUring, setup, fan_out))
    }

    fn open_passthrough(&self) -> Result<Opened, RunError> {
        let Job { target, workload, .. } = &self.job;
        let namespace = target.namespace.as_ref().ok_or(RunError::NoNamespace)?;
        namespace.fits(workload, target.region)?;
        let caching = self.job.caching;
        if caching != Caching::Direct {
            return Err(RunError::NoCaching { caching, errno: None });
        }
        // Nothing merges commands on their way.
        let fan_out = self.fan_out()?;
        let setup = RingSetup { batch: Batch::All, ..self.setup(&fan_out) };
        let ring = Ring::passthrough(namespace, workload, self.memory(), setup)
            .map_err(|fallback| RunError::NoPassthrough(fallback.errno()))?;
        Ok(self.opened_ring(ring, Engine::Passthrough, setup, &fan_out))
    }

    /// The fan-out of one request.
    fn fan_out(&self) -> Result<FanOut, RunError> {
        let Job { target, workload, caching, .. } = &self.job;
        let fan_out = match &target.members {
            Some(members) => members.fan_out(workload),
            None => FanOut::one(target.file()),
        };
        caching.open(fan_out, target)
    }

    fn setup(&self, fan_out: &FanOut) -> RingSetup {
        let batch = match (self.job.target.kind, self.job.workload.pattern) {
            (Kind::Memory | Kind::Nop, _) => Batch::All,
            (_, Pattern::Sequential) if !fan_out.is_one() => Batch::Extents(fan_out.each),
            (_, Pattern::Sequential) => Batch::Pairs,
            (_, Pattern::Random) => Batch::Eights,
        };
        // The kernel polls for direct reads and writes only (io_uring_setup(2), IOPOLL).
        let poll = self.settings.poll && fan_out.caching.may_be_polled();
        RingSetup { poll, kernel_thread: self.settings.kernel_thread, batch }
    }

    fn memory(&self) -> Memory {
        Memory { seed: self.seed, huge_pages: self.settings.huge_pages }
    }

    fn opened_ring<P: Protocol + 'static>(
        &self,
        ring: Ring<P>,
        engine: Engine,
        setup: RingSetup,
        fan_out: &FanOut,
    ) -> Opened {
        let traits = ring.traits();
        let method = Method {
            engine,
            registered_buffers: traits.registered_buffers,
            registered_files: traits.registered_files,
            deferred_taskrun: traits.deferred,
            polled: traits.polled,
            kernel_thread: traits.kernel_thread,
            batch: setup.batch.of(self.job.workload.depth),
            fallbacks: ring.fallbacks().to_vec(),
            ..self.method_of_pool(fan_out)
        };
        Opened { device: self.as_asked(ring, fan_out), method, cpu: None }
    }

    /// The device with its flushes, if any.
    fn as_asked(&self, device: impl Device + 'static, fan_out: &FanOut) -> Box<dyn Device> {
        match fan_out.caching.flush_every() {
            Some(every) => {
                self.whole(Cadence::new(device, every.get(), fan_out, &self.job.workload))
            }
            None => self.whole(device),
        }
    }

    /// The device itself, or the array that its files stand for.
    fn whole(&self, device: impl Device + 'static) -> Box<dyn Device> {
        let Job { target, workload, .. } = &self.job;
        match &target.members {
            Some(members) => Box::new(members.on(device, workload, self.number)),
            None => Box::new(device),
        }
    }

    fn open_pool(&self, fan_out: &FanOut, fallback: Option<Fallback>) -> Result<Opened, RunError> {
        let pool = Pool::new(fan_out, &self.job.workload, self.memory());
        let device = self.as_asked(pool.map_err(RunError::Resources)?, fan_out);
        let fallbacks = fallback.into_iter().collect();
        Ok(Opened {
            device,
            method: Method { fallbacks, ..self.method_of_pool(fan_out) },
            cpu: None,
        })
    }

    fn method_of_pool(&self, fan_out: &FanOut) -> Method {
        let target = &self.job.target;
        Method {
            engine: Engine::Pread,
            direct: matches!(target.kind, Kind::File | Kind::Block)
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

    fn issued(&self, issuer: Issuer, driven: Driven, opened: Opened) -> Issued {
        let stopped = issuer.stopped();
        let finish_at = issuer.schedule().finish_at;
        let tally = issuer.into_tally();
        Issued {
            outcome: outcome_of(driven.ending, stopped.map(|(stop, _)| stop)),
            // A stalled thread was submitting until the end; it is the drive that did not answer. A
            // thread that had submitted everything ended with its last completion.
            ended: match stopped {
                Some((Stop::Operations, _)) => tally.last,
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
