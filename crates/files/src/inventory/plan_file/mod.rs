//! A placement as a machine file, which predicts the same and which other commands take unchanged.
//!
//! A catalogue board whose inventory matches the catalogue is written by its id; every other
//! inventory has its slots, rules and places written out. Machine files have no ports: a device on a
//! port is attached to the port's parent.

mod layout;
mod slots;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::Board;
use narrows_model::{Arbitration, BandedFigure, Machine};
use narrows_plan::device::MovableDevice;
use narrows_plan::feasibility::RaidEngineKind;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::placement::{DeviceLocation, Placement, PlacementClash};
use narrows_plan::request::ArrayConstraint;
use narrows_topology::graph::{Node, NodeKind};
use narrows_topology::{FactBasis, Id};
use narrows_units::{BytesPerSec, LinkWidth};

use narrows_record::schema;

use self::layout::PlanFileLayout;
use crate::machine_file::description::{
    Card, Drive, File, Host, MachineFileCardKind, RootComplex, SettingsTable,
};
use crate::machine_file::write::{self, EntryPosition};

/// First line of each plan's machine file, which marks it as one of Narrows.
pub const PLAN_MARK: &str = "# narrows plan";

/// The machine file of a placement, with arrays, each with its RAID engine. The remarks come first
/// as comments: firmware settings, for instance.
///
/// If the machine was observed, anything that machine files cannot express is left out: disks of a
/// hypervisor, loop devices, a capture's wear and temperature.
pub fn plan_file(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    at: &Placement,
    arrays: &[(&ArrayConstraint, RaidEngineKind)],
    remarks: &[String],
) -> Result<String, Vec<PlacementClash>> {
    let machine = inventory.machine(devices, at, arrays)?;
    let writer = PlanFileWriter {
        board: layout::as_the_catalogue_has_it(inventory),
        layout: PlanFileLayout::of(inventory, devices, at, &machine),
        machine: &machine,
        inventory,
        devices,
        at,
    };
    Ok(writer.text(remarks))
}

struct PlanFileWriter<'a> {
    inventory: &'a SlotInventory,
    devices: &'a [MovableDevice],
    at: &'a Placement,
    machine: &'a Machine,
    /// The board with its processor, if it defines slots and rules itself.
    board: Option<Cow<'static, Board>>,
    layout: PlanFileLayout,
}

