//! Which run to measure next.
//!
//! First each drive alone and all together. Then parts of the drives are left out, from halves to
//! single ones, so that each pair is separated at times. The rest is spent on runs in which the
//! best explanation and its rivals differ most, and at last on runs that confirm an inferred limit: its
//! members alone, all others, and as many drives as just do not fill it. Sets that are likely
//! beforehand run right after all together, as far as they are in doubt.

use crate::chance::SplitMix64;
use crate::data::ObservedRuns;
use crate::forward::{LimitModel, PRIVATE, RunSolution};
use crate::search::{
    BestExplanation, InferenceEffort, QUICKLY_SEARCHED, RivalModel, pressed, search, search_from,
};
use crate::set::{DriveSet, MOST};
use crate::{InferenceSettings, Observation, observed};

/// The members of the most informative run; `None` if enough is known or no runs are left.
pub fn next(known: &[Observation], settings: &InferenceSettings) -> Option<Vec<usize>> {
    RunGuide::default().next(known, settings)
}

/// Chooses one run after the other. On machines of many drives, the last explanation is searched
/// again only after a surprising run.
#[derive(Clone, Debug, Default)]
pub struct RunGuide {
    last: Option<LastExplanation>,
}

#[derive(Clone, Debug)]
struct LastExplanation {
    known: Vec<Observation>,
    settings: InferenceSettings,
    best: BestExplanation,
}

impl RunGuide {
    /// As [`next`]; `known` are the runs so far: those of the last call and any measured since.
    pub fn next(
        &mut self,
        known: &[Observation],
        settings: &InferenceSettings,
    ) -> Option<Vec<usize>> {
        let data = match first_runs(known, settings) {
            FirstRuns::Run(set) => return set,
            FirstRuns::Made(data) => data,
        };
        let noise = observed::noise(settings);
        let mut start = None;
        // The last explanation can be updated only if exactly one run has come since.
        if let Some(last) = self.last.take().filter(|last| {
            let before = known.split_last().map(|(_, before)| before);
            before == Some(&last.known) && last.settings == *settings
        }) {
            start = Some(last.best.model.clone());
            let entry = data.entries.iter().find(|entry| entry.at == last.known.len());
            let after = entry.and_then(|entry| last.best.after(entry));
            let telling =
                after.as_ref().and_then(|best| next_of(&data, best, settings, known.len()));
            if let Some((best, set)) = after.zip(telling) {
                self.remember(known, settings, best);
                return Some(set.to_vec());
            }
        }
        let best = search_from(&data, noise, InferenceEffort::Quick, start.as_ref());
        // With many drives, the explanation has been confirmed, and is searched once more for the
        // answer.
        let is_small = settings.drives <= QUICKLY_SEARCHED;
        let telling = next_of(&data, &best, settings, known.len()).or_else(|| {
            let thorough = is_small.then(|| search(&data, noise, InferenceEffort::Thorough))?;
            let telling = || {
                let telling = apart_most(&data, known.len(), &thorough);
                telling.or_else(|| confirm(&data, &thorough.model))
            };
            (thorough.model != best.model).then(telling)?
        });
        self.remember(known, settings, best);
        telling.map(DriveSet::to_vec)
    }

    fn remember(
        &mut self,
        known: &[Observation],
        settings: &InferenceSettings,
        best: BestExplanation,
    ) {
        self.last = (settings.drives > QUICKLY_SEARCHED).then(|| LastExplanation {
            known: known.to_vec(),
            settings: settings.clone(),
            best,
        });
    }
}

/// The runs that are always made.
enum FirstRuns {
    /// The next of them; `None` if there is nothing to run.
    Run(Option<Vec<usize>>),
    Made(ObservedRuns),
}

fn first_runs(known: &[Observation], settings: &InferenceSettings) -> FirstRuns {
    if known.len() >= settings.runs_max || !(1..=MOST).contains(&settings.drives) {
        return FirstRuns::Run(None);
    }
    let (runs, _) = observed::usable(known, settings.drives);
    let data = ObservedRuns::new(&runs, settings);
    let all = DriveSet::first(settings.drives);
    // An unusable run is repeated once, not forever.
    let missing = |set: &DriveSet| {
        let ran = data.entries.iter().any(|entry| entry.running == *set);
        let tries = known.iter().filter(|it| same(&it.members, *set)).count();
        !ran && tries < 2
    };
    // Each drive alone, then all together.
    let first = (0..settings.drives).map(DriveSet::one).chain([all]).find(missing);
    if settings.drives < 2 || first.is_some() {
        return FirstRuns::Run(first.map(DriveSet::to_vec));
    }
    let doubtful = data.likely.iter().copied().find(|set| missing(set) && is_doubtful(&data, *set));
    if let Some(set) = doubtful {
        return FirstRuns::Run(Some(set.to_vec()));
    }
    // The run of all is made anyway, and counts whether or not that set is likely.
    let likely: Vec<DriveSet> = data.likely.iter().copied().filter(|set| *set != all).collect();
    let is_likely = |it: &&Observation| likely.iter().any(|set| same(&it.members, *set));
    let of_many = known.iter().filter(|it| it.members.len() > 1 && !is_likely(it)).count();
    match explore(&data, of_many.saturating_sub(1)) {
        Some(set) => FirstRuns::Run(Some(set.to_vec())),
        None => FirstRuns::Made(data),
    }
}

