//! Checks conclusions about each captured machine against those of people, lspci and hwloc.
//!
//! Method: every `*.expect.json` beside an lspci listing; each emulated machine's tarball against
//! the listing beside it; hwloc's XML against the tarball beside it, and against known facts about
//! its processors.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use narrows_topology::build::{CHIPSET, build};
use narrows_topology::evidence::CaptureEvidence;
use narrows_topology::graph::{
    AttachmentPoint, DegradationCause, Id, Node, NodeKind, StorageControllerKind,
};
use narrows_topology::read::kind;
use narrows_topology::{PciAddress, Topology};
use narrows_units::LinkWidth;
use serde_json::Value;

/// The folder of the captures; without one the test counts as skipped.
pub fn captures() -> Option<PathBuf> {
    let folder = std::env::var_os("NARROWS_CAPTURES").map(PathBuf::from);
    match &folder {
        Some(folder) => assert!(folder.is_dir(), "NARROWS_CAPTURES: no {}", folder.display()),
        None => println!("skipped: NARROWS_CAPTURES names no folder of captures"),
    }
    folder
}

fn evidence(path: &Path) -> CaptureEvidence {
    let bytes = fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    kind::evidence(&bytes).unwrap_or_else(|e| panic!("{}: {e:?}", path.display()))
}

/// The topology of one capture, checked for invariants.
fn topology(name: &str) -> Option<Topology> {
    let evidence = evidence(&captures()?.join(name));
    let topology = build(&evidence);
    for (id, node) in &topology.nodes {
        let last = topology.path(id).last().map(|(_, node)| node.kind);
        assert_eq!(last, Some(NodeKind::Processor), "{name}: {id} hangs in the air");
        let parent = node.parent.as_ref();
        assert!(parent.is_none_or(|parent| topology.nodes.contains_key(parent)), "{name}: {id}");
    }
    Some(topology)
}

fn id(address: &str) -> Id {
    Id::new(address.parse::<PciAddress>().expect(address))
}

fn node<'a>(topology: &'a Topology, address: &str) -> &'a Node {
    topology.nodes.get(&id(address)).unwrap_or_else(|| panic!("no {address}"))
}

fn is_switch(node: &Node) -> bool {
    node.kind == NodeKind::Switch || (node.kind == NodeKind::Chipset && node.address.is_some())
}

/// The switches on the way, nearest first.
fn via(topology: &Topology, address: &str) -> Vec<Id> {
    let id = id(address);
    let above = topology.path(&id).skip(1).filter(|(_, node)| is_switch(node));
    above.map(|(id, _)| id.clone()).collect()
}

// Listings with an expectation.

#[test]
fn listings_lead_to_what_a_person_concludes() {
    let Some(folder) = captures() else { return };
    let mut checked = 0;
    for entry in fs::read_dir(folder.join("lspci")).unwrap() {
        let path = entry.unwrap().path();
        let Some(name) = path.to_str().and_then(|path| path.strip_suffix(".expect.json")) else {
            continue;
        };
        let expected: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let topology = build(&evidence(Path::new(&format!("{name}.txt"))));
        for drive in expected["storage"].as_array().unwrap() {
            let at = drive["bdf"].as_str().unwrap();
            check_link(&topology, at, drive, name);
            check_place(&topology, at, drive, name);
        }
        check_all_storage_is_expected(&topology, &expected, name);
        checked += 1;
    }
    assert!(checked > 0, "no expectations in the folder");
}

