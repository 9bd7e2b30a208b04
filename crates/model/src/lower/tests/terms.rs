//! Each term of the model by itself, with figures worked out by hand.

use narrows_array::RaidLevel;
use narrows_topology::FactBasis;
use narrows_topology::graph::{Drive, Node, NodeKind, NodeLink, StorageControllerKind};
use narrows_units::{Bytes, BytesPerSec, Iops, LinkWidth, Nanos};
use narrows_workload::profile;
use proptest::prelude::*;

use super::super::*;
use crate::array::{ArrayCacheMode, ArrayPlan, RaidEngine};
use crate::figures::{BandedFigure, DriveFigures, WriteCache};
use crate::limit::LimitKind;
use crate::machine::{Demand, LocationCeiling, Machine};
use crate::predict::{TargetPrediction, predict, predict_tasks};

pub(super) fn mb_s(rate: f64) -> BandedFigure<BytesPerSec> {
    BandedFigure::measured(BytesPerSec::mb_s(rate))
}

pub(super) fn link(generation: u8, lanes: u8) -> NodeLink {
    NodeLink {
        current: LinkWidth::new(generation, lanes),
        max_payload: Some(Bytes::new(256)),
        basis: FactBasis::Observed,
        ..NodeLink::default()
    }
}

/// Drives of 2,000 MB/s reading and 1,000 writing, 100,000 operations, 80 and 20 us, on wide links
/// below `place`.
pub(super) fn machine(drives: &[&str]) -> Machine {
    let mut machine = Machine::default();
    let place = Node { link: Some(link(3, 4)), ..Node::bare(NodeKind::Chipset) };
    machine.topology.nodes.insert(Id::new("place"), place);
    let figures = DriveFigures {
        read: Some(mb_s(2000.0)),
        write: Some(mb_s(1000.0)),
        random_read: Some(BandedFigure::measured(Iops::new(100e3))),
        random_write: Some(BandedFigure::measured(Iops::new(100e3))),
        read_latency: Some(BandedFigure::measured(Nanos::micros(80))),
        write_latency: Some(BandedFigure::measured(Nanos::micros(20))),
        sequential_latency: Some(BandedFigure::measured(Nanos::micros(20))),
        ..DriveFigures::default()
    };
    for id in drives.iter().map(Id::new) {
        let kind = NodeKind::Storage(StorageControllerKind::Nvme);
        let parent = Some(Id::new("place"));
        let node = Node { link: Some(link(4, 4)), parent, ..Node::bare(kind) };
        machine.topology.nodes.insert(id.clone(), node);
        let drive = Drive { controller: Some(id.clone()), ..Drive::default() };
        machine.topology.drives.insert(id.clone(), drive);
        machine.figures.insert(id, figures.clone());
    }
    machine
}

pub(super) fn outcomes(
    machine: &Machine,
    targets: &[&str],
    workload: &str,
) -> Vec<TargetPrediction> {
    let targets: Vec<Id> = targets.iter().map(Id::new).collect();
    predict(machine, &targets, &profile(workload).unwrap())
}

pub(super) fn one(machine: &Machine, target: &str, workload: &str) -> (f64, LimitKind) {
    let outcome = outcomes(machine, &[target], workload).remove(0);
    (outcome.rate.as_mb_s(), outcome.limit.limit.kind)
}

pub(super) fn with_array(level: RaidLevel, engine: RaidEngine, members: &[&str]) -> Machine {
    let mut machine = machine(members);
    let members = members.iter().map(Id::new).collect();
    machine.arrays.insert(Id::new("r"), ArrayPlan::new(level, engine, members));
    machine
}

#[track_caller]
pub(super) fn near(actual: f64, expected: f64, percent: f64) {
    assert!((actual / expected - 1.0).abs() * 100.0 < percent, "{actual}, not {expected}");
}

/// Half of each megabyte takes 0.25 ms to read, the other half 0.5 ms to write: 1,333 MB/s, less
/// the loss of going to and fro: 0.34 x 4 x 1/3 x 2/3.
#[test]
fn a_mix_shares_the_drives_time() {
    let (rate, kind) = one(&machine(&["a"]), "a", "seq-rw50-128k-q32");
    near(rate, 1000.0 / 0.75 / (1.0 + 0.34 * 8.0 / 9.0), 0.1);
    assert_eq!(kind, LimitKind::Drive);
}

