//! The same machine as Linux and as Windows show it.

use std::collections::BTreeMap;
use std::path::Path;

use narrows_topology::build::build;
use narrows_topology::evidence::{CaptureEvidence, LinkFacts, PciFunction, PortType};
use narrows_topology::read::{kind, windows};
use narrows_topology::{Id, PciAddress, Topology};
use narrows_units::LinkWidth;
use serde_json::{Value, json};

fn seen_by_linux(machine: &str) -> CaptureEvidence {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    kind::evidence(&std::fs::read(folder.join(format!("{machine}.tar.gz"))).unwrap()).unwrap()
}

fn instance(address: PciAddress, function: &PciFunction) -> String {
    let PciAddress { domain, bus, device, function: number } = address;
    let id = function.id;
    let place = u32::from(bus) << 16 | u32::from(device) << 8 | u32::from(number) | domain << 24;
    format!("PCI\\VEN_{:04X}&DEV_{:04X}&REV_00\\3&{place:X}", id.vendor, id.device)
}

/// `DevProp_PciDevice_DeviceType_xxx`.
fn kind_number(port: PortType) -> u8 {
    match port {
        PortType::Endpoint => 2,
        PortType::LegacyEndpoint => 3,
        PortType::IntegratedEndpoint => 4,
        PortType::RootPort => 8,
        PortType::SwitchUpstream => 9,
        PortType::SwitchDownstream => 10,
        PortType::ToPciBridge => 11,
        PortType::FromPciBridge => 12,
        PortType::EventCollector => 14,
    }
}

fn link(entry: &mut Value, link: &LinkFacts) {
    let mut put = |speed: &str, width: &str, value: Option<LinkWidth>| {
        let Some(value) = value else { return };
        entry[speed] = value.rate.generation().into();
        entry[width] = value.lanes.get().into();
    };
    put("speed", "width", link.current);
    put("max_speed", "max_width", link.possible);
}

/// The script's output for a machine that Linux shows.
fn as_windows_shows_it(evidence: &CaptureEvidence, topology: &Topology) -> Value {
    let names: BTreeMap<PciAddress, String> =
        evidence.functions.iter().map(|(at, function)| (*at, instance(*at, function))).collect();
    let above = |at: &PciAddress| {
        let node = topology.nodes.get(&Id::new(at))?;
        topology.nodes.get(node.parent.as_ref()?)?.address
    };
    let devices = evidence.functions.iter().map(|(at, function)| {
        let mut entry = json!({
            "id": names[at],
            "bus": u32::from(at.bus) | at.domain << 8,
            "address": u32::from(at.device) << 16 | u32::from(at.function),
            "base": function.class.base, "sub": function.class.sub,
            "interface": function.class.interface,
        });
        let parent =
            above(at).map_or_else(|| "ACPI\\PNP0A08\\0".to_owned(), |at| names[&at].clone());
        entry["parent"] = parent.into();
        if let Some(port) = function.port {
            entry["type"] = kind_number(port).into();
        }
        link(&mut entry, &function.link);
        entry
    });
    let disks = evidence.blocks.values().enumerate().filter_map(|(number, block)| {
        let controller = names.get(&block.function?)?;
        Some(json!({"number": number, "device": controller, "model": block.model}))
    });
    json!({
        "schema": "narrows.windows/1",
        "system": {"cpu": evidence.host.cpu},
        "devices": devices.collect::<Vec<_>>(),
        "disks": disks.collect::<Vec<_>>(),
    })
}

#[test]
fn the_tree_is_the_one_that_linux_shows() {
    for machine in ["z170-trio", "x2-slot", "two-socket-8"] {
        let linux = seen_by_linux(machine);
        let expected = build(&linux);
        let text = as_windows_shows_it(&linux, &expected).to_string();
        let topology = build(&windows::read(&text).unwrap());
        for (id, node) in expected.nodes.iter().filter(|(_, node)| node.address.is_some()) {
            let other = &topology.nodes[id];
            assert_eq!(other.kind, node.kind, "{machine} {id}");
            // Packages follow from NUMA nodes, which these guests give for host bridges only.
            if node.parent.as_ref().is_some_and(|above| expected.nodes[above].address.is_some()) {
                assert_eq!(other.parent, node.parent, "{machine} {id}");
            }
            let ends = |node: &narrows_topology::graph::Node| {
                node.link.as_ref().map(|link| (link.current, link.possible))
            };
            assert_eq!(ends(other), ends(node), "{machine} {id}");
        }
        let on = |topology: &Topology| {
            let mut all: Vec<Option<Id>> =
                topology.drives.values().map(|drive| drive.controller.clone()).collect();
            all.retain(|id| id.as_ref().is_some_and(|id| expected.nodes[id].address.is_some()));
            all.sort();
            all
        };
        assert_eq!(on(&topology), on(&expected), "{machine}");
    }
}

/// PowerShell 5 writes redirected output as UTF-16 with a mark.
#[test]
fn what_was_redirected_is_read_too() {
    let linux = seen_by_linux("x2-slot");
    let text = as_windows_shows_it(&linux, &build(&linux)).to_string();
    let wide: Vec<u8> =
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert_eq!(kind::evidence(&wide).unwrap(), kind::evidence(text.as_bytes()).unwrap());
}
