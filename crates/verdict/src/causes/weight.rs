//! The strength of evidence for or against a cause.
//!
//! A weight is a likelihood ratio: how many times as likely the observation is if the cause is
//! right than if it is wrong. There are four sizes, the same for every cause, and none is fitted to
//! any figure: round steps of the scale in forensic reports, whose "moderate support" begins at 10
//! and whose "very strong support" at 1,000 (ENFSI Guideline for Evaluative Reporting, 2015).
//!
//! A cause that predicts a figure is weighed by its distance from the measurement, by one scale
//! ([`Foreseen`]). A prediction that is off by a factor refutes: no amount of other support ranks
//! such a cause before one that is not refuted ([`likelihoods`]).

use narrows_messages::Message;
use narrows_record::sharing::Evidence;

use crate::thresholds::causes::{AMISS, FAR, FITS, MISSES};

/// How many times as likely an observation is with a cause than without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// A thousand times: only ever against, where a figure is off by a factor.
    Refutes,
    /// Twenty times: hardly ever observed otherwise.
    Tells,
    /// Five times.
    Speaks,
    /// Twice.
    Hints,
}

impl Weight {
    fn stronger(self, other: Self) -> Self {
        if self.ratio() >= other.ratio() { self } else { other }
    }

    fn ratio(self) -> f64 {
        match self {
            Self::Refutes => 1000.0,
            Self::Tells => 20.0,
            Self::Speaks => 5.0,
            Self::Hints => 2.0,
        }
    }
}

/// A cause's predicted figure and the measured one, in one unit and positive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Foreseen {
    pub expected: f64,
    pub measured: f64,
}

impl Foreseen {
    /// The relative difference from the prediction.
    pub fn off(self) -> f64 {
        (self.measured - self.expected).abs() / self.expected.max(1e-9)
    }

    /// The ratio of the greater to the lesser.
    pub fn times(self) -> f64 {
        let ratio = self.measured / self.expected.max(1e-9);
        ratio.max(1.0 / ratio.max(1e-9))
    }

    /// Whether they match within scatter.
    pub fn fits(self) -> bool {
        self.off() <= FITS
    }

    /// The weight of the difference as evidence against; none within scatter.
    pub fn against(self) -> Option<Weight> {
        match self.times() {
            times if times >= FAR => Some(Weight::Refutes),
            times if times >= AMISS => Some(Weight::Tells),
            _ if self.off() >= MISSES => Some(Weight::Speaks),
            _ => None,
        }
    }
}

/// Evidence for or against a cause.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Clue {
    pub what: Message,
    /// The figure that it is about, if the cause predicts one.
    pub foreseen: Option<Foreseen>,
    weight: Weight,
    supports: bool,
}

impl Clue {
    pub fn supporting(weight: Weight, what: Message) -> Self {
        Self { what, foreseen: None, weight, supports: true }
    }

    pub fn against(weight: Weight, what: Message) -> Self {
        Self { what, foreseen: None, weight, supports: false }
    }

    /// Evidence against, by the size of the difference, and at least `least`.
    pub fn off(foreseen: Foreseen, least: Weight, what: Message) -> Self {
        let weight = foreseen.against().map_or(least, |it| it.stronger(least));
        Self { foreseen: Some(foreseen), ..Self::against(weight, what) }
    }

    #[must_use]
    pub fn about(self, foreseen: Foreseen) -> Self {
        Self { foreseen: Some(foreseen), ..self }
    }

    /// Whether it refutes the cause.
    pub fn refutes(&self) -> bool {
        !self.supports && self.weight == Weight::Refutes
    }

    /// The factor for the cause's odds.
    pub fn ratio(&self) -> f64 {
        if self.supports { self.weight.ratio() } else { 1.0 / self.weight.ratio() }
    }

    pub fn told(&self) -> Evidence {
        Evidence {
            id: self.what.id().to_owned(),
            text: (&self.what).into(),
            supports: self.supports,
        }
    }
}

/// Shares of 1 in proportion to `weights`, which are positive. Refuted ones stay below all others,
/// whatever their other evidence: the likeliest of them is as far below the least of the others as
/// the weight of one refutation.
pub(super) fn likelihoods(weights: &[(f64, bool)]) -> Vec<f64> {
    let of = |refuted: bool| weights.iter().filter(move |it| it.1 == refuted).map(|it| it.0);
    let least = of(false).fold(f64::INFINITY, f64::min);
    let most = of(true).fold(0.0, f64::max);
    let allowed = least / Weight::Refutes.ratio();
    let factor = if most > allowed { allowed / most } else { 1.0 };
    let weights =
        weights.iter().map(|(weight, refuted)| weight * if *refuted { factor } else { 1.0 });
    shares(&weights.collect::<Vec<_>>())
}

fn shares(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 20 for, 1 without, 1/5 against: of 21.2 in all.
    #[test]
    fn weights_multiply_and_shares_add_up() {
        let clue = Clue::supporting(Weight::Tells, Message::new("clue-thread-busy"));
        let counter = Clue::against(Weight::Speaks, Message::new("clue-steady"));
        let found = shares(&[clue.ratio(), 1.0, counter.ratio()]);
        assert!((found[0] - 20.0 / 21.2).abs() < 1e-9);
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    /// 1.1 is scatter, 1.3 a miss, 1.6 a clear one, 2 and 30 refute; so do a half and a thirtieth.
    #[test]
    fn how_far_a_figure_is_off_is_what_it_counts() {
        let against =
            |times: f64| Foreseen { expected: 1000.0, measured: 1000.0 * times }.against();
        let ladder = [
            (1.0, None),
            (1.1, None),
            (1.3, Some(Weight::Speaks)),
            (1.6, Some(Weight::Tells)),
            (2.0, Some(Weight::Refutes)),
            (30.0, Some(Weight::Refutes)),
        ];
        for (times, weight) in ladder {
            assert_eq!(against(times), weight, "{times}");
            let below = if times == 1.1 { None } else { weight };
            assert_eq!(against(1.0 / times), below, "1/{times}");
        }
        let nothing = Foreseen { expected: 0.0, measured: 0.0 };
        assert!(nothing.times().is_finite());
    }

    /// A refuted 100 stays below a 0.001 that is not refuted; where all are refuted, they are
    /// weighed among each other.
    #[test]
    fn what_is_refuted_comes_last() {
        let found = likelihoods(&[(100.0, true), (0.001, false), (1.0, false), (10.0, true)]);
        assert!(found[0] < found[1] && found[1] < found[2]);
        assert!((found[0] / found[3] - 10.0).abs() < 1e-9);
        assert!(found.iter().all(|share| *share > 0.0));
        assert_eq!(likelihoods(&[(3.0, true), (1.0, true)]), [0.75, 0.25]);
    }
}