fn check_link(topology: &Topology, at: &str, expected: &Value, name: &str) {
    let link = node(topology, at).link.clone();
    let width = |key: &str| expected[key].as_str().map(|text| text.parse::<LinkWidth>().unwrap());
    let current = link.as_ref().and_then(|link| link.current);
    let possible = link.as_ref().and_then(|link| link.possible);
    assert_eq!((current, possible), (width("link_current"), width("link_max")), "{name}: {at}");
    let known = link.as_ref().filter(|link| link.current.is_some());
    let degraded = known.map(|link| link.degraded.is_some());
    assert_eq!(degraded, expected["downgraded"].as_bool(), "{name}: {at}");
    if expected["cause"].as_str().is_some_and(|cause| cause.starts_with("port")) {
        let by = link.as_ref().and_then(|link| link.degraded);
        assert_eq!(by, Some(DegradationCause::Port), "{name}: {at}");
    }
    let says_internal = ["internal virtual", "link internal", "as 2f", "as 36"];
    let reasoning = expected["reasoning"].as_str().unwrap_or_default();
    let internal = says_internal.iter().any(|words| reasoning.contains(words));
    assert_eq!(link.is_some_and(|link| link.internal), internal, "{name}: {at}");
}

fn check_place(topology: &Topology, at: &str, expected: &Value, name: &str) {
    let own = node(topology, at);
    match expected["parent_port"]["bdf"].as_str() {
        Some(port) => assert_eq!(own.parent, Some(id(port)), "{name}: {at}"),
        None => assert_eq!(own.parent, Some(Id::new(CHIPSET)), "{name}: {at}"),
    }
    let behind = expected["behind"].as_str().unwrap();
    let switch = behind.strip_prefix("switch ");
    let also = expected["also_behind"].as_str().or(expected["root_port"]["id"].as_str());
    // In all captures with a switch, it hangs off the chipset.
    let attachment = match switch.map_or(behind, |_| also.map_or("cpu", |_| "chipset")) {
        "cpu" => AttachmentPoint::Cpu,
        _ => AttachmentPoint::Chipset,
    };
    assert_eq!(own.attachment, attachment, "{name}: {at}");
    let via = via(topology, at);
    if let Some(switch) = switch {
        assert_eq!(via.first(), Some(&id(switch)), "{name}: {at}");
    }
    if let Some(hops) = expected["chipset_hops"].as_u64() {
        assert_eq!(via.len() as u64, hops, "{name}: {at}");
    }
    if let Some(port) = expected["root_port"]["bdf"].as_str() {
        let at = id(at);
        let root = topology.path(&at).find(|(_, node)| node.kind == NodeKind::RootPort).unwrap();
        assert_eq!(root.0, &id(port), "{name}");
    }
}

fn check_all_storage_is_expected(topology: &Topology, expected: &Value, name: &str) {
    let listed = expected["storage"].as_array().unwrap().iter();
    let mut listed: Vec<Id> = listed.map(|drive| id(drive["bdf"].as_str().unwrap())).collect();
    listed.sort();
    let storage = topology.nodes.iter().filter(|(_, n)| matches!(n.kind, NodeKind::Storage(_)));
    let ids: Vec<Id> = storage.map(|(id, _)| id.clone()).collect();
    assert_eq!(ids, listed, "{name}");
}

#[test]
fn hosts_are_named_and_hidden_uplinks_come_from_the_catalogue() {
    let rows = [
        ("lspci/asus-z170-pro-gaming.txt", "Skylake", "Z170", "DMI 3.0", (3, 4)),
        ("lspci/asrock-z170-oc-formula-unpriv.txt", "Kaby Lake", "Z170", "DMI 3.0", (3, 4)),
        ("lspci/asrock-z790-taichi.txt", "Raptor Lake", "Z790", "DMI 4.0", (4, 8)),
        ("lspci/tuxedo-polaris-tigerlake-h.txt", "Tiger Lake", "HM570", "DMI 3.0", (3, 8)),
        ("lspci-hex/tree-fujitsu-p8010", "", "ICH8", "DMI", (1, 4)),
    ];
    for (name, cpu, chipset, uplink, (generation, lanes)) in rows {
        let Some(topology) = topology(name) else { return };
        assert!(topology.host.cpu.clone().unwrap_or_default().contains(cpu), "{name}");
        assert!(topology.chipset.clone().unwrap().contains(chipset), "{name}");
        let link = topology.nodes[&Id::new(CHIPSET)].link.clone().expect(name);
        assert!(link.name.unwrap().starts_with(uplink), "{name}");
        assert_eq!(link.current, LinkWidth::new(generation, lanes), "{name}");
    }
}

