//! Methods without inference, for comparison.

use crate::Observation;

/// The pair matrix: each drive alone and each pair, n + n(n-1)/2 runs. Pairs that fall short of the
/// sum of the two by more than `short` are joined; connected drives are a set.
///
/// Calls `measure` for rates. Returns the sets and the number of runs.
pub fn pair_matrix(
    drives: usize,
    short: f64,
    mut measure: impl FnMut(&[usize]) -> Observation,
) -> (Vec<Vec<usize>>, usize) {
    let alone: Vec<f64> = (0..drives).map(|drive| sum(&measure(&[drive]))).collect();
    let mut group: Vec<usize> = (0..drives).collect();
    let mut runs = drives;
    for one in 0..drives {
        for other in one + 1..drives {
            runs += 1;
            let together = sum(&measure(&[one, other]));
            if together < (alone[one] + alone[other]) * (1.0 - short) {
                join(&mut group, one, other);
            }
        }
    }
    (sets(&group), runs)
}

/// Plain grouping by equal rate, n + 1 runs: drives that do at least `short` less together than
/// alone, and nearly (within `short`) the same as the next one in order of rate, are a set.
pub fn equal_rates(
    drives: usize,
    short: f64,
    mut measure: impl FnMut(&[usize]) -> Observation,
) -> (Vec<Vec<usize>>, usize) {
    let alone: Vec<f64> = (0..drives).map(|drive| sum(&measure(&[drive]))).collect();
    let all: Vec<usize> = (0..drives).collect();
    let together = measure(&all).rates;
    let is_pressed = |drive: &usize| together[*drive] < alone[*drive] * (1.0 - short);
    let mut pressed: Vec<usize> = (0..drives).filter(is_pressed).collect();
    pressed.sort_by(|one, other| together[*one].total_cmp(&together[*other]));
    let mut group = all;
    for two in pressed.windows(2) {
        if together[two[0]] > together[two[1]] * (1.0 - short) {
            join(&mut group, two[0], two[1]);
        }
    }
    (sets(&group), drives + 1)
}

fn sum(observation: &Observation) -> f64 {
    observation.rates.iter().sum()
}

fn join(group: &mut [usize], one: usize, other: usize) {
    let (from, to) = (group[one], group[other]);
    group.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
}

fn sets(group: &[usize]) -> Vec<Vec<usize>> {
    let of = |at: usize| (0..group.len()).filter(|drive| group[*drive] == at).collect();
    let sets = (0..group.len()).map(of);
    sets.filter(|set: &Vec<usize>| set.len() >= 2).collect()
}
