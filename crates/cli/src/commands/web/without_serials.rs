//! Captures and machine files without what identifies a machine: serial numbers, UUIDs, names of networks.
//!
//! The files of a machine are hashed as `narrows capture --anonymise` does it. Of other programs' text the
//! lines go that name what identifies; nothing that is drawn or calculated stands in them.

use std::collections::BTreeMap;
use std::io;

use narrows_host::bundle::{self, Salt};
use narrows_topology::read::FileTree;
use narrows_topology::read::archive::{Content, unpack};
use narrows_topology::read::kind::Kind;
use serde_json::Value;

/// What a line names that identifies a machine, in small letters.
const IDENTIFY: [&str; 6] = ["serial", "uuid", "wwn", "wwid", "by_id", "asset tag"];
/// The configuration space of conventional PCI, bytes: a serial number stands beyond it, among the extended
/// capabilities (PCI Express Base Specification, section 7.9.3).
const CONVENTIONAL: usize = 0x100;

/// The files of a machine as an archive.
///
/// # Errors
/// What packing says.
pub fn tree(tree: &FileTree) -> io::Result<Vec<u8>> {
    let mut archive = Vec::new();
    bundle::write(&bundle::anonymise(tree, &Salt::random()?), &mut archive)?;
    Ok(archive)
}

/// A capture as it lies in a file.
///
/// # Errors
/// What unpacking and packing say.
pub fn bytes(bytes: &[u8]) -> io::Result<Vec<u8>> {
    if Kind::of(bytes) == Some(Kind::Windows) {
        return windows(bytes);
    }
    if Kind::of(bytes) != Some(Kind::Archive) {
        return Ok(text(&String::from_utf8_lossy(bytes)).into_bytes());
    }
    match unpack(bytes).map_err(|error| io::Error::other(error.problem.id()))? {
        Content::Tree(files) => tree(&files),
        Content::Bytes(bytes) => Ok(text(&String::from_utf8_lossy(&bytes)).into_bytes()),
    }
}

/// What the script on Windows wrote, with the same left out as its `-WithoutSerials` does. Windows ends the
/// names of devices and disks in serial numbers where they have one.
fn windows(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut capture: Value = serde_json::from_slice(bytes)?;
    hide(&mut capture, &mut BTreeMap::new());
    Ok(serde_json::to_vec_pretty(&capture)?)
}

/// Every name of a device becomes its kind and a number, the same one wherever it stands.
fn hide(value: &mut Value, numbers: &mut BTreeMap<String, usize>) {
    match value {
        Value::Object(entries) => {
            entries.retain(|key, _| !["serial", "smbios", "missing"].contains(&key.as_str()));
            for (key, entry) in entries {
                if ["id", "parent", "device", "members"].contains(&key.as_str()) {
                    number(entry, numbers);
                }
                hide(entry, numbers);
            }
        }
        Value::Array(entries) => entries.iter_mut().for_each(|entry| hide(entry, numbers)),
        _ => {}
    }
}

fn number(value: &mut Value, numbers: &mut BTreeMap<String, usize>) {
    match value {
        Value::String(name) => {
            // Windows compares them without regard to case.
            let next = numbers.len();
            let number = *numbers.entry(name.to_uppercase()).or_insert(next);
            let kind = name.rfind('\\').map_or("", |at| &name[..=at]);
            *name = format!("{kind}{number}");
        }
        Value::Array(names) => names.iter_mut().for_each(|name| number(name, numbers)),
        _ => {}
    }
}

/// Text of another program, or a machine file.
pub fn text(text: &str) -> String {
    let kept = text.lines().filter(|line| !identifies(line));
    kept.fold(String::with_capacity(text.len()), |mut out, line| {
        out.push_str(line);
        out.push('\n');
        out
    })
}

fn identifies(line: &str) -> bool {
    let small = line.to_lowercase();
    IDENTIFY.iter().any(|word| small.contains(word)) && !is_device(&small) || is_extended(line)
}

/// The line that names a device, which is what `Serial Attached SCSI controller` stands in: it begins with
/// an address, or opens an object of hwloc.
fn is_device(line: &str) -> bool {
    let address = line.split(' ').next().unwrap_or_default();
    let is_address = address.contains('.') && address.contains(':');
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_hexdigit() || c == ':' || c == '.');
    line.trim_start().starts_with("<object") || is_address && digits(address)
}

/// A row of a dump beyond the conventional space, `100: 01 00 ...`.
fn is_extended(line: &str) -> bool {
    let Some((offset, bytes)) = line.split_once(": ") else { return false };
    let is_row = bytes
        .split(' ')
        .take(4)
        .all(|byte| byte.len() == 2 && u8::from_str_radix(byte, 16).is_ok());
    is_row && usize::from_str_radix(offset, 16).is_ok_and(|offset| offset >= CONVENTIONAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_identifies_goes_and_devices_stay() {
        let shown = "00:17.0 SATA controller: Intel\n\
                     01:00.0 Serial Attached SCSI controller: LSI\n\
                     \tCapabilities: [150 v1] Device Serial Number 00-1b-21-ff-ff-12-34-56\n\
                     \tLnkSta: Speed 8GT/s, Width x4\n\
                     <info name=\"SerialNumber\" value=\"S5H9SATA\"/>\n\
                     00: 86 80 01 02\n\
                     150: 03 00 01 00\n";
        let kept = text(shown);
        assert!(kept.contains("Serial Attached SCSI") && kept.contains("LnkSta"), "{kept}");
        assert!(kept.contains("00: 86 80"), "{kept}");
        for gone in ["00-1b-21", "S5H9", "150: 03"] {
            assert!(!kept.contains(gone), "{gone} in {kept}");
        }
    }

    #[test]
    fn devices_of_windows_keep_their_places_and_lose_their_names() {
        let drive = r"PCI\\VEN_144D&DEV_A80A\\0025385111B1A3B4";
        let shown = format!(
            r#"{{"schema": "narrows.windows/1",
            "devices": [{{"id": "{drive}", "bus": 1, "address": 0}}, {{"id": "SCSI\\DISK\\5&1", "parent": "{}"}}],
            "disks": [{{"number": 0, "device": "scsi\\disk\\5&1", "id": "eui.0025385111B1A3B4", "serial": "S5H9"}}],
            "spaces": [{{"number": 1, "members": ["eui.0025385111B1A3B4"]}}], "smbios": "00"}}"#,
            drive.to_lowercase()
        );
        let kept = bytes(shown.as_bytes()).unwrap();
        let text = String::from_utf8_lossy(&kept).to_lowercase();
        for gone in ["0025385111b1a3b4", "s5h9", "smbios"] {
            assert!(!text.contains(gone), "{gone} in {text}");
        }
        let evidence = narrows_topology::read::kind::evidence(&kept).unwrap();
        assert_eq!(evidence.blocks["disk0"].function, "01:00.0".parse().ok());
        assert_eq!(evidence.blocks["disk1"].members, ["disk0"]);
    }
}
