//! Which devices are devices and which stay.

use std::collections::BTreeMap;

use narrows_catalog::board::SlotForm;
use narrows_model::Machine;
use narrows_plan::device::DeviceShape;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::observed;
use narrows_plan::placement::DeviceLocation;
use narrows_topology::build;
use narrows_topology::evidence::{CaptureEvidence, PciFunction, SlotClaim, SlotSource};
use narrows_units::LinkWidth;

use super::captures;
use super::hardware::{ETHERNET, NVME, VGA, at, function, port};

/// Occupancy: slots with their devices, `-` for an empty one.
fn occupancy(inventory: &SlotInventory) -> BTreeMap<String, String> {
    let device = |slot: usize| {
        let at = inventory
            .today
            .locations
            .iter()
            .position(|location| *location == DeviceLocation::Slot(slot));
        at.map_or_else(|| "-".to_owned(), |at| inventory.devices[at].id.clone())
    };
    inventory.slots.iter().enumerate().map(|(at, slot)| (slot.id.clone(), device(at))).collect()
}

fn listed(rows: &[(&str, &str)]) -> BTreeMap<String, String> {
    rows.iter().map(|(slot, device)| ((*slot).to_owned(), (*device).to_owned())).collect()
}

fn inventory(functions: &[(&str, PciFunction)], slots: &[(&str, &str)]) -> SlotInventory {
    let claim = |(address, label): &(&str, &str)| SlotClaim {
        address: at(address),
        label: (*label).to_owned(),
        source: SlotSource::Smbios,
    };
    let evidence = CaptureEvidence {
        functions: functions.iter().map(|(it, function)| (at(it), function.clone())).collect(),
        slots: slots.iter().map(claim).collect(),
        ..CaptureEvidence::default()
    };
    observed::inventory(&Machine::of(build::build(&evidence)))
}

/// A graphics card goes with its sound function; a network card from eight lanes on; a soldered
/// network chip, a BMC's graphics and an on-board controller stay. The empty port with a name is a
/// slot, the one without is not.
#[test]
fn cards_move_and_soldered_devices_stay() {
    let functions = [
        ("00:01.0", port(0x1901, (1, 1), (3, 16))),
        ("01:00.0", function((0x10de, 0x13c2), VGA, (3, 16))),
        ("01:00.1", function((0x10de, 0x0fbb), 0x04_03_00, (3, 16))),
        ("00:01.1", port(0x1905, (2, 2), (3, 8))),
        ("02:00.0", function((0x8086, 0x1528), ETHERNET, (2, 8))),
        ("00:1c.0", port(0xa110, (3, 3), (3, 1))),
        ("03:00.0", function((0x8086, 0x1539), ETHERNET, (1, 1))),
        ("00:1c.4", port(0xa114, (4, 4), (3, 4))),
        ("04:00.0", function((0x144d, 0xa808), NVME, (3, 4))),
        ("00:1c.5", port(0xa115, (5, 5), (2, 1))),
        ("05:00.0", function((0x1a03, 0x2000), VGA, (2, 1))),
        ("00:1d.0", port(0xa118, (6, 6), (3, 4))),
        ("06:00.0", function((0x1000, 0x0097), 0x01_07_00, (3, 8))),
        ("00:1d.4", port(0xa11c, (7, 7), (3, 4))),
        ("00:1d.5", port(0xa11d, (8, 8), (3, 4))),
    ];
    let slots = [("04:00.0", "M2_1"), ("06:00.0", "Onboard SAS"), ("00:1d.4", "PCIEX4")];
    let inventory = inventory(&functions, &slots);
    let rows = [
        ("0000:00:01.0", "0000:01:00.0"),
        ("0000:00:01.1", "0000:02:00.0"),
        ("M2_1", "0000:04:00.0"),
        ("PCIEX4", "-"),
    ];
    assert_eq!(occupancy(&inventory), listed(&rows));
    let graphics = &inventory.devices[0];
    assert_eq!(graphics.body.nodes.len(), 2);
    assert_eq!(graphics.shape, DeviceShape::Card(16));
    let forms: Vec<_> = inventory.slots.iter().map(|slot| slot.form.unwrap()).collect();
    assert_eq!(forms, [SlotForm::X16, SlotForm::X8, SlotForm::M2, SlotForm::X4]);
}