#[test]
fn amd_chipsets_are_the_switches_that_pci_shows() {
    let rows = [
        ("lspci/asrock-x570-creator.txt", "Matisse", "X570", "00:01.2", "01:00.0"),
        ("lspci/asrock-x670e-pro-rs.txt", "Raphael", "600", "00:02.1", "03:00.0"),
    ];
    for (name, cpu, chipset, port, upstream) in rows {
        let Some(topology) = topology(name) else { return };
        assert!(topology.host.cpu.clone().unwrap().contains(cpu), "{name}");
        assert!(topology.chipset.clone().unwrap().contains(chipset), "{name}");
        assert!(!topology.nodes.contains_key(&Id::new(CHIPSET)), "{name}: nothing is hidden");
        let switch = node(&topology, upstream);
        assert_eq!((switch.kind, switch.parent.clone()), (NodeKind::Chipset, Some(id(port))));
        let link = switch.link.clone().unwrap();
        // X570's ports could do x8; x4 is by design.
        assert_eq!((link.current, link.degraded), (LinkWidth::new(4, 4), None), "{name}");
    }
}

/// Ports of the X670E board that read PCIe 1.0 x1 with nothing behind them.
#[test]
fn empty_ports_have_nothing_below() {
    let Some(topology) = topology("lspci/asrock-x670e-pro-rs.txt") else { return };
    let below = |port: &Id| topology.nodes.values().any(|node| node.parent.as_ref() == Some(port));
    for port in ["04:04.0", "04:05.0", "04:06.0", "04:07.0", "0b:00.0", "0b:06.0", "0b:07.0"] {
        assert_eq!(node(&topology, port).kind, NodeKind::DownstreamPort);
        assert!(!below(&id(port)), "{port}");
    }
    assert!(below(&id("04:08.0")) && below(&id("0b:04.0")));
}

/// Of the two bridges that claim bus 07, memory windows give it to 04:02.0.
#[test]
fn a_bus_claimed_twice_is_remarked_on() {
    let Some(topology) = topology("lspci/asrock-x570-creator.txt") else { return };
    assert_eq!(node(&topology, "07:00.0").parent, Some(id("04:02.0")));
    let notes: Vec<&str> = topology.notes.iter().map(|note| note.text.id()).collect();
    assert_eq!(notes, ["note-bus-claimed-twice"]);
}

// Dumps.

#[test]
fn a_laptop_of_2007_from_its_dump() {
    let Some(topology) = topology("lspci-hex/tree-fujitsu-p8010") else { return };
    let place = |address: &str| {
        let node = node(&topology, address);
        (node.kind, node.attachment, node.parent.clone().unwrap().to_string())
    };
    let chipset = || CHIPSET.to_owned();
    let ahci = NodeKind::Storage(StorageControllerKind::Ahci);
    assert_eq!(place("00:1f.2"), (ahci, AttachmentPoint::Chipset, chipset()));
    assert_eq!(place("00:1c.4"), (NodeKind::RootPort, AttachmentPoint::Chipset, chipset()));
    assert_eq!(place("00:1e.0"), (NodeKind::Bridge, AttachmentPoint::Chipset, chipset()));
    let wireless = (NodeKind::Network, AttachmentPoint::Chipset, "0000:00:1c.4".to_owned());
    assert_eq!(place("14:00.0"), wireless);
    // Behind the PCI bridge and the CardBus bridge on its bus there are no links.
    assert_eq!(place("1d:00.0").2, "0000:1c:03.0");
    assert_eq!(place("1c:03.0").2, "0000:00:1e.0");
    assert!(node(&topology, "1d:00.0").link.is_none() && node(&topology, "1c:03.2").link.is_none());
    assert_eq!(node(&topology, "14:00.0").link.clone().unwrap().current, LinkWidth::new(1, 1));
    assert_eq!(node(&topology, "00:02.0").attachment, AttachmentPoint::Cpu);
}

