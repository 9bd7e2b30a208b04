//! The only reader of /sys and /proc: captures the machine, and samples it while measuring.
//!
//! For: a [`FileTree`](narrows_topology::read::FileTree) of exactly the files that the readers of
//! `narrows-topology` use ([`capture()`]), that tree as an archive that can be shared ([`bundle`]),
//! counters during a run ([`sample`]), the layers between a target and its drive ([`place`]), the
//! state of the machine around a run ([`context`]), folders for scratch files ([`filesystems`]),
//! the generic device of an NVMe drive ([`generic`](mod@generic)), the owner of files
//! ([`identity`]), the few settings that runs change ([`tunables`]), the parts of a trial array
//! ([`trial`]), and the system's side of building an array ([`build`]).
//!
//!
//! On Windows there are the archives, the owner of files, a capture by its own shell, and the system activity visible
//! without an administrator while drives are measured (`windows`). Both give the same values (`facts`).
//!
//! Not here: the meaning of any of it (`narrows-topology`), reading and writing drives
//! (`narrows-engine`). [`trial`] creates file systems on its own loop devices only. Only the
//! capture of the live machine and the samplers of a run query a drive, for its health and
//! temperature.
//!
//! ```
//! use narrows_host::bundle;
//! use narrows_topology::read::{FileTreeEntry, FileTree, kind};
//!
//! let mut tree = FileTree::default();
//! tree.insert("sys/class/dmi/id/board_name", FileTreeEntry::File(b"Z170-A\n".to_vec()));
//! tree.insert("proc/cpuinfo", FileTreeEntry::File(b"model name\t: Example 9000\n".to_vec()));
//! let mut archive = Vec::new();
//! bundle::write(&tree, &mut archive)?;
//! // What was captured here is read anywhere.
//! let evidence = kind::evidence(&archive).expect("a capture");
//! assert_eq!(evidence.host.cpu.as_deref(), Some("Example 9000"));
//! # Ok::<(), std::io::Error>(())
//! ```

#[cfg(target_os = "linux")]
pub mod build;
pub mod bundle;
#[cfg(target_os = "linux")]
pub mod capture;
#[cfg(target_os = "linux")]
pub mod context;
#[cfg(target_os = "linux")]
mod cores;
#[cfg(target_os = "linux")]
mod cpu_list;
mod facts;
#[cfg(target_os = "linux")]
pub mod filesystems;
#[cfg(all(test, target_os = "linux"))]
mod fixture;
#[cfg(target_os = "linux")]
pub mod generic;
#[cfg(target_os = "linux")]
pub mod guard;
#[cfg(target_os = "linux")]
pub mod identity;
#[cfg(target_os = "linux")]
mod mountinfo;
#[cfg(target_os = "linux")]
mod name;
#[cfg(target_os = "linux")]
pub mod neighbours;
#[cfg(target_os = "linux")]
mod nvme;
#[cfg(target_os = "linux")]
pub mod place;
#[cfg(target_os = "linux")]
pub mod programs;
#[cfg(target_os = "linux")]
mod root;
#[cfg(target_os = "linux")]
pub mod sample;
#[cfg(target_os = "linux")]
pub mod trial;
#[cfg(target_os = "linux")]
pub mod tunables;
#[cfg(windows)]
pub mod windows;

#[cfg(target_os = "linux")]
pub use capture::{CaptureExtent, CapturedTree, capture, capture_noting};
#[cfg(target_os = "linux")]
pub use cores::cores_first;
#[cfg(target_os = "linux")]
pub use name::host_name;
#[cfg(target_os = "linux")]
pub use root::Root;
#[cfg(windows)]
pub use windows::{Root, context, cores_first, filesystems, identity, place, sample};
