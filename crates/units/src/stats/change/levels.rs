//! The cheapest cut of a series into levels.

/// Most candidates for cuts: the time grows with its square.
const PLACES_MAX: usize = 1024;

/// Prefix sums, which give the mean and the squared deviations of any stretch at once.
pub(super) struct PrefixSums {
    sums: Vec<f64>,
    squares: Vec<f64>,
    /// Subtracted from each value before squaring, to limit rounding error in the sums.
    centre: f64,
}

impl PrefixSums {
    pub(super) fn of(values: &[f64]) -> Self {
        let centre = values.iter().sum::<f64>() / values.len().max(1) as f64;
        let (mut sums, mut squares) = (vec![0.0], vec![0.0]);
        let (mut sum, mut square) = (0.0, 0.0);
        for value in values.iter().map(|value| value - centre) {
            sum += value;
            square += value * value;
            sums.push(sum);
            squares.push(square);
        }
        Self { sums, squares, centre }
    }

    pub(super) fn len(&self) -> usize {
        self.sums.len() - 1
    }

    /// The mean of `from..to`; the mean of all for an empty stretch.
    pub(super) fn mean(&self, from: usize, to: usize) -> f64 {
        self.between(&self.sums, from, to) / to.saturating_sub(from).max(1) as f64 + self.centre
    }

    /// The sum of squared deviations of `from..to` from its mean.
    fn cost(&self, from: usize, to: usize) -> f64 {
        let sum = self.between(&self.sums, from, to);
        let count = to.saturating_sub(from).max(1) as f64;
        // Rounding can leave a sum just below 0.
        (self.between(&self.squares, from, to) - sum * sum / count).max(0.0)
    }

    fn between(&self, sums: &[f64], from: usize, to: usize) -> f64 {
        let at = |index: usize| sums.get(index).copied().unwrap_or_default();
        at(to) - at(from)
    }
}

/// The first steps of all levels but the first, in the cheapest cut: each level costs its sum of
/// squared deviations plus `price`. Levels are at least `level_min` long.
pub(super) fn cuts(sums: &PrefixSums, level_min: usize, price: f64) -> Vec<usize> {
    let stride = sums.len().div_ceil(PLACES_MAX).max(1);
    let spread: Vec<usize> = (0..=sums.len()).step_by(stride).collect();
    let cuts = partition(sums, spread, level_min, price);
    if stride == 1 {
        return cuts;
    }
    // Once more, with all steps around these cuts: between two spread candidates a change looks
    // like a short level of its own.
    let near = (PLACES_MAX / cuts.len().max(1) / 2).min(2 * stride);
    let around = cuts.iter().flat_map(|cut| cut.saturating_sub(near)..=cut + near);
    partition(sums, around.collect(), level_min, price)
}

/// For each candidate the cheapest cut of all before it: the cheapest of an earlier candidate, plus
/// one level from there. The ends of the series are always candidates.
fn partition(
    sums: &PrefixSums,
    mut places: Vec<usize>,
    level_min: usize,
    price: f64,
) -> Vec<usize> {
    places.extend([0, sums.len()]);
    places.retain(|place| *place <= sums.len());
    places.sort_unstable();
    places.dedup();
    let mut cheapest: Vec<(f64, usize)> = vec![(0.0, 0)];
    for (index, &to) in places.iter().enumerate().skip(1) {
        let before = places.iter().zip(&cheapest).take(index).enumerate();
        // Candidates rise: after the first that is too near, all are.
        let long_enough = before.take_while(|(_, (from, _))| **from + level_min <= to);
        let costs =
            long_enough.map(|(at, (&from, (cost, _)))| (cost + sums.cost(from, to) + price, at));
        // A candidate at which no level can end yet is unreachable.
        let best = costs.fold((f64::INFINITY, 0), |best, it| if it.0 < best.0 { it } else { best });
        cheapest.push(best);
    }
    let mut cuts = Vec::new();
    let mut at = places.len() - 1;
    while let Some(&(_, before)) = cheapest.get(at).filter(|_| at > 0) {
        cuts.extend(places.get(before).filter(|_| before > 0));
        at = before;
    }
    cuts.reverse();
    cuts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The cost of a cut, calculated value by value.
    fn cost_of(values: &[f64], cuts: &[usize], price: f64) -> f64 {
        let ends: Vec<usize> = [&[0], cuts, &[values.len()]].concat();
        let level = |two: &[usize]| {
            let level = &values[two[0]..two[1]];
            let mean = level.iter().sum::<f64>() / level.len() as f64;
            level.iter().map(|value| (value - mean).powi(2)).sum::<f64>() + price
        };
        ends.windows(2).map(level).sum()
    }

    /// All possible cuts.
    fn all_cuts(from: usize, len: usize, level_min: usize) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for at in from + level_min..(len + 1).saturating_sub(level_min) {
            all.extend(
                all_cuts(at, len, level_min).into_iter().map(|rest| [vec![at], rest].concat()),
            );
        }
        all
    }

    #[test]
    fn of_five_values_in_twos_there_are_three_cuts() {
        assert_eq!(all_cuts(0, 5, 2), [vec![], vec![2], vec![3]]);
    }

    proptest! {
        /// Against all cuts of short series: none is cheaper.
        #[test]
        fn no_cut_is_cheaper(
            values in prop::collection::vec(0.0f64..10.0, 4..15),
            level_min in 1usize..4,
            price in 0.0f64..30.0,
        ) {
            let best = cuts(&PrefixSums::of(&values), level_min, price);
            let ends: Vec<usize> = [vec![0], best.clone(), vec![values.len()]].concat();
            prop_assert!(ends.windows(2).all(|two| two[1] - two[0] >= level_min));
            let least = all_cuts(0, values.len(), level_min).iter()
                .map(|cuts| cost_of(&values, cuts, price)).fold(f64::INFINITY, f64::min);
            let ours = cost_of(&values, &best, price);
            prop_assert!(ours <= least + 1e-9, "{best:?} costs {ours}, the least is {least}");
        }
    }
}