/// The part of their rates that drives of a set must keep when all run for nothing to be searched.
const CARRIED: f64 = 0.96;

/// Whether the run of all drives leaves it open that these have a limit of their own: they were
/// slower in it than each of them alone.
fn is_doubtful(data: &ObservedRuns, set: DriveSet) -> bool {
    let all = DriveSet::first(data.drives);
    let alone: f64 = set.iter().filter_map(|drive| data.alone(drive)).map(|(rate, _)| rate).sum();
    let together = data.entries.iter().filter(|entry| entry.running == all);
    let most = together.map(|entry| set.iter().map(|drive| entry.rates[drive]).sum::<f64>());
    set != all && most.fold(0.0, f64::max) < CARRIED * alone
}

fn same(members: &[usize], set: DriveSet) -> bool {
    members.len() == set.len() && members.iter().all(|drive| *drive < MOST && set.has(*drive))
}

/// The sets that follow the run of all drives, by number; none after the last.
fn explore(data: &ObservedRuns, number: usize) -> Option<DriveSet> {
    let drives = data.drives;
    let mut number = number;
    // The number of parts in each round; each part is left out once.
    let rounds = match drives {
        0..=2 => vec![1, 1, 1],
        3 => vec![3, 1, 3],
        4..=5 => vec![2, drives, 2, 1],
        _ => vec![2, 4, 1, drives, 1],
    };
    for (round, parts) in rounds.into_iter().enumerate() {
        if number < parts {
            // A single part is all drives again.
            let out =
                if parts == 1 { DriveSet::default() } else { part(drives, round, number, parts) };
            return Some(DriveSet::first(drives).less(out));
        }
        number -= parts;
    }
    None
}

/// One of `parts` parts of the drives, in another order each round.
fn part(drives: usize, round: usize, number: usize, parts: usize) -> DriveSet {
    // Seeded by the round alone, so that every call finds the same parts.
    let seed = round as u64;
    let mut chance = SplitMix64::new(seed);
    let mut order: Vec<usize> = (0..drives).collect();
    chance.shuffle(&mut order);
    let from = number * drives / parts;
    let to = (number + 1) * drives / parts;
    DriveSet::of(&order[from..to])
}

/// Rivals further behind are not considered: with more limits than the best explanation (noise
/// suggests some), and with as many or fewer.
const OUT_OF_RACE: [f64; 2] = [21.0, 36.0];

/// First a drive that may only seem to share; then the run that separates the explanations best; at
/// last one that confirms the best.
fn next_of(
    data: &ObservedRuns,
    best: &BestExplanation,
    settings: &InferenceSettings,
    runs: usize,
) -> Option<DriveSet> {
    // The only drive that a limit slows, alone once more: if it is slow alone, too, it shares
    // nothing.
    let lone = (0..best.model.limits.len()).filter_map(|at| lone_once(data, best, at));
    let again = lone.map(DriveSet::one).next();
    let telling = again.or_else(|| apart_most(data, runs, best));
    let telling = telling.or_else(|| confirm(data, &best.model));
    telling.or_else(|| loses_perhaps(data, best, settings.least_cost).map(DriveSet::one))
}

/// A loss of this part of `least_cost` is measured again,
const WORTH_A_LOOK: f64 = 0.6;
/// if it is this many standard deviations.
const HARDLY_CHANCE: f64 = 1.5;
/// Runs after which a drive's rate alone is known well enough.
const ALONE_MOST: f64 = 4.0;

