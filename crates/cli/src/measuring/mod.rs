//! What all commands that measure share: what rounds run on, which targets there are, running rounds
//! and writing, settings that are changed for a while, and the run that comes of it with its directory.
//!
//! Not here: arguments and commands. They import this, never the other way round.

pub mod backend;
pub mod context;
pub mod curve;
mod document;
pub mod fio_job;
#[cfg(target_os = "linux")]
pub mod held;
#[cfg(target_os = "linux")]
pub mod hosts;
#[cfg(target_os = "linux")]
pub mod job;
#[cfg(target_os = "linux")]
pub mod overwriting;
mod predictions;
mod rehearsal;
pub mod rounds;
mod run;
mod shown;
pub mod targets;
pub mod watch;
pub mod workloads;
pub mod writes;

pub use self::document::{Keeping, document, exit, finish, keep, minutes, note};
pub use self::predictions::predicted;
pub use self::rehearsal::{location, show_places, show_rounds, show_virtual, virtual_location};
pub use self::run::{Came, duration, not_too_many, run_rounds, run_until, slot};
pub use self::shown::{Course, Known};
