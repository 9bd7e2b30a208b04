//! Which steps, and in which order.

use narrows_catalog::board::{BoardRule, BoardSetting, RuleEffect};
use narrows_plan::evaluate::never;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::moves::{self, MoveStep};
use narrows_plan::placement::DeviceLocation;
use narrows_topology::graph::AttachmentPoint;

use super::bed::{drive, inventory, plan, request};

fn moves(inventory: &SlotInventory, steps: &[MoveStep]) -> Vec<Vec<String>> {
    let slot = |location: Option<DeviceLocation>| match location {
        Some(DeviceLocation::Slot(slot)) => inventory.slots[slot].id.clone(),
        _ => "-".to_owned(),
    };
    let carried = |step: &MoveStep| {
        let carried = step.carried.iter();
        let carried =
            carried.map(|it| format!("{} {} {}", it.device, slot(it.from), slot(Some(it.to))));
        carried.collect()
    };
    steps.iter().map(carried).collect()
}

#[test]
fn a_place_is_free_before_a_device_goes_there() {
    // c is where a is to go; a is where b is to go.
    let devices = vec![drive("a", "one"), drive("b", "two"), drive("c", "three")];
    let inventory = inventory(devices, &[0, 2, 1]);
    let steps =
        moves::between(&inventory, &inventory.devices, &request(), &plan(&[1, 0, 4]), never);
    assert_eq!(moves(&inventory, &steps), [["2 S1 S4"], ["0 S0 S1"], ["1 S2 S0"]]);
}

#[test]
fn devices_that_wait_for_each_other_change_places_in_one_step() {
    let devices = vec![drive("a", "one"), drive("b", "two"), drive("c", "three")];
    let inventory = inventory(devices, &[0, 1, 2]);
    let steps =
        moves::between(&inventory, &inventory.devices, &request(), &plan(&[1, 2, 0]), never);
    assert_eq!(moves(&inventory, &steps), [["0 S0 S1", "1 S1 S2", "2 S2 S0"]]);
}

/// a and b are twins: the plan names them the other way round, and nothing moves but c.
#[test]
fn twins_stay_where_one_of_them_is_wanted() {
    let devices = vec![drive("a", "one"), drive("b", "one"), drive("c", "two")];
    let inventory = inventory(devices, &[0, 2, 3]);
    let steps =
        moves::between(&inventory, &inventory.devices, &request(), &plan(&[2, 0, 1]), never);
    assert_eq!(moves(&inventory, &steps), [["2 S3 S1"]]);
}

/// Both moves are possible at once; the fast drive gains more by leaving the chipset.
#[test]
fn what_brings_most_comes_first() {
    let devices = vec![drive("a", "slow"), drive("b", "fast"), drive("c", "fast")];
    let inventory = inventory(devices, &[2, 3, 4]);
    let steps =
        moves::between(&inventory, &inventory.devices, &request(), &plan(&[0, 1, 4]), never);
    assert_eq!(moves(&inventory, &steps), [["1 S3 S1"], ["0 S2 S0"]]);
    let gain =
        |step: &MoveStep| -> f64 { step.effects.iter().map(|it| it.together.change()).sum() };
    assert!(gain(&steps[0]) > gain(&steps[1]));
    let way = steps[0].carried[0].after.unwrap();
    assert_eq!(way.attachment, AttachmentPoint::Cpu);
}

/// Two drives of 3,000 MB/s behind two lanes of 8 GT/s share less than one of them reads; on the
/// processor each has its own: the one that moves is measured alone, and the expectation is its own
/// 3,000 MB/s.
#[test]
fn a_step_says_what_to_measure_and_what_to_expect() {
    let inventory = inventory(vec![drive("a", "fast"), drive("b", "fast")], &[2, 3]);
    let steps = moves::between(&inventory, &inventory.devices, &request(), &plan(&[0, 3]), never);
    let [step] = &steps[..] else { panic!("{steps:?}") };
    let check = step.check.as_ref().unwrap();
    assert_eq!(check.command(), "narrows measure a --workload seq-read-128k-q32 --set each");
    let mb_s = check.expected[0].rate.as_mb_s();
    assert!((2990.0..=3000.1).contains(&mb_s), "{mb_s}");
    let other = step.effects.iter().find(|it| it.target.as_str() == "b").unwrap();
    assert!(other.together.change() > 500.0 && !other.alone.is_change());
}

#[test]
fn devices_that_are_new_are_put_in() {
    let inventory = inventory(vec![drive("a", "one")], &[0]);
    let mut devices = inventory.devices.clone();
    devices.push(drive("b", "two"));
    let steps = moves::between(&inventory, &devices, &request(), &plan(&[2, 0]), never);
    assert_eq!(moves(&inventory, &steps), [["0 S0 S2"], ["1 - S0"]]);
    assert!(steps[1].effects[0].alone.before.is_none());
}

#[test]
fn without_a_difference_there_is_nothing_to_do() {
    let inventory = inventory(vec![drive("a", "one")], &[0]);
    assert_eq!(moves::between(&inventory, &inventory.devices, &request(), &plan(&[0]), never), []);
}

/// S4 is off while S0 is in use: b goes there only after a has left, though its place is free.
#[test]
fn the_machine_works_after_each_step() {
    let mut inventory = inventory(vec![drive("a", "one"), drive("b", "two")], &[0, 2]);
    inventory.rules = vec![rule(Some("S0"), None)];
    let steps = moves::between(&inventory, &inventory.devices, &request(), &plan(&[1, 4]), never);
    assert_eq!(moves(&inventory, &steps), [["0 S0 S1"], ["1 S2 S4"]]);
}

/// S4 is off under the current firmware settings: new settings come with the step that needs them.
#[test]
fn settings_come_with_the_first_step_that_works_with_them() {
    let mut inventory = inventory(vec![drive("a", "one"), drive("b", "two")], &[0, 2]);
    let off = BoardSetting { name: "S4".into(), value: "off".into() };
    inventory.rules = vec![rule(None, Some(off))];
    inventory.settings = [("S4".to_owned(), "off".to_owned())].into();
    let mut target = plan(&[0, 4]);
    target.placement.settings = [("S4".to_owned(), "on".to_owned())].into();
    let steps = moves::between(&inventory, &inventory.devices, &request(), &target, never);
    assert_eq!(moves(&inventory, &steps), [["1 S2 S4"]]);
    assert_eq!(steps[0].settings, target.placement.settings);
    target.placement = narrows_plan::placement::Placement {
        settings: target.placement.settings.clone(),
        ..inventory.today.clone()
    };
    let steps = moves::between(&inventory, &inventory.devices, &request(), &target, never);
    assert_eq!((steps.len(), steps[0].carried.len(), steps[0].settings.len()), (1, 0, 1));
}

/// Switches S4 off.
fn rule(when: Option<&str>, setting: Option<BoardSetting>) -> BoardRule {
    BoardRule {
        when: when.into_iter().map(|slot| slot.parse().unwrap()).collect(),
        settings: setting.into_iter().collect(),
        then: vec![RuleEffect { slot: "S4".into(), off: true, link: None, on: None }],
        note: None,
        source: vec!["a test".into()],
        confidence: Some(narrows_catalog::Confidence::High),
        edition: None,
    }
}
