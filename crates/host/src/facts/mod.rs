//! Results of queries and samplers, on every system: values, and conclusions from two of them.

mod candidate;
mod context;
mod counters;
mod heat;
mod interrupts;
mod stack;

pub use self::candidate::ScratchCandidate;
pub use self::context::{BootDurations, HostContext};
pub use self::counters::{CpuCounters, DiskCounters};
pub use self::heat::{DriveHeat, ThrottlingSign};
pub use self::interrupts::Interrupts;
pub use self::stack::{
    InterceptingLayer, InterceptorKind, StackLevel, StorageStack, UnchangedRequests,
};
