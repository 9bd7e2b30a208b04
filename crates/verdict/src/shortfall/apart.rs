//! Causes that one figure cannot distinguish, and the figure that would.

use narrows_messages::Message;
use narrows_model::WorkloadOnTarget;
use narrows_units::{Bytes, BytesPerSec};
use narrows_workload::{Direction, Pattern, Workload};

use super::hypothesis::FigureBand;
use super::subject::ShortfallSubject;
use super::weigh::WeighedHypothesis;
use crate::thresholds::shortfall::{APART, CLOSE};

/// More sentences than these hide the first.
const MOST: usize = 3;

/// A sentence for each cause that is about as likely as the first.
pub(super) fn sentences(
    subject: &ShortfallSubject<'_>,
    found: &[WeighedHypothesis<'_>],
) -> Vec<Message> {
    let mut holding = found.iter().enumerate().filter(|(_, it)| it.holds);
    let Some(first) = holding.next() else { return Vec::new() };
    let close = holding.filter(|(_, it)| it.likelihood * CLOSE >= first.1.likelihood);
    let trials = trials(subject);
    close.take(MOST).map(|other| sentence(subject, &trials, (first, other))).collect()
}

/// A cause with its index in the list.
type Placed<'a> = (usize, &'a WeighedHypothesis<'a>);

/// Another figure that could be measured.
struct FurtherMeasurement {
    target: String,
    asked: Vec<WorkloadOnTarget>,
}

fn sentence(
    subject: &ShortfallSubject<'_>,
    trials: &[FurtherMeasurement],
    ((at, one), (later, other)): (Placed<'_>, Placed<'_>),
) -> Message {
    let tried = trials.iter().filter_map(|trial| {
        let of = |it: &WeighedHypothesis<'_>| subject.foreseen(&it.hypothesis, &trial.asked);
        let (first, second) = (of(one)?, of(other)?);
        Some((gap(first, second), trial, first, second))
    });
    let best = tried.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(gap, ..)| *gap >= APART);
    let places = |message: Message| message.with("one", at + 1).with("other", later + 1);
    let Some((_, trial, first, second)) = best else {
        return places(Message::new("shortfall-apart-by-looking"));
    };
    let workload = trial.asked.first().map(|asked| &asked.workload);
    let said =
        |range: FigureBand| workload.map(|workload| said(range, workload)).unwrap_or_default();
    places(Message::new("shortfall-apart"))
        .with("workload", workload.map(|it| it.name.clone()).unwrap_or_default())
        .with("target", &trial.target)
        .with("first", said(first))
        .with("second", said(second))
}

fn said(FigureBand { low, high, .. }: FigureBand, workload: &Workload) -> String {
    let rate = |value: f64| match workload.pattern {
        Pattern::Sequential => BytesPerSec::new(value).to_string(),
        Pattern::Random => BytesPerSec::new(value).in_operations_of(workload.block).to_string(),
    };
    format!("{}–{}", rate(low), rate(high))
}

/// The ratio of the lower end of the one to the upper end of the other.
fn gap(one: FigureBand, other: FigureBand) -> f64 {
    (one.low / other.high.max(1.0)).max(other.low / one.high.max(1.0))
}

/// Figures that anybody can measure without writing: one drive alone, low and high queue depth,
/// large and small blocks, all reads.
fn trials(subject: &ShortfallSubject<'_>) -> Vec<FurtherMeasurement> {
    let asked = subject.complaint.asked;
    let one = |drive| asked.first().map(|asked| vec![asked.of(drive)]);
    let alone = subject.drives.first().cloned().and_then(|drive| {
        let target = drive.to_string();
        Some((target, one(drive)?))
    });
    let all = (subject.targets().join(", "), asked.to_vec());
    let sets = [all].into_iter().chain(alone);
    sets.flat_map(|(target, asked)| {
        reads().map(move |workload| {
            let asked: Vec<WorkloadOnTarget> = asked
                .iter()
                .map(|asked| WorkloadOnTarget { workload: workload.clone(), ..asked.clone() })
                .collect();
            FurtherMeasurement { target: target.clone(), asked }
        })
    })
    .collect()
}

fn reads() -> impl Iterator<Item = Workload> {
    use Pattern::{Random, Sequential};
    let kinds = [
        (Sequential, Bytes::kib(128), 32),
        (Sequential, Bytes::mib(1), 8),
        (Sequential, Bytes::kib(128), 1),
        (Random, Bytes::kib(4), 64),
        (Random, Bytes::kib(4), 1),
    ];
    kinds
        .into_iter()
        .map(|(pattern, block, depth)| Workload::new(pattern, Direction::Read, block, depth))
}
