//! A test's own state home, and the binary run in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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

    fn command_of(&self, program: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(args).env("LC_ALL", "C.UTF-8").env("XDG_STATE_HOME", self.path());
        command
    }

    pub fn command(&self, args: &[&str]) -> Command {
        self.command_of(Path::new(env!("CARGO_BIN_EXE_narrows-hosts")), args)
    }

    pub fn hosts(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// The other binary, which `cargo test --workspace` leaves beside this one.
    pub fn narrows(&self, args: &[&str]) -> Output {
        let program = Path::new(env!("CARGO_BIN_EXE_narrows-hosts")).with_file_name("narrows");
        self.command_of(&program, args).output().unwrap()
    }

    pub fn runs(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.path().join("narrows/runs"));
        entries.into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    }
}

pub fn text_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
