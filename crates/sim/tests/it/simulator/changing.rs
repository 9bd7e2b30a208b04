//! Rounds in which something changes, with steady stretches between that are repeated, beside the same rounds
//! simulated in full: caches that fill, drives that throttle, links that train down, drives that slow down.

use narrows_model::{ArrayPlan, BandedFigure, Machine, RaidEngine, RaidLevel, WriteCache};
use narrows_sim::{HeatModel, PartResult, RoundTiming, SimFault, SimFaultKind, SimPart, Simulator};
use narrows_topology::Id;
use narrows_topology::graph::NodeKind;
use narrows_units::{Bytes, BytesPerSec, Nanos};
use narrows_workload::issuer::Errno;
use narrows_workload::{Direction, Pattern, Workload};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};

use super::bed;

/// A machine on which things change while it works.
#[derive(Clone, Debug)]
struct Case {
    machine: Machine,
    faults: Vec<SimFault>,
    parts: Vec<SimPart>,
    timing: RoundTiming,
}

/// A drive: thousands of operations, the fraction of that for writes, its cache in thousands of writes of 4 KiB,
/// its event.
type DriveSpec = (f64, f64, Option<f64>, Befalls);

#[derive(Clone, Copy, Debug)]
enum Befalls {
    Nothing,
    /// It throttles at a part of its warmth at full rate, for a time constant in milliseconds.
    Heat(f64, u64),
    /// It slows down at a part of the round, for another part of it.
    Slow(f64, f64),
    /// Its link trains down, then.
    Link(f64),
    /// A few requests fail, then.
    Errors(f64),
}

fn befalls() -> impl Strategy<Value = Befalls> {
    prop_oneof![
        3 => Just(Befalls::Nothing),
        3 => (0.3..0.9, 200u64..4000).prop_map(|(share, tau)| Befalls::Heat(share, tau)),
        1 => (0.0..0.9, 0.1..0.9).prop_map(|(from, part)| Befalls::Slow(from, part)),
        1 => (0.1..0.9).prop_map(Befalls::Link),
        1 => (0.1..0.9).prop_map(Befalls::Errors),
    ]
}

fn drive() -> impl Strategy<Value = DriveSpec> {
    let cache = prop::option::weighted(0.5, 50.0..2000.0);
    (150.0..400.0, 0.3..1.0, cache, befalls())
}

/// Drives of which no two are alike behind switches of two levels; the first ones may make an array, and each
/// reads, writes or does both.
fn cases(drives: usize) -> impl Strategy<Value = Case> {
    let all = prop::collection::vec(drive(), drives);
    let mix = prop::sample::select(vec![0u8, 100, 100, 50]);
    let level = prop::sample::select(vec![
        RaidLevel::Stripe,
        RaidLevel::MirroredStripe,
        RaidLevel::Parity(1),
    ]);
    let mixes = prop::collection::vec(mix, drives);
    (all, mixes, prop::option::of(level), 4u8..17, 2u8..9).prop_map(
        |(drives, mixes, level, upper, lower)| {
            let (mut machine, timing) = (Machine::default(), bed::timing(50, 8000));
            bed::add_place(&mut machine, "root", NodeKind::Switch, None, bed::link(4, upper));
            let mut faults = Vec::new();
            for (at, spec) in drives.iter().enumerate() {
                let switch = format!("s{}", at / 4);
                if at % 4 == 0 {
                    let up = bed::link(4, lower);
                    bed::add_place(&mut machine, &switch, NodeKind::Switch, Some("root"), up);
                }
                faults.extend(add(&mut machine, &format!("d{at}"), &switch, spec, &timing));
            }
            let members = if level.is_some() && drives.len() > 4 { 4 } else { 0 };
            let mut parts: Vec<SimPart> = (members..drives.len())
                .map(|at| bed::part(&format!("d{at}"), &workload(mixes[at])))
                .collect();
            if let Some(level) = level.filter(|_| members > 0) {
                let ids = (0..members).map(|at| Id::new(format!("d{at}"))).collect();
                let chunk = Some(Bytes::kib(64));
                let plan = ArrayPlan { chunk, ..ArrayPlan::new(level, RaidEngine::Md, ids) };
                machine.arrays.insert(Id::new("array"), plan);
                parts.push(bed::part("array", &workload(mixes[0])));
            }
            Case { machine, faults, parts, timing }
        },
    )
}

fn workload(read_percent: u8) -> Workload {
    let one = Workload::new(Pattern::Random, Direction::Read, Bytes::kib(4), 32);
    Workload { read_percent, ..one }.named_after_itself()
}

