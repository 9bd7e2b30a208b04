//! The measuring engine: issuers as state machines, rings and threads that drive them.
//!
//! For: giving one or several drives the same stream of requests from one synchronised start and reporting the
//! outcome: bytes and operations in the common window, latencies, processor time, and the method of measurement.
//! [`Issuer`] chooses the next requests and counts completions; it has no clock and does no I/O, so that a
//! simulation can step it in virtual time. [`run_set`] gives each issuer a thread, a device (a ring, a pool of
//! threads where rings are refused, a completion port) and the time.
//!
//! Not here: which drives run together and what follows from it, /sys and /proc (`narrows-host` reads them; it
//! can pass in a sampler by [`RunSettings::system_cpu`]), and whether a drive may be overwritten. Only these
//! are writable: a [`Scratch`] file, which never has a name or is deleted when it is closed, a kept one, which
//! did not exist before, and a raw device with a [`Permit`].
//!
//! Linux has rings, pools, NVMe commands and kept files; Windows has completion ports (`system`).
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use narrows_engine::{TargetJob, Scratch, ScratchPlan, RunSettings, IoTarget, run_set};
//! use narrows_units::{Bytes, Nanos};
//!
//! let never = AtomicBool::new(false);
//! let plan = ScratchPlan { wanted: Bytes::mib(4), named: true, ..ScratchPlan::default() };
//! // Not every file system takes direct reads.
//! if let Ok(scratch) = Scratch::make(".".as_ref(), None, plan, &never, &|_| {}) {
//!     let workload = narrows_workload::profile("rand-read-4k-q4").expect("a workload");
//!     let job = TargetJob::new(IoTarget::scratch("here", &scratch), workload);
//!     let settings = RunSettings { ramp: Nanos::ZERO, ops_max: Some(64), ..RunSettings::default() };
//!     let set = run_set(&[job], &settings, &never, &|_| {});
//!     let read = &set.targets[0];
//!     // 64 requests of 4 KiB.
//!     assert_eq!(read.moved, Bytes::kib(256));
//! }
//! ```

// Code that only rings, kept files and NVMe commands need is unused on other systems.
#![cfg_attr(not(target_os = "linux"), allow(dead_code))]

mod arena;
mod array;
mod caching;
mod device;
mod drive;
mod error;
mod fan_out;
mod flush;
mod gauge;
mod job;
#[cfg(target_os = "linux")]
mod kept;
mod kind;
mod layout;
mod method;
#[cfg(target_os = "linux")]
mod passthrough;
mod permit;
#[cfg(target_os = "linux")]
mod pread;
mod result;
#[cfg(target_os = "linux")]
mod ring;
mod salt;
mod scratch;
mod session;
mod single;
mod stamp;
mod stamping;
mod system;
mod target;
mod workers;
mod write_ledger;
mod written;

pub use arena::BufferMemory;
pub use caching::Caching;
pub use device::IoDevice;
pub use drive::{IssuerEnding, IssuerResult, drive};
pub use error::{KeptError, RunError, ScratchError, TargetError, VerifyError};
pub use fan_out::FanOut;
pub use flush::flush;
pub use gauge::Gauge;
pub use job::TargetJob;
#[cfg(target_os = "linux")]
pub use kept::{KeptFile, NewFile, Verification, verify};
pub use kind::TargetKind;
pub use method::{EngineChoice, EngineFallback, IoEngine, IoMethod};
pub use narrows_workload::issuer::{
    Completion, Errno, FlowShare, IoSubmission, Issuer, IssuerCounts, IssuerTally, OffsetSpread,
    RequestFailure, RequestShape, Schedule, StopReason, TargetRegion, Window, WorkloadMisfit,
};
#[cfg(target_os = "linux")]
pub use passthrough::GenericDevice;
pub use permit::Permit;
#[cfg(target_os = "linux")]
pub use pread::Pool;
pub use result::{RunOutcome, SetResult, TargetResult, ThreadUse};
#[cfg(target_os = "linux")]
pub use ring::{BatchLimit, Ring, RingFeatures, RingSetup};
pub use scratch::{Scratch, ScratchPlan};
pub use session::{RunSettings, run_set, run_set_from, start_soon};
pub use single::single_reads;
pub use stamp::{BlockFault, BlockStamp, UNIT};
pub use stamping::{ThreadStamping, VerifiedReads};
pub use target::{IoTarget, TargetAccess};
pub use written::written_region;

use self::system::clock;
