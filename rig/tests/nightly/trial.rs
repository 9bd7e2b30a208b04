//! `narrows trial` over the kernel's md, inside an emulated machine: it is as wide as it claims,
//! and `--clean` removes a killed one's leftovers, and nothing else.

use serde_json::Value;

use crate::machine_bed::{Results, list};

const JOB: &str = include_str!("../rigs/machine_bed/trial.sh");

/// The fastest of the rounds: other work on the host only makes them longer.
fn seconds(document: &Value, work: &str, place: &str) -> f64 {
    let is_it = |round: &&Value| round["work"] == work && round["place"] == place;
    let rounds = list(document, "rounds").iter().filter(is_it);
    let fastest = rounds.map(|round| round["wall_s"].as_f64().unwrap()).reduce(f64::min);
    fastest.unwrap_or_else(|| panic!("no {work} on {place}"))
}

#[test]
fn an_md_trial_is_made_used_and_taken_away() {
    let Some(results) = Results::of_job("md-trio", "trial", JOB) else { return };
    if results.output.contains("mdadm: not found") {
        return println!("skipped: no mdadm on this host to put into the machine");
    }
    for name in ["plan.json", "trial.json"] {
        assert_eq!(results.exit_code(name), 0, "{}", results.text(&format!("{name}.said")));
    }
    stripes(&results.json("trial.json"));
    let failed = results.json("failed.json");
    assert_eq!((&failed["array"]["level"], &failed["partial"]), (&"raid1".into(), &true.into()));
    assert_eq!((results.exit_code("failed.json"), &failed["rounds"][0]["exit"]), (1, &3.into()));
    for name in ["after-trial", "after-failure"] {
        assert_eq!(results.text(name), "", "{name}");
    }
    killed(&results);
}

/// Each drive of md-trio reads 20 MB/s: 40 MiB take one 2.1 s, and two together half of that.
fn stripes(trial: &Value) {
    let array = &trial["array"];
    assert_eq!((&array["engine"], &array["level"]), (&"md".into(), &"raid0".into()));
    assert_eq!((&array["chunk"], &array["fs"]), (&65536.into(), &"ext4".into()));
    let work = "dd if=x of=/dev/null bs=1M";
    let (both, one) = (seconds(trial, work, "array"), seconds(trial, work, "alone"));
    println!("{both:.2} s on the array, {one:.2} s alone");
    assert!((1.6..=2.2).contains(&(one / both)), "{both} s and {one} s");
    let findings = list(trial, "findings");
    // On a busy host a single round may be slow, and then it rightly stays open.
    let id = findings[0]["id"].as_str();
    assert!(matches!(id, Some("trial-faster" | "trial-unclear")), "{findings:?}");
}

/// The unrelated array over loop devices exists from beginning to end.
fn killed(results: &Results) {
    let others = results.text("others");
    assert!(others.contains("md9") && others.contains("loop41"), "{others}");
    for moment in ["begun", "3", "9"] {
        println!("left by a kill ({moment}):\n{}", results.text(&format!("left-{moment}")));
        let cleaned = format!("clean-{moment}");
        assert_eq!(results.exit_code(&cleaned), 0, "{}", results.text(&cleaned));
        assert_eq!(results.text(&format!("cleaned-{moment}")), others, "killed: {moment}");
    }
    let left = results.text("left-begun");
    assert!(left.matches("/md").count() > others.matches("/md").count(), "md outlives us: {left}");
    assert!(results.text("clean-begun").contains("Stopped /dev/md"));
    assert_eq!(results.text("clean-again").trim(), "No leftovers of any trial.");
}
