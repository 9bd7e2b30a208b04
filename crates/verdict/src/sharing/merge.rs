//! Merges several runs of one machine.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_record::identity::IdentityRecord;
use narrows_record::run::RunDocument;

/// Why runs cannot be merged.
#[derive(Clone, Debug, PartialEq)]
pub enum MergeConflict {
    /// Two runs have no drive in common, so that they are from different machines.
    OtherMachine(Message),
    /// One is simulated, another is not.
    Simulated(Message),
}

/// All figures of the runs, with the first run's names for drives. Drives are matched by serial
/// number, else by their other identity.
///
/// # Errors
///
/// Runs without a common drive, or of which only some are simulated: a simulation is no evidence
/// about real drives.
pub fn merged(runs: Vec<RunDocument>) -> Result<Option<RunDocument>, MergeConflict> {
    let mut runs = runs.into_iter();
    let Some(mut all) = runs.next() else { return Ok(None) };
    let known = keys(&all);
    for run in runs {
        if is_simulated(&run) != is_simulated(&all) {
            let (simulated, real) = if is_simulated(&run) { (&run, &all) } else { (&all, &run) };
            let what = Message::new("sharing-simulated-and-real").with("simulated", &simulated.id);
            return Err(MergeConflict::Simulated(what.with("real", &real.id)));
        }
        // A later run's names, with the first run's names of the same drives.
        let own = keys(&run).into_iter();
        let names: BTreeMap<String, String> =
            own.filter_map(|(key, name)| Some((name, known.get(&key)?.clone()))).collect();
        if names.is_empty() {
            let what = Message::new("sharing-other-machine").with("first", &all.id);
            return Err(MergeConflict::OtherMachine(what.with("other", &run.id)));
        }
        take(&mut all, run, &names);
    }
    Ok(Some(all))
}

fn is_simulated(run: &RunDocument) -> bool {
    run.simulation.is_some() || run.results.iter().any(|row| row.simulated)
}

/// The identity of each measured drive, with its name in the run.
fn keys(run: &RunDocument) -> BTreeMap<String, String> {
    let targets = run.results.iter().map(|row| &row.target);
    targets
        .map(|target| (IdentityRecord::of(target, &run.machine).key(target), target.clone()))
        .collect()
}

/// A drive that the first run does not have keeps its name, with the run's id added.
fn take(all: &mut RunDocument, run: RunDocument, names: &BTreeMap<String, String>) {
    let rename = |name: &String| match names.get(name) {
        Some(known) => known.clone(),
        None => format!("{name} ({})", run.id),
    };
    let before = all.results.iter().map(|row| row.repeat).max().unwrap_or_default();
    for mut row in run.results {
        row.target = rename(&row.target);
        row.together = row.together.iter().map(rename).collect();
        // Rounds with the same name in two runs are repeats.
        row.repeat = row.repeat.saturating_add(before);
        all.results.push(row);
    }
    all.partial |= run.partial;
}
