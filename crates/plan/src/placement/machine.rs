//! From a placement to the machine that the model predicts.

use std::borrow::Cow;

use narrows_catalog::board::SlotBus;
use narrows_model::{ArrayPlan, Machine, RaidEngine};
use narrows_topology::Id;
use narrows_topology::evidence::SlotSource;
use narrows_topology::graph::{
    AttachmentPoint, DegradationCause, Drive, FactBasis, Node, NodeKind, NodeLink,
    StorageControllerKind,
};
use narrows_units::{Bytes, LinkWidth};

use super::{DeviceConnection, Placement, PlacementClash};
use crate::device::{DeviceBody, MovableDevice};
use crate::feasibility::RaidEngineKind;
use crate::inventory::SlotInventory;
use crate::request::ArrayConstraint;

impl RaidEngineKind {
    /// The model's name for the layer.
    pub const fn engine(self) -> RaidEngine {
        match self {
            Self::Rst | Self::RstVmd => RaidEngine::IntelRst,
            Self::Vroc => RaidEngine::Vroc,
            Self::Raidxpert2 => RaidEngine::AmdRaidxpert,
            Self::Windows => RaidEngine::WindowsStripe,
            Self::LinuxMd => RaidEngine::Md,
        }
    }
}

impl SlotInventory {
    /// The machine with every device in its location, and with the arrays, each by its RAID engine.
    ///
    /// # Errors
    /// What stands against the placement; see [`SlotInventory::places`].
    pub fn machine(
        &self,
        devices: &[MovableDevice],
        at: &Placement,
        arrays: &[(&ArrayConstraint, RaidEngineKind)],
    ) -> Result<Machine, Vec<PlacementClash>> {
        let places = self.places(devices, at)?;
        let mut machine = self.fixed.clone();
        // Carriers before the devices they carry.
        let mut order: Vec<(&MovableDevice, &DeviceConnection)> =
            devices.iter().zip(&places).collect();
        order.sort_by_key(|(device, _)| device.bays == 0);
        for (device, place) in order {
            put(&mut machine, device, place, self.max_payload);
        }
        for (constraint, means) in arrays {
            let (id, array) = self.array(devices, constraint, *means);
            machine.arrays.insert(id, array);
        }
        Ok(machine)
    }

    /// An array by this RAID engine. An existing one keeps its chunk and caches.
    pub(crate) fn array(
        &self,
        devices: &[MovableDevice],
        constraint: &ArrayConstraint,
        means: RaidEngineKind,
    ) -> (Id, ArrayPlan) {
        let members = constraint.members.iter().filter_map(|&member| devices.get(member)?.drive());
        let new = ArrayPlan::new(constraint.level, means.engine(), members.cloned().collect());
        let is_same = |old: &&ArrayPlan| {
            (old.level, old.engine, &old.members) == (new.level, new.engine, &new.members)
        };
        let id = Id::new(&constraint.id);
        let kept = self.fixed.arrays.get(&id).filter(is_same).cloned();
        (id, kept.unwrap_or(new))
    }
}

fn put(
    machine: &mut Machine,
    device: &MovableDevice,
    place: &DeviceConnection,
    max_payload: Option<Bytes>,
) {
    let body = &behind_what_is_there(machine, device, place);
    let own = |id: &Id| body.nodes.iter().any(|(node, _)| node == id);
    // Attachment and package pass from the function on the port to the nodes below it, which
    // follow it in the list.
    let mut side = (AttachmentPoint::Unknown, None);
    for (at, (id, node)) in body.nodes.iter().enumerate() {
        let hangs_on_own = at > 0 && node.parent.as_ref().is_some_and(own);
        // The first node, or another function directly on the port, gets its new location.
        let node = if hangs_on_own {
            let (attachment, package) = side;
            Node { attachment, package, ..node.clone() }
        } else if is_as_observed(node, place) {
            node.clone()
        } else {
            put_anew(machine, device, node, place, max_payload)
        };
        side = (node.attachment, node.package);
        machine.topology.nodes.insert(id.clone(), node);
    }
    for (id, drive) in &body.drives {
        let own = drive.controller.clone().filter(own);
        let controller = own.unwrap_or_else(|| place.on.clone());
        let drive = Drive { controller: Some(controller), ..drive.clone() };
        machine.topology.drives.insert(id.clone(), drive);
    }
    machine.figures.extend(body.figures.clone());
    machine.ceilings.extend(body.ceilings.clone());
    machine.demands.extend(body.demands.iter().cloned());
}

