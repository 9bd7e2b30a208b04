//! Rounds of measuring: one set of drives under one workload, watched from outside while it runs.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use narrows_engine::{
    Fallback, Outcome, RunError, SetResult, Settings, Target, TargetResult, run_set,
};
use narrows_host::Root;
use narrows_host::sample::{DiskCounters, Sampler};
use narrows_messages::Message;
use narrows_record::run::{Latency, Measured, Method, Samples};
use narrows_record::see::LinkState;
use narrows_topology::Id;
use narrows_units::{LinkWidth, Nanos};
use narrows_workload::Workload;

use crate::targets::Prepared;

/// What runs together, under which workload, for how long.
#[derive(Clone)]
pub struct Round<'a> {
    pub set: &'a str,
    pub members: Vec<&'a Prepared>,
    pub workload: &'a Workload,
    pub time: Nanos,
    pub repeat: u32,
}

/// What came of a round.
#[derive(Default)]
pub struct Done {
    pub results: Vec<Measured>,
    pub samples: Vec<Samples>,
    pub remarks: Vec<(Id, Message)>,
    /// Drives that do not answer: asking them again would only wait again.
    pub silent: Vec<Id>,
}

const TIMELINE_STEP: Nanos = Nanos::millis(100);

/// Runs a round.
pub fn run(round: &Round<'_>, cancel: &AtomicBool, progress: &(dyn Fn(f64) + Sync)) -> Done {
    let watch = Watch::new(&round.members);
    let targets: Vec<Target> = round.members.iter().map(|member| member.target.clone()).collect();
    let settings = Settings {
        time: round.time,
        system_cpu: Some(|| Some(Sampler::new(&Root::live()).cpu()?.busy)),
        ..Settings::default()
    };
    let before = watch.disks();
    let set = run_set(&targets, round.workload, &settings, cancel, &|share| {
        watch.look(share);
        progress(share);
    });
    let after = watch.disks();
    let mut done = Done::default();
    for (index, (member, result)) in round.members.iter().zip(&set.targets).enumerate() {
        let other = other_bytes(result, before[index], after[index]);
        let link = watch.link(index);
        let temperature_c = watch.sampler.temperature_c(member.drive.as_str());
        let measured = Measured {
            other_io_bytes: other,
            link_during: link.map(LinkState::of),
            temperature_c,
            ..measured(round, &set, result)
        };
        done.remarks.extend(remarks(member, result));
        done.silent.extend(is_silent(result).then(|| member.drive.clone()));
        done.results.push(measured);
        done.samples.push(samples(round, result));
    }
    done
}

/// Looks at links and counters while a set runs.
struct Watch<'a> {
    sampler: Sampler,
    members: &'a [&'a Prepared],
    links: Mutex<Option<Vec<Option<LinkWidth>>>>,
}

impl<'a> Watch<'a> {
    fn new(members: &'a [&'a Prepared]) -> Self {
        Self { sampler: Sampler::new(&Root::live()), members, links: Mutex::new(None) }
    }

    /// Links are read once, in the middle of the run: idle ones clock down.
    fn look(&self, share: f64) {
        let Ok(mut links) = self.links.lock() else { return };
        if share < 0.5 || links.is_some() {
            return;
        }
        let read = |member: &&Prepared| self.sampler.link(member.address?);
        *links = Some(self.members.iter().map(read).collect());
    }

    fn link(&self, index: usize) -> Option<LinkWidth> {
        self.links.lock().ok()?.as_ref()?.get(index).copied()?
    }

    fn disks(&self) -> Vec<Option<DiskCounters>> {
        let read = |member: &&Prepared| self.sampler.disk(member.drive.as_str());
        self.members.iter().map(read).collect()
    }
}

/// What the drive moved and we did not ask for.
fn other_bytes(
    result: &TargetResult,
    before: Option<DiskCounters>,
    after: Option<DiskCounters>,
) -> u64 {
    let Some((before, after)) = before.zip(after) else { return 0 };
    let moved = after.since(before);
    (moved.read.get() + moved.written.get()).saturating_sub(result.moved.get())
}

fn remarks(member: &Prepared, result: &TargetResult) -> Vec<(Id, Message)> {
    let mut remarks = Vec::new();
    let say = |message| (member.drive.clone(), message);
    if let Some(method) = &result.method {
        remarks.extend(method.fallbacks.iter().copied().map(Fallback::message).map(say));
        remarks.extend(method.remark().map(say));
    }
    match &result.outcome {
        Outcome::Failed(error) => remarks.push(say(error.message(member.drive.as_str()))),
        Outcome::Stalled => {
            remarks.push(say(Message::new("cli-stalled").with("drive", &member.drive)));
        }
        _ => {}
    }
    remarks
}

fn is_silent(result: &TargetResult) -> bool {
    matches!(result.outcome, Outcome::Stalled | Outcome::Failed(RunError::Lost))
}

fn measured(round: &Round<'_>, set: &SetResult, result: &TargetResult) -> Measured {
    let micros = |time: Option<Nanos>| time.map(Nanos::as_micros);
    Measured {
        target: result.name.clone(),
        workload: round.workload.name.clone(),
        set: round.set.to_owned(),
        together: round.members.iter().map(|member| member.drive.to_string()).collect(),
        repeat: round.repeat,
        direction: round.workload.direction().to_string(),
        mb_s: result.rate.as_mb_s(),
        iops: result.iops.get(),
        latency_us: latency(result),
        cpu_us_per_io: micros(set.process_cpu_per_op()),
        system_cpu_us_per_io: micros(set.system_cpu_per_op()),
        thread_cpu: result.cpu.thread_share(),
        skew_us: result.skew.as_micros(),
        window_s: set.window.length().as_secs(),
        ops: result.ops,
        errors: result.errors,
        simulated: false,
        // Errors near the end come too late to end the round, and say the same of its figures.
        partial: result.outcome != Outcome::Whole || result.errors > 0,
        method: result.method.as_ref().map(method).unwrap_or_default(),
        timeline_mb_s: timeline(set, result),
        ..Measured::default()
    }
}

fn samples(round: &Round<'_>, result: &TargetResult) -> Samples {
    Samples {
        target: result.name.clone(),
        workload: round.workload.name.clone(),
        set: round.set.to_owned(),
        repeat: round.repeat,
        started_us: result.started.as_micros(),
        ended_us: result.ended.as_micros(),
        slot_us: result.timeline.slot().as_micros(),
        slot_bytes: result.timeline.bytes().map(narrows_units::Bytes::get).collect(),
        latency_ns: result.latency.buckets().map(|(at, count)| (at.get(), count)).collect(),
    }
}

fn timeline(set: &SetResult, result: &TargetResult) -> Vec<f64> {
    let rates = result.timeline.rates(set.window.start, set.window.end, TIMELINE_STEP);
    rates.into_iter().map(|rate| rate.as_mb_s()).collect()
}

fn latency(result: &TargetResult) -> Latency {
    let at = |quantile| result.latency.quantile(quantile).map(Nanos::as_micros);
    Latency { p50: at(0.5), p90: at(0.9), p99: at(0.99), p999: at(0.999), p9999: at(0.9999) }
}

fn method(method: &narrows_engine::Method) -> Method {
    Method {
        engine: method.engine.as_str().to_owned(),
        direct: method.direct,
        registered_buffers: method.registered_buffers,
        registered_files: method.registered_files,
        deferred_taskrun: method.deferred_taskrun,
        huge_pages: method.huge_pages,
        no_cow: method.no_cow,
        file_system: method.file_system.map(str::to_owned),
        region: method.region,
        ..Method::default()
    }
}
