//! How strongly something speaks for or against an explanation.
//!
//! A weight is a likelihood ratio: how many times as likely the observation is where the
//! explanation is right than where it is wrong. Three sizes are told apart, the same for every
//! explanation, and none is fitted to any figure: round steps of the scale that forensic reports
//! use, whose "moderate support" begins at 10 (ENFSI Guideline for Evaluative Reporting, 2015).

use narrows_messages::Message;
use narrows_record::sharing::Evidence;

/// How many times as likely an observation is under an explanation than without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// Hardly ever seen otherwise: twenty times.
    Tells,
    /// Five times.
    Speaks,
    /// Twice.
    Hints,
}

impl Weight {
    fn ratio(self) -> f64 {
        match self {
            Self::Tells => 20.0,
            Self::Speaks => 5.0,
            Self::Hints => 2.0,
        }
    }
}

/// An observation that speaks for or against an explanation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Clue {
    pub what: Message,
    weight: Weight,
    supports: bool,
}

impl Clue {
    pub fn supporting(weight: Weight, what: Message) -> Self {
        Self { what, weight, supports: true }
    }

    pub fn against(weight: Weight, what: Message) -> Self {
        Self { what, weight, supports: false }
    }

    /// What the explanation's odds are multiplied by.
    pub fn ratio(&self) -> f64 {
        if self.supports { self.weight.ratio() } else { 1.0 / self.weight.ratio() }
    }

    pub fn told(&self, say: &dyn Fn(&Message) -> String) -> Evidence {
        Evidence { id: self.what.id().to_owned(), text: say(&self.what), supports: self.supports }
    }
}

/// Shares of 1 in proportion to `weights`, which are positive.
pub(super) fn shares(weights: &[f64]) -> Vec<f64> {
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
}
