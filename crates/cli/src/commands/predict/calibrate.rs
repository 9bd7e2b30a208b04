//! `--calibrate`: a run's measurements of the drives replace the known figures.

use std::path::Path;

use narrows_messages::Message;
use narrows_model::Machine;
use narrows_record::run::RunDocument;
use narrows_record::words;
use narrows_verdict::answer::predict;

use crate::commands::compare;
use crate::failure::{CommandFailure, Result};
use crate::input;

/// The machine with a run's figures, by its directory, its `run.json` or its name.
pub fn with_run(machine: Machine, path: &Path) -> Result<Machine> {
    predict::with_run(machine, &load(path)?).ok_or_else(|| {
        let what = Message::new("cli-calibrate-nothing")
            .with("path", crate::store::document_of(path).display());
        CommandFailure::new(what)
    })
}

/// The run at `path`, which may be its name.
pub fn load(path: &Path) -> Result<RunDocument> {
    let file = crate::store::document_of(path);
    let unreadable = |problem: String| {
        let what = Message::new("cli-calibrate-unreadable").with("path", file.display());
        CommandFailure::new(what.with("problem", problem))
    };
    // Whatever is no path is the name of a kept run: `latest`, an id or the beginning of one.
    let named = path.to_str().filter(|name| !name.contains('/') && !path.exists());
    if let Some(run) = named.map(compare::kept).transpose()?.flatten() {
        return Ok(run);
    }
    let text = input::read(&file).and_then(crate::store::plain);
    let text = text.map_err(|error| unreadable(error.to_string()))?;
    words::read(&text).map_err(|error| unreadable(error.to_string()))
}
