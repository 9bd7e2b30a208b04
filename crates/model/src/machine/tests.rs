//! Figures of drives that are not in the catalogue.

use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::{Drive, Node, NodeKind, NodeLink, StorageControllerKind};
use narrows_topology::{FactBasis, Id};
use narrows_units::LinkWidth;
use narrows_workload::profile;

use super::*;
use crate::{LimitKind, TargetPrediction, predict};

/// One drive on one controller with a link of PCIe 3.0 x4.
fn machine(
    kind: StorageControllerKind,
    transport: Option<DriveTransport>,
    rotational: Option<bool>,
) -> Machine {
    let uplink = narrows_catalog::chipset::chipset("intel-z170").unwrap().uplink.as_ref();
    let link = NodeLink {
        current: LinkWidth::new(3, 4),
        name: None,
        ..NodeLink::documented(uplink.unwrap(), FactBasis::Observed)
    };
    let mut topology = Topology::default();
    let node = Node { link: Some(link), ..Node::bare(NodeKind::Storage(kind)) };
    topology.nodes.insert(Id::new("c"), node);
    let drive = Drive { controller: Some(Id::new("c")), transport, rotational, ..Drive::default() };
    topology.drives.insert(Id::new("d"), drive);
    Machine::of(topology)
}

fn outcome(machine: &Machine, workload: &str) -> TargetPrediction {
    predict(machine, &[Id::new("d")], &profile(workload).unwrap()).remove(0)
}

const SATA: Option<DriveTransport> = Some(DriveTransport::Sata { gbit_s: 6.0 });
const USB: Option<DriveTransport> = Some(DriveTransport::Usb { mbit_s: 5000 });

/// 65 us a read, one at a time: 4,096 B / 65 us = 63.0 MB/s, not the link's 3,588. At depth 32 no
/// more than the 355,000 operations of the class with PCIe 3.0 x4, 1,454 MB/s, and little less: 23 in flight would
/// do if they came evenly (65 us x 355,000).
#[test]
fn random_reads_of_an_unknown_nvme_drive_are_those_of_flash() {
    let machine = machine(StorageControllerKind::Nvme, None, Some(false));
    let one = outcome(&machine, "rand-read-4k-q1");
    assert!((one.rate.as_mb_s() - 63.0).abs() < 0.1, "{one:?}");
    assert_eq!((one.limit.limit.kind, one.basis), (LimitKind::Depth, FactBasis::Assumed));
    let deep = outcome(&machine, "rand-read-4k-q32");
    assert!((1396.0..1454.1).contains(&deep.rate.as_mb_s()), "{deep:?}");
    assert_eq!(deep.limit.limit.kind, LimitKind::DriveIops);
}

/// Nothing is known of its bandwidth, so the link is the figure and may be far too high.
#[test]
fn an_unknown_bandwidth_has_a_wide_band_whatever_else_is_known() {
    for outcome in [
        outcome(&machine(StorageControllerKind::Nvme, None, Some(false)), "seq-read-128k-q32"),
        outcome(&machine(StorageControllerKind::Ahci, SATA, Some(false)), "seq-read-128k-q32"),
        outcome(&machine(StorageControllerKind::Usb, USB, Some(true)), "seq-read-128k-q32"),
    ] {
        assert!(
            (outcome.low_of_parts.get() / outcome.rate.get() - 0.4).abs() < 1e-9,
            "{outcome:?}"
        );
        assert_eq!(
            (outcome.limit.limit.kind, outcome.basis),
            (LimitKind::Link, FactBasis::Assumed)
        );
    }
}

#[test]
fn only_sata_and_sas_drives_spin() {
    let reads = |kind, transport| {
        let figures = machine(kind, transport, Some(true)).figures;
        figures.get(&Id::new("d")).and_then(|figures| figures.read).map(|read| read.value.as_mb_s())
    };
    assert_eq!(reads(StorageControllerKind::Ahci, SATA), Some(180.0));
    assert_eq!(reads(StorageControllerKind::Raid, SATA), Some(180.0));
    assert_eq!(reads(StorageControllerKind::Ide, None), Some(180.0));
    assert_eq!(reads(StorageControllerKind::Raid, None), None, "a volume of a RAID controller");
    assert_eq!(reads(StorageControllerKind::Usb, USB), None);
    assert_eq!(reads(StorageControllerKind::Virtio, Some(DriveTransport::Virtio)), None);
}

#[test]
fn what_a_hypervisor_makes_up_has_no_class() {
    let mut topology = machine(StorageControllerKind::Nvme, None, Some(false)).topology;
    topology.host.hypervisor = Some("KVM".to_owned());
    assert!(Machine::of(topology).figures.is_empty());
}
