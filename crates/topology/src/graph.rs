//! The typed tree: processors, ports, switches, controllers and drives, with the links between.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use narrows_catalog::chipset::ChipsetUplink;
use narrows_messages::Message;
use narrows_units::{Bytes, LinkWidth};

use crate::evidence::{
    BlockPartition, DeviceMount, DriveTransport, HostFacts, KernelDriver, SlotSource,
    StackedDevice, SystemSlot,
};
use crate::pci::{PciAddress, PciId};

/// Names a node: the machine file's key, else the kernel name, else the PCI address; `cpu0` and
/// `chipset` for the two attachments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(String);

impl Id {
    pub fn new(name: impl fmt::Display) -> Self {
        Self(name.to_string())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The order in which people read ids: addresses as they are, then names, `d2` before `d10`.
pub fn reading_order(a: &Id, b: &Id) -> Ordering {
    // Slots have numbers of any length: `252:10`.
    let is_name = |id: &Id| !(id.0.contains(':') && id.0.contains('.'));
    match (is_name(a), is_name(b)) {
        (true, true) => narrows_messages::natural(&a.0, &b.0),
        (false, false) => a.cmp(b),
        (a, b) => a.cmp(&b),
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The source of a fact. Observed beats documented; a conflict is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FactBasis {
    /// No source: the likeliest value, with a note that it is assumed.
    #[default]
    Assumed,
    Inferred,
    /// From a manual, datasheet or specification.
    Documented,
    Observed,
}

/// A machine: a tree of nodes, and the drives and arrays on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Topology {
    pub host: HostFacts,
    /// The chipset's name, if there is one and it is known.
    pub chipset: Option<String>,
    /// All nodes. Parents form a forest: [`crate::build`] and the machine file's reader ensure that
    /// no path is cyclic.
    pub nodes: BTreeMap<Id, Node>,
    /// Drives: whole block devices that are not made of others.
    pub drives: BTreeMap<Id, Drive>,
    /// Arrays and other stacks: md, dm, btrfs, zfs, loop.
    pub arrays: BTreeMap<Id, Array>,
    /// NUMA nodes by number; empty if the capture gives none.
    pub numa_nodes: BTreeSet<u32>,
    /// The slots that the firmware lists, those without a device among them.
    pub system_slots: Vec<SystemSlot>,
    /// Unreadable, assumed or contradictory facts.
    pub notes: Vec<TopologyNote>,
}

/// A note, and the node, drive or array that it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct TopologyNote {
    /// The node, drive or array; `None` for the whole machine.
    pub about: Option<Id>,
    pub text: Message,
}

/// A location in the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    pub address: Option<PciAddress>,
    pub pci_id: Option<PciId>,
    pub kind: NodeKind,
    pub name: Option<String>,
    /// The node above; `None` for a processor.
    pub parent: Option<Id>,
    /// The link to the node above; `None` if both are in the same silicon.
    pub link: Option<NodeLink>,
    /// Widest link that a root or downstream port offers.
    pub offers: Option<LinkWidth>,
    /// Whether the link below a port is active: what is behind it may not be listed.
    pub is_linked: bool,
    pub attachment: AttachmentPoint,
    pub attachment_basis: FactBasis,
    pub package: Option<u32>,
    pub numa_node: Option<u32>,
    /// The physical slot, with the source of the claim.
    pub slot: Option<(String, SlotSource)>,
    pub driver: Option<KernelDriver>,
    pub option_rom: Option<bool>,
    pub temperature_c: Option<i32>,
    /// Number of drives hidden by Intel RST behind this AHCI function.
    pub remapped_nvme: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum NodeKind {
    /// A processor package: the root of its tree.
    Processor,
    /// A part of a processor with its own ceiling.
    RootComplex,
    /// The chipset, whose link to the processor PCI does not show (Intel DMI).
    Chipset,
    RootPort,
    /// The upstream port of a switch: the switch itself.
    Switch,
    DownstreamPort,
    /// Another bridge: PCIe to PCI, a conventional one, or one inside the silicon.
    Bridge,
    /// A cable that leaves the box: USB, or PCIe tunnelled through Thunderbolt or USB4.
    Tunnel,
    /// A network link with drives behind it.
    NetworkLink,
    Storage(StorageControllerKind),
    /// A display or compute card.
    Gpu,
    Network,
    Usb,
    #[default]
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StorageControllerKind {
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
    Virtio,
    /// A USB host controller with drives on it.
    Usb,
    /// A loop device over a file that is on no known drive.
    Loop,
    /// Another mass storage controller (class 0180).
    Other,
}

/// Where data enters: at the processor or at the chipset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum AttachmentPoint {
    /// The processor's own lanes or functions.
    Cpu,
    Chipset,
    #[default]
    Unknown,
}

/// The link between a node and the node above it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeLink {
    /// Its own name, if it has one: `DMI 3.0`.
    pub name: Option<String>,
    /// The address of the port above, which the link leads to.
    pub port: Option<Id>,
    pub current: Option<LinkWidth>,
    pub possible: Option<LinkWidth>,
    pub port_possible: Option<LinkWidth>,
    /// Whether it is inside a chipset or processor: its registers say nothing about throughput.
    pub internal: bool,
    /// Max_Payload_Size in use on it; `None` if unknown.
    pub max_payload: Option<Bytes>,
    /// The cause, if it runs below the device's capability.
    pub degraded: Option<DegradationCause>,
    pub basis: FactBasis,
}

/// The cause of a link below the device's own capability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DegradationCause {
    /// The port above supports no more.
    Port,
    /// The device chose it, or was configured so.
    Device,
    /// Both ends support more; software cannot distinguish slot from cable.
    Unknown,
}

