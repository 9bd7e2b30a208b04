//! Lines of the system's files: added at the end, or taken out; everything else stays as it is, byte for byte.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;

use narrows_build::lines::{self, Added};
use narrows_build::step::is_rules;
use narrows_build::{Action, Step, conf};
use narrows_host::build::{contents, mounted_at};
use narrows_host::identity;
use narrows_messages::Message;

use crate::platform::whole_file::{DirectoryEntry, FileKind};

/// Longest lines of mdadm for a set of the firmware and the volume in it.
const CONTAINER_LINES: usize = 1024;

/// Adds a line; a file that is missing is made.
///
/// # Errors
///
/// It cannot be read or written, or is no regular file.
pub fn add(file: &Path, line: &str) -> io::Result<()> {
    edit(file, |bytes| lines::with(bytes, line))
}

/// Takes exactly what was added out; a file that is empty then and was made for it, or has udev's rules, is removed.
///
/// # Errors
///
/// Those of [`add`]; a line behind one of these goes on with it.
pub fn take(file: &Path, added: &Added) -> io::Result<()> {
    let entry = DirectoryEntry::of(file)?;
    if entry.found()?.is_none() {
        return Ok(());
    }
    let is_fstab = file.file_name().is_some_and(|name| name == "fstab");
    let text = contents(file)?.unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    if !is_fstab && added.lines.iter().any(|line| conf::goes_on(&text, line)) {
        return Err(io::Error::other("the line behind it goes on with it: take both out by hand"));
    }
    edit(file, |bytes| lines::without(bytes, added))?;
    let is_ours = added.made || file.to_str().is_some_and(is_rules);
    if is_ours { entry.remove_empty() } else { Ok(()) }
}

/// What adding these lines to a file will add to it.
///
/// # Errors
///
/// It is no regular file, or cannot be read.
pub fn addition(file: &str, lines: &[String]) -> io::Result<Added> {
    Ok(lines::addition(contents(Path::new(file))?.as_deref(), lines))
}

/// Whoever changes the file meanwhile keeps the change: then this fails (ESTALE).
fn edit(file: &Path, change: impl Fn(&[u8]) -> Vec<u8>) -> io::Result<()> {
    let entry = DirectoryEntry::of(file)?;
    entry.remove_leftovers()?;
    if entry.found()?.is_none() {
        let bytes = change(&[]);
        return if bytes.is_empty() { Ok(()) } else { entry.put_new(&bytes) };
    }
    let (mut opened, known) = entry.open()?;
    let mut bytes = Vec::new();
    opened.read_to_end(&mut bytes)?;
    let changed = change(&bytes);
    if changed == bytes { Ok(()) } else { entry.replace_alike((&opened, &known), &changed) }
}

/// What will keep these steps from editing the system's files: looked for before anything is lost. Without root's
/// rights only what can be seen.
pub fn hindrances(steps: &[Step]) -> Vec<Message> {
    let mut files: BTreeMap<&str, usize> = BTreeMap::new();
    for step in steps {
        let (file, size) = match &step.action {
            Action::AddLine { file, line } => (file, line.len() + 2),
            Action::NameContainer(named) => (&named.file, CONTAINER_LINES),
            _ => continue,
        };
        *files.entry(file).or_default() += size;
    }
    files.into_iter().filter_map(|(file, size)| hindrance(Path::new(file), size)).collect()
}

fn hindrance(file: &Path, more: usize) -> Option<Message> {
    let about = |id| Message::new(id).with("path", file.display());
    let look = || {
        let entry = DirectoryEntry::of(file)?;
        if !matches!(entry.kind()?, None | Some(FileKind::Regular)) {
            return Ok(Some(about("build-file-not-regular")));
        }
        if mounted_at(file)?.is_some() {
            return Ok(Some(about("build-file-mounted")));
        }
        let bytes = contents(file)?.unwrap_or_default();
        if bytes.contains(&0) {
            return Ok(Some(about("build-file-nul")));
        }
        if !identity::is_root() {
            return Ok(None);
        }
        if entry.is_immutable() {
            return Ok(Some(about("build-file-immutable")));
        }
        entry.check_writable()?;
        entry.check_room(bytes.len() + more).map(|()| None)
    };
    let looked: io::Result<Option<Message>> = look();
    looked.unwrap_or_else(|why| Some(about("build-file-unwritable").with("why", why)))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use std::process::Command;

    use proptest::prelude::*;

    use super::*;

    fn of(line: &str) -> Added {
        Added { lines: vec![line.to_owned()], ..Added::default() }
    }

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
        take(&file, &of("UUID=2 /srv xfs")).unwrap();
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
            let was_there = before.contains(&line);
            if !was_there {
                run(Action::AddLine { file: file.clone(), line: line.clone() })?;
            }
            prop_assert_eq!(read(&own), read(&shell));
            take(&own, &of(&line)).unwrap();
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
        take(&folder.path().join("none"), &of("ARRAY x")).unwrap();
        assert!(!folder.path().join("none").exists());
        symlink(&file, folder.path().join("link")).unwrap();
        assert!(add(&folder.path().join("link"), "ARRAY y").is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "ARRAY x\n");
    }
}
