//! Small machines whose answers are calculated by hand, and the reports on bad observations.

use narrows_infer::trial::{SplitMix64, TrialLimit, TrialMachine, infer};
use narrows_infer::{
    Inference, InferenceSettings, Observation, ObservationFault, RateContradiction,
    UndecidedQuestion, conclude, next,
};
use proptest::prelude::*;

fn machine(private: &[f64], limits: &[(&[usize], f64)]) -> TrialMachine {
    let limit = |(members, capacity): &(&[usize], f64)| TrialLimit {
        members: members.to_vec(),
        capacity: *capacity,
    };
    TrialMachine {
        private: private.to_vec(),
        weights: vec![1.0; private.len()],
        limits: limits.iter().map(limit).collect(),
        by_port: false,
    }
}

/// The inference from runs on `machine` without noise. The settings allow for a little, as for any.
fn inferred(machine: &TrialMachine) -> Inference {
    let settings = InferenceSettings::of(machine.private.len());
    infer(machine, &settings, 0.0, &mut SplitMix64::new(1)).inference
}

pub fn sets(inference: &Inference) -> Vec<Vec<usize>> {
    inference.shared.iter().map(|shared| shared.members.clone()).collect()
}

fn observed(members: &[usize], rates: &[f64]) -> Observation {
    Observation { members: members.to_vec(), rates: rates.to_vec() }
}

#[test]
fn three_drives_on_one_link() {
    // 3 x 3,000 want 9,000 of 6,000: each gets 2,000 and loses a third.
    let inference = inferred(&machine(&[3000.0; 3], &[(&[0, 1, 2], 6000.0)]));
    assert_eq!(sets(&inference), [vec![0, 1, 2]]);
    let link = &inference.shared[0];
    assert!((link.capacity.value / 6000.0 - 1.0).abs() < 0.01, "{link:?}");
    assert!(link.capacity.low < 6000.0 && 6000.0 < link.capacity.high, "{link:?}");
    assert!((link.cost - 1.0 / 3.0).abs() < 0.02, "{link:?}");
    assert!(link.confidence > 0.95 && link.shares.is_empty(), "{link:?}");
}

#[test]
fn two_pairs_with_equal_rates() {
    // All four do 1,500 together, so rates alone do not tell the pairs apart.
    let inference = inferred(&machine(&[2000.0; 4], &[(&[0, 2], 3000.0), (&[1, 3], 3000.0)]));
    assert_eq!(sets(&inference), [vec![0, 2], vec![1, 3]]);
    assert!(inference.undecided.is_empty(), "{:?}", inference.undecided);
}

#[test]
fn one_limit_inside_another() {
    // 0 and 1 share 1,200 and get 600 each; the 3,800 left of 5,000 are shared by 2, 3 and 4.
    let inference =
        inferred(&machine(&[2000.0; 5], &[(&[0, 1], 1200.0), (&[0, 1, 2, 3, 4], 5000.0)]));
    assert_eq!(sets(&inference), [vec![0, 1], vec![0, 1, 2, 3, 4]]);
    assert_eq!((inference.shared[0].inside, inference.shared[1].inside), (Some(1), None));
    // Without the ceiling 2, 3 and 4 would do 2,000, not 1,266.7: they lose 36.7 %.
    assert!((inference.shared[1].cost - 0.367).abs() < 0.02, "{:?}", inference.shared[1]);
}

#[test]
fn a_drive_outside_is_outside() {
    let inference = inferred(&machine(&[3000.0; 4], &[(&[0, 1, 3], 5000.0)]));
    assert_eq!(sets(&inference), [vec![0, 1, 3]]);
    assert!(
        (inference.private[2].capacity.value / 3000.0 - 1.0).abs() < 0.01,
        "{:?}",
        inference.private[2]
    );
}

#[test]
fn two_drives_only() {
    let together = machine(&[3500.0, 1000.0], &[(&[0, 1], 3600.0)]);
    assert_eq!(sets(&inferred(&together)), [vec![0, 1]]);
    let apart = inferred(&machine(&[3500.0, 1000.0], &[]));
    assert_eq!((sets(&apart), apart.undecided, apart.contradictions), (vec![], vec![], vec![]));
}

