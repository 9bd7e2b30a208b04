//! Volumes of RAID controllers: `storcli /c0 show`, `arcconf getconfig 1` and `ssacli show config`.
//!
//! ```text
//! 0/0   RAID5 Dgrd  RW     Yes     RWBD  -   ON  3.637 TB data1
//!    Group 0, Segment 0                       : Present (0,0)      WD-WMC4M1057040
//!       logicaldrive 1 (279.4 GB, RAID 1, OK)
//!       physicaldrive 1I:1:1 (port 1I:box 1:bay 1, SAS HDD, 300 GB, OK)
//! ```
//!
//! storcli's members are the drives of a volume's group, in another table; arcconf names them by
//! serial number. Not here: the drives themselves ([`super::described`]).
//!
//! Sources: Broadcom, StorCLI reference manual (states of drives); Adaptec, ARCCONF user's guide.

use std::collections::{BTreeMap, BTreeSet};

use narrows_units::Bytes;

use super::found::{CommandEvidence, RaidVolume, is_slot, name};
use super::{amount, arrays, described};
use crate::evidence::{BlockDevice, StackedDevice};

/// A table of storcli's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StorcliTable {
    Volumes,
    Drives,
}

/// Drives of a group by their slots: those that work, and those that do not.
#[derive(Default)]
struct DriveGroup {
    members: BTreeSet<String>,
    missing: BTreeSet<String>,
}

pub(super) fn read<'a>(lines: impl Iterator<Item = &'a str>, found: &mut CommandEvidence) {
    let mut reader = VolumeReader::default();
    for line in lines.take(described::MOST_LINES).map(str::trim) {
        reader.take(line, found);
    }
    found.volumes.extend(reader.device);
    for (group, mut volume) in reader.volumes {
        if let Some(drives) = reader.groups.get(group) {
            volume.members = drives.members.iter().cloned().collect();
            volume.missing = drives.missing.len() as u32;
        }
        found.volumes.push(volume);
    }
}

/// What the lines so far say.
#[derive(Default)]
struct VolumeReader<'a> {
    /// storcli's table.
    table: Option<StorcliTable>,
    /// ssacli's array.
    array: Option<&'a str>,
    /// arcconf's logical device.
    device: Option<RaidVolume>,
    groups: BTreeMap<&'a str, DriveGroup>,
    /// Volumes with the group that they are on.
    volumes: Vec<(&'a str, RaidVolume)>,
}

impl<'a> VolumeReader<'a> {
    fn take(&mut self, line: &'a str, found: &mut CommandEvidence) {
        let words: Vec<&str> = line.split_whitespace().collect();
        // Groups and slots of several controllers have the same names.
        let is_one = !found.has_several_controllers;
        match (self.table, &words[..]) {
            (_, ["DG/VD", "TYPE", ..]) => self.table = Some(StorcliTable::Volumes),
            (_, ["EID:Slt", "DID", "State", "DG", ..]) => self.table = Some(StorcliTable::Drives),
            (Some(StorcliTable::Volumes), [place, level, rest @ ..]) if is_one => {
                self.volumes.extend(storcli_volume(place, level, rest));
            }
            (Some(StorcliTable::Drives), [slot, _, state, group, ..])
                if is_one && is_slot(slot) =>
            {
                let drives = self.groups.entry(group).or_default();
                match *state {
                    "Onln" => drives.members.insert((*slot).to_owned()),
                    // Spares of a group hold no data.
                    "DHS" | "GHS" => false,
                    _ => drives.missing.insert((*slot).to_owned()),
                };
            }
            (_, ["array", own, ..]) => self.array = Some(own),
            (_, ["unassigned", ..]) => self.array = None,
            (_, ["logicaldrive", number, ..]) if is_one => {
                let volume =
                    self.array.and_then(|array| Some((array, ssacli_volume(number, line)?)));
                self.volumes.extend(volume);
            }
            (_, ["physicaldrive", slot, ..]) if is_one => self.ssacli_drive(slot, line, found),
            _ => of_arcconf(line, &mut self.device, found),
        }
    }

    fn ssacli_drive(&mut self, slot: &str, line: &str, found: &mut CommandEvidence) {
        let Some([_, kind, size, state]) = inside(line) else { return };
        found.size(slot, amount::size(size), false);
        let Some((own, block)) = found.block(slot) else { return };
        block.rotational = described::rotational(&kind.to_lowercase());
        let drives = self.array.map(|array| self.groups.entry(array).or_default());
        match (drives, state) {
            (Some(drives), "OK" | "Predictive Failure") => drives.members.insert(own),
            (Some(drives), "Failed" | "Rebuilding") => drives.missing.insert(own),
            _ => false,
        };
    }
}

