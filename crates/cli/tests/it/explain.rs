//! `narrows explain` as its users meet it: on virtual hardware, and on kept runs.
//!
//! The same seed gives the same figures, so that nothing here depends on how busy the machine is
//! that runs the tests.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::home::{Home, X99, Z170};

impl Home {
    /// The directory of the one run that this makes.
    fn keep(&self, args: &[&str]) -> PathBuf {
        let before = self.runs();
        let output = self.narrows(args);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        self.runs().into_iter().find(|run| !before.contains(run)).unwrap()
    }
}

fn name(path: &std::path::Path) -> &str {
    path.file_name().unwrap().to_str().unwrap()
}

fn limits(document: &Value) -> &[Value] {
    document["sharing"]["limits"].as_array().unwrap()
}

/// The chipset's link carries 3,587 MB/s for three; the fourth drive is the processor's own.
fn assert_dmi(limit: &Value) {
    assert_eq!(limit["drives"], json!(["m8pe1", "m8pe2", "m8pe3"]));
    let capacity = limit["capacity_mb_s"]["value"].as_f64().unwrap();
    assert!((capacity / 3587.0 - 1.0).abs() < 0.05, "{capacity}");
    assert_eq!(limit["place"]["limit"]["id"], "chipset");
    assert_eq!(limit["place"]["limit"]["kind"], "uplink");
    assert_eq!(limit["place"]["agrees"], "agrees");
}

#[test]
fn three_drives_behind_one_chipset_are_found_without_any_topology() {
    let home = Home::new();
    let (document, code) = home.json(&["explain", "--on", Z170, "--no-report"]);
    assert_eq!((code, &document["schema"]), (0, &json!("narrows.explain/1")));
    assert_eq!((&document["simulated"], &document["partial"]), (&json!(true), &json!(false)));
    let [limit] = limits(&document) else { panic!("one limit: {}", document["sharing"]) };
    assert_dmi(limit);
    assert_eq!(document["sharing"]["private"].as_array().unwrap().len(), 4);
    let runs = document["sharing"]["runs"].as_u64().unwrap();
    // At most 3 for each of four drives and 8 more.
    assert!((5..=20).contains(&runs), "{runs}");
    let likeliest = &document["sharing"]["causes"][0];
    assert_eq!((&likeliest["limit"], &likeliest["kind"]), (&json!(0), &json!("uplink")));
    assert!(home.runs().is_empty());
}

/// One drive shares nothing with others, but its limit is explained as by the bare command.
#[test]
fn one_drive_is_explained_by_itself() {
    let one = ["explain", "m8pe1", "--on", Z170, "--no-report"];
    let (document, code) = Home::new().json(&one);
    assert_eq!((code, &document["schema"]), (0, &json!("narrows.run/1")), "{document}");
    let findings = document["findings"].as_array().unwrap();
    assert!(findings.iter().any(|it| it["targets"] == json!(["m8pe1"])), "{document}");
    let (_, code) = Home::new().json(&[&one[..], &["--dry-run"]].concat());
    assert_eq!(code, 0);
}

#[test]
fn drives_apart_share_nothing() {
    let (document, code) = Home::new().json(&["explain", "--on", X99, "--no-report"]);
    assert_eq!((code, limits(&document).len()), (0, 0));
    let page = Home::new().narrows(&["explain", "--on", X99, "--no-report"]);
    let page = String::from_utf8(page.stdout).unwrap();
    assert!(page.contains("no contention of 10 % or more"), "{page}");
}

#[test]
fn the_page_begins_with_the_answer_in_both_languages() {
    for (language, words) in [("en", "share the chipset uplink"), ("ja", "を共有しており")] {
        let args = ["explain", "--on", Z170, "--no-report", "--lang", language, "--time", "10s"];
        let output = Home::new().narrows(&args);
        let page = String::from_utf8(output.stdout).unwrap();
        let answer = page.lines().find(|line| line.starts_with('▶')).unwrap();
        assert!(page.contains(words) && answer.contains("m8pe1, m8pe2, m8pe3"), "{page}");
    }
}

/// Six seconds are five rounds of each alone and all, or so: fewer than without a budget.
#[test]
fn a_budget_is_kept_and_what_is_open_is_said() {
    let home = Home::new();
    let all = ["explain", "--on", Z170, "--no-report", "--round", "1s", "--no-experiments"];
    let (short, code) = home.json(&[&all[..], &["--time", "6s"]].concat());
    assert_eq!((code, &short["sharing"]["runs"]), (0, &json!(5)));
    let (few, code) = home.json(&[&all[..], &["--runs", "3"]].concat());
    assert_eq!((code, &few["sharing"]["runs"]), (0, &json!(3)));
    assert_eq!(few["sharing"]["complete"], false);
    // Two of four drives alone, and all: which of the others are slowed is unknown.
    assert!(!few["sharing"]["undecided"].as_array().unwrap().is_empty(), "{few}");
}

