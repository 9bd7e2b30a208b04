//! Catalogue data of a board, beside the observed machine.

use narrows_catalog::board::{self, CPU};
use narrows_model::Machine;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::observed;
use narrows_plan::placement::DeviceLocation;
use narrows_topology::evidence::{
    BlockDevice, CaptureEvidence, DriveTransport, SlotClaim, SlotSource,
};
use narrows_topology::graph::AttachmentPoint;
use narrows_topology::{FactBasis, Id, build};
use narrows_units::LinkWidth;

use super::hardware::{ETHERNET, NVME, VGA, at, function, port};

/// The machine of write-up 000 as its device tree showed it: graphics in slots 1 and 7, a drive in
/// slot 5, all on the processor; the network card of eight lanes behind the chipset, on four; three
/// M.2 drives. The firmware names `named` alone.
fn machine(named: &[(&str, &str)]) -> Machine {
    let drive = || function((0x1179, 0x0116), NVME, (3, 4));
    let functions = [
        ("00:01.0", port(0x1901, (1, 1), (3, 8))),
        ("01:00.0", function((0x1002, 0x7300), VGA, (3, 16))),
        ("00:01.1", port(0x1905, (2, 2), (3, 4))),
        ("02:00.0", function((0x8086, 0x0953), NVME, (3, 4))),
        ("00:01.2", port(0x1909, (3, 3), (3, 4))),
        ("03:00.0", function((0x1002, 0x7300), VGA, (3, 16))),
        ("00:17.0", function((0x8086, 0xa102), 0x01_06_01, (1, 1))),
        ("00:1b.0", port(0xa167, (4, 4), (3, 4))),
        ("04:00.0", drive()),
        ("00:1b.4", port(0xa16b, (5, 5), (3, 4))),
        ("05:00.0", drive()),
        ("00:1c.0", port(0xa110, (6, 6), (3, 4))),
        ("06:00.0", function((0x8086, 0x1528), ETHERNET, (2, 8))),
        ("00:1d.0", port(0xa118, (7, 7), (3, 4))),
        ("07:00.0", drive()),
        ("00:1f.0", function((0x8086, 0xa145), 0x06_01_00, (1, 1))),
    ];
    let claim = |(address, label): &(&str, &str)| SlotClaim {
        address: at(address),
        label: (*label).to_owned(),
        source: SlotSource::Smbios,
    };
    let mut evidence = CaptureEvidence {
        functions: functions.into_iter().map(|(it, function)| (at(it), function)).collect(),
        slots: named.iter().map(claim).collect(),
        ..CaptureEvidence::default()
    };
    evidence.functions.get_mut(&at("00:17.0")).unwrap().port = None;
    evidence.host.board = Some("ASRock Z170 OC Formula".to_owned());
    for (name, address) in [
        ("nvme0n1", "02:00.0"),
        ("nvme1n1", "04:00.0"),
        ("nvme2n1", "05:00.0"),
        ("nvme3n1", "07:00.0"),
    ] {
        let block = BlockDevice { function: Some(at(address)), ..BlockDevice::default() };
        evidence.blocks.insert(name.to_owned(), block);
    }
    Machine::of(build::build(&evidence))
}

fn slot_of<'a>(inventory: &'a SlotInventory, device: &str) -> &'a str {
    let index = inventory.devices.iter().position(|it| it.id == device).unwrap();
    let DeviceLocation::Slot(slot) = inventory.today.locations[index] else {
        panic!("{device} is in a bay")
    };
    &inventory.slots[slot].id
}

fn notes(inventory: &SlotInventory) -> Vec<&str> {
    inventory.fixed.topology.notes.iter().map(|note| note.text.id()).collect()
}

#[test]
fn a_machine_gets_its_boards_names_empty_slots_and_rules() {
    let machine = machine(&[]);
    let board = observed::board_of(&machine.topology).unwrap();
    assert_eq!(board.id, "asrock-z170-oc-formula");
    let inventory = observed::on_board(observed::inventory(&machine), board);
    let slots: Vec<&str> = inventory.slots.iter().map(|slot| slot.id.as_str()).collect();
    assert_eq!(slots, board.slots.iter().map(|slot| slot.id.as_str()).collect::<Vec<_>>());
    let at = |device| slot_of(&inventory, device);
    assert_eq!(["0000:01:00.0", "nvme0n1", "0000:03:00.0"].map(at), ["PCIE1", "PCIE5", "PCIE7"]);
    assert_eq!(at("0000:06:00.0"), "PCIE3");
    assert_eq!(["nvme1n1", "nvme2n1", "nvme3n1"].map(at), ["M2_1", "M2_2", "M2_3"]);
    assert_eq!(inventory.rules.len(), board.rules.len());
    assert!(notes(&inventory).contains(&"seen-slots-by-order"));
}

