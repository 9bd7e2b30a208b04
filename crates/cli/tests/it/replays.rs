//! Five write-ups, replayed on virtual hardware: their authors' conclusions must follow, and open
//! questions get an answer. docs/examples.md leads to the same in words.
//!
//! The machines are those of the catalogue; figures are compared with those each author printed.

use serde_json::{Value, json};

use crate::home::{narrows, program};

const THREE: &str = "catalog:asrock-z170-oc-formula/3x-m8pe";
const PAIR: &str = "catalog:gigabyte-ga-z170x-ud5/2x-950pro";
const SPLIT: &str = "catalog:gigabyte-ga-z170x-ud5/2x-950pro-split";
const STRIPE: &str = "catalog:gigabyte-ga-z170mx-gaming-5/2x-ssd750";
const LANES: &str = "catalog:asus-z170-a/sm961";
const SATA: &str = "catalog:msi-x99s-sli-plus/3x-hg6";

/// The document of `narrows ARGS --json`, which ended well.
fn document(args: &[&str]) -> Value {
    let output = narrows(&[args, &["--json"]].concat());
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {text}");
    crate::json::document(&output.stdout)
}

fn explain(machine: &str, more: &[&str]) -> Value {
    let args = [&["explain", "--on", machine, "--no-report"], more].concat();
    document(&args)["sharing"].clone()
}

fn measure(machine: &str, more: &[&str]) -> Value {
    document(&[&["measure", "--on", machine, "--no-report"], more].concat())
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The explanations of the first limit, the likeliest first.
fn of_limit(sharing: &Value) -> Vec<&Value> {
    array(&sharing["causes"]).iter().filter(|cause| cause["limit"] == 0).collect()
}

/// The likeliest explanation of a single drive's result.
fn of_drive<'a>(sharing: &'a Value, drive: &str) -> &'a Value {
    let mut causes = array(&sharing["causes"]).iter();
    causes.find(|cause| cause["drive"] == drive).unwrap_or(&Value::Null)
}

fn likelihood(causes: &[&Value], id: &str) -> f64 {
    let cause = causes.iter().find(|cause| cause["id"] == id);
    cause.and_then(|cause| cause["likelihood"].as_f64()).unwrap_or_default()
}

fn has_evidence(cause: &Value, id: &str, supports: bool) -> bool {
    array(&cause["evidence"]).iter().any(|it| it["id"] == id && it["supports"] == supports)
}

fn rate(document: &Value, target: &str) -> f64 {
    let mut rows = array(&document["results"]).iter();
    let row = rows.find(|row| row["target"] == target).unwrap();
    row["mb_s"].as_f64().unwrap()
}

fn near(value: f64, wanted: f64, part: f64) -> bool {
    (value / wanted - 1.0).abs() <= part
}

/// Write-up 000: "about 3.5 GB/s is the limit of this board's M.2 sockets", because all of them are
/// behind the chipset; a drive on the processor's lanes is not held. The SSD 750 there is no member.
#[test]
fn three_m2_drives_share_the_chipset() {
    let sharing = explain(THREE, &[]);
    let limit = &sharing["limits"][0];
    assert_eq!(limit["drives"], json!(["m8pe1", "m8pe2", "m8pe3"]));
    assert_eq!(limit["place"]["limit"]["id"], "chipset");
    assert_eq!(limit["place"]["agrees"], "agrees");
    let capacity = limit["capacity_mb_s"]["value"].as_f64().unwrap();
    assert!(near(capacity, 3500.0, 0.05), "{capacity}");
    assert_eq!(array(&sharing["limits"]).len(), 1);
    let causes = of_limit(&sharing);
    assert_eq!(causes[0]["id"], "uplink:chipset");
    // His advice is a slot of the processor; with both graphics cards and the network card none is
    // free, and the planner finds nothing better.
    assert_eq!(causes[0]["remedy"]["id"], "remedy-as-is");
    assert!(causes[0]["remedy"]["gain_mb_s"].is_null());
}

/// With all three on the processor's lanes, as he advises if that matters, nothing is shared.
#[test]
fn on_the_processors_lanes_they_share_nothing() {
    let sharing = explain("catalog:asrock-z170-oc-formula/3x-m8pe-on-cpu", &[]);
    assert_eq!(array(&sharing["limits"]).len(), 0);
}

