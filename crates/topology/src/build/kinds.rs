//! The kind of each function.
//!
//! The Express capability's port type gives it if readable; without rights it is not, and the
//! tree's shape and known ids decide: a bridge on a root bus is a root port, a bridge below a
//! bridge with bridges below it is a switch.

use std::collections::BTreeSet;

use narrows_catalog::pci::PciRole;

use super::{BridgeTree, NodeKinds, has_id, identity, role};
use crate::evidence::{CaptureEvidence, PciFunction, PortType};
use crate::graph::{NodeKind, StorageControllerKind};
use crate::pci::{APPLE, ClassCode, PciAddress, PciId};

const AMD: u16 = 0x1022;

pub(super) fn tell(evidence: &CaptureEvidence, tree: &BridgeTree) -> NodeKinds {
    let shape = TreeShape::of(evidence, tree);
    let kind = |(address, function): (&PciAddress, &PciFunction)| match is_bridge(function) {
        true => (*address, shape.bridge(address, function)),
        false => (*address, endpoint(function)),
    };
    evidence.functions.iter().map(kind).collect()
}

/// Facts from the tree's shape.
struct TreeShape<'a> {
    tree: &'a BridgeTree,
    /// Bridges that have bridges right below them.
    with_bridges_below: BTreeSet<PciAddress>,
    /// Whether the bridges' Express capabilities could be read, so that a bridge without one is
    /// conventional.
    shows_express: bool,
}

impl<'a> TreeShape<'a> {
    fn of(evidence: &CaptureEvidence, tree: &'a BridgeTree) -> Self {
        let bridges = || evidence.functions.iter().filter(|(_, function)| is_bridge(function));
        Self {
            tree,
            with_bridges_below: bridges().filter_map(|(address, _)| tree.above(address)).collect(),
            shows_express: bridges().any(|(_, function)| is_express(function)),
        }
    }

    fn bridge(&self, address: &PciAddress, function: &PciFunction) -> NodeKind {
        let role = role(function);
        match self.port_kind(address, function, role) {
            _ if role == Some(PciRole::ChipsetSwitchUpstream) => NodeKind::Chipset,
            // AMD's only switches are its chipsets (those in its graphics cards have ATI's vendor
            // id, 1002, or are listed), so an unknown one is a chipset newer than the table.
            NodeKind::Switch if role.is_none() && identity(function).vendor == AMD => {
                NodeKind::Chipset
            }
            kind => kind,
        }
    }

    fn port_kind(
        &self,
        address: &PciAddress,
        function: &PciFunction,
        role: Option<PciRole>,
    ) -> NodeKind {
        match function.port {
            Some(PortType::RootPort) => NodeKind::RootPort,
            Some(PortType::SwitchUpstream) => NodeKind::Switch,
            Some(PortType::SwitchDownstream) => NodeKind::DownstreamPort,
            Some(PortType::ToPciBridge | PortType::FromPciBridge) => NodeKind::Bridge,
            _ if role == Some(PciRole::ChipsetSwitchDownstream) => NodeKind::DownstreamPort,
            _ if self.is_conventional(function) => NodeKind::Bridge,
            _ if self.tree.depth(address) == 0 => at_root(role, function),
            _ => self.below_a_port(address, role),
        }
    }

    fn is_conventional(&self, function: &PciFunction) -> bool {
        // Programming interface 01 is a subtractive decoder, which only conventional bridges are
        // (PCI Code and ID Assignment Specification 1.11, section 1.7).
        let subtractive = function.class.is_pci_bridge() && function.class.interface == 1;
        subtractive || (self.shows_express && !is_express(function) && !function.denied)
    }

    /// Upstream and downstream ports alternate on the way down: root ports are on level 0, upstream
    /// ports on odd levels, downstream ports on even ones.
    fn below_a_port(&self, address: &PciAddress, role: Option<PciRole>) -> NodeKind {
        let is_even = self.tree.depth(address).is_multiple_of(2);
        if is_even {
            NodeKind::DownstreamPort
        } else if self.with_bridges_below.contains(address) || role == Some(PciRole::Switch) {
            NodeKind::Switch
        } else {
            NodeKind::Bridge
        }
    }
}

fn is_bridge(function: &PciFunction) -> bool {
    function.class.is_pci_bridge() || function.buses.is_some()
}

/// Only Express functions have a port type or a link.
fn is_express(function: &PciFunction) -> bool {
    function.port.is_some() || function.link.possible.is_some()
}

