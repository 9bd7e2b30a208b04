//! Which sets of hosts run: chosen on the command line, or by the inference.

use std::collections::BTreeSet;

use clap::ValueEnum;
use narrows_record::hosts::{HostsDocument, HostsRequest};

use crate::args::SetName;
use crate::cluster::HostUnits;
use crate::cluster::inquiry::groups;

/// All pairs of so many units run, 496 rounds in half an hour; of more not all do.
pub const ALL_PAIRS: usize = 32;
/// Of more units about this many pairs run, as many as of those.
const MOST_PAIRS: usize = ALL_PAIRS * (ALL_PAIRS - 1) / 2;
/// Fewest distances at which each unit is paired with others.
const LEAST_WAYS: usize = 2;

#[derive(Clone, Debug, PartialEq)]
pub enum CampaignCourse {
    Sets(Vec<SetName>),
    /// Until sharing is understood, with experiments, which may write if `both_ways` allows it.
    Explain {
        experiments: bool,
        both_ways: bool,
    },
}

impl CampaignCourse {
    /// That of a kept run, as requested.
    pub fn of(request: &HostsRequest) -> Self {
        if request.explain {
            return Self::Explain {
                experiments: !request.no_experiments,
                both_ways: request.both_ways,
            };
        }
        let named = request.sets.iter().filter_map(|name| SetName::from_str(name, false).ok());
        Self::Sets(named.collect())
    }

    /// The names of its sets; empty if the inference chooses.
    pub fn sets(&self) -> Vec<String> {
        let Self::Sets(names) = self else { return Vec::new() };
        let values = names.iter().filter_map(ValueEnum::to_possible_value);
        values.map(|value| value.get_name().to_owned()).collect()
    }

    pub fn has_pairs(&self) -> bool {
        matches!(self, Self::Sets(names) if names.contains(&SetName::Pairs))
    }
}

/// The sets of units, by their names.
pub fn sets(document: &HostsDocument, names: &[SetName]) -> Vec<Vec<usize>> {
    let units = HostUnits::of(document);
    let all: Vec<usize> = (0..units.len()).collect();
    let of = |name: &SetName| -> Vec<Vec<usize>> {
        match name {
            SetName::Alone => all.iter().map(|at| vec![*at]).collect(),
            SetName::All => vec![all.clone()],
            SetName::Groups => groups(document, &units),
            SetName::Pairs => pairs(all.len()),
        }
    };
    names.iter().flat_map(of).filter(|set| !set.is_empty()).collect()
}

/// Every two of few units. Of many each runs with those at some distances in the list, near ones and far ones, so
/// that all have equally many pairs.
pub fn pairs(units: usize) -> Vec<Vec<usize>> {
    let far = units / 2;
    let ways = match units {
        0..=ALL_PAIRS => far,
        _ => (MOST_PAIRS / units).max(LEAST_WAYS),
    };
    let distance = |way: usize| 1 + way * far.saturating_sub(1) / ways.saturating_sub(1).max(1);
    let of_way = |way: usize| {
        let apart = distance(way);
        (0..units).map(move |one| (one, (one + apart) % units))
    };
    let both = (0..ways).flat_map(of_way).map(|(one, other)| (one.min(other), one.max(other)));
    let pairs: BTreeSet<(usize, usize)> = both.filter(|(one, other)| one != other).collect();
    pairs.into_iter().map(|(one, other)| vec![one, other]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_units_run_in_every_pair() {
        for units in 0..=ALL_PAIRS {
            let all = units * units.saturating_sub(1) / 2;
            assert_eq!(pairs(units).len(), all, "{units}");
        }
        assert_eq!(pairs(3), [[0, 1], [0, 2], [1, 2]]);
    }

    /// No host is left out, none has many more than others, and neighbours and opposite ones are among them.
    #[test]
    fn many_units_have_equally_many_pairs() {
        for units in [33, 40, 64, 100, 512] {
            let pairs = pairs(units);
            assert!(pairs.len() <= MOST_PAIRS.max(LEAST_WAYS * units), "{units}");
            assert!(2 * pairs.len() >= MOST_PAIRS.min(LEAST_WAYS * units), "{units}");
            let of = |unit: usize| pairs.iter().filter(|pair| pair.contains(&unit)).count();
            let counts: BTreeSet<usize> = (0..units).map(of).collect();
            assert!(counts.len() == 1 && !counts.contains(&0), "{units}: {counts:?}");
            assert!(pairs.contains(&vec![0, 1]) && pairs.contains(&vec![0, units / 2]), "{units}");
        }
    }
}
