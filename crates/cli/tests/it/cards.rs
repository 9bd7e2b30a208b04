//! `narrows plan` with cards that carry drives, and with more cards than fit side by side.

use std::process::Output;

use serde_json::Value;

use crate::home::{text_of, verbose};

fn narrows(args: &[&str]) -> Output {
    verbose(args, "200")
}

fn page(args: &[&str]) -> String {
    let output = narrows(args);
    let text = String::from_utf8(output.stdout.clone()).expect("pages are UTF-8");
    assert!(!text.is_empty(), "{}", text_of(&output));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn json(args: &[&str]) -> Value {
    crate::json::document(&narrows(&[args, &["--json"]].concat()).stdout)
}

const NAS: &str = "catalog:supermicro-x11ssh-f";
const HBA: [&str; 4] = ["--cards", "hba=9300-8i", "--drives", "10x ironwolf-8tb"];

/// Ten disks of 210 MB/s on eight ports of a card and two of the board, as the plan saved it.
#[test]
fn a_kept_plan_has_its_drives_on_the_ports_of_the_card() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nas.toml");
    let file = file.to_str().unwrap();
    let plan = json(&[&["plan", NAS][..], &HBA, &["--save", file]].concat());
    assert_eq!(plan["best"]["total_mb_s"], 2100.0);
    let cables = &plan["best"]["adapters"][0];
    assert_eq!((&cables["id"], &cables["count"]), (&"sata-breakout".into(), &2.into()));
    let predicted = json(&["predict", file, "--workload", "seq-read-128k-q32"]);
    assert_eq!(predicted["totals"][0]["mb_s"], 2100.0);
    let kept = std::fs::read_to_string(file).unwrap();
    assert_eq!(kept.matches("on = \"hba\"").count(), 8, "{kept}");
    let lanes = narrows(&[&["lanes", NAS][..], &HBA].concat());
    assert!(lanes.status.success(), "{}", text_of(&lanes));
}

/// The firmware's RAID has the ports of the chipset; whether it starts from a card's ports is unknown.
#[test]
fn the_firmware_makes_no_array_of_drives_on_a_card() {
    let board = "catalog:asus-prime-z390-a";
    let with = ["--cards", "hba", "--drives", "a=860evo1tb, b=860evo1tb", "--want"];
    let ask = |want| narrows(&[&["plan", board][..], &with, &[want]].concat());
    assert_eq!(ask("raid0:intel-rst=a+b").status.code(), Some(0));
    assert_eq!(ask("raid0:intel-rst=a+b,drives@hba").status.code(), Some(4));
    assert_eq!(ask("raid0:linux-md=a+b,drives@hba").status.code(), Some(0));
    assert_eq!(ask("boot=a,a@hba").status.code(), Some(3));
}

/// Sixteen lanes for two cards: either has them all, not both.
#[test]
fn only_words_that_can_come_true_together_are_proposed() {
    let ask = ["plan", "catalog:asus-z170-a", "--cards", "2x gpu", "--drives", "960pro512gb"];
    let text = page(&ask);
    assert!(text.contains("`--want gpu-1=full` gives it more lanes, at the cost of"), "{text}");
    assert!(!text.contains("gpu-2=full"), "{text}");
    let wide = json(&[&ask[..], &["--want", "gpu-1=full"]].concat());
    let puts = wide["best"]["placements"].as_array().unwrap();
    assert_eq!(puts[1]["current"]["lanes"], 16, "{puts:?}");
}

/// Seven slots side by side: no graphics card hangs on an M.2 socket while there is one.
#[test]
fn many_graphics_cards_stand_close_before_one_hangs_on_a_riser() {
    let board = "catalog:asrock-rack-romed8-2t";
    let seven = json(&["plan", board, "--cards", "7x gpu"]);
    let puts = seven["best"]["placements"].as_array().unwrap();
    assert!(puts.iter().all(|put| put["slot"].as_str().unwrap().starts_with("PCIE")), "{puts:?}");
    let four = page(&["plan", board, "--cards", "4x gpu"]);
    assert!(four.contains("have room for 2-slot cards"), "{four}");
    let two = page(&["plan", board, "--cards", "2x gpu"]);
    assert!(!two.contains("have room for"), "{two}");
}

/// Twelve modules and cards for fewer places: that takes no search.
#[test]
fn too_few_places_are_told_as_such() {
    let ask = ["plan", "catalog:supermicro-h13ssl-n", "--drives", "40x pm9a3 960gb"];
    let plan = json(&ask);
    assert_eq!(plan["impossible"]["proven"], true);
}

/// A step that puts drives on a carrier says how the slot is split for them.
#[test]
fn steps_name_the_slots_that_are_split_for_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("machine.toml");
    let text = "schema = \"narrows.machine/1\"\n[host]\nboard = \"supermicro-h12ssl-i\"\n\
                [[drive]]\nid = \"old\"\nslot = \"SLOT1\"\nmodel = \"samsung-950-pro-256gb\"\n";
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let with = ["--cards", "quad-m2", "--drives", "2x990pro2tb", "--want", "990pro2tb@quad-m2"];
    let plan = json(&[&["plan", file][..], &with].concat());
    let moves = plan["moves"].as_array().unwrap();
    let split: Vec<&Value> =
        moves.iter().filter_map(|step| step["splits"].as_array()).flatten().collect();
    assert_eq!(split.len(), 1, "{moves:?}");
    assert_eq!(split[0]["split"], plan["best"]["splits"][0]["split"]);
}

/// A board has slots and no drives.
#[test]
fn a_board_file_is_no_machine_to_measure() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.toml");
    let entry = "source = [\"here\"]\nconfidence = \"low\"\n[[board]]\nid = \"mine\"\n\
                 name = \"Mine\"\nchipset = \"intel-z790\"\n[[board.slot]]\nid = \"M2\"\n\
                 on = \"cpu\"\nlink = \"4.0 x4\"\nform = \"m2\"\n";
    std::fs::write(&file, entry).unwrap();
    let file = file.to_str().unwrap();
    for args in [&["measure", "--on", file][..], &["explain", "--on", file]] {
        let output = narrows(args);
        assert_eq!(output.status.code(), Some(1));
        assert!(text_of(&output).contains("has no drives to measure"), "{}", text_of(&output));
    }
    assert!(narrows(&["predict", file]).status.success());
}
