//! Which sets of hosts run: chosen on the command line, or by the inference.

use clap::ValueEnum;
use narrows_cluster::Units;
use narrows_cluster::inquiry::groups;
use narrows_record::hosts::{Asked, Hosts};

use crate::args::hosts::SetName;

/// Pairs of more hosts than this take hours.
pub const MOST_PAIRS: usize = 32;

/// What is measured beside each alone and all together.
#[derive(Clone, Debug, PartialEq)]
pub enum Course {
    /// These sets.
    Sets(Vec<SetName>),
    /// Until it is known who shares what, with experiments, which may write where `both_ways` says so.
    Explain { experiments: bool, both_ways: bool },
}

impl Course {
    /// That of a kept run, as it was asked for. A run of an earlier version does not say its sets.
    pub fn of(asked: &Asked) -> Self {
        if asked.explain {
            return Self::Explain {
                experiments: !asked.no_experiments,
                both_ways: asked.both_ways,
            };
        }
        let named = asked.sets.iter().filter_map(|name| SetName::from_str(name, false).ok());
        let mut sets: Vec<SetName> = named.collect();
        if sets.is_empty() {
            sets = vec![SetName::Alone, SetName::All];
        }
        Self::Sets(sets)
    }

    /// The names of its sets; none where the inference chooses.
    pub fn sets(&self) -> Vec<String> {
        let Self::Sets(names) = self else { return Vec::new() };
        let values = names.iter().filter_map(ValueEnum::to_possible_value);
        values.map(|value| value.get_name().to_owned()).collect()
    }

    /// Every two hosts run together.
    pub fn has_pairs(&self) -> bool {
        matches!(self, Self::Sets(names) if names.contains(&SetName::Pairs))
    }
}

/// The sets of units, by their names.
pub fn sets(document: &Hosts, names: &[SetName]) -> Vec<Vec<usize>> {
    let units = Units::of(document);
    let all: Vec<usize> = (0..units.len()).collect();
    let of = |name: &SetName| -> Vec<Vec<usize>> {
        match name {
            SetName::Alone => all.iter().map(|at| vec![*at]).collect(),
            SetName::All => vec![all.clone()],
            SetName::Groups => groups(document, &units),
            SetName::Pairs => pairs(all.get(..MOST_PAIRS).unwrap_or(&all)),
        }
    };
    names.iter().flat_map(of).filter(|set| !set.is_empty()).collect()
}

fn pairs(of: &[usize]) -> Vec<Vec<usize>> {
    let with = |one: &usize| {
        let one = *one;
        of.iter().filter(move |other| **other > one).map(move |other| vec![one, *other])
    };
    of.iter().flat_map(with).collect()
}