/// A physical drive or a virtual machine's disk.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drive {
    pub controller: Option<Id>,
    pub model: Option<String>,
    pub serial: Option<String>,
    /// World Wide Name, EUI-64 or NGUID.
    pub wwn: Option<String>,
    pub firmware: Option<String>,
    pub size: Option<Bytes>,
    pub rotational: Option<bool>,
    pub scheduler: Option<String>,
    pub queues: Option<u32>,
    pub logical_block: Option<Bytes>,
    pub volatile_write_cache: Option<bool>,
    pub discard: Option<bool>,
    /// The host encrypts what it writes there.
    pub encrypted: bool,
    pub temperature_c: Option<i32>,
    /// Wear in percent.
    pub percentage_used: Option<u8>,
    pub transport: Option<DriveTransport>,
    pub partitions: Vec<BlockPartition>,
    pub mounts: Vec<DeviceMount>,
    /// Whether it was added because the capture shows only the controller.
    pub assumed: bool,
}

/// A device made of drives or of other arrays.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    pub stack: StackedDevice,
    /// The devices right below it, by kernel name (a partition's whole device).
    pub members: Vec<Id>,
    pub drives: Vec<Id>,
    pub size: Option<Bytes>,
    pub mounts: Vec<DeviceMount>,
}

impl NodeLink {
    /// A hidden chipset's uplink as in the catalogue.
    pub fn documented(uplink: &ChipsetUplink, basis: FactBasis) -> Self {
        Self {
            name: Some(uplink.name.clone()),
            current: Some(uplink.link),
            possible: Some(uplink.link),
            max_payload: uplink.max_payload,
            basis,
            ..Self::default()
        }
    }
}

