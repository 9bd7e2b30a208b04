//! From the typed tree to `narrows.see/1`.

use std::collections::{BTreeMap, BTreeSet};

use narrows_topology::capacity::{self, LinkDirection};
use narrows_topology::evidence::{self, SlotSource, StackedDevice};
use narrows_topology::graph::{self, NodeKind, reading_order};
use narrows_topology::{Id, Topology};
use narrows_units::LinkWidth;

use crate::processor;
use crate::schema;
use crate::see::{
    ArrayRecord, AttachmentKind, DeviceKind, DeviceRecord, DocumentNote, DriveRecord,
    EvidenceBasis, Hop, HostRecord, LinkDegradation, LinkRecord, LinkState, MountRecord,
    NarrowestHop, PartitionRecord, PortKind, PortRecord, SeeDocument, SlotLabel, StorageKind,
    StorageRecord, TransportName,
};

impl SeeDocument {
    /// The document of a topology.
    pub fn of(topology: &Topology, source: &str) -> Self {
        let ids = || topology.nodes.keys();
        let mut storage_ids: Vec<&Id> = ids().collect();
        storage_ids.sort_by(|a, b| reading_order(a, b));
        let mut drives: Vec<_> = topology.drives.iter().collect();
        drives.sort_by(|(a, _), (b, _)| reading_order(a, b));
        let occupied = occupied(topology);
        let has_places = topology.shows_places();
        let mut stacked: BTreeMap<&Id, Vec<&evidence::DeviceMount>> = BTreeMap::new();
        for array in topology.arrays.values() {
            for drive in &array.drives {
                stacked.entry(drive).or_default().extend(&array.mounts);
            }
        }
        Self {
            schema: schema::SEE.to_owned(),
            narrows: env!("CARGO_PKG_VERSION").to_owned(),
            source: source.to_owned(),
            host: host(topology),
            processor: processor::of_machine(topology),
            storage: storage_ids.into_iter().filter_map(|id| storage(topology, id)).collect(),
            drives: drives
                .into_iter()
                .map(|(id, it)| drive(id, it, stacked.get(id).map_or(&[], Vec::as_slice)))
                .collect(),
            arrays: topology.arrays.iter().map(|(id, it)| array(id, it)).collect(),
            devices: ids().filter_map(|id| device(topology, id, &occupied)).collect(),
            ports: ids().filter_map(|id| port(topology, id, &occupied, has_places)).collect(),
            ceilings_mb_s: Default::default(),
            notes: topology
                .notes
                .iter()
                .map(|note| DocumentNote::of(note.about.as_ref(), &note.text))
                .collect(),
        }
    }
}

/// The nodes that have something below them.
fn occupied(topology: &Topology) -> BTreeSet<&Id> {
    topology.nodes.values().filter_map(|node| node.parent.as_ref()).collect()
}

impl DocumentNote {
    /// A remark.
    pub fn of(about: Option<&Id>, text: &narrows_messages::Message) -> Self {
        Self { id: text.id().to_owned(), about: about.map(Id::to_string), text: text.into() }
    }

    /// Whether it concerns data at risk, a device that fell off, or how far the answer holds, so that no other
    /// remark may stand before it.
    pub fn is_urgent(&self) -> bool {
        const URGENT: [&str; 9] = [
            "note-text-array-failed",
            "note-text-array-degraded",
            "note-text-sata-slow",
            "note-log-sata-limited",
            "note-lspci-no-answer",
            "note-log-uncorrected-errors",
            "note-log-corrected-errors",
            "note-lspci-machines",
            narrows_topology::build::PLACES_UNKNOWN,
        ];
        URGENT.contains(&self.id.as_str())
    }

    /// Adds the remark to those of a document, which has each only once.
    pub fn add_to(self, notes: &mut Vec<Self>) {
        if !notes.contains(&self) {
            notes.push(self);
        }
    }
}

/// Known properties of the machine as a whole.
pub fn host(topology: &Topology) -> HostRecord {
    let facts = &topology.host;
    HostRecord {
        name: facts.name.clone(),
        cpu: facts.cpu.clone(),
        chipset: topology.chipset.clone(),
        board: facts.board.clone(),
        firmware: facts.firmware.clone(),
        kernel: facts.kernel.clone(),
        system: facts.system.clone(),
        hypervisor: facts.hypervisor.clone(),
        logical_cpus: facts.logical_cpus,
        numa_nodes: u32::try_from(topology.numa_nodes.len()).ok().filter(|count| *count > 0),
        uefi: facts.uefi,
        secure_boot: facts.secure_boot,
    }
}

