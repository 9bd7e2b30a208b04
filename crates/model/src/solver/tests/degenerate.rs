//! Invalid input: no panic, no NaN, no hang.

use proptest::prelude::*;

use super::super::next;
use super::*;

/// Floats that break arithmetic, and a few that do not.
fn odd() -> impl Strategy<Value = f64> {
    let values = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        0.0,
        -0.0,
        -1.0,
        f64::MIN_POSITIVE,
        5e-324,
        1e-300,
        1e-9,
        1.0,
        3.0,
        1e9,
        1e300,
        f64::MAX,
    ];
    prop_oneof![3 => prop::sample::select(values.to_vec()), 1 => 0.1f64..100.0]
}

fn odd_problems() -> impl Strategy<Value = (Vec<f64>, Vec<SolverFlow>)> {
    // The same resource several times, and resources that do not exist.
    let used = (0usize..8, odd())
        .prop_map(|(resource, coefficient)| ResourceUse { resource, coefficient });
    let flow = (odd(), prop::collection::vec(used, 0..6))
        .prop_map(|(weight, uses)| SolverFlow { weight, uses });
    (prop::collection::vec(odd(), 0..7), prop::collection::vec(flow, 0..10))
}

/// A resource without users is never full, and a NaN capacity gives nothing.
#[test]
fn a_capacity_below_nothing_or_no_number_is_none() {
    for capacity in [0.0, -5.0, f64::NAN] {
        let shares = share(&[capacity, 100.0], &[flow(1.0, &[0, 1]), flow(1.0, &[1])]);
        assert_eq!(shares.rates, [0.0, 100.0], "{capacity}");
        assert_eq!(shares.stopped_by, [Some(0), Some(1)]);
        let expected = [Some(1), None];
        assert_eq!(
            next(&[capacity, 100.0], &[flow(1.0, &[0, 1]), flow(1.0, &[1])], &shares),
            expected
        );
    }
}

#[test]
fn what_is_infinitely_wide_limits_nothing() {
    let flows = [flow(1.0, &[0, 1]), flow(1.0, &[1])];
    let shares = share(&[70.0, f64::INFINITY], &flows);
    assert_eq!(shares.rates, [70.0, f64::INFINITY]);
    assert_eq!(shares.stopped_by, [Some(0), None]);
    assert_eq!(next(&[70.0, f64::INFINITY], &flows, &shares), [None, None]);
}

/// A flow of 10^-12 of the other's weight is not forgotten when the other stops: its own share of
/// the 100 is the rest, 100 - 60.
#[test]
fn a_small_weight_is_not_lost_in_rounding() {
    let shares = share(&[60.0, 100.0], &[flow(1e6, &[0, 1]), flow(1e-12, &[1])]);
    assert_eq!(shares.stopped_by, [Some(0), Some(1)]);
    assert!((shares.rates[1] - 40.0).abs() < 1e-9, "{:?}", shares.rates);
}

/// A rate of 1 each, however many there are.
#[test]
fn a_hundred_thousand_flows_share_one_resource() {
    let flows = vec![flow(1.0, &[0]); 100_000];
    let shares = share(&[1e5], &flows);
    assert!(shares.rates.iter().all(|rate| *rate == 1.0));
    assert!(next(&[1e5], &flows, &shares).iter().all(Option::is_none));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn nothing_breaks((capacities, flows) in odd_problems()) {
        let shares = share(&capacities, &flows);
        prop_assert!(shares.rates.iter().all(|rate| *rate >= 0.0), "{:?}", shares);
        prop_assert!(shares.loads.iter().all(|load| *load >= 0.0), "{:?}", shares);
        let next = next(&capacities, &flows, &shares);
        for (next, stopped_by) in next.iter().zip(&shares.stopped_by) {
            prop_assert!(next.is_none() || (stopped_by.is_some() && next != stopped_by));
        }
    }
}
