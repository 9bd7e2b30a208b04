//! Rounds of measuring: targets that run together, each under its workload, watched from outside
//! while they run.
//!
//! `real` runs a round on this machine's drives, `simulated` on virtual ones; the results of both
//! become rows in the same way.
//!
//! Not here: which rounds there are (`commands/measure/plan.rs`), what follows from their results.

pub mod pinning;
mod real;
mod result;
mod simulated;

use std::sync::atomic::AtomicBool;

use narrows_engine::{
    Caching, Engine, EngineChoice, Fallback, Outcome, RunError, SetResult, Settings, TargetResult,
};
use narrows_messages::Message;
use narrows_record::run::{Measured, Place, Samples, Written};
use narrows_record::word::Set;
use narrows_topology::Id;
use narrows_units::{Bytes, BytesPerSec, Nanos};
use narrows_workload::Workload;

use self::pinning::Pinning;
pub use self::result::asked;
use crate::backend::Backend;
use crate::watch::Around;

/// What one target does in a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub drive: Id,
    pub workload: Workload,
    /// What it is held to; none for as fast as it goes.
    pub limit: Option<BytesPerSec>,
    /// How long after the common start it begins.
    pub start_after: Nanos,
    /// What stands between it and the drive; virtual drives have none of it.
    pub caching: Caching,
}

impl Part {
    /// As fast as it goes, from the common start.
    pub fn new(drive: Id, workload: Workload) -> Self {
        let (limit, start_after, caching) = (None, Nanos::ZERO, Caching::Direct);
        Self { drive, workload, limit, start_after, caching }
    }
}

/// What runs together, and for how long.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// `alone`, `all`, or the set's name.
    pub set: Set,
    pub parts: Vec<Part>,
    /// How long it counts, from the last start on.
    pub time: Nanos,
    /// Counted from 1.
    pub repeat: u32,
}

impl Round {
    /// These under one workload, as fast as they go, from the common start.
    pub fn of(set: impl Into<Set>, drives: &[Id], workload: &Workload, time: Nanos) -> Self {
        let part = |drive: &Id| Part::new(drive.clone(), workload.clone());
        let parts = drives.iter().map(part).collect();
        Self { set: set.into(), parts, time, repeat: 1 }
    }

    /// How long after the common start the last of its parts begins.
    pub fn last_start(&self) -> Nanos {
        self.parts.iter().map(|part| part.start_after).max().unwrap_or_default()
    }

    /// What its workloads are called, each once.
    pub fn workloads(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for part in &self.parts {
            if !names.contains(&part.workload.name.as_str()) {
                names.push(&part.workload.name);
            }
        }
        names
    }
}

/// By which means rounds run.
#[derive(Clone, Debug)]
pub struct How {
    pub engine: EngineChoice,
    /// Completions are polled for.
    pub poll: bool,
    /// A thread of the kernel fetches requests.
    pub kernel_thread: bool,
    /// How long to run before counting.
    pub ramp: Nanos,
    /// Each target stops after so much.
    pub amount: Option<Bytes>,
    /// Blocks are checked as they are read.
    pub verify: bool,
    /// Targets were preconditioned in this run.
    pub preconditioned: bool,
    pub pinning: Pinning,
    /// The length of the slots that samples keep.
    pub slot: Nanos,
}

impl Default for How {
    fn default() -> Self {
        Self::pinned(Pinning::default())
    }
}

impl How {
    /// As usual, with threads bound so.
    pub fn pinned(pinning: Pinning) -> Self {
        let Settings { engine, poll, kernel_thread, ramp, verify, .. } = Settings::default();
        Self {
            engine,
            poll,
            kernel_thread,
            ramp,
            amount: None,
            verify,
            preconditioned: false,
            pinning,
            slot: Nanos::millis(1),
        }
    }

    /// What a round takes, ramp and staggered starts included.
    pub fn duration(&self, round: &Round) -> Nanos {
        self.count_from(round) + round.time
    }

    /// When counting begins: who starts last has its ramp too before anything counts.
    fn count_from(&self, round: &Round) -> Nanos {
        round.last_start() + self.ramp
    }
}

/// What came of a round.
#[derive(Default)]
pub struct Done {
    pub results: Vec<Measured>,
    pub samples: Vec<Samples>,
    pub remarks: Vec<(Id, Message)>,
    /// Drives that do not answer: asking them again would only wait again.
    pub silent: Vec<Id>,
    /// Drives of which a remark says why they ended early.
    pub failed: Vec<Id>,
}

