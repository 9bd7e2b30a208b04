//! The next bottleneck, by hand and by a second solution.

use proptest::prelude::*;

use super::super::{ResourceUse, SolverFlow, next};
use super::oracle::{self, Problem, problems};
use super::{flow, share};

/// Three drives (2,000 each) behind an uplink of 3,554: without the uplink each is its own limit;
/// it stops all three, which are asked together.
#[test]
fn without_the_uplink_each_drive_is_its_own_limit() {
    let flows = [flow(1.0, &[0, 3]), flow(1.0, &[1, 3]), flow(1.0, &[2, 3])];
    let capacities = [2000.0, 2000.0, 2000.0, 3554.0];
    let shares = share(&capacities, &flows);
    assert_eq!(next(&capacities, &flows, &shares), [Some(0), Some(1), Some(2)]);
}

/// Drives of 500, 900 and 900 behind 2,400: 500 + 900 + 900 = 2,300 leave 100. Without its own
/// limit, the first goes on alone from 900 and is stopped by the uplink at 600 (2,400 - 1,800), and
/// likewise the others; a link of its own (3, 550) stops the first before that.
#[test]
fn a_drive_without_its_own_limit_meets_what_the_others_leave() {
    let capacities = [500.0, 900.0, 900.0, 550.0, 2400.0];
    let own = [flow(1.0, &[0, 4]), flow(1.0, &[1, 4]), flow(1.0, &[2, 4])];
    let shares = share(&capacities, &own);
    assert_eq!(shares.stopped_by, [Some(0), Some(1), Some(2)]);
    assert_eq!(next(&capacities, &own, &shares), [Some(4); 3]);
    let linked = [flow(1.0, &[0, 3, 4]), own[1].clone(), own[2].clone()];
    let shares = share(&capacities, &linked);
    assert_eq!(next(&capacities, &linked, &shares), [Some(3), Some(4), Some(4)]);
}

#[test]
fn nothing_comes_next_where_nothing_is_left() {
    let flows = [flow(1.0, &[0]), flow(1.0, &[])];
    let shares = share(&[100.0], &flows);
    assert_eq!(next(&[100.0], &flows, &shares), [None, None]);
}

/// Two hosts of two drives (1,000 each) with uplinks of 1,200 (4) and 1,400 (5) behind 2,700 (6).
/// The uplinks stop their drives at 600 and 700; together 2,600. Without the first, its drives go
/// on together: at 650 they and the 1,400 of the others fill the 2,700, before their own 1,000.
/// With 4,000 instead of 2,700 nothing shared is full before their own limits are.
#[test]
fn without_its_host_a_drive_meets_what_is_above_or_itself() {
    let flows: Vec<_> = (0..4).map(|at| flow(1.0, &[at, 4 + at / 2, 6])).collect();
    let next = |spine| {
        let capacities = [1000.0, 1000.0, 1000.0, 1000.0, 1200.0, 1400.0, spine];
        let shares = share(&capacities, &flows);
        assert_eq!(shares.stopped_by, [Some(4), Some(4), Some(5), Some(5)]);
        next(&capacities, &flows, &shares)
    };
    assert_eq!(next(2700.0), [Some(6); 4]);
    assert_eq!(next(4000.0), [Some(0), Some(1), Some(2), Some(3)]);
}

/// No tree: 0 (10) stops flow a; flows a and b meet on 1 (30), b and c on 2 (50), c alone uses 3
/// (35). Filled: a stops at 10, b at 20 (30 - 10), c at 30 (50 - 20). Without 0, a and b stop at 15
/// on 1: b has less than before, so that c goes on to its own 35.
/// Without 1, b goes on to 25 where 2 stops it and c, who would have had 30.
#[test]
fn others_notice_when_they_are_stopped_in_between() {
    let flows = [flow(1.0, &[0, 1]), flow(1.0, &[1, 2]), flow(1.0, &[2, 3])];
    let capacities = [10.0, 30.0, 50.0, 35.0];
    let shares = share(&capacities, &flows);
    assert_eq!(shares.rates, [10.0, 20.0, 30.0]);
    assert_eq!(next(&capacities, &flows, &shares), [Some(1), Some(2), Some(3)]);
}

