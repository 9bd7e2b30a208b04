//! Rates on loop devices whose limits are known: drives of 235 MB/s on one that reads 350 MB/s. Figures
//! come from the kernel's limits, not from the speed of the machine. The kernel makes up for any
//! allowance unused a moment ago, for lack of a processor too, so the bounds are wide; they distinguish
//! 50, 235, 350 and 705.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::loop_bed::{self, Bed, Device, turn};

const EACH: RangeInclusive<f64> = 190.0..=262.0;
const SHARED: RangeInclusive<f64> = 290.0..=400.0;

fn assert_in(figure: f64, wanted: &RangeInclusive<f64>, what: &str) {
    assert!(wanted.contains(&figure), "{what}: {figure:.1} MB/s, wanted {wanted:?}");
}

fn names(devices: &[Device]) -> BTreeSet<&str> {
    devices.iter().map(|device| device.name.as_str()).collect()
}

#[test]
fn the_device_that_all_stand_on_is_named() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&[]);
    let ran = bed.narrows(&["--quick", "--no-report"]);
    assert_eq!(ran.code, Some(0), "{}", ran.document["notes"]);
    for drive in &bed.drives {
        assert_in(ran.mb_s("alone", drive), &EACH, "alone");
        // A third of 350, which the kernel does not share out evenly over half a second.
        assert_in(ran.mb_s("all", drive), &(70.0..=180.0), "together");
    }
    assert_in(ran.mb_s("alone", &bed.shared), &SHARED, "the shared device");
    let sum = bed.drives.iter().map(|drive| ran.mb_s("all", drive)).sum();
    assert_in(sum, &SHARED, "all together");
    let finding = ran.finding("finding-shared-device").expect("what they share is named");
    let targets = finding["targets"].as_array().unwrap().iter();
    assert_eq!(
        targets.filter_map(|target| target.as_str()).collect::<BTreeSet<_>>(),
        names(&bed.drives)
    );
    assert_eq!(finding["limit"]["id"], *bed.shared.name);
    assert!(finding["text"].as_str().unwrap().contains(&bed.shared.name));
    bed.down();
}

/// Only the sets that ran together show that the three share a device that reads 350 MB/s, in every
/// repetition.
#[test]
fn what_three_drives_share_is_found_from_rates_alone() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&[]);
    let names: Vec<&str> = bed.drives.iter().map(|drive| drive.name.as_str()).collect();
    let repeats = std::env::var("NARROWS_REPEATS").ok().and_then(|text| text.parse().ok());
    for _ in 0..repeats.unwrap_or(20) {
        let ran = bed.narrows(&[&["explain"], &names[..], &["--no-report"]].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.document["notes"]);
        let limits = ran.document["sharing"]["limits"].as_array().unwrap();
        let [limit] = &limits[..] else { panic!("one limit: {}", ran.document["sharing"]) };
        let drives = limit["drives"].as_array().unwrap().iter().filter_map(|it| it.as_str());
        assert_eq!(drives.collect::<BTreeSet<_>>(), names.iter().copied().collect());
        assert_in(limit["capacity_mb_s"]["value"].as_f64().unwrap(), &SHARED, "what they share");
    }
    bed.down();
}

#[test]
fn a_slow_drive_among_equals_shows() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&[]);
    let [first, slow, third] = &bed.drives[..] else { panic!("three drives") };
    bed.limit_reads(slow, 50_000_000);
    let ran = bed.narrows(&["measure", "--time", "1s", "--no-report"]);
    assert_eq!(ran.code, Some(0), "{}", ran.document["notes"]);
    assert_in(ran.mb_s("alone", slow), &(42.0..=60.0), "the slow one alone");
    assert_in(ran.mb_s("alone", first), &EACH, "an equal alone");
    assert_in(ran.mb_s("all", slow), &(35.0..=60.0), "the slow one together");
    // It leaves some 300 of 350 to the others. The kernel does not share that out evenly over a
    // second, but neither is held to the pace of the slow one.
    let equals = [first, third].map(|equal| ran.mb_s("all", equal));
    assert!(equals.iter().all(|equal| *equal > 100.0), "{equals:?}");
    assert_in(equals.iter().sum(), &(235.0..=370.0), "the equals together");
    bed.down();
}

/// Two of 235 MB/s get 350 together, so they share; beside one throttled to 50 the other has all of
/// its 235 again, because the shared device has room for both. Its own path was no limit.
#[test]
fn a_held_drive_tells_what_is_shared() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "2"]);
    let [free, held] = &bed.drives[..] else { panic!("two drives") };
    let limit = format!("{}=50MB/s", held.name);
    let words = ["measure", &free.name, &held.name, "--limit", &limit, "--also-free"];
    let ran = bed.narrows(&[&words[..], &["--time", "2s", "--no-report"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.document["notes"]);
    let both = ran.mb_s("all", free) + ran.mb_s("all", held);
    assert_in(both, &SHARED, "both at full speed");
    assert_in(ran.mb_s("all-held", held), &(40.0..=52.5), "the held one");
    assert_in(ran.mb_s("all-held", free), &EACH, "beside the held one");
    assert!(ran.finding("finding-held-room").is_some(), "{}", ran.document["findings"]);
    bed.down();
}

/// A fault of one drive leaves the others' figures as they are: alone, and together all that the
/// shared device can do.
fn others_stand(options: &[&str], deed: impl Fn(&Bed, &Device)) {
    let (bed, ran) = loop_bed::spoil(options, "2s", deed);
    let [first, _, third] = &bed.drives[..] else { panic!("three drives") };
    for sound in [first, third] {
        assert_in(ran.mb_s("alone", sound), &EACH, "a sound one alone");
    }
    let together = ran.mb_s("all", first) + ran.mb_s("all", third);
    // The unused allowance of the shared device while each ran alone comes on top at
    // first: some 0.2 s of the window at 470 instead of 350.
    assert_in(together, &(290.0..=410.0), "the sound ones together");
    bed.down();
}

#[test]
fn others_stand_beside_a_drive_that_vanishes_fails_or_stalls() {
    let Some(_turn) = turn() else { return };
    others_stand(&["--fs", "xfs"], |bed, drive| bed.cut(drive, 0, true));
    others_stand(&["--fs", "ext4"], |bed, drive| bed.cut(drive, 16 << 20, false));
    others_stand(&[], |bed, drive| bed.limit_reads(drive, 1));
}

#[test]
fn two_hundred_kills_of_the_main_job_leave_no_trace() {
    let Some(_turn) = turn() else { return };
    // A whole main job takes some 10 s.
    loop_bed::kill_main_jobs(200, 12_000);
}
