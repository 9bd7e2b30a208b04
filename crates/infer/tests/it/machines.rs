//! Random machines with noise: the wanted numbers on a hundred of them, and on a hundred that share
//! nothing. `cargo xtask inference` judges thousands.

use narrows_infer::trial::{
    SplitMix64, TrialLimit, TrialMachine, TrialMachineKind, TrialScore, infer, judge,
};
use narrows_infer::{Inference, InferenceSettings, Observation, conclude};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const NOISE: f64 = 0.03;

fn judged(machine: &TrialMachine, chance: &mut SplitMix64) -> (TrialScore, usize) {
    let settings = InferenceSettings::of(machine.private.len());
    let trial = infer(machine, &settings, NOISE, chance);
    assert!(trial.known.len() <= settings.runs_max);
    (judge(machine, &trial.inference, settings.least_cost), trial.known.len())
}

#[test]
fn a_hundred_machines() {
    let (mut exact, mut within) = (0, 0);
    for number in 0..100 {
        let mut chance = SplitMix64::new(7_000 + number);
        let machine = TrialMachine::draw(
            TrialMachineKind::SHARING[number as usize % TrialMachineKind::SHARING.len()],
            &mut chance,
        );
        let (score, _) = judged(&machine, &mut chance);
        exact += usize::from(score.exact);
        within += usize::from(score.exact && score.within);
    }
    assert!(exact >= 99 && within >= 99, "{exact} exact, {within} of them within 5 %");
}

#[test]
fn a_hundred_machines_that_share_nothing() {
    let mut made_up = 0;
    for number in 0..100 {
        let mut chance = SplitMix64::new(9_000 + number);
        let machine = TrialMachine::draw(TrialMachineKind::Free, &mut chance);
        made_up += usize::from(judged(&machine, &mut chance).0.made_up);
    }
    assert_eq!(made_up, 0);
}

/// Rates of every subset of the drives, measured without noise.
fn every_subset(machine: &TrialMachine) -> Vec<Observation> {
    let drives = machine.private.len();
    let subsets = (1..1usize << drives)
        .map(|bits| (0..drives).filter(|drive| bits >> drive & 1 == 1).collect::<Vec<_>>());
    let mut chance = SplitMix64::new(0);
    subsets.map(|members| machine.measure(&members, 0.0, &mut chance)).collect()
}

fn inferred(machine: &TrialMachine) -> Inference {
    let settings =
        InferenceSettings { noise: 0.01, ..InferenceSettings::of(machine.private.len()) };
    conclude(&every_subset(machine), &settings)
}

/// A limit whose effect is below the noise that is allowed for is no matter here.
fn is_right(machine: &TrialMachine, inference: &Inference) -> bool {
    let score = judge(machine, inference, 0.10);
    score.exact && score.within
}

/// A limit over all drives that presses one of them only looks much like a drive that is slow by
/// itself; found with random seeds.
#[test]
fn limits_that_press_one_drive_are_no_slow_drives() {
    let limit = |members: &[usize], capacity| TrialLimit { members: members.to_vec(), capacity };
    let all = [0, 1, 2, 3, 4];
    let machines = [
        (
            [1299.0, 1136.0, 1299.0, 1136.0, 1299.0],
            [1.03, 1.94, 1.82, 1.73, 1.63],
            vec![limit(&[3, 4], 1888.0), limit(&all, 4934.0)],
        ),
        (
            [1246.0, 6926.0, 6926.0, 6926.0, 656.0],
            [1.92, 1.19, 1.83, 1.53, 1.33],
            vec![limit(&[3, 4], 3512.0), limit(&[0, 2], 6358.0), limit(&all, 15_693.0)],
        ),
        (
            [2220.0; 5],
            [1.15, 1.82, 1.12, 1.83, 1.08],
            vec![limit(&[1, 4], 4089.0), limit(&all, 10_556.0)],
        ),
    ];
    for (private, weights, limits) in machines {
        let (private, weights) = (private.to_vec(), weights.to_vec());
        let machine = TrialMachine { private, weights, limits, by_port: false };
        let inference = inferred(&machine);
        assert!(is_right(&machine, &inference), "{machine:#?}\n{inference:#?}");
        assert!(inference.contradictions.is_empty(), "{inference:#?}");
    }
}

/// Machines of a few drives with one or two limits that are felt.
fn small() -> impl Strategy<Value = TrialMachine> {
    (any::<u64>(), 2..=5usize).prop_map(|(seed, drives)| {
        let mut chance = SplitMix64::new(seed);
        TrialMachine::draw_of(TrialMachineKind::Tree, drives, &mut chance)
    })
}

fn observation() -> impl Strategy<Value = Observation> {
    let rate = prop_oneof![
        4 => 1.0..20_000.0f64,
        1 => prop::sample::select(vec![0.0, -1.0, f64::NAN, f64::INFINITY, 1e-300, 1e300]),
    ];
    let members = prop::collection::vec(0..7usize, 0..6);
    (members, prop::collection::vec(rate, 0..6)).prop_map(|(members, mut rates)| {
        // Mostly of equal length, or nothing would be used.
        rates.resize(members.len(), 1000.0);
        Observation { members, rates }
    })
}

/// The same machines every time, so that a change is judged by its effect; others by
/// `PROPTEST_RNG_SEED`. A few of those are still inferred wrongly: docs/inference.md has one.
fn config() -> ProptestConfig {
    let default = ProptestConfig::with_cases(48);
    match default.rng_seed {
        RngSeed::Random => ProptestConfig { rng_seed: RngSeed::Fixed(7), ..default },
        RngSeed::Fixed(_) => default,
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn nothing_makes_it_panic(
        known in prop::collection::vec(observation(), 0..30),
        drives in 0..9usize,
        noise in prop::sample::select(vec![0.03, 0.0, -1.0, f64::NAN, f64::INFINITY]),
    ) {
        let settings = InferenceSettings { noise, ..InferenceSettings::of(drives) };
        let inference = conclude(&known, &settings);
        prop_assert!(narrows_infer::next(&known, &settings).is_none_or(|set| !set.is_empty()));
        for shared in &inference.shared {
            prop_assert!(shared.members.windows(2).all(|two| two[0] < two[1]));
            prop_assert!(shared.members.len() >= 2 && shared.capacity.value.is_finite());
            prop_assert!((0.0..=1.0).contains(&shared.confidence));
        }
    }

    /// Without noise, every subset reveals all that an oracle knows: each limit that costs enough,
    /// and none that is not there.
    #[test]
    fn every_subset_without_noise_tells_all(machine in small()) {
        let inference = inferred(&machine);
        prop_assert!(is_right(&machine, &inference), "{machine:#?}\n{inference:#?}");
    }
}
