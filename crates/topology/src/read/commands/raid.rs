//! Volumes of RAID controllers, by the tools of LSI, HP, Adaptec and 3ware.
//!
//! ```text
//! 0/0   RAID5 Dgrd  RW     Yes     RWBD  -   ON  3.637 TB data1                        (storcli)
//!  0 0   1   252:1    8   DRIVE  Onln  N  10.913 TB dflt N  N   dflt -      N          (its TOPOLOGY)
//!    Group 0, Segment 0                       : Present (0,0)      WD-WMC4M1057040     (arcconf)
//!       logicaldrive 1 (279.4 GB, RAID 1, OK)                                          (ssacli)
//!       physicaldrive 1I:1:1 (port 1I:box 1:bay 1, SAS HDD, 300 GB, OK)
//! Virtual Drive: 0 (Target Id: 0)                                                      (MegaCli)
//!   PHY[0] Enclosure#/Slot#                 : 1:0                                      (sas2ircu)
//! u0    RAID-5    OK       -       -       256K    5587.9    RiW    ON                 (tw_cli)
//! ```
//!
//! storcli's members are the drives of a volume's group, in another table; a text with the groups alone has a volume
//! for each. storcli2 and perccli2 have a column more for the state. arcconf names members by serial number. All of them count sizes in powers of 1024. Not here: the drives themselves
//! ([`super::described`]).
//!
//! Sources: Broadcom, StorCLI reference manual (states of drives); Adaptec, ARCCONF user's guide; LSI, MegaRAID SAS
//! software user guide (RAID 1 of up to 32 drives mirrors pairs); LSI, SAS-2 integrated RAID user guide; 3ware, CLI
//! guide.

use std::collections::{BTreeMap, BTreeSet};

use narrows_units::Bytes;
use serde_json::Value;

use super::controllers::{Adapter, address};
use super::evidence::{CommandEvidence, DriveBus, RaidVolume, is_slot, name, word};
use super::{amount, arrays, described};
use crate::evidence::{BlockDevice, StackedDevice};
use crate::pci::PciAddress;

/// No controller has an array of more drives.
const MOST_MEMBERS: u32 = 256;

/// A table, by its head.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ControllerTable {
    StorcliVolumes,
    StorcliDrives,
    StorcliGroups,
    ThreewareUnits,
    ThreewareDrives,
}

/// Where the words of a row of storcli's stand: no cell before the size has a blank in it.
#[derive(Clone, Copy, Default)]
struct StorcliColumns {
    group: usize,
    state: usize,
    /// Of storcli2, whose state says only that a drive is configured.
    status: Option<usize>,
    size: usize,
}

impl StorcliColumns {
    fn of(head: &[&str]) -> Self {
        let at = |name: &str| head.iter().position(|word| *word == name);
        let place = |name: &str| at(name).unwrap_or(head.len());
        Self {
            group: place("DG"),
            state: place("State"),
            status: at("Status"),
            size: place("Size"),
        }
    }

    /// The state of a drive, by which it is a member, missing or a spare.
    fn state<'a>(&self, words: &[&'a str]) -> &'a str {
        let word = |at: usize| words.get(at).copied().unwrap_or_default();
        storcli_state(word(self.state), self.status.map(word))
    }

    fn size(&self, words: &[&str]) -> Option<Bytes> {
        binary(&words.get(self.size..self.size + 2)?.join(" "))
    }
}

/// Spares are told by their state, members of storcli2's by their status.
fn storcli_state<'a>(state: &'a str, status: Option<&'a str>) -> &'a str {
    match state {
        "DHS" | "GHS" => state,
        _ => status.unwrap_or(state),
    }
}

/// Drives of a group by their slots: those that work, and those that do not.
#[derive(Default)]
struct DriveGroup {
    members: BTreeSet<String>,
    missing: BTreeSet<String>,
}

