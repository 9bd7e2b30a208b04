//! The result of each kind of entry. Expected numbers are derived in the comments.

use narrows_catalog::board::SlotUse;
use narrows_model::{ArrayCacheMode, LimitKind};
use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::AttachmentPoint;
use narrows_units::{Bytes, BytesPerSec, Nanos};

use super::*;

fn machine(text: &str) -> Machine {
    file(text).machine
}

fn file(text: &str) -> MachineFile {
    let text = format!("schema = \"narrows.machine/1\"\n{text}");
    read(&text).unwrap_or_else(|error| panic!("{error:?} in\n{text}"))
}

fn id(name: &str) -> Id {
    Id::new(name)
}

fn width(machine: &Machine, name: &str) -> String {
    let link = machine.topology.nodes[&id(name)].link.as_ref().unwrap();
    link.current.unwrap().to_string()
}

/// 22 Gbit/s for Thunderbolt 3; 10 Gbit/s of USB less 128b/132b, 3.75 % for packets and a tenth for
/// the protocol: 1,250 x 128/132 x 0.9625 x 0.9; 1,448 bytes of data in the 1,538 that a frame takes,
/// less a hundredth for NVMe over TCP. Both directions are equal, and the file's own limits come on
/// top. Each request also waits there: 3 us in the tunnel, 80 in the enclosure, 45 a network.
#[test]
fn cables_carry_what_their_kind_carries() {
    let machine = machine(
        r#"
        [[network]]
        id = "far"
        on = "near"
        rate = "10 Gbit/s"
        operations = "1M IOPS"
        [[network]]
        id = "near"
        on = "cpu"
        rate = "25 Gbit/s"
        [[tunnel]]
        id = "dock"
        on = "cpu"
        kind = "thunderbolt3"
        [[tunnel]]
        id = "usb"
        on = "dock"
        kind = "usb3-10"
        "#,
    );
    let carries = |name: &str| {
        let ceiling = &machine.ceilings[&id(name)][0];
        let [read, write] = [ceiling.read, ceiling.write].map(|figure| figure.unwrap().value);
        assert_eq!((ceiling.kind, read), (LimitKind::Link, write));
        read.as_mb_s()
    };
    assert!((carries("dock") - 2750.0).abs() < 0.1);
    assert!((carries("usb") - 1250.0 * 128.0 / 132.0 * 0.9625 * 0.9).abs() < 0.1);
    assert!((carries("far") - 0.99 * 1250.0 * 1448.0 / 1538.0).abs() < 0.1);
    assert!((carries("near") - 0.99 * 3125.0 * 1448.0 / 1538.0).abs() < 0.1);
    let waits = ["dock", "usb", "far", "near"].map(|name| machine.ceilings[&id(name)][0].wait);
    assert_eq!(waits, [3, 80, 30, 30].map(|micros| Some(Nanos::micros(micros))));
    assert_eq!(machine.ceilings[&id("far")][1].wait, None);
    assert_eq!(machine.ceilings[&id("far")][1].operations.unwrap().value.get(), 1e6);
    let far = id("far");
    let path: Vec<&str> = machine.topology.path(&far).map(|(id, _)| id.as_str()).collect();
    assert_eq!(path, ["far", "near", "cpu"]);
}

/// Two drives of 900 MB/s behind one hub of 10 Gbit/s, which carries 1,250 x 128/132 x 0.9625 x 0.9 =
/// 1,050 MB/s: half each. On a hub for each they are their own limit.
#[test]
fn drives_behind_a_hub_share_its_link() {
    let drives = |second: &str| {
        let text = format!(
            "[[hub]]\nid = \"one\"\non = \"cpu\"\nkind = \"usb3-10\"\n\
             [[hub]]\nid = \"two\"\non = \"cpu\"\nrate = \"10 Gbit/s\"\n\
             [[drive]]\nid = \"a\"\non = \"one\"\nusb = \"10 Gbit/s\"\nread = \"900 MB/s\"\n\
             [[drive]]\nid = \"b\"\non = \"{second}\"\nusb = \"10 Gbit/s\"\nread = \"900 MB/s\"\n"
        );
        let machine = machine(&text);
        assert_eq!(machine.ceilings[&id("one")], machine.ceilings[&id("two")]);
        let outcomes = predict(&machine, &[id("a"), id("b")], &profile("seq-read-1m-q32").unwrap());
        outcomes.iter().map(|outcome| outcome.rate.as_mb_s()).collect::<Vec<_>>()
    };
    assert!(drives("one").iter().all(|rate| (rate - 525.0).abs() < 1.0), "{:?}", drives("one"));
    assert!(drives("two").iter().all(|rate| (rate - 900.0).abs() < 1.0), "{:?}", drives("two"));
}

