//! Before, changed, before again: the experiment with a setting, under its restorer.

use narrows_host::tunables::Tunable;
use narrows_host::{Root, identity};
use narrows_messages::Message;
use narrows_record::experiment::{
    ExperimentDocument, ExperimentPhase, ExperimentSetting, ExperimentState,
};
use narrows_record::see::DocumentNote;

use super::ObservedMachine;
use super::change::SettingChange;
use super::measure::{self, ExperimentBench};
use crate::args::experiment::ExperimentOptions;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::measuring::overrides::restorer::Restorer;
use crate::measuring::overrides::{owed, why};
use crate::output::CliOutput;
use crate::platform::interrupt;

/// Shows the planned writes, or performs them.
pub fn run(
    change: SettingChange,
    how: &ExperimentOptions,
    place: &ObservedMachine,
    output: &CliOutput,
) -> Result<ProgramExit> {
    let mut experiment = super::document(&place.see);
    let parameters = measure::parameters(how, &change.targets);
    measure::workloads(&parameters)?;
    let remarks = change.remarks.iter().map(|remark| DocumentNote::of(None, remark));
    experiment.notes.extend(remarks);
    experiment = ExperimentDocument {
        kind: change.kind,
        subject: change.subject,
        before: change.before,
        changed: Some(change.changed),
        factor: change.factor,
        settings: change.settings,
        asked: parameters,
        boot: narrows_host::tunables::boot_id(&place.root),
        ..experiment
    };
    if how.rehearse {
        super::show(&experiment, output)?;
        return Ok(ProgramExit::Ok);
    }
    if place.root.is_live() && !identity::is_root() {
        return Err(CommandFailure::new(Message::new("experiment-needs-root")));
    }
    let cancel = interrupt::flag();
    let (backend, left_out) = measure::open(&experiment.asked, &place.source, &cancel, output)?;
    let stage = place.stage(&backend, &left_out, &cancel, output);
    let mut bench = ExperimentBench::of(stage, None, &experiment.asked, PHASES)?;
    experiment.state = ExperimentState::Running;
    let restorer = Restorer::begin(&place.root, &mut experiment, output)?;
    let settings = experiment.settings.clone();
    super::announce(&experiment, &bench, output);
    let measured = cycles(&mut experiment, &mut bench, &place.root);
    let problems = restorer.finish(&place.root, &settings, output);
    experiment.state = state(&experiment, &bench, &measured, &problems);
    experiment.partial |= experiment.state != ExperimentState::Done;
    for problem in &problems {
        let what = Message::new("experiment-not-put-back").with("problems", problem);
        let what = what.with("id", &experiment.id);
        experiment.notes.push(DocumentNote::of(None, &what));
    }
    super::close(&mut experiment);
    // Kept before it is shown: a page that cannot be written must not cost the rounds.
    owed::save(&place.root, &experiment)?;
    let ended = bench.end(&experiment)?;
    measured?;
    Ok(ended)
}

fn state<T>(
    experiment: &ExperimentDocument,
    bench: &ExperimentBench<'_, '_>,
    measured: &Result<T>,
    problems: &[String],
) -> ExperimentState {
    match (problems.is_empty(), measured.is_ok() && !bench.is_cancelled()) {
        (false, _) => ExperimentState::NotRestored,
        (true, true) if !experiment.rounds.is_empty() => ExperimentState::Done,
        (true, _) => ExperimentState::CutShort,
    }
}

/// Before, changed, and before again.
pub const PHASES: u32 = 3;

/// Every cycle and phase; ends early when interrupted, when a drive falls silent, or when a
/// setting cannot be changed.
pub fn cycles(
    experiment: &mut ExperimentDocument,
    bench: &mut ExperimentBench<'_, '_>,
    root: &Root,
) -> Result<()> {
    let (cycles, repeat) = (experiment.asked.cycles, experiment.asked.repeat);
    for cycle in 1..=cycles {
        for phase in [ExperimentPhase::Before, ExperimentPhase::Changed, ExperimentPhase::Again] {
            set(root, &experiment.settings, phase)?;
            for repeat in 1..=repeat {
                if bench.is_cancelled() {
                    return Ok(());
                }
                bench.once(experiment, phase, cycle, repeat);
            }
        }
    }
    Ok(())
}

fn set(root: &Root, settings: &[ExperimentSetting], phase: ExperimentPhase) -> Result<()> {
    for setting in settings {
        let Some(tunable) = Tunable::of_path(&setting.path) else { continue };
        let turned = match (phase, &setting.wanted) {
            (ExperimentPhase::Changed, Some(wanted)) => tunable.set(root, wanted),
            (ExperimentPhase::Changed, None) => Ok(()),
            // In the first cycle this writes the value that is there already.
            _ => tunable.put_back(root, &setting.before),
        };
        turned.map_err(|error| CommandFailure::new(why(&error)))?;
    }
    Ok(())
}
