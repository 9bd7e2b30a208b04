//! Facts about one board from its captures.

use narrows_catalog::board::{CHIPSET, CPU, SlotForm};
use narrows_model::Machine;
use narrows_plan::learn::{LearnedBoard, LearnedSataPorts, NamedCapture, QuestionTopic, learn};
use narrows_topology::build;
use narrows_topology::evidence::{
    BlockDevice, CaptureEvidence, PciFunction, SlotClaim, SlotSource, SystemSlot,
};
use narrows_topology::pci::PciId;
use narrows_units::{Lanes, LinkWidth};

use super::hardware::{ETHERNET, NVME, VGA, at, function, port};

/// A machine with a chipset Z170 and these functions.
fn machine(functions: &[(&str, PciFunction)]) -> Machine {
    machine_with(functions, |_| {})
}

fn machine_with(
    functions: &[(&str, PciFunction)],
    change: impl Fn(&mut CaptureEvidence),
) -> Machine {
    let bridge = ("00:1f.0", function((0x8086, 0xa145), 0x06_01_00, (1, 1)));
    let functions = functions.iter().chain([&bridge]);
    let functions = functions.map(|(address, function)| (at(address), function.clone()));
    let mut evidence =
        CaptureEvidence { functions: functions.collect(), ..CaptureEvidence::default() };
    change(&mut evidence);
    Machine::of(build::build(&evidence))
}

fn gpu() -> PciFunction {
    function((0x1002, 0x7300), VGA, (3, 16))
}

fn drive() -> PciFunction {
    function((0x144d, 0xa808), NVME, (3, 4))
}

fn learned(machines: &[&Machine]) -> LearnedBoard {
    let names = ["a", "b", "c"];
    let captures = names.iter().zip(machines).map(|(name, machine)| NamedCapture { name, machine });
    learn(&captures.collect::<Vec<_>>()).unwrap()
}

fn ids(learned: &LearnedBoard) -> Vec<&str> {
    learned.slots.iter().map(|slot| slot.id.as_str()).collect()
}

/// The graphics card's port has sixteen lanes alone and eight with a drive in the port beside it.
fn halved() -> [Machine; 2] {
    [
        machine(&[("00:01.0", port(0x1901, (1, 1), (3, 16))), ("01:00.0", gpu())]),
        machine(&[
            ("00:01.0", port(0x1901, (1, 1), (3, 8))),
            ("01:00.0", gpu()),
            ("00:01.1", port(0x1905, (2, 2), (3, 8))),
            ("02:00.0", drive()),
        ]),
    ]
}

#[test]
fn a_port_that_loses_lanes_with_one_other_slot_makes_a_rule() {
    let [alone, beside] = halved();
    let learned = learned(&[&alone, &beside]);
    assert_eq!(ids(&learned), ["port-8086-1901", "port-8086-1905"]);
    assert_eq!(learned.slots[0].on.as_deref(), Some(CPU));
    assert_eq!(learned.slots[0].link, LinkWidth::new(3, 16));
    let [rule] = &learned.rules[..] else { panic!("{:?}", learned.rules) };
    assert_eq!((rule.slot.as_str(), rule.link), ("port-8086-1901", LinkWidth::new(3, 8).unwrap()));
    assert_eq!((rule.when.as_slice(), rule.is_certain), (&["port-8086-1905".to_owned()][..], true));
}

/// One capture shows two ports of one device; what one of them has alone was not observed.
#[test]
fn ports_that_share_a_device_are_a_doubt_and_a_capture_settles_it() {
    let [_, beside] = halved();
    let learned = learned(&[&beside]);
    assert!(learned.rules.iter().all(|rule| !rule.is_certain) && learned.rules.len() == 1);
    let next: Vec<_> = learned.next.iter().map(|message| message.id()).collect();
    assert_eq!(next, ["learn-next-rule", "learn-next-move"]);
}

