//! From evidence to a typed tree.
//!
//! The steps, each in its file: the bridge above each function (`parents`), its kind (`kinds`), the
//! machine as a whole (`surroundings`), the attachment of each function (`attachments`), its package
//! (`packages`), the chipset that PCI does not show (`chipset`), the links (`links`), and the drives
//! and arrays (`drives`). None of them fails: oddities and gaps become notes.

mod attachments;
mod chipset;
mod degraded;
mod drives;
mod kinds;
mod links;
mod packages;
mod parents;
mod remarks;
mod slots;
mod surroundings;

use std::collections::BTreeMap;

use narrows_catalog::pci::{self, KnownFunction, PciRole};
use narrows_messages::Message;

use self::packages::CpuPackages;
use self::parents::BridgeTree;
use self::slots::TrustedSlotClaims;
use self::surroundings::PlatformContext;
use crate::evidence::{CaptureEvidence, PciFunction};
use crate::graph::{AttachmentPoint, FactBasis, Id, Node, NodeKind, Topology, TopologyNote};
use crate::pci::{PciAddress, PciId, hex};

/// The node that represents a chipset whose uplink PCI does not show.
pub const CHIPSET: &str = "chipset";
/// The note of a listing that does not show which device is behind which port.
pub const PLACES_UNKNOWN: &str = "note-places-unknown";

pub fn build(evidence: &CaptureEvidence) -> Topology {
    let mut topology = Topology { host: evidence.host.clone(), ..Topology::default() };
    topology
        .notes
        .extend(evidence.notes.iter().cloned().map(|text| TopologyNote { about: None, text }));
    topology.numa_nodes = numa_nodes(evidence);
    topology.system_slots = evidence.system_slots.clone();
    let tree = parents::find(evidence, &mut topology.notes);
    let kinds = kinds::tell(evidence, &tree);
    let around = PlatformContext::of(evidence, &tree, &kinds);
    let attachments = attachments::find(evidence, &tree, &kinds, &around);
    let packages = CpuPackages::of_machine(evidence, &tree);
    chipset::name_host(evidence, &mut topology);
    packages.add(&mut topology);
    packages.remark(&mut topology.notes);
    chipset::add(evidence, &tree, &kinds, &attachments, &around, &packages, &mut topology);
    let has_chipset = topology.nodes.contains_key(&Id::new(CHIPSET));
    let mut draft = NodeDraft {
        evidence,
        tree,
        kinds,
        around,
        attachments,
        packages,
        slots: TrustedSlotClaims::of(evidence),
        has_chipset,
        names: BTreeMap::new(),
    };
    for (address, function) in &evidence.functions {
        let node = draft.node(address, function);
        topology.nodes.insert(Id::new(address), node);
    }
    drives::add(evidence, &mut topology);
    let has_functions = topology.nodes.values().any(|node| node.address.is_some());
    if has_functions && !topology.shows_places() && topology.host.hypervisor.is_none() {
        let text = Message::new(PLACES_UNKNOWN);
        topology.notes.push(TopologyNote { about: None, text });
    }
    topology
}

/// The NUMA nodes of the capture, else those named by its functions.
fn numa_nodes(evidence: &CaptureEvidence) -> std::collections::BTreeSet<u32> {
    if !evidence.numa_nodes.is_empty() {
        return evidence.numa_nodes.keys().copied().collect();
    }
    evidence.functions.values().filter_map(|function| function.numa_node).collect()
}

/// The inputs of a function's node.
struct NodeDraft<'a> {
    evidence: &'a CaptureEvidence,
    tree: BridgeTree,
    kinds: NodeKinds,
    around: PlatformContext,
    attachments: Attachments,
    packages: CpuPackages,
    slots: TrustedSlotClaims<'a>,
    has_chipset: bool,
    /// Names by id, because looking one up walks through all of its vendor's.
    names: BTreeMap<PciId, Option<String>>,
}

impl NodeDraft<'_> {
    fn node(&mut self, address: &PciAddress, function: &PciFunction) -> Node {
        let (attachment, attachment_basis) =
            self.attachments.get(address).copied().unwrap_or_default();
        let kind = self.kinds.get(address).copied().unwrap_or(NodeKind::Other);
        let package = self.packages.of(address);
        Node {
            address: Some(*address),
            // Single lines of logs and trees name functions without their ids.
            pci_id: Some(function.id).filter(|id| *id != PciId::default()),
            kind,
            name: self.name(function),
            parent: Some(self.parent(address, attachment)),
            link: links::find(self.evidence, &self.tree, &self.kinds, &self.around, address),
            offers: links::offered(kind, function),
            is_linked: function.link.active,
            attachment,
            attachment_basis,
            package,
            numa_node: function.numa_node,
            slot: self.slots.find(self.evidence, &self.tree, address),
            driver: function.driver.clone(),
            option_rom: function.option_rom,
            temperature_c: function.temperature_c,
            remapped_nvme: function.remapped_nvme,
        }
    }

    /// The bridge above; for a function on a root bus, its processor or chipset.
    fn parent(&self, address: &PciAddress, attachment: AttachmentPoint) -> Id {
        match self.tree.above(address) {
            Some(above) => Id::new(above),
            None if self.has_chipset && attachment == AttachmentPoint::Chipset => Id::new(CHIPSET),
            None => self.packages.processor_of(address),
        }
    }

    /// Its own name, else ours where the list of ids on that machine was too old.
    fn name(&mut self, function: &PciFunction) -> Option<String> {
        let PciId { vendor, device } = function.id;
        let own = function.name.clone();
        if own.as_deref().is_some_and(|own| !is_unnamed(own)) {
            return own;
        }
        let listed = || pci::device_name(vendor, device);
        self.names.entry(function.id).or_insert_with(listed).clone().or(own)
    }
}

/// `Samsung Electronics Co Ltd Device a808`; with `-nn` the number stands elsewhere.
fn is_unnamed(name: &str) -> bool {
    let is_number = |rest: &str| rest.len() == 4 && hex(rest, 4).is_some();
    let number = name.rsplit_once(" Device").map(|(_, rest)| rest.trim_start());
    number.is_some_and(|rest| rest.is_empty() || is_number(rest))
}

impl Node {
    /// A node with only its kind known.
    pub fn bare(kind: NodeKind) -> Self {
        Self { kind, ..Self::default() }
    }
}

type NodeKinds = BTreeMap<PciAddress, NodeKind>;
type Attachments = BTreeMap<PciAddress, (AttachmentPoint, FactBasis)>;

/// Catalogue entry of a function by its id, else by its name.
fn known(function: &PciFunction) -> Option<KnownFunction> {
    match has_id(function) {
        true => pci::known(function.id.vendor, function.id.device),
        false => pci::known_by_name(function.name.as_deref()?),
    }
}

fn role(function: &PciFunction) -> Option<PciRole> {
    known(function).map(|known| known.role)
}

/// The function's id, else the id inferred from its name; 0 for unknown parts.
fn identity(function: &PciFunction) -> PciId {
    let by_name = || pci::id_by_name(function.name.as_deref()?);
    match by_name().filter(|_| !has_id(function)) {
        Some((vendor, device)) => PciId { vendor, device: device.unwrap_or(0) },
        None => function.id,
    }
}

/// Whether it has an id: listings made without `-nn` have names only, and cut ones may have
/// neither.
fn has_id(function: &PciFunction) -> bool {
    function.id != PciId::default()
}

#[cfg(test)]
mod tests;
