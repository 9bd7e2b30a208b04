//! Run directories and their index.
//!
//! For: finding kept runs by id, drive, workload and date without reading every document. The
//! directories (`runs/<id>/run.json`) are the source of truth. The index beside them
//! (`history.sqlite`, SQLite in WAL mode) only repeats them: it may be deleted at any time, adds
//! new runs whenever it is opened, and is rebuilt when it is broken or of another version. If it
//! cannot be used at all (permissions, space, a lock of another process), the same index is built
//! in memory; likewise if its path holds a file that is not ours by its `application_id`, a link or
//! a device, which is left alone.
//!
//! Not here: writing run directories ([`crate::run_directory`]), whose rights are used (the caller
//! arranges that), conclusions from runs (`narrows-verdict`).

mod directory;
mod error;
mod file;
mod index;
mod query;
mod refresh;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use narrows_messages::Message;
use rusqlite::Connection;

pub(crate) use directory::{DOCUMENTS, GZIP};
pub use directory::{document_of, plain, read_run};
pub use error::StoreError;
pub use query::RunFilter;

#[derive(Debug)]
pub struct RunStore {
    runs: PathBuf,
    index: Connection,
    /// The number of runs that it must know.
    held: usize,
    notes: Vec<Message>,
}

impl RunStore {
    /// The runs below `home` (the directory that holds `runs`). Adds new runs and removes deleted
    /// ones. A home without runs is not touched.
    ///
    /// # Errors
    /// The runs cannot be listed. Trouble with the index is a note, not an error.
    pub fn open(home: &Path) -> Result<Self, StoreError> {
        if !home.join("runs").is_dir() {
            return Self::in_memory(home, Vec::new());
        }
        match Self::on_disk(home) {
            Err(error) => Self::in_memory(home, vec![unusable(error)?]),
            done => done,
        }
    }

    /// Runs a query on the runs below `home`. If the index fails meanwhile (another process may be
    /// rebuilding it), the query runs again without it.
    pub fn ask<T>(
        home: &Path,
        question: impl Fn(&Self) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match Self::open(home)?.at_one_moment(&question) {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => question(&Self::in_memory(home, Vec::new())?),
            Err(error) => question(&Self::in_memory(home, vec![unusable(error)?])?),
        }
    }

    /// The answer from one consistent state; `None` if runs are missing because another process has
    /// emptied the index and is still filling it.
    fn at_one_moment<T>(
        &self,
        question: impl Fn(&Self) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let failed = |error| StoreError::index(Path::new(self.index.path().unwrap_or("")), error);
        // In a transaction all queries see one state, whatever another process rebuilds.
        let moment = self.index.unchecked_transaction().map_err(failed)?;
        let held = query::count(&self.index).map_err(failed)?;
        if held < self.held {
            return Ok(None);
        }
        let answer = question(self)?;
        moment.finish().map_err(failed)?;
        Ok(Some(answer))
    }

    /// Rebuilds the index of the runs below `home`. Calls `progress` with the share done, 0 to 1. A home
    /// without runs is not touched.
    ///
    /// # Errors
    /// The runs cannot be listed, the index cannot be written, or what is at its path is not ours.
    pub fn rebuild(home: &Path, progress: &dyn Fn(f64)) -> Result<Self, StoreError> {
        if !home.join("runs").is_dir() {
            return Self::in_memory(home, Vec::new());
        }
        let path = index::path(home);
        let mut index = index::open(&path)?;
        index::reset(&mut index).map_err(|error| StoreError::index(&path, error))?;
        Self::current(home, index, Vec::new(), progress)
    }

    fn on_disk(home: &Path) -> Result<Self, StoreError> {
        let path = index::path(home);
        let ready = index::ready(index::open(&path)?);
        let (index, notes) = ready.map_err(|error| StoreError::index(&path, error))?;
        match Self::current(home, index, notes, &|_| ()) {
            Err(StoreError::Index { is_broken: true, .. }) => {
                let mut store = Self::rebuild(home, &|_| ())?;
                store.notes.insert(0, Message::new("history-index-was-broken"));
                Ok(store)
            }
            done => done,
        }
    }

    fn in_memory(home: &Path, notes: Vec<Message>) -> Result<Self, StoreError> {
        let ready = Connection::open_in_memory().and_then(index::ready);
        let (index, _) = ready.map_err(|error| StoreError::index(Path::new(":memory:"), error))?;
        Self::current(home, index, notes, &|_| ())
    }

    fn current(
        home: &Path,
        mut index: Connection,
        mut notes: Vec<Message>,
        progress: &dyn Fn(f64),
    ) -> Result<Self, StoreError> {
        let runs = home.join("runs");
        let listing = directory::list(&runs)?;
        notes.extend(listing.notes);
        let taken = refresh::refresh(&mut index, &listing.runs, progress);
        let taken = taken.map_err(|error| StoreError::index(&index::path(home), error))?;
        notes.extend(taken.notes);
        Ok(Self { runs, index, held: listing.runs.len() - taken.unreadable, notes })
    }

    pub fn directory(&self) -> &Path {
        &self.runs
    }

    /// The directory of this name, if its run was killed before it was whole.
    pub fn find_cut_off(&self, id: &str) -> Option<PathBuf> {
        directory::cut_off(&self.runs, id).map(|_| self.runs.join(id))
    }

    /// Runs left out and why, and trouble with the index.
    pub fn notes(&self) -> &[Message] {
        &self.notes
    }
}

/// The message why there is no index; errors that do not concern the index stay errors.
fn unusable(error: StoreError) -> Result<Message, StoreError> {
    match error {
        StoreError::Index { path, problem, .. } => {
            let what = Message::new("history-index-unusable").with("path", path.display());
            Ok(what.with("why", problem))
        }
        StoreError::Foreign { .. } | StoreError::NotAFile { .. } => Ok(error.message()),
        other => Err(other),
    }
}
