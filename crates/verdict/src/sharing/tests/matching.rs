//! Which place of the topology a limit is.

use narrows_record::sentence;
use narrows_record::sharing::{CapacityAgreement, UnmetPrediction};

use super::*;

const DMI: &[(&str, f64)] = &[("chipset", 3587.0)];

fn only(found: &SharingRecord) -> &SharedLimit {
    let [limit] = found.limits.as_slice() else { panic!("one limit: {found:?}") };
    limit
}

/// Three drives of 2,000 behind 3,587: each gets 1,195.7, a loss of 40.2 %.
#[test]
fn three_drives_on_one_uplink_are_its_three() {
    let names = ["a", "b", "c"];
    let machine = machine(&names.map(|name| (name, DMI)));
    let drives = names.map(|name| (name, 2000.0));
    let found = sharing(&run(machine, every_set(&drives, &names, 3587.0)), None).unwrap();
    let limit = only(&found);
    assert_eq!(limit.drives, names);
    assert!((limit.capacity_mb_s.value - 3587.0).abs() < 0.03 * 3587.0, "{limit:?}");
    assert!((limit.cost_percent - 40.2).abs() < 3.0, "{limit:?}");
    let place = limit.place.as_ref().unwrap();
    assert_eq!((place.limit.id.as_str(), place.agrees), ("chipset", CapacityAgreement::Agrees));
    assert_eq!(place.limit.kind, LimitRecordKind::Uplink);
    // The processor has just these below it, too.
    assert_eq!(place.others, ["cpu0"]);
    assert_eq!(found.private.len(), 3);
}

/// Two behind the chipset share its link, the third is the processor's own and loses nothing.
#[test]
fn two_on_an_uplink_and_one_beside_it() {
    let machine = machine(&[("a", DMI), ("b", DMI), ("c", &[])]);
    let drives = ["a", "b", "c"].map(|name| (name, 2500.0));
    let found = sharing(&run(machine, every_set(&drives, &["a", "b"], 3587.0)), None);
    let found = found.unwrap();
    let limit = only(&found);
    assert_eq!(limit.drives, ["a", "b"]);
    let place = limit.place.as_ref().unwrap();
    assert_eq!((place.limit.id.as_str(), place.others.len()), ("chipset", 0));
}

/// a and c share 3,000, but hang off two different switches: no place has just these two.
#[test]
fn drives_that_no_place_has_in_common_share_something_unknown() {
    let one: &[(&str, f64)] = &[("sw1", 7000.0)];
    let other: &[(&str, f64)] = &[("sw2", 7000.0)];
    let machine = machine(&[("a", one), ("b", one), ("c", other)]);
    let drives = ["a", "b", "c"].map(|name| (name, 2500.0));
    let run = run(machine, every_set(&drives, &["a", "c"], 3000.0));
    let found = sharing(&run, None).unwrap();
    assert_eq!(only(&found).drives, ["a", "c"]);
    assert_eq!(only(&found).place, None);
}

/// The link ought to carry 7,000 and carries 3,000.
#[test]
fn less_than_documented_is_said() {
    let switch: &[(&str, f64)] = &[("sw1", 7000.0)];
    let machine = machine(&[("a", switch), ("b", switch), ("c", &[])]);
    let drives = ["a", "b", "c"].map(|name| (name, 2500.0));
    let found = sharing(&run(machine, every_set(&drives, &["a", "b"], 3000.0)), None);
    let found = found.unwrap();
    let place = only(&found).place.as_ref().unwrap();
    assert_eq!(
        (place.limit.id.as_str(), place.agrees),
        ("sw1", CapacityAgreement::LowerThanDocumented)
    );
}

/// Two drives of 3,500 get 5,000 through a link documented with 3,587.
#[test]
fn more_than_documented_is_said() {
    let machine = machine(&[("a", DMI), ("b", DMI), ("c", &[])]);
    let drives = ["a", "b", "c"].map(|name| (name, 3500.0));
    let found = sharing(&run(machine, every_set(&drives, &["a", "b"], 5000.0)), None);
    let found = found.unwrap();
    let place = only(&found).place.as_ref().unwrap();
    assert_eq!(place.agrees, CapacityAgreement::HigherThanDocumented);
}

