//! The link above each endpoint and switch.

use narrows_catalog::chipset;
use narrows_catalog::pci::PciRole;
use narrows_units::{Bytes, LinkWidth, TransferRate};

use super::degraded::degraded;
use super::surroundings::PlatformContext;
use super::{BridgeTree, NodeKinds, identity, known, role};
use crate::evidence::{CaptureEvidence, LinkFacts, PciFunction, PortType};
use crate::graph::{FactBasis, Id, NodeKind, NodeLink};
use crate::pci::{PciAddress, PciId};

/// AMD and Hygon, who builds AMD's design.
const AMD: [u16; 2] = [0x1022, 0x1d94];
const NVIDIA: u16 = 0x10de;
/// The base class of graphics.
const DISPLAY: u8 = 0x03;

/// The link between a function and the bridge above it; `None` if both are in the same silicon by
/// the kind of port, or if the node above is no port.
pub(super) fn find(
    evidence: &CaptureEvidence,
    tree: &BridgeTree,
    kinds: &NodeKinds,
    around: &PlatformContext,
    address: &PciAddress,
) -> Option<NodeLink> {
    let beside_chipset = around.chipset_devices.contains(&address.first_function());
    if around.adrift.contains(address) || tree.is_lost(address) {
        return own_side(evidence, kinds, address, beside_chipset);
    }
    let above = tree.above(address)?;
    let (function, port) = (evidence.functions.get(address)?, evidence.functions.get(&above)?);
    if !has_link(kinds, address, &above, function) {
        return None;
    }
    // A virtual function's own registers read zero (PCI Express Base Specification 6.0, section
    // 9.3.5.7); its physical function's link is meant.
    let own = function.virtual_of.and_then(|pf| evidence.functions.get(&pf)).unwrap_or(function);
    // PCIe tunnelled through Thunderbolt or USB4 between two routers: the ports at its ends report
    // 2.5 GT/s, whatever the tunnel carries (USB4 Specification 2.0, section 11.1).
    let slow = |end: &PciFunction| {
        let shown = end.link.possible.or(end.link.current);
        shown.is_some_and(|link| link.rate == TransferRate::Gen1)
    };
    let is_tunnel = slow(own) && slow(port) && is_router(own) && is_router(port);
    let internal = is_tunnel || (!beside_chipset && is_internal(function, port));
    // Both ends report the same negotiated link, and either of them may be unreadable.
    let current = own.link.current.or(port.link.current);
    Some(NodeLink {
        name: None,
        port: Some(Id::new(above)),
        current,
        possible: own.link.possible,
        port_possible: port.link.possible,
        internal,
        max_payload: payload(own, port),
        degraded: degraded(&usable(own), &port.link, current).filter(|_| !internal),
        basis: FactBasis::Observed,
    })
}

/// The link to a port that the capture does not show, from the function's own registers.
fn own_side(
    evidence: &CaptureEvidence,
    kinds: &NodeKinds,
    address: &PciAddress,
    beside_chipset: bool,
) -> Option<NodeLink> {
    let function = evidence.functions.get(address)?;
    let internal = !beside_chipset && is_in_silicon(function);
    let is_port = kinds.get(address).is_some_and(|kind| leads_down(*kind));
    // Graphics in a processor report a link inside it, cards of AMD and Intel one behind a switch.
    let is_inside = function.class.base == DISPLAY && identity(function).vendor != NVIDIA;
    let LinkFacts { current, possible, .. } = function.link;
    let is_shown = current.or(possible).is_some() && !is_port && !is_inside;
    is_shown.then(|| NodeLink {
        current,
        possible,
        internal,
        max_payload: function.max_payload.and_then(|payload| payload.current),
        degraded: degraded(&usable(function), &LinkFacts::default(), current).filter(|_| !internal),
        basis: FactBasis::Observed,
        ..NodeLink::default()
    })
}

/// Widest link below a root or downstream port.
pub(super) fn offered(kind: NodeKind, function: &PciFunction) -> Option<LinkWidth> {
    function.link.possible.filter(|_| leads_down(kind))
}