#[test]
fn kept_runs_are_explained_again() {
    let home = Home::new();
    let explained = home.keep(&["explain", "--on", Z170]);
    let report = std::fs::read_to_string(explained.join("report.html")).unwrap();
    assert!(report.contains("<h2>Shared bottlenecks</h2>"));
    let id = name(&explained).to_owned();
    let file = explained.join("run.json").display().to_string();
    let mut documents = Vec::new();
    for by in [&id, &explained.display().to_string(), &file] {
        let (document, code) = home.json(&["explain", "--from", by]);
        assert_eq!((code, &document["runs"]), (0, &json!([id])));
        assert_dmi(&limits(&document)[0]);
        documents.push(document);
    }
    assert!(documents.iter().all(|document| *document == documents[0]));
    // Alone in one run, together in another: only both tell.
    let alone = home.keep(&["measure", "--on", Z170, "--set", "each", "--time", "300ms"]);
    let pairs = ["--set", "pairs", "--set", "all"];
    let pairs = home.keep(&[&["measure", "--on", Z170, "--time", "300ms"], &pairs[..]].concat());
    let (document, _) = home.json(&["explain", "--from", name(&alone)]);
    assert_eq!(limits(&document), &[] as &[Value]);
    let both = ["explain", "--from", name(&alone), "--from", name(&pairs), "--from", name(&pairs)];
    let (document, code) = home.json(&both);
    assert_eq!((code, document["runs"].as_array().unwrap().len()), (0, 2));
    assert_eq!(document["sharing"]["runs"], 4 + 6 + 1);
    assert_dmi(&limits(&document)[0]);
    let other = home.keep(&["measure", "--on", X99, "--time", "300ms"]);
    let (error, code) = home.error(&["explain", "--from", name(&alone), "--from", name(&other)]);
    assert!(code == 1 && error.contains("no drive in common"), "{error}");
}

