//! What a trial array is made of: loop devices over files without a name, in namespaces that end
//! with their process.
//!
//! For: an array that can be mounted and used for a while, of which the kernel leaves nothing when
//! the process that made it ends, also by `kill -9`: [`apart`] (namespaces), [`loops`] (devices that
//! detach themselves), [`mounts`], [`md`] (the one part that does not end by itself), [`folder`]
//! (where it is mounted), [`programs`] (whose help it takes), [`usage`] (what a command cost).
//!
//! Not here: which commands are run in which order (`narrows trial`), the files under the loop
//! devices (`narrows-engine`'s scratch files).

pub mod apart;
pub mod folder;
pub mod loops;
pub mod md;
pub mod mounts;
pub mod programs;
pub mod usage;

/// What begins the name of every array and the label of every loop device of a trial.
pub const PREFIX: &str = "narrows-trial-";