impl DriveGroup {
    /// A drive of the group, by its state; spares hold no data.
    fn add(&mut self, slot: String, state: &str) {
        match state {
            "Onln" | "Online" | "OK" | "Predictive Failure" | "VERIFYING" | "Data Drive" => {
                self.members.insert(slot);
            }
            "DHS" | "GHS" | "Spare Drive" => {}
            _ => {
                self.missing.insert(slot);
            }
        }
    }
}

/// A volume that is described by keys and values.
#[derive(Default)]
struct VolumeRecord {
    volume: RaidVolume,
    /// Drives of each span, and spans.
    drives: u32,
    spans: u32,
    is_degraded: bool,
    /// The first half of the slot of MegaCli's drive.
    enclosure: String,
    slot: String,
}

pub(super) fn read<'a>(lines: impl Iterator<Item = &'a str>, evidence: &mut CommandEvidence) {
    let mut reader = VolumeReader::default();
    for line in lines.take(described::MOST_LINES).map(str::trim) {
        reader.take(line, evidence);
    }
    reader.finish(evidence);
}

/// Volumes and drives of a controller of storcli's JSON, in tables of any name.
pub(super) fn read_json(controller: &Value, evidence: &mut CommandEvidence) {
    let mut reader = VolumeReader::default();
    let mut left = vec![controller];
    while let Some(value) = left.pop() {
        match value {
            Value::Array(list) => left.extend(list.iter().rev()),
            Value::Object(object) => {
                left.extend(object.values().rev());
                let get = |key: &str| match object.get(key) {
                    Some(Value::String(text)) => text.clone(),
                    Some(Value::Number(number)) => number.to_string(),
                    _ => String::new(),
                };
                reader.storcli_volume(&get("DG/VD"), &get("TYPE"), &get("Size"), evidence);
                let slot = get("EID:Slt");
                if is_slot(&slot) && object.contains_key("DG") {
                    let (state, status) = (get("State"), get("Status"));
                    let status = Some(status.as_str()).filter(|status| !status.is_empty());
                    let state = storcli_state(&state, status);
                    reader.group(&get("DG")).add(evidence.scoped(&slot), state);
                }
                let at = address(&get("PCI Address"));
                reader.adapter(at, word(&get("Model")), evidence);
            }
            _ => {}
        }
    }
    reader.finish(evidence);
}

/// What the lines so far say.
#[derive(Default)]
struct VolumeReader {
    table: Option<ControllerTable>,
    columns: StorcliColumns,
    /// ssacli's array.
    array: Option<String>,
    /// ssacli's drive, and whether it failed.
    drive: Option<(String, bool)>,
    record: Option<VolumeRecord>,
    groups: BTreeMap<String, DriveGroup>,
    /// Volumes with the group that they are on.
    volumes: Vec<(String, RaidVolume)>,
    /// Groups of storcli's, which are volumes where the text has none of theirs.
    outlines: Vec<(String, RaidVolume)>,
    /// The controller's name, and the numbers of its PCI address.
    model: Option<String>,
    place: BTreeMap<String, u32>,
}

