//! Output of `capture.ps1` on Windows, as evidence.
//!
//! For: the PCI tree with its links, the disks with their controllers, volumes, storage pools, the
//! firmware's slots. The script records Windows' values as numbers; they are interpreted here.
//!
//! ```text
//! {"schema": "narrows.windows/1", "system": {...}, "devices": [
//!     {"id": "PCI\\VEN_144D&DEV_A808&SUBSYS_A801144D&REV_00\\4&1", "parent": "PCI\\VEN_8086...",
//!      "bus": 1, "address": 0, "type": 2, "base": 1, "sub": 8, "interface": 2,
//!      "speed": 3, "width": 4, "max_speed": 3, "max_width": 4}],
//!  "disks": [{"number": 0, "device": "SCSI\\DISK&VEN_NVME...", "model": "Samsung SSD 970", "bytes": 1000204886016}]}
//! ```
//!
//! A key that is missing, or holds something else than it should, is a fact that is not known.
//!
//! Sources: Microsoft, Windows driver API reference, `pciprop.h` (`DevProp_PciDevice_DeviceType_xxx`,
//! `DevProp_PciExpressDevice_LinkSpeed_xxx`, `..._PayloadOrRequestSize_xxx`), `DEVPKEY_Device_BusNumber`,
//! `DEVPKEY_Device_Address`; "Identifiers for PCI devices" (the instance id's words);
//! `MSFT_PhysicalDisk`, `MSFT_VirtualDisk`; `Win32_SystemSlot`.

mod disks;
mod functions;
mod needed;
mod slots;

use narrows_messages::Message;
use serde_json::Value;

pub(super) use self::needed::needed;
use super::sysfs::MOST_DEVICES;
use super::{ReadError, TextPosition, bus_circles, firmware};
use crate::evidence::{CaptureEvidence, HostFacts};

/// The name of the format; another number behind the stroke is a later one.
const SCHEMA: &str = "narrows.windows/";
const VERSION: &str = "narrows.windows/1";

/// Whether a text is one of the script's.
pub(super) fn is_capture(first: &str, text: &str) -> bool {
    first.starts_with('{') && text.contains(SCHEMA)
}

/// Reads a capture.
///
/// # Errors
///
/// It is no JSON (with line and column), of a later version, or has more devices than any machine.
pub fn read(text: &str) -> Result<CaptureEvidence, ReadError> {
    let root: Value = serde_json::from_str(text).map_err(|error| {
        let place = TextPosition::Column(error.line(), error.column());
        ReadError { place, problem: Message::new("read-windows-json").with("reason", error) }
    })?;
    let schema = word(&root, "schema").unwrap_or_default();
    if schema != VERSION {
        let problem = Message::new("read-windows-version").with("schema", short(schema));
        return Err(ReadError::whole(problem.with("known", VERSION)));
    }
    if ["devices", "disks", "volumes", "spaces"]
        .iter()
        .any(|key| list(&root, key).len() > MOST_DEVICES)
    {
        let problem = Message::new("read-windows-too-many").count("most", MOST_DEVICES);
        return Err(ReadError::whole(problem));
    }
    let mut evidence = CaptureEvidence { host: host(&root), ..CaptureEvidence::default() };
    let tree = functions::read(&root, &mut evidence);
    if let Some(circle) = bus_circles::find(&evidence.functions) {
        return Err(ReadError::whole(circle.problem()));
    }
    disks::read(&root, &tree, &mut evidence);
    slots::read(&root, &mut evidence);
    if flag(&root, "administrator") == Some(false) {
        evidence.notes.push(Message::new("note-windows-no-administrator"));
    }
    Ok(evidence)
}

fn host(root: &Value) -> HostFacts {
    let system = root.get("system").unwrap_or(&Value::Null);
    let of = |key| word(system, key);
    let (vendor, product) = (of("vendor").unwrap_or_default(), of("product").unwrap_or_default());
    HostFacts {
        name: None,
        cpu: of("cpu").map(str::to_owned),
        logical_cpus: number(system, "logical_cpus"),
        board: firmware::joined(&[of("board_vendor"), of("board")]),
        firmware: firmware::joined(&[of("bios_vendor"), of("bios"), of("bios_date")]),
        kernel: None,
        system: of("os").map(str::to_owned),
        hypervisor: firmware::hypervisor(vendor, product).map(str::to_owned),
        uefi: flag(system, "uefi"),
        secure_boot: flag(system, "secure_boot"),
    }
}

/// The entries of a list. PowerShell 5 writes a list of one as its only entry.
fn list<'a>(of: &'a Value, key: &str) -> &'a [Value] {
    match of.get(key) {
        Some(Value::Array(entries)) => entries,
        Some(one @ Value::Object(_)) => std::slice::from_ref(one),
        _ => &[],
    }
}

/// Text without the surrounding spaces, with which firmware is generous; `None` if nothing is left.
fn word<'a>(of: &'a Value, key: &str) -> Option<&'a str> {
    of.get(key)?.as_str().map(str::trim).filter(|text| !text.is_empty())
}

fn flag(of: &Value, key: &str) -> Option<bool> {
    of.get(key)?.as_bool()
}

fn number<T: TryFrom<u64>>(of: &Value, key: &str) -> Option<T> {
    of.get(key)?.as_u64()?.try_into().ok()
}

/// As much of a foreign word as a sentence can take.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests;
