//! From the machine file as written to a machine.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::chipset::chipset;
use narrows_catalog::drive::{DriveModel, Interface};
use narrows_messages::Message;
use narrows_model::{DriveFigures, Figure, Machine, Stripe};
use narrows_topology::evidence::{SlotSource, Stack, Transport};
use narrows_topology::graph::{
    Array, Basis, DegradedBy, Door, Drive, Link, Node, NodeKind, StorageKind,
};
use narrows_topology::read::ReadError;
use narrows_topology::{Id, Topology};
use narrows_units::{Bytes, LinkWidth};
use toml::Spanned;

use super::raw::{self, CardKind, Name, Quantity};
use super::{Lines, MAX_COUNT, MachineFile};

const CPU: &str = "cpu";
const CHIPSET: &str = "chipset";

pub(super) fn build(file: &raw::File, lines: &Lines<'_>) -> Result<MachineFile, ReadError> {
    let mut builder = Builder::new(file, lines)?;
    builder.switches(file)?;
    builder.slots(file)?;
    builder.cards(file)?;
    for drive in &file.drive {
        builder.drive(drive)?;
    }
    for array in &file.array {
        builder.array(array)?;
    }
    Ok(MachineFile { name: file.name.clone(), machine: builder.machine })
}

struct Builder<'a> {
    lines: &'a Lines<'a>,
    machine: Machine,
    slots: BTreeMap<String, Slot>,
    max_payload: Option<Bytes>,
}

struct Slot {
    on: Id,
    link: LinkWidth,
    taken_by: Option<String>,
}

impl<'a> Builder<'a> {
    fn new(file: &raw::File, lines: &'a Lines<'a>) -> Result<Self, ReadError> {
        let mut machine = Machine::default();
        machine.topology.host.cpu = file.host.cpu.clone();
        machine.topology.host.board = file.host.board.clone();
        let max_payload = file.host.max_payload.map(|Quantity(payload)| payload);
        let processor = Node {
            name: file.host.cpu.clone(),
            door: Door::Cpu,
            door_basis: Basis::Documented,
            package: Some(0),
            ..Node::bare(NodeKind::Processor)
        };
        machine.topology.nodes.insert(Id::new(CPU), processor);
        let mut builder = Self { lines, machine, slots: BTreeMap::new(), max_payload };
        if let Some(name) = &file.host.chipset {
            builder.add_chipset(name)?;
        }
        Ok(builder)
    }

    fn topology(&mut self) -> &mut Topology {
        &mut self.machine.topology
    }

    fn add_chipset(&mut self, name: &Name) -> Result<(), ReadError> {
        let Some(found) = chipset(name.get_ref()) else {
            let problem = Message::new("machine-no-such-chipset").with("id", name.get_ref());
            return Err(self.lines.error(name, problem));
        };
        self.topology().chipset = Some(found.name.to_string());
        let node = Node {
            name: Some(found.name.to_string()),
            parent: Some(Id::new(CPU)),
            link: found.uplink.as_ref().map(|uplink| Link::documented(uplink, Basis::Documented)),
            door: Door::Chipset,
            door_basis: Basis::Documented,
            ..Node::bare(NodeKind::Chipset)
        };
        self.topology().nodes.insert(Id::new(CHIPSET), node);
        Ok(())
    }

    fn switches(&mut self, file: &raw::File) -> Result<(), ReadError> {
        for switch in &file.switch {
            let parent = self.place(&switch.on)?;
            let link = self.link(switch.link.0, switch.link.0);
            self.add_node(&switch.id, NodeKind::Switch, parent, Some(link))?;
        }
        Ok(())
    }

    fn slots(&mut self, file: &raw::File) -> Result<(), ReadError> {
        for slot in &file.slot {
            let on = self.place(&slot.on)?;
            let name = slot.id.get_ref().clone();
            let entry = Slot { on, link: slot.link.0, taken_by: None };
            if self.slots.insert(name, entry).is_some() {
                return Err(self.twice(&slot.id));
            }
        }
        Ok(())
    }

    fn cards(&mut self, file: &raw::File) -> Result<(), ReadError> {
        for card in &file.card {
            let (parent, link) = self.take_slot(&card.slot, card.id.get_ref(), card.link.0)?;
            let kind = match card.kind {
                CardKind::Gpu => NodeKind::Gpu,
                CardKind::Network => NodeKind::Network,
                CardKind::Usb => NodeKind::Usb,
                CardKind::Other => NodeKind::Other,
            };
            let id = self.add_node(&card.id, kind, parent, Some(link))?;
            let label = card.slot.get_ref().clone();
            if let Some(node) = self.topology().nodes.get_mut(&id) {
                node.name = card.name.clone();
                node.slot = Some((label, SlotSource::User));
            }
        }
        Ok(())
    }

