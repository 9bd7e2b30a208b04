//! Rounds, their order, and dropped candidates.

use proptest::prelude::*;

use super::*;
use crate::thresholds::stripe::NOISE;

/// Chunks of 4 and 64 KiB of two drives. Random 4 KiB requests never cross a chunk's end, so one
/// array is measured for both; random 64 KiB ones do so on the smaller chunk only.
#[test]
fn equal_requests_are_measured_once() {
    let jobs = jobs_named(&["seq-read-1m-q8", "rand-read-4k-q1", "rand-read-64k-q1"]);
    let plan = plan(2, &[RaidLevel::Stripe], &[4, 64], jobs);
    let mut stripe = StripeRecord::default();
    let asks = next(&plan, &mut stripe);
    // Each job: two drives alone, both together; arrays 2 + 1 + 2.
    // Arrays come once more with the order turned round.
    let expected =
        BTreeMap::from([(("alone", 1), 6), (("all", 1), 3), (("array", 1), 5), (("array", 2), 5)]);
    assert_eq!(counts(&asks), expected);
    assert!(asks.iter().all(|ask| ask.time == Nanos::millis(200)));
    assert_eq!(stripe.candidates.len(), 4);
    let stripe = concluded(&plan, sweep(&plan, |_, _, _| Some(100.0)));
    let figure = |id: &str, job: &str| {
        let ranked = stripe.ranking.iter().find(|one| one.candidate == id).unwrap();
        ranked.figures.iter().find(|it| it.job == job).unwrap().measured_as.clone()
    };
    assert_eq!(figure("raid0-64k", "rand-read-4k-q1").as_deref(), Some("raid0-4k"));
    assert_eq!(figure("raid0-4k", "rand-read-4k-q1"), None);
    assert_eq!(figure("raid0-64k", "rand-read-64k-q1"), None);
}

/// A fifth of 300 ms is less than the 200 ms that a short round takes at least; a round of 100 ms
/// is as short as it is.
#[test]
fn short_rounds_are_no_shorter_than_they_make_sense() {
    for (round, short) in [(300, 200), (100, 100), (3000, 600)] {
        let usual = plan(2, &[RaidLevel::Stripe], &[64], jobs_named(&["seq-read-1m-q8"]));
        let plan = StripeSweepPlan { round: Nanos::millis(round), ..usual };
        let asks = next(&plan, &mut StripeRecord::default());
        assert!(asks.iter().all(|ask| ask.time == Nanos::millis(short)), "{round}");
    }
}

/// Steady drift favours none if each is equally far from the middle of both passes.
#[test]
fn rounds_come_twice_with_the_order_turned_round() {
    let plan = plan(2, &[RaidLevel::Stripe], &[16, 32, 64], jobs_named(&["seq-read-1m-q8"]));
    let mut stripe = StripeRecord::default();
    let short = next(&plan, &mut stripe);
    for ask in &short {
        answer(&mut stripe, ask, |_, _, _| Some(1000.0));
    }
    let full = next(&plan, &mut stripe);
    let arrays = |asks: &[SweepRound], repeat| -> Vec<String> {
        let of = asks.iter().filter(|ask| ask.set.as_str() == "array" && ask.repeat == repeat);
        of.map(|ask| ask.targets[0].to_string()).collect()
    };
    let there = ["raid0-16k", "raid0-32k", "raid0-64k"];
    let back = ["raid0-64k", "raid0-32k", "raid0-16k"];
    assert_eq!(
        (arrays(&short, 1), arrays(&short, 2)),
        (there.map(Into::into).into(), back.map(Into::into).into())
    );
    assert_eq!(
        (arrays(&full, 3), arrays(&full, 4)),
        (there.map(Into::into).into(), back.map(Into::into).into())
    );
    assert_eq!((counts(&full)[&("alone", 3)], counts(&full)[&("alone", 4)]), (2, 2));
}

/// Drives that heat up lose 2 % a round, 40 % over the short ones: equal chunks are still equal. In
/// one order only, the last of nine is 15 % behind the first.
#[test]
fn what_drifts_drops_nobody() {
    let chunks = [4, 8, 16, 32, 64, 128, 256, 512, 1024];
    let plan = plan(2, &[RaidLevel::Stripe], &chunks, jobs_named(&["seq-read-1m-q8"]));
    let mut stripe = StripeRecord::default();
    for (at, ask) in next(&plan, &mut stripe).iter().enumerate() {
        answer(&mut stripe, ask, |_, _, _| Some(1000.0 * (1.0 - 0.02 * at as f64)));
    }
    next(&plan, &mut stripe);
    assert!(stripe.candidates.iter().all(|one| one.dropped_for.is_none()));
}

