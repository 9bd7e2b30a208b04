//! Machine files, each parsed once.

use std::collections::BTreeMap;

use narrows_files::machine_file;
use narrows_messages::Message;
use narrows_model::{BandWidths, Machine};

/// The machines parsed so far, or the errors in their files.
#[derive(Default)]
pub(super) struct CasebookMachines {
    known: BTreeMap<String, Result<Machine, Message>>,
    widths: BandWidths,
}

impl CasebookMachines {
    /// With bands of these widths.
    pub fn with(widths: BandWidths) -> Self {
        Self { widths, ..Self::default() }
    }

    pub fn get(&mut self, name: &str) -> Result<&Machine, Message> {
        let with = |machine| Machine { widths: self.widths, ..machine };
        let read = self.known.entry(name.to_owned()).or_insert_with(|| read(name).map(with));
        read.as_ref().map_err(Message::clone)
    }
}

fn read(name: &str) -> Result<Machine, Message> {
    let text = narrows_catalog::machine::machine(name).unwrap_or_default();
    machine_file::read(text).map(|file| file.machine).map_err(|error| error.problem)
}
