//! Every command with little visible: without /sys, without /proc, without a home, as nobody. None may
//! panic or hang, and none may treat something it could not see as absent.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Every command that ends by itself, with the least that it takes.
const VERBS: &[&[&str]] = &[
    &["see"],
    &["check"],
    &["predict"],
    &["lanes"],
    &["plan", "--time", "1"],
    &["explain"],
    &["measure", "--time", "100ms", "--dry-run"],
    &["stripe", "--dry-run"],
    &["trial", "--clean"],
    &["experiment", "list"],
    &["restore"],
    &["history"],
    &["history", "latest"],
    &["compare", "latest", "latest~1"],
    &["verify", "no-such-file"],
    &["capture", "-o", "-"],
    &["casebook"],
    &["catalog"],
    &["--quick", "--no-report"],
];

/// A script in its own mount namespace, with the program as `$1`, followed by its arguments.
fn apart(script: &str) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--mount", "--propagation", "private", "sh", "-ec"]).arg(script).arg("sh");
    command.arg(env!("CARGO_BIN_EXE_narrows"));
    command
}

/// Whether such a script works here: it takes root.
fn works(script: &str) -> bool {
    let mut command = apart(&format!("{script}; exec \"$1\" --version"));
    command.output().is_ok_and(|output| output.status.success())
}

fn ran(command: &mut Command, words: &[&str], folder: &Path) -> Output {
    command.args(words).args(["--lang", "en"]).current_dir(folder).stdin(Stdio::null());
    let output = command.env("XDG_STATE_HOME", folder.join("state")).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("panicked"), "{words:?}: {stderr}");
    assert!(matches!(output.status.code(), Some(0..=5)), "{words:?}: {:?} {stderr}", output.status);
    output
}

fn text_of(output: &Output) -> String {
    [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat()
}

#[test]
fn without_sys_nothing_passes_for_a_look_at_the_machine() {
    let blind = "mount -t tmpfs tmpfs /sys";
    if !works(blind) {
        return println!("skipped: no mount namespace");
    }
    let folder = tempfile::tempdir().unwrap();
    for words in VERBS {
        let output = ran(&mut apart(&format!("{blind}; exec \"$@\"")), words, folder.path());
        let code = output.status.code().unwrap();
        match words[0] {
            "see" | "check" | "predict" | "lanes" => {
                assert_eq!(code, 3, "{words:?}: {}", text_of(&output));
                assert!(
                    text_of(&output).contains("Nothing could be checked"),
                    "{}",
                    text_of(&output)
                );
            }
            "trial" | "plan" | "explain" | "measure" | "stripe" => {
                assert_ne!(code, 0, "{words:?}: {}", text_of(&output));
            }
            _ => {}
        }
    }
}

#[test]
fn without_proc_or_home_nothing_panics() {
    let folder = tempfile::tempdir().unwrap();
    let blind = "mount -t tmpfs tmpfs /proc";
    for words in VERBS {
        if works(blind) {
            ran(&mut apart(&format!("{blind}; exec \"$@\"")), words, folder.path());
        }
        let mut homeless = Command::new("env");
        homeless.args(["-u", "HOME", env!("CARGO_BIN_EXE_narrows")]);
        ran(&mut homeless, words, folder.path());
    }
}

/// An unprivileged user sees less than root, and `check` says so instead of saying that all is well.
#[test]
fn nobody_is_told_what_could_not_be_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let as_nobody = || {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
        command.arg(env!("CARGO_BIN_EXE_narrows"));
        command
    };
    if !as_nobody().arg("--version").output().is_ok_and(|output| output.status.success()) {
        return println!("skipped: nobody cannot be played here");
    }
    for words in VERBS {
        ran(&mut as_nobody(), words, folder.path());
    }
    let checked = ran(&mut as_nobody(), &["check", "--json"], folder.path());
    let document: serde_json::Value = serde_json::from_slice(&checked.stdout).unwrap();
    let unseen = |row: &serde_json::Value| !row["unseen"].as_array().unwrap().is_empty();
    let rows = document["looked_at"].as_array().unwrap();
    let seen_nothing = rows.iter().all(|row| row["seen"] == 0);
    assert_eq!(document["partial"], rows.iter().any(unseen) || seen_nothing, "{document:#}");
}