/// A SATA drive on the port of a controller has no controller of its own; on a bare port or in a slot it
/// has one, as in a machine file.
fn behind_what_is_there<'a>(
    machine: &Machine,
    device: &'a MovableDevice,
    place: &DeviceConnection,
) -> Cow<'a, DeviceBody> {
    let body = Cow::Borrowed(&device.body);
    let Some(drive) = device.drive().filter(|_| device.bus == SlotBus::Sata) else { return body };
    let on = machine.topology.nodes.get(&place.on).map(|node| node.kind);
    let is_behind = matches!(on, Some(NodeKind::Storage(_)));
    match (is_behind, device.body.nodes.is_empty()) {
        (true, false) => Cow::Owned(DeviceBody { nodes: Vec::new(), ..device.body.clone() }),
        (false, true) => Cow::Owned(with_controller(&device.body, drive)),
        _ => body,
    }
}

fn with_controller(body: &DeviceBody, id: &Id) -> DeviceBody {
    let name = body.drives.get(id).and_then(|drive| drive.model.clone());
    let node = Node { name, ..Node::bare(NodeKind::Storage(StorageControllerKind::Ahci)) };
    let own = |drive: &Drive| Drive { controller: Some(id.clone()), ..drive.clone() };
    DeviceBody {
        nodes: vec![(id.clone(), node)],
        drives: body.drives.iter().map(|(id, drive)| (id.clone(), own(drive))).collect(),
        ..body.clone()
    }
}

/// Whether the device was observed in this very place, with the same link offered.
fn is_as_observed(root: &Node, place: &DeviceConnection) -> bool {
    let offered = root.link.as_ref().and_then(|link| link.port_possible);
    root.parent.as_ref() == Some(&place.on)
        && root.slot.as_ref().is_none_or(|(slot, _)| *slot == place.slot)
        && (offered.is_none() || offered == place.offered)
}

/// The properties of a node that the model reads and the place decides.
fn outline(node: &Node) -> String {
    let link = node.link.as_ref().map(|it| {
        (&it.port, it.current, it.possible, it.port_possible, it.internal, it.max_payload)
    });
    format!("{link:?} {:?} {:?} {:?}", node.attachment, node.package, node.numa_node)
}

impl SlotInventory {
    /// Whether the device was observed in this very place with properties other than it would get
    /// if put there anew, such as a larger Max_Payload_Size.
    pub(crate) fn is_apart(&self, device: &MovableDevice, place: &DeviceConnection) -> bool {
        let own = |id: &Id| device.body.nodes.iter().any(|(node, _)| node == id);
        let is_root = |node: &Node| !node.parent.as_ref().is_some_and(own);
        let anew = |node| put_anew(&self.fixed, device, node, place, self.max_payload);
        let mut nodes = device.body.nodes.iter().map(|(_, node)| node);
        nodes.any(|node| {
            is_root(node) && is_as_observed(node, place) && outline(node) != outline(&anew(node))
        })
    }
}

fn put_anew(
    machine: &Machine,
    device: &MovableDevice,
    root: &Node,
    place: &DeviceConnection,
    max_payload: Option<Bytes>,
) -> Node {
    let above = machine.topology.nodes.get(&place.on);
    let is_port = above
        .is_some_and(|node| matches!(node.kind, NodeKind::RootPort | NodeKind::DownstreamPort));
    // A card that does not state its link takes all that its slot offers.
    let possible = device.link.or(place.offered);
    let link = possible.map(|possible| link_of(possible, place.offered, max_payload));
    let port = is_port.then(|| place.on.clone());
    Node {
        parent: Some(place.on.clone()),
        link: link.map(|link| NodeLink { port, ..link }),
        attachment: above.map_or(AttachmentPoint::Unknown, |node| node.attachment),
        attachment_basis: FactBasis::Documented,
        package: above.and_then(|node| node.package),
        numa_node: above.and_then(|node| node.numa_node),
        slot: Some((place.slot.clone(), SlotSource::User)),
        ..root.clone()
    }
}

/// The link that device and place have in common.
fn link_of(
    possible: LinkWidth,
    offered: Option<LinkWidth>,
    max_payload: Option<Bytes>,
) -> NodeLink {
    let offered = offered.unwrap_or(possible);
    let current = possible.common(offered);
    NodeLink {
        current: Some(current),
        possible: Some(possible),
        port_possible: Some(offered),
        max_payload,
        degraded: current.is_below(possible).then_some(DegradationCause::Port),
        basis: FactBasis::Documented,
        ..NodeLink::default()
    }
}
