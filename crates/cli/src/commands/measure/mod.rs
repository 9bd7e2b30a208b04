//! `narrows measure`: chosen targets under chosen workloads, alone and together.

mod on_virtual;
#[cfg(target_os = "linux")]
pub mod passthrough;
pub mod plan;
mod rehearsal;
pub mod request;
mod workloads;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_engine::EngineChoice;
use narrows_messages::Message;
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::see::DocumentNote;
use narrows_topology::{Id, Topology};
use narrows_units::Nanos;
use narrows_verdict::answer::source::SourceMachine;

use crate::args::{self, IoEngineName};
use crate::destination::OutputFileKind;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::measuring::backend::Backend;
use crate::measuring::campaign::usual;
use crate::measuring::rounds::pinning::{ThreadPinning, parse_list};
use crate::measuring::rounds::{RoundPart, RoundPlan, RoundSettings, needed};
use crate::measuring::targets::{self, LeftOut, Prepared, TargetLocation};
use crate::measuring::writes;
use crate::measuring::{
    Campaign, CampaignContext, CombinedResults, NextRounds, curve, duration, minutes, not_too_many,
    note,
};
use crate::named::{NamedTarget, named};
use crate::output::CliOutput;
use crate::picture::PictureFiles;
use crate::platform::{interrupt, machine, targets as own};

/// Hooks for other commands that measure this way.
pub struct MeasureHooks<'a> {
    /// How the run is put out in the end.
    pub shown: &'a dyn Fn(&RunDocument) -> Result<()>,
    /// These rounds replace those of the command line; their targets are words of it.
    pub rounds: Option<&'a [RoundPlan]>,
    /// Files that are made in folders, beside the targets of the command line.
    pub files: &'a [NamedTarget],
    /// If no target is named, none is stacked on another.
    pub apart: bool,
    /// Whether the results of all passes so far suffice.
    pub until: &'a dyn Fn(&[TargetMeasurement]) -> bool,
    /// Name of a workload that is measured at several positions, and their number; `None` for others.
    pub positions: &'a dyn Fn(&str) -> Option<(String, u32)>,
}

impl<'a> MeasureHooks<'a> {
    pub fn shown(shown: &'a dyn Fn(&RunDocument) -> Result<()>) -> Self {
        Self {
            shown,
            rounds: None,
            files: &[],
            apart: false,
            until: &|_| false,
            positions: &|_| None,
        }
    }
}

pub fn run(args: &args::MeasureArgs, output: &CliOutput) -> Result<ProgramExit> {
    let shown = |run: &RunDocument| usual(run, output);
    run_as(args, &MeasureHooks::shown(&shown), output)
}

pub fn run_as(
    args: &args::MeasureArgs,
    ours: &MeasureHooks<'_>,
    output: &CliOutput,
) -> Result<ProgramExit> {
    let drawn = args.picture.files(args.force, output)?;
    if args.on.is_given() {
        return on_virtual::run(args, (drawn, ours), output);
    }
    own::check(args)?;
    let job = output.destination(args.fio_job.as_deref(), OutputFileKind::FioJob, args.force)?;
    let cancel = interrupt::flag();
    let source = machine::look(output)?;
    let topology = &source.machine.topology;
    let mut targets = match args.writes.kept() {
        Some(kept) => vec![kept],
        None if args.targets.is_empty() && !ours.files.is_empty() => Vec::new(),
        None => named(topology, &args.targets, &args.file)?,
    };
    targets.extend(ours.files.iter().cloned());
    if ours.apart && args.targets.is_empty() {
        targets::keep_apart(topology, &mut targets);
    }
    let request = request::of(args, &targets)?;
    let measure = MeasureRequest { args, request, how: how(args)?, drawn, ours };
    let (places, left_out) = targets::places_of(
        topology,
        &targets,
        args.raw || args.writes.raw_write || args.means.engine == args::IoEngineName::Passthrough,
    );
    own::check_places(measure.how.engine, &places)?;
    let rounds = measure.some_rounds(topology, &ids(&places))?;
    // Targets that no round uses are not opened, and get no scratch file.
    let needed = needed(&rounds, &ids(&places));
    let places: Vec<(Id, TargetLocation)> =
        places.into_iter().filter(|(id, _)| needed.contains(id)).collect();
    // A refusal is final: no plan, and no job for another program, for forbidden writes.
    args.writes.check(&rounds, &places)?;
    rehearsal::show((&measure, job), &rounds, &places, &left_out, output)?;
    if args.dry_run {
        // A run that would be refused for lack of drives has no plan.
        let empty = places.is_empty();
        return if empty { Err(nothing_to_measure(left_out)) } else { Ok(ProgramExit::Ok) };
    }
    if args.writes.rehearse {
        return own::rehearse(&args.writes, &rounds, &places, output);
    }
    let time = duration(&measure.how, &rounds);
    if time > LONG {
        let what = match rounds.iter().find_map(|round| round.amount) {
            Some(_) => Message::new("measure-will-take-at-most"),
            None => Message::new("measure-will-take"),
        };
        let what = what.count("rounds", rounds.len());
        let what = what.count("targets", places.len()).with("time", minutes(time));
        output.remark(&what);
    }
    let written = own::open(&args.writes, places, topology, &cancel, output)?;
    let plan = args.writes.plan(&rounds);
    let mut opened =
        targets::open_places(topology, &written.others, left_out, plan, &cancel, output);
    opened.0.extend(written.prepared);
    // The rounds come in the order in which targets were named, wherever each was opened.
    opened.0.sort_by_key(|one| targets.iter().position(|target| target.id == one.drive));
    let (prepared, left_out) = own::through(measure.how.engine, opened);
    let exit = measure.measure(&source, &Backend::Real(prepared), left_out, &cancel, output);
    // A kept file is settled whatever the outcome of measuring.
    let settled = own::settle(written.kept.as_ref(), output);
    Ok(exit?.max(settled))
}

