//! Topologies side by side: differences are named at their drive, equal hosts are one kind.

use narrows_files::machine_file;
use narrows_hosts::cluster::fleet;
use narrows_messages::DocumentText;
use narrows_record::see::SeeDocument;

/// A machine with two drives, of which the second is in a slot with that link.
fn see(link: &str) -> SeeDocument {
    let text = format!(
        "schema = \"narrows.machine/1\"\n[[slot]]\nid = \"s1\"\non = \"cpu\"\nlink = \"3.0 x4\"\n\
         [[slot]]\nid = \"s2\"\non = \"cpu\"\nlink = \"{link}\"\n\
         [[drive]]\nid = \"a\"\nslot = \"s1\"\nlink = \"3.0 x4\"\n\
         [[drive]]\nid = \"b\"\nslot = \"s2\"\nlink = \"3.0 x4\"\n"
    );
    let machine = machine_file::read(&text).unwrap().machine;
    SeeDocument::of(&machine.topology, "a file")
}

#[test]
fn a_narrow_link_is_named_at_its_drive() {
    let links = ["3.0 x4", "3.0 x4", "3.0 x2", "3.0 x4"];
    let hosts: Vec<(String, SeeDocument)> =
        (1..).zip(links).map(|(n, it)| (format!("n{n}"), see(it))).collect();
    let told = fleet(&hosts);
    let kinds: Vec<&[String]> = told.kinds.iter().map(|kind| &*kind.hosts).collect();
    assert_eq!(kinds, [&["n1", "n2", "n4"].map(str::to_owned)[..], &["n3".to_owned()][..]]);
    let [one] = told.differences.as_slice() else { panic!("{:#?}", told.differences) };
    assert_eq!((one.host.as_str(), one.drive), ("n3", Some(2)));
    assert_eq!(
        (one.own.as_ref().map(DocumentText::in_english).as_deref(), one.most.in_english().as_str()),
        (Some("PCIe 3.0 x2"), "PCIe 3.0 x4")
    );
}

/// Of two hosts that differ neither is the odd one.
#[test]
fn without_a_majority_nobody_differs() {
    let hosts = [("x".to_owned(), see("3.0 x4")), ("y".to_owned(), see("3.0 x2"))];
    let told = fleet(&hosts);
    assert_eq!((told.kinds.len(), told.differences.len()), (2, 0));
}

fn heated(heats: [Option<i32>; 4]) -> Vec<(String, SeeDocument)> {
    let host = |(number, heat): (u32, Option<i32>)| {
        let mut see = see("3.0 x4");
        see.drives[1].temperature_c = heat;
        (format!("n{number}"), see)
    };
    (1..).zip(heats).map(host).collect()
}

/// The third host's second drive is 14 degrees above the others' median of 41.
#[test]
fn a_drive_hotter_than_the_same_of_others_is_named() {
    let told = fleet(&heated([Some(40), Some(43), Some(55), Some(41)]));
    let [one] = told.differences.as_slice() else { panic!("{:#?}", told.differences) };
    assert_eq!(
        (one.host.as_str(), one.drive, one.id.as_str()),
        ("n3", Some(2), "hosts-differs-heat")
    );
    assert_eq!(
        (one.own.as_ref().map(DocumentText::in_english).as_deref(), one.most.in_english().as_str()),
        (Some("55 °C"), "41 °C")
    );
    // Heat makes no other kind of host, and nine degrees are no fault.
    assert_eq!(told.kinds.len(), 1);
    let told = fleet(&heated([Some(40), Some(43), Some(50), Some(41)]));
    assert_eq!(told.differences, []);
    // Who shows nothing of its heat is not compared, and of two neither is the odd one.
    let told = fleet(&heated([Some(40), None, Some(80), None]));
    assert_eq!(told.differences, []);
}
