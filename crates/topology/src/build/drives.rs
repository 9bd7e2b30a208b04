//! Drives, the controllers that represent them, and the arrays made of them.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;

use super::degraded::degraded;
use crate::evidence::{
    BlockDevice, CaptureEvidence, DeviceMount, DriveTransport, LinkFacts, StackedDevice,
};
use crate::graph::{
    Array, AttachmentPoint, Drive, FactBasis, Id, Node, NodeKind, NodeLink, StorageControllerKind,
    Topology, TopologyNote,
};
use crate::pci::PciAddress;

/// Most drives that a note names one by one.
const MOST_NAMED: usize = 8;

pub(super) fn add(evidence: &CaptureEvidence, topology: &mut Topology) {
    let wholes = WholeDevices::of(evidence);
    let processors = topology.nodes.iter().filter(|(_, node)| node.kind == NodeKind::Processor);
    let processor = processors.map(|(id, _)| id.clone()).next();
    let mut images = 0;
    for (name, block) in &evidence.blocks {
        if wholes.is_image(name, block) {
            images += 1;
        } else if let Some(stack) = block.stack.as_ref().filter(|_| {
            !block.members.is_empty() || !matches!(block.stack, Some(StackedDevice::Loop { .. }))
        }) {
            let array = array(&wholes, name, block, stack.clone());
            topology.arrays.insert(Id::new(name), array);
        } else {
            add_drive(evidence, &wholes, name, block, &processor, topology);
        }
    }
    mark_encrypted(topology);
    if images > 0 {
        let text = Message::new("note-images-left-out").count("count", images);
        topology.notes.push(TopologyNote { about: None, text });
    }
    assume_drives(evidence, topology);
}

/// The device-mapper UUID of an encrypted volume begins with its owner (`CRYPT-LUKS2-...`).
fn mark_encrypted(topology: &mut Topology) {
    for array in topology.arrays.values() {
        let StackedDevice::Dm { uuid: Some(uuid), .. } = &array.stack else { continue };
        for id in array.drives.iter().filter(|_| uuid.starts_with("CRYPT-")) {
            if let Some(drive) = topology.drives.get_mut(id) {
                drive.encrypted = true;
            }
        }
    }
}

/// Partitions and mounts by the whole device that they belong to.
struct WholeDevices<'a> {
    evidence: &'a CaptureEvidence,
    by_partition: BTreeMap<&'a str, &'a str>,
    mounts: BTreeMap<&'a str, Vec<&'a DeviceMount>>,
}

impl<'a> WholeDevices<'a> {
    fn of(evidence: &'a CaptureEvidence) -> Self {
        let blocks = evidence.blocks.iter();
        let partitions = blocks.flat_map(|(whole, block)| {
            block.partitions.iter().map(|part| (part.name.as_str(), whole.as_str()))
        });
        let by_partition: BTreeMap<&str, &str> = partitions.collect();
        let mut wholes = Self { evidence, by_partition, mounts: BTreeMap::new() };
        for mount in &evidence.mounts {
            let whole = wholes.whole(&mount.device);
            wholes.mounts.entry(whole).or_default().push(mount);
        }
        wholes
    }

    /// The block device that a partition belongs to; any other name is returned as it is.
    fn whole<'n>(&self, name: &'n str) -> &'n str
    where
        'a: 'n,
    {
        if self.evidence.blocks.contains_key(name) {
            return name;
        }
        self.by_partition.get(name).copied().unwrap_or(name)
    }

    fn mounts(&self, name: &str) -> Vec<DeviceMount> {
        self.mounts.get(name).into_iter().flatten().map(|mount| (*mount).clone()).collect()
    }

    /// A read-only loop device over a packaged file system (snap, AppImage, live system): there can
    /// be dozens, and their speed is of no interest.
    fn is_image(&self, name: &str, block: &BlockDevice) -> bool {
        const PACKED: [&str; 3] = ["squashfs", "erofs", "iso9660"];
        let Some(StackedDevice::Loop { backing_file }) = &block.stack else { return false };
        let mounts = self.mounts.get(name).map(Vec::as_slice).unwrap_or_default();
        let packed = mounts.iter().any(|mount| PACKED.contains(&mount.fs.as_str()));
        let named = backing_file.as_deref().is_some_and(|file| {
            [".snap", ".squashfs", ".sfs"].iter().any(|ending| file.ends_with(ending))
        });
        block.read_only && (packed || named)
    }

    fn drives(&self, name: &str) -> BTreeSet<&str> {
        let mut drives = BTreeSet::new();
        let mut passed = BTreeSet::new();
        let mut left = vec![self.whole(name)];
        while let Some(name) = left.pop() {
            let Some((name, block)) = self.evidence.blocks.get_key_value(name) else { continue };
            // Two members may lie on one drive, and a bad capture may describe a circle.
            if !passed.insert(name.as_str()) {
                continue;
            }
            if block.members.is_empty() {
                drives.insert(name.as_str());
            }
            left.extend(block.members.iter().map(|member| self.whole(member)));
        }
        drives
    }
}