#[test]
fn shares_are_told_where_they_are_unequal() {
    // Shares 2:1 of 3,000: 2,000 and 1,000, that is 4/3 and 2/3 of the average.
    let mut unequal = machine(&[3000.0, 3000.0], &[(&[0, 1], 3000.0)]);
    unequal.weights = vec![2.0, 1.0];
    let inference = inferred(&unequal);
    let shares = &inference.shared[0].shares;
    assert!(
        (shares[0] - 4.0 / 3.0).abs() < 0.05 && (shares[1] - 2.0 / 3.0).abs() < 0.05,
        "{inference:?}"
    );
}

#[test]
fn a_limit_that_another_always_masks_is_not_made_up() {
    // 0 and 1 alone can do 2,000 together at most, so that their limit of 2,500 never matters.
    let masked = machine(&[1000.0; 4], &[(&[0, 1], 2500.0), (&[0, 1, 2, 3], 3000.0)]);
    assert_eq!(sets(&inferred(&masked)), [vec![0, 1, 2, 3]]);
}

#[test]
fn first_alone_then_all_together() {
    let settings = InferenceSettings::of(3);
    let mut known = Vec::new();
    let mut wanted = Vec::new();
    for _ in 0..4 {
        let set = next(&known, &settings).unwrap();
        known.push(observed(&set, &vec![1000.0; set.len()]));
        wanted.push(set);
    }
    assert_eq!(wanted, [vec![0], vec![1], vec![2], vec![0, 1, 2]]);
}

#[test]
fn no_more_runs_than_allowed() {
    let slow = machine(&[900.0; 6], &[(&[0, 1, 2], 2300.0), (&[3, 4], 1700.0)]);
    let settings = InferenceSettings { runs_max: 9, ..InferenceSettings::of(6) };
    let trial = infer(&slow, &settings, 0.03, &mut SplitMix64::new(2));
    assert!(trial.known.len() <= 9, "{}", trial.known.len());
}

#[test]
fn one_run_of_all_does_not_tell_how_they_are_grouped() {
    let mut known: Vec<Observation> = (0..8).map(|drive| observed(&[drive], &[2000.0])).collect();
    known.push(observed(&[0, 1, 2, 3, 4, 5, 6, 7], &[1000.0; 8]));
    let inference = conclude(&known, &InferenceSettings::of(8));
    assert_eq!(sets(&inference), Vec::<Vec<usize>>::new());
    // One limit of 8,000, or for instance two of 4,000.
    use UndecidedQuestion::Alike;
    let is_open = |it: &UndecidedQuestion| matches!(it, Alike { run, .. } if run.len() > 1);
    assert!(inference.undecided.iter().any(is_open), "{:?}", inference.undecided);
}

#[test]
fn nothing_follows_from_nothing() {
    let inference = conclude(&[], &InferenceSettings::of(2));
    assert_eq!((inference.private.len(), inference.shared.len(), inference.runs), (0, 0, 0));
    let open = [
        UndecidedQuestion::NoAloneRun { drive: 0 },
        UndecidedQuestion::NoAloneRun { drive: 1 },
        UndecidedQuestion::NoTogetherRun,
    ];
    assert_eq!(inference.undecided, open);
    assert_eq!(
        conclude(&[], &InferenceSettings::of(0)),
        Inference { noise: inference.noise, ..Inference::default() }
    );
    assert_eq!(next(&[], &InferenceSettings::of(0)), None);
}

#[test]
fn what_cannot_be_used_is_named_and_left_out() {
    let known = [
        observed(&[], &[]),
        observed(&[0, 1], &[1000.0]),
        observed(&[2], &[1000.0]),
        observed(&[0, 1, 0], &[1000.0; 3]),
        observed(&[1, 0], &[1000.0, 0.0]),
        observed(&[0], &[f64::NEG_INFINITY]),
        observed(&[1], &[1000.0]),
    ];
    let inference = conclude(&known, &InferenceSettings::of(2));
    let faults = [
        ObservationFault::Empty,
        ObservationFault::Lengths { members: 2, rates: 1 },
        ObservationFault::NoSuchDrive { drive: 2 },
        ObservationFault::Twice { drive: 0 },
        ObservationFault::Rate { drive: 0, rate: 0.0 },
        ObservationFault::Rate { drive: 0, rate: f64::NEG_INFINITY },
    ];
    let unusable = faults.iter().enumerate();
    let unusable = unusable.map(|(run, fault)| RateContradiction::Unusable { run, fault: *fault });
    assert_eq!(inference.contradictions, unusable.collect::<Vec<_>>());
    assert_eq!((inference.runs, inference.shared.len()), (1, 0));
}