    fn drive(&mut self, drive: &raw::Drive) -> Result<(), ReadError> {
        let count = self.count(drive)?;
        let model = self.model(drive)?;
        let slots: Vec<&Name> = drive.slot.iter().chain(&drive.slots).collect();
        if !slots.is_empty() && slots.len() != count as usize {
            let problem = Message::new("machine-slots-and-count")
                .count("slots", slots.len())
                .count("count", count as usize);
            return Err(self.lines.error(&drive.id, problem));
        }
        for index in 0..count {
            let name = match count {
                1 => drive.id.get_ref().clone(),
                _ => format!("{}{}", drive.id.get_ref(), index + 1),
            };
            let slot = slots.get(index as usize).copied();
            self.one_drive(drive, &name, slot, model)?;
        }
        Ok(())
    }

    fn count(&self, drive: &raw::Drive) -> Result<u32, ReadError> {
        let Some(count) = &drive.count else {
            return Ok(u32::try_from(drive.slots.len()).unwrap_or(1).max(1));
        };
        let free = MAX_COUNT.saturating_sub(self.machine.topology.drives.len() as u32);
        if (1..=free).contains(count.get_ref()) {
            return Ok(*count.get_ref());
        }
        let problem = Message::new("machine-count").with("most", MAX_COUNT);
        Err(self.lines.error(count, problem))
    }

    fn model(&self, drive: &raw::Drive) -> Result<Option<&'static DriveModel>, ReadError> {
        let Some(name) = &drive.model else { return Ok(None) };
        if let Some(model) = narrows_catalog::drive::drive(name.get_ref()) {
            return Ok(Some(model));
        }
        let problem = Message::new("machine-no-such-drive").with("id", name.get_ref());
        Err(self.lines.error(name, problem))
    }

    fn one_drive(
        &mut self,
        drive: &raw::Drive,
        name: &str,
        slot: Option<&Name>,
        model: Option<&'static DriveModel>,
    ) -> Result<(), ReadError> {
        let own = Spanned::new(drive.id.span(), name.to_owned());
        let sata = drive.sata.map(|Quantity(rate)| rate.0).or(model.and_then(sata_gbit_s));
        let possible = drive.link.map(|Quantity(link)| link);
        let possible = possible.or(model.and_then(|model| model.link));
        let (parent, link) = match slot {
            Some(slot) => {
                let wanted = possible.unwrap_or(self.slot(slot)?.link);
                let (parent, link) = self.take_slot(slot, name, wanted)?;
                (parent, Some(link))
            }
            None => (self.on(drive)?, possible.map(|link| self.link(link, link))),
        };
        // A SATA drive in an M.2 slot takes the slot and leaves its PCIe lanes alone.
        let link = link.filter(|_| sata.is_none());
        let kind = kind(sata, model);
        let id = self.add_node(&own, NodeKind::Storage(kind), parent, link)?;
        self.name_drive(&id, drive, slot, model, sata);
        Ok(())
    }

    fn name_drive(
        &mut self,
        id: &Id,
        drive: &raw::Drive,
        slot: Option<&Name>,
        model: Option<&'static DriveModel>,
        sata: Option<f64>,
    ) {
        let name = model.map(|model| model.name.to_string());
        if let Some(node) = self.topology().nodes.get_mut(id) {
            node.name.clone_from(&name);
            node.slot = slot.map(|slot| (slot.get_ref().clone(), SlotSource::User));
        }
        let figures = figures(drive, model);
        let found = Drive {
            controller: Some(id.clone()),
            model: name,
            serial: drive.serial.clone(),
            size: drive.size.map(|Quantity(size)| size),
            transport: sata.map(|gbit_s| Transport::Sata { gbit_s }),
            assumed: figures.is_empty(),
            ..Drive::default()
        };
        let by_class = DriveFigures::of_class(&found, self.machine.topology.storage_kind(&found));
        let figures = figures.or(&by_class);
        self.topology().drives.insert(id.clone(), found);
        if !figures.is_empty() {
            self.machine.figures.insert(id.clone(), figures);
        }
    }

    fn on(&self, drive: &raw::Drive) -> Result<Id, ReadError> {
        match &drive.on {
            Some(on) => self.place(on),
            None => Err(self.lines.error(&drive.id, Message::new("machine-drive-nowhere"))),
        }
    }

    fn array(&mut self, array: &raw::Array) -> Result<(), ReadError> {
        let (mut members, mut seen) = (Vec::new(), BTreeSet::new());
        for member in &array.members {
            let id = Id::new(member.get_ref());
            if !self.machine.topology.drives.contains_key(&id) || !seen.insert(id.clone()) {
                let problem = Message::new("machine-no-such-member").with("id", &id);
                return Err(self.lines.error(member, problem));
            }
            members.push(id);
        }
        if members.is_empty() {
            return Err(self.lines.error(&array.id, Message::new("machine-array-empty")));
        }
        self.add_array(array, members)
    }

    fn add_array(&mut self, array: &raw::Array, members: Vec<Id>) -> Result<(), ReadError> {
        let id = Id::new(array.id.get_ref());
        let stack = Stack::Described {
            engine: array.engine.clone().unwrap_or_else(|| "md".to_owned()),
            level: *array.level.get_ref(),
            chunk: array.chunk.map(|Quantity(chunk)| chunk),
        };
        let found = Array {
            stack,
            members: members.clone(),
            drives: members.clone(),
            size: None,
            mounts: Vec::new(),
        };
        if *array.level.get_ref() == 0 {
            self.machine.stripes.insert(id.clone(), Stripe { members });
        }
        match self.topology().arrays.insert(id, found) {
            None => Ok(()),
            Some(_) => Err(self.twice(&array.id)),
        }
    }

    fn add_node(
        &mut self,
        name: &Name,
        kind: NodeKind,
        parent: Id,
        link: Option<Link>,
    ) -> Result<Id, ReadError> {
        let id = Id::new(name.get_ref());
        let above = self.machine.topology.nodes.get(&parent);
        let (door, package) = above.map_or((Door::Unknown, None), |node| (node.door, node.package));
        let node = Node {
            parent: Some(parent),
            link,
            door,
            door_basis: Basis::Documented,
            package,
            ..Node::bare(kind)
        };
        match self.topology().nodes.insert(id.clone(), node) {
            None => Ok(id),
            Some(_) => Err(self.twice(name)),
        }
    }

    fn twice(&self, name: &Name) -> ReadError {
        self.lines.error(name, Message::new("machine-twice").with("id", name.get_ref()))
    }

    /// A node that something can be put on.
    fn place(&self, name: &Name) -> Result<Id, ReadError> {
        let id = Id::new(name.get_ref());
        if self.machine.topology.nodes.contains_key(&id) {
            return Ok(id);
        }
        let problem = Message::new("machine-no-such-place").with("id", name.get_ref());
        Err(self.lines.error(name, problem))
    }

    fn slot(&self, name: &Name) -> Result<&Slot, ReadError> {
        self.slots.get(name.get_ref()).ok_or_else(|| {
            let problem = Message::new("machine-no-such-slot").with("id", name.get_ref());
            self.lines.error(name, problem)
        })
    }

    fn take_slot(
        &mut self,
        name: &Name,
        by: &str,
        possible: LinkWidth,
    ) -> Result<(Id, Link), ReadError> {
        let slot = self.slot(name)?;
        if let Some(other) = &slot.taken_by {
            let problem =
                Message::new("machine-slot-taken").with("slot", name.get_ref()).with("by", other);
            return Err(self.lines.error(name, problem));
        }
        let (on, offered) = (slot.on.clone(), slot.link);
        if let Some(slot) = self.slots.get_mut(name.get_ref()) {
            slot.taken_by = Some(by.to_owned());
        }
        Ok((on, self.link(possible, offered)))
    }

    fn link(&self, possible: LinkWidth, offered: LinkWidth) -> Link {
        let current = possible.common(offered);
        Link {
            name: None,
            port: None,
            current: Some(current),
            possible: Some(possible),
            port_possible: Some(offered),
            internal: false,
            max_payload: self.max_payload,
            degraded: current.is_below(possible).then_some(DegradedBy::Port),
            basis: Basis::Documented,
        }
    }
}

