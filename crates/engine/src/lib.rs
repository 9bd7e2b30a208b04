//! The measuring engine: issuers as state machines, rings and threads that drive them.
//!
//! For: giving one or several drives the same stream of requests from one synchronised start and
//! saying what came back: bytes and operations in the common window, latencies, processor time,
//! and by which means it was measured. [`Issuer`] decides what to ask next and counts what comes;
//! it has no clock and does no I/O, so that a simulation can step it in virtual time. [`run_set`]
//! gives each issuer a thread, a ring (or a pool of threads where rings are refused) and the time.
//!
//! Not here: which drives run together and what follows from it, /sys and /proc (`narrows-host`
//! reads them; it can hand in a sampler by [`Settings::system_cpu`]), files that outlive the run.
//! Nothing is written but a [`Scratch`] file, which has no name from birth.

mod arena;
mod clock;
mod crew;
mod device;
mod drive;
mod errno;
mod error;
mod file_system;
mod issuer;
mod method;
mod noise;
mod offsets;
mod pread;
mod result;
mod ring;
mod scratch;
mod session;
mod target;
mod window;
mod written;

pub use arena::Memory;
pub use device::Device;
pub use drive::{Driven, Ending, drive};
pub use errno::Errno;
pub use error::{RunError, ScratchError, TargetError};
pub use issuer::{Completion, Failure, Issuer, Schedule, Stop, Submission, Tally, Unfit};
pub use method::{Engine, EngineChoice, Fallback, Method};
pub use offsets::Region;
pub use pread::Pool;
pub use result::{CpuUse, Outcome, SetResult, TargetResult};
pub use ring::Ring;
pub use scratch::{Scratch, ScratchPlan};
pub use session::{Settings, run_set};
pub use target::{Access, Target};
pub use window::Window;
pub use written::written_region;
