//! The slowest drive that fills the location: its rate for drives that limit nothing, and which of
//! the catalogue's drives reach that.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::drive::{self, DriveInterface, DriveModel};
use narrows_model::{
    BandedFigure, DriveFigures, LoadedLimit, Machine, WorkloadOnTarget, holding, predict_workloads,
};
use narrows_topology::Id;
use narrows_units::{BytesPerSec, Iops, Nanos};
use narrows_workload::{Direction, Pattern, Workload};

use crate::device::{DeviceShape, MovableDevice};
use crate::evaluate::targets;
use crate::feasibility::RaidEngineKind;
use crate::inventory::SlotInventory;
use crate::placement::Placement;
use crate::request::ArrayConstraint;

/// A location counts as filled at this part of its possible rate.
pub const FILLED: f64 = 0.97;

/// Drives of one model, and the rate that would fill their locations.
#[derive(Clone, Debug, PartialEq)]
pub struct DriveFilling {
    /// The devices, by index: all of one model.
    pub devices: Vec<usize>,
    pub now: BytesPerSec,
    /// Rate of their locations for drives that limit nothing.
    pub place: BytesPerSec,
    /// The limit then; `None` if unknown.
    pub limit: Option<LoadedLimit>,
    /// The slowest of the catalogue that fill the places, one per model line of equal rates; `None`
    /// if none does.
    pub slowest: Option<&'static DriveModel>,
    pub with_slowest: Option<BytesPerSec>,
}

/// For each model among the devices, while all drives and arrays run this together.
///
/// A drive counts as the same kind of thing if it is connected the same way and as an M.2 module, a
/// card or the like; its size does not matter.
pub fn fillings(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    at: &Placement,
    arrays: &[(&ArrayConstraint, RaidEngineKind)],
    workload: &Workload,
) -> Vec<DriveFilling> {
    let Ok(machine) = inventory.machine(devices, at, arrays) else { return Vec::new() };
    let mut groups: BTreeMap<(&str, DeviceShape), Vec<usize>> = BTreeMap::new();
    for (index, device) in devices.iter().enumerate().filter(|(_, device)| device.drive().is_some())
    {
        groups.entry((&device.model, device.shape)).or_default().push(index);
    }
    let workloads: Vec<WorkloadOnTarget> =
        targets(&machine).iter().map(|id| WorkloadOnTarget::new(id, workload)).collect();
    groups.into_values().map(|group| filling(&machine, devices, &workloads, group)).collect()
}

fn filling(
    machine: &Machine,
    devices: &[MovableDevice],
    workloads: &[WorkloadOnTarget],
    group: Vec<usize>,
) -> DriveFilling {
    let drives: BTreeSet<&Id> = group.iter().filter_map(|&at| devices[at].drive()).collect();
    let of_group = |target: &Id| {
        let array = machine.arrays.get(target);
        drives.contains(target)
            || array.is_some_and(|it| it.members.iter().any(|member| drives.contains(member)))
    };
    let with = |figures: Option<&DriveFigures>| {
        let mut machine = machine.clone();
        if let Some(figures) = figures {
            let own = drives.iter().map(|drive| ((*drive).clone(), figures.clone()));
            machine.figures.extend(own);
        }
        let mut outcomes = predict_workloads(&machine, workloads);
        outcomes.retain(|outcome| of_group(&outcome.target));
        let total: f64 = outcomes.iter().map(|outcome| outcome.rate.get()).sum();
        (BytesPerSec::new(total), holding(&outcomes))
    };
    // As they are, and as if the drives took no time: what their places allow.
    let (now, _) = with(None);
    let (place, limit) = with(Some(&limitless()));
    let fills = |model: &'static DriveModel| {
        let (rate, _) = with(Some(&DriveFigures::of_model(model)));
        (rate.get() >= FILLED * place.get()).then_some((model, rate))
    };
    let slowest = alike(machine, &drives, workloads.first()).into_iter().find_map(fills);
    DriveFilling {
        devices: group,
        now,
        place,
        limit,
        slowest: slowest.map(|(model, _)| model),
        with_slowest: slowest.map(|(_, rate)| rate),
    }
}

/// A drive that is not on sale: every request completes at once.
pub(crate) fn limitless() -> DriveFigures {
    let rate = BandedFigure::documented(BytesPerSec::mb_s(1e6));
    let operations = BandedFigure::documented(Iops::new(1e9));
    let wait = BandedFigure::documented(Nanos::micros(1));
    DriveFigures {
        read: Some(rate),
        write: Some(rate),
        random_read: Some(operations),
        random_write: Some(operations),
        read_latency: Some(wait),
        write_latency: Some(wait),
        sequential_latency: Some(wait),
        ..DriveFigures::default()
    }
}

/// The catalogue's drives that are connected in the same way, the slowest at such requests first; equal
/// ones by id.
fn alike(
    machine: &Machine,
    drives: &BTreeSet<&Id>,
    first: Option<&WorkloadOnTarget>,
) -> Vec<&'static DriveModel> {
    let interface = |id: &&Id| {
        let drive = machine.topology.drives.get(*id)?;
        let known = drive::find(drive.model.as_deref()?, drive.size);
        known.map(|model| model.interface)
    };
    let known: BTreeSet<DriveInterface> = drives.iter().filter_map(interface).collect();
    let mut models: Vec<&DriveModel> =
        drive::all().iter().filter(|model| known.contains(&model.interface)).collect();
    let kind = first.map(|it| (it.workload.pattern, it.workload.direction()));
    let rate = |model: &DriveModel| {
        let known = match kind {
            Some((Pattern::Random, Direction::Read)) => model.rand_read.map(Iops::get),
            Some((Pattern::Random, Direction::Write)) => model.rand_write.map(Iops::get),
            Some((Pattern::Sequential, Direction::Write)) => model.seq_write.map(BytesPerSec::get),
            _ => model.seq_read.map(BytesPerSec::get),
        };
        known.unwrap_or(f64::INFINITY)
    };
    models.sort_by(|a, b| rate(a).total_cmp(&rate(b)).then_with(|| a.id.cmp(&b.id)));
    models
}

#[cfg(test)]
mod tests {
    use narrows_topology::graph::Drive;
    use narrows_workload::profile;

    use super::*;

    #[test]
    fn the_slowest_is_slow_at_the_requests_asked_for() {
        let known = drive::drive("samsung-990-pro-2000gb").unwrap();
        let (mut machine, id) = (Machine::default(), Id::new("a"));
        let own = Drive { model: Some(known.name.clone()), ..Drive::default() };
        machine.topology.drives.insert(id.clone(), own);
        for workload in ["seq-write-128k-q32", "rand-read-4k-q32", "rand-write-4k-q32"] {
            let first = WorkloadOnTarget::new(&id, &profile(workload).unwrap());
            let models = alike(&machine, &[&id].into(), Some(&first));
            let rate = |model: &DriveModel| match workload {
                "seq-write-128k-q32" => model.seq_write.map(BytesPerSec::get),
                "rand-read-4k-q32" => model.rand_read.map(Iops::get),
                _ => model.rand_write.map(Iops::get),
            };
            let rates: Vec<f64> = models.into_iter().filter_map(rate).collect();
            assert!(rates.len() > 1 && rates.is_sorted(), "{workload}: {rates:?}");
        }
    }
}
