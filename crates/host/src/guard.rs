//! Checks whether a drive may be overwritten: all reasons against it, repeatedly.
//!
//! For: allowing writes only to drives that are not in use and whose owner has typed their serial.
//! [`look`] collects the facts ([`Facts`]), [`decide`] is a pure decision with every reason and not
//! only the first, and [`permit`] opens the drive exclusively, checks everything once more through
//! the open device, and returns the only value that [`narrows_engine::Target::raw_write`] takes.
//!
//! Unknown facts count against writing. Only whole drives are written: a partition is part of a
//! layout that somebody created.
//!
//! Not here: writing; questions to the user.

mod collect;
mod loops;
mod permit;
mod signature;
mod surroundings;
mod users;

use std::path::PathBuf;

use narrows_messages::Message;
use narrows_units::Bytes;

pub use self::collect::{LookError, look};
pub use self::permit::{Permitted, permit};
pub use self::signature::Signature;

/// The checks, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// It is the whole of a drive.
    Whole,
    /// Its medium is writable.
    Writable,
    /// Nothing of it is mounted, in any visible mount namespace.
    Mounts,
    /// No other device uses it: device mapper, md, bcache, loop.
    Holders,
    /// No other block device accesses the same storage.
    Twins,
    /// It is not used for swap.
    Swap,
    /// It is in no array.
    Arrays,
    /// It has no partitions, no file system and no other signature.
    Signatures,
    /// The running system is not on it.
    System,
    /// No other process has it open exclusively or for writing.
    Alone,
    /// The typed text is its serial number.
    Serial,
}

impl Check {
    /// All checks.
    pub const ALL: [Self; 11] = [
        Self::Whole,
        Self::Writable,
        Self::Mounts,
        Self::Holders,
        Self::Twins,
        Self::Swap,
        Self::Arrays,
        Self::Signatures,
        Self::System,
        Self::Alone,
        Self::Serial,
    ];

    /// The question of the check, for a list of checks.
    pub fn message(self) -> Message {
        Message::new(match self {
            Self::Whole => "guard-check-whole",
            Self::Writable => "guard-check-writable",
            Self::Mounts => "guard-check-mounts",
            Self::Holders => "guard-check-holders",
            Self::Twins => "guard-check-twins",
            Self::Swap => "guard-check-swap",
            Self::Arrays => "guard-check-arrays",
            Self::Signatures => "guard-check-signatures",
            Self::System => "guard-check-system",
            Self::Alone => "guard-check-alone",
            Self::Serial => "guard-check-serial",
        })
    }
}

/// The identity of a drive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its serial number; none if it has none, or if another block device has the same, as the
    /// namespaces of one NVMe drive do.
    pub serial: Option<String>,
    /// Its world-wide name, under the same condition.
    pub wwn: Option<String>,
    /// Its name below /dev/disk/by-id that is made of its own identity.
    pub by_id: Option<String>,
}

impl Identity {
    /// The text that must be typed: the serial number, else the world-wide name, else the by-id
    /// name.
    pub fn wanted(&self) -> Option<&str> {
        self.serial.as_deref().or(self.wwn.as_deref()).or(self.by_id.as_deref())
    }
}

/// The facts about a drive that decide about writing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Its path, as given.
    pub path: PathBuf,
    /// Its kernel name.
    pub name: String,
    /// Major and minor number.
    pub number: (u32, u32),
    /// Its size; zero without a medium.
    pub size: Bytes,
    /// The drive that it is a partition of.
    pub partition_of: Option<String>,
    /// Its partitions.
    pub partitions: Vec<String>,
    /// Whether the kernel has set it read-only.
    pub read_only: bool,
    /// Mounts of it or its partitions: the device and the mount point.
    pub mounts: Vec<(String, String)>,
    /// Devices that use it or its partitions: the member and its user.
    pub holders: Vec<(String, String)>,
    /// The block device below it, if it is a loop device over one.
    pub stands_on: Option<String>,
    /// Other block devices that access the same storage.
    pub twins: Vec<String>,
    /// Those of it and its partitions that are used for swap.
    pub swaps: Vec<String>,
    /// Arrays of it or its partitions: the device and the array.
    pub arrays: Vec<(String, String)>,
    /// Signatures at its ends.
    pub signatures: Vec<Signature>,
    /// Paths of the running system that are on it.
    pub system: Vec<String>,
    /// Why it cannot be opened exclusively.
    pub busy: Option<String>,
    /// Programs that have it, a partition or the file below it open for writing or mapped: the
    /// device and the program.
    pub writers: Vec<(String, String)>,
    /// Programs with descriptors in flight, which cannot be checked.
    pub in_flight: Vec<String>,
    /// Its identity.
    pub identity: Identity,
    /// Whether it is a stick or a card.
    pub removable: bool,
    /// Whether its ends hold data of an unknown kind.
    pub has_data: bool,
    /// Facts that could not be determined, and why.
    pub unknown: Vec<(Check, String)>,
}

