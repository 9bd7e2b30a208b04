//! Checks whether a drive may be overwritten: all reasons against it, repeatedly.
//!
//! For: allowing writes only to drives that are not in use, that are shown to be empty ([`DriveContent`]), and whose
//! owner has typed their serial.
//! [`look`] collects the facts ([`DriveFacts`]), [`decide`] is a pure decision with every reason and not
//! only the first, and [`permit`] opens the drive exclusively, checks everything once more through
//! the open device, and returns the only value that [`narrows_engine::IoTarget::raw_write`] takes.
//!
//! Unknown facts count against writing. Only whole drives are written: a partition is part of a
//! layout made by a user.
//!
//! Not here: writing; questions to the user.

mod collect;
mod content;
mod libblkid;
mod loops;
mod permit;
mod signature;
mod surroundings;
mod users;

use std::path::PathBuf;

use narrows_messages::Message;
use narrows_units::Bytes;

pub use self::collect::{LookError, look};
pub use self::content::DriveContent;
pub use self::permit::{PermittedDrive, permit};
pub use self::signature::Signature;

/// The checks, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OverwriteCheck {
    Whole,
    Writable,
    /// Nothing of it is mounted, in any visible mount namespace.
    Mounts,
    /// No other device uses it: device mapper, md, bcache, loop.
    Holders,
    /// No other block device accesses the same storage.
    Twins,
    Swap,
    Arrays,
    /// It has no partitions, no file system and no other signature.
    Signatures,
    /// It is not part of a set whose other drives may be elsewhere.
    Sets,
    Content,
    /// The running system is not on it.
    System,
    /// No other process has it open exclusively or for writing.
    Alone,
    /// The typed text is its serial number.
    Serial,
}

impl OverwriteCheck {
    pub const ALL: [Self; 13] = [
        Self::Whole,
        Self::Writable,
        Self::Mounts,
        Self::Holders,
        Self::Twins,
        Self::Swap,
        Self::Arrays,
        Self::Signatures,
        Self::Sets,
        Self::Content,
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
            Self::Sets => "guard-check-sets",
            Self::Content => "guard-check-content",
            Self::System => "guard-check-system",
            Self::Alone => "guard-check-alone",
            Self::Serial => "guard-check-serial",
        })
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DriveIdentity {
    /// Its serial number; `None` if it has none, or if another block device has the same, as the
    /// namespaces of one NVMe drive do.
    pub serial: Option<String>,
    /// Its world-wide name, under the same condition.
    pub wwn: Option<String>,
    /// Its name below /dev/disk/by-id, made from its own identity.
    pub by_id: Option<String>,
}

impl DriveIdentity {
    /// The text to type: the serial number, else the world-wide name, else the by-id name.
    pub fn wanted(&self) -> Option<&str> {
        self.serial.as_deref().or(self.wwn.as_deref()).or(self.by_id.as_deref())
    }
}

/// The facts about a drive that decide about writing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DriveFacts {
    pub path: PathBuf,
    pub name: String,
    pub number: (u32, u32),
    pub size: Bytes,
    pub partition_of: Option<String>,
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
    /// The drive and partitions that are used for swap.
    pub swaps: Vec<String>,
    /// Arrays of it or its partitions: the device and the array.
    pub arrays: Vec<(String, String)>,
    pub signatures: Vec<Signature>,
    /// Content as read; `None` if not examined, because something else refused it before.
    pub content: Option<DriveContent>,
    /// The version of libblkid that examined it; `None` if its programs are not installed.
    pub libblkid: Option<String>,
    pub system: Vec<String>,
    pub busy: Option<String>,
    /// Programs that have it, a partition or the file below it open for writing or mapped: the
    /// device and the program.
    pub writers: Vec<(String, String)>,
    /// Programs with descriptors in flight, which cannot be checked.
    pub in_flight: Vec<String>,
    pub identity: DriveIdentity,
    pub removable: bool,
    /// Facts that could not be determined, and why.
    pub unknown: Vec<(OverwriteCheck, String)>,
}

impl DriveFacts {
    /// Whether anything marks its contents.
    fn is_marked(&self) -> bool {
        !self.signatures.is_empty() || !self.partitions.is_empty()
    }

    /// Why it is not shown to be empty although nothing marks its contents.
    pub fn unknown_data(&self) -> Option<Message> {
        if self.is_marked() {
            return None;
        }
        match &self.content {
            Some(content) if !content.places.is_empty() => {
                let places: Vec<String> =
                    content.places.iter().map(|place| format!("{place:#x}")).collect();
                Some(Message::new("guard-has-data").with("places", places.join(", ")))
            }
            Some(DriveContent { unfinished: Some(whole), .. }) => {
                let minutes = whole.as_secs().div_ceil(60);
                Some(Message::new("guard-not-shown-empty").with("minutes", minutes))
            }
            // Our own table knows fewer kinds: a drive on which it finds nothing may be marked.
            _ if self.libblkid.is_none() => Some(Message::new("guard-no-libblkid")),
            // A drive in use is not read; being in use is a separate reason.
            None if self.busy.is_none() && self.unknown.is_empty() => {
                Some(Message::new("guard-not-read"))
            }
            _ => None,
        }
    }
}

