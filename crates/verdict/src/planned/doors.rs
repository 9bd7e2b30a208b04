//! The picture of an arrangement: processors, chipset and switches with their places and flows.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::{Offer, Offers};
use narrows_messages::Localizer;
use narrows_model::{Bound, Machine};
use narrows_plan::piece::Piece;
use narrows_plan::placement::{Placement, Spot};
use narrows_plan::site::{self, Site};
use narrows_record::plan::{Door, Seat, SeatState, Uplink};
use narrows_record::round_mb_s;
use narrows_record::see::{LinkState, PortKind};
use narrows_topology::capacity::{self, Way};
use narrows_topology::graph::{Node, NodeKind};
use narrows_topology::{Id, Topology};

use super::says;

/// All that the picture is drawn from.
pub(super) struct Picture<'a> {
    pub(super) site: &'a Site,
    pub(super) pieces: &'a [Piece],
    pub(super) placement: &'a Placement,
    /// The machine that the arrangement makes.
    pub(super) machine: &'a Machine,
    /// What every drive brings, MB/s.
    pub(super) flows: &'a BTreeMap<Id, f64>,
    /// Drives run one after the other: a link carries what the fastest brings, not the sum.
    pub(super) one_by_one: bool,
    /// What holds drives back.
    pub(super) limits: &'a [&'a Bound],
    /// The way of the data.
    pub(super) way: Way,
    pub(super) localizer: &'a Localizer,
}

impl Picture<'_> {
    /// Every door, each before those below it.
    pub(super) fn doors(&self) -> Vec<Door> {
        let offers = self.site.offers(self.pieces, self.placement);
        let mut ids: BTreeSet<Id> = BTreeSet::new();
        let topology = &self.machine.topology;
        let seats = self.site.seats.iter().map(|seat| node_of(seat, &offers));
        let fixed =
            self.fixed().into_iter().filter_map(|id| topology.drives.get(id)?.controller.clone());
        for from in seats.chain(fixed) {
            ids.extend(doors_above(topology, &from).map(|(id, _)| id.clone()));
        }
        let mut roots: Vec<&Id> = ids.iter().filter(|id| above(topology, id).is_none()).collect();
        roots.sort_by_key(|id| topology.nodes.get(*id).map(|node| node.kind));
        let mut doors = Vec::new();
        for root in roots {
            self.descend(root, &ids, &offers, &mut doors);
        }
        doors
    }

    fn descend(&self, id: &Id, ids: &BTreeSet<Id>, offers: &Offers, doors: &mut Vec<Door>) {
        let topology = &self.machine.topology;
        doors.extend(topology.nodes.get(id).map(|node| self.door(id, node, offers)));
        for below in ids.iter().filter(|below| above(topology, below) == Some(id)) {
            self.descend(below, ids, offers, doors);
        }
    }

    fn door(&self, id: &Id, node: &Node, offers: &Offers) -> Door {
        let topology = &self.machine.topology;
        let is_here = |from: &Id| doors_above(topology, from).next().map(|(at, _)| at) == Some(id);
        let seats = self.site.seats.iter().enumerate();
        let seats = seats.filter(|(_, seat)| is_here(&node_of(seat, offers)));
        let has_controller_here = |drive: &&Id| {
            let controller = topology.drives.get(*drive).and_then(|it| it.controller.as_ref());
            controller.is_some_and(is_here)
        };
        let fixed = self.fixed().into_iter().filter(has_controller_here);
        Door {
            id: id.to_string(),
            name: door_name(id, node, topology),
            kind: kind(node.kind),
            above: above(topology, id).map(Id::to_string),
            uplink: self.uplink(id, node),
            seats: seats.map(|(at, seat)| self.seat(at, seat, offers)).collect(),
            fixed: fixed.map(Id::to_string).collect(),
        }
    }

    fn uplink(&self, id: &Id, node: &Node) -> Option<Uplink> {
        let link = node.link.as_ref().filter(|link| !link.internal)?;
        let carries = capacity::of_link(link, self.way)?;
        let load = self.load_through(id);
        Some(Uplink {
            name: link.name.clone(),
            link: LinkState::of(link.current?),
            carries_mb_s: round_mb_s(carries.as_mb_s()),
            load_mb_s: round_mb_s(load),
            is_limit: self.limits.iter().any(|bound| bound.limit.id == *id),
        })
    }

    /// What the drives below a node bring.
    fn load_through(&self, id: &Id) -> f64 {
        let topology = &self.machine.topology;
        let is_below = |drive: &Id| {
            let controller = topology.drives.get(drive).and_then(|it| it.controller.as_ref());
            controller.is_some_and(|from| topology.path(from).any(|(at, _)| at == id))
        };
        // Not `sum`: that of nothing is -0.
        let below = self.flows.iter().filter(|(drive, _)| is_below(drive));
        self.joined(below.map(|(_, rate)| *rate))
    }

    fn joined(&self, rates: impl Iterator<Item = f64>) -> f64 {
        match self.one_by_one {
            true => rates.fold(0.0, f64::max),
            false => rates.fold(0.0, |sum, rate| sum + rate),
        }
    }

    fn seat(&self, at: usize, seat: &site::Seat, offers: &Offers) -> Seat {
        let inside = self.inside(at);
        let offer = offers.get(&seat.id).and_then(Option::as_ref);
        let drives = inside.iter().flat_map(|piece| piece.body.drives.keys());
        let load = self.joined(drives.filter_map(|drive| self.flows.get(drive)).copied());
        let state = match (offer, inside.is_empty()) {
            (None, true) => SeatState::Off,
            (_, false) => SeatState::Used,
            (Some(_), true) => SeatState::Empty,
        };
        Seat {
            slot: seat.id.clone(),
            state,
            pieces: inside.iter().map(|piece| piece.id.clone()).collect(),
            link: offer.and_then(|offer| offer.link).map(LinkState::of),
            load_mb_s: round_mb_s(load),
            because: self.because(seat, offer),
        }
    }

    /// The pieces in a seat, a carrier before what it carries.
    fn inside(&self, seat: usize) -> Vec<&Piece> {
        let spots = || self.pieces.iter().zip(&self.placement.spots);
        let is_in = |spot: &Spot| *spot == Spot::Seat(seat);
        let carried = |spot: &Spot| match spot {
            Spot::Bay(carrier, _) => self.placement.spots.get(*carrier).is_some_and(is_in),
            Spot::Seat(_) => false,
        };
        let direct = spots().filter(|(_, spot)| is_in(spot));
        direct.chain(spots().filter(|(_, spot)| carried(spot))).map(|(piece, _)| piece).collect()
    }

    /// Why a seat is off, narrower than it could be, or elsewhere.
    fn because(&self, seat: &site::Seat, offer: Option<&Offer>) -> Option<String> {
        let uses = self.site.uses(self.pieces, self.placement);
        let settings = self.site.all_settings(self.placement);
        let holding = self.site.rules.iter().filter(|rule| rule.holds(&uses, &settings));
        let is_less = |offer: &Offer| match (offer.link, seat.link) {
            (Some(now), Some(most)) => now.is_below(most),
            (now, most) => now.is_none() && most.is_some(),
        };
        let rule = match offer {
            None => says::last_rule(holding, &seat.id, |effect| effect.off),
            Some(offer) if is_less(offer) => {
                says::last_rule(holding, &seat.id, |effect| effect.link.is_some())
            }
            Some(_) => None,
        };
        rule.map(|rule| self.localizer.say(&says::rule_holds(rule)))
    }

    /// Drives that stay where they are.
    fn fixed(&self) -> Vec<&Id> {
        self.site.fixed.topology.drives.keys().collect()
    }
}

