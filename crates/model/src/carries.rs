//! The usable bandwidth of a link: the capacity of its limit in predictions, as shown everywhere.

use std::borrow::Cow;

use narrows_topology::graph::{Drive, Node, NodeKind, NodeLink, StorageControllerKind};
use narrows_topology::{Id, Topology};
use narrows_units::{Bytes, BytesPerSec};

use narrows_topology::capacity::{self, LinkDirection};

use crate::machine::{HostClass, Machine, usual_payload};

/// The likely payload of the link above a node, where no register gives it and it is probably not
/// the usual one. Behind a chipset whose ports take 128 bytes no packet is larger.
pub(crate) fn likely_payload(topology: &Topology, class: HostClass, id: &Id) -> Option<Bytes> {
    let chipset = || {
        let above = topology.path(id).filter(|(_, node)| node.kind == NodeKind::Chipset);
        above.filter_map(|(_, node)| node.link.as_ref()?.max_payload).min()
    };
    // SATA controllers for a lane or two: an ASM1062 that could take 512 bytes works with 128.
    let sata = || is_sata_controller(topology, id).then_some(Bytes::new(128));
    let host = usual_payload(class, &topology.host).or_else(chipset);
    host.into_iter().chain(sata()).min()
}

/// The link above a node with its likely payload, and whether that is known.
pub(crate) fn with_likely_payload<'l>(
    machine: &Machine,
    id: &Id,
    link: &'l NodeLink,
) -> (Cow<'l, NodeLink>, bool) {
    if link.max_payload.is_some() {
        return (Cow::Borrowed(link), true);
    }
    let likely = likely_payload(&machine.topology, machine.host.class, id);
    let Some(payload) = likely else { return (Cow::Borrowed(link), false) };
    (Cow::Owned(NodeLink { max_payload: Some(payload), ..link.clone() }), false)
}

fn is_sata_controller(topology: &Topology, id: &Id) -> bool {
    let is_ahci = |node: &Node| node.kind == NodeKind::Storage(StorageControllerKind::Ahci);
    topology.nodes.get(id).is_some_and(is_ahci) && !is_drive(topology, id)
}

/// Whether a node is a drive that is its own controller.
pub(crate) fn is_drive(topology: &Topology, id: &Id) -> bool {
    let is_it = |drive: &Drive| drive.controller.as_ref() == Some(id) && drive.transport.is_none();
    topology.drives.values().any(is_it)
}

/// The size of a cache line in bytes, on every supported processor.
const CACHE_LINE: Bytes = Bytes::new(64);

/// Bytes in each completion that answers the reads of the device at `id`, if the host sends smaller
/// ones than packets may be. Small hosts send one cache line at a time: writes to a drive at PCIe
/// 2.0 x4 of a Celeron J4105 (published system odroidh2, which calibrates this) reach 0.69 of the
/// raw rate, where 64 bytes in each packet allow 0.75 and 128 bytes 0.85.
pub(crate) fn completions(
    topology: &Topology,
    class: HostClass,
    id: &Id,
    way: LinkDirection,
) -> Option<Bytes> {
    let payload = usual_payload(class, &topology.host);
    let has_more = payload.is_some_and(|payload| payload.get() > 128);
    let is_chipset = topology.nodes.get(id).is_some_and(|node| node.kind == NodeKind::Chipset);
    let cuts =
        way == LinkDirection::Down && class == HostClass::Embedded && !has_more && !is_chipset;
    cuts.then_some(CACHE_LINE)
}

/// The bandwidth of the link above a node in one direction, in requests of
/// [`capacity::REFERENCE_BLOCK`]; `None` if its width is unknown.
pub fn carries(
    topology: &Topology,
    id: &Id,
    link: &NodeLink,
    way: LinkDirection,
) -> Option<BytesPerSec> {
    let class =
        HostClass::of_names([&topology.host.cpu, &topology.host.board].map(Option::as_deref));
    // Where the host cuts completions, the payload that packets may have does not matter.
    let payload = completions(topology, class, id, way).or(link.max_payload);
    let payload = payload.or_else(|| likely_payload(topology, class, id));
    capacity::of_link(&NodeLink { max_payload: payload, ..link.clone() }, way)
}