/// With a second drive that came at the same time, either may be the cause.
#[test]
fn two_slots_that_came_together_are_both_possible() {
    let [alone, _] = halved();
    let beside = machine(&[
        ("00:01.0", port(0x1901, (1, 1), (3, 8))),
        ("01:00.0", gpu()),
        ("00:01.1", port(0x1905, (2, 2), (3, 4))),
        ("02:00.0", drive()),
        ("00:01.2", port(0x1909, (3, 3), (3, 4))),
        ("03:00.0", drive()),
    ]);
    let learned = learned(&[&alone, &beside]);
    let rule = learned.rules.iter().find(|rule| rule.slot == "port-8086-1901").unwrap();
    assert!(!rule.is_certain);
    assert_eq!(rule.when, ["port-8086-1905", "port-8086-1909"]);
}

/// A network card of one lane looks soldered on, until it is behind another port. The drive's bus
/// number shifts with it, and its port is the same one.
#[test]
fn what_moves_is_a_card_whatever_the_bus_numbers_are() {
    let card = || function((0x8086, 0x10d3), ETHERNET, (1, 1));
    let before = machine(&[
        ("00:1c.0", port(0xa110, (1, 1), (3, 1))),
        ("01:00.0", card()),
        ("00:1d.0", port(0xa118, (2, 2), (3, 4))),
        ("02:00.0", drive()),
    ]);
    let after = machine(&[
        ("00:1d.0", port(0xa118, (1, 1), (3, 4))),
        ("01:00.0", drive()),
        ("00:1d.4", port(0xa11c, (2, 2), (3, 1))),
        ("02:00.0", card()),
    ]);
    let one = learned(&[&before]);
    assert_eq!((ids(&one), one.users.len()), (vec!["port-8086-a118"], 1));
    let both = learned(&[&before, &after]);
    assert_eq!(ids(&both), ["port-8086-a118", "port-8086-a110", "port-8086-a11c"]);
    assert_eq!((both.users.len(), both.slots[1].on.as_deref()), (0, Some(CHIPSET)));
    assert_eq!(both.slots[0].held.len(), 2);
    let elsewhere = machine(&[("00:1d.5", port(0xa11d, (1, 1), (3, 1))), ("01:00.0", card())]);
    let three = learned(&[&before, &after, &elsewhere]);
    assert_eq!((three.users.len(), three.slots.len()), (0, 4));
}

/// The controller's bus shifts with the drive that is added before it; it stays the same one.
#[test]
fn controllers_are_told_by_their_ports() {
    let shown = |bus: u8, others: &[(&str, PciFunction)]| {
        let controller = format!("{bus:02x}:00.0");
        let own = [
            ("00:1c.4", port(0xa114, (bus, bus), (2, 1))),
            (controller.as_str(), function((0x1b21, 0x0612), 0x01_06_01, (2, 1))),
        ];
        let functions: Vec<_> = others.iter().cloned().chain(own.clone()).collect();
        machine_with(&functions, |evidence| {
            let drive = BlockDevice { function: Some(at(&controller)), ..BlockDevice::default() };
            evidence.blocks.insert("sda".to_owned(), drive);
        })
    };
    let before = [("00:1b.0", port(0xa167, (1, 1), (3, 4))), ("01:00.0", drive())];
    let learned = learned(&[&shown(1, &[]), &shown(2, &before)]);
    let switches: Vec<_> = learned.switches.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(switches, ["behind-8086-a114"]);
    assert_eq!(learned.sata, [LearnedSataPorts { on: "behind-8086-a114".to_owned(), count: 1 }]);
    assert!(learned.contradictions.is_empty());
}

