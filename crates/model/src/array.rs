//! Arrays as a machine file or a capture describes them: level, RAID engine, chunk size, members,
//! caches.

use narrows_array::{CopyLayout, CopyOrder, RaidLevel};
use narrows_topology::Id;
use narrows_units::Bytes;

use crate::limit::Band;

#[derive(Clone, Debug, PartialEq)]
pub struct ArrayPlan {
    /// How data and redundancy are spread.
    pub level: RaidLevel,
    pub engine: RaidEngine,
    /// Chunk size; `None` for the engine's default.
    pub chunk: Option<Bytes>,
    /// The record size of ZFS; `None` for its default.
    pub record: Option<Bytes>,
    /// The sector size of ZFS (2 to the power of `ashift`); 4 KiB where none.
    pub sector: Option<Bytes>,
    /// Whether ZFS passes requests by its cache (2.3 and later, zfsprops(7), direct).
    pub direct: bool,
    /// ZFS' drives for what is flushed (zpoolconcepts(7), log); the members where empty.
    pub log: Vec<Id>,
    pub members: Vec<Id>,
    /// Members of a mirror of md that are read only where no other can be (md(4), write-mostly).
    pub write_mostly: Vec<Id>,
    /// The mode of the RAID engine's own cache.
    pub cache: ArrayCacheMode,
    pub drive_buffer: bool,
    /// The kind of write-intent bitmap.
    pub bitmap: Bitmap,
    /// The controller that does the work, for [`RaidEngine::Hardware`].
    pub controller: Option<Id>,
    /// The layout of copies in md's level 10.
    pub copies: CopyLayout,
    /// The stripe above, if this is several equal arrays under a stripe: all other fields describe
    /// each of them, except `members`, which are those of all, one array after the other.
    pub over: Option<StripeOverArrays>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct StripeOverArrays {
    pub arrays: Vec<Id>,
    pub engine: RaidEngine,
    /// Chunk size of the stripe; `None` for the engine's default.
    pub chunk: Option<Bytes>,
    /// The controller of each array; `None` if the host does the work.
    pub controllers: Vec<Option<Id>>,
}

impl StripeOverArrays {
    /// The chunk size in use. ZFS puts each record on one of the arrays, whatever its size
    /// (zpoolconcepts(7), dynamic striping).
    pub fn chunk(&self) -> Bytes {
        let whole = self.engine == RaidEngine::Zfs;
        // 1 GiB is more than any record, so that none is cut.
        let own = if whole { Bytes::gib(1) } else { self.engine.default_chunk() };
        self.chunk.unwrap_or(own)
    }
}

/// The software, firmware or card that makes an array of drives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum RaidEngine {
    #[default]
    Md,
    /// Device mapper's striped target, LVM's too.
    DmStripe,
    Btrfs,
    Zfs,
    /// A striped or mirrored volume on Windows dynamic disks.
    WindowsStripe,
    /// Intel RST: the chipset's remapping with a driver that does the rest.
    IntelRst,
    Vroc,
    AmdRaidxpert,
    Hardware,
}

/// Modes of an array's own cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArrayCacheMode {
    /// No cache.
    #[default]
    None,
    ReadOnly,
    /// Caches writes, too, once they are on the drives.
    WriteThrough,
    /// Acknowledges writes before they are on the drives.
    WriteBack,
}

/// A write-intent bitmap: which regions may differ between members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bitmap {
    /// No bitmap.
    #[default]
    None,
    Internal,
    External,
}

impl ArrayPlan {
    /// An array without its own caches, and with those of the drives.
    pub fn new(level: RaidLevel, engine: RaidEngine, members: Vec<Id>) -> Self {
        Self {
            level,
            engine,
            chunk: None,
            record: None,
            sector: None,
            direct: false,
            log: Vec::new(),
            members,
            write_mostly: Vec::new(),
            cache: ArrayCacheMode::None,
            drive_buffer: true,
            bitmap: Bitmap::None,
            controller: None,
            copies: CopyLayout::default(),
            over: None,
        }
    }

    /// The number of arrays: 1, or those under a stripe.
    pub fn arrays(&self) -> usize {
        self.over.as_ref().map_or(1, |over| over.arrays.len().max(1))
    }

    /// The number of members of each of them.
    pub fn each(&self) -> usize {
        self.members.len() / self.arrays()
    }

