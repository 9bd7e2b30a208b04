//! `bcachefs fs usage`: which devices a file system is on, and how many copies its data has; of `show-super` the
//! members.
//!
//! ```text
//! Filesystem: 9d883cf4-3574-4d4d-a74f-45457bd07cac
//! user:           1/2             2             [sdb sdc]     17647385178112
//! hdd.hdd1 (device 0):            sda1              rw
//! Device 8:                                  /dev/sdh        CT480BX500SSD1
//!   Size:                                    447G
//! ```
//!
//! Its sizes are of data, not of drives. Source: bcachefs-tools 1.2 to 1.37, cmd_fs.c (replicas_usage_to_text,
//! dev_usage_to_text), cmd_super.c.

use std::collections::BTreeSet;

use super::amount;
use super::evidence::{CommandEvidence, fill, model, name, whole_of};
use super::section::CommandSection;
use crate::evidence::StackedDevice;
use crate::read::sysfs::MOST_DEVICES;

/// The file system's UUID, with or without a colon before it.
fn uuid(line: &str) -> Option<&str> {
    let uuid = line.strip_prefix("Filesystem")?.trim_matches([':', ' ']);
    let is_digit = |byte: u8| byte.is_ascii_hexdigit() || byte == b'-';
    let is_uuid = uuid.len() == 36 && uuid.matches('-').count() == 4 && uuid.bytes().all(is_digit);
    is_uuid.then_some(uuid)
}

pub(super) fn begins(line: &str) -> bool {
    uuid(line).is_some()
}

pub(super) fn read(section: &CommandSection<'_>, found: &mut CommandEvidence) {
    let starts: Vec<usize> =
        (0..section.lines.len()).filter(|at| begins(section.lines[*at].trim())).collect();
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(section.lines.len());
        file_system(&section.lines[*start..end], found);
    }
}

/// Path and model of a member; old versions name neither.
fn member(line: &str) -> Option<(&str, &str)> {
    let (number, rest) = line.strip_prefix("Device ")?.split_once(':')?;
    let (path, model) = rest.trim().split_once(' ')?;
    let is_member = number.parse::<u32>().is_ok() && path.starts_with("/dev/");
    is_member.then_some((path, model.trim()))
}

pub(super) fn begins_super(line: &str) -> bool {
    member(line).is_some()
}

pub(super) fn read_super(section: &CommandSection<'_>, found: &mut CommandEvidence) {
    let mut own = None;
    for line in section.lines.iter().map(|line| line.trim()) {
        if let Some((path, called)) = member(line) {
            // The part of a drive that it is has the drive's model.
            let whole = name(path).map(whole_of).unwrap_or_default();
            own = (name(path) == Some(&whole)).then(|| whole.clone());
            if let Some((_, block)) = found.block(&whole) {
                fill(&mut block.model, model(called));
            }
        } else if let (Some(own), Some(size)) = (&own, line.strip_prefix("Size:")) {
            found.size(own, amount::size(size), false);
        }
    }
}

fn file_system(lines: &[&str], found: &mut CommandEvidence) {
    let Some(uuid) = lines.first().and_then(|line| uuid(line.trim())) else { return };
    let (mut members, mut copies) = (BTreeSet::new(), BTreeSet::new());
    for line in lines.iter().map(|line| line.trim()) {
        let devices = devices(line);
        if line.starts_with("user:") && !devices.is_empty() {
            copies.extend(line.split_whitespace().nth(1));
        }
        for own in devices.iter().filter_map(|own| name(own)) {
            if members.len() < MOST_DEVICES {
                members.insert(own.to_owned());
            }
        }
    }
    let members: Vec<String> = members.into_iter().collect();
    let own = format!("bcachefs-{}", uuid.split('-').next().unwrap_or_default());
    match members.len() {
        0 | 1 => members.iter().for_each(|member| found.used(member)),
        _ => {
            // Of parity more than one is required.
            let level = match copies.into_iter().collect::<Vec<_>>()[..] {
                [] => "unknown".to_owned(),
                [only] => only.strip_prefix("1/").map_or_else(
                    || "erasure-coded".to_owned(),
                    |copies| format!("replicas={copies}"),
                ),
                _ => "mixed".to_owned(),
            };
            let stack = StackedDevice::Described { engine: "bcachefs".into(), level, chunk: None };
            found.array(&own, stack, &members);
        }
    }
}

/// The devices of a row, in brackets, or of the head of a device's own part.
fn devices(line: &str) -> Vec<&str> {
    const KINDS: [&str; 6] = ["btree:", "user:", "cached:", "parity:", "journal:", "sb:"];
    if KINDS.iter().any(|kind| line.starts_with(kind)) {
        let inside = line.split_once('[').and_then(|(_, rest)| Some(rest.split_once(']')?.0));
        return inside.unwrap_or_default().split_whitespace().collect();
    }
    let behind = line.split_once(" (device ").and_then(|(_, rest)| rest.split_once("):"));
    let mut words = behind.map_or("", |(_, rest)| rest).split_whitespace();
    match (words.next(), words.next()) {
        (Some(own), Some("rw" | "ro" | "evacuating" | "spare")) => vec![own],
        _ => Vec::new(),
    }
}
