//! From the typed tree to `narrows.see/1`.

use std::collections::{BTreeMap, BTreeSet};

use narrows_topology::capacity::{self, Way};
use narrows_topology::evidence::{self, SlotSource, Stack};
use narrows_topology::graph::{self, NodeKind, reading_order};
use narrows_topology::{Id, Topology};
use narrows_units::LinkWidth;

use crate::processor;
use crate::schema;
use crate::see::{
    Array, AttachedTo, Basis, DegradedBy, Device, DeviceKind, Drive, Hop, Host, Link, LinkState,
    Mount, Narrowest, Note, Partition, Port, PortKind, See, SlotLabel, Storage, StorageKind,
    Transport,
};

impl See {
    /// The document of a topology.
    pub fn of(topology: &Topology, source: &str) -> Self {
        let ids = || topology.nodes.keys();
        let mut storage_ids: Vec<&Id> = ids().collect();
        storage_ids.sort_by(|a, b| reading_order(a, b));
        let mut drives: Vec<_> = topology.drives.iter().collect();
        drives.sort_by(|(a, _), (b, _)| reading_order(a, b));
        let occupied = occupied(topology);
        let has_places = topology.shows_places();
        let stacked = stacked_mounts(topology);
        Self {
            schema: schema::SEE.to_owned(),
            narrows: env!("CARGO_PKG_VERSION").to_owned(),
            source: source.to_owned(),
            host: host(topology),
            processor: processor::of_machine(topology),
            storage: storage_ids.into_iter().filter_map(|id| storage(topology, id)).collect(),
            drives: drives
                .into_iter()
                .map(|(id, found)| drive(id, found, stacked.get(id).map_or(&[], Vec::as_slice)))
                .collect(),
            arrays: topology.arrays.iter().map(|(id, found)| array(id, found)).collect(),
            devices: ids().filter_map(|id| device(topology, id, &occupied)).collect(),
            ports: ids().filter_map(|id| port(topology, id, &occupied, has_places)).collect(),
            notes: topology.notes.iter().map(remark).collect(),
        }
    }
}

/// The nodes that have something below them.
fn occupied(topology: &Topology) -> BTreeSet<&Id> {
    topology.nodes.values().filter_map(|node| node.parent.as_ref()).collect()
}

/// Where the arrays on each drive are mounted.
fn stacked_mounts(topology: &Topology) -> BTreeMap<&Id, Vec<&evidence::Mount>> {
    let mut stacked: BTreeMap<&Id, Vec<&evidence::Mount>> = BTreeMap::new();
    for array in topology.arrays.values() {
        for drive in &array.drives {
            stacked.entry(drive).or_default().extend(&array.mounts);
        }
    }
    stacked
}

impl Note {
    /// A remark.
    pub fn of(about: Option<&Id>, text: &narrows_messages::Message) -> Self {
        Self { id: text.id().to_owned(), about: about.map(Id::to_string), text: text.into() }
    }
}

fn remark(note: &graph::Note) -> Note {
    Note::of(note.about.as_ref(), &note.text)
}