/// Predicted to share 3,587, and together as fast as each alone: the document is wrong.
#[test]
fn a_documented_limit_that_does_not_bind_is_said() {
    let names = ["a", "b"];
    let drives = names.map(|name| (name, 2500.0));
    let mut run = run(machine(&names.map(|name| (name, DMI))), every_set(&drives, &names, 9000.0));
    let uplink = ("chipset", 3587.0);
    run.predictions = predicted("all", &names, 1793.5, LimitRecordKind::Uplink, uplink);
    let found = sharing(&run, None).unwrap();
    assert_eq!(found.limits, []);
    let [unmet] = found.unmet.as_slice() else { panic!("{found:?}") };
    assert_eq!((unmet.limit.id.as_str(), unmet.moved_mb_s), ("chipset", 5000.0));
    // Drives of 1,700 cannot press it, so nothing is wrong with the document.
    run.results = every_set(&names.map(|name| (name, 1700.0)), &names, 9000.0);
    assert_eq!(sharing(&run, None).unwrap().unmet, []);
}

/// A location's ceiling in the prediction comes before its link.
#[test]
fn a_ceiling_that_is_predicted_is_the_place() {
    let names = ["a", "b", "c"];
    let drives = names.map(|name| (name, 3000.0));
    let mut run =
        run(machine(&names.map(|name| (name, &[][..]))), every_set(&drives, &names, 6000.0));
    run.predictions =
        predicted("all", &names, 2000.0, LimitRecordKind::RootComplex, ("cpu0", 6100.0));
    let found = sharing(&run, None).unwrap();
    let place = only(&found).place.as_ref().unwrap();
    assert_eq!((place.limit.kind, place.limit.id.as_str()), (LimitRecordKind::RootComplex, "cpu0"));
    assert_eq!(
        (place.limit.name.in_english().as_str(), place.agrees),
        ("the limit cpu0", CapacityAgreement::Agrees)
    );
}

/// b and c are loop devices over files on a, which was measured by itself.
#[test]
fn the_device_that_others_stand_on_is_a_place() {
    let array = |id: &str| ArrayRecord {
        id: id.into(),
        kind: "loop".into(),
        chunk: None,
        members: vec!["a".into()],
        drives: vec!["a".into()],
        size: None,
        mounts: Vec::new(),
    };
    let mut machine = machine(&[("a", &[])]);
    machine.arrays = vec![array("b"), array("c")];
    let mut rows = round("alone", &[("a", 350.0)]);
    rows.extend(every_set(&[("b", 235.0), ("c", 235.0)], &["b", "c"], 350.0));
    let found = sharing(&run(machine, rows), None).unwrap();
    let limit = only(&found);
    assert_eq!(limit.drives, ["b", "c"]);
    let place = limit.place.as_ref().unwrap();
    assert_eq!((place.limit.id.as_str(), place.agrees), ("a", CapacityAgreement::Agrees));
    // The device below ran alone only, which is as it should be.
    assert!(found.undecided.iter().all(|open| open.id != "sharing-open-apart"), "{found:?}");
}

/// Drives predicted at 2,375 to 2,550 each alone: one of 1,900 is below that, three of 2,400 are not. Where the four
/// are predicted at 950 to 1,020, one of 1,000 beside three of 2,400 is only slower than those described alike. Behind
/// a link of 1,900 that it fills by itself, a drive is not slow.
#[test]
fn drives_that_are_slow_by_themselves_are_said() {
    let names = ["a", "b", "c", "slow"];
    let found = |each: f64, slow: f64, capacity: f64| {
        let drives = [("a", 2400.0), ("b", 2400.0), ("c", 2400.0), ("slow", slow)];
        let under: &[&str] = if capacity < 9000.0 { &["c", "slow"] } else { &names };
        let mut run =
            run(machine(&names.map(|name| (name, DMI))), every_set(&drives, under, capacity));
        run.predictions = Vec::new();
        for name in names {
            let limit = (name, each);
            run.predictions.extend(predicted(
                "alone",
                &[name],
                each,
                LimitRecordKind::Drive,
                limit,
            ));
        }
        let unmet = sharing(&run, None).unwrap().unmet;
        let said = |it: UnmetPrediction| (it.text.id().unwrap_or_default().to_owned(), it.drives);
        unmet.into_iter().map(said).collect::<Vec<_>>()
    };
    let slow = |id: &str| vec![(id.to_owned(), vec!["slow".to_owned()])];
    assert_eq!(found(2500.0, 1900.0, 9_000_000.0), slow(sentence::SLOWER_ALONE));
    assert_eq!(found(2500.0, 2390.0, 9_000_000.0), []);
    assert_eq!(found(1000.0, 1000.0, 9_000_000.0), slow(sentence::SLOWER_ALIKE));
    assert_eq!(found(2500.0, 1900.0, 1900.0), []);
}
