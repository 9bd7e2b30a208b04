//! Which round is next.
//!
//! Each unit alone, all together, then the sets that reveal most about sharing, chosen by
//! `narrows-infer`. More units than it takes at once are inferred in two stages, inside each known
//! group and over whole groups; without groups only each alone and all together run, which is
//! reported.

use std::collections::BTreeMap;

use narrows_infer::{InferenceSettings, Observation, RunGuide};
use narrows_record::hosts::exchange::RoundOrder;
use narrows_record::hosts::{HostGroup, HostsDocument};

use crate::cluster::units::{HostUnits, InferenceStage};

/// Most units that are inferred on together: the search takes longer with more than their square.
pub const MOST_UNITS: usize = 64;

/// The most rounds of a full inference: 3n + 8 for n units.
pub fn most_rounds(units: usize) -> usize {
    InferenceSettings::of(units).runs_max
}

/// Chooses one round after the other.
#[derive(Clone, Debug, Default)]
pub struct HostsInquiry {
    /// The units that run together; other hosts are another inquiry.
    units: HostUnits,
    groups: Vec<HostGroup>,
    stages: Vec<StageInquiry>,
    /// So many rounds of the document are in the stages' observations.
    taken: usize,
}

#[derive(Clone, Debug)]
struct StageInquiry {
    stage: InferenceStage,
    guide: RunGuide,
    known: Vec<Observation>,
    /// Observations after which no further round was needed.
    done_with: Option<usize>,
}

impl HostsInquiry {
    /// The next round that reveals sharing; `None` if enough is known or no rounds are left. Rounds
    /// that are in the document are not repeated.
    pub fn next(&mut self, document: &HostsDocument) -> Option<RoundOrder> {
        // Takes the new rounds; all of them if the answering hosts have changed.
        let units = HostUnits::of(document);
        let is_same = units == self.units && document.groups == self.groups;
        if !is_same || document.rounds.len() < self.taken {
            let stages = stages(document, &units).into_iter();
            // Rounds that ran before are not repeated.
            let mut guides = std::mem::take(&mut self.stages).into_iter().map(|it| it.guide);
            let asking = |stage| {
                let guide = guides.next().unwrap_or_default();
                StageInquiry { stage, guide, known: Vec::new(), done_with: None }
            };
            self.stages = stages.map(asking).collect();
            (self.units, self.groups, self.taken) = (units, document.groups.clone(), 0);
        }
        for round in document.rounds.iter().skip(self.taken) {
            let ran = self.units.ran_in(round).filter(|_| round.experiment.is_none());
            let Some(ran) = ran else { continue };
            for asking in &mut self.stages {
                asking.known.extend(asking.stage.observation(&ran));
            }
        }
        self.taken = document.rounds.len();

        let usual = document.rounds.iter().filter(|round| round.experiment.is_none()).count();
        let of_all: usize = document.hosts.iter().map(|host| host.targets.len()).sum();
        if usual >= most_rounds(of_all) {
            return None;
        }
        if self.stages.is_empty() {
            // The rounds of more units than can be inferred on.
            let all: Vec<usize> = (0..self.units.len()).collect();
            let alone_and_all: Vec<Vec<usize>> = all
                .iter()
                .map(|at| vec![*at])
                .chain([all.clone()])
                .filter(|set| !set.is_empty())
                .collect();
            return next_of(document, &alone_and_all);
        }
        let set = self.stages.iter_mut().find_map(StageInquiry::next)?;
        Some(self.units.round(document, &set))
    }
}

impl StageInquiry {
    /// The units of its next round.
    fn next(&mut self) -> Option<Vec<usize>> {
        // The same observations would lead through the same search to the same answer.
        if self.done_with == Some(self.known.len()) {
            return None;
        }
        let set = self.guide.next(&self.known, &settings(&self.stage));
        if set.is_none() {
            self.done_with = Some(self.known.len());
        }
        Some(self.stage.units(&set?))
    }
}