/// The drive that seems to lose most in company under no limit: where figures scatter, its rate
/// alone was measured too rarely to decide.
fn loses_perhaps(data: &ObservedRuns, best: &BestExplanation, least_cost: f64) -> Option<usize> {
    let mut filled = RunSolution::default();
    let mut sums = vec![(0.0, 0.0); data.drives];
    for entry in data.entries.iter().filter(|entry| entry.running.len() > 1) {
        best.model.fill_run(entry.running, entry.at, &mut filled);
        for drive in entry.running.iter().filter(|drive| filled.stopped_by[*drive] == PRIVATE) {
            sums[drive] = (sums[drive].0 + entry.rates[drive], sums[drive].1 + 1.0);
        }
    }
    let lost = |drive: usize| {
        let (alone, alone_times) = data.alone(drive)?;
        let (sum, times) = sums[drive];
        let lost = 1.0 - sum / times / alone;
        let spread = best.noise * (1.0 / alone_times + 1.0 / times).sqrt();
        let is_open = lost > (WORTH_A_LOOK * least_cost).max(HARDLY_CHANCE * spread);
        (times > 0.0 && alone_times < ALONE_MOST && is_open).then_some((lost, drive))
    };
    let losing = (0..data.drives).filter_map(lost);
    losing.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, drive)| drive)
}

/// The only drive that a limit slows, if it was not measured alone since.
pub(crate) fn lone_once(data: &ObservedRuns, best: &BestExplanation, at: usize) -> Option<usize> {
    let pressed = pressed(data, &best.model, at, best.noise);
    let drive = pressed.iter().next().filter(|_| pressed.len() == 1)?;
    let is_alone = |entry: &&crate::data::SetRates| entry.running == DriveSet::one(drive);
    let members = best.model.limits[at].members;
    let last_alone = data.entries.iter().filter(is_alone).map(|entry| entry.at).max();
    let beside = data.entries.iter().filter(|it| it.running.has(drive) && !is_alone(it));
    let first = beside.filter(|it| it.running.and(members).len() > 1).map(|it| it.at).min();
    (last_alone < first).then_some(drive)
}

/// Most limits whose members are run by themselves once more; beyond that, most runs would be such.
const CONFIRMED: usize = 8;

/// A run not made before that would show something unexpected: just the members of a limit, all
/// drives but these, those under no limit, or as many as do not fill a limit.
fn confirm(data: &ObservedRuns, model: &LimitModel) -> Option<DriveSet> {
    let all = DriveSet::first(data.drives);
    let limits: Vec<DriveSet> = model.limits.iter().map(|limit| limit.members).collect();
    let free = limits.iter().fold(all, |free, set| free.less(*set));
    let mut sets = vec![free];
    if limits.len() <= CONFIRMED {
        sets.extend(&limits);
        sets.extend(limits.iter().map(|set| all.less(*set)));
    }
    let is_new = |set: &DriveSet| set.len() > 1 && data.entries.iter().all(|it| it.running != *set);
    sets.into_iter().find(is_new).or_else(|| beside_the_edge(data, model))
}

/// As many drives of a limit as just do not fill it: this shows limits inside it that the run of
/// all drives never reaches. Half as many such runs are made as there are drives.
fn beside_the_edge(data: &ObservedRuns, model: &LimitModel) -> Option<DriveSet> {
    for limit in model.limits.iter().rev() {
        let wanted: f64 = limit.members.iter().map(|drive| model.alone(drive)).sum();
        let below = |entry: &&crate::data::SetRates| {
            let own = entry.running.and(limit.members);
            let moves: f64 = own.iter().map(|drive| model.alone(drive)).sum();
            own.len() > 1 && moves <= limit.capacity && moves > 0.6 * limit.capacity
        };
        let made = data.entries.iter().filter(below).count();
        if limit.members.len() < 4 || limit.capacity > 0.95 * wanted {
            continue;
        }
        if made < limit.members.len() / 2 {
            return Some(fewest_beside(data, model, limit.members, limit.capacity, made as u64));
        }
    }
    None
}

/// Drives of a limit whose sum is below its capacity: a first one, then always the one that ran
/// with these least often while they did not fill the limit.
pub(crate) fn fewest_beside(
    data: &ObservedRuns,
    model: &LimitModel,
    of: DriveSet,
    capacity: f64,
    seed: u64,
) -> DriveSet {
    let mut chance = SplitMix64::new(seed);
    let mut order = of.to_vec();
    chance.shuffle(&mut order);
    let moves = |set: DriveSet| -> f64 { set.iter().map(|drive| model.alone(drive)).sum::<f64>() };
    let small: Vec<DriveSet> = data
        .entries
        .iter()
        .map(|entry| entry.running.and(of))
        .filter(|set| set.len() > 1 && moves(*set) <= capacity)
        .collect();
    let mut set = DriveSet::default();
    while !order.is_empty() {
        let beside = |drive: usize| -> usize {
            let with = small.iter().filter(|known| known.has(drive));
            with.map(|known| known.and(set).len()).sum()
        };
        let least = (0..order.len()).min_by_key(|at| beside(order[*at])).unwrap_or_default();
        let drive = order.swap_remove(least);
        if moves(set.or(DriveSet::one(drive))) <= 0.98 * capacity {
            set = set.or(DriveSet::one(drive));
        }
    }
    set
}