/// A run as another program or a damaged disk may leave it: the impossible is reported.
#[test]
fn figures_that_make_no_sense_make_no_sets() {
    let home = Home::new();
    let run = home.keep(&["measure", "--on", Z170, "--time", "300ms"]);
    let text = std::fs::read_to_string(run.join("run.json")).unwrap();
    let explain = |change: &dyn Fn(&mut Value)| {
        let mut document: Value = serde_json::from_str(&text).unwrap();
        change(&mut document);
        let path = home.path().join("changed.json");
        std::fs::write(&path, document.to_string()).unwrap();
        home.json(&["explain", "--from", path.to_str().unwrap()])
    };
    let rows = |document: &mut Value, change: &dyn Fn(&mut Value)| {
        document["results"].as_array_mut().unwrap().iter_mut().for_each(change);
    };
    let left = |document: &Value| {
        let odd = document["sharing"]["contradictions"].as_array().unwrap();
        odd.iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (zero, code) = explain(&|run| rows(run, &|row| row["mb_s"] = json!(0.0)));
    assert_eq!((code, limits(&zero).len(), left(&zero).len()), (3, 0, 5));
    let (twice, _) = explain(&|run| {
        let again = run["results"].as_array().unwrap().clone();
        run["results"].as_array_mut().unwrap().extend(again);
    });
    assert_eq!(limits(&twice), &[] as &[Value]);
    assert!(left(&twice).iter().all(|id| id == "sharing-left-twice"), "{twice}");
    // One of the four together is missing.
    let (missing, _) = explain(&|run| {
        let rows = run["results"].as_array_mut().unwrap();
        rows.retain(|row| row["set"] != "all" || row["target"] != "m8pe3");
    });
    assert_eq!((limits(&missing).len(), left(&missing)), (0, vec!["sharing-left-missing".into()]));
    let (nothing, code) = explain(&|run| run["results"] = json!([]));
    assert_eq!((code, &nothing["sharing"]), (3, &Value::Null));
    assert_eq!(nothing["notes"].as_array().unwrap().last().unwrap()["id"], "explain-nothing");
    // Parents in a circle, and a limit inside itself.
    let (_, code) = explain(&|run| {
        let ports = run["machine"]["ports"].as_array_mut().unwrap();
        ports.iter_mut().for_each(|port| port["parent"] = port["id"].clone());
    });
    assert_eq!(code, 0);
}

#[test]
fn bad_requests_are_refused_with_their_reason() {
    let home = Home::new();
    let on = ["explain", "--on", Z170];
    for (args, code, words) in [
        (&["--workload", "no-such"][..], 2, "no-such"),
        (&["--workload", "seq-write-128k-q32"], 2, "explain is read-only"),
        (&["--runs", "0"], 2, "--runs"),
        (&["--time", "soon"], 2, "--time"),
        (&["--round", "1ms"], 2, "--round"),
        (&["--from", "latest"], 2, "--from"),
        (&["m8pe1", "no-such-drive"], 2, "no-such-drive"),
    ] {
        let (error, exit) = home.error(&[&on[..], args].concat());
        assert!(exit == code && error.contains(words), "{args:?}: {exit}: {error}");
    }
    let (error, code) = home.error(&["explain", "--from", "no-such-run"]);
    assert!(code != 0 && error.contains("no-such-run"), "{error}");
    let damaged = home.path().join("damaged.json");
    std::fs::write(&damaged, "{\"schema\":").unwrap();
    let (error, code) = home.error(&["explain", "--from", damaged.to_str().unwrap()]);
    assert!(code == 1 && error.contains("damaged.json"), "{error}");
}

/// Each of four drives alone, and all of them.
#[test]
fn a_plan_shows_what_is_certain_and_does_nothing() {
    let home = Home::new();
    let (plan, code) = home.json(&["explain", "--on", Z170, "--dry-run"]);
    assert_eq!((code, &plan["schema"]), (0, &json!("narrows.rounds/1")));
    let sets = plan["rounds"].as_array().unwrap().iter().map(|round| &round["set"]);
    assert_eq!(sets.collect::<Vec<_>>(), ["alone", "alone", "alone", "alone", "all"]);
    assert!(home.runs().is_empty());
}

/// Sets that fit the minute are part of the main job; the limit is reported once.
#[test]
fn the_main_job_finds_who_shares_what() {
    let home = Home::new();
    let args = ["--quick", "--on", Z170, "--no-report"];
    let (document, code) = home.json(&args);
    assert_eq!(code, 0);
    assert_dmi(&limits(&document)[0]);
    let findings = document["findings"].as_array().unwrap();
    assert_eq!(findings[0]["id"], "finding-shared-limit");
    let of_kind = findings.iter().filter(|it| it["id"].as_str().unwrap().contains("found"));
    assert_eq!(of_kind.count(), 0);
    let chosen = document["sharing"]["chosen"].as_array().unwrap();
    assert!(!chosen.is_empty());
    let page = String::from_utf8(home.narrows(&args).stdout).unwrap();
    assert!(page.contains("Shared bottlenecks") && !page.contains("of alone"), "{page}");
}

/// Interrupted as soon as it listens to that: its rounds take a second of real time then.
#[test]
fn an_interrupted_inquiry_says_what_it_has() {
    let home = Home::new();
    let args = ["explain", "--on", Z170, "--round", "10min", "--json", "--no-report"];
    let mut command = home.command(&args);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // SIGINT is bit 1 of the caught signals (proc(5)).
    let listens = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() & 0b10 != 0
    };
    while !listens() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = rustix::process::Pid::from_child(&child);
    let begun = Instant::now();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    assert_eq!(output.status.code(), Some(130));
    let document = crate::json::document(&output.stdout);
    assert_eq!(document["partial"], true);
}

/// Requests of a drive fail for 0.2 s, from when all are alone to somewhere among the sets: one or
/// two rounds come to nothing, are tried again, and the answer is the same.
#[test]
fn a_bad_moment_ends_no_inquiry() {
    let home = Home::new();
    // Each round takes 0.2 s of ramp and 0.3 s. Four alone end at 2.0 s, all together at 2.5 s.
    let failing = |from: &str, until: &str| {
        let path = home.path().join("faults.toml");
        let text = format!(
            "schema = \"narrows.faults/1\"\n[[fault]]\nwhat = \"m8pe2\"\nfrom = \"{from}\"\n\
             until = \"{until}\"\nkind = \"errors\"\nevery = 1\nerrno = \"EIO\"\n"
        );
        std::fs::write(&path, text).unwrap();
        let args = ["explain", "--on", Z170, "--no-report", "--no-experiments", "--round"];
        let faults = ["300ms", "--faults", path.to_str().unwrap()];
        home.json(&[&args[..], &faults].concat()).0["sharing"].clone()
    };
    let ids = |odd: &Value| -> Vec<String> {
        let ids = odd.as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap().to_owned());
        ids.collect()
    };
    for (from, until) in [("2.2 s", "2.4 s"), ("2.6 s", "3.1 s"), ("0.8 s", "1 s")] {
        let sharing = failing(from, until);
        assert_eq!(sharing["limits"].as_array().unwrap().len(), 1, "{from}: {sharing}");
        assert_dmi(&sharing["limits"][0]);
        assert!(ids(&sharing["contradictions"]).contains(&"sharing-left-partial".to_owned()));
        assert!(!ids(&sharing["undecided"]).contains(&"sharing-open-lost".to_owned()), "{sharing}");
    }
    // For good: sets with the drive are given up, and that is reported.
    let sharing = failing("2.2 s", "1000 s");
    assert!(ids(&sharing["undecided"]).contains(&"sharing-open-lost".to_owned()), "{sharing}");
}

