//! The result of a trial: a command on the array compared with the same on one drive.
//!
//! For: medians and their ratio from the rounds, and the conclusion: how much faster, or which
//! bottleneck it had instead.
//!
//! Not here: creating the array and running the command (`narrows trial`).

use std::collections::BTreeSet;

use narrows_messages::{Message, each_once};
use narrows_record::trial::{TrialComparison, TrialDocument, TrialMember, TrialRound, TrialTarget};
use narrows_units::stats::median;
use narrows_units::stats::ratio::{SampleMean, ratio};

use crate::Conclusion;
use crate::thresholds::trial::{BUSY, SHORT_S, WORTH};

/// Everything that ran both on the array and alone, each job followed by its parts.
pub fn compare(rounds: &[TrialRound]) -> Vec<TrialComparison> {
    let names = each_once(rounds.iter().map(|ran| ran.work.as_str()));
    names.into_iter().flat_map(|work| of_work(rounds, work)).collect()
}

fn of_work(rounds: &[TrialRound], work: &str) -> Vec<TrialComparison> {
    let of_it: Vec<&TrialRound> = rounds.iter().filter(|ran| ran.work == work).collect();
    let first = of_it.first().map(|ran| ran.steps.as_slice()).unwrap_or_default();
    let steps = first.iter().map(|step| Some(step.name.as_str()));
    std::iter::once(None).chain(steps).filter_map(|step| pair(&of_it, work, step)).collect()
}

fn pair(of_it: &[&TrialRound], work: &str, step: Option<&str>) -> Option<TrialComparison> {
    // A failed command may have been quick.
    let on = |place: TrialTarget| {
        of_it.iter().filter(move |ran| ran.place == place && ran.exit == Some(0))
    };
    let times = |place| -> Vec<f64> { on(place).filter_map(|ran| wall(ran, step)).collect() };
    let (array, alone) = (times(TrialTarget::Array), times(TrialTarget::Alone));
    let (array_s, alone_s) = (median(&array)?, median(&alone)?);
    if array_s <= 0.0 {
        return None;
    }
    let known = SampleMean::of_repeats(&array).zip(SampleMean::of_repeats(&alone));
    // If the array's times do not differ from 0, the ratio has no upper end.
    let interval = known.map(|(array, alone)| match ratio(&array, &alone) {
        Some(ratio) => (ratio.low.max(0.0), Some(ratio.high)),
        None => (0.0, None),
    });
    let busy: Vec<f64> = on(TrialTarget::Array).map(|ran| cores(ran)).collect();
    Some(TrialComparison {
        work: work.to_owned(),
        step: step.map(str::to_owned),
        array_s,
        alone_s,
        times: alone_s / array_s,
        low: interval.map(|(low, _)| low),
        high: interval.and_then(|(_, high)| high),
        cores: if step.is_none() { median(&busy) } else { None },
    })
}

fn wall(ran: &TrialRound, step: Option<&str>) -> Option<f64> {
    match step {
        None => Some(ran.wall_s),
        Some(name) => Some(ran.steps.iter().find(|step| step.name == name)?.wall_s),
    }
}

fn cores(ran: &TrialRound) -> f64 {
    if ran.wall_s > 0.0 { (ran.user_s + ran.system_s) / ran.wall_s } else { 0.0 }
}

pub fn conclude(trial: &TrialDocument) -> Vec<Conclusion> {
    let targets: Vec<String> =
        trial.array.members.iter().map(|member| member.name.clone()).collect();
    let whole = trial.comparisons.iter().filter(|compared| compared.step.is_none());
    let is_shared = !shared(&trial.array.members).is_empty();
    let sentences = whole.flat_map(|compared| {
        let what = if is_shared {
            // Members that share a drive say nothing about an array of several.
            let what = Message::new("trial-tells-nothing").with("work", &compared.work);
            what.with("times", shown(compared))
        } else {
            // No more than the interval supports: a gain only if all of it is above 1, no gain only
            // if all of it is below an array's worth; otherwise undecided.
            let TrialComparison { work, times, low, high, cores, .. } = compared;
            let id = match low {
                _ if compared.array_s.min(compared.alone_s) < SHORT_S => "trial-short",
                None => "trial-few",
                Some(low) if *low > 1.0 && *times >= WORTH => "trial-faster",
                Some(_) if high.is_some_and(|high| high < 1.0) && *times <= 1.0 / WORTH => {
                    "trial-slower"
                }
                Some(_) if high.is_some_and(|high| high < WORTH) => same(cores.unwrap_or_default()),
                Some(_) => "trial-unclear",
            };
            let percent = (cores.unwrap_or_default() * 100.0).round();
            let what = Message::new(id).with("work", work).with("times", shown(compared));
            what.with("percent", percent)
        };
        std::iter::once(what).chain(streams(&trial.rounds, &compared.work))
    });
    sentences.map(|what| Conclusion { targets: targets.clone(), what, limit: None }).collect()
}

/// The bottleneck other than the drives, according to its busy cores.
fn same(busy: f64) -> &'static str {
    match () {
        () if busy >= 2.0 * BUSY => "trial-same-cores",
        () if busy >= BUSY => "trial-same-core",
        () => "trial-same",
    }
}

fn shown(compared: &TrialComparison) -> String {
    match compared.low.zip(compared.high) {
        Some((low, high)) => format!("{:.2} ({low:.2}–{high:.2})", compared.times),
        None => format!("{:.2}", compared.times),
    }
}

/// The number of streams that either would sustain, for a job that streams.
fn streams(rounds: &[TrialRound], work: &str) -> Option<Message> {
    let on = |place: TrialTarget| {
        let of_it = rounds.iter().filter(|ran| ran.work == work && ran.place == place);
        let all: Vec<f64> =
            of_it.flat_map(|ran| &ran.steps).filter_map(|step| step.streams).collect();
        median(&all)
    };
    let (array, alone) = on(TrialTarget::Array).zip(on(TrialTarget::Alone))?;
    let what = Message::new("trial-streams").with("work", work);
    Some(what.with("array", array.floor()).with("alone", alone.floor()))
}

/// Drives with more than one member: their rates do not add up.
pub fn shared(members: &[TrialMember]) -> Vec<String> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let all = members.iter().flat_map(|member| &member.drives);
    let twice: BTreeSet<String> = all.filter(|drive| !seen.insert(drive)).cloned().collect();
    twice.into_iter().collect()
}

#[cfg(test)]
mod tests;