/// Two functions of one card hang on the port that the card is moved to.
#[test]
fn all_functions_of_a_card_move() {
    let functions = [
        ("00:01.0", port(0x1901, (1, 1), (3, 16))),
        ("01:00.0", function((0x10de, 0x13c2), VGA, (3, 16))),
        ("01:00.1", function((0x10de, 0x0fbb), 0x04_03_00, (3, 16))),
        ("00:01.1", port(0x1905, (2, 2), (3, 8))),
    ];
    let inventory = inventory(&functions, &[("00:01.1", "PCIEX16_2")]);
    let mut there = inventory.today.clone();
    there.locations = vec![DeviceLocation::Slot(1)];
    let machine = inventory.machine(&inventory.devices, &there, &[]).unwrap();
    for card in ["0000:01:00.0", "0000:01:00.1"] {
        let node = &machine.topology.nodes[&narrows_topology::Id::new(card)];
        assert_eq!(node.parent, Some(narrows_topology::Id::new("0000:00:01.1")), "{card}");
        let link = node.link.as_ref().unwrap();
        assert_eq!(link.current, LinkWidth::new(3, 8), "{card}");
    }
}

/// A backplane switch whose ports have slots stays, and its drives move (two sockets, a switch, eight
/// drives).
#[test]
fn switches_of_backplanes_stay() {
    let machine = captures::fixture("two-socket-8.tar.gz");
    let slots = occupancy(&observed::inventory(&machine));
    assert_eq!(slots.len(), 8);
    assert!(slots.values().all(|device| device.starts_with("nvme")), "{slots:?}");
}

/// A switch and a graphics chip by one maker are one card (Radeon RX 5700, X570 Creator).
#[test]
fn switches_of_cards_move() {
    let Some(machines) = captures::collection() else { return };
    let is_creator = |(name, _): &(String, _)| name.ends_with("asrock-x570-creator.txt");
    let (_, machine) = machines.into_iter().find(is_creator).expect("a capture of that board");
    let inventory = observed::inventory(&machine);
    assert_eq!(occupancy(&inventory), listed(&[("0000:00:03.1", "0000:31:00.0")]));
    assert_eq!(inventory.devices[0].body.nodes.len(), 4);
}

/// Drives of one model are twins: facts about them do not depend on their names.
#[test]
fn drives_of_one_model_can_be_exchanged() {
    let inventory = observed::inventory(&captures::fixture("z170-trio.tar.gz"));
    let classes = narrows_plan::evaluate::classes(&inventory.devices, &Default::default());
    let nvme = inventory.devices.iter().filter(|device| device.id.starts_with("nvme")).count();
    assert_eq!(nvme, 3);
    assert_eq!(classes[..3], [0, 0, 0]);
}

/// Devices that firmware hides behind its RAID, or that are behind a Volume Management Device,
/// stay, and the inventory says why.
#[test]
fn hidden_drives_stay_with_a_remark() {
    let functions = [
        ("00:0e.0", function((0x8086, 0x9a0b), 0x01_04_00, (1, 1))),
        ("10000:e0:06.0", port(0x9a0f, (0xe1, 0xe1), (4, 4))),
        ("10000:e1:00.0", function((0x144d, 0xa80a), NVME, (4, 4))),
        (
            "00:17.0",
            PciFunction {
                remapped_nvme: Some(1),
                port: None,
                ..function((0x8086, 0xa102), 0x01_06_01, (1, 1))
            },
        ),
    ];
    let inventory = inventory(&functions, &[]);
    assert_eq!(occupancy(&inventory), listed(&[]));
    let notes: Vec<&str> = inventory.fixed.topology.notes.iter().map(|it| it.text.id()).collect();
    assert!(
        notes.contains(&"seen-vmd-stays") && notes.contains(&"seen-remapped-stays"),
        "{notes:?}"
    );
}

/// A card is called by the name that it is sold under.
#[test]
fn cards_have_their_names() {
    let mut card = function((0x10de, 0x13c2), VGA, (3, 16));
    card.name = Some("NVIDIA Corporation GM204 [GeForce GTX 970]".to_owned());
    let functions = [("00:01.0", port(0x1901, (1, 1), (3, 16))), ("01:00.0", card)];
    assert_eq!(inventory(&functions, &[]).devices[0].model, "GeForce GTX 970");
}
