use narrows_workload::profile;
use proptest::prelude::*;

use super::*;
use crate::measuring::rounds::needed;

fn ids(names: &str) -> Vec<Id> {
    names.split_whitespace().map(Id::new).collect()
}

fn request(sets: &[SetRequest]) -> RoundsRequest {
    RoundsRequest {
        workloads: vec![profile("seq-read-128k-q32").unwrap()],
        own: BTreeMap::new(),
        sets: sets.to_vec(),
        limits: RateLimits::default(),
        starts: StartOrder::default(),
        time: Nanos::millis(1000),
        amount: None,
        repeat: 1,
    }
}

/// Set and members of each round, such as `all: a b`.
fn texts(rounds: &[RoundPlan]) -> Vec<String> {
    let tell = |round: &RoundPlan| {
        let drives: Vec<&str> = round.parts.iter().map(|part| part.drive.as_str()).collect();
        format!("{}: {}", round.set, drives.join(" "))
    };
    rounds.iter().map(tell).collect()
}

fn planned(sets: &[SetRequest], targets: &str) -> Vec<String> {
    let targets = ids(targets);
    texts(&rounds(&request(sets), &targets, &targets))
}

#[test]
fn every_kind_of_set() {
    use SetRequest::{All, Each, Named, Pairs};
    let each = ["alone: a", "alone: b", "alone: c"];
    assert_eq!(planned(&[Each], "a b c"), each);
    assert_eq!(planned(&[Each, All], "a b c"), [&each[..], &["all: a b c"]].concat());
    assert_eq!(planned(&[Pairs], "a b c"), ["a+b: a b", "a+c: a c", "b+c: b c"]);
    let fast = Named("fast".to_owned(), ids("c a"));
    assert_eq!(planned(std::slice::from_ref(&fast), "a b c"), ["fast: c a"]);
    // Of two drives, all are the only pair, and a set's own name is the better one.
    assert_eq!(planned(&[Pairs, All], "a b"), ["all: a b"]);
    assert_eq!(planned(&[All, fast.clone(), Pairs], "a c"), ["fast: c a"]);
    // A member that could not be opened is left out, an empty set too.
    assert_eq!(planned(std::slice::from_ref(&fast), "a b"), ["fast: a"]);
    assert_eq!(planned(&[fast], "b"), [""; 0]);
}

#[test]
fn all_of_one_target_only_where_nothing_else_is_asked() {
    assert_eq!(planned(&[SetRequest::All], "a"), ["all: a"]);
    assert_eq!(planned(&[SetRequest::Each, SetRequest::All], "a"), ["alone: a"]);
}

/// 24 drives have 24 x 23 / 2 = 276 pairs.
#[test]
fn many_drives_have_very_many_pairs() {
    let names: Vec<String> = (0..24).map(|n| format!("d{n}")).collect();
    assert_eq!(planned(&[SetRequest::Pairs], &names.join(" ")).len(), 276);
}

#[test]
fn what_stands_on_another_runs_alone_only() {
    let request = request(&[SetRequest::Each, SetRequest::Pairs, SetRequest::All]);
    let planned = texts(&rounds(&request, &ids("a b loop0"), &ids("a b")));
    assert_eq!(planned, ["alone: a", "alone: b", "alone: loop0", "all: a b"]);
}

#[test]
fn a_target_with_its_own_workload_does_it_everywhere_and_once() {
    let own = profile("rand-read-4k-q1").unwrap();
    let mut request = request(&[SetRequest::Each, SetRequest::All]);
    request.workloads.push(profile("rand-read-4k-q32").unwrap());
    request.own.insert(Id::new("b"), own.clone());
    let rounds = rounds(&request, &ids("a b"), &ids("a b"));
    // a alone twice, b alone once, both together under each workload of a.
    let planned = ["alone: a", "alone: b", "all: a b", "alone: a", "all: a b"];
    assert_eq!(texts(&rounds), planned);
    let of_b = rounds.iter().flat_map(|round| &round.parts).filter(|p| p.drive == Id::new("b"));
    assert!(of_b.clone().count() == 3 && of_b.into_iter().all(|part| part.workload == own));
}

