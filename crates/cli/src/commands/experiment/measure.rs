//! The measuring of an experiment: the same targets under the same workloads, again and again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_messages::Message;
use narrows_record::experiment::{
    ExperimentDocument, ExperimentKind, ExperimentParameters, ExperimentPhase, ExperimentState,
    PhaseMeasurement,
};
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::word::TargetSet;
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_verdict::answer::source::SourceMachine;
use narrows_workload::{Workload, default_profiles, profile};

use crate::args::experiment::ExperimentOptions;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::measuring::backend::Backend;
use crate::measuring::rounds;
use crate::measuring::targets::{self, LeftOut};
use crate::measuring::{self, Campaign, CampaignContext, NextRounds, RunProgress};
use crate::output::CliOutput;

pub fn parameters(how: &ExperimentOptions, own: &[String]) -> ExperimentParameters {
    let targets = if how.target.is_empty() { own } else { how.target.as_slice() };
    let first = || default_profiles().into_iter().take(1).map(|workload| workload.name).collect();
    let workloads = if how.workload.is_empty() { first() } else { how.workload.clone() };
    ExperimentParameters {
        targets: targets.to_vec(),
        raw: how.raw,
        workloads,
        cycles: how.cycles,
        repeat: how.repeat,
        time_s: how.time.as_secs(),
    }
}

/// The workloads of these names.
///
/// An experiment only reads: a drive that is written to does not stay the same from round to round.
pub fn workloads(parameters: &ExperimentParameters) -> Result<Vec<Workload>> {
    let find = |name: &String| {
        let reads = profile(name).filter(|workload| workload.read_percent == 100);
        reads.ok_or_else(|| {
            CommandFailure::usage(Message::new("experiment-no-workload").with("name", name))
        })
    };
    parameters.workloads.iter().map(find).collect()
}

/// Opens the targets on this machine; those that cannot be opened are left out.
pub fn open(
    parameters: &ExperimentParameters,
    source: &SourceMachine,
    cancel: &Arc<AtomicBool>,
    output: &CliOutput,
) -> Result<(Backend<'static>, Vec<LeftOut>)> {
    let (prepared, left_out) =
        targets::open_named(&parameters.targets, parameters.raw, source, cancel, output)?;
    Ok((Backend::Real(prepared), left_out))
}

/// An experiment during measurement, on targets already open, so that nothing but the change differs between
/// rounds.
pub struct ExperimentBench<'a, 'm> {
    stage: CampaignContext<'a, 'm>,
    /// The machine with the change, if that is another one.
    changed: Option<&'a Backend<'m>>,
    workloads: Vec<Workload>,
    time: Nanos,
    under_way: RunProgress,
    left: Nanos,
}

impl<'a, 'm> ExperimentBench<'a, 'm> {
    pub fn of(
        stage: CampaignContext<'a, 'm>,
        changed: Option<&'a Backend<'m>>,
        parameters: &ExperimentParameters,
        phases: u32,
    ) -> Result<Self> {
        let workloads = workloads(parameters)?;
        if stage.backend.is_empty() && !stage.cancel.load(Ordering::Relaxed) {
            let why = stage.left_out.first().map(|left| left.why.clone());
            return Err(CommandFailure::new(why.unwrap_or_else(|| Message::new("cli-no-drives"))));
        }
        let under_way = RunProgress::of(stage.document());
        let time = Nanos::secs(parameters.time_s);
        let mut bench = Self { stage, changed, workloads, time, under_way, left: Nanos::ZERO };
        let once = measuring::duration(&bench.stage.how, &bench.rounds(1));
        bench.left =
            Nanos::new(once.get() * u64::from(parameters.repeat * parameters.cycles * phases));
        Ok(bench)
    }

    pub fn left(&self) -> Nanos {
        self.left
    }

