//! Predictions for rounds before they run.

use narrows_model::{ApplicationWork, Machine, WorkloadOnTarget};
use narrows_record::predict::Prediction;
use narrows_verdict::answer::asks::SetWorkloads;
use narrows_verdict::answer::predictions;

use super::rounds::{RoundPart, RoundPlan};

/// Predictions for exactly the sets that run; empty for requests that are not all alike, or for
/// several workloads on one target.
pub fn predicted(machine: &Machine, rounds: &[RoundPlan]) -> Vec<Prediction> {
    let is_known = |round: &&RoundPlan| {
        let mut drives: Vec<_> = round.parts.iter().map(|part| &part.drive).collect();
        drives.sort();
        let is_one_each = drives.windows(2).all(|pair| pair[0] != pair[1]);
        is_one_each && round.parts.iter().all(|part| part.shape.is_plain())
    };
    let once = rounds.iter().filter(|round| round.repeat == 1).filter(is_known);
    once.flat_map(|round| predictions::results(machine, &[ask(round)], |ask| &ask.together).results)
        .collect()
}

/// To the model, a rate limit on a target is a program that takes no more.
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
