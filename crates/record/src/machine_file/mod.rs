//! The machine file: a machine described by hand, in TOML (`schema = "narrows.machine/1"`).
//!
//! `docs/machine-file.md` describes it for people. `description` is what a file says, with the place
//! of every value; `build` makes a machine of it and finds what contradicts itself; `write` describes
//! a machine. Boards, chipsets and models of the catalogue are described as values and built by the
//! same means: text is only read from files and only written into them. Every error about a file names
//! line and column.

mod build;
pub(crate) mod description;
pub(crate) mod slip;
pub(crate) mod write;

use std::collections::BTreeMap;

use narrows_catalog::board::{Board, Device, Form, Rule, Settings};
use narrows_messages::Message;
use narrows_model::{Job, Machine};
use narrows_topology::Id;
use narrows_topology::read::ReadError;
use narrows_units::{Bytes, Lanes, LinkWidth};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use self::description::FromValue as _;
use self::slip::Slip;
pub use self::slip::nearest;
use crate::schema;

/// Drives that the `count`s of a file may add up to; more are a slip of the pen.
pub const MAX_COUNT: u32 = 65_536;

/// How many drives a machine file describes, before any of them is made: what its `[[drive]]`s have as
/// `count`, or else as `slots`. 0 for what is no TOML; the reader says what is wrong with it.
pub fn drive_count(text: &str) -> u64 {
    let Ok(table) = DeTable::parse(text) else { return 0 };
    let drives = table.get_ref().get("drive").and_then(|drives| drives.get_ref().as_array());
    let of = |drive: &Spanned<DeValue<'_>>| {
        let count = drive.get_ref().get("count").and_then(|count| count.get_ref().as_integer());
        let count = count.map(|count| count.as_str().replace('_', "").parse().unwrap_or(u64::MAX));
        let slots = || Some(drive.get_ref().get("slots")?.get_ref().as_array()?.len() as u64);
        count.or_else(slots).unwrap_or(1)
    };
    drives.into_iter().flatten().map(of).fold(0, u64::saturating_add)
}

/// A machine file, read.
#[derive(Clone, Debug, PartialEq)]
pub struct MachineFile {
    /// What it is called.
    pub name: Option<String>,
    /// Its board, where that is one of the catalogue.
    pub board: Option<&'static Board>,
    /// The machine, with the rules of its slots applied.
    pub machine: Machine,
    /// What is asked of it; empty where the file leaves that to others.
    pub workloads: Vec<Job>,
    /// Its slots, occupied or not, as they are while no rule changes them. Which device is in which
    /// stands in [`narrows_topology::graph::Node::slot`], with `/2` for the second part of a split.
    pub slots: BTreeMap<String, MachineSlot>,
    /// Their names, the board's first, in its order and the file's.
    pub slot_order: Vec<String>,
    /// What is in them, by slot, with `/2` for the second part of one that is split.
    pub occupants: BTreeMap<String, Occupant>,
    /// Max_Payload_Size of its links; none where the file does not say.
    pub max_payload: Option<Bytes>,
    /// What the use of one slot does to another, the board's first.
    pub rules: Vec<Rule>,
    /// The firmware settings in force.
    pub settings: Settings,
    /// Where drives are to be found on the machine itself.
    pub homes: BTreeMap<Id, Home>,
    /// Drives that share a name: those of a `[[drive]]` with a `count`, in its order.
    pub groups: BTreeMap<String, Vec<Id>>,
}

/// A slot, of the board or of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineSlot {
    /// The place that it hangs on.
    pub on: String,
    /// The most that it offers; none for a port that is SATA only.
    pub link: Option<LinkWidth>,
    /// The ways to share its lanes out that firmware offers; empty where nobody says.
    pub splits: Vec<Vec<Lanes>>,
    /// The one in force; none for a slot in one piece.
    pub split: Option<Vec<Lanes>>,
    /// What it takes.
    pub devices: Vec<Device>,
    /// Its mechanical form; none where nobody says.
    pub form: Option<Form>,
}

/// What is in a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occupant {
    /// The drive, card, switch or controller.
    pub id: Id,
    /// What it is to the slot.
    pub device: Device,
    /// The link that it can run; none for a SATA drive and for what takes all that it is offered.
    pub link: Option<LinkWidth>,
}

/// Where a drive is to be found on the machine itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Home {
    /// Its name under `/dev/disk/by-id`.
    pub by_id: Option<String>,
    /// The file system on it.
    pub fs: Option<String>,
    /// Where that is mounted.
    pub mount: Option<String>,
}

/// Reads a machine file.
///
/// # Errors
/// The first mistake found, with its line and column: what is no TOML, an unknown key, a quantity
/// without its unit, a reference to nothing, a contradiction, a count out of range.
pub fn read(text: &str) -> Result<MachineFile, ReadError> {
    read_file(text).map_err(|slip| slip.into_error(text))
}

fn read_file(text: &str) -> Result<MachineFile, Slip> {
    build::build(&described(text)?)
}

/// What a machine file says.
pub(crate) fn described(text: &str) -> Result<description::File, Slip> {
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

/// Builds what is described without a file.
pub(crate) fn built(file: &description::File) -> Result<MachineFile, Message> {
    Ok(build::build(file)?)
}

#[cfg(test)]
mod tests;
