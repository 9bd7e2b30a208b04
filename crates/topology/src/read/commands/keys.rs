//! Commands that print a key and its value a line: `smartctl`, `fdisk -l`, `hwinfo`, `lscpu`.
//!
//! Sources: smartmontools 7.4 (ataprint.cpp, nvmeprint.cpp, scsiprint.cpp); util-linux, fdisk-list.c and
//! lscpu.c; hwinfo 21, src/hd/hdp.c.

use narrows_messages::Message;
use narrows_units::Bytes;

use super::evidence::{CommandEvidence, DriveBus, fill, name, whole_of, word};
use super::section::CommandSection;
use super::{amount, paths};
use crate::evidence::{BlockDevice, DriveTransport, HostFacts};

/// The value behind a key and a colon, in the first line that has it.
fn field<'a>(lines: &[&'a str], key: &str) -> Option<&'a str> {
    let value = |line: &&'a str| {
        let (own, value) = line.trim().split_once(':')?;
        (own.trim() == key).then(|| value.trim())
    };
    lines.iter().find_map(value).filter(|value| !value.is_empty())
}

pub(super) fn begins_smartctl(line: &str) -> bool {
    line.strip_prefix("smartctl ")
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        || line.contains(SMART_FACTS)
        || names_model(line)
}

/// The heading above a drive's facts.
const SMART_FACTS: &str = "START OF INFORMATION SECTION";

/// Whether it is the first line that every drive has below the heading.
fn names_model(line: &str) -> bool {
    line.trim_start().starts_with("Device Model:  ")
}

/// Drives one behind the other. The text does not name them; what was typed does, if it names as many.
pub(super) fn read_smartctl(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let typed = section.prompt.filter(|typed| typed.contains("smartctl")).unwrap_or_default();
    let typed = if is_behind_raid(typed) { "" } else { typed };
    let paths: Vec<&str> =
        typed.split([' ', ';']).filter(|word| word.starts_with("/dev/")).collect();
    let is_first = |line: &&str| line.contains(SMART_FACTS);
    let mut drives: Vec<&[&str]> = section.lines.split(is_first).skip(1).collect();
    if drives.is_empty() {
        // Without headings each begins where its model is named.
        let begins: Vec<usize> =
            (0..section.lines.len()).filter(|at| names_model(section.lines[*at])).collect();
        let ends = begins.iter().skip(1).copied().chain([section.lines.len()]);
        drives.extend(begins.iter().zip(ends).map(|(begin, end)| &section.lines[*begin..end]));
    }
    if drives.is_empty() {
        drives.push(&section.lines);
    }
    for (number, lines) in drives.iter().enumerate() {
        let path = paths.get(number).filter(|_| paths.len() == drives.len()).copied();
        read_smart_drive(lines, path, evidence);
    }
}

fn read_smart_drive(lines: &[&str], path: Option<&str>, evidence: &mut CommandEvidence) {
    let get = |key: &str| field(lines, key);
    let model = get("Device Model").or_else(|| get("Model Number")).or_else(|| get("Product"));
    let Some(model) = model.and_then(word) else { return };
    let vendor = get("Vendor").filter(|_| get("Product").is_some());
    let is_nvme = get("Model Number").is_some();
    let size = ["User Capacity", "Namespace 1 Size/Capacity", "Total NVM Capacity"];
    let size = size.into_iter().find_map(get).and_then(amount::size);
    let used = get("Percentage Used").and_then(|text| text.trim_end_matches('%').parse().ok());
    let current = |text: &str| {
        let (_, rest) = text.split_once("current: ")?;
        amount::gbit_s(rest)
    };
    let rotation = get("Rotation Rate").map(|text| text.ends_with("rpm"));
    let block = BlockDevice {
        size,
        model: Some(vendor.map_or(model.clone(), |vendor| format!("{vendor} {model}"))),
        serial: get("Serial Number").or_else(|| get("Serial number")).and_then(word),
        firmware: get("Firmware Version").or_else(|| get("Revision")).and_then(word),
        rotational: rotation.or(is_nvme.then_some(false)),
        percentage_used: used,
        transport: get("SATA Version is")
            .and_then(current)
            .map(|gbit_s| DriveTransport::Sata { gbit_s }),
        ..BlockDevice::default()
    };
    // `SATA 3.1, 6.0 Gb/s (current: 3.0 Gb/s)`.
    let version = get("SATA Version is").and_then(|text| text.split_once(", "));
    let possible = version.and_then(|(_, rest)| amount::gbit_s(rest));
    put_smart(path, block, possible, evidence);
}

/// A drive of smartctl's under the name that it was called by, with the SATA link that it supports; NVMe
/// controllers are called for their first namespace.
pub(super) fn put_smart(
    path: Option<&str>,
    block: BlockDevice,
    possible: Option<f64>,
    evidence: &mut CommandEvidence,
) {
    if let (Some(DriveTransport::Sata { gbit_s }), Some(possible)) = (block.transport, possible)
        && gbit_s < possible
    {
        let named = path.and_then(name).map(whole_of).or_else(|| block.model.clone());
        let note = Message::new("note-text-sata-slow").with("drive", named.unwrap_or_default());
        let note = note.with("current", gbit_s).with("possible", possible);
        evidence.capture.notes.push(note);
    }
    let Some(own) = path.and_then(name) else {
        evidence.add_unnamed([block]);
        return;
    };
    let is_controller = own.strip_prefix("nvme").is_some_and(|rest| !rest.contains('n'));
    let own = if is_controller { format!("{own}n1") } else { whole_of(own) };
    evidence.size(&own, block.size, true);
    if let Some((own, known)) = evidence.block(&own) {
        known.fill(block);
        if own.starts_with("nvme") {
            evidence.buses.insert(own, DriveBus::Nvme);
        }
    }
}

