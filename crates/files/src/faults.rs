//! The fault script: faults of virtual hardware with their times (`narrows.faults/1`).
//!
//! `docs/virtual.md` describes it for people. `raw` is the file as written; here it is checked
//! against the machine on which things go wrong. Every error names line and column.
//!
//! Not here: the effect of a fault (`narrows-sim`).

mod build;
mod raw;

use narrows_messages::Message;
use narrows_sim::SimFault;
use narrows_topology::Topology;
use narrows_topology::read::ReadError;

use narrows_record::schema;

use crate::machine_file::description::{FromValue as _, parse};
use crate::machine_file::slip::{Result, shown};

/// Faults of a script; more are a slip of the pen, and each slows the simulation down.
pub const MAX_FAULTS: usize = 1000;

/// Reads a fault script for the machine of `topology`.
///
/// # Errors
/// The first mistake, with its line and column: what is no TOML, an unknown key, a drive or
/// link that the machine does not have, a figure that is missing or out of range.
pub fn read(text: &str, topology: &Topology) -> Result<Vec<SimFault>, ReadError> {
    read_script(text, topology).map_err(|slip| slip.into_error(text))
}

fn read_script(text: &str, topology: &Topology) -> Result<Vec<SimFault>> {
    let parsed = parse(text)?;
    let file = raw::File::from_value(&parsed)?;
    if file.schema.value != schema::FAULTS {
        let problem = Message::new("faults-schema").with("found", shown(&file.schema.value));
        return Err(file.schema.wrong(problem.with("wanted", schema::FAULTS)));
    }
    if let Some(beyond) = file.fault.get(MAX_FAULTS) {
        return Err(beyond.what.wrong(Message::new("faults-too-many").with("most", MAX_FAULTS)));
    }
    file.fault.iter().map(|fault| build::build(fault, topology)).collect()
}

#[cfg(test)]
mod tests;
