//! Kept runs as their users meet them: listed, shown again, followed over time, compared.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::Path;
use std::process::{Command, Output};

use narrows_record::run::{Latency, Measured, Run};
use narrows_record::schema;
use narrows_record::see::{Drive, See};
use serde_json::Value;

const WORKLOAD: &str = "seq-read-128k-q32";

struct Bench(tempfile::TempDir);

impl Bench {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn home(&self) -> std::path::PathBuf {
        self.0.path().join("narrows")
    }

    fn keep(&self, id: &str, run: &Run) {
        let folder = self.home().join("runs").join(id);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("run.json"), serde_json::to_vec(run).unwrap()).unwrap();
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_narrows"));
        command.args(args).env("LC_ALL", "C.UTF-8").env("COLUMNS", "100");
        command.env("XDG_STATE_HOME", self.0.path()).env_remove("SUDO_UID");
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// Standard output, and the exit code.
    fn said(&self, args: &[&str]) -> (String, i32) {
        let output = self.run(args);
        let text = String::from_utf8(output.stdout).unwrap();
        (text, output.status.code().unwrap())
    }

    fn json(&self, args: &[&str]) -> Value {
        let (text, _) = self.said(&[args, &["--json"]].concat());
        serde_json::from_str(&text).unwrap()
    }

    /// The one line of an error, and the exit code.
    fn error(&self, args: &[&str]) -> (String, i32) {
        let output = self.run(args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error.lines().count(), 1, "{error}");
        (error, output.status.code().unwrap())
    }
}

/// A run on `day` of November: drive S1, called `target`, alone at `mb_s`, with 3 s of samples that
/// ripple by 1 %.
fn run(day: u32, target: &str, mb_s: f64) -> Run {
    let drive = Drive {
        id: target.to_owned(),
        model: Some("Model".to_owned()),
        serial: Some("S1".to_owned()),
        ..Drive::default()
    };
    let sign = |at: usize| if ((at * 7) % 11).is_multiple_of(2) { 0.01 } else { -0.01 };
    let result = Measured {
        target: target.to_owned(),
        workload: WORKLOAD.to_owned(),
        set: "alone".into(),
        together: vec![target.to_owned()],
        repeat: 1,
        mb_s,
        iops: mb_s * 1e6 / 131_072.0,
        ops: 1000,
        window_s: 3.0,
        latency_us: Latency { p50: Some(100.0), p99: Some(500.0), ..Latency::default() },
        timeline_mb_s: (0..30).map(|at| mb_s * (1.0 + sign(at))).collect(),
        ..Measured::default()
    };
    Run {
        schema: schema::RUN.to_owned(),
        narrows: "0.1.0".to_owned(),
        id: format!("202511{day:02}T100000Z-{day:04}"),
        started: format!("2025-11-{day:02}T10:00:00Z"),
        command: vec!["narrows".to_owned()],
        machine: See { drives: vec![drive], ..See::default() },
        context: None,
        simulation: None,
        predictions: Vec::new(),
        results: vec![result],
        sharing: None,
        array: None,
        findings: Vec::new(),
        notes: Vec::new(),
        partial: false,
    }
}

/// A drive that was renamed once and slows down: 1,000, 990, 900 MB/s.
fn declining() -> Bench {
    let bench = Bench::new();
    for (day, target, mb_s) in [(1, "sda", 1000.0), (2, "sda", 990.0), (3, "sdb", 900.0)] {
        let run = run(day, target, mb_s);
        bench.keep(&run.id.clone(), &run);
    }
    bench
}

#[test]
fn runs_are_listed_newest_first() {
    let bench = declining();
    let (page, code) = bench.said(&["history"]);
    assert_eq!(code, 0);
    let days: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("2025-11-")).collect();
    let short: Vec<String> = days.iter().map(|line| line.chars().take(2).collect()).collect();
    assert_eq!(short, ["03", "02", "01"], "{page}");
    assert!(days[0].contains("0003") && days[0].contains("900 MB/s"), "{page}");

    let document = bench.json(&["history", "--limit", "1"]);
    assert_eq!((&document["schema"], &document["known"]), (&"narrows.history/1".into(), &3.into()));
    assert_eq!(document["runs"][0]["id"], "20251103T100000Z-0003");
    assert_eq!(
        bench.json(&["history", "--since", "2025-11-02"])["runs"].as_array().unwrap().len(),
        2
    );
    assert_eq!(bench.json(&["history", "--drive", "nobody"])["runs"], Value::Array(Vec::new()));
    assert!(bench.said(&["history", "--lang", "ja"]).0.contains("の測定: 3件"));
    // Without anything kept there is a hint, and nothing is made.
    let empty = Bench::new();
    assert!(empty.said(&["history"]).0.contains("narrows measure"));
    assert!(!empty.home().exists());
}