/// Whether the drive is one of a RAID controller's, of which the path names only the volume or the controller
/// (smartctl(8), `-d`).
pub(super) fn is_behind_raid(kind: &str) -> bool {
    ["megaraid,", "cciss,", "areca,", "3ware,", "aacraid,", "hpt,", "sssraid,"]
        .iter()
        .any(|it| kind.contains(it))
}

pub(super) fn begins_fdisk(line: &str) -> bool {
    fdisk_head(line).is_some()
}

/// The path and the bytes of `Disk /dev/sda: 931.51 GiB, 1000204886016 bytes, 1953525168 sectors`, in
/// whatever language its words are.
fn fdisk_head(line: &str) -> Option<(&str, u64)> {
    let (disk, rest) = line.split_once(" /dev/")?;
    let (path, sizes) = rest.split_once(": ")?;
    let is_word = !disk.is_empty() && disk.chars().all(char::is_alphabetic);
    let counts = sizes.split(", ").filter_map(|part| part.trim().split_once(' '));
    let mut counts = counts.filter_map(|(count, unit)| {
        // The rounded size in front can be a whole number, too, such as `20 GiB`; gdisk counts
        // sectors only.
        let count = count.parse().ok().filter(|count| *count >= 4096)?;
        unit.chars().all(char::is_alphabetic).then_some(count)
    });
    if sizes.split_whitespace().nth(1) == Some("sectors,") {
        return None;
    }
    let bytes = counts.next()?;
    // In another language, the count of sectors shows that the line is fdisk's.
    let is_drive = is_word && (disk == "Disk" || counts.next().is_some());
    is_drive.then_some((path.trim_end(), bytes))
}

/// The line after a disk's has its model, if any, else how sectors are counted: `Units:
/// sectors of 1 * 512 = 512 bytes`.
pub(super) fn read_fdisk(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let mut lines = section.lines.iter().map(|line| line.trim()).peekable();
    while let Some(line) = lines.next() {
        let Some((path, bytes)) = fdisk_head(line) else { continue };
        let is_drive = ["nvme", "sd", "hd", "vd", "mmcblk", "xvd"];
        let own = name(path).filter(|own| is_drive.iter().any(|start| own.starts_with(start)));
        let Some(own) = own else { continue };
        evidence.size(own, Some(Bytes::new(bytes)), true);
        let below = lines.peek().filter(|line| fdisk_head(line).is_none());
        let model = below.and_then(|line| line.split_once(':')).map(|(_, model)| model);
        let model = model.filter(|model| !model.contains(" = "));
        if let (Some(model), Some((_, block))) = (model, evidence.block(own)) {
            fill(&mut block.model, word(model));
        }
    }
}

pub(super) fn begins_hwinfo(line: &str) -> bool {
    line.starts_with("[Created at ")
}

/// Entries begin with a line in front of this one; each names its device, model and way.
pub(super) fn read_hwinfo(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let entries = section.lines.split(|line| begins_hwinfo(line.trim()));
    for lines in entries {
        if field(lines, "Hardware Class") != Some("disk") {
            continue;
        }
        let get = |key: &str| field(lines, key).map(|value| value.trim_matches('"'));
        let Some(path) = get("Device File").and_then(|text| text.split([' ', ',']).next()) else {
            continue;
        };
        let bytes = get("Capacity").and_then(|text| text.split_once('(')?.1.split(' ').next());
        evidence.size(path, bytes.and_then(|text| text.parse().ok()).map(Bytes::new), true);
        if let Some((_, block)) = evidence.block(path) {
            fill(&mut block.model, get("Model").and_then(word));
            fill(&mut block.serial, get("Serial ID").and_then(word));
            fill(&mut block.firmware, get("Revision").and_then(word));
        }
        if let (Some(way), Some(own)) = (get("SysFS Device Link"), name(path)) {
            paths::take(&format!("{way}/{own}"), evidence);
        }
    }
}

/// lscpu's keys in English, German, French and Japanese (util-linux, po/de.po, fr.po, ja.po).
const ARCHITECTURE: [&str; 3] = ["Architecture", "Architektur", "アーキテクチャ"];
const MODEL: [&str; 5] =
    ["Model name", "Modellname", "Nom de modèle", "モデル名", "BIOS Model name"];
const COUNT: [&str; 3] = ["CPU(s)", "Processeur(s)", "CPU"];

pub(super) fn begins_lscpu(line: &str) -> bool {
    let Some((key, value)) = line.split_once(':') else { return false };
    let is_key = ARCHITECTURE.iter().chain(&MODEL).any(|known| *known == key.trim());
    is_key && value.starts_with("  ")
}

pub(super) fn read_lscpu(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let get = |keys: &[&str]| keys.iter().find_map(|key| field(&section.lines, key));
    evidence.host(HostFacts {
        cpu: get(&MODEL).and_then(word),
        logical_cpus: get(&COUNT).and_then(|text| text.parse().ok()),
        hypervisor: get(&["Hypervisor vendor"]).and_then(word),
        ..HostFacts::default()
    });
}
