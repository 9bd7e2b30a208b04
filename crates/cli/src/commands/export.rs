//! `narrows export RUN`: a run's figures for other programs.

use std::path::Path;

use narrows_formats::export::{Form, export};
use narrows_messages::Message;
use narrows_record::run::Samples;

use crate::args::bench::Export;
use crate::commands::compare;
use crate::destination::Kind;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::Output;
use crate::run_directory::with_store;

/// Beside a run's document.
const SAMPLES: &str = "samples.json";

pub fn run(args: &Export, output: &Output) -> Result<Exit, Failure> {
    let form = args.format.form();
    let file = output.destination(args.output.as_deref(), Kind::Export(form), args.force)?;
    let run = compare::load(&args.run, output)?;
    let needs_samples = matches!(form, Form::Hgrm | Form::Hlog);
    let samples = if needs_samples { samples(&args.run)? } else { Vec::new() };
    let text = export(&run, &samples, form);
    match file {
        Some(file) => file.write(text.as_bytes())?,
        None => output.print(&text)?,
    }
    Ok(Exit::Ok)
}

/// The samples of a kept run, by its directory or its name.
fn samples(name: &str) -> Result<Vec<Samples>, Failure> {
    let missing = |why: String| {
        Failure::new(Message::new("export-no-samples").with("run", name).with("why", why))
    };
    let by_path = Path::new(name).join(SAMPLES);
    let path = match by_path.exists() {
        true => by_path,
        false => with_store(|store| store.find(name))?.join(SAMPLES),
    };
    let bytes = input::read(&path).map_err(|error| missing(error.to_string()))?;
    serde_json::from_slice(&bytes).map_err(|error| missing(error.to_string()))
}