#[test]
fn a_slow_decline_shows_although_the_drive_changed_its_name() {
    let bench = declining();
    let args = ["history", "--drive", "/dev/sdb", "--workload", WORKLOAD];
    let points = &bench.json(&args)["series"][0]["points"];
    let changes: Vec<f64> =
        points.as_array().unwrap().iter().filter_map(|point| point["change"].as_f64()).collect();
    assert!((changes[0] + 0.01).abs() < 1e-9 && (changes[1] + 0.1).abs() < 1e-9, "{changes:?}");
    let (page, _) = bench.said(&args);
    assert!(page.contains("−1.0 %") && page.contains("−10.0 %"), "{page}");
}

#[test]
fn a_run_is_shown_again() {
    let bench = declining();
    let (page, code) = bench.said(&["history", "0002"]);
    assert!(code == 0 && page.contains("990"), "{page}");
    assert_eq!(bench.json(&["history", "latest~2"])["results"][0]["mb_s"], 1000.0);
    let (error, code) = bench.error(&["history", "nosuch"]);
    assert!(code == 2 && error.contains("nosuch") && error.contains("narrows history"), "{error}");
    let (error, code) = bench.error(&["history", "2025"]);
    assert!(code == 2 && error.contains("20251101T100000Z-0001"), "{error}");
    let (error, code) = bench.error(&["history", "latest~3"]);
    assert!(code == 2 && error.contains("3 runs"), "{error}");
}

#[test]
fn comparing_tells_a_difference_from_noise() {
    let bench = declining();
    let document = bench.json(&["compare", "latest~1", "latest"]);
    let pair = &document["rows"][0]["mb_s"];
    // 900 / 990.
    assert!((pair["ratio"].as_f64().unwrap() - 0.909_09).abs() < 1e-4);
    assert_eq!((&pair["outcome"], &pair["interval_from"]), (&"less".into(), &"samples".into()));
    assert_eq!(document["rows"][0]["target_a"], "sda");

    let (page, code) = bench.said(&["compare", "0001", "0003"]);
    assert!(code == 0 && page.contains("0.900 ± 0.0") && page.contains("slower"), "{page}");
    assert!(page.contains("sdb was called sda in A"), "{page}");
    let (page, _) = bench.said(&["compare", "0001", "0003", "--lang", "ja"]);
    assert!(page.contains("倍") && page.contains("低速化"), "{page}");
}

/// 10 % less of the only result: the verdict, both drawings, and a bar for each of the two figures.
#[test]
fn two_runs_stand_beside_each_other_in_a_report() {
    let bench = declining();
    let file = bench.0.path().join("beside.html");
    let args = ["compare", "0001", "0003", "--html", file.to_str().unwrap()];
    let (page, code) = bench.said(&args);
    assert!(code == 0 && page.contains("▶ B beside A: the one result is slower."), "{page}");
    assert!(page.contains(": −10.0 %."), "{page}");
    let report = std::fs::read_to_string(file).unwrap();
    assert!(report.contains("<h1>B beside A: the one result is slower.</h1>"), "{report}");
    assert_eq!(report.matches("<figure>").count(), 2);
    assert_eq!(report.matches("class=\"flows slim\"").count(), 2);
    assert_eq!(report.matches("class=\"bar\"").count(), 2);
}

