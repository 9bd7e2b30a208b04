//! Passes over an array and its members: each measures all of them once, starting with a different one, so
//! that slow changes affect all alike.

use narrows_record::in_place::ArrayInPlace;
use narrows_record::word::TargetSet;
use narrows_topology::Id;
use narrows_units::{Bytes, Nanos};
use narrows_verdict::in_place::MEMBERS;
use narrows_workload::{Direction, Pattern, Workload};

use super::super::{ROUND, ROUND_MAX, ROUND_MIN};
use crate::args::explain::ExplainArgs;
use crate::measuring::rounds::{ALL, ALONE, RoundPlan};

/// As many as an interval of 95 % takes ([`narrows_units::stats::interval_of_median`]).
const PASSES: usize = 6;

pub struct ArrayPasses {
    pub passes: usize,
    pub round: Nanos,
    pub rounds: Vec<RoundPlan>,
}

impl ArrayPasses {
    /// As many passes as the budget of time and the number of sets allow, with rounds that say something.
    pub fn of(args: &ExplainArgs, array: &ArrayInPlace, workload: &Workload, ramp: Nanos) -> Self {
        let each = one(array, workload, ROUND).len().max(1);
        let usual = if args.quick { ROUND_MIN } else { ROUND };
        let fitting = |time: Nanos| {
            let each = time.get() / (each * PASSES) as u64;
            Nanos::new(each.saturating_sub(ramp.get())).clamp(ROUND_MIN, ROUND_MAX)
        };
        let round = args.round.unwrap_or_else(|| args.time.map_or(usual, fitting));
        let by_time = args.time.map_or(PASSES, |time| {
            usize::try_from(time.get() / ((round + ramp).get() * each as u64).max(1))
                .unwrap_or(PASSES)
        });
        let by_runs = args.runs.map_or(PASSES, |runs| runs as usize / each);
        let passes = PASSES.min(by_time).min(by_runs).max(1);
        Self { passes, round, rounds: rounds(array, workload, round, passes) }
    }
}

/// Whether so much is in flight that every member has something to do.
pub fn fills(workload: &Workload, array: &ArrayInPlace) -> bool {
    let in_flight = workload.block.get().saturating_mul(u64::from(workload.in_flight()));
    in_flight >= array.chunk.map_or(0, |chunk| chunk * array.members.len() as u64)
}

/// A long read with eight times as much in flight as the usual one.
pub fn deep() -> Workload {
    Workload::new(Pattern::Sequential, Direction::Read, Bytes::mib(1), 32)
}

fn rounds(
    array: &ArrayInPlace,
    workload: &Workload,
    round: Nanos,
    passes: usize,
) -> Vec<RoundPlan> {
    let pass = |number: usize| {
        let mut rounds = one(array, workload, round);
        let begin = number % rounds.len().max(1);
        rounds.rotate_left(begin);
        let repeat = u32::try_from(number + 1).unwrap_or(u32::MAX);
        rounds.into_iter().map(move |round| RoundPlan { repeat, ..round })
    };
    (0..passes).flat_map(pass).collect()
}

/// The array; the same cut over its members without the layer; its members at once, with their share of the
/// queue depth and with all of it; each by itself.
fn one(array: &ArrayInPlace, workload: &Workload, time: Nanos) -> Vec<RoundPlan> {
    let members: Vec<Id> = array.members.iter().map(|member| Id::new(&member.id)).collect();
    let of = |set: TargetSet, targets: &[Id], workload: &Workload| {
        RoundPlan::of(set, targets, workload, time)
    };
    let mut rounds = vec![of(TargetSet::Array, &[Id::new(&array.target)], workload)];
    rounds.extend(
        array.without_layer.iter().map(|id| of(TargetSet::Array, &[Id::new(id)], workload)),
    );
    rounds.push(of(TargetSet::from(MEMBERS), &members, &share(workload, members.len())));
    rounds.push(of(TargetSet::from(ALL), &members, workload));
    let alone = |member: &Id| of(TargetSet::from(ALONE), std::slice::from_ref(member), workload);
    rounds.extend(members.iter().map(alone));
    rounds
}

/// One member's share of a workload on all of them.
fn share(workload: &Workload, members: usize) -> Workload {
    let members = u32::try_from(members.max(1)).unwrap_or(u32::MAX);
    let depth = workload.depth.div_ceil(members).max(1);
    Workload { depth, ..workload.clone() }.named_after_itself()
}

#[cfg(test)]
mod tests {
    use narrows_record::in_place::InPlaceMember;
    use narrows_workload::profile;

    use super::*;

    fn array(members: usize) -> ArrayInPlace {
        let member = |at| InPlaceMember { id: format!("d{at}"), drive: None };
        ArrayInPlace {
            id: "md0".to_owned(),
            target: "md0".to_owned(),
            members: (0..members).map(member).collect(),
            ..ArrayInPlace::default()
        }
    }

    /// Every pass has all, the array first in one of them only.
    #[test]
    fn every_pass_measures_all_of_it() {
        let workload = profile("seq-read-128k-q32").unwrap();
        let rounds = rounds(&array(3), &workload, ROUND, 6);
        assert_eq!(rounds.len(), 6 * 6);
        for (number, pass) in rounds.chunks(6).enumerate() {
            assert!(pass.iter().all(|round| round.repeat as usize == number + 1));
            let mut sets: Vec<&str> = pass.iter().map(|round| round.set.as_str()).collect();
            sets.sort_unstable();
            assert_eq!(sets, ["all", "alone", "alone", "alone", "array", "members"]);
        }
        let first = rounds.chunks(6).filter(|pass| pass[0].set == TargetSet::Array).count();
        assert_eq!(first, 1);
    }

    #[test]
    fn many_members_take_more_in_flight() {
        let usual = profile("seq-read-128k-q32").unwrap();
        let of = |members| ArrayInPlace { chunk: Some(512 << 10), ..array(members) };
        assert!(fills(&usual, &of(8)) && !fills(&usual, &of(9)) && fills(&deep(), &of(64)));
        assert!(fills(&usual, &array(64)), "mirrors have no chunks");
    }

    #[test]
    fn members_share_the_queue_depth() {
        let workload = profile("seq-read-128k-q32").unwrap();
        let share = |members| share(&workload, members).name;
        assert_eq!(
            [share(4), share(5), share(64)],
            ["seq-read-128k-q8", "seq-read-128k-q7", "seq-read-128k-q1"]
        );
    }
}
