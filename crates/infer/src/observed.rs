//! Prepares observations: unusable ones are reported and left out.

use crate::search::NOISE;
use crate::{InferenceSettings, Observation, ObservationFault, RateContradiction};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UsableRun {
    /// Its index in the known observations.
    pub(crate) at: usize,
    /// Its members, ascending.
    pub(crate) members: Vec<usize>,
    pub(crate) rates: Vec<f64>,
}

/// The usable observations, members ascending, and the errors of the others.
pub(crate) fn usable(
    known: &[Observation],
    drives: usize,
) -> (Vec<UsableRun>, Vec<RateContradiction>) {
    let mut runs = Vec::new();
    let mut unusable = Vec::new();
    for (run, observation) in known.iter().enumerate() {
        match fault(observation, drives) {
            Some(fault) => unusable.push(RateContradiction::Unusable { run, fault }),
            None => runs.push(sorted(run, observation)),
        }
    }
    (runs, unusable)
}

/// The assumed noise, brought into the sensible range.
pub(crate) fn noise(settings: &InferenceSettings) -> f64 {
    let noise = settings.noise.clamp(*NOISE.start(), *NOISE.end());
    if noise.is_nan() { InferenceSettings::of(0).noise } else { noise }
}

fn fault(observation: &Observation, drives: usize) -> Option<ObservationFault> {
    let Observation { members, rates } = observation;
    if members.is_empty() {
        return Some(ObservationFault::Empty);
    }
    if members.len() != rates.len() {
        return Some(ObservationFault::Lengths { members: members.len(), rates: rates.len() });
    }
    if let Some(&drive) = members.iter().find(|drive| **drive >= drives) {
        return Some(ObservationFault::NoSuchDrive { drive });
    }
    let mut ascending = members.clone();
    ascending.sort_unstable();
    if let Some(two) = ascending.windows(2).find(|two| two[0] == two[1]) {
        return Some(ObservationFault::Twice { drive: two[0] });
    }
    let is_wrong = |(_, rate): &(&usize, &f64)| !(rate.is_finite() && **rate > 0.0);
    let wrong = members.iter().zip(rates).find(is_wrong);
    wrong.map(|(&drive, &rate)| ObservationFault::Rate { drive, rate })
}

fn sorted(at: usize, observation: &Observation) -> UsableRun {
    let both = observation.members.iter().copied().zip(observation.rates.iter().copied());
    let mut both: Vec<(usize, f64)> = both.collect();
    both.sort_unstable_by_key(|(drive, _)| *drive);
    let (members, rates) = both.into_iter().unzip();
    UsableRun { at, members, rates }
}
