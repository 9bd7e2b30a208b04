//! From a request to rounds: which targets run together, how, and with which rate limits.
//!
//! Only ids go in and rounds come out, so that a plan can be shown before anything is opened.

use std::collections::{BTreeMap, BTreeSet};

use narrows_record::word::TargetSet;
use narrows_topology::Id;
use narrows_units::{Bytes, BytesPerSec, Nanos};
use narrows_workload::Workload;

use crate::measuring::rounds::{ALL, ALONE, RoundPart, RoundPlan};

/// Name suffix of a set that runs with its limits, if it also runs without them.
const HELD: &str = "-held";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetRequest {
    Each,
    Pairs,
    All,
    /// A set named on the command line, with its targets.
    Named(String, Vec<Id>),
}

#[derive(Clone, Debug)]
pub struct RoundsRequest {
    /// Each in turn.
    pub workloads: Vec<Workload>,
    /// Targets that always do something else.
    pub own: BTreeMap<Id, Workload>,
    pub sets: Vec<SetRequest>,
    pub limits: RateLimits,
    pub starts: StartOrder,
    pub time: Nanos,
    /// Amount each target moves instead, in that time.
    pub amount: Option<Bytes>,
    pub repeat: u32,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct RateLimits {
    pub all: Option<BytesPerSec>,
    pub of: BTreeMap<Id, BytesPerSec>,
    /// Rate-limited sets also run free, to compare.
    pub also_free: bool,
}

impl RateLimits {
    fn of(&self, target: &Id) -> Option<BytesPerSec> {
        self.of.get(target).copied().or(self.all)
    }
}

/// Who starts when, in sets of several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartOrder {
    /// These come first, in this order; the others follow in the order of the set.
    pub order: Vec<Id>,
    pub stagger: Nanos,
}

/// The rounds, in order. `each` are all targets; of these `together` may run at once without
/// standing on each other. Every second repeat goes backwards, so that a machine that warms up or
/// slows down does not always favour the same target.
pub fn rounds(request: &RoundsRequest, each: &[Id], together: &[Id]) -> Vec<RoundPlan> {
    let once: Vec<RoundPlan> = request
        .workloads
        .iter()
        .flat_map(|workload| of_workload(request, workload, each, together))
        .collect();
    // A target with its own workload does the same whatever the others' is: once is enough.
    let mut kept: Vec<RoundPlan> = Vec::with_capacity(once.len());
    let mut known: BTreeSet<(TargetSet, Vec<(Id, String)>)> = BTreeSet::new();
    for round in once {
        let parts = round.parts.iter();
        let parts = parts.map(|part| (part.drive.clone(), part.workload.name.clone())).collect();
        if known.insert((round.set.clone(), parts)) {
            kept.push(round);
        }
    }
    let once = kept;
    let forwards = |repeat: u32| repeat % 2 == 1;
    let of_repeat = |repeat: u32| {
        let numbered = once.iter().map(move |round| RoundPlan { repeat, ..round.clone() });
        let mut rounds: Vec<RoundPlan> = numbered.collect();
        if !forwards(repeat) {
            rounds.reverse();
        }
        rounds
    };
    (1..=request.repeat).flat_map(of_repeat).collect()
}

fn of_workload(
    request: &RoundsRequest,
    workload: &Workload,
    each: &[Id],
    together: &[Id],
) -> Vec<RoundPlan> {
    let mut rounds = Vec::new();
    for (set, members) in sets(&request.sets, each, together) {
        let part = |target: &Id| part(request, workload, &members, target);
        let parts: Vec<RoundPart> = members.iter().map(part).collect();
        let round = RoundPlan {
            set: set.into(),
            parts,
            time: request.time,
            repeat: 1,
            amount: request.amount,
        };
        if request.limits.also_free
            && members.iter().any(|target| request.limits.of(target).is_some())
        {
            rounds.extend(free_and_held(round))
        } else {
            rounds.push(round)
        }
    }
    rounds
}