/// Two root ports of a Ryzen 7000 (1022:14db), both function 1 of a device on bus 0.
#[test]
fn ports_of_others_are_told_by_device_and_function() {
    let amd = |bus: u8| PciFunction {
        id: PciId { vendor: 0x1022, device: 0x14db },
        ..port(0, (bus, bus), (5, 4))
    };
    let functions =
        [("00:01.1", amd(1)), ("01:00.0", drive()), ("00:02.1", amd(2)), ("02:00.0", drive())];
    let learned = learned(&[&machine_with(&functions, |_| ())]);
    let ports: Vec<_> = learned.slots.iter().filter_map(|slot| slot.port.as_deref()).collect();
    assert_eq!(ports, ["01.1", "02.1"]);
}

/// The firmware's list names the drive's slot by its address and another that no port leads to.
#[test]
fn the_firmwares_list_gives_labels_and_forms() {
    let functions = [("00:1d.0", port(0xa118, (1, 1), (3, 4))), ("01:00.0", drive())];
    let shown = machine_with(&functions, |evidence| {
        let slot = |label: &str, address| SystemSlot {
            label: label.to_owned(),
            address,
            form: Some(SlotForm::X16),
            lanes: Lanes::new(4),
        };
        evidence.system_slots = vec![slot("PCIE4", Some(at("00:1d.0"))), slot("PCIE2", None)];
        evidence.slots = vec![SlotClaim {
            address: at("00:1d.0"),
            label: "PCIE4".to_owned(),
            source: SlotSource::Smbios,
        }];
    });
    let learned = learned(&[&shown]);
    assert_eq!(ids(&learned), ["PCIE4"]);
    let slot = &learned.slots[0];
    assert_eq!(
        (slot.form, slot.is_form_known, slot.is_labelled),
        (Some(SlotForm::X16), true, true)
    );
    let unplaced: Vec<_> = learned.unplaced.iter().map(|slot| slot.label.as_str()).collect();
    assert_eq!(unplaced, ["PCIE2"]);
    let topics: Vec<_> = learned.questions.iter().map(|question| question.topic).collect();
    assert_eq!(topics, [QuestionTopic::Name, QuestionTopic::Unseen]);
}

#[test]
fn answers_take_the_place_of_questions() {
    let [alone, beside] = halved();
    let mut learned = learned(&[&alone, &beside]);
    let question = |learned: &LearnedBoard, topic, about: &str| {
        let mut all = learned.questions.iter();
        all.find(|it| it.topic == topic && it.about.as_deref() == Some(about)).unwrap().clone()
    };
    let label = question(&learned, QuestionTopic::Label, "port-8086-1905");
    assert!(learned.answer(&label, "A:B").is_err(), "a colon sets slots and devices apart");
    learned.answer(&label, "PCIE5").unwrap();
    assert_eq!(learned.rules[0].when, ["PCIE5"]);
    let form = question(&learned, QuestionTopic::Form, "PCIE5");
    assert!(learned.answer(&form, "m3").is_err());
    learned.answer(&form, "x16").unwrap();
    assert_eq!(
        (learned.slots[1].form, learned.slots[1].is_form_known),
        (Some(SlotForm::X16), true)
    );
    assert!(learned.questions.iter().all(|it| it.about.as_deref() != Some("PCIE5")));
    let other = question(&learned, QuestionTopic::Label, "port-8086-1901");
    assert!(learned.answer(&other, "PCIE5").is_err(), "two slots of one label");
}

#[test]
fn two_boards_and_virtual_machines_are_refused() {
    let named = |name: &str| {
        machine_with(&[("00:1d.0", port(0xa118, (1, 1), (3, 4))), ("01:00.0", drive())], |it| {
            it.host.board = Some(name.to_owned());
        })
    };
    let (a, b) = (named("A"), named("B"));
    let captures = [("a", &a), ("b", &b)].map(|(name, machine)| NamedCapture { name, machine });
    assert_eq!(learn(&captures).unwrap_err().id(), "learn-two-boards");
    let guest = machine_with(&[("00:01.0", gpu())], |it| {
        it.host.hypervisor = Some("KVM".to_owned());
    });
    let guest = [NamedCapture { name: "a", machine: &guest }];
    assert_eq!(learn(&guest).unwrap_err().id(), "learn-virtual");
}
