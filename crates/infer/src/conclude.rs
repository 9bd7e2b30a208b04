//! From observations to conclusions.

use narrows_model::Arbitration;

use crate::contradictions;
use crate::data::{ObservedRuns, SetRates};
use crate::fit::spreads;
use crate::forward::{LimitModel, MemberLimit, SlowState};
use crate::observed::{self, UsableRun};
use crate::plan;
use crate::search::{BestExplanation, InferenceEffort, RivalModel, search};
use crate::set::{DriveSet, MOST};
use crate::{
    Inference, InferenceSettings, Observation, PrivateCapacity, RateContradiction, RateInterval,
    SharedBottleneck, UndecidedQuestion,
};

/// Limits are reported down to this part of the cost requested: the cost is an estimate.
const COST_SLACK: f64 = 0.65;
/// Least confidence of a set that is reported.
const CONFIDENCE_LEAST: f64 = 0.5;
/// Most confidence if the inferred limits do not explain the measurements.
const CONFIDENCE_MISFIT: f64 = 0.4;
/// Most confidence where a limit slows one drive only and that drive was not measured alone since.
const CONFIDENCE_ONCE: f64 = 0.9;
/// Most confidence of sets that cost nothing when all run: few runs are evidence for them, and the
/// run of just their members is required.
const CONFIDENCE_LEAST_APART: f64 = 0.95;
/// Drives that together do this part of the sum of their individual rates, or more, are hardly
/// limited: then it is uncertain which drives share the limit, not whether there is one.
const HARDLY_PRESSED: f64 = 0.95;
/// Errors this many times larger than the scatter of repeated runs mean that the inferred limits do
/// not explain the measurements.
const MISFIT: f64 = 1.6;
/// Rivals further behind are refuted: the odds are one to twenty.
const REFUTED: f64 = 6.0;
/// The least loss that counts, in standard deviations: the largest of many runs is tested.
const LOST: f64 = 4.0;

/// The conclusions from `known`. Any input is valid; unusable runs and open questions are reported.
pub fn conclude(known: &[Observation], settings: &InferenceSettings) -> Inference {
    let (runs, mut contradictions) = observed::usable(known, settings.drives);
    let noise = observed::noise(settings);
    let drives = settings.drives;
    // A set of drives has no room for more.
    if drives > MOST {
        let undecided = vec![UndecidedQuestion::TooManyDrives { most: MOST }];
        return Inference {
            contradictions,
            undecided,
            noise,
            runs: runs.len(),
            ..Inference::default()
        };
    }
    let data = ObservedRuns::new(&runs, settings);
    let best = search(&data, noise, InferenceEffort::Thorough);
    contradictions.extend(contradictions::of(&runs, &data, best.noise.min(noise)));
    let mut inference = Inference {
        private: private(&data, &best),
        shared: Vec::new(),
        undecided: missing(&runs, drives),
        contradictions,
        noise: best.noise,
        runs: runs.len(),
    };
    share_out(&data, &best, settings, &mut inference);
    inference.undecided.extend(memberships(&data, &best, &inference.shared));
    inference.contradictions.extend(best.model.states.iter().map(slower));
    inference.undecided.extend(hidden(&data, &best, &inference.shared));
    let losing = losing(&data, &best, settings, &inference);
    inference.undecided.extend(losing);
    inference
}

fn private(data: &ObservedRuns, best: &BestExplanation) -> Vec<PrivateCapacity> {
    let (_, spreads) = spreads(data, &best.model, DriveSet::first(data.drives), best.noise);
    let ran = (0..data.drives).filter(|d| data.entries.iter().any(|e| e.running.has(*d)));
    let one = |drive| {
        let rate = best.model.alone(drive);
        // No less certain than the mean of its runs alone.
        let spread = spreads[drive]
            .min(data.alone(drive).map_or(f64::INFINITY, |(_, times)| best.noise / times.sqrt()));
        let mut capacity = interval(rate, spread);
        // A measured rate is possible, whatever the model predicts.
        if let Some((alone, _)) = data.alone(drive) {
            capacity.low = capacity.low.min(alone);
            capacity.high = capacity.high.max(alone);
        }
        PrivateCapacity { drive, capacity }
    };
    ran.map(one).collect()
}

