//! What is predicted for rounds before they run.

use narrows_model::{ApplicationWork, Machine, WorkloadOnTarget};
use narrows_record::predict::Prediction;
use narrows_verdict::answer::asks::SetWorkloads;
use narrows_verdict::answer::predictions;

use super::rounds::{RoundPart, RoundPlan};

/// What was predicted for the very sets that run.
pub fn predicted(machine: &Machine, rounds: &[RoundPlan]) -> Vec<Prediction> {
    let once = rounds.iter().filter(|round| round.repeat == 1);
    once.flat_map(|round| of_round(machine, round)).collect()
}

/// What a round of measuring will do: each target under its own workload, held to its own limit.
fn of_round(machine: &Machine, round: &RoundPlan) -> Vec<Prediction> {
    predictions::results(machine, &[ask(round)], |ask| &ask.together).results
}

/// What holds a target to a rate is to the model a program that takes no more.
fn ask(round: &RoundPlan) -> SetWorkloads {
    let part = |part: &RoundPart| {
        let application = part.limit.map(|rate| ApplicationWork { rate, overlaps: true });
        (
            None,
            WorkloadOnTarget { application, ..WorkloadOnTarget::new(&part.drive, &part.workload) },
        )
    };
    let mut ask = SetWorkloads::new(round.set.clone(), round.parts.iter().map(part).collect());
    ask.together = round.parts.iter().map(|part| part.drive.clone()).collect();
    ask
}
