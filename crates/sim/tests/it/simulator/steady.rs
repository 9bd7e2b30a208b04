//! Rounds of which a steady stretch is repeated, beside the same rounds simulated in full.

use std::cell::Cell;

use narrows_model::{WorkloadTask, predict_tasks};
use narrows_sim::{
    PartEnding, PartResult, RoundTiming, SimFault, SimFaultKind, SimObserver, SimPart, Simulator,
};
use narrows_topology::Id;
use narrows_units::stats::Histogram;
use narrows_units::{BytesPerSec, Nanos};
use narrows_workload::issuer::WorkloadMisfit;
use narrows_workload::{Workload, profile};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRunner};

use super::agreement::{Case, cases};
use super::bed;

/// Most requests of a random round, so that the test ends soon.
const MOST: f64 = 8e6;

/// Counts the progress calls, one every 65,536 events, and checks that time does not go back.
#[derive(Default)]
struct Asked {
    times: Cell<u32>,
    share: Cell<f64>,
}

impl SimObserver for Asked {
    fn is_cancelled(&self) -> bool {
        false
    }

    fn progress(&self, share: f64) {
        assert!(share >= self.share.get());
        self.share.set(share);
        self.times.set(self.times.get() + 1);
    }
}

fn both(case: &Case, timing: &RoundTiming) -> [Vec<Result<PartResult, WorkloadMisfit>>; 2] {
    let parts: Vec<SimPart> =
        case.tasks.iter().map(|(id, workload)| bed::part(id.as_str(), workload)).collect();
    let simulator = || Simulator::new(&case.machine, &[], 1);
    [simulator().run(&parts, timing, &()), simulator().in_full().run(&parts, timing, &())]
}

/// Long enough that the slowest part gets four times the 100,000 requests that are enough (for a
/// mix, of its rarer direction), after as many turnovers of its queue as the closed form is
/// compared with; `None` if that takes too long.
fn timing(case: &Case) -> Option<RoundTiming> {
    let tasks: Vec<WorkloadTask<'_>> =
        case.tasks.iter().map(|(id, it)| WorkloadTask::new(id, it)).collect();
    let predicted = predict_tasks(&case.machine, &tasks);
    let per_second: Vec<f64> = predicted
        .iter()
        .zip(&case.tasks)
        .map(|(outcome, (_, workload))| outcome.rate.get() / workload.block.as_f64())
        .collect();
    let needs = |(rate, (_, workload)): (&f64, &(Id, Workload))| {
        let share = workload.read_share().min(1.0 - workload.read_share());
        4e5 / if share > 0.0 { share } else { 1.0 } / rate
    };
    let seconds = per_second.iter().zip(&case.tasks).map(needs).fold(0.0, f64::max);
    let ms = (seconds * 1e3).ceil();
    let all = per_second.iter().sum::<f64>() * ms / 1e3;
    (all < MOST).then(|| bed::timing(ms as u64 / 20 + 10, ms as u64))
}

fn latencies(ran: &PartResult) -> Histogram {
    let mut all = Histogram::new();
    ran.threads.iter().for_each(|thread| all.merge(&thread.tally.latency));
    all
}

/// Two figures are this close, as a part of the second.
fn near(short: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((short / expected - 1.0).abs() <= tolerance, "{what}: {short} for {expected}");
}

/// Rates, bytes moved and processor time within 1 %; medians and 99th percentiles within that and
/// a bucket of the histogram, which is 1/64 wide.
fn agree(short: &PartResult, expected: &PartResult, timing: &RoundTiming, what: &str) {
    near(bed::mb_s(short, timing), bed::mb_s(expected, timing), 0.01, what);
    near(short.around.moved.as_f64(), expected.around.moved.as_f64(), 0.01, what);
    let busy = |ran: &PartResult| -> f64 {
        ran.threads.iter().map(|thread| (thread.user + thread.system).as_secs()).sum()
    };
    near(busy(short), busy(expected), 0.01, what);
    let (latency, full) = (latencies(short), latencies(expected));
    near(latency.count() as f64, full.count() as f64, 0.01, what);
    for q in [0.5, 0.99] {
        let at = |all: &Histogram| all.quantile(q).expect("enough of them").as_micros();
        near(at(&latency), at(&full), 0.01 + 1.0 / 64.0, &format!("{what}, {q}"));
    }
    for thread in &short.threads {
        let (tally, all) = (&thread.tally, Nanos::millis(1 << 30));
        let (bytes, ops) = tally.timeline.sum(Nanos::ZERO, all);
        assert!(bytes <= tally.bytes && ops <= tally.ops, "{what}");
        // Completions after the end are in no slot: at most the requests in flight.
        assert!(tally.ops - ops <= 4096, "{what}: {} of {ops}", tally.ops);
    }
}