/// The same without limits, and if it has several parts, also with them under a separate name. A
/// target alone just runs at its limit, which need not be shown.
fn free_and_held(round: RoundPlan) -> Vec<RoundPlan> {
    let free = |part: &RoundPart| RoundPart { limit: None, ..part.clone() };
    let parts = round.parts.iter().map(free).collect();
    let mut both = vec![RoundPlan { parts, ..round.clone() }];
    if round.parts.len() > 1 {
        both.push(RoundPlan { set: format!("{}{HELD}", round.set).into(), ..round });
    }
    both
}

fn part(request: &RoundsRequest, workload: &Workload, members: &[Id], target: &Id) -> RoundPart {
    let own = request.own.get(target).unwrap_or(workload).clone();
    // How long after the first this member of the set starts.
    let first = request.starts.order.iter().filter(|id| members.contains(id));
    let rest = members.iter().filter(|id| !request.starts.order.contains(id));
    let place = first.chain(rest).position(|id| id == target).unwrap_or_default();
    let start_after = Nanos::new(request.starts.stagger.get() * place as u64);
    RoundPart {
        limit: request.limits.of(target),
        start_after,
        ..RoundPart::new(target.clone(), own)
    }
}

/// Names and members of the sets, each set of several once, whatever requested it.
fn sets(requests: &[SetRequest], each: &[Id], together: &[Id]) -> Vec<(String, Vec<Id>)> {
    // A single target makes a set of all only if no other set was requested.
    let only_all = requests == [SetRequest::All];
    let mut known: BTreeSet<BTreeSet<Id>> = BTreeSet::new();
    // A name that the user gave comes before `all`, and that before a pair's.
    let mut ranked: Vec<(usize, &SetRequest)> = requests.iter().enumerate().collect();
    ranked.sort_by_key(|(_, request)| match request {
        SetRequest::Named(..) => 0,
        SetRequest::Each | SetRequest::All => 1,
        SetRequest::Pairs => 2,
    });
    let mut sets_by_place: Vec<(usize, String, Vec<Id>)> = Vec::new();
    for (place, request) in ranked {
        for (name, members) in members(request, each, together, only_all) {
            // Alone stays a set of its own beside a named one with the same only target.
            if request == &SetRequest::Each || known.insert(members.iter().cloned().collect()) {
                sets_by_place.push((place, name, members));
            }
        }
    }
    // Back into the order of the command line.
    sets_by_place.sort_by_key(|(place, ..)| *place);
    sets_by_place.into_iter().map(|(_, name, members)| (name, members)).collect()
}

fn members(
    request: &SetRequest,
    each: &[Id],
    together: &[Id],
    only_all: bool,
) -> Vec<(String, Vec<Id>)> {
    match request {
        SetRequest::Each => each.iter().map(|id| (ALONE.to_owned(), vec![id.clone()])).collect(),
        SetRequest::Pairs => pairs(together),
        SetRequest::All if together.len() > 1 || (only_all && !together.is_empty()) => {
            vec![(ALL.to_owned(), together.to_vec())]
        }
        SetRequest::All => Vec::new(),
        SetRequest::Named(name, wanted) => {
            let there = wanted.iter().filter(|id| each.contains(id)).cloned();
            let there: Vec<Id> = there.collect();
            if there.is_empty() { Vec::new() } else { vec![(name.clone(), there)] }
        }
    }
}

fn pairs(together: &[Id]) -> Vec<(String, Vec<Id>)> {
    let pair = |(at, first): (usize, &Id)| {
        let rest = together.iter().skip(at + 1);
        let first = first.clone();
        let named = rest.map(move |second| {
            let members = vec![first.clone(), second.clone()];
            (format!("{first}+{second}"), members)
        });
        named.collect::<Vec<_>>()
    };
    together.iter().enumerate().flat_map(pair).collect()
}

#[cfg(test)]
mod tests;
