//! Rounds of measuring: targets that run together, each under its workload, watched from outside
//! while they run.
//!
//! Not here: which rounds there are (`verbs/measure/plan.rs`), what follows from their results.

pub mod pinning;
mod result;

use std::sync::atomic::AtomicBool;

use narrows_engine::{
    EngineChoice, Fallback, Job, Outcome, RunError, SetResult, Settings, TargetResult, run_set,
};
use narrows_host::Root;
use narrows_host::sample::Sampler;
use narrows_messages::Message;
use narrows_record::run::{Measured, Samples};
use narrows_topology::Id;
use narrows_units::{Bytes, BytesPerSec, Nanos};
use narrows_workload::Workload;

use self::pinning::Pinning;
pub use self::result::asked;
use crate::targets::Prepared;
use crate::watch::{Around, Watch};
use crate::writes;

/// What one target does in a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub drive: Id,
    pub workload: Workload,
    /// What it is held to; none for as fast as it goes.
    pub limit: Option<BytesPerSec>,
    /// How long after the common start it begins.
    pub start_after: Nanos,
}

impl Part {
    /// As fast as it goes, from the common start.
    pub fn new(drive: Id, workload: Workload) -> Self {
        Self { drive, workload, limit: None, start_after: Nanos::ZERO }
    }
}

/// What runs together, and for how long.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// `alone`, `all`, or the set's name.
    pub set: String,
    pub parts: Vec<Part>,
    /// How long it counts, from the last start on.
    pub time: Nanos,
    /// Counted from 1.
    pub repeat: u32,
}

impl Round {
    /// These under one workload, as fast as they go, from the common start.
    pub fn of(set: &str, drives: &[Id], workload: &Workload, time: Nanos) -> Self {
        let part = |drive: &Id| Part::new(drive.clone(), workload.clone());
        let parts = drives.iter().map(part).collect();
        Self { set: set.to_owned(), parts, time, repeat: 1 }
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
        let Settings { engine, poll, kernel_thread, ramp, verify, .. } = Settings::default();
        let (pinning, slot) = (Pinning::default(), Nanos::millis(1));
        Self {
            engine,
            poll,
            kernel_thread,
            ramp,
            amount: None,
            verify,
            preconditioned: false,
            pinning,
            slot,
        }
    }
}

impl How {
    /// What a round takes, ramp and staggered starts included.
    pub fn duration(&self, round: &Round) -> Nanos {
        round.last_start() + self.ramp + round.time
    }

    fn settings(&self, round: &Round) -> Settings {
        Settings {
            time: round.time,
            // Who started last has its ramp too before anything counts.
            ramp: round.last_start() + self.ramp,
            engine: self.engine,
            poll: self.poll,
            kernel_thread: self.kernel_thread,
            bytes_max: self.amount,
            verify: self.verify,
            system_cpu: Some(|| Some(Sampler::new(&Root::live()).cpu()?.busy)),
            ..Settings::default()
        }
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

/// A part and what it runs on.
struct Member<'a> {
    part: &'a Part,
    prepared: &'a Prepared,
    cpus: Vec<u32>,
}

/// Runs a round; parts whose target is not prepared are left out.
pub fn run(
    round: &Round,
    prepared: &[Prepared],
    how: &How,
    cancel: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> Done {
    let members = members(round, prepared, &how.pinning);
    let jobs: Vec<Job> = members.iter().map(Member::job).collect();
    let drives: Vec<_> =
        members.iter().map(|one| (one.part.drive.clone(), one.prepared.address)).collect();
    let watch = Watch::new(&drives);
    let set = run_set(&jobs, &how.settings(round), cancel, &|share| {
        watch.look(share);
        progress(share);
    });
    let flushed = writes::flush::after(&jobs, how.preconditioned);
    let ran = Ran { round, members: &members, amount: how.amount, set: &set };
    let mut done = Done::default();
    let joined = members.iter().zip(&set.targets).zip(watch.finish()).zip(flushed);
    for (((member, result), around), (written, unflushed)) in joined {
        let drive = &member.part.drive;
        let left = how.amount.and_then(|amount| not_reached(member.part, amount, result));
        let row = ran.measured(member, result, around);
        let partial = row.partial || left.is_some() || unflushed.is_some();
        done.results.push(Measured { partial, written, ..row });
        let remarks = remarks(drive, result).into_iter().chain(left).chain(unflushed);
        let remarks =
            remarks.chain(writes::misread(drive, result)).chain(unpolled(how, member, result));
        done.remarks.extend(remarks.map(|what| (drive.clone(), what)));
        done.silent.extend(is_silent(result).then(|| drive.clone()));
        done.failed.extend(is_failed(result).then(|| drive.clone()));
        done.samples.push(result::samples(round, member.part, result, how.slot));
    }
    done
}

fn members<'a>(round: &'a Round, prepared: &'a [Prepared], pinning: &Pinning) -> Vec<Member<'a>> {
    let found = round.parts.iter().filter_map(|part| {
        let prepared = prepared.iter().find(|prepared| prepared.drive == part.drive)?;
        Some((part, prepared))
    });
    let found: Vec<(&Part, &Prepared)> = found.collect();
    let wants: Vec<(u32, &[u32])> = found
        .iter()
        .map(|(part, prepared)| (part.workload.jobs, prepared.local_cpus.as_slice()))
        .collect();
    let cpus = pinning.share_out(&wants);
    let joined = found.into_iter().zip(cpus);
    joined.map(|((part, prepared), cpus)| Member { part, prepared, cpus }).collect()
}

impl Member<'_> {
    fn job(&self) -> Job {
        Job {
            limit: self.part.limit,
            start_after: self.part.start_after,
            cpus: self.cpus.clone(),
            ..Job::new(self.prepared.target.clone(), self.part.workload.clone())
        }
    }
}

/// A round that is over.
struct Ran<'a> {
    round: &'a Round,
    members: &'a [Member<'a>],
    amount: Option<Bytes>,
    set: &'a SetResult,
}

impl Ran<'_> {
    /// The row of one of its members.
    fn measured(&self, member: &Member<'_>, result: &TargetResult, around: Around) -> Measured {
        let moved = around.moved.map_or(0, Bytes::get);
        let drives = self.members.iter().map(|member| member.part.drive.to_string());
        Measured {
            set: self.round.set.clone(),
            together: drives.collect(),
            repeat: self.round.repeat,
            other_io_bytes: moved.saturating_sub(result.moved.get()),
            link_during: around.link,
            temperature_c: around.temperature_c,
            watched: around.watched,
            place: member.prepared.place.clone(),
            ..result::measured(member.part, self.amount, self.set, result)
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
        Outcome::Stalled => remarks.push(Message::new("cli-stalled").with("drive", drive)),
        _ => {}
    }
    remarks.extend(result.first_error.map(|failure| {
        let what = Message::new("cli-first-error").with("drive", drive);
        what.with("at", failure.offset).with("error", failure.errno)
    }));
    remarks
}

/// Where the driver has no queues for it, every request that is polled for fails.
fn unpolled(how: &How, member: &Member<'_>, result: &TargetResult) -> Option<Message> {
    let nothing_came = how.poll && result.ops == 0 && result.errors > 0;
    (nothing_came && !member.prepared.place.polled_queues)
        .then(|| Message::new("measure-no-polled-queues").with("drive", &member.part.drive))
}

fn is_failed(result: &TargetResult) -> bool {
    matches!(result.outcome, Outcome::Stalled | Outcome::Failed(_))
}

fn is_silent(result: &TargetResult) -> bool {
    matches!(result.outcome, Outcome::Stalled | Outcome::Failed(RunError::Lost))
}
