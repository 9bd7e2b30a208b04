//! The only reader of /sys and /proc: captures the running machine, and asks it what it needs
//! while measuring.
//!
//! For: a [`FileTree`](narrows_topology::read::FileTree) of exactly the files that the readers of
//! `narrows-topology` look at ([`capture()`]), that tree as an archive that can be shown to others
//! ([`bundle`]), counters during a run ([`sample`]), where a scratch file may stand
//! ([`filesystems`]), and whose files they are ([`identity`]).
//!
//! Not here: what any of it means (`narrows-topology`), reading and writing drives
//! (`narrows-engine`). Nothing here writes to a drive, and only the capture of the live machine
//! ever asks a drive a question.

pub mod bundle;
pub mod capture;
pub mod filesystems;
pub mod identity;
mod root;
pub mod sample;

pub use capture::{Captured, Extent, capture, capture_noting};
pub use root::Root;
