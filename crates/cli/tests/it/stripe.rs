//! `narrows stripe` end to end: virtual hardware, the test's own files, and refused input.
//!
//! Figures are checked against those of virtual machines; on real ones only their presence.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::home::{Home, X99, Z170, text_of, timeless};

const THREE: [&str; 3] = ["m8pe1", "m8pe2", "m8pe3"];

impl Home {
    fn stripe(&self, args: &[&str]) -> Output {
        self.stripe_command(args).output().unwrap()
    }

    fn stripe_command(&self, args: &[&str]) -> Command {
        self.command(&[&["stripe"], args].concat())
    }

    /// A new folder, by its path.
    fn place(&self, name: &str) -> String {
        let path = self.path().join(name);
        std::fs::create_dir_all(&path).unwrap();
        path.display().to_string()
    }
}

fn document(output: &Output, code: i32) -> Value {
    assert_eq!(output.status.code(), Some(code), "{}", text_of(output));
    crate::json::document(&output.stdout)
}

/// The document of a sweep that ended with this code.
fn sweep(args: &[&str], code: i32) -> Value {
    document(&Home::new().stripe(&[args, &["--json", "--no-report"]].concat()), code)
}

/// Two jobs and three chunks on the three drives behind one chipset, which is enough to conclude.
fn on_z170(more: &[&str]) -> Value {
    let jobs = ["--workload", "seq-read-1m-q8,rand-read-512k-q1", "--chunk", "16K,64K,1M"];
    sweep(&[&THREE[..], &["--on", Z170, "--time", "300ms"], &jobs, more].concat(), 0)
}

/// A list of the document, or of its part about arrays.
fn list<'a>(document: &'a Value, key: &str) -> &'a [Value] {
    let list_value = document.get(key).unwrap_or_else(|| &document["stripe"][key]);
    list_value.as_array().unwrap()
}

fn words<'a>(values: &'a [Value], key: &str) -> Vec<&'a str> {
    values.iter().map(|value| value[key].as_str().unwrap()).collect()
}

fn figure(document: &Value, candidate: &str, job: &str) -> f64 {
    let placed = list(document, "ranking").iter().chain(list(document, "set_aside"));
    let mut placed_one = placed.filter(|one| one["candidate"] == candidate);
    let placed_one = placed_one.next().unwrap_or_else(|| panic!("no {candidate}: {document}"));
    let mut figures = list(placed_one, "figures").iter().filter(|one| one["job"] == job);
    figures.next().unwrap()["mb_s"].as_f64().unwrap()
}

/// The chipset's link (DMI 3.0) carries 3,587 MB/s by arithmetic: three drives of 2,000 MB/s each
/// are held to that as an array, too.
#[test]
fn three_drives_behind_one_uplink_are_capped_by_it() {
    let document = on_z170(&[]);
    let drives: Vec<&str> =
        list(&document, "drives").iter().map(|drive| drive.as_str().unwrap()).collect();
    assert_eq!(drives, THREE);
    let recommended = document["stripe"]["recommendation"]["candidate"].as_str().unwrap();
    let array = figure(&document, recommended, "seq-read-1m-q8");
    assert!((3500.0..3600.0).contains(&array), "{array}");
    let single = figure(&document, "m8pe1", "seq-read-1m-q8");
    assert!((1950.0..2050.0).contains(&single), "{single}");
    let capped: Vec<&Value> =
        list(&document, "findings").iter().filter(|one| one["limit"]["kind"] == "uplink").collect();
    assert!(!capped.is_empty(), "{}", document["findings"]);
    assert!(!document["stripe"]["recommendation"]["reason"].as_str().unwrap().is_empty());
    assert_eq!((&document["partial"], &document["context"]), (&Value::Bool(false), &Value::Null));
    assert!(list(&document, "results").iter().all(|row| row["simulated"] == true));
}

#[test]
fn every_arrangement_that_was_asked_for_is_tried() {
    let document = on_z170(&["--level", "0,1,jbod", "--subsets"]);
    let ids = words(list(&document, "candidates"), "id");
    for id in ["m8pe1", "raid0-16k", "raid0-1m", "raid0-64k-2", "raid1", "raid1-2", "jbod-2"] {
        assert!(ids.contains(&id), "{id}: {ids:?}");
    }
    // Three drives, three chunks of three drives and of two, and mirror and JBOD of each.
    assert_eq!(ids.len(), 3 + 6 + 2 + 2);
    let sets: Vec<&str> = words(list(&document, "results"), "set");
    for set in ["alone", "array", "all"] {
        assert!(sets.contains(&set));
    }
}

