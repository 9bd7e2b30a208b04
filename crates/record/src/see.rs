//! `narrows.see/1`: a machine as seen.

use std::collections::BTreeMap;
use std::fmt;

use narrows_messages::DocumentText;
use narrows_topology::build::PLACES_UNKNOWN;
use narrows_units::TransferRate;
use serde::{Deserialize, Serialize};

use crate::word::{text, words};

/// A machine as seen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeeDocument {
    /// Always `narrows.see/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// Source of the machine: `this machine`, a file's name, `catalog:...`.
    pub source: String,
    /// The machine as a whole.
    pub host: HostRecord,
    /// Catalogue data of its processor; left out if it has none of that name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<crate::processor::ProcessorRecord>,
    /// Every storage controller function; a drive without a PCI function has an entry of its own.
    pub storage: Vec<StorageRecord>,
    /// Drives: whole block devices that are not made of others.
    pub drives: Vec<DriveRecord>,
    /// Arrays and other stacks.
    pub arrays: Vec<ArrayRecord>,
    /// The rest that uses links: graphics, network, USB and other cards.
    pub devices: Vec<DeviceRecord>,
    /// Processors, chipset, root ports and switches: the nodes of the tree.
    pub ports: Vec<PortRecord>,
    /// What ports and controllers pass at most, by id, where a description gives that beside their links: a
    /// network's rate, a root complex, a port multiplier. MB/s when reading; left out if there is none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ceilings_mb_s: BTreeMap<String, f64>,
    /// Facts that could not be read, were assumed or are contradictory.
    pub notes: Vec<DocumentNote>,
}

impl SeeDocument {
    /// Whether the capture shows which device is behind which port.
    pub fn shows_places(&self) -> bool {
        self.notes.iter().all(|note| note.id != PLACES_UNKNOWN)
    }

    /// Whether any link of a drive or of another device was seen.
    fn has_links(&self) -> bool {
        let storage = self.storage.iter().map(|it| &it.link);
        let mut links = storage.chain(self.devices.iter().map(|it| &it.link)).flatten();
        links.any(LinkRecord::is_known) || self.drives.iter().any(|it| it.transport.is_some())
    }

    /// The drives of a real machine whose own link was not seen; those on controllers of SATA and SAS only where no
    /// link at all was seen.
    pub fn without_links(&self) -> impl Iterator<Item = &DriveRecord> {
        let is_virtual = self.host.hypervisor.is_some();
        let has_others = self.has_links();
        let storage: BTreeMap<&str, &StorageRecord> =
            self.storage.iter().map(|storage| (storage.id.as_str(), storage)).collect();
        let has_link = move |drive: &&DriveRecord| {
            let own = drive.controller.as_deref().and_then(|id| storage.get(id));
            let is_made =
                |kind: &StorageKind| matches!(kind, StorageKind::Loop | StorageKind::Virtio);
            own.is_none_or(|storage| {
                // A drive that the capture only names stands for its controller.
                let is_named = storage.id == drive.id && storage.kind == StorageKind::Other;
                is_made(&storage.kind)
                    || (has_others && !(is_named || storage.kind == StorageKind::Nvme))
                    || storage.link.as_ref().is_some_and(LinkRecord::is_known)
            })
        };
        let is_unseen = move |drive: &&DriveRecord| {
            !is_virtual && drive.transport.is_none() && !has_link(drive)
        };
        self.drives.iter().filter(is_unseen)
    }
}

/// What shows the links of drives of these names, as a word of the sentences that say it.
pub fn links_shown_by<'a>(drives: impl IntoIterator<Item = &'a str>) -> &'static str {
    let kinds: Vec<&str> = drives
        .into_iter()
        .map(|own| match own.trim_end_matches(|c: char| c.is_ascii_digit()) {
            "disk" | "drive" => "any",
            // A place at a RAID controller, `252:0`, where a PCI address has a point, too.
            _ if own.contains(':') && !own.contains('.') => "raid",
            _ if own.starts_with("sd") => "smartctl",
            _ => "lspci",
        })
        .collect();
    let first = kinds.first().copied().unwrap_or("lspci");
    if kinds.iter().all(|kind| *kind == first) { first } else { "lspci" }
}