/// 64 KiB gets 1,000 MB/s, 32 KiB 998, 4 KiB 500: the last is dropped for the first after its
/// short rounds, and only the other two, which nothing distinguishes, have a fifth.
#[test]
fn the_plainly_worse_is_dropped_and_the_close_ones_are_measured_once_more() {
    let plan = plan(2, &[RaidLevel::Stripe], &[4, 32, 64], jobs_named(&["seq-read-1m-q8"]));
    let stripe = sweep(&plan, |one, _, _| match one.id.as_str() {
        "raid0-4k" => Some(500.0),
        "raid0-32k" => Some(998.0),
        _ => Some(1000.0),
    });
    let dropped: Vec<_> = stripe.candidates.iter().map(|one| one.dropped_for.as_deref()).collect();
    assert_eq!(dropped, [None, None, Some("raid0-64k"), None, None]);
    let repeats = |id: &str| stripe.results.iter().filter(|row| row.target == id).count();
    assert_eq!((repeats("raid0-4k"), repeats("raid0-32k"), repeats("raid0-64k")), (2, 5, 5));
}

/// Half as fast as another level, but there was no request for RAID 1 to have it replaced by RAID 0.
#[test]
fn another_level_is_no_reason_to_drop() {
    let levels = [RaidLevel::Stripe, RaidLevel::Mirror];
    let plan = plan(2, &levels, &[64], jobs_named(&["seq-write-1m-q8"]));
    let stripe =
        sweep(&plan, |one, _, _| Some(if one.level.as_str() == "raid1" { 500.0 } else { 1000.0 }));
    assert!(stripe.candidates.iter().all(|one| one.dropped_for.is_none()));
}

#[test]
fn arrays_with_parity_are_not_asked_to_write() {
    let jobs = jobs_named(&["seq-read-1m-q8", "seq-write-1m-q8", "rand-rw70-8k-q32"]);
    let plan = plan(3, &[RaidLevel::Parity(1)], &[64], jobs);
    let stripe = concluded(&plan, sweep(&plan, |_, _, _| Some(100.0)));
    let asked = stripe.results.iter().filter(|row| row.target == "raid5-64k");
    assert!(asked.clone().count() > 0);
    assert!(asked.into_iter().all(|row| row.workload == "seq-read-1m-q8"));
    // Writes count, and it has none: no rank, but its figures are reported.
    assert_eq!((taken(&stripe), stripe.set_aside[0].candidate.as_str()), ("nothing", "raid5-64k"));
}

#[test]
fn what_fails_twice_is_given_up() {
    let plan = plan(2, &[RaidLevel::Stripe], &[32, 64], jobs_named(&["seq-read-1m-q8"]));
    let stripe = sweep(&plan, |one, _, ask| {
        (one.id != "raid0-64k" && ask.set.as_str() != "all").then_some(1000.0)
    });
    let failed = |set: &str| {
        stripe.results.iter().filter(|row| row.set.as_str() == set && row.partial).count()
    };
    assert_eq!(failed("array"), 2);
    // Two drives in each of two rounds, in as many passes as it takes.
    assert_eq!(failed("all"), 4);
    assert_eq!(taken(&concluded(&plan, stripe)), "raid0-32k");
}

