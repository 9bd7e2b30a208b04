//! The program's advice and announcements against its later actions: slots, sweeps, plans of rounds.

use std::process::Output;

use narrows_verdict::answer::predict;
use narrows_verdict::answer::predict::values::ParameterSweep;
use serde_json::Value;

use crate::home::{Z170, text_of, verbose};
use crate::machines::{self, ANSWERED, CHECKED};

/// Three drives in the chipset's sockets; a drive, two graphics and a network card on the CPU.
const FULL: &str = "catalog:msi-x99s-sli-plus/3x-hg6";

fn narrows(args: &[&str]) -> Output {
    verbose(args, "100")
}

fn json(args: &[&str]) -> Value {
    let output = narrows(&[args, &["--json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text_of(&output)))
}

/// On every machine of the catalogue a sweep over drives ends where `lanes` finds no place for one
/// more, and says so.
#[test]
fn a_sweep_over_drives_ends_where_places_end() {
    let mut ended = 0;
    let request = || predict::PredictionRequest {
        sweeps: ParameterSweep::of("drives=1..24").into_iter().collect(),
        workloads: predict::workloads(&["seq-read-1m-q8".to_owned()]).ok().flatten(),
        ..predict::PredictionRequest::default()
    };
    for mut source in machines::catalogue() {
        let document = predict::answer(&request(), &mut source);
        for sweep in document.iter().flat_map(|document| &document.sweeps) {
            let is_cut = sweep.points.len() < 24;
            assert!(!is_cut || sweep.of != "all" || sweep.ends.is_some(), "{}", source.name);
            ended += usize::from(sweep.ends.is_some());
        }
    }
    assert!(ended > 0);
}

/// `check` advises the placement that `plan` would make, and each is silent if the other is.
#[test]
fn check_and_plan_agree() {
    for answered in ANSWERED.iter() {
        let Some(check) = CHECKED.get(&answered.name) else { continue };
        assert!(!check["looked_at"].as_array().unwrap().is_empty(), "{}", answered.name);
        let findings = check["findings"].as_array().unwrap();
        let advised = findings.iter().any(|it| it["id"] == "check-behind-chipset");
        // A machine that shows no places cannot be planned for, and nothing is advised there.
        let moves = answered.plan.as_ref().map_or(0, |plan| plan.moves.len());
        assert!(!advised || moves > 0, "{}: {findings:?}", answered.name);
    }
}

#[test]
fn check_shows_what_lanes_warns_of() {
    for answered in ANSWERED.iter() {
        let Some(check) = CHECKED.get(&answered.name) else { continue };
        let lanes = serde_json::to_value(&answered.lanes).unwrap();
        let warned = lanes["findings"].as_array().unwrap().iter();
        let findings = check["findings"].as_array().unwrap();
        for warning in warned.filter(|it| it["severity"] != "hint") {
            let is_it = |it: &&Value| it["about"] == warning["about"];
            assert!(findings.iter().any(|it| is_it(&it)), "{}: {warning}", answered.name);
        }
    }
}

/// The listed rounds add up to the total; rounds that may follow are reported separately.
#[test]
fn a_dry_run_adds_up() {
    for args in
        [&["stripe", "--on", FULL, "--dry-run"][..], &["explain", "--on", Z170, "--dry-run"]]
    {
        let plan = json(args);
        let rounds = plan["rounds"].as_array().unwrap();
        let sum: f64 = rounds.iter().map(|round| round["time_s"].as_f64().unwrap()).sum();
        let total = plan["total_s"].as_f64().unwrap();
        assert!((sum / total - 1.0).abs() < 0.01, "{sum} {total}");
        assert!(plan["most_s"].as_f64().unwrap() >= total, "{plan}");
        let page = narrows(args);
        assert!(!text_of(&page).contains("minutes"), "{}", text_of(&page));
    }
}

/// The array of the machine file determines the RAID engine of the sweep, and its default is chosen
/// among equals.
#[test]
fn a_sweep_takes_the_layer_of_the_file() {
    let args =
        ["stripe", "--on", FULL, "--workload", "seq-read-1m-q8", "--time", "100ms", "--no-report"];
    let document = json(&args);
    let notes = document["notes"].to_string();
    assert!(notes.contains("intel-rst"), "{notes}");
    let taken = document["stripe"]["recommendation"]["candidate"].as_str().unwrap();
    assert_ne!(taken, "raid0-4k", "{}", document["stripe"]["recommendation"]);
}

/// `latest` is the kept run; without one it is no path that cannot be read.
#[test]
fn the_latest_run_calibrates() {
    let none = narrows(&["predict", FULL, "--calibrate", "latest"]);
    assert!(!text_of(&none).contains("latest/run.json"), "{}", text_of(&none));
}
