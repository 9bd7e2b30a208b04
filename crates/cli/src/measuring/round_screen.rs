//! A round as the screen shows it while it runs.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use narrows_engine::Gauge;
use narrows_messages::{DocumentText, Localizer, Message, clean};
use narrows_record::predict::Prediction;
use narrows_record::see::SeeDocument;
use narrows_report::funnel;
use narrows_topology::Id;
use narrows_units::Nanos;

use super::document::minutes;
use super::rounds::{RoundObserver, RoundPart, RoundPlan, RoundSettings};
use super::watch::TargetReadings;
use crate::live::{LiveDrive, LiveLocation, LivePrediction, LiveTarget, RunningRound};
use crate::output::CliOutput;
use crate::progress::ProgressReporter;

/// Known facts about a machine before a round runs on it.
#[derive(Clone, Copy, Default)]
pub struct RoundScreenContext<'a> {
    /// Attachment of the drives; `None` if unknown.
    pub machine: Option<&'a SeeDocument>,
    pub predictions: &'a [Prediction],
    /// Time before these rounds, and possible time after them.
    pub course: CampaignPosition<'a>,
}

/// Position of rounds in all that a command measures, so that progress never falls back.
#[derive(Clone, Copy, Default)]
pub struct CampaignPosition<'a> {
    /// Time of the rounds before.
    pub before: Nanos,
    /// Maximum time that may follow.
    pub after: Nanos,
    /// How fast they go by the clock.
    pub pace: Option<&'a RoundPace>,
}

/// How fast the rounds of a run go by the clock: opening rings and looking at a busy machine take time that
/// no round counts.
pub struct RoundPace {
    begun: Instant,
    is_told: Cell<bool>,
}

/// A run is late if it takes this many times as long as was announced; within [`SURE`] that is chance.
const SLOWER: f64 = 4.0 / 3.0;
const SURE: Nanos = Nanos::millis(10_000);

impl RoundPace {
    pub fn start() -> Self {
        Self { begun: Instant::now(), is_told: Cell::new(false) }
    }

    /// How many times as long as they count rounds take that count `done`; 1 before any is through.
    pub fn times(&self, done: Nanos) -> f64 {
        if done == Nanos::ZERO { 1.0 } else { self.begun.elapsed().as_secs_f64() / done.as_secs() }
    }

    /// Reports once that the rest takes longer than was announced.
    pub fn tell(&self, done: Nanos, total: Nanos, output: &CliOutput) {
        let times = self.times(done);
        let Some(left) = late(times, done, total).filter(|_| !self.is_told.replace(true)) else {
            return;
        };
        let what = Message::new("measure-takes-longer").with("times", format!("{times:.1}"));
        output.remark(&what.with("time", minutes(left)));
    }
}

/// Remaining time, if it exceeds the announced one by more than a third.
fn late(times: f64, done: Nanos, total: Nanos) -> Option<Nanos> {
    let took = Nanos::secs(done.as_secs() * times);
    let left = Nanos::secs((total - done).as_secs() * times);
    (times > SLOWER && took >= SURE && left >= SURE).then_some(left)
}

impl<'a> RoundScreenContext<'a> {
    pub fn of(machine: &'a SeeDocument, predictions: &'a [Prediction]) -> Self {
        Self { machine: Some(machine), predictions, course: CampaignPosition::default() }
    }

    /// The same in the course of more rounds.
    #[must_use]
    pub fn within(self, course: CampaignPosition<'a>) -> Self {
        Self { course, ..self }
    }

    pub fn running(
        &self,
        round: &RoundPlan,
        number: (usize, usize),
        (how, is_simulated): (&RoundSettings, bool),
        localizer: &Localizer,
    ) -> RunningRound {
        let targets = round.parts.iter().map(|part| target(part, self.expected(round, part)));
        RunningRound {
            round: number,
            targets: targets.collect(),
            places: self.places(round, localizer),
            expected: self.limit(round, localizer),
            is_simulated,
            polls: how.poll || how.kernel_thread,
        }
    }

