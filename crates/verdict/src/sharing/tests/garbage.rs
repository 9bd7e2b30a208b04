//! Whatever a document contains, all findings are true.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

fn drive() -> impl Strategy<Value = String> {
    prop_oneof![8 => prop::sample::select(&NAMES[..]).prop_map(str::to_owned), 1 => ".{0,3}"]
}

fn rate() -> impl Strategy<Value = f64> {
    prop_oneof![8 => 1.0..5000.0_f64, 1 => any::<f64>()]
}

/// Workload and temperature, mostly of usual values.
fn extremes(row: TargetMeasurement) -> impl Strategy<Value = TargetMeasurement> {
    let small = |usual: u32| prop_oneof![6 => Just(usual), 1 => any::<u32>(), 1 => Just(u32::MAX)];
    let celsius = || prop_oneof![4 => 20..90_i32, 1 => any::<i32>(), 1 => Just(i32::MAX)];
    let block = prop_oneof![6 => Just(131_072_u64), 1 => any::<u64>(), 1 => Just(u64::MAX)];
    let warm = (prop::option::of(celsius()), prop::option::of(celsius()));
    (block, small(32), small(1), small(row.repeat), warm).prop_map(
        move |(block_bytes, depth, jobs, repeat, (temperature_c, limit))| {
            let mut row = TargetMeasurement { temperature_c, repeat, ..row.clone() };
            row.watched.temperature_limit_c = limit;
            row.asked.pattern = "sequential".into();
            row.asked.read_percent = 100;
            (row.asked.block_bytes, row.asked.depth, row.asked.jobs) = (block_bytes, depth, jobs);
            row
        },
    )
}

fn row() -> impl Strategy<Value = TargetMeasurement> {
    let together = prop::collection::vec(drive(), 0..5);
    let set = prop::sample::select(&["alone", "all", "x"][..]);
    let held = prop::option::weighted(0.05, rate());
    (drive(), together, set, rate(), 1..3_u32, held, any::<u64>(), prop::bool::weighted(0.05))
        .prop_map(|(target, together, set, mb_s, repeat, limit_mb_s, others, partial)| {
            let mut row = round(set, &[("a", mb_s)]).remove(0);
            row.asked.limit_mb_s = limit_mb_s;
            TargetMeasurement {
                target,
                together,
                repeat,
                partial,
                other_io_bytes: (others % 9 != 1).then_some(if others % 9 == 0 {
                    others
                } else {
                    0
                }),
                ..row
            }
        })
        .prop_flat_map(extremes)
}

proptest! {
    #[test]
    fn any_rows_get_an_answer(rows in prop::collection::vec(row(), 0..40)) {
        let uplink: &[(&str, f64)] = &[("chipset", 3587.0)];
        let run = run(machine(&[("a", uplink), ("b", uplink), ("c", &[]), ("d", &[])]), rows);
        let drives: Vec<String> = NAMES.map(str::to_owned).to_vec();
        let guide = &mut RunGuide::default();
        if let Some(set) = next_set(&run, WORKLOAD, &drives, most_runs(4), &[], guide) {
            prop_assert!(set.iter().all(|drive| drives.contains(drive)));
        }
        let Some(mut found) = sharing(&run, None) else { return Ok(()) };
        crate::causes::rank(&run, &mut found);
        let ran: BTreeSet<&String> =
            run.results.iter().flat_map(|row| row.together.iter().chain([&row.target])).collect();
        for limit in &found.limits {
            let members: BTreeSet<&String> = limit.drives.iter().collect();
            prop_assert!(members.len() == limit.drives.len() && members.len() > 1);
            prop_assert!(members.is_subset(&ran));
            prop_assert!((0.5..=1.0).contains(&limit.confidence));
            prop_assert!(limit.capacity_mb_s.value.is_finite());
            prop_assert!(limit.inside.is_none_or(|outer| outer < found.limits.len()));
        }
        let mut likelihoods = found.causes.iter().map(|cause| cause.likelihood);
        prop_assert!(likelihoods.all(|likelihood| (0.0..=1.0).contains(&likelihood)));
        prop_assert!(merged(vec![run.clone(), run]).is_ok());
    }
}
