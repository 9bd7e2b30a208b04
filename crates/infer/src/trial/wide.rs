//! A wider family of random machines: equal switches, saturated groups, limits that only show while
//! other drives are idle, and drives that change during the measurement.

use super::{SplitMix64, TrialLimit, TrialMachine, TrialMachineKind};
use crate::{Inference, InferenceSettings, Observation, RunGuide, UndecidedQuestion, conclude};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachineFamily {
    /// One of [`TrialMachineKind`].
    Mixed,
    /// Equal groups of equal drives, an equal limit over each, at times a ceiling over all.
    Switches,
    /// A fast drive and a card of slow ones that fill the card's link, under one uplink.
    Saturated,
    /// Groups whose own limits bind only while the drives of other groups are idle.
    Resting,
    Free,
}

impl MachineFamily {
    pub const ALL: [(&'static str, Self); 5] = [
        ("mixed", Self::Mixed),
        ("switches", Self::Switches),
        ("saturated", Self::Saturated),
        ("resting", Self::Resting),
        ("free", Self::Free),
    ];

    /// Draws a machine of 2 to `most` drives; some families need at least 4.
    pub fn draw(self, most: usize, chance: &mut SplitMix64) -> TrialMachine {
        match self {
            Self::Mixed => {
                let kind =
                    TrialMachineKind::SHARING[chance.whole(0, TrialMachineKind::SHARING.len() - 1)];
                let drives = chance.whole(2, most);
                TrialMachine::draw_of(kind, drives, chance)
            }
            Self::Switches => switches(most, chance),
            Self::Saturated => saturated(most, chance),
            Self::Resting => resting(most, chance),
            Self::Free => {
                let drives = chance.whole(2, most);
                TrialMachine::draw_of(TrialMachineKind::Free, drives, chance)
            }
        }
    }
}

/// A machine of `speeds` in which drives share evenly, without limits.
fn plain(private: Vec<f64>) -> TrialMachine {
    let weights = vec![1.0; private.len()];
    TrialMachine { private, weights, limits: Vec::new(), by_port: false }
}

/// Renumbers drives at random, so that groups are not consecutive.
fn shuffled(mut machine: TrialMachine, chance: &mut SplitMix64) -> TrialMachine {
    let mut place: Vec<usize> = (0..machine.private.len()).collect();
    chance.shuffle(&mut place);
    let mut private = machine.private.clone();
    for (from, to) in place.iter().enumerate() {
        private[*to] = machine.private[from];
    }
    for limit in &mut machine.limits {
        limit.members.iter_mut().for_each(|drive| *drive = place[*drive]);
        limit.members.sort_unstable();
    }
    TrialMachine { private, ..machine }
}

fn switches(most: usize, chance: &mut SplitMix64) -> TrialMachine {
    let groups = chance.whole(2, (most / 2).clamp(2, 8));
    let size = chance.whole(2, (most / groups).max(2));
    let speed = chance.scaled(500.0, 14_000.0);
    let mut machine = plain(vec![speed; groups * size]);
    let capacity = speed * size as f64 * chance.between(0.3, 0.88);
    for group in 0..groups {
        let members = (group * size..(group + 1) * size).collect();
        machine.limits.push(TrialLimit { members, capacity });
    }
    if chance.part() < 0.3 {
        let capacity = capacity * groups as f64 * chance.between(0.5, 0.88);
        machine.limits.push(TrialLimit { members: (0..groups * size).collect(), capacity });
    }
    // Slots are as often numbered in order as not.
    if chance.part() < 0.5 { machine } else { shuffled(machine, chance) }
}

fn saturated(most: usize, chance: &mut SplitMix64) -> TrialMachine {
    let slow = chance.whole(2, (most / 4).clamp(2, 6));
    let fast = chance.whole(1, (most / 6).clamp(1, 3));
    let rest = chance.whole(0, most.saturating_sub(slow + fast).min(6));
    let speed = chance.between(2000.0, 7000.0);
    let card = chance.between(400.0, 900.0);
    let mut private = vec![speed; fast];
    private.extend(vec![chance.between(450.0, 560.0); slow]);
    private.extend((0..rest).map(|_| chance.scaled(500.0, 7000.0)).collect::<Vec<_>>());
    let mut machine = plain(private);
    machine.limits.push(TrialLimit { members: (fast..fast + slow).collect(), capacity: card });
    // The fast ones get 15 to 60 % less beside the card than they could.
    let capacity = card + speed * fast as f64 * chance.between(0.4, 0.85);
    machine.limits.push(TrialLimit { members: (0..fast + slow).collect(), capacity });
    shuffled(machine, chance)
}

fn resting(most: usize, chance: &mut SplitMix64) -> TrialMachine {
    let groups = chance.whole(2, (most / 3).clamp(2, 4));
    let size = chance.whole(2, (most / groups).max(2));
    let speed = chance.scaled(500.0, 7000.0);
    let mut machine = plain(vec![speed; groups * size]);
    let capacity = speed * size as f64 * chance.between(0.5, 0.85);
    for group in 0..groups {
        let members = (group * size..(group + 1) * size).collect();
        machine.limits.push(TrialLimit { members, capacity });
    }
    let over = capacity * groups as f64 * chance.between(0.55, 0.9);
    machine.limits.push(TrialLimit { members: (0..groups * size).collect(), capacity: over });
    shuffled(machine, chance)
}

/// How a drive changes during the measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drift {
    None,
    /// One drive drops to half of its rate from some run on.
    Half,
    /// One drive runs at half of its rate in three of ten runs.
    AtTimes,
    /// One drive loses a tenth, gradually.
    Creeping,
}

