//! The likelihood of each hypothesis relative to the others and to unlisted causes.

use narrows_units::BytesPerSec;

use super::frequency::{CauseFrequencies, prior};
use super::hypothesis::{FigureBand, Hypothesis};
use super::subject::ShortfallSubject;
use crate::causes::weight::likelihoods;
use crate::thresholds::shortfall::{MISSES, NOTHING, RANGE};

/// The hypothesis that changes nothing.
pub(super) const EXPECTED: &str = "expected";

/// A hypothesis with its prediction and likelihood.
pub(super) struct WeighedHypothesis<'a> {
    pub hypothesis: Hypothesis<'a>,
    pub then: FigureBand,
    pub holds: bool,
    pub likelihood: f64,
}

/// Likeliest first, and the remaining likelihood of unlisted causes. If a cause has several
/// degrees, the likeliest represents all.
pub(super) fn ranked<'a>(
    subject: &ShortfallSubject<'_>,
    all: Vec<Hypothesis<'a>>,
    (measured, frequencies): (BytesPerSec, &CauseFrequencies),
) -> (Vec<WeighedHypothesis<'a>>, f64) {
    let mut found: Vec<WeighedHypothesis<'a>> = Vec::new();
    for mut weighed in tested(subject, all, measured) {
        weighed.likelihood *= frequencies.times(weighed.hypothesis.id);
        let id = weighed.hypothesis.id;
        match found.iter_mut().find(|known| known.hypothesis.id == id) {
            Some(known) if known.likelihood >= weighed.likelihood => {}
            Some(known) => *known = weighed,
            None => found.push(weighed),
        }
    }
    found.sort_by(|a, b| b.likelihood.total_cmp(&a.likelihood));
    // A cause that is not listed may give anything within the range: an even density of
    // logarithms.
    let unlisted = prior::UNLISTED / RANGE.ln();
    let weights: Vec<f64> = found.iter().map(|it| it.likelihood).chain([unlisted]).collect();
    let shares = likelihoods(&weights);
    found.iter_mut().zip(&shares).for_each(|(it, share)| it.likelihood = *share);
    (found, shares.last().copied().unwrap_or(1.0))
}

/// Those that change the prediction in the right direction.
pub(super) fn tested<'a>(
    subject: &ShortfallSubject<'_>,
    all: Vec<Hypothesis<'a>>,
    measured: BytesPerSec,
) -> Vec<WeighedHypothesis<'a>> {
    all.into_iter().filter_map(|hypothesis| test(subject, hypothesis, measured)).collect()
}

fn test<'a>(
    subject: &ShortfallSubject<'_>,
    hypothesis: Hypothesis<'a>,
    measured: BytesPerSec,
) -> Option<WeighedHypothesis<'a>> {
    let then = subject.foreseen(&hypothesis, subject.complaint.asked)?;
    let changes = (then.point / subject.predicted.point).ln().abs() >= NOTHING;
    // A cause that goes in the other direction is no explanation.
    let is_below = measured.get() < subject.predicted.point;
    let helps = (then.point < subject.predicted.point) == is_below;
    let holds = (then.low..=then.high).contains(&measured.get());
    let likelihood = hypothesis.prior * then.density(measured) * if holds { 1.0 } else { MISSES };
    (changes && helps || hypothesis.id == EXPECTED).then_some(WeighedHypothesis {
        hypothesis,
        then,
        holds,
        likelihood,
    })
}