fn storage(topology: &Topology, id: &Id) -> Option<StorageRecord> {
    let node = topology.nodes.get(id)?;
    let NodeKind::Storage(kind) = node.kind else { return None };
    let hops = hops(topology, id);
    // Nodes above a controller are not empty slots, so a card there is a port.
    let mut above = topology.path(id).skip(1);
    let parent =
        above.find(|(_, node)| port_kind(node.kind, true).is_some()).map(|(id, _)| id.to_string());
    let storage_kind = match kind {
        graph::StorageControllerKind::Nvme => StorageKind::Nvme,
        graph::StorageControllerKind::Ahci => StorageKind::Ahci,
        graph::StorageControllerKind::Ide => StorageKind::Ide,
        graph::StorageControllerKind::Raid => StorageKind::Raid,
        graph::StorageControllerKind::Sas => StorageKind::Sas,
        graph::StorageControllerKind::Scsi => StorageKind::Scsi,
        graph::StorageControllerKind::Virtio => StorageKind::Virtio,
        graph::StorageControllerKind::Usb => StorageKind::Usb,
        graph::StorageControllerKind::Loop => StorageKind::Loop,
        graph::StorageControllerKind::Other => StorageKind::Other,
    };
    Some(StorageRecord {
        id: id.to_string(),
        address: node.address.map_or_else(|| id.to_string(), |address| address.to_string()),
        kind: storage_kind,
        model: node.name.clone(),
        pci_id: node.pci_id.map(|id| id.to_string()),
        parent,
        attached_to: attached_to(node.attachment),
        attached_basis: basis(node.attachment_basis),
        package: node.package,
        numa_node: node.numa_node,
        via: via(topology, id),
        link: node.link.as_ref().map(|it| link(topology, id, it)),
        degraded: node.link.as_ref().and_then(degraded),
        degraded_by: node.link.as_ref().and_then(|link| Some(degraded_by(link.degraded?))),
        narrowest: narrowest(&hops),
        hops,
        slot: node.slot.as_ref().map(slot),
        driver: node.driver.as_ref().map(driver),
        option_rom: node.option_rom,
        temperature_c: node.temperature_c,
        remapped_nvme: node.remapped_nvme,
    })
}

/// Whether the link is below the device's capability; `None` if either is unknown.
fn degraded(link: &graph::NodeLink) -> Option<bool> {
    link.current.and(link.possible).map(|_| link.degraded.is_some())
}

fn degraded_by(by: graph::DegradationCause) -> LinkDegradation {
    match by {
        graph::DegradationCause::Port => LinkDegradation::Port,
        graph::DegradationCause::Device => LinkDegradation::Device,
        graph::DegradationCause::Unknown => LinkDegradation::Unknown,
    }
}

fn hops(topology: &Topology, id: &Id) -> Vec<Hop> {
    let with_link = topology.path(id).filter_map(|(id, node)| Some((id, node.link.as_ref()?)));
    with_link
        .map(|(id, node)| Hop {
            address: id.to_string(),
            port: node.port.as_ref().map(Id::to_string),
            name: node.name.clone(),
            link: link(topology, id, node),
        })
        .collect()
}

/// The hop that carries least; among equals the nearest to the drive. Internal links are never
/// chosen, and if one hop is unknown, none is named, because that may be the narrowest.
fn narrowest(hops: &[Hop]) -> Option<NarrowestHop> {
    let mut best: Option<NarrowestHop> = None;
    for hop in hops.iter().filter(|hop| !hop.link.internal) {
        let usable_mb_s = hop.link.usable_mb_s?;
        if best.as_ref().is_none_or(|best| usable_mb_s < best.usable_mb_s) {
            best = Some(NarrowestHop { address: hop.address.clone(), usable_mb_s });
        }
    }
    best
}

fn via(topology: &Topology, id: &Id) -> Vec<String> {
    let above = topology.path(id).skip(1);
    let is_switch = |node: &graph::Node| {
        node.kind == NodeKind::Switch || (node.kind == NodeKind::Chipset && node.address.is_some())
    };
    above.filter(|(_, node)| is_switch(node)).map(|(id, _)| id.to_string()).collect()
}

fn link(topology: &Topology, id: &Id, link: &graph::NodeLink) -> LinkRecord {
    LinkRecord {
        current: link.current.map(LinkState::of),
        possible: link.possible.map(LinkState::of),
        port_possible: link.port_possible.map(LinkState::of),
        internal: link.internal,
        max_payload: link.max_payload.map(narrows_units::Bytes::get),
        usable_mb_s: narrows_model::carries(topology, id, link, LinkDirection::Up)
            .filter(|_| !link.internal)
            .map(|rate| round_mb_s(rate.as_mb_s())),
        basis: basis(link.basis),
    }
}

