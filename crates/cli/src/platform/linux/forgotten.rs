//! Deleting kept runs (`history --forget`).
//!
//! Only a directory below ours that holds a run and nothing else is deleted: it is opened without
//! following a link, its files are those of a run, each a regular one, and its document is that of
//! a run. Anything else in it was put there by a user, who may miss it. The document goes last, so
//! that a run that could not be deleted completely is still listed, and can be deleted again.
//!
//! Source: openat(2), unlinkat(2): relative to a descriptor, so that another process cannot put another
//! directory in between.

use std::ffi::{CStr, CString, OsStr};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, statat, unlinkat};

use super::whole_file::is_spare_name;
use crate::run_directory::OURS;
use crate::store::DOCUMENTS;

#[derive(Debug)]
pub enum ForgetRefusal {
    /// Something lies there that is no part of a run.
    Foreign(String),
    /// It cannot be read, or not be deleted.
    Failed(io::Error),
}

impl From<rustix::io::Errno> for ForgetRefusal {
    fn from(error: rustix::io::Errno) -> Self {
        Self::Failed(error.into())
    }
}

#[derive(Debug)]
pub struct ForgettableRun {
    parent: OwnedFd,
    name: CString,
    folder: OwnedFd,
    files: Vec<CString>,
    /// Size of its files, bytes.
    pub bytes: u64,
}

impl ForgettableRun {
    /// Looks at the directory `id` below `runs`; nothing is changed.
    pub fn look(runs: &Path, id: &str) -> Result<Self, ForgetRefusal> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let parent = openat(CWD, runs, flags, Mode::empty())?;
        // The folder of runs may be reached through links; a run is none itself.
        let folder = openat(&parent, id, flags | OFlags::NOFOLLOW, Mode::empty())?;
        let name = CString::new(id).map_err(|error| ForgetRefusal::Failed(error.into()))?;
        let mut run = Self { parent, name, folder, files: Vec::new(), bytes: 0 };
        for entry in Dir::read_from(&run.folder)? {
            let entry = entry?;
            run.take_in(entry.file_name())?;
        }
        // `false` sorts first, so that the document is the last to go.
        run.files.sort_by_key(|file| is_one_of(&DOCUMENTS, file));
        Ok(run)
    }

    fn take_in(&mut self, name: &CStr) -> Result<(), ForgetRefusal> {
        if name == c"." || name == c".." {
            return Ok(());
        }
        let foreign = || ForgetRefusal::Foreign(name.to_string_lossy().into_owned());
        // A kill may leave a file that had not yet its name.
        let is_left = is_spare_name(OsStr::from_bytes(name.to_bytes()));
        if !is_left && !is_one_of(&OURS, name) && !is_one_of(&DOCUMENTS, name) {
            return Err(foreign());
        }
        let stat = statat(&self.folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Err(foreign());
        }
        self.bytes += u64::try_from(stat.st_size).unwrap_or(0);
        self.files.push(name.to_owned());
        Ok(())
    }

    pub fn forget(self) -> io::Result<()> {
        for file in &self.files {
            unlinkat(&self.folder, file, AtFlags::empty())?;
        }
        // Files added meanwhile keep the directory; it is not ours to delete.
        Ok(unlinkat(&self.parent, &self.name, AtFlags::REMOVEDIR)?)
    }
}

fn is_one_of(names: &[&str], name: &CStr) -> bool {
    names.iter().any(|known| known.as_bytes() == name.to_bytes())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_run_is_deleted_and_nothing_else() {
        let home = tempfile::tempdir().unwrap();
        let make = |id: &str| {
            let folder = home.path().join(id);
            fs::create_dir(&folder).unwrap();
            for file in ["run.json", "report.html", ".narrows-0123456789abcdef.new"] {
                fs::write(folder.join(file), "12345").unwrap();
            }
            folder
        };
        let (run, other) = (make("run"), make("other"));
        let look = ForgettableRun::look(home.path(), "run").unwrap();
        assert_eq!((look.bytes, look.files.last().unwrap().as_c_str()), (15, c"run.json"));
        assert!(run.join("run.json").exists(), "a look changes nothing");
        look.forget().unwrap();
        assert!(!run.exists() && other.join("run.json").exists());

        fs::write(other.join("notes.txt"), "mine").unwrap();
        let kept = ForgettableRun::look(home.path(), "other").unwrap_err();
        assert!(matches!(kept, ForgetRefusal::Foreign(name) if name == "notes.txt"));
        fs::remove_file(other.join("notes.txt")).unwrap();
        fs::remove_file(other.join("report.html")).unwrap();
        symlink("/etc/passwd", other.join("report.html")).unwrap();
        assert!(matches!(
            ForgettableRun::look(home.path(), "other"),
            Err(ForgetRefusal::Foreign(_))
        ));
        symlink(&other, home.path().join("link")).unwrap();
        assert!(matches!(ForgettableRun::look(home.path(), "link"), Err(ForgetRefusal::Failed(_))));
    }

    /// Files added between the look and the deletion are not deleted.
    #[test]
    fn what_came_meanwhile_stays() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("run");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("run.json"), "").unwrap();
        let run = ForgettableRun::look(home.path(), "run").unwrap();
        fs::write(folder.join("new"), "").unwrap();
        assert!(run.forget().is_err());
        assert!(folder.join("new").exists());
    }
}
