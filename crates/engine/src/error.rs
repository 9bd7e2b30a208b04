//! What can go wrong around a run, and how to say it.
//!
//! `Display` is for logs and tests; people read [`ScratchError::message`] and its siblings.

use std::path::{Path, PathBuf};

use narrows_messages::Message;
use narrows_units::Bytes;

use crate::{Caching, Errno, Unfit};

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
    /// The size that somebody named would not leave enough.
    #[error("{}: {wanted} are more than the {most} that may be taken", path.display())]
    TooLarge {
        /// The directory.
        path: PathBuf,
        /// What was named.
        wanted: Bytes,
        /// What may be taken.
        most: Bytes,
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
            Self::TooLarge { path, wanted, most } => Message::new("engine-scratch-too-large")
                .with("path", path.display())
                .with("wanted", wanted)
                .with("most", most),
            Self::TooSlow { path, written } => Message::new("engine-scratch-too-slow")
                .with("path", path.display())
                .with("written", written),
            Self::Cancelled { path } => {
                Message::new("engine-scratch-cancelled").with("path", path.display())
            }
            Self::Io { path, call, errno } => failed(path, call, *errno),
        }
    }
}

/// Which right is missing where one is (open(2), EACCES and EROFS), else which call failed.
fn failed(path: &Path, call: &'static str, errno: Errno) -> Message {
    let about = |id| Message::new(id).with("path", path.display());
    match errno {
        Errno::EACCES => about("engine-scratch-no-rights"),
        Errno::EROFS => about("engine-scratch-read-only"),
        _ => about("engine-scratch-io").with("call", call).with("error", errno),
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
    /// A namespace's generic device cannot be opened, or not be asked what it is.
    #[error("{}: {errno}", path.display())]
    Generic {
        /// The device.
        path: PathBuf,
        /// What the system or the drive said.
        errno: Errno,
    },
    /// A generic device that is not of the namespace that was chosen.
    #[error("{}: of another namespace", path.display())]
    OtherNamespace {
        /// The device.
        path: PathBuf,
    },
    /// A namespace that keeps metadata with its blocks, which bare commands would not carry.
    #[error("{}: {bytes} bytes of metadata a block", path.display())]
    Metadata {
        /// The device.
        path: PathBuf,
        /// Metadata of a block, in bytes.
        bytes: u16,
    },
}

impl TargetError {
    /// The sentence: which file, why, and what would help.
    pub fn message(&self) -> Message {
        match self {
            Self::Open { path, errno } => {
                let id = match *errno {
                    Errno::EACCES | Errno::EPERM => "engine-target-no-rights",
                    _ => "engine-target-open",
                };
                Message::new(id).with("path", path.display()).with("error", errno)
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
            Self::Generic { path, errno } => Message::new("engine-target-generic")
                .with("path", path.display())
                .with("error", errno),
            Self::OtherNamespace { path } => {
                Message::new("engine-target-other-namespace").with("path", path.display())
            }
            Self::Metadata { path, bytes } => Message::new("engine-target-metadata")
                .with("path", path.display())
                .with("bytes", bytes),
        }
    }
}

/// Why there is no kept file, or no more is promised of one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeptError {
    /// Something stands at its path.
    #[error("{}: exists", path.display())]
    Exists {
        /// The path.
        path: PathBuf,
    },
    /// It cannot be made.
    #[error("{}: {errno}", path.display())]
    Make {
        /// The path.
        path: PathBuf,
        /// What the system said.
        errno: Errno,
    },
    /// The file system has no O_DIRECT.
    #[error("{}: no direct I/O (O_DIRECT) here", path.display())]
    NoDirect {
        /// The path.
        path: PathBuf,
    },
    /// Larger than what a ledger can be kept of.
    #[error("{}: {wanted} are more than {most}", path.display())]
    TooLarge {
        /// The path.
        path: PathBuf,
        /// What was named.
        wanted: Bytes,
        /// What is possible.
        most: Bytes,
    },
    /// It could not be laid out.
    #[error(transparent)]
    Layout(#[from] ScratchError),
    /// Flushing it, or writing down what was flushed, failed.
    #[error("{}: {call}: {errno}", path.display())]
    Journal {
        /// The journal's path.
        path: PathBuf,
        /// The call.
        call: &'static str,
        /// What the system said.
        errno: Errno,
    },
}

impl KeptError {
    /// The sentence: which file, why, and what would help.
    pub fn message(&self) -> Message {
        let about = |id, path: &PathBuf| Message::new(id).with("path", path.display());
        match self {
            Self::Exists { path } => about("engine-kept-exists", path),
            Self::Make { path, errno } => about("engine-kept-make", path).with("error", errno),
            Self::NoDirect { path } => about("engine-target-no-direct", path),
            Self::TooLarge { path, wanted, most } => {
                about("engine-kept-too-large", path).with("wanted", wanted).with("most", most)
            }
            Self::Layout(error) => error.message(),
            Self::Journal { path, call, errno } => {
                about("engine-kept-journal", path).with("call", call).with("error", errno)
            }
        }
    }
}

/// Why a file cannot be verified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// No journal beside it.
    #[error("{}: no {} beside it", path.display(), journal.display())]
    NoJournal {
        /// The file.
        path: PathBuf,
        /// The journal that is not there.
        journal: PathBuf,
    },
    /// What stands there is no journal, or one of another version.
    #[error("{}: no journal of this version", path.display())]
    NotOne {
        /// The journal.
        path: PathBuf,
    },
    /// It cannot be opened or read at all.
    #[error("{}: {errno}", path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        errno: Errno,
    },
}

