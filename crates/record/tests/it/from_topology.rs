//! The documents of small machines made by hand.

use std::collections::BTreeMap;

use narrows_record::see::{AttachmentKind, LinkDegradation, SeeDocument, StorageRecord};
use narrows_topology::build::build;
use narrows_topology::evidence::{BusRange, CaptureEvidence, LinkFacts, NumaNode, PciFunction};
use narrows_topology::{ClassCode, PciId};
use narrows_units::LinkWidth;

fn function(vendor: u16, device: u16, class: u32) -> PciFunction {
    let (id, class) = (PciId { vendor, device }, ClassCode::from_u24(class));
    PciFunction { id, class, ..PciFunction::default() }
}

fn port(vendor: u16, device: u16, (secondary, subordinate): (u8, u8)) -> PciFunction {
    let buses = Some(BusRange { secondary, subordinate });
    PciFunction { buses, ..function(vendor, device, 0x06_04_00) }
}

fn linked(function: PciFunction, current: (u8, u8), possible: (u8, u8)) -> PciFunction {
    let width = |(generation, lanes)| LinkWidth::new(generation, lanes);
    let (current, possible) = (width(current), width(possible));
    PciFunction { link: LinkFacts { current, possible, ..LinkFacts::default() }, ..function }
}

fn see(functions: &[(&str, PciFunction)]) -> SeeDocument {
    let functions = functions.iter().map(|(a, f)| (a.parse().unwrap(), f.clone())).collect();
    let node = || NumaNode { package: Some(0), cpus: String::new() };
    let numa_nodes = BTreeMap::from([(0, node()), (1, node())]);
    let evidence = CaptureEvidence { functions, numa_nodes, ..CaptureEvidence::default() };
    SeeDocument::of(&build(&evidence), "test")
}

/// X670E in small: an NVMe drive at x2 of x4, and SATA, both behind two chained chipset switches.
fn two_chipsets() -> SeeDocument {
    see(&[
        ("00:02.1", linked(port(0x1022, 0x14db, (3, 9)), (4, 4), (5, 4))),
        ("03:00.0", linked(port(0x1022, 0x43f4, (4, 9)), (4, 4), (4, 4))),
        ("04:08.0", linked(port(0x1022, 0x43f5, (5, 9)), (4, 4), (4, 4))),
        ("04:09.0", linked(port(0x1022, 0x43f5, (10, 10)), (1, 1), (4, 4))),
        ("05:00.0", linked(port(0x1022, 0x43f4, (6, 9)), (4, 4), (4, 4))),
        ("06:00.0", linked(port(0x1022, 0x43f5, (7, 7)), (3, 2), (3, 2))),
        ("06:0d.0", linked(port(0x1022, 0x43f5, (8, 8)), (1, 1), (1, 1))),
        ("07:00.0", linked(function(0x1cc1, 0x8201, 0x01_08_02), (3, 2), (3, 4))),
        ("08:00.0", linked(function(0x1022, 0x43f6, 0x01_06_01), (1, 1), (1, 1))),
    ])
}

fn storage_at<'a>(see: &'a SeeDocument, address: &str) -> &'a StorageRecord {
    see.storage.iter().find(|storage| storage.address == address).unwrap()
}

/// Where the link below a port is active, something is there, even if the text that was posted ends before it.
#[test]
fn only_ports_without_a_link_are_empty() {
    let with = |active: bool| {
        let mut bare = port(0x1022, 0x14db, (3, 3));
        bare.link.active = active;
        let drive = linked(function(0x1cc1, 0x8201, 0x01_08_02), (3, 4), (3, 4));
        let ports =
            [("00:02.1", bare), ("00:02.2", port(0x1022, 0x14db, (4, 4))), ("04:00.0", drive)];
        let see = see(&ports);
        let empty = see.ports.iter().filter(|port| port.empty).map(|port| port.id.clone());
        empty.collect::<Vec<_>>()
    };
    assert_eq!(with(false), ["0000:00:02.1"]);
    assert_eq!(with(true), [""; 0]);
}

#[test]
fn hops_and_switches_are_listed_nearest_first() {
    let see = two_chipsets();
    let drive = storage_at(&see, "0000:07:00.0");
    assert_eq!(drive.via, ["0000:05:00.0", "0000:03:00.0"]);
    let hops: Vec<&str> = drive.hops.iter().map(|hop| hop.address.as_str()).collect();
    assert_eq!(hops, ["0000:07:00.0", "0000:05:00.0", "0000:03:00.0"]);
    assert_eq!(drive.attached_to, AttachmentKind::Chipset);
    assert_eq!((drive.degraded, &drive.degraded_by), (Some(true), &Some(LinkDegradation::Port)));
    assert_eq!(drive.narrowest.as_ref().unwrap().address, "0000:07:00.0");
    assert_eq!(see.host.numa_nodes, Some(2));
}

/// The x1 link inside the chipset is none; the first hop that could be narrow is an uplink.
#[test]
fn internal_links_are_never_the_narrowest() {
    let see = two_chipsets();
    let sata = storage_at(&see, "0000:08:00.0");
    let link = sata.link.as_ref().unwrap();
    assert!(link.internal && link.usable_mb_s.is_none());
    assert_eq!(sata.degraded, Some(false));
    assert_eq!(sata.narrowest.as_ref().unwrap().address, "0000:05:00.0");
}

#[test]
fn a_port_with_nothing_below_is_empty_whatever_it_reads() {
    let see = two_chipsets();
    let empty: Vec<&str> =
        see.ports.iter().filter(|port| port.empty).map(|port| port.id.as_str()).collect();
    assert_eq!(empty, ["0000:04:09.0"]);
}

/// Without rights the card's link is unknown: it may be narrower than DMI, so that none is named.
#[test]
fn where_a_hop_is_unknown_no_hop_is_the_narrowest() {
    let see = see(&[
        ("00:1c.0", port(0x8086, 0xa110, (1, 1))),
        ("00:17.0", function(0x8086, 0xa102, 0x01_06_01)),
        ("00:1f.0", function(0x8086, 0xa145, 0x06_01_00)),
        ("01:00.0", function(0x144d, 0xa808, 0x01_08_02)),
    ]);
    let drive = storage_at(&see, "0000:01:00.0");
    assert_eq!((drive.degraded, drive.narrowest.as_ref()), (None, None));
    assert_eq!(drive.hops.len(), 2);
    // The chipset's own SATA has no link; DMI is all there is.
    let sata = storage_at(&see, "0000:00:17.0");
    assert_eq!(sata.narrowest.as_ref().unwrap().address, "chipset");
    assert_eq!(sata.hops[0].name.as_deref(), Some("DMI 3.0"));
}
