//! The contents of a capture, before any conclusion.
//!
//! Every reader in [`crate::read`] fills the same value; [`crate::build`] draws the conclusions.
//! A field that a capture does not give is `None`, never a guess.

use std::collections::BTreeMap;
use std::fmt;

use narrows_catalog::board::SlotForm;
use narrows_messages::Message;
use narrows_units::{Bytes, Lanes, LinkWidth, TransferRate};

use crate::pci::{ClassCode, PciAddress, PciId};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct CaptureEvidence {
    pub host: HostFacts,
    pub functions: BTreeMap<PciAddress, PciFunction>,
    /// Bridges of which only the buses are known, because the line with the address is missing.
    pub lost_bridges: Vec<LostBridge>,
    /// Block devices by kernel name: `nvme0n1`, `sda`, `md0`, `dm-3`, `loop0`.
    pub blocks: BTreeMap<String, BlockDevice>,
    /// Whether the block devices are only those named in a text; there may be others.
    pub has_some_blocks: bool,
    pub numa_nodes: BTreeMap<u32, NumaNode>,
    /// The NUMA nodes near a root bus (by domain and first bus), if the capture gives them.
    pub root_bus_nodes: BTreeMap<(u32, u8), Vec<u32>>,
    pub mounts: Vec<DeviceMount>,
    pub slots: Vec<SlotClaim>,
    /// The slots that the firmware lists, those without a device among them.
    pub system_slots: Vec<SystemSlot>,
    /// Unreadable or odd facts.
    pub notes: Vec<Message>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostFacts {
    /// What its owner calls it, such as `test bench 2`: captures do not say.
    pub name: Option<String>,
    /// The processor's own name, such as `Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz`.
    pub cpu: Option<String>,
    pub logical_cpus: Option<u32>,
    /// The board: vendor and name, from SMBIOS.
    pub board: Option<String>,
    /// The firmware's vendor, version and date, from SMBIOS.
    pub firmware: Option<String>,
    pub kernel: Option<String>,
    /// The operating system in its own words, if it is not Linux.
    pub system: Option<String>,
    /// The hypervisor's name, if the machine is virtual.
    pub hypervisor: Option<String>,
    /// Whether it was started by UEFI (`/sys/firmware/efi` exists) rather than by a legacy BIOS.
    pub uefi: Option<bool>,
    pub secure_boot: Option<bool>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PciFunction {
    pub id: PciId,
    pub class: ClassCode,
    pub subsystem: Option<PciId>,
    /// The subsystem's vendor and name, if the capture has words instead of numbers.
    pub subsystem_name: Option<String>,
    /// Vendor and device name in the capture's own words.
    pub name: Option<String>,
    /// The bridge above, if the capture nests functions (sysfs paths, hwloc XML).
    pub parent: Option<PciAddress>,
    /// The first bus of its root bus, if the capture gives it (sysfs' `pci0000:40`). A function
    /// with neither parent nor bridge above it is on a root bus.
    pub root_bus: Option<(u32, u8)>,
    /// For bridges: the buses behind it.
    pub buses: Option<BusRange>,
    /// The device/port type from the Express capability.
    pub port: Option<PortType>,
    /// The link above an endpoint or upstream port, below a root or downstream port.
    pub link: LinkFacts,
    /// Max_Payload_Size: supported and in use.
    pub max_payload: Option<MaxPayload>,
    /// Physical Slot Number of the Slot Capabilities register (ports), or lspci's own line.
    pub slot_number: Option<String>,
    pub numa_node: Option<u32>,
    pub driver: Option<KernelDriver>,
    /// Whether it has an expansion ROM (option ROM) address range.
    pub option_rom: Option<bool>,
    /// The physical function, if this is a virtual function.
    pub virtual_of: Option<PciAddress>,
    /// Number of drives that Intel RST hides behind this AHCI function (`remapped_nvme` in sysfs).
    pub remapped_nvme: Option<u32>,
    pub temperature_c: Option<i32>,
    /// NVMe or SCSI host name below it: `nvme0`, `host2`; maps controllers to kernel names.
    pub kernel_name: Option<String>,
    /// Whether reading its configuration space was denied.
    pub denied: bool,
}

impl PciFunction {
    /// A root or downstream port, or a bridge to Express: its link is the one below it.
    pub(crate) fn faces_down(&self) -> bool {
        use PortType::{FromPciBridge, RootPort, SwitchDownstream};
        matches!(self.port, Some(RootPort | SwitchDownstream | FromPciBridge))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelDriver {
    /// Its name, such as `nvme`.
    pub name: String,
    /// The driver's own version, if any; drivers in the kernel tree mostly have none.
    pub version: Option<String>,
}

/// The buses behind a bridge, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BusRange {
    /// The bus right behind the bridge; 0 when firmware has not configured it.
    pub secondary: u8,
    /// The highest bus behind it.
    pub subordinate: u8,
}

/// A bridge whose line a damaged listing lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostBridge {
    /// The domain, taken from the function before it.
    pub domain: u32,
    /// Its bus, where known.
    pub primary: Option<u8>,
    pub buses: BusRange,
}

/// Device/Port Type of the PCI Express Capabilities register.
///
/// Source: PCI Express Base Specification 6.0, section 7.5.3.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortType {
    /// PCI Express endpoint (0000b).
    Endpoint,
    /// Legacy PCI Express endpoint (0001b).
    LegacyEndpoint,
    /// Root port of a root complex (0100b).
    RootPort,
    /// Upstream port of a switch (0101b).
    SwitchUpstream,
    /// Downstream port of a switch (0110b).
    SwitchDownstream,
    /// PCI Express to PCI bridge (0111b).
    ToPciBridge,
    /// PCI to PCI Express bridge (1000b).
    FromPciBridge,
    /// Root complex integrated endpoint (1001b): it has no link.
    IntegratedEndpoint,
    /// Root complex event collector (1010b).
    EventCollector,
}

/// The contents of the Link registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkFacts {
    /// Link Status: the negotiated speed and width; `None` for an empty or unreadable link.
    pub current: Option<LinkWidth>,
    /// Link Capabilities: maximum of this end.
    pub possible: Option<LinkWidth>,
    /// Link Control 2: the target speed set by firmware or user.
    pub target: Option<TransferRate>,
    /// Whether Link Status or slot presence shows that nothing is connected (x0, or no link
    /// active).
    pub empty: bool,
    /// Whether Link Status reports an active link: something is connected, listed or not.
    pub active: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxPayload {
    /// Device Capabilities: the most it can do.
    pub supported: Option<Bytes>,
    /// Device Control: current.
    pub current: Option<Bytes>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockDevice {
    /// The PCI function that it belongs to, if any.
    pub function: Option<PciAddress>,
    pub size: Option<Bytes>,
    pub model: Option<String>,
    pub serial: Option<String>,
    /// World Wide Name, EUI-64 or NGUID.
    pub wwn: Option<String>,
    pub firmware: Option<String>,
    pub rotational: Option<bool>,
    pub scheduler: Option<String>,
    pub queues: Option<u32>,
    pub logical_block: Option<Bytes>,
    /// Whether a volatile write cache is on (`queue/write_cache` says "write back").
    pub volatile_write_cache: Option<bool>,
    /// Whether discard (TRIM) reaches the device (`queue/discard_max_bytes` is not 0).
    pub discard: Option<bool>,
    pub temperature_c: Option<i32>,
    /// Wear: percentage used, from SMART if readable; may exceed 100.
    pub percentage_used: Option<u8>,
    /// Its transport, where sysfs gives it: the USB speed in Mbit/s or the SATA link in Gbit/s.
    pub transport: Option<DriveTransport>,
    /// The PCIe link of a drive whose function is not named, as programs on Windows and macOS show it.
    pub link: LinkFacts,
    pub partitions: Vec<BlockPartition>,
    /// The devices below it, for md, dm and loop over a block device.
    pub members: Vec<String>,
    pub stack: Option<StackedDevice>,
    /// Whether it is removable, read-only, or of size 0, and so not to be measured.
    pub read_only: bool,
}

/// Rates of SATA (Serial ATA Revision 3.2, section 7.2).
pub const SATA_GBIT_S: [f64; 3] = [1.5, 3.0, 6.0];
/// Rates of SAS; SAS-4 signals at 22.5 Gbit/s and is sold as 24.
pub const SAS_GBIT_S: [f64; 4] = [3.0, 6.0, 12.0, 22.5];
/// Rates of USB with storage (Universal Serial Bus 3.2 Specification, section 3.2).
pub const USB_MBIT_S: [u32; 4] = [480, 5000, 10_000, 20_000];

/// The transport of a drive that is not PCIe all the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DriveTransport {
    /// SATA at 1.5, 3 or 6 Gbit/s.
    Sata {
        /// Negotiated Gbit/s.
        gbit_s: f64,
    },
    /// SAS at 3, 6, 12 or 22.5 Gbit/s.
    Sas {
        /// Negotiated Gbit/s.
        gbit_s: f64,
    },
    /// USB at the signalled Mbit/s: 480, 5000, 10000, 20000.
    Usb { mbit_s: u32 },
    /// A paravirtual disk of a hypervisor.
    Virtio,
}

impl fmt::Display for DriveTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sata { gbit_s } => write!(f, "SATA {gbit_s} Gbit/s"),
            Self::Sas { gbit_s } => write!(f, "SAS {gbit_s} Gbit/s"),
            Self::Usb { mbit_s } if *mbit_s < 1000 => write!(f, "USB {mbit_s} Mbit/s"),
            Self::Usb { mbit_s } => write!(f, "USB {} Gbit/s", f64::from(*mbit_s) / 1e3),
            Self::Virtio => f.write_str("virtio"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockPartition {
    /// Kernel name, such as `nvme0n1p2`.
    pub name: String,
    pub start: Bytes,
    pub size: Bytes,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StackedDevice {
    Md {
        /// `raid0`, `raid1`, `raid10`, `raid5`, `linear`, ...
        level: String,
        /// Chunk size, if the level has one.
        chunk: Option<Bytes>,
        /// Metadata: `1.2`, `external:imsm` for Intel RST and VROC.
        metadata: Option<String>,
    },
    Dm {
        /// The name under /dev/mapper.
        name: Option<String>,
        /// The UUID, whose prefix identifies LVM, crypt, multipath.
        uuid: Option<String>,
    },
    Loop {
        backing_file: Option<String>,
    },
    /// btrfs over several devices, by file system UUID.
    Btrfs {
        /// Data profile: `raid0`, `single`, ...
        data_profile: Option<String>,
    },
    Zfs,
    /// An array from a machine file.
    Described {
        /// The RAID engine: `md`, `intel-rst`, `windows-stripe`, ...
        engine: String,
        /// `0`, `1`, `10`, `5`, `6`, `jbod`, `raidz1` to `raidz3`.
        level: String,
        chunk: Option<Bytes>,
    },
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumaNode {
    pub package: Option<u32>,
    /// Its logical processors in list form, `0-7,16-23`.
    pub cpus: String,
}

/// A mount point or swap area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceMount {
    /// Kernel name of the device or partition, such as `nvme0n1p2`.
    pub device: String,
    /// The mount point; `[swap]` for swap.
    pub target: String,
    pub fs: String,
}

/// A claim about which physical slot a function sits in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotClaim {
    /// The function, or the bridge above the slot.
    pub address: PciAddress,
    pub label: String,
    pub source: SlotSource,
}

/// A slot that the firmware lists (SMBIOS type 9). The list is often wrong, so this is only a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemSlot {
    pub label: String,
    /// The function in it or the port above it, if the firmware gives it.
    pub address: Option<PciAddress>,
    /// Its mechanical form, where its type names one.
    pub form: Option<SlotForm>,
    pub lanes: Option<Lanes>,
}

/// Sources of slot claims, least trusted first; firmware labels are often wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SlotSource {
    /// SMBIOS type 9 (system slots) or 41 (onboard devices).
    Smbios,
    /// The PCIe slot number of the port above (`/sys/bus/pci/slots`, Slot Capabilities).
    SlotNumber,
    /// The board's port map in the catalogue.
    Board,
    User,
}
