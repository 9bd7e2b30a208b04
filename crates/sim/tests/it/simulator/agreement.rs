//! At sufficient queue depth, the simulation matches the closed form.

use narrows_model::{
    Arbitration, ArrayPlan, BandedFigure, CopyLayout, CopyOrder, LimitKind, LocationCeiling,
    Machine, RaidEngine, RaidLevel, StripeOverArrays, TargetPrediction, WorkloadTask,
    predict_tasks,
};
use narrows_sim::{PartResult, RoundTiming, SimPart, Simulator};
use narrows_topology::Id;
use narrows_topology::graph::NodeKind;
use narrows_units::{Bytes, BytesPerSec, Gigahertz, Nanos};
use narrows_workload::issuer::WorkloadMisfit;
use narrows_workload::{Direction, Pattern, Workload, profile};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::bed;

/// A random machine and its workloads.
#[derive(Clone, Debug)]
pub struct Case {
    pub machine: Machine,
    pub tasks: Vec<(Id, Workload)>,
}

/// Place: which one it hangs on, generation, lanes, a switch, its ceiling in MB/s.
type LocationSpec = (usize, u8, u8, bool, Option<f64>);
/// Drive: its place, generation, MB/s, the part of that in writing, thousands of operations.
type DriveSpec = (usize, u8, f64, f64, f64);

fn places() -> impl Strategy<Value = Vec<LocationSpec>> {
    let ceiling = prop::option::weighted(0.3, 500.0..12_000.0);
    let lanes = prop::sample::select(vec![1u8, 2, 4, 8, 16]);
    prop::collection::vec((0usize..8, 1u8..5, lanes, any::<bool>(), ceiling), 1..5)
}

fn drives() -> impl Strategy<Value = Vec<DriveSpec>> {
    let drive = (0usize..8, 2u8..5, 300.0..7000.0, 0.2..1.0, 30.0..900.0);
    prop::collection::vec(drive, 1..9)
}

fn workload() -> impl Strategy<Value = Workload> {
    let pattern = prop::sample::select(vec![Pattern::Sequential, Pattern::Random]);
    let direction = prop::sample::select(vec![Direction::Read, Direction::Write]);
    let block = prop::sample::select(vec![4u64, 8, 16, 64, 128, 512, 1024]);
    let mix = prop::option::weighted(0.06, 30u8..80);
    let workload = (pattern, direction, block, 1u32..3, mix);
    workload.prop_map(|(pattern, direction, block, jobs, mix)| {
        let one = Workload::new(pattern, direction, Bytes::kib(block), 1);
        let read_percent = mix.unwrap_or(one.read_percent);
        Workload { jobs, read_percent, ..one }.named_after_itself()
    })
}

fn level() -> impl Strategy<Value = RaidLevel> {
    prop::sample::select(vec![
        RaidLevel::Stripe,
        RaidLevel::Mirror,
        RaidLevel::MirroredStripe,
        RaidLevel::Parity(1),
    ])
}

fn machine(places: &[LocationSpec], drives: &[DriveSpec]) -> Machine {
    let mut machine = Machine::default();
    for (at, (above, generation, lanes, is_switch, ceiling)) in places.iter().enumerate() {
        let id = format!("p{at}");
        let parent = (at > 0).then(|| format!("p{}", above % at));
        let kind = if *is_switch { NodeKind::Switch } else { NodeKind::Chipset };
        let up = bed::link(*generation, *lanes);
        bed::add_place(&mut machine, &id, kind, parent.as_deref(), up);
        if let Some(mb_s) = ceiling {
            let rate = BandedFigure::documented(BytesPerSec::mb_s(*mb_s));
            let ceiling = LocationCeiling::both_ways(LimitKind::RootComplex, rate);
            machine.ceilings.insert(Id::new(&id), vec![ceiling]);
        }
    }
    for (at, (place, generation, mb_s, writing, kiops)) in drives.iter().enumerate() {
        let parent = format!("p{}", place % places.len());
        let known = bed::figures([*mb_s, mb_s * writing], [*kiops, kiops * writing], [80, 25]);
        let own = bed::link(*generation, 4);
        bed::add_drive(&mut machine, &format!("d{at}"), &parent, own, known);
    }
    machine
}