/// A sixty-fourth of `PROPTEST_CASES` machines.
#[test]
fn random_machines_do_the_same_as_in_full() {
    let (mut runner, strategy) = (TestRunner::deterministic(), cases());
    let (mut left, mut shorter) = (Config::default().cases / 64, 0);
    while left > 0 {
        let mut case = strategy.new_tree(&mut runner).expect("a case").current();
        for (_, workload) in &mut case.tasks {
            *workload = Workload { depth: 32, ..workload.clone() }.named_after_itself();
        }
        let Some(timing) = timing(&case).filter(|_| !case.tasks.is_empty()) else { continue };
        left -= 1;
        let [short, full] = both(&case, &timing);
        shorter += u32::from(short != full);
        for ((short, full), (id, workload)) in short.iter().zip(&full).zip(&case.tasks) {
            let (short, full) = (short.as_ref().expect("it fits"), full.as_ref().expect("it fits"));
            agree(short, full, &timing, &format!("{id} {}", workload.name));
        }
    }
    assert!(shorter > 0, "no stretch was steady");
}

fn trio(workload: &str) -> Case {
    let workload = profile(workload).expect("a profile");
    let machine = bed::machine((3, 8), &["a", "b", "c"]);
    let tasks = ["a", "b", "c"].map(|id| (Id::new(id), workload.clone())).to_vec();
    Case { machine, tasks }
}

fn requests(case: &Case, timing: &RoundTiming, in_full: bool) -> u32 {
    let parts: Vec<SimPart> =
        case.tasks.iter().map(|(id, workload)| bed::part(id.as_str(), workload)).collect();
    let (watch, simulator) = (Asked::default(), Simulator::new(&case.machine, &[], 1));
    let mut simulator = if in_full { simulator.in_full() } else { simulator };
    simulator.run(&parts, timing, &watch);
    assert!(timing.finish_at() <= simulator.now(), "virtual time is the same");
    watch.times.get()
}

/// A hundred seconds cost as much as ten: each drive gets 400,000 requests a second, and after half
/// a second in all has had its 100,000 requests in the counted time.
#[test]
fn ten_times_the_time_is_no_more_work() {
    let case = trio("rand-read-4k-q32");
    let [short, long] = [10_000, 100_000].map(|ms| requests(&case, &bed::timing(200, ms), false));
    assert!(long <= short + short / 4, "{long} for {short}");
    let full = requests(&case, &bed::timing(200, 2000), true);
    assert!(short < full, "{short} for {full} of a fifth of the time");
}

/// Rounds with fewer requests, and rounds in which single requests fail, are the same request by
/// request.
#[test]
fn short_rounds_and_rounds_with_faults_are_simulated_in_full() {
    let case = trio("rand-read-4k-q32");
    let [short, full] = both(&case, &bed::timing(20, 200));
    assert_eq!(short, full);
    let part = |(id, workload): &(Id, Workload)| bed::part(id.as_str(), workload);
    let parts: Vec<SimPart> = case.tasks.iter().map(part).collect();
    let fault = SimFault {
        what: Id::new("a"),
        from: Nanos::ZERO,
        until: None,
        kind: SimFaultKind::Short { every: 1000 },
    };
    let timing = bed::timing(20, 2000);
    let simulator = || Simulator::new(&case.machine, std::slice::from_ref(&fault), 1);
    let short = simulator().run(&parts, &timing, &());
    assert_eq!(short, simulator().in_full().run(&parts, &timing, &()));
}

