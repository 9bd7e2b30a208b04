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

use narrows_messages::Message;

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
    /// All of them.
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
    /// All of them.
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
    /// Whether the machine boots from this drive where it is.
    pub fn starts(&self, placed: &DriveInSlot) -> FeasibilityAnswer {
        boot::starts(self, placed)
    }

    /// Whether the board's menus list this drive.
    pub fn lists(&self, placed: &DriveInSlot) -> FeasibilityAnswer {
        boot::listed(placed)
    }

    /// Whether the compatibility module (CSM) can be off.
    pub fn module_can_be_off(&self) -> FeasibilityAnswer {
        boot::module_can_be_off(self)
    }

    pub fn takes(&self, placed: &DriveInSlot, means: RaidEngineKind) -> FeasibilityAnswer {
        member::takes(self, placed, means)
    }

    /// Whether any firmware RAID takes this drive where it is.
    pub fn takes_in_firmware(&self, placed: &DriveInSlot) -> FeasibilityAnswer {
        let firmware = RaidEngineKind::ALL.into_iter().filter(|means| means.is_firmware());
        FeasibilityAnswer::any(firmware.map(|means| self.takes(placed, means)).collect())
    }

    /// Whether the means makes an array of this level of all drives.
    pub fn array(&self, means: RaidEngineKind, level: RaidLevelKind) -> FeasibilityAnswer {
        array::made(self, means, level)
    }

    /// The arrays that the engine can make of all drives, level by level.
    pub fn levels(&self, means: RaidEngineKind) -> Vec<(RaidLevelKind, FeasibilityAnswer)> {
        RaidLevelKind::ALL.map(|level| (level, self.array(means, level))).to_vec()
    }

    /// In which of these slots the means takes this drive.
    pub fn slots_for<'a>(
        &self,
        drive: &DriveBootFacts,
        slots: &'a [SlotFacts],
        means: RaidEngineKind,
    ) -> Vec<(&'a SlotFacts, FeasibilityAnswer)> {
        let put = |slot: &SlotFacts| DriveInSlot { drive: drive.clone(), slot: slot.clone() };
        slots.iter().map(|slot| (slot, self.takes(&put(slot), means))).collect()
    }

    /// Whether the machine starts from such an array.
    pub fn array_starts(&self, means: RaidEngineKind, level: RaidLevelKind) -> FeasibilityAnswer {
        array::starts(self, means, level)
    }

    /// Whether the operating system sees this drive.
    pub fn system_sees(&self, placed: &DriveInSlot) -> FeasibilityAnswer {
        system::sees(self, placed)
    }

    /// Whether the operating system's installer sees this drive, which says nothing about starting.
    pub fn installer_sees(&self, placed: &DriveInSlot) -> FeasibilityAnswer {
        system::installer_sees(self, placed)
    }

    pub fn installer_takes(&self, placed: &DriveInSlot) -> FeasibilityAnswer {
        system::installer_takes(self, placed)
    }

    /// The SATA ports that PCIe drives in these slots leave; `None` if lane maps are unknown.
    pub fn ports_left(&self) -> Option<PortsLeft> {
        costs::ports_left(self)
    }

    /// Other effects for drives that the chipset's RAID takes.
    pub fn remapping_effects(&self) -> Vec<Message> {
        costs::effects(self)
    }

    /// Fewest SATA ports that this many remapped drives cost; `None` if unknown.
    pub fn fewest_ports_lost(&self, drives: usize) -> Option<usize> {
        costs::fewest_lost(&self.platform, drives)
    }
}
