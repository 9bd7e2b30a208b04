//! The main job inside an emulated machine whose tree is known, and kills of it: one boot serves all
//! tests. Rates are judged nightly.

use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::machine_bed::{Results, assert_no_trace, list};

const OK: u8 = 0;
const PARTIAL: u8 = 3;

/// Milliseconds after their start at which main jobs are killed, five at once; a whole one takes some
/// 8 s, most happens in the first four.
const KILLS: [&str; 3] = ["60,410,900,1500,2300", "5,220,700,1900,3100", "130,1100,2700,3600,4400"];

/// 2.5 GT/s x2 with payloads of 128 bytes: 498.53 MB/s after line code and clock compensation, of
/// which 131,072 of 155,796 bytes are data.
const UPLINK_MB_S: f64 = 419.4;

/// Results of the usual job and the kills, after the one boot of this program.
fn booted() -> Option<&'static Results> {
    static RESULTS: OnceLock<Option<Results>> = OnceLock::new();
    let boot = || {
        let usual = include_str!("../../src/machine/job.sh");
        let kills = include_str!("machine_bed/kills.sh");
        let job = format!("{usual}\nmoments='{}'\n{kills}", KILLS.join(" "));
        Results::of_job("z170-trio", "usual", &job)
    };
    RESULTS.get_or_init(boot).as_ref()
}

#[test]
fn the_tree_is_the_one_of_the_description() {
    let Some(results) = booted() else { return };
    let see = results.json("see.json");
    let storage = list(&see, "storage").iter().filter(|storage| storage["kind"] == "nvme");
    let storage: Vec<&Value> = storage.collect();
    assert_eq!(storage.len(), 3);
    let uplink = &storage[0]["via"][0];
    for drive in storage {
        assert_eq!(drive["attached_to"], "cpu", "{drive}");
        assert_eq!(&drive["via"][0], uplink, "{drive}");
        assert_eq!(drive["link"]["current"], json!({ "gts": 8.0, "lanes": 1 }));
        assert_eq!(drive["degraded"], false, "{drive}");
        assert_eq!(&drive["narrowest"]["address"], uplink, "{drive}");
        let usable = drive["narrowest"]["usable_mb_s"].as_f64().unwrap();
        assert!((usable - UPLINK_MB_S).abs() < 0.1, "{usable}");
    }
    assert_eq!(results.exit_code("check.json"), 0, "{}", results.text("check.txt"));
}

#[test]
fn a_capture_shows_what_the_machine_shows() {
    let Some(results) = booted() else { return };
    let (see, captured) = (results.json("see.json"), results.json("captured.json"));
    for part in ["storage", "drives", "devices", "ports"] {
        assert_eq!(see[part], captured[part], "{part}: here and from a capture of here");
    }
}

#[test]
fn every_drive_is_measured_alone_and_with_the_others() {
    let Some(results) = booted() else { return };
    let code = results.exit_code("run.json");
    assert!(matches!(code, OK | PARTIAL), "{}", results.text("run.json.said"));
    let run = results.json("run.json");
    // A host that is busy with other things may hold up a round, or leave no time for it: the run
    // is partial, and says so.
    assert_eq!(run["partial"], code == PARTIAL);
    for set in ["alone", "all"] {
        let of_set =
            list(&run, "results").iter().filter(|it| it["set"] == set && it["repeat"] == 1);
        let reads: Vec<&Value> =
            of_set.filter(|it| it["workload"] == "seq-read-128k-q32").collect();
        assert!(reads.len() == 3 || code == PARTIAL && reads.len() < 3, "{set}: {}", reads.len());
        for read in reads {
            assert_eq!(read["errors"], 0, "{read}");
            assert!(read["partial"] == true || read["mb_s"].as_f64() > Some(0.0), "{read}");
        }
    }
}

#[test]
fn kills_of_the_main_job_leave_no_trace() {
    let Some(results) = booted() else { return };
    assert_no_trace(results, 5 * KILLS.len(), 3);
}
