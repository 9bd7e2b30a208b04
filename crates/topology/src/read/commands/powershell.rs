//! `Get-PhysicalDisk` and `Get-Disk` of PowerShell, as a table and as a list (`| Format-List`).
//!
//! Numbers reach to the left beyond the names of their columns. Sizes of tables count powers of 1024.
//! Source: Microsoft, Storage module, Storage.format.ps1xml; `MSFT_PhysicalDisk`, `MSFT_Disk`.

use std::collections::BTreeMap;

use narrows_units::Bytes;

use super::evidence::{CommandEvidence, DriveBus, fill, word};
use super::lsblk;
use super::section::CommandSection;

/// Names of columns of which one stands beside that of the drive's name.
const BESIDE: [&str; 5] =
    ["MediaType", "BusType", "HealthStatus", "OperationalStatus", "SerialNumber"];

pub(super) fn begins(line: &str) -> bool {
    is_table(line)
        || list_key(line).is_some_and(|(key, _)| matches!(key, "FriendlyName" | "DeviceId"))
}

fn is_table(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_named = words.contains(&"FriendlyName") || line.contains("Friendly Name");
    is_named && BESIDE.iter().any(|name| words.contains(name))
}

/// `FriendlyName      : Samsung SSD 980`.
fn list_key(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(": ")?;
    let key = key.trim_end();
    let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_key.then_some((key, value.trim()))
}

pub(super) type DiskRow = BTreeMap<String, String>;

pub(super) fn read(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let mut disk = DiskRow::new();
    // The table's head, and its rows up to an empty line.
    let mut table: Option<(&str, Vec<&str>)> = None;
    // The empty line at the end closes the last disk and table.
    for line in section.lines.iter().copied().chain([""]) {
        let text = line.trim();
        if text.is_empty() {
            put(std::mem::take(&mut disk), evidence);
            let (head, rows) = table.take().unwrap_or_default();
            rows_of(head, &rows).into_iter().for_each(|row| put(row, evidence));
        } else if let Some((_, rows)) = &mut table {
            rows.extend(text.bytes().any(|byte| !matches!(byte, b'-' | b' ')).then_some(line));
        } else if is_table(text) {
            table = Some((line, Vec::new()));
        } else if let Some((key, value)) = list_key(text) {
            if disk.contains_key(key) {
                put(std::mem::take(&mut disk), evidence);
            }
            disk.insert(key.to_owned(), value.to_owned());
        }
    }
}

/// Columns are parted by what is a space in all rows.
pub(super) fn rows_of(head: &str, rows: &[&str]) -> Vec<DiskRow> {
    let head = ["Friendly Name", "Serial Number", "Total Size"]
        .into_iter()
        .fold(head.to_owned(), |head, name| {
            head.replace(name, &format!("{} ", name.replace(' ', "")))
        });
    let names: Vec<&str> = head.split_whitespace().collect();
    // The head's own indentation may be lost, or may be all that is left of it.
    let heads = [&*head, head.trim_start()];
    let mut by_head = heads.into_iter().map(|head| lsblk::edges(head, rows));
    let Some(edges) = by_head.find(|edges| edges.len() == names.len()) else {
        return Vec::new();
    };
    let row = |row: &&str| {
        let chars: Vec<char> = row.chars().collect();
        let cell = |(at, name): (usize, &&str)| {
            let end = edges.get(at + 1).copied().unwrap_or(chars.len()).min(chars.len());
            let cell: String = chars.get(edges[at]..end).unwrap_or_default().iter().collect();
            ((*name).to_owned(), cell.trim().to_owned())
        };
        let cells = names.iter().enumerate().map(cell);
        cells.filter(|(_, value)| !value.is_empty()).collect()
    };
    rows.iter().map(row).collect()
}

/// Windows' disks are named by number here as in its own captures.
fn put(disk: DiskRow, evidence: &mut CommandEvidence) {
    let get = |key: &str| disk.get(key).map(String::as_str).and_then(word);
    let Some(model) = get("FriendlyName").or_else(|| get("Model")) else { return };
    let number = ["Number", "DeviceId", "DeviceID"].into_iter().find_map(get);
    let number = number.filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    let free = || (0..).find(|at| !evidence.capture.blocks.contains_key(&format!("disk{at}")));
    let Some(number) = number.or_else(|| free().map(|at| at.to_string())) else { return };
    let Some((own, block)) = evidence.block(&format!("disk{number}")) else { return };
    fill(&mut block.model, word(model.strip_prefix("ATA ").unwrap_or(&model)));
    fill(&mut block.serial, get("SerialNumber"));
    fill(&mut block.firmware, get("FirmwareVersion"));
    fill(&mut block.size, get("Size").or_else(|| get("TotalSize")).and_then(|text| size(&text)));
    fill(
        &mut block.rotational,
        match get("MediaType").as_deref() {
            Some("HDD") => Some(true),
            Some("SSD" | "SCM") => Some(false),
            _ => None,
        },
    );
    if let Some(bus) = get("BusType") {
        evidence.buses.insert(own, DriveBus::of(&bus));
    }
}

/// `232.89 GB` and bare bytes.
fn size(text: &str) -> Option<Bytes> {
    let Some((number, unit)) = text.split_once(' ') else {
        return text.parse().ok().map(Bytes::new);
    };
    super::amount::size(&format!("{number} {}iB", unit.chars().next()?))
}
