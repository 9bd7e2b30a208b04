//! Drives that fail, stall, vanish or are full while the main job runs, and a user without rights:
//! the run reports the fate of each drive, the others' figures stand, and it ends in time.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::machine_bed::{Results, drive, list};

/// Documented: the result is true but not whole.
const PARTIAL: u8 = 3;

/// A quick run takes some 10 s, a stalled drive 5 more, a hanging one 11; then a busy host.
const LONGEST_S: u32 = 60;

#[test]
fn faults_are_told_and_the_others_stand() {
    let job = include_str!("../rigs/machine_bed/chaos.sh");
    let Some(results) = Results::of_job("six-bays", "chaos", job) else { return };
    let see = results.json("rights-see.json");
    without_rights(&results);
    let run = Run { document: results.json("run.json"), see: &see };
    assert_eq!(results.exit_code("run.json"), PARTIAL);
    assert!(seconds(&results, "run") < LONGEST_S, "{} s", seconds(&results, "run"));
    run.others_stand();
    run.failing_drive("BAY-2");
    run.stalled_drive("BAY-3");
    run.failing_drive("BAY-4");
    assert_eq!(run.notes("BAY-5"), ["engine-scratch-no-space"]);
    let again = Run { document: results.json("again.json"), see: &see };
    assert_eq!(results.exit_code("again.json"), PARTIAL);
    assert!(seconds(&results, "again") < LONGEST_S, "{} s", seconds(&results, "again"));
    again.others_stand();
    assert_eq!(again.notes("BAY-2"), ["cli-left-out-broken"]);
    assert_eq!(again.notes("BAY-3"), ["cli-left-out-lost"]);
    assert_eq!(results.text("left"), "", "processes");
}

fn seconds(results: &Results, run: &str) -> u32 {
    results.text(&format!("{run}.seconds")).trim().parse().unwrap()
}

fn without_rights(results: &Results) {
    for name in ["see.json", "check.json", "quick.json", "capture.tar.gz"] {
        let output = results.text(&format!("rights-{name}.said"));
        assert!(!output.contains("panic"), "{name}: {output}");
    }
    assert_eq!(results.exit_code("rights-see.json"), 0);
    assert_eq!(results.exit_code("rights-capture.tar.gz"), 0);
    assert_eq!(results.exit_code("rights-quick.json"), PARTIAL);
    let run = results.json("rights-quick.json");
    let left_out = list(&run, "notes").iter();
    assert_eq!(left_out.filter(|note| note["id"] == "cli-left-out-no-rights").count(), 6, "{run}");
    assert_eq!(list(&run, "results").len(), 0);
}

struct Run<'a> {
    document: Value,
    see: &'a Value,
}

impl Run<'_> {
    fn results(&self, serial: &str) -> Vec<&Value> {
        let drive = drive(self.see, serial);
        let results = list(&self.document, "results").iter();
        results.filter(|result| result["target"] == drive).collect()
    }

    fn notes(&self, serial: &str) -> Vec<&str> {
        let drive = drive(self.see, serial);
        let notes = list(&self.document, "notes").iter().filter(|note| note["about"] == drive);
        notes.filter_map(|note| note["id"].as_str()).collect()
    }

    /// The drives that nothing befell, and one of them slower than its equals.
    fn others_stand(&self) {
        assert_eq!(self.document["partial"], true);
        for (serial, mb_s) in [("BAY-1", 100.0), ("BAY-6-SLOW", 40.0)] {
            let results = self.results(serial);
            // Three workloads alone, two of them together; then sets chosen to find shared limits,
            // some of them repeats, or all that are left.
            let usual = results.iter().filter(|it| it["set"] == "alone" || it["set"] == "all");
            let usual = usual.map(|it| (it["set"].as_str(), it["workload"].as_str()));
            assert_eq!(usual.collect::<BTreeSet<_>>().len(), 5, "{serial}");
            for result in results {
                assert_eq!((&result["partial"], &result["errors"]), (&false.into(), &0.into()));
                if result["workload"] == "seq-read-128k-q32" {
                    let share = result["mb_s"].as_f64().unwrap() / mb_s;
                    // The emulator's limiter lets more through if the host is busy.
                    assert!((0.8..1.25).contains(&share), "{serial}: {share:.2} of its rate");
                }
            }
            assert_eq!(self.notes(serial), [""; 0], "{serial}");
        }
    }

    fn failing_drive(&self, serial: &str) {
        let results = self.results(serial);
        let failed: Vec<_> = results.iter().filter(|it| it["errors"].as_u64() > Some(0)).collect();
        assert!(!failed.is_empty(), "{serial}: {:?}", self.notes(serial));
        assert!(failed.iter().all(|result| result["partial"] == true), "{serial}");
        let mut findings = list(&self.document, "findings").iter();
        let is_reported = findings.any(|finding| {
            ["finding-errors", "finding-gone"].contains(&finding["id"].as_str().unwrap_or_default())
                && finding["targets"][0] == drive(self.see, serial)
        });
        assert!(is_reported, "{serial}: {}", self.document["findings"]);
    }

    /// Earlier completions count, and it is not waited for again.
    fn stalled_drive(&self, serial: &str) {
        let results = self.results(serial);
        assert_eq!(results.len(), 1, "{serial}: {results:?}");
        assert_eq!(results[0]["partial"], true, "{serial}");
        assert_eq!(self.notes(serial), ["cli-stalled"]);
    }
}
