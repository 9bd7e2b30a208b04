//! Which experiments and runs may have left a setting changed, whoever's they are.
//!
//! For: finding a run's journal also if it is not in the caller's own folder: a run under sudo is
//! kept in the home of the user who called it, and root, logged in after a crash, must find it.
//! Each file of the index is named like a run that changes something and contains the journal's
//! location and owner. It exists as long as something may be changed. Only root changes settings,
//! so the index is root's alone.
//!
//! Not here: the values themselves, which are in the journal, and putting them back (`commands::experiment`).
//!
//! Source: Filesystem Hierarchy Standard 3.0, 5.8 (/var/lib: state that lasts over a restart).

use std::ffi::OsStr;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use narrows_host::identity::CallingUser;
use narrows_host::{Root, tunables};
use narrows_messages::Message;
use narrows_record::experiment::{ExperimentDocument, ExperimentState};

use super::store::{self, BrokenExperimentFile, ExperimentFile};
use crate::destination::unwritable;
use crate::failure::Result;
use crate::platform::whole_file;

const INDEX: &str = "var/lib/narrows/held";
/// A user, a group and a path of the longest length (PATH_MAX, 4096).
const MAX_BYTES: u64 = 8 << 10;

pub struct KeptExperiment {
    pub experiment: ExperimentDocument,
    pub place: ExperimentFile,
}

pub fn folder(root: &Root) -> PathBuf {
    root.path().join(INDEX)
}

/// Whether something of it may still be changed.
pub fn is_open(experiment: &ExperimentDocument) -> bool {
    matches!(experiment.state, ExperimentState::Running | ExperimentState::NotRestored)
}

/// Keeps a run that changes settings as it is now, and in the index as long as it is open.
pub fn save(root: &Root, experiment: &ExperimentDocument) -> Result<()> {
    save_at(root, experiment, &store::place(&experiment.id)?)
}

/// The same for one that is already kept.
pub fn save_at(root: &Root, experiment: &ExperimentDocument, place: &ExperimentFile) -> Result<()> {
    // The journal precedes its entry both ways: an entry never leads nowhere, and goes only once
    // its journal says that nothing is open.
    store::save_at(experiment, place)?;
    let entry = folder(root).join(&experiment.id);
    let noted =
        if is_open(experiment) { enter(&entry, place) } else { strike(root, &experiment.id) };
    noted.map_err(|why| unwritable(&entry, &why))
}

fn enter(entry: &Path, place: &ExperimentFile) -> io::Result<()> {
    let ExperimentFile { path, owner } = place;
    // The path is last because it may contain blanks; it is bytes because it may be no UTF-8.
    let mut line = format!("{} {} ", owner.uid, owner.gid).into_bytes();
    line.extend(path.as_os_str().as_bytes());
    match read(entry) {
        // Another user's run of the same id owes something: its entry is the way back to it.
        Ok(other) if other != line => Err(io::ErrorKind::AlreadyExists.into()),
        _ => store::replace(entry, &line),
    }
}

