//! Costs of commands, controllers, layers and slow hosts, with figures computed by hand.

use narrows_array::RaidLevel;
use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::{Drive, Node, NodeKind, NodeLink, StorageControllerKind};
use narrows_units::{Gigahertz, Iops, Nanos};
use narrows_workload::profile;
use proptest::prelude::*;

use super::super::*;
use super::terms::{link, machine, mb_s, near, one, outcomes, with_array};
use crate::array::RaidEngine;
use crate::figures::BandedFigure;
use crate::limit::LimitKind;
use crate::machine::HostClass;
use crate::predict::TargetPrediction;

/// A drive of 7,000 MB/s and 1,000,000 operations on links that are no limit.
fn fast(ids: &[&str]) -> Machine {
    let mut machine = machine(ids);
    for node in machine.topology.nodes.values_mut() {
        node.link = Some(link(6, 16));
    }
    for figures in machine.figures.values_mut() {
        figures.read = Some(mb_s(7000.0));
        figures.random_read = Some(BandedFigure::measured(Iops::new(1e6)));
        figures.at_depth = Some(512);
    }
    machine
}

/// 128 KiB take 18.72 us, 4 KiB take 1 us, of which 0.585 us are bytes. 16 KiB take 2.341 us of bytes, and with the
/// command the cube root of 1 - 0.585^3 + 2.341^3 = 13.63: 2.389 us, 6,859 MB/s instead of 7,000.
#[test]
fn commands_and_transfers_that_are_near_each_other_both_cost() {
    let machine = fast(&["a"]);
    near(one(&machine, "a", "seq-read-128k-q64-j8-polled").0, 7000.0, 0.2);
    near(one(&machine, "a", "seq-read-16k-q64-j8-polled").0, 6859.0, 0.5);
    let (rate, kind) = one(&machine, "a", "seq-read-4k-q64-j8-polled");
    near(rate, 4096.0, 0.5);
    assert_eq!(kind, LimitKind::DriveIops);
}

/// A disk of 150 random operations reads 4 KiB in sequence as fast as anything else.
#[test]
fn a_disk_seeks_only_at_random() {
    let mut machine = fast(&["a"]);
    let figures = machine.figures.get_mut(&Id::new("a")).unwrap();
    figures.read = Some(mb_s(180.0));
    figures.random_read = Some(BandedFigure::measured(Iops::new(150.0)));
    near(one(&machine, "a", "seq-read-4k-q64").0, 180.0, 0.5);
}

/// Behind SATA the link sets the cost of a command: 32 KiB are as fast as the link carries them.
#[test]
fn behind_sata_commands_are_the_links() {
    let mut machine = fast(&["a"]);
    let drive = machine.topology.drives.get_mut(&Id::new("a")).unwrap();
    drive.transport = Some(DriveTransport::Sata { gbit_s: 6.0 });
    let figures = machine.figures.get_mut(&Id::new("a")).unwrap();
    figures.read = Some(mb_s(500.0));
    figures.random_read = Some(BandedFigure::measured(Iops::new(60e3)));
    near(one(&machine, "a", "seq-read-32k-q32").0, 500.0, 0.5);
}

/// One call of 1 MiB at 2,000 MB/s: 524.3 us, 25 us of waiting, and 1,044,480 bytes at 0.03 ns, on a core of
/// 0.6 x 1.6 / 3.5 that is 114.2 us more: 1,580 MB/s. Where the wait was measured it holds all of that.
#[test]
fn a_slow_core_makes_a_waiting_call_slower() {
    let mut slow = machine(&["a"]);
    slow.topology.host.cpu = Some("BCM2711".to_owned());
    let place = Id::new("place");
    slow.topology.nodes.get_mut(&place).unwrap().link = Some(link(6, 16));
    let wait = |machine: &mut Machine, figure| {
        machine.figures.get_mut(&Id::new("a")).unwrap().sequential_latency = Some(figure);
    };
    wait(&mut slow, BandedFigure::of_class(Nanos::micros(25)));
    near(one(&slow, "a", "seq-read-1m-q1-sync").0, 1048.576e3 / 663.5, 0.5);
    wait(&mut slow, BandedFigure::measured(Nanos::micros(25)));
    near(one(&slow, "a", "seq-read-1m-q1-sync").0, 1048.576e3 / 549.3, 0.5);
}