/// Parts that begin later, that are throttled to a rate, and that end after some operations: each
/// part's work, and its end, are within 1 %.
#[test]
fn late_starts_limits_and_ends_by_operations_are_kept() {
    let case = trio("rand-read-4k-q32");
    let mut parts: Vec<SimPart> =
        case.tasks.iter().map(|(id, workload)| bed::part(id.as_str(), workload)).collect();
    parts[1].start_after = Nanos::millis(400);
    // 100,000 requests a second.
    parts[2].limit = Some(BytesPerSec::mb_s(409.6));
    let timing = RoundTiming { ops_max: Some(1_500_000), ..bed::timing(100, 6000) };
    let simulator = || Simulator::new(&case.machine, &[], 1);
    let short = simulator().run(&parts, &timing, &());
    let full = simulator().in_full().run(&parts, &timing, &());
    assert_ne!(short, full, "a stretch was steady");
    for (short, full) in short.iter().flatten().zip(full.iter().flatten()) {
        let tally = |ran: &PartResult| ran.threads[0].tally.clone();
        let (short_tally, full_tally) = (tally(short), tally(full));
        near(short_tally.ops as f64, full_tally.ops as f64, 0.01, "operations");
        near(short.ended.as_secs(), full.ended.as_secs(), 0.01, "end");
        near(short_tally.last.as_secs(), full_tally.last.as_secs(), 0.01, "last");
        assert_eq!(short_tally.started, full_tally.started);
    }
    let whole = |ran: &Result<PartResult, WorkloadMisfit>| {
        ran.as_ref().expect("it fits").threads[0].tally.ops
    };
    assert_eq!((whole(&short[0]), whole(&short[1])), (1_500_000, 1_500_000));
}

/// A drive that answers once a second beside two that answer 400,000 times: with a bound the round is repeated from
/// its first part. The fast ones are as in full; the slow one's figures are marked.
#[test]
fn a_bound_for_the_work_shortens_rounds_and_says_so() {
    let mut case = trio("rand-read-4k-q32");
    let slow = bed::figures([0.1, 0.1], [0.001, 0.001], [1_000_000, 1_000_000]);
    case.machine.figures.insert(Id::new("c"), slow);
    let parts: Vec<SimPart> =
        case.tasks.iter().map(|(id, workload)| bed::part(id.as_str(), workload)).collect();
    let timing = bed::timing(100, 60_000);
    let mut simulator = Simulator::new(&case.machine, &[], 1).within(4_000_000);
    let mut looks = 0;
    let mut run = || -> Vec<PartResult> {
        let watch = Asked::default();
        let ran = simulator.run(&parts, &timing, &watch).into_iter().flatten().collect();
        looks += watch.times.get();
        ran
    };
    let rounds = [run(), run(), run()];
    // 60 s of 800,000 requests in full would be a hundred million events for each round.
    assert!(looks < 16_000_000 / 65_536, "{looks} looks");
    let second = bed::timing(100, 1000);
    let full = Simulator::new(&case.machine, &[], 1).in_full().run(&parts, &second, &());
    let shortened: Vec<bool> = rounds[0].iter().map(|ran| ran.shortened).collect();
    assert_eq!(shortened, [false, false, true], "the first round has room for what is enough");
    for ran in &rounds {
        assert!(ran[2].shortened);
        for (fast, full) in ran[..2].iter().zip(full.iter().flatten()) {
            near(bed::mb_s(fast, &timing), bed::mb_s(full, &second), 0.03, "a fast drive");
        }
    }
}

/// A round without repetition, because each request may fail, still ends and is marked.
#[test]
fn what_cannot_be_shortened_is_ended() {
    let case = trio("rand-read-4k-q32");
    let parts: Vec<SimPart> =
        case.tasks.iter().map(|(id, workload)| bed::part(id.as_str(), workload)).collect();
    let kind = SimFaultKind::Short { every: 1000 };
    let fault = SimFault { what: Id::new("a"), from: Nanos::ZERO, until: None, kind };
    let mut simulator = Simulator::new(&case.machine, &[fault], 1).within(0);
    let (timing, watch) = (bed::timing(100, 600_000), Asked::default());
    let ran = simulator.run(&parts, &timing, &watch);
    assert!(ran.iter().flatten().all(|ran| ran.shortened && ran.ending == PartEnding::Cancelled));
    assert!(watch.times.get() < 8_000_000 / 65_536, "{} looks", watch.times.get());
}