impl Drift {
    pub const ALL: [(&'static str, Self); 4] = [
        ("steady", Self::None),
        ("half from some run on", Self::Half),
        ("half in 3 of 10", Self::AtTimes),
        ("creeping 10 %", Self::Creeping),
    ];
}

#[derive(Clone, Debug)]
pub struct DriftingMachine {
    pub machine: TrialMachine,
    pub drift: Drift,
    pub drive: usize,
    /// The run from which it is slower, if any.
    pub from: usize,
    /// The standard deviation of a rate, as a part of it.
    pub noise: f64,
}

impl DriftingMachine {
    /// Draws which drive changes, and when.
    pub fn draw(machine: TrialMachine, drift: Drift, noise: f64, chance: &mut SplitMix64) -> Self {
        let drives = machine.private.len();
        let (drive, from) = (chance.whole(0, drives - 1), chance.whole(drives / 2, 2 * drives + 4));
        Self { machine, drift, drive, from, noise }
    }

    /// Run number `run`, of these drives.
    pub fn measure(&self, run: usize, members: &[usize], chance: &mut SplitMix64) -> Observation {
        let drives = self.machine.private.len();
        let factor = match self.drift {
            Drift::None => 1.0,
            Drift::Half if run >= self.from => 0.5,
            Drift::AtTimes if chance.part() < 0.3 => 0.5,
            Drift::Creeping => 1.0 - 0.1 * (run as f64 / (3 * drives + 8) as f64).min(1.0),
            Drift::Half | Drift::AtTimes => 1.0,
        };
        let mut now = self.machine.clone();
        now.private[self.drive] *= factor;
        now.measure(members, self.noise, chance)
    }
}

/// The score of an answer for one machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DriftScore {
    /// Each limit that must be found was found or is named as undecided; nothing else was found.
    pub exact: bool,
    /// The same without those named only as undecided.
    pub found: bool,
    /// The number of inferred sets that are no limits.
    pub false_sets: usize,
    /// The number of sets with a confidence of 0.99 or more, and how many of them are no limits.
    pub sure: [usize; 2],
    pub runs: usize,
}

/// Measures as [`RunGuide::next`] directs, in order of time.
pub fn follow(
    course: &DriftingMachine,
    settings: &InferenceSettings,
    chance: &mut SplitMix64,
) -> (Vec<Observation>, Inference) {
    let mut known = Vec::new();
    let mut guide = RunGuide::default();
    while let Some(members) = guide.next(&known, settings) {
        known.push(course.measure(known.len(), &members, chance));
        if known.len() > settings.runs_max {
            break;
        }
    }
    let inference = conclude(&known, settings);
    (known, inference)
}

/// Scores the conclusions after `runs` runs: limits that cost a member `least_cost` in some set
/// must be found.
pub fn verdict(
    machine: &TrialMachine,
    inference: &Inference,
    runs: usize,
    least_cost: f64,
) -> DriftScore {
    let is_limit = |members: &[usize]| machine.limits.iter().any(|it| it.members == members);
    let wrong = |at: &usize| !is_limit(&inference.shared[*at].members);
    let sure = (0..inference.shared.len()).filter(|at| inference.shared[*at].confidence >= 0.99);
    let must = (0..machine.limits.len()).filter(|at| machine.cost_anywhere(*at) >= least_cost);
    let is_told = |at: usize| {
        let members = &machine.limits[at].members;
        inference.shared.iter().any(|shared| shared.members == *members)
            || inference.undecided.iter().any(|open| names(open, members))
    };
    let mut false_sets = 0;
    for at in (0..inference.shared.len()).filter(wrong) {
        let members = &inference.shared[at].members;
        let is_open = |limit: &super::TrialLimit| {
            inference.undecided.iter().any(|open| is_between(open, members, &limit.members))
        };
        let is_open = machine.limits.iter().any(is_open);
        false_sets += usize::from(!is_open);
    }
    let is_found = |at: usize| {
        let members = &machine.limits[at].members;
        inference.shared.iter().any(|shared| shared.members == *members)
    };
    let none_false = false_sets == 0;
    let exact = none_false && must.clone().all(is_told);
    let found = none_false && must.clone().all(is_found);
    let sure_wrong = sure.clone().filter(wrong).count();
    DriftScore { exact, found, false_sets, sure: [sure.count(), sure_wrong], runs }
}

/// Whether the undecided question is whether just these drives share a limit.
fn names(open: &UndecidedQuestion, members: &[usize]) -> bool {
    match open {
        UndecidedQuestion::Limit { members: known, .. } => known == members,
        UndecidedQuestion::Membership { drive, limit, .. } => differ_by(*drive, limit, members),
        UndecidedQuestion::Alike { members: whole, parts, .. } => {
            whole == members || parts.iter().any(|(part, _)| part == members)
        }
        UndecidedQuestion::Hidden { limit, .. } => {
            members.iter().all(|drive| limit.contains(drive))
        }
        _ => false,
    }
}

/// Whether the undecided question is which of two sets it is.
fn is_between(open: &UndecidedQuestion, inferred: &[usize], truth: &[usize]) -> bool {
    match open {
        UndecidedQuestion::Membership { drive, limit, .. } => {
            limit == inferred && differ_by(*drive, inferred, truth)
        }
        _ => false,
    }
}

/// Whether the drive is the only difference between two sets.
fn differ_by(drive: usize, one: &[usize], other: &[usize]) -> bool {
    let without = |set: &[usize]| -> Vec<usize> {
        set.iter().copied().filter(|member| *member != drive).collect()
    };
    one != other && without(one) == without(other)
}
