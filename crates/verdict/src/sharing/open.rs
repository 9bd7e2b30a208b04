//! Open questions and contradictions as sentences.

use std::collections::BTreeSet;

use narrows_infer as infer;
use narrows_messages::{DocumentText, Message, each_once, sureness};
use narrows_record::sentence;
use narrows_record::sharing::{DriveContradiction, UndecidedPoint};
use narrows_record::word::TargetSet;

use super::MOST_DRIVES;
use super::figures::WorkloadFigures;
use super::lost::never_seen;
use super::places::PathLocations;
use crate::explain::{names, rate};
use crate::thresholds::sharing::{LOSS_MIN, NOISE_MAX};

pub(super) struct OpenQuestions<'a> {
    pub figures: &'a WorkloadFigures<'a>,
    pub inference: &'a infer::Inference,
    pub places: &'a PathLocations<'a>,
}

/// There are more drives than are analysed together.
pub(super) fn far_too_many(figures: &WorkloadFigures<'_>) -> UndecidedPoint {
    let what = Message::new("sharing-open-many").with("most", MOST_DRIVES);
    say(what, &figures.drives, &[])
}

impl OpenQuestions<'_> {
    /// All questions: obstacles to any answer, missing measurements, then open points of the
    /// figures.
    pub fn undecided(&self) -> Vec<UndecidedPoint> {
        let mut points: Vec<UndecidedPoint> =
            self.untold().or_else(|| self.loss()).into_iter().collect();
        points.extend(self.unmeasured(&points));
        let noise = self.figures.scatter().unwrap_or_default().max(self.inference.noise);
        if noise > NOISE_MAX && self.figures.hot.is_empty() {
            let percent = format!("{:.0}", noise * 100.0);
            let what = Message::new(sentence::OPEN_NOISE).with("percent", percent);
            points.push(say(what, &self.figures.drives, &[]));
        }
        points.extend(self.inference.undecided.iter().filter_map(|open| self.open(open)));
        points
    }

    /// The missing data if there are no conclusions at all.
    fn untold(&self) -> Option<UndecidedPoint> {
        let WorkloadFigures { drives, observations, .. } = self.figures;
        let any =
            |several: bool| observations.iter().any(|seen| (seen.members.len() > 1) == several);
        let is_far_too_many = |open: &infer::UndecidedQuestion| {
            matches!(open, infer::UndecidedQuestion::TooManyDrives { .. })
        };
        if !self.inference.shared.is_empty() || self.inference.undecided.iter().any(is_far_too_many)
        {
            return None;
        }
        let (id, run): (_, &[&str]) = match (any(false), any(true)) {
            (false, false) => (sentence::UNTOLD_FIGURES, &[]),
            (false, true) => (sentence::UNTOLD_ALONE, &[]),
            (true, false) => (sentence::UNTOLD_TOGETHER, drives),
            (true, true) => return None,
        };
        Some(say(Message::new(id), drives, run))
    }

    /// Drives that lose in company although no bottleneck of theirs was found, and the set that
    /// would show with which drives they share it.
    fn loss(&self) -> Option<UndecidedPoint> {
        let all = &self.figures.drives;
        if !self.inference.shared.is_empty() {
            return None;
        }
        let loss = |drive: &&str| {
            let alone = self.figures.alone(drive)?;
            Some(1.0 - self.figures.moved(all, &[drive])? / alone)
        };
        let mut losers = all.clone();
        losers.retain(|drive| loss(drive).is_some_and(|loss| loss >= LOSS_MIN));
        let most = losers.iter().filter_map(loss).fold(0.0, f64::max);
        let run = self.inference.undecided.iter().find_map(|open| match open {
            infer::UndecidedQuestion::Limit { run, .. } => Some(self.figures.names(run)),
            _ => None,
        });
        let run = run.unwrap_or_default();
        let id = if run.is_empty() { "sharing-untold-loss-all" } else { "sharing-untold-loss" };
        let what = Message::new(id).with("percent", format!("{:.0}", most * 100.0));
        (!losers.is_empty()).then(|| say(what, &losers, &run))
    }

    /// Missing measurements, except those in `told`.
    fn unmeasured(&self, points: &[UndecidedPoint]) -> Vec<UndecidedPoint> {
        let WorkloadFigures { drives, only_alone, silent, .. } = self.figures;
        let is_told = |id: &str| {
            points.iter().any(|open| open.id == id || open.id == sentence::UNTOLD_FIGURES)
        };
        let mut open = Vec::new();
        let mut alone_missing = drives.clone();
        alone_missing.retain(|drive| self.figures.alone(drive).is_none());
        if !alone_missing.is_empty() && !is_told(sentence::UNTOLD_ALONE) {
            let each: &[&str] = if alone_missing.len() == 1 { &alone_missing } else { &[] };
            open.push(say(Message::new("sharing-open-alone"), &alone_missing, each));
        }
        let is_seen = self.figures.moved(drives, drives).is_some();
        if !is_seen && !is_told(sentence::UNTOLD_TOGETHER) {
            open.push(say(Message::new("sharing-open-together"), drives, drives));
        }
        for (id, apart) in [("sharing-open-apart", only_alone), ("sharing-open-silent", silent)] {
            if !apart.is_empty() {
                let run: Vec<&str> = drives.iter().chain(apart).copied().collect();
                open.push(say(Message::new(id), apart, &run));
            }
        }
        if !is_told(sentence::UNTOLD_FIGURES) {
            open.extend(self.lost());
        }
        open
    }

    /// Sets of which all runs failed; the page has the reason of each.
    fn lost(&self) -> Option<UndecidedPoint> {
        let lost = never_seen(self.figures);
        let run = lost.first()?;
        let what = Message::new("sharing-open-lost").count("sets", lost.len());
        let drives: BTreeSet<&str> = lost.iter().flatten().copied().collect();
        let drives: Vec<&str> = drives.into_iter().collect();
        Some(say(what, &drives, run))
    }

    fn open(&self, open: &infer::UndecidedQuestion) -> Option<UndecidedPoint> {
        match open {
            // Missing measurements are already reported.
            infer::UndecidedQuestion::NoAloneRun { .. }
            | infer::UndecidedQuestion::NoTogetherRun => None,
            infer::UndecidedQuestion::TooManyDrives { .. } => Some(far_too_many(self.figures)),
            infer::UndecidedQuestion::Membership { drive, limit, run } => {
                let limit = names(&self.figures.names(limit));
                let what = Message::new("sharing-open-member").with("limit", limit);
                let (drive, run) = (self.figures.names(&[*drive]), self.figures.names(run));
                Some(say(what, &drive, &run))
            }
            infer::UndecidedQuestion::Limit { members, confidence, run } => {
                Some(self.limit((members, *confidence, run)))
            }
            infer::UndecidedQuestion::Alike { members, capacity, parts, run } => {
                let part = |(part, capacity): &(Vec<usize>, f64)| self.part(part, *capacity);
                let parts: Vec<DocumentText> = parts.iter().map(part).collect();
                let what = Message::new("sharing-open-alike")
                    .with("capacity", rate(*capacity))
                    .list("parts", "sharing-between-parts", parts);
                Some(say(what, &self.figures.names(members), &self.figures.names(run)))
            }
            infer::UndecidedQuestion::Hidden { limit, .. } => self.hidden(limit),
            infer::UndecidedQuestion::Loses { drive, members, part } => {
                let others: Vec<usize> = members.iter().copied().filter(|it| it != drive).collect();
                let what = Message::new("sharing-open-loses")
                    .with("members", names(&self.figures.names(&others)))
                    .with("percent", format!("{:.0}", part * 100.0));
                Some(say(what, &self.figures.names(&[*drive]), &[]))
            }
        }
    }

    /// A part that may have its own bottleneck, with its location.
    fn part(&self, members: &[usize], capacity: f64) -> DocumentText {
        let drives = self.figures.names(members);
        let place =
            self.places.with(&drives).into_iter().next().map(|location| location.name.clone());
        let id = if place.is_some() { "sharing-part-place" } else { "sharing-part" };
        let what = Message::new(id)
            .with("drives", names(&drives))
            .with("capacity", rate(capacity))
            .text("place", place.unwrap_or_default());
        DocumentText::from(what)
    }

    /// A known location inside a bottleneck whose drives did not run by themselves, so that the
    /// bottleneck may hide its capacity; `None` if there is none.
    fn hidden(&self, limit: &[usize]) -> Option<UndecidedPoint> {
        let own = self.figures.names(limit);
        let is_inside = |drives: &[&str]| {
            (2..own.len()).contains(&drives.len()) && drives.iter().all(|it| own.contains(it))
        };
        let mut inside =
            self.places.locations.iter().filter(|location| is_inside(&location.drives));
        let location = inside
            .find(|location| self.figures.moved(&location.drives, &location.drives).is_none())?;
        let what = Message::new("sharing-open-hidden").with("limit", names(&own));
        Some(say(what, &location.drives, &location.drives))
    }

    fn limit(&self, (members, confidence, run): (&[usize], f64, &[usize])) -> UndecidedPoint {
        let percent = sureness(confidence);
        let id = if run.is_empty() { "sharing-open-limit-all" } else { "sharing-open-limit" };
        let what = Message::new(id).with("percent", percent);
        say(what, &self.figures.names(members), &self.figures.names(run))
    }
}

