//! The devices of Linux: a ring, a pool of threads where rings are refused, NVMe commands where requested.

use narrows_workload::Pattern;
use rustix::thread::{CpuSet, sched_setaffinity};

use crate::fan_out::FanOut;
use crate::kind::TargetKind;
use crate::ring::RingProtocol;
use crate::workers::{OpenDevice, SetThread};
use crate::{
    BatchLimit, Caching, EngineChoice, EngineFallback, Errno, IoEngine, IoMethod, Pool, Ring,
    RingSetup, RunError, TargetJob,
};

impl SetThread {
    pub(crate) fn open(&self) -> Result<OpenDevice, RunError> {
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

    fn open_ring(&self, fan_out: &FanOut) -> Result<OpenDevice, EngineFallback> {
        let (workload, memory, setup) = (&self.job.workload, self.memory(), self.setup(fan_out));
        if self.job.target.kind == TargetKind::Nop {
            let ring = Ring::nop(fan_out, workload, memory, setup)?;
            return Ok(self.opened_ring(ring, IoEngine::Nop, setup, fan_out));
        }
        if fan_out.caching.flush_every().is_some() {
            let ring = Ring::flushing(fan_out, workload, memory, setup)?;
            return Ok(self.opened_ring(ring, IoEngine::IoUring, setup, fan_out));
        }
        let ring = Ring::new(fan_out, workload, memory, setup)?;
        Ok(self.opened_ring(ring, IoEngine::IoUring, setup, fan_out))
    }

    fn open_passthrough(&self) -> Result<OpenDevice, RunError> {
        let TargetJob { target, workload, .. } = &self.job;
        let namespace = target.namespace.as_ref().ok_or(RunError::NoNamespace)?;
        namespace.fits(workload, target.region)?;
        let caching = self.job.caching;
        // Commands bypass the page cache, and a flush is none of the opcodes that are ever sent.
        if caching != Caching::Direct {
            return Err(RunError::NoCaching { caching, errno: None });
        }
        // Nothing merges commands on their way.
        let fan_out = self.fan_out()?;
        let setup = RingSetup { batch: BatchLimit::All, ..self.setup(&fan_out) };
        let ring = Ring::passthrough(namespace, workload, self.memory(), setup)
            .map_err(|fallback| RunError::NoPassthrough(fallback.errno()))?;
        Ok(self.opened_ring(ring, IoEngine::Passthrough, setup, &fan_out))
    }

    fn setup(&self, fan_out: &FanOut) -> RingSetup {
        let batch = match (self.job.target.kind, self.job.workload.pattern) {
            (TargetKind::Memory | TargetKind::Nop, _) => BatchLimit::All,
            (_, Pattern::Sequential) if !fan_out.is_one() => BatchLimit::Extents(fan_out.each),
            (_, Pattern::Sequential) => BatchLimit::Pairs,
            (_, Pattern::Random) => BatchLimit::Fours,
        };
        // The kernel polls for direct reads and writes only (io_uring_setup(2), IOPOLL).
        let poll = self.settings.poll && fan_out.caching.may_be_polled();
        RingSetup { poll, kernel_thread: self.settings.kernel_thread, batch }
    }

    fn opened_ring<P: RingProtocol + 'static>(
        &self,
        ring: Ring<P>,
        engine: IoEngine,
        setup: RingSetup,
        fan_out: &FanOut,
    ) -> OpenDevice {
        let traits = ring.traits();
        let method = IoMethod {
            registered_buffers: traits.registered_buffers,
            registered_files: traits.registered_files,
            deferred_taskrun: traits.deferred,
            polled: traits.polled,
            kernel_thread: traits.kernel_thread,
            batch: setup.batch.of(self.job.workload.depth),
            fallbacks: ring.fallbacks().to_vec(),
            ..self.plain_method(engine, fan_out)
        };
        OpenDevice { device: self.as_asked(ring, fan_out), method, cpu: None }
    }

    fn open_pool(
        &self,
        fan_out: &FanOut,
        fallback: Option<EngineFallback>,
    ) -> Result<OpenDevice, RunError> {
        let pool = Pool::new(fan_out, &self.job.workload, self.memory());
        let device = self.as_asked(pool.map_err(RunError::Resources)?, fan_out);
        let fallbacks = fallback.into_iter().collect();
        Ok(OpenDevice {
            device,
            method: IoMethod { fallbacks, ..self.plain_method(IoEngine::Pread, fan_out) },
            cpu: None,
        })
    }
}

/// Binds the calling thread, and the threads that it will start, to a processor.
pub(crate) fn pin(cpu: u32) -> Result<u32, Errno> {
    // `CpuSet::set` indexes an array of fixed size and would panic.
    if cpu as usize >= CpuSet::MAX_CPU {
        return Err(Errno::EINVAL);
    }
    let mut cpus = CpuSet::new();
    cpus.set(cpu as usize);
    sched_setaffinity(None, &cpus)?;
    Ok(cpu)
}
