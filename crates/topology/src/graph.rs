//! The typed tree: processors, ports, switches, controllers and drives, with the links between.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use narrows_catalog::chipset::Uplink;
use narrows_messages::Message;
use narrows_units::{Bytes, LinkWidth};

use crate::evidence::{Driver, HostFacts, Mount, Partition, SlotSource, Stack, Transport};
use crate::pci::{PciAddress, PciId};

/// Names a node: the machine file's key, else the kernel name, else the PCI address; `cpu0` and
/// `chipset` for the two doors.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(String);

impl Id {
    /// From any printable name.
    pub fn new(name: impl fmt::Display) -> Self {
        Self(name.to_string())
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Where a fact comes from. Observed beats documented; a conflict is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Basis {
    /// Nothing says so; it is the likeliest value, and a note says that it is one.
    #[default]
    Assumed,
    /// Concluded from other facts.
    Inferred,
    /// A manual, datasheet or specification says so.
    Documented,
    /// This machine showed it.
    Observed,
}

/// A machine: a tree of nodes, and the drives and arrays on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Topology {
    /// The machine as a whole.
    pub host: HostFacts,
    /// The chipset's name, where there is one and it is known.
    pub chipset: Option<String>,
    /// All nodes. Parents form a forest: [`crate::build`] and the machine file's reader see to it
    /// that no path is cyclic.
    pub nodes: BTreeMap<Id, Node>,
    /// Drives: whole block devices that are not made of others.
    pub drives: BTreeMap<Id, Drive>,
    /// Arrays and other stacks: md, dm, btrfs, zfs, loop.
    pub arrays: BTreeMap<Id, Array>,
    /// NUMA nodes by number; empty where the capture tells of none.
    pub numa_nodes: BTreeSet<u32>,
    /// What could not be read, was assumed, or contradicts itself.
    pub notes: Vec<Note>,
}

/// A remark, and the node, drive or array that it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// What it is about; none for the whole machine.
    pub about: Option<Id>,
    /// The remark.
    pub text: Message,
}

/// A place in the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its PCI address, if it has one.
    pub address: Option<PciAddress>,
    /// Vendor and device id, if it has them.
    pub pci_id: Option<PciId>,
    /// What it is.
    pub kind: NodeKind,
    /// What people call it.
    pub name: Option<String>,
    /// The node above; none for a processor.
    pub parent: Option<Id>,
    /// The link to the node above; none for what sits in the same silicon.
    pub link: Option<Link>,
    /// What a root or downstream port can do below it.
    pub offers: Option<LinkWidth>,
    /// Through which door its data reaches the processor.
    pub door: Door,
    /// Why the door is what it is said to be.
    pub door_basis: Basis,
    /// The physical package it hangs off.
    pub package: Option<u32>,
    /// The NUMA node.
    pub numa_node: Option<u32>,
    /// The physical slot, with the source of the claim.
    pub slot: Option<(String, SlotSource)>,
    /// The bound driver.
    pub driver: Option<Driver>,
    /// Has an option ROM.
    pub option_rom: Option<bool>,
    /// Temperature in whole degrees Celsius.
    pub temperature_c: Option<i32>,
    /// Drives hidden by Intel RST behind this AHCI function.
    pub remapped_nvme: Option<u32>,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NodeKind {
    /// A processor package: the root of its tree.
    Processor,
    /// A part of a processor with a ceiling of its own.
    RootComplex,
    /// The chipset, whose link to the processor PCI does not show (Intel DMI).
    Chipset,
    /// A root port.
    RootPort,
    /// The upstream port of a switch: the switch itself.
    Switch,
    /// A downstream port of a switch.
    DownstreamPort,
    /// Another bridge: PCIe to PCI, a conventional one, or one inside the silicon.
    Bridge,
    /// A cable that leaves the box: USB, or PCIe tunnelled through Thunderbolt or USB4.
    Tunnel,
    /// A network link with drives behind it.
    NetworkLink,
    /// A storage controller.
    Storage(StorageKind),
    /// A display or compute card.
    Gpu,
    /// A network card.
    Network,
    /// A USB host controller.
    Usb,
    /// Anything else.
    Other,
}

/// Kinds of storage controllers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StorageKind {
    /// NVM Express (class 0108).
    Nvme,
    /// SATA in AHCI mode (class 0106).
    Ahci,
    /// IDE or SATA in IDE mode (class 0101).
    Ide,
    /// RAID (class 0104), also Intel RST and VMD.
    Raid,
    /// SAS (class 0107).
    Sas,
    /// SCSI (class 0100), also other host bus adapters.
    Scsi,
    /// A paravirtual disk.
    Virtio,
    /// A USB host controller with drives on it.
    Usb,
    /// A loop device over a file that lies on no known drive.
    Loop,
    /// Another mass storage controller (class 0180).
    Other,
}

