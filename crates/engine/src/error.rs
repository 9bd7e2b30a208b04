//! What can go wrong around a run, and how to say it.
//!
//! `Display` is for logs and tests; people read [`ScratchError::message`] and its siblings.

use std::path::PathBuf;

use narrows_messages::Message;
use narrows_units::Bytes;

use crate::{Errno, Unfit};

/// Why there is no scratch file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScratchError {
    /// The file system cannot make files without a name, and one with a name would be left behind
    /// by a kill.
    #[error("{}: no files without a name (O_TMPFILE) here", path.display())]
    NoTmpfile {
        /// The directory.
        path: PathBuf,
    },
    /// The file system has no O_DIRECT, so reads would come from memory.
    #[error("{}: no direct I/O (O_DIRECT) here", path.display())]
    NoDirect {
        /// The directory.
        path: PathBuf,
    },
    /// The file system lies in memory.
    #[error("{}: lies in memory ({file_system})", path.display())]
    InMemory {
        /// The directory.
        path: PathBuf,
        /// Its name, such as `tmpfs`.
        file_system: &'static str,
    },
    /// The directory is not where it was: it now leads to another file system.
    #[error("{}: leads to another file system than before", path.display())]
    Elsewhere {
        /// The directory.
        path: PathBuf,
    },
    /// Less room than the smallest useful file takes.
    #[error("{}: {free} free are too few", path.display())]
    NoSpace {
        /// The directory.
        path: PathBuf,
        /// What is free for this user.
        free: Bytes,
    },
    /// Not even the smallest useful file was written in time.
    #[error("{}: only {written} written in the time given", path.display())]
    TooSlow {
        /// The directory.
        path: PathBuf,
        /// What was written.
        written: Bytes,
    },
    /// Somebody asked to stop.
    #[error("{}: stopped", path.display())]
    Cancelled {
        /// The directory.
        path: PathBuf,
    },
    /// A system call failed.
    #[error("{}: {call}: {errno}", path.display())]
    Io {
        /// The directory.
        path: PathBuf,
        /// The call.
        call: &'static str,
        /// What the system said.
        errno: Errno,
    },
}

impl ScratchError {
    /// The sentence: where, why, and what would help.
    pub fn message(&self) -> Message {
        match self {
            Self::NoTmpfile { path } => {
                Message::new("engine-scratch-no-tmpfile").with("path", path.display())
            }
            Self::NoDirect { path } => {
                Message::new("engine-scratch-no-direct").with("path", path.display())
            }
            Self::InMemory { path, file_system } => Message::new("engine-scratch-in-memory")
                .with("path", path.display())
                .with("fs", file_system),
            Self::Elsewhere { path } => {
                Message::new("engine-scratch-elsewhere").with("path", path.display())
            }
            Self::NoSpace { path, free } => Message::new("engine-scratch-no-space")
                .with("path", path.display())
                .with("free", free),
            Self::TooSlow { path, written } => Message::new("engine-scratch-too-slow")
                .with("path", path.display())
                .with("written", written),
            Self::Cancelled { path } => {
                Message::new("engine-scratch-cancelled").with("path", path.display())
            }
            Self::Io { path, call, errno } => Message::new("engine-scratch-io")
                .with("path", path.display())
                .with("call", call)
                .with("error", errno),
        }
    }
}

/// Why a file or device cannot be measured.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// It cannot be opened for reading, or not be asked for its size.
    #[error("{}: {errno}", path.display())]
    Open {
        /// The file or device.
        path: PathBuf,
        /// What the system said.
        errno: Errno,
    },
    /// Its file system has no O_DIRECT, so reads would come from memory.
    #[error("{}: no direct I/O (O_DIRECT) here", path.display())]
    NoDirect {
        /// The file.
        path: PathBuf,
    },
    /// Neither a regular file nor a block device.
    #[error("{}: neither a file nor a block device", path.display())]
    NotStorage {
        /// The path.
        path: PathBuf,
    },
    /// Its file system lies in memory.
    #[error("{}: lies in memory ({file_system})", path.display())]
    InMemory {
        /// The file.
        path: PathBuf,
        /// Its name, such as `tmpfs`.
        file_system: &'static str,
    },
    /// It lies on btrfs with checksums, so reads go through the page cache.
    #[error("{}: checksummed on btrfs, read through the page cache", path.display())]
    Checksummed {
        /// The file.
        path: PathBuf,
    },
    /// It has parts that were never written; reading them does not touch the drive.
    #[error("{}: nothing is written at byte {at} and after", path.display())]
    Holes {
        /// The file.
        path: PathBuf,
        /// Where the first hole begins, in bytes.
        at: u64,
    },
}

impl TargetError {
    /// The sentence: which file, why, and what would help.
    pub fn message(&self) -> Message {
        match self {
            Self::Open { path, errno } => {
                Message::new("engine-target-open").with("path", path.display()).with("error", errno)
            }
            Self::NoDirect { path } => {
                Message::new("engine-target-no-direct").with("path", path.display())
            }
            Self::NotStorage { path } => {
                Message::new("engine-target-not-storage").with("path", path.display())
            }
            Self::InMemory { path, file_system } => Message::new("engine-target-in-memory")
                .with("path", path.display())
                .with("fs", file_system),
            Self::Checksummed { path } => {
                Message::new("engine-target-checksummed").with("path", path.display())
            }
            Self::Holes { path, at } => {
                Message::new("engine-target-holes").with("path", path.display()).with("at", at)
            }
        }
    }
}

/// Why a target of a set gave no figures.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The workload does not fit the region or the engine.
    #[error("{0}")]
    Unfit(#[from] Unfit),
    /// A write was asked of a target that the run did not make.
    #[error("not a scratch file: nothing is written to it")]
    ReadOnly,
    /// No memory or threads to measure with.
    #[error("no buffers or threads: {0}")]
    Resources(Errno),
    /// The ring stopped working.
    #[error("handing requests to the kernel: {0}")]
    Exchange(Errno),
    /// The issuing thread is gone or does not come back.
    #[error("the issuing thread does not answer")]
    Lost,
}

impl RunError {
    /// The sentence; `target` is the drive's name.
    pub fn message(&self, target: &str) -> Message {
        let about = |id| Message::new(id).with("target", target);
        match self {
            Self::Unfit(Unfit::Region { region, block }) => {
                about("engine-run-region").with("region", region).with("block", block)
            }
            Self::Unfit(Unfit::Block { block }) => about("engine-run-block").with("block", block),
            Self::Unfit(Unfit::Depth { depth }) => about("engine-run-depth").with("depth", depth),
            Self::ReadOnly => about("engine-run-read-only"),
            Self::Resources(errno) => about("engine-run-resources").with("error", errno),
            Self::Exchange(errno) => about("engine-run-exchange").with("error", errno),
            Self::Lost => about("engine-run-lost"),
        }
    }
}
