//! A board of two slots that share sixteen lanes and an M.2 slot that takes a SATA port, and the
//! devices on it.

use narrows_catalog::Confidence;
use narrows_catalog::board::{RuleEffect, SlotForm};
use narrows_catalog::chipset::ChipsetUplink;
use narrows_topology::graph::{
    AttachmentPoint, FactBasis, Node, NodeKind, NodeLink, StorageControllerKind,
};

use super::*;
use crate::adapter;
use crate::device::{CardBay, DeviceBody, DeviceShape, FormAdapter, FormFit};

fn link(generation: u8, lanes: u8) -> Option<LinkWidth> {
    LinkWidth::new(generation, lanes)
}

fn slot_on(id: &str, on: &str, form: SlotForm, link: Option<LinkWidth>) -> InventorySlot {
    let devices = if link.is_some() { vec![SlotBus::Pcie] } else { vec![SlotBus::Sata] };
    InventorySlot {
        id: id.to_owned(),
        link,
        form: Some(form),
        devices,
        basis: FactBasis::Documented,
        ..InventorySlot::below(Id::new(on))
    }
}

fn rule(when: &str, then: RuleEffect) -> BoardRule {
    BoardRule {
        when: vec![when.parse().unwrap()],
        settings: Vec::new(),
        then: vec![then],
        note: None,
        source: vec!["made up".to_owned()],
        confidence: Some(Confidence::High),
        edition: None,
    }
}

fn effect(slot: &str, link: Option<LinkWidth>) -> RuleEffect {
    RuleEffect { slot: slot.to_owned(), off: link.is_none(), link, on: None }
}

const FIRST: DeviceLocation = DeviceLocation::Slot(0);
const SECOND: DeviceLocation = DeviceLocation::Slot(1);
const MODULE: DeviceLocation = DeviceLocation::Slot(2);
const PORT: DeviceLocation = DeviceLocation::Slot(3);

fn inventory() -> SlotInventory {
    let mut inventory = SlotInventory {
        slots: vec![
            slot_on("P1", "cpu", SlotForm::X16, link(3, 16)),
            slot_on("P2", "cpu", SlotForm::X16, link(3, 8)),
            slot_on("M1", "chipset", SlotForm::M2, link(3, 4)),
            slot_on("S1", "chipset", SlotForm::Sata, None),
        ],
        rules: vec![rule("P2", effect("P1", link(3, 8))), rule("M1", effect("S1", None))],
        ..SlotInventory::default()
    };
    let place = |kind, attachment, parent: Option<&str>| Node {
        attachment,
        parent: parent.map(Id::new),
        ..Node::bare(kind)
    };
    let nodes = &mut inventory.fixed.topology.nodes;
    nodes.insert(Id::new("cpu"), place(NodeKind::Processor, AttachmentPoint::Cpu, None));
    nodes.insert(
        Id::new("chipset"),
        place(NodeKind::Chipset, AttachmentPoint::Chipset, Some("cpu")),
    );
    inventory
}

fn device(id: &str, shape: DeviceShape, kind: NodeKind, link: Option<LinkWidth>) -> MovableDevice {
    let nodes = vec![(Id::new(id), Node::bare(kind))];
    MovableDevice {
        id: id.to_owned(),
        model: id.to_owned(),
        shape,
        bus: if link.is_some() { SlotBus::Pcie } else { SlotBus::Sata },
        link,
        body: DeviceBody { nodes, ..DeviceBody::default() },
        raid: None,
        bays: 0,
        bay: CardBay::default(),
        thickness: None,
    }
}

fn module(id: &str) -> MovableDevice {
    device(id, DeviceShape::M2, NodeKind::Storage(StorageControllerKind::Nvme), link(3, 4))
}

pub(crate) fn card(id: &str, lanes: u8) -> MovableDevice {
    device(id, DeviceShape::Card(lanes), NodeKind::Gpu, link(4, lanes))
}

fn at(locations: &[DeviceLocation]) -> Placement {
    Placement { locations: locations.to_vec(), ..Placement::default() }
}

