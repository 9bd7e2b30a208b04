//! Lines of the system's files: added at the end, or taken out; everything else stays as it is.

use std::io::{self, Read};
use std::path::Path;

use narrows_build::fstab;
use narrows_build::step::is_rules;

use crate::platform::whole_file::DirectoryEntry;

/// Adds a line; a file that is missing is made.
///
/// # Errors
///
/// It cannot be read or written, is no regular file, or is no text.
pub fn add(file: &Path, line: &str) -> io::Result<()> {
    edit(file, |text| fstab::with(text, line))
}

/// Takes exactly this line out; of udev's rules a file that is empty then is removed.
///
/// # Errors
///
/// Those of [`add`].
pub fn take(file: &Path, line: &str) -> io::Result<()> {
    let entry = DirectoryEntry::of(file)?;
    if entry.found()?.is_none() {
        return Ok(());
    }
    edit(file, |text| fstab::without(text, line))?;
    if file.to_str().is_some_and(is_rules) { entry.remove_empty() } else { Ok(()) }
}

/// Whoever changes the file meanwhile keeps the change: then this fails (ESTALE).
fn edit(file: &Path, change: impl Fn(&str) -> String) -> io::Result<()> {
    let entry = DirectoryEntry::of(file)?;
    if entry.found()?.is_none() {
        let text = change("");
        return if text.is_empty() { Ok(()) } else { entry.put_new(text.as_bytes()) };
    }
    let (mut opened, known) = entry.open()?;
    let mut text = String::new();
    opened.read_to_string(&mut text)?;
    let changed = change(&text);
    if changed == text { Ok(()) } else { entry.replace(&known, changed.as_bytes()) }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use std::process::Command;

    use narrows_build::Action;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_line_comes_and_goes_and_the_rest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("fstab");
        fs::write(&file, "# a\nUUID=1 / ext4\n\n").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        add(&file, "UUID=2 /srv xfs").unwrap();
        add(&file, "UUID=2 /srv xfs").unwrap();
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(text, "# a\nUUID=1 / ext4\n\nUUID=2 /srv xfs\n");
        take(&file, "UUID=2 /srv xfs").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "# a\nUUID=1 / ext4\n\n");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

        /// The commands of a rehearsal do to a file what the steps do.
        #[test]
        fn what_is_shown_does_what_is_done(
            before in proptest::collection::vec("[ -~あ]{0,12}", 0..4),
            line in "[!-,.0-~][ -~あ]{0,30}[!-~]",
        ) {
            let folder = tempfile::tempdir().unwrap();
            let [own, shell] = ["own", "shell"].map(|name| folder.path().join(name));
            let text: String = before.iter().map(|line| format!("{line}\n")).collect();
            for file in [&own, &shell] {
                fs::write(file, &text).unwrap();
            }
            let run = |action: Action| {
                let done = Command::new("sh").args(["-c", &action.to_string()]).status().unwrap();
                prop_assert!(done.success(), "{action}");
                Ok(())
            };
            let read = |file| fs::read_to_string(file).unwrap();
            let file = shell.to_str().unwrap().to_owned();
            add(&own, &line).unwrap();
            if !before.contains(&line) {
                run(Action::AddLine { file: file.clone(), line: line.clone() })?;
            }
            prop_assert_eq!(read(&own), read(&shell));
            take(&own, &line).unwrap();
            run(Action::TakeLine { file, line: line.clone() })?;
            prop_assert_eq!(read(&own), read(&shell));
        }
    }

    #[test]
    fn a_missing_file_is_made_and_a_link_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mdadm.conf");
        add(&file, "ARRAY x").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "ARRAY x\n");
        take(&folder.path().join("none"), "ARRAY x").unwrap();
        assert!(!folder.path().join("none").exists());
        symlink(&file, folder.path().join("link")).unwrap();
        assert!(add(&folder.path().join("link"), "ARRAY y").is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "ARRAY x\n");
    }
}
