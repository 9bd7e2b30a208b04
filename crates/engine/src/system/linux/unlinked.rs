//! An unnamed file on file systems that cannot make one: created and unlinked at once.

use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{Mode, OFlags, open as open_file};
use rustix::io::Errno as Sys;
use rustix::process::geteuid;

use crate::ScratchError;
use crate::salt::salt;
use crate::scratch::io_error;

/// Prefix of the names; 16 hexadecimal digits follow.
const NAME: &str = ".narrows-scratch-";

/// Creates one, and removes those left by killed processes.
pub(super) fn open(dir: &Path) -> Result<File, ScratchError> {
    // Removes files of ours that were never unlinked. Such a file is empty, because it is written
    // only afterwards; one that another host is just about to unlink may be gone a moment earlier.
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let named = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_name));
    for entry in named {
        let is_left = entry
            .metadata()
            .is_ok_and(|it| it.is_file() && it.len() == 0 && it.uid() == geteuid().as_raw());
        if is_left {
            // Whoever else removes it does the same.
            let _ = fs::remove_file(entry.path());
        }
    }
    let path = dir.join(format!("{NAME}{:016x}", salt()));
    let flags = OFlags::CREATE | OFlags::EXCL | OFlags::RDWR | OFlags::DIRECT | OFlags::CLOEXEC;
    let opened = open_file(&path, flags, Mode::RUSR | Mode::WUSR);
    // Some file systems create a file and only then refuse direct I/O (open(2), NOTES): the name
    // is ours in any case, because it is random and was made by this call.
    let unlinked = fs::remove_file(&path);
    let file = File::from(opened.map_err(|errno| match errno {
        Sys::INVAL => ScratchError::NoDirect { path: dir.to_owned() },
        errno => io_error(dir, "open", errno),
    })?);
    match unlinked {
        Ok(()) => Ok(file),
        // Another host swept it between the two calls: it is gone, as it is meant to be.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(file),
        Err(error) => Err(io_error(dir, "unlink", crate::Errno::of(&error))),
    }
}

fn is_name(name: &str) -> bool {
    let digits = name.strip_prefix(NAME).unwrap_or_default();
    digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files left by a kill are swept; files that are not ours, not empty or named otherwise stay.
    #[test]
    fn only_what_a_killed_process_left_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let left = format!("{NAME}0123456789abcdef");
        let stays = ["mine", ".narrows-scratch-1", ".narrows-scratch-0123456789abcdeg"];
        fs::write(path(&left), "").unwrap();
        stays.iter().for_each(|name| fs::write(path(name), "").unwrap());
        fs::write(path(".narrows-scratch-0123456789abcdee"), "not empty").unwrap();
        let file = open(folder.path()).unwrap();
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        let mut expected = stays.to_vec();
        expected.push(".narrows-scratch-0123456789abcdee");
        expected.sort_unstable();
        assert_eq!(names, expected);
        assert_eq!(file.metadata().unwrap().nlink(), 0);
    }
}
