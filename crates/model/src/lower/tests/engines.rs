//! Internal work of RAID engines and file systems, with figures computed by hand.

use narrows_array::RaidLevel;
use narrows_units::Bytes;
use narrows_workload::profile;

use super::super::*;
use super::terms::{machine, near, one};
use crate::array::{ArrayPlan, RaidEngine};
use crate::figures::BandedFigure;
use crate::limit::LimitKind;
use crate::predict::predict_tasks;

const IDS: [&str; 4] = ["a", "b", "c", "d"];

fn with(plan: ArrayPlan) -> Machine {
    let mut machine = machine(&IDS);
    machine.arrays.insert(Id::new("pool"), plan);
    machine
}

/// Requests per second.
fn iops_of(machine: &Machine, workload: &str) -> f64 {
    let (rate, _) = one(machine, "pool", workload);
    rate * 1e6 / profile(workload).unwrap().block.as_f64()
}

fn plan(level: RaidLevel, engine: RaidEngine) -> ArrayPlan {
    ArrayPlan::new(level, engine, IDS.map(Id::new).to_vec())
}

/// A record of 128 KiB is read whole for 4 KiB of it: as many reads of either size. Records of 4 KiB cost
/// only the request.
#[test]
fn a_part_of_a_record_costs_a_record() {
    let parity = plan(RaidLevel::Parity(1), RaidEngine::Zfs);
    for usual in [plan(RaidLevel::Stripe, RaidEngine::Zfs), parity.clone()] {
        let pool = with(usual);
        let [small, whole] =
            ["rand-read-4k-q32-libaio", "rand-read-128k-q32-libaio"].map(|it| iops_of(&pool, it));
        assert!((small / whole - 1.0).abs() < 0.05, "{small} {whole}");
    }
    let fine =
        ArrayPlan { record: Some(Bytes::kib(4)), ..plan(RaidLevel::Stripe, RaidEngine::Zfs) };
    let [fine, usual] = [fine, plan(RaidLevel::Stripe, RaidEngine::Zfs)]
        .map(|it| iops_of(&with(it), "rand-read-4k-q32-libaio"));
    assert!(fine > 1.2 * usual, "{fine} {usual}");
    // A write of a part reads the rest first, so that fewer of them fit than of reads.
    let pool = with(parity);
    let [read, write] =
        ["rand-read-4k-q32-libaio", "rand-write-4k-q32-libaio"].map(|it| iops_of(&pool, it));
    assert!(write < read, "{write} {read}");
}

/// Level 5 over four members with 512 KiB has 1.5 MiB in a stripe, so that the page cache reads 3 MiB ahead; of a
/// mirror or a drive it is 128 KiB. A program that asks for more gets more.
#[test]
fn the_page_cache_reads_two_stripes_of_md_ahead() {
    let block = |workload: &str, array: Option<&ArrayPlan>| {
        let machine = array.map_or_else(|| machine(&IDS), |array| with(array.clone()));
        let target = Id::new(if array.is_some() { "pool" } else { "a" });
        below_program(&machine, &target, &profile(workload).unwrap()).block
    };
    let five = plan(RaidLevel::Parity(1), RaidEngine::Md);
    assert_eq!(block("seq-read-4k-q1-buffered", Some(&five)), Bytes::mib(3));
    assert_eq!(block("seq-read-8m-q1-buffered", Some(&five)), Bytes::mib(8));
    let ten = plan(RaidLevel::MirroredStripe, RaidEngine::Md);
    assert_eq!(block("seq-read-4k-q1-buffered", Some(&ten)), Bytes::mib(2));
    let mirror = plan(RaidLevel::Mirror, RaidEngine::Md);
    assert_eq!(block("seq-read-4k-q1-buffered", Some(&mirror)), Bytes::kib(128));
    assert_eq!(block("seq-read-4k-q1-buffered", None), Bytes::kib(128));
    assert_eq!(block("seq-write-4k-q1-buffered", Some(&five)), Bytes::kib(128));
    assert_eq!(block("rand-read-4k-q1-buffered", Some(&five)), Bytes::kib(4));
    assert_eq!(block("seq-read-4k-q1-libaio", Some(&five)), Bytes::kib(4));
    assert_eq!(block("seq-read-1m-q1-buffered", None), Bytes::mib(1));
    assert_eq!(block("seq-read-8m-q1-buffered", None), Bytes::kib(1280), "the kernel cuts it");
}