fn kind(sata: Option<f64>, model: Option<&DriveModel>) -> StorageKind {
    let on_pcie = model.is_some_and(|model| model.interface == Interface::AhciPcie);
    if sata.is_some() || on_pcie { StorageKind::Ahci } else { StorageKind::Nvme }
}

fn sata_gbit_s(model: &DriveModel) -> Option<f64> {
    match model.interface {
        Interface::Sata3g => Some(3.0),
        Interface::Sata6g => Some(6.0),
        Interface::Nvme | Interface::AhciPcie => None,
    }
}

/// Figures of the file come before the catalogue's.
fn figures(drive: &raw::Drive, model: Option<&DriveModel>) -> DriveFigures {
    fn figure<T: Copy>(measured: bool, value: Option<Quantity<T>>) -> Option<Figure<T>> {
        let Quantity(value) = value?;
        Some(if measured { Figure::measured(value) } else { Figure::documented(value) })
    }
    let own = DriveFigures {
        read: figure(drive.measured, drive.read),
        write: figure(drive.measured, drive.write),
        random_read: figure(drive.measured, drive.random_read),
        random_write: figure(drive.measured, drive.random_write),
        read_latency: figure(drive.measured, drive.read_latency),
        write_latency: figure(drive.measured, drive.write_latency),
    };
    model.map_or(own.clone(), |model| own.or(&DriveFigures::of_model(model)))
}
