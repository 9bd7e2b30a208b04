//! From drives and folders as named to locations of scratch files.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use narrows_host::filesystems::whereabouts;
use narrows_messages::Message;
use narrows_topology::{Id, Topology};
use narrows_units::Bytes;

use crate::failure::{CommandFailure, Result};
use crate::measuring::targets::{self, TargetLocation};
use crate::named::{NamedTarget, named};

/// File systems without a drive below.
const IN_MEMORY: [&str; 2] = ["tmpfs", "ramfs"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScratchLocation {
    pub name: String,
    pub folder: PathBuf,
    pub number: u64,
    pub free: Bytes,
    /// The drives below; empty if unknown.
    pub drives: Vec<String>,
    /// Bytes of a block of the device.
    pub block: u32,
}

/// A location for every name: a drive, or a folder on it (with a `/`).
pub fn find(topology: &Topology, names: &[String]) -> Result<Vec<ScratchLocation>> {
    let mut locations: Vec<ScratchLocation> = Vec::new();
    for name in names {
        let location = location(topology, name)?;
        if locations.iter().any(|other| other.folder == location.folder) {
            let what = Message::new("measure-target-twice").with("target", name);
            return Err(CommandFailure::usage(what));
        }
        locations.push(location);
    }
    Ok(locations)
}

fn location(topology: &Topology, name: &str) -> Result<ScratchLocation> {
    let path = Path::new(name);
    if name.contains('/') && path.is_dir() {
        return look(topology, name, path);
    }
    let target: Vec<NamedTarget> = named(topology, &[name.to_owned()], &[])?;
    let (places, left_out) = targets::places_of(topology, &target, false);
    match (places.into_iter().next(), left_out.into_iter().next()) {
        (Some((_, TargetLocation::Scratch(folder, _))), _) => look(topology, name, &folder),
        (_, Some(left)) => Err(CommandFailure::new(left.why)),
        _ => Err(CommandFailure::usage(Message::new("trial-no-drive").with("name", name))),
    }
}

fn look(topology: &Topology, name: &str, folder: &Path) -> Result<ScratchLocation> {
    let unknown = |why: &dyn std::fmt::Display| {
        let what = Message::new("trial-no-folder").with("path", folder.display());
        CommandFailure::new(what.with("why", why))
    };
    let folder = folder.canonicalize().map_err(|why| unknown(&why))?;
    let number = folder.metadata().map_err(|why| unknown(&why))?.dev();
    let mount = whereabouts(&folder).map_err(|why| unknown(&why.cause))?;
    if IN_MEMORY.contains(&mount.fs.as_str()) {
        let what = Message::new("engine-scratch-in-memory").with("path", folder.display());
        return Err(CommandFailure::new(what.with("fs", mount.fs)));
    }
    let device = mount.device.unwrap_or_default();
    Ok(ScratchLocation {
        name: name.to_owned(),
        folder,
        number,
        free: mount.free,
        drives: drives_below(topology, &device),
        block: block_of(&device),
    })
}

/// The drives below a device: itself, the drive of a partition, the members of an array.
fn drives_below(topology: &Topology, device: &str) -> Vec<String> {
    let id = Id::new(device);
    if let Some(array) = topology.arrays.get(&id) {
        return array.drives.iter().map(Id::to_string).collect();
    }
    let is_it = |(drive, drive_entry): &(&Id, &narrows_topology::graph::Drive)| {
        **drive == id || drive_entry.partitions.iter().any(|part| part.name == device)
    };
    topology.drives.iter().find(is_it).map(|(drive, _)| drive.to_string()).into_iter().collect()
}

/// Requests past the page cache go by the drive's blocks; 4 KiB suit every drive.
const LARGE_BLOCK: u32 = 4096;

fn block_of(device: &str) -> u32 {
    let here = Path::new("/sys/class/block").join(device);
    // A partition has no queue of its own.
    let queues = [here.join("queue"), here.join("../queue")];
    let read = |queue: &PathBuf| std::fs::read_to_string(queue.join("logical_block_size")).ok();
    let block = (!device.is_empty()).then(|| queues.iter().find_map(read)).flatten();
    block.and_then(|text| text.trim().parse().ok()).unwrap_or(LARGE_BLOCK)
}