impl LinkRecord {
    /// Whether its width or its capability is known.
    fn is_known(&self) -> bool {
        self.current.is_some() || self.possible.is_some()
    }
}

/// The machine as a whole. Unknown values are null.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostRecord {
    /// What its owner calls it: a machine file's `name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The processor.
    pub cpu: Option<String>,
    /// The chipset.
    pub chipset: Option<String>,
    /// The board.
    pub board: Option<String>,
    /// The firmware's vendor, version and date.
    pub firmware: Option<String>,
    /// The kernel's release.
    pub kernel: Option<String>,
    /// The operating system, if it is not Linux.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The hypervisor, in a virtual machine.
    pub hypervisor: Option<String>,
    /// Logical processors.
    pub logical_cpus: Option<u32>,
    /// NUMA nodes.
    pub numa_nodes: Option<u32>,
    /// Started by UEFI rather than by a legacy BIOS.
    pub uefi: Option<bool>,
    /// Secure Boot is on.
    pub secure_boot: Option<bool>,
}

/// A storage controller function.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StorageRecord {
    /// How results and other parts of the document name it.
    pub id: String,
    /// PCI address, such as `0000:0d:00.0`; else the device's name.
    pub address: String,
    /// `nvme`, `ahci`, `ide`, `raid`, `sas`, `scsi`, `virtio`, `usb`, `loop` or `other`.
    pub kind: StorageKind,
    /// Common name.
    pub model: Option<String>,
    /// PCI vendor and device id, such as `144d:a808`.
    pub pci_id: Option<String>,
    /// The nearest of `ports` above it.
    pub parent: Option<String>,
    /// Through which attachment its data reaches the processor.
    pub attached_to: AttachmentKind,
    /// Where `attached_to` comes from.
    pub attached_basis: EvidenceBasis,
    /// The physical package it hangs off.
    pub package: Option<u32>,
    /// The NUMA node.
    pub numa_node: Option<u32>,
    /// Switches on the way up, nearest first: the address of each one's upstream port.
    pub via: Vec<String>,
    /// Its own link; null for a function inside chipset or processor, or without rights to read.
    pub link: Option<LinkRecord>,
    /// Its link runs below its own capability.
    pub degraded: Option<bool>,
    /// `port`, `device` or `unknown` when degraded.
    pub degraded_by: Option<LinkDegradation>,
    /// Every link from the drive to the processor, nearest first.
    pub hops: Vec<Hop>,
    /// The hop that carries least; null if the width of a hop is unknown.
    pub narrowest: Option<NarrowestHop>,
    /// The physical slot.
    pub slot: Option<SlotLabel>,
    /// The bound driver, with its version if it has one.
    pub driver: Option<String>,
    /// Has an option ROM.
    pub option_rom: Option<bool>,
    /// Degrees Celsius.
    pub temperature_c: Option<i32>,
    /// NVMe drives that Intel RST hides behind this function.
    pub remapped_nvme: Option<u32>,
}

words! {
    /// Kind of storage controller function.
    pub enum StorageKind or Unlisted {
        Nvme = "nvme",
        /// SATA, as AHCI.
        Ahci = "ahci",
        /// SATA or older, as IDE.
        Ide = "ide",
        Raid = "raid",
        Sas = "sas",
        /// SCSI of another kind.
        Scsi = "scsi",
        /// A hypervisor's paravirtual controller.
        Virtio = "virtio",
        Usb = "usb",
        Loop = "loop",
        Other = "other",
    }
}

words! {
    /// Why a link runs below its device's capability.
    pub enum LinkDegradation or Unlisted {
        /// The port above can do no more.
        Port = "port",
        /// The device could not be brought to more.
        Device = "device",
        /// Unknown.
        Unknown = "unknown",
    }
}

