//! Drives: how many, where, how connected.

use narrows_catalog::board::Device;
use narrows_catalog::drive::{self, DriveModel, Interface};
use narrows_messages::Message;
use narrows_model::{ArrayPlan, Engine, Level};
use narrows_topology::Id;
use narrows_topology::evidence::{Mount, SlotSource, Transport};
use narrows_topology::graph::{Basis, Drive, Link, Node, NodeKind, StorageKind};
use narrows_units::LinkWidth;

use super::tree::{Spot, link_of};
use super::{Builder, figures, transport};
use crate::machine_file::description;
use crate::machine_file::slip::{At, Name, Slip, unknown};
use crate::machine_file::{Home, MAX_COUNT};

/// A `[[drive]]` with its references to the catalogue resolved.
pub(super) struct Spec<'a> {
    pub described: &'a description::Drive,
    pub model: Option<&'static DriveModel>,
    pub transport: Option<Transport>,
    /// One a drive.
    pub ids: Vec<String>,
}

impl<'a> Spec<'a> {
    /// The slots that its drives are in, one each, or none at all.
    pub fn slots(&self) -> Vec<&'a Name> {
        self.described.slot.iter().chain(&self.described.slots).collect()
    }

    /// What it is to a slot.
    pub fn device(&self) -> Device {
        let is_sata = matches!(self.transport, Some(Transport::Sata { .. }));
        if is_sata { Device::Sata } else { Device::Pcie }
    }

    /// The PCIe link that it can run. A USB enclosure's own link may be another than the model's.
    pub fn link(&self) -> Option<LinkWidth> {
        let of_model = self.model.and_then(|model| model.link).filter(|_| self.transport.is_none());
        self.described.link.map(|link| link.value).or(of_model)
    }

    fn kind(&self) -> StorageKind {
        match self.transport {
            Some(Transport::Sata { .. }) => StorageKind::Ahci,
            Some(Transport::Sas { .. }) => StorageKind::Sas,
            Some(Transport::Usb { .. }) => StorageKind::Usb,
            _ if self.model.is_some_and(|it| it.interface == Interface::AhciPcie) => {
                StorageKind::Ahci
            }
            _ => StorageKind::Nvme,
        }
    }
}

/// Every `[[drive]]`, none of which is more than `MAX_COUNT` with those before it.
pub(super) fn specs(drives: &[description::Drive]) -> Result<Vec<Spec<'_>>, Slip> {
    let mut left = MAX_COUNT;
    let mut specs = Vec::new();
    for described in drives {
        let count = count(described, left)?;
        left -= count;
        specs.push(spec(described, count)?);
    }
    Ok(specs)
}

fn spec(described: &description::Drive, count: u32) -> Result<Spec<'_>, Slip> {
    let model = described.model.as_ref().map(model).transpose()?;
    let transport = transport::transport(described, model)?;
    let id = &described.id.value;
    let ids = match count {
        1 => vec![id.clone()],
        _ => (1..=count).map(|number| format!("{id}{number}")).collect(),
    };
    let spec = Spec { described, model, transport, ids };
    if spec.link().is_none() && transport.is_none() {
        return Err(described.id.wrong(Message::new("machine-drive-link")));
    }
    refuse_link_of_sata_model(&spec)?;
    refuse_one_name_for_several(&spec)?;
    check_driver(&spec)?;
    figures::check(&spec)?;
    Ok(spec)
}

fn count(drive: &description::Drive, left: u32) -> Result<u32, Slip> {
    let slots = drive.slots.len() + usize::from(drive.slot.is_some());
    if let (Some(slot), Some(other)) = (&drive.slot, drive.slots.first()) {
        return Err(other.wrong(Message::new("machine-slot-and-slots")).against(slot.at));
    }
    let said = drive.count.unwrap_or(drive.id.with(slots.max(1) as i64));
    let count = u32::try_from(said.value).ok().filter(|count| (1..=left).contains(count));
    let too_many = || said.wrong(Message::new("machine-count").with("most", MAX_COUNT));
    let count = count.ok_or_else(too_many)?;
    if slots > 0 && slots != count as usize {
        let problem = Message::new("machine-slots-and-count").count("slots", slots);
        return Err(said.wrong(problem.count("count", count as usize)));
    }
    Ok(count)
}

fn model(name: &Name) -> Result<&'static DriveModel, Slip> {
    let known = || drive::all().iter().map(|drive| drive.id.as_str());
    let (plain, near) = ("machine-no-such-drive-model", "machine-no-such-drive-model-near");
    let problem = || name.wrong(unknown(plain, near, &name.value, known()));
    drive::drive(&name.value).ok_or_else(problem)
}

fn refuse_link_of_sata_model(spec: &Spec<'_>) -> Result<(), Slip> {
    let sata = spec.model.filter(|model| transport::of_model(model).is_some());
    match (&spec.described.link, &spec.described.model, sata) {
        (Some(link), Some(name), Some(model)) => {
            let problem = Message::new("machine-sata-model-link").with("model", &model.name);
            Err(link.wrong(problem).against(name.at))
        }
        _ => Ok(()),
    }
}