#[test]
fn every_second_repeat_goes_backwards() {
    let request = RoundsRequest { repeat: 3, ..request(&[SetRequest::Each]) };
    let targets = ids("a b");
    let rounds = rounds(&request, &targets, &targets);
    let order = ["alone: a", "alone: b", "alone: b", "alone: a", "alone: a", "alone: b"];
    assert_eq!(texts(&rounds), order);
    let repeats: Vec<u32> = rounds.iter().map(|round| round.repeat).collect();
    assert_eq!(repeats, [1, 1, 2, 2, 3, 3]);
}

#[test]
fn limits_hold_everywhere_and_starts_only_among_several() {
    let mut request = request(&[SetRequest::Each, SetRequest::All]);
    let (slow, slowest) = (BytesPerSec::mb_s(500.0), BytesPerSec::mb_s(100.0));
    request.limits =
        RateLimits { all: Some(slow), of: [(Id::new("b"), slowest)].into(), also_free: false };
    request.starts = StartOrder { order: ids("c x a"), stagger: Nanos::millis(10) };
    let targets = ids("a b c");
    let rounds = rounds(&request, &targets, &targets);
    let limits: Vec<_> = rounds[3].parts.iter().map(|part| part.limit).collect();
    assert_eq!(limits, [Some(slow), Some(slowest), Some(slow)]);
    assert_eq!(rounds[1].parts[0].limit, Some(slowest));
    // c first, then a, and b as the only one not named last.
    let starts: Vec<u64> =
        rounds[3].parts.iter().map(|part| part.start_after.get() / 1_000_000).collect();
    assert_eq!(starts, [10, 20, 0]);
    assert!(rounds[..3].iter().all(|round| round.parts[0].start_after == Nanos::ZERO));
}

/// Alone and together at full speed, and together with one limited: the comparison's input.
#[test]
fn what_is_held_runs_free_as_well() {
    let mut request = request(&[SetRequest::Each, SetRequest::Pairs]);
    let of = [(Id::new("b"), BytesPerSec::mb_s(500.0))].into();
    request.limits = RateLimits { of, also_free: true, ..RateLimits::default() };
    let targets = ids("a b c");
    let rounds = rounds(&request, &targets, &targets);
    let alone = ["alone: a", "alone: b", "alone: c"];
    let pairs = ["a+b: a b", "a+b-held: a b", "a+c: a c", "b+c: b c", "b+c-held: b c"];
    assert_eq!(texts(&rounds), [&alone[..], &pairs].concat());
    for round in &rounds {
        let held = round.parts.iter().any(|part| part.limit.is_some());
        assert_eq!(held, round.set.as_str().ends_with("-held"), "{}", round.set);
    }
}

#[test]
fn only_what_runs_is_needed() {
    let targets = ids("a b c");
    let request = request(&[SetRequest::Named("x".to_owned(), ids("c b"))]);
    let rounds = rounds(&request, &targets, &targets);
    assert_eq!(needed(&rounds, &targets), ids("b c"));
}

proptest! {
    /// For any request: no set twice in a repeat, no target twice in a set, all repeats alike.
    #[test]
    fn plans_are_sound(
        count in 0usize..7, kinds in prop::collection::vec(0u8..3, 0..5), repeat in 1u32..4,
    ) {
        let names: Vec<Id> = (0..count).map(Id::new).collect();
        let sets: Vec<SetRequest> = kinds
            .iter()
            .map(|kind| {
                let kinds = [SetRequest::Each, SetRequest::Pairs, SetRequest::All];
                kinds[usize::from(*kind)].clone()
            })
            .collect();
        let rounds = rounds(&RoundsRequest { repeat, ..request(&sets) }, &names, &names);
        for number in 1..=repeat {
            let mut distinct: BTreeSet<BTreeSet<Id>> = BTreeSet::new();
            for round in rounds.iter().filter(|round| round.repeat == number) {
                let members: BTreeSet<Id> =
                    round.parts.iter().map(|part| part.drive.clone()).collect();
                prop_assert_eq!(members.len(), round.parts.len());
                prop_assert!(distinct.insert(members));
            }
        }
        prop_assert_eq!(rounds.len() % repeat as usize, 0);
    }
}