/// Noise of a round: the same for the same round, at most [`NOISE`] either way.
fn noise(seed: u64, ask: &SweepRound) -> f64 {
    let mut state = seed ^ u64::from(ask.repeat);
    for byte in ask.targets[0].as_str().bytes().chain(ask.workload.name.bytes()) {
        state = (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    state = (state ^ (state >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let part = ((state ^ (state >> 29)) % 2001) as f64 / 1000.0 - 1.0;
    1.0 + NOISE * part
}

proptest! {
    /// Whatever the true rates, and with every round off by as much as is allowed for: the array
    /// that comes first when nothing is dropped, by all full rounds and the plain product of its
    /// figures, is never dropped.
    #[test]
    fn the_winner_of_the_full_data_is_never_dropped(
        rates in prop::collection::vec(prop::collection::vec(100.0f64..2000.0, 3), 2..6),
        narrow: bool, seed: u64,
    ) {
        let jobs = jobs_named(&["seq-read-1m-q8", "seq-write-1m-q8", "rand-read-8k-q32"]);
        let chunks: Vec<u64> = (0..rates.len()).map(|at| 4 << at).collect();
        let plan = plan(2, &[RaidLevel::Stripe], &chunks, jobs);
        // Half of the cases have rates so close that noise decides.
        let truth = |at: usize, job: usize| {
            // 8 KiB random reads: chunks of 8 KiB and more are all alike.
            let rate = rates[if job == 2 { at.min(1) } else { at }][job];
            if narrow { 1000.0 + rate / 8.0 } else { rate }
        };
        let rate = |one: &StripeCandidate, job: &Workload, ask: &SweepRound| {
            let at = plan.chunks.iter().position(|chunk| Some(chunk.get()) == one.chunk);
            let job = plan.workloads.iter().position(|it| it == job).unwrap();
            Some(at.map_or(300.0, |at| truth(at, job)) * noise(seed, ask))
        };
        let stripe = sweep(&plan, rate);
        let full = |one: &StripeCandidate, job: &Workload, repeat| {
            let is_alike = job.block == Bytes::kib(8) && one.chunk > Some(4096);
            let measured = if is_alike { "raid0-8k" } else { &one.id };
            let targets = vec![Id::new(measured)];
            let time = plan.round;
            let ask = SweepRound { targets, set: "array".into(), workload: job.clone(), repeat, time };
            rate(one, job, &ask).unwrap()
        };
        // Balanced: two reads share a half, the write has the other.
        let weights = [0.25, 0.5, 0.25];
        let score = |one: &StripeCandidate| -> f64 {
            let jobs = plan.workloads.iter().zip(weights);
            jobs.map(|(job, weight)| {
                libm::pow((full(one, job, 3) + full(one, job, 4)) / 2.0, weight)
            }).product()
        };
        let arrays = stripe.candidates.iter().filter(|one| one.level.as_str() == "raid0");
        let winner = arrays.max_by(|a, b| score(a).total_cmp(&score(b))).unwrap();
        prop_assert_eq!(&winner.dropped_for, &None);
    }
}

/// A normal number of the round: the sum of twelve uniform ones.
fn normal(seed: u64, ask: &SweepRound) -> f64 {
    let uniform = |at: u64| (noise(seed.wrapping_mul(0x9e37) ^ (at << 40), ask) - 1.0) / NOISE;
    (0..12).map(uniform).sum::<f64>() / 2.0
}

/// Two equal arrays, with rounds that scatter by so much: the fraction of 200 sweeps in which one
/// was dropped for the other, and in which they were called different at all.
fn told_apart(jobs: &[&str], scatter: f64) -> (f64, f64) {
    let plan = plan(2, &[RaidLevel::Stripe], &[4, 64], jobs_named(jobs));
    let (mut dropped, mut told) = (0.0, 0.0);
    for seed in 0..200 {
        let rate = |_: &StripeCandidate, _: &Workload, ask: &SweepRound| {
            Some((1000.0 * (1.0 + scatter * normal(seed, ask))).max(1.0))
        };
        let found = concluded(&plan, sweep(&plan, rate));
        let is_dropped = found.candidates.iter().any(|one| one.dropped_for.is_some());
        let ties = found.recommendation.unwrap().ties;
        dropped += f64::from(u8::from(is_dropped));
        told += f64::from(u8::from(ties.is_empty()));
    }
    (dropped / 200.0, told / 200.0)
}

/// Equals are called different in one sweep of twenty, whatever the scatter; the standard error of
/// 200 sweeps is 1.5 points. With half the range of two repeats as scatter, it would be one in
/// four.
#[test]
fn equals_are_equal_however_rounds_scatter() {
    let one = ["seq-read-1m-q8"];
    let four = ["seq-read-1m-q8", "seq-write-1m-q8", "seq-read-128k-q1", "seq-write-128k-q1"];
    for jobs in [&one[..], &four] {
        for scatter in [0.03, 0.15] {
            let (dropped, told) = told_apart(jobs, scatter);
            assert!(dropped <= 0.01 && told <= 0.08, "{jobs:?} {scatter}: {dropped} {told}");
        }
    }
}