fn say(what: Message, drives: &[&str], run: &[&str]) -> UndecidedPoint {
    UndecidedPoint {
        id: what.id().to_owned(),
        drives: owned(drives),
        run: owned(run),
        text: DocumentText::from(what.with("drives", names(drives)).with("run", names(run))),
    }
}

/// Unusable rounds, then contradictions.
pub(super) fn contradictions(
    figures: &WorkloadFigures<'_>,
    found: &[infer::RateContradiction],
) -> Vec<DriveContradiction> {
    let left = figures.left_out.iter().map(|left| {
        let what = left.message();
        DriveContradiction {
            id: what.id().to_owned(),
            drives: owned(&left.drives),
            set: left.set.clone(),
            text: DocumentText::from(what),
        }
    });
    let is_hot =
        |drive: &usize| figures.drives.get(*drive).is_some_and(|id| figures.hot.contains_key(id));
    // Effects of heat are no contradiction.
    let is_open = |found: &&infer::RateContradiction| match found {
        infer::RateContradiction::FasterTogether { drive, .. }
        | infer::RateContradiction::Unsteady { drive, .. }
        | infer::RateContradiction::Slower { drive, .. } => !is_hot(drive),
        infer::RateContradiction::Unusable { .. } => true,
    };
    let found = found.iter().filter(is_open).map(|found| contradiction(figures, found));
    // Repeats of a set may have been left out for the same reason.
    each_once(heat(figures).into_iter().chain(left).chain(found))
}

