//! Runs of one machine under changing names.

use super::*;

fn serials(mut run: RunDocument, id: &str, serials: &[(&str, &str)]) -> RunDocument {
    run.id = id.into();
    for (drive, serial) in serials {
        let known = run.machine.drives.iter_mut().find(|known| known.id == *drive);
        known.unwrap().serial = Some((*serial).into());
    }
    run
}

/// Alone in one run, together in the next, in which the kernel has swapped the names: a is slow.
#[test]
fn drives_are_joined_by_their_serial_numbers() {
    let bare = || machine(&[("a", &[]), ("b", &[])]);
    let mut alone = round("alone", &[("a", 500.0)]);
    alone.extend(round("alone", &[("b", 3000.0)]));
    let first = serials(run(bare(), alone), "first", &[("a", "S1"), ("b", "S2")]);
    let both = round("all", &[("b", 500.0), ("a", 3000.0)]);
    let second = serials(run(bare(), both), "second", &[("a", "S2"), ("b", "S1")]);
    let all = merged(vec![first.clone(), second]).unwrap().unwrap();
    let found = sharing(&all, None).unwrap();
    assert_eq!((found.runs, found.limits.len(), found.contradictions.len()), (3, 0, 0));
    let stranger =
        serials(run(machine(&[("x", &[])]), round("alone", &[("x", 1.0)])), "x", &[("x", "S9")]);
    let refused = merged(vec![first, stranger]).unwrap_err();
    assert!(matches!(refused, MergeConflict::OtherMachine(_)), "{refused:?}");
    assert_eq!(merged(Vec::new()).unwrap(), None);
}

/// A round of the same name in two runs is measured twice, not listed twice.
#[test]
fn the_same_round_in_two_runs_is_a_repeat() {
    let rows = || every_set(&[("a", 2500.0), ("b", 2500.0)], &["a", "b"], 3500.0);
    let bare = || machine(&[("a", &[]), ("b", &[])]);
    let one = serials(run(bare(), rows()), "one", &[("a", "S1"), ("b", "S2")]);
    let two = serials(run(bare(), rows()), "two", &[("a", "S1"), ("b", "S2")]);
    let all = merged(vec![one, two]).unwrap().unwrap();
    let found = sharing(&all, None).unwrap();
    assert_eq!((found.runs, found.contradictions.len(), found.limits.len()), (6, 0, 1));
}

/// A simulation is no evidence on drives, whichever of the two is named first.
#[test]
fn simulated_runs_are_not_put_beside_measured_ones() {
    let rows = || every_set(&[("a", 2500.0), ("b", 2500.0)], &["a", "b"], 3500.0);
    let bare = || machine(&[("a", &[]), ("b", &[])]);
    let real = serials(run(bare(), rows()), "real", &[("a", "S1"), ("b", "S2")]);
    let mut simulated = serials(run(bare(), rows()), "simulated", &[("a", "S1"), ("b", "S2")]);
    simulated.results.iter_mut().for_each(|row| row.simulated = true);
    for runs in [[real.clone(), simulated.clone()], [simulated.clone(), real]] {
        let refused = merged(runs.to_vec()).unwrap_err();
        let MergeConflict::Simulated(what) = refused else { panic!("{refused:?}") };
        let text = english().say(&what);
        assert!(text.contains("Run simulated is") && text.contains("real is"), "{text}");
    }
    assert!(merged(vec![simulated.clone(), simulated]).is_ok());
}
