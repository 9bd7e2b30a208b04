//! Announcements of this host's neighbours in the network.

use std::process::Command;
use std::time::Duration;

use crate::programs;

const PATIENCE: Duration = Duration::from_secs(2);

/// Output of `lldpctl -f json`; `None` without lldpd, or if this user may not query it.
pub fn lldp() -> Option<String> {
    let mut command = Command::new(programs::find_own("lldpctl")?);
    command.args(["-f", "json"]).env("LC_ALL", "C");
    programs::heard(command, PATIENCE)
}