/// Rounds to 0.1 MB/s: more digits would claim more than the arithmetic knows. Below 1 GB/s to 0.001, since shares
/// of many drives have to add up to the figure of the link that they share.
pub fn round_mb_s(mb_s: f64) -> f64 {
    let steps = if mb_s < 1e3 { 1e3 } else { 10.0 };
    (mb_s * steps).round() / steps
}

impl LinkState {
    /// The wire form of a link width.
    pub fn of(width: LinkWidth) -> Self {
        Self { gts: width.rate.gt_s(), lanes: width.lanes.get() }
    }
}

fn attached_to(attachment: graph::AttachmentPoint) -> AttachmentKind {
    match attachment {
        graph::AttachmentPoint::Cpu => AttachmentKind::Cpu,
        graph::AttachmentPoint::Chipset => AttachmentKind::Chipset,
        graph::AttachmentPoint::Unknown => AttachmentKind::Unknown,
    }
}

/// The wire form of where something is known from.
pub fn basis(basis: graph::FactBasis) -> EvidenceBasis {
    match basis {
        graph::FactBasis::Observed => EvidenceBasis::Observed,
        graph::FactBasis::Documented => EvidenceBasis::Documented,
        graph::FactBasis::Inferred => EvidenceBasis::Inferred,
        graph::FactBasis::Assumed => EvidenceBasis::Assumed,
    }
}

fn slot((label, source): &(String, SlotSource)) -> SlotLabel {
    let source = match source {
        SlotSource::Smbios => "smbios",
        SlotSource::SlotNumber => "slot-number",
        SlotSource::Board => "board",
        SlotSource::User => "user",
    };
    SlotLabel { label: label.clone(), source: source.to_owned() }
}

fn driver(driver: &evidence::KernelDriver) -> String {
    match &driver.version {
        Some(version) => format!("{} {version}", driver.name),
        None => driver.name.clone(),
    }
}

fn drive(id: &Id, drive: &graph::Drive, stacked: &[&evidence::DeviceMount]) -> DriveRecord {
    let mounts = drive.mounts.iter().chain(stacked.iter().copied());
    DriveRecord {
        id: id.to_string(),
        controller: drive.controller.as_ref().map(Id::to_string),
        model: drive.model.clone(),
        serial: drive.serial.clone(),
        wwn: drive.wwn.clone(),
        firmware: drive.firmware.clone(),
        size: drive.size.map(narrows_units::Bytes::get),
        mounts: mounts.map(mount).collect(),
        partitions: drive.partitions.iter().map(partition).collect(),
        rotational: drive.rotational,
        scheduler: drive.scheduler.clone(),
        queues: drive.queues,
        logical_block: drive.logical_block.map(narrows_units::Bytes::get),
        volatile_write_cache: drive.volatile_write_cache,
        discard: drive.discard,
        temperature_c: drive.temperature_c,
        percentage_used: drive.percentage_used,
        transport: drive.transport.map(transport),
        usable_mb_s: drive
            .transport
            .as_ref()
            .and_then(capacity::transport)
            .map(|rate| round_mb_s(rate.as_mb_s())),
        read_mb_s: None,
        assumed: drive.assumed,
        equal: None,
    }
}

fn transport(transport: evidence::DriveTransport) -> TransportName {
    match transport {
        evidence::DriveTransport::Sata { gbit_s } => TransportName::Sata(gbit_s),
        evidence::DriveTransport::Sas { gbit_s } => TransportName::Sas(gbit_s),
        evidence::DriveTransport::Usb { mbit_s } => TransportName::Usb(mbit_s),
        evidence::DriveTransport::Virtio => TransportName::Virtio,
    }
}

fn mount(mount: &evidence::DeviceMount) -> MountRecord {
    MountRecord { device: mount.device.clone(), target: mount.target.clone(), fs: mount.fs.clone() }
}

fn partition(partition: &evidence::BlockPartition) -> PartitionRecord {
    PartitionRecord {
        name: partition.name.clone(),
        start: partition.start.get(),
        size: partition.size.get(),
    }
}

