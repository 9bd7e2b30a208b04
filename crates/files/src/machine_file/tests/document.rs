//! The documentation and the reader say the same: every key of one is a key of the other, and the
//! examples are read.

use std::collections::BTreeSet;

use super::*;

const DOCUMENT: &str = include_str!("../../../../../docs/machine-file.md");

/// Context that the fragments of the documentation rely on without showing it.
const SURROUNDINGS: &str = r#"
schema = "narrows.machine/1"
[host]
chipset = "intel-z170"
[[slot]]
id = "PCIEX16_2"
on = "cpu"
link = "3.0 x16"
[[slot]]
id = "SATA_5"
on = "chipset"
devices = ["sata"]
[[slot]]
id = "PCIE1"
on = "cpu"
link = "3.0 x16"
[[drive]]
id = "fast"
on = "cpu"
link = "4.0 x4"
[[drive]]
id = "mine"
count = 2
on = "leaf"
link = "4.0 x4"
[[drive]]
id = "left"
count = 2
on = "leaf"
link = "4.0 x4"
[[drive]]
id = "right"
count = 2
on = "leaf"
link = "4.0 x4"
[[drive]]
id = "a"
count = 3
on = "cpu"
link = "4.0 x4"
[[drive]]
id = "b"
count = 3
on = "cpu"
link = "4.0 x4"
[[drive]]
id = "sas"
count = 3
on = "hba"
sas = "12 Gbit/s"
"#;

/// The TOML of the documentation, in order.
fn examples() -> impl Iterator<Item = &'static str> {
    DOCUMENT.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next())
}

#[test]
fn complete_examples_are_read() {
    let complete: Vec<&str> = examples().filter(|text| text.starts_with("schema")).collect();
    assert_eq!(complete.len(), 4);
    for text in complete {
        let read = read(text).unwrap_or_else(|error| panic!("{error:?} in\n{text}"));
        assert!(read.machine.topology.drives.len() >= 2 && read.name.is_some());
    }
}

#[test]
fn fragments_together_are_a_machine() {
    let fragments: String = examples().filter(|text| !text.starts_with("schema")).collect();
    let file = format!("{SURROUNDINGS}{fragments}");
    let read = read(&file).unwrap_or_else(|error| panic!("{error:?} in\n{file}"));
    let ids: Vec<&str> = read.workloads.iter().map(|job| job.name.as_str()).collect();
    assert_eq!(ids, ["database", "copy-from", "copy-to"]);
    assert_eq!((read.machine.arrays.len(), read.rules.len(), read.slots.len()), (6, 1, 6));
}

/// The server of the documentation: 24 drives of 6,800 MB/s could send 163 GB/s, their two switches
/// (PCIe 4.0 x16 each) carry a third of that, and each side's data comes through its own root complex.
#[test]
fn the_server_hangs_together() {
    let text = examples().find(|text| text.contains("two sockets")).unwrap();
    let MachineFile { machine, workloads, .. } = read(text).unwrap();
    let right = &machine.topology.drives[&Id::new("right12")];
    let path: Vec<&str> = machine
        .topology
        .path(right.controller.as_ref().unwrap())
        .map(|(id, _)| id.as_str())
        .collect();
    assert_eq!(path, ["right12", "backplane1", "rc1", "cpu1"]);
    assert_eq!(machine.topology.nodes[&Id::new("right12")].package, Some(1));
    let plan = &machine.arrays[&Id::new("data")];
    assert_eq!((plan.members.len(), plan.level), (24, narrows_model::RaidLevel::MirroredStripe));
    assert_eq!(machine.ceilings[&Id::new("rc0")][0].both.unwrap().value.as_mb_s(), 90_000.0);
    assert_eq!(machine.demands[0].sends.as_mb_s(), 10_000.0);
    assert_eq!(machine.host.cores, Some(64));
    assert_eq!(workloads[0].workload.name, "rand-rw70-8k-q32-j16");
    assert_eq!(workloads[1].on, [Id::new("data")]);
}

#[test]
fn every_key_is_documented_and_every_documented_key_is_read() {
    let tables = [
        ("[host]", description::Host::keys()),
        ("[[root_complex]]", description::RootComplex::keys()),
        ("[[chipset]]", description::Chipset::keys()),
        ("[[switch]]", description::Switch::keys()),
        ("[[controller]]", description::Controller::keys()),
        ("[[tunnel]]", description::Tunnel::keys()),
        ("[[hub]]", description::Hub::keys()),
        ("[[network]]", description::Network::keys()),
        ("[[slot]]", description::DescribedSlot::keys()),
        ("[[rule]]", description::Rule::keys()),
        ("[[drive]]", description::Drive::keys()),
        ("[[card]]", description::Card::keys()),
        ("[[array]]", description::Array::keys()),
        ("[[workload]]", description::Workload::keys()),
    ];
    for (title, keys) in tables {
        assert!(DOCUMENT.contains(title), "{title}");
        for key in keys {
            let is_there = [format!("\n{key} = "), format!("`{key}`"), format!("`{key} = ")];
            assert!(is_there.iter().any(|form| DOCUMENT.contains(form)), "{title} {key}");
        }
    }
    assert_eq!(rows_of("## `[host]`"), description::Host::keys().into_iter().collect());
    assert_eq!(rows_of("## `[[drive]]`"), description::Drive::keys().into_iter().collect());
}

/// The keys in the first column of the table below a heading.
fn rows_of(heading: &str) -> BTreeSet<&'static str> {
    let below = DOCUMENT.split(&format!("{heading}\n")).nth(1).unwrap();
    let section = below.split("\n## ").next().unwrap();
    let first = section.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    first.flat_map(|keys| keys.split(", ").map(|key| key.trim_matches('`'))).collect()
}