impl VerifyError {
    /// The sentence: which file, why, and what would help.
    pub fn message(&self) -> Message {
        let about = |id, path: &PathBuf| Message::new(id).with("path", path.display());
        match self {
            Self::NoJournal { path, journal } => {
                about("engine-verify-no-journal", path).with("journal", journal.display())
            }
            Self::NotOne { path } => about("engine-verify-not-one", path),
            Self::Read { path, errno } => about("engine-verify-read", path).with("error", errno),
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
    /// A read was asked of a scratch file that is only reserved.
    #[error("not written yet: nothing is read of it")]
    Unfilled,
    /// A kept file is written by whole units of 4 KiB.
    #[error("a kept file takes blocks of 4 KiB or a multiple")]
    KeptBlock,
    /// A raw device may no longer be written.
    #[error("refused: {}", .0.id())]
    Refused(Message),
    /// No memory or threads to measure with.
    #[error("no buffers or threads: {0}")]
    Resources(Errno),
    /// A ring was asked for, and the kernel or a sandbox refuses it.
    #[error("no ring: {0}")]
    NoRing(Errno),
    /// NVMe commands were asked for, and the target is no namespace open for them.
    #[error("no NVMe namespace")]
    NoNamespace,
    /// NVMe commands were asked for, and the kernel or a sandbox refuses a ring for them.
    #[error("no ring for NVMe commands: {0}")]
    NoPassthrough(Errno),
    /// NVMe commands move whole blocks of the namespace.
    #[error("{block} are no whole blocks of {sector}")]
    Sectors {
        /// What was asked.
        block: Bytes,
        /// The namespace's block.
        sector: Bytes,
    },
    /// More than one NVMe command may move.
    #[error("{block} are more than the {most} of a command")]
    Transfer {
        /// What was asked.
        block: Bytes,
        /// What is possible.
        most: Bytes,
    },
    /// The target cannot be measured with this caching.
    #[error("not with caching {}: {errno:?}", caching.as_str())]
    NoCaching {
        /// What was asked.
        caching: Caching,
        /// What the system said; none where this engine or target does not do it.
        errno: Option<Errno>,
    },
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
            Self::Unfilled => about("engine-run-unfilled"),
            Self::KeptBlock => about("engine-run-kept-block"),
            Self::Refused(why) => why.clone(),
            Self::Resources(errno) => about("engine-run-resources").with("error", errno),
            Self::NoRing(errno) => about("engine-run-no-ring").with("error", errno),
            Self::NoNamespace => about("engine-run-no-namespace"),
            Self::NoPassthrough(errno) => about("engine-run-no-passthrough").with("error", errno),
            Self::Sectors { block, sector } => {
                about("engine-run-sectors").with("block", block).with("sector", sector)
            }
            Self::Transfer { block, most } => {
                about("engine-run-transfer").with("block", block).with("most", most)
            }
            Self::NoCaching { caching, errno: None } => {
                about("caches-not-here").with("caching", caching.as_str())
            }
            Self::NoCaching { caching, errno: Some(errno) } => {
                about("caches-refused").with("caching", caching.as_str()).with("error", errno)
            }
            Self::Exchange(errno) => about("engine-run-exchange").with("error", errno),
            Self::Lost => about("engine-run-lost"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_right_is_told_apart_from_a_failed_call() {
        let id = |errno| {
            let error = ScratchError::Io { path: "/mnt/a".into(), call: "open", errno };
            error.message().id()
        };
        assert_eq!(id(Errno::EACCES), "engine-scratch-no-rights");
        assert_eq!(id(Errno::EROFS), "engine-scratch-read-only");
        assert_eq!(id(Errno::EIO), "engine-scratch-io");
    }
}