#[test]
fn the_same_seed_gives_the_same_document() {
    let first = timeless(on_z170(&["--seed", "7"]));
    assert_eq!(first, timeless(on_z170(&["--seed", "7"])));
    assert_ne!(first["results"], on_z170(&["--seed", "8"])["results"]);
}

#[test]
fn a_sweep_is_kept_with_its_report() {
    let home = Home::new();
    let args =
        ["--on", X99, "--chunk", "16K,32K", "--time", "100ms", "--workload", "seq-read-1m-q8"];
    let output = home.stripe(&args);
    assert!(output.status.success(), "{}", text_of(&output));
    let page = String::from_utf8(output.stdout).unwrap();
    assert!(page.contains("RAID 0") && page.contains("32 KiB"), "{page}");
    let runs = home.runs();
    let [run] = runs.as_slice() else { panic!("one run: {runs:?}") };
    let mut names: Vec<String> = std::fs::read_dir(run)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["machine.toml", "report.html", "run.json", "samples.json.gz"]);
    let kept = std::fs::read(run.join("run.json")).unwrap();
    let kept: Value = serde_json::from_slice(&kept).unwrap();
    assert_eq!(kept["schema"], "narrows.run/1");
    let report = std::fs::read_to_string(run.join("report.html")).unwrap();
    assert!(report.contains("narrows.run/1") && report.contains("<svg"));
}

/// The published write-up measured four to five times the random writes with write-back, which the
/// driver offers only once it no longer flushes buffers; reads hardly change.
#[test]
fn the_drivers_caches_are_compared_on_the_array_that_is_recommended() {
    let jobs = ["--workload", "rand-write-4k-q1,seq-read-1m-q8", "--chunk", "32K"];
    let how = ["--on", X99, "--raid-engine", "intel-rst", "--time", "300ms", "--cache", "all"];
    let document = sweep(&[&how[..], &jobs].concat(), 0);
    let caches = list(&document, "caches");
    let mode = |name: &str| caches.iter().find(|one| one["mode"] == name).unwrap();
    let writes = |name: &str| mode(name)["figures"][0]["mb_s"].as_f64().unwrap();
    assert!(writes("driver-write-back") > 3.0 * writes("driver-none"), "{caches:?}");
    assert!(mode("driver-write-back")["needs"].is_string());
    assert!(mode("driver-none")["needs"].is_null());
}

/// One second is over before any array had its turn; the notes say that no mode was tried.
#[test]
fn modes_without_an_array_say_why_they_were_not_tried() {
    let jobs = ["--workload", "seq-read-1m-q8,seq-write-1m-q8", "--chunk", "64K"];
    let how = ["--on", Z170, "--raid-engine", "intel-rst", "--budget", "1s"];
    let modes = ["--cache", "driver-write-back"];
    let document = sweep(&[&THREE[..], &jobs, &how, &modes].concat(), 3);
    assert!(document["stripe"]["recommendation"].is_null());
    let caches = list(&document, "caches");
    assert_eq!(words(caches, "mode"), ["driver-none", "driver-write-back"]);
    assert!(words(caches, "not_tried").iter().all(|why| why.contains("no array is recommended")));
}

