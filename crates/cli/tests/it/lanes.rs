//! `narrows lanes` from the command line: sources of all kinds, devices added, names nearly right.

use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::home::{captures, program, stdout_of};

const FULL: &str = "catalog:asrock-z170-oc-formula/full";

fn lanes(args: &[&str]) -> Output {
    program(&[&["lanes"], args].concat()).env("NARROWS_CATALOG", "").output().unwrap()
}

fn page(args: &[&str]) -> String {
    let output = lanes(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&page(&[args, &["--json"]].concat())).unwrap()
}

/// The message and exit code of a refusal.
fn refused(args: &[&str]) -> (Option<i32>, String) {
    let output = lanes(args);
    assert!(output.stdout.is_empty(), "{args:?}");
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// Four drives with only their links known, behind PCIe 2.0 x1 (419 MB/s): shares of a link add up to the link,
/// and an upper bound is not a rate that they reach.
#[test]
fn what_only_links_bound_is_a_bound() {
    let source = fixtures().join("two-socket-8.tar.gz");
    let shown = page(&[source.to_str().unwrap()]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains("nvme0n1–nvme3n1 reach at most 419 MB/s in total"), "{shown}");
    let shown = stdout_of(&["predict", source.to_str().unwrap()]);
    assert!(shown.contains("≤ 419 MB/s") && !shown.contains("420 MB/s"), "{shown}");
}

#[test]
fn the_page_counts_lanes_and_says_what_follows() {
    let page = page(&[FULL]);
    for wanted in ["16 of 16 lanes", "19 of 20 lanes", "M2_1: SATA3_0, SATA3_1, SATAE_1 disabled"] {
        assert!(page.contains(wanted), "{wanted} is not in\n{page}");
    }
    assert!(page.lines().all(|line| line.chars().count() <= 100), "{page}");
    // Signs of one column each become characters of one column.
    let ascii = self::page(&[FULL, "--ascii"]);
    assert!(ascii.is_ascii() && ascii.contains("################"), "{ascii}");
    assert!(self::page(&[FULL, "--lang", "ja"]).contains("19 / 20 レーン"));
}

#[test]
fn the_document_bears_its_name_and_its_sums() {
    let document = json(&[FULL]);
    assert_eq!(document["schema"], "narrows.lanes/1");
    assert_eq!(document["total"]["lanes"], 36);
    // Three drives of 2,000, and a card for 2,500 whose link carries 1,821.
    assert_eq!(document["providers"][1]["uplink"]["demand_mb_s"], 7821.3);
}

/// The bare board can give the lanes of its slots; the card goes where it gets all of its eight.
#[test]
fn devices_are_added_where_they_get_most() {
    let board = "catalog:asrock-z170-oc-formula";
    let document = json(&[board, "--cards", "nic=intel-x540-t2", "--drives", "plextor-px-256m8pe"]);
    let takers = document["providers"].as_array().unwrap().iter();
    let takers: Vec<&Value> = takers.flat_map(|it| it["takers"].as_array().unwrap()).collect();
    let slot =
        |id: &str| takers.iter().find(|taker| taker["id"] == id).map(|taker| taker["slot"].clone());
    assert_eq!(slot("nic").unwrap(), "PCIE5");
    assert_eq!(slot("px-256m8pe").unwrap(), "M2_1");
    let (code, message) = refused(&[board, "--cards", "9x gpu"]);
    assert_eq!(code, Some(4));
    assert!(message.contains("no room for gpu-5"), "{message}");
}

#[test]
fn wrong_names_get_the_nearest_right_one() {
    for (args, near) in [
        (["catalog:asrock-z170-oc-frmla", "--json"], "asrock-z170-oc-formula"),
        (["catalog:intel-z17", "--json"], "intel-z170"),
        ([FULL, "--drives=plextor-px-256m8pee"], "plextor-px-256m8pe,"),
        ([FULL, "--board=asus-z170-b"], "asus-z170-a"),
        (["catalog:msi-x99s-sli-plus", "--set=CPU lane=28"], "CPU lanes"),
    ] {
        let (code, message) = refused(&args);
        assert_eq!(code, Some(2), "{args:?}: {message}");
        assert!(message.contains(near), "{message}");
    }
    let (code, message) = refused(&[FULL, "--board", "asus-z170-a"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("is not an observed machine"), "{message}");
}

/// Two sockets and a switch; it is unknown how many lanes an emulated processor has.
#[test]
fn captures_count_what_is_seen() {
    let fixture = fixtures().join("two-socket-8.tar.gz");
    let document = json(&[fixture.to_str().unwrap()]);
    let providers = document["providers"].as_array().unwrap();
    let kinds: Vec<(&str, u64)> = providers
        .iter()
        .map(|it| (it["kind"].as_str().unwrap(), it["taken"].as_u64().unwrap()))
        .collect();
    let expected = [("processor", 4), ("processor", 1), ("chipset", 0), ("switch", 4)];
    assert_eq!(kinds, expected);
    assert_eq!(providers[0]["lanes_most"], Value::Null);
    assert_eq!(document["total"], Value::Null);
}

/// Whatever machine this runs on, there is a page that says something.
#[test]
fn this_machine_has_a_page() {
    assert!(page(&[]).lines().count() > 3);
    assert_eq!(json(&[])["schema"], "narrows.lanes/1");
}

/// Other people's machines, in formats of all kinds, some of them damaged.
#[test]
fn no_capture_is_too_strange() {
    let Some(captures) = captures() else { return };
    let folders = std::fs::read_dir(captures).unwrap().flatten();
    let files = folders.filter_map(|folder| std::fs::read_dir(folder.path()).ok());
    for file in files.flatten().flatten() {
        let path = file.path();
        let code = lanes(&[path.to_str().unwrap()]).status.code();
        // 3: no place for a lane was visible.
        assert!(matches!(code, Some(0 | 1 | 3)), "{}: {code:?}", path.display());
    }
}
