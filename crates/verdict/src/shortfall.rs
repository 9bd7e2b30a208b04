//! Explains a complaint: how far a measured figure is from its prediction, and the possible causes.
//!
//! For: ranking the possible reasons for a shortfall. Every cause is a hypothesis that is tested:
//! the machine, or the workload, is changed accordingly, and all is predicted again. Its likelihood
//! is how well its band contains the measured figure, times how common it is among resolved
//! complaints (`frequency`). The fractions and rates that hypotheses assume are judgements if no
//! source is given. Unlisted causes have a share, too.
//!
//! Causes that the source excludes are not proposed: a link whose trained state was observed, a
//! figure that was measured, a drive that was cool. Nothing is concluded from gaps in observation.
//!
//! Not here: bottlenecks inferred from the rates of sets (`sharing`, `causes`), faster alternatives
//! (`narrows-model`'s upgrades).

mod above;
mod apart;
mod change;
mod complaint;
mod drives;
mod frequency;
mod hypothesis;
mod links;
mod program;
mod shared;
mod subject;
mod weigh;

use narrows_messages::{DocumentText, Message, sureness};
use narrows_model::{holding, predict_together};
use narrows_record::predict::LimitRecord;
use narrows_record::round_mb_s;
use narrows_record::shortfall::{BandPosition, PredictionShortfall, ShortfallExplanation};
use narrows_record::word::TargetSet;
use narrows_units::BytesPerSec;

pub use self::complaint::Complaint;
use self::frequency::{CauseFrequencies, prior};
use self::hypothesis::{FigureBand, Hypothesis, HypothesisMachine};
use self::subject::ShortfallSubject;
use self::weigh::WeighedHypothesis;
use crate::thresholds::shortfall::{LEAST, NEAR};

/// Most causes that are reported.
const MOST: usize = 8;

/// The explanation of the complaint without its names, which the caller fills in; `None` if nothing
/// is known about it.
pub fn explain(complaint: &Complaint<'_>) -> Option<PredictionShortfall> {
    explain_by(complaint, &CauseFrequencies::known())
}

fn explain_by(
    complaint: &Complaint<'_>,
    frequencies: &CauseFrequencies,
) -> Option<PredictionShortfall> {
    let subject = ShortfallSubject::of(complaint)?;
    let lies = subject.predicted.lies(complaint.measured);
    let by = (complaint.measured, frequencies);
    let (found, unknown) = weigh::ranked(&subject, hypotheses(&subject), by);
    let found: Vec<WeighedHypothesis<'_>> = found
        .into_iter()
        .filter(|found| found.holds || found.likelihood >= LEAST)
        .take(MOST)
        .collect();
    let apart = apart::sentences(&subject, &found);
    let say = |message: &Message| DocumentText::from(message);
    Some(PredictionShortfall {
        text: say(&sentence(&subject, lies, &found)),
        limit: limit(complaint),
        causes: found.iter().map(|it| it.wire()).collect(),
        unknown: hundredth(unknown),
        apart: apart.iter().map(say).collect(),
        ..figures(&subject, lies)
    })
}

fn hypotheses<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    match subject.predicted.lies(subject.complaint.measured) {
        BandPosition::Inside if is_near(subject) => Vec::new(),
        BandPosition::Inside => expected(subject).into_iter().chain(below(subject)).collect(),
        BandPosition::Below => below(subject),
        BandPosition::Above => above::all(subject),
    }
}

/// A figure inside the band is still explained if it is far below its middle: bands reach far down
/// where little is known, and the unknown is the question.
fn is_near(subject: &ShortfallSubject<'_>) -> bool {
    subject.complaint.measured.get() >= NEAR * subject.predicted.point
}

fn below<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    let all = [links::all, drives::all, shared::all, program::all];
    all.into_iter().flat_map(|of| of(subject)).collect()
}

