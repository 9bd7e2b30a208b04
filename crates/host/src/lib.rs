//! The only reader of /sys and /proc: captures the running machine, and samples it during
//! measurements.
//!
//! For: a [`FileTree`](narrows_topology::read::FileTree) of exactly the files that the readers of
//! `narrows-topology` use ([`capture()`]), that tree as an archive that can be shared ([`bundle`]),
//! counters during a run ([`sample`]), the layers between a target and its drive ([`place`]), the
//! state of the machine around a run ([`context`]), folders for scratch files ([`filesystems`]),
//! the generic device of an NVMe drive ([`generic`](mod@generic)), the owner of files
//! ([`identity`]), the few settings that runs change ([`tunables`]), the parts of a trial array
//! ([`trial`]), and what building an array asks of the system and does to it ([`build`]).
//!
//! Not here: what any of it means (`narrows-topology`), reading and writing drives
//! (`narrows-engine`). [`trial`] creates file systems on its own
//! loop devices only. Only the capture of the live machine and the samplers of a run query a drive,
//! for its health and temperature.

pub mod build;
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
mod name;
pub mod neighbours;
mod nvme;
pub mod place;
pub mod programs;
mod root;
pub mod sample;
pub mod trial;
pub mod tunables;

pub use capture::{Captured, Extent, capture, capture_noting};
pub use cores::cores_first;
pub use name::host_name;
pub use root::Root;
