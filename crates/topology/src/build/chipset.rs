//! The chipset that PCI does not show, and the names of processor and chipset.
//!
//! Intel's chipsets hang off DMI (or OPI), AMD's older ones off UMI or A-Link: links in all but
//! name that no capability shows. Their width comes from the catalogue.

use narrows_catalog::chipset::{self as catalog, Chipset};
use narrows_catalog::pci::{KnownFunction, PciRole};
use narrows_messages::Message;

use super::packages::CpuPackages;
use super::surroundings::{self, PlatformContext};
use super::{Attachments, BridgeTree, CHIPSET, NodeKinds, known, role};
use crate::evidence::CaptureEvidence;
use crate::graph::{
    AttachmentPoint, FactBasis, Id, Node, NodeKind, NodeLink, Topology, TopologyNote,
};
use crate::pci::PciAddress;

/// Names processor, chipset and hypervisor if the capture does not: the host bridge's id gives the
/// processor's family, the LPC bridge's the chipset.
pub(super) fn name_host(evidence: &CaptureEvidence, topology: &mut Topology) {
    let host = &mut topology.host;
    host.hypervisor = surroundings::hypervisor(evidence).map(str::to_owned);
    let bridge = || {
        let bridges = knowns(evidence).filter(|known| known.role == PciRole::HostBridge);
        bridges.filter_map(|known| known.family).next().map(str::to_owned)
    };
    host.cpu = host.cpu.take().or_else(bridge);
    let family = || {
        let own = knowns(evidence).filter(|known| is_chipset(known.role));
        own.filter_map(|known| known.family).next().map(str::to_owned)
    };
    topology.chipset = exact(evidence).map(|exact| exact.name.clone()).or_else(family);
}

fn knowns(evidence: &CaptureEvidence) -> impl Iterator<Item = KnownFunction> {
    evidence.functions.values().filter_map(known)
}

fn exact(evidence: &CaptureEvidence) -> Option<&'static Chipset> {
    knowns(evidence).find_map(|known| catalog::chipset(known.chipset?))
}

fn is_chipset(role: PciRole) -> bool {
    is_switch(role) || matches!(role, PciRole::ChipsetFunction | PciRole::ChipsetRootPort)
}

fn is_switch(role: PciRole) -> bool {
    matches!(role, PciRole::ChipsetSwitchUpstream | PciRole::ChipsetSwitchDownstream)
}

/// Adds the hidden chipset, if there is one.
pub(super) fn add(
    evidence: &CaptureEvidence,
    tree: &BridgeTree,
    kinds: &NodeKinds,
    attachments: &Attachments,
    around: &PlatformContext,
    packages: &CpuPackages,
    topology: &mut Topology,
) {
    let Some(at) = hidden(evidence, tree, kinds, attachments) else { return };
    let package = packages.of(&at);
    let (link, remark) = uplink(evidence, around);
    if let Some(text) = remark {
        topology.notes.push(TopologyNote { about: Some(Id::new(CHIPSET)), text });
    }
    let node = Node {
        name: topology.chipset.clone(),
        parent: Some(packages.processor_of(&at)),
        link,
        attachment: AttachmentPoint::Chipset,
        attachment_basis: FactBasis::Observed,
        package,
        ..Node::bare(NodeKind::Chipset)
    };
    topology.nodes.insert(Id::new(CHIPSET), node);
}

/// The function that represents a hidden chipset: its LPC bridge, else the first on a root bus.
fn hidden(
    evidence: &CaptureEvidence,
    tree: &BridgeTree,
    kinds: &NodeKinds,
    attachments: &Attachments,
) -> Option<PciAddress> {
    let behind = |address: &PciAddress| {
        tree.above(address).is_none()
            && kinds.get(address) != Some(&NodeKind::Chipset)
            // A chipset's own switch is visible, even if a damaged listing lacks the bridge above
            // it.
            && !evidence.functions.get(address).and_then(role).is_some_and(is_switch)
            && attachments.get(address).is_some_and(|(at, _)| *at == AttachmentPoint::Chipset)
    };
    let roots = || evidence.functions.iter().filter(|(address, _)| behind(address));
    let bridge = roots().find(|(_, function)| surroundings::is_isa_bridge(function));
    bridge.or_else(|| roots().next()).map(|(address, _)| *address)
}

/// The hidden link, and the note about it. An emulated chipset has none.
fn uplink(
    evidence: &CaptureEvidence,
    around: &PlatformContext,
) -> (Option<NodeLink>, Option<Message>) {
    if around.is_virtual {
        return (None, Some(Message::new("note-uplink-emulated")));
    }
    let (chipset, basis) = hidden_chipset(evidence);
    let uplink = chipset.and_then(|chipset| chipset.uplink.as_ref());
    let link = uplink.map(|uplink| NodeLink::documented(uplink, basis));
    let remark = match (&link, basis) {
        (None, _) => Some(Message::new("note-uplink-unknown")),
        (Some(_), FactBasis::Inferred) => Some(Message::new("note-uplink-by-family")),
        _ => None,
    };
    (link, remark)
}

/// The exact chipset, else the one that represents its family.
fn hidden_chipset(evidence: &CaptureEvidence) -> (Option<&'static Chipset>, FactBasis) {
    if let Some(exact) = exact(evidence).filter(|chipset| is_hidden(chipset)) {
        return (Some(exact), FactBasis::Documented);
    }
    let own = knowns(evidence).filter(|known| is_chipset(known.role) && !is_switch(known.role));
    let families = own.filter_map(|known| known.family);
    let chipset = families.filter_map(catalog::family_default).find(|chipset| is_hidden(chipset));
    (chipset, FactBasis::Inferred)
}

fn is_hidden(chipset: &Chipset) -> bool {
    chipset.uplink.as_ref().is_none_or(|uplink| !uplink.shown)
}
