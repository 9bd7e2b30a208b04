//! A site with its pieces in place, looked at from all sides that the budget needs.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::{self, Board, CHIPSET, CPU, Device, Offer, Offers, SlotUse, apply};
use narrows_messages::Message;
use narrows_model::Machine;
use narrows_topology::Id;
use narrows_topology::graph::{Door, Node, NodeKind};

use crate::doubts;
use crate::piece::Piece;
use crate::placement::{Clash, Placement, Spot};
use crate::site::{Seat, Site};

/// A site with its pieces in place.
pub(super) struct View<'a> {
    pub site: &'a Site,
    pub pieces: &'a [Piece],
    pub at: &'a Placement,
    pub machine: Machine,
    /// The board of the catalogue, where it is one.
    pub board: Option<&'static Board>,
    /// What each seat offers now.
    pub now: Offers,
    /// What each seat offers when all of them are in use.
    pub filled: Offers,
    /// The piece in each seat, by their indices.
    in_seat: BTreeMap<usize, usize>,
    /// The piece that each node belongs to, by its index.
    piece_of: BTreeMap<Id, usize>,
    /// The drives on each node.
    drives_on: BTreeMap<Id, Vec<Id>>,
}

impl<'a> View<'a> {
    pub fn new(site: &'a Site, pieces: &'a [Piece], at: &'a Placement) -> Result<Self, Vec<Clash>> {
        let machine = site.machine(pieces, at, &[])?;
        let board = site.board.as_deref().and_then(board::board);
        Ok(Self {
            now: site.offers(pieces, at),
            filled: filled(site, at),
            in_seat: in_seat(at),
            piece_of: piece_of(pieces),
            drives_on: drives_on(&machine),
            site,
            pieces,
            at,
            machine,
            board,
        })
    }

    /// The seats with the piece in each; none for one that is empty.
    pub fn seats(&self) -> impl Iterator<Item = (&Seat, Option<&Piece>)> {
        let seats = self.site.seats.iter().enumerate();
        seats.map(|(at, seat)| {
            (seat, self.in_seat.get(&at).and_then(|&piece| self.pieces.get(piece)))
        })
    }