/// A window of 1 MiB takes a drive of 2,000 MB/s 524.3 us and 20 to begin with; the next one is issued when it is
/// there: 1,926 MB/s. Windows of 128 KiB, 65.5 and 20: 1,533.
#[test]
fn one_window_is_read_ahead_at_a_time() {
    let rate = |workload| one(&machine(&IDS), "a", workload).0;
    let [large, small] = [rate("seq-read-1m-q1-buffered"), rate("seq-read-64k-q1-buffered")];
    assert!((large / 1926.0 - 1.0).abs() < 0.01, "{large}");
    assert!((small / 1533.0 - 1.0).abs() < 0.01, "{small}");
}

/// The faster copy has twice the operations: of three reads it takes two, and both are busy all the time, 300,000 and
/// not twice the slower half. Mostly written copies are not read. Disks share by distance, not by load.
#[test]
fn reads_of_a_mirror_go_to_the_copy_that_is_least_busy() {
    let reads = |engine, write_mostly: &[&str], spins: bool| {
        let members = vec![Id::new("a"), Id::new("b")];
        let write_mostly = write_mostly.iter().map(Id::new).collect();
        let plan = ArrayPlan { write_mostly, ..ArrayPlan::new(RaidLevel::Mirror, engine, members) };
        let mut machine = with(plan);
        let fast = machine.figures.get_mut(&Id::new("a")).unwrap();
        fast.random_read =
            Some(crate::figures::BandedFigure::measured(narrows_units::Iops::new(200e3)));
        for drive in machine.topology.drives.values_mut() {
            drive.rotational = Some(spins);
        }
        iops_of(&machine, "rand-read-4k-q256-j8")
    };
    let is =
        |actual: f64, expected: f64| assert!((actual / expected - 1.0).abs() < 0.02, "{actual}");
    is(reads(RaidEngine::Md, &[], false), 300e3);
    is(reads(RaidEngine::Zfs, &[], true), reads(RaidEngine::Zfs, &[], false));
    is(reads(RaidEngine::Md, &[], true), 200e3);
    is(reads(RaidEngine::Md, &["b"], false), 200e3);
    is(reads(RaidEngine::Md, &["a"], false), 100e3);
}

/// The array's lock takes 0.85 us of each read before Linux 5.14 and a counter 0.18 us since: that many
/// fewer fit into a second of it.
#[test]
fn parity_reads_take_a_lock_in_old_kernels_only() {
    let seconds = |kernel: &str| {
        let mut machine = with(plan(RaidLevel::Parity(1), RaidEngine::Md));
        machine.topology.host.kernel = Some(kernel.into());
        let (pool, workload) = (Id::new("pool"), profile("rand-read-4k-q32-libaio").unwrap());
        let equations =
            lower(&machine, &[WorkloadTask::new(&pool, &workload)], WriteCacheState::Fresh);
        let layer = equations.limits.iter().position(|it| it.kind == LimitKind::RaidLayer).unwrap();
        let uses = equations.flows[0].uses.iter().find(|used| used.resource == layer).unwrap();
        uses.coefficient
    };
    let (old, new) = (seconds("4.18.0"), seconds("5.14.0"));
    assert!((old / new - 0.85 / 0.18).abs() < 1e-6, "{old} {new}");
    assert!((seconds("6.8.0") - new).abs() < 1e-18);
}

