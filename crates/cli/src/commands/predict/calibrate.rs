//! `--calibrate`: what a run measured of the drives takes the place of what is known of them.

use std::path::{Path, PathBuf};

use narrows_messages::Message;
use narrows_model::{Machine, Sample};
use narrows_record::run::{Measured, Run};
use narrows_record::word::Set;
use narrows_topology::Id;
use narrows_units::BytesPerSec;
use narrows_workload::profile;

use crate::commands::compare;
use crate::failure::Failure;
use crate::input;

/// The machine with the figures of the run at `path`: its directory, its `run.json`, or its name among
/// the kept ones.
pub fn with_run(machine: Machine, path: &Path) -> Result<Machine, Failure> {
    let samples = samples(&load(path)?, &machine);
    if samples.is_empty() {
        let what = Message::new("cli-calibrate-nothing").with("path", file_of(path).display());
        return Err(Failure::new(what));
    }
    Ok(machine.calibrated(&samples))
}

fn file_of(path: &Path) -> PathBuf {
    if path.is_dir() { path.join("run.json") } else { path.to_owned() }
}

/// The run at `path`, which may be its name.
pub fn load(path: &Path) -> Result<Run, Failure> {
    let file = file_of(path);
    let unreadable = |problem: String| {
        let what = Message::new("cli-calibrate-unreadable").with("path", file.display());
        Failure::new(what.with("problem", problem))
    };
    // Whatever is no path is the name of a kept run: `latest`, an id or the beginning of one.
    let named = path.to_str().filter(|name| !name.contains('/') && !path.exists());
    if let Some(name) = named {
        return compare::load(name);
    }
    let text = input::read(&file).map_err(|error| unreadable(error.to_string()))?;
    serde_json::from_slice(&text).map_err(|error| unreadable(error.to_string()))
}

/// What each drive did by itself, whole and without errors. What a simulation did came from the
/// figures that are to be corrected.
fn samples(run: &Run, machine: &Machine) -> Vec<Sample> {
    let sound = |found: &&Measured| {
        found.set == Set::Alone && !found.partial && found.errors == 0 && !found.simulated
    };
    let sample = |found: &Measured| {
        Some(Sample {
            drive: same_drive(&found.target, run, machine)?,
            workload: profile(&found.workload)?,
            rate: BytesPerSec::mb_s(found.mb_s),
        })
    };
    run.results.iter().filter(sound).filter_map(sample).collect()
}

/// The drive with the serial number of the run's `target`; with its name where either has none.
pub fn same_drive(target: &str, run: &Run, machine: &Machine) -> Option<Id> {
    let then = run.machine.drives.iter().find(|drive| drive.id == target)?;
    let drives = &machine.topology.drives;
    let by_serial = then.serial.as_ref().and_then(|serial| {
        drives.iter().find(|(_, drive)| drive.serial.as_ref() == Some(serial)).map(|(id, _)| id)
    });
    let by_name = drives
        .get_key_value(&Id::new(target))
        .filter(|(_, drive)| then.serial.is_none() || drive.serial.is_none());
    by_serial.or(by_name.map(|(id, _)| id)).cloned()
}
