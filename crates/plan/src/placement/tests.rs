//! A board of two slots that share sixteen lanes, an M.2 slot that takes a SATA port, and what
//! becomes of pieces on it.

use narrows_catalog::Confidence;
use narrows_catalog::board::{Effect, Form};
use narrows_catalog::chipset::Uplink;
use narrows_topology::graph::{Basis, Door, Link, Node, NodeKind, StorageKind};

use super::*;
use crate::feasibility;
use crate::piece::{Adapter, Bay, Body, Fit, Shape};

fn link(generation: u8, lanes: u8) -> Option<LinkWidth> {
    LinkWidth::new(generation, lanes)
}

fn seat(id: &str, on: &str, form: Form, link: Option<LinkWidth>) -> Seat {
    let devices = if link.is_some() { vec![Device::Pcie] } else { vec![Device::Sata] };
    Seat {
        id: id.to_owned(),
        on: Id::new(on),
        link,
        form: Some(form),
        devices,
        splits: Vec::new(),
        may_split: Vec::new(),
        split_setting: None,
        part: None,
        row: None,
        basis: Basis::Documented,
        raid: feasibility::SlotFacts::default(),
    }
}

fn rule(when: &str, then: Effect) -> Rule {
    Rule {
        when: vec![when.parse().unwrap()],
        settings: Vec::new(),
        then: vec![then],
        note: None,
        source: vec!["made up".to_owned()],
        confidence: Some(Confidence::High),
        edition: None,
    }
}

fn effect(slot: &str, link: Option<LinkWidth>) -> Effect {
    Effect { slot: slot.to_owned(), off: link.is_none(), link, on: None }
}

const FIRST: Spot = Spot::Seat(0);
const SECOND: Spot = Spot::Seat(1);
const MODULE: Spot = Spot::Seat(2);
const PORT: Spot = Spot::Seat(3);

fn site() -> Site {
    let mut site = Site {
        seats: vec![
            seat("P1", "cpu", Form::X16, link(3, 16)),
            seat("P2", "cpu", Form::X16, link(3, 8)),
            seat("M1", "chipset", Form::M2, link(3, 4)),
            seat("S1", "chipset", Form::Sata, None),
        ],
        rules: vec![rule("P2", effect("P1", link(3, 8))), rule("M1", effect("S1", None))],
        ..Site::default()
    };
    let place = |kind, door, parent: Option<&str>| Node {
        door,
        parent: parent.map(Id::new),
        ..Node::bare(kind)
    };
    let nodes = &mut site.fixed.topology.nodes;
    nodes.insert(Id::new("cpu"), place(NodeKind::Processor, Door::Cpu, None));
    nodes.insert(Id::new("chipset"), place(NodeKind::Chipset, Door::Chipset, Some("cpu")));
    site
}

fn piece(id: &str, shape: Shape, kind: NodeKind, link: Option<LinkWidth>) -> Piece {
    let nodes = vec![(Id::new(id), Node::bare(kind))];
    Piece {
        id: id.to_owned(),
        model: id.to_owned(),
        shape,
        device: if link.is_some() { Device::Pcie } else { Device::Sata },
        link,
        body: Body { nodes, ..Body::default() },
        raid: None,
        bays: 0,
        bay: Bay::default(),
        thickness: None,
    }
}

fn module(id: &str) -> Piece {
    piece(id, Shape::M2, NodeKind::Storage(StorageKind::Nvme), link(3, 4))
}

pub(crate) fn card(id: &str, lanes: u8) -> Piece {
    piece(id, Shape::Card(lanes), NodeKind::Gpu, link(4, lanes))
}

fn at(spots: &[Spot]) -> Placement {
    Placement { spots: spots.to_vec(), ..Placement::default() }
}

#[test]
fn a_second_card_halves_the_first() {
    let pieces = [card("a", 16), card("b", 16)];
    let alone = site().places(&pieces[..1], &at(&[FIRST])).unwrap();
    assert_eq!(alone[0].offered, link(3, 16));
    let both = site().places(&pieces, &at(&[FIRST, SECOND])).unwrap();
    assert_eq!([both[0].offered, both[1].offered], [link(3, 8), link(3, 8)]);
}

/// The drive's four lanes of the third generation; the port's eight of the same do not help it.
#[test]
fn what_piece_and_seat_have_in_common_is_the_link_and_an_adapter_is_told() {
    let (site, pieces) = (site(), [module("d")]);
    let places = site.places(&pieces, &at(&[SECOND])).unwrap();
    assert_eq!(places[0].fit, Fit::With(Adapter::M2ToPcie));
    let machine = site.machine(&pieces, &at(&[SECOND]), &[]).unwrap();
    let node = &machine.topology.nodes[&Id::new("d")];
    assert_eq!((node.door, node.parent.as_ref()), (Door::Cpu, Some(&Id::new("cpu"))));
    assert_eq!(node.link.as_ref().unwrap().current, link(3, 4));
    assert_eq!(node.slot.as_ref().unwrap().0, "P2");
}

#[test]
fn a_port_that_a_rule_switches_off_takes_nothing_and_the_rule_is_named() {
    let sata = piece("s", Shape::Sata, NodeKind::Storage(StorageKind::Ahci), None);
    let pieces = [module("d"), sata];
    let clashes = site().places(&pieces, &at(&[MODULE, PORT])).unwrap_err();
    assert_eq!(clashes, [Clash::Off(1, Box::new(rule("M1", effect("S1", None))))]);
    assert!(site().places(&pieces, &at(&[SECOND, PORT])).is_ok());
}

