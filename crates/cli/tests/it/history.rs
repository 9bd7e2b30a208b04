//! Kept runs as their users meet them: listed, shown again, followed over time, compared.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::Path;
use std::time::{Duration, SystemTime};

use narrows_record::run::{Latency, RunDocument, TargetMeasurement};
use narrows_record::schema;
use narrows_record::see::{DriveRecord, SeeDocument};
use serde_json::Value;

use crate::home::Home;

const WORKLOAD: &str = "seq-read-128k-q32";

impl Home {
    fn keep_document(&self, id: &str, run: &RunDocument) {
        let folder = self.state().join("runs").join(id);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("run.json"), serde_json::to_vec(run).unwrap()).unwrap();
    }

    /// An error of one line, and the exit code.
    fn line_of_error(&self, args: &[&str]) -> (String, i32) {
        let (error, code) = self.error(args);
        assert_eq!(error.lines().count(), 1, "{error}");
        (error, code)
    }
}

/// A run on `day` of November: drive S1, called `target`, alone at `mb_s`, with 3 s of samples that
/// ripple by 1 %.
fn run(day: u32, target: &str, mb_s: f64) -> RunDocument {
    let drive = DriveRecord {
        id: target.to_owned(),
        model: Some("Model".to_owned()),
        serial: Some("S1".to_owned()),
        ..DriveRecord::default()
    };
    let sign = |at: usize| if ((at * 7) % 11).is_multiple_of(2) { 0.01 } else { -0.01 };
    let result = TargetMeasurement {
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
        ..TargetMeasurement::default()
    };
    RunDocument {
        schema: schema::RUN.to_owned(),
        narrows: "0.1.0".to_owned(),
        id: format!("202511{day:02}T100000Z-{day:04}"),
        started: format!("2025-11-{day:02}T10:00:00Z"),
        command: vec!["narrows".to_owned()],
        machine: SeeDocument { drives: vec![drive], ..SeeDocument::default() },
        results: vec![result],
        ..RunDocument::default()
    }
}

/// A drive that was renamed once and slows down: 1,000, 990, 900 MB/s.
fn declining() -> Home {
    let home = Home::new();
    for (day, target, mb_s) in [(1, "sda", 1000.0), (2, "sda", 990.0), (3, "sdb", 900.0)] {
        let run = run(day, target, mb_s);
        home.keep_document(&run.id.clone(), &run);
    }
    home
}

#[test]
fn runs_are_listed_newest_first() {
    let home = declining();
    let (page, _, code) = home.output_of(&["history"]);
    assert_eq!(code, 0);
    let days: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("2025-11-")).collect();
    let short: Vec<String> = days.iter().map(|line| line.chars().take(2).collect()).collect();
    assert_eq!(short, ["03", "02", "01"], "{page}");
    assert!(days[0].contains("0003") && days[0].contains("900 MB/s"), "{page}");

    let document = home.json(&["history", "--limit", "1"]).0;
    assert_eq!((&document["schema"], &document["known"]), (&"narrows.history/1".into(), &3.into()));
    assert_eq!(document["runs"][0]["id"], "20251103T100000Z-0003");
    assert_eq!(
        home.json(&["history", "--since", "2025-11-02"]).0["runs"].as_array().unwrap().len(),
        2
    );
    assert_eq!(
        home.json(&["history", "--drive", "no-such-drive"]).0["runs"],
        Value::Array(Vec::new())
    );
    assert!(home.output_of(&["history", "--lang", "ja"]).0.contains("の測定：3 件"));
    // Without anything kept there is a hint, and nothing is made.
    let empty = Home::new();
    assert!(empty.output_of(&["history"]).0.contains("narrows measure"));
    assert!(!empty.state().exists());
}

