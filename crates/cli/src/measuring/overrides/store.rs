//! Experiments are kept as `narrows/experiments/<id>.json` in the caller's state home.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use narrows_host::identity::{self, CallingUser};
use narrows_messages::Message;
use narrows_record::experiment::ExperimentDocument;
use narrows_record::{schema, words};

use crate::destination::unwritable;
use crate::failure::{CommandFailure, Result};
use crate::platform::whole_file;
use crate::run_directory::claim;

/// Larger files are not ours: an hour of rounds makes a few megabytes.
const MAX_BYTES: u64 = 64 << 20;

/// A file that is no experiment, and why.
pub struct BrokenExperimentFile {
    pub path: PathBuf,
    pub why: String,
}

/// Where an experiment is kept, and with whose rights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperimentFile {
    pub path: PathBuf,
    pub owner: CallingUser,
}

pub fn folder() -> Result<PathBuf> {
    let state = identity::state_home();
    let folder = state.map(|state| state.join("narrows/experiments"));
    folder.ok_or_else(|| CommandFailure::new(Message::new("cli-no-state-home")))
}

pub fn place(id: &str) -> Result<ExperimentFile> {
    let path = folder()?.join(format!("{id}.json"));
    Ok(ExperimentFile { path, owner: identity::caller() })
}

/// Keeps an experiment for the first time, with another id if its own is taken.
pub fn save_new(experiment: &mut ExperimentDocument) -> Result<()> {
    let folder = folder()?;
    let (mut id, started) = (experiment.id.clone(), experiment.started.clone());
    let write = |id: &str| {
        let kept = ExperimentDocument { id: id.to_owned(), ..experiment.clone() };
        let json = words::to_vec_kept(&kept).map_err(io::Error::other)?;
        make_folder(&folder)?;
        whole_file::DirectoryEntry::of(&folder.join(format!("{id}.json")))?.put_new(&json)
    };
    let written = identity::as_caller(|| claim(&mut id, &started, write)).and_then(|done| done);
    experiment.id = id;
    written.map_err(|why| unwritable(&folder, &why))
}

/// Keeps an experiment as it is now: the file is the old one or the new one, and never half of one.
pub fn save(experiment: &ExperimentDocument) -> Result<()> {
    save_at(experiment, &place(&experiment.id)?)
}

/// The same for one that is already kept.
pub fn save_at(experiment: &ExperimentDocument, place: &ExperimentFile) -> Result<()> {
    let ExperimentFile { path, owner } = place;
    let written = words::to_vec_kept(experiment).map_err(io::Error::other);
    let written = written.and_then(|json| identity::as_user(*owner, || replace(path, &json))?);
    written.map_err(|why| unwritable(path, &why))
}

/// On the disk before anything is changed, with its name: the values to put back may be needed after
/// a crash, and some settings outlive a power cut.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    whole_file::DirectoryEntry::of(path)?.put(bytes)
}

/// Makes a folder and those above it. A name lasts once the folder that it is in was synced
/// (fsync(2)), so that each new one's parent is.
fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent() {
        make_folder(parent)?;
    }
    match std::fs::DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        made => made.and_then(|()| {
            let folder = folder.parent();
            folder.map_or(Ok(()), |folder| File::open(folder)?.sync_all())
        }),
    }
}

/// Does away with an experiment of which nothing is left to tell.
pub fn forget(id: &str) -> io::Result<()> {
    let place = place(id).map_err(|_| io::Error::from(io::ErrorKind::NotFound))?;
    identity::as_caller(|| std::fs::remove_file(place.path)).and_then(|removed| removed)
}

/// All experiments, newest first, and the files that are none.
pub fn all() -> Result<(Vec<ExperimentDocument>, Vec<BrokenExperimentFile>)> {
    let folder = folder()?;
    let read = identity::as_caller(|| read_all(&folder)).and_then(|read| read);
    let (mut experiments, broken) = read.map_err(|why| unreadable(&folder, why))?;
    // Ids begin with the time.
    experiments.sort_by(|a, b| b.id.cmp(&a.id));
    Ok((experiments, broken))
}

pub fn unreadable(path: &Path, why: impl std::fmt::Display) -> CommandFailure {
    let what = Message::new("experiment-unreadable").with("path", path.display());
    CommandFailure::new(what.with("why", why))
}

fn read_all(folder: &Path) -> io::Result<(Vec<ExperimentDocument>, Vec<BrokenExperimentFile>)> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((vec![], vec![])),
        entries => entries?,
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let (mut experiments, mut broken) = (Vec::new(), Vec::new());
    for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "json")) {
        match read(&path) {
            Ok(experiment) => experiments.push(experiment),
            Err(why) => broken.push(BrokenExperimentFile { path, why: why.to_string() }),
        }
    }
    Ok((experiments, broken))
}

fn read(path: &Path) -> io::Result<ExperimentDocument> {
    let mut bytes = Vec::new();
    let (file, _) = whole_file::DirectoryEntry::of(path)?.open()?;
    file.take(MAX_BYTES).read_to_end(&mut bytes)?;
    let experiment: ExperimentDocument = words::read(&bytes)?;
    // A copied or renamed file would pass for a run whose id it does not have.
    let is_named_so = path.file_stem().is_some_and(|stem| *stem == *experiment.id);
    if experiment.schema == schema::EXPERIMENT && is_named_so {
        Ok(experiment)
    } else {
        Err(io::Error::other(format!("not a {}", schema::EXPERIMENT)))
    }
}

pub fn read_at(place: &ExperimentFile) -> io::Result<ExperimentDocument> {
    // The entry is root's, but the path is in a user's folder: the user may have put a link there
    // to a file that only root may read.
    identity::as_user(place.owner, || read(&place.path)).and_then(|read| read)
}

pub fn named(id: &str) -> Result<ExperimentDocument> {
    only(all()?.0, id, |experiment| &experiment.id)
}

/// The only one whose id begins so.
pub fn only<T>(mut candidates: Vec<T>, id: &str, id_of: impl Fn(&T) -> &String) -> Result<T> {
    candidates.retain(|one| id_of(one).starts_with(id));
    match candidates.len() {
        1 => candidates.pop().ok_or_else(|| none_such(id)),
        0 => Err(none_such(id)),
        _ => {
            let ids: Vec<&str> = candidates.iter().map(|one| id_of(one).as_str()).collect();
            Err(CommandFailure::usage(
                Message::new("experiment-several").with("ids", ids.join(", ")),
            ))
        }
    }
}

fn none_such(id: &str) -> CommandFailure {
    CommandFailure::usage(Message::new("experiment-no-such").with("id", id))
}

/// Ids in a row, for people to choose from.
pub fn ids(experiments: &[ExperimentDocument]) -> String {
    let ids: Vec<&str> = experiments.iter().map(|experiment| experiment.id.as_str()).collect();
    ids.join(", ")
}
