//! The links through which the data of drives comes up to a node.

use std::borrow::Cow;

use narrows_topology::Id;
use narrows_topology::capacity::{self, LinkDirection};
use narrows_topology::graph::NodeKind;
use narrows_units::BytesPerSec;

use crate::carries::with_likely_payload;
use crate::machine::Machine;
use crate::whole::LinkArrivals;

/// The traffic that reaches `id` from the links below it that drives use, each counted where it
/// enters.
pub(crate) fn coming_up(machine: &Machine, id: &Id, way: LinkDirection) -> LinkArrivals {
    let topology = &machine.topology;
    let mut arrivals = LinkArrivals::default();
    for controller in topology.drives.values().filter_map(|drive| drive.controller.as_ref()) {
        if !topology.path(controller).any(|(own, _)| own == id) {
            continue;
        }
        let below = topology.path(controller).take_while(|(own, _)| *own != id);
        let (mut last, mut complex) = (None, None);
        for (own, node) in below {
            if node.kind == NodeKind::RootComplex {
                complex = Some(own);
            }
            if let Some(link) = node.link.as_ref().filter(|link| !link.internal) {
                let (link, _) = with_likely_payload(machine, own, link);
                let carries = capacity::of_link(&link, way);
                arrivals.newest = arrivals.newest.max(link.current.map(|width| width.rate));
                // Keyed by the wire: the functions of one device, and all drives behind one
                // switch, enter through it once.
                let wire = node.link.as_ref().and_then(|link| link.port.as_ref());
                let each = |carries: BytesPerSec| carries.get() * machine.times(own);
                last = carries.map(|it| (wire.unwrap_or(own), each(it))).or(last);
            }
        }
        let links = arrivals.links.entry(complex.cloned()).or_default();
        links.extend(last.map(|(wire, carries)| (wire.clone(), carries)));
    }
    arrivals
}

/// The traffic that reaches a node of a machine, or of the whole that it is a part of.
pub(crate) fn arrivals<'m>(
    machine: &'m Machine,
    id: &Id,
    way: LinkDirection,
) -> Cow<'m, LinkArrivals> {
    let own = coming_up(machine, id, way);
    let whole = machine.whole.as_ref().and_then(|whole| whole.get(&(id.clone(), way)));
    match whole {
        Some(whole) if own.is_within(whole) => Cow::Borrowed(whole),
        Some(whole) => Cow::Owned(whole.with(own)),
        None => Cow::Owned(own),
    }
}

#[cfg(test)]
mod tests {
    use narrows_topology::FactBasis;
    use narrows_topology::graph::{Drive, Node, NodeLink, StorageControllerKind};
    use narrows_units::{LinkWidth, TransferRate};

    use super::*;

    /// A drive of PCIe 3.0 below one root complex, and one of 5.0 below another.
    #[test]
    fn the_newest_link_is_one_below_the_node() {
        let mut machine = Machine::default();
        let topology = &mut machine.topology;
        for (complex, generation) in [("slow", 3), ("fast", 5)] {
            let (complex, drive) = (Id::new(complex), Id::new(format!("{complex}-drive")));
            let link = NodeLink {
                current: LinkWidth::new(generation, 4),
                basis: FactBasis::Documented,
                ..NodeLink::default()
            };
            let (parent, kind) = (Some(complex.clone()), StorageControllerKind::Nvme);
            let node = Node { parent, link: Some(link), ..Node::bare(NodeKind::Storage(kind)) };
            topology.nodes.insert(complex, Node::bare(NodeKind::RootComplex));
            topology.nodes.insert(drive.clone(), node);
            let own = Drive { controller: Some(drive.clone()), ..Drive::default() };
            topology.drives.insert(drive, own);
        }
        let newest = |id| coming_up(&machine, &Id::new(id), LinkDirection::Up).newest;
        assert_eq!(newest("slow"), Some(TransferRate::Gen3));
        assert_eq!(newest("fast"), Some(TransferRate::Gen5));
    }
}
