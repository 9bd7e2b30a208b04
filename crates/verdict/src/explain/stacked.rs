//! Devices made of other devices: several of them share the one below.
//!
//! The rate of the lower device is known only if the run measured it alone; otherwise the sentence
//! names the device and says that its own figure is missing.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_record::predict::{LimitRecord, LimitRecordKind};
use narrows_record::see::{SeeDocument, StorageKind};
use narrows_record::word::FigureUnit;

use super::figures::FiguresByDrive;
use super::{Conclusion, names, owned, rate};
use crate::thresholds::explain::{AT_LIMIT, UNSHARED};

/// The drives by the device that several of them are on, and the rest.
pub(super) fn split<'a>(
    machine: &'a SeeDocument,
    drives: &[&'a str],
) -> (BTreeMap<&'a str, Vec<&'a str>>, Vec<&'a str>) {
    let mut carriers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for &drive in drives {
        for device in below(machine, drive) {
            carriers.entry(device).or_default().push(drive);
        }
    }
    carriers.retain(|_, carried| carried.len() > 1);
    let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut rest = Vec::new();
    for &drive in drives {
        let mut over: Vec<_> =
            carriers.iter().filter(|(_, carried)| carried.contains(&drive)).collect();
        // The device that most of them share; of equal ones the nearest, which itself is on the
        // others.
        over.sort_by_key(|(device, carried)| (carried.len(), below(machine, device).len()));
        match over.last() {
            Some((device, _)) => groups.entry(device).or_default().push(drive),
            None => rest.push(drive),
        }
    }
    (groups, rest)
}

/// All parts of a device, down to its drives; empty for a drive.
pub(crate) fn below<'a>(machine: &'a SeeDocument, device: &'a str) -> BTreeSet<&'a str> {
    let mut below = BTreeSet::new();
    let mut left = vec![device];
    while let Some(at) = left.pop() {
        let array = machine.arrays.iter().find(|array| array.id == at);
        let members = array.into_iter().flat_map(|array| &array.members).map(String::as_str);
        left.extend(members.filter(|&member| below.insert(member)));
    }
    below
}

/// The conclusion for drives that are all on `device`.
pub(super) fn shared(figures: &FiguresByDrive<'_>, device: &str, drives: &[&str]) -> Conclusion {
    let together = FiguresByDrive::sum(&figures.together, drives);
    let alone = FiguresByDrive::sum(&figures.alone, drives);
    let by_itself = figures.alone.get(device).map(|measured| measured.mb_s);
    let id = match by_itself {
        _ if together >= UNSHARED * alone => "finding-shared-device-not-reached",
        None => "finding-shared-device-unmeasured",
        Some(by_itself) if together >= AT_LIMIT * by_itself => "finding-shared-device",
        Some(_) => "finding-below-shared-device",
    };
    let what = Message::new(id)
        .with("drives", names(drives))
        .with("device", device)
        .with("together", rate(together))
        .with("alone", rate(alone))
        .with("itself", rate(by_itself.unwrap_or_default()));
    let is_full = id == "finding-shared-device";
    let limit = by_itself.filter(|_| is_full).map(|by_itself| limit(device, together, by_itself));
    Conclusion { targets: owned(drives), what, limit }
}

fn limit(device: &str, load: f64, capacity: f64) -> LimitRecord {
    LimitRecord {
        kind: LimitRecordKind::Drive,
        id: device.to_owned(),
        name: device.into(),
        load,
        capacity,
        unit: FigureUnit::MbS,
    }
}

/// The message about a loop device; `None` for other devices.
pub(super) fn alone(machine: &SeeDocument, device: &str) -> Option<Message> {
    if let Some(array) = machine.arrays.iter().find(|array| array.id == device) {
        let below = array.members.join(", ");
        return Some(Message::new("finding-over-device").with("below", below));
    }
    let drive = machine.drives.iter().find(|drive| drive.id == device)?;
    let controller = drive.controller.as_ref()?;
    let storage = machine.storage.iter().find(|storage| storage.id == *controller)?;
    (storage.kind == StorageKind::Loop).then(|| Message::new("finding-over-no-device"))
}