fn leads_down(kind: NodeKind) -> bool {
    matches!(kind, NodeKind::RootPort | NodeKind::DownstreamPort)
}

/// A link leads down from a root or downstream port; functions below a switch's upstream port, on a
/// root bus or behind a conventional bridge have none of their own, except behind a bridge that
/// leads to Express again.
fn has_link(
    kinds: &NodeKinds,
    address: &PciAddress,
    above: &PciAddress,
    function: &PciFunction,
) -> bool {
    let integrated =
        matches!(function.port, Some(PortType::IntegratedEndpoint | PortType::EventCollector));
    let is_port = kinds.get(address).is_some_and(|kind| leads_down(*kind));
    let shows_one = function.link.current.or(function.link.possible).is_some();
    let from_above = match kinds.get(above) {
        Some(NodeKind::Bridge) => shows_one,
        Some(kind) => leads_down(*kind),
        None => false,
    };
    from_above && !is_port && !integrated
}

/// Links inside processors and chipsets, whose widths (x16 at 16 GT/s for SATA, x1 at 2.5 GT/s) say
/// nothing about throughput: behind an internal bridge, and from a chipset's port to the chipset's
/// own function. AMD sells no cards under its own vendor id, so a function of AMD's behind a port
/// of AMD's is always in the same silicon, listed or not.
fn is_internal(function: &PciFunction, port: &PciFunction) -> bool {
    use PciRole::{
        ChipsetFunction, ChipsetRootPort, ChipsetSwitchDownstream, CpuFunction, CpuInternalBridge,
        CpuRootPort,
    };
    let vendor = identity(function).vendor;
    let same_vendor = vendor == identity(port).vendor;
    let is_bridge = function.buses.is_some() || function.class.is_pci_bridge();
    let amd = AMD.contains(&vendor) && !is_bridge;
    match (role(function), role(port)) {
        (_, Some(CpuInternalBridge)) => true,
        (Some(ChipsetFunction), Some(ChipsetRootPort | ChipsetSwitchDownstream))
        | (Some(CpuFunction), Some(CpuRootPort)) => same_vendor,
        _ => amd && same_vendor,
    }
}

/// Whether a function is part of a processor or chipset, whatever port is above it.
fn is_in_silicon(function: &PciFunction) -> bool {
    let is_bridge = function.buses.is_some() || function.class.is_pci_bridge();
    let is_amds = AMD.contains(&identity(function).vendor);
    let is_known = matches!(role(function), Some(PciRole::ChipsetFunction | PciRole::CpuFunction));
    !is_bridge && (is_amds || is_known)
}

fn is_router(function: &PciFunction) -> bool {
    let PciId { vendor, device } = identity(function);
    let names = [function.name.clone(), narrows_catalog::pci::device_name(vendor, device)];
    names.iter().flatten().any(|name| name.contains("Thunderbolt") || name.contains("USB4"))
}

/// The link that a device can make use of. A chipset's ports are built for more than its uplink
/// ever has: X570 reports x8 and is x4 on every board.
fn usable(function: &PciFunction) -> LinkFacts {
    let chipset = known(function).filter(|known| known.role == PciRole::ChipsetSwitchUpstream);
    let documented = chipset.and_then(|known| {
        let exact = known.chipset.and_then(chipset::chipset);
        let chipset = exact.or_else(|| chipset::family_default(known.family?))?;
        chipset.uplink.as_ref().map(|uplink| uplink.link)
    });
    let possible = function.link.possible;
    let common = possible.zip(documented).map(|(possible, uplink)| possible.common(uplink));
    LinkFacts { possible: common.or(possible), ..function.link }
}

