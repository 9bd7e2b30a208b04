//! A test's own state home, and the binary run in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

pub const Z170: &str = "catalog:asrock-z170-oc-formula/3x-m8pe";
pub const X99: &str = "catalog:msi-x99s-sli-plus/3x-hg6";

/// A state home of the test's own, so that its runs are not among others'.
pub struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap() }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn path_of(&self, name: &str) -> String {
        self.path().join(name).display().to_string()
    }

    /// Writes a file into it.
    pub fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path().join(name), text).unwrap();
        self.path_of(name)
    }

    /// The folder of Narrows in it.
    pub fn state(&self) -> PathBuf {
        self.path().join("narrows")
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = program(args);
        command.env("XDG_STATE_HOME", self.path()).env_remove("SUDO_UID").stdin(Stdio::null());
        command
    }

    pub fn narrows(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// Standard output, standard error and the exit code, in a terminal of 100 columns.
    pub fn output_of(&self, args: &[&str]) -> (String, String, i32) {
        let output = self.command(args).env("COLUMNS", "100").output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr), output.status.code().unwrap())
    }

    /// The document, and the exit code.
    pub fn json(&self, args: &[&str]) -> (Value, i32) {
        let (text, errors, code) = self.output_of(&[args, &["--json"]].concat());
        (serde_json::from_str(&text).unwrap_or_else(|_| panic!("{args:?}: {errors}")), code)
    }

    /// The error message, and the exit code.
    pub fn error(&self, args: &[&str]) -> (String, i32) {
        let (text, error, code) = self.output_of(args);
        assert!(text.is_empty(), "{args:?}: {text}");
        (error, code)
    }

    pub fn runs(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.state().join("runs"));
        entries.into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    }
}

/// The binary, in English whatever the language here.
pub fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_narrows"));
    command.args(args).env("LC_ALL", "C.UTF-8");
    command
}

pub fn narrows(args: &[&str]) -> Output {
    program(args).output().unwrap()
}

/// Its pages with all details, in a terminal of so many columns.
pub fn verbose(args: &[&str], columns: &str) -> Output {
    program(args).arg("-v").env("COLUMNS", columns).env("NO_COLOR", "1").output().unwrap()
}

/// Standard output of a command that ends well.
pub fn stdout_of(args: &[&str]) -> String {
    let output = narrows(args);
    assert!(output.status.success(), "{args:?}: {}", text_of(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// The texts of a key in each item of a list.
pub fn texts<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|item| item[key].as_str().unwrap()).collect()
}

/// The folder of captures of other people's machines; without one the test counts as skipped.
pub fn captures() -> Option<PathBuf> {
    let folder = std::env::var_os("NARROWS_CAPTURES").map(PathBuf::from);
    match &folder {
        Some(folder) => assert!(folder.is_dir(), "NARROWS_CAPTURES: no {}", folder.display()),
        None => println!("skipped: NARROWS_CAPTURES names no folder of captures"),
    }
    folder
}

pub fn text_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Everything that may differ between two runs: their identity, time and location.
pub fn timeless(mut document: Value) -> Value {
    for key in ["id", "started", "command"] {
        document[key] = Value::Null;
    }
    document
}
