//! What follows from the observations.

use crate::contradictions;
use crate::data::Data;
use crate::fit::spreads;
use crate::forward::{Filled, Model};
use crate::observed::{self, Run};
use crate::plan;
use crate::search::{Effort, Found, Rival, search};
use crate::set::{MOST, Set};
use crate::{Inference, Interval, Observation, Private, Settings, Shared, Undecided};

/// Limits that seem to cost a little less than what is asked for are given too: the cost is
/// estimated.
const COST_SLACK: f64 = 0.65;
/// Sets that are less sure are not given as found.
const CONFIDENCE_LEAST: f64 = 0.5;
/// Rivals further behind are as good as refuted: the odds are one to twenty.
const REFUTED: f64 = 6.0;

/// What follows from `known`. Any input will do; what cannot be used or told is said.
pub fn conclude(known: &[Observation], settings: &Settings) -> Inference {
    let (runs, mut contradictions) = observed::usable(known, settings.drives);
    let noise = observed::noise(settings);
    let drives = settings.drives;
    if drives > MOST {
        let undecided = vec![Undecided::TooManyDrives { most: MOST }];
        return Inference {
            contradictions,
            undecided,
            noise,
            runs: runs.len(),
            ..Inference::default()
        };
    }
    let data = Data::new(&runs, drives);
    let found = search(&data, noise, Effort::Thorough);
    contradictions.extend(contradictions::of(&runs, &data, found.noise.min(noise)));
    let mut inference = Inference {
        private: private(&data, &found),
        shared: Vec::new(),
        undecided: missing(&runs, drives),
        contradictions,
        noise: found.noise,
        runs: runs.len(),
    };
    share_out(&data, &found, settings, &mut inference);
    inference.undecided.extend(memberships(&data, &found, &inference.shared));
    inference
}

fn private(data: &Data, found: &Found) -> Vec<Private> {
    let (_, spreads) = spreads(data, &found.model, Set::first(data.drives), found.noise);
    let ran = (0..data.drives).filter(|d| data.entries.iter().any(|e| e.running.has(*d)));
    let one = |drive| {
        let rate = found.model.alone(drive);
        let spread = spreads[drive].min(spread_alone(data, drive, found.noise));
        Private { drive, capacity: interval(rate, spread) }
    };
    ran.map(one).collect()
}

/// How far off what a drive did alone is, as a part of it: its own limit may be hidden by another,
/// but not what it did.
fn spread_alone(data: &Data, drive: usize, noise: f64) -> f64 {
    let alone = data.entries.iter().find(|entry| entry.running == Set::one(drive));
    alone.map_or(f64::INFINITY, |entry| noise / entry.times.sqrt())
}

/// Runs that everything else rests on.
fn missing(runs: &[Run], drives: usize) -> Vec<Undecided> {
    let ran = |set: &[usize]| runs.iter().any(|run| run.members == set);
    let alone = (0..drives).filter(|drive| !ran(&[*drive]));
    let mut missing: Vec<Undecided> = alone.map(|drive| Undecided::NoAloneRun { drive }).collect();
    let all: Vec<usize> = (0..drives).collect();
    if drives > 1 && !ran(&all) {
        missing.push(Undecided::NoTogetherRun);
    }
    missing
}

