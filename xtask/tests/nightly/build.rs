//! An array that `narrows build` made is there again after a reboot, under its name, mounted, with what was
//! written to it; and taking it apart leaves the system's files as they were.

use crate::machine_bed::Results;

const JOB: &str = include_str!("../rigs/machine_bed/build.sh");
const ADOPT: &str = include_str!("../rigs/machine_bed/adopt.sh");
const BROKEN: &str = include_str!("../rigs/machine_bed/broken.sh");

#[test]
fn a_mirror_outlives_a_reboot_and_is_taken_apart() {
    let Some(results) = Results::of_debian_job("build", JOB) else { return };
    assert_eq!(results.exit_code("rehearsal"), 0, "{}", results.said);
    assert_eq!(results.exit_code("refused"), 5, "one serial number was not typed");
    assert_eq!(results.exit_code("build.json"), 0, "{}", results.said);
    let built = results.json("build.json");
    let states = |document: &serde_json::Value, key: &str| -> Vec<String> {
        let steps = document[key].as_array().cloned().unwrap_or_default();
        steps.iter().map(|step| step["state"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert!(states(&built, "steps").iter().all(|state| state == "done"), "{built:#}");
    assert_eq!(results.exit_code("twice"), 5, "its members are in use");

    assert!(results.text("mdstat.after").contains("active raid1"), "{}", results.said);
    let mount = results.text("mount.after");
    assert!(mount.contains("/srv/data"), "not mounted by the system: {mount}");
    assert!(results.text("device.after").starts_with("/dev/md"), "not under its name");
    assert_eq!(results.text("sum.after"), results.text("sum.before"));
    let explained = results.json("explain.json");
    assert_eq!(results.exit_code("explain.json"), 0, "{explained:#}");
    assert_eq!(explained["existing"]["lacks"], serde_json::json!([]));

    let undone = results.json("undo.json");
    assert_eq!(results.exit_code("undo.json"), 0, "{undone:#}");
    assert_eq!(results.text("fstab.after"), results.text("fstab.before"));
    assert_eq!(results.text("mdadm.after"), results.text("mdadm.before"));
    assert_eq!(results.text("marks.after"), "", "something is left on the drives");
    assert!(!results.text("mdstat.undone").contains("raid1 nvme"));
}

/// The loss of one of the write-ups: made by hand, gone after the reboot. What says so beforehand is right, and
/// what it adds is enough.
#[test]
fn an_array_made_by_hand_is_lost_and_adopted() {
    let Some(results) = Results::of_debian_job("adopt", ADOPT) else { return };
    assert!(results.text("state.made").contains("/dev/md0"));
    let explained = results.json("explain.json");
    assert_eq!(results.exit_code("explain.json"), 4);
    assert_eq!(explained["existing"]["lacks"], serde_json::json!(["array_line", "fstab"]));
    assert!(results.text("check.json").contains("build-lack-array-line"), "`check` says it too");
    let lost = results.text("state.lost");
    assert!(!lost.contains("/srv/data") && !lost.contains("/dev/md0"), "nothing was lost: {lost}");
    assert_eq!(results.exit_code("adopt.json"), 0);
    assert!(results.text("state.adopted").contains("/srv/data"), "{}", results.said);
    assert_eq!(results.text("sum.after"), results.text("sum.before"));
    assert_eq!(results.exit_code("explained.json"), 0, "{}", results.text("explained.json"));
}

/// Killed before and after each of its eight steps, cut off from power after the first one and while data is
/// written: continued each time, nothing lost that was flushed, nothing left when it is undone.
#[test]
fn what_was_broken_off_is_continued_and_nothing_is_left() {
    let Some(results) = Results::of_debian_job("broken", BROKEN) else { return };
    assert_eq!(results.text("kills").lines().count(), 16, "{}", results.said);
    let resumed = results.json("resumed.json");
    assert_eq!(resumed["partial"], false);
    assert_eq!(resumed["steps"][0]["state"], "already", "{resumed:#}");
    assert_eq!(results.text("mount.after").trim(), "/srv/data");
    assert_eq!(results.text("sum.after"), results.text("sum.before"));
    assert_eq!(results.text("state.after"), results.text("state.before"));
}