/// Each end may only send what the other accepts, so the smaller setting counts.
fn payload(function: &PciFunction, port: &PciFunction) -> Option<Bytes> {
    let current = |function: &PciFunction| function.max_payload?.current;
    match (current(function), current(port)) {
        (Some(own), Some(port)) => Some(own.min(port)),
        (own, port) => own.or(port),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{at, endpoint, port, topology_of};
    use super::*;
    use crate::graph::DegradationCause;

    fn width(generation: u8, lanes: u8) -> Option<LinkWidth> {
        LinkWidth::new(generation, lanes)
    }

    fn linked(
        function: PciFunction,
        current: Option<LinkWidth>,
        possible: Option<LinkWidth>,
    ) -> PciFunction {
        let link = LinkFacts { current, possible, ..LinkFacts::default() };
        PciFunction { link, ..function }
    }

    fn nvme() -> PciFunction {
        endpoint(0x144d, 0xa808, 0x01_08_02)
    }

    fn link_of(functions: &[(&str, PciFunction)], address: &str) -> NodeLink {
        let topology = topology_of(functions);
        topology.nodes[&Id::new(at(address))].link.clone().unwrap()
    }

    #[test]
    fn what_explains_a_narrow_link() {
        let by = |port_possible, current, target| {
            let root = linked(port(0x8086, 0x1901, (1, 1)), current, port_possible);
            let mut drive = linked(nvme(), current, width(4, 4));
            drive.link.target = target;
            link_of(&[("00:01.0", root), ("01:00.0", drive)], "01:00.0").degraded
        };
        assert_eq!(by(width(4, 2), width(4, 2), None), Some(DegradationCause::Port));
        assert_eq!(by(width(3, 16), width(3, 4), None), Some(DegradationCause::Port));
        assert_eq!(by(width(5, 16), width(4, 2), None), Some(DegradationCause::Unknown));
        let gen3 = Some(TransferRate::Gen3);
        assert_eq!(by(width(5, 16), width(3, 4), gen3), Some(DegradationCause::Device));
        assert_eq!(by(width(5, 16), width(4, 4), None), None);
    }

    #[test]
    fn links_inside_the_silicon_are_internal() {
        let sata = || linked(endpoint(0x1022, 0x7901, 0x01_06_01), width(4, 16), width(4, 16));
        let inside = [
            ("00:08.2", port(0x1022, 0x1484, (1, 1))),
            ("01:00.0", sata()),
            ("00:01.3", port(0x1022, 0xfff0, (2, 2))),
            ("02:00.0", sata()),
        ];
        assert!(link_of(&inside, "01:00.0").internal);
        assert!(link_of(&inside, "02:00.0").internal, "behind a port that no table has");
        let outside = [("00:01.3", port(0x1022, 0x1483, (1, 1))), ("01:00.0", nvme())];
        assert!(!link_of(&outside, "01:00.0").internal);
    }

    /// A link reported by graphics without their port is inside the processor or the card; NVIDIA's is the slot's.
    #[test]
    fn graphics_without_their_port_have_no_link_to_show() {
        let graphics = |vendor| {
            let function = linked(endpoint(vendor, 0x15bf, 0x03_00_00), width(4, 16), width(4, 16));
            PciFunction { port: Some(PortType::Endpoint), ..function }
        };
        let link = |vendor| {
            let topology = topology_of(&[("c4:00.0", graphics(vendor)), ("01:00.0", nvme())]);
            topology.nodes[&Id::new(at("c4:00.0"))].link.clone()
        };
        assert_eq!((link(0x1002), link(0x8086)), (None, None));
        assert_eq!(link(NVIDIA).and_then(|link| link.current), width(4, 16));
    }

    /// Without the port above, a function of the chipset still has no link that could limit it.
    #[test]
    fn what_is_in_the_silicon_is_so_without_its_port() {
        let card = |function: PciFunction| PciFunction {
            port: Some(PortType::Endpoint),
            ..linked(function, width(1, 1), width(3, 1))
        };
        for (vendor, device) in [(0x1022, 0x43f6), (0x1022, 0xfff0)] {
            let sata = card(endpoint(vendor, device, 0x01_06_01));
            let link = link_of(&[("13:00.0", sata)], "13:00.0");
            assert!(link.internal && link.degraded.is_none(), "{vendor:x}:{device:x}");
        }
        assert!(!link_of(&[("13:00.0", card(nvme()))], "13:00.0").internal);
    }

    /// The SATA function of B450 shares its device, and the real uplink, with the switch.
    #[test]
    fn a_chipset_function_beside_the_switch_has_the_uplink() {
        let sata = linked(endpoint(0x1022, 0x43c8, 0x01_06_01), width(3, 4), width(3, 4));
        let machine = [
            ("00:01.3", port(0x1022, 0x1453, (1, 3))),
            ("01:00.1", sata),
            ("01:00.2", port(0x1022, 0x43c6, (2, 3))),
        ];
        let link = link_of(&machine, "01:00.1");
        assert!(!link.internal && link.current == width(3, 4));
    }

    #[test]
    fn x570s_uplink_is_narrower_than_its_port_by_design() {
        let by = |current| {
            let root = linked(port(0x1022, 0x1483, (1, 3)), current, width(4, 8));
            let up = linked(port(0x1022, 0x57ad, (2, 3)), current, width(4, 8));
            link_of(&[("00:01.2", root), ("01:00.0", up)], "01:00.0").degraded
        };
        assert_eq!(by(width(4, 4)), None);
        assert_eq!(by(width(3, 4)), Some(DegradationCause::Unknown));
    }

    #[test]
    fn a_virtual_function_has_its_physical_functions_link() {
        let physical = linked(nvme(), width(3, 4), width(3, 4));
        let virtual_one = PciFunction { virtual_of: Some(at("01:00.0")), ..nvme() };
        let machine = [
            ("00:01.0", port(0x8086, 0x1901, (1, 1))),
            ("01:00.0", physical),
            ("01:00.1", virtual_one),
        ];
        assert_eq!(link_of(&machine, "01:00.1").current, width(3, 4));
    }

    #[test]
    fn a_thunderbolt_tunnel_is_not_its_reported_width() {
        let named = |function: PciFunction, name: &str| PciFunction {
            name: Some(name.to_owned()),
            ..linked(function, width(1, 4), width(1, 4))
        };
        let root = named(port(0x8086, 0x9a2b, (1, 3)), "Tiger Lake Thunderbolt 4 Root Port");
        let up = named(port(0x8086, 0x15ef, (2, 3)), "JHL7540 Thunderbolt 3 Bridge");
        let machine = [("00:07.0", root), ("01:00.0", up)];
        assert!(link_of(&machine, "01:00.0").internal);
        // A list of ids that is older than both has no names for them.
        let root = named(port(0x8086, 0x462f, (1, 3)), "Intel Corporation Device 462f");
        let up = named(port(0x8086, 0x15da, (2, 3)), "Intel Corporation Device");
        let machine = [("00:07.0", root), ("01:00.0", up)];
        assert!(link_of(&machine, "01:00.0").internal);
    }

    /// Without the port above, a function's own capability still gives its link.
    #[test]
    fn a_card_alone_has_the_link_that_it_tells() {
        let card = PciFunction { port: Some(PortType::Endpoint), ..nvme() };
        let link = link_of(&[("01:00.0", linked(card, width(3, 2), width(3, 4)))], "01:00.0");
        assert_eq!((link.current, link.possible), (width(3, 2), width(3, 4)));
        assert_eq!((link.port, link.port_possible), (None, None));
        assert_eq!(link.degraded, Some(DegradationCause::Unknown));
    }

    #[test]
    fn behind_a_conventional_bridge_there_is_no_link() {
        let mut bridge = port(0x8086, 0x244e, (1, 1));
        bridge.class.interface = 1;
        let topology =
            topology_of(&[("00:1e.0", bridge), ("01:03.0", endpoint(0x102b, 0x0532, 0x03_00_00))]);
        assert_eq!(topology.nodes[&Id::new(at("01:03.0"))].link, None);
    }
}