// Emulated machines.

/// Facts on which both sources of an emulated machine agree: all but drives and names.
fn shape(topology: &Topology) -> BTreeMap<Id, impl PartialEq + std::fmt::Debug> {
    let nodes = topology.nodes.iter().map(|(id, node)| {
        let link = node.link.clone();
        let place = (node.kind, node.parent.clone(), node.attachment, node.attachment_basis);
        (id.clone(), (place, node.numa_node, link, node.offers))
    });
    nodes.collect()
}

#[test]
fn emulated_machines_lead_to_the_same_from_tarball_and_listing() {
    for machine in ["stock", "links-patched"] {
        let Some(tarball) = topology(&format!("qemu/{machine}/sys.tar.gz")) else { return };
        let listing = topology(&format!("qemu/{machine}/lspci-vvv-nn.txt")).unwrap();
        assert_eq!(shape(&tarball), shape(&listing), "{machine}");
        assert_eq!(tarball.chipset, listing.chipset, "{machine}");
        assert_eq!(tarball.host.hypervisor, listing.host.hypervisor, "{machine}");
        assert_eq!(tarball.drives.len(), 5, "{machine}");
        for drive in tarball.drives.values() {
            let controller = &tarball.nodes[drive.controller.as_ref().unwrap()];
            assert_eq!(
                controller.kind,
                NodeKind::Storage(StorageControllerKind::Nvme),
                "{machine}"
            );
        }
    }
}

#[test]
fn emulated_links_and_attachments() {
    let Some(topology) = topology("qemu/links-patched/sys.tar.gz") else { return };
    let rows = [
        ("01:00.0", (4, 4), None, 0),
        ("02:00.0", (3, 2), Some(DegradationCause::Unknown), 0),
        ("05:00.0", (3, 4), None, 1),
        ("06:00.0", (3, 2), Some(DegradationCause::Unknown), 1),
        ("41:00.0", (3, 4), None, 0),
    ];
    for (address, (generation, lanes), degraded, switches) in rows {
        let node = node(&topology, address);
        let link = node.link.clone().unwrap();
        assert_eq!(link.current, LinkWidth::new(generation, lanes), "{address}");
        assert_eq!(link.degraded, degraded, "{address}");
        assert_eq!(
            (node.attachment, via(&topology, address).len()),
            (AttachmentPoint::Cpu, switches),
            "{address}"
        );
    }
    assert_eq!(node(&topology, "41:00.0").numa_node, Some(1));
    assert_eq!(node(&topology, "00:1f.2").attachment, AttachmentPoint::Chipset);
    assert!(topology.nodes[&Id::new(CHIPSET)].link.is_none(), "an emulated chipset has no DMI");
    assert_eq!(topology.numa_nodes.len(), 2);
}

// hwloc.

/// Checks package and NUMA node of every function against the XML's location of its root bus.
fn check_packages(name: &str, by_bus: &[(u8, Option<u32>)]) -> Option<Topology> {
    let topology = topology(name)?;
    let mut count = 0;
    for (id, node) in &topology.nodes {
        let Some(address) = node.address else { continue };
        let (_, package) = by_bus.iter().rev().find(|(first, _)| *first <= address.bus).unwrap();
        assert_eq!(node.package, *package, "{name}: {id}");
        assert_eq!(node.numa_node, *package, "{name}: {id}");
        let processor = topology.path(id).last().unwrap().0;
        let expected = Id::new(format_args!("cpu{}", package.unwrap_or(0)));
        assert_eq!(processor, &expected, "{name}: {id}");
        count += 1;
    }
    assert!(count > 0, "{name}");
    Some(topology)
}

