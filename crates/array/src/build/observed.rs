//! An md array as the kernel and its file system show it: the input for judging its settings.

use crate::build::Geometry;

/// An array that runs; `None` where its state could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObservedArray {
    /// The kernel's name: `md0`.
    pub device: String,
    /// Its level, as md reports it: `raid5`, `linear`; empty if it has none.
    pub level: String,
    /// Chunk size in bytes; `None` if there are no chunks.
    pub chunk: Option<u64>,
    /// The layout's number, as md says it; of level 10 copies and their order.
    pub layout: Option<u64>,
    pub wanted_members: Option<u32>,
    /// Members present, in the order in which they take turns; spares at the end.
    pub members: Vec<ObservedMember>,
    pub missing: Option<u32>,
    /// `clean`, `active`, `inactive`, ...
    pub state: Option<String>,
    /// Operation in progress: `idle`, `resync`, `recover`, `check`, `reshape`, ...
    pub sync: Option<String>,
    /// The kernel's read-ahead, in bytes.
    pub read_ahead: Option<u64>,
    pub bitmap: Option<ObservedBitmap>,
    /// Stripes that levels with parity keep in memory, in pages of each member.
    pub stripe_cache: Option<u64>,
    /// The most that one discard takes, in bytes; 0 where TRIM does not pass.
    pub discard: Option<u64>,
    /// Its size in bytes.
    pub size: Option<u64>,
    /// Its file system's stripe geometry; `None` if there is none, or it was not read.
    pub geometry: Option<Geometry>,
    /// Why the file system was not read; `None` if it was.
    pub geometry_unread: Option<String>,
    pub mounted: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObservedMember {
    /// The kernel's name: `nvme0n1p1`.
    pub name: String,
    pub drive: String,
    /// Its slot in the array; `None` for a spare.
    pub slot: Option<u32>,
    /// Its start on the drive, in bytes: 0 for a whole drive.
    pub start: Option<u64>,
    /// Start of the array's data on it, in bytes.
    pub data_offset: Option<u64>,
    /// The drive's physical block size, in bytes.
    pub physical_block: Option<u64>,
    /// Largest discard, in bytes; 0 without TRIM.
    pub discard: Option<u64>,
    pub rotational: Option<bool>,
}

/// A write-intent bitmap (md.rst, `bitmap/location`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObservedBitmap {
    None,
    /// On the members, or in a file, with the bytes that each bit covers, if known.
    Chunks(Option<u64>),
}

impl ObservedArray {
    /// Its members lack some, or are being brought in line.
    pub fn is_syncing(&self) -> bool {
        !matches!(self.sync.as_deref(), None | Some("idle" | "frozen"))
    }

    /// Copies of each byte at level 10 (md(4): the layout's lowest byte near copies, the next far ones).
    pub fn copies(&self) -> u32 {
        // 0x102 is mdadm's default: two near copies, one far.
        let layout = self.layout.unwrap_or(0x102);
        let (near, far) = (layout & 0xff, layout >> 8 & 0xff);
        u32::try_from(near.max(1) * far.max(1)).unwrap_or(2)
    }

    /// Number of data members per stripe; `None` if the level has no stripes.
    pub fn data_members(&self) -> Option<u64> {
        let count = u64::from(self.wanted_members?);
        let width = match self.level.as_str() {
            "raid0" => count,
            "raid10" => count / u64::from(self.copies()),
            "raid4" | "raid5" => count.checked_sub(1)?,
            "raid6" => count.checked_sub(2)?,
            _ => return None,
        };
        (width > 0).then_some(width)
    }

    /// Size of a data stripe over all members, in bytes; `None` if the level has no stripes.
    pub fn stripe(&self) -> Option<u64> {
        self.chunk?.checked_mul(self.data_members()?)
    }

    /// Parity is calculated over each stripe.
    pub fn has_parity(&self) -> bool {
        matches!(self.level.as_str(), "raid4" | "raid5" | "raid6")
    }

    /// Number of further members it may lose; `None` if unknown.
    pub fn spare_losses(&self) -> Option<u32> {
        let bears = match self.level.as_str() {
            "raid0" | "linear" => 0,
            "raid1" => self.wanted_members?.checked_sub(1)?,
            "raid4" | "raid5" => 1,
            "raid6" => 2,
            // Which of the others may go depends on whose copies they hold; one may in any case.
            "raid10" => self.copies().saturating_sub(1),
            _ => return None,
        };
        Some(bears.saturating_sub(self.missing?))
    }
}