/// hdparm's requests are touched: 2 MiB at 0.05 ns a byte on the reference core are 104.9 us.
#[test]
fn hdparm_looks_at_what_it_read() {
    let mut machine = machine(&["a"]);
    machine.topology.nodes.get_mut(&Id::new("place")).unwrap().link = Some(link(6, 16));
    machine.host.clock = Some(Gigahertz::new(3.5));
    let figures = machine.figures.get_mut(&Id::new("a")).unwrap();
    figures.sequential_latency = Some(BandedFigure::of_class(Nanos::micros(25)));
    // 1,048.6 us of transfer, 25 of waiting, 31.3 of mapping the first MiB.
    near(one(&machine, "a", "seq-read-2m-q1-sync").0, 2097.152e3 / (1104.9 + 104.9), 0.5);
    near(one(&machine, "a", "seq-read-4m-q1-sync").0, 4194.304e3 / (2097.2 + 56.3), 0.5);
}

/// 64-byte completions carry 64 of 84 bytes of 1,000 MB/s, less clock compensation and acknowledgements; a board
/// that is known to take 256 is not held to that.
#[test]
fn small_hosts_answer_in_cache_lines() {
    let mut machine = machine(&["a"]);
    for id in ["a", "place"] {
        let node = machine.topology.nodes.get_mut(&Id::new(id)).unwrap();
        node.link = Some(NodeLink { max_payload: None, ..link(2, 2) });
        node.kind = NodeKind::Storage(StorageControllerKind::Nvme);
    }
    machine.topology.nodes.get_mut(&Id::new("place")).unwrap().kind = NodeKind::Switch;
    machine.figures.get_mut(&Id::new("a")).unwrap().write = Some(mb_s(2000.0));
    for (cpu, expected) in [("Celeron J4105", 724.0), ("BCM2712", 905.0)] {
        machine.host.class = HostClass::of_cpu(cpu);
        machine.topology.host.cpu = Some(cpu.to_owned());
        near(one(&machine, "a", "seq-write-128k-q32").0, expected, 1.0);
    }
}

/// Eight SAS drives of 500 MB/s behind an adapter of PCIe 2.0 x8: the link carries 3,640 MB/s, the chip 0.85 of it, and
/// maybe only half. Its own ceiling is better.
#[test]
fn an_old_adapter_is_not_its_link() {
    let ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let mut machine = machine(&ids);
    let hba = Node {
        link: Some(link(2, 8)),
        ..Node::bare(NodeKind::Storage(StorageControllerKind::Sas))
    };
    machine.topology.nodes.insert(Id::new("hba"), hba);
    for id in ids.map(Id::new) {
        let drive = machine.topology.drives.get_mut(&id).unwrap();
        *drive = Drive {
            controller: Some(Id::new("hba")),
            transport: Some(DriveTransport::Sas { gbit_s: 6.0 }),
            ..Drive::default()
        };
        machine.figures.get_mut(&id).unwrap().read = Some(mb_s(500.0));
    }
    let sum = |machine: &Machine, rate: fn(&TargetPrediction) -> f64| -> f64 {
        outcomes(machine, &ids, "seq-read-128k-q32").iter().map(rate).sum()
    };
    let rate = sum(&machine, |it| it.rate.as_mb_s());
    near(rate, 0.85 * 3640.0, 0.5);
    assert!(sum(&machine, |it| it.low.as_mb_s()) < 0.62 * rate);
    let kind = outcomes(&machine, &ids, "seq-read-128k-q32")[0].limit.limit.kind;
    assert_eq!(kind, LimitKind::Controller);
    // 300,000 operations for eight drives that do 100,000 each.
    near(sum(&machine, |it| it.rate.as_mb_s()), rate, 0.1);
    let small = outcomes(&machine, &ids, "rand-read-4k-q32-j4");
    near(small.iter().map(|it| it.rate.as_mb_s()).sum(), 300e3 * 4096.0 / 1e6, 0.5);
}

