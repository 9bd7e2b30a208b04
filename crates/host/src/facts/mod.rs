//! What looks and samplers give, on every system: values and what follows from two of them.

mod candidate;
mod context;
mod counters;
mod heat;
mod interrupts;
mod stack;

pub use self::candidate::Candidate;
pub use self::context::{Boot, Context};
pub use self::counters::{CpuCounters, DiskCounters};
pub use self::heat::{DriveHeat, Sign};
pub use self::interrupts::Interrupts;
pub use self::stack::{Answerer, AnswersBefore, Level, Passes, StorageStack};
