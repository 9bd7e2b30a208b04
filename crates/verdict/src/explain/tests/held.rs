//! One drive flat out beside one that is held to 500 MB/s.

use super::*;

/// Each 2,300 MB/s alone; beside the held one the first does `beside`; both flat out do `both`.
fn pair(beside: f64, both: Option<f64>) -> RunDocument {
    let row = |target: &str, set: &str, mb_s: f64, limit: Option<f64>| {
        let mut row = measured(target, set, mb_s);
        row.asked.limit_mb_s = limit;
        if set != "alone" {
            row.together = vec!["a".into(), "b".into()];
        }
        row
    };
    let mut rows = vec![row("a", "alone", 2300.0, None), row("b", "alone", 2300.0, None)];
    rows.extend([row("a", "a+b/2", beside, None), row("b", "a+b/2", 500.0, Some(500.0))]);
    rows.extend(
        both.into_iter().flat_map(|both| ["a", "b"].map(|id| row(id, "all", both / 2.0, None))),
    );
    run(&["a", "b"], rows, Vec::new())
}

fn said(run: &RunDocument) -> Vec<&'static str> {
    ids(run).into_iter().filter(|id| id.starts_with("finding-held")).collect()
}

/// An uplink of 2,600: alone it is not noticed, at full speed each gets 1,300, and beside the held
/// one 2,600 - 500 = 2,100 are left.
#[test]
fn what_the_held_one_takes_the_other_lacks() {
    let run = pair(2100.0, Some(2600.0));
    assert_eq!(said(&run), ["finding-held-shared"]);
    let found = explain(&run).into_iter().find(|it| it.what.id() == "finding-held-shared").unwrap();
    let values = format!("{:?}", found.what);
    assert!(values.contains("200 MB/s") && values.contains("2.60 GB/s"), "{values}");
    assert_eq!(found.targets, ["a", "b"]);
}

/// An uplink of 3,500 has room for 2,300 + 500 but not for 4,600; its room is the rate over it at
/// full speed, not the 2,790 beside the throttled drive.
#[test]
fn below_the_shared_rate_nothing_is_lost() {
    let run = pair(2290.0, Some(3500.0));
    assert_eq!(said(&run), ["finding-held-room"]);
    let found = explain(&run).into_iter().find(|it| it.what.id() == "finding-held-room").unwrap();
    let values = format!("{:?}", found.what);
    assert!(values.contains("3.50 GB/s"), "{values}");
}

/// Slots that are narrow by themselves: nothing is lost at full speed either.
#[test]
fn a_narrow_slot_does_not_notice_the_other() {
    assert_eq!(said(&pair(2290.0, Some(4580.0))), ["finding-held-own"]);
    assert_eq!(said(&pair(2290.0, None)), ["finding-held-kept"]);
}

/// 1,000 lost to one that takes 500.
#[test]
fn losing_more_than_is_taken_is_no_sharing() {
    assert_eq!(said(&pair(1300.0, Some(2600.0))), ["finding-held-disturbed"]);
}

/// A set with a held member does not count as all drives at full speed.
#[test]
fn held_sets_say_nothing_on_what_drives_can_do() {
    let mut run = pair(2100.0, None);
    for row in run.results.iter_mut().filter(|row| row.set.as_str() != "alone") {
        row.set = "all".into();
    }
    let ids = ids(&run);
    assert!(ids.contains(&"finding-held-shared"), "{ids:?}");
    assert!(!ids.contains(&"finding-unknown-sharing"), "{ids:?}");
}