/// One drive of one published depth sweep: 319.8 us for 512 KiB one at a time (1,639 MB/s), 3,161
/// at depth. Between them it was measured at 2,597 with two in flight and 3,091 with four.
#[test]
fn depth_by_itself() {
    let mut machine = machine(&["a"]);
    let figures = machine.figures.get_mut(&Id::new("a")).unwrap();
    figures.read = Some(mb_s(3161.5));
    figures.sequential_latency = Some(BandedFigure::measured(Nanos::micros(154)));
    let rates = [1, 2, 4].map(|depth| one(&machine, "a", &format!("seq-read-512k-q{depth}")));
    near(rates[0].0, 1639.0, 0.5);
    near(rates[1].0, 2597.0, 4.0);
    near(rates[2].0, 3091.0, 4.0);
    assert_eq!([rates[0].1, rates[2].1], [LimitKind::Depth, LimitKind::Drive]);
}

/// One thread spends 1.25 us and 4,096 x 0.02 ns on a request: 751,000 a second of 4,096 bytes.
#[test]
fn one_thread_is_a_limit() {
    let mut machine = machine(&["a"]);
    let figures = machine.figures.get_mut(&Id::new("a")).unwrap();
    figures.random_read = Some(BandedFigure::measured(Iops::new(2e6)));
    figures.read = Some(mb_s(7000.0));
    let node = machine.topology.nodes.get_mut(&Id::new("place")).unwrap();
    node.link = Some(link(5, 16));
    let (rate, kind) = one(&machine, "a", "rand-read-4k-q1024");
    near(rate, 4096.0 / 1.332, 0.5);
    assert_eq!(kind, LimitKind::Cpu);
    let (two, _) = one(&machine, "a", "rand-read-4k-q512-j2");
    near(two, 2.0 * rate, 0.5);
    machine.host.cores = Some(1);
    near(one(&machine, "a", "rand-read-4k-q512-j2").0, rate, 0.5);
}

#[test]
fn a_place_can_carry_less_than_its_links() {
    let mut machine = machine(&["a", "b"]);
    let ceiling = LocationCeiling::both_ways(LimitKind::RootComplex, mb_s(3000.0));
    machine.ceilings.insert(Id::new("place"), vec![ceiling]);
    let outcomes = outcomes(&machine, &["a", "b"], "seq-read-128k-q32");
    near(outcomes[0].rate.as_mb_s(), 1500.0, 0.1);
    assert_eq!(outcomes[0].limit.limit.kind, LimitKind::RootComplex);
}

/// PCIe 3.0 x4 carries 3,587 MB/s. A card that sends 1,000 leaves 2,587 to two drives.
#[test]
fn a_card_takes_its_part_of_an_uplink() {
    let mut machine = machine(&["a", "b", "nic"]);
    let [sends, receives] = [1000.0, 0.0].map(BytesPerSec::mb_s);
    machine.demands.push(Demand { node: Id::new("nic"), sends, receives });
    let outcomes = outcomes(&machine, &["a", "b"], "seq-read-128k-q32");
    near(outcomes[0].rate.as_mb_s(), 2587.4 / 2.0, 0.1);
    assert_eq!(outcomes[0].limit.limit.kind, LimitKind::Uplink);
}

/// Straight to a card on the same place, data does not pass the uplink above, and goes down the
/// card's link: with PCIe 1.0 x1 that is all there is.
#[test]
fn data_for_a_card_turns_where_the_ways_meet() {
    let mut machine = machine(&["a", "gpu"]);
    let workload = profile("seq-read-128k-q32").unwrap();
    let (a, gpu) = (Id::new("a"), Id::new("gpu"));
    let task = WorkloadTask { to: Some(&gpu), ..WorkloadTask::new(&a, &workload) };
    let outcome = predict_tasks(&machine, &[task]).remove(0);
    assert_eq!(outcome.limit.limit.kind, LimitKind::Drive);
    machine.topology.nodes.get_mut(&gpu).unwrap().link = Some(link(1, 1));
    let outcome = predict_tasks(&machine, &[task]).remove(0);
    assert_eq!((&outcome.limit.limit.id, outcome.limit.limit.kind), (&gpu, LimitKind::Link));
    assert!((200.0..250.0).contains(&outcome.rate.as_mb_s()), "{outcome:?}");
}

