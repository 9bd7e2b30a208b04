//! Rounds of several hosts: the window that counts, and hosts that are lost.

use narrows_record::hosts::exchange::{
    PartOrder, RankAnswer, RankFigure, RankOrder, RankReply, RankTask, RoundOrder,
};
use narrows_record::hosts::*;

fn figure(from_s: f64, to_s: f64, timeline: &[f64]) -> RankFigure {
    let mb_s = timeline.iter().sum::<f64>() / timeline.len() as f64;
    let timeline_mb_s = timeline.to_vec();
    let (late_s, done_s) = (from_s, to_s);
    let target = "/mnt".to_owned();
    RankFigure {
        target,
        mb_s,
        from_s,
        to_s,
        timeline_mb_s,
        late_s,
        done_s,
        ..RankFigure::default()
    }
}

fn hosts() -> HostsDocument {
    let host = |rank: u32| HostEntry { rank, host: format!("n{rank}"), ..HostEntry::default() };
    HostsDocument { hosts: (0..2).map(host).collect(), ..HostsDocument::default() }
}

fn order() -> RoundOrder {
    let part = |rank| PartOrder { rank, target: "/mnt".to_owned(), ..PartOrder::default() };
    RoundOrder { set: "all".into(), parts: vec![part(0), part(1)], ..RoundOrder::default() }
}

fn answer(rank: u32, figure: RankFigure) -> RankAnswer {
    let order = RankOrder::new(1, RankTask::Round(order()));
    RankAnswer::to(&order, rank, RankReply::Figures { figures: vec![figure] })
}

/// One begins 200 ms late and the other ends 200 ms early: only the time in between counts.
#[test]
fn only_the_common_window_counts() {
    let mut document = hosts();
    let one = figure(0.0, 0.8, &[900.0, 900.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0]);
    let other = figure(0.2, 1.0, &[50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 800.0, 800.0]);
    document.take_round(&order(), &[answer(0, one), answer(1, other)]);
    let round = &document.rounds[0];
    let rates: Vec<f64> = round.figures.iter().map(|figure| figure.mb_s.round()).collect();
    assert_eq!(rates, [100.0, 50.0]);
    assert!((round.window_s - 0.6).abs() < 1e-9 && (round.sum_mb_s - 150.0).abs() < 0.01);
    assert_eq!((round.first_done_s, round.last_done_s), (0.8, 1.0));
    assert!((document.start.as_ref().unwrap().late_us_max - 200_000.0).abs() < 1e-3);
    assert!(!document.partial);
}

/// Hosts that never ran at the same time have no figures of running together.
#[test]
fn without_a_common_window_nothing_counts() {
    let mut document = hosts();
    let answers =
        [answer(0, figure(0.0, 0.2, &[9.0, 9.0])), answer(1, figure(0.3, 0.5, &[9.0, 9.0]))];
    document.take_round(&order(), &answers);
    assert!(document.partial && document.rounds[0].figures.iter().all(|it| it.partial));
    assert_eq!(document.rounds[0].sum_mb_s, 0.0);
}

#[test]
fn a_lost_host_takes_only_its_own_figures() {
    let mut document = hosts();
    let order_ = RankOrder::new(1, RankTask::Round(order()));
    let lost = RankAnswer::failed(&order_, 1, RankFault::new(RankFaultKind::Lost, "killed"));
    document.take_round(&order(), &[answer(0, figure(0.0, 0.2, &[9.0, 9.0])), lost]);
    assert_eq!(document.ranks_left().collect::<Vec<u32>>(), [0]);
    assert_eq!(document.hosts[1].lost_in, Some(1));
    assert!(document.partial);
    assert_eq!(document.rounds[0].faults[0].fault.kind, RankFaultKind::Lost);
}
