//! Overwriting drives inside an emulated machine, whose kernel has serial numbers, arrays, device
//! mapper and partitions: refusals and their reasons, writes, and the outcome of kills and faults.

use serde_json::Value;

use crate::machine_bed::{Results, list};

const JOB: &str = include_str!("machine_bed/writes.sh");

const OK: u8 = 0;
const USAGE: u8 = 2;
const PARTIAL: u8 = 3;
const REFUSED: u8 = 5;

/// Each refusal, with a required part of each of its reasons, in their order. If something uses a
/// drive and left no mark on it, nothing else may have saved it.
const REFUSALS: &[(&str, &[&str])] = &[
    ("no-serial", &["type its serial number"]),
    ("other-serial", &["\"BAY-2\" is not its serial number"]),
    ("file-system", &["holds xfs (at byte 0)", XFS_COPY]),
    ("partitions", &["has partitions (", "holds dos"]),
    ("partition", &["only whole drives are written", "neither a serial number"]),
    ("table-wiped", &["has partitions ("]),
    ("swap-on-partition", &["is swap", "has partitions (", ALONE]),
    ("loop-on-partition", &["is in use by loop6", "has partitions ("]),
    ("swap", &["is swap", "holds swap (at byte 4086)", ALONE]),
    ("loop", &["is in use by loop6"]),
    ("loop-alias-gone", &["is in use by loop6"]),
    ("open", &["open for writing"]),
    ("read-only", &["is read-only"]),
    ("array", &["is in use by md_rig", "is in the array md_rig", ALONE]),
    ("mapped", &["is in use by dm-0", ALONE]),
    ("alias-other-serial", &["\"BAY-1\" is not its serial number"]),
    ("mounted", &["is mounted on /mnt/", "holds xfs", XFS_COPY, "of the running system", ALONE]),
    ("mounted-elsewhere", &["is mounted on /mnt/", "holds xfs", XFS_COPY, ALONE]),
    ("mounted-nowhere", &["holds xfs", XFS_COPY, ALONE]),
];
const XFS_COPY: &str = "holds a copy of the superblock of xfs";
const ALONE: &str = "cannot be opened exclusively (Device or resource busy";

#[test]
fn only_drives_that_nobody_uses_are_overwritten() {
    let Some(results) = Results::of_job("six-bays", "writes", JOB) else { return };
    assert_eq!(results.absent("array.failed"), "", "settings of the array");
    check_refusals(&results);
    check_rehearsals(&results);
    check_writes(&results);
    check_faults(&results);
}

fn check_refusals(results: &Results) {
    let met = results.text("refused");
    for (case, expected) in REFUSALS {
        if !met.lines().any(|met| met == *case) {
            assert_eq!(*case, "mapped", "{case} was not tried");
            println!("skipped: {case}: the host has no dmsetup to lend");
            continue;
        }
        let output = results.text(&format!("{case}.said"));
        assert_eq!(results.exit_code(case), REFUSED, "{case}: {output}");
        assert_eq!(results.text(case), "", "{case}: a refusal has no result");
        let reasons = reasons(&output);
        assert_eq!(reasons.len(), expected.len(), "{case}: {output}");
        for (reason, expected) in reasons.iter().zip(*expected) {
            assert!(reason.contains(expected), "{case}: {expected} is not in {reason}");
        }
        assert_eq!(results.text(&format!("{case}.written")).trim(), "0", "{case}: sectors written");
    }
    assert!(results.text("content.before").starts_with(MD5_OF_8_MIB_OF_ZEROS));
    assert_eq!(results.text("content.after"), results.text("content.before"));
}

/// `head -c 8M /dev/zero | md5sum`
const MD5_OF_8_MIB_OF_ZEROS: &str = "96995b58d4cbf6aaa9041b4f00c7f6ae";

/// The lines below the first, which says how many there are.
fn reasons(text: &str) -> Vec<&str> {
    text.lines().skip(1).map(str::trim).collect()
}