#[test]
fn nothing_is_twice_in_one_place_or_where_it_does_not_fit() {
    let pieces = [module("d"), module("e"), card("a", 16)];
    let clashes = site().places(&pieces, &at(&[MODULE, MODULE, PORT])).unwrap_err();
    assert_eq!(clashes, [Clash::Taken(1, 0), Clash::NoFit(2, PORT)]);
    let nowhere = site().places(&pieces, &at(&[MODULE]));
    assert_eq!(nowhere.unwrap_err().len(), 2);
}

/// A card with so many lanes that passes them on to four drives.
pub(crate) fn carrier(lanes: u8) -> Piece {
    let card = piece("c", Shape::Card(lanes), NodeKind::Other, None);
    Piece { bays: 4, body: Body::default(), device: Device::Pcie, ..card }
}

/// A slot of full length.
pub(crate) fn slot() -> Seat {
    seat("P", "cpu", Form::X16, link(4, 16))
}

/// Sixteen lanes are four bays; eight, with a card in the second slot, are two of them.
#[test]
fn a_carrier_without_a_switch_has_as_many_bays_as_its_slot_has_fours() {
    let pieces = [carrier(16), module("d"), card("a", 16)];
    let third = at(&[FIRST, Spot::Bay(0, 2), SECOND]);
    let mut split = site();
    split.seats[0].splits = vec![vec![Lanes::new(4).unwrap(); 4]];
    assert_eq!(split.places(&pieces, &third).unwrap_err(), [Clash::NoLanes(1)]);
    let second = split.places(&pieces, &at(&[FIRST, Spot::Bay(0, 1), SECOND])).unwrap();
    assert_eq!((second[1].slot.as_str(), second[1].offered), ("P1/2", link(3, 4)));
    let beyond = split.places(&pieces[..2], &at(&[FIRST, Spot::Bay(0, 4)]));
    assert_eq!(beyond.unwrap_err(), [Clash::NoBay(1)]);
}

/// Halves reach the first and the third socket; a firmware that offers no more leaves no third drive
/// any lanes. Where nobody says what it offers, that is no reason.
#[test]
fn a_split_that_the_firmware_does_not_offer_is_none() {
    let pieces = [carrier(16), module("d"), module("e"), module("f")];
    let bays = |last: u8| Spot::Bay(0, last);
    let three = at(&[FIRST, bays(0), bays(1), bays(2)]);
    let mut site = site();
    assert!(site.places(&pieces, &three).is_ok());
    let unsure = &site.splits(&pieces, &three)[0];
    assert_eq!((unsure.is_known, unsure.way.len(), unsure.used), (false, 4, 3));
    site.seats[0].splits = vec![vec![Lanes::new(8).unwrap(); 2]];
    site.seats[0].split_setting = Some("Lanes of P1".to_owned());
    assert_eq!(site.places(&pieces, &three).unwrap_err(), [Clash::NoSplit(0)]);
    let two = at(&[FIRST, bays(0), bays(1)]);
    let split = &site.splits(&pieces[..3], &two)[0];
    assert_eq!((split.is_known, split.working.as_slice()), (true, &[0, 2][..]));
    assert_eq!(split.setting.as_deref(), Some("Lanes of P1"));
    assert!(site.splits(&pieces[..2], &at(&[FIRST, bays(0)])).is_empty());
}

/// A drive in each socket of a slot that needs no riser; a card in one that does.
#[test]
fn a_card_hangs_on_a_riser_where_no_slot_takes_it() {
    let places = site().places(&[card("a", 16)], &at(&[MODULE])).unwrap();
    assert_eq!(places[0].fit, Fit::With(Adapter::PcieToM2));
    assert_eq!(card("a", 16).fit(Some(Form::M2), &[Device::Pcie]), None);
}

/// Twenty lanes, four of which an on-board controller has: sixteen for slots that are wired for 24.
fn with_twenty_lanes() -> Site {
    let mut site = Site { rules: Vec::new(), ..site() };
    let uplink =
        Uplink { name: String::new(), link: link(3, 4).unwrap(), shown: true, max_payload: None };
    let controller = Node {
        parent: Some(Id::new("cpu")),
        link: Some(Link::documented(&uplink, Basis::Documented)),
        ..Node::bare(NodeKind::Other)
    };
    site.fixed.topology.nodes.insert(Id::new("controller"), controller);
    site.settings.insert("CPU lanes".to_owned(), "20".to_owned());
    site.with_lanes()
}

/// 16 + 8 are 24 of 16; 16 + 4 are too many as well; 8 + 8 are not, nor what the chipset has.
#[test]
fn a_processor_has_no_more_lanes_than_it_has_whatever_slots_are_wired_for() {
    let site = with_twenty_lanes();
    let both = |a: u8, b: u8| {
        let pieces = [card("a", a), card("b", b), module("d")];
        site.places(&pieces, &at(&[FIRST, SECOND, MODULE]))
    };
    assert_eq!(both(16, 8).unwrap_err(), [Clash::NoLanes(1)]);
    assert_eq!(both(16, 4).unwrap_err(), [Clash::NoLanes(1)]);
    assert!(both(8, 8).is_ok());
}

/// What is there proves that the count is wrong, or that the slots share in a way nobody tells of.
#[test]
fn what_is_there_today_is_possible_whatever_the_catalogue_counts() {
    let mut site = with_twenty_lanes();
    site.pieces = vec![card("a", 16), card("b", 8)];
    site.today = at(&[FIRST, SECOND]);
    assert!(site.places(&site.pieces, &site.today).is_err());
    let site = site.with_lanes();
    assert!(site.places(&site.pieces, &site.today).is_ok());
}
