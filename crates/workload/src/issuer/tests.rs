//! The issuer against a fake device in virtual time: one request takes `service`, up to all of them
//! at once; it answers in the order of completion and injects the given faults.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::Pattern;

struct Fake {
    service: Nanos,
    flying: Vec<(Nanos, IoSubmission)>,
    answer: fn(&IoSubmission) -> Result<u32, Errno>,
}

impl Fake {
    fn new(service: Nanos, answer: fn(&IoSubmission) -> Result<u32, Errno>) -> Self {
        Self { service, flying: Vec::new(), answer }
    }

    fn accept(&mut self, now: Nanos, submissions: &mut Vec<IoSubmission>) {
        self.flying.extend(submissions.drain(..).map(|s| (now + self.service, s)));
    }

    fn next(&mut self) -> Option<(Nanos, Vec<Completion>)> {
        let now = self.flying.iter().map(|(due, _)| *due).min()?;
        let due = self.flying.extract_if(.., |(due, _)| *due <= now);
        let answer = self.answer;
        Some((now, due.map(|(_, s)| Completion { slot: s.slot, result: answer(&s) }).collect()))
    }
}

fn whole(submission: &IoSubmission) -> Result<u32, Errno> {
    Ok(submission.len)
}

fn workload(pattern: Pattern, depth: u32) -> Workload {
    Workload::new(pattern, Direction::Read, Bytes::kib(4), depth)
}

fn millis(count_from: u64, finish_at: u64) -> Schedule {
    let (count_from, finish_at) = (Nanos::millis(count_from), Nanos::millis(finish_at));
    Schedule { begin_at: Nanos::ZERO, count_from, finish_at, ops_max: None }
}

/// Runs to the end; gives the tally, why it stopped, and each submission in order.
fn run(mut issuer: Issuer, mut fake: Fake) -> (IssuerTally, StopReason, Vec<IoSubmission>) {
    let (mut now, mut completions) = (Nanos::ZERO, Vec::new());
    let (mut submissions, mut all) = (Vec::new(), Vec::new());
    loop {
        issuer.step(now, &completions, &mut submissions);
        all.extend_from_slice(&submissions);
        fake.accept(now, &mut submissions);
        assert_eq!(issuer.in_flight(), fake.flying.len());
        if issuer.is_done() {
            let stop = issuer.stopped().unwrap().0;
            return (issuer.into_tally(), stop, all);
        }
        assert!(issuer.stopped().is_some() || issuer.in_flight() == issuer.slots.len(), "depth");
        (now, completions) = fake.next().expect("something in flight");
    }
}

#[test]
fn the_depth_is_kept_and_the_rate_is_depth_over_latency() {
    let region = TargetRegion::whole(1 << 20);
    let issuer = Issuer::new(&workload(Pattern::Random, 8), region, millis(10, 110), 1).unwrap();
    let (tally, stop, _) = run(issuer, Fake::new(Nanos::micros(100), whole));
    assert_eq!(stop, StopReason::Time);
    // Little's law: 8 in flight at 100 µs are 80 operations a millisecond, 8,000 in 10..110 ms.
    let (bytes, ops) = tally.timeline.sum(Nanos::millis(10), Nanos::millis(110));
    assert_eq!((bytes, ops), (Bytes::kib(4 * 8_000), 8_000));
    assert_eq!(tally.latency.count(), 8_000);
    assert_eq!(tally.latency.least(), Some(Nanos::micros(100)));
    assert_eq!(tally.latency.greatest(), Some(Nanos::micros(100)));
    assert_eq!(tally.started, Some(Nanos::ZERO));
    // The last batch lands at 110 ms: counted, but in neither latency nor timeline.
    assert_eq!((tally.last, tally.ops), (Nanos::millis(110), 8 * 1_100));
}

