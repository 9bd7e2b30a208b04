//! NUMA nodes and the package that each one's processors are in.
//!
//! Source: Documentation/ABI/stable/sysfs-devices-node, sysfs-devices-system-cpu.

use std::collections::BTreeMap;

use super::folder::{SysfsFolder, numbered};
use crate::evidence::NumaNode;
use crate::read::FileTree;

/// Most nodes: CONFIG_NODES_SHIFT goes to 10, so no kernel has more.
const MOST_NODES: usize = 1024;

/// Every node by number. A node with memory only has no processors and no package.
pub(super) fn nodes(tree: &FileTree) -> BTreeMap<u32, NumaNode> {
    let all = "sys/devices/system/node";
    let names = tree.names(all).filter(|name| numbered(name, "node").is_some());
    let nodes = names.take(MOST_NODES).filter_map(|name| {
        let folder = SysfsFolder::at(tree, &format!("{all}/{name}"))?;
        Some((numbered(name, "node")?, node(&folder)))
    });
    nodes.collect()
}

fn node(folder: &SysfsFolder) -> NumaNode {
    let cpus = folder.owned("cpulist").unwrap_or_default();
    let package = package(folder.tree, &cpus);
    NumaNode { package, cpus }
}

/// The package of the first processor in the list; a node never spans two.
fn package(tree: &FileTree, cpus: &str) -> Option<u32> {
    let first: u32 = cpus.split([',', '-']).next()?.parse().ok()?;
    let path = format!("sys/devices/system/cpu/cpu{first}/topology/physical_package_id");
    tree.text(&path)?.parse().ok()
}
