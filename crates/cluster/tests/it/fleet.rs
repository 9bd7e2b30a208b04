//! Topologies beside each other: what differs is named at its drive, equal hosts are one kind.

use narrows_cluster::fleet;
use narrows_messages::{Language, Localizer};
use narrows_record::machine_file;
use narrows_record::see::See;

/// A machine with two drives, of which the second is in a slot with that link.
fn see(link: &str) -> See {
    let text = format!(
        "schema = \"narrows.machine/1\"\n[[slot]]\nid = \"s1\"\non = \"cpu\"\nlink = \"3.0 x4\"\n\
         [[slot]]\nid = \"s2\"\non = \"cpu\"\nlink = \"{link}\"\n\
         [[drive]]\nid = \"a\"\nslot = \"s1\"\nlink = \"3.0 x4\"\n\
         [[drive]]\nid = \"b\"\nslot = \"s2\"\nlink = \"3.0 x4\"\n"
    );
    let machine = machine_file::read(&text).unwrap().machine;
    See::of(&machine.topology, "a file", &Localizer::new(Language::English))
}

#[test]
fn a_narrow_link_is_named_at_its_drive() {
    let links = ["3.0 x4", "3.0 x4", "3.0 x2", "3.0 x4"];
    let hosts: Vec<(String, See)> =
        (1..).zip(links).map(|(n, it)| (format!("n{n}"), see(it))).collect();
    let told = fleet(&hosts, &Localizer::new(Language::English));
    let kinds: Vec<&[String]> = told.kinds.iter().map(|kind| &*kind.hosts).collect();
    assert_eq!(kinds, [&["n1", "n2", "n4"].map(str::to_owned)[..], &["n3".to_owned()][..]]);
    let [one] = told.differences.as_slice() else { panic!("{:#?}", told.differences) };
    assert_eq!((one.host.as_str(), one.drive), ("n3", Some(2)));
    assert_eq!((one.own.as_deref(), one.most.as_str()), (Some("PCIe 3.0 x2"), "PCIe 3.0 x4"));
}

/// Of two hosts that differ nobody is the odd one.
#[test]
fn without_a_majority_nobody_differs() {
    let hosts = [("x".to_owned(), see("3.0 x4")), ("y".to_owned(), see("3.0 x2"))];
    let told = fleet(&hosts, &Localizer::new(Language::English));
    assert_eq!((told.kinds.len(), told.differences.len()), (2, 0));
}