fn add_drive(
    evidence: &CaptureEvidence,
    wholes: &WholeDevices,
    name: &str,
    block: &BlockDevice,
    processor: &Option<Id>,
    topology: &mut Topology,
) {
    let controller = match block.function.filter(|at| evidence.functions.contains_key(at)) {
        Some(address) => Id::new(address),
        None => {
            topology.nodes.insert(Id::new(name), stand_in(name, block, processor.clone()));
            Id::new(name)
        }
    };
    mark_as_storage(topology, &controller, block);
    topology.drives.insert(Id::new(name), drive(controller, block, wholes.mounts(name)));
}

fn drive(controller: Id, block: &BlockDevice, mounts: Vec<DeviceMount>) -> Drive {
    Drive {
        controller: Some(controller),
        model: block.model.clone(),
        serial: block.serial.clone(),
        wwn: block.wwn.clone(),
        firmware: block.firmware.clone(),
        size: block.size,
        rotational: block.rotational,
        scheduler: block.scheduler.clone(),
        queues: block.queues,
        logical_block: block.logical_block,
        volatile_write_cache: block.volatile_write_cache,
        discard: block.discard,
        encrypted: false,
        temperature_c: block.temperature_c,
        percentage_used: block.percentage_used,
        transport: block.transport,
        partitions: block.partitions.clone(),
        mounts,
        assumed: false,
    }
}

/// The node for a drive without a PCI function (virtio over memory-mapped registers, a loop device
/// in memory): its own controller, attached to the first processor.
fn stand_in(name: &str, block: &BlockDevice, processor: Option<Id>) -> Node {
    let kind = match block.transport {
        Some(DriveTransport::Virtio) => StorageControllerKind::Virtio,
        Some(DriveTransport::Usb { .. }) => StorageControllerKind::Usb,
        _ if matches!(block.stack, Some(StackedDevice::Loop { .. })) => StorageControllerKind::Loop,
        Some(DriveTransport::Sata { .. }) => StorageControllerKind::Ahci,
        Some(DriveTransport::Sas { .. }) => StorageControllerKind::Sas,
        // The kernel's driver of NVMe names no other drive so.
        None if name.starts_with("nvme") => StorageControllerKind::Nvme,
        // Without a function, a PCIe link is known only from programs that show it for NVMe
        // drives.
        None if block.link != LinkFacts::default() => StorageControllerKind::Nvme,
        _ => StorageControllerKind::Other,
    };
    Node {
        name: block.model.clone(),
        parent: processor,
        link: link_of_drive(&block.link),
        attachment: AttachmentPoint::Unknown,
        attachment_basis: FactBasis::Observed,
        ..Node::bare(NodeKind::Storage(kind))
    }
}

/// A USB host controller with a drive on it, or a paravirtual device of another class, is a
/// storage controller too.
fn mark_as_storage(topology: &mut Topology, controller: &Id, block: &BlockDevice) {
    let Some(node) = topology.nodes.get_mut(controller) else { return };
    let kind = match (node.kind, block.transport) {
        (NodeKind::Storage(_), _) => return,
        (NodeKind::Usb, _) | (_, Some(DriveTransport::Usb { .. })) => StorageControllerKind::Usb,
        (_, Some(DriveTransport::Virtio)) => StorageControllerKind::Virtio,
        (NodeKind::RootPort | NodeKind::Switch | NodeKind::DownstreamPort, _)
        | (NodeKind::Chipset | NodeKind::Bridge, _) => return,
        _ => StorageControllerKind::Other,
    };
    node.kind = NodeKind::Storage(kind);
    if kind == StorageControllerKind::Virtio {
        (node.attachment, node.attachment_basis) = (AttachmentPoint::Unknown, FactBasis::Observed);
    }
}

fn array(wholes: &WholeDevices, name: &str, block: &BlockDevice, stack: StackedDevice) -> Array {
    Array {
        stack,
        members: block.members.iter().map(|member| Id::new(wholes.whole(member))).collect(),
        // An array whose members are not shown is no drive of its own.
        drives: wholes.drives(name).into_iter().filter(|own| *own != name).map(Id::new).collect(),
        size: block.size,
        mounts: wholes.mounts(name),
    }
}