/// `cpu`, `chipset` or `unknown`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AttachmentKind {
    /// The processor's own lanes or functions.
    Cpu,
    /// The chipset and its uplink.
    Chipset,
    /// The capture does not tell.
    #[default]
    Unknown,
}

/// Where a fact comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum EvidenceBasis {
    /// This machine showed it.
    Observed,
    /// A manual, datasheet or specification says so.
    Documented,
    /// Concluded from other facts.
    Inferred,
    /// Nothing says so.
    #[default]
    Assumed,
}

/// A link's two states.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkRecord {
    /// Negotiated; null where unknown.
    pub current: Option<LinkState>,
    /// The device's own capability; null if unknown.
    pub possible: Option<LinkState>,
    /// Capability of the port above; null if unknown.
    pub port_possible: Option<LinkState>,
    /// Inside a chipset or processor: its registers say nothing on throughput.
    pub internal: bool,
    /// Max_Payload_Size in bytes; null where unknown.
    pub max_payload: Option<u64>,
    /// Its capacity in one direction, MB/s, by link arithmetic; null if unknown.
    pub usable_mb_s: Option<f64>,
    /// Evidence for the width.
    pub basis: EvidenceBasis,
}

/// Speed and width.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkState {
    /// Giga-transfers per second and lane: 2.5, 5, 8, 16, 32 or 64.
    pub gts: f64,
    /// Lanes.
    pub lanes: u8,
}

/// Prints `PCIe 3.0 x4`; a rate that no generation has as it is, `7 GT/s x4`.
impl fmt::Display for LinkState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match TransferRate::from_gt_s(self.gts) {
            Some(rate) => write!(f, "PCIe {}.0 x{}", rate.generation(), self.lanes),
            None => write!(f, "{} GT/s x{}", self.gts, self.lanes),
        }
    }
}

/// One link on the way to the processor.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hop {
    /// The device below the link; `chipset` for the chipset's own uplink.
    pub address: String,
    /// The port above the link.
    pub port: Option<String>,
    /// Its own name, such as `DMI 3.0`.
    pub name: Option<String>,
    /// The link.
    pub link: LinkRecord,
}

/// The hop that carries least.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NarrowestHop {
    /// As in `hops[].address`.
    pub address: String,
    /// Its capacity in one direction, MB/s.
    pub usable_mb_s: f64,
}

/// A physical slot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlotLabel {
    /// The label.
    pub label: String,
    /// Who says so: `user`, `board`, `slot-number` or `smbios`. Firmware labels are often wrong.
    pub source: String,
}

/// A drive.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DriveRecord {
    /// Kernel name, machine file key, or the controller's id for a drive that is assumed.
    pub id: String,
    /// The controller: an id of `storage[]`.
    pub controller: Option<String>,
    /// Model.
    pub model: Option<String>,
    /// Serial number; hashed in an anonymised capture.
    pub serial: Option<String>,
    /// World Wide Name, EUI-64 or NGUID; hashed in an anonymised capture.
    pub wwn: Option<String>,
    /// Firmware revision.
    pub firmware: Option<String>,
    /// Bytes.
    pub size: Option<u64>,
    /// Mount points of it or its partitions, also by way of arrays.
    pub mounts: Vec<MountRecord>,
    /// Partitions.
    pub partitions: Vec<PartitionRecord>,
    /// Spins.
    pub rotational: Option<bool>,
    /// The I/O scheduler in use.
    pub scheduler: Option<String>,
    /// Hardware queues.
    pub queues: Option<u32>,
    /// Logical block size in bytes.
    pub logical_block: Option<u64>,
    /// A volatile write cache is on.
    pub volatile_write_cache: Option<bool>,
    /// Discard (TRIM) reaches the drive.
    pub discard: Option<bool>,
    /// Degrees Celsius.
    pub temperature_c: Option<i32>,
    /// Wear in percent.
    pub percentage_used: Option<u8>,
    /// `SATA 6 Gbit/s`, `SAS 12 Gbit/s`, `USB 10 Gbit/s` or `virtio`; null for PCIe all the way.
    pub transport: Option<TransportName>,
    /// Capacity of SATA, SAS or USB below the controller, MB/s; null if there is no such link.
    pub usable_mb_s: Option<f64>,
    /// Sequential read rate of the drive itself, MB/s, if its model or the file gives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_mb_s: Option<f64>,
    /// Made up because the capture shows only the controller.
    pub assumed: bool,
    /// Number of equal drives that it represents, of which it is the first; left out for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equal: Option<u32>,
}

