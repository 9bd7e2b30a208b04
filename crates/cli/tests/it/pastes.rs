//! Pasted texts of the folder of captures against what people say is right (`*.expect.json`): drives and
//! controllers with links, parents and places; and what is written there in words, a test each.

use std::path::PathBuf;

use narrows_units::LinkWidth;
use serde_json::Value;

use crate::home::{captures, narrows, program, texts};

fn folder() -> Option<PathBuf> {
    captures().map(|folder| folder.join("pastes"))
}

/// The path of a pasted text by the beginning of its name.
fn path(start: &str) -> Option<String> {
    let entries = std::fs::read_dir(folder()?).unwrap().map(|entry| entry.unwrap().path());
    let is_it = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with(start) && name.ends_with(".txt")
    };
    let found = entries.into_iter().find(is_it);
    Some(found.unwrap_or_else(|| panic!("no {start}")).display().to_string())
}

fn json(args: &[&str]) -> Value {
    let mut args = args.to_vec();
    args.push("--json");
    serde_json::from_slice(&narrows(&args).stdout).unwrap_or_else(|e| panic!("{args:?}: {e}"))
}

/// The first screen and the exit code.
fn text(args: &[&str]) -> (String, Option<i32>) {
    let output = program(args).env("COLUMNS", "100").output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

fn width(link: &Value) -> Option<LinkWidth> {
    let gts = link["gts"].as_f64()?;
    format!("{gts} GT/s x{}", link["lanes"]).parse().ok()
}

fn storage<'a>(see: &'a Value, at: &str) -> &'a Value {
    let all = see["storage"].as_array().unwrap();
    all.iter().find(|it| it["address"] == at).unwrap_or_else(|| panic!("no {at}: {all:#?}"))
}

#[test]
fn functions_have_the_links_parents_and_places_that_are_right() {
    let Some(folder) = folder() else { return };
    let mut checked = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path().display().to_string();
        let Some(start) = path.strip_suffix(".expect.json") else { continue };
        let expected: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let rows = ["drives", "controllers"].map(|key| expected[key].as_array());
        let rows: Vec<&Value> = rows.into_iter().flatten().flatten().collect();
        if rows.is_empty() {
            continue;
        }
        let see = json(&["see", &format!("{start}.txt")]);
        for row in rows {
            let seen = storage(&see, row["bdf"].as_str().unwrap());
            let link = |key: &str| row[key].as_str().map(|link| link.parse().unwrap());
            let found = &seen["link"];
            assert_eq!(width(&found["current"]), link("link"), "{path}: {seen:#}");
            assert_eq!(width(&found["possible"]), link("link_max"), "{path}: {seen:#}");
            let parent = row["parent"].as_str().unwrap().split(' ').next();
            assert_eq!(seen["parent"].as_str(), parent, "{path}: {seen:#}");
            let place = seen["attached_to"].as_str().unwrap();
            assert!(row["attached"].as_str().unwrap().contains(place), "{path}: {seen:#}");
        }
        checked += 1;
    }
    assert!(checked >= 6, "{checked}");
}

#[test]
fn two_listings_of_a_machine_are_as_the_richer_one() {
    let Some(path) = path("01-") else { return };
    let whole = json(&["see", &path]);
    let text = std::fs::read_to_string(&path).unwrap();
    let (_, second) = text.rsplit_once("\n00:00.0 ").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let alone = folder.path().join("alone.txt").display().to_string();
    std::fs::write(&alone, format!("00:00.0 {second}")).unwrap();
    let alone = json(&["see", &alone]);
    for key in ["storage", "devices"] {
        let links = |see: &Value| -> Vec<(Value, Value)> {
            let all = see[key].as_array().unwrap().iter();
            all.map(|it| (it["address"].clone(), it["link"].clone())).collect()
        };
        assert_eq!(links(&whole), links(&alone), "{key}");
    }
    let (check, _) = self::text(&["check", &path]);
    assert!(check.contains("PCIe 3.0 x4, but the device supports PCIe 4.0 x4"), "{check}");
    assert!(check.contains("upstream port supports no more"), "{check}");
}

