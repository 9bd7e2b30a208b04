//! A target: a file or device, the region to use, and the permitted access.
//!
//! A target that was not created by the run is open for reading only, both in the kernel and in
//! this type. Writable are [`Scratch`] and kept files, and a raw device with a [`Permit`].
//!
//! Not here: opening anything but scratch files (`system`).

use std::fs::File;
use std::sync::Arc;

use narrows_workload::Workload;

use crate::array::MemberFiles;
use crate::kind::TargetKind;
use crate::stamp::BlockStamp;
use crate::system::Namespace;
use crate::write_ledger::WriteLedger;
use crate::{Permit, RunError, Scratch, TargetRegion, UNIT};

/// The size assumed for targets without one, for choosing offsets: 1 TiB.
const BOUNDLESS: u64 = 1 << 40;

/// Permitted access to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetAccess {
    ReadOnly,
    /// Reads and writes: the run's own scratch file.
    Scratch,
    /// Reads and writes of a file that the run created and keeps.
    Kept,
    /// Reads and writes of a raw device with a permit.
    RawWrite,
}

/// A file or device to measure. Cloning it shares the open file.
#[derive(Clone, Debug)]
pub struct IoTarget {
    pub(crate) name: String,
    pub(crate) file: Arc<File>,
    pub(crate) region: TargetRegion,
    pub(crate) access: TargetAccess,
    pub(crate) kind: TargetKind,
    pub(crate) write_ledger: Option<Arc<WriteLedger>>,
    /// Whether every block of it is written, so that it may be read.
    pub(crate) filled: bool,
    pub(crate) permit: Option<Arc<dyn Permit>>,
    pub(crate) file_system: Option<&'static str>,
    pub(crate) no_cow: Option<bool>,
    /// Its namespace for NVMe commands, if open.
    pub(crate) namespace: Option<Namespace>,
    pub(crate) members: Option<Arc<MemberFiles>>,
}

impl IoTarget {
    /// All of a scratch file, under the drive's `name`.
    pub fn scratch(name: impl Into<String>, scratch: &Scratch) -> Self {
        Self {
            name: name.into(),
            file: scratch.file(),
            region: TargetRegion::whole(scratch.len().get()),
            access: TargetAccess::Scratch,
            kind: TargetKind::File,
            write_ledger: Some(scratch.write_ledger()),
            filled: scratch.is_filled(),
            permit: None,
            file_system: Some(scratch.file_system()),
            no_cow: scratch.no_cow(),
            namespace: None,
            members: None,
        }
    }

    /// A target that is only read, of a file that is open for that.
    pub(crate) fn read_only(
        name: String,
        file: File,
        region: TargetRegion,
        kind: TargetKind,
    ) -> Self {
        Self {
            name,
            file: Arc::new(file),
            region,
            access: TargetAccess::ReadOnly,
            kind,
            write_ledger: None,
            filled: true,
            permit: None,
            file_system: None,
            no_cow: None,
            namespace: None,
            members: None,
        }
    }

    /// A target without a size.
    pub(crate) fn boundless(name: String, file: File, kind: TargetKind) -> Self {
        Self::read_only(name, file, TargetRegion::whole(BOUNDLESS), kind)
    }

    /// The same target, restricted to its part of `region`.
    #[must_use]
    pub fn within(mut self, region: TargetRegion) -> Self {
        let end = self.region.offset.saturating_add(self.region.len);
        let offset = region.offset.clamp(self.region.offset, end);
        let len = region.offset.saturating_add(region.len).clamp(offset, end) - offset;
        self.region = TargetRegion { offset, len };
        self
    }

    /// Whether `workload` may run on it now. Must be called right before each round, because the
    /// state of a raw device may have changed.
    pub fn permits(&self, workload: &Workload) -> Result<(), RunError> {
        if workload.read_percent > 0 && !self.filled {
            return Err(RunError::Unfilled);
        }
        if workload.read_percent == 100 {
            return Ok(());
        }
        match (self.access, &self.permit) {
            (TargetAccess::ReadOnly, _) | (TargetAccess::RawWrite, None) => Err(RunError::ReadOnly),
            (TargetAccess::RawWrite, Some(permit)) => {
                permit.check_again().map_err(RunError::Refused)
            }
            (TargetAccess::Kept, _) if !workload.block.get().is_multiple_of(UNIT as u64) => {
                Err(RunError::KeptBlock)
            }
            (TargetAccess::Kept | TargetAccess::Scratch, _) => Ok(()),
        }
    }

    /// Whether every block of it is written; otherwise it is only reserved.
    pub fn is_filled(&self) -> bool {
        self.filled
    }

    /// Whether it may be written at all.
    pub fn is_writable(&self) -> bool {
        self.access != TargetAccess::ReadOnly
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The stamp of its blocks; `None` for read-only targets.
    pub fn stamp(&self) -> Option<BlockStamp> {
        self.write_ledger.as_ref().map(|write_ledger| write_ledger.stamp())
    }

    pub fn kind(&self) -> TargetKind {
        self.kind
    }

    pub fn region(&self) -> TargetRegion {
        self.region
    }

    /// The open files: of an array all of its drives'.
    pub(crate) fn files(&self) -> Vec<Arc<File>> {
        match &self.members {
            Some(members) => members.files(),
            None => vec![self.file()],
        }
    }

    /// The open file, for driving a [`crate::IoDevice`] by hand.
    pub fn file(&self) -> Arc<File> {
        Arc::clone(&self.file)
    }
}