/// Flows a and b are stopped at 0 by 3; without it, a fills 1 (4a + 24 = 80, c and d stopped at 8
/// by 5) and 2 (2a + 16 + e = 58) at the same 14. 2 stops e as well, which had gone on to 27.5: so 0
/// keeps room for b (b + 16 + 28 = 71 at 27), which its own 4 stops at 26.5.
#[test]
fn of_two_that_fill_together_the_other_is_noticed_too() {
    let flows = [
        weighted(2.0, &[(1, 2.0), (2, 1.0), (3, 1.0)]),
        weighted(1.0, &[(0, 1.0), (3, 1.0), (4, 2.0)]),
        weighted(1.0, &[(0, 2.0), (1, 1.0), (2, 2.0), (5, 2.0)]),
        weighted(1.0, &[(1, 2.0), (5, 2.0)]),
        weighted(1.0, &[(0, 2.0), (2, 1.0)]),
    ];
    let capacities = [71.0, 80.0, 58.0, 0.0, 53.0, 32.0];
    let shares = share(&capacities, &flows);
    assert_eq!(shares.stopped_by, [Some(3), Some(3), Some(5), Some(5), Some(0)]);
    assert_eq!(next(&capacities, &flows, &shares)[1], Some(4));
}

/// 3 is nothing, so that only c goes on, until 1 stops it at 2. Without 3, 2 (2a + 2d = 1) stops a
/// and d at 0.25, and d's quarter has filled half of 1 (4 x 0.25 of 2) for good: c ends at 1, which
/// leaves b in 0 (2b + c = 77) until 38, so that 4 (2b + 0.25 + 1 = 77) stops it at 37.9 before.
#[test]
fn who_is_stopped_elsewhere_leaves_less_to_others() {
    let flows = [
        weighted(1.0, &[(2, 2.0), (3, 1.0), (4, 1.0)]),
        weighted(1.0, &[(0, 2.0), (3, 1.0), (4, 2.0)]),
        weighted(1.0, &[(0, 1.0), (1, 1.0)]),
        weighted(2.0, &[(1, 2.0), (2, 1.0), (3, 1.0), (4, 2.0)]),
    ];
    let capacities = [77.0, 2.0, 1.0, 0.0, 77.0];
    let shares = share(&capacities, &flows);
    assert_eq!(shares.stopped_by, [Some(3), Some(3), Some(1), Some(3)]);
    assert_eq!(next(&capacities, &flows, &shares), [Some(2), Some(4), Some(0), Some(2)]);
}

fn weighted(weight: f64, uses: &[(usize, f64)]) -> SolverFlow {
    let uses = uses.iter().map(|&(resource, coefficient)| ResourceUse { resource, coefficient });
    SolverFlow { weight, uses: uses.collect() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Solved again without the limit, exactly: the next bottleneck is full, and is the flow's own;
    /// and there is none only if nothing would stop the flow.
    #[test]
    fn what_is_named_is_the_bottleneck_of_a_second_filling(problem in problems()) {
        let (capacities, flows) = problem.as_floats();
        let shares = share(&capacities, &flows);
        let next = next(&capacities, &flows, &shares);
        for (flow, gone) in shares.stopped_by.iter().enumerate() {
            let Some(gone) = *gone else { continue };
            let again = Problem { gone: Some(gone), ..problem.clone() };
            let solved = oracle::solve(&again);
            match next[flow] {
                Some(named) => prop_assert!(again.is_bottleneck(&solved, flow, named)),
                None => prop_assert_eq!(solved[flow], None),
            }
        }
    }
}