#[test]
fn a_second_card_halves_the_first() {
    let devices = [card("a", 16), card("b", 16)];
    let alone = inventory().places(&devices[..1], &at(&[FIRST])).unwrap();
    assert_eq!(alone[0].offered, link(3, 16));
    let both = inventory().places(&devices, &at(&[FIRST, SECOND])).unwrap();
    assert_eq!([both[0].offered, both[1].offered], [link(3, 8), link(3, 8)]);
}

/// The drive's four lanes of the third generation; the port's eight of the same do not help it.
#[test]
fn what_device_and_slot_have_in_common_is_the_link_and_an_adapter_is_told() {
    let (inventory, devices) = (inventory(), [module("d")]);
    let places = inventory.places(&devices, &at(&[SECOND])).unwrap();
    assert_eq!(places[0].fit, FormFit::With(FormAdapter::M2ToPcie));
    let machine = inventory.machine(&devices, &at(&[SECOND]), &[]).unwrap();
    let node = &machine.topology.nodes[&Id::new("d")];
    assert_eq!(
        (node.attachment, node.parent.as_ref()),
        (AttachmentPoint::Cpu, Some(&Id::new("cpu")))
    );
    assert_eq!(node.link.as_ref().unwrap().current, link(3, 4));
    assert_eq!(node.slot.as_ref().unwrap().0, "P2");
}

#[test]
fn a_port_that_a_rule_switches_off_takes_nothing_and_the_rule_is_named() {
    let sata = device("s", DeviceShape::Sata, NodeKind::Storage(StorageControllerKind::Ahci), None);
    let devices = [module("d"), sata];
    let clashes = inventory().places(&devices, &at(&[MODULE, PORT])).unwrap_err();
    assert_eq!(clashes, [PlacementClash::Off(1, Box::new(rule("M1", effect("S1", None))))]);
    assert!(inventory().places(&devices, &at(&[SECOND, PORT])).is_ok());
}

#[test]
fn nothing_is_twice_in_one_place_or_where_it_does_not_fit() {
    let devices = [module("d"), module("e"), card("a", 16)];
    let clashes = inventory().places(&devices, &at(&[MODULE, MODULE, PORT])).unwrap_err();
    assert_eq!(clashes, [PlacementClash::Taken(1, 0), PlacementClash::NoFit(2, PORT)]);
    let nowhere = inventory().places(&devices, &at(&[MODULE]));
    assert_eq!(nowhere.unwrap_err().len(), 2);
}

/// A card with this many lanes that passes them on to four drives.
pub(crate) fn carrier(lanes: u8) -> MovableDevice {
    let card = device("c", DeviceShape::Card(lanes), NodeKind::Other, None);
    MovableDevice { bays: 4, body: DeviceBody::default(), bus: SlotBus::Pcie, ..card }
}

/// A slot of full length.
pub(crate) fn slot() -> InventorySlot {
    slot_on("P", "cpu", SlotForm::X16, link(4, 16))
}

/// Sixteen lanes are four bays; eight, with a card in the second slot, are two of them.
#[test]
fn a_carrier_without_a_switch_has_as_many_bays_as_its_slot_has_fours() {
    let devices = [carrier(16), module("d"), card("a", 16)];
    let third = at(&[FIRST, DeviceLocation::Bay(0, 2), SECOND]);
    let mut split = inventory();
    split.slots[0].splits = vec![vec![Lanes::new(4).unwrap(); 4]];
    assert_eq!(split.places(&devices, &third).unwrap_err(), [PlacementClash::NoLanes(1)]);
    let second = split.places(&devices, &at(&[FIRST, DeviceLocation::Bay(0, 1), SECOND])).unwrap();
    assert_eq!((second[1].slot.as_str(), second[1].offered), ("P1/2", link(3, 4)));
    let beyond = split.places(&devices[..2], &at(&[FIRST, DeviceLocation::Bay(0, 4)]));
    assert_eq!(beyond.unwrap_err(), [PlacementClash::NoBay(1)]);
}

