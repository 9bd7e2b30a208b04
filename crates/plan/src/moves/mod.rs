//! From the arrangement of today to a plan: what is moved, in which order, and what each step
//! brings.
//!
//! For: doing a plan by hand, with the machine open as few times as possible, and knowing after
//! each step what to measure. [`between`] leads to a plan; [`fewest`] says how much of the best is
//! reached with one move, with two, with three.
//!
//! Not here: which plan is best (`search`); how a measurement is run.

mod check;
mod effect;
mod least;
mod order;
mod reach;
mod state;

use narrows_catalog::board::Settings;
use narrows_topology::graph::AttachmentPoint;
use narrows_units::LinkWidth;

pub use check::MoveCheck;
pub use effect::MoveEffect;
pub use least::least;
pub use reach::{MoveReach, fewest};

use self::state::MoveState;
use crate::ask::PlacementRequest;
use crate::device::MovableDevice;
use crate::evaluate::Late;
use crate::found::PlanCandidate;
use crate::inventory::SlotInventory;
use crate::placement::DeviceLocation;

/// One step, done at once: a device goes to a free place, or devices change places in a circle.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveStep {
    /// What is taken out and put in; empty where only settings change.
    pub carried: Vec<MovedDevice>,
    /// What is set in the firmware with this step.
    pub settings: Settings,
    /// What is where after it, for the devices that are in the machine then.
    pub locations: Vec<Option<DeviceLocation>>,
    /// What it changes: the drives and arrays that are carried, or become faster or slower.
    pub effects: Vec<MoveEffect>,
    /// The measurement that confirms it; none where it changes no drive's rate.
    pub check: Option<MoveCheck>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedDevice {
    pub device: usize,
    /// Where it is before; none for one that is not in the machine yet.
    pub from: Option<DeviceLocation>,
    /// Where it is after.
    pub to: DeviceLocation,
    /// The link that it runs before, and through which attachment; none where unknown.
    pub before: Option<DeviceLink>,
    /// The link that it runs after.
    pub after: Option<DeviceLink>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceLink {
    /// Its link; none for a SATA drive and where unknown.
    pub link: Option<LinkWidth>,
    /// Through which attachment its data goes.
    pub attachment: AttachmentPoint,
}

/// The steps from today to a plan, in an order in which they can be done: each device goes to a
/// place that is free by then, and the machine works in between. Among those that can be done next,
/// the one that brings most comes first.
///
/// `devices` starts with what the inventory has today; the others are not in the machine yet. Devices
/// that can be exchanged for each other are exchanged rather than moved.
///
/// Once the time is over, steps come in an order in which they can be done, and what they change is
/// left out.
pub fn between(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
    wanted: &PlanCandidate,
    late: Late,
) -> Vec<MoveStep> {
    let goal = least(inventory, devices, ask, &wanted.placement);
    order::MoveSequence::new(inventory, devices, ask, wanted, goal, late).all()
}

/// What is where today; none for devices that are not in the machine yet.
fn today(inventory: &SlotInventory, devices: &[MovableDevice]) -> MoveState {
    let location = |index: usize| inventory.today.locations.get(index).copied();
    let locations = (0..devices.len()).map(location).collect();
    MoveState { locations, settings: inventory.today.settings.clone() }
}
