//! A run's document: its contents before anything is measured, its conclusions, its location.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_messages::Message;
use narrows_record::run::{RunDocument, RunFinding, Samples, TargetMeasurement};
use narrows_record::schema;
use narrows_record::see::{DocumentNote, SeeDocument};
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_verdict::answer::inventory;
use narrows_verdict::answer::source::SourceMachine;
use narrows_verdict::sharing::sharing;
use narrows_verdict::{advice, explain};

use super::context;
use crate::deadline;
use crate::failure::ProgramExit;
use crate::measuring::backend::Backend;
use crate::output::{self, CliOutput};
use crate::run_directory;

pub fn document(source: &SourceMachine, backend: &Backend<'_>) -> RunDocument {
    let (id, started) = run_directory::name_run();
    RunDocument {
        schema: schema::RUN.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        id,
        started,
        command: output::command_line(),
        machine: SeeDocument::of(&source.machine.topology, &source.name),
        // This machine's state says nothing of a virtual one.
        context: (!backend.is_virtual()).then(context::now),
        simulation: backend.simulation(),
        ..RunDocument::default()
    }
}

/// Draws the conclusions, also on shared limits.
pub fn finish(document: &mut RunDocument, source: &SourceMachine, cancel: &AtomicBool) {
    // A set that stopped early is incomplete even if it was not Ctrl-C that stopped it.
    let cut_short = |result: &TargetMeasurement| result.partial;
    document.partial |= cancel.load(Ordering::Relaxed) || document.results.iter().any(cut_short);
    if document.sharing.is_none() {
        document.sharing = sharing(document, None);
    }
    if let (Some(sharing), Some(inventory)) = (&mut document.sharing, inventory::places(source)) {
        // Advice has a few seconds: the run is whole without it.
        let late = deadline::soon();
        advice::on_places(sharing, &inventory, late);
    }
    // The results of arrays, or of a change, follow from comparing them.
    if document.is_of_its_own() {
        return;
    }
    let conclusions = explain(document);
    document.findings = conclusions
        .into_iter()
        .map(|conclusion| RunFinding {
            id: conclusion.what.id().to_owned(),
            text: (&conclusion.what).into(),
            targets: conclusion.targets,
            limit: conclusion.limit,
        })
        .collect();
}

/// A run that is being kept: the measurements at once, so that nothing is lost however long the
/// conclusions take; the conclusions later.
pub struct RunRecorder {
    /// The run's directory; `None` if it is not kept.
    folder: Option<PathBuf>,
    exit: ProgramExit,
}

impl RunRecorder {
    /// Keeps the measurements, unless that is not wanted. A run that cannot be kept is shown all the
    /// same, but the request is not complete.
    pub fn of(
        document: &mut RunDocument,
        samples: &[Samples],
        source: &SourceMachine,
        wanted: bool,
        output: &CliOutput,
    ) -> Self {
        if !wanted {
            return Self { folder: None, exit: ProgramExit::Ok };
        }
        match run_directory::keep(document, samples, source, output) {
            Ok(folder) => Self { folder: Some(folder), exit: ProgramExit::Ok },
            Err(failure) => {
                output.fail(&failure);
                Self { folder: None, exit: ProgramExit::Partial }
            }
        }
    }

    /// Puts the whole document, with its conclusions, in the place of the first one.
    pub fn whole(
        self,
        document: &RunDocument,
        samples: &[Samples],
        output: &CliOutput,
    ) -> ProgramExit {
        let Some(folder) = self.folder else { return self.exit };
        match run_directory::keep_again(&folder, document, samples, output) {
            Ok(path) => {
                output.remark(&Message::new("cli-report-kept").with("path", path.display()));
                self.exit
            }
            Err(failure) => {
                output.fail(&failure);
                ProgramExit::Partial
            }
        }
    }
}

pub fn note(drive: &Id, what: &Message) -> DocumentNote {
    DocumentNote::of(Some(drive), what)
}

pub fn exit(document: &RunDocument, cancel: &AtomicBool) -> ProgramExit {
    // Wrong data outranks an incomplete run, and an interruption both.
    let mut verified = document.results.iter().filter_map(|result| result.verified.as_ref());
    if cancel.load(Ordering::Relaxed) {
        ProgramExit::Interrupted
    } else if verified.any(|verified| verified.wrong > 0) {
        ProgramExit::Found
    } else if document.partial || document.results.is_empty() {
        ProgramExit::Partial
    } else {
        ProgramExit::Ok
    }
}

/// A time as people wait for it: `45 s`, `14 min`, `2 h 5 min`.
pub fn minutes(time: Nanos) -> String {
    let seconds = time.as_secs().round() as u64;
    match seconds {
        0..=119 => format!("{seconds} s"),
        120..=7199 => format!("{} min", (seconds + 30) / 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_as_people_wait_for_them() {
        let texts = [45, 119, 120, 883, 7200, 7500].map(|s| minutes(Nanos::secs(f64::from(s))));
        assert_eq!(texts, ["45 s", "119 s", "2 min", "15 min", "2 h 0 min", "2 h 5 min"]);
    }
}