/// A reason against writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The check that found it.
    pub check: Check,
    /// The message.
    pub why: Message,
}

/// Every reason against overwriting this drive, with `typed` the serial numbers given by the user.
/// Empty means that it may be written.
pub fn decide(facts: &Facts, typed: &[String]) -> Vec<Refusal> {
    let mut refusals: Vec<Refusal> = Vec::new();
    let mut refuse = |check, why: Message| {
        let why = why.with("drive", facts.path.display());
        refusals.push(Refusal { check, why });
    };
    let about = |id, device: &str, by: &str| Message::new(id).with("device", device).with("by", by);
    if let Some(whole) = &facts.partition_of {
        refuse(Check::Whole, Message::new("guard-partition").with("whole", whole));
    }
    if facts.size == Bytes::ZERO {
        refuse(Check::Writable, Message::new("guard-no-medium"));
    }
    if facts.read_only {
        refuse(Check::Writable, Message::new("guard-read-only"));
    }
    for (device, at) in &facts.mounts {
        refuse(Check::Mounts, about("guard-mounted", device, at));
    }
    for (device, holder) in &facts.holders {
        refuse(Check::Holders, about("guard-held", device, holder));
    }
    if let Some(device) = &facts.stands_on {
        refuse(Check::Twins, Message::new("guard-stands-on").with("device", device));
    }
    for device in &facts.twins {
        refuse(Check::Twins, Message::new("guard-twin").with("device", device));
    }
    for device in &facts.swaps {
        refuse(Check::Swap, Message::new("guard-swap").with("device", device));
    }
    for (device, array) in &facts.arrays {
        refuse(Check::Arrays, about("guard-array", device, array));
    }
    if !facts.partitions.is_empty() {
        let names = facts.partitions.join(", ");
        refuse(Check::Signatures, Message::new("guard-partitioned").with("names", names));
    }
    for Signature { kind, at, is_copy } in &facts.signatures {
        let at = at.map_or_else(|| "?".to_owned(), |at| at.to_string());
        let id = if *is_copy { "guard-signed-copy" } else { "guard-signed" };
        refuse(Check::Signatures, Message::new(id).with("kind", kind).with("at", at));
    }
    for path in &facts.system {
        refuse(Check::System, Message::new("guard-system").with("path", path));
    }
    if let Some(error) = &facts.busy {
        refuse(Check::Alone, Message::new("guard-busy").with("error", error));
    }
    for (device, program) in &facts.writers {
        refuse(Check::Alone, about("guard-open", device, program));
    }
    for program in &facts.in_flight {
        refuse(Check::Alone, Message::new("guard-in-flight").with("by", program));
    }
    if let Some(why) = serial(&facts.identity, typed) {
        refuse(Check::Serial, why);
    }
    for (check, why) in &facts.unknown {
        refuse(*check, Message::new("guard-unknown").with("error", why));
    }
    refusals
}

/// Warnings that do not prevent writing.
pub fn remarks(facts: &Facts) -> Vec<Message> {
    let say = |id| Message::new(id).with("drive", facts.path.display());
    let removable = facts.removable.then(|| say("guard-removable"));
    let data = (facts.has_data && facts.signatures.is_empty()).then(|| say("guard-has-data"));
    removable.into_iter().chain(data).collect()
}

fn serial(identity: &Identity, typed: &[String]) -> Option<Message> {
    match identity.wanted() {
        None => Some(Message::new("guard-no-serial")),
        Some(wanted) if typed.iter().any(|typed| typed.trim() == wanted) => None,
        // The expected text is not shown: it must be read from the drive's label or a listing.
        Some(_) if typed.is_empty() => Some(Message::new("guard-serial-missing")),
        Some(_) => Some(Message::new("guard-serial-other").with("typed", typed.join(", "))),
    }
}

#[cfg(test)]
mod tests;