/// The node that a seat hangs on as things are.
fn node_of(seat: &site::Seat, offers: &Offers) -> Id {
    let offer = offers.get(&seat.id).and_then(Option::as_ref);
    offer.map_or_else(|| seat.on.clone(), |offer| Id::new(&offer.on))
}

/// The doors from a node up to its processor.
fn doors_above<'a>(topology: &'a Topology, from: &Id) -> impl Iterator<Item = (&'a Id, &'a Node)> {
    let start = topology.nodes.get_key_value(from).map(|(id, _)| id);
    let path = start.into_iter().flat_map(|id| topology.path(id));
    path.filter(|(_, node)| is_door(node.kind))
}

/// The door above a door.
fn above<'a>(topology: &'a Topology, id: &Id) -> Option<&'a Id> {
    doors_above(topology, id).map(|(at, _)| at).find(|at| *at != id)
}

/// The door that a node hangs on; the node itself where there is none.
pub(super) fn door_of(topology: &Topology, from: &Id) -> String {
    let door = doors_above(topology, from).next();
    door.map_or_else(|| from.to_string(), |(id, _)| id.to_string())
}

fn is_door(kind: NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::Processor
            | NodeKind::RootComplex
            | NodeKind::Chipset
            | NodeKind::Switch
            | NodeKind::NetworkLink
    )
}

fn kind(kind: NodeKind) -> PortKind {
    match kind {
        NodeKind::Processor => PortKind::Processor,
        NodeKind::RootComplex => PortKind::RootComplex,
        NodeKind::Chipset => PortKind::Chipset,
        NodeKind::NetworkLink => PortKind::NetworkLink,
        _ => PortKind::Switch,
    }
}

fn door_name(id: &Id, node: &Node, topology: &Topology) -> Option<String> {
    let host = &topology.host;
    let of_machine = match node.kind {
        NodeKind::Processor => host.cpu.clone(),
        NodeKind::Chipset => topology.chipset.clone(),
        _ => None,
    };
    let own = node.name.clone().filter(|name| *name != id.as_str());
    own.or(of_machine)
}
