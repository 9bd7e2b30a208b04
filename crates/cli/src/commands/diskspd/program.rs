//! DiskSpd itself: its location and version.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use narrows_formats::{decoded, diskspd};
use narrows_messages::Message;

use super::process::run;
use crate::failure::{CommandFailure, Result};

const NAME: &str = "diskspd.exe";
/// Below the folder of this program, also as its maker's archive unpacks.
const BESIDE: [&str; 3] = ["", "amd64", "DiskSpd\\amd64"];
/// Longer than it takes to say how it is used, on a slow machine too.
const MOST: Duration = Duration::from_secs(20);

pub struct DiskspdProgram {
    pub path: PathBuf,
    pub version: String,
}

impl DiskspdProgram {
    /// The one that is named, else one beside this program, else one of the folders in `PATH`.
    pub fn find(named: Option<&Path>, cancel: &AtomicBool) -> Result<Self> {
        let path = match named {
            Some(path) if path.is_dir() => existing(&path.join(NAME))?,
            Some(path) => existing(path)?,
            None => places().into_iter().find(|path| path.is_file()).ok_or_else(missing)?,
        };
        let is_another = || {
            let what = Message::new("diskspd-is-another").with("path", path.display());
            CommandFailure::new(what)
        };
        let answer = run(Command::new(&path).arg("-?"), Some(MOST), cancel);
        let answer = answer.map_err(|why| not_started(&path, &why))?.ok_or_else(is_another)?;
        let usage = decoded(&answer.result);
        let version = diskspd::version(&usage).ok_or_else(is_another)?.to_owned();
        Ok(Self { path, version })
    }
}

pub fn not_started(path: &Path, why: &std::io::Error) -> CommandFailure {
    let what = Message::new("diskspd-not-started").with("path", path.display());
    CommandFailure::new(what.with("why", why))
}

fn existing(path: &Path) -> Result<PathBuf> {
    let whole = std::path::absolute(path).ok().filter(|path| path.is_file());
    whole.ok_or_else(|| {
        CommandFailure::usage(Message::new("diskspd-no-program").with("path", path.display()))
    })
}

/// Never the current folder: whatever lies there by that name may be anybody's.
fn places() -> Vec<PathBuf> {
    let own = std::env::current_exe().ok();
    let own = own.as_deref().and_then(Path::parent).map(Path::to_owned);
    let beside = own.iter().flat_map(|own| BESIDE.iter().map(|below| own.join(below).join(NAME)));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let of_path = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
    beside.chain(of_path.map(|folder| folder.join(NAME))).collect()
}

fn missing() -> CommandFailure {
    CommandFailure::new(Message::new("diskspd-missing"))
}