    pub fn card_of(&self, member: &Id) -> Option<&Id> {
        let Some(over) = &self.over else { return self.controller.as_ref() };
        let at = self.members.iter().position(|it| it == member)?;
        over.controllers.get(at / self.each().max(1))?.as_ref()
    }

    /// The copies of each byte in level 10: two for all engines but md and btrfs (mkfs.btrfs(8), raid1c3).
    pub(crate) fn copies(&self) -> CopyLayout {
        match self.engine {
            RaidEngine::Md | RaidEngine::Btrfs => self.copies,
            _ => CopyLayout::default(),
        }
    }

    /// The number of members over which one copy of a whole stripe goes.
    pub(crate) fn width(&self) -> f64 {
        let members = self.each().max(1) as f64;
        let CopyLayout { order, count } = self.copies();
        match (self.level, order) {
            (RaidLevel::MirroredStripe, CopyOrder::Near) => (members / f64::from(count)).max(1.0),
            _ => members,
        }
    }

    /// The record size in use (zfsprops(7), recordsize).
    pub fn record(&self) -> Bytes {
        self.record.unwrap_or(Bytes::kib(128))
    }

    /// The least that ZFS allocates of a member.
    pub(crate) fn sector(&self) -> Bytes {
        self.sector.unwrap_or(Bytes::kib(4))
    }

    /// Whether writes are done once they are in memory: in that of a RAID engine with write-back, or in
    /// ZFS' transaction groups.
    pub(crate) fn writes_to_memory(&self) -> bool {
        self.cache == ArrayCacheMode::WriteBack || self.engine == RaidEngine::Zfs && !self.direct
    }

    /// The chunk size in use.
    pub fn chunk(&self) -> Bytes {
        self.chunk.unwrap_or_else(|| self.engine.default_chunk())
    }
}

impl RaidEngine {
    /// Every engine with its name in machine files.
    pub const NAMES: [(&'static str, Self); 9] = [
        ("md", Self::Md),
        ("dm-stripe", Self::DmStripe),
        ("btrfs", Self::Btrfs),
        ("zfs", Self::Zfs),
        ("windows-stripe", Self::WindowsStripe),
        ("intel-rst", Self::IntelRst),
        ("vroc", Self::Vroc),
        ("amd-raidxpert", Self::AmdRaidxpert),
        ("hardware", Self::Hardware),
    ];

    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, engine)| engine)
    }

    /// The name in machine files.
    pub fn as_str(self) -> &'static str {
        Self::NAMES.into_iter().find(|(_, engine)| *engine == self).map_or("", |(name, _)| name)
    }

    /// Whether the engine moves trees and checksums besides data.
    pub(crate) fn moves_more(self) -> bool {
        matches!(self, Self::Btrfs | Self::Zfs)
    }

    /// How far an array's rate may be from its members' rates: they are not quite equal, and the
    /// slowest sets the pace; engines with trees and checksums of their own move more than data.
    pub(crate) fn evenness(self) -> Band {
        match self {
            Self::Md | Self::DmStripe | Self::Hardware => Band::new(0.95, 1.03),
            Self::IntelRst | Self::Vroc | Self::AmdRaidxpert | Self::WindowsStripe => {
                Band::new(0.92, 1.05)
            }
            Self::Btrfs | Self::Zfs => Band::new(0.85, 1.05),
        }
    }

    /// The default chunk size: 512 KiB in mdadm(8), 64 KiB in lvcreate(8), in btrfs(5) and on
    /// Windows; ZFS spreads records of 128 KiB over its members (zfsprops(7)), for which a quarter
    /// is used; Intel's firmware offers 16 KiB first for solid-state drives, its VROC and AMD's
    /// firmware 128 and 64 KiB.
    pub fn default_chunk(self) -> Bytes {
        Bytes::kib(match self {
            Self::Md => 512,
            Self::IntelRst => 16,
            Self::Vroc => 128,
            Self::Zfs => 32,
            _ => 64,
        })
    }
}

impl ArrayCacheMode {
    /// The mode of this name in machine files.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "none" => Some(Self::None),
            "read-only" => Some(Self::ReadOnly),
            "write-through" => Some(Self::WriteThrough),
            "write-back" => Some(Self::WriteBack),
            _ => None,
        }
    }
}

impl Bitmap {
    /// The bitmap of this name in machine files.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "none" => Some(Self::None),
            "internal" => Some(Self::Internal),
            "external" => Some(Self::External),
            _ => None,
        }
    }
}
