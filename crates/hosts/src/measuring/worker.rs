//! A host's end of orders.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use narrows::machine;
use narrows::measuring::rounds::pinning::ThreadPinning;
use narrows::measuring::rounds::{RoundPart, RoundPlan, RoundSettings, run_from};
use narrows::measuring::targets::{self, Prepared, measurable, open_places, places, surrounded};
use narrows::output::CliOutput;
use narrows_engine::{IoTarget, Scratch, ScratchError, ScratchPlan, TargetRegion};
use narrows_formats::lldp;
use narrows_host::filesystems::whereabouts;
use narrows_host::sample::{CpuCounters, Sampler};
use narrows_host::{Root, host_name, neighbours};
use narrows_messages::Message;
use narrows_record::hosts::exchange::{
    Greeting, PartOrder, RankAnswer, RankOrder, RankReply, RankTask, RoundOrder,
};
use narrows_record::hosts::{RankFault, RankFaultKind};
use narrows_record::run::TargetLocationKind;
use narrows_record::see::SeeDocument;
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_verdict::answer::source::SourceMachine;
use narrows_workload::profile;

use super::own_run::OwnRun;
use super::watching::{Background, WatchPlan};
use super::{figures, load, marker};
use crate::cluster::OrderWorker;

/// Waits until the other hosts are ready, too ([`OrderWorker::answer`]).
type Start<'s> = &'s mut dyn FnMut() -> Option<Nanos>;

pub struct HostWorker<'o> {
    rank: u32,
    ranks: u32,
    options: String,
    source: SourceMachine,
    /// Opened at the greeting, and kept open from round to round.
    open: Vec<Prepared>,
    /// All of a file or device that hosts share; each round chooses a part of it.
    whole: Option<IoTarget>,
    own_run: OwnRun,
    plan: WatchPlan,
    watched: Option<Background>,
    cancel: Arc<AtomicBool>,
    output: &'o CliOutput,
}

impl<'o> HostWorker<'o> {
    /// This machine as one of this many ranks.
    pub fn new(
        (rank, ranks): (u32, u32),
        options: String,
        cancel: Arc<AtomicBool>,
        output: &'o CliOutput,
    ) -> Self {
        let source = machine::this(output);
        let own_run = OwnRun::of(&source, rank);
        let (open, whole) = (Vec::new(), None);
        let (plan, watched) = (WatchPlan::default(), None);
        Self { rank, ranks, options, source, open, whole, own_run, plan, watched, cancel, output }
    }

    /// The same, which watches this when ordered to begin.
    pub fn watching(self, plan: WatchPlan) -> Self {
        Self { plan, ..self }
    }

    fn end(&mut self) {
        self.own_run.end(self.output);
        let Some(watched) = self.watched.take().filter(|_| self.plan.is_kept) else { return };
        if let Err(failure) = watched.keep(self.rank, &self.source, self.output) {
            self.output.fail(&failure);
        }
    }

    fn greet(&mut self, order: &RankOrder, target: Option<&str>, writes: bool) -> RankAnswer {
        let (prepared, faults) = match target {
            Some(path) => {
                // The path that all share: a file of this host's own in a directory; a file or
                // device itself, reading only.
                let path = Path::new(path);
                let id = Id::new(path.display().to_string());
                match self.open_path(&id, path, writes) {
                    Ok((kind, target)) => (
                        vec![surrounded(&self.source.machine.topology, &id, kind, target)],
                        Vec::new(),
                    ),
                    Err(fault) => (Vec::new(), vec![fault]),
                }
            }
            None => {
                // This host's own drives, each in a scratch file.
                let topology = &self.source.machine.topology;
                let all = measurable(topology);
                let (locations, left_out) =
                    places(topology, &targets::side_by_side(topology, &all), false);
                let plan = ScratchPlan::default();
                let (prepared, left_out) =
                    open_places(topology, &locations, left_out, plan, &self.cancel, self.output);
                let lost = left_out.iter().filter(|left| left.is_loss);
                let fault = |left: &targets::LeftOut| {
                    RankFault::new(RankFaultKind::NoTarget, self.output.localizer.say(&left.why))
                };
                (prepared, lost.map(fault).collect())
            }
        };
        let mount = target.and_then(|path| whereabouts(Path::new(path)).ok());
        let greeting = Greeting {
            host: host_name(),
            options: self.options.clone(),
            clock_s: clock(),
            targets: prepared.iter().map(|one| one.drive.to_string()).collect(),
            file_system: mount.as_ref().map(|mount| mount.fs.clone()),
            source: mount.map(|mount| mount.source),
            folder: target.is_some_and(|path| Path::new(path).is_dir()),
            serves: false,
            switches: neighbours::lldp().map(|text| lldp::read(&text)).unwrap_or_default(),
        };
        let is_file = prepared.iter().any(|one| one.place.kind != TargetLocationKind::Scratch);
        let whole = prepared.first().filter(|_| target.is_some() && is_file);
        self.whole = whole.map(|one| one.target.clone());
        self.open = prepared;
        RankAnswer { faults, ..RankAnswer::to(order, self.rank, RankReply::Greeting(greeting)) }
    }