/// Half of 200 GB at 1,000 MB/s, the other half at 250: 100 s and 400 s, 400 MB/s over all.
#[test]
fn a_cache_runs_full() {
    let mut machine = machine(&["a"]);
    let cache = WriteCache { size: Bytes::new(100_000_000_000), after: mb_s(250.0) };
    machine.figures.get_mut(&Id::new("a")).unwrap().cache = Some(cache);
    let (a, workload) = (Id::new("a"), profile("seq-write-1m-q8").unwrap());
    let of = |amount| {
        let amount = Some(Bytes::new(amount));
        predict_tasks(&machine, &[WorkloadTask { amount, ..WorkloadTask::new(&a, &workload) }])
            .remove(0)
    };
    let long = of(200_000_000_000);
    near(long.rate.as_mb_s(), 400.0, 0.5);
    assert_eq!(long.limit.limit.kind, LimitKind::Cache);
    near(of(100_000_000_000).rate.as_mb_s(), 1000.0, 0.5);
}

/// Two members of 2,000 behind 3,587 MB/s; Intel's chipset RAID makes each byte cost 1.1 there.
#[test]
fn chipset_raid_costs_some_of_the_uplink() {
    let read = |engine| {
        let mut machine = with_array(RaidLevel::Stripe, engine, &["a", "b"]);
        machine.arrays.get_mut(&Id::new("r")).unwrap().chunk = Some(Bytes::kib(128));
        one(&machine, "r", "seq-read-1m-q32")
    };
    near(read(RaidEngine::Md).0, 3587.4, 0.1);
    near(read(RaidEngine::IntelRst).0, 3587.4 / 1.1, 0.1);
    assert_eq!(read(RaidEngine::IntelRst).1, LimitKind::Uplink);
}

/// A small write reads (80 us), then writes (20 us), and md spends 15 us on it less what both transfers overlap; the
/// layer's doing. Many at once are its thread's 15 us each, and whole stripes 3.5 us a page.
#[test]
fn parity_pays_for_small_writes() {
    let machine = with_array(RaidLevel::Parity(1), RaidEngine::Md, &["a", "b", "c"]);
    let (one_at_a_time, kind) = one(&machine, "r", "rand-write-4k-q1");
    near(one_at_a_time, 4096.0 / 115.0, 4.0);
    assert_eq!(kind, LimitKind::RaidLayer);
    near(one(&machine, "r", "rand-write-4k-q512").0, 4096.0 / 15.0, 1.0);
    near(one(&machine, "r", "seq-write-1m-q32").0, 4096.0 / 3.5, 1.0);
}

/// One at a time a write takes 20 us: 50,000 a second. Out of memory it goes as fast as three
/// drives take writes.
#[test]
fn write_back_hands_on_many_at_a_time() {
    let mut machine = with_array(RaidLevel::Stripe, RaidEngine::IntelRst, &["a", "b", "c"]);
    let (through, kind) = one(&machine, "r", "rand-write-4k-q1");
    assert_eq!(kind, LimitKind::Depth);
    machine.arrays.get_mut(&Id::new("r")).unwrap().cache = ArrayCacheMode::WriteBack;
    let (back, _) = one(&machine, "r", "rand-write-4k-q1");
    assert!(back / through > 2.0, "{back} {through}");
    let unbuffered = machine.arrays.get_mut(&Id::new("r")).unwrap();
    (unbuffered.cache, unbuffered.drive_buffer) = (ArrayCacheMode::None, false);
    let (bare, _) = one(&machine, "r", "rand-write-4k-q1");
    assert!(through / bare > 20.0, "without its buffer flash takes 0.7 ms: {bare}");
}

#[test]
fn members_of_a_mirror_share_reads_and_repeat_writes() {
    let mut machine = with_array(RaidLevel::Mirror, RaidEngine::Md, &["a", "b"]);
    machine.topology.nodes.get_mut(&Id::new("place")).unwrap().link = Some(link(5, 16));
    near(one(&machine, "r", "rand-read-4k-q256").0, 2.0 * 409.6, 2.0);
    near(one(&machine, "r", "seq-write-1m-q32").0, 1000.0, 0.5);
    // md leaves a stream on one copy; two streams have two.
    near(one(&machine, "r", "seq-read-1m-q32").0, 2000.0, 0.5);
    near(one(&machine, "r", "seq-read-1m-q32-j2").0, 4000.0, 0.5);
}

