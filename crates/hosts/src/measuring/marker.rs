//! A file by which hosts find out whether they see one and the same directory.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Longer texts are no marker of ours.
const LONGEST: u64 = 256;

/// Path of a text's marker; the text is in its name, so that two runs do not collide.
fn path(folder: &Path, text: &str) -> PathBuf {
    let name: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    folder.join(format!(".narrows-marker-{name}"))
}

/// Writes the marker, which must be new.
pub fn write(folder: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path(folder, text))?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Whether the marker is there with exactly this text. Network file systems may show a new file
/// late: listing a directory anew reads it from the server.
pub fn is_there(folder: &Path, text: &str) -> bool {
    let _ = fs::read_dir(folder).map(Iterator::count);
    let path = path(folder, text);
    let is_short = fs::metadata(&path).is_ok_and(|found| found.len() <= LONGEST);
    is_short && fs::read_to_string(&path).is_ok_and(|found| found == text)
}

pub fn remove(folder: &Path, text: &str) {
    if is_there(folder, text) {
        let _ = fs::remove_file(path(folder, text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_is_found_in_its_own_folder_only() {
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        write(one.path(), "abc123").unwrap();
        assert!(is_there(one.path(), "abc123") && !is_there(other.path(), "abc123"));
        assert!(!is_there(one.path(), "abc124"));
        assert!(write(one.path(), "abc123").is_err(), "never over what is there");
        remove(one.path(), "abc123");
        assert_eq!(fs::read_dir(one.path()).unwrap().count(), 0);
    }

    /// No text leads out of the folder, and files of others stay.
    #[test]
    fn what_is_not_ours_stays() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(path(folder.path(), "../../x").parent(), Some(folder.path()));
        fs::write(path(folder.path(), "abc"), "other").unwrap();
        remove(folder.path(), "abc");
        assert!(path(folder.path(), "abc").exists());
    }
}
