//! Valid and invalid machine files.

mod built;
mod document;
mod levels;
mod limits;
mod mistakes;
mod vocabulary;
mod words;

use narrows_model::{Machine, predict};
use narrows_topology::graph::{NodeKind, StorageControllerKind};
use narrows_topology::read::TextPosition;
use narrows_topology::{FactBasis, Id};
use narrows_workload::profile;

use super::*;

const TRIO: &str = r#"
schema = "narrows.machine/1"
[host]
chipset = "intel-z170"
[[slot]]
id = "M2_1"
on = "chipset"
link = "3.0 x4"
[[slot]]
id = "M2_2"
on = "chipset"
link = "3.0 x2"
[[drive]]
id = "m"
slots = ["M2_1", "M2_2"]
link = "3.0 x4"
read = "2300 MB/s"
"#;

#[test]
fn drives_get_the_link_that_slot_and_drive_have_in_common() {
    let machine = read(TRIO).unwrap().machine;
    let width = |id: &str| {
        machine.topology.nodes[&Id::new(id)].link.as_ref().unwrap().current.unwrap().to_string()
    };
    assert_eq!(width("m1"), "PCIe 3.0 x4");
    assert_eq!(width("m2"), "PCIe 3.0 x2");
}

/// Alone, the first drive is drive-limited (2,300); the second one's x2 link carries half of 3,587
/// MB/s.
#[test]
fn predictions_follow() {
    let machine = read(TRIO).unwrap().machine;
    let workload = profile("seq-read-128k-q32").unwrap();
    let alone = |id: &str| predict(&machine, &[Id::new(id)], &workload)[0].rate.as_mb_s();
    assert_eq!(alone("m1"), 2300.0);
    assert!((alone("m2") - 1793.5).abs() < 2.0, "{}", alone("m2"));
}

/// It sits in the slot, but its data goes by the SATA port: no PCIe link limits it, 6 Gbit/s do.
#[test]
fn a_sata_drive_in_a_slot_stays_a_sata_drive() {
    let text = TRIO.replacen("\"3.0 x4\"\n", "\"3.0 x4\"\ndevices = [\"pcie\", \"sata\"]\n", 1);
    let text = text.replacen("\"3.0 x2\"\n", "\"3.0 x2\"\ndevices = [\"sata\"]\n", 1);
    let text =
        text.replacen("link = \"3.0 x4\"\nread = \"2300", "sata = \"6 Gbit/s\"\nread = \"600", 1);
    let machine = read(&text).unwrap().machine;
    let node = &machine.topology.nodes[&Id::new("m1")];
    assert_eq!(node.kind, NodeKind::Storage(StorageControllerKind::Ahci));
    assert_eq!((node.link.clone(), node.slot.clone().unwrap().0), (None, "M2_1".to_owned()));
    let outcomes = predict(&machine, &[Id::new("m1")], &profile("seq-read-128k-q32").unwrap());
    assert_eq!(outcomes[0].limit.limit.name.id(), "limit-transport");
    let twice = text.replacen("\"M2_2\"]", "\"M2_1\"]", 1);
    assert_eq!(read(&twice).unwrap_err().problem.id(), "machine-slot-taken");
}

/// Typed values are documented; the link was not observed.
#[test]
fn links_typed_by_hand_are_not_observed() {
    let machine = read(TRIO).unwrap().machine;
    let basis = |id: &str| machine.topology.nodes[&Id::new(id)].link.as_ref().unwrap().basis;
    assert_eq!((basis("m1"), basis("chipset")), (FactBasis::Documented, FactBasis::Documented));
}

/// An NVMe drive with only its bandwidth given answers one random read at a time in the 65 us of
/// its class (63 MB/s), not at 2,300 MB/s.
#[test]
fn what_a_file_leaves_out_is_filled_in_by_class() {
    let machine = read(TRIO).unwrap().machine;
    let outcomes = predict(&machine, &[Id::new("m1")], &profile("rand-read-4k-q1").unwrap());
    assert!((outcomes[0].rate.as_mb_s() - 63.0).abs() < 0.1, "{outcomes:?}");
    assert!(!machine.topology.drives[&Id::new("m1")].assumed);
}

#[test]
fn counts_add_up_to_no_more_than_the_most() {
    let two = "[[drive]]\nid = \"a\"\ncount = 2\non = \"cpu\"\nlink = \"3.0 x4\"\n";
    let most = two.replace("\"a\"", "\"b\"").replace("= 2", &format!("= {MAX_COUNT}"));
    let file = format!("schema = \"narrows.machine/1\"\n{two}{most}");
    let error = read(&file).unwrap_err();
    assert_eq!((error.place, error.problem.id()), (TextPosition::Column(9, 9), "machine-count"));
}