/// A stripe of md at 4 KiB in one job of libaio: 2.62 us of the call, 0.5 us of remapping, and 0.7 us more on kernels
/// that account for it.
#[test]
fn newer_kernels_clone_what_stripes_only_remap() {
    let mut stripe = with_array(RaidLevel::Stripe, RaidEngine::Md, &["a", "b", "c", "d"]);
    for figures in stripe.figures.values_mut() {
        figures.random_read = Some(BandedFigure::measured(Iops::new(1e6)));
    }
    for (kernel, micros) in [("4.18.0-553.el8", 3.123), ("5.14.0-427.el9", 3.823), ("", 3.823)] {
        stripe.topology.host.kernel = Some(kernel.to_owned());
        let (rate, kind) = one(&stripe, "r", "rand-read-4k-q64-libaio");
        near(rate, 4096.0 / micros, 1.0);
        assert_eq!(kind, LimitKind::Cpu);
    }
}

/// 80 us of the drive, 10 of the driver's queue and 2.4 of its work; between 82 and 110 us.
#[test]
fn chipset_raid_on_windows_lets_a_request_wait() {
    let machine = with_array(RaidLevel::Jbod, RaidEngine::AmdRaidxpert, &["a"]);
    let workload = profile("rand-read-4k-q1-windows").unwrap();
    let outcome = crate::predict::predict(&machine, &[Id::new("r")], &workload).remove(0);
    near(4096.0 / outcome.rate.as_mb_s(), 92.4, 0.5);
    assert!(outcome.low.as_mb_s() < 4096.0 / 108.0, "{outcome:?}");
    assert!(outcome.high.as_mb_s() > 4096.0 / 86.0, "{outcome:?}");
}

proptest! {
    /// A drive that does more operations or bytes at depth is never slower one at a time, whatever the block.
    #[test]
    fn a_faster_drive_is_never_slower(
        random in 20e3..2e6f64, read in 400.0..14000.0f64, more in 1.0..4.0f64, kib in 1u64..=1024,
        sequential: bool, depth in 1u32..=64,
    ) {
        let name = if sequential { "seq" } else { "rand" };
        let workload = format!("{name}-read-{kib}k-q{depth}");
        let rate = |random: f64, read: f64| {
            let mut machine = fast(&["a"]);
            let figures = machine.figures.get_mut(&Id::new("a")).unwrap();
            figures.random_read = Some(BandedFigure::measured(Iops::new(random)));
            figures.read = Some(mb_s(read));
            one(&machine, "a", &workload).0
        };
        let before = rate(random, read);
        prop_assert!(rate(random * more, read) >= before * 0.999, "{workload}: operations");
        prop_assert!(rate(random, read * more) >= before * 0.999, "{workload}: bytes");
    }
}

/// Two copies behind one link of 1,000 MB/s: half of each megabyte is written twice, a megabyte on the link down;
/// the other half is read once. Written bytes fill it: 1,000 MB/s in all, not 1,333.
#[test]
fn a_mirror_that_reads_and_writes_writes_every_copy() {
    let mut mirror = with_array(RaidLevel::Mirror, RaidEngine::Md, &["a", "b"]);
    for figures in mirror.figures.values_mut() {
        figures.read = Some(mb_s(9000.0));
        figures.write = Some(mb_s(9000.0));
    }
    let place = mirror.topology.nodes.get_mut(&Id::new("place")).unwrap();
    place.link = Some(link(2, 2));
    let writes = one(&mirror, "r", "seq-write-128k-q32").0;
    let mixed = one(&mirror, "r", "seq-rw50-128k-q32").0;
    near(mixed, 2.0 * writes, 2.0);
}

/// A second parity is calculated and written by the same thread.
#[test]
fn a_second_parity_costs_more_than_one() {
    let rate = |parities, workload| {
        let machine = with_array(
            RaidLevel::Parity(parities),
            RaidEngine::Md,
            &["a", "b", "c", "d", "e", "f"],
        );
        one(&machine, "r", workload).0
    };
    for workload in ["rand-write-4k-q64-j8", "seq-write-4m-q32"] {
        assert!(rate(2, workload) < 0.95 * rate(1, workload), "{workload}");
    }
}
