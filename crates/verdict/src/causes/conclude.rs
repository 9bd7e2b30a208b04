//! Conclusions from an experiment.

use narrows_messages::{DocumentText, Message};
use narrows_record::sharing::{
    ExperimentOutcome, ExperimentResult, SharingCause, SharingExperiment,
};

use super::rate;
use crate::thresholds::causes::MISSES;

/// The conclusion from an experiment whose outcome is `mb_s`, in MB/s: it supports the cause that
/// predicted it, or neither.
pub fn conclude(
    experiment: &SharingExperiment,
    causes: &[SharingCause],
    mb_s: f64,
) -> ExperimentResult {
    // The predicted outcome that matches within scatter.
    let off = |outcome: &ExperimentOutcome| {
        let foreseen = outcome.mb_s.filter(|foreseen| *foreseen > 0.0)?;
        let most = outcome.most_mb_s.unwrap_or(foreseen).max(foreseen);
        let nearest = mb_s.clamp(foreseen, most);
        Some((mb_s / nearest - 1.0).abs()).filter(|off| *off <= MISSES)
    };
    let near = experiment.predicted.iter().filter_map(|outcome| Some((outcome, off(outcome)?)));
    let nearest = near.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(outcome, _)| outcome);
    let spoken_for =
        nearest.or_else(|| falls(experiment, mb_s)).or_else(|| rises(experiment, mb_s));
    let concluded = spoken_for.map(|outcome| outcome.cause.clone());
    let about = |cause: &&SharingCause| {
        let same = cause.limit == experiment.limit && cause.drive == experiment.drive;
        let is_it = |id: &String| *id == cause.id || cause.also.contains(id);
        same && concluded.as_ref().is_some_and(is_it)
    };
    let what = match causes.iter().find(about) {
        Some(cause) => Message::new("trial-concluded").text("cause", &cause.text),
        None => Message::new("trial-open"),
    };
    ExperimentResult {
        mb_s: Some(mb_s),
        concluded,
        text: DocumentText::from(what.with("measured", rate(mb_s))),
    }
}

/// A cause without a figure predicts only that the rate drops.
fn falls(experiment: &SharingExperiment, mb_s: f64) -> Option<&ExperimentOutcome> {
    let stays = experiment.predicted.iter().find_map(|outcome| outcome.mb_s)?;
    let without = experiment.predicted.iter().find(|outcome| outcome.mb_s.is_none());
    without.filter(|_| mb_s < (1.0 - MISSES) * stays)
}

/// A rate that rises, but less than predicted: the next bottleneck of a drive alone, or of more or larger requests,
/// is unknown.
fn rises(experiment: &SharingExperiment, mb_s: f64) -> Option<&ExperimentOutcome> {
    let asks_more = ["block", "jobs", "depth"].contains(&experiment.id.as_str());
    if experiment.drive.is_none() && !asks_more {
        return None;
    }
    let known = experiment.predicted.iter().filter_map(|it| Some((it, it.mb_s?)));
    let (_, low) = known.clone().min_by(|(_, a), (_, b)| a.total_cmp(b))?;
    let (highest, high) = known.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    (mb_s > (1.0 + MISSES) * low && mb_s < high).then_some(highest)
}
