//! The folders of the calling user. Windows gives a process no other user's rights, so that written files are
//! the caller's own.
//!
//! Source: knownfolders.h, `FOLDERID_LocalAppData`: `%LOCALAPPDATA%`, `%USERPROFILE%\AppData\Local`.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// The folder for state: the caller's own, on this machine only.
pub fn state_home() -> Option<PathBuf> {
    local_from(|name| std::env::var_os(name))
}

/// The folder for settings, the same one.
pub fn config_home() -> Option<PathBuf> {
    state_home()
}

fn local_from(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    folder("LOCALAPPDATA").or_else(|| Some(folder("USERPROFILE")?.join("AppData").join("Local")))
}

/// Runs `work` with the caller's rights, which are the only ones here.
pub fn as_caller<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    Ok(work())
}
