//! Experiments that are kept: listed, shown again, and put back after a crash.

use narrows_host::tunables::{self, Tunable};
use narrows_host::{Root, identity};
use narrows_messages::Message;
use narrows_record::experiment::{
    ExperimentDocument, ExperimentListDocument, ExperimentListEntry, ExperimentSetting,
    ExperimentState,
};
use narrows_record::schema;
use narrows_record::see::DocumentNote;
use narrows_report::page;

use crate::args::experiment::ExperimentSelector;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::measuring::overrides::{owed, restorer, store};
use crate::output::CliOutput;

pub fn list(output: &CliOutput) -> Result<ProgramExit> {
    let (experiments, broken) = store::all()?;
    let note = |broken: &store::BrokenExperimentFile| {
        let what = Message::new("experiment-unreadable").with("path", broken.path.display());
        DocumentNote::of(None, &what.with("why", &broken.why))
    };
    let document = ExperimentListDocument {
        schema: schema::EXPERIMENTS.to_owned(),
        experiments: experiments.iter().map(ExperimentListEntry::of).collect(),
        notes: broken.iter().map(note).collect(),
    };
    output.result(&document, || page::experiments(&document, &output.localizer))?;
    Ok(ProgramExit::Ok)
}

/// The experiment named, else the newest, its conclusions drawn anew in the caller's language.
pub fn show(args: &ExperimentSelector, output: &CliOutput) -> Result<ProgramExit> {
    let newest = || {
        let newest = store::all()?.0.into_iter().next();
        newest.ok_or_else(|| CommandFailure::new(Message::new("experiment-none")))
    };
    let mut experiment = args.id.as_deref().map_or_else(newest, store::named)?;
    super::close(&mut experiment);
    super::show(&experiment, output)?;
    Ok(ProgramExit::Ok)
}

/// Puts back the leftovers of experiments and runs that could not do so: those marked as running,
/// while the lock is free.
pub fn restore(args: &ExperimentSelector, root: &Root, output: &CliOutput) -> Result<ProgramExit> {
    let (mut experiments, mut broken) = owed::all(root)?;
    if let Some(id) = &args.id {
        experiments = vec![store::only(experiments, id, |kept| &kept.experiment.id)?];
        // Of that one all is known.
        broken.clear();
    }
    experiments.retain(|kept| is_open(root, &kept.experiment));
    broken.iter().for_each(|entry| {
        let what = Message::new("experiment-owed-unreadable").with("entry", entry.path.display());
        output.remark(&what.with("why", &entry.why));
    });
    let mut worst = if broken.is_empty() { ProgramExit::Ok } else { ProgramExit::Failed };
    if !experiments.is_empty() {
        if root.is_live() && !identity::is_root() {
            return Err(CommandFailure::new(Message::new("experiment-needs-root")));
        }
        // The lock is that of running experiments: while one runs, its changes are no leftovers.
        let no_lock =
            |why| CommandFailure::new(Message::new("experiment-no-lock").with("why", why));
        let lock = tunables::alone(root).map_err(no_lock)?;
        let _lock = lock.ok_or_else(|| CommandFailure::new(Message::new("experiment-busy")))?;
        // The newest first: of two that left one setting changed, the older one knows its first
        // value.
        for kept in &mut experiments {
            worst = worst.max(put_back(kept, root, output)?);
        }
        return Ok(worst);
    }
    if broken.is_empty() {
        let what = Message::new("experiment-nothing-to-restore");
        let what = what.with("folder", store::folder()?.display());
        output.remark(&what.with("index", owed::folder(root).display()));
    }
    Ok(worst)
}

/// A run killed once all was put back may still be in the index.
fn is_open(root: &Root, experiment: &ExperimentDocument) -> bool {
    let is_open = owed::is_open(experiment);
    if !is_open {
        // If that fails, it is merely checked in vain once more.
        let _ = owed::strike(root, &experiment.id);
    }
    is_open
}

fn put_back(
    kept: &mut owed::KeptExperiment,
    root: &Root,
    output: &CliOutput,
) -> Result<ProgramExit> {
    let experiment = &mut kept.experiment;
    let left = left(experiment, root);
    let problems = restorer::put_back(root, &left, output);
    let id = match (left.is_empty(), problems.is_empty()) {
        (true, _) => "experiment-other-boot",
        (false, true) => "experiment-restored",
        (false, false) => "experiment-not-put-back",
    };
    let what = Message::new(id).with("id", &experiment.id);
    let what = what.with("problems", problems.join("; "));
    output.remark(&what);
    experiment.state =
        if problems.is_empty() { ExperimentState::CutShort } else { ExperimentState::NotRestored };
    experiment.partial = true;
    experiment.notes.push(DocumentNote::of(None, &what));
    owed::save_at(root, experiment, &kept.place)?;
    Ok(if problems.is_empty() { ProgramExit::Ok } else { ProgramExit::Failed })
}

/// Settings possibly still changed: after a restart only those that drives keep.
fn left(experiment: &ExperimentDocument, root: &Root) -> Vec<ExperimentSetting> {
    // Settings in memory were reset by the restart.
    let is_this_boot = experiment.boot == tunables::boot_id(root);
    let outlives = |setting: &&ExperimentSetting| {
        Tunable::of_path(&setting.path).is_some_and(|tunable| tunable.outlives_restart())
    };
    let settings = experiment.settings.iter();
    settings.filter(|setting| is_this_boot || outlives(setting)).cloned().collect()
}
