//! Lines of the system's files: added at the end, or taken out; everything else stays as it is, byte for byte.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;

use narrows_array::build::lines::{self, AddedLines};
use narrows_array::build::step::is_rules;
use narrows_array::build::{ArrayBuildStep, StepAction, conf};
use narrows_host::build::{contents, mounted_at};
use narrows_host::{identity, programs};
use narrows_messages::Message;

use crate::platform::whole_file::{DirectoryEntry, FileKind};

/// Longest lines of mdadm for a set of the firmware and the volume in it.
const CONTAINER_LINES: usize = 1024;

/// Adds a line; a file that is missing is made.
pub fn add(file: &Path, line: &str) -> io::Result<()> {
    edit(file, |bytes| lines::with(bytes, line))
}

/// Removes exactly the added lines, and a file that is then empty and was made for them.
pub fn take(file: &Path, added: &AddedLines) -> io::Result<()> {
    let entry = DirectoryEntry::of(file)?;
    if entry.stat()?.is_none() {
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

/// Changes that adding these lines makes to a file.
pub fn addition(file: &str, lines: &[String]) -> io::Result<AddedLines> {
    Ok(lines::addition(contents(Path::new(file))?.as_deref(), lines))
}

/// Whoever changes the file meanwhile keeps the change: then this fails (ESTALE).
fn edit(file: &Path, change: impl Fn(&[u8]) -> Vec<u8>) -> io::Result<()> {
    let entry = DirectoryEntry::of(file)?;
    // A file of an earlier attempt may still lie beside it.
    let own = contents(file)?.unwrap_or_default();
    entry.remove_leftovers(|left| is_one_edit(left, &own))?;
    if entry.stat()?.is_none() {
        let bytes = change(&[]);
        return if bytes.is_empty() { Ok(()) } else { entry.put_new(&bytes) };
    }
    let (mut opened, known) = entry.open()?;
    let mut bytes = Vec::new();
    opened.read_to_end(&mut bytes)?;
    let changed = change(&bytes);
    if changed == bytes { Ok(()) } else { entry.replace_alike((&opened, &known), &changed) }
}

/// One is the other with something put in at one place, or the beginning of that. A file that
/// differs in more places is another's.
fn is_one_edit(one: &[u8], other: &[u8]) -> bool {
    let same = |pair: &(&u8, &u8)| pair.0 == pair.1;
    let shorter = one.len().min(other.len());
    let begin = one.iter().zip(other).take_while(same).count();
    let end = one.iter().rev().zip(other.iter().rev()).take_while(same).count();
    // The two may overlap, where a repeated letter belongs to either.
    begin + end >= shorter
}

/// Obstacles to editing the system's files in these steps: searched for before anything is lost. Without root's
/// rights only the visible ones.
pub fn hindrances(steps: &[ArrayBuildStep]) -> Vec<Message> {
    let mut files: BTreeMap<&str, usize> = BTreeMap::new();
    for step in steps {
        let (file, size) = match &step.action {
            // Its line end, and one for a last line that has none.
            StepAction::AddLine { file, line } => (file, line.len() + 2),
            StepAction::NameContainer(named) => (&named.file, CONTAINER_LINES),
            _ => continue,
        };
        *files.entry(file).or_default() += size;
    }
    // Folders of a program still to be installed need not exist yet.
    let is_missing = |step: &ArrayBuildStep| {
        let StepAction::Run { words, .. } = &step.action else { return false };
        words.first().is_some_and(|name| programs::find_own(name).is_none())
    };
    let lacks_program = steps.iter().any(is_missing);
    let is_to_come = |file: &&Path| lacks_program && file.parent().is_some_and(|it| !it.exists());
    let files = files.into_iter().map(|(file, size)| (Path::new(file), size));
    let there = files.filter(|(file, _)| !is_to_come(file));
    there.filter_map(|(file, size)| hindrance(file, size)).collect()
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

    fn of(line: &str) -> AddedLines {
        AddedLines { lines: vec![line.to_owned()], ..AddedLines::default() }
    }

    #[test]
    fn an_edit_is_told_from_another_file() {
        let own = b"a\nb\n";
        for left in ["a\nb\n", "a\nb\nours\n", "b\n", "", "a\nb\nou"] {
            assert!(is_one_edit(left.as_bytes(), own), "{left}");
        }
        assert!(!is_one_edit(b"c\nd\n", own));
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

        /// Rehearsed commands change a file exactly as the steps do.
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
            let run = |action: StepAction| {
                let done = Command::new("sh").args(["-c", &action.to_string()]).status().unwrap();
                prop_assert!(done.success(), "{action}");
                Ok(())
            };
            let read = |file| fs::read_to_string(file).unwrap();
            let file = shell.to_str().unwrap().to_owned();
            add(&own, &line).unwrap();
            let was_there = before.contains(&line);
            if !was_there {
                run(StepAction::AddLine { file: file.clone(), line: line.clone() })?;
            }
            prop_assert_eq!(read(&own), read(&shell));
            take(&own, &of(&line)).unwrap();
            run(StepAction::TakeLine { file, line: line.clone() })?;
            prop_assert_eq!(read(&own), read(&shell));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

        /// Tabs, comments, continuation lines, breaks of other systems, non-text bytes: all bytes stay, and the file's
        /// metadata.
        #[test]
        fn added_and_taken_out_again_a_file_is_as_it_was(
            bytes in proptest::string::bytes_regex(r"(?s-u:([a-z #\t\\=/]|\r\n|\n|\xff|\xc3|L \x20?\r?\n){0,20})").unwrap(),
            mode in prop_oneof![Just(0o600), Just(0o644), Just(0o640), Just(0o444)],
        ) {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("fstab");
            fs::write(&file, &bytes).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            let added = addition(file.to_str().unwrap(), &["L".to_owned()]).unwrap();
            add(&file, "L").unwrap();
            let now = fs::read(&file).unwrap();
            prop_assert!(now.starts_with(&bytes) && lines::has(&now, "L"));
            take(&file, &added).unwrap();
            prop_assert_eq!(fs::read(&file).unwrap(), bytes);
            prop_assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o7777, mode);
            prop_assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }

    #[test]
    fn a_file_that_was_not_there_is_gone_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mdadm.conf");
        let added = addition(file.to_str().unwrap(), &["ARRAY x".to_owned()]).unwrap();
        add(&file, "ARRAY x").unwrap();
        take(&file, &added).unwrap();
        assert!(!file.exists());
    }

    #[test]
    fn a_line_that_goes_on_is_left_to_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mdadm.conf");
        fs::write(&file, "ARRAY x\n  spares=1\n").unwrap();
        assert!(take(&file, &of("ARRAY x")).is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "ARRAY x\n  spares=1\n");
    }

    #[test]
    fn another_programs_change_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("fstab");
        fs::write(&file, "a\n").unwrap();
        let why = edit(&file, |bytes| {
            fs::write(&file, "another's\n").unwrap();
            lines::with(bytes, "L")
        });
        assert!(crate::platform::whole_file::is_stale(&why.unwrap_err()));
        assert_eq!(fs::read_to_string(&file).unwrap(), "another's\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_edited_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let named = |name: &str| folder.path().join(name);
        fs::write(named("nul"), "a\0b").unwrap();
        fs::write(named("plain"), b"a\xff").unwrap();
        fs::create_dir(named("folder")).unwrap();
        symlink(named("plain"), named("link")).unwrap();
        assert!(Command::new("mkfifo").arg(named("pipe")).status().unwrap().success());
        let id = |name: &str| hindrance(&named(name), 100).map(|why| why.id());
        assert_eq!([id("plain"), id("missing")], [None, None]);
        for name in ["folder", "link", "pipe"] {
            assert_eq!(id(name), Some("build-file-not-regular"), "{name}");
        }
        assert_eq!(id("nul"), Some("build-file-nul"));
        assert_eq!(id("none/fstab"), Some("build-file-unwritable"));
        let names = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 5, "the look leaves nothing");
    }

    const EDITED: &str = "NARROWS_TEST_EDITED";

    /// The edit that the next test kills; alone it has nothing to do. The two names looked up mark its beginning
    /// and end.
    #[test]
    fn the_edit_that_is_killed() {
        let Some(file) = std::env::var_os(EDITED) else { return };
        let file = Path::new(&file);
        let _ = fs::metadata("/the-edit-begins");
        if file.file_name().is_some_and(|name| name == "taken") {
            take(file, &of("ours")).unwrap()
        } else {
            add(file, "ours").unwrap()
        }
        let _ = fs::metadata("/the-edit-ends");
    }

    /// Runs it under strace(1), which writes down its calls.
    fn traced(file: &Path, log: &Path, more: &[String]) -> io::Result<bool> {
        let own = "commands::build::edited::tests::the_edit_that_is_killed";
        let mut strace = Command::new("strace");
        strace.args(["-f", "-qq", "-o"]).arg(log).args(more).arg(std::env::current_exe()?);
        strace.args(["--exact", own, "--test-threads=1"]).env(EDITED, file);
        Ok(strace.output()?.status.success())
    }

    /// The calls between the marks: each one's name, and the how-manieth of that name it is.
    fn calls(log: &str) -> Vec<(String, usize)> {
        let Some(begins) = log.lines().find(|line| line.contains("/the-edit-begins")) else {
            return Vec::new();
        };
        let process = begins.split_whitespace().next().unwrap();
        let own = log.lines().filter(|line| line.starts_with(process));
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut calls = Vec::new();
        let (mut is_within, mut is_over) = (false, false);
        for line in own {
            let rest = line.trim_start_matches(process).trim_start();
            let Some((name, _)) = rest.split_once('(') else { continue };
            let count = counts.entry(name.to_owned()).or_default();
            *count += 1;
            is_over |= line.contains("/the-edit-ends");
            if is_within {
                calls.push((name.to_owned(), *count));
            }
            is_within = !is_over && (is_within || line.contains("/the-edit-begins"));
        }
        calls
    }

    #[test]
    fn killed_between_any_two_calls_a_file_is_old_or_new() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        type Case<'a> = (&'a str, Option<&'a [u8]>, &'a [u8]);
        let cases: [Case; 3] = [
            ("added", Some(b"a\xff"), b"a\xff\nours\n"),
            ("taken", Some(b"a\nours\nb\n"), b"a\nb\n"),
            ("made", None, b"ours\n"),
        ];
        for (name, old, new) in cases {
            let place = folder.path().join(format!("of-{name}"));
            fs::create_dir(&place).unwrap();
            let file = place.join(name);
            let prepare = || match old {
                Some(bytes) => fs::write(&file, bytes).unwrap(),
                None => drop(fs::remove_file(&file)),
            };
            prepare();
            match traced(&file, &log, &[]) {
                Ok(true) => {}
                other => return println!("skipped: no strace ({other:?})"),
            }
            assert_eq!(fs::read(&file).unwrap(), new);
            let calls = calls(&fs::read_to_string(&log).unwrap());
            assert!(calls.len() > 5, "{calls:?}");
            for (call, count) in calls {
                prepare();
                let kill = format!("inject={call}:signal=SIGKILL:when={count}");
                let ended = traced(&file, &log, &["-e".to_owned(), kill.clone()]).unwrap();
                assert!(!ended, "{name}: {kill}");
                let left = fs::read(&file).ok();
                assert!(left.as_deref() == old || left.as_deref() == Some(new), "{name}: {kill}");
                assert!(traced(&file, &log, &[]).unwrap(), "{name}: {kill}");
                assert_eq!(fs::read(&file).unwrap(), new, "{name}: {kill}");
                let names: Vec<_> =
                    fs::read_dir(&place).unwrap().map(|it| it.unwrap().file_name()).collect();
                assert_eq!(names, [name], "{name}: {kill}: nothing is left beside it");
            }
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