/// The first drives make an array, the others run by themselves.
pub fn cases() -> impl Strategy<Value = Case> {
    let array = prop::option::of((level(), 2usize..5, 4u64..9));
    let processor = (prop::option::of(1u32..8), 1.0..5.0, any::<bool>());
    let tasks = (workload(), prop::option::of(workload()));
    (places(), drives(), array, processor, tasks).prop_map(
        |(places, mut drives, array, (cores, clock, by_port), (first, second))| {
            // The closed form takes members to be equal; of others the slowest takes its time to
            // hold all that is in flight.
            let count = array.map_or(0, |(_, members, _)| members).min(drives.len());
            let first_drive = drives[0];
            drives[..count].fill(first_drive);
            let mut machine = machine(&places, &drives);
            machine.host.cores = cores;
            machine.host.clock = Some(Gigahertz::new(clock));
            machine.host.arbitration =
                if by_port { Arbitration::PerPort } else { Arbitration::Flat };
            let ids: Vec<Id> = (0..drives.len()).map(|at| Id::new(format!("d{at}"))).collect();
            let taken = array.map_or(0, |(_, members, _)| members).min(ids.len());
            let mut targets: Vec<Id> = ids[taken..].to_vec();
            if let Some((level, ..)) = array.filter(|_| taken >= 2) {
                let members = ids[..taken].to_vec();
                let chunk = array.map(|(.., shift)| Bytes::kib(4 << (shift - 4)));
                let plan = ArrayPlan { chunk, ..ArrayPlan::new(level, RaidEngine::Md, members) };
                machine.arrays.insert(Id::new("array"), plan);
                targets.push(Id::new("array"));
            }
            let second = second.unwrap_or_else(|| first.clone());
            let both = [first, second];
            let is_mirror = array.is_some_and(|(level, ..)| level == RaidLevel::Mirror);
            let tasks = targets.into_iter().enumerate().map(|(at, id)| {
                let mut workload = both[at % 2].clone();
                // The streams of a mirror stay on its first members; the closed form takes the
                // slowest of all.
                if is_mirror && id == Id::new("array") {
                    workload.pattern = Pattern::Random;
                }
                (id, workload)
            });
            Case { tasks: tasks.collect(), machine }
        },
    )
}

/// Result of a case's flow.
struct Found {
    what: String,
    /// Simulated over predicted, less one.
    off: f64,
    chance: f64,
}

fn compared(case: &Case, depth: u32) -> Vec<Found> {
    let with_depth = |(id, workload): &(Id, Workload)| {
        (id.clone(), Workload { depth, ..workload.clone() }.named_after_itself())
    };
    let tasks: Vec<(Id, Workload)> = case.tasks.iter().map(with_depth).collect();
    let model_tasks: Vec<WorkloadTask<'_>> =
        tasks.iter().map(|(id, it)| WorkloadTask::new(id, it)).collect();
    let predicted = predict_tasks(&case.machine, &model_tasks);
    let timing = timing(&tasks, &predicted);
    let part = |(id, workload): &(Id, Workload)| bed::part(id.as_str(), workload);
    let parts: Vec<SimPart> = tasks.iter().map(part).collect();
    let ran = Simulator::new(&case.machine, &[], 1).run(&parts, &timing, &());
    let rate = |ran: &Result<PartResult, WorkloadMisfit>| {
        bed::mb_s(ran.as_ref().expect("it fits"), &timing)
    };
    let rates = ran.iter().map(rate);
    let flows = rates.zip(&predicted).zip(&tasks);
    let chances = ran.iter().zip(&tasks).map(|(ran, (_, workload))| chance(ran, workload));
    let chance = chances.fold(0.0, f64::max);
    let flows = flows.map(|((rate, outcome), (id, workload))| of_flow(rate, outcome, id, workload));
    flows.map(|comparison| Found { chance, ..comparison }).collect()
}

/// Three standard errors of the rarer of a mix's two ways, which may be the one that limits.
fn chance(ran: &Result<PartResult, WorkloadMisfit>, workload: &Workload) -> f64 {
    let threads = &ran.as_ref().expect("it fits").threads;
    let requests: u64 = threads.iter().map(|thread| thread.tally.latency.count()).sum();
    let share = workload.read_share().min(1.0 - workload.read_share());
    if share == 0.0 { 0.0 } else { 3.0 * ((1.0 - share) / share / requests as f64).sqrt() }
}

fn of_flow(rate: f64, outcome: &TargetPrediction, id: &Id, workload: &Workload) -> Found {
    let (planned, name) = (outcome.rate.as_mb_s(), &workload.name);
    let (kind, place) = (outcome.limit.limit.kind, &outcome.limit.limit.id);
    let what = format!("{id} {name}: {rate:.1} for {planned:.1} MB/s ({kind:?} of {place})");
    Found { what, off: rate / planned - 1.0, chance: 0.0 }
}

