//! Identifies a drive across runs, reboots and slots.
//!
//! Kernel names change from boot to boot, so a run's `target` alone says little of another run's.

use serde::{Deserialize, Serialize};

use crate::see::{DriveRecord, SeeDocument};

/// A drive's marks. Those unknown, or known to distinguish nothing, are null.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IdentityRecord {
    /// Model.
    pub model: Option<String>,
    /// Serial number; null where another drive of the machine has the same.
    pub serial: Option<String>,
    /// World Wide Name, EUI-64 or NGUID; null where another drive of the machine has the same.
    pub wwn: Option<String>,
    /// The label of the physical slot.
    pub slot: Option<String>,
}

impl IdentityRecord {
    /// The marks of a machine's drive `target`; empty if it is not one of its drives, such as a
    /// file.
    pub fn of(target: &str, machine: &SeeDocument) -> Self {
        let Some(drive) = machine.drives.iter().find(|drive| drive.id == target) else {
            return Self::default();
        };
        Self {
            model: stated(&drive.model),
            serial: alone(drive, machine, |drive| stated(&drive.serial)),
            wwn: alone(drive, machine, |drive| stated(&drive.wwn)),
            slot: slot(drive, machine),
        }
    }

    /// A key that is the same for the same drive in every run, as far as its marks allow: serial,
    /// else WWN, else model and slot, else the name that it had in the run.
    pub fn key(&self, target: &str) -> String {
        match (&self.serial, &self.wwn, &self.model, &self.slot) {
            (Some(serial), ..) => format!("serial {serial}"),
            (None, Some(wwn), ..) => format!("wwn {wwn}"),
            (None, None, Some(model), Some(slot)) => format!("slot {slot}: {model}"),
            _ => format!("name {target}"),
        }
    }
}

fn stated(text: &Option<String>) -> Option<String> {
    text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// A mark that no other drive of the machine has: namespaces share a serial, and some makers give
/// all their drives the same one.
fn alone(
    drive: &DriveRecord,
    machine: &SeeDocument,
    mark: impl Fn(&DriveRecord) -> Option<String>,
) -> Option<String> {
    let own = mark(drive)?;
    let bearers = machine.drives.iter().filter(|other| mark(other).as_ref() == Some(&own));
    (bearers.count() == 1).then_some(own)
}

/// The slot of the drive's controller.
fn slot(drive: &DriveRecord, machine: &SeeDocument) -> Option<String> {
    let controller = drive.controller.as_ref()?;
    let storage = machine.storage.iter().find(|storage| storage.id == *controller)?;
    storage.slot.as_ref().map(|slot| slot.label.clone())
}