struct MeasureRequest<'a> {
    args: &'a args::MeasureArgs,
    request: plan::RoundsRequest,
    how: RoundSettings,
    /// Destination of the picture, if one was requested.
    drawn: PictureFiles,
    ours: &'a MeasureHooks<'a>,
}

impl MeasureRequest<'_> {
    fn rounds(&self, topology: &Topology, targets: &[Id]) -> Result<Vec<RoundPlan>> {
        // Users who name targets know which are stacked.
        let together = if self.args.targets.is_empty() {
            targets::side_by_side(topology, targets)
        } else {
            targets.to_vec()
        };
        not_too_many(match self.ours.rounds {
            Some(given) => on_targets(given, targets),
            None => {
                let rounds = plan::rounds(&self.request, targets, &together);
                let positions = |name: &str| (self.ours.positions)(name).map(|(_, number)| number);
                curve::by_position(rounds, &positions)
            }
        })
    }

    /// The same before anything is opened, when having no round for existing targets is a usage
    /// error. Later a target may be missing; then the document reports the facts about it.
    fn some_rounds(&self, topology: &Topology, targets: &[Id]) -> Result<Vec<RoundPlan>> {
        let rounds = self.rounds(topology, targets)?;
        if rounds.is_empty() && !targets.is_empty() {
            Err(CommandFailure::usage(
                Message::new("measure-no-round").count("targets", targets.len()),
            ))
        } else {
            Ok(rounds)
        }
    }

    fn measure(
        mut self,
        source: &SourceMachine,
        backend: &Backend<'_>,
        left_out: Vec<LeftOut>,
        cancel: &Arc<AtomicBool>,
        output: &CliOutput,
    ) -> Result<ProgramExit> {
        if backend.is_empty() && !cancel.load(Ordering::Relaxed) {
            return Err(nothing_to_measure(left_out));
        }
        // Anew: targets may have dropped out as they were opened.
        let rounds = self.rounds(&source.machine.topology, &backend.targets())?;
        let remarks = match backend {
            Backend::Real(prepared) => self.precondition(&rounds, prepared, cancel, output),
            Backend::Virtual(_) => Vec::new(),
        };
        let stage = CampaignContext {
            source,
            backend,
            left_out: &left_out,
            is_named: !self.args.targets.is_empty() || !self.args.file.is_empty(),
            keeps: !self.args.no_report,
            drawn: Some(self.drawn),
            cancel,
            output,
            how: self.how,
        };
        let mut run = stage.document();
        run.notes.extend(remarks.iter().map(|(drive, what)| note(drive, what)));
        run.partial |= self.args.writes.precondition && !stage.how.preconditioned;
        let arrays = arrays(self.args, source, backend);
        stage.run(&mut MeasureCampaign { rounds: Some(rounds), ours: self.ours, arrays }, run)
    }

    /// Before writes are measured; returns remarks on targets that are not preconditioned.
    fn precondition(
        &mut self,
        rounds: &[RoundPlan],
        prepared: &[Prepared],
        cancel: &AtomicBool,
        output: &CliOutput,
    ) -> Vec<(Id, Message)> {
        let mut remarks = Vec::new();
        if self.args.writes.precondition {
            let done = writes::precondition::run(rounds, prepared, &self.how, cancel, output);
            self.how.preconditioned = done.is_whole;
            done.message.iter().for_each(|what| output.remark(what));
            remarks.extend(done.remarks);
        }
        if !self.how.preconditioned {
            remarks.extend(writes::precondition::unwritten(rounds, prepared));
        }
        remarks
    }
}

/// The requested rounds, and no others.
struct MeasureCampaign<'a> {
    rounds: Option<Vec<RoundPlan>>,
    ours: &'a MeasureHooks<'a>,
    arrays: Vec<DocumentNote>,
}

