//! Sequences of bytes moved by devices and targets.

use proptest::prelude::*;

use super::*;

const MIB: u64 = 1 << 20;

fn level(devices: &[&str], passes: UnchangedRequests) -> StackLevel {
    StackLevel { devices: devices.iter().map(|name| (*name).to_owned()).collect(), passes }
}

fn carried(levels: &[StackLevel], reads_only: bool) -> TargetDevices<'_> {
    TargetDevices { levels, reads_only, buffered: false }
}

fn moved(each: &[(&str, u64)]) -> Moved {
    each.iter().map(|(name, bytes)| ((*name).to_owned(), *bytes)).collect()
}

/// Others' traffic for each target, without its span.
fn others_of(targets: &[TargetDevices<'_>], devices: &Moved, own: &[u64]) -> Vec<OtherTraffic> {
    (0..targets.len()).map(|index| beside(targets, index, devices, own).0).collect()
}

#[test]
fn of_a_stack_the_level_that_saw_most_counts() {
    let levels =
        [level(&["dm-0"], UnchangedRequests::All), level(&["sda"], UnchangedRequests::All)];
    let devices = moved(&[("dm-0", 100), ("sda", 170)]);
    let others = &others_of(&[carried(&levels, false)], &devices, &[90])[0];
    assert_eq!((others.bytes, &others.on[..]), (Some(80), &["dm-0".into(), "sda".into()][..]));
    assert!(others.untold_on.is_empty());
}

#[test]
fn below_copies_only_reads_are_told_and_below_a_cache_nothing() {
    let mirror =
        [level(&["md0"], UnchangedRequests::All), level(&["sda", "sdb"], UnchangedRequests::Reads)];
    let devices = moved(&[("md0", 100), ("sda", 100), ("sdb", 100)]);
    let of = |reads_only| others_of(&[carried(&mirror, reads_only)], &devices, &[100]).remove(0);
    let written = of(false);
    assert_eq!((written.bytes, written.untold_on), (Some(0), vec!["sda".into(), "sdb".into()]));
    assert_eq!(of(true).bytes, Some(100), "reads are not copied: half of this is others'");
    let cached =
        [level(&["loop0"], UnchangedRequests::All), level(&["sda"], UnchangedRequests::Nothing)];
    let devices = moved(&[("loop0", 100), ("sda", 0)]);
    let others = others_of(&[carried(&cached, true)], &devices, &[100]).remove(0);
    assert_eq!((others.bytes, others.untold_on), (Some(0), vec!["sda".into()]));
}

#[test]
fn what_is_not_looked_at_is_unknown() {
    let none: [StackLevel; 0] = [];
    let gone = [level(&["sda"], UnchangedRequests::All)];
    let buffered = TargetDevices { buffered: true, ..carried(&gone, true) };
    let devices = moved(&[("sdb", 5)]);
    for target in [carried(&none, true), carried(&gone, true)] {
        assert_eq!(others_of(&[target], &devices, &[1]), [OtherTraffic::default()]);
    }
    assert_eq!(others_of(&[buffered], &moved(&[("sda", 9)]), &[1]), [OtherTraffic::default()]);
}

/// Two folders on one drive are not each other's others; one on a part of a stripe makes the rest unknown.
#[test]
fn targets_of_one_round_are_not_others() {
    let one = [level(&["sda"], UnchangedRequests::All)];
    let both =
        [level(&["md0"], UnchangedRequests::All), level(&["sda", "sdb"], UnchangedRequests::All)];
    let devices = moved(&[("sda", 100), ("sdb", 50), ("md0", 70)]);
    let bytes = |targets: &[TargetDevices<'_>], own: &[u64]| {
        others_of(targets, &devices, own).into_iter().map(|it| it.bytes).collect::<Vec<_>>()
    };
    let twice = [carried(&one, true), carried(&one, false)];
    assert_eq!(bytes(&twice, &[60, 30]), [Some(10), Some(10)]);
    let mixed = [carried(&one, true), carried(&both, true)];
    assert_eq!(bytes(&mixed, &[60, 70]), [None, Some(20)]);
}

/// Samples a quarter of a second apart; a writer of 100 MiB/s is active from 1 s to 2 s.
#[test]
fn a_job_that_starts_half_way_has_its_time() {
    let look = |at: u64| {
        let at_s = at as f64 / 4.0;
        let others = (at.clamp(4, 8) - 4) * 25 * MIB;
        (at_s, others, at * 50 * MIB)
    };
    let course: Vec<(f64, u64, u64)> = (0..=16).map(look).collect();
    assert_eq!(span(&course), Some((1.0, 2.0)));
    let alone: Vec<_> = course.iter().map(|(at_s, _, own)| (*at_s, 0, *own)).collect();
    assert_eq!(span(&alone), None);
    // A look that came between the counting of a device and that of a target.
    let mut early = alone;
    early[5].1 = 30 * MIB;
    assert_eq!(span(&early), None);
}

proptest! {
    /// A device's traffic is others' and own, whatever is above it, and never more than it moved.
    #[test]
    fn no_more_is_told_than_was_moved(
        top in 0u64..1 << 40,
        own in 0u64..1 << 40,
        beside in 0u64..1 << 40,
        reads_only: bool,
    ) {
        let levels = [level(&["dm-0"], UnchangedRequests::All), level(&["sda"], UnchangedRequests::Reads)];
        let devices = moved(&[("dm-0", own + top), ("sda", own + top + beside)]);
        let others = others_of(&[carried(&levels, reads_only)], &devices, &[own]).remove(0);
        let expected = if reads_only { top + beside } else { top };
        prop_assert_eq!(others.bytes, Some(expected));
        prop_assert_eq!(others.untold_on.is_empty(), reads_only);
    }
}
