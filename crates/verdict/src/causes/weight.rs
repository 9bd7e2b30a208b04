//! The strength of evidence for or against a cause.
//!
//! All of it is likelihood ratios: how many times as likely an observation is if the cause is right as
//! if nothing were known of the cause. Figures that a cause predicts have the densities of
//! [`capacity`] and [`outcome`]. Facts that are no figures have one of four sizes, the same for every
//! cause: round steps of the scale in forensic reports, whose "moderate support" begins at 10 and
//! whose "very strong support" at 1,000 (ENFSI Guideline for Evaluative Reporting, 2015).

use narrows_messages::Message;
use narrows_record::sharing::{CapacityRange, CauseEvidence};

use super::nature::PredictedRange;
use crate::thresholds::causes::{
    ABOVE, BELOW, CAPACITY_DECADES, ELSEWHERE_MORE, ELSEWHERE_NARROWER, MISSES, OUTCOME_RANGE,
    SCATTER,
};

/// How many times as likely a fact is with a cause as without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvidenceWeight {
    /// A thousand times: as good as proof, for or against.
    Proves,
    /// Twenty times: hardly ever observed otherwise.
    Tells,
    /// Five times: supports.
    Speaks,
    /// Twice.
    Hints,
}

impl EvidenceWeight {
    fn ratio(self) -> f64 {
        match self {
            Self::Proves => 1000.0,
            Self::Tells => 20.0,
            Self::Speaks => 5.0,
            Self::Hints => 2.0,
        }
    }
}

/// How many times likelier the found capacity is if a cause predicts `expected` than if any capacity
/// of three decades is equally likely. Hosts reach a little less than the arithmetic, and hardly
/// more.
pub(super) fn capacity(found: CapacityRange, expected: f64) -> f64 {
    let off = (found.value / expected).ln();
    // A 95 % interval is 3.92 standard deviations wide.
    let interval = (found.high / found.low.max(1e-9)).ln() / 3.92;
    let interval = if interval.is_finite() { interval.max(0.0) } else { 0.0 };
    let (below, above) = (BELOW.hypot(interval), ABOVE.hypot(interval));
    let any = 1.0 / (CAPACITY_DECADES * std::f64::consts::LN_10);
    let ratio = density(off, below, above) / any;
    if ratio.is_finite() { ratio } else { 0.0 }
}

/// How often a device performs as documented or modelled.
pub(super) const AS_SAID: f64 = 0.85;
/// How often it gives less (wear, little room, a cheaper twin), and more.
const LESS_THAN_SAID: f64 = 0.15;
const MORE_THAN_SAID: f64 = 0.02;

/// How many times likelier the found capacity is if `said` is documented for a cause: most documents are right.
pub fn as_documented(found: CapacityRange, said: f64) -> f64 {
    let otherwise = if found.value < said { LESS_THAN_SAID } else { MORE_THAN_SAID };
    AS_SAID * capacity(found, said) + otherwise
}

/// The density of a figure whose logarithm is `off` that of a prediction: two halves of a normal distribution,
/// as high as each other, with these deviations, and 1 together.
pub(crate) fn density(off: f64, below: f64, above: f64) -> f64 {
    let deviation = if off < 0.0 { below } else { above };
    let peak = (2.0 / std::f64::consts::PI).sqrt() / (below + above);
    peak * (-0.5 * (off / deviation).powi(2)).exp()
}

/// How many times likelier `measured` is in another situation if a cause predicts `expected` than if anything within
/// a factor of `OUTCOME_RANGE` is equally likely. Less than predicted may be a further bottleneck that binds there
/// only; more than a limit allows is impossible. `scatter` is the relative difference of rates from run to run, if
/// more than usual.
pub fn outcome(measured: f64, expected: f64, scatter: f64) -> f64 {
    let deviation = SCATTER.max(scatter);
    let off = (measured / expected.max(1e-9)).ln();
    let any = 1.0 / OUTCOME_RANGE.ln();
    let (fits, misses) = match off < 0.0 {
        true => (1.0 - ELSEWHERE_NARROWER, ELSEWHERE_NARROWER),
        false => (1.0 - ELSEWHERE_MORE, ELSEWHERE_MORE),
    };
    let peak = 1.0 / (deviation * std::f64::consts::TAU.sqrt());
    fits * peak * (-0.5 * (off / deviation).powi(2)).exp() / any + misses
}

