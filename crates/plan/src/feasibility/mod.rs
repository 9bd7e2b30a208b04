//! Whether something is possible: starting from a drive, being in a RAID, starting from that.
//!
//! Ask with the known facts ([`BootSituation`], everything in it may be unknown; [`known`] fills it from
//! the catalogue, [`shown`] adds observations of a machine). The [`FeasibilityAnswer`] gives the
//! verdict, its reasons with the basis of each, the firmware settings needed, and ways to settle the
//! rest.
//!
//! Not here: which arrangement is best; a rule about one product (`narrows-catalog` has those).

mod answer;
mod array;
mod boot;
mod costs;
mod fact;
pub mod known;
mod member;
mod rules;
pub mod shown;
mod situation;
mod system;

use std::fmt;

pub use answer::{FeasibilityAnswer, FeasibilityReason, FeasibilityVerdict};
pub use costs::PortsLeft;
pub use fact::{FactEvidence, SourceVerdict, SourcedFact};
pub use situation::{
    BoardFirmware, BootClass, BootFiles, BootSituation, ChipsetPlatform, DriveBootFacts,
    DriveInSlot, DriveProtocol, Esp, FirmwareSettings, OsFacts, OsKind, RaidMenuEntry, SataMode,
    SlotFacts, StorageStart, VrocKey,
};

/// A way to make an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RaidEngineKind {
    /// Intel RST: SATA drives, and PCIe drives that the chipset remaps.
    Rst,
    /// Intel RST below a Volume Management Device.
    RstVmd,
    Vroc,
    /// AMD RAIDXpert2.
    Raidxpert2,
    /// Windows' own: dynamic disks.
    Windows,
    LinuxMd,
}

impl RaidEngineKind {
    pub const ALL: [Self; 6] =
        [Self::Rst, Self::RstVmd, Self::Vroc, Self::Raidxpert2, Self::Windows, Self::LinuxMd];

    pub const fn id(self) -> &'static str {
        match self {
            Self::Rst => "intel-rst",
            Self::RstVmd => "intel-rst-vmd",
            Self::Vroc => "intel-vroc",
            Self::Raidxpert2 => "amd-raidxpert2",
            Self::Windows => "windows",
            Self::LinuxMd => "linux-md",
        }
    }

    /// Whether it is Intel's, of one form on the drives.
    pub const fn is_intel(self) -> bool {
        matches!(self, Self::Rst | Self::RstVmd | Self::Vroc)
    }

    /// Whether the firmware knows its arrays.
    pub const fn is_firmware(self) -> bool {
        !matches!(self, Self::Windows | Self::LinuxMd)
    }
}

impl fmt::Display for RaidEngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rst => "Intel RST",
            Self::RstVmd => "Intel RST (VMD)",
            Self::Vroc => "Intel VROC",
            Self::Raidxpert2 => "AMD RAIDXpert2",
            Self::Windows => "Windows",
            Self::LinuxMd => "Linux md",
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RaidLevelKind {
    Raid0,
    Raid1,
    Raid5,
    Raid10,
}

impl RaidLevelKind {
    pub const ALL: [Self; 4] = [Self::Raid0, Self::Raid1, Self::Raid5, Self::Raid10];

    /// 0, 1, 5 or 10.
    pub const fn number(self) -> u8 {
        match self {
            Self::Raid0 => 0,
            Self::Raid1 => 1,
            Self::Raid5 => 5,
            Self::Raid10 => 10,
        }
    }
}

impl fmt::Display for RaidLevelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RAID {}", self.number())
    }
}

impl BootSituation {
    /// Whether any firmware RAID takes this drive where it is.
    pub fn takes_in_firmware(&self, placed: &DriveInSlot) -> FeasibilityAnswer {
        let firmware = RaidEngineKind::ALL.into_iter().filter(|means| means.is_firmware());
        FeasibilityAnswer::any(firmware.map(|means| self.takes(placed, means)).collect())
    }
}
