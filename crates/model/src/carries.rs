//! What a link carries, as every page says it: the capacity of the limit that it is in predictions.

use narrows_topology::graph::{Link, NodeKind};
use narrows_topology::{Id, Topology};
use narrows_units::{Bytes, BytesPerSec};

use narrows_topology::capacity::{self, Way};

use crate::machine::{HostClass, usual_payload};

/// The payload that the link above a node likely works with, where no register tells it and it is
/// likely another than the usual. Behind a chipset whose ports take 128 bytes no packet is larger.
pub(crate) fn likely_payload(topology: &Topology, class: HostClass, id: &Id) -> Option<Bytes> {
    let chipset = || {
        let above = topology.path(id).filter(|(_, node)| node.kind == NodeKind::Chipset);
        above.filter_map(|(_, node)| node.link.as_ref()?.max_payload).min()
    };
    usual_payload(class, topology.host.cpu.as_deref()).or_else(chipset)
}

/// What the link above a node carries one way in requests of [`capacity::REFERENCE_BLOCK`]; none
/// where its width is not known.
pub fn carries(topology: &Topology, id: &Id, link: &Link, way: Way) -> Option<BytesPerSec> {
    let class = topology.host.cpu.as_deref().map(HostClass::of_cpu).unwrap_or_default();
    let payload = link.max_payload.or_else(|| likely_payload(topology, class, id));
    capacity::of_link(&Link { max_payload: payload, ..link.clone() }, way)
}