/// How a drive is connected below its controller.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(from = "String")]
pub enum TransportName {
    /// SATA, in Gbit/s.
    Sata(f64),
    /// SAS, in Gbit/s.
    Sas(f64),
    /// USB, in Mbit/s.
    Usb(u32),
    /// A hypervisor's paravirtual disk.
    Virtio,
    /// A word of another version.
    Unlisted(String),
}

impl fmt::Display for TransportName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sata(gbit_s) => write!(f, "SATA {gbit_s} Gbit/s"),
            Self::Sas(gbit_s) => write!(f, "SAS {gbit_s} Gbit/s"),
            Self::Usb(mbit_s) if *mbit_s < 1000 => write!(f, "USB {mbit_s} Mbit/s"),
            Self::Usb(mbit_s) => write!(f, "USB {} Gbit/s", f64::from(*mbit_s) / 1e3),
            Self::Virtio => f.write_str("virtio"),
            Self::Unlisted(text) => f.write_str(text),
        }
    }
}

impl From<&str> for TransportName {
    fn from(text: &str) -> Self {
        let mut words = text.split(' ');
        let known = match (words.next(), words.next(), words.next()) {
            (Some("SATA"), Some(rate), Some("Gbit/s")) => rate.parse().ok().map(Self::Sata),
            (Some("SAS"), Some(rate), Some("Gbit/s")) => rate.parse().ok().map(Self::Sas),
            (Some("USB"), Some(rate), Some("Mbit/s")) => rate.parse().ok().map(Self::Usb),
            (Some("USB"), Some(rate), Some("Gbit/s")) => {
                rate.parse().ok().map(|gbit_s: f64| Self::Usb((gbit_s * 1e3).round() as u32))
            }
            (Some("virtio"), None, None) => Some(Self::Virtio),
            _ => None,
        };
        // Anything that would be written differently from how it was read is kept verbatim.
        let known = known.filter(|known| known.to_string() == text);
        known.unwrap_or_else(|| Self::Unlisted(text.to_owned()))
    }
}

text!(TransportName);

/// A mount point or swap area.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MountRecord {
    /// The device mounted: a drive, partition or array.
    pub device: String,
    /// Where; `[swap]` for swap.
    pub target: String,
    /// File system.
    pub fs: String,
}

/// A partition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartitionRecord {
    /// Kernel name.
    pub name: String,
    /// Bytes from the start of the drive.
    pub start: u64,
    /// Bytes.
    pub size: u64,
}

/// An array or other stack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrayRecord {
    /// Kernel name, or the pool's or file system's.
    pub id: String,
    /// `md raid0`, `dm-crypt`, `lvm`, `btrfs raid0`, `zfs`, `loop`, ...
    pub kind: ArrayKind,
    /// Bytes; null if the kind has no chunk or it is unknown.
    pub chunk: Option<u64>,
    /// The devices right below it.
    pub members: Vec<String>,
    /// The drives at the bottom.
    pub drives: Vec<String>,
    /// Bytes.
    pub size: Option<u64>,
    /// Mount points.
    pub mounts: Vec<MountRecord>,
}

/// Implementation of an array or other stack. Only differences that matter for conclusions are
/// kept.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub enum ArrayKind {
    /// A volume of the firmware's RAID (Intel's metadata), of this level.
    FirmwareVolume(String),
    /// The container of such volumes, which is an inactive array of its own.
    FirmwareContainer,
    /// An encrypted device.
    Crypt,
    /// Any other, by its engine and level.
    Named(String),
}

