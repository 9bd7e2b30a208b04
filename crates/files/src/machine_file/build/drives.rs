//! Drives: how many, where, how connected.

use narrows_model::{ArrayPlan, RaidLevel};
use narrows_topology::Id;
use narrows_topology::evidence::{DeviceMount, DriveTransport, SlotSource};
use narrows_topology::graph::{Drive, FactBasis, Node, NodeKind};

use super::builder::MachineBuilder;
use super::figures;
use super::range::is_true;
use super::spec::ResolvedDrive;
use super::tree::{EntryLocation, link_of};
use crate::machine_file::description;
use crate::machine_file::parsed::DriveHome;
use crate::machine_file::slip::{Name, Result};

impl MachineBuilder<'_> {
    pub fn drives(&mut self, specs: &[ResolvedDrive<'_>]) -> Result<()> {
        for spec in specs {
            let slots = spec.slots();
            for (index, id) in spec.ids.iter().enumerate() {
                self.drive(spec, &spec.described.id.with(id.clone()), slots.get(index).copied())?;
            }
        }
        Ok(())
    }

    fn drive(&mut self, spec: &ResolvedDrive<'_>, id: &Name, slot: Option<&Name>) -> Result<()> {
        let (on, offered) =
            self.slot(EntryLocation { id, slot, on: spec.described.on.as_ref() })?;
        let parent = self.place(&on)?;
        // A SATA drive in an M.2 slot takes the slot and leaves its PCIe lanes alone.
        let link = spec.link().and_then(|link| {
            let offered = offered.filter(|_| spec.transport.is_none());
            link_of(Some(link), offered, self.max_payload)
        });
        let below = self.machine.topology.nodes.get(&parent).map(|node| node.kind);
        // A drive without a link of its own, on the port of a controller, has no other controller.
        let behind = matches!(below, Some(NodeKind::Storage(_))) && link.is_none();
        let controller = match behind {
            true => parent,
            false => {
                let (attachment, package) = self.above(&parent);
                let node = Node {
                    name: spec.model.map(|model| model.name.clone()),
                    parent: Some(parent),
                    link,
                    attachment,
                    attachment_basis: FactBasis::Documented,
                    package,
                    slot: slot.map(|slot| (slot.value.clone(), SlotSource::User)),
                    ..Node::bare(NodeKind::Storage(spec.kind()))
                };
                let id = Id::new(&id.value);
                self.machine.topology.nodes.insert(id.clone(), node);
                id
            }
        };
        self.add_drive(spec, Id::new(&id.value), controller);
        Ok(())
    }

    fn add_drive(&mut self, spec: &ResolvedDrive<'_>, id: Id, controller: Id) {
        let described = spec.described;
        let text = |name: &Option<Name>| name.as_ref().map(|name| name.value.clone());
        let drive = Drive {
            model: spec.model.map(|model| model.name.clone()),
            serial: text(&described.serial),
            size: described.size.map(|size| size.value).or(spec.model.map(|model| model.size)),
            rotational: Some(spins(spec)),
            transport: spec.transport,
            mounts: mounts(described, &id),
            assumed: figures::stated(spec).is_empty(),
            encrypted: is_true(described.encrypted.as_ref()),
            controller: Some(controller),
            ..Drive::default()
        };
        let figures = figures::figures(spec, &drive, self.is_one_at_a_time(&drive));
        if !figures.is_empty() {
            self.machine.figures.insert(id.clone(), figures);
        }
        let home = DriveHome {
            by_id: text(&described.by_id),
            fs: text(&described.fs),
            mount: text(&described.mount),
        };
        if home != DriveHome::default() {
            self.homes.insert(id.clone(), home);
        }
        if let Some(driver) = described.driver {
            let one = ArrayPlan::new(RaidLevel::Jbod, driver.value, vec![id.clone()]);
            self.machine.drivers.insert(id.clone(), one);
        }
        self.machine.topology.drives.insert(id, drive);
    }

    /// Whether plain USB mass storage is in the way.
    fn is_one_at_a_time(&self, drive: &Drive) -> bool {
        let Some(controller) = &drive.controller else { return false };
        let mut above = self.machine.topology.path(controller);
        matches!(drive.transport, Some(DriveTransport::Usb { mbit_s: 480 }))
            || above.any(|(id, _)| self.one_at_a_time.contains(id))
    }
}

/// As the file says, else as the catalogue knows the model.
fn spins(spec: &ResolvedDrive<'_>) -> bool {
    let of_model = || spec.model.is_some_and(|model| model.spins);
    spec.described.spins.map_or_else(of_model, |spins| spins.value)
}

fn mounts(drive: &description::Drive, id: &Id) -> Vec<DeviceMount> {
    let Some(target) = &drive.mount else { return Vec::new() };
    let fs = drive.fs.as_ref().map(|fs| fs.value.clone()).unwrap_or_default();
    vec![DeviceMount { device: id.to_string(), target: target.value.clone(), fs }]
}
