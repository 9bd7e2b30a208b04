//! A file that shows whether hosts have the same directory.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Longer texts are no marker of ours.
const LONGEST: u64 = 256;
/// The text follows, so that two runs do not collide.
const NAME: &str = ".narrows-marker-";
/// No run needs its marker for so long: an older one is left by a run that was killed.
const LEFT: Duration = Duration::from_secs(3600);

fn path(folder: &Path, text: &str) -> PathBuf {
    let text: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    folder.join(format!("{NAME}{text}"))
}

/// Writes the marker, which must be new, and removes this user's that killed runs left.
///
/// # Errors
///
/// Those of the file system.
pub fn write(folder: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path(folder, text))?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    // A folder that may not be listed keeps them.
    let _ = sweep(folder, &file.metadata()?);
    Ok(())
}

/// The age goes by the file server's clock, which dates both markers.
fn sweep(folder: &Path, own: &Metadata) -> io::Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        let is_marker = entry.file_name().to_str().is_some_and(|name| name.starts_with(NAME));
        if !is_marker {
            continue;
        }
        let Ok(metadata) = entry.metadata() else { continue };
        let age = own.modified()?.duration_since(metadata.modified()?).unwrap_or_default();
        if metadata.is_file()
            && metadata.len() <= LONGEST
            && metadata.uid() == own.uid()
            && age > LEFT
        {
            // Another host may do the same.
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(())
}

/// Whether the marker is there with exactly this text. Network file systems may show a new file
/// late: listing a directory anew reads it from the server.
pub fn is_there(folder: &Path, text: &str) -> bool {
    let _ = fs::read_dir(folder).map(Iterator::count);
    let path = path(folder, text);
    let is_short = fs::metadata(&path).is_ok_and(|it| it.len() <= LONGEST);
    is_short && fs::read_to_string(&path).is_ok_and(|it| it == text)
}

pub fn remove(folder: &Path, text: &str) {
    if is_there(folder, text) {
        let _ = fs::remove_file(path(folder, text));
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

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

    #[test]
    fn a_killed_run_s_marker_goes_with_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let made = |name: &str, content: &str, age: u64| {
            let file = fs::File::create(folder.path().join(name)).unwrap();
            (&file).write_all(content.as_bytes()).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
        };
        made(".narrows-marker-old", "old", 7200);
        made(".narrows-marker-young", "young", 60);
        made(".narrows-marker-long", &"x".repeat(300), 7200);
        made("mine", "mine", 7200);
        write(folder.path(), "new").unwrap();
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
        names.sort();
        let left = [".narrows-marker-long", ".narrows-marker-new", ".narrows-marker-young", "mine"];
        assert_eq!(names, left);
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
