//! A host's end of orders.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use narrows_answer::source::Seen;
use narrows_cluster::Worker;
use narrows_engine::{Scratch, ScratchError, ScratchPlan, Target};
use narrows_host::filesystems::whereabouts;
use narrows_host::sample::{CpuCounters, Sampler};
use narrows_host::{Root, host_name};
use narrows_messages::Message;
use narrows_record::hosts::exchange::{
    Answer, Figure, Greeting, Order, PartOrder, RoundOrder, Said, Task,
};
use narrows_record::hosts::{Fault, FaultKind};
use narrows_record::run::{Measured, PlaceKind, Samples};
use narrows_record::see::See;
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_workload::profile;

use super::marker;
use crate::measuring::backend::Backend;
use crate::measuring::rounds::{self, How, Part, Round};
use crate::measuring::targets::{self, Prepared, measurable, open_places, places, surrounded};
use crate::output::Output;
use crate::source;

/// Waits until the other hosts are ready, too ([`Worker::answer`]).
type Start<'s> = &'s mut dyn FnMut() -> Option<Nanos>;

/// Carries out orders on this machine.
pub struct HostWorker<'o> {
    rank: u32,
    /// What this host's command line asks, as one text.
    options: String,
    seen: Seen,
    /// Opened at the greeting, and kept open from round to round.
    backend: Option<Backend<'static>>,
    cancel: Arc<AtomicBool>,
    output: &'o Output,
}

impl<'o> HostWorker<'o> {
    /// This machine as one of many hosts.
    pub fn new(rank: u32, options: String, cancel: Arc<AtomicBool>, output: &'o Output) -> Self {
        let seen = source::this_machine(output);
        Self { rank, options, seen, backend: None, cancel, output }
    }

    fn greet(&mut self, order: &Order, target: Option<&str>, writes: bool) -> Answer {
        let (prepared, faults) = match target {
            Some(path) => self.open_shared(Path::new(path), writes),
            None => self.open_own(),
        };
        let mount = target.and_then(|path| whereabouts(Path::new(path)).ok());
        let greeting = Greeting {
            host: host_name(),
            options: self.options.clone(),
            clock_s: SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs_f64(),
            targets: prepared.iter().map(|one| one.drive.to_string()).collect(),
            file_system: mount.as_ref().map(|mount| mount.fs.clone()),
            source: mount.map(|mount| mount.source),
        };
        self.backend = Some(Backend::Real(prepared));
        Answer { faults, ..Answer::to(order, self.rank, Said::Greeting(greeting)) }
    }

    /// The path that all share: a file of this host's own in a directory; a file or device itself, reading
    /// only.
    fn open_shared(&self, path: &Path, writes: bool) -> (Vec<Prepared>, Vec<Fault>) {
        let id = Id::new(path.display().to_string());
        match self.open_path(&id, path, writes) {
            Ok((kind, target)) => {
                (vec![surrounded(&self.seen.machine.topology, &id, kind, target)], Vec::new())
            }
            Err(fault) => (Vec::new(), vec![fault]),
        }
    }

    fn open_path(&self, id: &Id, path: &Path, writes: bool) -> Result<(PlaceKind, Target), Fault> {
        let say = |what: &Message| self.output.localizer.say(what);
        let missing =
            |error| Fault::new(FaultKind::NoTarget, format!("{}: {error}", path.display()));
        let found = std::fs::metadata(path).map_err(missing)?;
        if found.is_dir() {
            let plan = ScratchPlan { fill: !writes, ..ScratchPlan::default() };
            let scratch = Scratch::make_shared(path, plan, &self.cancel, &|_| ());
            let scratch = scratch.map_err(|error| {
                let is_full = matches!(error, ScratchError::NoSpace { .. });
                let kind = if is_full { FaultKind::NoSpace } else { FaultKind::Failed };
                Fault::new(kind, say(&error.message()))
            })?;
            return Ok((PlaceKind::Scratch, Target::scratch(id.as_str(), &scratch)));
        }
        if writes {
            let what = Message::new("hosts-writes-need-folder").with("path", path.display());
            return Err(Fault::new(FaultKind::Failed, say(&what)));
        }
        let opened = Target::open(id.as_str(), path);
        let target =
            opened.map_err(|error| Fault::new(FaultKind::NoTarget, say(&error.message())))?;
        let is_device = found.rdev() != 0;
        Ok((if is_device { PlaceKind::Raw } else { PlaceKind::File }, target))
    }

    /// This host's own drives, each in a scratch file.
    fn open_own(&self) -> (Vec<Prepared>, Vec<Fault>) {
        let topology = &self.seen.machine.topology;
        let all = measurable(topology);
        let (found, left_out) = places(topology, &targets::side_by_side(topology, &all), false);
        let plan = ScratchPlan::default();
        let (prepared, left_out) =
            open_places(topology, &found, left_out, plan, &self.cancel, self.output);
        let lost = left_out.iter().filter(|left| left.is_loss);
        let fault = |left: &targets::LeftOut| {
            Fault::new(FaultKind::NoTarget, self.output.localizer.say(&left.why))
        };
        (prepared, lost.map(fault).collect())
    }

