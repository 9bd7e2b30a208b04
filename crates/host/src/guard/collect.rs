//! Collects the facts about a drive before it is written: its users, and its content.
//!
//! Source: open(2): "O_EXCL can be used without O_CREAT if pathname refers to a block device. If the
//! block device is in use by the system (e.g., mounted), open() fails with the error EBUSY".
//!
//! Not here: its users according to /sys and /proc ([`super::surroundings`]); signatures
//! ([`super::signature`]).

use std::collections::BTreeSet;
use std::fs::File;
use std::os::fd::AsFd;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use narrows_messages::Message;
use rustix::fs::{FileType, Mode, OFlags, fstat, major, minor, open, stat};

use super::content::{self, ContentExtent, DriveContent};
use super::libblkid;
use super::signature::{Edges, Signature, TablePartition};
use super::surroundings::{SysfsDriveFacts, folder};
use super::{DriveFacts, OverwriteCheck};
use crate::filesystems::whereabouts;
use crate::{Root, identity};

/// Partitions that are looked into; GPT has 128 as a rule (UEFI 2.10, 5.3.1).
const PARTITIONS_MAX: usize = 256;
/// The deepest stack of block devices.
const STACK_MAX: usize = 16;
/// Paths that a running system needs.
const SYSTEM: &[&str] = &["/", "/usr", "/var", "/etc", "/boot", "/boot/efi", "/efi", "/home"];

/// Why nothing can be determined about a drive.
#[derive(Debug, thiserror::Error)]
pub enum LookError {
    /// The path does not exist, or may not be accessed.
    #[error("{}: {cause}", path.display())]
    Missing { path: PathBuf, cause: std::io::Error },
    #[error("{}: no block device", path.display())]
    NotBlock { path: PathBuf },
    #[error("{}: not in /sys/dev/block", path.display())]
    NotInSys { path: PathBuf },
}

impl LookError {
    pub fn message(&self) -> Message {
        let about = |id, path: &PathBuf| Message::new(id).with("drive", path.display());
        match self {
            Self::Missing { path, cause } => about("guard-missing", path).with("error", cause),
            Self::NotBlock { path } => about("guard-not-block", path),
            Self::NotInSys { path } => about("guard-not-in-sys", path),
        }
    }
}

/// Examines the drive at `path`; writes nothing and opens it for reading only. `known` is the content of a
/// drive that was examined before.
///
/// # Errors
///
/// It is not a block device of this machine.
pub fn look(
    path: &Path,
    known: Option<&DriveContent>,
    cancel: &AtomicBool,
) -> Result<DriveFacts, LookError> {
    let missing = |cause: rustix::io::Errno| LookError::Missing {
        path: path.to_owned(),
        cause: cause.into(),
    };
    let status = stat(path).map_err(missing)?;
    if FileType::from_raw_mode(status.st_mode) != FileType::BlockDevice {
        return Err(LookError::NotBlock { path: path.to_owned() });
    }
    let number = (major(status.st_rdev), minor(status.st_rdev));
    let mut facts = facts_of(path, number)?;
    // With NONBLOCK a drive without a medium opens, too (kernel
    // Documentation/cdrom/cdrom-standard.rst).
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    match open(path, flags | OFlags::EXCL, Mode::empty()) {
        Ok(alone) => look_into(&mut facts, &File::from(alone), known, cancel),
        Err(errno) => {
            // A drive in use is looked into as well, so that the user sees every reason at once.
            facts.busy = Some(std::io::Error::from(errno).to_string());
            match open(path, flags, Mode::empty()) {
                Ok(shared) => look_into(&mut facts, &File::from(shared), known, cancel),
                Err(errno) => facts.unknown.push((OverwriteCheck::Signatures, errno.to_string())),
            }
        }
    }
    Ok(facts)
}

/// The facts about the drive of this number from /sys, /proc and the mounted file systems.
pub(super) fn facts_of(path: &Path, number: (u32, u32)) -> Result<DriveFacts, LookError> {
    let not_in_sys = || LookError::NotInSys { path: path.to_owned() };
    let reader = Root::live().open().map_err(|_| not_in_sys())?;
    let mut facts = SysfsDriveFacts::of(&reader, number).ok_or_else(not_in_sys)?.facts();
    facts.path = path.to_owned();
    // The drive, its partitions, and the devices on them, by kernel name.
    let mut names: BTreeSet<String> = facts.partitions.iter().cloned().collect();
    names.insert(facts.name.clone());
    for _ in 0..STACK_MAX {
        let above: Vec<String> = names
            .iter()
            .flat_map(|name| reader.list(&format!("{}/holders", folder(name))))
            .map(|(holder, _)| holder)
            .collect();
        let before = names.len();
        names.extend(above);
        if names.len() == before {
            break;
        }
    }
    // Paths of the running system that are on one of these devices.
    let own = [std::env::current_exe().ok(), identity::state_home(), identity::home()];
    let paths = SYSTEM.iter().map(PathBuf::from).chain(own.into_iter().flatten());
    let lies_here = |path: &PathBuf| {
        let number = stat(path).ok().map(|status| (major(status.st_dev), minor(status.st_dev)));
        let link = number.and_then(|(a, b)| reader.link(&format!("sys/dev/block/{a}:{b}")));
        let by_number = link.and_then(|link| link.rsplit('/').next().map(str::to_owned));
        // The number of a file on btrfs belongs to no device; there the table of mounts names it.
        let device = by_number.or_else(|| whereabouts(path).ok()?.device);
        device.is_some_and(|device| names.contains(&device))
    };
    facts.system =
        paths.filter(lies_here).map(|path| path.display().to_string()).collect::<Vec<String>>();
    Ok(facts)
}

