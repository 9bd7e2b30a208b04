//! `narrows hosts` becomes `narrows-hosts`, wherever that is: a shell stands in for it here. If there is none, it says
//! how to get it.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::home::text_of;

/// A folder with nothing but this binary.
struct Bed(tempfile::TempDir);

impl Bed {
    fn new() -> Self {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        fs::hard_link(env!("CARGO_BIN_EXE_narrows"), folder.path().join("narrows")).unwrap();
        Self(folder)
    }

    /// A folder in it whose `narrows-hosts` is the shell.
    fn with_shell(&self, folder: &str) -> PathBuf {
        let folder = self.0.path().join(folder);
        fs::create_dir_all(&folder).unwrap();
        symlink("/bin/sh", folder.join("narrows-hosts")).unwrap();
        folder
    }

    fn narrows(&self, path: &Path, words: &[&str]) -> Output {
        let mut narrows = Command::new(self.0.path().join("narrows"));
        narrows.args(words).env("PATH", path).env("LC_ALL", "C.UTF-8").output().unwrap()
    }
}

#[test]
fn the_other_program_takes_its_place_with_the_same_words() {
    let bed = Bed::new();
    bed.with_shell("");
    let shown = bed.narrows(
        Path::new("/nowhere"),
        &["hosts", "-c", "echo $0 $@", "hosts", "--json", "--help", "--", "--lang", "xx"],
    );
    let out = String::from_utf8_lossy(&shown.stdout);
    assert_eq!(out, "hosts --json --help -- --lang xx\n", "{}", text_of(&shown));
    let ended = |script| bed.narrows(Path::new("/nowhere"), &["hosts", "-c", script]).status;
    assert_eq!(ended("exit 7").code(), Some(7));
    assert_eq!(ended("kill -TERM $$").signal(), Some(15));
}

#[test]
fn it_is_found_on_the_path() {
    let bed = Bed::new();
    let folder = bed.with_shell("bin");
    assert_eq!(bed.narrows(&folder, &["hosts", "-c", "exit 7"]).status.code(), Some(7));
}

#[test]
fn without_it_one_sentence_says_how_to_get_it() {
    let bed = Bed::new();
    let folder = bed.0.path().to_str().unwrap();
    for (language, word) in [("en", "Packages of Narrows"), ("ja", "パッケージ")] {
        let words = ["--lang", language, "hosts", "explain"];
        let missing = bed.narrows(Path::new("/nowhere"), &words);
        assert_eq!(missing.status.code(), Some(1));
        let sentence = text_of(&missing);
        assert!(missing.stdout.is_empty() && sentence.lines().count() == 1, "{sentence}");
        let parts = [folder, "PATH", word, "cargo build --release -p narrows-hosts"];
        assert!(parts.iter().all(|part| sentence.contains(part)), "{sentence}");
        let help = bed.narrows(Path::new("/nowhere"), &["hosts", "--help", "--lang", language]);
        assert_eq!(help.status.code(), Some(0), "{}", text_of(&help));
        let page = String::from_utf8_lossy(&help.stdout);
        let parts = ["explain", "mpirun", "--lang", "cargo build --release -p narrows-hosts"];
        assert!(parts.iter().all(|part| page.contains(part)), "{page}");
    }
}