/// 1 MiB in one chunk is one member's: 20 us and 524 us of its transfer, nothing of the other's.
#[test]
fn one_request_is_no_faster_than_the_member_that_serves_it() {
    let mut machine = with_array(RaidLevel::Stripe, RaidEngine::Md, &["a", "b"]);
    machine.arrays.get_mut(&Id::new("r")).unwrap().chunk = Some(Bytes::mib(1));
    let (rate, kind) = one(&machine, "r", "seq-read-1m-q1");
    near(rate, 1048.576 / (0.0205 + 0.524), 1.0);
    assert_eq!(kind, LimitKind::Depth);
    near(one(&machine, "r", "seq-read-1m-q64").0, 3587.0, 1.0);
}

/// A stream over drives one after the other passes the uplink once, not once a drive.
#[test]
fn members_that_take_turns_share_places_above_them() {
    let mut machine = with_array(RaidLevel::Jbod, RaidEngine::Md, &["a", "b", "c"]);
    near(one(&machine, "r", "seq-read-1m-q32").0, 2000.0, 0.5);
    machine.topology.nodes.get_mut(&Id::new("place")).unwrap().link = Some(link(2, 2));
    near(one(&machine, "r", "seq-read-1m-q32").0, 910.0, 1.0);
}

/// Copies are made on the card: its link carries the requested data once.
#[test]
fn a_raid_card_keeps_copies_to_itself() {
    let mut machine = with_array(RaidLevel::Mirror, RaidEngine::Hardware, &["a", "b", "c", "d"]);
    machine.topology.nodes.get_mut(&Id::new("place")).unwrap().link = Some(link(2, 2));
    let crossing = one(&machine, "r", "seq-write-1m-q32").0;
    machine.arrays.get_mut(&Id::new("r")).unwrap().controller = Some(Id::new("place"));
    let (on_card, kind) = one(&machine, "r", "seq-write-1m-q32");
    assert!(crossing < 250.0, "{crossing}");
    assert!((900.0..1000.0).contains(&on_card), "{on_card}");
    assert_eq!(kind, LimitKind::Uplink);
}

/// A call that waits has one request in flight, whatever depth it is given.
#[test]
fn a_blocking_call_has_no_depth() {
    let machine = machine(&["a"]);
    let of = |workload| one(&machine, "a", workload).0;
    near(of("rand-read-4k-q32-sync"), of("rand-read-4k-q1-sync"), 1e-6);
    assert!(of("rand-read-4k-q1-j4-sync") > 3.0 * of("rand-read-4k-q1-sync"));
}

proptest! {
    /// More of anything never gives less: a wider uplink, more in flight.
    #[test]
    fn nothing_that_grows_makes_an_array_slower(
        level in prop::sample::select(vec![
            RaidLevel::Jbod,
            RaidLevel::Stripe,
            RaidLevel::Mirror,
            RaidLevel::MirroredStripe,
            RaidLevel::Parity(1),
        ]),
        workload in prop::sample::select(vec![
            "rand-read-4k-q", "rand-write-4k-q", "rand-rw50-16k-q", "seq-read-1m-q",
            "seq-write-128k-q",
        ]),
        depth in 1u32..65,
        generation in 1u8..5,
        lanes in prop::sample::select(vec![1u8, 2, 4, 8]),
    ) {
        let mut machine = with_array(level, RaidEngine::Md, &["a", "b", "c", "d"]);
        let narrow = |machine: &mut Machine, generation| {
            let place = machine.topology.nodes.get_mut(&Id::new("place")).unwrap();
            place.link = Some(link(generation, lanes));
        };
        narrow(&mut machine, generation);
        let before = one(&machine, "r", &format!("{workload}{depth}")).0;
        let deeper = one(&machine, "r", &format!("{workload}{}", depth + 1)).0;
        prop_assert!(deeper >= before * 0.999, "deeper {deeper} {before}");
        narrow(&mut machine, generation + 1);
        let wider = one(&machine, "r", &format!("{workload}{depth}")).0;
        prop_assert!(wider >= before * 0.999, "wider {wider} {before}");
    }
}

/// Through the page cache 4 KiB at a time arrive as the kernel's read-ahead, 128 KiB, so that the
/// drive is as fast as with requests of that size; only the calls take processor time.
#[test]
fn the_page_cache_reads_ahead() {
    let machine = machine(&["a"]);
    let (small, _) = one(&machine, "a", "seq-read-4k-q1-buffered");
    let (large, _) = one(&machine, "a", "seq-read-128k-q1-buffered");
    assert!(small > 0.8 * large && large > 1500.0, "{small} {large}");
    let (direct, kind) = one(&machine, "a", "seq-read-4k-q1-sync");
    assert!(direct < 250.0, "{direct}");
    assert_eq!(kind, LimitKind::Depth);
}