    fn open_path(
        &self,
        id: &Id,
        path: &Path,
        writes: bool,
    ) -> Result<(TargetLocationKind, IoTarget), RankFault> {
        let say = |what: &Message| self.output.localizer.say(what);
        let missing =
            |error| RankFault::new(RankFaultKind::NoTarget, format!("{}: {error}", path.display()));
        let metadata = std::fs::metadata(path).map_err(missing)?;
        if metadata.is_dir() {
            // A file that is only written needs no content before.
            let plan = ScratchPlan { fill: !writes, ..ScratchPlan::default() };
            let scratch = Scratch::make_shared(path, plan, &self.cancel, &|_| ());
            let scratch = scratch.map_err(|error| {
                let is_full = matches!(error, ScratchError::NoSpace { .. });
                let kind = if is_full { RankFaultKind::NoSpace } else { RankFaultKind::Failed };
                RankFault::new(kind, say(&error.message()))
            })?;
            return Ok((TargetLocationKind::Scratch, IoTarget::scratch(id.as_str(), &scratch)));
        }
        if writes {
            let what = Message::new("hosts-writes-need-folder").with("path", path.display());
            return Err(RankFault::new(RankFaultKind::Failed, say(&what)));
        }
        let opened = IoTarget::open(id.as_str(), path);
        let target = opened
            .map_err(|error| RankFault::new(RankFaultKind::NoTarget, say(&error.message())))?;
        // A regular file has no device number of its own.
        let is_device = metadata.rdev() != 0;
        Ok((if is_device { TargetLocationKind::Raw } else { TargetLocationKind::File }, target))
    }

    /// As a server: this host's load while the others measure.
    fn watch(&self, order: &RankOrder, round: &RoundOrder, start: Start<'_>) -> RankAnswer {
        let from = start().map(|at| at + Nanos::secs(round.ramp_s));
        let time = Nanos::secs(round.time_s);
        let report = from.and_then(|from| load::between(from, time, &self.cancel));
        let reply = report.map_or(RankReply::Nothing, |report| RankReply::Served { report });
        RankAnswer::to(order, self.rank, reply)
    }

    /// Its parts of a round, all at once; `start` is called once the engine is ready to begin.
    fn measure(
        &mut self,
        order: &RankOrder,
        round: &RoundOrder,
        start: &mut dyn FnMut() -> Option<Nanos>,
    ) -> RankAnswer {
        let own = round.parts.iter().filter(|part| part.rank == self.rank);
        let own: Vec<&PartOrder> = own.collect();
        if own.is_empty() {
            return RankAnswer::to(order, self.rank, RankReply::Nothing);
        }
        let parts = match self.parts(&own) {
            Ok(parts) => parts,
            Err(what) => return RankAnswer::failed(order, self.rank, self.fault(&what)),
        };
        let time = Nanos::secs(round.time_s);
        let plan =
            RoundPlan { set: round.set.clone(), parts, time, repeat: round.repeat, amount: None };
        // The launcher decides on which processors we run, and ranks may share a host.
        let how = RoundSettings {
            ramp: Nanos::secs(round.ramp_s),
            ..RoundSettings::pinned(ThreadPinning::Free)
        };
        let before = busy();
        let outcome = run_from(&plan, &self.open, &how, &self.cancel, &(), start);
        let cpu_busy = before.zip(busy()).and_then(|(before, after)| share(before, after));
        let failed = outcome.remarks.iter().filter(|(drive, _)| outcome.failed.contains(drive));
        let mut faults: Vec<RankFault> = failed.map(|(_, what)| self.fault(what)).collect();
        if self.cancel.load(Ordering::Relaxed) {
            faults.push(self.fault(&Message::new("hosts-interrupted")));
        }
        let figures = figures::of(&outcome, how.ramp, cpu_busy);
        self.own_run.take(outcome, self.output);
        RankAnswer { faults, ..RankAnswer::to(order, self.rank, RankReply::Figures { figures }) }
    }