#[test]
fn what_cannot_be_tried_is_refused_before_anything_is_opened() {
    let home = Home::new();
    let (a, b) = (home.place("a"), home.place("b"));
    let file = format!("{a}/file");
    std::fs::write(&file, [0; 4096]).unwrap();
    let two = [a.as_str(), b.as_str()];
    let on = |more: &[&'static str]| [&["--on", Z170], more].concat();
    let both = |more: &[&'static str]| [&two[..], more].concat();
    let refusals: Vec<(Vec<&str>, i32, &str)> = vec![
        (vec![&a], 2, "an array needs at least two drives, but there is only one"),
        (on(&["m8pe1"]), 2, "an array needs at least two drives"),
        (vec![&a, &a], 2, "is specified twice"),
        (on(&["m8pe1", "m8pe1"]), 2, "m8pe1 is specified twice"),
        (vec![&a, "./nothing"], 2, "\"./nothing\" names nothing"),
        (on(&["sdz"]), 2, "\"sdz\" names nothing"),
        (both(&["--chunk", "0"]), 2, "a chunk is 4 KiB to 1 GiB"),
        (both(&["--chunk", "6K"]), 2, "a chunk is 4 KiB to 1 GiB"),
        (
            on(&["--level", "10", "--chunk", "24K"]),
            2,
            "not a power of two, as md requires for raid10",
        ),
        (on(&["--raid-engine", "btrfs", "--chunk", "32K"]), 2, "which always uses 64 KiB"),
        (
            both(&["--chunk", "128M", "--scratch-size", "64M"]),
            2,
            "does not fit in the measured range",
        ),
        (both(&["--level", "6"]), 2, "raid6 needs 4 drives, but there are only 2"),
        (both(&["--level", "7"]), 2, "a level is 0, 1, 10, jbod, 5 or 6"),
        (vec![&a, &file, "--write"], 5, "is only read: writes go to scratch files"),
        (vec!["--raw", &file, "/dev/zero", "--write"], 5, "is only read"),
        (on(&["--level", "5", "--write"]), 2, "writes of RAID 5 and 6 are not measured"),
        (both(&["--workload", "quickly"]), 2, "no workload \"quickly\""),
        (both(&["--weights", "quickly=1"]), 2, "quickly"),
        (both(&["--objective", "custom"]), 2, "weights"),
        (both(&["--cache", "magic"]), 2, "magic"),
        (on(&["--cache", "driver-write-back"]), 2, "add --raid-engine intel-rst"),
        (on(&["--raw"]), 2, "--raw is for drives of this machine"),
        (both(&["--budget", "500ms"]), 2, "a budget is 1 s to 24 h"),
        (both(&["--seed", "2"]), 2, "--on"),
    ];
    for (args, code, says) in refusals {
        let output = home.stripe(&args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", text_of(&output));
        assert!(text_of(&output).contains(says), "{args:?}: {}", text_of(&output));
        assert!(output.stdout.is_empty(), "{args:?}");
    }
    assert!(home.runs().is_empty());
}

#[test]
fn a_machine_without_drives_has_no_arrays() {
    let home = Home::new();
    let path = home.path().join("bare.toml");
    std::fs::write(&path, "schema = \"narrows.machine/1\"\n").unwrap();
    let output = home.stripe(&["--on", path.to_str().unwrap()]);
    assert!(matches!(output.status.code(), Some(1 | 2)), "{}", text_of(&output));
    assert_eq!(text_of(&output).lines().count(), 1);
    assert!(output.stdout.is_empty());
}

#[test]
fn a_rehearsal_says_what_and_where_and_makes_nothing() {
    let home = Home::new();
    let (a, b) = (home.place("a"), home.place("b"));
    let how = ["--dry-run", "--json", "--chunk", "64K", "--read"];
    let output = home.stripe(&[&[a.as_str(), &b], &how[..]].concat());
    let plan = document(&output, 0);
    assert_eq!(plan["schema"], "narrows.rounds/1");
    let locations = words(list(&plan, "targets"), "kind");
    assert_eq!(locations, ["scratch", "scratch"]);
    let rounds = list(&plan, "rounds");
    assert!(rounds.iter().any(|round| round["parts"][0]["target"] == "raid0-64k"));
    assert!(plan["most_s"].as_f64() >= plan["total_s"].as_f64(), "{plan}");
    assert!(
        text_of(&output).contains("are on the same drive") || is_unknown_drive(&text_of(&output))
    );
    assert!(is_empty(&a) && is_empty(&b) && home.runs().is_empty());
}

/// In some containers it cannot be known which drive a folder lies on.
fn is_unknown_drive(text: &str) -> bool {
    !text.contains("are on the same")
}

fn is_empty(folder: &str) -> bool {
    std::fs::read_dir(folder).unwrap().next().is_none()
}

/// A short sweep over scratch files in two folders, with further arguments.
fn on_files(home: &Home, more: &[&str]) -> Command {
    let (a, b) = (home.place("a"), home.place("b"));
    let jobs = ["--workload", "rand-read-64k-q4,rand-write-64k-q4", "--chunk", "64K"];
    let how = ["--scratch-size", "64M", "--json", "--no-report"];
    home.stripe_command(&[&[a.as_str(), &b], &jobs[..], &how, more].concat())
}

/// Whether the test's folder supports scratch files at all.
fn has_scratch_files(home: &Home) -> bool {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::DIRECT;
    let is_there = open(home.path(), flags, Mode::RUSR | Mode::WUSR).is_ok();
    if !is_there {
        println!("skipped: this file system has no O_TMPFILE with O_DIRECT");
    }
    is_there
}

#[test]
fn files_on_one_drive_are_measured_with_a_warning() {
    let home = Home::new();
    if !has_scratch_files(&home) {
        return;
    }
    let output =
        on_files(&home, &["--time", "100ms", "--cache", "write-through"]).output().unwrap();
    // Other tests write to the same drive: a round delayed by them is partial and marked so.
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 3)), "{}", text_of(&output));
    let document = crate::json::document(&output.stdout);
    let rows = list(&document, "results");
    let whole = |row: &&Value| row["partial"] == false;
    assert!(rows.iter().filter(whole).all(|row| row["ops"].as_u64() > Some(0)), "{rows:?}");
    for (target, set) in [("raid0-64k", "array"), ("raid0-64k+write-through", "array")] {
        let is_it = |row: &&Value| row["target"] == target && row["set"] == set;
        assert!(rows.iter().any(|row| is_it(&row)), "{target}");
    }
    assert_eq!(document["partial"], code == Some(3));
    assert!(document["simulation"].is_null() && document["context"].is_object());
    assert!(is_empty(&home.place("a")) && is_empty(&home.place("b")));
}