/// A reason against writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverwriteRefusal {
    pub check: OverwriteCheck,
    pub why: Message,
}

/// Every reason against overwriting this drive, with `typed` the serial numbers given by the user.
/// Empty means that it may be written.
pub fn decide(facts: &DriveFacts, typed: &[String]) -> Vec<OverwriteRefusal> {
    let mut refusals: Vec<OverwriteRefusal> = Vec::new();
    let mut refuse = |check, why: Message| {
        let why = why.with("drive", facts.path.display());
        refusals.push(OverwriteRefusal { check, why });
    };
    let about = |id, device: &str, by: &str| Message::new(id).with("device", device).with("by", by);
    if let Some(whole) = &facts.partition_of {
        refuse(OverwriteCheck::Whole, Message::new("guard-partition").with("whole", whole));
    }
    if facts.size == Bytes::ZERO {
        refuse(OverwriteCheck::Writable, Message::new("guard-no-medium"));
    }
    if facts.read_only {
        refuse(OverwriteCheck::Writable, Message::new("guard-read-only"));
    }
    for (device, at) in &facts.mounts {
        refuse(OverwriteCheck::Mounts, about("guard-mounted", device, at));
    }
    for (device, holder) in &facts.holders {
        refuse(OverwriteCheck::Holders, about("guard-held", device, holder));
    }
    if let Some(device) = &facts.stands_on {
        refuse(OverwriteCheck::Twins, Message::new("guard-stands-on").with("device", device));
    }
    for device in &facts.twins {
        refuse(OverwriteCheck::Twins, Message::new("guard-twin").with("device", device));
    }
    for device in &facts.swaps {
        refuse(OverwriteCheck::Swap, Message::new("guard-swap").with("device", device));
    }
    for (device, array) in &facts.arrays {
        refuse(OverwriteCheck::Arrays, about("guard-array", device, array));
    }
    if !facts.partitions.is_empty() {
        let names = facts.partitions.join(", ");
        refuse(OverwriteCheck::Signatures, Message::new("guard-partitioned").with("names", names));
    }
    for signature in &facts.signatures {
        let at = signature.at.map_or_else(|| "?".to_owned(), |at| at.to_string());
        let id = if signature.is_copy { "guard-signed-copy" } else { "guard-signed" };
        refuse(OverwriteCheck::Signatures, Message::new(id).with("kind", signature).with("at", at));
    }
    if let Some(signature) = facts.signatures.iter().find(|signature| signature.is_of_set()) {
        refuse(OverwriteCheck::Sets, Message::new("guard-of-set").with("kind", signature));
    }
    if let Some(why) = facts.unknown_data() {
        refuse(OverwriteCheck::Content, why);
    }
    for path in &facts.system {
        refuse(OverwriteCheck::System, Message::new("guard-system").with("path", path));
    }
    if let Some(error) = &facts.busy {
        refuse(OverwriteCheck::Alone, Message::new("guard-busy").with("error", error));
    }
    for (device, program) in &facts.writers {
        refuse(OverwriteCheck::Alone, about("guard-open", device, program));
    }
    for program in &facts.in_flight {
        refuse(OverwriteCheck::Alone, Message::new("guard-in-flight").with("by", program));
    }
    if let Some(why) = serial(&facts.identity, typed) {
        refuse(OverwriteCheck::Serial, why);
    }
    for (check, why) in &facts.unknown {
        refuse(*check, Message::new("guard-unknown").with("error", why));
    }
    refusals
}

/// The refusals left if the user knows the loss `lost`; a failed check itself stays.
pub fn except(
    mut refusals: Vec<OverwriteRefusal>,
    facts: &DriveFacts,
    lost: &[OverwriteCheck],
) -> Vec<OverwriteRefusal> {
    let has_failed = |check| facts.unknown.iter().any(|(unknown, _)| *unknown == check);
    refusals.retain(|refusal| !lost.contains(&refusal.check) || has_failed(refusal.check));
    refusals
}

/// Remarks to know before writing that do not prevent it: also how the drive was shown to be empty.
pub fn remarks(facts: &DriveFacts) -> Vec<Message> {
    let say = |id| Message::new(id).with("drive", facts.path.display());
    let removable = facts.removable.then(|| say("guard-removable"));
    removable.into_iter().chain(shown_empty(facts)).collect()
}

/// How a drive was shown to be empty; `None` if it was not.
pub fn shown_empty(facts: &DriveFacts) -> Option<Message> {
    let version = facts.libblkid.as_ref()?;
    let content = facts.content.as_ref().filter(|content| content.is_empty())?;
    let id = if content.own == 0 { "guard-shown-empty" } else { "guard-shown-own" };
    let message = Message::new(id).with("drive", facts.path.display()).with("version", version);
    let seconds = format!("{:.1}", content.took.as_secs_f64());
    Some(message.with("blocks", content.blocks).with("own", content.own).with("seconds", seconds))
}

fn serial(identity: &DriveIdentity, typed: &[String]) -> Option<Message> {
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