impl PlanFileWriter<'_> {
    fn text(&self, remarks: &[String]) -> String {
        let mut text = format!("{PLAN_MARK}\n");
        for line in remarks.iter().flat_map(|remark| remark.lines()) {
            // A control character would end the comment, or the reader would refuse it.
            let line: String = line.chars().filter(|c| !c.is_control()).collect();
            text.push_str(format!("# {line}").trim_end());
            text.push('\n');
        }
        text + &self.file().text()
    }

    fn file(&self) -> File {
        let drives = self.machine.topology.drives.keys();
        let drives: BTreeMap<&Id, Drive> =
            drives.filter_map(|id| Some((id, self.drive(id)?))).collect();
        // An array goes with its drives: a file without one of them cannot name it.
        let arrays = self.machine.arrays.iter();
        let whole =
            arrays.filter(|(_, plan)| plan.members.iter().all(|it| drives.contains_key(it)));
        let name = Some(self.inventory.name.clone()).filter(|name| write::is_name(name));
        let mut file = File {
            schema: schema::MACHINE.to_owned().into(),
            name: name.map(Into::into),
            host: self.host(),
            root_complex: self.sockets(),
            slot: self.slots(),
            rule: self.rules(),
            settings: self.settings(),
            array: whole.map(|(id, plan)| write::array(id, plan)).collect(),
            ..File::default()
        };
        file.drive = drives.into_values().collect();
        for (id, node) in &self.machine.topology.nodes {
            self.place(&mut file, id, node);
        }
        file.card.extend(self.empty_carriers());
        file
    }

    /// `None` if it would be empty.
    fn host(&self) -> Option<Host> {
        let topology = &self.machine.topology;
        let own = &self.machine.host;
        let named = |name: &Option<String>| name.clone().filter(|it| write::is_name(it));
        let (board, chipset) = match &self.board {
            Some(board) => (Some(board.id.clone()), None),
            None => {
                let chipset = layout::host_chipset(self.machine);
                (named(&topology.host.board), chipset.map(|it| it.id.clone()))
            }
        };
        let by_port = own.arbitration == Arbitration::PerPort;
        // Values that the catalogue infers from a processor will be inferred again.
        let is_said = |memory: &BandedFigure<BytesPerSec>| memory.basis != FactBasis::Inferred;
        let host = Host {
            cpu: named(&topology.host.cpu).map(Into::into),
            cores: own.cores.map(|cores| i64::from(cores).into()),
            clock: own.clock.map(Into::into),
            board: board.map(Into::into),
            chipset: chipset.map(Into::into),
            max_payload: self.inventory.max_payload.map(Into::into),
            memory: own.memory.filter(is_said).map(|memory| memory.value.into()),
            arbitration: by_port.then(|| Arbitration::PerPort.into()),
            kernel: named(&topology.host.kernel).map(Into::into),
            hypervisor: named(&topology.host.hypervisor).map(Into::into),
        };
        host.says_something().then_some(host)
    }

    /// Further processors, which a file has once a root complex is assigned to them.
    fn sockets(&self) -> Vec<RootComplex> {
        let nodes = &self.machine.topology.nodes;
        let is_said = |socket: u32| {
            let mut parts = nodes.values().filter(|node| node.kind == NodeKind::RootComplex);
            parts.any(|node| node.package == Some(socket))
        };
        let processors = nodes.values().filter(|node| node.kind == NodeKind::Processor);
        let sockets = processors.filter_map(|node| node.package.filter(|socket| *socket > 0));
        let silent = sockets.filter(|socket| !is_said(*socket));
        let complex = |socket| RootComplex {
            id: format!("socket{socket}").into(),
            socket: Some(i64::from(socket).into()),
            ..RootComplex::default()
        };
        silent.map(complex).collect()
    }

    /// Adds an entry for a place; none for what the host implies, drives and ports.
    fn place(&self, file: &mut File, id: &Id, node: &Node) {
        if !self.layout.is_written(id) {
            return;
        }
        let none = Vec::new();
        let ceilings = self.machine.ceilings.get(id).unwrap_or(&none);
        let demand = self.machine.demands.iter().find(|demand| demand.node == *id);
        match self.layout.slot_of(id) {
            Some((slot, link)) => {
                let at = (as_it_runs(node, *link), &EntryPosition::Slot(slot.clone()));
                write::placed_place(file, id, node, at, ceilings, demand);
            }
            None => {
                let on = self.layout.on(node.parent.as_ref());
                write::place(file, id, node, &on, ceilings, demand);
            }
        }
    }

    fn drive(&self, id: &Id) -> Option<Drive> {
        let drive = self.plain_drive(id)?;
        Some(write::behind(drive, self.machine.drivers.get(id)))
    }

    fn plain_drive(&self, id: &Id) -> Option<Drive> {
        let drive = self.machine.topology.drives.get(id)?;
        let controller = drive.controller.as_ref()?;
        let figures = self.machine.figures.get(id);
        let node = self.machine.topology.nodes.get(controller);
        // A drive on a card that has its own entry is attached to that card, not to its slot.
        let of_controller =
            self.layout.slot_of(controller).filter(|_| !self.layout.is_written(controller));
        if let Some((slot, link)) = self.layout.slot_of(id).or(of_controller) {
            let link = node.map_or(*link, |node| as_it_runs(node, *link));
            return write::drive(id, drive, (link, &EntryPosition::Slot(slot.clone())), figures);
        }
        let own = node.filter(|_| self.layout.is_drives_own(controller));
        let link = own.and_then(|node| node.link.as_ref()).filter(|link| !link.internal);
        let link: Option<LinkWidth> = link.and_then(|link| link.current.or(link.possible));
        let on = match own {
            Some(node) => self.layout.on(node.parent.as_ref()),
            None => self.layout.on(Some(controller)),
        };
        write::drive(id, drive, (link, &EntryPosition::On(on)), figures)
    }

    /// A carrier without drives takes its slot all the same.
    fn empty_carriers(&self) -> Vec<Card> {
        let locations = self.at.locations.iter();
        let used: Vec<usize> = locations
            .filter_map(|location| match location {
                DeviceLocation::Bay(carrier, _) => Some(*carrier),
                DeviceLocation::Slot(_) => None,
            })
            .collect();
        let devices = self.devices.iter().zip(&self.at.locations).enumerate();
        let empty =
            devices.filter(|(index, (device, _))| device.needs_split() && !used.contains(index));
        empty
            .filter_map(|(_, (device, location))| {
                let DeviceLocation::Slot(slot) = location else { return None };
                let slot = self.layout.slot_name(&self.inventory.slots.get(*slot)?.id);
                let mut card = Card::new(device.id.clone(), MachineFileCardKind::Other);
                card.slot = Some(slot.into());
                Some(card)
            })
            .collect()
    }

    fn settings(&self) -> Option<SettingsTable> {
        let rules = self.inventory.rules.iter();
        let texts: BTreeSet<&str> =
            rules.flat_map(|rule| &rule.settings).map(|it| it.name.as_str()).collect();
        let settings = self.inventory.all_settings(self.at).into_iter();
        let known: BTreeMap<_, _> = settings
            .filter(|(name, _)| texts.contains(name.as_str()))
            .map(|(name, value)| (name, value.into()))
            .collect();
        (!known.is_empty()).then_some(SettingsTable(known))
    }
}

/// The link that a device states, unless it was observed to run less than it and its slot can do.
fn as_it_runs(node: &Node, stated: Option<LinkWidth>) -> Option<LinkWidth> {
    let Some(link) = &node.link else { return stated };
    let both = link.possible.map(|own| link.port_possible.map_or(own, |port| own.common(port)));
    if link.current.is_some() && link.current != both { link.current } else { stated }
}