/// Waits until the sweep has announced its plan.
fn begun(child: &mut Child) {
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("This takes about")));
    // The rest is read, so that nothing is written into a closed pipe.
    std::thread::spawn(move || lines.for_each(drop));
}

fn start(mut command: Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn a_killed_sweep_leaves_no_file() {
    let home = Home::new();
    if !has_scratch_files(&home) {
        return;
    }
    let mut child = start(on_files(&home, &["--time", "60s"]));
    begun(&mut child);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(is_empty(&home.place("a")) && is_empty(&home.place("b")));
    assert!(!Path::new(&home.place("narrows")).join("runs").exists());
}

/// However far it came, its results are in the document, which is marked as partial.
#[test]
fn an_interrupted_sweep_tells_what_it_has() {
    let home = Home::new();
    if !has_scratch_files(&home) {
        return;
    }
    let mut child = start(on_files(&home, &["--time", "60s"]));
    begun(&mut child);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    if !output.stdout.is_empty() {
        let document = crate::json::document(&output.stdout);
        assert_eq!(document["partial"], true);
    }
    assert!(is_empty(&home.place("a")) && is_empty(&home.place("b")));
}

/// The short passes of two jobs and three arrangements are 17 rounds of half a second: two seconds
/// are less than that, and a document comes all the same.
#[test]
fn a_budget_is_kept() {
    let jobs = ["--workload", "seq-read-1m-q8,rand-read-4k-q32", "--chunk", "16K,64K,1M"];
    let args = [&THREE[..], &["--on", Z170, "--budget", "2s"], &jobs].concat();
    let output = Home::new().stripe(&[&args[..], &["--json", "--no-report"]].concat());
    let document = crate::json::document(&output.stdout);
    let rounds = list(&document, "results").iter().filter(|row| row["set"] != "all").count();
    assert!(rounds > 0 && rounds <= 4, "{rounds}");
    let notes = words(list(&document, "notes"), "id");
    assert!(notes.contains(&"stripe-verb-budget-spent"), "{notes:?}");
}

/// A drive that does not respond is not waited for repeatedly and is not ranked.
#[test]
fn a_drive_that_hangs_ends_no_sweep() {
    let home = Home::new();
    let faults = home.path().join("faults.toml");
    let hangs = "[[fault]]\nwhat = \"m8pe2\"\nfrom = \"3 s\"\nkind = \"stall\"\n";
    std::fs::write(&faults, format!("schema = \"narrows.faults/1\"\n{hangs}")).unwrap();
    let jobs = ["--workload", "seq-read-1m-q8,rand-read-4k-q1", "--chunk", "16K,64K"];
    let how = ["--on", Z170, "--time", "300ms", "--faults", faults.to_str().unwrap()];
    let document = sweep(&[&THREE[..], &jobs, &how].concat(), 3);
    assert_eq!(document["partial"], true);
    let ranked = words(list(&document, "ranking"), "candidate");
    assert!(ranked.contains(&"m8pe1") && !ranked.contains(&"m8pe2"), "{ranked:?}");
    assert!(list(&document, "notes").iter().any(|note| note["id"] == "ground-stalled"));
}
