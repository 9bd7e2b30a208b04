//! Series as drives produce them, and the changes expected in each.

use proptest::prelude::*;

use super::*;

/// A second in steps of 100 ms.
const SECOND: usize = 10;

/// Even noise between -1 and 1, the same each time (Lehmer's generator with Park and Miller's
/// modulus).
fn noise(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed % 2_147_483_646 + 1;
    move || {
        state = state * 48_271 % 2_147_483_647;
        state as f64 / 1_073_741_823.5 - 1.0
    }
}

/// Levels, each with its length in seconds.
fn levels(of: &[(f64, usize)]) -> Vec<f64> {
    of.iter().flat_map(|&(level, seconds)| vec![level; seconds * SECOND]).collect()
}

/// Adds even noise of up to `part` of the rate.
fn noisy(rates: &[f64], part: f64, seed: u64) -> Vec<f64> {
    let mut noise = noise(seed);
    rates.iter().map(|rate| rate * (1.0 + part * noise())).collect()
}

/// Noise with autocorrelation `memory` from step to step and standard deviation `part`: a sum of
/// twelve even random numbers is near enough to a normal one.
fn wandering(seconds: usize, memory: f64, part: f64, seed: u64) -> Vec<f64> {
    let mut noise = noise(seed);
    let mut normal = || (0..12).map(|_| noise()).sum::<f64>() / 2.0;
    let fresh = (1.0 - memory * memory).sqrt();
    let mut state = normal();
    let step = |_| {
        state = memory * state + fresh * normal();
        1000.0 * (1.0 + part * state)
    };
    (0..seconds * SECOND).map(step).collect()
}

fn places(rates: &[f64]) -> Vec<usize> {
    change_points(rates, SECOND).iter().map(|change| change.at).collect()
}

/// 13 GB at 1,500 MB/s take 8.667 s: the 87th step (from 8.6 s) is two thirds fast, 1,100 MB/s.
#[test]
fn a_full_cache_is_found_to_the_step() {
    let mut rates = levels(&[(1500.0, 20)]);
    rates[86] = 1100.0;
    rates[87..].fill(300.0);
    for (part, seed) in [(0.0, 1), (0.03, 2), (0.1, 3), (0.25, 4)] {
        let changes = change_points(&noisy(&rates, part, seed), SECOND);
        assert_eq!(changes.len(), 1, "{changes:?}");
        assert!((86..=88).contains(&changes[0].at), "{changes:?}");
        assert!((changes[0].from - 1500.0).abs() < 60.0 && (changes[0].to - 300.0).abs() < 20.0);
    }
}

#[test]
fn a_throttled_drive_is_found() {
    // Steps of 20 %, also under a saw of 3 %, and in a run of hardly more than two seconds.
    let rates = levels(&[(2000.0, 15), (1600.0, 15)]);
    assert_eq!(places(&rates), [150]);
    let saw: Vec<f64> = rates
        .iter()
        .zip((0..7).cycle())
        .map(|(rate, at)| rate * (0.97 + 0.01 * f64::from(at)))
        .collect();
    assert!(matches!(places(&saw)[..], [148..=152]), "{:?}", places(&saw));
    assert_eq!(places(&levels(&[(2000.0, 1), (1600.0, 1)])), [10]);
}

#[test]
fn two_cliffs_are_two_changes() {
    let rates = noisy(&levels(&[(3000.0, 8), (1200.0, 20), (400.0, 30)]), 0.05, 7);
    let changes = change_points(&rates, SECOND);
    assert_eq!(changes.iter().map(|change| change.at).collect::<Vec<_>>(), [80, 280]);
    // Means of 80, 200 and 300 steps with noise of up to 5 %: within a percent or so.
    for (change, (from, to)) in changes.iter().zip([(3000.0, 1200.0), (1200.0, 400.0)]) {
        assert!((change.from / from - 1.0).abs() < 0.015 && (change.to / to - 1.0).abs() < 0.015);
    }
    // There and back again: five seconds of another's use of the disk.
    let rates = noisy(&levels(&[(500.0, 20), (350.0, 5), (500.0, 20)]), 0.05, 8);
    assert_eq!(places(&rates), [200, 250]);
}