/// Where a capture has no block devices, or may lack some, adds a drive to every NVMe controller without one, as
/// fast as its link, so that there is something to predict.
fn assume_drives(evidence: &CaptureEvidence, topology: &mut Topology) {
    // A complete list of block devices shows that the other controllers have no drive.
    if !evidence.blocks.is_empty() && !evidence.has_some_blocks {
        return;
    }
    // A drive that is on no known function may be any of them.
    let is_unplaced = |(name, block): (&String, &BlockDevice)| {
        name.starts_with("nvme") && block.function.is_none() && block.stack.is_none()
    };
    if evidence.blocks.iter().any(is_unplaced) {
        return;
    }
    let named: BTreeSet<PciAddress> =
        evidence.blocks.values().filter_map(|block| block.function).collect();
    let is_named = |node: &Node| node.address.is_some_and(|address| named.contains(&address));
    let is_virtual = |node: &Node| {
        let function = node.address.and_then(|address| evidence.functions.get(&address));
        function.is_some_and(|function| function.virtual_of.is_some())
    };
    let nvme = topology.nodes.iter().filter(|(_, node)| {
        node.kind == NodeKind::Storage(StorageControllerKind::Nvme)
            && node.address.is_some()
            && !is_virtual(node)
            && !is_named(node)
    });
    let bare: Vec<(Id, Option<String>)> =
        nvme.map(|(id, node)| (id.clone(), node.name.clone())).collect();
    if bare.is_empty() {
        return;
    }
    let has_link = |id: &Id| {
        let link = topology.nodes.get(id).and_then(|node| node.link.as_ref());
        link.is_some_and(|link| link.current.or(link.possible).is_some())
    };
    let (linked, unlinked): (Vec<&Id>, Vec<&Id>) =
        bare.iter().map(|(id, _)| id).partition(|id| has_link(id));
    let notes = [("note-drive-assumed", linked), ("note-drive-unknown", unlinked)];
    for (id, drives) in notes.into_iter().filter(|(_, drives)| !drives.is_empty()) {
        let ids: Vec<&str> = drives.iter().take(MOST_NAMED).map(|id| id.as_str()).collect();
        let text = Message::new(id).count("count", drives.len()).with("drives", ids.join(", "));
        let text = text.count("more", drives.len().saturating_sub(MOST_NAMED));
        topology.notes.push(TopologyNote { about: None, text });
    }
    for (id, model) in bare {
        let controller = Some(id.clone());
        let drive = Drive { controller, model, assumed: true, ..Drive::default() };
        topology.drives.insert(id, drive);
    }
}

