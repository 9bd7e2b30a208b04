//! Small hand-made machines for the tests of every step, and invariants for any input.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::evidence::{BlockDevice, BusRange, NumaNode, PortType};
use crate::pci::ClassCode;

pub(super) fn at(address: &str) -> PciAddress {
    address.parse().unwrap()
}

/// A PCI bridge with its first and last bus.
pub(super) fn port(vendor: u16, device: u16, (first, last): (u8, u8)) -> PciFunction {
    let buses = Some(BusRange { secondary: first, subordinate: last });
    PciFunction { buses, ..endpoint(vendor, device, 0x06_04_00) }
}

/// A function without anything behind it, with its class code.
pub(super) fn endpoint(vendor: u16, device: u16, class: u32) -> PciFunction {
    let (id, class) = (PciId { vendor, device }, ClassCode::from_u24(class));
    PciFunction { id, class, ..PciFunction::default() }
}

/// An ISA or LPC bridge, or a host bridge if the id is one's.
pub(super) fn bridge_of(vendor: u16, device: u16) -> PciFunction {
    let host = matches!(device, 0x29c0 | 0x1237);
    endpoint(vendor, device, if host { 0x06_00_00 } else { 0x06_01_00 })
}

pub(super) fn build_of(functions: &[(&str, PciFunction)]) -> CaptureEvidence {
    let functions = functions.iter().map(|(address, f)| (at(address), f.clone())).collect();
    CaptureEvidence { functions, ..CaptureEvidence::default() }
}

pub(super) fn topology_of(functions: &[(&str, PciFunction)]) -> Topology {
    build(&build_of(functions))
}

pub(super) fn topology_of_evidence(
    functions: &[(&str, PciFunction)],
    change: impl FnOnce(&mut CaptureEvidence),
) -> Topology {
    let mut evidence = build_of(functions);
    change(&mut evidence);
    build(&evidence)
}

pub(super) fn kinds_of(functions: &[(&str, PciFunction)]) -> NodeKinds {
    let evidence = build_of(functions);
    kinds::tell(&evidence, &parents::find(&evidence, &mut Vec::new()))
}

pub(super) fn attachments_of(functions: &[(&str, PciFunction)]) -> Attachments {
    let evidence = build_of(functions);
    let tree = parents::find(&evidence, &mut Vec::new());
    let kinds = kinds::tell(&evidence, &tree);
    attachments::find(&evidence, &tree, &kinds, &PlatformContext::of(&evidence, &tree, &kinds))
}

#[test]
fn a_hidden_chipset_stands_between_its_functions_and_the_package_of_its_lpc_bridge() {
    let on_node = |numa_node, function| PciFunction { numa_node: Some(numa_node), ..function };
    let topology = topology_of_evidence(
        &[
            ("00:17.0", on_node(1, endpoint(0x8086, 0xa182, 0x01_06_01))),
            ("00:1f.0", on_node(1, bridge_of(0x8086, 0xa1c1))),
            ("17:00.0", on_node(0, port(0x8086, 0x2030, (0x18, 0x18)))),
        ],
        |evidence| {
            let node = |package| NumaNode { package: Some(package), cpus: String::new() };
            evidence.numa_nodes = BTreeMap::from([(0, node(0)), (1, node(1))]);
        },
    );
    let parent = |id: &str| topology.nodes[&Id::new(id)].parent.clone();
    assert_eq!(parent("0000:00:17.0"), Some(Id::new(CHIPSET)));
    assert_eq!(parent(CHIPSET), Some(Id::new("cpu1")));
    assert_eq!(parent("0000:17:00.0"), Some(Id::new("cpu0")));
    assert_eq!(topology.nodes[&Id::new(CHIPSET)].package, Some(1));
}

/// DMI 3.0 of the Z170 is x4 at 8 GT/s.
#[test]
fn the_uplink_comes_from_the_catalogue() {
    let topology = topology_of(&[
        ("00:17.0", endpoint(0x8086, 0xa102, 0x01_06_01)),
        ("00:1f.0", bridge_of(0x8086, 0xa145)),
    ]);
    let link = topology.nodes[&Id::new(CHIPSET)].link.clone().unwrap();
    assert_eq!(link.current, narrows_units::LinkWidth::new(3, 4));
    assert_eq!((link.name.as_deref(), link.basis), (Some("DMI 3.0"), FactBasis::Documented));
    assert_eq!(topology.chipset.as_deref(), Some("Intel Z170"));
}