#[test]
fn what_stays_is_no_change() {
    let constant = levels(&[(500.0, 60)]);
    assert_eq!(places(&constant), []);
    assert_eq!(places(&noisy(&constant, 0.3, 5)), []);
    assert_eq!(places(&levels(&[(0.0, 60)])), []);
    assert_eq!(places(&[]), []);
    assert_eq!(places(&[f64::NAN; 100]), []);
}

#[test]
fn a_saw_is_no_change() {
    for length in [2, 3, 7, 10, 25, 60] {
        let tooth = |at: usize| (at % length) as f64 / (length - 1) as f64;
        let rates: Vec<f64> = (0..600).map(|at| 1000.0 * (0.97 + 0.06 * tooth(at))).collect();
        assert_eq!(places(&rates), [], "teeth of {length}");
    }
}

#[test]
fn single_slots_are_no_change() {
    let mut rates = noisy(&levels(&[(800.0, 30)]), 0.02, 11);
    for at in [0, 40, 41, 133, 150, 155, 299] {
        rates[at] = 0.0;
    }
    rates[200] = 8000.0;
    assert_eq!(places(&rates), []);
}

#[test]
fn a_drift_is_no_change() {
    // By 5 % and by 30 % over a minute.
    for part in [0.05, 0.3] {
        let rates: Vec<f64> = (0..600).map(|at| 1000.0 - part * f64::from(at) / 0.6).collect();
        assert_eq!(places(&noisy(&rates, 0.02, 3)), [], "{part}");
    }
}

/// Noise with a memory of 1, 2 and 5 steps (half a second) and deviations of up to a tenth, and of
/// 10 steps with 3 %: of 20 half minutes each at most one is cut.
#[test]
fn wandering_noise_is_no_change() {
    for (memory, part) in [(0.37, 0.1), (0.6, 0.1), (0.82, 0.1), (0.9, 0.03)] {
        let is_cut = |seed: &u64| !places(&wandering(30, memory, part, seed * 977)).is_empty();
        let cut = (0..20).filter(is_cut).count();
        assert!(cut <= 1, "{cut} of 20 with memory {memory} and deviation {part}");
    }
}

/// An hour: the places are settled to the step although only each 18th is considered at first.
#[test]
fn an_hour_is_cut_to_the_step() {
    let rates = noisy(&levels(&[(1500.0, 1234), (900.0, 1111), (300.0, 1255)]), 0.05, 13);
    assert_eq!(rates.len(), 36_000);
    assert_eq!(places(&rates), [12_340, 23_450]);
}

fn staircase() -> impl Strategy<Value = Vec<(f64, usize)>> {
    // Each level is a quarter to nine times the one before, at least 1.3 times away from it.
    let step = (prop_oneof![0.25f64..0.77, 1.3f64..4.0], 4usize..20);
    (200.0f64..5000.0, prop::collection::vec(step, 1..6)).prop_map(|(first, steps)| {
        let mut level = first;
        let each = |(factor, seconds): (f64, usize)| {
            level = if level * factor > 10_000.0 { level / factor } else { level * factor };
            (level, seconds)
        };
        steps.into_iter().map(each).collect()
    })
}

proptest! {
    #[test]
    fn stairs_are_found_where_they_are(
        of in staircase(), part in 0.0f64..0.06, seed in any::<u64>(),
    ) {
        let rates = noisy(&levels(&of), part, seed);
        let mut expected: Vec<usize> = of.iter()
            .scan(0, |at, (_, seconds)| { *at += seconds * SECOND; Some(*at) }).collect();
        expected.pop();
        let changes = places(&rates);
        prop_assert_eq!(changes.len(), expected.len(), "{:?} for {:?}", changes, expected);
        for (place, expected) in changes.iter().zip(&expected) {
            prop_assert!(place.abs_diff(*expected) <= 2, "{} for {}", place, expected);
        }
    }

    #[test]
    fn nothing_that_a_series_holds_can_harm(
        rates in prop::collection::vec(any::<f64>(), 0..80), level_min in 0usize..20,
    ) {
        let changes = change_points(&rates, level_min);
        prop_assert!(changes.iter().all(|change| change.at < rates.len()));
    }

    /// Rates in other units have the same changes.
    #[test]
    fn units_do_not_matter(of in staircase(), seed in any::<u64>()) {
        let rates = noisy(&levels(&of), 0.05, seed);
        let in_bytes: Vec<f64> = rates.iter().map(|rate| rate * 1_048_576.0).collect();
        prop_assert_eq!(places(&rates), places(&in_bytes));
    }
}