/// The set for which the best explanation and its rivals differ most.
fn apart_most(data: &ObservedRuns, runs: usize, best: &BestExplanation) -> Option<DriveSet> {
    let rivals = best.rivals.iter().filter(|rival| {
        let has_more = rival.model.limits.len() > best.model.limits.len();
        rival.worse_by < OUT_OF_RACE[usize::from(!has_more)]
    });
    best_for(data, best, &rivals.collect::<Vec<_>>(), runs as u64)
}

/// The run that best separates the best explanation from the given rivals.
pub(crate) fn telling(
    data: &ObservedRuns,
    best: &BestExplanation,
    is_compared: &dyn Fn(&&RivalModel) -> bool,
) -> Option<Vec<usize>> {
    let rivals: Vec<&RivalModel> = best.rivals.iter().filter(is_compared).collect();
    best_for(data, best, &rivals, 0).map(DriveSet::to_vec)
}

/// Least worth of a run; less shows next to nothing.
const WORTH_LEAST: f64 = 0.5;

fn best_for(
    data: &ObservedRuns,
    best: &BestExplanation,
    rivals: &[&RivalModel],
    seed: u64,
) -> Option<DriveSet> {
    if rivals.is_empty() {
        return None;
    }
    let worth = |set: DriveSet| -> f64 {
        let each = rivals.iter().map(|rival| {
            let apart = apart(&best.model, &rival.model, set, best.noise);
            // A run that separates two explanations by four standard deviations (16 as a square)
            // separates them well enough.
            libm::exp(-rival.worse_by / 8.0) * apart.min(16.0)
        });
        each.sum()
    };
    let mut most = (WORTH_LEAST, None);
    for set in pool(data, best, rivals, seed) {
        let worth = worth(set);
        if worth > most.0 {
            most = (worth, Some(set));
        }
    }
    most.1
}

/// Candidates for the next run.
fn pool(
    data: &ObservedRuns,
    best: &BestExplanation,
    rivals: &[&RivalModel],
    seed: u64,
) -> Vec<DriveSet> {
    let model = &best.model;
    let all = DriveSet::first(data.drives);
    let mut sets = vec![all];
    for drive in 0..data.drives {
        sets.push(all.less(DriveSet::one(drive)));
    }
    let mut chance = SplitMix64::new(seed);
    let mut bases: Vec<DriveSet> = model.limits.iter().map(|limit| limit.members).collect();
    bases.push(all);
    // For each limit and for all drives: the set, the others, and both with random parts left out.
    for base in bases {
        sets.push(base);
        sets.push(all.less(base));
        for part in [0.1, 0.2, 0.3, 0.5, 0.5, 0.7] {
            let out: DriveSet = base.iter().filter(|_| chance.part() < part).collect();
            sets.push(base.less(out));
            sets.push(all.less(out));
        }
    }
    // Where several drives are in doubt, leaving out half of them tests all at once.
    let doubtful: DriveSet = rivals.iter().map(|rival| moved(model, &rival.model)).collect();
    for _ in 0..8 {
        let out: DriveSet = doubtful.iter().filter(|_| chance.part() < 0.5).collect();
        sets.push(all.less(out));
        sets.extend(model.limits.iter().map(|limit| limit.members.less(out)));
    }
    sets.extend((0..data.drives).map(DriveSet::one));
    sets.retain(|set| !set.is_empty());
    sets
}

/// The drives that two explanations place differently, where these are few.
fn moved(one: &LimitModel, other: &LimitModel) -> DriveSet {
    let differ = other.limits.iter().filter_map(|limit| {
        let apart = |own: DriveSet| limit.members.less(own).or(own.less(limit.members));
        let nearest = one.limits.iter().map(|own| apart(own.members)).min_by_key(|set| set.len());
        nearest.filter(|set| set.len() <= 2)
    });
    differ.collect()
}

/// The squared distance of two explanations' predictions for a set, in standard deviations.
fn apart(one: &LimitModel, other: &LimitModel, set: DriveSet, noise: f64) -> f64 {
    // In the next run: a state that lasts slows its drive there, too.
    let (here, there) = (one.filled_next(set), other.filled_next(set));
    let each = set.iter().map(|drive| {
        let (one, other) = (one.rate(drive, &here), other.rate(drive, &there));
        (one - other) * (one - other) / (one * other)
    });
    each.sum::<f64>() / (noise * noise)
}