impl VolumeReader {
    fn take(&mut self, line: &str, evidence: &mut CommandEvidence) {
        use ControllerTable::{
            StorcliDrives, StorcliGroups, StorcliVolumes, ThreewareDrives, ThreewareUnits,
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        match (self.table, &words[..]) {
            (_, ["DG/VD", "TYPE", ..]) => self.table = Some(StorcliVolumes),
            (_, ["EID:Slt", "DID" | "PID", ..]) => {
                (self.table, self.columns) = (Some(StorcliDrives), StorcliColumns::of(&words));
            }
            (_, ["DG", "Arr" | "Span", "Row", "EID:Slot", ..]) => {
                (self.table, self.columns) = (Some(StorcliGroups), StorcliColumns::of(&words));
            }
            (_, ["Unit", "UnitType", ..]) => self.table = Some(ThreewareUnits),
            (_, ["VPort" | "Port", "Status", "Unit", ..]) => self.table = Some(ThreewareDrives),
            (Some(StorcliVolumes), [place, level, rest @ ..]) if place.contains('/') => {
                let unit = rest
                    .iter()
                    .position(|word| matches!(*word, "TB" | "GB" | "MB" | "TiB" | "GiB" | "MiB"));
                let size = unit.and_then(|at| Some(rest.get(at.checked_sub(1)?..=at)?.join(" ")));
                self.storcli_volume(place, level, &size.unwrap_or_default(), evidence);
            }
            (Some(StorcliDrives), [slot, ..]) if is_slot(slot) => {
                let group = words.get(self.columns.group).copied().unwrap_or_default();
                let state = self.columns.state(&words);
                self.group(group).add(evidence.scoped(slot), state);
            }
            // A spare of no group.
            (Some(StorcliGroups), ["-", _, _, slot, _, "DRIVE", ..]) if is_slot(slot) => {
                let own = evidence.scoped(slot);
                evidence.size(&own, self.columns.size(&words), false);
            }
            (Some(StorcliGroups), [group, array, row, slot, _, kind, ..])
                if group.parse::<u32>().is_ok() =>
            {
                match *kind {
                    "DRIVE" => {
                        // The place of a drive that is gone has no slot.
                        let own = match is_slot(slot) {
                            true => evidence.scoped(slot),
                            false => format!("{array}/{row}"),
                        };
                        if is_slot(slot) {
                            evidence.size(&own, self.columns.size(&words), false);
                        }
                        let state = self.columns.state(&words);
                        self.group(group).add(own, state);
                    }
                    // Below a group of mirrors stands each of them.
                    level if *array == "-" && level.starts_with("RAID") => {
                        let volume = RaidVolume {
                            name: evidence.scoped(&format!("group{group}")),
                            level: level_of(level),
                            size: self.columns.size(&words),
                            ..RaidVolume::default()
                        };
                        self.outlines.push(((*group).to_owned(), volume));
                    }
                    _ => {}
                }
            }
            (Some(ThreewareUnits), [unit, level, _, _, _, chunk, size, ..])
                if level.starts_with("RAID")
                    && unit.strip_prefix('u').is_some_and(|it| it.parse::<u32>().is_ok()) =>
            {
                let chunk = chunk.strip_suffix('K').and_then(|kib| kib.parse().ok());
                let volume = RaidVolume {
                    name: evidence.scoped(unit),
                    level: level_of(level),
                    chunk: chunk.map(Bytes::kib),
                    size: binary(&format!("{size} GB")),
                    ..RaidVolume::default()
                };
                self.volumes.push(((*unit).to_owned(), volume));
            }
            (Some(ThreewareDrives), [port, state, unit, size, of_size, kind, ..])
                if is_slot(port) =>
            {
                let own = evidence.scoped(port);
                // An empty port has no size.
                let Some(size) = binary(&format!("{size} {of_size}")) else { return };
                if let Some((own, block)) = evidence.block(&own) {
                    block.size = Some(size);
                    evidence.buses.entry(own).or_insert(DriveBus::of(kind));
                }
                self.group(unit).add(own, state);
            }
            (_, [title @ ("array" | "Array" | "Array:"), own, ..])
                if *title != "Array" || own.len() == 1 =>
            {
                self.end_record(evidence);
                (self.array, self.drive) = (Some((*own).to_owned()), None);
            }
            (_, ["unassigned" | "Unassigned", ..]) => {
                self.end_record(evidence);
                (self.array, self.drive) = (None, None);
            }
            (_, ["logicaldrive", number, ..]) => {
                let volume = inside(line).map(|[size, level, ..]| RaidVolume {
                    name: evidence.scoped(&format!("volume{number}")),
                    level: level_of(level),
                    size: binary(size),
                    ..RaidVolume::default()
                });
                self.volumes.extend(self.array.clone().zip(volume));
            }
            (_, ["physicaldrive", slot]) if is_slot(slot) => {
                self.end_record(evidence);
                self.drive = Some((evidence.scoped(slot), false));
            }
            (_, ["physicaldrive", slot, ..]) => self.ssacli_drive(slot, line, evidence),
            _ => self.key(line, evidence),
        }
    }

    fn group(&mut self, name: &str) -> &mut DriveGroup {
        self.groups.entry(name.to_owned()).or_default()
    }

    /// A row of storcli's: `0/0   RAID5`.
    fn storcli_volume(&mut self, place: &str, level: &str, size: &str, evidence: &CommandEvidence) {
        let Some((group, number)) = place.split_once('/') else { return };
        if level.starts_with("RAID") {
            let volume = RaidVolume {
                name: evidence.scoped(&format!("volume{number}")),
                level: level_of(level),
                size: binary(size),
                ..RaidVolume::default()
            };
            self.volumes.push((group.to_owned(), volume));
        }
    }

    fn ssacli_drive(&mut self, slot: &str, line: &str, evidence: &mut CommandEvidence) {
        let Some([_, kind, size, state]) = inside(line) else { return };
        let own = evidence.scoped(slot);
        evidence.size(&own, amount::size(size), false);
        let Some((own, block)) = evidence.block(&own) else { return };
        block.rotational = described::rotational(&kind.to_lowercase());
        if let Some(array) = self.array.clone() {
            self.group(&array).add(own, state);
        }
    }

    /// The controller itself, once its address is known.
    fn adapter(
        &mut self,
        at: Option<PciAddress>,
        name: Option<String>,
        evidence: &mut CommandEvidence,
    ) {
        if let Some(at) = at {
            evidence.adapters.push(Adapter { scope: evidence.scope.clone(), at, name });
        }
    }

    fn key(&mut self, line: &str, evidence: &mut CommandEvidence) {
        let lower = line.to_lowercase();
        if let Some((title, _)) = line.split_once(" in Slot ") {
            self.model = word(title);
        } else if lower.starts_with("pci address") {
            let at = line.rsplit(' ').next().and_then(address);
            let name = self.model.clone();
            self.adapter(at, name, evidence);
        }
        if let Some(number) = begun(&lower) {
            self.end_record(evidence);
            let name = evidence.scoped(&format!("volume{number}"));
            let volume = RaidVolume { name, ..RaidVolume::default() };
            self.record = Some(VolumeRecord { volume, spans: 1, ..VolumeRecord::default() });
        } else if lower.starts_with("physical device information") {
            self.end_record(evidence);
        }
        let Some((key, value)) = lower.split_once(" = ").or_else(|| lower.split_once(':')) else {
            return;
        };
        let own = line.get(line.len() - value.len()..).unwrap_or(value).trim();
        let (key, value) = (key.trim(), value.trim());
        match key {
            "product name" | "controller type" => self.model = word(own),
            "segment" | "bus" | "device" | "function" if self.model.is_some() => {
                self.place.extend(value.parse::<u32>().ok().map(|number| (key.to_owned(), number)));
                let of = |key: &str| self.place.get(key).copied();
                if let (Some(bus), Some(device), Some(function)) =
                    (of("bus"), of("device"), of("function"))
                {
                    let segment = of("segment").unwrap_or_default();
                    let text = format!("{segment:04x}:{bus:02x}:{device:02x}.{function:x}");
                    self.place.clear();
                    let name = self.model.clone();
                    self.adapter(address(&text), name, evidence);
                }
            }
            _ => {}
        }
        match (&mut self.record, &mut self.drive) {
            (Some(record), _) => record.take(key, own, evidence),
            (None, Some((_, is_failed))) if key == "status" => *is_failed = value == "failed",
            (None, Some((slot, is_failed))) if key == "drive type" => {
                let (slot, state) = (slot.clone(), if *is_failed { "Failed" } else { own });
                if let Some(array) = self.array.clone() {
                    self.group(&array).add(slot, state);
                }
            }
            _ => {}
        }
    }

    /// Takes the volume that ends here.
    fn end_record(&mut self, evidence: &mut CommandEvidence) {
        let Some(VolumeRecord { mut volume, drives, spans, is_degraded, .. }) = self.record.take()
        else {
            return;
        };
        // The text ends before its level.
        if volume.level.is_empty() {
            return;
        }
        let (all, listed) = (drives.saturating_mul(spans), volume.members.len() as u32);
        let unlisted = all.saturating_sub(listed).min(MOST_MEMBERS);
        match is_degraded {
            true => volume.missing = volume.missing.max(unlisted),
            // The text ends before these members.
            false => volume.members.extend((0..unlisted).map(|_| String::new())),
        }
        // MegaCli calls mirrored pairs of any number RAID 1.
        if volume.level == "1" && all > 2 {
            volume.level = "10".to_owned();
        }
        match self.array.clone() {
            Some(array) => self.volumes.push((array, volume)),
            None => evidence.volumes.push(volume),
        }
    }

    fn finish(mut self, evidence: &mut CommandEvidence) {
        self.end_record(evidence);
        for outline in self.outlines {
            if !self.volumes.iter().any(|(group, _)| *group == outline.0) {
                self.volumes.push(outline);
            }
        }
        for (group, mut volume) in self.volumes {
            if let Some(drives) = self.groups.get(&group) {
                volume.members = drives.members.iter().cloned().collect();
                volume.missing = drives.missing.len() as u32;
            }
            evidence.volumes.push(volume);
        }
    }
}

impl VolumeRecord {
    fn take(&mut self, key: &str, value: &str, evidence: &CommandEvidence) {
        let volume = &mut self.volume;
        let count = || value.parse().unwrap_or_default();
        match key {
            "raid level" | "fault tolerance" => volume.level = level_of(value),
            "disk name" => {
                let own = value.split_whitespace().next().and_then(name);
                volume.name = own.unwrap_or(&volume.name).to_owned();
            }
            "size" if volume.size.is_none() => volume.size = binary(value),
            "size (in mb)" => volume.size = binary(&format!("{value} MB")),
            "stripe-unit size" | "strip size" => {
                let kib = value.strip_suffix(" KB").and_then(|number| number.parse::<u64>().ok());
                volume.chunk = kib.map(|kib| Bytes::new(kib.saturating_mul(1024)));
            }
            "number of drives" | "number of drives per span" => self.drives = count(),
            "span depth" => self.spans = count(),
            "state" => self.is_degraded = value.contains("egraded"),
            "enclosure device id" => self.enclosure = value.to_owned(),
            "slot number" => self.slot = format!("{}:{value}", self.enclosure),
            "firmware state" if value.starts_with("Online") => {
                volume.members.push(evidence.scoped(&self.slot));
            }
            _ if key.starts_with("phy[") => volume.members.push(evidence.scoped(value)),
            _ if ["segment ", "group ", "device "].iter().any(|it| key.starts_with(it)) => {
                let is_out = ["Missing", "Inconsistent", "Rebuilding"]
                    .iter()
                    .any(|it| value.starts_with(it));
                volume.missing += u32::from(is_out);
                let present = value.strip_prefix("Present").and_then(|it| it.rsplit_once(' '));
                volume.members.extend(present.map(|(_, serial)| serial.to_owned()));
            }
            _ => {}
        }
    }
}

/// The number of the volume that begins with a line in small letters.
fn begun(line: &str) -> Option<&str> {
    let starts = ["logical device number ", "logical drive: ", "virtual drive: ", "ir volume "];
    let rest = starts.iter().find_map(|start| line.strip_prefix(start))?;
    let number = rest.split(' ').next()?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(number)
}

/// A level as the model calls it: `5` of `RAID-5`, `6 Reed-Solomon` and `Primary-5, Secondary-0, RAID Level
/// Qualifier-3`, `10` of `1+0` and `Primary-1, Secondary-3, ...`.
fn level_of(text: &str) -> String {
    if text.starts_with("Simple") {
        return "0".to_owned();
    }
    let plain = text.trim_start_matches("RAID").trim_start_matches(['-', ' ']);
    match plain.strip_prefix("Primary-") {
        Some(rest) => {
            let level = rest.split(',').next().unwrap_or_default();
            let is_spanned = rest.contains("Secondary-3");
            format!("{level}{}", if is_spanned { "0" } else { "" })
        }
        None => plain.split(' ').next().unwrap_or_default().replace('+', ""),
    }
}

/// A size in powers of 1024, whatever its unit is called.
fn binary(text: &str) -> Option<Bytes> {
    amount::size(&text.replace('B', "iB"))
}

/// What a line of ssacli's has in brackets; `None` if it has less than a size and another value.
fn inside(line: &str) -> Option<[&str; 4]> {
    let (_, inside) = line.trim_end_matches(')').split_once('(')?;
    let mut parts = inside.split(", ");
    Some([parts.next()?, parts.next()?, parts.next()?, parts.next().unwrap_or_default()])
}

/// Whether a text has volumes or drives of such a controller.
pub(super) fn is_known<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let mut evidence = CommandEvidence::default();
    read(lines, &mut evidence);
    !evidence.volumes.is_empty() || !evidence.capture.blocks.is_empty()
}