#[test]
fn operations_end_it_exactly_and_a_sequence_covers_the_region() {
    let schedule = Schedule { ops_max: Some(21), ..millis(0, 1000) };
    let region = TargetRegion { offset: 8192, len: 20 << 12 };
    let issuer = Issuer::new(&workload(Pattern::Sequential, 4), region, schedule, 0).unwrap();
    let (tally, stop, submissions) = run(issuer, Fake::new(Nanos::micros(10), whole));
    assert_eq!((stop, tally.ops, tally.bytes), (StopReason::Operations, 21, Bytes::kib(84)));
    let offsets: Vec<u64> = submissions.iter().map(|submission| submission.offset).collect();
    let mut expected: Vec<u64> = (0..20).map(|block| 8192 + block * 4096).collect();
    expected.push(8192);
    assert_eq!(offsets, expected, "each block once, in order, then from the start");
}

#[test]
fn short_reads_count_what_they_moved() {
    let schedule = Schedule { ops_max: Some(10), ..millis(0, 1000) };
    let half_of_some = |s: &IoSubmission| Ok(if s.offset < 8192 { 512 } else { s.len });
    let issuer =
        Issuer::new(&workload(Pattern::Sequential, 2), TargetRegion::whole(20 << 12), schedule, 0);
    let (tally, ..) = run(issuer.unwrap(), Fake::new(Nanos::micros(10), half_of_some));
    // Blocks 0 and 1 give 512 bytes each, 2 to 9 give 4,096.
    assert_eq!((tally.ops, tally.short, tally.errors), (10, 2, 0));
    assert_eq!(tally.bytes, Bytes::new(2 * 512 + 8 * 4096));
}

#[test]
fn a_drive_that_fails_is_given_up_after_64_errors() {
    let no_device = |_: &IoSubmission| Err(Errno(6));
    let issuer = Issuer::new(
        &workload(Pattern::Random, 8),
        TargetRegion::whole(1 << 20),
        millis(0, 1000),
        0,
    );
    let (tally, stop, submissions) = run(issuer.unwrap(), Fake::new(Nanos::micros(10), no_device));
    assert_eq!((stop, tally.ops, tally.errors), (StopReason::Errors, 0, 64));
    assert_eq!(
        tally.first_error,
        Some(RequestFailure { offset: submissions[0].offset, errno: Errno(6) })
    );
    assert_eq!(tally.latency.count(), 0, "an error is no latency");
}

#[test]
fn a_place_that_fails_twice_ends_it() {
    let bad_block = |s: &IoSubmission| if s.offset == 4096 { Err(Errno::EIO) } else { Ok(s.len) };
    let issuer = Issuer::new(
        &workload(Pattern::Sequential, 1),
        TargetRegion::whole(5 << 12),
        millis(0, 99),
        0,
    );
    let (tally, stop, submissions) = run(issuer.unwrap(), Fake::new(Nanos::micros(10), bad_block));
    // Block 1 fails at the second and at the seventh request, one round of five later.
    assert_eq!((stop, tally.errors, submissions.len()), (StopReason::Errors, 2, 7));
}

#[test]
fn a_read_past_the_end_is_an_error_not_an_endless_loop() {
    let issuer =
        Issuer::new(&workload(Pattern::Random, 4), TargetRegion::whole(1 << 20), millis(0, 99), 0);
    let (tally, stop, _) = run(issuer.unwrap(), Fake::new(Nanos::micros(10), |_| Ok(0)));
    assert_eq!((stop, tally.errors, tally.ops), (StopReason::Errors, 64, 0));
    assert_eq!(tally.first_error.map(|failure| failure.errno), Some(Errno::ENODATA));
}

#[test]
fn a_request_to_stop_drains() {
    let region = TargetRegion::whole(1 << 20);
    let mut issuer = Issuer::new(&workload(Pattern::Random, 4), region, millis(0, 99), 0).unwrap();
    let mut submissions = Vec::new();
    issuer.step(Nanos::ZERO, &[], &mut submissions);
    issuer.stop(StopReason::Asked, Nanos::micros(5));
    let answers: Vec<_> =
        submissions.drain(..).map(|s| Completion { slot: s.slot, result: Ok(s.len) }).collect();
    issuer.step(Nanos::micros(9), &answers[..3], &mut submissions);
    assert!(!issuer.is_done() && submissions.is_empty());
    issuer.step(Nanos::micros(9), &answers, &mut submissions);
    assert!(issuer.is_done(), "three of these four are strangers by now, and ignored");
    assert_eq!(issuer.tally().ops, 4);
    assert_eq!(issuer.stopped(), Some((StopReason::Asked, Nanos::micros(5))));
}

