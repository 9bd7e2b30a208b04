//! The catalogue as its users meet it: ours searched, theirs added, errors with their place.

use std::path::Path;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::home::{program, texts};

/// Runs with an own catalogue of these files.
fn with(own: &TempDir, args: &[&str]) -> Output {
    program(args).env("NARROWS_CATALOG", own.path()).output().unwrap()
}

fn own(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn stdout(own: &TempDir, args: &[&str]) -> String {
    let output = with(own, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(own: &TempDir, args: &[&str]) -> Value {
    serde_json::from_str(&stdout(own, args)).unwrap()
}

/// A Samsung 950 PRO that is no faster than 1,000 MB/s; the id is ours.
const SLOW: &str = r#"
[[drive]]
id = "samsung-950-pro-256gb"
name = "Samsung 950 PRO 256GB"
aliases = ["Samsung SSD 950 PRO 256GB*"]
size = "256 GB"
interface = "nvme"
link = "3.0 x4"
seq_read = "1000 MB/s"
power_loss = "unprotected"
option_rom = "legacy"
source = ["measured here"]
confidence = "high"
"#;

const MACHINE: &str = "schema = \"narrows.machine/1\"\nname = \"mine\"\n[host]\n\
    chipset = \"intel-z170\"\n[[drive]]\nid = \"a\"\nmodel = \"samsung-950-pro-256gb\"\non = \"chipset\"\n";

#[test]
fn words_narrow_the_list_down_to_one_entry_that_is_shown_whole() {
    let none = own(&[]);
    let drives = json(&none, &["catalog", "drives", "SAMSUNG", "960", "--json"]);
    assert_eq!(drives["schema"], "narrows.catalog/1");
    assert!(texts(&drives["drives"], "id").contains(&"samsung-960-pro-512gb"));
    assert_eq!(drives["boards"].as_array().map(Vec::len), Some(0));
    let any = json(&none, &["catalog", "asm2824", "--json"]);
    assert_eq!(texts(&any["cards"], "id"), ["quad-m2-asm2824"]);
    let list = stdout(&none, &["catalog", "boards"]);
    assert!(list.contains("asus-z170-a") && !list.contains("3rd printing"), "{list}");
    for args in [&["catalog", "boards", "z170-a"][..], &["catalog", "boards", "--full"]] {
        let page = stdout(&none, args);
        assert!(page.contains("PCIEX16_3") && page.contains("3rd printing"), "{page}");
    }
    assert!(stdout(&none, &["catalog", "cpus", "6700K", "--lang", "ja"]).contains("出典"));
}

#[test]
fn every_kind_of_entry_says_how_it_is_known() {
    let all = json(&own(&[]), &["catalog", "--json"]);
    for kind in ["boards", "drives", "chipsets", "cpus"] {
        let entries = all[kind].as_array().unwrap();
        assert!(entries.len() >= 16, "{kind}");
        for entry in entries {
            let known = &entry["evidence"];
            assert!(known["source"].as_array().is_some_and(|it| !it.is_empty()), "{entry}");
            assert!(["high", "medium", "low"].contains(&known["confidence"].as_str().unwrap()));
        }
    }
    assert!(
        !texts(&all["machines"], "id").is_empty() && !texts(&all["workloads"], "id").is_empty()
    );
}

/// The entry counts wherever the drive is met: here in the prediction for a machine of the user.
#[test]
fn an_own_entry_stands_in_place_of_ours_everywhere() {
    let files = [("a.toml", SLOW), ("machines/box/one.toml", MACHINE), ("notes.txt", "not ours")];
    let own = own(&files);
    let document = json(&own, &["catalog", "drives", "950-pro-256", "--json"]);
    assert_eq!(document["drives"][0]["read_mb_s"], 1000.0);
    assert_eq!(document["drives"][0]["evidence"]["replaces"], true);
    assert!(stdout(&own, &["catalog", "drives", "950"]).contains("yours, replaces ours"));
    assert_eq!(
        texts(&json(&own, &["catalog", "machines", "box/one", "--json"])["machines"], "id").len(),
        1
    );
    let predicted =
        json(&own, &["predict", "catalog:box/one", "--json", "--workload", "seq-read-128k-q32"]);
    assert_eq!(predicted["results"][0]["mb_s"], 1000.0);
}

#[test]
fn a_mistake_is_told_with_file_line_and_column() {
    let error_of = |name: &str, text: &str, args: &[&str]| {
        let output = with(&own(&[(name, text)]), args);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(output.stdout.is_empty());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error.lines().count(), 1, "{error}");
        error
    };
    let slip = SLOW.replace("seq_read", "seq_raed");
    let place = "a.toml:9:1 (samsung-950-pro-256gb): unknown field `seq_raed`";
    assert!(error_of("a.toml", &slip, &["catalog"]).contains(place));
    let unsourced = SLOW.replace("\"measured here\"", "");
    assert!(
        error_of("a.toml", &unsourced, &["see"]).contains("a.toml:3:6 (samsung-950-pro-256gb):")
    );
    let machine = MACHINE.replace("chipset = \"intel-z170\"", "chipest = \"intel-z170\"");
    let error = error_of("machines/box/one.toml", &machine, &["see", "catalog:box/one"]);
    assert!(error.contains("one.toml:4:1:"), "{error}");
}

#[test]
fn a_folder_that_is_named_must_be_there_and_the_usual_one_need_not() {
    let home = own(&[]);
    let run = |args: &[&str]| {
        let mut command = program(args);
        command.env_remove("NARROWS_CATALOG").env("XDG_CONFIG_HOME", home.path());
        command.output().unwrap()
    };
    assert_eq!(run(&["catalog", "boards"]).status.code(), Some(0));
    assert_eq!(run(&["catalog", "--catalog", "/nonexistent"]).status.code(), Some(1));
    let folder = home.path().join("narrows/catalog");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a.toml"), SLOW).unwrap();
    let listed = run(&["catalog", "drives", "950"]);
    assert!(String::from_utf8(listed.stdout).unwrap().contains("yours"));
}

/// The program reads the examples of the page.
#[test]
fn the_examples_of_the_page_are_a_catalogue() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/catalogue.md");
    let page = std::fs::read_to_string(page).unwrap();
    let blocks = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let blocks: Vec<String> = blocks.map(str::to_owned).collect();
    assert_eq!(blocks.len(), 4);
    let names = ["a.toml", "b.toml", "c.toml", "d.toml"];
    let files: Vec<_> = names.into_iter().zip(blocks.iter().map(String::as_str)).collect();
    let document = json(&own(&files), &["catalog", "--json", "boards", "example"]);
    assert_eq!(texts(&document["boards"], "id"), ["example-board"]);
    assert_eq!(document["boards"][0]["rules"].as_array().map(Vec::len), Some(2));
}

/// The board that `docs/boards.md` shows is checked, its slots spelled out, and used in plans; a mistake in
/// it is reported with its location, and nothing else is one.
#[test]
fn a_board_is_written_checked_and_used() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/boards.md");
    let page = std::fs::read_to_string(page).unwrap();
    let example = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let files =
        own(&[("board.toml", example), ("wrong.toml", &example.replace("M2_2\"]", "M2_9\"]"))]);
    let none = own(&[]);
    let file = |name: &str| files.path().join(name).display().to_string();
    let checked = json(&none, &["catalog", "check", &file("board.toml"), "--json"]);
    assert_eq!(texts(&checked["boards"], "id"), ["example-b650"]);
    let slots = texts(&checked["boards"][0]["slots"], "id");
    assert!(slots.ends_with(&["SATA_1", "SATA_2", "SATA_3", "SATA_4"]), "{slots:?}");
    let wrong = with(&none, &["catalog", "check", &file("wrong.toml")]);
    assert_eq!(wrong.status.code(), Some(1));
    let text = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(text.contains("wrong.toml:") && text.contains("M2_9"), "{text}");
    assert_eq!(with(&none, &["catalog", "check"]).status.code(), Some(2));

    let used = own(&[("board.toml", example)]);
    let plan =
        ["plan", "catalog:example-b650", "--drives", "2x 990 pro 2tb", "--cards", "gpu", "-v"];
    let page = stdout(&used, &plan);
    assert!(page.contains("M2_2 is assumed to be on the chipset (PCIe 4.0 x4)"), "{page}");
    assert!(page.contains("PCIE2 because M2_2 is in use"), "{page}");
}
