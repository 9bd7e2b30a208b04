//! Rounds of measuring: targets that run together, each under its workload, watched from outside.
//!
//! `real` runs a round on this machine's drives, `simulated` on virtual ones; the results of both
//! become rows in the same way.
//!
//! Not here: which rounds there are (`commands/measure/plan.rs`), conclusions from their results.

mod onlooker;
mod others;
pub mod pinning;
mod real;
mod result;
mod round;
mod simulated;

use std::sync::atomic::AtomicBool;

use narrows_engine::{
    EngineFallback, IoEngine, RunError, RunOutcome, SetResult, TargetRegion, TargetResult,
};
use narrows_messages::Message;
use narrows_record::run::{
    CurvePoint, PositionCurve, Samples, TargetMeasurement, TargetStack, WriteContext,
};
use narrows_topology::Id;
use narrows_verdict::answered_before;

pub use self::onlooker::RoundObserver;
use self::others::OtherTraffic;
pub use self::real::run_from;
pub use self::result::parameters;
pub use self::round::{ALL, ALONE, RoundPart, RoundPlan, RoundSettings, Zone, needed};
use crate::measuring::backend::Backend;
use crate::measuring::watch::WatchedSurroundings;

#[derive(Default)]
pub struct RoundOutcome {
    pub results: Vec<TargetMeasurement>,
    pub samples: Vec<Samples>,
    pub remarks: Vec<(Id, Message)>,
    /// Drives that do not answer: asking them again would only wait again.
    pub silent: Vec<Id>,
    /// Drives of which a remark says why they ended early.
    pub failed: Vec<Id>,
}

/// Runs a round; parts whose target the backend does not have are left out.
pub fn run(
    round: &RoundPlan,
    backend: &Backend<'_>,
    how: &RoundSettings,
    cancel: &AtomicBool,
    onlooker: &dyn RoundObserver,
) -> RoundOutcome {
    match backend {
        Backend::Real(prepared) => {
            real::run_from(round, prepared, how, cancel, onlooker, &mut narrows_engine::start_soon)
        }
        Backend::Virtual(machine) => simulated::run(round, machine, how, cancel, onlooker),
    }
}

struct FinishedRound<'a> {
    round: &'a RoundPlan,
    how: &'a RoundSettings,
    /// Parts that ran, in the order of the results.
    parts: Vec<&'a RoundPart>,
    set: SetResult,
    simulated: bool,
}

/// Further facts about a part, besides the counts.
struct PartSurroundings {
    around: WatchedSurroundings,
    others: OtherTraffic,
    place: TargetStack,
    whole: TargetRegion,
    written: Option<WriteContext>,
    remarks: Vec<Message>,
    /// Something of it is missing that the counts do not show.
    partial: bool,
}

impl FinishedRound<'_> {
    fn done(&self, beside: impl IntoIterator<Item = PartSurroundings>) -> RoundOutcome {
        let mut done = RoundOutcome::default();
        for ((part, result), beside) in self.parts.iter().zip(&self.set.targets).zip(beside) {
            let drive = &part.drive;
            let left = self.round.amount.and_then(|amount| {
                // Remark on a target that ran out of time before it had moved the requested amount.
                let is_short = result.outcome == RunOutcome::Whole && result.moved < amount;
                is_short.then(|| {
                    Message::new("measure-amount-not-reached")
                        .with("target", &part.drive)
                        .with("moved", result.moved)
                        .with("amount", amount)
                })
            });
            let remarks = remarks(drive, result).into_iter().chain(left.clone());
            let row = self.measured(part, result, &beside);
            let remarks = remarks.chain(answered_before(&row));
            done.results.push(TargetMeasurement { partial: row.partial || left.is_some(), ..row });
            let remarks = remarks.chain(beside.remarks);
            done.remarks.extend(remarks.map(|what| (drive.clone(), what)));
            let outcome = &result.outcome;
            if matches!(outcome, RunOutcome::Stalled | RunOutcome::Failed(RunError::Lost)) {
                done.silent.push(drive.clone());
            }
            if matches!(outcome, RunOutcome::Stalled | RunOutcome::Failed(_)) {
                done.failed.push(drive.clone());
            }
            done.samples.push(result::samples(self.round, part, result, self.how.slot));
        }
        done
    }

    /// Its targets, each once: several workloads may run on one.
    fn together(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for part in &self.parts {
            if names.iter().all(|name| name != part.drive.as_str()) {
                names.push(part.drive.to_string());
            }
        }
        names
    }

    fn measured(
        &self,
        part: &RoundPart,
        result: &TargetResult,
        beside: &PartSurroundings,
    ) -> TargetMeasurement {
        let WatchedSurroundings { watched, link, temperature_c, .. } = &beside.around;
        let others = beside.others.clone();
        let row = result::measured(part, self.round.amount, &self.set, result);
        TargetMeasurement {
            set: self.round.set.clone(),
            together: self.together(),
            repeat: self.round.repeat,
            simulated: self.simulated,
            other_io_bytes: others.bytes,
            other_io_on: others.on,
            other_io_untold_on: others.untold_on,
            other_io_span_s: others.span_s,
            link_during: *link,
            temperature_c: *temperature_c,
            watched: watched.clone(),
            place: beside.place.clone(),
            written: beside.written.clone(),
            partial: row.partial || beside.partial,
            curve: part.zone.map(|zone| {
                let points =
                    vec![CurvePoint { at_bytes: zone.within(beside.whole).offset, mb_s: row.mb_s }];
                PositionCurve {
                    from_bytes: beside.whole.offset,
                    length_bytes: beside.whole.len,
                    points,
                    accesses: Vec::new(),
                }
            }),
            ..row
        }
    }
}

pub fn remarks(drive: &Id, result: &TargetResult) -> Vec<Message> {
    let mut remarks = Vec::new();
    if let Some(method) = &result.method {
        remarks.extend(method.fallbacks.iter().copied().map(EngineFallback::message));
    }
    match &result.outcome {
        RunOutcome::Failed(error) => remarks.push(error.message(drive.as_str())),
        RunOutcome::Stalled => remarks.push(Message::new(stalled(result)).with("drive", drive)),
        _ => {}
    }
    remarks.extend(result.first_error.map(|failure| {
        let what = Message::new("cli-first-error").with("drive", drive);
        what.with("at", failure.offset).with("error", failure.errno)
    }));
    remarks
}

/// Of a virtual drive no kernel log says why.
fn stalled(result: &TargetResult) -> &'static str {
    match result.method.as_ref().map(|method| method.engine) {
        Some(IoEngine::Simulated) => "ground-stalled",
        _ => "cli-stalled",
    }
}