/// Adds the volumes, once all drives have their names.
pub(super) fn put(evidence: &mut CommandEvidence) {
    let volumes = std::mem::take(&mut evidence.volumes);
    let drives = drives_by_key(&evidence.capture.blocks);
    let keys = volumes.iter().flat_map(|volume| &volume.members);
    let taken: BTreeSet<&String> = keys.filter_map(|key| drive_of(key, &drives)).collect();
    let others: Vec<&String> =
        evidence.capture.blocks.keys().filter(|name| !taken.contains(name)).collect();
    let is_open = |volume: &&RaidVolume| {
        volume.members.iter().any(|key| drive_of(key, &drives).is_none() && !is_serial(key))
    };
    let open = volumes.iter().filter(is_open).count();
    let members = volumes.iter().map(|volume| {
        // A text may end before the drives of a volume, which has them nevertheless.
        let is_cut =
            drives.is_empty() || volume.members.iter().any(|key| drive_of(key, &drives).is_some());
        let named = |(at, key): (usize, &String)| match drive_of(key, &drives) {
            Some(name) => Some(name.clone()),
            None => (is_serial(key) || is_cut).then(|| format!("{}-{at}", volume.name)),
        };
        let mut known: Vec<String> = volume.members.iter().enumerate().filter_map(named).collect();
        let unknown = volume.members.len() - known.len();
        // The drives that are in no other volume, where they are as many; else it is not known
        // which of them.
        if unknown > 0 && open == 1 && others.len() == unknown {
            known.extend(others.iter().map(|name| (*name).clone()));
        } else if unknown > 0 {
            known.clear();
        }
        known
    });
    let members: Vec<Vec<String>> = members.collect();
    for (volume, members) in volumes.into_iter().zip(members) {
        let all = volume.members.len() as u32 + volume.missing;
        let (engine, level) = ("hardware".to_owned(), volume.level);
        let stack = StackedDevice::Described { engine, level, chunk: volume.chunk };
        evidence.array(&volume.name, stack, &members);
        evidence.size(&volume.name, volume.size, false);
        if volume.missing > 0 {
            arrays::degraded(&volume.name, volume.missing, all, evidence);
        }
    }
}

/// The drive of a member's key: the slot that it is in, or the one with this number.
fn drive_of<'a>(
    key: &'a String,
    drives: &BTreeMap<String, Option<&'a String>>,
) -> Option<&'a String> {
    match is_slot(key) {
        true => Some(key),
        false => drives.get(key).copied().flatten(),
    }
}

/// Drives by name and by serial number; those whose number was blotted out are not told apart by it.
fn drives_by_key(blocks: &BTreeMap<String, BlockDevice>) -> BTreeMap<String, Option<&String>> {
    let mut drives: BTreeMap<String, Option<&String>> = BTreeMap::new();
    for (name, block) in blocks {
        drives.insert(name.clone(), Some(name));
        if let Some(serial) = &block.serial {
            drives.entry(serial.clone()).and_modify(|it| *it = None).or_insert(Some(name));
        }
    }
    drives
}

/// Whether a member's key tells it from others, rather than being empty, a place or blotted out.
fn is_serial(key: &str) -> bool {
    key.len() > 2
        && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        && !key.chars().all(|c| key.starts_with(c))
}
