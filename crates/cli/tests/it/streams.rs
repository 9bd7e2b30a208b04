//! Standard output closed, full or truncated, for every command; contents of error messages.

use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::home::{Z170, program, text_of};

const RUN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/documents/run.json");

/// Something of every command that shows something and needs no rights, where `prepared` has been.
const VERBS: [&[&str]; 29] = [
    &["--help"],
    &["--version"],
    &["--version", "--json"],
    &["measure", "--help"],
    &["see", Z170],
    &["see", Z170, "--json"],
    &["predict", Z170],
    &["plan", Z170],
    &["lanes", Z170],
    &["check", Z170],
    &["casebook"],
    &["catalog"],
    &["catalog", "boards"],
    &["history"],
    &["experiment", "list"],
    &["measure", "nop", "--dry-run"],
    &["measure", "nop", "--time", "100ms", "--no-report"],
    &["measure", "nop", "--dry-run", "--fio-job", "-"],
    &["capture"],
    &["man"],
    &["completions", "bash"],
    &["see", Z170, "--html", "-"],
    &["--on", Z170, "--no-report", "--quick"],
    &["measure", "m8pe1", "--on", Z170, "--no-report"],
    &["explain", "m8pe1", "m8pe2", "--on", Z170, "--no-report"],
    &["stripe", "m8pe1", "m8pe2", "--on", Z170, "--chunk", "64K", "--read", "--no-report"],
    &["compare", RUN, RUN],
    &["verify", "kept"],
    &["restore", "--unit"],
];

fn narrows(home: &Path, words: &[&str]) -> Command {
    let mut command = program(words);
    command
        .current_dir(home)
        .env("XDG_STATE_HOME", home)
        .env_remove("SUDO_UID")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null());
    command
}

/// A state home, beside a kept file to verify.
fn prepared() -> tempfile::TempDir {
    let home = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let keep = ["measure", "--keep", "kept", "--write", "--scratch-size", "16M", "--time", "100ms"];
    let kept = narrows(home.path(), &[&keep[..], &["--no-report"]].concat()).output().unwrap();
    assert!(home.path().join("kept").exists(), "{}", text_of(&kept));
    home
}

#[test]
fn what_could_not_be_shown_is_told_and_fails() {
    let home = prepared();
    for words in VERBS {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let full = narrows(home.path(), words).stdout(full).output().unwrap();
        assert_eq!(full.status.code(), Some(1), "{words:?}: {}", text_of(&full));
        assert!(text_of(&full).contains("No space left"), "{words:?}: {}", text_of(&full));
        let mut closed = Command::new("sh");
        closed.args(["-c", "exec \"$@\" >&-", "sh", env!("CARGO_BIN_EXE_narrows")]).args(words);
        let closed = closed.env("LC_ALL", "C.UTF-8").env("XDG_STATE_HOME", home.path());
        let closed = closed.current_dir(home.path()).stdin(Stdio::null()).output().unwrap();
        assert_eq!(closed.status.code(), Some(1), "{words:?}: {}", text_of(&closed));
        assert!(text_of(&closed).contains("closed"), "{words:?}: {}", text_of(&closed));
        assert!(!text_of(&closed).contains("panicked"));
    }
}

/// A reader that leaves early is no reason to fail; half a file is.
#[test]
fn a_reader_that_went_away_is_no_failure_but_of_a_file() {
    let home = prepared();
    for words in VERBS {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let cut = narrows(home.path(), words).stdout(writer).output().unwrap();
        let is_file = *words == ["capture"] || words.contains(&"-");
        let uncut = narrows(home.path(), words).output().unwrap().status.code();
        let expected = if is_file { Some(1) } else { uncut };
        assert_eq!(cut.status.code(), expected, "{words:?}: {}", text_of(&cut));
        assert!(!text_of(&cut).contains("panicked"), "{words:?}");
    }
}