/// The runs that are missing although all conclusions depend on them.
fn missing(runs: &[UsableRun], drives: usize) -> Vec<UndecidedQuestion> {
    let ran = |set: &[usize]| runs.iter().any(|run| run.members == set);
    let alone = (0..drives).filter(|drive| !ran(&[*drive]));
    let mut missing: Vec<UndecidedQuestion> =
        alone.map(|drive| UndecidedQuestion::NoAloneRun { drive }).collect();
    let all: Vec<usize> = (0..drives).collect();
    if drives > 1 && !ran(&all) {
        missing.push(UndecidedQuestion::NoTogetherRun);
    }
    missing
}

/// Reports each limit that costs enough: as shared, or as undecided if it is not certain.
fn share_out(
    data: &ObservedRuns,
    best: &BestExplanation,
    settings: &InferenceSettings,
    inference: &mut Inference,
) {
    let model = &best.model;
    let (spreads, _) = spreads(data, model, DriveSet::first(data.drives), best.noise);
    let scatter = data.scatter().map(|scatter| scatter.max(observed::noise(settings)));
    // Without repeated runs nothing shows how well the limits should fit.
    let fits = scatter.is_none_or(|scatter| best.noise < MISFIT * scatter);
    for (at, limit) in model.limits.iter().enumerate() {
        let cost_apart = cost(model, at, limit.members);
        let cost = cost(model, at, DriveSet::first(data.drives));
        if cost.max(cost_apart) < settings.least_cost * COST_SLACK {
            continue;
        }
        let confidence = confidence(best, limit.members);
        let members = limit.members.to_vec();
        // As long as several explanations fit alike, the limit is a question and no finding.
        if let Some(open) = alike(data, best, *limit) {
            let is_known = inference.undecided.contains(&open);
            inference.undecided.extend((!is_known).then_some(open));
            continue;
        }
        // A likely set has evidence besides the figures.
        let confidence = if fits || data.likely.contains(&limit.members) {
            confidence
        } else {
            confidence.min(CONFIDENCE_MISFIT)
        };
        let once = plan::lone_once(data, best, at).is_some();
        let confidence = if once { confidence.min(CONFIDENCE_ONCE) } else { confidence };
        let is_felt = cost >= settings.least_cost * COST_SLACK;
        let least = if is_felt { CONFIDENCE_LEAST } else { CONFIDENCE_LEAST_APART };
        let ran_apart = || data.entries.iter().any(|entry| entry.running == limit.members);
        // Too uncertain to report: the run that would decide it is named instead.
        if confidence < least || !is_felt && !ran_apart() {
            let against = |rival: &&RivalModel| !has(&rival.model, limit.members);
            let run = plan::telling(data, best, &against).unwrap_or_else(|| members.clone());
            inference.undecided.push(UndecidedQuestion::Limit { members, confidence, run });
            continue;
        }
        inference.shared.push(SharedBottleneck {
            members,
            capacity: interval(limit.capacity, spreads[at]),
            confidence,
            cost,
            cost_apart,
            inside: None,
            shares: shares(model, limit.members, best.noise),
        });
    }
    let sets: Vec<DriveSet> =
        inference.shared.iter().map(|shared| DriveSet::of(&shared.members)).collect();
    for (at, shared) in inference.shared.iter_mut().enumerate() {
        // Smaller sets come first.
        shared.inside = (at + 1..sets.len()).find(|other| sets[at].is_in(sets[*other]));
    }
}

/// Alternatives to a limit: several limits over parts of its drives, or one limit over more drives
/// of which it is a part. `None` if the runs contradict them.
fn alike(
    data: &ObservedRuns,
    best: &BestExplanation,
    limit: MemberLimit,
) -> Option<UndecidedQuestion> {
    let open = best.rivals.iter().filter(|rival| rival.worse_by < REFUTED);
    for rival in open.filter(|rival| !has(&rival.model, limit.members)) {
        let Some((one, parts)) = as_parts(rival, best, limit) else { continue };
        let alone = |part: &MemberLimit| -> f64 {
            part.members.iter().filter_map(|drive| data.alone(drive)).map(|(rate, _)| rate).sum()
        };
        if parts.iter().any(|part| part.capacity > HARDLY_PRESSED * alone(part)) {
            continue;
        }
        // By address, since several rivals may have equal models.
        let this = |other: &&RivalModel| std::ptr::eq(*other, rival);
        let members = one.members.to_vec();
        let run = plan::telling(data, best, &this).unwrap_or_else(|| members.clone());
        let parts = parts.iter().map(|part| (part.members.to_vec(), part.capacity)).collect();
        return Some(UndecidedQuestion::Alike { members, capacity: one.capacity, parts, run });
    }
    None
}

