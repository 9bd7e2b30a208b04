//! Lanes used by devices as their slots are wired, and lanes of processor and chipset.

use narrows_catalog::{chipset, cpu};
use narrows_model::Machine;
use narrows_topology::Id;
use narrows_units::LinkWidth;

/// Lanes of the slots of drives and cards; `None` if one has no link.
pub(super) fn needed(machine: &Machine, devices: &[String]) -> Option<f64> {
    let lanes = devices.iter().map(|device| lanes_of(machine, &Id::new(device)));
    lanes.sum()
}

/// A slot with more lanes than its device still occupies them.
fn lanes_of(machine: &Machine, device: &Id) -> Option<f64> {
    let topology = &machine.topology;
    let drive = topology.drives.get(device);
    let node = drive.and_then(|drive| drive.controller.as_ref()).unwrap_or(device);
    let link = topology.nodes.get(node)?.link.as_ref()?;
    let width: LinkWidth = link.port_possible.or(link.current)?;
    Some(f64::from(width.lanes.get()))
}

/// Lanes of the catalogue's processor and chipset; `None` if either is missing.
pub(super) fn offered(machine: &Machine) -> Option<f64> {
    let topology = &machine.topology;
    let (cpu_name, chipset_name) = (topology.host.cpu.as_ref()?, topology.chipset.as_ref()?);
    let cpu = cpu::all().iter().find(|cpu| cpu.name == *cpu_name)?;
    let chipset = chipset::named(chipset_name)?;
    let groups = cpu.lanes.iter().chain(&chipset.lanes);
    Some(groups.map(|group| f64::from(group.count)).sum())
}
