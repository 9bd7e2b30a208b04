//! Name of a port, whatever else is in the machine.
//!
//! Bus numbers shift with every added card, and firmware lets the first port in use of an Intel chipset
//! answer as function 0. A port is therefore named by its path: Intel's ports by their ids, which are
//! unique (Intel 100 Series PCH datasheet, volume 1, section 6.1, and its successors); others by device
//! and function below the port before them.
//!
//! ```text
//! 8086:a118              a root port of Intel's
//! 02.1/00.0/08.0         a downstream port of a chipset by AMD, through its upstream port
//! 0000:80/8086:2030      a root port on another root bus than the first
//! ```

use narrows_topology::graph::{Id, Node, NodeKind, Topology};

const INTEL: u16 = 0x8086;

/// The name of a port; `None` if the node is not a port or has no address.
pub fn port_path(topology: &Topology, port: &Id) -> Option<String> {
    topology
        .nodes
        .get(port)
        .filter(|node| matches!(node.kind, NodeKind::RootPort | NodeKind::DownstreamPort))?;
    let way: Vec<&Node> =
        topology.path(port).map(|(_, node)| node).filter(|node| node.address.is_some()).collect();
    let root = way.last()?.address?;
    let mut parts: Vec<String> = way.iter().rev().filter_map(|node| part(node)).collect();
    // Most machines have all on this bus, so that its number would only lengthen every name.
    if (root.domain, root.bus) != (0, 0) {
        parts.insert(0, format!("{:04x}:{:02x}", root.domain, root.bus));
    }
    Some(parts.join("/"))
}

fn part(node: &Node) -> Option<String> {
    let at = node.address?;
    let id = node.pci_id.filter(|id| id.vendor == INTEL && node.kind == NodeKind::RootPort);
    Some(id.map_or_else(|| format!("{:02x}.{:x}", at.device, at.function), |id| id.to_string()))
}
