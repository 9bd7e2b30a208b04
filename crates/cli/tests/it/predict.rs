//! Output of `narrows predict` beyond figures: sweeps, changes, everyday jobs, a file's workloads.

use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::home::{Z170, program};

const FILE: &str = r#"
schema = "narrows.machine/1"
[host]
chipset = "intel-z170"
[[slot]]
id = "M2_1"
on = "chipset"
link = "3.0 x4"
[[slot]]
id = "PCIE1"
on = "cpu"
link = "3.0 x4"
[[drive]]
id = "a"
slot = "M2_1"
link = "3.0 x4"
read = "3000 MB/s"
write = "2000 MB/s"
measured = true
[[drive]]
id = "b"
count = 2
on = "chipset"
link = "3.0 x4"
read = "3000 MB/s"
write = "2000 MB/s"
measured = true
[[array]]
id = "stripe"
level = 0
chunk = "64 KiB"
members = ["b1", "b2"]
"#;

const JOBS: &str = r#"
[[workload]]
id = "encode"
pattern = "sequential"
block = "1 MiB"
depth = 4
on = ["stripe"]
amount = "13 GB"
application = { rate = "65 MB/s", overlaps = true }
[[workload]]
id = "from"
profile = "seq-read-128k-q32"
on = ["a"]
together = "copy"
[[workload]]
id = "to"
profile = "seq-write-128k-q32"
on = ["stripe"]
together = "copy"
"#;

fn file(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("machine.toml");
    std::fs::write(&path, text).unwrap();
    path
}

fn narrows(path: &Path, args: &[&str]) -> Output {
    program(&["-v", "predict"]).arg(path).args(args).output().unwrap()
}

fn json(path: &Path, args: &[&str]) -> Value {
    let output = narrows(path, &[args, &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    crate::json::document(&output.stdout)
}

fn rows(document: &Value, list: &str) -> Vec<Value> {
    document[list].as_array().unwrap().clone()
}

/// Two drives of 3,000 MB/s behind an uplink of 3,588: the uplink binds two members, and a third one
/// changes nothing.
#[test]
fn a_sweep_over_drives_ends_at_the_uplink() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), FILE);
    let args = ["--workload", "seq-read-128k-q32", "--sweep", "drives=1..3"];
    let document = json(&path, &args);
    let points = document["sweeps"][0]["points"].as_array().unwrap().clone();
    let rates: Vec<f64> = points.iter().map(|point| point["mb_s"].as_f64().unwrap()).collect();
    assert!((rates[0] - 3000.0).abs() < 30.0, "{rates:?}");
    assert!((rates[1] - 3588.0).abs() < 40.0, "{rates:?}");
    assert!((rates[2] / rates[1] - 1.0).abs() < 0.01, "{rates:?}");
    assert_eq!(points[0]["limit"]["kind"], "drive");
    assert_eq!(points[2]["limit"]["kind"], "uplink");
    assert_eq!(points[2]["number"], 3.0);
}

/// Out of the chipset's slot and into the processor's, a drive of 3,000 MB/s no longer shares 3,588:
/// all three together then do 3,000 + 3,588.
#[test]
fn a_drive_moves_to_another_slot() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), FILE);
    let args = ["--workload", "seq-read-128k-q32", "--sweep", "slot=M2_1,PCIE1", "--of", "a"];
    let document = json(&path, &args);
    let all = rows(&document, "sweeps").into_iter().find(|sweep| sweep["of"] == "all").unwrap();
    let rate = |at: usize| all["points"][at]["mb_s"].as_f64().unwrap();
    assert!((rate(0) - 3588.0).abs() < 40.0, "{}", rate(0));
    assert!((rate(1) - 6588.0).abs() < 80.0, "{}", rate(1));
    let svg = folder.path().join("plot.svg");
    let drawn = narrows(&path, &[&args[..], &["--svg", svg.to_str().unwrap()]].concat());
    assert!(drawn.status.success());
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg "));
}

