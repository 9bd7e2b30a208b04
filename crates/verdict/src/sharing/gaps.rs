//! Drops findings that are unreliable because a drive has no figure at all.

use narrows_infer::{Inference, SharedBottleneck, UndecidedQuestion};

/// Sets were chosen as if the missing drive had answered, so there may be only a single round on
/// the others' shared limit: a bottleneck with undecided members is then no finding.
pub(super) fn without_guesses(inference: &mut Inference) {
    let mut open = Vec::new();
    let mut kept: Vec<usize> = Vec::new();
    for (at, shared) in inference.shared.iter().enumerate() {
        match telling(shared, &inference.undecided) {
            Some(run) => open.push(guess(shared, run)),
            None => kept.push(at),
        }
    }
    let inside: Vec<Option<usize>> =
        kept.iter().map(|at| around(&inference.shared, *at, &kept)).collect();
    let mut at = 0..inference.shared.len();
    inference.shared.retain(|_| at.next().is_some_and(|at| kept.contains(&at)));
    for (shared, inside) in inference.shared.iter_mut().zip(inside) {
        shared.inside = inside;
    }
    inference.undecided.retain(|one| !open.iter().any(|guess| is_on(one, guess)));
    inference.undecided.extend(open);
}

/// The run that would decide the members of the bottleneck, if they are undecided.
fn telling<'a>(
    shared: &SharedBottleneck,
    undecided: &'a [UndecidedQuestion],
) -> Option<&'a [usize]> {
    undecided.iter().find_map(|open| match open {
        UndecidedQuestion::Membership { limit, run, .. } if *limit == shared.members => {
            Some(&run[..])
        }
        _ => None,
    })
}

fn guess(shared: &SharedBottleneck, run: &[usize]) -> UndecidedQuestion {
    UndecidedQuestion::Limit {
        members: shared.members.clone(),
        confidence: shared.confidence,
        run: run.to_vec(),
    }
}

fn is_on(open: &UndecidedQuestion, guess: &UndecidedQuestion) -> bool {
    match (open, guess) {
        (UndecidedQuestion::Membership { limit, .. }, UndecidedQuestion::Limit { members, .. }) => {
            limit == members
        }
        _ => false,
    }
}

/// The index in `kept` of the nearest bottleneck around this one.
fn around(shared: &[SharedBottleneck], at: usize, kept: &[usize]) -> Option<usize> {
    let outer = |at: &usize| shared.get(*at)?.inside;
    // Bounded, whatever the indices are.
    let mut around = std::iter::successors(outer(&at), outer).take(shared.len());
    around.find_map(|at| kept.iter().position(|known| *known == at))
}