impl fmt::Display for ArrayKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FirmwareVolume(level) => write!(f, "md {level} (imsm)"),
            Self::FirmwareContainer => f.write_str("md inactive (imsm)"),
            Self::Crypt => f.write_str("dm crypt"),
            Self::Named(kind) => f.write_str(kind),
        }
    }
}

impl From<&str> for ArrayKind {
    fn from(text: &str) -> Self {
        let level = text.strip_prefix("md ").and_then(|text| text.strip_suffix(" (imsm)"));
        match (level, text) {
            (Some("inactive"), _) => Self::FirmwareContainer,
            (Some(level), _) => Self::FirmwareVolume(level.to_owned()),
            (None, "dm crypt") => Self::Crypt,
            _ => Self::Named(text.to_owned()),
        }
    }
}

text!(ArrayKind);

/// Another device that uses links.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeviceRecord {
    /// PCI address or key.
    pub id: String,
    /// `gpu`, `network`, `usb` or `other`.
    pub kind: DeviceKind,
    /// Common name.
    pub model: Option<String>,
    /// PCI vendor and device id.
    pub pci_id: Option<String>,
    /// The node above: an id of `ports[]`.
    pub parent: Option<String>,
    /// Through which attachment its data reaches the processor.
    pub attached_to: AttachmentKind,
    /// Its own link.
    pub link: Option<LinkRecord>,
    /// Its link runs below its own capability; cards do that to save power.
    pub degraded: Option<bool>,
    /// The physical slot.
    pub slot: Option<SlotLabel>,
    /// The bound driver.
    pub driver: Option<String>,
    /// The NUMA node.
    pub numa_node: Option<u32>,
}

words! {
    /// Kind of other device.
    pub enum DeviceKind or Unlisted {
        Gpu = "gpu",
        Network = "network",
        Usb = "usb",
        Other = "other",
    }
}

/// A processor, chipset, root port or switch port.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PortRecord {
    /// PCI address, key, `cpu0` or `chipset`.
    pub id: String,
    /// `processor`, `chipset`, `root-port`, `switch`, `downstream-port` or `bridge`; in machine files
    /// also `root-complex`, `tunnel`, `network-link`, and `card` for one with something on it.
    pub kind: PortKind,
    /// Common name.
    pub model: Option<String>,
    /// PCI vendor and device id.
    pub pci_id: Option<String>,
    /// The node above; null for a processor.
    pub parent: Option<String>,
    /// The link to the node above; null if both are in the same silicon.
    pub link: Option<LinkRecord>,
    /// Link that a root or downstream port can offer below it; null elsewhere.
    pub offers: Option<LinkState>,
    /// Nothing is plugged in below.
    pub empty: bool,
    /// Through which attachment its data reaches the processor.
    pub attached_to: AttachmentKind,
    /// The physical slot below it.
    pub slot: Option<SlotLabel>,
}

words! {
    /// Kind of inner node of the tree.
    pub enum PortKind or Unlisted {
        Processor = "processor",
        Chipset = "chipset",
        RootPort = "root-port",
        /// A PCIe switch, by its upstream port.
        Switch = "switch",
        DownstreamPort = "downstream-port",
        /// A bridge to another bus.
        Bridge = "bridge",
        /// A root complex with a ceiling of its own.
        RootComplex = "root-complex",
        /// A tunnel, such as Thunderbolt's.
        Tunnel = "tunnel",
        /// A network that drives are reached through.
        NetworkLink = "network-link",
        /// A card with something on it.
        Card = "card",
    }
}

/// Value of `source` for a machine that wrote the document itself, in every language.
pub const THIS_MACHINE: &str = "this machine";

/// A remark.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DocumentNote {
    /// The sentence's id, the same in every language.
    pub id: String,
    /// The id of its subject; null for the whole machine.
    pub about: Option<String>,
    /// The sentence.
    pub text: DocumentText,
}
