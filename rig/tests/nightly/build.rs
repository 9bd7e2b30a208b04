//! An array made by `narrows build` is back after a reboot, under its name, mounted, with the data
//! written to it; and taking it apart leaves the system's files as they were.

use serde_json::{Value, json};

use crate::machine_bed::{Results, assert_outlived, list};

const JOB: &str = include_str!("../rigs/machine_bed/build.sh");
const ADOPT: &str = include_str!("../rigs/machine_bed/adopt.sh");
const BROKEN: &str = include_str!("../rigs/machine_bed/broken.sh");
const CUTS: &str = include_str!("../rigs/machine_bed/cuts.sh");
const FLUSHED: &str = include_str!("../rigs/machine_bed/flushed.sh");
const PULLED: &str = include_str!("../rigs/machine_bed/pulled.sh");
/// A machine with drives for a mirror and a parity array, and one more.
const BAYS: &str = "six-bays";

#[test]
fn a_mirror_outlives_a_reboot_and_is_taken_apart() {
    let Some(results) = Results::of_debian_job("build", JOB) else { return };
    assert_eq!(results.exit_code("rehearsal"), 0, "{}", results.output);
    assert_eq!(results.exit_code("refused"), 5, "one serial number was not typed");
    assert_eq!(results.exit_code("build.json"), 0, "{}", results.output);
    let built = results.json("build.json");
    let is_done = |step: &Value| step["state"] == "done";
    assert!(list(&built, "steps").iter().all(is_done), "{built:#}");
    assert_eq!(results.exit_code("twice"), 5, "its members are in use");

    assert!(results.text("mdstat.after").contains("active raid1"), "{}", results.output);
    let mount = results.text("mount.after");
    assert!(mount.contains("/srv/data"), "not mounted by the system: {mount}");
    assert!(results.text("device.after").starts_with("/dev/md"), "not under its name");
    assert_eq!(results.text("sum.after"), results.text("sum.before"));
    let explained = results.json("explain.json");
    assert_eq!(results.exit_code("explain.json"), 0, "{explained:#}");
    assert_eq!(explained["existing"]["lacks"], json!([]));

    let undone = results.json("undo.json");
    assert_eq!(results.exit_code("undo.json"), 0, "{undone:#}");
    assert_eq!(results.text("fstab.after"), results.text("fstab.before"));
    assert_eq!(results.text("mdadm.after"), results.text("mdadm.before"));
    assert_eq!(results.text("marks.after"), "", "something is left on the drives");
    assert!(!results.text("mdstat.undone").contains("raid1 nvme"));
}

#[test]
fn a_mirror_is_there_after_twenty_of_twenty_reboots() {
    let Some(results) = Results::of_reboots(20) else { return };
    assert_outlived(&results, 20);
}

/// The loss of one of the write-ups: made by hand with its commands, gone after the reboot. The warning
/// beforehand is right, and the additions suffice.
#[test]
fn an_array_made_by_hand_is_lost_and_adopted() {
    let Some(results) = Results::of_debian_job("adopt", ADOPT) else { return };
    let outlived = |when: &str| results.text(&format!("outlived.{when}")).trim() == "yes";
    assert!(outlived("made"), "{}", results.output);
    let explained = results.json("explain.json");
    assert_eq!(results.exit_code("explain.json"), 4);
    assert_eq!(explained["existing"]["lacks"], json!(["array_line", "fstab"]));
    assert!(results.text("check.json").contains("build-lack-array-line"), "`check` says it too");
    // The same check without the steps and with them.
    assert!(!outlived("without"), "nothing was lost: {}", results.text("mdstat.without"));
    assert_eq!(results.exit_code("adopt.json"), 0);
    assert!(outlived("with"), "{}", results.output);
    assert_eq!(results.exit_code("explained.json"), 0, "{}", results.text("explained.json"));
}

