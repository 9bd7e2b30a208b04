//! The machine file: a machine described by hand, in TOML (`schema = "narrows.machine/1"`).
//!
//! `docs/machine-file.md` describes it for people. `description` is the contents of a file, with the
//! place of every value; `build` turns it into a machine and finds contradictions; `write` describes a
//! machine. Boards, chipsets and models of the catalogue are described as values and built by the same
//! code: text is only read from files and only written into them. Every error about a file names line
//! and column.

mod build;
pub(crate) mod description;
mod parsed;
pub(crate) mod slip;
pub(crate) mod write;

use narrows_messages::Message;
use narrows_plan::inventory::{PROCESSOR, PROCESSOR_GROUP};
use narrows_topology::read::ReadError;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub use self::build::MAX_COUNT;
use self::description::FromValue as _;
use self::description::scalar::saturated;
pub use self::parsed::{DriveHome, MachineFile, MachineOccupant, MachineSlot};
use self::slip::Result;
pub use self::slip::nearest;
use narrows_record::schema;

/// Number of drives that a machine file describes, before any is built: each `[[drive]]` has its `count`, or else
/// its `slots`. 0 for invalid TOML, and 1 for an invalid count, such as -1: the reader reports the error and its
/// place.
pub fn drive_count(text: &str) -> u64 {
    let Ok(table) = DeTable::parse(text) else { return 0 };
    let drives = table.get_ref().get("drive").and_then(|drives| drives.get_ref().as_array());
    let of = |drive: &Spanned<DeValue<'_>>| {
        let count = drive.get_ref().get("count").and_then(|count| count.get_ref().as_integer());
        let count = count.map(|count| u64::try_from(saturated(count)).unwrap_or(1));
        let slots = || Some(drive.get_ref().get("slots")?.get_ref().as_array()?.len() as u64);
        count.or_else(slots).unwrap_or(1)
    };
    drives.into_iter().flatten().map(of).fold(0, u64::saturating_add)
}

/// Reads a machine file.
///
/// # Errors
/// The first mistake, with its line and column: what is no TOML, an unknown key, a quantity
/// without its unit, a reference to nothing, a contradiction, a count out of range.
pub fn read(text: &str) -> Result<MachineFile, ReadError> {
    read_file(text).map_err(|slip| slip.into_error(text))
}

/// Reads a machine file of very many drives and folds equal ones: those of a `[[drive]]` with a `count` whose
/// names nothing else in the file mentions ([`narrows_model::FoldedDrive`]). `None` if that leaves more than
/// `most`, or if nothing can be folded.
pub fn read_folded(text: &str, most: u64) -> Result<Option<MachineFile>, ReadError> {
    let folded = described(text).and_then(|file| build::build_folded(&file, most));
    folded.map_err(|slip| slip.into_error(text))
}

/// Reads a machine file with another processor in it than it says.
pub fn read_with_processor(text: &str, processor: &str) -> Result<MachineFile, ReadError> {
    let built = described(text).and_then(|mut file| {
        file.host.get_or_insert_default().cpu = Some(processor.to_owned().into());
        // Settings about the processor were those of the one that is replaced.
        if let Some(settings) = &mut file.settings {
            settings.0.remove(PROCESSOR_GROUP);
            settings.0.remove(PROCESSOR);
        }
        build::build(&file)
    });
    built.map_err(|slip| slip.into_error(text))
}

fn read_file(text: &str) -> Result<MachineFile> {
    build::build(&described(text)?)
}

pub(crate) fn described(text: &str) -> Result<description::File> {
    let parsed = description::parse(text)?;
    let file = description::File::from_value(&parsed)?;
    if file.schema.value != schema::MACHINE {
        let problem = Message::new("machine-schema")
            .with("found", slip::shown(&file.schema.value))
            .with("wanted", schema::MACHINE);
        return Err(file.schema.wrong(problem));
    }
    Ok(file)
}

/// Builds a description that did not come from a file.
pub(crate) fn built(file: &description::File) -> Result<MachineFile, Message> {
    Ok(build::build(file)?)
}

#[cfg(test)]
mod tests;