/// Runs a round; parts whose target the backend does not have are left out.
pub fn run(
    round: &Round,
    backend: &Backend<'_>,
    how: &How,
    cancel: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> Done {
    match backend {
        Backend::Real(prepared) => real::run(round, prepared, how, cancel, progress),
        Backend::Virtual(machine) => simulated::run(round, machine, how, cancel, progress),
    }
}

/// A round that is over.
struct Over<'a> {
    round: &'a Round,
    how: &'a How,
    /// Those that ran, in the order of the results.
    parts: Vec<&'a Part>,
    set: SetResult,
    simulated: bool,
}

/// What else is known of a part, beside what was counted.
struct Beside {
    around: Around,
    place: Place,
    written: Option<Written>,
    /// What to say of it.
    remarks: Vec<Message>,
    /// Something of it is missing that the counts do not show.
    partial: bool,
}

impl Over<'_> {
    /// Rows, samples and remarks of all parts.
    fn done(&self, beside: impl IntoIterator<Item = Beside>) -> Done {
        let mut done = Done::default();
        for ((part, result), beside) in self.parts.iter().zip(&self.set.targets).zip(beside) {
            self.tell(part, result, beside, &mut done);
        }
        done
    }

    fn tell(&self, part: &Part, result: &TargetResult, beside: Beside, done: &mut Done) {
        let drive = &part.drive;
        let left = self.how.amount.and_then(|amount| not_reached(part, amount, result));
        let said = remarks(drive, result).into_iter().chain(left.clone());
        let row = self.measured(part, result, &beside);
        done.results.push(Measured { partial: row.partial || left.is_some(), ..row });
        let said = said.chain(beside.remarks);
        done.remarks.extend(said.map(|what| (drive.clone(), what)));
        done.silent.extend(is_silent(result).then(|| drive.clone()));
        done.failed.extend(is_failed(result).then(|| drive.clone()));
        done.samples.push(result::samples(self.round, part, result, self.how.slot));
    }

    /// The row of one of its parts.
    fn measured(&self, part: &Part, result: &TargetResult, beside: &Beside) -> Measured {
        let Around { watched, link, temperature_c, moved } = &beside.around;
        let moved = moved.map_or(0, Bytes::get);
        let row = result::measured(part, self.how.amount, &self.set, result);
        Measured {
            set: self.round.set.clone(),
            together: self.parts.iter().map(|part| part.drive.to_string()).collect(),
            repeat: self.round.repeat,
            simulated: self.simulated,
            other_io_bytes: moved.saturating_sub(result.moved.get()),
            link_during: *link,
            temperature_c: *temperature_c,
            watched: watched.clone(),
            place: beside.place.clone(),
            written: beside.written.clone(),
            partial: row.partial || beside.partial,
            ..row
        }
    }
}

/// Said of a target that ran out of time before it had moved the amount asked for.
fn not_reached(part: &Part, amount: Bytes, result: &TargetResult) -> Option<Message> {
    let is_short = result.outcome == Outcome::Whole && result.moved < amount;
    is_short.then(|| {
        Message::new("measure-amount-not-reached")
            .with("target", &part.drive)
            .with("moved", result.moved)
            .with("amount", amount)
    })
}

/// What is to be said of how a target ran.
pub fn remarks(drive: &Id, result: &TargetResult) -> Vec<Message> {
    let mut remarks = Vec::new();
    if let Some(method) = &result.method {
        remarks.extend(method.fallbacks.iter().copied().map(Fallback::message));
        remarks.extend(method.remark());
    }
    match &result.outcome {
        Outcome::Failed(error) => remarks.push(error.message(drive.as_str())),
        Outcome::Stalled => remarks.push(Message::new(stalled(result)).with("drive", drive)),
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
        Some(Engine::Simulated) => "ground-stalled",
        _ => "cli-stalled",
    }
}

fn is_failed(result: &TargetResult) -> bool {
    matches!(result.outcome, Outcome::Stalled | Outcome::Failed(_))
}

fn is_silent(result: &TargetResult) -> bool {
    matches!(result.outcome, Outcome::Stalled | Outcome::Failed(RunError::Lost))
}