/// A row of storcli's: `0/0   RAID5 Dgrd  RW ...  3.637 TB data1`.
fn storcli_volume<'a>(place: &'a str, level: &str, rest: &[&str]) -> Option<(&'a str, RaidVolume)> {
    let (group, number) = place.split_once('/')?;
    let unit = rest.iter().position(|word| matches!(*word, "TB" | "GB" | "MB"));
    let size = unit.and_then(|at| described::size(&rest[at.checked_sub(1)?..=at].join(" ")));
    let (name, level) = (format!("volume{number}"), level.strip_prefix("RAID")?.to_owned());
    Some((group, RaidVolume { name, level, size, ..RaidVolume::default() }))
}

/// `logicaldrive 1 (279.4 GB, RAID 1+0, OK)`. Here, and not of drives, a GB has 2^30 bytes.
fn ssacli_volume(number: &str, line: &str) -> Option<RaidVolume> {
    let [size, level, ..] = inside(line)?;
    Some(RaidVolume {
        name: format!("volume{number}"),
        level: level.trim_start_matches("RAID ").replace('+', ""),
        size: amount::size(&size.replace('B', "iB")),
        ..RaidVolume::default()
    })
}

/// What a line of ssacli's has in brackets; `None` if it has less than a size and another value.
fn inside(line: &str) -> Option<[&str; 4]> {
    let (_, inside) = line.trim_end_matches(')').split_once('(')?;
    let mut parts = inside.split(", ");
    Some([parts.next()?, parts.next()?, parts.next()?, parts.next().unwrap_or_default()])
}

/// A line of arcconf's about a logical device, which ends where another or the drives begin.
fn of_arcconf(line: &str, device: &mut Option<RaidVolume>, found: &mut CommandEvidence) {
    let lower = line.to_lowercase();
    if let Some(number) = lower.strip_prefix("logical device number ") {
        let volume = RaidVolume { name: format!("volume{number}"), ..RaidVolume::default() };
        found.volumes.extend(device.replace(volume));
    } else if lower.starts_with("physical device information") {
        found.volumes.extend(device.take());
    }
    let (Some(volume), Some((key, _)), Some((_, value))) =
        (device, lower.split_once(':'), line.split_once(':'))
    else {
        return;
    };
    let value = value.trim();
    match key.trim() {
        "raid level" if value.starts_with("Simple") => volume.level = "0".to_owned(),
        "raid level" => volume.level = value.to_owned(),
        "disk name" => volume.name = name(value).unwrap_or(&volume.name).to_owned(),
        "size" => volume.size = described::size(value),
        "stripe-unit size" => {
            let kib = value.strip_suffix(" KB").and_then(|number| number.parse::<u64>().ok());
            volume.chunk = kib.map(|kib| Bytes::new(kib.saturating_mul(1024)));
        }
        part if ["segment ", "group ", "device "].iter().any(|it| part.starts_with(it)) => {
            let is_out =
                ["Missing", "Inconsistent", "Rebuilding"].iter().any(|it| value.starts_with(it));
            volume.missing += u32::from(is_out);
            let present = value.strip_prefix("Present").and_then(|rest| rest.rsplit_once(' '));
            volume.members.extend(present.map(|(_, serial)| serial.to_owned()));
        }
        _ => {}
    }
}

/// Whether a text has volumes or drives of such a controller.
pub(super) fn is_known<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let mut found = CommandEvidence::default();
    read(lines, &mut found);
    !found.volumes.is_empty() || !found.evidence.blocks.is_empty()
}

/// Adds the volumes, once all drives have their names.
pub(super) fn put(found: &mut CommandEvidence) {
    for volume in std::mem::take(&mut found.volumes) {
        let blocks = &found.evidence.blocks;
        let name_of = |key: &String| {
            let is_it = |(name, block): &(&String, &BlockDevice)| {
                *name == key || block.serial.as_ref() == Some(key)
            };
            blocks.iter().find(is_it).map(|(name, _)| name.clone())
        };
        let members: Vec<String> = volume.members.iter().filter_map(name_of).collect();
        let all = volume.members.len() as u32 + volume.missing;
        let (engine, level) = ("hardware".to_owned(), volume.level);
        let stack = StackedDevice::Described { engine, level, chunk: volume.chunk };
        found.array(&volume.name, stack, &members);
        found.size(&volume.name, volume.size, false);
        if volume.missing > 0 {
            arrays::degraded(&volume.name, volume.missing, all, found);
        }
    }
}
