//! Errors of runs and their messages.
//!
//! `Display` is for logs and tests; people read [`ScratchError::message`] and its siblings.

use std::path::PathBuf;

use narrows_messages::Message;
use narrows_units::Bytes;

use crate::{Caching, Errno, WorkloadMisfit};

/// Why a scratch file cannot be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScratchError {
    /// No files without a name can be made, and one with a name would outlive a kill.
    #[error("{}: no files without a name (O_TMPFILE) here", path.display())]
    NoTmpfile { path: PathBuf },
    /// The file system has no O_DIRECT, so reads would come from memory.
    #[error("{}: no direct I/O (O_DIRECT) here", path.display())]
    NoDirect { path: PathBuf },
    #[error("{}: lies in memory ({file_system})", path.display())]
    InMemory {
        path: PathBuf,
        /// Its name, such as `tmpfs`.
        file_system: &'static str,
    },
    /// The path has changed: it now leads to another file system.
    #[error("{}: leads to another file system than before", path.display())]
    Elsewhere { path: PathBuf },
    /// Less room than the smallest useful file takes.
    #[error("{}: {free} free are too few", path.display())]
    NoSpace { path: PathBuf, free: Bytes },
    /// The requested size would not leave enough free space.
    #[error("{}: {wanted} are more than the {most} that may be taken", path.display())]
    TooLarge { path: PathBuf, wanted: Bytes, most: Bytes },
    /// Not even the smallest useful file was written in time.
    #[error("{}: only {written} written in the time given", path.display())]
    TooSlow { path: PathBuf, written: Bytes },
    #[error("{}: stopped", path.display())]
    Cancelled { path: PathBuf },
    #[error("{}: {call}: {errno}", path.display())]
    Io { path: PathBuf, call: &'static str, errno: Errno },
}

impl ScratchError {
    /// Returns the message for people: location, cause and remedy.
    pub fn message(&self) -> Message {
        let about = |id, path: &PathBuf| Message::new(id).with("path", path.display());
        match self {
            Self::NoTmpfile { path } => about("engine-scratch-no-tmpfile", path),
            Self::NoDirect { path } => about("engine-scratch-no-direct", path),
            Self::InMemory { path, file_system } => {
                about("engine-scratch-in-memory", path).with("fs", file_system)
            }
            Self::Elsewhere { path } => about("engine-scratch-elsewhere", path),
            Self::NoSpace { path, free } => {
                about("engine-scratch-no-space", path).with("free", free)
            }
            Self::TooLarge { path, wanted, most } => {
                about("engine-scratch-too-large", path).with("wanted", wanted).with("most", most)
            }
            Self::TooSlow { path, written } => {
                about("engine-scratch-too-slow", path).with("written", written)
            }
            Self::Cancelled { path } => about("engine-scratch-cancelled", path),
            // The missing permission if there is one (open(2), EACCES and EROFS), else the call
            // that failed.
            Self::Io { path, call, errno } => match errno.meaning() {
                Errno::EACCES => about("engine-scratch-no-rights", path),
                Errno::EROFS => about("engine-scratch-read-only", path),
                _ => about("engine-scratch-io", path).with("call", call).with("error", errno),
            },
        }
    }
}

/// Why a file or device cannot be measured.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// It cannot be opened for reading, or its size cannot be read.
    #[error("{}: {errno}", path.display())]
    Open { path: PathBuf, errno: Errno },
    /// Its file system has no O_DIRECT, so reads would come from memory.
    #[error("{}: no direct I/O (O_DIRECT) here", path.display())]
    NoDirect { path: PathBuf },
    /// Neither a regular file nor a block device.
    #[error("{}: neither a file nor a block device", path.display())]
    NotStorage { path: PathBuf },
    #[error("{}: lies in memory ({file_system})", path.display())]
    InMemory {
        path: PathBuf,
        /// Its name, such as `tmpfs`.
        file_system: &'static str,
    },
    /// It is on btrfs with checksums, so reads go through the page cache.
    #[error("{}: checksummed on btrfs, read through the page cache", path.display())]
    Checksummed { path: PathBuf },
    /// It is compressed, encrypted, sparse or remote: reads do not return the drive's own data.
    #[error("{}: compressed, encrypted, sparse or offline", path.display())]
    Changed { path: PathBuf },
    /// It has parts that were never written; reading them does not touch the drive.
    #[error("{}: nothing is written at byte {at} and after", path.display())]
    Holes {
        path: PathBuf,
        /// The offset of the first hole, in bytes.
        at: u64,
    },
    /// A namespace's generic device cannot be opened, or not be queried.
    #[error("{}: {errno}", path.display())]
    Generic { path: PathBuf, errno: Errno },
    /// The generic device does not belong to the chosen namespace.
    #[error("{}: of another namespace", path.display())]
    OtherNamespace { path: PathBuf },
    /// A namespace with metadata in its blocks, which plain commands would not transfer.
    #[error("{}: {bytes} bytes of metadata a block", path.display())]
    Metadata {
        path: PathBuf,
        /// Metadata per block, in bytes.
        bytes: u16,
    },
}