#[test]
fn only_what_noise_cannot_explain_fails() {
    let bench = declining();
    let code = |args: &[&str]| bench.said(&[&["compare"], args].concat()).1;
    assert_eq!(code(&["0001", "0003", "--fail-if-slower", "5%"]), 4);
    assert_eq!(code(&["0001", "0002", "--fail-if-slower", "5%"]), 0);
    assert_eq!(code(&["0003", "0001", "--fail-if-slower", "5%"]), 0, "faster is no failure");
    // 10 % slower, but within the interval's reach of 9.9 %.
    assert_eq!(code(&["0001", "0003", "--fail-if-slower", "9.9%"]), 0);
    let mut short = run(4, "sdb", 500.0);
    short.results[0].timeline_mb_s.truncate(3);
    bench.keep("short", &short);
    assert_eq!(code(&["0001", "short", "--fail-if-slower", "5%"]), 3, "half, but who knows");
    assert_eq!(
        bench.json(&["compare", "0001", "0003", "--fail-if-slower", "5%"])["rows"][0]["slower"][0],
        "mb_s"
    );
    let (error, code) = bench.error(&["compare", "latest", "latest~1", "--fail-if-slower", "x"]);
    assert!(code == 2 && error.contains("5%"), "{error}");
}

#[test]
fn runs_that_lie_elsewhere_are_named_by_their_path() {
    let bench = declining();
    let elsewhere = bench.0.path().join("old");
    fs::rename(bench.home().join("runs/20251101T100000Z-0001"), &elsewhere).unwrap();
    let folder = elsewhere.to_str().unwrap();
    let document = format!("{folder}/run.json");
    let same = bench.json(&["compare", folder, &document]);
    assert_eq!(same["rows"][0]["mb_s"]["outcome"], "same");
    let relative =
        bench.command(&["compare", "old", "latest", "--json"]).current_dir(bench.0.path()).output();
    assert_eq!(relative.unwrap().status.code(), Some(0));
    let (error, code) = bench.error(&["compare", "/nowhere/at/all", "latest"]);
    assert!(code == 1 && error.contains("/nowhere/at/all"), "{error}");
    // Nothing in common is no comparison.
    let mut other = run(5, "sda", 1.0);
    other.results[0].workload = "rand-read-4k-q1".to_owned();
    bench.keep("other", &other);
    let (page, code) = bench.said(&["compare", folder, "other"]);
    assert!(code == 3 && page.contains("Only in A") && page.contains("Only in B"), "{page}");
}

#[test]
fn a_kill_while_the_index_is_made_costs_nothing() {
    let bench = Bench::new();
    for day in 1..=28 {
        for hour in 0..8 {
            bench.keep(&format!("{day:02}-{hour}"), &run(day, "sda", 100.0));
        }
    }
    for _ in 0..8 {
        let mut child = bench.command(&["history", "--rebuild", "--quiet"]);
        let mut child = child.stdout(std::process::Stdio::null()).spawn().unwrap();
        // Killed at whatever point it has come to; the next one must not care.
        let grown = || fs::metadata(bench.home().join("history.sqlite-wal")).is_ok();
        while !grown() && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        let _ = child.kill();
        child.wait().unwrap();
        let document = bench.json(&["history"]);
        assert_eq!(document["known"], 224);
        assert_eq!(document["notes"], Value::Array(Vec::new()));
    }
}

#[test]
fn under_sudo_the_index_belongs_to_the_caller() {
    const NOBODY: u32 = 65_534;
    let bench = declining();
    if chown(bench.0.path(), Some(NOBODY), Some(NOBODY)).is_err() {
        return println!("skipped: only root can give files away");
    }
    for folder in [bench.home(), bench.home().join("runs")] {
        chown(folder, Some(NOBODY), Some(NOBODY)).unwrap();
    }
    let asked = |args: &[&str]| {
        let mut command = bench.command(args);
        command.env("SUDO_UID", NOBODY.to_string()).env("SUDO_GID", NOBODY.to_string());
        command.output().unwrap()
    };
    let output = asked(&["history", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let owner = |path: &Path| fs::metadata(path).map(|metadata| metadata.uid()).unwrap();
    assert_eq!(owner(&bench.home().join("history.sqlite")), NOBODY);
    // A directory that the caller may not write to is left alone: the runs are read without index.
    let index = bench.home().join("history.sqlite");
    fs::remove_file(&index).unwrap();
    chown(bench.home(), Some(0), Some(0)).unwrap();
    let document = crate::json::document(&asked(&["history", "--json"]).stdout);
    assert_eq!(document["known"], 3);
    assert_eq!(document["notes"][0]["id"], "history-index-unusable");
    assert!(!index.exists());
    let output = asked(&["history", "--rebuild"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && error.contains("history.sqlite"), "{error}");
}
