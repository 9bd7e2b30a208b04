//! A host's own record: a separate run, like one machine's, after each round.
//!
//! Rank 0 has the same figures; this also has samples, and what a broken-off run got.

use std::path::PathBuf;

use narrows::measuring::backend::Backend;
use narrows::measuring::rounds::RoundOutcome;
use narrows::measuring::{document, note};
use narrows::output::CliOutput;
use narrows::run_directory;
use narrows_record::run::{RunDocument, Samples};
use narrows_verdict::answer::source::SourceMachine;

pub struct OwnRun {
    document: RunDocument,
    samples: Vec<Samples>,
    /// `None` until something was measured, or if it cannot be kept.
    folder: Option<PathBuf>,
    is_wanted: bool,
}

impl OwnRun {
    pub fn of(source: &SourceMachine, rank: u32) -> Self {
        let mut document = document(source, &Backend::Real(Vec::new()));
        // Ranks sharing a home begin in one second: making the folder settles the id.
        document.id = format!("{}-{rank}", document.id);
        Self { document, samples: Vec::new(), folder: None, is_wanted: true }
    }

    /// Takes a round's outcome. If it cannot be kept, that is reported once.
    pub fn take(&mut self, outcome: RoundOutcome, output: &CliOutput) {
        self.document.results.extend(outcome.results);
        self.samples.extend(outcome.samples);
        for (drive, what) in &outcome.remarks {
            note(drive, what).add_to(&mut self.document.notes);
        }
        self.write(output);
    }

    /// Everything kept so far, for rank 0.
    pub fn handed_over(&self) -> (Box<RunDocument>, Vec<Samples>) {
        (Box::new(self.document.clone()), self.samples.clone())
    }

    fn write(&mut self, output: &CliOutput) {
        if !self.is_wanted {
            return;
        }
        if self.folder.is_none() {
            match run_directory::make_folder(&mut self.document.id, &self.document.started) {
                Ok(folder) => self.folder = Some(folder),
                Err(failure) => {
                    output.fail(&failure);
                    self.is_wanted = false;
                    return;
                }
            }
        }
        let Some(folder) = &self.folder else { return };
        let Self { document, samples, .. } = &*self;
        if let Err(failure) = run_directory::keep_measured(folder, document, samples, output) {
            output.fail(&failure);
            self.is_wanted = false;
        }
    }

    /// Once no rounds follow: with its report.
    pub fn end(&mut self, output: &CliOutput) {
        let Some(folder) = self.folder.as_ref().filter(|_| self.is_wanted) else { return };
        if let Err(failure) =
            run_directory::keep_again(folder, &self.document, &self.samples, output)
        {
            output.fail(&failure);
        }
    }
}
