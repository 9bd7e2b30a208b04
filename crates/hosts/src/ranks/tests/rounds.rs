//! Orders and answers, the common start, and hosts that hang or go.

use std::sync::atomic::Ordering;

use narrows_record::hosts::RankFaultKind;
use narrows_record::hosts::exchange::{
    PartOrder, RankAnswer, RankOrder, RankReply, RankTask, RoundOrder,
};
use narrows_units::Nanos;

use crate::cluster::HostsDriver;
use crate::ranks::letter::RankLetter;
use crate::ranks::tests::memory::{Host, Way, as_true, wires, with_hosts};
use crate::ranks::wire::Wire;
use crate::ranks::{LeaveReason, RankHosts, serve};

fn round(number: u32, ranks: &[u32]) -> RankOrder {
    let part = |rank: &u32| PartOrder { rank: *rank, ..PartOrder::default() };
    let parts = ranks.iter().map(part).collect();
    RankOrder::new(number, RankTask::Round(RoundOrder { parts, ..RoundOrder::default() }))
}

/// Start of each, in true time; `None` if it did not start.
fn starts(answers: &[RankAnswer]) -> Vec<Option<Nanos>> {
    let started = |answer: &RankAnswer| match &answer.reply {
        RankReply::Figures { figures } if figures[0].done_s >= 0.0 => {
            Some(as_true(answer.rank, Nanos::secs(figures[0].done_s)))
        }
        _ => None,
    };
    answers.iter().map(started).collect()
}

fn faults(answers: &[RankAnswer]) -> Vec<Option<RankFaultKind>> {
    let kind = |answer: &RankAnswer| answer.faults.first().map(|fault| fault.kind.clone());
    answers.iter().map(kind).collect()
}

#[test]
fn all_answer_in_the_order_of_ranks() {
    with_hosts(&[Way::Sound; 5], |ranks, _| {
        let answers = ranks.ask(&RankOrder::new(1, RankTask::See));
        let found_marker: Vec<(u32, bool)> = answers
            .iter()
            .map(|answer| (answer.rank, answer.reply == RankReply::Marker { found: true }))
            .collect();
        assert_eq!(found_marker, [(0, false), (1, true), (2, true), (3, true), (4, true)]);
        assert_eq!(ranks.ranks(), 5);
    });
}

/// The clocks by which they start are two hours apart from rank to rank.
#[test]
fn hosts_start_together_whatever_their_clocks_say() {
    with_hosts(&[Way::Sound; 4], |ranks, _| {
        for number in 1..=5 {
            let starts = starts(&ranks.ask(&round(number, &[0, 1, 2, 3])));
            let first = starts[0].unwrap();
            for rank in 1..4 {
                // The error bounds how far apart starts are: both follow from the same letters.
                let error_us = ranks.clock(rank).unwrap().error_us;
                let start = starts[rank as usize].unwrap();
                let apart_us = (start - first).as_micros().max((first - start).as_micros());
                assert!(apart_us <= error_us + 0.1, "{apart_us} {error_us}");
            }
        }
    });
}

/// The reported clock is the wall clock; the error stated in the document must hold.
#[test]
fn a_clock_that_is_off_is_known_from_the_greeting_on() {
    with_hosts(&[Way::Sound; 3], |ranks, _| {
        assert_eq!(ranks.clock(1), None);
        ranks.ask(&RankOrder::new(
            1,
            RankTask::Greet { target: None, writes: false, servers: Vec::new() },
        ));
        for (rank, ahead_us) in [(0, 0.0), (1, 0.0), (2, 60e6)] {
            let clock = ranks.clock(rank).unwrap();
            // Two clocks of one host are not read at the very same moment.
            assert!((clock.offset_us - ahead_us).abs() <= clock.error_us + 500.0, "{clock:?}");
        }
    });
}

#[test]
fn who_has_no_part_is_not_waited_for_at_the_start() {
    with_hosts(&[Way::Sound; 4], |ranks, _| {
        let answers = ranks.ask(&round(1, &[1, 3]));
        let started: Vec<bool> = starts(&answers).iter().map(Option::is_some).collect();
        assert_eq!(started, [false, true, false, true]);
        assert_eq!(faults(&answers), [None, None, None, None]);
        // Its clock was not read.
        assert_eq!(ranks.clock(2), None);
    });
}

#[test]
fn who_cannot_take_part_does_not_hold_up_the_others() {
    for unable in 0..3 {
        let mut ways = [Way::Sound; 3];
        ways[unable] = Way::Unable;
        with_hosts(&ways, |ranks, _| {
            let answers = ranks.ask(&round(1, &[0, 1, 2]));
            let started: Vec<bool> = starts(&answers).iter().map(Option::is_some).collect();
            assert_eq!(started, [0, 1, 2].map(|rank| rank != unable));
        });
    }
}