    /// One round of each target under each workload, each alone, into the experiment.
    pub fn once(
        &mut self,
        experiment: &mut ExperimentDocument,
        phase: ExperimentPhase,
        cycle: u32,
        repeat: u32,
    ) {
        let rounds = self.rounds(repeat);
        self.left = self.left - measuring::duration(&self.stage.how, &rounds);
        let mut phased = PhaseCampaign(Some(NextRounds { rounds, after: self.left }));
        let before = self.under_way.run.results.len();
        match self.changed.filter(|_| phase == ExperimentPhase::Changed) {
            Some(changed) => self.stage.on(changed).measure(&mut phased, &mut self.under_way),
            None => self.stage.measure(&mut phased, &mut self.under_way),
        }
        // Results under the change are no figures of the machine as it is.
        let came = self.under_way.run.results.split_off(before);
        experiment.rounds.extend(came.into_iter().map(|result| PhaseMeasurement {
            phase,
            cycle,
            result,
        }));
        experiment.partial |= self.under_way.run.partial;
        // Remarks made while measuring, each once.
        for note in &self.under_way.run.notes {
            note.clone().add_to(&mut experiment.notes);
        }
    }

    fn rounds(&self, repeat: u32) -> Vec<rounds::RoundPlan> {
        let targets = self.stage.backend.targets();
        let round = |workload: &Workload, drive: &Id| rounds::RoundPlan {
            repeat,
            ..rounds::RoundPlan::of(
                TargetSet::Alone,
                std::slice::from_ref(drive),
                workload,
                self.time,
            )
        };
        let each = self.workloads.iter();
        each.flat_map(|workload| targets.iter().map(move |drive| round(workload, drive))).collect()
    }

    pub fn is_cancelled(&self) -> bool {
        self.stage.cancel.load(Ordering::Relaxed)
    }

    /// Keeps the experiment as a run like every other and shows it. The run's results are those of the machine as it
    /// is: before a change and after it was undone, and for a moved drive where it is now.
    pub fn end(mut self, experiment: &ExperimentDocument) -> Result<ProgramExit> {
        let has_moved =
            experiment.kind == ExperimentKind::Move && experiment.state != ExperimentState::Waiting;
        let is_left = |phase: ExperimentPhase| (phase == ExperimentPhase::Changed) == has_moved;
        let run = &mut self.under_way.run;
        for round in experiment.rounds.iter().filter(|round| is_left(round.phase)) {
            let row = &round.result;
            let is_same = |other: &&TargetMeasurement| {
                (&other.target, &other.workload) == (&row.target, &row.workload)
            };
            // Before and after the change each count their repeats from 1: as one series they need
            // numbers of their own.
            let repeat = run.results.iter().filter(is_same).count() as u32 + 1;
            run.results.push(TargetMeasurement { repeat, ..row.clone() });
        }
        run.findings.clone_from(&experiment.findings);
        run.notes.clone_from(&experiment.notes);
        run.partial = experiment.partial;
        run.experiment = Some(experiment.clone());
        let exit = match experiment.state {
            ExperimentState::NotRestored => ProgramExit::Failed,
            _ if experiment.partial || experiment.rounds.is_empty() => ProgramExit::Partial,
            _ => ProgramExit::Ok,
        };
        self.stage.end(&mut FinishedCampaign(exit), self.under_way)
    }
}

/// The rounds of a phase, and no others.
struct PhaseCampaign(Option<NextRounds>);

impl Campaign for PhaseCampaign {
    fn next(&mut self, _: &CampaignContext<'_, '_>, _: &mut RunDocument) -> Option<NextRounds> {
        self.0.take()
    }
}

struct FinishedCampaign(ProgramExit);

impl Campaign for FinishedCampaign {
    fn next(&mut self, _: &CampaignContext<'_, '_>, _: &mut RunDocument) -> Option<NextRounds> {
        None
    }

    fn show(&mut self, run: &RunDocument, output: &CliOutput) -> Result<ProgramExit> {
        run.experiment.as_ref().map_or(Ok(()), |experiment| super::show(experiment, output))?;
        Ok(self.0)
    }
}
