//! Facts read from captures of the project's own emulated machines, described link by link in
//! rig/machines/. `fixtures/README.md` says how they are made.

use std::path::Path;

use narrows_topology::build::build;
use narrows_topology::graph::{
    AttachmentPoint, DegradationCause, Id, Node, NodeKind, StorageControllerKind,
};
use narrows_topology::read::kind;
use narrows_topology::{PciAddress, Topology};
use narrows_units::LinkWidth;

fn topology(machine: &str) -> Topology {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let capture = std::fs::read(folder.join(format!("{machine}.tar.gz"))).unwrap();
    build(&kind::evidence(&capture).unwrap())
}

fn id(address: &str) -> Id {
    Id::new(address.parse::<PciAddress>().unwrap())
}

fn nvme(topology: &Topology) -> Vec<(&Id, &Node)> {
    let nodes = topology.nodes.iter();
    nodes.filter(|(_, node)| node.kind == NodeKind::Storage(StorageControllerKind::Nvme)).collect()
}

/// The switches on the way up.
fn via<'a>(topology: &'a Topology, id: &'a Id) -> Vec<&'a Id> {
    let above = topology.path(id).filter(|(_, node)| node.kind == NodeKind::Switch);
    above.map(|(id, _)| id).collect()
}

fn current(node: &Node) -> Option<LinkWidth> {
    node.link.as_ref()?.current
}

fn degraded(node: &Node) -> Option<DegradationCause> {
    node.link.as_ref()?.degraded
}

#[test]
fn three_drives_stand_behind_one_uplink() {
    let topology = topology("z170-trio");
    let drives = nvme(&topology);
    assert_eq!(drives.len(), 3);
    let uplink = id("0000:01:00.0");
    // PCIe 1.0 x2 for all of them, PCIe 3.0 x1 for each.
    assert_eq!(current(&topology.nodes[&uplink]), LinkWidth::new(1, 2));
    for (id, drive) in drives {
        assert_eq!(via(&topology, id).last(), Some(&&uplink), "{id}");
        assert_eq!((current(drive), degraded(drive)), (LinkWidth::new(3, 1), None), "{id}");
        assert_eq!(drive.attachment, AttachmentPoint::Cpu, "{id}");
    }
    assert_eq!(topology.drives.values().filter(|drive| drive.mounts.len() == 1).count(), 3);
}

#[test]
fn degraded_links_have_their_reason() {
    let topology = topology("x2-slot");
    let states = nvme(&topology).into_iter();
    let states: Vec<_> = states.map(|(_, node)| (current(node), degraded(node))).collect();
    let by_port = (LinkWidth::new(1, 2), Some(DegradationCause::Port));
    let by_whom = (LinkWidth::new(1, 1), Some(DegradationCause::Unknown));
    assert_eq!(states, [by_port, by_whom]);
}

#[test]
fn each_socket_has_its_drives() {
    let topology = topology("two-socket-8");
    assert_eq!(topology.numa_nodes.iter().copied().collect::<Vec<_>>(), [0, 1]);
    let drives = nvme(&topology);
    assert_eq!(drives.len(), 8);
    let switch = id("0000:81:00.0");
    assert_eq!(current(&topology.nodes[&switch]), LinkWidth::new(2, 1));
    for (index, (id, drive)) in drives.into_iter().enumerate() {
        // Buses from 0x40 on are the first socket's, from 0x80 on the second's.
        let behind_switch = index >= 4;
        assert_eq!(drive.numa_node, Some(u32::from(behind_switch)), "{id}");
        assert_eq!(via(&topology, id).contains(&&switch), behind_switch, "{id}");
        assert_eq!((current(drive), degraded(drive)), (LinkWidth::new(1, 1), None), "{id}");
        assert_eq!(drive.attachment, AttachmentPoint::Cpu, "{id}");
    }
}