/// Nothing is wrong: the limit of the machine as described applies here, too.
fn expected<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let limit = limit(&subject.complaint)?;
    let what = Message::new("shortfall-expected").text("limit", &limit.name);
    let texts = (what, Message::new("shortfall-look-expected"));
    Some(Hypothesis::new(weigh::EXPECTED, texts, prior::OCCASIONAL, Vec::new(), |asked| {
        vec![HypothesisMachine::new(subject.machine().clone(), asked)]
    }))
}

fn figures(subject: &ShortfallSubject<'_>, lies: BandPosition) -> PredictionShortfall {
    let FigureBand { low, point, high } = subject.predicted;
    let measured = subject.complaint.measured;
    PredictionShortfall {
        given: String::new(),
        workload: String::new(),
        job: None,
        set: TargetSet::default(),
        targets: subject.targets(),
        measured_mb_s: round_mb_s(measured.as_mb_s()),
        measured_iops: (measured.get() / subject.block()).round(),
        mb_s: round_mb_s(point / 1e6),
        low_mb_s: round_mb_s(low / 1e6),
        high_mb_s: round_mb_s(high / 1e6),
        share: (measured.get() / point * 1000.0).round() / 1000.0,
        lies,
        text: DocumentText::default(),
        limit: None,
        causes: Vec::new(),
        unknown: 1.0,
        apart: Vec::new(),
    }
}

fn limit(complaint: &Complaint<'_>) -> Option<LimitRecord> {
    let (outcomes, _) = predict_together(complaint.machine, complaint.asked);
    let bound = match complaint.of.and_then(|at| complaint.asked.get(at)) {
        Some(asked) => outcomes.iter().find(|it| it.target == asked.target).map(|it| &it.limit),
        None => None,
    };
    let bound = bound.cloned().or_else(|| holding(&outcomes))?;
    Some(LimitRecord::of(&bound))
}

fn sentence(
    subject: &ShortfallSubject<'_>,
    lies: BandPosition,
    found: &[WeighedHypothesis<'_>],
) -> Message {
    let FigureBand { low, point, high } = subject.predicted;
    let measured = subject.complaint.measured;
    let holds = found.iter().any(|it| it.holds);
    let message = match (lies, holds) {
        (BandPosition::Inside, _) if is_near(subject) => Message::new("shortfall-inside"),
        (BandPosition::Inside, _) => Message::new("shortfall-inside-low"),
        (BandPosition::Below, true) => Message::new("shortfall-below"),
        (BandPosition::Below, false) => Message::new("shortfall-below-unexplained"),
        (BandPosition::Above, _) => Message::new("shortfall-above"),
    };
    let rate = |value: f64| subject.said(BytesPerSec::new(value));
    let off = (measured.get() / point - 1.0).abs();
    // What still moves is not all lost.
    let off = if measured.get() < point { sureness(off) } else { format!("{:.0}", off * 100.0) };
    let FigureBand { low: least, high: most, .. } = subject.usual;
    let usual = match measured.get() {
        own if own < least => Message::new("shortfall-unusually-low"),
        own if own > most => Message::new("shortfall-unusually-high"),
        _ => Message::new("shortfall-usual"),
    };
    let usual = usual.with("least", rate(least)).with("most", rate(most));
    message
        .text("usual", usual)
        .with("measured", rate(measured.get()))
        .with("predicted", rate(point))
        .with("low", rate(low))
        .with("high", rate(high))
        .with("percent", off)
}

impl WeighedHypothesis<'_> {
    fn wire(&self) -> ShortfallExplanation {
        let FigureBand { low, point, high } = self.then;
        let Hypothesis { id, what, look, prior, about, .. } = &self.hypothesis;
        ShortfallExplanation {
            id: (*id).to_owned(),
            what: DocumentText::from(what),
            about: about.iter().map(ToString::to_string).collect(),
            mb_s: round_mb_s(point / 1e6),
            low_mb_s: round_mb_s(low / 1e6),
            high_mb_s: round_mb_s(high / 1e6),
            holds: self.holds,
            prior: *prior,
            likelihood: hundredth(self.likelihood),
            look: DocumentText::from(look),
        }
    }
}

fn hundredth(share: f64) -> f64 {
    (share * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests;
