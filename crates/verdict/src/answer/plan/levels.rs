//! RAID levels and numbers of the plan's drive beside each other.

use std::collections::BTreeMap;

use crate::planned::beyond;
use narrows_catalog::drive;
use narrows_files::inventory;
use narrows_messages::Message;
use narrows_plan::device::MovableDevice;
use narrows_plan::levels::{DriveBatch, LevelContext, NetworkPath, rows};
use narrows_plan::request::{PlacementRequest, PlanObjective};
use narrows_record::plan_levels::LevelComparison;
use narrows_topology::graph::NodeKind;
use narrows_units::Bytes;
use narrows_workload::{Direction, Pattern, Workload};

use super::PlanningOutcome;
use super::beyond::{crowded, quick};
use crate::answer::failure::AnswerFailure;

/// Numbers of drives examined, unless more are requested.
const USUAL: usize = 12;

/// A network by its rate, `25GbE`.
///
/// # Errors
/// It is none.
pub fn network(word: &str) -> Result<NetworkPath, AnswerFailure> {
    let wrong = || Message::new("plan-levels-bad-network").with("word", word);
    NetworkPath::named(word).ok_or_else(|| AnswerFailure::usage(wrong()))
}

/// The levels for the model of most of the plan's drives; `None` if there are none.
pub(super) fn of(
    planning: &PlanningOutcome,
    network: Option<NetworkPath>,
) -> Option<LevelComparison> {
    // The model of most drives, and their number; the first in a tie.
    let mut models: BTreeMap<&str, usize> = BTreeMap::new();
    for device in planning.devices.iter().filter(|device| device.drive().is_some()) {
        *models.entry(&device.model).or_default() += 1;
    }
    let known = models.into_iter().filter_map(|(id, count)| Some((drive::drive(id)?, count)));
    // Of equals `max_by_key` takes the last, which is the first in reverse.
    let (model, asked) = known.rev().max_by_key(|(_, count)| *count)?;
    let numbers = 2..=asked.max(USUAL);
    // If one number of drives finds no slots, a larger one does not either.
    let bays: Vec<DriveBatch> =
        numbers.map_while(|count| bay(planning, &model.id, count)).collect();
    if bays.is_empty() {
        return None;
    }
    let network = network.or_else(|| of_card(&planning.devices));
    let setting = LevelContext { inventory: &planning.inventory, network: network.as_ref() };
    let rows: Vec<_> = bays.iter().flat_map(|bay| rows(&setting, bay)).collect();
    Some(beyond::levels(model, &rows, network.as_ref()))
}

/// The plan's first network card whose ports are known.
fn of_card(devices: &[MovableDevice]) -> Option<NetworkPath> {
    devices.iter().find_map(|device| {
        let rate = device.line_rate().filter(|_| device.kind() == Some(NodeKind::Network))?;
        Some(NetworkPath::of_ports(&device.id, rate, Some(device.id.clone())))
    })
}

/// `count` drives of the model with all other devices, where they read fastest; `None` if they have no
/// slots, or there is no time left.
fn bay(planning: &PlanningOutcome, model: &str, count: usize) -> Option<DriveBatch> {
    if (planning.time.all)() {
        return None;
    }
    let is_one = |device: &MovableDevice| device.drive().is_some() && device.model == model;
    let all = planning.devices.iter();
    let (own, others): (Vec<&MovableDevice>, Vec<&MovableDevice>) =
        all.partition(|device| is_one(device));
    let own = own.into_iter().take(count);
    let mut devices: Vec<MovableDevice> = others.into_iter().chain(own).cloned().collect();
    let missing = count - devices.iter().filter(|device| is_one(device)).count();
    if missing > 0 {
        let list = format!("{missing}x {model}");
        devices.extend(inventory::devices_beside(&crowded(planning), &list).ok()?);
    }
    let fastest = Workload::new(Pattern::Sequential, Direction::Read, Bytes::kib(128), 32);
    let ask = PlacementRequest {
        objectives: vec![PlanObjective::Together(fastest)],
        ..PlacementRequest::default()
    };
    let found = quick(planning.time)(&planning.inventory, &devices, &ask).ok()?;
    let placement = found.candidates.into_iter().next()?.placement;
    let drives = devices.iter().enumerate().filter(|(_, device)| is_one(device));
    let drives = drives.map(|(at, _)| at).collect();
    Some(DriveBatch { devices, drives, placement })
}