    /// The piece that a node belongs to.
    pub fn piece(&self, node: &Id) -> Option<&'a Piece> {
        self.pieces.get(*self.piece_of.get(node)?)
    }

    /// The seat of the piece that a node belongs to, with its index; none in a bay.
    pub fn seat(&self, node: &Id) -> Option<(usize, &'a Seat)> {
        match self.at.spots.get(*self.piece_of.get(node)?) {
            Some(&Spot::Seat(seat)) => Some((seat, self.site.seats.get(seat)?)),
            _ => None,
        }
    }

    /// The drives on a node.
    pub fn drives_on(&self, node: &Id) -> &[Id] {
        self.drives_on.get(node).map_or(&[], Vec::as_slice)
    }

    /// The slots in use, as rules count them.
    pub fn uses(&self) -> BTreeSet<SlotUse> {
        let used = self.seats().filter_map(|(seat, piece)| {
            Some(SlotUse { slot: seat.id.clone(), device: Some(piece?.device) })
        });
        used.collect()
    }

    /// The provider of what hangs on this node: itself, or the nearest one above.
    pub fn provider(&self, on: &Id) -> Option<Id> {
        let mut path = self.machine.topology.path(on);
        path.find(|(_, node)| is_provider(node)).map(|(id, _)| id.clone())
    }

    /// The node that the catalogue's boards call this.
    pub fn named(&self, on: &str) -> Option<Id> {
        let nodes = &self.machine.topology.nodes;
        let first = |fits: &dyn Fn(&Node) -> bool| {
            nodes.iter().find(|(_, node)| fits(node)).map(|(id, _)| id.clone())
        };
        match on {
            CPU => first(&|node| node.kind == NodeKind::Processor),
            CHIPSET => first(&|node| self.is_chipset(node)),
            switch => nodes.get_key_value(&Id::new(switch)).map(|(id, _)| id.clone()),
        }
    }

    /// A chipset, or the switch that one is: a switch whose own door is the chipset's, below one
    /// of the processor's ports.
    pub fn is_chipset(&self, node: &Node) -> bool {
        let above = node.parent.as_ref().and_then(|above| self.machine.topology.nodes.get(above));
        let is_outer = || above.is_some_and(|above| above.door == Door::Cpu);
        match node.kind {
            NodeKind::Chipset => true,
            NodeKind::Switch => node.door == Door::Chipset && is_outer(),
            _ => false,
        }
    }

    /// A device behind a port whose link's width is not to be seen, as in captures made without the
    /// rights to read it.
    pub fn hides_its_link(&self, node: &Node) -> bool {
        let above = node.parent.as_ref().and_then(|above| self.machine.topology.nodes.get(above));
        let is_port =
            |node: &Node| matches!(node.kind, NodeKind::RootPort | NodeKind::DownstreamPort);
        let is_first = node.address.is_some_and(|address| address == address.first_function());
        let width = node.link.as_ref().and_then(|link| link.current);
        is_first && width.is_none() && !is_port(node) && above.is_some_and(is_port)
    }

    /// What is left out of the count, or stands on weak legs.
    pub fn notes(&self) -> Vec<Message> {
        let mut notes = Vec::new();
        let nodes = &self.machine.topology.nodes;
        let has_links = nodes.values().any(|node| node.link.is_some());
        if self.machine.topology.host.hypervisor.is_some() && !has_links {
            notes.push(Message::new("lanes-virtual"));
        }
        let unseen = nodes.values().filter(|node| self.hides_its_link(node)).count();
        if unseen > 0 {
            notes.push(Message::new("lanes-no-widths").count("count", unseen));
        }
        let uncounted = self.board.into_iter().flat_map(|board| &board.users);
        for user in uncounted.filter(|user| user.lanes.is_none()) {
            notes.push(Message::new("lanes-uncounted").with("name", &user.name));
        }
        notes.extend(self.board.into_iter().flat_map(|it| doubts::of_board(self.site, it)));
        notes
    }
}

fn in_seat(at: &Placement) -> BTreeMap<usize, usize> {
    let spots = at.spots.iter().enumerate();
    let seated = spots.filter_map(|(piece, spot)| match spot {
        Spot::Seat(seat) => Some((*seat, piece)),
        Spot::Bay(..) => None,
    });
    seated.collect()
}

fn piece_of(pieces: &[Piece]) -> BTreeMap<Id, usize> {
    let nodes = |(index, piece): (usize, &Piece)| {
        let ids: Vec<Id> = piece.body.nodes.iter().map(|(id, _)| id.clone()).collect();
        ids.into_iter().map(move |id| (id, index))
    };
    pieces.iter().enumerate().flat_map(nodes).collect()
}

fn drives_on(machine: &Machine) -> BTreeMap<Id, Vec<Id>> {
    let mut drives_on: BTreeMap<Id, Vec<Id>> = BTreeMap::new();
    for (id, drive) in &machine.topology.drives {
        if let Some(controller) = &drive.controller {
            drives_on.entry(controller.clone()).or_default().push(id.clone());
        }
    }
    drives_on
}

/// What offers lanes.
pub(super) fn is_provider(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Processor | NodeKind::Chipset | NodeKind::Switch)
}

/// What seats offer when all are in use, each with the first kind of device that takes lanes.
fn filled(site: &Site, at: &Placement) -> Offers {
    let offer = |seat: &Seat| Offer { on: seat.on.to_string(), link: seat.link };
    let mut offers: Offers =
        site.seats.iter().map(|seat| (seat.id.clone(), Some(offer(seat)))).collect();
    let used = |seat: &Seat| {
        let takes_pcie = seat.devices.contains(&Device::Pcie);
        let device = if takes_pcie { Device::Pcie } else { Device::Sata };
        SlotUse { slot: seat.id.clone(), device: Some(device) }
    };
    let uses = site.seats.iter().map(used).collect();
    apply(&mut offers, &site.rules, &uses, &site.all_settings(at));
    offers
}
