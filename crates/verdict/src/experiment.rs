//! The results of an experiment: figures before and after with their interval, and conclusions.
//!
//! For: comparing rounds before, during and after a change. Each changed round is compared with the
//! mean of the rounds before and after it at equal distance, so that a machine that warms up or
//! slows down steadily cancels out; remaining drift is reported.
//!
//! Not here: making the change, and where a moved drive is ([`recognise`] checks that it is
//! present).

mod figures;
mod moves;

pub use figures::figures;
pub use moves::{DriveRecognition, recognise};

use narrows_messages::Message;
use narrows_record::experiment::{
    ChangeEffect, ExperimentDocument, ExperimentFigure, ExperimentKind, ResultQuantity,
};
use narrows_record::run::workload_title;

use crate::Conclusion;
use crate::thresholds::experiment::IN_FULL;

/// The figure that a sentence is about: drives are bought for bytes.
const MAIN: ResultQuantity = ResultQuantity::MbS;

/// Draws conclusions from a completed experiment, the most important first.
pub fn conclude(experiment: &ExperimentDocument) -> Vec<Conclusion> {
    let main = experiment.figures.iter().filter(|figure| figure.figure == MAIN);
    let mut conclusions: Vec<Conclusion> = Vec::new();
    for figure in main {
        conclusions.push(effect(experiment, figure));
        conclusions.extend(limit(experiment, figure));
        conclusions.extend(drift(figure));
    }
    conclusions
}

fn about(figure: &ExperimentFigure, what: Message) -> Conclusion {
    let what = what.with("target", &figure.target);
    let what = what.text("workload", workload_title(&figure.workload));
    Conclusion { targets: vec![figure.target.clone()], what, limit: None }
}

fn effect(experiment: &ExperimentDocument, figure: &ExperimentFigure) -> Conclusion {
    let what = match figure.effect {
        ChangeEffect::More => Message::new("experiment-more"),
        ChangeEffect::Less => Message::new("experiment-less"),
        ChangeEffect::None => Message::new("experiment-same"),
        ChangeEffect::Unknown => Message::new("experiment-unknown"),
    };
    let changed = experiment.changed.as_deref().unwrap_or_default();
    let what = what.with("before", &experiment.before).with("changed", changed);
    about(figure, what.with("ratio", figure.ratio))
}

/// A rate that follows a link's or the processors' clock is limited by it; one that does not, is
/// not. There is no conclusion if the interval leaves it open: no significant difference does not
/// mean no difference.
fn limit(experiment: &ExperimentDocument, figure: &ExperimentFigure) -> Option<Conclusion> {
    let factor = experiment.factor.filter(|factor| (factor - 1.0).abs() > IN_FULL)?;
    let is_link = experiment.kind == ExperimentKind::LinkSpeed;
    let (low, high) = figure.ratio.low.zip(figure.ratio.high)?;
    let is_same = low >= 1.0 - IN_FULL && high <= 1.0 + IN_FULL;
    let is_along =
        figure.effect == if factor < 1.0 { ChangeEffect::Less } else { ChangeEffect::More };
    let follows = (figure.ratio.median / factor - 1.0).abs() <= IN_FULL;
    let id = match (figure.effect, is_link) {
        (ChangeEffect::None, true) if is_same => "experiment-link-is-no-limit",
        (ChangeEffect::None, false) if is_same => "experiment-clock-is-no-limit",
        (_, true) if is_along && follows => "experiment-link-is-the-limit",
        (_, false) if is_along && follows => "experiment-clock-is-the-limit",
        (_, true) if is_along && !(low..=high).contains(&factor) => "experiment-link-is-in-part",
        (_, false) if is_along && !(low..=high).contains(&factor) => "experiment-clock-is-in-part",
        // Where the interval holds the factor itself, the limit may be all of it or a part.
        _ => return None,
    };
    Some(about(figure, Message::new(id).with("factor", format!("{factor:.2}"))))
}

/// Without any change there should be no difference. A steady drift cancels out in the ratio.
fn drift(figure: &ExperimentFigure) -> Option<Conclusion> {
    let drift = figure.drift?;
    let (low, high) = drift.low.zip(drift.high)?;
    let is_seen = low > 1.0 || high < 1.0;
    is_seen.then(|| about(figure, Message::new("experiment-drift").with("ratio", drift)))
}

#[cfg(test)]
mod tests;