/// Adds a drive, and gives the fault that befalls it.
fn add(
    machine: &mut Machine,
    id: &str,
    above: &str,
    (kiops, writing, cache, befalls): &DriveSpec,
    timing: &RoundTiming,
) -> Option<SimFault> {
    let mb_s = kiops * 4.096;
    let mut known = bed::figures([mb_s, mb_s * writing], [*kiops, kiops * writing], [80, 25]);
    known.cache = cache.map(|kilo_writes| WriteCache {
        size: Bytes::new((kilo_writes * 4.096e6) as u64),
        after: BandedFigure::measured(BytesPerSec::mb_s(mb_s * writing * 0.4)),
    });
    bed::add_drive(machine, id, above, bed::link(3, 2), known);
    let at = |part: f64| Nanos::secs(timing.finish_at().as_secs() * part);
    let fault = |from, until, kind| Some(SimFault { what: Id::new(id), from, until, kind });
    match *befalls {
        Befalls::Nothing => None,
        Befalls::Heat(share, tau) => {
            // Its warming at full rate, and a fraction of that.
            let most = 40.0 * mb_s / 1000.0;
            let heat = HeatModel {
                start_c: 40.0,
                per_gb_s: 40.0,
                tau: Nanos::millis(tau),
                limit_c: 40.0 + most * share,
                factor: 0.4,
                resume_c: 40.0 + most * share * 0.8,
            };
            fault(Nanos::ZERO, None, SimFaultKind::Heat(heat))
        }
        Befalls::Slow(from, part) => {
            let until = Some(at((from + part).min(1.0)));
            fault(at(from), until, SimFaultKind::Slow { factor: 0.5 })
        }
        Befalls::Link(from) => {
            fault(at(from), None, SimFaultKind::Link { lanes: Some(1), gts: Some(5.0) })
        }
        Befalls::Errors(from) => {
            let until = Some(at(from) + Nanos::millis(50));
            fault(at(from), until, SimFaultKind::Errors { errno: Errno(5), every: 5000 })
        }
    }
}

/// Two consecutive rounds: the second starts from the state in which the first left caches and drives.
fn twice(mut simulator: Simulator<'_>, case: &Case) -> [Vec<PartResult>; 2] {
    [(); 2].map(|()| {
        let ran = simulator.run(&case.parts, &case.timing, &());
        ran.into_iter().map(|ran| ran.expect("it fits")).collect()
    })
}

fn near(short: f64, expected: f64, tolerance: f64, what: &str) {
    let is_near = (short - expected).abs() <= tolerance * expected.abs();
    assert!(is_near, "{what}: {short} for {expected}");
}

/// Rates and bytes within 1 %, the last temperature within a degree.
fn agree(short: &PartResult, full: &PartResult, case: &Case, what: &str) {
    near(bed::mb_s(short, &case.timing), bed::mb_s(full, &case.timing), 0.01, what);
    near(short.around.moved.as_f64(), full.around.moved.as_f64(), 0.01, what);
    assert_eq!(short.ending, full.ending, "{what}");
    let last = |ran: &PartResult| ran.around.temperatures.last().map(|(_, celsius)| *celsius);
    match (last(short), last(full)) {
        (Some(a), Some(b)) => assert!((a - b).abs() <= 1, "{what}: {a} for {b} degrees"),
        (a, b) => assert_eq!(a, b, "{what}"),
    }
    let errors =
        |ran: &PartResult| ran.threads.iter().map(|it| it.tally.errors).sum::<u64>() as i64;
    assert!((errors(short) - errors(full)).abs() <= 2, "{what}: errors");
}

/// A 128th of `PROPTEST_CASES` machines of three drives, and a 512th of 24.
#[test]
fn what_changes_is_the_same_as_in_full() {
    let mut shorter = 0;
    let all = Config::default().cases;
    for (drives, count) in [(3, all / 128), (24, all / 512)] {
        let (mut runner, strategy) = (TestRunner::deterministic(), cases(drives));
        for number in 0..count {
            let case = strategy.new_tree(&mut runner).expect("a case").current();
            let simulator = || Simulator::new(&case.machine, &case.faults, 1);
            let (short, full) = (twice(simulator(), &case), twice(simulator().in_full(), &case));
            shorter += u32::from(short != full);
            for (round, (short, full)) in short.iter().zip(&full).enumerate() {
                for ((short, full), part) in short.iter().zip(full).zip(&case.parts) {
                    let befalls = case.faults.iter().find(|fault| fault.what == part.target);
                    let what = format!(
                        "{drives} drives, {number}, {round}, {} {}, {befalls:?}",
                        part.target, part.workload.name
                    );
                    agree(short, full, &case, &what);
                }
            }
        }
    }
    assert!(shorter > 0, "no stretch was steady");
}

/// A cache that fills after a third of a long round of millions of requests to its drive: the fill time is
/// accurate to a thousandth, with little of the work.
#[test]
fn a_cache_fills_when_it_would() {
    let mut machine = bed::machine((4, 8), &["a"]);
    let known = machine.figures.get_mut(&Id::new("a")).expect("it is there");
    // 300,000 writes of 4 KiB a second for ten seconds.
    let size = Bytes::new(12_288_000_000);
    known.cache =
        Some(WriteCache { size, after: BandedFigure::measured(BytesPerSec::mb_s(400.0)) });
    let part = bed::part("a", &workload(0));
    let timing = bed::timing(100, 30_000);
    let run = |mut simulator: Simulator<'_>| {
        let mut ran = simulator.run(std::slice::from_ref(&part), &timing, &());
        ran.remove(0).expect("it fits")
    };
    let short = run(Simulator::new(&machine, &[], 1));
    let rate = |from, to| bed::mb_s_between(&short, Nanos::millis(from), Nanos::millis(to));
    let (fast, slow) = (rate(1000, 9000), rate(12_000, 29_000));
    assert!(fast > 1.5 * slow, "{fast} {slow}");
    let full = run(Simulator::new(&machine, &[], 1).in_full());
    for (from, to) in [(100, 30_100), (100, 9000), (9000, 12_000), (12_000, 30_000)] {
        let of = |ran: &PartResult| bed::mb_s_between(ran, Nanos::millis(from), Nanos::millis(to));
        near(of(&short), of(&full), 0.01, &format!("from {from} ms"));
    }
}
