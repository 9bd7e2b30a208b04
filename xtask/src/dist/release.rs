//! The contents of a release, and its destination.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Fallible, shell};

/// Marks a folder as this chore's own, which may be emptied.
const MARK: &str = ".narrows-dist";

pub struct Release {
    /// `0.1.0`.
    pub version: String,
    pub repository: String,
    /// Seconds since 1970 of the last commit, for whatever keeps a time (reproducible-builds.org,
    /// SOURCE_DATE_EPOCH).
    pub epoch: u64,
    pub root: PathBuf,
    pub folder: PathBuf,
}

impl Release {
    pub fn of(root: &Path) -> Fallible<Self> {
        let text = fs::read_to_string(root.join("Cargo.toml"))?;
        let manifest: toml::Table = text.parse()?;
        let package = |key: &str| manifest["workspace"]["package"][key].as_str();
        let mut log = std::process::Command::new("git");
        let epoch = shell::output(log.current_dir(root).args(["log", "-1", "--format=%ct"]))?;
        Ok(Self {
            version: package("version").ok_or("Cargo.toml names no version")?.to_owned(),
            repository: package("repository").ok_or("Cargo.toml names no repository")?.to_owned(),
            epoch: epoch.trim().parse()?,
            root: root.to_owned(),
            folder: root.join("dist"),
        })
    }

    /// Makes the folder; files of an earlier run are removed.
    pub fn empty(&self) -> Fallible {
        if self.folder.exists() {
            if !self.folder.join(MARK).exists() {
                return Err(format!("{} is not of this chore", self.folder.display()).into());
            }
            fs::remove_dir_all(&self.folder)?;
        }
        fs::create_dir(&self.folder)?;
        Ok(fs::write(self.folder.join(MARK), "")?)
    }

    /// `narrows-0.1.0-WHAT` in the folder.
    pub fn file(&self, what: &str) -> PathBuf {
        self.folder.join(format!("narrows-{}-{what}", self.version))
    }
}