/// That round is lost for it, the others' results remain; later it is not waited for.
#[test]
fn who_hangs_loses_its_round_alone() {
    for way in [Way::HangsBefore(1), Way::HangsAfter(1)] {
        with_hosts(&[Way::Sound, Way::Sound, way], |ranks, _| {
            let answers = ranks.ask(&round(1, &[0, 1, 2]));
            assert_eq!(faults(&answers), [None, None, Some(RankFaultKind::Hung)], "{way:?}");
            let started: Vec<bool> = starts(&answers).iter().map(Option::is_some).collect();
            assert_eq!(started, [true, true, false], "{way:?}");
            let began = std::time::Instant::now();
            let answers = ranks.ask(&round(2, &[0, 1, 2]));
            assert_eq!(faults(&answers), [None, None, Some(RankFaultKind::Hung)], "{way:?}");
            assert!(began.elapsed().as_millis() < 600, "it was waited for again");
        });
    }
}

/// A rank that comes too late for one round waits for no start, and has its part in the next ones.
#[test]
fn who_comes_late_is_called_off_and_comes_back() {
    let mut wires = wires(2);
    let (mut other, first) = (wires.pop().unwrap(), wires.pop().unwrap());
    let over = std::sync::Arc::default();
    let own = Box::new(Host { rank: 0, way: Way::Sound, over });
    let patience = crate::ranks::RankTimeouts {
        ready: Nanos::millis(100),
        answer: Nanos::millis(100),
        ..crate::ranks::RankTimeouts::default()
    };
    let mut ranks = RankHosts::new(Box::new(first), own, patience, std::sync::Arc::default());
    assert_eq!(faults(&ranks.ask(&round(1, &[0, 1]))), [None, Some(RankFaultKind::Hung)]);
    // Now it says that it is ready; rank 0 hears of it before it gives the next order.
    other.send(0, &RankLetter::Ready(1));
    assert_eq!(faults(&ranks.ask(&round(2, &[0]))), [None, Some(RankFaultKind::Hung)]);
    let came: Vec<RankLetter> =
        std::iter::from_fn(|| other.poll().map(|(_, letter)| letter)).collect();
    assert!(matches!(
        came[..],
        [RankLetter::Order(_), RankLetter::Start { number: 1, at: None }, RankLetter::Order(_)]
    ));
    // It did not answer that order: it gets no more.
    assert_eq!(faults(&ranks.ask(&round(3, &[0]))), [None, Some(RankFaultKind::Hung)]);
    assert_eq!(other.poll(), None);
}

#[test]
fn another_build_is_refused_on_either_side() {
    let mut wires = wires(2);
    let (mut other, mut first) = (wires.pop().unwrap(), wires.pop().unwrap());
    let theirs = RankOrder { narrows: "9.9.9".to_owned(), ..RankOrder::new(4, RankTask::See) };
    first.send(1, &RankLetter::Order(theirs.encode()));
    first.send(1, &RankLetter::End { alone: false });
    let mut host = Host { rank: 1, way: Way::Sound, over: std::sync::Arc::default() };
    let never = std::sync::atomic::AtomicBool::new(false);
    assert_eq!(serve(&mut other, &mut host, &never), LeaveReason::Ended);
    let Some((1, RankLetter::Answer(bytes))) = first.poll() else { panic!("no answer") };
    let answer = RankAnswer::decode(&bytes).unwrap();
    assert_eq!(faults(&[answer]), [Some(RankFaultKind::OtherBuild)]);
    // Its own answers are of that build, too.
    let answer = RankAnswer {
        narrows: "9.9.9".to_owned(),
        ..RankAnswer::to(&theirs, 1, RankReply::Nothing)
    };
    other.send(0, &RankLetter::Answer(answer.encode()));
    let own = Box::new(Host { rank: 0, way: Way::Sound, over: std::sync::Arc::default() });
    let patience = crate::ranks::RankTimeouts::default();
    let mut ranks = RankHosts::new(Box::new(first), own, patience, std::sync::Arc::default());
    let answers = ranks.ask(&RankOrder::new(5, RankTask::See));
    assert_eq!(faults(&answers), [None, Some(RankFaultKind::OtherBuild)]);
}

/// Ctrl-C reaches rank 0 alone: it returns the answers it has within a moment.
#[test]
fn interrupted_nobody_is_waited_for() {
    with_hosts(&[Way::Sound, Way::Sound, Way::HangsBefore(1)], |ranks, interrupted| {
        interrupted.store(true, Ordering::Relaxed);
        let answers = ranks.ask(&round(1, &[0, 1, 2]));
        assert_eq!(starts(&answers), [None, None, None]);
        assert_eq!(faults(&answers)[2], Some(RankFaultKind::Hung));
    });
}

/// A command that fails before its last order sends the others home: `with_hosts` joins them all.
#[test]
fn who_leaves_early_lets_the_others_go() {
    with_hosts(&[Way::Sound; 3], |ranks, _| {
        ranks.ask(&RankOrder::new(1, RankTask::See));
    });
}

/// A rank that is interrupted waits for rank 0's leave, but not for ever.
#[test]
fn an_interrupted_rank_leaves_by_itself() {
    let mut wires = wires(2);
    let mut other = wires.pop().unwrap();
    let mut host = Host { rank: 1, way: Way::Sound, over: std::sync::Arc::default() };
    let interrupted = std::sync::atomic::AtomicBool::new(true);
    let abandoned = std::sync::Arc::clone(&other.abandoned);
    assert_eq!(serve(&mut other, &mut host, &interrupted), LeaveReason::Interrupted);
    assert!(abandoned.load(Ordering::Relaxed));
}