impl Campaign for MeasureCampaign<'_> {
    fn next(&mut self, _: &CampaignContext<'_, '_>, _: &mut RunDocument) -> Option<NextRounds> {
        self.rounds.take().map(|rounds| NextRounds { rounds, after: Nanos::ZERO })
    }

    fn is_enough(&self, results: &[TargetMeasurement]) -> bool {
        (self.ours.until)(results)
    }

    /// Joins measurements by position into one result each.
    fn join(&self, stage: &CampaignContext<'_, '_>, came: &mut CombinedResults) {
        let name = |workload: &str| (self.ours.positions)(workload).map(|(name, _)| name);
        let apart = (std::mem::take(&mut came.results), std::mem::take(&mut came.samples));
        (came.results, came.samples) = curve::joined(apart, &name);
        if let Backend::Real(prepared) = stage.backend {
            curve::read_singly(&mut came.results, prepared, stage.cancel);
        }
    }

    fn conclude(&mut self, _: &CampaignContext<'_, '_>, run: &mut RunDocument) {
        run.notes.append(&mut self.arrays);
    }

    fn show(&mut self, run: &RunDocument, _: &CliOutput) -> Result<ProgramExit> {
        (self.ours.shown)(run)?;
        Ok(ProgramExit::Ok)
    }
}

/// For named arrays, the command that compares them with the potential of their members.
fn arrays(
    args: &args::MeasureArgs,
    source: &SourceMachine,
    backend: &Backend<'_>,
) -> Vec<DocumentNote> {
    let named = args.targets.iter().filter(|_| !backend.is_virtual());
    let topology = &source.machine.topology;
    let arrays = named.filter_map(|name| crate::named::array(topology, name));
    let what = |id: &Id| Message::new("in-place-measure").with("array", id);
    arrays.map(|(id, _)| note(&id, &what(&id))).collect()
}

/// Given rounds with the ids of their targets; parts on targets that are not there are left out.
fn on_targets(given: &[RoundPlan], targets: &[Id]) -> Vec<RoundPlan> {
    let id = |word: &Id| {
        let word = word.as_str();
        let path = std::path::absolute(word).unwrap_or_default();
        let names = [word, word.trim_start_matches("/dev/"), path.to_str().unwrap_or(word)];
        targets.iter().find(|target| names.contains(&target.as_str())).cloned()
    };
    let part = |part: &RoundPart| Some(RoundPart { drive: id(&part.drive)?, ..part.clone() });
    let round = |round: &RoundPlan| RoundPlan {
        parts: round.parts.iter().filter_map(part).collect(),
        ..round.clone()
    };
    given.iter().map(round).filter(|round| !round.parts.is_empty()).collect()
}

fn how(args: &args::MeasureArgs) -> Result<RoundSettings> {
    let pinning = match &args.means.cpus {
        _ if args.means.no_pin => ThreadPinning::Free,
        None => ThreadPinning::default(),
        Some(text) => ThreadPinning::Listed(parse_list(text).ok_or_else(|| {
            CommandFailure::usage(Message::new("measure-bad-cpus").with("text", text))
        })?),
    };
    let only_io_uring = args.means.poll || args.means.kernel_thread;
    if only_io_uring && args.means.engine == args::IoEngineName::Pread {
        return Err(CommandFailure::usage(Message::new("measure-pread-only-io-uring")));
    }
    // Runs by amount count from their first byte.
    let usual = RoundSettings::default().ramp;
    let ramp = if args.amount.is_some() { Nanos::ZERO } else { usual };
    let engine = match args.means.engine {
        IoEngineName::Auto => EngineChoice::Auto,
        IoEngineName::IoUring => EngineChoice::IoUring,
        IoEngineName::Pread => EngineChoice::Pread,
        IoEngineName::Passthrough => EngineChoice::Passthrough,
        // Another program's: it comes to no round of ours.
        IoEngineName::Diskspd => EngineChoice::Auto,
    };
    Ok(RoundSettings {
        engine,
        poll: args.means.poll,
        kernel_thread: args.means.kernel_thread,
        huge_pages: args.means.huge_pages,
        ramp: args.ramp.unwrap_or(ramp),
        verify: args.writes.verify,
        pinning,
        ..RoundSettings::default()
    })
}

fn ids(places: &[(Id, TargetLocation)]) -> Vec<Id> {
    places.iter().map(|(id, _)| id.clone()).collect()
}

/// A run that takes longer than people wait for says so before it begins.
const LONG: Nanos = Nanos::millis(60_000);

fn nothing_to_measure(left_out: Vec<LeftOut>) -> CommandFailure {
    match left_out.into_iter().next() {
        Some(left) => CommandFailure::new(left.why),
        None => CommandFailure::new(Message::new("cli-no-drives")),
    }
}
