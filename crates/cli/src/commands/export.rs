//! `narrows export RUN`: a run's figures for other programs.

use std::path::Path;

use narrows_formats::export::{ExportFormat, export};
use narrows_messages::Message;
use narrows_record::run::Samples;

use crate::args::bench::ExportArgs;
use crate::commands::compare;
use crate::destination::OutputFileKind;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::input;
use crate::output::CliOutput;
use crate::run_directory::with_store;

/// Beside a run's document; one that was broken off has the second.
const SAMPLES: [&str; 2] = ["samples.json.gz", "samples.json"];

pub fn run(args: &ExportArgs, output: &CliOutput) -> Result<ProgramExit> {
    let form = args.format;
    let file =
        output.destination(args.output.as_deref(), OutputFileKind::Export(form), args.force)?;
    let run = compare::load(&args.run, output)?;
    let samples = match form {
        ExportFormat::Hgrm | ExportFormat::Hlog => samples(&args.run)?,
        // A run without them has the figures still.
        ExportFormat::FioJson => samples(&args.run).unwrap_or_default(),
        _ => Vec::new(),
    };
    let text = export(&run, &samples, form);
    match file {
        Some(file) => file.write(text.as_bytes())?,
        None => output.print(&text)?,
    }
    Ok(ProgramExit::Ok)
}

/// The samples of a kept run, by its directory or its name.
fn samples(name: &str) -> Result<Vec<Samples>> {
    let missing = |why: String| {
        CommandFailure::new(Message::new("export-no-samples").with("run", name).with("why", why))
    };
    let in_folder = |folder: &Path| {
        let mut files = SAMPLES.iter().map(|file| folder.join(file));
        files.find(|file| file.exists())
    };
    let path = match in_folder(Path::new(name)) {
        Some(path) => path,
        None => {
            let folder = with_store(|store| store.find(name))?;
            // If there are none, the error names the usual file.
            in_folder(&folder).unwrap_or_else(|| folder.join(SAMPLES[0]))
        }
    };
    let bytes = input::read(&path).map_err(|error| missing(error.to_string()))?;
    let text = crate::store::plain(bytes).map_err(|error| missing(error.to_string()))?;
    serde_json::from_slice(&text).map_err(|error| missing(error.to_string()))
}