#[test]
fn a_slow_decline_shows_although_the_drive_changed_its_name() {
    let home = declining();
    let args = ["history", "--drive", "/dev/sdb", "--workload", WORKLOAD];
    let points = &home.json(&args).0["series"][0]["points"];
    let changes: Vec<f64> =
        points.as_array().unwrap().iter().filter_map(|point| point["change"].as_f64()).collect();
    assert!((changes[0] + 0.01).abs() < 1e-9 && (changes[1] + 0.1).abs() < 1e-9, "{changes:?}");
    let (page, ..) = home.output_of(&args);
    assert!(page.contains("−1.0 %") && page.contains("−10.0 %"), "{page}");
}

#[test]
fn a_run_is_shown_again() {
    let home = declining();
    let (page, _, code) = home.output_of(&["history", "0002"]);
    assert!(code == 0 && page.contains("990"), "{page}");
    assert_eq!(home.json(&["history", "latest~2"]).0["results"][0]["mb_s"], 1000.0);
    let (error, code) = home.line_of_error(&["history", "nosuch"]);
    assert!(code == 2 && error.contains("nosuch") && error.contains("narrows history"), "{error}");
    let (error, code) = home.line_of_error(&["history", "2025"]);
    assert!(code == 2 && error.contains("20251101T100000Z-0001"), "{error}");
    let (error, code) = home.line_of_error(&["history", "latest~3"]);
    assert!(code == 2 && error.contains("3 runs"), "{error}");
}

/// Six runs of a drive that was renamed and became a tenth slower: days 1 to 3 at 1,000 MB/s, 4 to 6 at 900,
/// each a thousandth apart.
pub fn two_sides() -> Home {
    let home = Home::new();
    for day in 1..=6 {
        let (target, mb_s) = if day <= 3 { ("sda", 1000.0) } else { ("sdb", 900.0) };
        let run = run(day, target, mb_s * (1.0 + f64::from(day % 3) / 1000.0));
        home.keep_document(&run.id.clone(), &run);
    }
    home
}

pub const BEFORE: [&str; 3] = ["0001", "0002", "0003"];
pub const AFTER: [&str; 3] = ["0004", "0005", "0006"];

/// `compare BEFORE --with AFTER` and more.
pub fn compared<'a>(before: &[&'a str], after: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [&["compare"], before, &["--with"], after, more].concat()
}

#[test]
fn comparing_tells_a_difference_from_noise() {
    let home = two_sides();
    let document = home.json(&compared(&BEFORE, &AFTER, &[])).0;
    let row = &document["rows"][0];
    assert!((row["mb_s"]["ratio"].as_f64().unwrap() - 0.9).abs() < 1e-4);
    assert_eq!(
        (&row["mb_s"]["outcome"], &row["mb_s"]["interval_from"], &document["confidence"]),
        (&"less".into(), &"runs".into(), &0.99.into())
    );
    assert_eq!((&row["target_a"], &row["runs_a"]), (&"sda".into(), &3.into()));
    assert_eq!(document["a"]["runs"].as_array().unwrap().len(), 3);

    let (page, _, code) = home.output_of(&compared(&BEFORE, &AFTER, &[]));
    assert!(code == 0 && page.contains("0.900 ± 0.0") && page.contains("slower"), "{page}");
    assert!(page.contains("sdb was called sda in A"), "{page}");
    let (page, ..) = home.output_of(&compared(&BEFORE, &AFTER, &["--lang", "ja"]));
    assert!(page.contains("倍") && page.contains("低速化"), "{page}");
}

/// A tenth less, known well from the samples of each: still one run beside one, or two beside three.
#[test]
fn fewer_than_three_runs_on_a_side_are_not_judged() {
    let home = two_sides();
    for args in [
        vec!["compare", "0001", "0006"],
        compared(&BEFORE[..2], &AFTER, &[]),
        compared(&BEFORE, &AFTER[1..], &[]),
    ] {
        let document = home.json(&args).0;
        assert_eq!(document["rows"][0]["mb_s"]["outcome"], "unknown", "{args:?}");
        let (page, ..) = home.output_of(&args);
        assert!(page.contains("at least three separate runs"), "{page}");
        assert!(!page.contains("slower,") && !page.contains("is slower"), "{page}");
        assert_eq!(home.output_of(&[&args[..], &["--fail-if-slower", "5%"]].concat()).2, 3);
    }
    let usage = |args: &[&str]| {
        let (error, code) = home.line_of_error(args);
        assert_eq!(code, 2, "{error}");
        error
    };
    assert!(usage(&["compare", "0001"]).contains("--with"));
    assert!(usage(&["compare", "0001", "0002", "0003"]).contains("--with"));
    assert!(usage(&compared(&BEFORE, &["0003", "0004", "0005"], &[])).contains("-0003"));
    assert!(usage(&compared(&["0001"; 33], &["0004"], &[])).contains("32"));
}