#[test]
fn unfit_workloads_are_refused() {
    let make = |block, depth, len| {
        let workload = Workload { depth, block: Bytes::new(block), ..workload(Pattern::Random, 1) };
        Issuer::new(&workload, TargetRegion::whole(len), millis(0, 1), 0).err()
    };
    assert_eq!(make(4096, 1, 4096), None);
    let (region, block) = (Bytes::new(4095), Bytes::kib(4));
    assert_eq!(make(4096, 1, 4095), Some(WorkloadMisfit::Region { region, block }));
    assert_eq!(make(0, 1, 4096), Some(WorkloadMisfit::Block { block: Bytes::ZERO }));
    assert_eq!(make(1000, 1, 4096), Some(WorkloadMisfit::Block { block: Bytes::new(1000) }));
    assert_eq!(make(4096, 0, 4096), Some(WorkloadMisfit::Depth { depth: 0 }));
    assert_eq!(make(4096, 4097, 4096), Some(WorkloadMisfit::Depth { depth: 4097 }));
    assert_eq!(make(1 << 20, 1025, 1 << 40), Some(WorkloadMisfit::Depth { depth: 1025 }));
    assert!(matches!(make(1 << 33, 1, 1 << 40), Some(WorkloadMisfit::Block { .. })));
}

proptest! {
    /// Whatever the device answers: no slot is twice in flight, offsets are aligned and inside, and
    /// every request is accounted for, successful or not.
    #[test]
    fn books_balance_whatever_the_device_does(
        depth in 1u32..64, seed: u64, offset in 0u64..1 << 30, blocks in 2u64..1000,
        service in 1u64..500, random: bool,
    ) {
        let answers = |s: &IoSubmission| match (s.offset >> 12) % 7 {
            0 => Err(Errno(11)),
            1 => Ok(512),
            _ => Ok(s.len),
        };
        let pattern = if random { Pattern::Random } else { Pattern::Sequential };
        let region = TargetRegion { offset, len: blocks << 12 };
        let issuer = Issuer::new(&workload(pattern, depth), region, millis(0, 2), seed).unwrap();
        let (tally, _, submissions) = run(issuer, Fake::new(Nanos::micros(service), answers));
        prop_assert_eq!(tally.ops + tally.errors, submissions.len() as u64);
        for submission in &submissions {
            prop_assert!(submission.offset % 4096 == 0 && submission.offset >= offset);
            prop_assert!(submission.offset + 4096 <= offset + region.len);
        }
        let slots: BTreeSet<u32> = submissions.iter().map(|submission| submission.slot).collect();
        prop_assert!(slots.last() < Some(&depth));
    }
}

#[test]
fn a_mix_reads_its_share_and_both_ways_are_counted() {
    let workload = Workload { read_percent: 70, ..workload(Pattern::Random, 8) };
    let issuer = Issuer::new(&workload, TargetRegion::whole(1 << 30), millis(0, 100), 5).unwrap();
    let (tally, _, submissions) = run(issuer, Fake::new(Nanos::micros(100), whole));
    let reads = submissions.iter().filter(|s| s.direction == Direction::Read).count() as f64;
    // 8,000 draws of 70 %: standard deviation 0.5 %.
    assert!(
        (reads / submissions.len() as f64 - 0.7).abs() < 0.03,
        "{reads} of {}",
        submissions.len()
    );
    let sum =
        |timeline: &narrows_units::stats::Timeline| timeline.sum(Nanos::ZERO, Nanos::millis(100));
    let (all, written) = (sum(&tally.timeline), sum(&tally.written));
    assert!((written.1 as f64 / all.1 as f64 - 0.3).abs() < 0.03, "{written:?} of {all:?}");
    assert_eq!(written.0, Bytes::kib(4 * written.1));
}