/// Long enough for every queue to turn over eight times, after thirty times to settle: a drive that is
/// hardly slower than its part of a link drains its initial queue there slowly. The direction of
/// requests in a mix, and the member that random ones go to, is chance: they need some thousands of
/// each.
fn timing(tasks: &[(Id, Workload)], predicted: &[TargetPrediction]) -> RoundTiming {
    let turnover = |((_, workload), outcome): (&(Id, Workload), &TargetPrediction)| {
        f64::from(workload.in_flight()) * workload.block.as_f64() / outcome.rate.get()
    };
    let slowest = tasks.iter().zip(predicted).map(turnover).fold(0.0, f64::max);
    let ms = |turns: f64| ((slowest * turns * 1e3).ceil() as u64).clamp(30, 1_000_000);
    let by_chance = |(id, workload): &(Id, Workload)| {
        let is_scattered = workload.pattern == Pattern::Random && id.as_str() == "array";
        is_scattered || (1..100).contains(&workload.read_percent)
    };
    let turns = if tasks.iter().any(by_chance) { 40.0 } else { 8.0 };
    RoundTiming { patience: Nanos::millis(60_000), ..bed::timing(ms(30.0), ms(turns)) }
}

/// With 128 requests in flight a thread, every flow of every machine is within 2 % of the closed form, plus the chance
/// in a mix of reads and writes. The number of machines is a sixteenth of `PROPTEST_CASES`.
#[test]
fn simulation_and_closed_form_agree() {
    let (mut runner, strategy) = (TestRunner::deterministic(), cases());
    let mut all: Vec<Found> = Vec::new();
    for _ in 0..(ProptestConfig::default().cases / 16) {
        let case = strategy.new_tree(&mut runner).expect("a case").current();
        all.extend(compared(&case, 128));
    }
    all.sort_by(|a, b| b.off.abs().total_cmp(&a.off.abs()));
    let (worst, median) = (&all[0], &all[all.len() / 2]);
    println!("{} flows, median {:.3} %", all.len(), median.off.abs() * 100.0);
    all.iter().take(20).for_each(|it| println!("{:+.2} % {}", it.off * 100.0, it.what));
    assert!(median.off.abs() < 0.001, "{:+.2} % {}", median.off * 100.0, median.what);
    let too_far =
        all.iter().filter(|comparison| comparison.off.abs() > 0.02 + comparison.chance).count();
    assert_eq!(too_far, 0, "the worst: {:+.2} % {}", worst.off * 100.0, worst.what);
}

/// The same of md's orders of copies and of a stripe over arrays, whose parts each array cuts itself.
#[test]
fn copies_and_arrays_under_a_stripe_agree() {
    let drives = [(0, 4, 3000.0, 0.5, 500.0); 6];
    let ids: Vec<Id> = (0..6).map(|at| Id::new(format!("d{at}"))).collect();
    let plain = |level| ArrayPlan {
        chunk: Some(Bytes::kib(64)),
        ..ArrayPlan::new(level, RaidEngine::Md, ids.clone())
    };
    let ten = |order, count| ArrayPlan {
        copies: CopyLayout { order, count },
        ..plain(RaidLevel::MirroredStripe)
    };
    let over = |level, chunk| ArrayPlan {
        over: Some(StripeOverArrays {
            arrays: vec![Id::new("x"), Id::new("y")],
            engine: RaidEngine::Md,
            chunk: Some(chunk),
            controllers: vec![None, None],
        }),
        ..plain(level)
    };
    let plans = [
        ten(CopyOrder::Far, 2),
        ten(CopyOrder::Offset, 2),
        ten(CopyOrder::Near, 3),
        over(RaidLevel::Stripe, Bytes::kib(512)),
        over(RaidLevel::Parity(1), Bytes::kib(128)),
        over(RaidLevel::Mirror, Bytes::kib(64)),
    ];
    for plan in plans {
        for name in ["rand-read-128k-q1", "rand-write-4k-q1", "seq-write-1m-q1"] {
            let mut machine = machine(&[(0, 5, 16, false, None)], &drives);
            machine.arrays.insert(Id::new("array"), plan.clone());
            let workload = profile(name).expect("a workload");
            let case = Case { machine, tasks: vec![(Id::new("array"), workload)] };
            for comparison in compared(&case, 128) {
                assert!(
                    comparison.off.abs() < 0.02,
                    "{:+.2} % {} {plan:?}",
                    comparison.off * 100.0,
                    comparison.what
                );
            }
        }
    }
}