fn read(entry: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let (file, _) = whole_file::DirectoryEntry::of(entry)?.open()?;
    file.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Takes a run of which nothing is left out of the index.
pub fn strike(root: &Root, id: &str) -> io::Result<()> {
    match std::fs::remove_file(folder(root).join(id)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// The caller's own experiments and those of the index, newest first, and entries of the index
/// whose journal cannot be read.
pub fn all(root: &Root) -> Result<(Vec<KeptExperiment>, Vec<BrokenExperimentFile>)> {
    let mut experiments = Vec::new();
    for experiment in store::all()?.0 {
        let place = store::place(&experiment.id)?;
        experiments.push(KeptExperiment { experiment, place });
    }
    let mut broken = Vec::new();
    for entry in entries(&folder(root))? {
        let is_it =
            |kept: &KeptExperiment| entry.file_name() == Some(OsStr::new(&kept.experiment.id));
        if experiments.iter().any(is_it) {
            continue;
        }
        match journal(&entry) {
            Ok(kept) => experiments.push(kept),
            Err(why) => broken.push(BrokenExperimentFile { path: entry, why: why.to_string() }),
        }
    }
    // Ids begin with the time.
    experiments.sort_by(|a, b| b.experiment.id.cmp(&a.experiment.id));
    Ok((experiments, broken))
}

/// A remark where settings may still be changed for a run that is over: for commands that do not put
/// anything back. While a run that changes settings goes on, nothing is owed.
pub fn remark(root: &Root) -> Option<Message> {
    let (ids, why) = match all(root) {
        Ok((experiments, broken)) => {
            let open = experiments.into_iter().filter(|kept| is_open(&kept.experiment));
            let open = open.map(|kept| kept.experiment.id);
            // Of an entry that cannot be read the name identifies the run.
            let named =
                |broken: BrokenExperimentFile| broken.path.file_name()?.to_str().map(str::to_owned);
            (open.chain(broken.into_iter().filter_map(named)).collect::<Vec<_>>(), None)
        }
        Err(failure) => (Vec::new(), Some(failure.what)),
    };
    if why.is_some() {
        return why;
    }
    // Who may not take the lock cannot tell a run that goes on from one that was killed.
    let goes_on = || matches!(tunables::alone(root), Ok(None));
    let is_owed = !ids.is_empty() && !goes_on();
    is_owed.then(|| Message::new("experiment-owed").with("ids", ids.join(", ")))
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = match std::fs::read_dir(folder) {
        // Root's own are readable by root alone, who alone can put them back.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied
            ) =>
        {
            return Ok(Vec::new());
        }
        entries => entries.map_err(|why| store::unreadable(folder, why))?,
    };
    let paths = entries.flatten().map(|entry| entry.path());
    // An entry not yet renamed when the power failed has no changes behind it.
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_none()).collect();
    paths.sort();
    Ok(paths)
}

/// The journal that an entry leads to, read with its owner's rights.
fn journal(entry: &Path) -> io::Result<KeptExperiment> {
    let place = parse(&read(entry)?).ok_or_else(|| io::Error::other("no user, group and path"))?;
    let experiment = store::read_at(&place)
        .map_err(|why| io::Error::new(why.kind(), format!("{}: {why}", place.path.display())))?;
    if entry.file_name() == Some(OsStr::new(&experiment.id)) {
        Ok(KeptExperiment { experiment, place })
    } else {
        Err(io::Error::other(format!("{} is another run", place.path.display())))
    }
}

fn parse(bytes: &[u8]) -> Option<ExperimentFile> {
    let mut parts = bytes.splitn(3, |byte| *byte == b' ');
    let mut number = || std::str::from_utf8(parts.next()?).ok()?.parse().ok();
    let owner = CallingUser { uid: number()?, gid: number()? };
    let path = PathBuf::from(OsStr::from_bytes(parts.next()?));
    path.is_absolute().then_some(ExperimentFile { path, owner })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_name_an_owner_and_an_absolute_path() {
        let path = PathBuf::from("/home/ann b/.local/state/narrows/experiments/1.json");
        let place = ExperimentFile { path, owner: CallingUser { uid: 1000, gid: 100 } };
        let folder = tempfile::tempdir().unwrap();
        let entry = folder.path().join("1");
        enter(&entry, &place).unwrap();
        assert_eq!(parse(&std::fs::read(&entry).unwrap()), Some(place.clone()));
        // The same again is no other; another's stays.
        enter(&entry, &place).unwrap();
        let other = ExperimentFile { owner: CallingUser { uid: 1001, gid: 100 }, ..place.clone() };
        assert_eq!(enter(&entry, &other).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(parse(&std::fs::read(&entry).unwrap()), Some(place));
        for none in ["", "1000", "1000 100", "1000 100 x", "-1 100 /x", "1000 y /x"] {
            assert_eq!(parse(none.as_bytes()), None, "{none:?}");
        }
    }
}
