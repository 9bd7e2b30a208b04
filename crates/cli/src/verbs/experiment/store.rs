//! Where experiments are kept: `narrows/experiments/<id>.json` under the state home, owned by the
//! user who called.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use narrows_host::identity;
use narrows_messages::Message;
use narrows_record::experiment::Experiment;
use narrows_record::schema;

use crate::failure::Failure;

/// Larger files are none of ours: an hour of rounds makes a few megabytes.
const MAX_BYTES: u64 = 64 << 20;

/// A file that is no experiment, and why.
pub struct Broken {
    pub path: PathBuf,
    pub why: String,
}

fn folder() -> Result<PathBuf, Failure> {
    let state = identity::state_home();
    let folder = state.map(|state| state.join("narrows/experiments"));
    folder.ok_or_else(|| Failure::new(Message::new("cli-no-state-home")))
}

/// Keeps an experiment as it is now: the file is the old one or the new one, and never half of one.
pub fn save(experiment: &Experiment) -> Result<PathBuf, Failure> {
    let path = folder()?.join(format!("{}.json", experiment.id));
    let written = serde_json::to_vec_pretty(experiment)
        .map_err(io::Error::other)
        .and_then(|json| identity::as_caller(|| replace(&path, &json)).and_then(|written| written));
    written.map_err(|why| {
        let what = Message::new("cli-cannot-write").with("path", path.display());
        Failure::new(what.with("why", why))
    })?;
    Ok(path)
}

/// On the disk before anything is changed: the values to put back may be needed after a crash.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let new = path.with_extension("json.new");
    let mut file = File::create(&new)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    written.and_then(|()| std::fs::rename(&new, path)).inspect_err(|_| {
        let _ = std::fs::remove_file(&new);
    })?;
    // The name too: some settings outlive a power cut.
    path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}

/// Does away with an experiment of which nothing is left to tell.
pub fn forget(id: &str) -> io::Result<()> {
    let folder = folder().map_err(|_| io::Error::from(io::ErrorKind::NotFound))?;
    let path = folder.join(format!("{id}.json"));
    identity::as_caller(|| std::fs::remove_file(path)).and_then(|removed| removed)
}

/// All experiments, newest first, and the files that are none.
pub fn all() -> Result<(Vec<Experiment>, Vec<Broken>), Failure> {
    let folder = folder()?;
    let read = identity::as_caller(|| read_all(&folder)).and_then(|read| read);
    let (mut found, broken) = read.map_err(|why| unreadable(&folder, why))?;
    found.sort_by(|a, b| b.id.cmp(&a.id));
    Ok((found, broken))
}

fn unreadable(path: &Path, why: impl std::fmt::Display) -> Failure {
    let what = Message::new("experiment-unreadable").with("path", path.display());
    Failure::new(what.with("why", why))
}

fn read_all(folder: &Path) -> io::Result<(Vec<Experiment>, Vec<Broken>)> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((vec![], vec![])),
        entries => entries?,
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let (mut found, mut broken) = (Vec::new(), Vec::new());
    for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "json")) {
        match read(&path) {
            Ok(experiment) => found.push(experiment),
            Err(why) => broken.push(Broken { path, why: why.to_string() }),
        }
    }
    Ok((found, broken))
}

fn read(path: &Path) -> io::Result<Experiment> {
    let mut bytes = Vec::new();
    if !std::fs::symlink_metadata(path)?.is_file() {
        return Err(io::Error::other("not a file"));
    }
    File::open(path)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
    let experiment: Experiment = serde_json::from_slice(&bytes)?;
    let is_named_so = path.file_stem().is_some_and(|stem| *stem == *experiment.id);
    match experiment.schema == schema::EXPERIMENT && is_named_so {
        true => Ok(experiment),
        false => Err(io::Error::other(format!("not a {}", schema::EXPERIMENT))),
    }
}

/// The experiment whose id begins so.
pub fn named(id: &str) -> Result<Experiment, Failure> {
    let mut found: Vec<Experiment> = all()?.0;
    found.retain(|experiment| experiment.id.starts_with(id));
    match found.len() {
        1 => found.pop().ok_or_else(|| none_such(id)),
        0 => Err(none_such(id)),
        _ => Err(Failure::usage(Message::new("experiment-several").with("ids", ids(&found)))),
    }
}

fn none_such(id: &str) -> Failure {
    Failure::usage(Message::new("experiment-no-such").with("id", id))
}

/// Ids in a row, for people to choose from.
pub fn ids(experiments: &[Experiment]) -> String {
    let ids: Vec<&str> = experiments.iter().map(|experiment| experiment.id.as_str()).collect();
    ids.join(", ")
}