#[test]
fn an_emulated_chipset_has_no_link() {
    let topology = topology_of(&[
        ("00:01.0", port(0x1b36, 0x000c, (1, 1))),
        ("00:1f.0", bridge_of(0x8086, 0x2918)),
        ("00:1f.2", endpoint(0x8086, 0x2922, 0x01_06_01)),
    ]);
    assert_eq!(topology.nodes[&Id::new(CHIPSET)].link, None);
    assert_eq!(topology.host.hypervisor.as_deref(), Some("QEMU"));
    assert!(topology.notes.iter().any(|note| note.text.id() == "note-uplink-emulated"));
}

#[test]
fn a_machine_without_pci_still_has_a_processor_for_its_drives() {
    let topology = topology_of_evidence(&[], |evidence| {
        evidence.blocks.insert("vda".into(), BlockDevice::default());
    });
    assert!(topology.nodes.contains_key(&Id::new("cpu0")));
    assert_every_path_ends(&topology);
}

fn assert_every_path_ends(topology: &Topology) {
    for (id, node) in &topology.nodes {
        let parent = node.parent.as_ref();
        assert!(parent.is_none_or(|parent| topology.nodes.contains_key(parent)), "{id}");
        let last = topology.path(id).last().map(|(_, node)| node.kind);
        assert_eq!(last, Some(NodeKind::Processor), "{id}");
    }
    for drive in topology.drives.values() {
        let controller = drive.controller.as_ref().unwrap();
        assert!(topology.nodes.contains_key(controller));
    }
}

/// Few enough places that bridges claim each other's buses and nest in circles.
fn address() -> impl Strategy<Value = PciAddress> {
    let domain = prop_oneof![4 => Just(0u32), 1 => Just(0x10000)];
    (domain, 0u8..6, 0u8..32, 0u8..3).prop_map(|(domain, bus, device, function)| PciAddress {
        domain,
        bus,
        device,
        function,
    })
}

fn id() -> impl Strategy<Value = PciId> {
    let known = [
        (0x8086, 0xa145),
        (0x8086, 0x1901),
        (0x8086, 0xa110),
        (0x1022, 0x57ad),
        (0x1022, 0x57a3),
        (0x1022, 0x7901),
        (0x1022, 0x1484),
        (0x1b36, 0x000c),
        (0x1af4, 0x1042),
    ];
    let known = prop::sample::select(known.to_vec());
    let any = (any::<u16>(), any::<u16>());
    prop_oneof![known, any].prop_map(|(vendor, device)| PciId { vendor, device })
}

prop_compose! {
    fn function()(
        id in id(),
        class in prop::sample::select(vec![
            0x06_04_00, 0x01_08_02, 0x06_01_00, 0x06_00_00, 0x01_06_01,
        ]),
        parent in prop::option::weighted(0.3, address()),
        virtual_of in prop::option::weighted(0.1, address()),
        buses in prop::option::of((0u8..6, 0u8..8)),
        port in prop::option::of(prop::sample::select(vec![
            PortType::RootPort, PortType::SwitchUpstream, PortType::SwitchDownstream,
            PortType::Endpoint, PortType::IntegratedEndpoint, PortType::ToPciBridge,
        ])),
        numa_node in prop::option::of(0u32..3),
    ) -> PciFunction {
        let buses = buses.map(|(secondary, subordinate)| BusRange { secondary, subordinate });
        let plain = endpoint(id.vendor, id.device, class);
        PciFunction { parent, virtual_of, buses, port, numa_node, ..plain }
    }
}

prop_compose! {
    fn block(functions: Vec<PciAddress>)(
        at in prop::option::of(address()),
        member in prop::option::of("[a-d]"),
        pick in any::<prop::sample::Index>(),
        on_one in any::<bool>(),
    ) -> BlockDevice {
        let one = (!functions.is_empty() && on_one).then(|| functions[pick.index(functions.len())]);
        let members = member.into_iter().collect();
        BlockDevice { function: one.or(at), members, ..BlockDevice::default() }
    }
}

