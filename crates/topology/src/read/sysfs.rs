//! sysfs and procfs, live or captured, as evidence.
//!
//! For: everything that Linux knows about a machine without a request to a device: PCI functions
//! and their links, block devices and their members, NUMA nodes, mounts, firmware. The names of the
//! files read are constants here, so that capturers keep them.
//!
//! Not here: conclusions ([`crate::build`]), reading the running machine (`narrows-host` hands it
//! over as a [`FileTree`]). Sources: the kernel's Documentation/ABI/{stable,testing}/sysfs-*,
//! proc(5), and for single attributes the driver that makes them, cited at the field.

mod blocks;
mod folder;
mod functions;
mod host;
mod mounts;
mod numa;
mod paths;
mod stacks;
mod transport;

use narrows_messages::Message;

use super::{FileTree, ReadError, TextPosition, smbios};
use crate::evidence::CaptureEvidence;

pub use paths::*;

/// Most PCI functions or block devices. No machine has more; a capture that does is broken or
/// hostile, and reading on would only take long.
pub const MOST_DEVICES: usize = 16_384;

/// Reads a tree that has `sys/` and, if captured, `proc/` at its root. Missing facts are `None` or
/// a note. Of more than [`MOST_DEVICES`] functions or block devices the rest is left out; see
/// [`too_many`].
pub fn read(tree: &FileTree) -> CaptureEvidence {
    let mut evidence = CaptureEvidence { host: host::facts(tree), ..CaptureEvidence::default() };
    evidence.numa_nodes = numa::nodes(tree);
    functions::read(tree, &mut evidence);
    blocks::read(tree, &mut evidence);
    mounts::read(tree, &mut evidence);
    stacks::read(tree, &mut evidence);
    if let Some(table) = tree.bytes("sys/firmware/dmi/tables/DMI") {
        let table = smbios::read(table);
        evidence.slots.extend(table.claims);
        evidence.system_slots = table.slots;
        evidence.notes.extend(table.note);
    }
    evidence
}

/// The error for a tree that claims more devices than any machine has.
pub fn too_many(tree: &FileTree) -> Option<ReadError> {
    let folders = ["sys/bus/pci/devices", "sys/class/block", "sys/block"];
    let full = |folder: &&str| tree.names(folder).nth(MOST_DEVICES).is_some();
    let folder = folders.into_iter().find(full)?;
    let problem = Message::new("read-sysfs-too-many").count("most", MOST_DEVICES);
    Some(ReadError { place: TextPosition::Entry(folder.to_owned()), problem })
}