/// What is known of the machine as a whole.
pub fn host(topology: &Topology) -> Host {
    let facts = &topology.host;
    Host {
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

fn storage(topology: &Topology, id: &Id) -> Option<Storage> {
    let node = topology.nodes.get(id)?;
    let NodeKind::Storage(kind) = node.kind else { return None };
    let hops = hops(topology, id);
    Some(Storage {
        id: id.to_string(),
        address: node.address.map_or_else(|| id.to_string(), |address| address.to_string()),
        kind: storage_kind(kind),
        model: node.name.clone(),
        pci_id: node.pci_id.map(|id| id.to_string()),
        parent: port_above(topology, id),
        attached_to: attached_to(node.attachment),
        attached_basis: basis(node.attachment_basis),
        package: node.package,
        numa_node: node.numa_node,
        via: via(topology, id),
        link: node.link.as_ref().map(|found| link(topology, id, found)),
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

/// Whether the link is below what the device can do; none where either is unknown.
fn degraded(link: &graph::Link) -> Option<bool> {
    link.current.and(link.possible).map(|_| link.degraded.is_some())
}

fn degraded_by(by: graph::DegradedBy) -> DegradedBy {
    match by {
        graph::DegradedBy::Port => DegradedBy::Port,
        graph::DegradedBy::Device => DegradedBy::Device,
        graph::DegradedBy::Unknown => DegradedBy::Unknown,
    }
}

fn storage_kind(kind: graph::StorageKind) -> StorageKind {
    match kind {
        graph::StorageKind::Nvme => StorageKind::Nvme,
        graph::StorageKind::Ahci => StorageKind::Ahci,
        graph::StorageKind::Ide => StorageKind::Ide,
        graph::StorageKind::Raid => StorageKind::Raid,
        graph::StorageKind::Sas => StorageKind::Sas,
        graph::StorageKind::Scsi => StorageKind::Scsi,
        graph::StorageKind::Virtio => StorageKind::Virtio,
        graph::StorageKind::Usb => StorageKind::Usb,
        graph::StorageKind::Loop => StorageKind::Loop,
        graph::StorageKind::Other => StorageKind::Other,
    }
}

fn hops(topology: &Topology, id: &Id) -> Vec<Hop> {
    let with_link = topology.path(id).filter_map(|(id, node)| Some((id, node.link.as_ref()?)));
    with_link
        .map(|(id, found)| Hop {
            address: id.to_string(),
            port: found.port.as_ref().map(Id::to_string),
            name: found.name.clone(),
            link: link(topology, id, found),
        })
        .collect()
}

/// The hop that carries least; of equal ones the nearest to the drive. Internal links never are,
/// and where one hop is unknown, it may be the narrowest, so that none is named.
fn narrowest(hops: &[Hop]) -> Option<Narrowest> {
    let mut best: Option<Narrowest> = None;
    for hop in hops.iter().filter(|hop| !hop.link.internal) {
        let usable_mb_s = hop.link.usable_mb_s?;
        if best.as_ref().is_none_or(|best| usable_mb_s < best.usable_mb_s) {
            best = Some(Narrowest { address: hop.address.clone(), usable_mb_s });
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

fn link(topology: &Topology, id: &Id, link: &graph::Link) -> Link {
    Link {
        current: link.current.map(LinkState::of),
        possible: link.possible.map(LinkState::of),
        port_possible: link.port_possible.map(LinkState::of),
        internal: link.internal,
        max_payload: link.max_payload.map(narrows_units::Bytes::get),
        usable_mb_s: narrows_model::carries(topology, id, link, Way::Up)
            .filter(|_| !link.internal)
            .map(|rate| round_mb_s(rate.as_mb_s())),
        basis: basis(link.basis),
    }
}

/// To a tenth of a MB/s: more digits would claim more than the arithmetic knows. Below 10 to a
/// thousandth: shares of many drives add up to what they share.
pub fn round_mb_s(mb_s: f64) -> f64 {
    let steps = if mb_s < 10.0 { 1e3 } else { 10.0 };
    (mb_s * steps).round() / steps
}

impl LinkState {
    /// The wire form of a link width.
    pub fn of(width: LinkWidth) -> Self {
        Self { gts: width.rate.gt_s(), lanes: width.lanes.get() }
    }
}

fn attached_to(attachment: graph::Attachment) -> AttachedTo {
    match attachment {
        graph::Attachment::Cpu => AttachedTo::Cpu,
        graph::Attachment::Chipset => AttachedTo::Chipset,
        graph::Attachment::Unknown => AttachedTo::Unknown,
    }
}

/// The wire form of where something is known from.
pub fn basis(basis: graph::Basis) -> Basis {
    match basis {
        graph::Basis::Observed => Basis::Observed,
        graph::Basis::Documented => Basis::Documented,
        graph::Basis::Inferred => Basis::Inferred,
        graph::Basis::Assumed => Basis::Assumed,
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

fn driver(driver: &evidence::Driver) -> String {
    match &driver.version {
        Some(version) => format!("{} {version}", driver.name),
        None => driver.name.clone(),
    }
}

fn drive(id: &Id, drive: &graph::Drive, stacked: &[&evidence::Mount]) -> Drive {
    let mounts = drive.mounts.iter().chain(stacked.iter().copied());
    Drive {
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

fn transport(transport: evidence::Transport) -> Transport {
    match transport {
        evidence::Transport::Sata { gbit_s } => Transport::Sata(gbit_s),
        evidence::Transport::Sas { gbit_s } => Transport::Sas(gbit_s),
        evidence::Transport::Usb { mbit_s } => Transport::Usb(mbit_s),
        evidence::Transport::Virtio => Transport::Virtio,
    }
}

fn mount(mount: &evidence::Mount) -> Mount {
    Mount { device: mount.device.clone(), target: mount.target.clone(), fs: mount.fs.clone() }
}

fn partition(partition: &evidence::Partition) -> Partition {
    Partition {
        name: partition.name.clone(),
        start: partition.start.get(),
        size: partition.size.get(),
    }
}

fn array(id: &Id, array: &graph::Array) -> Array {
    let chunk = match &array.stack {
        Stack::Md { chunk, .. } | Stack::Described { chunk, .. } => {
            chunk.map(narrows_units::Bytes::get)
        }
        _ => None,
    };
    Array {
        id: id.to_string(),
        kind: array_kind(&array.stack).into(),
        chunk,
        members: array.members.iter().map(Id::to_string).collect(),
        drives: array.drives.iter().map(Id::to_string).collect(),
        size: array.size.map(narrows_units::Bytes::get),
        mounts: array.mounts.iter().map(mount).collect(),
    }
}

fn array_kind(stack: &Stack) -> String {
    match stack {
        Stack::Md { level, metadata: Some(metadata), .. } if metadata.contains("imsm") => {
            format!("md {level} (imsm)")
        }
        Stack::Md { level, .. } => format!("md {level}"),
        // The prefix of a device-mapper UUID names its owner: LVM, CRYPT, mpath.
        Stack::Dm { uuid: Some(uuid), .. } => {
            let owner = uuid.split('-').next().unwrap_or_default().to_lowercase();
            if owner.is_empty() { "dm".to_owned() } else { format!("dm {owner}") }
        }
        Stack::Dm { uuid: None, .. } => "dm".to_owned(),
        Stack::Loop { .. } => "loop".to_owned(),
        Stack::Btrfs { data_profile: Some(profile) } => format!("btrfs {profile}"),
        Stack::Btrfs { data_profile: None } => "btrfs".to_owned(),
        Stack::Zfs => "zfs".to_owned(),
        Stack::Described { engine, level, .. } => described(engine, level),
    }
}

/// Levels that are numbers are called `raid0` and so on.
fn described(engine: &str, level: &str) -> String {
    let is_number = level.bytes().all(|byte| byte.is_ascii_digit());
    format!("{engine} {}{level}", if is_number { "raid" } else { "" })
}

/// A card on which nothing hangs; others are ports.
fn device(topology: &Topology, id: &Id, occupied: &BTreeSet<&Id>) -> Option<Device> {
    let node = topology.nodes.get(id).filter(|_| !occupied.contains(id))?;
    Some(Device {
        id: id.to_string(),
        kind: device_kind(node.kind)?,
        model: node.name.clone(),
        pci_id: node.pci_id.map(|id| id.to_string()),
        parent: node.parent.as_ref().map(Id::to_string),
        attached_to: attached_to(node.attachment),
        link: node.link.as_ref().map(|found| link(topology, id, found)),
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

/// What is above a controller is no empty slot, so that a card there is a port.
fn port_above(topology: &Topology, id: &Id) -> Option<String> {
    let mut above = topology.path(id).skip(1);
    above.find(|(_, node)| port_kind(node.kind, true).is_some()).map(|(id, _)| id.to_string())
}

fn port(topology: &Topology, id: &Id, occupied: &BTreeSet<&Id>, has_places: bool) -> Option<Port> {
    let node = topology.nodes.get(id)?;
    let kind = port_kind(node.kind, occupied.contains(id))?;
    let leads_down = matches!(node.kind, NodeKind::RootPort | NodeKind::DownstreamPort);
    Some(Port {
        id: id.to_string(),
        kind,
        model: node.name.clone(),
        pci_id: node.pci_id.map(|id| id.to_string()),
        parent: node.parent.as_ref().map(Id::to_string),
        link: node.link.as_ref().map(|found| link(topology, id, found)),
        offers: node.offers.map(LinkState::of),
        empty: leads_down && has_places && !occupied.contains(id),
        attached_to: attached_to(node.attachment),
        slot: node.slot.as_ref().map(slot),
    })
}