/// An x8 card of 5 GT/s in a PCIe 3.0 x4 slot runs at PCIe 2.0 x4; everything on it shares that.
#[test]
fn drives_behind_a_controller_share_it() {
    let machine = machine(
        r#"
        [host]
        chipset = "intel-z170"
        [[slot]]
        id = "s"
        on = "chipset"
        link = "3.0 x4"
        [[controller]]
        id = "hba"
        kind = "raid"
        slot = "s"
        link = "2.0 x8"
        read = "1.5 GB/s"
        [[drive]]
        id = "disk"
        count = 3
        on = "hba"
        sas = "12 Gbit/s"
        spins = true
        [[array]]
        id = "volume"
        level = 5
        engine = "hardware"
        controller = "hba"
        members = ["disk"]
        cache = "write-back"
        "#,
    );
    assert_eq!(width(&machine, "hba"), "PCIe 2.0 x4");
    assert_eq!(machine.topology.nodes[&id("hba")].attachment, AttachmentPoint::Chipset);
    assert_eq!(machine.ceilings[&id("hba")][0].kind, LimitKind::Controller);
    let disk = &machine.topology.drives[&id("disk3")];
    assert_eq!((&disk.controller, disk.rotational), (&Some(id("hba")), Some(true)));
    assert_eq!(disk.transport, Some(DriveTransport::Sas { gbit_s: 12.0 }));
    assert_eq!(machine.figures[&id("disk3")].read_latency.unwrap().value, Nanos::micros(9000));
    let plan = &machine.arrays[&id("volume")];
    assert_eq!((plan.members.len(), plan.cache), (3, ArrayCacheMode::WriteBack));
    assert_eq!(plan.controller, Some(id("hba")));
}

/// SATA takes 32 commands at a time, plain USB one, NVMe and USB with streams as many as come.
#[test]
fn depth_is_that_of_the_way_to_the_drive() {
    let machine = machine(
        r#"
        [[tunnel]]
        id = "old"
        on = "cpu"
        kind = "usb2"
        [[drive]]
        id = "sata"
        on = "cpu"
        sata = "6 Gbit/s"
        [[drive]]
        id = "behind"
        on = "old"
        sata = "6 Gbit/s"
        [[drive]]
        id = "stick"
        on = "cpu"
        usb = "480 Mbit/s"
        [[drive]]
        id = "box"
        on = "cpu"
        model = "samsung-950-pro-256gb"
        usb = "10 Gbit/s"
        [[drive]]
        id = "nvme"
        on = "cpu"
        link = "4.0 x4"
        [[drive]]
        id = "own"
        on = "cpu"
        sata = "6 Gbit/s"
        max_depth = 8
        "#,
    );
    let depth = |name: &str| machine.figures[&id(name)].max_depth;
    let names = ["sata", "behind", "stick", "box", "nvme", "own"];
    assert_eq!(names.map(depth), [Some(32), Some(1), Some(1), None, None, Some(8)]);
}

/// The file's size with the model's rate after it; figures of the file are observed if measured.
#[test]
fn a_file_says_more_of_a_model() {
    let machine = machine(
        r#"
        [[drive]]
        id = "d"
        on = "cpu"
        model = "samsung-960-evo-250gb"
        measured = true
        cache = "20 GB"
        read = "3000 MB/s"
        by_id = "nvme-eui.0025385"
        mount = "/srv"
        fs = "xfs"
        "#,
    );
    let figures = &machine.figures[&id("d")];
    let cache = figures.cache.unwrap();
    assert_eq!(cache.size, Bytes::new(20_000_000_000));
    assert_eq!(
        (cache.after.value, cache.after.basis),
        (BytesPerSec::mb_s(300.0), FactBasis::Documented)
    );
    assert_eq!(figures.read.unwrap().basis, FactBasis::Observed);
    assert_eq!(figures.write.unwrap().basis, FactBasis::Documented);
    assert_eq!(machine.topology.drives[&id("d")].mounts[0].target, "/srv");
}

