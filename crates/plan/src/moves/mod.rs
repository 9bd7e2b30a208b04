//! From today's arrangement to a plan: the moves, their order, and the gain of each step.
//!
//! For: carrying out a plan by hand, opening the machine as few times as possible and knowing after
//! each step what to measure. [`between`] leads to a plan; [`fewest`] tells how much of the best is
//! reached with one, two or three moves.
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
use crate::device::MovableDevice;
use crate::evaluate::Late;
use crate::inventory::SlotInventory;
use crate::placement::DeviceLocation;
use crate::request::PlacementRequest;
use crate::result::PlanCandidate;

/// One step, done at once: a device goes to a free place, or devices change places in a circle.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveStep {
    /// Devices taken out and put in; empty if only settings change.
    pub carried: Vec<MovedDevice>,
    /// Firmware settings to change with this step.
    pub settings: Settings,
    /// Locations after it, for the devices that are in the machine then.
    pub locations: Vec<Option<DeviceLocation>>,
    /// Its effects: the drives and arrays that are carried, or become faster or slower.
    pub effects: Vec<MoveEffect>,
    /// The measurement that confirms it; `None` if it changes no drive's rate.
    pub check: Option<MoveCheck>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedDevice {
    pub device: usize,
    /// Its location before; `None` if it is not in the machine yet.
    pub from: Option<DeviceLocation>,
    /// Its location after.
    pub to: DeviceLocation,
    /// Its link and attachment before; `None` if unknown.
    pub before: Option<DeviceLink>,
    /// The link that it runs after.
    pub after: Option<DeviceLink>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceLink {
    /// Its link; `None` for a SATA drive or if unknown.
    pub link: Option<LinkWidth>,
    /// Through which attachment its data goes.
    pub attachment: AttachmentPoint,
}

/// The steps from today to a plan, in a feasible order: each device goes to a location that is free
/// by then, and the machine works in between. Of the steps possible next, the most beneficial comes
/// first.
///
/// `devices` starts with those the inventory has today; the others are not in the machine yet.
/// Interchangeable devices are exchanged rather than moved.
///
/// Once the time is over, steps still come in a feasible order, but their effects are left out.
pub fn between(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    request: &PlacementRequest,
    plan: &PlanCandidate,
    late: Late,
) -> Vec<MoveStep> {
    let goal = least(inventory, devices, request, &plan.placement);
    order::MoveSequence::new(inventory, devices, request, plan, goal, late).all()
}

/// Today's locations; `None` for devices that are not in the machine yet.
fn today(inventory: &SlotInventory, devices: &[MovableDevice]) -> MoveState {
    let location = |index: usize| inventory.today.locations.get(index).copied();
    let locations = (0..devices.len()).map(location).collect();
    MoveState { locations, settings: inventory.today.settings.clone() }
}