/// Writes a second of a program that waits for a flush after `every`.
fn flushed(machine: &Machine, target: &str, workload: &str, every: u32) -> f64 {
    let (target, workload) = (Id::new(target), profile(workload).unwrap());
    let task = WorkloadTask { flush_every: Some(every), ..WorkloadTask::new(&target, &workload) };
    let rate = predict_tasks(machine, &[task]).remove(0).rate;
    rate.get() / workload.block.as_f64()
}

/// A write of 20 us and a flush of 900: 1,087 a second, one after the other whatever the depth. A flush every four
/// writes costs a quarter of it, eight threads wait for the same one, and a protected cache takes 20 us. A disk
/// waits 9 ms for its place.
#[test]
fn a_flush_waits_for_what_the_drive_holds() {
    let mut drives = machine(&IDS);
    near(flushed(&drives, "a", "rand-write-4k-q1-libaio", 1), 1e6 / 920.0, 1.0);
    near(flushed(&drives, "a", "rand-write-4k-q32-libaio", 1), 1e6 / 920.0, 1.0);
    near(flushed(&drives, "a", "rand-write-4k-q1-libaio", 4), 1e6 / 245.0, 1.0);
    near(flushed(&drives, "a", "rand-write-4k-q1-j8-libaio", 1), 8e6 / 920.0, 5.0);
    let figures = drives.figures.get_mut(&Id::new("a")).unwrap();
    figures.protected = Some(true);
    near(flushed(&drives, "a", "rand-write-4k-q1-libaio", 1), 1e6 / 40.0, 1.0);
    let figures = drives.figures.get_mut(&Id::new("a")).unwrap();
    figures.protected = None;
    figures.random_read = Some(BandedFigure::measured(narrows_units::Iops::new(150.0)));
    figures.read_latency = Some(BandedFigure::measured(narrows_units::Nanos::micros(9000)));
    near(flushed(&drives, "a", "rand-write-4k-q1-libaio", 1), 1e6 / 9020.0, 1.0);
}

/// ZFS answers one call of a thread at a time: depth does nothing, threads do. Writes of whole records end in
/// memory and go out in sequence. What is flushed waits for the log: 20 us and 20 for the flush of a protected one.
#[test]
fn zfs_gathers_writes_and_has_a_log_for_what_is_flushed() {
    let members = ["a", "b", "c"].map(Id::new).to_vec();
    let plain = ArrayPlan {
        record: Some(Bytes::kib(4)),
        ..ArrayPlan::new(RaidLevel::Stripe, RaidEngine::Zfs, members)
    };
    let pool = with(plain.clone());
    let reads = |depth: &str| iops_of(&pool, &format!("rand-read-4k-{depth}-libaio"));
    near(reads("q32"), reads("q1"), 0.1);
    near(reads("q1-j4"), 4.0 * reads("q1"), 5.0);
    let large = with(ArrayPlan { record: None, ..plain.clone() });
    let [random, sequential] =
        ["rand-write-128k-q1-j8", "seq-write-128k-q1-j8"].map(|it| iops_of(&large, it));
    near(random, sequential, 1.0);
    let mut logged = with(ArrayPlan { log: vec![Id::new("d")], ..plain });
    let slow = flushed(&logged, "pool", "rand-write-4k-q1-libaio", 1);
    logged.figures.get_mut(&Id::new("d")).unwrap().protected = Some(true);
    let fast = flushed(&logged, "pool", "rand-write-4k-q1-libaio", 1);
    assert!(slow < 1e6 / 920.0 && fast > 15e3 && fast < 25e3, "{slow} {fast}");
}

/// Polling saves 2.5 us of what a data sheet's time holds.
#[test]
fn polling_saves_the_interrupt() {
    let mut drives = machine(&IDS);
    let figures = drives.figures.get_mut(&Id::new("a")).unwrap();
    figures.read_latency = Some(BandedFigure::documented(narrows_units::Nanos::micros(20)));
    let time = |workload| 4096.0 / one(&drives, "a", workload).0;
    near(time("rand-read-4k-q1") - time("rand-read-4k-q1-polled"), 2.5, 5.0);
}