    fn expected(&self, round: &RoundPlan, part: &RoundPart) -> Option<&'a Prediction> {
        self.predictions.iter().find(|row| {
            let is_it = row.target == part.drive.as_str() && row.workload == part.workload.name;
            is_it && row.set == round.set && !is_other(row, round)
        })
    }

    /// Total rate of all, and the main bottleneck; `None` unless all were predicted.
    fn limit(&self, round: &RoundPlan, localizer: &Localizer) -> Option<LivePrediction> {
        let rows = round.parts.iter().map(|part| self.expected(round, part));
        let rows: Vec<&Prediction> = rows.collect::<Option<_>>()?;
        let by_limit = |name: &DocumentText| {
            let of_it = rows.iter().filter(|row| row.limit.name == *name);
            of_it.map(|row| row.mb_s).sum::<f64>()
        };
        let names = rows.iter().map(|row| &row.limit.name);
        let limit = names.max_by(|a, b| by_limit(a).total_cmp(&by_limit(b)))?;
        let mb_s = rows.iter().map(|row| row.mb_s).sum();
        Some(LivePrediction { limit: clean(&localizer.text_of(limit)), mb_s })
    }

    /// The places that the targets' data goes through.
    fn places(&self, round: &RoundPlan, localizer: &Localizer) -> Vec<LiveLocation> {
        let Some(machine) = self.machine else { return Vec::new() };
        let members: Vec<Vec<&str>> =
            round.parts.iter().map(|part| members(machine, part)).collect();
        let places = funnel(machine, localizer).into_iter().filter_map(|place| {
            let share = |of_it: &Vec<&str>| {
                let here = of_it.iter().filter(|id| place.drives.iter().any(|it| it == *id));
                here.count() as f64 / of_it.len().max(1) as f64
            };
            let drives = members.iter().map(share).enumerate().filter(|(_, share)| *share > 0.0);
            let drives: Vec<(usize, f64)> = drives.collect();
            let narrows_report::FunnelNode { level, name, link, carries_mb_s, .. } = place;
            (!drives.is_empty()).then_some(LiveLocation { level, name, link, carries_mb_s, drives })
        });
        places.collect()
    }
}

/// Rows of sets with one name may be of other drives.
fn is_other(row: &Prediction, round: &RoundPlan) -> bool {
    let has = |id: &str| round.parts.iter().any(|part| part.drive.as_str() == id);
    !row.together.is_empty()
        && (row.together.len() != round.parts.len() || !row.together.iter().all(|id| has(id)))
}

/// The drives that a target's data goes to, each with an equal share. Empty for writes to an array,
/// which go to several of them, or need reads.
fn members<'a>(machine: &'a SeeDocument, part: &'a RoundPart) -> Vec<&'a str> {
    let id = part.drive.as_str();
    match machine.arrays.iter().find(|array| array.id == id) {
        Some(_) if part.workload.read_percent < 100 => Vec::new(),
        Some(array) => array.drives.iter().map(String::as_str).collect(),
        None => vec![id],
    }
}

fn target(part: &RoundPart, expected: Option<&Prediction>) -> LiveTarget {
    let RoundPart { drive, workload, .. } = part;
    let jobs = workload.jobs.max(1);
    LiveTarget {
        id: drive.clone(),
        gauge: Gauge::of(jobs),
        drive: LiveDrive {
            name: narrows_messages::clean(drive.as_str()),
            depth: workload.depth.saturating_mul(jobs),
            read_share: f64::from(workload.read_percent) / 100.0,
            expected_mb_s: expected.map(|row| row.mb_s),
            ..LiveDrive::default()
        },
    }
}

pub struct RoundReporter<'a> {
    pub progress: &'a ProgressReporter,
    pub cancel: &'a AtomicBool,
    pub total: Nanos,
    pub before: Nanos,
    pub round: Nanos,
    /// When simulated rounds began, and the progress by then.
    pub simulated: Option<(Instant, Nanos)>,
    /// How many times as long as they count rounds took so far.
    pub times: f64,
}

impl RoundReporter<'_> {
    /// How long the rest takes. Virtual time passes as fast as it is simulated: as fast as until now.
    fn left(&self, done: Nanos) -> Option<Nanos> {
        let left = self.total - done;
        let Some((begun, before)) = self.simulated else {
            return Some(Nanos::secs(left.as_secs() * self.times.max(1.0)));
        };
        let simulated = (done - before).as_secs();
        let took = begun.elapsed().as_secs_f64();
        (simulated > 0.0).then(|| Nanos::secs(left.as_secs() * took / simulated))
    }
}

impl RoundObserver for RoundReporter<'_> {
    fn passed(&self, share: f64) {
        let done = self.before + Nanos::secs(self.round.as_secs() * share);
        let all = self.total.as_secs().max(f64::MIN_POSITIVE);
        self.progress.left(done.as_secs() / all, self.left(done));
        if self.cancel.load(Ordering::Relaxed) {
            self.progress.end();
        }
    }

    fn gauge(&self, target: &Id) -> Option<Gauge> {
        self.progress.gauge(target)
    }

    fn wants_surroundings(&self) -> bool {
        self.progress.shows_surroundings()
    }

    fn readings(&self, target: &Id, readings: TargetReadings) {
        self.progress.readings(target, readings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 100 s, 10 s are through after 15: the other 90 take 135. A fifth more is within the announced time,
    /// and neither five seconds nor a run that is nearly over is worth a word.
    #[test]
    fn what_takes_a_third_longer_is_told() {
        let of = |times, done, total| late(times, Nanos::secs(done), Nanos::secs(total));
        assert_eq!(of(1.5, 10.0, 100.0), Some(Nanos::secs(135.0)));
        assert_eq!(of(1.2, 10.0, 100.0), None);
        assert_eq!(of(2.0, 2.5, 100.0), None);
        assert_eq!(of(2.0, 97.0, 100.0), None);
    }
}
