//! What is known of a machine, as far as starting and RAID go. Everything may be unknown.

use super::fact::Fact;

/// What is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Situation {
    pub board: Board,
    pub platform: Platform,
    pub settings: Settings,
    /// The operating system that is to start or that makes the array.
    pub system: System,
    /// The drives that the question is about, each where it is or is to be.
    pub drives: Vec<Placed>,
}

/// A board's firmware.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// Its name, for people.
    pub name: String,
    pub own_driver: Fact<bool>,
    /// It runs the UEFI option ROM of a drive.
    pub runs_uefi_rom: Fact<bool>,
    /// It runs the legacy option ROM of a drive, with a compatibility module if it is UEFI.
    pub runs_legacy_rom: Fact<bool>,
    /// It is UEFI firmware, not a legacy BIOS.
    pub is_uefi: Fact<bool>,
    /// The version of the UEFI specification that it follows, such as (2, 3, 1). Not the maker's
    /// firmware version.
    pub uefi: Fact<(u8, u8, u8)>,
    /// It implements the remapping of PCIe drives for the chipset's RAID.
    pub remaps: Fact<bool>,
    /// It starts from a volume of remapped drives.
    pub starts_remapped: Fact<bool>,
    /// Its compatibility module (CSM) can be switched off.
    pub module_can_be_off: Fact<bool>,
    /// The first graphics card brings a UEFI driver.
    pub graphics_uefi: Fact<bool>,
    /// It offers RAID of drives on processor lanes without a key.
    pub cpu_attached: Fact<bool>,
    /// It is a platform that VROC was made for, with its UEFI driver in the firmware.
    pub vroc: Fact<bool>,
}

/// What a board can start from, as builders class it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BootClass {
    /// UEFI with an NVMe driver of its own.
    A,
    /// UEFI without one, which runs a drive's UEFI option ROM.
    B,
    /// A legacy BIOS, which runs a drive's legacy option ROM.
    C,
    /// NVMe drives are storage only.
    D,
}

/// A chipset, or a processor with its chipset.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Platform {
    /// Its name, for people.
    pub name: String,
    /// Its firmware RAID takes drives on SATA ports.
    pub sata_raid: Fact<bool>,
    /// It remaps PCIe drives (Intel 100 series to 500 series, some of them).
    pub remaps: Fact<bool>,
    /// How many drives it remaps at most.
    pub devices: Fact<u8>,
    /// The generation of Intel RST in the firmware.
    pub rst: Fact<u16>,
    /// First and last lane of each set that takes one remapped drive; empty if not known.
    pub sets: Vec<(u8, u8)>,
    /// The lanes on which each SATA port can be; empty if not known.
    pub sata_lanes: Vec<Vec<u8>>,
    /// It has Intel RST below a Volume Management Device.
    pub rst_vmd: Fact<bool>,
    /// Its processors have a Volume Management Device for VROC.
    pub vroc: Fact<bool>,
    /// It has Intel RST for Intel's own drives on processor lanes, on some boards.
    pub cpu_attached: Fact<bool>,
    /// It has AMD RAIDXpert2.
    pub raidxpert2: Fact<bool>,
}

/// How the firmware is set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The compatibility module (CSM) is on.
    pub module_on: Fact<bool>,
    /// Which drivers start storage devices while the compatibility module is on.
    pub storage: Fact<StorageStart>,
    pub sata: Fact<SataMode>,
    /// NVMe RAID mode (AMD).
    pub nvme_raid: Fact<bool>,
    /// The Volume Management Device is on.
    pub vmd: Fact<bool>,
    pub vroc_key: Fact<VrocKey>,
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

/// A key for Intel VROC.
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
pub struct System {
    /// Which one.
    pub kind: Fact<SystemKind>,
    /// The user says which one: no answer is to take another.
    pub is_given: bool,
    /// It has, or its setup is given, the driver of the firmware's RAID.
    pub raid_driver: Fact<bool>,
    /// Where its EFI system partition is (Linux).
    pub esp: Fact<Esp>,
    /// Where the files that the boot loader reads are (Linux).
    pub boot_files: Fact<BootFiles>,
    /// Its initramfs knows md and the array (Linux).
    pub initramfs: Fact<bool>,
}

/// Which operating system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SystemKind {
    /// Windows, by its version in tenths: 61 is 7, 63 is 8.1, 100 is 10 and 11.
    Windows(u16),
    /// Linux, by its kernel.
    Linux(u16, u16),
}

/// Where an EFI system partition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Esp {
    /// On a partition of its own, in no array.
    Plain,
    /// In a RAID 1 whose metadata stands at the end (0.90, 1.0).
    MirrorEnd,
    /// In any other array.
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

/// A drive in a slot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placed {
    pub drive: Drive,
    pub slot: SlotFacts,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drive {
    /// Its name, for people.
    pub name: String,
    pub speaks: Fact<Speaks>,
    pub uefi_rom: Fact<bool>,
    pub legacy_rom: Fact<bool>,
    /// Boards list such drives only with a newer firmware than the first ones.
    pub listed_after_update: Fact<bool>,
    /// Its own firmware is newer than the first ones.
    pub updated: Fact<bool>,
    pub intel: Fact<bool>,
    pub lanes: Fact<u8>,
}

/// What a drive speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Speaks {
    Nvme,
    AhciPcie,
    Sata,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlotFacts {
    /// Its name, for people.
    pub name: String,
    /// It hangs on the chipset, not on the processor.
    pub on_chipset: Fact<bool>,
    /// The firmware's RAID takes a drive in it.
    pub raid: Fact<bool>,
    /// First and last lane of the chipset that it is made of.
    pub lanes: Fact<(u8, u8)>,
    /// How many lanes it offers as it is set.
    pub width: Fact<u8>,
    /// How many lanes it offers at most, however it is set.
    pub widest: Fact<u8>,
    /// The firmware's entry that gives a drive in this slot to the RAID.
    pub entry: Fact<Entry>,
    /// It is known to have started with this firmware version, or nothing sets versions apart.
    pub tried: Fact<bool>,
    /// Which of the processor's Volume Management Devices it hangs on.
    pub vmd_domain: Fact<u8>,
    /// The card whose controller drives in it hang on; none for places of the board.
    pub card: Option<String>,
}

/// A firmware entry that gives the drive in a slot to the RAID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entry {
    /// The menu does not show it.
    Hidden,
    Off,
    /// It is on.
    On,
}