/// Three drives of 2,000 MB/s behind an uplink of 3,588: 40 % is lost there. The image is the same
/// twice, and a sweep, which is no flow, is none.
#[test]
fn the_picture_is_drawn_in_either_language_and_as_an_image() {
    let folder = tempfile::tempdir().unwrap();
    let [svg, png, again] = ["a.svg", "a.png", "b.png"].map(|name| folder.path().join(name));
    let [svg, png, again] = [&svg, &png, &again].map(|path| path.to_str().unwrap());
    let predict = |language: &str, args: &[&str]| {
        let z170 = ["predict", Z170, "--lang", language];
        program(&z170).args(args).output().unwrap().status.code()
    };
    for (language, title) in [
        ("en", "Bottleneck: chipset uplink (DMI 3.0 x4)"),
        ("ja", "ボトルネック：チップセット・アップリンク（DMI 3.0 x4）"),
    ] {
        assert_eq!(predict(language, &["--svg", svg, "--png", png]), Some(0));
        let picture = std::fs::read_to_string(svg).unwrap();
        for there in [title, "−40 %", "3.59 GB/s", "role=\"img\""] {
            assert!(picture.contains(there), "{there}: {picture}");
        }
        assert_eq!(predict(language, &["--png", again]), Some(0));
        let [one, other] = [png, again].map(|path| std::fs::read(path).unwrap());
        assert!(one.starts_with(b"\x89PNG\r\n") && one == other);
        assert_eq!(predict(language, &["--png", png, "--dark"]), Some(0));
        assert_ne!(std::fs::read(png).unwrap(), other);
        assert_eq!(predict(language, &["--svg", svg, "--dark"]), Some(0));
        let dark = std::fs::read_to_string(svg).unwrap();
        assert!(dark.contains("@media screen{") && !dark.contains("prefers-color-scheme"));
        assert_eq!(predict(language, &["--dark"]), Some(2));
    }
    for wrong in ["--png", "--card"] {
        let of_sweep = ["--sweep", "depth=1..2", "--of", "m8pe1", wrong, png];
        assert_eq!(predict("en", &of_sweep), Some(2));
    }
}

/// A card's name determines its kind; it has 1,200 by 630 pixels as a drawing, twice that as an
/// image (bytes 16 to 24 of a PNG, section 11.2.1).
#[test]
fn a_card_has_one_size_and_says_machine_bottleneck_and_figures() {
    let folder = tempfile::tempdir().unwrap();
    let card = |name: &str, args: &[&str]| {
        let path = folder.path().join(name);
        let mut command = program(&["predict", Z170, "--card"]);
        let code = command.arg(&path).args(args).output().unwrap().status.code();
        (code, std::fs::read(path).unwrap_or_default())
    };
    let (code, drawing) = card("a.svg", &[]);
    let drawing = String::from_utf8(drawing).unwrap();
    assert_eq!(code, Some(0));
    for there in [
        "width=\"1200\" height=\"630\"",
        "ASRock Z170 OC Formula",
        ">Bottleneck: chipset uplink (DMI 3.0 x4)</text>",
        ">−2.41 GB/s</text>",
        ">of 2.00 GB/s</text>",
        ">RND4K Q32T1 read</text>",
    ] {
        assert!(drawing.contains(there), "{there}: {drawing}");
    }
    let (_, dark) = card("b.svg", &["--dark"]);
    assert!(drawing.contains("prefers-color-scheme"));
    assert!(!String::from_utf8(dark).unwrap().contains("prefers-color-scheme"));
    let (code, image) = card("a.PNG", &[]);
    assert_eq!((code, &image[16..24]), (Some(0), &[0, 0, 9, 96, 0, 0, 4, 236][..]));
    assert_eq!(card("a.jpg", &[]), (Some(2), Vec::new()));
}

#[test]
fn sweeps_that_make_no_sense_are_usage_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), FILE);
    let wrong: [&[&str]; 8] = [
        &["--sweep", "chunk"],
        &["--sweep", "chunk=64K..4K"],
        &["--sweep", "chunk=0"],
        &["--sweep", "chunk=4K..8K", "--of", "a"],
        &["--sweep", "slot=3.0x2"],
        &["--sweep", "slot=M2_1,nowhere", "--of", "a"],
        &["--sweep", "slot=PCIE1", "--of", "b1"],
        &["--of", "a"],
    ];
    for args in wrong {
        let output = narrows(&path, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}

/// 13 GB at the program's 65 MB/s are 200 s, whatever the drives do.
#[test]
fn workloads_of_the_file_are_predicted_with_their_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), &format!("{FILE}{JOBS}"));
    let document = json(&path, &[]);
    let results = rows(&document, "results");
    let names: Vec<&str> = results.iter().filter_map(|row| row["job"].as_str()).collect();
    assert_eq!(names, ["encode", "from", "to"]);
    assert!((results[0]["seconds"].as_f64().unwrap() - 200.0).abs() < 0.5, "{}", results[0]);
    assert_eq!(results[0]["limit"]["kind"], "application");
    assert_eq!((&results[1]["set"], &results[2]["set"]), (&"copy".into(), &"copy".into()));
    assert_eq!(
        (&results[1]["direction"], &results[2]["direction"]),
        (&"read".into(), &"write".into())
    );
    let findings = rows(&document, "findings");
    assert_eq!(findings[0]["id"], "predict-program-holds");
    let named = json(&path, &["--workload", "rand-read-4k-q1"]);
    assert!(rows(&named, "results").iter().all(|row| row["job"].is_null()));
}

