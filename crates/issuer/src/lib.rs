//! Issuers: which request comes next, and counts of what completed; without a clock and without
//! I/O.
//!
//! For: keeping a workload's depth in flight, stopping, and counting. Whoever drives an [`Issuer`]
//! hands it the time and what has completed: a thread with a ring (`narrows-engine`), or a
//! simulation in virtual time (`narrows-sim`). So what is measured on hardware and on virtual
//! hardware is asked and counted by the same code.
//!
//! Not here: clocks, files, threads; several targets; what the counts mean.

mod counts;
mod errno;
mod issuer;
mod noise;
mod offsets;
mod pace;
mod request;
mod shuffle;
mod tally;
mod window;

pub use counts::Counts;
pub use errno::Errno;
pub use issuer::Issuer;
pub use noise::Noise;
pub use offsets::Region;
pub use request::{Completion, Failure, Schedule, Stop, Submission, Unfit};
pub use tally::{Mark, Tally};
pub use window::Window;