    fn measure(&self, order: &Order, round: &RoundOrder, start: Start<'_>) -> Answer {
        let own: Vec<&PartOrder> =
            round.parts.iter().filter(|part| part.rank == self.rank).collect();
        let parts: Option<Vec<Part>> = own.iter().map(|part| part_of(part)).collect();
        let before = busy();
        let (Some(parts), Some(backend)) = (parts, &self.backend) else {
            let fault = Fault::new(FaultKind::Failed, "no such workload or target");
            return Answer::failed(order, self.rank, fault);
        };
        if parts.is_empty() {
            return Answer::to(order, self.rank, Said::Figures { figures: Vec::new() });
        }
        if start().is_none() {
            return Answer::to(order, self.rank, Said::Nothing);
        }
        let time = Nanos::secs(round.time_s);
        let asked = Round { set: round.set.clone(), parts, time, repeat: round.repeat };
        let how = How { ramp: Nanos::secs(round.ramp_s), ..How::default() };
        let done = rounds::run(&asked, backend, &how, &self.cancel, &|_| ());
        let cpu_busy = before.zip(busy()).and_then(|(before, after)| share(before, after));
        let both = done.results.iter().zip(&done.samples);
        let figures: Vec<Figure> = both
            .filter(|(row, _)| row.ops > 0 || row.errors > 0)
            .map(|(row, samples)| Figure { cpu_busy, ..figure(row, samples) })
            .collect();
        let failed = done.remarks.iter().filter(|(drive, _)| done.failed.contains(drive));
        let faults =
            failed.map(|(_, what)| Fault::new(FaultKind::Failed, self.output.localizer.say(what)));
        let faults = faults.collect();
        Answer { faults, ..Answer::to(order, self.rank, Said::Figures { figures }) }
    }

    fn mark(&self, order: &Order, folder: &str, text: &str) -> Answer {
        let folder = PathBuf::from(folder);
        // A file or device that all open has no room for a marker.
        if !folder.is_dir() {
            return Answer::to(order, self.rank, Said::Nothing);
        }
        match marker::write(&folder, text) {
            Ok(()) => Answer::to(order, self.rank, Said::Marker { found: true }),
            Err(error) => {
                let why = format!("{}: {error}", folder.display());
                Answer::failed(order, self.rank, Fault::new(FaultKind::Failed, why))
            }
        }
    }
}

impl Worker for HostWorker<'_> {
    fn answer(&mut self, order: &Order, start: Start<'_>) -> Answer {
        match &order.task {
            Task::Greet { target, writes } => self.greet(order, target.as_deref(), *writes),
            Task::Mark { rank, target, text } if *rank == self.rank => {
                self.mark(order, target, text)
            }
            Task::Look { target, text } => {
                let folder = Path::new(target);
                let said = match folder.is_dir() {
                    true => Said::Marker { found: marker::is_there(folder, text) },
                    false => Said::Nothing,
                };
                Answer::to(order, self.rank, said)
            }
            Task::Unmark { rank, target, text } if *rank == self.rank => {
                marker::remove(Path::new(target), text);
                Answer::to(order, self.rank, Said::Nothing)
            }
            Task::See => {
                let name = host_name();
                let see = See::of(&self.seen.machine.topology, &name, &self.output.localizer);
                Answer::to(order, self.rank, Said::Seen { see: Box::new(see) })
            }
            Task::Round(round) => self.measure(order, round, start),
            Task::Mark { .. } | Task::Unmark { .. } | Task::End => {
                Answer::to(order, self.rank, Said::Nothing)
            }
        }
    }
}

fn part_of(part: &PartOrder) -> Option<Part> {
    Some(Part::new(Id::new(&part.target), profile(&part.workload)?))
}

/// A row with its times on the clock of all hosts.
fn figure(row: &Measured, samples: &Samples) -> Figure {
    let to_s = row.done_s;
    Figure {
        target: row.target.clone(),
        mb_s: row.mb_s,
        iops: row.iops,
        latency_us: row.latency_us.p50,
        from_s: to_s - row.window_s,
        to_s,
        timeline_mb_s: row.timeline_mb_s.clone(),
        late_s: samples.started_us / 1e6,
        done_s: to_s,
        errors: row.errors,
        partial: row.partial,
        cpu_busy: None,
    }
}

/// The processors' time so far.
fn busy() -> Option<CpuCounters> {
    Sampler::new(&Root::live()).cpu()
}

/// The busy share of all processors between two looks.
fn share(earlier: CpuCounters, later: CpuCounters) -> Option<f64> {
    let passed = later.since(earlier);
    let all = (passed.busy + passed.idle + passed.stolen).as_secs();
    (all > 0.0).then(|| passed.busy.as_secs() / all)
}
