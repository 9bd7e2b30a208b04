//! The user's own names for slots: `narrows/slots.toml` under the XDG configuration home.
//!
//! Firmware's labels are often wrong; the user's labels for this machine take precedence.
//!
//! ```toml
//! "0000:01:00.0" = "upper M.2, under the heat sink"
//! ```

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use narrows_host::identity;
use narrows_messages::Message;
use narrows_topology::PciAddress;
use narrows_topology::evidence::{SlotClaim, SlotSource};

use crate::input;
use crate::output::CliOutput;

/// The user's labels; empty if no such file is visible. An unreadable file causes a remark.
pub fn read(output: &CliOutput) -> Vec<SlotClaim> {
    // A folder that may not be entered is another user's, and may have no such file.
    let Some(path) = path().filter(|path| path.exists()) else { return Vec::new() };
    let text = identity::as_caller(|| {
        input::read_written(&path)
            .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
    });
    let text = match text.and_then(|text| text) {
        Ok(text) => text,
        Err(error) => return complain(&path, &error, output),
    };
    match claims(&text) {
        Ok(claims) => claims,
        Err(problem) => complain(&path, &problem, output),
    }
}

fn path() -> Option<PathBuf> {
    Some(config_folder()?.join("slots.toml"))
}

/// The user's own settings for this program: `narrows` in the settings folder.
pub fn config_folder() -> Option<PathBuf> {
    Some(identity::config_home()?.join("narrows"))
}

fn complain(
    path: &std::path::Path,
    why: &dyn std::fmt::Display,
    output: &CliOutput,
) -> Vec<SlotClaim> {
    let what = Message::new("cli-labels-unreadable").with("path", path.display());
    output.remark(&what.with("why", why.to_string().lines().next().unwrap_or_default()));
    Vec::new()
}

fn claims(text: &str) -> Result<Vec<SlotClaim>, String> {
    let labels: BTreeMap<String, String> = toml::from_str(text).map_err(|e| e.to_string())?;
    let claim = |(address, label): (String, String)| {
        let address: PciAddress =
            address.parse().map_err(|_| format!("\"{address}\" is no PCI address"))?;
        Ok(SlotClaim { address, label, source: SlotSource::User })
    };
    labels.into_iter().map(claim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_name_addresses() {
        let read = claims("\"0d:00.0\" = \"M2_1\"\n").unwrap();
        assert_eq!(read[0].label, "M2_1");
        assert_eq!(read[0].address.to_string(), "0000:0d:00.0");
        assert!(claims("\"M2_1\" = \"0d:00.0\"\n").is_err());
        assert!(claims("nonsense").is_err());
    }
}