fn array(id: &Id, array: &graph::Array) -> ArrayRecord {
    let chunk = match &array.stack {
        StackedDevice::Md { chunk, .. } | StackedDevice::Described { chunk, .. } => {
            chunk.map(narrows_units::Bytes::get)
        }
        _ => None,
    };
    let array_kind = match &array.stack {
        // IMSM is the format that Intel's RST and VROC write on the drives.
        StackedDevice::Md { level, metadata: Some(metadata), .. } if metadata.contains("imsm") => {
            format!("md {level} (imsm)")
        }
        StackedDevice::Md { level, .. } => format!("md {level}"),
        // The prefix of a device-mapper UUID names its owner: LVM, CRYPT, mpath.
        StackedDevice::Dm { uuid: Some(uuid), .. } => {
            let owner = uuid.split('-').next().unwrap_or_default().to_lowercase();
            if owner.is_empty() { "dm".to_owned() } else { format!("dm {owner}") }
        }
        StackedDevice::Dm { uuid: None, .. } => "dm".to_owned(),
        StackedDevice::Loop { .. } => "loop".to_owned(),
        StackedDevice::Btrfs { data_profile: Some(profile) } => format!("btrfs {profile}"),
        StackedDevice::Btrfs { data_profile: None } => "btrfs".to_owned(),
        StackedDevice::Zfs => "zfs".to_owned(),
        StackedDevice::Described { engine, level, .. } => {
            // Levels that are numbers are called `raid0` and so on.
            let is_number = level.bytes().all(|byte| byte.is_ascii_digit());
            format!("{engine} {}{level}", if is_number { "raid" } else { "" })
        }
    };
    ArrayRecord {
        id: id.to_string(),
        kind: array_kind.into(),
        chunk,
        members: array.members.iter().map(Id::to_string).collect(),
        drives: array.drives.iter().map(Id::to_string).collect(),
        size: array.size.map(narrows_units::Bytes::get),
        mounts: array.mounts.iter().map(mount).collect(),
    }
}

/// A card on which nothing hangs; others are ports.
fn device(topology: &Topology, id: &Id, occupied: &BTreeSet<&Id>) -> Option<DeviceRecord> {
    let node = topology.nodes.get(id).filter(|_| !occupied.contains(id))?;
    Some(DeviceRecord {
        id: id.to_string(),
        kind: device_kind(node.kind)?,
        model: node.name.clone(),
        pci_id: node.pci_id.map(|id| id.to_string()),
        parent: node.parent.as_ref().map(Id::to_string),
        attached_to: attached_to(node.attachment),
        link: node.link.as_ref().map(|it| link(topology, id, it)),
        degraded: node.link.as_ref().and_then(degraded),
        slot: node.slot.as_ref().map(slot),
        driver: node.driver.as_ref().map(driver),
        numa_node: node.numa_node,
    })
}

fn device_kind(kind: NodeKind) -> Option<DeviceKind> {
    Some(match kind {
        NodeKind::Gpu => DeviceKind::Gpu,
        NodeKind::Network => DeviceKind::Network,
        NodeKind::Usb => DeviceKind::Usb,
        NodeKind::Other => DeviceKind::Other,
        _ => return None,
    })
}

fn port_kind(kind: NodeKind, is_occupied: bool) -> Option<PortKind> {
    Some(match kind {
        NodeKind::Processor => PortKind::Processor,
        NodeKind::RootComplex => PortKind::RootComplex,
        NodeKind::Chipset => PortKind::Chipset,
        NodeKind::RootPort => PortKind::RootPort,
        NodeKind::Switch => PortKind::Switch,
        NodeKind::DownstreamPort => PortKind::DownstreamPort,
        NodeKind::Bridge => PortKind::Bridge,
        NodeKind::Tunnel => PortKind::Tunnel,
        NodeKind::NetworkLink => PortKind::NetworkLink,
        _ if is_occupied && device_kind(kind).is_some() => PortKind::Card,
        _ => return None,
    })
}

fn port(
    topology: &Topology,
    id: &Id,
    occupied: &BTreeSet<&Id>,
    has_places: bool,
) -> Option<PortRecord> {
    let node = topology.nodes.get(id)?;
    let kind = port_kind(node.kind, occupied.contains(id))?;
    let leads_down = matches!(node.kind, NodeKind::RootPort | NodeKind::DownstreamPort);
    Some(PortRecord {
        id: id.to_string(),
        kind,
        model: node.name.clone(),
        pci_id: node.pci_id.map(|id| id.to_string()),
        parent: node.parent.as_ref().map(Id::to_string),
        link: node.link.as_ref().map(|it| link(topology, id, it)),
        offers: node.offers.map(LinkState::of),
        empty: leads_down && has_places && !node.is_linked && !occupied.contains(id),
        attached_to: attached_to(node.attachment),
        slot: node.slot.as_ref().filter(|_| !leads_down || node.leads_to_slot()).map(slot),
    })
}
