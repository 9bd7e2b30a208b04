//! Scores an answer.

use super::{SplitMix64, TrialMachine};
use crate::{Inference, InferenceSettings, Observation, RunGuide, conclude};

/// A machine, its measurements and the conclusions.
#[derive(Clone, Debug)]
pub struct InferenceTrial {
    pub known: Vec<Observation>,
    pub inference: Inference,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TrialScore {
    /// Each limit that must be found was found with exactly its members, and nothing else was.
    pub exact: bool,
    /// A set was found that is no limit.
    pub made_up: bool,
    /// Each limit that must be found and was found has a capacity within 5 % of the truth.
    pub within: bool,
}

/// Measures and concludes as [`RunGuide::next`] directs.
pub fn infer(
    machine: &TrialMachine,
    settings: &InferenceSettings,
    noise: f64,
    chance: &mut SplitMix64,
) -> InferenceTrial {
    let mut known = Vec::new();
    let mut guide = RunGuide::default();
    while let Some(members) = guide.next(&known, settings) {
        known.push(machine.measure(&members, noise, chance));
        if known.len() > settings.runs_max {
            break;
        }
    }
    let inference = conclude(&known, settings);
    InferenceTrial { known, inference }
}

/// Compares the inferred sets with the machine's limits. Those that cost `least_cost` must be found;
/// those that cost less may be.
pub fn judge(machine: &TrialMachine, inference: &Inference, least_cost: f64) -> TrialScore {
    let shared = inference.shared.iter();
    let sets: Vec<_> =
        shared.map(|shared| (shared.members.clone(), Some(shared.capacity.value))).collect();
    judge_sets(machine, &sets, least_cost)
}

/// As [`judge`], of sets with or without a capacity.
pub fn judge_sets(
    machine: &TrialMachine,
    sets: &[(Vec<usize>, Option<f64>)],
    least_cost: f64,
) -> TrialScore {
    let is_limit = |members: &Vec<usize>| machine.limits.iter().any(|it| it.members == *members);
    let made_up = sets.iter().any(|(members, _)| !is_limit(members));
    let (mut all, mut within) = (true, true);
    for (at, limit) in machine.limits.iter().enumerate() {
        if machine.cost(at) < least_cost {
            continue;
        }
        match sets.iter().find(|(members, _)| *members == limit.members) {
            Some((_, Some(value))) => within &= (value / limit.capacity - 1.0).abs() <= 0.05,
            Some((_, None)) => within = false,
            None => all = false,
        }
    }
    TrialScore { exact: all && !made_up, made_up, within }
}
