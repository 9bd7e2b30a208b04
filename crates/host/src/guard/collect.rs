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
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use narrows_messages::Message;
use rustix::fs::{FileType, Mode, OFlags, fstat, major, minor, open, stat};

use super::signature::{Edges, Signature, of_wipefs};
use super::surroundings::{Surroundings, folder};
use super::{Check, Facts};
use crate::filesystems::whereabouts;
use crate::root::Reader;
use crate::{Root, identity};

/// How long a program may take to examine a device.
const PATIENCE: Duration = Duration::from_secs(20);
/// Usual paths; a search path may lack the administrator's programs, or lead to somebody else's.
const WIPEFS: &[&str] = &["/usr/sbin/wipefs", "/sbin/wipefs", "/usr/bin/wipefs"];
/// The deepest stack of block devices.
const STACK_MAX: usize = 16;
/// Paths that a running system needs.
const SYSTEM: &[&str] = &["/", "/usr", "/var", "/etc", "/boot", "/boot/efi", "/efi", "/home"];

/// Why nothing can be determined about a drive.
#[derive(Debug, thiserror::Error)]
pub enum LookError {
    /// The path does not exist, or may not be accessed.
    #[error("{}: {cause}", path.display())]
    Missing {
        /// The path.
        path: PathBuf,
        /// The system's error.
        cause: std::io::Error,
    },
    /// It is no block device.
    #[error("{}: no block device", path.display())]
    NotBlock {
        /// The path.
        path: PathBuf,
    },
    /// /sys does not know it.
    #[error("{}: not in /sys/dev/block", path.display())]
    NotInSys {
        /// The path.
        path: PathBuf,
    },
}

impl LookError {
    /// The message.
    pub fn message(&self) -> Message {
        let about = |id, path: &PathBuf| Message::new(id).with("drive", path.display());
        match self {
            Self::Missing { path, cause } => about("guard-missing", path).with("error", cause),
            Self::NotBlock { path } => about("guard-not-block", path),
            Self::NotInSys { path } => about("guard-not-in-sys", path),
        }
    }
}

/// Examines the drive at `path`; writes nothing and opens it for reading only.
///
/// # Errors
///
/// It is not a block device of this machine.
pub fn look(path: &Path) -> Result<Facts, LookError> {
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
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    match open(path, flags | OFlags::EXCL, Mode::empty()) {
        Ok(alone) => look_into(&mut facts, &File::from(alone)),
        Err(errno) => {
            facts.busy = Some(std::io::Error::from(errno).to_string());
            match open(path, flags, Mode::empty()) {
                Ok(shared) => look_into(&mut facts, &File::from(shared)),
                Err(errno) => facts.unknown.push((Check::Signatures, errno.to_string())),
            }
        }
    }
    Ok(facts)
}

/// The facts about the drive of this number from /sys, /proc and the mounted file systems.
pub(super) fn facts_of(path: &Path, number: (u32, u32)) -> Result<Facts, LookError> {
    let not_in_sys = || LookError::NotInSys { path: path.to_owned() };
    let reader = Root::live().open().map_err(|_| not_in_sys())?;
    let mut facts = Surroundings::of(&reader, number).ok_or_else(not_in_sys)?.facts();
    facts.path = path.to_owned();
    let names = names_on(&reader, &facts);
    facts.system = system_on(&reader, &names);
    Ok(facts)
}

/// Adds the facts about the drive's content.
pub(super) fn look_into(facts: &mut Facts, device: &File) {
    if !is(device, facts.number) {
        facts.unknown.push((Check::Alone, "the path leads elsewhere now".to_owned()));
        return;
    }
    match Edges::read(facts.size.get(), |buffer, at| device.read_exact_at(buffer, at)) {
        Ok(edges) => {
            facts.signatures = edges.signatures();
            facts.has_data = edges.has_data();
        }
        Err(error) => facts.unknown.push((Check::Signatures, error.to_string())),
    }
    match second_opinion(&facts.path) {
        Ok(more) => facts.signatures.extend(more),
        Err(why) => facts.unknown.push((Check::Signatures, why)),
    }
    facts.signatures.sort_unstable_by(|a, b| (a.at, &a.kind).cmp(&(b.at, &b.kind)));
    facts.signatures.dedup();
}

/// Whether an open file is the block device of this number.
pub(super) fn is(file: impl AsFd, number: (u32, u32)) -> bool {
    fstat(file).is_ok_and(|status| {
        let is_block = FileType::from_raw_mode(status.st_mode) == FileType::BlockDevice;
        is_block && (major(status.st_rdev), minor(status.st_rdev)) == number
    })
}

/// The signatures that wipefs(8) finds, if it is installed; it knows more kinds than we do. It only
/// lists here: it wipes only with `--all` or `--offset`, and `--no-act` forbids even that.
fn second_opinion(path: &Path) -> Result<Vec<Signature>, String> {
    let Some(program) = WIPEFS.iter().find(|program| Path::new(program).exists()) else {
        return Ok(Vec::new());
    };
    let mut wipefs = Command::new(program);
    wipefs.env_clear().args(["--no-act", "--noheadings", "--output", "OFFSET,TYPE"]).arg(path);
    wipefs.env("LC_ALL", "C").stdin(Stdio::null());
    let (sender, receiver) = channel();
    // A drive that hangs blocks the program and this thread; we continue without them.
    std::thread::spawn(move || sender.send(wipefs.output()));
    match receiver.recv_timeout(PATIENCE) {
        Ok(Ok(output)) if output.status.success() => {
            Ok(of_wipefs(&String::from_utf8_lossy(&output.stdout)))
        }
        Ok(Ok(output)) => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        Ok(Err(error)) => Err(format!("wipefs: {error}")),
        Err(_) => Err("wipefs does not come back".to_owned()),
    }
}

/// The drive, its partitions, and the devices on them, by kernel name.
fn names_on(reader: &Reader, facts: &Facts) -> BTreeSet<String> {
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
    names
}

/// Paths of the running system that are on one of these devices.
fn system_on(reader: &Reader, names: &BTreeSet<String>) -> Vec<String> {
    let own = [std::env::current_exe().ok(), identity::state_home(), identity::home()];
    let paths = SYSTEM.iter().map(PathBuf::from).chain(own.into_iter().flatten());
    let lies_here = |path: &PathBuf| {
        let number = stat(path).ok().map(|status| (major(status.st_dev), minor(status.st_dev)));
        let link = number.and_then(|(a, b)| reader.link(&format!("sys/dev/block/{a}:{b}")));
        let by_number = link.and_then(|link| link.rsplit('/').next().map(str::to_owned));
        let device = by_number.or_else(|| whereabouts(path).ok()?.device);
        device.is_some_and(|device| names.contains(&device))
    };
    paths.filter(lies_here).map(|path| path.display().to_string()).collect()
}

#[cfg(test)]
mod tests;
