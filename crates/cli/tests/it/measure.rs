//! `narrows measure` as its users meet it: many targets, sets, limits, amounts, plans.
//!
//! The test's own files are read, so that it works with any drives. Figures are only checked for
//! properties that no busy machine can change: limits that are kept, amounts, counts.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::home::program;

fn narrows(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

fn command(args: &[&str]) -> Command {
    let state = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("state");
    let mut command = program(&[&["measure"], args].concat());
    command.env("XDG_STATE_HOME", state);
    command
}

/// The document of a run that ended with this code.
fn run(args: &[&str], code: i32) -> Value {
    let args = [args, &["--json", "--no-report"]].concat();
    let output = narrows(&args);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
    crate::json::document(&output.stdout)
}

fn results(document: &Value) -> &[Value] {
    document["results"].as_array().unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// Files of 8 MiB that can be read past the page cache; `None` if the file system cannot.
struct Files {
    _folder: tempfile::TempDir,
    paths: Vec<String>,
}

impl Files {
    fn make(count: usize) -> Option<Self> {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let path = |number: usize| folder.path().join(format!("data{number}"));
        for number in 0..count {
            std::fs::write(path(number), vec![0x5a; 8 << 20]).unwrap();
        }
        let direct = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::DIRECT;
        if rustix::fs::open(path(0), direct, rustix::fs::Mode::empty()).is_err() {
            println!("skipped: this file system has no O_DIRECT");
            return None;
        }
        let paths = (0..count).map(|number| path(number).to_str().unwrap().to_owned()).collect();
        Some(Self { _folder: folder, paths })
    }

    fn paths(&self) -> Vec<&str> {
        self.paths.iter().map(String::as_str).collect()
    }
}

#[test]
fn what_cannot_be_asked_is_refused_before_anything_is_opened() {
    for (args, says) in [
        (
            &["nonsense0n1"][..],
            "\"nonsense0n1\" names nothing: no drive, partition or array of this machine",
        ),
        (&["nop", "nop"], "nop is specified twice"),
        (&["nop", "--limit", "nop=fast"], "is not a valid rate limit"),
        (&["nop", "--limit", "sda=5MB/s"], "\"sda\" is not one of the targets: nop"),
        (&["nop", "--set", "x=nop", "--set", "x=nop"], "--set specifies \"x\" twice"),
        (&["nop", "--set", "most"], "each-and-pairs"),
        (&["nop", "--set", "pairs"], "pairs and all need two targets, but there is only one"),
        (&["nop", "/dev/zero", "--set", "nop,nop"], "\"nop\" is listed twice in one set"),
        (&["nop", "--amount", "4K"], "less than one block of seq-read-128k-q32 (128 KiB)"),
        (&["nop", "--engine", "pread", "--poll"], "require io_uring"),
        (&["/dev/zero", "/dev/../dev/zero"], "is specified twice"),
        (&["./nothing"], "\"./nothing\" names nothing"),
        (&["nop", "--block", "64M", "--depth", "32"], "1 GiB of outstanding I/O"),
        (&["nop", "--workload", "rand-read-4k-q1-windows"], "cannot use windows"),
        (&["nop", "--as", "nop=nonsense"], "no workload \"nonsense\""),
        (&["nop", "--cpus", "3-1"], "is not a list of CPUs"),
        (
            &[
                "nop",
                "--repeat",
                "1000",
                "--depth",
                "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21",
            ],
            "21000 rounds",
        ),
    ] {
        let output = narrows(args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(says) && error.lines().count() == 1, "{args:?}: {error}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_file_under_several_workloads() {
    let Some(files) = Files::make(1) else { return };
    let path = files.paths()[0];
    let more = ["--pattern", "random", "--block", "4K,16K", "--depth", "1,8", "--time", "200ms"];
    let document = run(&[&[path], &more[..]].concat(), 0);
    let results = results(&document);
    let workloads: Vec<&str> = results.iter().map(|r| r["workload"].as_str().unwrap()).collect();
    let all = ["rand-read-4k-q1", "rand-read-4k-q8", "rand-read-16k-q1", "rand-read-16k-q8"];
    assert_eq!(workloads, all);
    for result in results {
        assert_eq!(
            (result["set"].as_str(), result["target"].as_str()),
            (Some("alone"), Some(path))
        );
        assert!(number(&result["ops"]) > 0.0 && number(&result["mb_s"]) > 0.0);
        assert!((number(&result["read_mb_s"]) - number(&result["mb_s"])).abs() < 1e-6);
        assert_eq!(number(&result["write_mb_s"]), 0.0);
        assert_eq!(result["asked"]["pattern"], "random");
        assert_eq!(result["asked"]["limit_mb_s"], Value::Null);
        assert_eq!(result["place"]["kind"], "file");
        assert_eq!(result["threads"].as_array().unwrap().len(), 1);
        assert!(number(&result["done_s"]) > 0.2);
        assert!(number(&result["user_cpu_us_per_io"]) >= 0.0);
    }
    assert_eq!(results[3]["asked"]["block_bytes"], 16384);
    assert_eq!(results[3]["asked"]["depth"], 8);
    assert!(document["context"]["kernel"].as_str().is_some_and(|kernel| !kernel.is_empty()));
}

/// 20 MB/s is far below the rate of any file here. It is kept over every second of the run to 5 %
/// and the burst that the queue allows; the one beside it is not limited.
#[test]
fn one_is_held_to_a_rate_while_the_other_runs_free() {
    let Some(files) = Files::make(2) else { return };
    let [held, free] = files.paths()[..] else { unreachable!() };
    let limit = format!("{held}=20MB/s");
    let more = ["--set", "all", "--block", "64K", "--depth", "4", "--time", "2s"];
    let document = run(&[&[held, free, "--limit", &limit], &more[..]].concat(), 0);
    let results = results(&document);
    assert_eq!(results.len(), 2);
    let of = |path: &str| results.iter().find(|r| r["target"] == path).unwrap();
    assert_eq!(of(held)["asked"]["limit_mb_s"], 20.0);
    let rate = number(&of(held)["mb_s"]);
    assert!(rate <= 20.0 * 1.05, "{rate}");
    assert!(rate > 1.0, "{rate}");
    let course: Vec<f64> =
        of(held)["timeline_mb_s"].as_array().unwrap().iter().map(number).collect();
    let burst = 4.0 * 0.065536;
    for second in course.windows(10) {
        let mean = second.iter().sum::<f64>() / 10.0;
        assert!(mean <= 20.0 * 1.05 + burst, "{mean}: {course:?}");
    }
    assert_eq!(of(free)["asked"]["limit_mb_s"], Value::Null);
    assert!(number(&of(free)["mb_s"]) > rate, "{document:#}");
    assert_eq!(of(free)["together"].as_array().unwrap().len(), 2);
}

#[test]
fn an_amount_ends_a_round_whatever_its_time() {
    let Some(files) = Files::make(1) else { return };
    let path = files.paths()[0];
    let document = run(&[path, "--amount", "32M", "--block", "1M", "--depth", "2"], 0);
    let result = &results(&document)[0];
    // 32 MiB in blocks of 1 MiB: 32 requests, over the file four times; slots cut at both ends may
    // leave a few of them out of the window.
    let ops = number(&result["ops"]);
    assert!((1.0..=32.0).contains(&ops), "{ops}");
    assert!(number(&result["done_s"]) < 60.0);
    assert_eq!(result["partial"], false);
}

/// One block: the window ends before the sample in which it came, so there is nothing in it.
#[test]
fn an_amount_that_is_through_at_once_is_no_figure() {
    let document = run(&["nop", "--amount", "4K", "--block", "4K", "--depth", "1"], 3);
    assert!(results(&document).is_empty());
    let notes = document["notes"].as_array().unwrap();
    let is_noted = notes.iter().any(|note| note["text"].as_str().unwrap().contains("too soon for"));
    assert!(is_noted, "{document:#}");
}

#[test]
fn no_device_shows_the_engine_itself() {
    let more = ["--pattern", "random", "--block", "4K", "--depth", "32", "--time", "300ms"];
    for (target, kind) in [("nop", "nop"), ("/dev/zero", "character")] {
        let document = run(&[&[target], &more[..]].concat(), 0);
        let result = &results(&document)[0];
        assert_eq!(result["target"], target);
        assert_eq!(result["place"]["kind"], kind, "{target}");
        assert!(number(&result["iops"]) > 0.0);
        assert_eq!(result["method"]["direct"], false, "{target}");
    }
}

#[test]
fn the_means_are_chosen_and_told() {
    let Some(files) = Files::make(1) else { return };
    let measured = |args: &[&str]| {
        let path = [files.paths()[0], "--block", "4K", "--depth", "2", "--time", "100ms"];
        let document = run(&[&path, args].concat(), 0);
        let result = &results(&document)[0];
        let threads = result["threads"].as_array().unwrap().clone();
        let cpus: Vec<Option<u64>> = threads.iter().map(|thread| thread["cpu"].as_u64()).collect();
        (result["method"]["engine"].as_str().unwrap().to_owned(), cpus)
    };
    assert_eq!(measured(&["--engine", "pread", "--no-pin"]), ("pread".to_owned(), vec![None]));
    assert_eq!(measured(&["--cpus", "0", "--jobs", "2"]).1, [Some(0), Some(0)]);
    // More threads than processors: none is bound.
    if std::thread::available_parallelism().is_ok_and(|cpus| cpus.get() < 200) {
        assert_eq!(measured(&["--jobs", "200"]).1, vec![None; 200]);
    }
}

/// Each target under its own workload at the same time; staggered starts; every second repeat
/// backwards.
#[test]
fn different_things_at_once_in_a_chosen_order() {
    let args = ["nop", "/dev/zero", "--set", "both=nop,/dev/zero", "--set", "each"];
    let more = [
        "--workload",
        "rand-read-4k-q8",
        "--as",
        "/dev/zero=seq-read-64k-q2",
        "--start-order",
        "/dev/zero",
        "--stagger",
        "50ms",
        "--time",
        "200ms",
        "--repeat",
        "2",
    ];
    let document = run(&[&args[..], &more].concat(), 0);
    let texts: Vec<String> = results(&document)
        .iter()
        .map(|r| {
            let after = number(&r["asked"]["start_after_s"]);
            let text = |key: &str| r[key].as_str().unwrap().to_owned();
            format!(
                "{} {} {} {} {after}",
                r["repeat"],
                text("set"),
                text("target"),
                text("workload")
            )
        })
        .collect();
    let both = ["both nop rand-read-4k-q8 0.05", "both /dev/zero seq-read-64k-q2 0"];
    let alone = ["alone nop rand-read-4k-q8 0", "alone /dev/zero seq-read-64k-q2 0"];
    let first = both.iter().chain(&alone).map(|row| format!("1 {row}"));
    let second = alone.iter().rev().chain(&both).map(|row| format!("2 {row}"));
    assert_eq!(texts, first.chain(second).collect::<Vec<_>>());
}

#[test]
fn a_file_that_is_not_there_leaves_the_others_standing() {
    let document = run(&["nop", "--file", "/nonexistent/file", "--time", "100ms"], 3);
    assert_eq!(results(&document).len(), 1);
    assert_eq!(document["partial"], true);
    let notes = document["notes"].as_array().unwrap();
    assert!(notes.iter().any(|note| note["text"].as_str().unwrap().contains("/nonexistent/file")));
}

/// Files of procfs are never read past memory, which only opening them shows: by then a round that
/// no longer has two targets is no usage error, but reported with its reason.
#[test]
fn a_target_that_cannot_be_opened_leaves_a_document() {
    let args = ["nop", "--file", "/proc/version", "--set", "all", "--time", "100ms"];
    let document = run(&args, 3);
    let notes = document["notes"].as_array().unwrap();
    assert!(notes.iter().any(|note| note["about"] == "/proc/version"), "{notes:?}");
    assert_eq!(document["partial"], true);
}

#[test]
fn a_plan_is_shown_and_nothing_runs() {
    let args = ["nop", "/dev/zero", "--set", "each-and-all", "--repeat", "3", "--time", "1h"];
    let document = run(&[&args[..], &["--limit", "nop=5GB/s", "--dry-run"]].concat(), 0);
    assert_eq!(document["schema"], "narrows.rounds/1");
    assert_eq!(document["rounds"].as_array().unwrap().len(), 9);
    // Nine rounds of an hour, each with a ramp of 0.2 s.
    assert!((number(&document["total_s"]) - 9.0 * 3600.2).abs() < 1e-6);
    assert_eq!(document["rounds"][0]["parts"][0]["asked"]["limit_mb_s"], 5000.0);
    assert_eq!(document["targets"][1]["path"], "/dev/zero");
    let page = narrows(&["nop", "--dry-run"]);
    let page = String::from_utf8(page.stdout).unwrap();
    assert!(page.contains("1 round, 3.2 s") && page.contains("seq-read-128k-q32"), "{page}");
    let job = narrows(&["nop", "--dry-run", "--fio-job", "-"]);
    let job = String::from_utf8(job.stdout).unwrap();
    assert!(job.starts_with("[global]") && job.contains("ioengine=null"), "{job}");
}

#[test]
fn no_job_is_written_of_what_may_not_be_done() {
    for args in [
        &["nop", "--write", "--dry-run", "--fio-job", "-"][..],
        &["nop", "--raw-write", "--serial", "x", "--fio-job", "-"],
        &["/dev/zero", "--workload", "rand-write-4k-q1", "--dry-run"],
    ] {
        let refused = narrows(args);
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        assert!(refused.stdout.is_empty() && !refused.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn an_interrupt_keeps_what_there_is() {
    let args = ["nop", "--time", "20s", "--json", "--no-report"];
    let child = command(&args).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let document = crate::json::document(&output.stdout);
    assert_eq!(document["partial"], true);
    for result in results(&document) {
        assert!(number(&result["window_s"]) < 15.0 && result["partial"] == true);
    }
}

#[test]
fn samples_lie_beside_the_run() {
    let state = tempfile::tempdir().unwrap();
    let ran = command(&["nop", "--time", "200ms", "--json"])
        .env("XDG_STATE_HOME", state.path())
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(0));
    let document = crate::json::document(&ran.stdout);
    let run = state.path().join("narrows/runs").join(document["id"].as_str().unwrap());
    let packed = std::fs::File::open(run.join("samples.json.gz")).unwrap();
    let samples: Value = serde_json::from_reader(flate2::read::GzDecoder::new(packed)).unwrap();
    assert_eq!(samples[0]["slot_us"], 1000.0);
    // 200 ms after a ramp of 200 ms, in slots of 1 ms.
    assert_eq!(samples[0]["slot_bytes"].as_array().unwrap().len(), 400);
}