/// Killed before and after each of its nine steps, cut off from power after the first one and while data is
/// written: continued each time, nothing lost that was flushed, nothing left when it is undone.
#[test]
fn what_was_broken_off_is_continued_and_nothing_is_left() {
    let Some(results) = Results::of_debian_job("broken", BROKEN) else { return };
    assert_eq!(results.text("kills").lines().count(), 18, "{}", results.output);
    let resumed = results.json("resumed.json");
    assert_eq!(resumed["partial"], false);
    assert_eq!(resumed["steps"][0]["state"], "already", "{resumed:#}");
    assert_eq!(results.text("mount.after").trim(), "/srv/data");
    assert_eq!(results.text("sum.after"), results.text("sum.before"));
    assert_eq!(results.text("state.after"), results.text("state.before"));
}

/// Power is cut while each of the nine steps is done, without anything being flushed for it.
#[test]
fn a_power_cut_in_any_step_is_continued_and_nothing_is_left() {
    let Some(results) = Results::of_debian_job("cuts", CUTS) else { return };
    assert_eq!(results.text("cuts").lines().count(), 9, "{}", results.output);
    for boot in 2..=10 {
        let resumed = results.json(&format!("resumed.{boot}.json"));
        assert_eq!(resumed["partial"], false, "{resumed:#}");
    }
}

/// The first of three cuts comes while both arrays are still synchronised for the first time.
#[test]
fn what_was_flushed_outlives_power_cuts() {
    let Some(results) = Results::of_debian_on(BAYS, "flushed", FLUSHED) else { return };
    let looks = results.text("looks");
    assert_eq!(looks.lines().count(), 6, "{}", results.output);
    for look in looks.lines() {
        let words: Vec<&str> = look.split(' ').collect();
        let [array, at, promised, "promised", wrong, "wrong"] = words[..] else { panic!("{look}") };
        assert_eq!(at, format!("/srv/{array}"), "{look}");
        assert!(promised.parse::<usize>().unwrap() > 0, "nothing was written: {looks}");
        assert_eq!(wrong, "0", "{}", results.text(&format!("{array}.wrong")));
    }
}

#[test]
fn drives_that_are_pulled_are_told_and_replaced_without_loss() {
    let Some(results) = Results::of_debian_on(BAYS, "pulled", PULLED) else { return };
    // Name of the look, health, and the drives that are reported as gone.
    for (look, health, mirror, parity) in [
        ("whole", "whole", &[][..], &[][..]),
        ("pulled", "degraded", &["BAY-2"][..], &["BAY-4"][..]),
        ("without", "degraded", &["BAY-2"], &["BAY-4"]),
        ("rebuilding", "rebuilding", &["BAY-2"], &["BAY-4"]),
        ("rebuilt", "whole", &[], &[]),
        ("missing", "degraded", &["BAY-1", "BAY-2"], &["BAY-3", "BAY-4"]),
    ] {
        for (array, missing) in [("mirror", mirror), ("parity", parity)] {
            let of = |what: &str| results.text(&format!("{look}.{array}.{what}"));
            assert_eq!(of("sum").trim(), "same", "{look} {array}");
            assert_eq!(of("mount").trim(), format!("/srv/{array}"), "{look}");
            let document = results.json(&format!("{look}.{array}.json"));
            let condition = &document["existing"]["condition"];
            assert_eq!(condition["health"], health, "{look} {array}: {document:#}");
            assert_eq!(condition["missing"], json!(missing), "{look} {array}");
            assert_eq!(document["existing"]["lacks"], json!([]), "{look} {array}");
            let is_well = health == "whole";
            let code = results.exit_code(&format!("{look}.{array}.json"));
            assert_eq!(code, if is_well { 0 } else { 4 }, "{look} {array}");
            assert_eq!(condition["spare_failures"], u8::from(is_well), "{look} {array}");
        }
        let check = results.json(&format!("{look}.check.json"));
        let reported =
            |id: &str| list(&check, "findings").iter().filter(|it| it["id"] == id).count();
        let count = |id: &str| if id == format!("build-{health}") { 2 } else { 0 };
        for id in ["build-degraded", "build-rebuilding", "build-not-running"] {
            assert_eq!(reported(id), count(id), "{look}: {check:#}");
        }
    }
    for array in ["mirror", "parity"] {
        let written: u32 = results.text(&format!("{array}.written")).trim().parse().unwrap();
        assert!(written > 3, "{array}: hardly anything was written");
    }
}