#[test]
fn a_drive_faster_together_than_alone_is_a_contradiction() {
    let mut known =
        vec![observed(&[0], &[1000.0]), observed(&[1], &[1000.0]), observed(&[2], &[1000.0])];
    for _ in 0..4 {
        known.push(observed(&[0, 1, 2], &[2000.0, 1000.0, 1000.0]));
    }
    let inference = conclude(&known, &InferenceSettings::of(3));
    let faster = RateContradiction::FasterTogether {
        drive: 0,
        members: vec![0, 1, 2],
        rate: 2000.0,
        alone: 1000.0,
    };
    assert!(inference.contradictions.contains(&faster), "{:?}", inference.contradictions);
    assert!(inference.shared.is_empty(), "{:?}", inference.shared);
}

#[test]
fn figures_of_one_set_that_cannot_both_be_are_a_contradiction() {
    let mut known: Vec<Observation> = (0..12).map(|drive| observed(&[drive], &[1000.0])).collect();
    let all: Vec<usize> = (0..12).collect();
    let mut rates = vec![1000.0; 12];
    known.push(observed(&all, &rates));
    rates[3] = 300.0;
    known.push(observed(&all, &rates));
    let inference = conclude(&known, &InferenceSettings::of(12));
    let is_it = |it: &RateContradiction| {
        matches!(it, RateContradiction::Unsteady { drive: 3, low: 300.0, high: 1000.0, .. })
    };
    assert!(inference.contradictions.iter().any(is_it), "{:?}", inference.contradictions);
    assert!(inference.shared.is_empty(), "{:?}", inference.shared);
}

#[test]
fn more_drives_than_can_be_looked_at_are_refused() {
    let inference = conclude(&[observed(&[7], &[1000.0])], &InferenceSettings::of(100_000));
    assert_eq!(inference.undecided, [UndecidedQuestion::TooManyDrives { most: 128 }]);
    assert_eq!(next(&[], &InferenceSettings::of(100_000)), None);
}

/// Usual rates, and some that no machine gives.
fn any_rate() -> impl Strategy<Value = f64> {
    prop_oneof![6 => 1.0..5000.0_f64, 1 => (-50.0..150.0_f64).prop_map(|power| 10f64.powf(power))]
}

fn any_run(drives: usize) -> impl Strategy<Value = Observation> {
    let members = prop::sample::subsequence((0..drives).collect::<Vec<usize>>(), 1..=drives);
    members.prop_flat_map(|members| {
        let rates = prop::collection::vec(any_rate(), members.len());
        rates.prop_map(move |rates| Observation { members: members.clone(), rates })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// An answer comes in finite steps, and speaks of no drive that there is not.
    #[test]
    fn rates_that_no_machine_gives_get_an_answer(
        (drives, known) in (2..6_usize).prop_flat_map(|drives| {
            (Just(drives), prop::collection::vec(any_run(drives), 1..16))
        }),
    ) {
        let inference = conclude(&known, &InferenceSettings::of(drives));
        let members = inference.shared.iter().flat_map(|it| &it.members);
        prop_assert!(members.into_iter().all(|drive| *drive < drives));
    }
}

proptest! {
    /// However a drive's own figures differ, its loss or gain in company is attributed to others.
    #[test]
    fn company_is_never_the_drive_itself(
        alone in prop::collection::vec(prop::collection::vec(300.0..1000.0, 1..4), 2..5),
        together in 300.0..1000.0,
    ) {
        let mut known: Vec<Observation> = Vec::new();
        for (drive, rates) in alone.iter().enumerate() {
            known.extend(rates.iter().map(|rate| observed(&[drive], &[*rate])));
        }
        let all: Vec<usize> = (0..alone.len()).collect();
        known.push(observed(&all, &vec![together; all.len()]));
        let inference = conclude(&known, &InferenceSettings::of(all.len()));
        for open in &inference.undecided {
            if let UndecidedQuestion::Loses { members, .. } = open {
                prop_assert!(members.len() > 1, "{open:?}");
            }
        }
        for odd in &inference.contradictions {
            if let RateContradiction::FasterTogether { members, .. } = odd {
                prop_assert!(members.len() > 1, "{odd:?}");
            }
        }
    }
}
