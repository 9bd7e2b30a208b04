//! Measurements of the drives in a run replace their known figures.

use narrows_model::{CalibrationSample, Machine};
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::word::TargetSet;
use narrows_topology::Id;
use narrows_units::BytesPerSec;
use narrows_workload::profile;

/// The machine with the figures of a run; `None` if the run measured none of its drives alone.
pub fn with_run(machine: Machine, run: &RunDocument) -> Option<Machine> {
    let samples = samples(run, &machine);
    (!samples.is_empty()).then(|| machine.calibrated(&samples))
}

/// Individual results of the drives, whole and without errors. Simulated results came from the
/// figures to be corrected.
fn samples(run: &RunDocument, machine: &Machine) -> Vec<CalibrationSample> {
    let sound = |found: &&TargetMeasurement| {
        found.set == TargetSet::Alone && !found.partial && found.errors == 0 && !found.simulated
    };
    let sample = |found: &TargetMeasurement| {
        Some(CalibrationSample {
            drive: same_drive(&found.target, run, machine)?,
            workload: profile(&found.workload)?,
            rate: BytesPerSec::mb_s(found.mb_s),
        })
    };
    run.results.iter().filter(sound).filter_map(sample).collect()
}

/// The drive with the serial number of the run's `target`; with its name where either has none.
pub(super) fn same_drive(target: &str, run: &RunDocument, machine: &Machine) -> Option<Id> {
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