    /// Its task, with its part of a shared file chosen.
    fn parts(&mut self, own: &[&PartOrder]) -> Result<Vec<RoundPart>, Message> {
        let same_file = own.iter().any(|part| part.same_file);
        match (&self.whole, self.open.first_mut()) {
            (Some(whole), Some(open)) => {
                let at = if same_file { 0 } else { self.rank };
                // Of equal parts: hosts that read different parts of a file cannot read data that a
                // server still caches for another one.
                let part = region(whole.region().len, (at, self.ranks));
                open.target =
                    if part.len == 0 { whole.clone() } else { whole.clone().within(part) };
            }
            _ if same_file => return Err(Message::new("hosts-no-common-file")),
            _ => {}
        }
        own.iter().map(|part| self.part(part)).collect()
    }

    fn part(&self, part: &PartOrder) -> Result<RoundPart, Message> {
        let is_open = self.open.iter().any(|one| one.drive.as_str() == part.target);
        let workload = profile(&part.workload).filter(|_| is_open);
        let unknown = || {
            let what = Message::new("hosts-cannot-measure").with("target", &part.target);
            what.with("workload", &part.workload)
        };
        Ok(RoundPart::new(Id::new(&part.target), workload.ok_or_else(unknown)?))
    }

    fn fault(&self, what: &Message) -> RankFault {
        RankFault::new(RankFaultKind::Failed, self.output.localizer.say(what))
    }

    fn mark(&self, order: &RankOrder, folder: &str, text: &str) -> RankAnswer {
        let folder = PathBuf::from(folder);
        // A file or device that all open has no room for a marker.
        if !folder.is_dir() {
            return RankAnswer::to(order, self.rank, RankReply::Nothing);
        }
        match marker::write(&folder, text) {
            Ok(()) => RankAnswer::to(order, self.rank, RankReply::Marker { found: true }),
            Err(error) => {
                let why = format!("{}: {error}", folder.display());
                RankAnswer::failed(order, self.rank, RankFault::new(RankFaultKind::Failed, why))
            }
        }
    }
}

