//! Loop devices on top of another: how they appear, the fate of drives that vanish, fail, stall or are
//! full while they are measured, and kills. Rates are judged nightly.

use std::time::Duration;

use crate::loop_bed::{self, Bed, Ran, left_of, start, turn, wait_until};

#[test]
fn what_stands_on_what_is_seen_and_captured() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "2"]);
    let run = bed.narrows(&["see"]);
    assert_eq!(run.code, Some(0));
    assert_stacked(&bed, &run, "this machine");
    let file = "/mnt/captured";
    bed.output(&["/mnt/narrows", "capture", "--output", file]);
    assert_stacked(&bed, &bed.narrows(&["see", file]), "its capture");
    let checked = bed.narrows(&["check"]);
    assert!(matches!(checked.code, Some(0 | 4)), "{:?}", checked.code);
    bed.down();
}

fn assert_stacked(bed: &Bed, run: &Ran, what: &str) {
    let of = |list: &str, id: &str| {
        let list = run.document[list].as_array().unwrap();
        list.iter().find(|one| one["id"] == *id).cloned().unwrap_or_default()
    };
    for drive in &bed.drives {
        let array = of("arrays", &drive.name);
        assert_eq!(array["kind"], "loop", "{what}: {array}");
        assert_eq!(array["members"][0], *bed.shared.name, "{what}: {array}");
        assert_eq!(
            array["mounts"][0]["target"],
            *drive.file("").to_str().unwrap().trim_end_matches('/')
        );
    }
    assert_eq!(of("drives", &bed.shared.name)["id"], *bed.shared.name, "{what}");
    assert_eq!(of("storage", &bed.shared.name)["kind"], "loop", "{what}");
}

/// Long enough for something to happen to the drive meanwhile.
const TIME: &str = "1s";

fn assert_errors(bed: &Bed, ran: &Ran) {
    let failed = &bed.drives[1];
    assert!(ran.result("alone", failed)["errors"].as_u64() > Some(0));
    let finding = ran.finding("finding-gone").or_else(|| ran.finding("finding-errors"));
    let finding = finding.expect("a sentence on the errors");
    assert_eq!(finding["targets"].as_array().unwrap(), &[failed.name.as_str()]);
}

#[test]
fn a_drive_that_vanishes_says_so() {
    let Some(_turn) = turn() else { return };
    let (bed, ran) = loop_bed::spoil(&["--fs", "xfs"], TIME, |bed, drive| bed.cut(drive, 0, true));
    assert_errors(&bed, &ran);
    bed.down();
}

#[test]
fn a_drive_that_fails_requests_says_so() {
    let Some(_turn) = turn() else { return };
    let (bed, ran) =
        loop_bed::spoil(&["--fs", "ext4"], TIME, |bed, drive| bed.cut(drive, 16 << 20, false));
    assert_errors(&bed, &ran);
    bed.down();
}

#[test]
fn a_drive_that_stalls_says_so() {
    let Some(_turn) = turn() else { return };
    let (bed, ran) = loop_bed::spoil(&[], TIME, |bed, drive| bed.limit_reads(drive, 1));
    let notes = ran.notes(&bed.drives[1]);
    assert!(notes.contains(&"cli-stalled"), "{notes:?}");
    bed.down();
}

#[test]
fn a_full_file_system_is_left_out() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "2"]);
    let [sound, full] = &bed.drives[..] else { panic!("two drives") };
    bed.output(&["fallocate", "--length", "200MiB", full.file("filled").to_str().unwrap()]);
    let ran = bed.narrows(&["measure", "--time", "500ms", "--no-report"]);
    assert_eq!(ran.code, Some(3));
    assert_eq!(ran.notes(full), ["engine-scratch-no-space"]);
    assert_eq!(ran.result("alone", sound)["partial"], false);
    bed.down();
}

#[test]
fn without_rights_every_drive_is_left_out() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "2"]);
    let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"];
    let ran = bed.narrows_by(&nobody, &["--quick", "--no-report"]).end();
    assert_eq!(ran.code, Some(3));
    for device in bed.drives.iter().chain([&bed.shared]) {
        assert_eq!(ran.notes(device), ["cli-left-out-no-rights"]);
    }
    bed.down();
}

#[test]
fn a_killed_rig_leaves_nothing() {
    let Some(_turn) = turn() else { return };
    // While it is being built, and once it is up; set-up takes about 1.3 s.
    for after_ms in [150, 500, 1000, 2500] {
        let mut holder = start(&["--drives", "2"]);
        std::thread::sleep(Duration::from_millis(after_ms));
        holder.kill().unwrap();
        holder.wait().unwrap();
        // The next one clears up; the one after it, where a program that the killed one had
        // started was still attaching a device.
        let holder = holder.id();
        let is_clear = || {
            Bed::up(&["--drives", "1"]).down();
            left_of(holder).is_empty()
        };
        assert!(wait_until(is_clear), "{after_ms}: {:?}", left_of(holder));
    }
}

#[test]
fn kills_of_the_main_job_leave_no_trace() {
    let Some(_turn) = turn() else { return };
    // Most happens in the first seconds; nightly kills 200, later ones too.
    loop_bed::kill_main_jobs(20, 3_000);
}
