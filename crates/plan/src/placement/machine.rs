//! From a placement to the machine that the model predicts.

use std::collections::BTreeMap;

use narrows_model::{ArrayPlan, Engine, Machine};
use narrows_topology::Id;
use narrows_topology::evidence::SlotSource;
use narrows_topology::graph::{Basis, DegradedBy, Door, Drive, Link, Node, NodeKind};
use narrows_units::{Bytes, LinkWidth};

use super::{Clash, Place, Placement};
use crate::ask::ArrayWish;
use crate::feasibility::Means;
use crate::piece::Piece;
use crate::site::Site;

impl Means {
    /// The model's name for the layer.
    pub const fn engine(self) -> Engine {
        match self {
            Self::Rst | Self::RstVmd => Engine::IntelRst,
            Self::Vroc => Engine::Vroc,
            Self::Raidxpert2 => Engine::AmdRaidxpert,
            Self::Windows => Engine::WindowsStripe,
            Self::LinuxMd => Engine::Md,
        }
    }
}

impl Site {
    /// The machine with every piece where the placement has it, and with arrays, each by its means.
    ///
    /// # Errors
    /// What stands against the placement; see [`Site::places`].
    pub fn machine(
        &self,
        pieces: &[Piece],
        at: &Placement,
        arrays: &[(&ArrayWish, Means)],
    ) -> Result<Machine, Vec<Clash>> {
        let places = self.places(pieces, at)?;
        let mut machine = self.fixed.clone();
        // Carriers before what is in them.
        let mut order: Vec<(&Piece, &Place)> = pieces.iter().zip(&places).collect();
        order.sort_by_key(|(piece, _)| piece.bays == 0);
        for (piece, place) in order {
            put(&mut machine, piece, place, self.max_payload);
        }
        for (wish, means) in arrays {
            machine.arrays.insert(Id::new(&wish.id), array(wish, *means, pieces));
        }
        Ok(machine)
    }
}

fn array(wish: &ArrayWish, means: Means, pieces: &[Piece]) -> ArrayPlan {
    let members = wish.members.iter().filter_map(|&member| pieces.get(member)?.drive());
    ArrayPlan::new(wish.level, means.engine(), members.cloned().collect())
}

fn put(machine: &mut Machine, piece: &Piece, place: &Place, max_payload: Option<Bytes>) {
    let body = &piece.body;
    if let Some((id, root)) = body.nodes.first() {
        let node = rooted(machine, piece, root, place, max_payload);
        let (door, package) = (node.door, node.package);
        machine.topology.nodes.insert(id.clone(), node);
        for (id, node) in body.nodes.iter().skip(1) {
            let node = Node { door, package, ..node.clone() };
            machine.topology.nodes.insert(id.clone(), node);
        }
    }
    let owned: BTreeMap<&Id, &Node> = body.nodes.iter().map(|(id, node)| (id, node)).collect();
    for (id, drive) in &body.drives {
        let own = drive.controller.clone().filter(|controller| owned.contains_key(controller));
        let controller = own.unwrap_or_else(|| place.on.clone());
        let drive = Drive { controller: Some(controller), ..drive.clone() };
        machine.topology.drives.insert(id.clone(), drive);
    }
    machine.figures.extend(body.figures.clone());
    machine.ceilings.extend(body.ceilings.clone());
    machine.demands.extend(body.demands.iter().cloned());
}

/// The piece's first node, where it is put.
fn rooted(
    machine: &Machine,
    piece: &Piece,
    root: &Node,
    place: &Place,
    max_payload: Option<Bytes>,
) -> Node {
    let above = machine.topology.nodes.get(&place.on);
    let is_port = above
        .is_some_and(|node| matches!(node.kind, NodeKind::RootPort | NodeKind::DownstreamPort));
    // A card that says nothing of its own takes all that its slot offers.
    let possible = piece.link.or(place.offered);
    let link = possible.map(|possible| link_of(possible, place.offered, max_payload));
    let port = is_port.then(|| place.on.clone());
    Node {
        parent: Some(place.on.clone()),
        link: link.map(|link| Link { port, ..link }),
        door: above.map_or(Door::Unknown, |node| node.door),
        door_basis: Basis::Documented,
        package: above.and_then(|node| node.package),
        slot: Some((place.slot.clone(), SlotSource::User)),
        ..root.clone()
    }
}

/// What piece and place have in common.
fn link_of(possible: LinkWidth, offered: Option<LinkWidth>, max_payload: Option<Bytes>) -> Link {
    let offered = offered.unwrap_or(possible);
    let current = possible.common(offered);
    Link {
        name: None,
        port: None,
        current: Some(current),
        possible: Some(possible),
        port_possible: Some(offered),
        internal: false,
        max_payload,
        degraded: current.is_below(possible).then_some(DegradedBy::Port),
        basis: Basis::Documented,
    }
}