/// Through which door data reaches the processor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Door {
    /// The processor's own lanes or functions.
    Cpu,
    /// The chipset and its uplink.
    Chipset,
    /// The capture does not tell.
    #[default]
    Unknown,
}

/// The link between a node and the node above it.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The name where it has one of its own: `DMI 3.0`.
    pub name: Option<String>,
    /// The address of the port above, which the link leads to.
    pub port: Option<Id>,
    /// Negotiated.
    pub current: Option<LinkWidth>,
    /// What the device below can do.
    pub possible: Option<LinkWidth>,
    /// What the port above can do.
    pub port_possible: Option<LinkWidth>,
    /// Inside a chipset or processor: its registers say nothing on throughput.
    pub internal: bool,
    /// Max_Payload_Size in use on it; none where unknown.
    pub max_payload: Option<Bytes>,
    /// Below what the device can do, and what explains it.
    pub degraded: Option<DegradedBy>,
    /// Where the width comes from.
    pub basis: Basis,
}

/// What explains a link below the device's own possible one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DegradedBy {
    /// The port above cannot do more.
    Port,
    /// The device chose it, or was told to.
    Device,
    /// Both ends could do more; software cannot tell slot from cable.
    Unknown,
}

/// A physical drive or a virtual machine's disk.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drive {
    /// The controller's node.
    pub controller: Option<Id>,
    /// Model.
    pub model: Option<String>,
    /// Serial number.
    pub serial: Option<String>,
    /// World Wide Name, EUI-64 or NGUID.
    pub wwn: Option<String>,
    /// Firmware revision.
    pub firmware: Option<String>,
    /// Size.
    pub size: Option<Bytes>,
    /// Spins.
    pub rotational: Option<bool>,
    /// The I/O scheduler in use.
    pub scheduler: Option<String>,
    /// Hardware queues.
    pub queues: Option<u32>,
    /// Logical block size.
    pub logical_block: Option<Bytes>,
    /// A volatile write cache is on.
    pub volatile_write_cache: Option<bool>,
    /// Discard reaches the drive.
    pub discard: Option<bool>,
    /// Temperature in whole degrees Celsius.
    pub temperature_c: Option<i32>,
    /// Wear in percent.
    pub percentage_used: Option<u8>,
    /// How it is connected below its controller.
    pub transport: Option<Transport>,
    /// Partitions.
    pub partitions: Vec<Partition>,
    /// Where it or its partitions are mounted, directly.
    pub mounts: Vec<Mount>,
    /// Made up because the capture shows only the controller.
    pub assumed: bool,
}

/// A device made of drives or of other arrays.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// What kind.
    pub stack: Stack,
    /// The devices right below it, by kernel name (a partition's whole device).
    pub members: Vec<Id>,
    /// The drives at the bottom.
    pub drives: Vec<Id>,
    /// Size.
    pub size: Option<Bytes>,
    /// Where it is mounted.
    pub mounts: Vec<Mount>,
}

impl Link {
    /// A chipset's uplink as the catalogue has it, for one that PCI does not show.
    pub fn documented(uplink: &Uplink, basis: Basis) -> Self {
        Self {
            name: Some(uplink.name.clone()),
            port: None,
            current: Some(uplink.link),
            possible: Some(uplink.link),
            port_possible: None,
            internal: false,
            max_payload: uplink.max_payload,
            degraded: None,
            basis,
        }
    }
}

impl Topology {
    /// The nodes from `id` up to its processor, itself first. Ends at a node that is missing.
    pub fn path<'a>(&'a self, id: &'a Id) -> impl Iterator<Item = (&'a Id, &'a Node)> {
        std::iter::successors(self.nodes.get_key_value(id), |(_, node)| {
            self.nodes.get_key_value(node.parent.as_ref()?)
        })
        .take(MAX_DEPTH)
    }

    /// What kind of storage controller a drive hangs off; none where no node says so.
    pub fn storage_kind(&self, drive: &Drive) -> Option<StorageKind> {
        match self.nodes.get(drive.controller.as_ref()?)?.kind {
            NodeKind::Storage(kind) => Some(kind),
            _ => None,
        }
    }

    /// Everything that an array is made of, step by step down to its drives; nothing for a drive.
    pub fn below(&self, id: &Id) -> BTreeSet<Id> {
        let mut below = BTreeSet::new();
        let mut left = vec![id];
        while let Some(at) = left.pop() {
            let members = self.arrays.get(at).map_or(&[][..], |array| &array.members);
            left.extend(members.iter().filter(|&member| below.insert(member.clone())));
        }
        below
    }
}

/// No PCIe path has more ports than there are bus numbers (256); a longer one is a cycle that
/// slipped through.
const MAX_DEPTH: usize = 512;