/// The same for a prediction between two figures: within them it is worth less, the further they are apart. A further
/// bottleneck lets through at least as much as was seen before (`least`), so that it lies between that and the
/// prediction.
pub(super) fn outcome_between(measured: f64, expected: PredictedRange, least: Option<f64>) -> f64 {
    let PredictedRange { low, high } = expected;
    let nearest = measured.clamp(low.min(high), high);
    let at_an_end = outcome(measured, nearest, 0.0);
    let spread = OUTCOME_RANGE.ln() / (high / low.max(1e-9)).ln().max(1e-9);
    if nearest == measured {
        return at_an_end.min(spread);
    }
    let further = least.filter(|least| (*least..low).contains(&measured)).map(|least| {
        ELSEWHERE_NARROWER * OUTCOME_RANGE.ln() / (low / least.max(1e-9)).ln().max(MISSES)
    });
    further.map_or(at_an_end, |further| at_an_end.max(further))
}

/// Evidence for or against a cause.
#[derive(Clone, Debug, PartialEq)]
pub struct Clue {
    /// The evidence in words.
    pub what: Message,
    /// The factor for the cause's odds.
    pub ratio: f64,
}

impl Clue {
    pub fn supporting(weight: EvidenceWeight, what: Message) -> Self {
        Self { what, ratio: weight.ratio() }
    }

    pub fn against(weight: EvidenceWeight, what: Message) -> Self {
        Self { what, ratio: 1.0 / weight.ratio() }
    }

    pub fn figure(ratio: f64, what: Message) -> Self {
        // Never 0: no single figure excludes a cause for good.
        Self { what, ratio: ratio.max(1e-12) }
    }

    pub(super) fn told(&self) -> CauseEvidence {
        CauseEvidence {
            id: self.what.id().to_owned(),
            text: (&self.what).into(),
            supports: self.ratio > 1.0,
        }
    }
}

/// Shares of 1 in proportion to `weights`, which are positive.
pub fn likelihoods(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 20 for, 1 without, 1/5 against: of 21.2 in all.
    #[test]
    fn weights_multiply_and_shares_add_up() {
        let clue = Clue::supporting(EvidenceWeight::Tells, Message::new("clue-thread-busy"));
        let counter = Clue::against(EvidenceWeight::Speaks, Message::new("clue-steady"));
        let found = likelihoods(&[clue.ratio, 1.0, counter.ratio]);
        assert!((found[0] - 20.0 / 21.2).abs() < 1e-9);
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    /// The density over all capacities is one, so a cause gains in one place what it loses
    /// elsewhere: its mean over three decades, in steps of a thousandth, is 1.
    #[test]
    fn a_predicted_capacity_gains_what_it_loses_elsewhere() {
        let steps = 6908;
        let at = |step: i32| 1000.0 * (f64::from(step - steps / 2) / 1000.0).exp();
        let ratio = |value| capacity(CapacityRange { value, low: value, high: value }, 1000.0);
        let mean = (0..steps).map(|step| ratio(at(step))).sum::<f64>() / f64::from(steps);
        assert!((mean - 1.0).abs() < 0.01, "{mean}");
        assert!(ratio(1000.0) > 50.0 && ratio(950.0) > 30.0 && ratio(1050.0) < ratio(950.0));
        assert!(ratio(700.0) < 1e-6 && ratio(f64::NAN) < 1e-9);
    }

    /// As predicted is several times as likely; less is possible, more hardly.
    #[test]
    fn a_prediction_that_is_exceeded_is_worse_than_one_that_is_not_reached() {
        let outcome = |measured, expected| outcome(measured, expected, 0.0);
        assert!(outcome(1000.0, 1000.0) > 10.0);
        assert!(outcome(500.0, 1000.0) > 5.0 * outcome(2000.0, 1000.0));
        assert!(outcome(1000.0, 0.0) > 0.0 && outcome(0.0, 1000.0) > 0.0);
    }
}
