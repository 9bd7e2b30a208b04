//! Expectations derived by hand, then properties against a slow oracle.

use proptest::prelude::*;

use super::*;

fn flow(weight: f64, uses: &[usize]) -> Flow {
    let uses = uses.iter().map(|&resource| Use { resource, coefficient: 1.0 });
    Flow { weight, uses: uses.collect() }
}

/// Three drives (resources 0 to 2, 2,000 each) behind one uplink (3, 3,554).
/// 3x = 3,554 fills before x = 2,000, so each gets 1,184.67 and the uplink stops all.
#[test]
fn three_drives_share_an_uplink() {
    let flows = [flow(1.0, &[0, 3]), flow(1.0, &[1, 3]), flow(1.0, &[2, 3])];
    let shares = share(&[2000.0, 2000.0, 2000.0, 3554.0], &flows);
    for rate in &shares.rates {
        assert!((rate - 3554.0 / 3.0).abs() < 1e-9);
    }
    assert_eq!(shares.stopped_by, [Some(3); 3]);
    assert!((shares.loads[3] - 3554.0).abs() < 1e-9);
}

/// One slow drive (500) and two fast ones (2,000) behind 3,554: at level 500 the slow one stops;
/// the others share 3,054 and get 1,527 each, below their own 2,000.
#[test]
fn what_a_slow_drive_leaves_goes_to_the_others() {
    let flows = [flow(1.0, &[0, 3]), flow(1.0, &[1, 3]), flow(1.0, &[2, 3])];
    let shares = share(&[500.0, 2000.0, 2000.0, 3554.0], &flows);
    assert!((shares.rates[0] - 500.0).abs() < 1e-9);
    assert!((shares.rates[1] - 1527.0).abs() < 1e-9);
    assert_eq!(shares.stopped_by, [Some(0), Some(3), Some(3)]);
}

/// Weights 2 and 1 over 300: 2x + x = 300, so 200 and 100.
#[test]
fn weights_set_the_ratio() {
    let shares = share(&[300.0], &[flow(2.0, &[0]), flow(1.0, &[0])]);
    assert_eq!(shares.rates, [200.0, 100.0]);
}

/// A stripe over two drives of 2,300 puts half its rate on each: 0.5 x = 2,300, x = 4,600.
#[test]
fn a_stripe_uses_each_member_by_its_share() {
    let half = |resource| Use { resource, coefficient: 0.5 };
    let stripe = Flow { weight: 1.0, uses: vec![half(0), half(1)] };
    assert_eq!(share(&[2300.0, 2300.0], &[stripe]).rates, [4600.0]);
}

#[test]
fn nothing_to_use_is_no_limit_and_nothing_to_give_is_no_rate() {
    let shares = share(&[0.0], &[flow(1.0, &[]), flow(1.0, &[0]), flow(1.0, &[7])]);
    assert_eq!(shares.rates, [f64::INFINITY, 0.0, f64::INFINITY]);
    assert_eq!(shares.stopped_by, [None, Some(0), None]);
}

fn problems() -> impl Strategy<Value = (Vec<f64>, Vec<Flow>)> {
    (1usize..6).prop_flat_map(|resources| {
        let used = (0..resources, 0.25f64..4.0)
            .prop_map(|(resource, coefficient)| Use { resource, coefficient });
        let uses = prop::collection::vec(used, 1..4);
        let flow = (0.5f64..4.0, uses).prop_map(|(weight, mut uses)| {
            uses.sort_by_key(|used| used.resource);
            uses.dedup_by_key(|used| used.resource);
            Flow { weight, uses }
        });
        (
            prop::collection::vec(1.0f64..1000.0, resources..=resources),
            prop::collection::vec(flow, 1..8),
        )
    })
}

/// The slow oracle: raise all flows by small steps and freeze those that a full resource stops.
fn oracle(capacities: &[f64], flows: &[Flow]) -> Vec<f64> {
    let mut rates = vec![0.0; flows.len()];
    let mut growing = vec![true; flows.len()];
    let step = 0.02;
    while growing.contains(&true) {
        for (rate, flow) in
            rates.iter_mut().zip(flows).zip(&growing).filter(|(_, g)| **g).map(|(p, _)| p)
        {
            *rate += flow.weight * step;
        }
        for (resource, capacity) in capacities.iter().enumerate() {
            let on = |flow: &Flow| {
                flow.uses
                    .iter()
                    .filter(|u| u.resource == resource)
                    .map(|u| u.coefficient)
                    .sum::<f64>()
            };
            let load: f64 = flows.iter().zip(&rates).map(|(flow, rate)| on(flow) * rate).sum();
            if load >= *capacity {
                for (at, flow) in flows.iter().enumerate() {
                    growing[at] &= on(flow) == 0.0;
                }
            }
        }
    }
    rates
}

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

