//! The processor package of each function.
//!
//! The firmware gives a NUMA node for each function, the kernel the package of that node. A
//! function without one is in the package of the bridge above it, and functions on the same root
//! bus share a package, because a root bus belongs to one. If none of them has a node, the
//! functions below decide, unless they contradict each other; but not an NVMe drive on the first
//! node, because Linux' driver puts drives there for which the firmware gave none
//! (drivers/nvme/host/pci.c, nvme_pci_alloc_dev). hwloc may only know a group of packages; then the
//! function is below the first of them, and a note names them all.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use narrows_messages::Message;

use super::BridgeTree;
use crate::evidence::{CaptureEvidence, PciFunction};
use crate::graph::{AttachmentPoint, FactBasis, Id, Node, NodeKind, Topology, TopologyNote};
use crate::pci::{BusNumber, PciAddress};

/// Most groups of processors that are named one by one.
const MOST_GROUPS: usize = 8;

pub(super) struct CpuPackages {
    all: BTreeSet<u32>,
    by_function: BTreeMap<PciAddress, u32>,
    /// The candidates for a function's package, if it is unknown.
    among: BTreeMap<PciAddress, Rc<BTreeSet<u32>>>,
}

impl CpuPackages {
    pub fn of_machine(evidence: &CaptureEvidence, tree: &BridgeTree) -> Self {
        let all: BTreeSet<u32> =
            evidence.numa_nodes.values().filter_map(|node| node.package).collect();
        let only = all.first().copied().filter(|_| all.len() == 1);
        let buses = RootBuses::of(evidence, tree);
        let everywhere = Rc::new(all.clone());
        let (mut by_function, mut among) = (BTreeMap::new(), BTreeMap::new());
        for address in tree.top_down() {
            let Some(function) = evidence.functions.get(&address) else { continue };
            let around = || match tree.above(&address) {
                Some(above) => by_function.get(&above).copied(),
                None => buses.package(buses.root.get(&address)?),
            };
            if let Some(package) = stated(evidence, function).or(only).or_else(around) {
                by_function.insert(address, package);
                continue;
            }
            let near = buses.root.get(&address).and_then(|bus| buses.near.get(bus));
            among.insert(address, near.unwrap_or(&everywhere).clone());
        }
        Self { all, by_function, among }
    }

    /// The package of a function; `None` if unknown.
    pub fn of(&self, address: &PciAddress) -> Option<u32> {
        self.by_function.get(address).copied()
    }

    /// The node of a function's package; the first if there are several candidates.
    pub fn processor_of(&self, address: &PciAddress) -> Id {
        let first = || self.among.get(address)?.first().copied();
        self.processor(self.of(address).or_else(first))
    }

    /// The node of a package, or the first processor's if the package is unknown.
    fn processor(&self, package: Option<u32>) -> Id {
        let known = package.filter(|package| self.all.contains(package));
        let number = known.or(self.all.first().copied()).unwrap_or(0);
        Id::new(format_args!("cpu{number}"))
    }

    /// Adds a node for every package; a capture without packages is taken to have one.
    pub fn add(&self, topology: &mut Topology) {
        let one = [0].into_iter().filter(|_| self.all.is_empty());
        for package in self.all.iter().copied().chain(one) {
            let node = Node {
                name: topology.host.cpu.clone(),
                package: Some(package),
                attachment: AttachmentPoint::Cpu,
                attachment_basis: FactBasis::Observed,
                ..Node::bare(NodeKind::Processor)
            };
            topology.nodes.insert(Id::new(format_args!("cpu{package}")), node);
        }
    }

    /// On a machine of several packages, notes how many functions are below a processor only
    /// because their package is unknown.
    pub fn remark(&self, notes: &mut Vec<TopologyNote>) {
        if self.all.len() < 2 {
            return;
        }
        let mut groups: BTreeMap<&BTreeSet<u32>, usize> = BTreeMap::new();
        self.among.values().for_each(|group| *groups.entry(group.as_ref()).or_default() += 1);
        for (group, count) in groups.into_iter().take(MOST_GROUPS) {
            let text = Message::new("note-package-unknown").count("count", count);
            let text = text.with("processor", self.processor(group.first().copied()));
            let text = text.with("processors", named(group));
            notes.push(TopologyNote { about: None, text });
        }
    }
}

/// `cpu1 / cpu3`.
fn named(group: &BTreeSet<u32>) -> String {
    const MOST: usize = 8;
    let mut names: Vec<String> = group.iter().take(MOST).map(|n| format!("cpu{n}")).collect();
    names.extend((group.len() > MOST).then(|| "...".to_owned()));
    names.join(" / ")
}

fn stated(evidence: &CaptureEvidence, function: &PciFunction) -> Option<u32> {
    evidence.numa_nodes.get(&function.numa_node?)?.package
}

/// Known facts of root buses.
struct RootBuses {
    root: BTreeMap<PciAddress, BusNumber>,
    /// The package according to its functions, and according to those below; `None` if they differ.
    by_own: BTreeMap<BusNumber, Option<u32>>,
    by_below: BTreeMap<BusNumber, Option<u32>>,
    /// The packages near it, if the capture gives several.
    near: BTreeMap<BusNumber, Rc<BTreeSet<u32>>>,
}