/// Adds what is on the drive: its signatures; without any, and unused, its data.
pub(super) fn look_into(
    facts: &mut DriveFacts,
    device: &File,
    known: Option<&DriveContent>,
    cancel: &AtomicBool,
) {
    if !is(device, facts.number) {
        facts.unknown.push((OverwriteCheck::Alone, "the path leads elsewhere now".to_owned()));
        return;
    }
    facts.libblkid = libblkid::version();
    match signatures(facts, device) {
        Ok(signatures) => facts.signatures = signatures,
        Err(why) => facts.unknown.push((OverwriteCheck::Signatures, why)),
    }
    if facts.is_marked() && facts.libblkid.is_none() {
        // Members of sets in its partitions would go unnoticed.
        facts
            .unknown
            .push((OverwriteCheck::Sets, "wipefs is not installed (util-linux)".to_owned()));
    }
    if facts.is_marked() || facts.busy.is_some() || facts.size.get() == 0 {
        return;
    }
    match content(facts, device, known, cancel) {
        Ok(content) => facts.content = Some(content),
        Err(error) => facts.unknown.push((OverwriteCheck::Content, error.to_string())),
    }
}

/// All signatures on the device and in its partitions, by our own table and by libblkid.
fn signatures(facts: &DriveFacts, device: &File) -> Result<Vec<Signature>, String> {
    let within = |begin: u64, len: u64| {
        let edges = Edges::read(len, |buffer, at| device.read_exact_at(buffer, begin + at));
        edges.map(|edges| edges.signatures()).map_err(|error| error.to_string())
    };
    let size = facts.size.get();
    let mut signatures = within(0, size)?;
    if facts.libblkid.is_some() {
        let theirs = libblkid::signatures(&facts.path)?;
        // One mark is one reason, under their more exact name, unless only ours knows of a set.
        let is_same = |own: &Signature| {
            let mut same = theirs.iter().filter(|it| it.at == own.at);
            same.any(|it| it.is_of_set() || !own.is_of_set())
        };
        signatures.retain(|own| !is_same(own));
        signatures.extend(theirs);
        let partitions = libblkid::partitions(&facts.path)?;
        if partitions.len() > PARTITIONS_MAX {
            return Err(format!("more than {PARTITIONS_MAX} partitions"));
        }
        for partition in partitions {
            let TablePartition { begin, len, .. } = partition;
            if begin >= size {
                continue;
            }
            // A table may come from a larger drive, of which this one is a copy.
            let len = len.min(size - begin);
            let inside = within(begin, len)?.into_iter();
            let by_libblkid = libblkid::signature_within(&facts.path, begin, len)?;
            let all = inside.chain(by_libblkid).map(|it| it.within(&partition));
            signatures.extend(all.chain(partition.signature()));
        }
    }
    signatures.sort_unstable_by(|a, b| (a.at, &a.kind).cmp(&(b.at, &b.kind)));
    signatures.dedup();
    Ok(signatures)
}

/// The content of the drive as read. As long as the kernel counts no write to a drive, an earlier sample
/// remains valid, and only its ends are read anew. Data below a loop device can change without that count.
fn content(
    facts: &DriveFacts,
    device: &File,
    known: Option<&DriveContent>,
    cancel: &AtomicBool,
) -> std::io::Result<DriveContent> {
    let writes = if facts.name.starts_with("loop") { None } else { writes(&facts.name) };
    let unchanged = known.filter(|known| writes.is_some() && known.writes == writes);
    let extent = if unchanged.is_some() { ContentExtent::Ends } else { ContentExtent::Whole };
    let read = content::read(device, facts.size.get(), extent, cancel)?;
    Ok(match unchanged {
        Some(known) if read.is_empty() => known.clone(),
        _ => DriveContent { writes, ..read },
    })
}

/// Sectors written to and discarded from a drive so far (kernel Documentation/block/stat.rst).
fn writes(name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/sys/class/block/{name}/stat")).ok()?;
    let fields: Vec<u64> = text.split_whitespace().filter_map(|it| it.parse().ok()).collect();
    // Discards change what is read, too; kernels before 4.18 do not count them.
    Some(fields.get(6)? + fields.get(13).copied().unwrap_or_default())
}

/// Whether an open file is the block device of this number.
pub(super) fn is(file: impl AsFd, number: (u32, u32)) -> bool {
    fstat(file).is_ok_and(|status| {
        let is_block = FileType::from_raw_mode(status.st_mode) == FileType::BlockDevice;
        is_block && (major(status.st_rdev), minor(status.st_rdev)) == number
    })
}

#[cfg(test)]
mod on_loop_devices;
#[cfg(test)]
mod tests;
