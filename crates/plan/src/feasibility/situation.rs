//! Known facts about a machine's booting and RAID. Everything may be unknown.

use super::fact::SourcedFact;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct BootSituation {
    pub board: BoardFirmware,
    pub platform: ChipsetPlatform,
    pub settings: FirmwareSettings,
    /// The operating system that is to start or that makes the array.
    pub system: OsFacts,
    /// The drives in question, each where it is or is to be.
    pub drives: Vec<DriveInSlot>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardFirmware {
    pub name: String,
    pub own_driver: SourcedFact<bool>,
    /// It runs the UEFI option ROM of a drive.
    pub runs_uefi_rom: SourcedFact<bool>,
    /// It runs the legacy option ROM of a drive, with a compatibility module if it is UEFI.
    pub runs_legacy_rom: SourcedFact<bool>,
    /// It is UEFI firmware, not a legacy BIOS.
    pub is_uefi: SourcedFact<bool>,
    /// The version of the UEFI specification that it follows, such as (2, 3, 1). Not the maker's
    /// firmware version.
    pub uefi: SourcedFact<(u8, u8, u8)>,
    /// It implements the remapping of PCIe drives for the chipset's RAID.
    pub remaps: SourcedFact<bool>,
    /// It starts from a volume of remapped drives.
    pub starts_remapped: SourcedFact<bool>,
    /// Its compatibility module (CSM) can be switched off.
    pub module_can_be_off: SourcedFact<bool>,
    /// The first graphics card brings a UEFI driver.
    pub graphics_uefi: SourcedFact<bool>,
    /// It offers RAID of drives on processor lanes without a key.
    pub cpu_attached: SourcedFact<bool>,
    /// It is a platform that VROC was made for, with its UEFI driver in the firmware.
    pub vroc: SourcedFact<bool>,
}

/// How a board can boot, as builders class it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BootClass {
    /// UEFI with its own NVMe driver.
    A,
    /// UEFI without one, which runs a drive's UEFI option ROM.
    B,
    /// A legacy BIOS, which runs a drive's legacy option ROM.
    C,
    /// NVMe drives are storage only.
    D,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChipsetPlatform {
    pub name: String,
    /// The year in which its series came out; `None` if unknown.
    pub year: Option<u16>,
    /// Its firmware RAID takes drives on SATA ports.
    pub sata_raid: SourcedFact<bool>,
    /// It remaps PCIe drives (Intel 100 series to 500 series, some of them).
    pub remaps: SourcedFact<bool>,
    /// How many drives it remaps at most.
    pub devices: SourcedFact<u8>,
    /// The generation of Intel RST in the firmware.
    pub rst: SourcedFact<u16>,
    /// First and last lane of each set that takes one remapped drive; empty if unknown.
    pub sets: Vec<(u8, u8)>,
    /// The lanes on which each SATA port can be; empty if unknown.
    pub sata_lanes: Vec<Vec<u8>>,
    /// It has Intel RST below a Volume Management Device.
    pub rst_vmd: SourcedFact<bool>,
    /// Its processors have a Volume Management Device for VROC.
    pub vroc: SourcedFact<bool>,
    /// It has Intel RST for Intel's own drives on processor lanes, on some boards.
    pub cpu_attached: SourcedFact<bool>,
    /// It has AMD RAIDXpert2.
    pub raidxpert2: SourcedFact<bool>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct FirmwareSettings {
    /// The compatibility module (CSM) is on.
    pub module_on: SourcedFact<bool>,
    /// Which drivers start storage devices while the compatibility module is on.
    pub storage: SourcedFact<StorageStart>,
    pub sata: SourcedFact<SataMode>,
    /// NVMe RAID mode (AMD).
    pub nvme_raid: SourcedFact<bool>,
    /// The Volume Management Device is on.
    pub vmd: SourcedFact<bool>,
    pub vroc_key: SourcedFact<VrocKey>,
}

/// Which drivers start storage devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StorageStart {
    /// UEFI drivers, first or only.
    Uefi,
    /// Legacy option ROMs, first or only.
    Legacy,
    /// None: option ROMs of storage devices are skipped.
    Neither,
}

/// The mode of the chipset's SATA controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SataMode {
    Ahci,
    /// RAID; on Intel "Intel RST Premium".
    Raid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum VrocKey {
    /// No key.
    None,
    /// Levels 0, 1 and 10.
    Standard,
    /// Level 5 as well.
    Premium,
    /// As Premium, with Intel's own drives only.
    IntelOnly,
}

/// An operating system.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OsFacts {
    pub kind: SourcedFact<OsKind>,
    /// The user says which one: no answer is to take another.
    pub is_given: bool,
    /// It has, or its setup is given, the driver of the firmware's RAID.
    pub raid_driver: SourcedFact<bool>,
    /// Where its EFI system partition is (Linux).
    pub esp: SourcedFact<Esp>,
    /// Location of the files that the boot loader reads (Linux).
    pub boot_files: SourcedFact<BootFiles>,
    /// Its initramfs knows md and the array (Linux).
    pub initramfs: SourcedFact<bool>,
}

/// Which operating system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OsKind {
    /// Windows, by its version in tenths: 61 is 7, 63 is 8.1, 100 is 10 and 11.
    Windows(u16),
    /// Linux, by its kernel.
    Linux(u16, u16),
}

/// Where an EFI system partition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Esp {
    /// On its own partition, in no array.
    Plain,
    /// In a RAID 1 with its metadata at the end (0.90, 1.0).
    MirrorEnd,
    OtherArray,
}

/// Where kernel and initramfs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BootFiles {
    /// In no array.
    Plain,
    /// In an array that the boot loader reads.
    Readable,
    /// In an array that it does not.
    Unreadable,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct DriveInSlot {
    pub drive: DriveBootFacts,
    pub slot: SlotFacts,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct DriveBootFacts {
    pub name: String,
    pub speaks: SourcedFact<DriveProtocol>,
    pub uefi_rom: SourcedFact<bool>,
    pub legacy_rom: SourcedFact<bool>,
    /// Boards list such drives only with a newer firmware than the first ones.
    pub listed_after_update: SourcedFact<bool>,
    /// Its own firmware is newer than the first ones.
    pub updated: SourcedFact<bool>,
    pub intel: SourcedFact<bool>,
    pub lanes: SourcedFact<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DriveProtocol {
    Nvme,
    AhciPcie,
    Sata,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlotFacts {
    pub name: String,
    /// It hangs on the chipset, not on the processor.
    pub on_chipset: SourcedFact<bool>,
    /// The firmware's RAID takes a drive in it.
    pub raid: SourcedFact<bool>,
    /// First and last lane of the chipset that it is made of.
    pub lanes: SourcedFact<(u8, u8)>,
    /// How many lanes it offers as it is set.
    pub width: SourcedFact<u8>,
    /// How many lanes it offers at most, however it is set.
    pub widest: SourcedFact<u8>,
    /// The firmware's entry that gives a drive in this slot to the RAID.
    pub entry: SourcedFact<RaidMenuEntry>,
    /// It is known to have started with this firmware version, or nothing sets versions apart.
    pub tried: SourcedFact<bool>,
    /// Which of the processor's Volume Management Devices it hangs on.
    pub vmd_domain: SourcedFact<u8>,
    /// The card whose controller its drives are attached to; `None` for places of the board.
    pub card: Option<String>,
}

/// A firmware entry that gives the drive in a slot to the RAID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RaidMenuEntry {
    /// The menu does not show it.
    Hidden,
    Off,
    On,
}