/// `--on` before the command counts as after it; commands that do not measure refuse it.
#[test]
fn virtual_hardware_may_be_named_before_the_verb() {
    let home = Home::new();
    let quick = ["--no-report", "--no-experiments", "--round", "300ms", "--runs", "5"];
    let before = home.json(&[&["--on", Z170, "--seed", "7", "explain"], &quick[..]].concat());
    let after = home.json(&[&["explain", "--on", Z170, "--seed", "7"], &quick[..]].concat());
    assert_eq!((before.1, before.0["sharing"].clone()), (0, after.0["sharing"].clone()));
    for verb in [&["see"][..], &["explain", "--from", "latest"]] {
        let (error, code) = home.error(&[&["--on", Z170], verb].concat());
        assert!(code == 2 && error.contains("--on"), "{verb:?}: {error}");
    }
}

/// 33 drives are one more than are looked at together: nothing is measured for that.
#[test]
fn too_many_drives_are_refused_before_they_are_measured() {
    let home = Home::new();
    let drives: String = (0..65)
        .map(|at| {
            format!("[[drive]]\nid = 'd{at}'\non = 'cpu'\nlink = '3.0 x1'\nread = '500 MB/s'\n")
        })
        .collect();
    let path = home.path().join("many.toml");
    std::fs::write(&path, format!("schema = \"narrows.machine/1\"\n{drives}")).unwrap();
    let (error, code) = home.error(&["explain", "--on", path.to_str().unwrap()]);
    assert!(code == 2 && error.contains("65 drives") && error.contains("64"), "{error}");
}

/// A simulation says nothing on drives that were measured.
#[test]
fn simulated_and_measured_runs_are_not_put_together() {
    let home = Home::new();
    let run = home.keep(&["measure", "--on", Z170, "--time", "300ms"]);
    let text = std::fs::read_to_string(run.join("run.json")).unwrap();
    let mut real: Value = serde_json::from_str(&text).unwrap();
    real["id"] = json!("as-if-measured");
    real["simulation"] = Value::Null;
    for row in real["results"].as_array_mut().unwrap() {
        row["simulated"] = json!(false);
    }
    let path = home.path().join("real.json");
    std::fs::write(&path, real.to_string()).unwrap();
    let args = ["explain", "--from", name(&run), "--from", path.to_str().unwrap()];
    let (error, code) = home.error(&args);
    assert!(code == 2 && error.contains(name(&run)) && error.contains("as-if-measured"), "{error}");
}

/// Four drives behind a switch of 3.59 GB/s, a fast one beside it, 7.18 GB/s over all: s2 and s3
/// alone get 3.59 of the 6.00 that they request because of the inner switch, which refutes nothing
/// about the outer one. Before, its own uplink was reported with 28 %.
#[test]
fn what_an_inner_limit_keeps_back_does_not_refute_the_outer_one() {
    const SWITCHES: &str = r#"
schema = "narrows.machine/1"
name = "a switch below a switch"
[[switch]]
id = "top"
on = "cpu"
link = "3.0 x8"
[[switch]]
id = "sub"
on = "top"
link = "3.0 x4"
[[drive]]
id = "fast"
on = "top"
link = "4.0 x4"
read = "6500 MB/s"
[[drive]]
id = "s"
count = 4
on = "sub"
link = "3.0 x4"
read = "3000 MB/s"
"#;
    let home = Home::new();
    let file = home.path().join("switches.toml");
    std::fs::write(&file, SWITCHES).unwrap();
    let path = file.to_str().unwrap();
    let (document, code) = home.json(&["explain", "--on", path, "--no-experiments"]);
    assert_eq!(code, 0);
    let sharing = &document["sharing"];
    let outer = sharing["limits"].as_array().unwrap().iter();
    let outer = outer.clone().position(|it| it["drives"].as_array().unwrap().len() == 5).unwrap();
    let causes = sharing["causes"].as_array().unwrap().iter();
    let first = causes.clone().find(|cause| cause["limit"] == json!(outer)).unwrap();
    assert_eq!(first["kind"], "uplink", "{first:#}");
    assert!(first["likelihood"].as_f64().unwrap() > 0.5, "{first:#}");
}
