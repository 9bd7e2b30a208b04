//! Deleting kept runs (`history --forget`): only a directory below ours that holds a run and nothing else.
//!
//! The directory is held open meanwhile, so that it cannot be put elsewhere (fileapi.h, `CreateFileW`: without
//! `FILE_SHARE_DELETE` a directory cannot be renamed or deleted). The document goes last, so that a run that could not be deleted
//! whole is still listed, and can be deleted again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::whole_file::{FileKind, kind_of, open_folder};
use crate::run_directory::OURS;
use crate::store::DOCUMENTS;

#[derive(Debug)]
pub enum ForgetRefusal {
    /// Something lies there that is no part of a run.
    Foreign(String),
    /// It cannot be read, or not be deleted.
    Failed(io::Error),
}

impl From<io::Error> for ForgetRefusal {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

#[derive(Debug)]
pub struct ForgettableRun {
    folder: PathBuf,
    held: fs::File,
    files: Vec<PathBuf>,
    /// Size of its files, bytes.
    pub bytes: u64,
}

impl ForgettableRun {
    /// Looks at the directory `id` below `runs`; nothing is changed.
    pub fn look(runs: &Path, id: &str) -> Result<Self, ForgetRefusal> {
        let folder = runs.join(id);
        if kind_of(&folder)? != Some(FileKind::Directory) {
            return Err(ForgetRefusal::Failed(io::ErrorKind::NotADirectory.into()));
        }
        let held = open_folder(&folder)?;
        let mut run = Self { folder, held, files: Vec::new(), bytes: 0 };
        for entry in fs::read_dir(&run.folder)? {
            let entry = &entry?;
            let path = entry.path();
            let is_known = is_one_of(&OURS, &path) || is_one_of(&DOCUMENTS, &path);
            if !is_known || kind_of(&path)? != Some(FileKind::Regular) {
                return Err(ForgetRefusal::Foreign(
                    entry.file_name().to_string_lossy().into_owned(),
                ));
            }
            run.bytes += entry.metadata()?.len();
            run.files.push(path);
        }
        run.files.sort_by_key(|file| is_one_of(&DOCUMENTS, file));
        Ok(run)
    }

    pub fn forget(self) -> io::Result<()> {
        for file in &self.files {
            fs::remove_file(file)?;
        }
        // As long as it is open the directory cannot be deleted.
        drop(self.held);
        // Files added meanwhile keep the directory; it is not ours to delete.
        fs::remove_dir(&self.folder)
    }
}

fn is_one_of(names: &[&str], path: &Path) -> bool {
    path.file_name().is_some_and(|name| names.iter().any(|known| name == *known))
}
