//! Records of builds: `/var/lib/narrows/builds/<id>.json`, root's own.
//!
//! A record is written before the first step and after each one. Its text is never run: the steps are
//! made anew from the request, so that a record leads to nothing that `narrows build` would not do.
//!
//! Source: Filesystem Hierarchy Standard 3.0, 5.8 (/var/lib: state that lasts over a restart).

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use narrows_array::build::ArrayRequest;
use narrows_host::Root;
use narrows_host::build::real;
use narrows_host::tunables::{TunableLock, alone_with, without_experiment};
use narrows_messages::Message;
use narrows_record::build::{ArrayRequestRecord, BuildDocument as Document};
use narrows_record::words;

use crate::destination::unwritable;
use crate::failure::{CommandFailure, Result};
use crate::platform::whole_file::DirectoryEntry;
use crate::run_directory::{claim, name_run};

const FOLDER: &str = "/var/lib/narrows/builds";
/// Below /run only root writes, and a reboot empties it.
const LOCKS: &str = "/run/narrows-build";
/// A record is a few kilobytes.
const MOST: u64 = 1 << 20;

pub struct BuildRecordFile {
    path: PathBuf,
}

/// While it lives no other build works on the same drives, name or mount point, and no experiment changes settings.
pub struct BuildLocks {
    _all: Vec<TunableLock>,
}

/// Locks all that an array consists of; builds of other drives and names do not wait.
pub fn lock(name: &str, drives: &[String], mount: Option<&str>) -> Result<BuildLocks> {
    let failure = CommandFailure::refused;
    let no_lock = |why: io::Error| failure(Message::new("build-no-lock").with("why", why));
    let experiment = without_experiment(&Root::live()).map_err(no_lock)?;
    let mut all = vec![experiment.ok_or_else(|| failure(Message::new("build-locked")))?];
    let numbered = |drive: &String| {
        let number = fs::metadata(drive).ok()?.rdev();
        Some((format!("drive-{number:x}"), drive.clone()))
    };
    let mount = mount.map(|at| {
        let real = real(Path::new(at));
        (format!("mount-{:016x}", hash(real.as_os_str().as_bytes())), at.to_owned())
    });
    let name = (format!("name-{:016x}", hash(name.as_bytes())), name.to_owned());
    let keys = drives.iter().filter_map(numbered).chain([name]).chain(mount);
    // Sorted by key: all builds take their locks in one order, so that none waits for another.
    let keys: BTreeMap<String, String> = keys.collect();
    for (key, what) in keys {
        let taken = alone_with(&lock_file(&key).map_err(no_lock)?, false).map_err(no_lock)?;
        all.push(taken.ok_or_else(|| failure(Message::new("build-busy").with("what", what)))?);
    }
    Ok(BuildLocks { _all: all })
}

/// The same for an array that was wanted.
pub fn lock_all(wanted: &ArrayRequest) -> Result<BuildLocks> {
    let drives: Vec<String> = wanted.members.iter().map(|member| member.path.clone()).collect();
    lock(&wanted.name, &drives, wanted.mount.as_deref())
}

/// Waits until no other build edits the system's files or makes something of them.
pub fn turn() -> io::Result<Option<TunableLock>> {
    alone_with(&lock_file("editing")?, true)
}

fn lock_file(name: &str) -> io::Result<PathBuf> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(LOCKS)?;
    Ok(Path::new(LOCKS).join(name))
}

/// FNV-1a with 64 bits (draft-eastlake-fnv): names and paths are longer than a file's name may be. Two that are the
/// same by it only keep each other waiting.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

impl BuildRecordFile {
    /// A new record, with an unused id.
    pub fn new(document: &mut Document) -> Result<Self> {
        let (mut id, started) = name_run();
        let write = |id: &str| {
            let path = Path::new(FOLDER).join(format!("{id}.json"));
            let kept = Document { id: id.to_owned(), ..document.clone() };
            fs::create_dir_all(FOLDER)?;
            DirectoryEntry::of(&path)?.put_new(&json(&kept)?).map(|()| path)
        };
        let path = claim(&mut id, &started, write);
        let path = path.map_err(|why| unwritable(Path::new(FOLDER), &why))?;
        document.id = id;
        Ok(Self { path })
    }

    /// The record of this id, or of a beginning that only one has.
    pub fn open(id: &str) -> Result<(Self, Document)> {
        let about = |key| CommandFailure::usage(Message::new(key).with("record", id));
        let mut matching = ids().into_iter().filter(|known| known.starts_with(id));
        let first =
            matching.next().filter(|_| !id.is_empty()).ok_or_else(|| about("build-no-record"))?;
        if matching.next().is_some() {
            return Err(about("build-several-records"));
        }
        let path = Path::new(FOLDER).join(format!("{first}.json"));
        let damaged = |why: io::Error| {
            let what = Message::new("build-record-unreadable").with("path", path.display());
            CommandFailure::new(what.with("why", why))
        };
        let document = read(&path).map_err(damaged)?;
        Ok((Self { path }, document))
    }

    pub fn id(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Writes it again.
    ///
    /// # Errors
    ///
    /// It cannot be written; the old one is as it was.
    pub fn save(&self, document: &Document) -> Result<()> {
        let put = || DirectoryEntry::of(&self.path)?.put(&json(document)?);
        put().map_err(|why| unwritable(&self.path, &why))
    }
}

/// The array that was built under this identifier; `None` if no readable record mentions it.
pub fn built(uuid: &str) -> Option<ArrayRequestRecord> {
    all().into_iter().filter_map(|record| record.array).find(|array| array.uuid == uuid)
}

pub fn all() -> Vec<Document> {
    let path = |id: String| Path::new(FOLDER).join(format!("{id}.json"));
    ids().into_iter().filter_map(|id| read(&path(id)).ok()).collect()
}

fn ids() -> Vec<String> {
    let entries = fs::read_dir(FOLDER).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter_map(|name| name.strip_suffix(".json").map(str::to_owned)).collect()
}

fn read(path: &Path) -> io::Result<Document> {
    let (file, _) = DirectoryEntry::of(path)?.open()?;
    let metadata = file.metadata()?;
    // The steps are made from what is in it: only root may have put that there.
    if metadata.uid() != 0 || metadata.mode() & 0o022 != 0 || metadata.len() > MOST {
        return Err(io::Error::other("not root's own"));
    }
    let mut bytes = Vec::new();
    file.take(MOST).read_to_end(&mut bytes)?;
    words::read(&bytes).map_err(io::Error::other)
}

fn json(document: &Document) -> io::Result<Vec<u8>> {
    words::to_vec_kept(document).map_err(io::Error::other)
}