/// Where a chipset's ports take packets of 128 bytes only, so do links below it.
#[test]
fn payloads_are_those_of_the_narrowest_place() {
    let mut machine = machine(&["a"]);
    let payload = |machine: &mut Machine, id: &str, bytes: Option<u64>| {
        let node = machine.topology.nodes.get_mut(&Id::new(id)).unwrap();
        node.link.as_mut().unwrap().max_payload = bytes.map(Bytes::new);
        node.link.as_mut().unwrap().current = LinkWidth::new(2, 2);
    };
    payload(&mut machine, "a", None);
    payload(&mut machine, "place", Some(128));
    machine.topology.nodes.get_mut(&Id::new("place")).unwrap().link.as_mut().unwrap().current =
        LinkWidth::new(2, 4);
    // 128 of 152 bytes of 1,000 MB/s, less clock compensation and commands.
    near(one(&machine, "a", "seq-read-128k-q32").0, 839.0, 0.5);
    payload(&mut machine, "place", None);
    near(one(&machine, "a", "seq-read-128k-q32").0, 910.0, 0.5);
    machine.host.class = crate::machine::HostClass::of_cpu("Intel(R) Celeron(R) J4125 CPU");
    near(one(&machine, "a", "seq-read-128k-q32").0, 839.0, 0.5);
}

/// A board whose packets carry 256 bytes although it is no personal computer: 910 MB/s, not 839.
#[test]
fn some_small_boards_carry_larger_packets() {
    let mut machine = machine(&["a"]);
    for id in ["a", "place"] {
        let node = machine.topology.nodes.get_mut(&Id::new(id)).unwrap();
        let link = NodeLink { max_payload: None, current: LinkWidth::new(2, 2), ..link(2, 2) };
        node.link = Some(link);
    }
    for (cpu, expected) in [("BCM2711", 839.0), ("BCM2712", 910.0)] {
        machine.host.class = crate::machine::HostClass::of_cpu(cpu);
        machine.topology.host.cpu = Some(cpu.to_owned());
        near(one(&machine, "a", "seq-read-128k-q32").0, expected, 0.5);
    }
}

/// Eight drives of PCIe 4.0 x4 under one root complex, which is unmeasured: 7.17 GB/s each is
/// possible, 0.62 of it all that is sure; four of them are no more than is known to pass. With its
/// own ceiling nothing is guessed.
#[test]
fn an_unmeasured_root_complex_may_pass_less_than_its_links() {
    let ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let mut many = machine(&ids);
    let place = many.topology.nodes.get_mut(&Id::new("place")).unwrap();
    *place = Node::bare(NodeKind::RootComplex);
    let mut four = many.clone();
    for figures in many.figures.values_mut() {
        figures.read = Some(mb_s(9000.0));
    }
    four.figures = many.figures.clone();
    four.topology.drives.retain(|id, _| ids[..4].contains(&id.as_str()));
    let ends = |machine: &Machine, ids: &[&str]| {
        let outcomes = outcomes(machine, ids, "seq-read-128k-q32");
        let sum = |rate: fn(&TargetPrediction) -> BytesPerSec| -> f64 {
            outcomes.iter().map(|outcome| rate(outcome).as_mb_s()).sum()
        };
        (sum(|it| it.low_of_parts), sum(|it| it.rate), outcomes[0].limit.limit.kind)
    };
    let (low, rate, kind) = ends(&many, &ids);
    near(rate, 8.0 * 7175.0, 0.5);
    near(low / rate, 0.62, 1.0);
    assert_eq!(kind, LimitKind::Link);
    let (low, rate, _) = ends(&four, &ids[..4]);
    assert!(low > 0.95 * rate, "{low} {rate}");
    let ceiling = LocationCeiling::both_ways(LimitKind::RootComplex, mb_s(60_000.0));
    let ceiling = LocationCeiling { write: None, ..ceiling };
    many.ceilings.insert(Id::new("place"), vec![ceiling]);
    let (low, rate, _) = ends(&many, &ids);
    assert!(low > 0.9 * rate, "{low} {rate}");
}
