//! The gain from lifting one limit, with all others in place.

use std::collections::{BTreeMap, BTreeSet};

use super::figures::WorkloadFigures;
use super::places::PathLocations;
use crate::causes::fill;

/// Drives that share a limit, and its capacity, MB/s.
type Limit<'a> = (BTreeSet<&'a str>, f64);

/// The largest part of its rate that a drive loses to a limit when all run. Limits described inside it would bind
/// next, whether rates showed them or not.
pub(super) fn cost(
    figures: &WorkloadFigures<'_>,
    places: &PathLocations<'_>,
    drives: &[&str],
    carries: f64,
) -> f64 {
    let alone = figures.drives.iter().filter_map(|drive| Some((*drive, figures.alone(drive)?)));
    let alone: BTreeMap<&str, f64> = alone.collect();
    let outer: BTreeSet<&str> = drives.iter().copied().collect();
    let described = places.locations.iter().filter_map(|location| {
        let members: BTreeSet<&str> = location.drives.iter().copied().collect();
        let is_inside =
            members.len() > 1 && members.len() < outer.len() && members.is_subset(&outer);
        Some((members, location.capacity.filter(|_| is_inside)?))
    });
    loss(&alone, &described.collect::<Vec<_>>(), &(outer, carries))
}

fn loss(alone: &BTreeMap<&str, f64>, inner: &[Limit<'_>], outer: &Limit<'_>) -> f64 {
    let without = rates(alone, inner);
    let mut all = inner.to_vec();
    all.push(outer.clone());
    let with = rates(alone, &all);
    let of = |drive: &&str| Some(1.0 - with.get(*drive)? / without.get(*drive)?);
    outer.0.iter().filter_map(of).fold(0.0, f64::max)
}

/// Fair shares under limits one inside the other, from the inside out.
fn rates<'a>(alone: &BTreeMap<&'a str, f64>, limits: &[Limit<'a>]) -> BTreeMap<&'a str, f64> {
    let mut rates = alone.clone();
    let mut limits: Vec<&Limit<'_>> = limits.iter().collect();
    limits.sort_by_key(|(members, _)| members.len());
    for (members, carries) in limits {
        let below: Vec<&str> =
            members.iter().copied().filter(|it| rates.contains_key(it)).collect();
        let wants: Vec<f64> = below.iter().map(|drive| rates[drive]).collect();
        rates.extend(below.into_iter().zip(fill(&wants, *carries)));
    }
    rates
}

#[cfg(test)]
mod tests {
    use narrows_files::machine_file;
    use narrows_model::{WorkloadOnTarget, predict_together};
    use narrows_topology::Id;
    use narrows_workload::profile;
    use proptest::prelude::*;

    use super::*;

    /// The model's rates for drives behind a switch behind the chipset, and for others on the chipset.
    fn predicted(
        switch: &str,
        chipset: &str,
        behind: usize,
        beside: usize,
    ) -> BTreeMap<String, f64> {
        let drive = "link = \"4.0 x4\"\nread = \"6500 MB/s\"\n";
        let text = format!(
            "schema = \"narrows.machine/1\"\n[[chipset]]\nid = \"pch\"\nlink = \"{chipset}\"\n\
             [[switch]]\nid = \"plx\"\non = \"pch\"\nlink = \"{switch}\"\n\
             [[drive]]\nid = \"s\"\ncount = {behind}\non = \"plx\"\n{drive}\
             [[drive]]\nid = \"p\"\ncount = {beside}\non = \"pch\"\n{drive}"
        );
        let machine = machine_file::read(&text).unwrap().machine;
        let workload = profile("seq-read-128k-q32").unwrap();
        let ids: Vec<Id> = machine.topology.drives.keys().cloned().collect();
        let workloads: Vec<WorkloadOnTarget> =
            ids.iter().map(|id| WorkloadOnTarget::new(id, &workload)).collect();
        let (outcomes, _) = predict_together(&machine, &workloads);
        outcomes.iter().map(|it| (it.target.to_string(), it.rate.as_mb_s())).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]

        /// Lifting the chipset's uplink gains what the model predicts without it, and no more: the switch
        /// remains.
        #[test]
        fn an_outer_limit_costs_what_lifting_it_brings(
            behind in 2usize..6, beside in 1usize..3, switch in 0usize..3, chipset in 0usize..2,
        ) {
            let switch = ["3.0 x2", "3.0 x4", "4.0 x4"][switch];
            let chipset = ["3.0 x2", "3.0 x4"][chipset];
            let here = predicted(switch, chipset, behind, beside);
            let lifted = predicted(switch, "5.0 x16", behind, beside);
            let loss_of = |(drive, rate): (&String, &f64)| 1.0 - rate / lifted[drive];
            let brought = here.iter().map(loss_of).fold(0.0, f64::max);
            let alone: BTreeMap<&str, f64> = here.keys().map(|id| (id.as_str(), 6500.0)).collect();
            let is_behind = |id: &str| id.starts_with('s');
            let all: BTreeSet<&str> = alone.keys().copied().collect();
            let behind = all.iter().copied().filter(|id| is_behind(id)).collect();
            let switch = lifted.iter().filter(|(id, _)| is_behind(id)).map(|(_, rate)| rate).sum();
            let outer: Limit<'_> = (all, here.values().sum());
            let inner: Limit<'_> = (behind, switch);
            let told = loss(&alone, &[inner], &outer);
            prop_assert!((told - brought).abs() < 0.02, "{told} of {brought}: {here:?} {lifted:?}");
            let alone = loss(&alone, &[], &outer);
            prop_assert!(alone >= told - 1e-9);
        }
    }
}
