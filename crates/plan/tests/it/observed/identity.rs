//! Devices put back where they were observed make the observed machine.

use narrows_model::Machine;
use narrows_plan::observed;

use super::captures;

fn slots_as_named(mut machine: Machine) -> Machine {
    machine.topology.nodes.values_mut().for_each(|node| node.slot = None);
    machine.topology.notes.clear();
    machine
}

fn assert_put_back_is_as_seen(machines: Vec<(String, Machine)>) {
    let mut with_devices = 0;
    for (name, machine) in machines {
        let inventory = observed::inventory(&machine);
        let back = inventory.machine(&inventory.devices, &inventory.today, &[]);
        let back = back.unwrap_or_else(|clashes| panic!("{name}: {clashes:?}"));
        with_devices += usize::from(!inventory.devices.is_empty());
        assert_eq!(slots_as_named(back), slots_as_named(machine), "{name}");
    }
    assert!(with_devices >= 3, "{with_devices}");
}

#[test]
fn every_fixture_put_back_is_the_machine_that_was_seen() {
    assert_put_back_is_as_seen(captures::fixtures());
}

#[test]
fn every_capture_put_back_is_the_machine_that_was_seen() {
    if let Some(captures) = captures::collection() {
        assert_put_back_is_as_seen(captures);
    }
}

/// Even with the wrong board, observations take precedence: everything is still where it was, the
/// machine still works, and the model's answer is the same for every drive.
fn assert_seen_stays_in_force_on_every_board(machines: Vec<(String, Machine)>) {
    let workload = narrows_workload::profile("seq-read-128k-q32").unwrap();
    for (name, machine) in machines {
        let rates = |machine: &Machine| -> Vec<(String, i64)> {
            let drives: Vec<_> = machine.topology.drives.keys().cloned().collect();
            let outcomes = narrows_model::predict(machine, &drives, &workload).into_iter();
            let tenths = |outcome: narrows_model::TargetPrediction| {
                (outcome.target.to_string(), (outcome.rate.as_mb_s() * 10.0).round() as i64)
            };
            outcomes.map(tenths).collect()
        };
        let inventory = observed::inventory(&machine);
        let seen_rates = rates(&machine);
        for board in narrows_catalog::board::all() {
            let inventory = observed::on_board(inventory.clone(), board);
            let back = inventory.machine(&inventory.devices, &inventory.today, &[]);
            let back = back.unwrap_or_else(|it| panic!("{name} on {}: {it:?}", board.id));
            assert_eq!(rates(&back), seen_rates, "{name} on {}", board.id);
        }
    }
}

#[test]
fn no_board_talks_a_fixture_out_of_what_was_seen() {
    assert_seen_stays_in_force_on_every_board(captures::fixtures());
}

#[test]
fn no_board_talks_a_capture_out_of_what_was_seen() {
    if let Some(captures) = captures::collection() {
        assert_seen_stays_in_force_on_every_board(captures);
    }
}