/// Drives that throttled; if they did so only in company, they heat each other.
fn heat(figures: &WorkloadFigures<'_>) -> Option<DriveContradiction> {
    let drives: Vec<&str> = figures.hot.keys().copied().collect();
    let worst = figures.hot.values().map(|hot| 1.0 - hot.low / hot.cool).fold(0.0, f64::max);
    let is_shared = drives.len() > 1 && figures.hot.values().all(|hot| hot.alone == 0);
    let what = Message::new(if is_shared { sentence::HEAT_SHARED } else { sentence::HEAT })
        .with("drives", names(&drives))
        .with("percent", format!("{:.0}", worst * 100.0));
    (!drives.is_empty()).then(|| DriveContradiction {
        id: what.id().to_owned(),
        drives: owned(&drives),
        set: TargetSet::default(),
        text: DocumentText::from(what),
    })
}

fn contradiction(
    figures: &WorkloadFigures<'_>,
    found: &infer::RateContradiction,
) -> DriveContradiction {
    let (what, drives, set) = match found {
        infer::RateContradiction::Unusable { run, .. } => {
            let members = figures.observations.get(*run).map(|seen| figures.names(&seen.members));
            let drives = members.unwrap_or_default();
            let set = figures.sets.get(*run).copied().cloned().unwrap_or_default();
            (Message::new("sharing-left-zero").with("drives", names(&drives)), drives, set)
        }
        infer::RateContradiction::FasterTogether { drive, members, rate: together, alone } => {
            let others: Vec<usize> = members.iter().copied().filter(|it| it != drive).collect();
            let what = Message::new("sharing-faster-together")
                .with("members", names(&figures.names(&others)))
                .with("rate", rate(*together))
                .with("alone", rate(*alone));
            (what, figures.names(&[*drive]), TargetSet::default())
        }
        infer::RateContradiction::Unsteady { drive, members, low, high } => {
            let what = Message::new("sharing-unsteady")
                .with("members", names(&figures.names(members)))
                .with("low", rate(*low))
                .with("high", rate(*high));
            (what, figures.names(&[*drive]), TargetSet::default())
        }
        infer::RateContradiction::Slower { drive, runs, part } => {
            let what = Message::new("sharing-slower")
                .with("runs", spans(runs))
                .with("percent", format!("{:.0}", (1.0 - part) * 100.0));
            (what, figures.names(&[*drive]), TargetSet::default())
        }
    };
    DriveContradiction {
        id: what.id().to_owned(),
        drives: owned(&drives),
        set,
        text: DocumentText::from(what.with("drive", names(&drives))),
    }
}

/// Numbers of runs, counted from 1, with ranges: `3, 7-12`.
fn spans(runs: &[usize]) -> String {
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for run in runs.iter().map(|run| run + 1) {
        match spans.last_mut() {
            Some((_, to)) if *to + 1 == run => *to = run,
            _ => spans.push((run, run)),
        }
    }
    let span = |(from, to): (usize, usize)| match from == to {
        true => from.to_string(),
        false => format!("{from}-{to}"),
    };
    spans.into_iter().map(span).collect::<Vec<_>>().join(", ")
}

fn owned(drives: &[&str]) -> Vec<String> {
    drives.iter().map(|&drive| drive.to_owned()).collect()
}
