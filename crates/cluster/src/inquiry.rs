//! Which round is next.
//!
//! Each unit alone, all together, then sets that tell most on who shares what: `narrows-infer` says
//! which. More units than it takes at once are inferred on in two stages, inside each known group and
//! over whole groups; without groups only each alone and all together are asked, and that is said.

use narrows_infer::{Guide, Settings};
use narrows_record::hosts::Hosts;
use narrows_record::hosts::exchange::RoundOrder;

use crate::units::{Stage, Units};

/// Most units that are inferred on together: the search takes longer with more than their square.
pub const MOST_UNITS: usize = 64;

/// The most rounds of a full inference: 3n + 8 for n units.
pub fn most_rounds(units: usize) -> usize {
    Settings::of(units).runs_max
}

/// Chooses one round after the other.
#[derive(Clone, Debug, Default)]
pub struct Inquiry {
    guides: Vec<Guide>,
}

impl Inquiry {
    /// The next round that tells who shares what; none where enough is known or no rounds are left.
    /// Rounds that are in the document are not repeated.
    pub fn next(&mut self, document: &Hosts) -> Option<RoundOrder> {
        let units = Units::of(document);
        let usual = document.rounds.iter().filter(|round| round.experiment.is_none()).count();
        let of_all: usize = document.hosts.iter().map(|host| host.targets.len()).sum();
        if usual >= most_rounds(of_all) {
            return None;
        }
        let stages = stages(document, &units);
        self.guides.resize_with(stages.len(), Guide::default);
        let nexts = stages.iter().zip(&mut self.guides).filter_map(|(stage, guide)| {
            let known = stage.observations(document, &units);
            let set = guide.next(&known, &settings(stage))?;
            Some(units.round(document, &stage.units(&set)))
        });
        let mut nexts = nexts;
        nexts.next()
    }
}

/// Each set that was asked for and has not run, of those in the order of the list. A set of which a
/// figure is missing is repeated once.
pub fn next_of(document: &Hosts, sets: &[Vec<usize>]) -> Option<RoundOrder> {
    let units = Units::of(document);
    let is_open = |set: &&Vec<usize>| {
        let ran = document.rounds.iter().filter_map(|round| units.ran_in(round));
        let same = ran.filter(|ran| ran.iter().map(|(at, _)| at).eq(set.iter()));
        let tries: Vec<bool> = same.map(|ran| ran.iter().all(|(_, rate)| rate.is_some())).collect();
        tries.len() < 2 && !tries.contains(&true)
    };
    sets.iter().find(is_open).map(|set| units.round(document, set))
}

/// What is inferred on together.
pub(crate) fn stages(document: &Hosts, units: &Units) -> Vec<Stage> {
    let single = |of: &[usize]| -> Vec<Vec<usize>> { of.iter().map(|at| vec![*at]).collect() };
    let all: Vec<usize> = (0..units.len()).collect();
    let groups = groups(document, units);
    if units.len() <= MOST_UNITS {
        let stage = Stage { parts: single(&all), likely: groups, most: most_rounds(units.len()) };
        return vec![stage];
    }
    let parted = partition(&groups, units.len());
    if parted.len() < 2 || parted.len() > MOST_UNITS {
        return Vec::new();
    }
    let inner =
        parted.iter().filter(|group| (2..=MOST_UNITS).contains(&group.len())).map(|group| {
            let inside = groups.iter().filter(|it| it.len() < group.len());
            let inside = inside.filter_map(|it| {
                it.iter().map(|at| group.iter().position(|known| known == at)).collect()
            });
            // The rounds over whole groups take 3g + 8 of the 3n + 8.
            let most = (3 * group.len()).saturating_sub(3).max(group.len() + 1);
            Stage { parts: single(group), likely: inside.collect(), most }
        });
    let mut stages: Vec<Stage> = inner.collect();
    let most = most_rounds(parted.len());
    stages.push(Stage { parts: parted, likely: Vec::new(), most });
    stages
}

/// What is asked of the inference.
pub(crate) fn settings(stage: &Stage) -> Settings {
    let likely = stage.likely.clone();
    Settings { runs_max: stage.most, likely, ..Settings::of(stage.parts.len()) }
}

/// The known groups of units, two or more and not all of them, each once.
pub fn groups(document: &Hosts, units: &Units) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for group in &document.groups {
        let members = units.on(&group.hosts);
        let is_part = members.len() > 1 && members.len() < units.len();
        if is_part && !groups.contains(&members) {
            groups.push(members);
        }
    }
    groups
}

/// The largest groups that fit an inference and have no unit in common; units in none of them are a
/// group each.
fn partition(groups: &[Vec<usize>], units: usize) -> Vec<Vec<usize>> {
    let mut by_size: Vec<&Vec<usize>> = groups.iter().filter(|it| it.len() <= MOST_UNITS).collect();
    by_size.sort_by_key(|group| std::cmp::Reverse(group.len()));
    let mut taken = vec![false; units];
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for group in by_size {
        if group.iter().all(|at| !taken[*at]) {
            group.iter().for_each(|at| taken[*at] = true);
            parts.push(group.clone());
        }
    }
    parts.extend((0..units).filter(|at| !taken[*at]).map(|at| vec![at]));
    parts.sort();
    parts
}