/// Write-up 000, left open: "the one started last is the fastest". Each of his windows measured
/// partly alone. Of starts one after another only the time in which all ran counts, and there they
/// are equal; such figures are not used for shared limits at all, and that is reported.
#[test]
fn starts_one_after_another_do_not_count() {
    let home = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let drives = ["m8pe1", "m8pe2", "m8pe3"];
    let run = |args: &[&str]| {
        let output = program(args).env("XDG_STATE_HOME", home.path()).output().unwrap();
        crate::json::document(&output.stdout)
    };
    let options = ["--on", THREE, "--set", "all", "--stagger", "1s", "--json"];
    let measured = run(&[&["measure"], drives.as_slice(), &options].concat());
    let rates = drives.map(|drive| rate(&measured, drive));
    assert!(rates.iter().all(|rate| near(*rate, rates[0], 0.02)), "{rates:?}");
    let id = measured["id"].as_str().unwrap();
    let sharing = &run(&["explain", "--from", id, "--json"])["sharing"];
    assert_eq!(array(&sharing["limits"]).len(), 0);
    let text = sharing["contradictions"][0]["text"].as_str().unwrap();
    assert!(text.contains("did not start at the same time"), "{text}");
}

/// Write-up 000: "the manual and what really happens differ". A run whose topology claims, as a
/// manual might, that the third drive is on the processor's lanes: by the figures it shares the
/// bottleneck of the others, and they take precedence.
#[test]
fn observed_beats_documented() {
    let home = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let mut command = program(&["explain", "--on", THREE, "--no-experiments", "--json"]);
    command.env("XDG_STATE_HOME", home.path()).output().unwrap();
    let runs = std::fs::read_dir(home.path().join("narrows/runs")).unwrap();
    let path = runs.flatten().next().unwrap().path().join("run.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut run: Value = serde_json::from_str(&text).unwrap();
    for storage in run["machine"]["storage"].as_array_mut().unwrap() {
        if storage["id"] == "m8pe3" {
            storage["attached_to"] = "cpu".into();
            storage["parent"] = "cpu".into();
            storage["hops"].as_array_mut().unwrap().truncate(1);
        }
    }
    let other = home.path().join("manual.json");
    std::fs::write(&other, run.to_string()).unwrap();
    let sharing = document(&["explain", "--from", other.to_str().unwrap()])["sharing"].clone();
    assert_eq!(sharing["limits"][0]["drives"], json!(["m8pe1", "m8pe2", "m8pe3"]));
    assert_ne!(sharing["limits"][0]["place"]["limit"]["id"], "chipset");
}

/// Write-up 001, left open: is it the chipset's uplink, or the board's rule that takes two lanes from
/// an M.2 slot? The link's width was looked at under load, and stayed.
#[test]
fn the_pair_is_held_by_the_uplink() {
    let sharing = explain(PAIR, &[]);
    let causes = of_limit(&sharing);
    assert_eq!(causes[0]["id"], "uplink:chipset");
    for slot in ["slot:pro1", "slot:pro2", "slot:pro1+pro2"] {
        assert!(likelihood(&causes, slot) < 0.05, "{causes:?}");
        let cause = causes.iter().find(|cause| cause["id"] == slot).unwrap();
        assert!(has_evidence(cause, "clue-width-kept", false));
    }
    // His arrays: 3,257 MB/s on the chipset, 4,604 with one drive on the processor's lanes.
    let on_chipset = rate(&measure(PAIR, &["both-on-chipset", "--set", "each"]), "both-on-chipset");
    assert!(near(on_chipset, 3257.0, 0.05), "{on_chipset}");
    let split = rate(&measure(SPLIT, &["split", "--set", "each"]), "split");
    assert!(near(split, 4604.0, 0.05), "{split}");
}

/// The pair's figures are those of the best slots that an M.2 drive by itself has, so no move is
/// advised; with one drive on a carrier card in a processor slot nothing is shared.
#[test]
fn what_no_move_brings_is_not_promised() {
    let sharing = explain(PAIR, &[]);
    let now = sharing["limits"][0]["capacity_mb_s"]["value"].as_f64().unwrap();
    assert!(of_limit(&sharing)[0]["remedy"]["gain_mb_s"].is_null());
    let both = measure(SPLIT, &["pro1", "pro2", "--set", "all"]);
    let moved = rate(&both, "pro1") + rate(&both, "pro2");
    assert!(moved > 1.25 * now, "{now}, {moved}");
    assert_eq!(array(&explain(SPLIT, &[])["limits"]).len(), 0);
}

/// The counter-case: one slot really falls to two lanes as soon as both are in use (from the first
/// run of both on, after two rounds of 1.2 s alone). The pair does as much as over a full uplink;
/// the link's width under load points to the slot, and a drive held to 500 MB/s beside it tells.
#[test]
fn a_slot_that_loses_lanes_is_told_from_the_uplink() {
    let home = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let faults = home.path().join("faults.toml");
    let fault = |drive: &&str| {
        format!("[[fault]]\nwhat = \"{drive}\"\nfrom = \"2400 ms\"\nkind = \"link\"\nlanes = 2\n")
    };
    let write = |drives: &[&str]| {
        let all: String = drives.iter().map(fault).collect();
        std::fs::write(&faults, format!("schema = \"narrows.faults/1\"\n{all}")).unwrap();
    };
    write(&["pro2"]);
    let sharing = explain(PAIR, &["--faults", faults.to_str().unwrap()]);
    let causes = of_limit(&sharing);
    assert_eq!(causes[0]["id"], "slot:pro2", "{causes:?}");
    assert!(has_evidence(causes[0], "clue-width-fell", true));
    let held = &sharing["experiments"][0];
    assert_eq!(held["id"], "held-pair");
    assert_eq!(held["ran"]["concluded"], "slot:pro2");
    write(&["pro1", "pro2"]);
    let sharing = explain(PAIR, &["--faults", faults.to_str().unwrap()]);
    assert_eq!(of_limit(&sharing)[0]["id"], "slot:pro1+pro2");
}

/// Write-up 001: "drives of 1.6 GB/s are the ones that such an array uses up": they share nothing
/// yet, 3,200 of 3,587.
#[test]
fn slower_drives_do_not_fill_the_uplink() {
    let sharing = explain("catalog:gigabyte-ga-z170x-ud5/2x-1600", &[]);
    assert_eq!(array(&sharing["limits"]).len(), 0);
}

/// Write-up 002, left open: "the tool uses one thread at 100 % CPU, so is this the drives?" No: with
/// four threads the same array does far more, and the thread's share is next to the figure.
#[test]
fn one_busy_thread_is_not_the_array() {
    let words = ["stripe", "--set", "each", "--pattern", "random", "--block", "4K"];
    let one = measure(STRIPE, &[words.as_slice(), &["--jobs", "1"]].concat());
    let four = measure(STRIPE, &[words.as_slice(), &["--jobs", "4"]].concat());
    assert!(one["results"][0]["thread_cpu"].as_f64().unwrap() > 0.95);
    let finding = |document: &Value| {
        array(&document["findings"]).iter().any(|it| it["id"] == "finding-thread-busy")
    };
    assert!(finding(&one));
    assert!(rate(&four, "stripe") > 1.9 * rate(&one, "stripe"));
    // On the processor's own lanes the two drives share nothing.
    let sharing = explain(STRIPE, &["ssd750-1", "ssd750-2"]);
    assert_eq!(array(&sharing["limits"]).len(), 0);
}

/// Write-up 003: one drive's rate at four settings of a slot is the limit of the link each time
/// (452, 902, 1,805 and 1,777 MB/s), and on four lanes of the third generation it is the drive's.
#[test]
fn four_settings_of_a_link() {
    let sharing = explain(LANES, &["--runs", "6"]);
    let figures =
        [("gen1-x2", 451.9), ("gen2-x2", 901.7), ("gen2-x4", 1805.0), ("gen3-x2", 1777.0)];
    for (drive, printed) in figures {
        let cause = of_drive(&sharing, drive);
        assert_eq!(cause["id"], format!("link:{drive}"), "{cause}");
        let mut private = array(&sharing["private"]).iter();
        let own = private.find(|own| own["drive"] == drive).unwrap();
        let value = own["capacity_mb_s"]["value"].as_f64().unwrap();
        assert!(near(value, printed, 0.03), "{drive}: {value}, {printed}");
    }
    assert_eq!(of_drive(&sharing, "cpu-slot")["id"], "drive:cpu-slot");
}

/// Write-up 003: "a RAID by the chipset has hardly an advantage over the fastest single drive": the
/// pair is held by the same uplink.
#[test]
fn a_raid_of_the_chipset_is_held_by_its_uplink() {
    let sharing = explain("catalog:asus-z170-a/2x-960pro", &[]);
    assert_eq!(of_limit(&sharing)[0]["id"], "uplink:chipset");
}

/// Write-up 004: three SATA drives share nothing, so an array of them reaches their sum; it rises
/// with the chunk until 32 KiB and not above, over 1,600 MB/s, as printed (1,500 is not reached at
/// 16 KiB by his own figures).
#[test]
fn a_stripe_of_three_levels_off_at_32_kib() {
    assert_eq!(array(&explain(SATA, &[])["limits"]).len(), 0);
    let document = document(&["predict", SATA, "--sweep", "chunk=4K..128K", "--of", "raid0"]);
    let points = array(&document["sweeps"][0]["points"]);
    let mb_s: Vec<f64> = points.iter().filter_map(|point| point["mb_s"].as_f64()).collect();
    let [four, eight, sixteen, rest @ ..] = mb_s.as_slice() else { panic!("{mb_s:?}") };
    assert!(four < eight && eight < sixteen && sixteen < &rest[0], "{mb_s:?}");
    assert!(rest.iter().all(|rate| near(*rate, 1600.0, 0.02)), "{mb_s:?}");
}