/// 10,000 drives, each with its own limits and in sixteens behind a switch, so that every second
/// switch is the limit. What takes each flow or each resource through all others would need
/// minutes for it.
#[test]
fn ten_thousand_flows_take_no_time_to_speak_of() {
    let drives = 10_000;
    let flows: Vec<Flow> =
        (0..drives).map(|at| flow(1.0, &[at, drives + at, 2 * drives + at / 16])).collect();
    let own = (0..drives).map(|at| 2000.0 + at as f64);
    let links = std::iter::repeat_n(20_000.0, drives);
    let switches = (0..drives / 16).map(|at| if at % 2 == 0 { 16_000.0 } else { 400_000.0 });
    let capacities: Vec<f64> = own.chain(links).chain(switches).collect();
    let begun = std::time::Instant::now();
    let shares = share(&capacities, &flows);
    let next = next(&capacities, &flows, &shares);
    assert!(begun.elapsed().as_secs() < 3, "{:?}", begun.elapsed());
    assert_eq!((shares.rates[0], shares.stopped_by[0], next[0]), (1000.0, Some(20_000), Some(0)));
    assert_eq!(
        (shares.rates[16], shares.stopped_by[16], next[16]),
        (2016.0, Some(16), Some(10_016))
    );
}

/// The slow way: fill again without the resource, for each flow.
fn next_by_filling(capacities: &[f64], flows: &[Flow], shares: &Shares) -> Vec<Option<usize>> {
    let again = |(flow, gone): (usize, &Option<usize>)| {
        let mut capacities = capacities.to_vec();
        capacities[(*gone)?] = f64::INFINITY;
        share(&capacities, flows).stopped_by[flow]
    };
    shares.stopped_by.iter().enumerate().map(again).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn shares_are_feasible_and_every_flow_has_a_full_resource((capacities, flows) in problems()) {
        let shares = share(&capacities, &flows);
        for (load, capacity) in shares.loads.iter().zip(&capacities) {
            prop_assert!(*load <= capacity * (1.0 + 1e-9));
        }
        for stopped_by in shares.stopped_by {
            let resource = stopped_by.unwrap();
            prop_assert!(shares.loads[resource] >= capacities[resource] * (1.0 - 1e-9));
        }
    }

    #[test]
    fn shares_agree_with_small_steps((capacities, flows) in problems()) {
        let rates = share(&capacities, &flows).rates;
        for (rate, slow) in rates.iter().zip(oracle(&capacities, &flows)) {
            // The oracle overshoots by up to a few steps of the flows that share a resource.
            prop_assert!((rate - slow).abs() <= 0.02 * slow + 8.0, "{rate} against {slow}");
        }
    }

    #[test]
    fn the_next_limit_is_that_of_a_second_filling(
        (mut capacities, mut flows) in problems(), own in prop::collection::vec(1.0f64..300.0, 8),
    ) {
        // Every second flow also has a resource of its own.
        for (flow, capacity) in flows.iter_mut().step_by(2).zip(own) {
            flow.uses.push(Use { resource: capacities.len(), coefficient: 1.0 });
            capacities.push(capacity);
        }
        let shares = share(&capacities, &flows);
        let expected = next_by_filling(&capacities, &flows, &shares);
        prop_assert_eq!(next(&capacities, &flows, &shares), expected);
    }

    #[test]
    fn more_capacity_never_lowers_the_smallest_share(
        (capacities, flows) in problems(), at in 0usize..6, factor in 1.0f64..3.0,
    ) {
        let smallest = |capacities: &[f64]| {
            let rates = share(capacities, &flows).rates;
            let normalised = rates.iter().zip(&flows).map(|(rate, flow)| rate / flow.weight);
            normalised.fold(f64::INFINITY, f64::min)
        };
        let mut wider = capacities.clone();
        let at = at % capacities.len();
        wider[at] *= factor;
        prop_assert!(smallest(&wider) >= smallest(&capacities) * (1.0 - 1e-9));
    }
}