impl RootBuses {
    fn of(evidence: &CaptureEvidence, tree: &BridgeTree) -> Self {
        let (by_own, by_below) = (BTreeMap::new(), BTreeMap::new());
        let mut buses = Self { root: BTreeMap::new(), by_own, by_below, near: near(evidence) };
        for address in tree.top_down() {
            let above = tree.above(&address).and_then(|above| buses.root.get(&above).copied());
            let bus = above.unwrap_or((address.domain, address.bus));
            buses.root.insert(address, bus);
            let Some(function) = evidence.functions.get(&address) else { continue };
            let Some(package) = stated(evidence, function) else { continue };
            let by = match above {
                None => &mut buses.by_own,
                Some(_) if is_drivers_choice(evidence, function) => continue,
                Some(_) => &mut buses.by_below,
            };
            let known = by.entry(bus).or_insert(Some(package));
            // Once two functions contradict each other the bus has no package any more.
            *known = known.filter(|known| *known == package);
        }
        buses
    }

    fn package(&self, bus: &BusNumber) -> Option<u32> {
        *self.by_own.get(bus).or_else(|| self.by_below.get(bus))?
    }
}

/// The packages of the nodes near each root bus; a bus that is near to none is left out.
fn near(evidence: &CaptureEvidence) -> BTreeMap<BusNumber, Rc<BTreeSet<u32>>> {
    let package = |node: &u32| evidence.numa_nodes.get(node)?.package;
    let near = evidence.root_bus_nodes.iter().map(|(bus, nodes)| {
        let packages: BTreeSet<u32> = nodes.iter().filter_map(package).collect();
        (*bus, Rc::new(packages))
    });
    near.filter(|(_, packages)| !packages.is_empty()).collect()
}

/// Whether it is an NVMe drive on the first node, where the driver puts drives of unknown node.
fn is_drivers_choice(evidence: &CaptureEvidence, function: &PciFunction) -> bool {
    let is_nvme = (function.class.base, function.class.sub) == (0x01, 0x08);
    is_nvme && function.numa_node == evidence.numa_nodes.keys().next().copied()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{at, build_of, endpoint, port};
    use super::*;
    use crate::evidence::NumaNode;

    fn two_packages() -> BTreeMap<u32, NumaNode> {
        let node = |package| NumaNode { package: Some(package), cpus: String::new() };
        BTreeMap::from([(0, node(0)), (1, node(1))])
    }

    #[test]
    fn a_root_bus_speaks_for_what_hangs_off_it() {
        let nvme = || endpoint(0x144d, 0xa808, 0x01_08_02);
        let known = PciFunction { numa_node: Some(1), ..port(0x8086, 0x2030, (0x81, 0x81)) };
        let mut evidence = build_of(&[
            ("80:00.0", known),
            ("81:00.0", nvme()),
            ("00:00.0", port(0x8086, 0x2030, (1, 1))),
            ("01:00.0", PciFunction { numa_node: Some(0), ..nvme() }),
            ("00:02.0", endpoint(0x8086, 0x2021, 0x08_80_00)),
        ]);
        evidence.numa_nodes = two_packages();
        let topology = super::super::build(&evidence);
        let node = |address: &str| topology.nodes.get(&Id::new(at(address))).unwrap().clone();
        assert_eq!(node("81:00.0").package, Some(1));
        assert_eq!(node("80:00.0").parent, Some(Id::new("cpu1")));
        // The NVMe driver's own choice is no evidence about the bus.
        assert_eq!(node("01:00.0").package, Some(0));
        assert_eq!(node("00:02.0").package, None);
        assert_eq!(node("00:00.0").parent, Some(Id::new("cpu0")));
        let note = topology.notes.iter().find(|note| note.text.id() == "note-package-unknown");
        let text = format!("{:?}", note.expect("a note"));
        assert!(text.contains("cpu0 / cpu1"), "{text}");
    }

    fn with_cards(nodes: [Option<u32>; 2]) -> Topology {
        let card = |numa_node| PciFunction { numa_node, ..endpoint(0x15b3, 0x1013, 0x02_00_00) };
        let mut evidence = build_of(&[
            ("40:00.0", port(0x8086, 0x2030, (0x41, 0x41))),
            ("40:01.0", port(0x8086, 0x2031, (0x42, 0x42))),
            ("41:00.0", card(nodes[0])),
            ("42:00.0", card(nodes[1])),
        ]);
        evidence.numa_nodes = two_packages();
        super::super::build(&evidence)
    }

    #[test]
    fn a_card_speaks_for_its_root_bus_unless_another_contradicts_it() {
        let package = |topology: &Topology, address| topology.nodes[&Id::new(at(address))].package;
        let agreed = with_cards([Some(1), None]);
        assert_eq!(package(&agreed, "40:01.0"), Some(1));
        assert_eq!(package(&agreed, "42:00.0"), Some(1));
        assert!(agreed.notes.iter().all(|note| note.text.id() != "note-package-unknown"));
        let contradicted = with_cards([Some(1), Some(0)]);
        assert_eq!(package(&contradicted, "40:00.0"), None);
    }

    #[test]
    fn a_group_of_packages_is_named() {
        let mut evidence = build_of(&[("40:00.0", port(0x8086, 0x2030, (0x41, 0x41)))]);
        let node = |package| NumaNode { package: Some(package), cpus: String::new() };
        evidence.numa_nodes = (0..4).map(|n| (n, node(n))).collect();
        evidence.root_bus_nodes = BTreeMap::from([((0, 0x40), vec![1, 3])]);
        let topology = super::super::build(&evidence);
        let node = &topology.nodes[&Id::new(at("40:00.0"))];
        assert_eq!((node.package, node.parent.clone()), (None, Some(Id::new("cpu1"))));
        assert!(format!("{:?}", topology.notes).contains("cpu1 / cpu3"), "{:?}", topology.notes);
    }
}