/// One limit, and the limits over parts of it that the other explanation has instead; `None` if the
/// two explanations differ in another way.
fn as_parts(
    rival: &RivalModel,
    best: &BestExplanation,
    limit: MemberLimit,
) -> Option<(MemberLimit, Vec<MemberLimit>)> {
    // A part common to both explanations belongs to either, and the others are the difference.
    let instead = |of: &LimitModel, other: &LimitModel, whole: DriveSet| -> Vec<MemberLimit> {
        let inside = of.limits.iter().filter(|it| it.members.is_in(whole) && it.members != whole);
        let inside: Vec<MemberLimit> = inside.copied().collect();
        let is_new = |it: &MemberLimit| !has(other, it.members);
        if inside.iter().any(is_new) { inside } else { Vec::new() }
    };
    let covers = |parts: &[MemberLimit], whole: DriveSet| {
        parts.iter().map(|part| part.members).collect::<DriveSet>() == whole
    };
    let parts = instead(&rival.model, &best.model, limit.members);
    if parts.len() > 1 && covers(&parts, limit.members) {
        return Some((limit, parts));
    }
    let outer = rival
        .model
        .limits
        .iter()
        .filter(|it| limit.members.is_in(it.members) && !has(&best.model, it.members));
    for whole in outer {
        let parts = instead(&best.model, &rival.model, whole.members);
        if parts.len() > 1 && covers(&parts, whole.members) {
            return Some((*whole, parts));
        }
    }
    None
}

fn slower(state: &SlowState) -> RateContradiction {
    let runs = state.runs.iter().enumerate().filter(|(_, is_slow)| **is_slow);
    let runs = runs.map(|(run, _)| run).collect();
    RateContradiction::Slower { drive: state.drive, runs, part: state.part }
}

/// Limits of three drives and more, two of which never ran together without filling it.
fn hidden(
    data: &ObservedRuns,
    best: &BestExplanation,
    shared: &[SharedBottleneck],
) -> Vec<UndecidedQuestion> {
    let mut hidden = Vec::new();
    for limit in shared.iter().filter(|limit| limit.members.len() > 2) {
        let own = DriveSet::of(&limit.members);
        let moves =
            |set: DriveSet| -> f64 { set.iter().map(|drive| best.model.alone(drive)).sum() };
        let capacity = limit.capacity.value;
        let entries = data.entries.iter().map(|entry| entry.running.and(own));
        let small: Vec<DriveSet> = entries.filter(|set| moves(*set) <= capacity).collect();
        let is_apart = |one: usize, other: usize| {
            let pair = DriveSet::of(&[one, other]);
            moves(pair) <= capacity && !small.iter().any(|set| pair.is_in(*set))
        };
        let any = own.iter().any(|one| own.iter().any(|other| one < other && is_apart(one, other)));
        if any {
            let run = plan::fewest_beside(data, &best.model, own, capacity, 0).to_vec();
            hidden.push(UndecidedQuestion::Hidden { limit: limit.members.clone(), run });
        }
    }
    hidden
}

/// Drives that lose more in company than noise explains, under no limit that is reported
/// or undecided.
fn losing(
    data: &ObservedRuns,
    best: &BestExplanation,
    settings: &InferenceSettings,
    inference: &Inference,
) -> Vec<UndecidedQuestion> {
    let mut named: DriveSet =
        inference.shared.iter().flat_map(|shared| shared.members.iter().copied()).collect();
    for open in &inference.undecided {
        if let UndecidedQuestion::Limit { members, .. } | UndecidedQuestion::Alike { members, .. } =
            open
        {
            named = named.or(DriveSet::of(members));
        }
    }
    let is_named = |drive: usize| {
        named.has(drive) || best.model.states.iter().any(|state| state.drive == drive)
    };
    let mut losing = Vec::new();
    for drive in (0..data.drives).filter(|drive| !is_named(*drive)) {
        let Some((alone, times)) = data.alone(drive) else { continue };
        let beyond = settings.least_cost.max(LOST * best.noise * (1.0 + 1.0 / times).sqrt());
        let in_company =
            |entry: &&SetRates| entry.running.has(drive) && entry.running != DriveSet::one(drive);
        let ran = data.entries.iter().filter(in_company);
        let lost = ran.map(|entry| (1.0 - entry.rates[drive] / alone, entry.running.to_vec()));
        let most = lost.max_by(|one, other| one.0.total_cmp(&other.0));
        if let Some((part, members)) = most.filter(|(part, _)| *part > beyond) {
            losing.push(UndecidedQuestion::Loses { drive, members, part });
        }
    }
    losing
}