/// Halves reach the first and the third socket; a firmware that offers no more leaves no third drive
/// any lanes. Where its offer is unknown, that is no reason.
#[test]
fn a_split_that_the_firmware_does_not_offer_is_none() {
    let devices = [carrier(16), module("d"), module("e"), module("f")];
    let bays = |last: u8| DeviceLocation::Bay(0, last);
    let three = at(&[FIRST, bays(0), bays(1), bays(2)]);
    let mut inventory = inventory();
    assert!(inventory.places(&devices, &three).is_ok());
    let unsure = &inventory.splits(&devices, &three)[0];
    assert_eq!((unsure.is_known, unsure.way.len(), unsure.used), (false, 4, 3));
    inventory.slots[0].splits = vec![vec![Lanes::new(8).unwrap(); 2]];
    inventory.slots[0].split_setting = Some("Lanes of P1".to_owned());
    assert_eq!(inventory.places(&devices, &three).unwrap_err(), [PlacementClash::NoSplit(0)]);
    let two = at(&[FIRST, bays(0), bays(1)]);
    let split = &inventory.splits(&devices[..3], &two)[0];
    assert_eq!((split.is_known, split.working.as_slice()), (true, &[0, 2][..]));
    assert_eq!(split.setting.as_deref(), Some("Lanes of P1"));
    assert!(inventory.splits(&devices[..2], &at(&[FIRST, bays(0)])).is_empty());
}

/// A drive in each socket of a slot that needs no riser; a card in one that does.
#[test]
fn a_card_hangs_on_a_riser_where_no_slot_takes_it() {
    let places = inventory().places(&[card("a", 16)], &at(&[MODULE])).unwrap();
    assert_eq!(places[0].fit, FormFit::With(FormAdapter::PcieToM2));
    assert_eq!(card("a", 16).fit(Some(SlotForm::M2), &[SlotBus::Pcie]), None);
    for form in [SlotForm::X16, SlotForm::X8, SlotForm::X4, SlotForm::X1] {
        for lanes in [1, 4, 8, 16] {
            let fit = card("a", lanes).fit_at_all(Some(form), &[SlotBus::Pcie]).unwrap();
            let is_short = adapter::length(form) < Some(lanes);
            assert_eq!(fit.adapter(), is_short.then_some(FormAdapter::PcieToShortSlot), "{form:?}");
        }
    }
}

/// Twenty lanes, four of which an on-board controller has: sixteen for slots that are wired for 24.
fn with_twenty_lanes() -> SlotInventory {
    let mut inventory = SlotInventory { rules: Vec::new(), ..inventory() };
    let uplink = ChipsetUplink {
        name: String::new(),
        link: link(3, 4).unwrap(),
        shown: true,
        max_payload: None,
    };
    let controller = Node {
        parent: Some(Id::new("cpu")),
        link: Some(NodeLink::documented(&uplink, FactBasis::Documented)),
        ..Node::bare(NodeKind::Other)
    };
    inventory.fixed.topology.nodes.insert(Id::new("controller"), controller);
    inventory.settings.insert("CPU lanes".to_owned(), "20".to_owned());
    inventory.with_lanes()
}

/// 16 + 8 are 24 of 16; 16 + 4 are too many as well; 8 + 8 fit, and the chipset's do not count.
#[test]
fn a_processor_has_no_more_lanes_than_it_has_whatever_slots_are_wired_for() {
    let inventory = with_twenty_lanes();
    let both = |a: u8, b: u8| {
        let devices = [card("a", a), card("b", b), module("d")];
        inventory.places(&devices, &at(&[FIRST, SECOND, MODULE]))
    };
    assert_eq!(both(16, 8).unwrap_err(), [PlacementClash::NoLanes(1)]);
    assert_eq!(both(16, 4).unwrap_err(), [PlacementClash::NoLanes(1)]);
    assert!(both(8, 8).is_ok());
}

/// The devices present prove that the count is wrong, or that the slots share in an unknown way.
#[test]
fn what_is_there_today_is_possible_whatever_the_catalogue_counts() {
    let mut inventory = with_twenty_lanes();
    inventory.devices = vec![card("a", 16), card("b", 8)];
    inventory.today = at(&[FIRST, SECOND]);
    assert!(inventory.places(&inventory.devices, &inventory.today).is_err());
    let inventory = inventory.with_lanes();
    assert!(inventory.places(&inventory.devices, &inventory.today).is_ok());
}