#[test]
fn a_limit_holds_and_the_driver_is_told_when_to_wake() {
    // 40.96 MB/s in blocks of 4 KiB are 10 a millisecond; the device alone would do 80.
    let limit = narrows_units::BytesPerSec::mb_s(40.96);
    let issuer =
        Issuer::new(&workload(Pattern::Random, 8), TargetRegion::whole(1 << 20), millis(0, 100), 1);
    let mut issuer = issuer.unwrap().held_to(limit);
    let mut fake = Fake::new(Nanos::micros(100), whole);
    let (mut now, mut completions, mut submissions) = (Nanos::ZERO, Vec::new(), Vec::new());
    while !issuer.is_done() {
        issuer.step(now, &completions, &mut submissions);
        fake.accept(now, &mut submissions);
        let answer = fake.flying.iter().map(|(due, _)| *due).min();
        let next = answer.into_iter().chain(issuer.wake_at()).min();
        now = next.unwrap_or(now).max(now);
        completions = if answer == Some(now) { fake.next().unwrap().1 } else { Vec::new() };
    }
    // The first at 0, then one each 100 µs until 100 ms.
    assert!((999..=1001).contains(&issuer.tally().ops), "{}", issuer.tally().ops);
}

#[test]
fn nothing_goes_out_before_its_begin() {
    let schedule = Schedule { begin_at: Nanos::millis(30), ..millis(0, 100) };
    let issuer =
        Issuer::new(&workload(Pattern::Random, 2), TargetRegion::whole(1 << 20), schedule, 1);
    let mut issuer = issuer.unwrap();
    let mut submissions = Vec::new();
    issuer.step(Nanos::millis(29), &[], &mut submissions);
    assert_eq!((submissions.len(), issuer.wake_at()), (0, Some(Nanos::millis(30))));
    issuer.step(Nanos::millis(30), &[], &mut submissions);
    assert_eq!((submissions.len(), issuer.tally().started), (2, Some(Nanos::millis(30))));
}

/// One request a millisecond on average, whichever direction the one before it had.
#[test]
fn random_intervals_do_not_go_by_the_direction() {
    let workload = Workload { read_percent: 70, ..workload(Pattern::Random, 1) };
    let region = TargetRegion::whole(1 << 30);
    let shape = RequestShape { is_poisson: true, ..RequestShape::default() };
    let issuer = Issuer::new(&workload, region, millis(0, 4000), 1).unwrap();
    let issuer = issuer.held_to(narrows_units::BytesPerSec::mb_s(4.096));
    let mut issuer =
        issuer.shaped(&shape, &workload, region, (0.0, None), &Arc::default(), 1).unwrap();
    let (mut now, mut completions, mut submissions) = (Nanos::ZERO, Vec::new(), Vec::new());
    let (mut before, mut counts, mut waited) = (None, [0.0; 2], [0.0; 2]);
    while now < Nanos::millis(3900) {
        issuer.step(now, &completions, &mut submissions);
        completions.clear();
        let Some(submission) = submissions.pop() else {
            now = issuer.wake_at().unwrap();
            continue;
        };
        // Answered at once.
        completions.push(Completion { slot: submission.slot, result: Ok(submission.len) });
        if let Some((is_write, at)) = before {
            counts[usize::from(is_write)] += 1.0;
            waited[usize::from(is_write)] += now.get() as f64 - at;
        }
        before = Some((submission.direction == Direction::Write, now.get() as f64));
    }
    let [read, write] = [0, 1].map(|at: usize| waited[at] / counts[at] / 1e6);
    // Some 2,700 and 1,200 draws, whose standard deviation is their mean.
    assert!((read - 1.0).abs() < 0.12 && (write - 1.0).abs() < 0.18, "{read} {write}");
}
