//! What this host's neighbours in the network say of themselves.

use std::process::Command;
use std::time::Duration;

use crate::programs;

const PATIENCE: Duration = Duration::from_secs(2);

/// What `lldpctl -f json` prints; none where there is no lldpd, or this user may not ask it.
pub fn lldp() -> Option<String> {
    let mut command = Command::new(programs::find_own("lldpctl")?);
    command.args(["-f", "json"]).env("LC_ALL", "C");
    programs::heard(command, PATIENCE)
}
