//! The only reader of /sys and /proc: captures the running machine, and asks it what it needs
//! while measuring.
//!
//! For: a [`FileTree`](narrows_topology::read::FileTree) of exactly the files that the readers of
//! `narrows-topology` look at ([`capture()`]), that tree as an archive that can be shown to others
//! ([`bundle`]), counters during a run ([`sample`]), what lies between a target and its drive
//! ([`place`]), the state of the machine around a run ([`context`]), where a scratch file may stand
//! ([`filesystems`]), the generic device of an NVMe drive ([`generic`](mod@generic)), whose files
//! they are ([`identity`]), the few settings that runs change ([`tunables`]), and what a trial array is
//! made of ([`trial`]).
//!
//! Not here: what any of it means (`narrows-topology`), reading and writing drives
//! (`narrows-engine`). Nothing here writes to a drive: [`trial`]
//! has file systems made on its own loop devices only. A drive is asked a question, for its health
//! and temperature, only by the capture of the live machine and by the samplers of a run.

pub mod bundle;
pub mod capture;
pub mod context;
mod cores;
mod cpu_list;
pub mod filesystems;
#[cfg(test)]
mod fixture;
pub mod generic;
pub mod guard;
pub mod identity;
mod mountinfo;
mod nvme;
pub mod place;
mod root;
pub mod sample;
pub mod trial;
pub mod tunables;

pub use capture::{Captured, Extent, capture, capture_noting};
pub use cores::cores_first;
pub use root::Root;
