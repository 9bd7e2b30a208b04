//! `--faults`: the script of faults on virtual hardware.

use std::path::Path;

use narrows_messages::Message;
use narrows_model::Machine;
use narrows_sim::SimFault;
use narrows_topology::read::ReadError;
use narrows_verdict::answer::source::place_error;

use crate::failure::{CommandFailure, Result};
use crate::input;
use crate::on::SimulationArgs;

/// The faults, and the text that describes them.
#[derive(Default)]
pub struct Script {
    pub faults: Vec<SimFault>,
    pub text: Option<String>,
}

/// The script of the command line; nothing goes wrong without one.
pub fn of(on: &SimulationArgs, machine: &Machine) -> Result<Script> {
    match &on.faults {
        Some(path) => read(path, machine),
        None => Ok(Script::default()),
    }
}

fn read(path: &Path, machine: &Machine) -> Result<Script> {
    let name = path.display().to_string();
    let wrong = |error: &ReadError| CommandFailure::from(place_error(&name, error));
    let bytes = input::read_written(path).map_err(|error| {
        let what = Message::new("ground-faults-unreadable").with("path", &name);
        CommandFailure::new(what.with("why", error))
    })?;
    let text = String::from_utf8(bytes)
        .map_err(|_| wrong(&ReadError::whole(Message::new("machine-not-utf8"))))?;
    let faults =
        narrows_files::faults::read(&text, &machine.topology).map_err(|error| wrong(&error))?;
    Ok(Script { faults, text: Some(text) })
}
