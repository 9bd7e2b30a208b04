//! Facts of the machine as a whole that decide about its functions.

use std::collections::BTreeSet;

use narrows_catalog::pci::{self, PciRole};

use super::{BridgeTree, NodeKinds, identity, role};
use crate::evidence::{CaptureEvidence, PciFunction, PortType};
use crate::graph::NodeKind;
use crate::pci::PciAddress;
use crate::slot::FIRST_VMD_DOMAIN;

const INTEL: u16 = 0x8086;
const AMD: u16 = 0x1022;
const MICROSOFT: u16 = 0x1414;

pub(super) struct PlatformContext {
    /// Domain and bus of an Intel chipset's LPC or eSPI bridge.
    pub intel_chipset: Option<(u32, u8)>,
    /// Whether there is an ISA, LPC or eSPI bridge, as in every PC, or another part of a chipset.
    pub is_pc: bool,
    pub is_virtual: bool,
    /// Devices, by their function 0, of which a function is the upstream port of a chipset.
    pub chipset_devices: BTreeSet<PciAddress>,
    /// Root buses with the host bridge of an AMD processor.
    pub amd_roots: BTreeSet<(u32, u8)>,
    /// Functions behind a port that the capture does not show.
    pub adrift: BTreeSet<PciAddress>,
}

impl PlatformContext {
    pub fn of(evidence: &CaptureEvidence, tree: &BridgeTree, kinds: &NodeKinds) -> Self {
        let functions = || evidence.functions.iter();
        let chipset_ports = kinds.iter().filter(|(_, kind)| **kind == NodeKind::Chipset);
        let bridge = functions().find(|(_, function)| {
            // Processors that are a system on one chip have an ISA bridge, too, and no chipset.
            let own = matches!(role(function), Some(PciRole::ChipsetFunction) | None);
            is_isa_bridge(function) && own && identity(function).vendor == INTEL
        });
        // A damaged listing can lack the bridge; the chipset's other functions are on its bus.
        let beside = || functions().find(|(at, function)| is_beside(at, function, tree));
        let bridge = bridge.or_else(beside);
        Self {
            intel_chipset: bridge.map(|(address, _)| (address.domain, address.bus)),
            is_pc: functions()
                .any(|(_, function)| is_isa_bridge(function) || is_of_chipset(function)),
            is_virtual: hypervisor(evidence).is_some() || functions().any(|(_, f)| is_440(f)),
            chipset_devices: chipset_ports.map(|(address, _)| address.first_function()).collect(),
            amd_roots: functions()
                .filter(|(_, function)| {
                    role(function) == Some(PciRole::HostBridge) && identity(function).vendor == AMD
                })
                .map(|(address, _)| (address.domain, address.bus))
                .collect(),
            adrift: adrift(evidence, tree),
        }
    }
}

/// Functions that must have a port above them but have none in the capture, as in a listing of one
/// card.
fn adrift(evidence: &CaptureEvidence, tree: &BridgeTree) -> BTreeSet<PciAddress> {
    let with_bridges: BTreeSet<(u32, u8)> = evidence
        .functions
        .iter()
        .filter(|(_, function)| function.class.base == 0x06)
        .map(|(address, _)| (address.domain, address.bus))
        .collect();
    let is_adrift = |address: &PciAddress, function: &PciFunction| {
        let bus = (address.domain, address.bus);
        let on_root_bus = address.bus == 0 || function.root_bus == Some(bus);
        let alone = tree.above(address).is_none() && !on_root_bus;
        alone
            && (tree.is_lost(address)
                || needs_a_port(address, function, with_bridges.contains(&bus)))
    };
    let functions = evidence.functions.iter();
    functions.filter(|(at, function)| is_adrift(at, function)).map(|(at, _)| *at).collect()
}

/// By its port type, if known; else by its position: only device 0 is behind a port (PCI Express
/// Base Specification 6.0, section 7.3.1), and a root bus has bridges.
fn needs_a_port(address: &PciAddress, function: &PciFunction, has_bridges: bool) -> bool {
    use PortType::{Endpoint, LegacyEndpoint, SwitchDownstream, SwitchUpstream, ToPciBridge};
    match function.port {
        Some(SwitchDownstream) => true,
        Some(Endpoint | LegacyEndpoint | SwitchUpstream | ToPciBridge) => address.device == 0,
        Some(_) => false,
        None => address.device == 0 && !has_bridges,
    }
}

/// Only PCs have a chipset in the table's sense; the ISA bridge itself may be missing.
fn is_of_chipset(function: &PciFunction) -> bool {
    matches!(role(function), Some(PciRole::ChipsetRootPort | PciRole::ChipsetFunction))
}

pub(super) fn is_isa_bridge(function: &PciFunction) -> bool {
    function.class.base == 0x06 && function.class.sub == 0x01
}

/// On the root bus of an Intel chipset's bridge, by its id or name, and in no domain of VMD's.
fn is_beside(address: &PciAddress, function: &PciFunction, tree: &BridgeTree) -> bool {
    address.domain < FIRST_VMD_DOMAIN
        && tree.above(address).is_none()
        && is_of_chipset(function)
        && identity(function).vendor == INTEL
}

/// Whether it is the host bridge of the 440FX or 440BX, which today only hypervisors emulate.
fn is_440(function: &PciFunction) -> bool {
    let bridge = function.class.base == 0x06;
    let id = || identity(function);
    bridge && id().vendor == INTEL && matches!(id().device, 0x1237 | 0x7190 | 0x7192)
}

/// The hypervisor as the capture names it, else inferred from its emulated bridges and display.
///
/// Virtio alone is no evidence: there are real cards that use it.
pub(super) fn hypervisor(evidence: &CaptureEvidence) -> Option<&str> {
    let stated = evidence.host.hypervisor.as_deref();
    stated.or_else(|| evidence.functions.values().find_map(made_up_by))
}

fn made_up_by(function: &PciFunction) -> Option<&'static str> {
    let vendor = identity(function).vendor;
    let platform = matches!(function.class.base, 0x03 | 0x06);
    let subsystem = || {
        let id = function.subsystem.map(|subsystem| subsystem.vendor);
        id.or_else(|| pci::vendor_by_name(function.subsystem_name.as_deref()?))
    };
    // Microsoft builds machines, too, and puts its id on all that is in them.
    let of_subsystem = || hypervisor_of(subsystem().filter(|vendor| *vendor != MICROSOFT)?);
    let name = hypervisor_of(vendor).or_else(of_subsystem)?;
    (platform || vendor == 0x5853 || is_emulated_drive(function)).then_some(name)
}

/// QEMU's NVMe controller by its id or name; no real one has either.
fn is_emulated_drive(function: &PciFunction) -> bool {
    let name = function.name.as_deref().unwrap_or_default();
    let id = identity(function);
    (id.vendor, id.device) == (0x1b36, 0x0010) || name.contains("QEMU NVM Express Controller")
}

/// The hypervisor whose emulated bridges and displays have this vendor id.
fn hypervisor_of(vendor: u16) -> Option<&'static str> {
    Some(match vendor {
        0x1af4 | 0x1b36 | 0x1234 => "QEMU",
        0x15ad => "VMware",
        MICROSOFT => "Hyper-V",
        0x5853 => "Xen",
        0x80ee => "VirtualBox",
        0x1ab8 => "Parallels",
        _ => return None,
    })
}
