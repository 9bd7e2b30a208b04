//! `--faults`: the script of what goes wrong on virtual hardware.

use std::path::Path;

use narrows_messages::Message;
use narrows_model::Machine;
use narrows_sim::Fault;
use narrows_topology::read::ReadError;
use narrows_verdict::answer::source::place_error;

use crate::failure::Failure;
use crate::input;
use crate::on::On;

/// What goes wrong, and the text that says so.
#[derive(Default)]
pub struct Script {
    pub faults: Vec<Fault>,
    pub text: Option<String>,
}

/// The script of the command line; nothing goes wrong without one.
pub fn of(on: &On, machine: &Machine) -> Result<Script, Failure> {
    match &on.faults {
        Some(path) => read(path, machine),
        None => Ok(Script::default()),
    }
}

fn read(path: &Path, machine: &Machine) -> Result<Script, Failure> {
    let name = path.display().to_string();
    let wrong = |error: &ReadError| Failure::from(place_error(&name, error));
    let bytes = input::read_written(path).map_err(|error| {
        let what = Message::new("ground-faults-unreadable").with("path", &name);
        Failure::new(what.with("why", error))
    })?;
    let text = String::from_utf8(bytes)
        .map_err(|_| wrong(&ReadError::whole(Message::new("machine-not-utf8"))))?;
    let faults =
        narrows_files::faults::read(&text, &machine.topology).map_err(|error| wrong(&error))?;
    Ok(Script { faults, text: Some(text) })
}
