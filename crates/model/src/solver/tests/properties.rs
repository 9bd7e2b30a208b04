//! Properties of all solutions, against an oracle in exact fractions.

use proptest::prelude::*;

use super::oracle::{problems, solve};
use super::*;

/// Floats of any size within reason, many flows, weights far apart.
fn wide_problems() -> impl Strategy<Value = (Vec<f64>, Vec<SolverFlow>)> {
    (1usize..12).prop_flat_map(|resources| {
        let size =
            || (-6i32..=6, 1.0f64..10.0).prop_map(|(power, value)| value * 10f64.powi(power));
        let uses = prop::collection::btree_map(0..resources, size(), 1..5);
        let flow = (size(), uses).prop_map(|(weight, uses)| {
            let uses = uses.into_iter();
            SolverFlow {
                weight,
                uses: uses
                    .map(|(resource, coefficient)| ResourceUse { resource, coefficient })
                    .collect(),
            }
        });
        let capacities = prop::collection::vec(size(), resources);
        (capacities, prop::collection::vec(flow, 1..40))
    })
}

fn is_near(value: f64, expected: f64) -> bool {
    (value - expected).abs() <= 1e-6 * expected.abs().max(f64::MIN_POSITIVE)
}

fn levels(shares: &FlowShares, flows: &[SolverFlow]) -> Vec<f64> {
    shares.rates.iter().zip(flows).map(|(rate, flow)| rate / flow.weight).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn shares_are_those_of_the_oracle(problem in problems()) {
        let (capacities, flows) = problem.as_floats();
        let shares = share(&capacities, &flows);
        let exact = solve(&problem);
        for (flow, level) in exact.iter().enumerate() {
            let Some(level) = level else {
                prop_assert_eq!(shares.rates[flow], f64::INFINITY);
                prop_assert_eq!(shares.stopped_by[flow], None);
                continue;
            };
            let rate = level.get() * flows[flow].weight;
            prop_assert!((shares.rates[flow] - rate).abs() <= 1e-9 * rate.max(1.0));
            let named = shares.stopped_by[flow].expect("what stops it");
            prop_assert!(problem.is_bottleneck(&exact, flow, named), "flow {flow}: {named}");
        }
    }

    /// The certificate, and that it is enough: nothing carries more than it can, and each flow has
    /// a full resource on which no flow has a higher level.
    #[test]
    fn every_flow_has_a_full_resource_on_which_nobody_has_more(
        (capacities, flows) in wide_problems(),
    ) {
        let shares = share(&capacities, &flows);
        let levels = levels(&shares, &flows);
        for (at, capacity) in capacities.iter().enumerate() {
            let used = flows.iter().zip(&shares.rates).flat_map(|(flow, rate)| {
                let on_it = flow.uses.iter().filter(|used| used.resource == at);
                on_it.map(|used| used.coefficient * *rate)
            });
            let load: f64 = used.sum();
            prop_assert!(load <= capacity * (1.0 + 1e-9), "{load} on {capacity}");
            prop_assert!(is_near(shares.loads[at], load));
        }
        for (at, flow) in flows.iter().enumerate() {
            let full = shares.stopped_by[at].expect("what stops it");
            prop_assert!(flow.uses.iter().any(|used| used.resource == full));
            prop_assert!(is_near(shares.loads[full], capacities[full]));
            for user in &users(capacities.len(), &flows)[full] {
                prop_assert!(levels[*user] <= levels[at] * (1.0 + 1e-6));
            }
        }
    }

    #[test]
    fn more_capacity_never_lowers_the_smallest_share(
        (capacities, flows) in wide_problems(), at: prop::sample::Index, factor in 1.0f64..100.0,
    ) {
        let smallest = |capacities: &[f64]| {
            let shares = share(capacities, &flows);
            levels(&shares, &flows).into_iter().fold(f64::INFINITY, f64::min)
        };
        let mut wider = capacities.clone();
        wider[at.index(capacities.len())] *= factor;
        prop_assert!(smallest(&wider) >= smallest(&capacities) * (1.0 - 1e-9));
    }

    /// Powers of two, so that not even rounding differs.
    #[test]
    fn rates_scale_with_all_capacities(
        (capacities, flows) in wide_problems(), power in -40i32..40,
    ) {
        let factor = 2f64.powi(power);
        let scaled: Vec<f64> = capacities.iter().map(|capacity| capacity * factor).collect();
        let (before, after) = (share(&capacities, &flows), share(&scaled, &flows));
        let expected: Vec<f64> = before.rates.iter().map(|rate| rate * factor).collect();
        prop_assert_eq!(after.rates, expected);
        prop_assert_eq!(after.stopped_by, before.stopped_by);
    }

    /// Only ratios of weights count.
    #[test]
    fn rates_do_not_change_with_all_weights(
        (capacities, flows) in wide_problems(), power in -40i32..40,
    ) {
        let factor = 2f64.powi(power);
        let heavier =
            |flow: &SolverFlow| SolverFlow { weight: flow.weight * factor, ..flow.clone() };
        let heavier: Vec<SolverFlow> = flows.iter().map(heavier).collect();
        prop_assert_eq!(share(&capacities, &heavier), share(&capacities, &flows));
    }

    /// A flow with an integer weight has as much as that number of equal flows together.
    #[test]
    fn a_weight_stands_for_so_many_flows(problem in problems()) {
        let (capacities, flows) = problem.as_floats();
        let one = |flow: &SolverFlow| SolverFlow { weight: 1.0, ..flow.clone() };
        let parts = |flow: &SolverFlow| std::iter::repeat_n(one(flow), flow.weight as usize);
        let many: Vec<SolverFlow> = flows.iter().flat_map(parts).collect();
        let rates = share(&capacities, &many).rates;
        let mut rates = rates.into_iter();
        for (flow, rate) in flows.iter().zip(share(&capacities, &flows).rates) {
            let sum: f64 = rates.by_ref().take(flow.weight as usize).sum();
            prop_assert!(sum == rate || is_near(sum, rate), "{sum} against {rate}");
        }
    }
}