#[test]
fn changes_and_everyday_jobs_are_told_of_sets_and_arrays() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), FILE);
    let document = json(&path, &["--workload", "seq-read-128k-q32"]);
    let upgrades = rows(&document, "upgrades");
    let of = |set: &str, kind: &str| {
        let upgrade = upgrades.iter().find(|it| it["set"] == set && it["kind"] == kind);
        upgrade.and_then(|it| it["gain"].as_f64())
    };
    assert_eq!(of("all", "another_drive"), Some(0.0));
    assert!(of("all", "uplinks").unwrap() > 0.9);
    let meanings = rows(&document, "meanings");
    let compared: Vec<&str> = meanings.iter().filter_map(|it| it["compared"].as_str()).collect();
    assert!(compared.contains(&"array") && compared.contains(&"together"));
    assert!(!compared.contains(&"upgrade"));
    let page = String::from_utf8(narrows(&path, &[]).stdout).unwrap();
    assert!(page.contains("Upgrades") && page.contains("copying 50 GB"), "{page}");
    let in_full = json(&path, &["--workload", "seq-read-128k-q32", "--meaning", "--upgrades"]);
    assert!(rows(&in_full, "meanings").iter().any(|it| it["compared"] == "upgrade"));
    assert!(rows(&in_full, "upgrades").len() > upgrades.len());
}

/// Drives of one name, an array of two of them, and a network of more drives than rows repeat.
const MANY: &str = r#"
schema = "narrows.machine/1"
[[network]]
id = "spine"
on = "cpu"
rate = "100 Gbit/s"
[[network]]
id = "leaf"
on = "spine"
rate = "25 Gbit/s"
[[drive]]
id = "n"
count = 1100
on = "leaf"
link = "4.0 x4"
read = "6800 MB/s"
[[drive]]
id = "left"
count = 3
on = "cpu"
link = "3.0 x4"
read = "3000 MB/s"
[[array]]
id = "pair"
level = 1
members = ["left1", "left2"]
"#;

/// 1,103 drives: a row of all of them each, 1,024 alone with a remark, the array alone; and the set's
/// drives once. Those that share the inner network add up to its throughput: 25 Gbit/s less frames of
/// 1,538 bytes for 1,448, and a hundredth for the protocol.
#[test]
fn a_set_of_many_drives_is_listed_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), MANY);
    let document = json(&path, &["--workload", "seq-read-128k-q32"]);
    let all: Vec<Value> =
        rows(&document, "results").into_iter().filter(|row| row["set"] == "all").collect();
    assert_eq!(all.len(), 1103);
    assert!(all.iter().all(|row| row["together"] == Value::Array(Vec::new())));
    let sets = rows(&document, "sets");
    assert_eq!(sets.len(), 1);
    assert_eq!(
        (&sets[0]["name"], sets[0]["drives"].as_array().unwrap().len()),
        (&"all".into(), 1103)
    );
    let alone = rows(&document, "results").len() - all.len();
    assert_eq!(alone, 1024 + 1);
    assert!(rows(&document, "notes").iter().any(|note| note["text"].to_string().contains("1024")));
    let behind = all.iter().filter(|row| row["target"].as_str().unwrap().starts_with('n'));
    let sum: f64 = behind.map(|row| row["mb_s"].as_f64().unwrap()).sum();
    let carried = 0.99 * 3125.0 * 1448.0 / 1538.0;
    assert!((sum / carried - 1.0).abs() < 0.001, "{sum} of {carried}");
}

#[test]
fn a_name_of_several_drives_means_all_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), MANY);
    let args = ["--workload", "seq-read-128k-q32", "--together"];
    let document = json(&path, &[&args[..], &["left"]].concat());
    let chosen = rows(&document, "results");
    let targets: Vec<&Value> = chosen.iter().map(|row| &row["target"]).collect();
    assert_eq!(targets, ["left1", "left2", "left3"]);
    assert_eq!(chosen[0]["set"], "left1+left2+left3");
}

/// A drive does one thing at a time.
#[test]
fn a_drive_is_in_a_set_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), MANY);
    let wrong = [
        (&["--together", "n1,n1"][..], "\"n1\" occurs twice"),
        (&["--together", "left,left2"], "\"left2\" occurs twice"),
        (&["--together", "left2,pair"], "\"left2\" is a member of \"pair\""),
        (&["--together", "lft"], "no drive \"lft\""),
        (&["--sweep", "chunk=4K..8K", "--of", "pair"], "pair does not stripe data"),
        (&["--sweep", "chunk=4K..8K"], "pair does not stripe data"),
    ];
    for (args, message) in wrong {
        let output = narrows(&path, args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(message) && error.lines().count() == 1, "{args:?}: {error}");
    }
}

#[test]
fn only_a_run_calibrates() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), MANY);
    let missing = folder.path().join("nothing");
    for (run, message) in [(path.as_path(), "not a run of Narrows"), (missing.as_path(), "nothing")]
    {
        let output = narrows(&path, &["--calibrate", run.to_str().unwrap()]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains(message) && error.lines().count() == 1, "{error}");
    }
}