/// The kind of a bridge on a root bus: a chipset's PCI bridge, else a root port.
///
/// A name that was cut gives the chipset but not the function; only "PCI bridge" in it is evidence.
fn at_root(role: Option<PciRole>, function: &PciFunction) -> NodeKind {
    let name = function.name.as_deref().unwrap_or_default().to_lowercase();
    let says_so = has_id(function) || name.contains("pci bridge");
    match role {
        Some(PciRole::ChipsetFunction) if says_so => NodeKind::Bridge,
        _ => NodeKind::RootPort,
    }
}

fn endpoint(function: &PciFunction) -> NodeKind {
    match (function.class.base, function.class.sub) {
        (0x01, _) => NodeKind::Storage(storage(function.class, identity(function))),
        (0x02 | 0x0d, _) => NodeKind::Network,
        (0x03 | 0x12, _) => NodeKind::Gpu,
        // InfiniBand, by its older class.
        (0x0c, 0x06) => NodeKind::Network,
        (0x0c, 0x03) => NodeKind::Usb,
        _ => NodeKind::Other,
    }
}

/// Source: PCI Code and ID Assignment Specification 1.11, section 1.2.
fn storage(class: ClassCode, id: PciId) -> StorageControllerKind {
    // Paravirtual disks: virtio's, VMware's PVSCSI and Xen's platform device. Red Hat's other
    // vendor id, 1b36, has devices with registers (NVMe).
    if matches!((id.vendor, id.device), (0x1af4, _) | (0x15ad, 0x07c0) | (0x5853, 0x0001)) {
        return StorageControllerKind::Virtio;
    }
    match class.sub {
        // Apple's own controllers speak NVMe and have the class of none (Linux,
        // drivers/nvme/host/pci.c).
        0x80 if id.vendor == APPLE && class.interface == 2 => StorageControllerKind::Nvme,
        0x00 => StorageControllerKind::Scsi,
        0x01 => StorageControllerKind::Ide,
        0x04 => StorageControllerKind::Raid,
        0x06 => StorageControllerKind::Ahci,
        0x07 => StorageControllerKind::Sas,
        0x08 => StorageControllerKind::Nvme,
        _ => StorageControllerKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{at, endpoint, kinds_of, port};
    use super::*;

    #[test]
    fn without_port_types_shape_tells_ports_and_switches() {
        let bridge = |buses| port(0x10de, 0x0001, buses);
        let kinds = kinds_of(&[
            ("00:01.0", bridge((1, 4))),
            ("01:00.0", bridge((2, 4))),
            ("02:00.0", bridge((3, 3))),
            ("02:01.0", bridge((4, 4))),
            ("03:00.0", endpoint(0x144d, 0xa808, 0x010802)),
            ("00:02.0", bridge((5, 6))),
            ("05:00.0", bridge((6, 6))),
        ]);
        use NodeKind::{Bridge, DownstreamPort, RootPort, Storage, Switch};
        let expected = [
            ("00:01.0", RootPort),
            ("00:02.0", RootPort),
            ("01:00.0", Switch),
            ("02:00.0", DownstreamPort),
            ("02:01.0", DownstreamPort),
            ("03:00.0", Storage(StorageControllerKind::Nvme)),
            ("05:00.0", Bridge),
        ];
        for (address, kind) in expected {
            assert_eq!(kinds.get(&at(address)), Some(&kind), "{address}");
        }
    }

    #[test]
    fn a_bridge_without_express_is_conventional_where_others_show_it() {
        let mut express = port(0x8086, 0x1901, (1, 1));
        express.port = Some(PortType::RootPort);
        let old = port(0x1234, 0x5678, (5, 5));
        let denied = PciFunction { denied: true, ..port(0x1234, 0x5678, (6, 6)) };
        let kinds = kinds_of(&[("00:01.0", express), ("00:1e.0", old), ("00:1c.0", denied)]);
        assert_eq!(kinds.get(&at("00:1e.0")), Some(&NodeKind::Bridge));
        assert_eq!(kinds.get(&at("00:1c.0")), Some(&NodeKind::RootPort));
    }

    #[test]
    fn an_amd_switch_newer_than_the_table_is_a_chipset() {
        let upstream =
            PciFunction { port: Some(PortType::SwitchUpstream), ..port(0x1022, 0xfffe, (2, 2)) };
        let kinds = kinds_of(&[("00:01.1", port(0x1022, 0x14db, (1, 2))), ("01:00.0", upstream)]);
        assert_eq!(kinds.get(&at("01:00.0")), Some(&NodeKind::Chipset));
    }
}