/// Everything is where it was, and the model predicts the same for it.
#[test]
fn what_was_seen_is_still_the_machine() {
    let machine = machine(&[]);
    let board = observed::board_of(&machine.topology).unwrap();
    let inventory = observed::on_board(observed::inventory(&machine), board);
    let back = inventory.machine(&inventory.devices, &inventory.today, &[]).unwrap();
    let workload = narrows_workload::profile("seq-read-128k-q32").unwrap();
    let drives: Vec<Id> = machine.topology.drives.keys().cloned().collect();
    let predict = |machine| narrows_model::predict(machine, &drives, &workload);
    let rates = |machine| -> Vec<(Id, f64)> {
        let outcomes = predict(machine).into_iter();
        outcomes.map(|outcome| (outcome.target, outcome.rate.as_mb_s())).collect()
    };
    assert_eq!(rates(&back).len(), 4);
    assert_eq!(rates(&back), rates(&machine));
}

/// Slot 7 empty: the rule that gave slot 5 only four lanes is no longer in force, and the port,
/// seen with four, then offers the eight of the manual.
#[test]
fn a_slot_that_becomes_free_gives_its_lanes_back() {
    let machine = machine(&[]);
    let board = observed::board_of(&machine.topology).unwrap();
    let inventory = observed::on_board(observed::inventory(&machine), board);
    let without: Vec<_> = (0..inventory.devices.len())
        .filter(|&it| inventory.devices[it].id != "0000:03:00.0")
        .collect();
    let devices: Vec<_> = without.iter().map(|&it| inventory.devices[it].clone()).collect();
    let mut at = inventory.today.clone();
    at.locations = without.iter().map(|&it| inventory.today.locations[it]).collect();
    let offers = inventory.offers(&devices, &at);
    assert_eq!(offers["PCIE5"].as_ref().unwrap().link, LinkWidth::new(3, 8));
    assert_eq!(
        inventory.offers(&inventory.devices, &inventory.today)["PCIE5"].as_ref().unwrap().link,
        LinkWidth::new(3, 4)
    );
}

/// The manual lists slot 3 among those that share the processor's lanes; the device tree showed it
/// behind the chipset (write-up 000).
#[test]
fn the_device_tree_beats_the_manual() {
    let mut manual = board::board("asrock-z170-oc-formula").unwrap().clone();
    let slot = manual.slots.iter_mut().find(|slot| slot.id == "PCIE3").unwrap();
    CPU.clone_into(&mut slot.on);
    let named =
        [("01:00.0", "PCIE1"), ("06:00.0", "PCIE3"), ("02:00.0", "PCIE5"), ("03:00.0", "PCIE7")];
    let inventory = observed::on_board(observed::inventory(&machine(&named)), &manual);
    let (_, slot) = inventory.slot("PCIE3").unwrap();
    assert_eq!(inventory.fixed.topology.nodes[&slot.on].attachment, AttachmentPoint::Chipset);
    assert_eq!((slot.link, slot.basis), (LinkWidth::new(3, 4), FactBasis::Observed));
    assert_eq!(slot_of(&inventory, "0000:06:00.0"), "PCIE3");
    assert!(notes(&inventory).contains(&"seen-slot-on-chipset"));
}

/// A port with two lanes keeps two even if the manual says four.
#[test]
fn the_width_that_was_seen_stays() {
    let mut machine = machine(&[("04:00.0", "M2_1")]);
    let two = LinkWidth::new(3, 2);
    machine.topology.nodes.get_mut(&Id::new("0000:00:1b.0")).unwrap().offers = two;
    let drive = machine.topology.nodes.get_mut(&Id::new("0000:04:00.0")).unwrap();
    let link = drive.link.as_mut().unwrap();
    (link.port_possible, link.current) = (two, two);
    let board = observed::board_of(&machine.topology).unwrap();
    let inventory = observed::on_board(observed::inventory(&machine), board);
    assert_eq!(inventory.slot("M2_1").unwrap().1.link, two);
    assert!(notes(&inventory).contains(&"seen-slot-link"));
}

/// A SATA drive is on a port that the M.2 drives leave on; the other ports are there, too.
#[test]
fn sata_drives_are_on_ports_of_the_board() {
    let mut machine = machine(&[]);
    let m2: Vec<Id> = ["nvme2n1", "nvme3n1"].map(Id::new).to_vec();
    for id in &m2 {
        machine.topology.drives.remove(id);
    }
    for node in ["0000:05:00.0", "0000:07:00.0"] {
        machine.topology.nodes.remove(&Id::new(node));
    }
    let sata = narrows_topology::graph::Drive {
        controller: Some(Id::new("0000:00:17.0")),
        transport: Some(DriveTransport::Sata { gbit_s: 6.0 }),
        ..Default::default()
    };
    machine.topology.drives.insert(Id::new("sda"), sata);
    let board = observed::board_of(&machine.topology).unwrap();
    let inventory = observed::on_board(observed::inventory(&machine), board);
    // M2_1 in use switches SATA3_0 and SATA3_1 off.
    assert_eq!(slot_of(&inventory, "sda"), "SATA3_2");
    assert_eq!(inventory.slot("SATA3_5").unwrap().1.on, Id::new("0000:00:17.0"));
}