fn evidence() -> impl Strategy<Value = CaptureEvidence> {
    let functions = prop::collection::btree_map(address(), function(), 0..60);
    functions.prop_flat_map(|functions| {
        let addresses: Vec<PciAddress> = functions.keys().copied().collect();
        let blocks = prop::collection::btree_map("[a-d]", block(addresses), 0..4);
        let package = prop::option::of(0u32..3);
        let nodes = prop::collection::btree_map(0u32..3, package, 0..3);
        (Just(functions), blocks, nodes).prop_map(|(functions, blocks, nodes)| {
            let node = |(number, package)| (number, NumaNode { package, cpus: String::new() });
            let numa_nodes = nodes.into_iter().map(node).collect();
            CaptureEvidence { functions, blocks, numa_nodes, ..CaptureEvidence::default() }
        })
    })
}

proptest! {
    #[test]
    fn any_evidence_becomes_a_forest(evidence in evidence()) {
        let topology = build(&evidence);
        assert_every_path_ends(&topology);
        for address in evidence.functions.keys() {
            prop_assert!(topology.nodes.contains_key(&Id::new(address)));
        }
    }
}

/// 10,000 functions below 1,000 ports in four domains, all with names to look up and slot claims.
/// In a debug build some hundred milliseconds; a quadratic step would take minutes.
#[test]
fn ten_thousand_functions_are_no_work() {
    let mut evidence = CaptureEvidence::default();
    for n in 0..1000u32 {
        let (domain, bus, child) = (n / 250, 0, (n % 250 + 1) as u8);
        let (device, function) = ((n % 250 / 8) as u8, (n % 8) as u8);
        let address = PciAddress { domain, bus, device, function };
        evidence.functions.insert(address, port(0x8086, 0x2030 + (n % 4) as u16, (child, child)));
        for m in 0..9 {
            let below = PciAddress { domain, bus: child, device: m, function: 0 };
            evidence.functions.insert(below, endpoint(0x8086, (n * 9) as u16, 0x01_08_02));
            let label = String::new();
            let source = crate::evidence::SlotSource::Smbios;
            evidence.slots.push(crate::evidence::SlotClaim { address: below, label, source });
        }
    }
    let topology = build(&evidence);
    assert!(topology.nodes.len() > 9_900, "{}", topology.nodes.len());
}

#[test]
fn a_name_that_an_old_list_lacks_is_that_of_the_newer_one() {
    let name = |own: Option<&str>, device| {
        let drive =
            PciFunction { name: own.map(str::to_owned), ..endpoint(0x144d, device, 0x01_08_02) };
        topology_of(&[("01:00.0", drive)]).nodes[&Id::new(at("01:00.0"))].name.clone()
    };
    let listed = Some("Samsung Electronics NVMe SSD Controller SM981/PM981/PM983".to_owned());
    for own in [None, Some("Samsung Electronics Co Ltd Device a808"), Some("Samsung Device")] {
        assert_eq!(name(own, 0xa808), listed, "{own:?}");
    }
    for own in ["Samsung Electronics Co Ltd Device fffe", "Acme Device of 2020"] {
        assert_eq!(name(Some(own), 0xfffe).as_deref(), Some(own));
    }
    assert_eq!(name(Some("Acme Device of 2020"), 0xa808).as_deref(), Some("Acme Device of 2020"));
}

/// Of a bare list of functions places are unknown, and no drive is as fast as a link that is not listed.
#[test]
fn what_a_bare_list_lacks_is_noted() {
    let drives: Vec<(&str, PciFunction)> = ["01:00.0", "02:00.0"]
        .map(|address| (address, endpoint(0x144d, 0xa808, 0x01_08_02)))
        .into();
    let notes =
        |topology: &Topology| topology.notes.iter().map(|it| it.text.id()).collect::<Vec<_>>();
    assert_eq!(notes(&topology_of(&drives)), ["note-drive-unknown", PLACES_UNKNOWN]);
    let guest = topology_of_evidence(&drives, |it| it.host.hypervisor = Some("KVM".into()));
    assert_eq!(notes(&guest), ["note-drive-unknown"]);
    let alone = topology_of_evidence(&[], |it| {
        drop(it.blocks.insert("sda".into(), BlockDevice::default()))
    });
    assert!(notes(&alone).is_empty());
}
