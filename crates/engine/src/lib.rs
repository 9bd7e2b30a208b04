//! The measuring engine: issuers as state machines, rings and threads that drive them.
//!
//! For: giving one or several drives the same stream of requests from one synchronised start and
//! saying what came back: bytes and operations in the common window, latencies, processor time,
//! and by which means it was measured. [`Issuer`] decides what to ask next and counts what comes;
//! it has no clock and does no I/O, so that a simulation can step it in virtual time. [`run_set`]
//! gives each issuer a thread, a ring (or a pool of threads where rings are refused) and the time.
//!
//! Not here: which drives run together and what follows from it, /sys and /proc (`narrows-host`
//! reads them; it can pass in a sampler by [`Settings::system_cpu`]), and whether a drive may be
//! overwritten. Writable are only a [`Scratch`] file, which never has a name, a [`Kept`] one, which
//! did not exist before, and a raw device with a [`Permit`].

mod arena;
mod array;
mod caching;
mod clock;
mod device;
mod drive;
mod error;
mod fan_out;
mod file_system;
mod flush;
mod gauge;
mod job;
mod kept;
mod layout;
mod method;
mod passthrough;
mod permit;
mod pread;
mod result;
mod ring;
mod salt;
mod scratch;
mod session;
mod single;
mod stamp;
mod stamping;
mod target;
mod workers;
mod write_ledger;
mod written;

pub use arena::Memory;
pub use caching::Caching;
pub use device::Device;
pub use drive::{Driven, Ending, drive};
pub use error::{KeptError, RunError, ScratchError, TargetError, VerifyError};
pub use fan_out::FanOut;
pub use flush::flush;
pub use gauge::Gauge;
pub use job::Job;
pub use kept::{Kept, NewFile, Verification, verify};
pub use method::{Engine, EngineChoice, Fallback, Method};
pub use narrows_issuer::{
    Completion, Counts, Errno, Failure, Issuer, Region, Schedule, Stop, Submission, Tally, Unfit,
    Window,
};
pub use passthrough::Generic;
pub use permit::Permit;
pub use pread::Pool;
pub use result::{Outcome, SetResult, TargetResult, ThreadUse};
pub use ring::{Batch, Ring, RingSetup, Traits};
pub use scratch::{Scratch, ScratchPlan};
pub use session::{Settings, run_set, run_set_from, start_soon};
pub use single::single_reads;
pub use stamp::{Stamp, UNIT, Wrong};
pub use stamping::{Checked, Stamping};
pub use target::{Access, Kind, Target};
pub use written::written_region;