/// A serial number, a path or a mount point belongs to one drive.
fn refuse_one_name_for_several(spec: &Spec<'_>) -> Result<(), Slip> {
    let described = spec.described;
    let named = described.serial.as_ref().or(described.by_id.as_ref()).or(described.mount.as_ref());
    match named.filter(|_| spec.ids.len() > 1) {
        Some(name) => Err(name.wrong(Message::new("machine-several-drives"))),
        None => Ok(()),
    }
}

/// Intel's and AMD's drivers take over drives on PCIe and SATA one by one, in an array or not.
fn check_driver(spec: &Spec<'_>) -> Result<(), Slip> {
    let Some(driver) = &spec.described.driver else { return Ok(()) };
    if !matches!(driver.value, Engine::IntelRst | Engine::Vroc | Engine::AmdRaidxpert) {
        let problem = Message::new("machine-driver-none").with("engine", driver.value.as_str());
        return Err(driver.wrong(problem));
    }
    match spec.transport {
        Some(Transport::Sas { .. } | Transport::Usb { .. }) => {
            Err(driver.wrong(Message::new("machine-driver-transport")))
        }
        _ => Ok(()),
    }
}

impl Builder<'_> {
    /// Puts every drive where it belongs.
    pub fn drives(&mut self, specs: &[Spec<'_>]) -> Result<(), Slip> {
        for spec in specs {
            let slots = spec.slots();
            for (index, id) in spec.ids.iter().enumerate() {
                self.drive(spec, &spec.described.id.with(id.clone()), slots.get(index).copied())?;
            }
        }
        Ok(())
    }

    fn drive(&mut self, spec: &Spec<'_>, id: &Name, slot: Option<&Name>) -> Result<(), Slip> {
        let (on, offered) = self.seat(Spot { id, slot, on: spec.described.on.as_ref() })?;
        let parent = self.place(&on)?;
        // A SATA drive in an M.2 slot takes the slot and leaves its PCIe lanes alone.
        let link = spec.link().and_then(|link| {
            let offered = offered.filter(|_| spec.transport.is_none());
            link_of(Some(link), offered, self.max_payload)
        });
        let below = self.machine.topology.nodes.get(&parent).map(|node| node.kind);
        let behind = matches!(below, Some(NodeKind::Storage(_))) && link.is_none();
        let controller = match behind {
            true => parent,
            false => self.drive_node(spec, id, parent, link, slot),
        };
        self.add_drive(spec, Id::new(&id.value), controller);
        Ok(())
    }

    /// The drive's own controller.
    fn drive_node(
        &mut self,
        spec: &Spec<'_>,
        id: &Name,
        parent: Id,
        link: Option<Link>,
        slot: Option<&Name>,
    ) -> Id {
        let (door, package) = self.above(&parent);
        let node = Node {
            name: spec.model.map(|model| model.name.clone()),
            parent: Some(parent),
            link,
            door,
            door_basis: Basis::Documented,
            package,
            slot: slot.map(|slot| (slot.value.clone(), SlotSource::User)),
            ..Node::bare(NodeKind::Storage(spec.kind()))
        };
        let id = Id::new(&id.value);
        self.machine.topology.nodes.insert(id.clone(), node);
        id
    }

    fn add_drive(&mut self, spec: &Spec<'_>, id: Id, controller: Id) {
        let described = spec.described;
        let text = |name: &Option<Name>| name.as_ref().map(|name| name.value.clone());
        let found = Drive {
            model: spec.model.map(|model| model.name.clone()),
            serial: text(&described.serial),
            size: described.size.map(|size| size.value).or(spec.model.map(|model| model.size)),
            rotational: Some(is_true(described.spins.as_ref())),
            transport: spec.transport,
            mounts: mounts(described, &id),
            assumed: figures::said(spec).is_empty(),
            controller: Some(controller),
            ..Drive::default()
        };
        let figures = figures::figures(spec, &found, self.is_one_at_a_time(&found));
        if !figures.is_empty() {
            self.machine.figures.insert(id.clone(), figures);
        }
        let home = Home {
            by_id: text(&described.by_id),
            fs: text(&described.fs),
            mount: text(&described.mount),
        };
        if home != Home::default() {
            self.homes.insert(id.clone(), home);
        }
        if let Some(driver) = described.driver {
            let one = ArrayPlan::new(Level::Jbod, driver.value, vec![id.clone()]);
            self.machine.drivers.insert(id.clone(), one);
        }
        self.machine.topology.drives.insert(id, found);
    }

    /// Whether plain USB mass storage is in the way.
    fn is_one_at_a_time(&self, drive: &Drive) -> bool {
        let Some(controller) = &drive.controller else { return false };
        let mut above = self.machine.topology.path(controller);
        matches!(drive.transport, Some(Transport::Usb { mbit_s: 480 }))
            || above.any(|(id, _)| self.one_at_a_time.contains(id))
    }
}

pub(super) fn is_true(said: Option<&At<bool>>) -> bool {
    said.is_some_and(|said| said.value)
}

fn mounts(drive: &description::Drive, id: &Id) -> Vec<Mount> {
    let Some(target) = &drive.mount else { return Vec::new() };
    let fs = drive.fs.as_ref().map(|fs| fs.value.clone()).unwrap_or_default();
    vec![Mount { device: id.to_string(), target: target.value.clone(), fs }]
}