fn is_harmless(text: &str) {
    let bad = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    assert!(!text.contains(bad), "{text:?}");
    assert!(text.lines().all(|line| line.chars().count() < 2000), "{} bytes", text.len());
}

/// Errors quote the command line, file names and file contents.
#[test]
fn errors_print_nothing_that_harms() {
    let home = tempfile::tempdir().unwrap();
    let runs = home.path().join("narrows/runs");
    let path = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let fails = |words: &[&str]| {
        let output = narrows(home.path(), words).output().unwrap();
        let code = output.status.code();
        assert!(matches!(code, Some(1 | 2)), "{words:?}: {code:?} {}", text_of(&output));
        is_harmless(&text_of(&output));
    };
    // Names that would clear a screen, turn a line around, or bury it.
    let names =
        ["a\u{1b}[2J\u{7}b".to_owned(), "a\u{202e}b\u{2066}".to_owned(), "x".repeat(10_000)];
    for name in names {
        fails(&["see", &name]);
        fails(&["see", &format!("catalog:{name}")]);
        fails(&["predict", Z170, "--workload", &name]);
        fails(&["predict", Z170, "--together", &name]);
        fails(&["measure", &name]);
        fails(&["history", &name]);
        fails(&["history", "--since", &name]);
        fails(&["compare", &name, &name]);
        fails(&[&name]);
        fails(&[&format!("--{name}")]);
        fails(&["see", &format!("--{name}")]);
        fails(&["plan", Z170, "--want", &name]);
        let json = serde_json::to_string(&name).unwrap();
        let machine = path("machine.toml");
        for text in [
            format!("schema = {json}\n"),
            format!("schema = \"narrows.machine/1\"\n{json} = 1\n"),
            format!("schema = \"narrows.machine/1\"\n[[drive]]\nid = {json}\non = {json}\n"),
            format!("schema = \"narrows.machine/1\"\n{name}"),
        ] {
            fs::write(&machine, text).unwrap();
            fails(&["see", &machine]);
        }
        let run = path("run.json");
        for text in [
            format!("{{\"schema\": {json}}}"),
            format!("{{\"schema\": \"narrows.run/1\", {json}: {json}}}"),
            format!("{{\"schema\": \"narrows.run/1\", \"started\": {json}}}"),
            name.clone(),
        ] {
            fs::write(&run, &text).unwrap();
            fails(&["compare", &run, &run]);
            let folder = runs.join("20260101T000000Z-0001");
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("run.json"), &text).unwrap();
            let listed = narrows(home.path(), &["history"]).output().unwrap();
            assert!(listed.status.success(), "{}", text_of(&listed));
            is_harmless(&String::from_utf8(listed.stdout).unwrap());
        }
    }
    // Invalid UTF-8 must not cause a panic.
    let odd = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    let odd = narrows(home.path(), &["see"]).arg(odd).output().unwrap();
    assert!(matches!(odd.status.code(), Some(1 | 2)), "{}", text_of(&odd));
}

/// Runs on its own terminal, by script(1), with and without the variables that disable colours.
#[test]
fn colour_is_for_terminals_that_want_it() {
    let home = tempfile::tempdir().unwrap();
    let page = |name: &str, value: &str| {
        let line = format!("{} see {Z170}", env!("CARGO_BIN_EXE_narrows"));
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm-256color").env(name, value);
        script.env("LC_ALL", "C.UTF-8").env("XDG_STATE_HOME", home.path()).stdin(Stdio::null());
        String::from_utf8_lossy(&script.output().ok()?.stdout).into_owned().into()
    };
    let Some(coloured): Option<String> = page("NARROWS_NOTHING", "1") else {
        return println!("skipped: no script(1)");
    };
    if !coloured.contains('\u{1b}') {
        return println!("skipped: no terminal to be had ({coloured})");
    }
    for (name, value) in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        assert!(!page(name, value).unwrap().contains('\u{1b}'), "{name}={value}");
    }
}