/// Without links no rate, no free slot, and the way to see more in the first lines.
#[test]
fn what_is_not_listed_is_asked_for() {
    let Some(_) = folder() else { return };
    for start in ["04-", "05-", "06-", "07-", "14-"] {
        let path = path(start).unwrap();
        let predicted = json(&["predict", &path]);
        assert_eq!(predicted["results"], Value::Array(Vec::new()), "{start}");
        let (see, _) = text(&["see", &path]);
        assert!(!see.contains("B/s") && !see.contains(" free"), "{see}");
        if start != "14-" {
            let first: Vec<&str> = see.lines().take(9).collect();
            assert!(first.join(" ").contains("sudo lspci -vv"), "{see}");
        }
        let (planned, code) = text(&["plan", &path, "--drives", "samsung-990-pro-2tb"]);
        assert!(planned.is_empty() && code == Some(2), "{planned}");
        for model in texts(&json(&["see", &path])["storage"], "model") {
            assert!(!model.ends_with('#'), "{model}");
        }
    }
    let see = json(&["see", &path("05-").unwrap()]);
    for at in ["0000:07:00.0", "0000:08:00.0"] {
        assert_eq!(storage(&see, at)["attached_to"], "chipset");
    }
    let see = json(&["see", &path("06-").unwrap()]);
    for at in ["0000:06:00.0", "0000:07:00.0"] {
        assert_eq!(storage(&see, at)["attached_to"], "unknown");
    }
    assert_eq!(json(&["see", &path("14-").unwrap()])["host"]["hypervisor"], "QEMU");
}

#[test]
fn a_port_that_is_not_listed_may_be_the_slower_end() {
    let Some(_) = folder() else { return };
    for start in ["08-port-not-listed-lspci", "08-port-not-listed-vision"] {
        let (check, _) = text(&["check", &path(start).unwrap()]);
        assert!(check.contains("not listed") && check.contains("without -s"), "{check}");
        assert!(!check.contains("eseat"), "{check}");
    }
}

#[test]
fn a_second_machine_is_announced_first_and_read_by_its_number() {
    let Some(path) = path("09-") else { return };
    for command in ["see", "predict", "check", "lanes"] {
        let (page, _) = text(&[command, &path]);
        assert!(page.contains("listings of 2 machines"), "{page}");
    }
    let (page, _) = text(&["see", &path]);
    let note = page.find("listings of 2 machines");
    assert!(note.is_some() && note < page.find('▶'), "{page}");
    let facts = |path: &str| {
        let see = json(&["see", path]);
        let host = &see["host"];
        format!("{} {}", host["cpu"], host["chipset"])
    };
    let (first, second) = (facts(&path), facts(&format!("{path}#2")));
    assert!(first.contains("AMD") && !first.contains("Intel"), "{first}");
    assert!(second.contains("Z170") && !second.contains("AMD"), "{second}");
}

#[test]
fn lanes_of_unknown_places_are_no_alarm() {
    let Some(path) = path("10-") else { return };
    let check = json(&["check", &path]);
    for problem in check["findings"].as_array().unwrap() {
        assert!(!problem.to_string().contains("assigned"), "{problem:#}");
    }
    for command in ["see", "predict", "lanes", "check"] {
        let (page, _) = text(&[command, &path]);
        assert!(page.contains("\"Bus:\""), "{page}");
    }
    let predicted = json(&["predict", &path]);
    assert!(!texts(&predicted["results"], "set").contains(&"all"), "{predicted:#}");
}

#[test]
fn numbers_and_colours_around_lines_change_nothing() {
    let Some(folder) = captures() else { return };
    let plain = folder.join("lspci/asrock-x670e-pro-rs.txt").display().to_string();
    let plain = json(&["see", &plain]);
    for start in ["11-form-13", "11-form-18"] {
        let pasted = json(&["see", &path(start).unwrap()]);
        for key in ["storage", "drives", "devices", "ports"] {
            assert_eq!(pasted[key], plain[key], "{start}: {key}");
        }
    }
}

#[test]
fn ways_of_addresses_are_all_read() {
    let Some(path) = path("12-") else { return };
    let see = json(&["see", &path]);
    let lost = ["note-lspci-headline", "note-lspci-unnamed"];
    assert!(!texts(&see["notes"], "id").iter().any(|id| lost.contains(id)), "{:#}", see["notes"]);
    assert_eq!(storage(&see, "0000:04:00.0")["parent"], "0000:00:1b.0");
    let drawn = json(&["see", &self::path("07d-").unwrap()]);
    let ports = drawn["ports"].as_array().unwrap();
    assert!(ports.iter().any(|port| port["parent"] == "0000:42:00.0"), "{ports:#?}");
}

/// A Surface's subsystem is no Hyper-V, and a Mac's drive is soldered.
#[test]
fn machines_are_what_they_are() {
    let Some(path) = path("03-") else { return };
    let see = json(&["see", &path]);
    assert!(see["host"]["hypervisor"].is_null(), "{:#}", see["host"]);
    let (planned, code) =
        text(&["plan", &self::path("13-").unwrap(), "--drives", "samsung-990-pro-2tb"]);
    assert!(!planned.contains("slot1") && code != Some(0), "{planned}");
}
