//! What is predicted for rounds before they run.

use narrows_model::{Application, Machine, WorkloadOnTarget};
use narrows_record::predict::Prediction;
use narrows_verdict::answer::asks::Ask;
use narrows_verdict::answer::predictions;

use super::rounds::{Part, Round};

/// What was predicted for the very sets that run.
pub fn predicted(machine: &Machine, rounds: &[Round]) -> Vec<Prediction> {
    let once = rounds.iter().filter(|round| round.repeat == 1);
    once.flat_map(|round| of_round(machine, round)).collect()
}

/// What a round of measuring will do: each target under its own workload, held to its own limit.
fn of_round(machine: &Machine, round: &Round) -> Vec<Prediction> {
    predictions::results(machine, &[ask(round)], |ask| &ask.together).results
}

/// What holds a target to a rate is to the model a program that takes no more.
fn ask(round: &Round) -> Ask {
    let part = |part: &Part| {
        let application = part.limit.map(|rate| Application { rate, overlaps: true });
        (
            None,
            WorkloadOnTarget { application, ..WorkloadOnTarget::new(&part.drive, &part.workload) },
        )
    };
    let mut ask = Ask::new(round.set.clone(), round.parts.iter().map(part).collect());
    ask.together = round.parts.iter().map(|part| part.drive.clone()).collect();
    ask
}
