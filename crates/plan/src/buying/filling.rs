//! The slowest drive that fills the location: its rate for drives that limit nothing, and which of
//! the catalogue's drives reach that.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::drive::{self, DriveInterface, DriveModel};
use narrows_model::{
    BandedFigure, DriveFigures, LoadedLimit, Machine, WorkloadOnTarget, holding, predict_asked,
};
use narrows_topology::Id;
use narrows_units::{BytesPerSec, Iops, Nanos};
use narrows_workload::Workload;

use crate::ask::ArrayConstraint;
use crate::device::{DeviceShape, MovableDevice};
use crate::evaluate::targets;
use crate::feasibility::RaidEngineKind;
use crate::inventory::SlotInventory;
use crate::placement::Placement;

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
        for drive in figures.iter().flat_map(|_| &drives) {
            machine.figures.extend(figures.map(|it| ((*drive).clone(), it.clone())));
        }
        let mut outcomes = predict_asked(&machine, workloads);
        outcomes.retain(|outcome| of_group(&outcome.target));
        let total: f64 = outcomes.iter().map(|outcome| outcome.rate.get()).sum();
        (BytesPerSec::new(total), holding(&outcomes))
    };
    let (now, _) = with(None);
    let (place, limit) = with(Some(&limitless()));
    let fills = |model: &'static DriveModel| {
        let (rate, _) = with(Some(&DriveFigures::of_model(model)));
        (rate.get() >= FILLED * place.get()).then_some((model, rate))
    };
    let slowest = alike(machine, &drives).into_iter().find_map(fills);
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

/// The catalogue's drives that are connected in the same way, the slowest first; equal ones by id.
fn alike(machine: &Machine, drives: &BTreeSet<&Id>) -> Vec<&'static DriveModel> {
    let interface = |id: &&Id| {
        let drive = machine.topology.drives.get(*id)?;
        let known = drive::find(drive.model.as_deref()?, drive.size);
        known.map(|model| model.interface)
    };
    let known: BTreeSet<DriveInterface> = drives.iter().filter_map(interface).collect();
    let mut models: Vec<&DriveModel> =
        drive::all().iter().filter(|model| known.contains(&model.interface)).collect();
    let rate = |model: &DriveModel| model.seq_read.map_or(f64::INFINITY, BytesPerSec::get);
    models.sort_by(|a, b| rate(a).total_cmp(&rate(b)).then_with(|| a.id.cmp(&b.id)));
    models
}