fn has(model: &LimitModel, members: DriveSet) -> bool {
    model.limits.iter().any(|limit| limit.members == members)
}

fn confidence(best: &BestExplanation, members: DriveSet) -> f64 {
    let mut counted: Vec<&LimitModel> = Vec::new();
    let mut against = 0.0;
    for rival in best.rivals.iter().filter(|rival| !has(&rival.model, members)) {
        // The same explanation may have been reached in several ways.
        let is_same = |known: &&LimitModel| {
            known.limits.len() == rival.model.limits.len()
                && known.limits.iter().all(|limit| has(&rival.model, limit.members))
        };
        if !counted.iter().any(is_same) {
            counted.push(&rival.model);
            // `worse_by` is twice a difference of log-likelihoods.
            against += libm::exp(-rival.worse_by / 2.0);
        }
    }
    1.0 / (1.0 + against)
}

fn interval(value: f64, spread: f64) -> RateInterval {
    // 1.96 standard deviations hold 95 %; the bound keeps a figure finite that the runs do not
    // determine.
    let by = libm::exp(1.96 * spread.min(3.0));
    RateInterval { value, low: value / by, high: value * by }
}

/// Relative shares, 1 on average; empty if they are practically equal.
fn shares(model: &LimitModel, members: DriveSet, noise: f64) -> Vec<f64> {
    let is_inner = |limit: &MemberLimit| limit.members.is_in(members) && limit.members != members;
    let by_port = model.arbitration == Arbitration::PerPort && model.limits.iter().any(is_inner);
    let weights: Vec<f64> = if by_port {
        // A drive alone behind its port gets as much as all the drives behind another.
        let filled = model.filled(members);
        members.iter().map(|drive| model.rate(drive, &filled)).collect()
    } else {
        members.iter().map(|drive| model.weights[drive]).collect()
    };
    let mean = weights.iter().sum::<f64>() / weights.len() as f64;
    let most = weights.iter().copied().fold(0.0, f64::max);
    let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
    if most < least * (1.0 + 3.0 * noise) {
        return Vec::new();
    }
    weights.iter().map(|weight| weight / mean).collect()
}

/// The largest part of its rate that a member loses to a limit when these drives run. A drive's
/// rate without any limit cannot be observed; its rate alone is used.
fn cost(model: &LimitModel, at: usize, running: DriveSet) -> f64 {
    let mut without = model.clone();
    for drive in 0..model.private.len() {
        without.private[drive] = model.alone(drive);
    }
    without.limits.remove(at);
    let (here, there) = (model.filled(running), without.filled(running));
    let loss = |drive: usize| 1.0 - model.rate(drive, &here) / model.rate(drive, &there);
    running.iter().map(loss).fold(0.0, f64::max)
}

/// Drives that may be under a limit, or not.
fn memberships(
    data: &ObservedRuns,
    best: &BestExplanation,
    shared: &[SharedBottleneck],
) -> Vec<UndecidedQuestion> {
    let mut open = Vec::new();
    for limit in shared {
        let own = DriveSet::of(&limit.members);
        for rival in best.rivals.iter().filter(|rival| rival.worse_by < REFUTED) {
            let apart = |other: DriveSet| own.less(other).or(other.less(own));
            let mut others = rival.model.limits.iter().map(|limit| apart(limit.members));
            let Some(one) = others.find(|set| set.len() == 1) else { continue };
            if has(&rival.model, own) {
                continue;
            }
            let drive = one.iter().next().unwrap_or_default();
            let this = |other: &&RivalModel| std::ptr::eq(*other, rival);
            let run = plan::telling(data, best, &this).unwrap_or_else(|| limit.members.clone());
            let membership =
                UndecidedQuestion::Membership { drive, limit: limit.members.clone(), run };
            if !open.contains(&membership) {
                open.push(membership);
            }
        }
    }
    open
}