impl TargetError {
    /// Returns the message for people: file, cause and remedy.
    pub fn message(&self) -> Message {
        let about = |id, path: &PathBuf| Message::new(id).with("path", path.display());
        match self {
            Self::Open { path, errno } => {
                let id = match errno.meaning() {
                    Errno::EACCES | Errno::EPERM => "engine-target-no-rights",
                    _ => "engine-target-open",
                };
                about(id, path).with("error", errno)
            }
            Self::NoDirect { path } => about("engine-target-no-direct", path),
            Self::NotStorage { path } => about("engine-target-not-storage", path),
            Self::InMemory { path, file_system } => {
                about("engine-target-in-memory", path).with("fs", file_system)
            }
            Self::Checksummed { path } => about("engine-target-checksummed", path),
            Self::Changed { path } => about("engine-target-changed", path),
            Self::Holes { path, at } => about("engine-target-holes", path).with("at", at),
            Self::Generic { path, errno } => {
                about("engine-target-generic", path).with("error", errno)
            }
            Self::OtherNamespace { path } => about("engine-target-other-namespace", path),
            Self::Metadata { path, bytes } => {
                about("engine-target-metadata", path).with("bytes", bytes)
            }
        }
    }
}

/// Why a kept file cannot be created, or no further writes are guaranteed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeptError {
    #[error("{}: exists", path.display())]
    Exists { path: PathBuf },
    #[error("{}: {errno}", path.display())]
    Make { path: PathBuf, errno: Errno },
    #[error("{}: no direct I/O (O_DIRECT) here", path.display())]
    NoDirect { path: PathBuf },
    /// Larger than a ledger supports.
    #[error("{}: {wanted} are more than {most}", path.display())]
    TooLarge { path: PathBuf, wanted: Bytes, most: Bytes },
    /// It could not be laid out.
    #[error(transparent)]
    Layout(#[from] ScratchError),
    /// Flushing it, or writing the journal, failed.
    #[error("{}: {call}: {errno}", path.display())]
    Journal { path: PathBuf, call: &'static str, errno: Errno },
}

impl KeptError {
    /// Returns the message for people: file, cause and remedy.
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
    #[error("{}: no {} beside it", path.display(), journal.display())]
    NoJournal { path: PathBuf, journal: PathBuf },
    /// The file is not a journal, or one of another version.
    #[error("{}: no journal of this version", path.display())]
    NotOne { path: PathBuf },
    #[error("{}: {errno}", path.display())]
    Read { path: PathBuf, errno: Errno },
}

impl VerifyError {
    /// Returns the message for people: file, cause and remedy.
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

/// Why a target of a set has no figures.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The workload does not fit the region or the engine.
    #[error("{0}")]
    Unfit(#[from] WorkloadMisfit),
    /// A write to a target that the run did not create.
    #[error("not a scratch file: nothing is written to it")]
    ReadOnly,
    /// A read from a scratch file that is only reserved.
    #[error("not written yet: nothing is read of it")]
    Unfilled,
    /// Writes to a kept file must be whole units of 4 KiB.
    #[error("a kept file takes blocks of 4 KiB or a multiple")]
    KeptBlock,
    /// A raw device may no longer be written.
    #[error("refused: {}", .0.id())]
    Refused(Message),
    /// Not enough memory or threads.
    #[error("no buffers or threads: {0}")]
    Resources(Errno),
    /// A ring was requested, and the kernel or a sandbox refuses it.
    #[error("no ring: {0}")]
    NoRing(Errno),
    /// NVMe commands were requested, and the target is not a namespace open for them.
    #[error("no NVMe namespace")]
    NoNamespace,
    /// NVMe commands were requested, and the kernel or a sandbox refuses a ring for them.
    #[error("no ring for NVMe commands: {0}")]
    NoPassthrough(Errno),
    /// NVMe commands move whole blocks of the namespace.
    #[error("{block} are no whole blocks of {sector}")]
    Sectors { block: Bytes, sector: Bytes },
    /// More than one NVMe command can move.
    #[error("{block} are more than the {most} of a command")]
    Transfer { block: Bytes, most: Bytes },
    /// The target cannot be measured with this caching.
    #[error("not with caching {}: {errno:?}", caching.as_str())]
    NoCaching {
        caching: Caching,
        /// The system's error; `None` if this engine or target does not support it.
        errno: Option<Errno>,
    },
    #[error("handing requests to the kernel: {0}")]
    Exchange(Errno),
    /// The issuing thread is gone or does not come back.
    #[error("the issuing thread does not answer")]
    Lost,
}

impl RunError {
    /// The message for people; `target` is the drive's name.
    pub fn message(&self, target: &str) -> Message {
        let about = |id| Message::new(id).with("target", target);
        match self {
            Self::Unfit(WorkloadMisfit::Region { region, block }) => {
                about("engine-run-region").with("region", region).with("block", block)
            }
            Self::Unfit(WorkloadMisfit::Block { block }) => {
                about("engine-run-block").with("block", block)
            }
            Self::Unfit(WorkloadMisfit::Depth { depth }) => {
                about("engine-run-depth").with("depth", depth)
            }
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