/// The runs of [`two_sides`] are days apart, so none of them is gathered; of six within an hour, the
/// others on either side are.
#[test]
fn repeats_of_one_sitting_are_gathered() {
    let home = two_sides();
    let document = home.json(&["compare", "0003", "0006", "--gather"]).0;
    assert_eq!(document["a"].get("runs"), None);
    let home = Home::new();
    for at in 1..=6 {
        let mut run = run(at, "sda", if at <= 3 { 1000.0 } else { 900.0 });
        run.started = format!("2025-11-01T10:0{at}:00Z");
        home.keep_document(&run.id.clone(), &run);
    }
    let document = home.json(&["compare", "0003", "0006", "--gather"]).0;
    let ids = |side: &str| document[side]["runs"].as_array().unwrap().len();
    assert_eq!((ids("a"), ids("b")), (3, 3));
    assert_eq!(document["rows"][0]["mb_s"]["outcome"], "less");
}

/// 10 % less of the only result: the verdict, both drawings, and a bar for each of the two figures.
#[test]
fn two_runs_stand_beside_each_other_in_a_report() {
    let home = two_sides();
    let file = home.path().join("beside.html");
    let (page, _, code) =
        home.output_of(&compared(&BEFORE, &AFTER, &["--html", file.to_str().unwrap()]));
    assert!(code == 0 && page.contains("▶ B compared with A: the one result is slower."), "{page}");
    assert!(page.contains(": −10.0 %."), "{page}");
    let report = std::fs::read_to_string(file).unwrap();
    assert!(report.contains("<h1>B compared with A: the one result is slower.</h1>"), "{report}");
    assert_eq!(report.matches("<figure>").count(), 2);
    assert_eq!(report.matches("class=\"flows slim\"").count(), 2);
    assert_eq!(report.matches("class=\"bar\"").count(), 2);
}

#[test]
fn only_what_noise_cannot_explain_fails() {
    let home = two_sides();
    let code = |before: &[&str], after: &[&str], percent: &str| {
        home.output_of(&compared(before, after, &["--fail-if-slower", percent])).2
    };
    assert_eq!(code(&BEFORE, &AFTER, "5%"), 4);
    assert_eq!(code(&AFTER, &BEFORE, "5%"), 0, "faster is no failure");
    // 10 % slower, but the interval reaches to less than 9.9 %: neither is shown.
    assert_eq!(code(&BEFORE, &AFTER, "9.9%"), 3);
    assert_eq!(
        home.json(&compared(&BEFORE, &AFTER, &["--fail-if-slower", "5%"])).0["rows"][0]["slower"]
            [0],
        "mb_s"
    );
    let (error, code) =
        home.line_of_error(&["compare", "latest", "latest~1", "--fail-if-slower", "x"]);
    assert!(code == 2 && error.contains("5%"), "{error}");
}

