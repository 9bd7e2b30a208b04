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
    let summary = fleet(&hosts);
    let kinds: Vec<&[String]> = summary.kinds.iter().map(|kind| &*kind.hosts).collect();
    assert_eq!(kinds, [&["n1", "n2", "n4"].map(str::to_owned)[..], &["n3".to_owned()][..]]);
    let [one] = summary.differences.as_slice() else { panic!("{:#?}", summary.differences) };
    assert_eq!((one.host.as_str(), one.drive), ("n3", Some(2)));
    assert_eq!(
        (one.own.as_ref().map(DocumentText::in_english).as_deref(), one.most.in_english().as_str()),
        (Some("PCIe 3.0 x2"), "PCIe 3.0 x4")
    );
}

/// Hosts' drives by their links as they run; what varies, with the value of most and of each kind.
#[test]
fn what_varies_is_told_kind_by_kind() {
    let (fast, slow) = ("PCIe 3.0 x4", "PCIe 3.0 x2");
    let link = "hosts-differs-link";
    type Varies<'a> = (&'a str, &'a [u32], Option<&'a str>, &'a [Option<&'a str>]);
    let cases: [(&[&[&str]], &[Varies<'_>]); 5] = [
        (&[&["x4", "x4"], &["x4", "x4"], &["x4", "x4"]], &[]),
        // Of two hosts that differ neither is the odd one.
        (&[&["x4", "x4"], &["x4", "x2"]], &[(link, &[2], None, &[Some(fast), Some(slow)])]),
        (
            &[&["x4", "x2"], &["x4", "x4"], &["x4", "x4"]],
            &[(link, &[2], Some(fast), &[Some(fast), Some(slow)])],
        ),
        // Drives that differ in the same way are one column.
        (
            &[&["x4", "x4"], &["x2", "x2"], &["x4", "x4"]],
            &[(link, &[1, 2], Some(fast), &[Some(fast), Some(slow)])],
        ),
        // Of another number of drives each number may mean another drive.
        (
            &[&["x4", "x4"], &["x4", "x4"], &["x2"]],
            &[("hosts-differs-drives", &[], Some("2"), &[Some("2"), Some("1")])],
        ),
    ];
    for (links, varies) in cases {
        let hosts = links.iter().map(|links| {
            let slots = links.iter().enumerate().map(|(at, lanes)| {
                format!("[[drive]]\nid = \"d{at}\"\non = \"cpu\"\nlink = \"3.0 {lanes}\"\n")
            });
            let text = format!("schema = \"narrows.machine/1\"\n{}", slots.collect::<String>());
            let machine = machine_file::read(&text).unwrap().machine;
            SeeDocument::of(&machine.topology, "a file")
        });
        let hosts: Vec<_> = (1..).map(|at: u32| at.to_string()).zip(hosts).collect();
        let summary = fleet(&hosts);
        let varying = summary.varying.iter().map(|it| {
            let values = it.values.iter().map(Option::as_deref).collect::<Vec<_>>();
            (it.id.as_str(), it.drives.clone(), it.most.as_deref(), values)
        });
        let wanted = varies
            .iter()
            .map(|&(id, drives, most, values)| (id, drives.to_vec(), most, values.to_vec()));
        assert_eq!(varying.collect::<Vec<_>>(), wanted.collect::<Vec<_>>(), "{links:?}");
        assert_eq!(summary.differences.is_empty(), varies.iter().all(|it| it.2.is_none()));
    }
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
    let summary = fleet(&heated([Some(40), Some(43), Some(55), Some(41)]));
    let [one] = summary.differences.as_slice() else { panic!("{:#?}", summary.differences) };
    assert_eq!(
        (one.host.as_str(), one.drive, one.id.as_str()),
        ("n3", Some(2), "hosts-differs-heat")
    );
    assert_eq!(
        (one.own.as_ref().map(DocumentText::in_english).as_deref(), one.most.in_english().as_str()),
        (Some("55 °C"), "41 °C")
    );
    // Heat makes no other kind of host, and nine degrees are no fault.
    assert_eq!(summary.kinds.len(), 1);
    let summary = fleet(&heated([Some(40), Some(43), Some(50), Some(41)]));
    assert_eq!(summary.differences, []);
    // Who shows nothing of its heat is not compared, and of two neither is the odd one.
    let summary = fleet(&heated([Some(40), None, Some(80), None]));
    assert_eq!(summary.differences, []);
}
