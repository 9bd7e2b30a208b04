//! The parts of a trial array: loop devices over nameless files, in namespaces that end with it.
//!
//! For: an array that can be mounted and used for a while, of which nothing remains when the
//! process that created it ends, even by `kill -9`: [`apart`] (namespaces), [`loops`] (devices that
//! detach themselves), [`mounts`], [`md`] (the one part that does not end by itself), [`folder`]
//! (the mount point), [`usage`] (the resources of a command).
//!
//! Not here: which commands are run in which order (`narrows trial`), the files under the loop
//! devices (`narrows-engine`'s scratch files).

pub mod apart;
pub mod folder;
pub mod loops;
pub mod md;
pub mod mounts;
pub mod usage;

/// The prefix of the name of every array and the label of every loop device of a trial.
pub const PREFIX: &str = "narrows-trial-";