#[test]
fn a_run_is_forgotten_after_a_rehearsal() {
    let home = declining();
    let folder =
        |id: &str| home.state().join("runs").join(format!("202511{}T100000Z-{id}", &id[2..]));
    let (page, _, code) = home.output_of(&["history", "--forget", "0001", "latest", "--rehearse"]);
    assert!(code == 0 && page.contains("2 runs would be deleted"), "{page}");
    assert!(folder("0001").exists() && folder("0003").exists());
    fs::write(folder("0002").join("notes.txt"), "mine").unwrap();
    let (error, code) = home.line_of_error(&["history", "--forget", "0001", "0002"]);
    assert!(code == 5 && error.contains("notes.txt"), "{error}");
    assert!(folder("0001").exists(), "all or none");
    // A kill may have left a file that had not yet its name.
    fs::write(folder("0001").join(".narrows-0123456789abcdef.new"), "half").unwrap();
    let document = home.json(&["history", "--forget", "0001", "0001"]).0;
    assert_eq!(
        (&document["schema"], &document["rehearsed"]),
        (&"narrows.forgotten/1".into(), &false.into())
    );
    assert_eq!(document["runs"].as_array().unwrap().len(), 1);
    assert!(!folder("0001").exists() && folder("0003").exists());
    assert_eq!(home.json(&["history"]).0["known"], 2);
    let (error, code) = home.line_of_error(&["history", "--forget", "0001"]);
    assert!(code == 2 && error.contains("0001"), "{error}");
    // A run that was killed before it was whole has no document; one that goes on has none yet.
    let [killed, under_way] = ["20251104T100000Z-00000004", "20251104T100000Z-00000005"];
    for id in [killed, under_way] {
        fs::create_dir(home.state().join("runs").join(id)).unwrap();
        fs::write(home.state().join("runs").join(id).join("report.html"), "half").unwrap();
    }
    let long_ago = SystemTime::now() - Duration::from_secs(7200);
    let folder_of_killed = fs::File::open(home.state().join("runs").join(killed)).unwrap();
    folder_of_killed.set_modified(long_ago).unwrap();
    let notes = home.json(&["history"]).0["notes"].to_string();
    assert!(notes.contains(killed) && !notes.contains(under_way), "{notes}");
    for name in [under_way, &format!("../runs/{killed}"), &format!("{killed}/")] {
        assert_eq!(home.line_of_error(&["history", "--forget", name]).1, 2, "{name}");
    }
    assert_eq!(home.output_of(&["history", "--forget", killed]).2, 0);
    assert!(!home.state().join("runs").join(killed).exists());
    // A link in the place of a run leads nowhere.
    let aside = home.path().join("aside");
    fs::rename(folder("0003"), &aside).unwrap();
    std::os::unix::fs::symlink(&aside, folder("0003")).unwrap();
    let (_, code) = home.line_of_error(&["history", "--forget", "0003"]);
    assert!(code != 0 && aside.join("run.json").exists());
}

/// A packed document is read like a plain one, in the list, again, and by its path.
#[test]
fn packed_documents_are_read() {
    let home = declining();
    let folder = home.state().join("runs/20251103T100000Z-0003");
    let text = fs::read(folder.join("run.json")).unwrap();
    let packing = fs::File::create(folder.join("run.json.gz")).unwrap();
    let mut packing = flate2::write::GzEncoder::new(packing, flate2::Compression::fast());
    std::io::Write::write_all(&mut packing, &text).unwrap();
    packing.finish().unwrap();
    fs::remove_file(folder.join("run.json")).unwrap();
    assert_eq!(home.json(&["history"]).0["runs"][0]["figures"][0]["mb_s"], 900.0);
    assert_eq!(home.json(&["history", "latest"]).0["results"][0]["mb_s"], 900.0);
    let path = folder.join("run.json.gz");
    let document = home.json(&["compare", "0001", path.to_str().unwrap()]).0;
    assert_eq!(document["rows"][0]["mb_s"]["b"], 900.0);
}

#[test]
fn runs_that_lie_elsewhere_are_named_by_their_path() {
    let home = declining();
    let elsewhere = home.path().join("old");
    fs::rename(home.state().join("runs/20251101T100000Z-0001"), &elsewhere).unwrap();
    let folder = elsewhere.to_str().unwrap();
    let document = format!("{folder}/run.json");
    let same = home.json(&["compare", folder, &document]).0;
    assert_eq!(same["rows"][0]["mb_s"]["ratio"], 1.0);
    let relative =
        home.command(&["compare", "old", "latest", "--json"]).current_dir(home.path()).output();
    assert_eq!(relative.unwrap().status.code(), Some(0));
    let (error, code) = home.line_of_error(&["compare", "/nowhere/at/all", "latest"]);
    assert!(code == 1 && error.contains("/nowhere/at/all"), "{error}");
    // Nothing in common is no comparison.
    let mut other = run(5, "sda", 1.0);
    other.results[0].workload = "rand-read-4k-q1".to_owned();
    home.keep_document("other", &other);
    let (page, _, code) = home.output_of(&["compare", folder, "other"]);
    assert!(code == 3 && page.contains("Only in A") && page.contains("Only in B"), "{page}");
}