/// With the second slot in use the first falls to x8, of which the split leaves the second device
/// x4; without the setting the port stays on.
#[test]
fn rules_apply_before_devices_get_their_links() {
    let text = r#"
        [host]
        chipset = "intel-z170"
        [[slot]]
        id = "one"
        on = "cpu"
        link = "3.0 x16"
        splits = ["x4/x4", "x8/x8"]
        split = "x4/x4"
        [[slot]]
        id = "two"
        on = "cpu"
        link = "3.0 x8"
        [[slot]]
        id = "three"
        on = "cpu"
        link = "3.0 x4"
        [[rule]]
        when = ["two:pcie"]
        then = [{ slot = "one", link = "3.0 x8" }, { slot = "three", on = "chipset" }]
        [[rule]]
        setting = ["Port = off"]
        then = [{ slot = "three", off = true }]
        [[card]]
        id = "gpu"
        kind = "gpu"
        slot = "two"
        receives = "2 GB/s"
        [[drive]]
        id = "d"
        slots = ["one/1", "one/2"]
        link = "4.0 x4"
        [[drive]]
        id = "e"
        slot = "three"
        link = "4.0 x4"
        "#;
    let read = file(text);
    assert_eq!(
        (width(&read.machine, "d2"), width(&read.machine, "gpu")),
        ("PCIe 3.0 x4".into(), "PCIe 3.0 x8".into())
    );
    assert_eq!(read.machine.topology.nodes[&id("e")].parent, Some(id("chipset")));
    let demand = &read.machine.demands[0];
    assert_eq!((demand.sends, demand.receives), (BytesPerSec::ZERO, BytesPerSec::mb_s(2000.0)));
    assert_eq!(read.rules[0].when, ["two:pcie".parse::<SlotUse>().unwrap()]);
    assert_eq!(read.slots["one"].link.unwrap().to_string(), "PCIe 3.0 x16");
    let off = format!("schema = \"narrows.machine/1\"\n{text}[settings]\nPort = \"off\"\n");
    assert_eq!(super::read(&off).unwrap_err().problem.id(), "machine-slot-set-off");
}

/// The board brings chipset, slots and rules; a slot of the file replaces the board's.
#[test]
fn a_board_of_the_catalogue_brings_its_slots() {
    let text = r#"
        [host]
        cpu = "intel-skylake-s"
        board = "asrock-z170-oc-formula"
        [[drive]]
        id = "d"
        slot = "M2_1"
        model = "plextor-px-256m8pe"
        "#;
    let read = file(text);
    let host = &read.machine.topology.host;
    assert_eq!(host.board.as_deref(), Some("ASRock Z170 OC Formula"));
    assert_ne!(host.cpu.as_deref(), Some("intel-skylake-s"));
    assert_eq!(read.machine.topology.nodes[&id("d")].attachment, AttachmentPoint::Chipset);
    assert!(!read.rules.is_empty() && read.slots.len() > 5);
    let own = file(&format!("{text}[[slot]]\nid = \"M2_1\"\non = \"cpu\"\nlink = \"2.0 x2\"\n"));
    assert_eq!(width(&own.machine, "d"), "PCIe 2.0 x2");
}

/// A second chipset behind the first, whose uplink is narrower than the model's own.
#[test]
fn chipsets_nest() {
    let machine = machine(
        r#"
        [host]
        chipset = "amd-x570"
        [[chipset]]
        id = "second"
        on = "chipset"
        model = "amd-x570"
        link = "3.0 x4"
        [[drive]]
        id = "d"
        on = "second"
        link = "4.0 x4"
        "#,
    );
    assert_eq!(width(&machine, "second"), "PCIe 3.0 x4");
    let nodes = &machine.topology.nodes;
    assert_eq!(
        (nodes[&id("second")].attachment, nodes[&id("d")].attachment),
        (AttachmentPoint::Chipset, AttachmentPoint::Chipset)
    );
    assert_eq!(machine.topology.path(&id("d")).count(), 4);
}

#[test]
fn workloads_name_drives_arrays_and_what_goes_on_between() {
    let read = file(
        r#"
        [[drive]]
        id = "d"
        count = 2
        on = "cpu"
        link = "4.0 x4"
        [[workload]]
        id = "encode"
        profile = "seq-read-1m-q1-sync"
        on = ["d2", "d1"]
        at_once = true
        amount = "5 GB"
        application = { rate = "65 MB/s", overlaps = true }
        "#,
    );
    let job = &read.workloads[0];
    assert_eq!((job.name.as_str(), job.workload.name.as_str()), ("encode", "seq-read-1m-q1-sync"));
    assert_eq!((job.on.clone(), job.at_once), (vec![id("d2"), id("d1")], Some(true)));
    let application = job.application.unwrap();
    assert_eq!((application.rate, application.overlaps), (BytesPerSec::mb_s(65.0), true));
    assert_eq!(job.amount, Some(Bytes::new(5_000_000_000)));
}