/// The requested sets that have not run; one with a missing figure is repeated once.
pub fn next_of(document: &HostsDocument, sets: &[Vec<usize>]) -> Option<RoundOrder> {
    let units = HostUnits::of(document);
    // By who ran: how often, and whether once with all figures.
    let mut tries: BTreeMap<Vec<usize>, (usize, bool)> = BTreeMap::new();
    for ran in document.rounds.iter().filter_map(|round| units.ran_in(round)) {
        let is_whole = ran.iter().all(|(_, rate)| rate.is_some());
        let (count, good) = tries.entry(ran.into_iter().map(|(at, _)| at).collect()).or_default();
        *count += 1;
        *good |= is_whole;
    }
    let is_open = |set: &&Vec<usize>| match tries.get(*set) {
        Some((count, good)) => *count < 2 && !good,
        None => true,
    };
    sets.iter().find(is_open).map(|set| units.round(document, set))
}

/// Stages of joint inference.
pub(crate) fn stages(document: &HostsDocument, units: &HostUnits) -> Vec<InferenceStage> {
    let single = |of: &[usize]| -> Vec<Vec<usize>> { of.iter().map(|at| vec![*at]).collect() };
    let all: Vec<usize> = (0..units.len()).collect();
    let groups = groups(document, units);
    if units.len() <= MOST_UNITS {
        let mut likely = groups;
        likely.retain(|group| !is_roomy(document, units, group));
        // Their server is passed by all of them, and as likely as a known switch.
        let is_known = units.is_shared() && !likely.is_empty();
        likely.extend(is_known.then(|| all.clone()));
        return vec![InferenceStage {
            parts: single(&all),
            likely,
            most: most_rounds(units.len()),
        }];
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
            InferenceStage { parts: single(group), likely: inside.collect(), most }
        });
    let inner: Vec<InferenceStage> = inner.collect();
    let most = most_rounds(parted.len());
    // Whole groups first: limits shared by all matter most, and rounds that have all of one group
    // would count as theirs.
    let whole = InferenceStage { parts: parted, likely: Vec::new(), most };
    std::iter::once(whole).chain(inner).collect()
}

/// Whether a group's uplink is known to carry more than its units have alone: it limits no host.
fn is_roomy(document: &HostsDocument, units: &HostUnits, members: &[usize]) -> bool {
    let known = document.groups.iter().filter(|group| units.on(&group.hosts) == members);
    let uplink = known.filter_map(|group| group.uplink_mb_s).reduce(f64::min);
    let alone = |at: &usize| {
        let usual = document.rounds.iter().filter(|round| round.experiment.is_none());
        let rates = usual.filter_map(|round| match units.ran_in(round)?.as_slice() {
            [(one, Some(rate))] if one == at => Some(*rate),
            _ => None,
        });
        rates.reduce(f64::max)
    };
    let sum: Option<f64> = members.iter().map(alone).sum();
    uplink.zip(sum).is_some_and(|(uplink, sum)| uplink > sum)
}

pub(crate) fn settings(stage: &InferenceStage) -> InferenceSettings {
    let likely = stage.likely.clone();
    InferenceSettings { runs_max: stage.most, likely, ..InferenceSettings::of(stage.parts.len()) }
}

/// The known groups of units, two or more and not all of them, each once: those of the document, and the units of one
/// host, which share its resources.
pub fn groups(document: &HostsDocument, units: &HostUnits) -> Vec<Vec<usize>> {
    let mut of_hosts: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, unit) in units.all.iter().enumerate() {
        of_hosts.entry(unit.machine()).or_default().push(at);
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let named = document.groups.iter().map(|group| units.on(&group.hosts));
    for members in named.chain(of_hosts.into_values()) {
        let is_part = members.len() > 1 && members.len() < units.len();
        if is_part && !groups.contains(&members) {
            groups.push(members);
        }
    }
    groups
}

/// The largest disjoint groups that fit an inference; each unit in none of them is a group.
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