#[test]
fn a_kill_while_the_index_is_made_costs_nothing() {
    let home = Home::new();
    for day in 1..=28 {
        for hour in 0..8 {
            home.keep_document(&format!("{day:02}-{hour}"), &run(day, "sda", 100.0));
        }
    }
    for _ in 0..8 {
        let mut child = home.command(&["history", "--rebuild", "--quiet"]);
        let mut child = child.stdout(std::process::Stdio::null()).spawn().unwrap();
        // Killed at whatever point it has come to; the next one must not care.
        let grown = || fs::metadata(home.state().join("history.sqlite-wal")).is_ok();
        while !grown() && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        let _ = child.kill();
        child.wait().unwrap();
        let document = home.json(&["history"]).0;
        assert_eq!(document["known"], 224);
        assert_eq!(document["notes"], Value::Array(Vec::new()));
    }
}

#[test]
fn under_sudo_the_index_belongs_to_the_caller() {
    const NOBODY: u32 = 65_534;
    let home = declining();
    if chown(home.path(), Some(NOBODY), Some(NOBODY)).is_err() {
        return println!("skipped: only root can give files away");
    }
    for folder in [home.state(), home.state().join("runs")] {
        chown(folder, Some(NOBODY), Some(NOBODY)).unwrap();
    }
    let as_user = |args: &[&str]| {
        let mut command = home.command(args);
        command.env("SUDO_UID", NOBODY.to_string()).env("SUDO_GID", NOBODY.to_string());
        command.output().unwrap()
    };
    let output = as_user(&["history", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let owner = |path: &Path| fs::metadata(path).map(|metadata| metadata.uid()).unwrap();
    assert_eq!(owner(&home.state().join("history.sqlite")), NOBODY);
    // A directory that the caller may not write to is left alone: the runs are read without index.
    let index = home.state().join("history.sqlite");
    fs::remove_file(&index).unwrap();
    chown(home.state(), Some(0), Some(0)).unwrap();
    let document = crate::json::document(&as_user(&["history", "--json"]).stdout);
    assert_eq!(document["known"], 3);
    assert_eq!(document["notes"][0]["id"], "history-index-unusable");
    assert!(!index.exists());
    let output = as_user(&["history", "--rebuild"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && error.contains("history.sqlite"), "{error}");
}

/// A picture is written or the command fails; of no run there is none.
#[test]
fn a_picture_that_is_asked_for_is_written_or_refused() {
    let home = declining();
    for option in ["--svg", "--png", "--card"] {
        let name = if option == "--png" { "a.png" } else { "a.svg" };
        let to = home.path().join(name);
        let words = ["history", "latest", option, to.to_str().unwrap()];
        let output = home.narrows(&words);
        assert_eq!(output.status.code() == Some(0), to.exists(), "{option}: {output:?}");
        let _ = fs::remove_file(&to);
        for words in [
            &["history", option, to.to_str().unwrap()][..],
            &["history", "--rebuild", option, to.to_str().unwrap()],
            &["history", "--forget", "latest", "--rehearse", option, to.to_str().unwrap()],
        ] {
            let output = home.narrows(words);
            assert_eq!(output.status.code(), Some(2), "{words:?}: {output:?}");
        }
    }
}

#[test]
fn there_is_nothing_to_rebuild_where_nothing_is_kept() {
    let empty = Home::new();
    let output = empty.narrows(&["history", "--rebuild"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!empty.state().exists());
}