/// The link of a drive whose function the capture does not name.
fn link_of_drive(link: &LinkFacts) -> Option<NodeLink> {
    link.current.or(link.possible).map(|_| NodeLink {
        current: link.current,
        possible: link.possible,
        degraded: degraded(link, &LinkFacts::default(), link.current),
        basis: FactBasis::Observed,
        ..NodeLink::default()
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{at, endpoint, topology_of_evidence};
    use super::*;
    use crate::evidence::BlockPartition;
    use narrows_units::Bytes;

    fn on(function: &str, partitions: &[&str]) -> BlockDevice {
        let part = |name: &&str| BlockPartition {
            name: (*name).to_owned(),
            start: Bytes::new(0),
            size: Bytes::new(1),
        };
        let partitions = partitions.iter().map(part).collect();
        BlockDevice { function: Some(at(function)), partitions, ..BlockDevice::default() }
    }

    fn stacked(stack: StackedDevice, members: &[&str]) -> BlockDevice {
        let members = members.iter().map(|member| (*member).to_owned()).collect();
        BlockDevice { stack: Some(stack), members, ..BlockDevice::default() }
    }

    fn mount(device: &str, fs: &str) -> DeviceMount {
        DeviceMount { device: device.into(), target: format!("/{device}"), fs: fs.into() }
    }

    /// dm-0 over md0 over a partition and a whole drive; the loop images are left out.
    #[test]
    fn stacks_reach_down_to_the_drives() {
        let md = StackedDevice::Md { level: "raid0".into(), chunk: None, metadata: None };
        let uuid = Some("CRYPT-LUKS2-00".to_owned());
        let dm = StackedDevice::Dm { name: None, uuid };
        let image = || StackedDevice::Loop { backing_file: Some("/var/lib/core_1.snap".into()) };
        let functions = [
            ("00:01.0", endpoint(0x144d, 0xa808, 0x01_08_02)),
            ("00:02.0", endpoint(0x144d, 0xa808, 0x01_08_02)),
        ];
        let topology = topology_of_evidence(&functions, |evidence| {
            evidence.blocks = BTreeMap::from([
                ("nvme0n1".into(), on("00:01.0", &["nvme0n1p1"])),
                ("nvme1n1".into(), on("00:02.0", &[])),
                ("md0".into(), stacked(md, &["nvme0n1p1", "nvme1n1"])),
                ("dm-0".into(), stacked(dm, &["md0"])),
                ("loop0".into(), BlockDevice { read_only: true, ..stacked(image(), &["nvme1n1"]) }),
                ("loop1".into(), stacked(image(), &["nvme1n1"])),
            ]);
            evidence.mounts = vec![mount("dm-0", "ext4"), mount("nvme0n1p1", "vfat")];
        });
        let ids: Vec<&str> = topology.arrays.keys().map(Id::as_str).collect();
        assert_eq!(ids, ["dm-0", "loop1", "md0"]);
        let array = &topology.arrays[&Id::new("dm-0")];
        assert_eq!(array.drives, [Id::new("nvme0n1"), Id::new("nvme1n1")]);
        assert_eq!(array.mounts[0].fs, "ext4");
        assert!(topology.drives.values().all(|drive| drive.encrypted));
        assert_eq!(topology.drives[&Id::new("nvme0n1")].mounts[0].fs, "vfat");
        assert_eq!(topology.arrays[&Id::new("md0")].members[0], Id::new("nvme0n1"));
        let notes: Vec<&str> = topology.notes.iter().map(|note| note.text.id()).collect();
        assert_eq!(notes, ["note-images-left-out"]);
    }

    #[test]
    fn a_disk_without_a_function_is_its_own_controller() {
        let virtio =
            BlockDevice { transport: Some(DriveTransport::Virtio), ..BlockDevice::default() };
        let topology = topology_of_evidence(&[], |evidence| {
            evidence.blocks.insert("vda".into(), virtio);
        });
        let node = &topology.nodes[&Id::new("vda")];
        assert_eq!(node.kind, NodeKind::Storage(StorageControllerKind::Virtio));
        assert_eq!(
            (node.attachment, node.parent.clone()),
            (AttachmentPoint::Unknown, Some(Id::new("cpu0")))
        );
    }

    /// loop1 over a file on loop0, which is in memory.
    #[test]
    fn a_loop_device_in_memory_is_a_drive_and_others_stand_on_it() {
        let over = |members: &[&str]| {
            stacked(StackedDevice::Loop { backing_file: Some("/mnt/image".into()) }, members)
        };
        let topology = topology_of_evidence(&[], |evidence| {
            evidence.blocks.insert("loop0".into(), over(&[]));
            evidence.blocks.insert("loop1".into(), over(&["loop0"]));
            evidence.blocks.insert("loop2".into(), over(&["loop1"]));
        });
        let node = &topology.nodes[&Id::new("loop0")];
        assert_eq!(node.kind, NodeKind::Storage(StorageControllerKind::Loop));
        assert!(topology.drives.keys().eq([&Id::new("loop0")]));
        let below = topology.below(&Id::new("loop2"));
        assert!(below.iter().eq([&Id::new("loop0"), &Id::new("loop1")]), "{below:?}");
        assert!(topology.below(&Id::new("loop0")).is_empty());
    }

    #[test]
    fn drives_that_are_taken_for_granted_are_named_in_one_remark() {
        let nvme = || endpoint(0x144d, 0xa808, 0x01_08_02);
        let places: Vec<String> = (0..10).map(|n| format!("00:{n:02x}.0")).collect();
        let functions: Vec<_> = places.iter().map(|place| (place.as_str(), nvme())).collect();
        let topology = topology_of_evidence(&functions, |_| {});
        assert_eq!(topology.drives.len(), 10);
        assert_eq!(topology.notes.len(), 1);
        assert_eq!(topology.notes[0].about, None);
        let text = format!("{:?}", topology.notes[0].text);
        assert!(text.contains("0000:00:07.0") && !text.contains("0000:00:08.0"), "{text}");
    }

    #[test]
    fn a_usb_controller_with_a_drive_is_storage() {
        let usb = BlockDevice {
            transport: Some(DriveTransport::Usb { mbit_s: 5000 }),
            ..on("00:14.0", &[])
        };
        let functions = [("00:14.0", endpoint(0x8086, 0xa12f, 0x0c_03_30))];
        let topology = topology_of_evidence(&functions, |evidence| {
            evidence.blocks.insert("sda".into(), usb);
        });
        let node = &topology.nodes[&Id::new(at("00:14.0"))];
        assert_eq!(node.kind, NodeKind::Storage(StorageControllerKind::Usb));
        assert_eq!(node.attachment, AttachmentPoint::Chipset);
    }
}