impl OrderWorker for HostWorker<'_> {
    fn answer(&mut self, order: &RankOrder, start: Start<'_>) -> RankAnswer {
        match &order.task {
            RankTask::Greet { servers, .. } if is_named(servers, &host_name()) => {
                // A server has nothing to measure, only itself to look at.
                let greeting = Greeting {
                    host: host_name(),
                    options: self.options.clone(),
                    clock_s: clock(),
                    serves: true,
                    ..Greeting::default()
                };
                RankAnswer::to(order, self.rank, RankReply::Greeting(greeting))
            }
            RankTask::Greet { target, writes, .. } => self.greet(order, target.as_deref(), *writes),
            RankTask::Mark { rank, target, text } if *rank == self.rank => {
                self.mark(order, target, text)
            }
            RankTask::Look { target, text } => {
                let folder = Path::new(target);
                let reply = if folder.is_dir() {
                    RankReply::Marker { found: marker::is_there(folder, text) }
                } else {
                    RankReply::Nothing
                };
                RankAnswer::to(order, self.rank, reply)
            }
            RankTask::Unmark { rank, target, text } if *rank == self.rank => {
                marker::remove(Path::new(target), text);
                RankAnswer::to(order, self.rank, RankReply::Nothing)
            }
            RankTask::See => {
                let name = host_name();
                let see = SeeDocument::of(&self.source.machine.topology, &name);
                RankAnswer::to(order, self.rank, RankReply::Seen { see: Box::new(see) })
            }
            RankTask::Round(round) if round.watchers.contains(&self.rank) => {
                self.watch(order, round, start)
            }
            RankTask::Round(round) => self.measure(order, round, start),
            RankTask::Gather => {
                let (run, samples) = self.own_run.handed_over();
                RankAnswer::to(order, self.rank, RankReply::Kept { run, samples })
            }
            RankTask::Introduce => {
                let (host, options) = (host_name(), self.options.clone());
                let greeting = Greeting { host, options, clock_s: clock(), ..Greeting::default() };
                RankAnswer::to(order, self.rank, RankReply::Greeting(greeting))
            }
            RankTask::Watch { ranks, keep } if ranks.contains(&self.rank) => {
                let from = (&self.plan, &self.source);
                match Background::begin(from, *keep, &self.cancel, start, self.output) {
                    Ok(watched) => {
                        self.watched = watched;
                        RankAnswer::to(order, self.rank, RankReply::Nothing)
                    }
                    Err(failure) => RankAnswer::failed(order, self.rank, self.fault(&failure.what)),
                }
            }
            RankTask::Watched { stop } => {
                let reply = self.watched.as_mut().map(|watched| watched.hand_over(*stop));
                RankAnswer::to(order, self.rank, reply.unwrap_or_default())
            }
            RankTask::End => {
                self.end();
                RankAnswer::to(order, self.rank, RankReply::Nothing)
            }
            RankTask::Mark { .. } | RankTask::Unmark { .. } | RankTask::Watch { .. } => {
                RankAnswer::to(order, self.rank, RankReply::Nothing)
            }
        }
    }
}

/// Whether a host is among these; either may have a domain that the other lacks.
fn is_named(servers: &[String], host: &str) -> bool {
    let short = |name: &str| name.split('.').next().unwrap_or(name).to_owned();
    servers.iter().any(|name| {
        name == host || short(name) == short(host) && name.contains('.') != host.contains('.')
    })
}

/// Seconds since 1970 UTC on the wall's clock.
fn clock() -> f64 {
    SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs_f64()
}

/// A rank's one of this many equal parts.
fn region(len: u64, (rank, ranks): (u32, u32)) -> TargetRegion {
    /// Parts begin where blocks of every usual size do.
    const BOUNDARY: u64 = 1 << 20;
    let len = len / u64::from(ranks.max(1)) / BOUNDARY * BOUNDARY;
    TargetRegion { offset: len * u64::from(rank), len }
}

fn busy() -> Option<CpuCounters> {
    Sampler::new(&Root::live()).cpu()
}

/// The busy share of all processors between two looks.
fn share(earlier: CpuCounters, later: CpuCounters) -> Option<f64> {
    let passed = later.since(earlier);
    let all = (passed.busy + passed.idle + passed.stolen).as_secs();
    (all > 0.0).then(|| passed.busy.as_secs() / all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_named_with_or_without_its_domain() {
        let named = |name: &str, host: &str| is_named(&[name.to_owned()], host);
        assert!(
            named("store", "store") && named("store", "store.lan") && named("store.lan", "store")
        );
        assert!(
            !named("store.lan", "store.other")
                && !named("store", "store2")
                && !is_named(&[], "store")
        );
    }

    #[test]
    fn parts_of_a_file_do_not_overlap_and_lie_within() {
        let len = (100 << 20) + 17;
        let parts: Vec<TargetRegion> = (0..3).map(|rank| region(len, (rank, 3))).collect();
        assert!(parts.iter().all(|part| part.len == 33 << 20));
        assert!(parts.windows(2).all(|two| two[0].offset + two[0].len == two[1].offset));
        assert!(parts[2].offset + parts[2].len <= len);
        assert_eq!(region(100, (0, 3)).len, 0);
    }
}