#[test]
fn two_packages_by_hwloc() {
    check_packages("hwloc/16intel64-manyVFs.xml", &[(0, Some(0)), (0x80, Some(1))]);
    check_packages("hwloc/24em64t-2n6c2t-pci.xml", &[(0, Some(0)), (0x10, Some(1))]);
    check_packages("hwloc/cxlmem+dax.v2.xml", &[(0, Some(0))]);
    let tarball = "hwloc/32intel64-2p8co2t+8ve.tar.bz2";
    check_packages(tarball, &[(0, Some(0))]);
}

#[test]
fn xeon_e5_ports_are_the_processors_and_the_rest_hangs_off_dmi2() {
    let name = "hwloc/32em64t-2n8c2t-pci-wholeio.xml";
    let Some(topology) = check_packages(name, &[(0, Some(0)), (0x80, Some(1))]) else { return };
    for port in ["00:03.0", "80:01.0", "80:02.0", "80:03.0"] {
        let port = node(&topology, port);
        assert_eq!((port.kind, port.attachment), (NodeKind::RootPort, AttachmentPoint::Cpu));
    }
    for function in ["00:11.0", "00:1e.0", "00:1f.2", "04:00.0", "05:03.0"] {
        assert_eq!(node(&topology, function).attachment, AttachmentPoint::Chipset, "{function}");
    }
    let sas = node(&topology, "04:00.0");
    assert_eq!(sas.kind, NodeKind::Storage(StorageControllerKind::Sas));
    assert!(sas.link.as_ref().unwrap().internal, "the SAS unit is in the chipset");
    let chipset = &topology.nodes[&Id::new(CHIPSET)];
    assert_eq!(chipset.link.clone().unwrap().current, LinkWidth::new(2, 4));
    assert_eq!((chipset.package, chipset.parent.clone()), (Some(0), Some(Id::new("cpu0"))));
}

/// X58-era boards: the I/O hub's ports are the processor's attachment, ICH10 is the chipset.
#[test]
fn io_hubs_are_the_processors_attachment() {
    let Some(topology) = topology("hwloc/24em64t-2n6c2t-pci.xml") else { return };
    for port in ["00:01.0", "00:05.0", "00:07.0", "10:03.0", "10:07.0"] {
        assert_eq!(node(&topology, port).attachment, AttachmentPoint::Cpu, "{port}");
    }
    assert_eq!(node(&topology, "00:1f.2").attachment, AttachmentPoint::Chipset);
    assert_eq!(
        topology.nodes[&Id::new(CHIPSET)].link.clone().unwrap().current,
        LinkWidth::new(1, 4)
    );
}

/// Firmware tells no package. In the tarball, one card's driver knows its node, 2, which speaks for
/// the root bus 40; hwloc puts that bus near packages 1 and 3 and bus 00 near 0 and 2.
#[test]
fn four_packages_in_two_groups() {
    let name = "hwloc/40intel64-2g2n4c+pcilocality";
    let Some(tarball) = topology(&format!("{name}.tar.bz2")) else { return };
    let xml = topology(&format!("{name}.xml")).unwrap();
    for (topology, package, processor) in [(&tarball, Some(2), "cpu2"), (&xml, None, "cpu1")] {
        let processors = topology.nodes.values().filter(|node| node.kind == NodeKind::Processor);
        assert_eq!((processors.count(), topology.numa_nodes.len()), (4, 4));
        let raid = node(topology, "01:00.0");
        assert_eq!(
            (raid.package, raid.numa_node, raid.attachment),
            (None, None, AttachmentPoint::Cpu)
        );
        let far = node(topology, "40:03.0");
        assert_eq!((far.package, far.parent.clone()), (package, Some(Id::new(processor))));
        assert_eq!(node(topology, "43:00.0").package, package);
        assert_eq!(node(topology, "00:03.0").parent, Some(Id::new("cpu0")));
        assert_eq!(node(topology, "00:1f.2").attachment, AttachmentPoint::Chipset);
        assert_eq!(topology.drives[&Id::new("sda")].controller, Some(id("01:00.0")));
    }
    let groups = |topology: &Topology| {
        let notes = topology.notes.iter().filter(|note| note.text.id() == "note-package-unknown");
        notes.map(|note| format!("{:?}", note.text)).collect::<Vec<_>>()
    };
    assert_eq!(groups(&tarball).len(), 1);
    assert!(groups(&tarball)[0].contains("cpu0 / cpu1 / cpu2 / cpu3"), "{:?}", groups(&tarball));
    assert_eq!(groups(&xml).len(), 2);
    assert!(groups(&xml)[0].contains("cpu0 / cpu2"), "{:?}", groups(&xml));
    assert!(groups(&xml)[1].contains("cpu1 / cpu3"), "{:?}", groups(&xml));
    let tree = |topology: &Topology| -> Vec<(Id, NodeKind, AttachmentPoint)> {
        let nodes = topology.nodes.iter();
        nodes.map(|(id, n)| (id.clone(), n.kind, n.attachment)).collect()
    };
    assert_eq!(tree(&tarball), tree(&xml));
}