impl Topology {
    /// Whether the capture shows the port above each device. A bare list does not: then its devices
    /// are behind no port, and no port is known to be free.
    pub fn shows_places(&self) -> bool {
        let is_port =
            |kind: NodeKind| matches!(kind, NodeKind::RootPort | NodeKind::DownstreamPort);
        let above = |node: &Node| node.parent.as_ref().and_then(|above| self.nodes.get(above));
        let is_behind = |node: &Node| above(node).is_some_and(|above| is_port(above.kind));
        // Drives that the capture only names have neither an address nor a place.
        let is_elsewhere = |node: &Node| match node.address {
            Some(address) => address.bus != 0,
            None => {
                use StorageControllerKind::{Loop, Usb, Virtio};
                let is_elsewhere = |kind| !matches!(kind, Loop | Usb | Virtio);
                node.attachment == AttachmentPoint::Unknown
                    && matches!(node.kind, NodeKind::Storage(kind) if is_elsewhere(kind))
            }
        };
        self.nodes.values().any(is_behind) || !self.nodes.values().any(is_elsewhere)
    }

    pub fn shows_links(&self) -> bool {
        let mut links = self.nodes.values().filter_map(|node| node.link.as_ref());
        links.any(|link| {
            link.basis == FactBasis::Observed && link.current.or(link.possible).is_some()
        })
    }

    /// The nodes from `id` up to its processor, itself first. Ends at a node that is missing.
    pub fn path<'a>(&'a self, id: &'a Id) -> impl Iterator<Item = (&'a Id, &'a Node)> {
        std::iter::successors(self.nodes.get_key_value(id), |(_, node)| {
            self.nodes.get_key_value(node.parent.as_ref()?)
        })
        .take(MAX_DEPTH)
    }

    /// Whether a node is a chipset, or attached to one.
    pub fn is_below_chipset(&self, id: &Id) -> bool {
        self.path(id).any(|(_, node)| {
            node.kind == NodeKind::Chipset || node.attachment == AttachmentPoint::Chipset
        })
    }

    /// The kind of storage controller of a drive; `None` if no node has one.
    pub fn storage_kind(&self, drive: &Drive) -> Option<StorageControllerKind> {
        match self.nodes.get(drive.controller.as_ref()?)?.kind {
            NodeKind::Storage(kind) => Some(kind),
            _ => None,
        }
    }

    /// These drives and arrays, their members, arrays made of nothing else, and the nodes from there to the
    /// processor.
    pub fn only(&self, ids: &BTreeSet<Id>) -> Self {
        let below = ids.iter().flat_map(|id| self.below(id));
        let named: BTreeSet<Id> = ids.iter().cloned().chain(below).collect();
        let of_array = named.iter().filter_map(|id| self.arrays.get(id));
        let under: BTreeSet<Id> = of_array.flat_map(|array| array.drives.iter().cloned()).collect();
        let mut part = self.clone();
        part.drives.retain(|id, _| named.contains(id) || under.contains(id));
        let stands_here = |array: &Array| {
            !array.drives.is_empty() && array.drives.iter().all(|id| part.drives.contains_key(id))
        };
        part.arrays.retain(|id, array| named.contains(id) || stands_here(array));
        let controllers = part.drives.values().filter_map(|drive| drive.controller.as_ref());
        let way: BTreeSet<Id> =
            controllers.flat_map(|id| self.path(id)).map(|(id, _)| id.clone()).collect();
        part.nodes.retain(|id, _| way.contains(id));
        part.system_slots.clear();
        let is_there = |id: &Id| {
            part.drives.contains_key(id) || part.arrays.contains_key(id) || way.contains(id)
        };
        part.notes.retain(|note| note.about.as_ref().is_none_or(is_there));
        part
    }

    /// All parts of an array, down to its drives; empty for a drive.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_stand_by_their_numbers_and_functions_by_their_addresses() {
        let sorted = |names: &[&str]| {
            let mut ids: Vec<Id> = names.iter().map(Id::new).collect();
            ids.sort_by(reading_order);
            ids.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(sorted(&["2:10", "2:2", "sda", "2:1"]), ["2:1", "2:2", "2:10", "sda"]);
        let functions = ["0000:0a:00.0", "0000:10:00.0", "10000:01:00.0"];
        assert_eq!(sorted(&functions), functions);
    }
}