/// A rehearsal shows the same as the run, and never the line for fio of a drive that is refused.
fn check_rehearsals(results: &Results) {
    for case in results.text("rehearsed").lines() {
        let name = format!("{case}.rehearsal");
        let rehearsal = results.json(&name);
        assert_eq!(results.exit_code(&name), REFUSED, "{case}");
        assert_eq!(results.text(&format!("{name}.written")).trim(), "0", "{case}");
        let [target] = list(&rehearsal, "targets") else { panic!("{rehearsal}") };
        let checks = list(target, "checks").iter();
        let texts: Vec<&str> =
            checks.flat_map(|check| list(check, "reasons")).filter_map(Value::as_str).collect();
        let output = results.text(&format!("{case}.said"));
        assert_eq!(texts, reasons(&output), "{case}");
        assert_eq!(
            (&rehearsal["allowed"], list(target, "fio").len()),
            (&false.into(), 0),
            "{case}"
        );
    }
    for case in ["allowed", "free"] {
        let rehearsal = results.json(case);
        assert_eq!(results.exit_code(case), OK, "{rehearsal}");
        assert_eq!(rehearsal["allowed"], true);
        assert_eq!(rehearsal["targets"][0]["bytes"], serde_json::json!([0, 1_u64 << 30]));
    }
    assert_eq!(results.text("allowed.written").trim(), "0", "a rehearsal writes nothing");
}

/// 16 MiB written and read again, and 8 MiB at once after kills in the midst of writing.
fn check_writes(results: &Results) {
    for (name, blocks) in [("written", 128), ("again-1", 64), ("again-12", 64)] {
        let output = results.text(&format!("{name}.said"));
        assert_eq!(results.exit_code(name), OK, "{name}: {output}");
        let run = results.json(name);
        let [written, read] = list(&run, "results") else { panic!("{name}: {run}") };
        for result in [written, read] {
            assert_eq!(result["place"]["kind"], "raw", "{name}");
            assert!(result["mb_s"].as_f64() > Some(0.0), "{name}: {result}");
            assert_eq!(
                (&result["errors"], &result["partial"]),
                (&0.into(), &false.into()),
                "{name}"
            );
        }
        // In blocks of 128 KiB.
        let verified = &read["verified"];
        assert_eq!(
            (&verified["blocks"], &verified["wrong"]),
            (&blocks.into(), &0.into()),
            "{name}"
        );
        assert!(written["written"]["flush_s"].as_f64().is_some(), "{name}: {written}");
    }
}

fn check_faults(results: &Results) {
    assert_eq!(results.exit_code("faults"), PARTIAL, "{}", results.text("faults.said"));
    let run = results.json("faults");
    let name = |what| results.text(what).trim().to_owned();
    let result = |drive: &str| {
        let mut all = list(&run, "results").iter();
        all.find(|result| result["target"] == drive).unwrap_or_else(|| panic!("{drive}: {run}"))
    };
    let stays = result(&name("stays"));
    assert_eq!((&stays["errors"], &stays["partial"]), (&0.into(), &false.into()), "{stays}");
    assert!(stays["mb_s"].as_f64() > Some(0.0), "{stays}");
    for (what, note) in [("vanishes", "writes-vanished"), ("fails", "writes-flush-failed")] {
        let drive = name(what);
        let result = result(&drive);
        assert!(
            result["errors"].as_u64() > Some(0) && result["partial"] == true,
            "{what}: {result}"
        );
        let notes = list(&run, "notes").iter().filter(|it| it["about"] == drive.as_str());
        let notes: Vec<&str> = notes.filter_map(|it| it["id"].as_str()).collect();
        assert_eq!(notes, ["cli-first-error", note], "{what}");
    }
    assert_eq!(results.exit_code("gone"), USAGE, "{}", results.text("gone.said"));
}
