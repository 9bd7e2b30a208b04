//! The main job inside emulated machines whose limits are known to the byte: the tree, the links
//! and the rates must be those of the machine's description, and the limit must be named.
//!
//! Rates come from throttles at the rate of the links, so they are the same on any host that keeps
//! up, which a plain reader shows. If the machines cannot run, these tests say so and pass.

use serde_json::{Value, json};

use crate::machine_bed::{Results, assert_near, drive, list};

/// 2.5 GT/s x2 with payloads of 128 bytes: 498.53 MB/s after line code and clock compensation, of
/// which 131,072 of 155,796 bytes are data.
const TWO_LANES_MB_S: f64 = 419.4;

/// The usual job, and a plain reader's rate before and after it.
fn usual(machine: &str, carries_mb_s: f64) -> Option<Results> {
    let job = include_str!("../../src/machine/job.sh");
    Results::of_steady_job(machine, machine, &format!("control\n{job}\ncontrol"), carries_mb_s)
}

fn nvme(see: &Value) -> Vec<&Value> {
    list(see, "storage").iter().filter(|storage| storage["kind"] == "nvme").collect()
}

/// Sequential rates of a set, by drive, of its first run: sets of a shared limit may be run again.
fn rates<'a>(run: &'a Value, set: &str) -> Vec<(&'a str, f64)> {
    let results = list(run, "results").iter().filter(|it| it["repeat"] == 1);
    let of_set = results.filter(|it| it["set"] == set && it["workload"] == "seq-read-128k-q32");
    of_set.map(|it| (it["target"].as_str().unwrap(), it["mb_s"].as_f64().unwrap())).collect()
}

fn finding<'a>(run: &'a Value, id: &str) -> &'a Value {
    let finding = list(run, "findings").iter().find(|finding| finding["id"] == id);
    finding.unwrap_or_else(|| panic!("no {id} among {}", run["findings"]))
}

#[test]
fn three_drives_share_the_uplink() {
    let Some(results) = usual("z170-trio", TWO_LANES_MB_S) else { return };
    let see = results.json("see.json");
    let storage = nvme(&see);
    assert_eq!(storage.len(), 3);
    let uplink = &storage[0]["via"][0];
    for drive in &storage {
        assert_eq!(drive["attached_to"], "cpu", "{drive}");
        assert_eq!(&drive["via"][0], uplink, "{drive}");
        assert_eq!(drive["link"]["current"], serde_json::json!({ "gts": 8.0, "lanes": 1 }));
        assert_eq!(drive["degraded"], false, "{drive}");
        assert_eq!(&drive["narrowest"]["address"], uplink, "{drive}");
        let usable = drive["narrowest"]["usable_mb_s"].as_f64().unwrap();
        assert!((usable - TWO_LANES_MB_S).abs() < 0.1, "{usable}");
    }
    assert_eq!(results.exit_code("check.json"), 0, "{}", results.text("check.txt"));
    let captured = results.json("captured.json");
    for part in ["storage", "drives", "devices", "ports"] {
        assert_eq!(see[part], captured[part], "{part}: here and from a capture of here");
    }

    let run = results.json("run.json");
    let alone = rates(&run, "alone");
    assert_eq!(alone.len(), 3);
    alone.iter().for_each(|(_, mb_s)| assert_near(*mb_s, 277.0));
    assert_near(rates(&run, "all").iter().map(|(_, mb_s)| mb_s).sum(), TWO_LANES_MB_S);
    let shared = finding(&run, "finding-shared-limit");
    assert_eq!(list(shared, "targets").len(), 3);
    assert_eq!((&shared["limit"]["kind"], &shared["limit"]["id"]), (&"uplink".into(), uplink));
}

#[test]
fn degraded_links_are_told_with_their_reason() {
    let Some(results) = usual("x2-slot", 1.5 * TWO_LANES_MB_S) else { return };
    let see = results.json("see.json");
    let by: Vec<_> = nvme(&see).into_iter().map(|it| &it["degraded_by"]).collect();
    assert_eq!(by, ["port", "unknown"]);
    assert_eq!(results.exit_code("check.json"), 4);

    let run = results.json("run.json");
    // A port of two lanes is as it was built; a link below what both its ends can is the cause.
    let expected = [
        ("X2-BY-PORT", TWO_LANES_MB_S, "finding-at-link"),
        ("X1-BAD-CONTACT", TWO_LANES_MB_S / 2.0, "finding-own-cause"),
    ];
    for (serial, mb_s, id) in expected {
        let drive = drive(&see, serial);
        for set in ["alone", "all"] {
            let rates = rates(&run, set);
            let (_, rate) = rates.iter().find(|(target, _)| *target == drive).unwrap();
            assert_near(*rate, mb_s);
        }
        let mut own = list(&run, "findings").iter().filter(|it| it["targets"] == json!([drive]));
        assert!(own.any(|finding| finding["id"] == id), "{serial}: {}", run["findings"]);
    }
}