/// A listing of one card: `lspci -F` says 8GT/s x4 of both its Link Capabilities and Link Status.
#[test]
fn a_card_without_the_port_above_has_its_own_link_and_no_attachment() {
    let Some(topology) = topology("lspci-hex/cap-flitmode") else { return };
    let card = node(&topology, "01:00.0");
    let link = card.link.clone().expect("its own link");
    let gen3_x4 = LinkWidth::new(3, 4);
    assert_eq!((link.current, link.possible, link.degraded), (gen3_x4, gen3_x4, None));
    assert_eq!((card.attachment, link.port), (AttachmentPoint::Unknown, None));
    let card = id("01:00.0");
    let hops = topology.path(&card).filter(|(_, node)| node.link.is_some());
    assert_eq!(hops.count(), 1);
    // The root port of the other one is on bus 0: its attachment is known, and no link is above it.
    let root = self::topology("lspci-hex/cap-pcie-1").unwrap();
    let root = node(&root, "00:01.0");
    assert_eq!((root.attachment, root.link.is_none()), (AttachmentPoint::Cpu, true));
}

/// A Xeon with two packages, of which the capture keeps only the switches' trees.
#[test]
fn eight_vector_engines_behind_two_switches() {
    let Some(topology) = topology("hwloc/32intel64-2p8co2t+8ve.tar.bz2") else { return };
    for (engine, switch) in [("1b:00.0", "18:00.0"), ("41:00.0", "3b:00.0")] {
        assert_eq!(via(&topology, engine), [id(switch)]);
        assert_eq!(node(&topology, engine).attachment, AttachmentPoint::Cpu);
        let link = node(&topology, engine).link.clone().unwrap();
        assert_eq!(link.current, LinkWidth::new(3, 16));
    }
    // The chipset's network functions hang off its wide uplink; the bridge above is left out.
    assert_eq!(node(&topology, "60:00.0").parent, Some(id("5e:00.0")));
    assert_eq!(node(&topology, "60:00.0").attachment, AttachmentPoint::Chipset);
}

#[test]
fn virtual_cards_below_nested_switches() {
    let Some(topology) = topology("hwloc/16intel64-manyVFs.xml") else { return };
    for (card, switches) in
        [("0b:00.2", ["09:00.0", "06:00.0"]), ("88:00.5", ["86:00.0", "83:00.0"])]
    {
        assert_eq!(via(&topology, card), switches.map(id));
        assert_eq!(node(&topology, card).attachment, AttachmentPoint::Cpu);
    }
}

#[test]
fn memory_cards_behind_emulated_switches() {
    let Some(topology) = topology("hwloc/cxlmem+dax.v2.xml") else { return };
    assert_eq!(via(&topology, "11:00.0"), [id("0f:00.0"), id("0d:00.0")]);
    assert_eq!(node(&topology, "11:00.0").attachment, AttachmentPoint::Cpu);
    assert_eq!(node(&topology, "00:1f.2").attachment, AttachmentPoint::Chipset);
    assert_eq!(topology.drives[&Id::new("sda")].controller, Some(id("00:1f.2")));
}
