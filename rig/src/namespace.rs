//! A mount namespace of our own: the kernel takes its mounts down with the last process in it, so
//! that even a kill leaves none behind. Source: mount_namespaces(7).

use std::os::unix::process::CommandExt;
use std::process::Command;

use xtask::Fallible;

/// Tells a process that it is already in its own namespace.
const INSIDE: &str = "NARROWS_XTASK_NAMESPACE";

/// Restarts this program inside its own mount namespace; returns only if it is there already, or if
/// that failed. Needs root.
pub fn enter() -> Fallible {
    if std::env::var_os(INSIDE).is_some() {
        return Ok(());
    }
    let mut command = Command::new("unshare");
    command.args(["--mount", "--propagation", "private", "--"]);
    command.arg(std::env::current_exe()?).args(std::env::args_os().skip(1));
    Err(format!("unshare: {}", command.env(INSIDE, "1").exec()).into())
}
