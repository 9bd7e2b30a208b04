//! Units that run together: hosts × targets, as numbers for the inference.

use std::collections::{BTreeMap, BTreeSet};

use narrows_infer::Observation;
use narrows_record::hosts::exchange::{PartOrder, RoundOrder};
use narrows_record::hosts::{HostEntry, HostsDocument, HostsRound};
use narrows_record::word::TargetSet;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostUnit {
    pub rank: u32,
    pub host: String,
    /// Its own drive or the shared path.
    pub target: String,
}

impl HostUnit {
    /// The host itself, of which it may be one of several ranks.
    pub fn machine(&self) -> &str {
        machine(&self.host)
    }
}

/// A host's name without the rank that several ranks on one host have after it.
pub fn machine(host: &str) -> &str {
    host.rsplit_once('#').map_or(host, |(name, _)| name)
}

/// All units of a run whose hosts still answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostUnits {
    /// In the order of ranks.
    pub all: Vec<HostUnit>,
    is_shared: bool,
    by_name: BTreeMap<(String, String), usize>,
}

/// Sets of more units than this have a number instead of their names.
const MOST_NAMES: usize = 4;

impl HostUnits {
    pub fn of(document: &HostsDocument) -> Self {
        let here = document.hosts.iter().filter(|host| host.lost_in.is_none());
        let unit = |host: &HostEntry, target: &String| HostUnit {
            rank: host.rank,
            host: host.host.clone(),
            target: target.clone(),
        };
        let all: Vec<HostUnit> = here
            .flat_map(|host| host.targets.iter().map(move |target| unit(host, target)))
            .collect();
        let key = |unit: &HostUnit| (unit.host.clone(), unit.target.clone());
        let by_name = all.iter().enumerate().map(|(at, unit)| (key(unit), at)).collect();
        Self { all, is_shared: document.asked.target.is_some(), by_name }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// The name of a unit: its host's if all use one target.
    pub fn name(&self, at: usize) -> String {
        let unit = &self.all[at];
        if self.is_shared { unit.host.clone() } else { format!("{}:{}", unit.host, unit.target) }
    }

    /// The names of these units, in their order.
    pub fn names(&self, of: &[usize]) -> Vec<String> {
        of.iter().map(|at| self.name(*at)).collect()
    }

    pub fn on(&self, hosts: &[String]) -> Vec<usize> {
        let hosts: BTreeSet<&String> = hosts.iter().collect();
        (0..self.len()).filter(|at| hosts.contains(&self.all[*at].host)).collect()
    }

    /// The units that ran in a round; `None` if another one ran, too.
    pub fn ran_in(&self, round: &HostsRound) -> Option<Vec<(usize, Option<f64>)>> {
        let find = |host: &String, target: &String| {
            self.by_name.get(&(host.clone(), target.clone())).copied()
        };
        let figures = round.figures.iter().map(|figure| {
            let is_good = !figure.partial && figure.errors == 0 && figure.mb_s > 0.0;
            Some((find(&figure.host, &figure.target)?, is_good.then_some(figure.mb_s)))
        });
        let mut ran: Vec<(usize, Option<f64>)> = figures.collect::<Option<_>>()?;
        for name in &round.missing {
            let at = (0..self.len()).find(|at| self.name(*at) == *name)?;
            ran.push((at, None));
        }
        ran.sort_by_key(|(at, _)| *at);
        Some(ran)
    }

    /// A round of these under the run's workload.
    pub fn round(&self, document: &HostsDocument, members: &[usize]) -> RoundOrder {
        let request = &document.asked;
        let part = |at: &usize| PartOrder {
            rank: self.all[*at].rank,
            target: self.all[*at].target.clone(),
            workload: request.workload.clone(),
            same_file: false,
        };
        let same = |round: &&HostsRound| {
            let ran = self.ran_in(round).filter(|_| round.experiment.is_none());
            ran.is_some_and(|ran| ran.iter().map(|(at, _)| at).eq(members.iter()))
        };
        let before = document.rounds.iter().filter(same);
        let before = before.max_by_key(|round| round.repeat);
        RoundOrder {
            set: before.map_or_else(|| self.set(document, members), |round| round.set.clone()),
            repeat: before.map_or(1, |round| round.repeat + 1),
            parts: members.iter().map(part).collect(),
            time_s: request.time_s,
            ramp_s: request.ramp_s,
            watchers: document.servers_left().collect(),
        }
    }

    /// The name for a new set.
    fn set(&self, document: &HostsDocument, members: &[usize]) -> TargetSet {
        if members.len() == 1 {
            return TargetSet::Alone;
        }
        let is_taken = |name: &TargetSet| document.rounds.iter().any(|round| round.set == *name);
        // Once a host is lost, all that are left are another set than the `all` of earlier rounds.
        if members.len() == self.len() && !is_taken(&TargetSet::All) {
            return TargetSet::All;
        }
        if members.len() <= MOST_NAMES {
            return self.names(members).join("+").into();
        }
        let mut names = (1..).map(|number| TargetSet::from(format!("set-{number}")));
        names.find(|name| !is_taken(name)).unwrap_or_default()
    }
}

/// Units that are inferred on together: single ones, or groups that always run as one.
#[derive(Clone, Debug, PartialEq)]
pub struct InferenceStage {
    /// Each a set of units, ascending; no two have a unit in common.
    pub parts: Vec<Vec<usize>>,
    /// Sets of parts that probably share something.
    pub likely: Vec<Vec<usize>>,
    /// The most rounds that it takes, those alone included.
    pub most: usize,
}

impl InferenceStage {
    /// Observations from rounds, in their order. A round without a good figure of each of its units
    /// counts as unusable.
    pub fn observations(&self, document: &HostsDocument, units: &HostUnits) -> Vec<Observation> {
        let usual = document.rounds.iter().filter(|round| round.experiment.is_none());
        usual.filter_map(|round| self.observation(&units.ran_in(round)?)).collect()
    }

    /// The observation from one round, given the units in it; `None` if others ran, too.
    pub fn observation(&self, ran: &[(usize, Option<f64>)]) -> Option<Observation> {
        let rates: BTreeMap<usize, Option<f64>> = ran.iter().copied().collect();
        let mut observation = Observation::default();
        let mut covered = 0;
        for (number, part) in self.parts.iter().enumerate() {
            let there: Vec<&Option<f64>> = part.iter().filter_map(|at| rates.get(at)).collect();
            if there.is_empty() {
                continue;
            }
            if there.len() < part.len() {
                return None;
            }
            covered += there.len();
            let sum: Option<f64> = there.into_iter().copied().sum();
            observation.members.push(number);
            // A rate of nothing is no rate: the round counts as tried.
            observation.rates.push(sum.unwrap_or(0.0));
        }
        (covered == ran.len() && covered > 0).then_some(observation)
    }

    /// The units of a set of parts, ascending.
    pub fn units(&self, parts: &[usize]) -> Vec<usize> {
        let mut units: Vec<usize> =
            parts.iter().filter_map(|at| self.parts.get(*at)).flatten().copied().collect();
        units.sort_unstable();
        units
    }
}
