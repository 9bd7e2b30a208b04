//! Where a scratch file may go.

use std::path::PathBuf;

use narrows_units::Bytes;

/// A folder on a drive for a scratch file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScratchCandidate {
    /// Kernel name of the mounted device or partition.
    pub device: String,
    /// A folder on it in which this user may write.
    pub directory: PathBuf,
    /// The number of the file system (stat(2), `st_dev`): a path can lead elsewhere later.
    pub number: u64,
    pub fs: String,
    /// Free space for this user, as the file system reports it.
    pub free: Bytes,
}