/// Gives each limit that costs enough: as found, or as undecided where it is not sure.
fn share_out(data: &Data, found: &Found, settings: &Settings, inference: &mut Inference) {
    let model = &found.model;
    let (spreads, _) = spreads(data, model, Set::first(data.drives), found.noise);
    for (at, limit) in model.limits.iter().enumerate() {
        let cost = cost(model, at);
        if cost < settings.least_cost * COST_SLACK {
            continue;
        }
        let confidence = confidence(found, limit.members);
        let members = limit.members.to_vec();
        if confidence < CONFIDENCE_LEAST {
            let against = |rival: &&Rival| !has(&rival.model, limit.members);
            let run = plan::telling(data, found, &against).unwrap_or_else(|| members.clone());
            inference.undecided.push(Undecided::Limit { members, confidence, run });
            continue;
        }
        inference.shared.push(Shared {
            members,
            capacity: interval(limit.capacity, spreads[at]),
            confidence,
            cost,
            inside: None,
            shares: shares(model, limit.members, found.noise),
        });
    }
    let sets: Vec<Set> = inference.shared.iter().map(|shared| Set::of(&shared.members)).collect();
    for (at, shared) in inference.shared.iter_mut().enumerate() {
        // Smaller ones stand first.
        shared.inside = (at + 1..sets.len()).find(|other| sets[at].is_in(sets[*other]));
    }
}

fn has(model: &Model, members: Set) -> bool {
    model.limits.iter().any(|limit| limit.members == members)
}

fn confidence(found: &Found, members: Set) -> f64 {
    let mut counted: Vec<&Model> = Vec::new();
    let mut against = 0.0;
    for rival in found.rivals.iter().filter(|rival| !has(&rival.model, members)) {
        // The same explanation may have been come to by several ways.
        let is_same = |known: &&Model| {
            known.limits.len() == rival.model.limits.len()
                && known.limits.iter().all(|limit| has(&rival.model, limit.members))
        };
        if !counted.iter().any(is_same) {
            counted.push(&rival.model);
            against += libm::exp(-rival.worse_by / 2.0);
        }
    }
    1.0 / (1.0 + against)
}

fn interval(value: f64, spread: f64) -> Interval {
    let by = libm::exp(1.96 * spread.min(3.0));
    Interval { value, low: value / by, high: value * by }
}

/// Relative shares, 1 on average; empty where they are as good as equal.
fn shares(model: &Model, members: Set, noise: f64) -> Vec<f64> {
    let weights: Vec<f64> = members.iter().map(|drive| model.weights[drive]).collect();
    let mean = weights.iter().sum::<f64>() / weights.len() as f64;
    let most = weights.iter().copied().fold(0.0, f64::max);
    let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
    if most < least * (1.0 + 3.0 * noise) {
        return Vec::new();
    }
    weights.iter().map(|weight| weight / mean).collect()
}

/// The largest part of its rate that a member loses because of a limit when all run. What a drive
/// could do without any limit is not to be seen: it counts with what it does alone.
fn cost(model: &Model, at: usize) -> f64 {
    let mut without = model.clone();
    for drive in 0..model.private.len() {
        without.private[drive] = model.alone(drive);
    }
    without.limits.remove(at);
    let all = Set::first(model.private.len());
    let (mut here, mut there) = (Filled::default(), Filled::default());
    model.fill(all, &mut here);
    without.fill(all, &mut there);
    let loss = |drive: usize| 1.0 - model.rate(drive, &here) / model.rate(drive, &there);
    all.iter().map(loss).fold(0.0, f64::max)
}

/// Drives that may as well be under a limit that was found as not.
fn memberships(data: &Data, found: &Found, shared: &[Shared]) -> Vec<Undecided> {
    let mut open = Vec::new();
    for limit in shared {
        let own = Set::of(&limit.members);
        for rival in found.rivals.iter().filter(|rival| rival.worse_by < REFUTED) {
            let apart = |other: Set| own.less(other).or(other.less(own));
            let mut others = rival.model.limits.iter().map(|limit| apart(limit.members));
            let Some(one) = others.find(|set| set.len() == 1) else { continue };
            if has(&rival.model, own) {
                continue;
            }
            let drive = one.iter().next().unwrap_or_default();
            let this = |other: &&Rival| std::ptr::eq(*other, rival);
            let run = plan::telling(data, found, &this).unwrap_or_else(|| limit.members.clone());
            let membership = Undecided::Membership { drive, limit: limit.members.clone(), run };
            if !open.contains(&membership) {
                open.push(membership);
            }
        }
    }
    open
}
