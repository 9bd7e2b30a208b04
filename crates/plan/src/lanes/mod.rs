//! The lane budget: lanes offered, lanes taken, lanes left over, and devices that lose by it.
//!
//! For: checking before anything is plugged in whether processor, chipset and switches have the
//! lanes that slots and on-board devices are made for, and how much of the traffic below their
//! uplinks carry. Anything not stated stays unknown.
//!
//! Not here: which placement is best (`search`); how lanes become a rate
//! (`narrows_topology::capacity`).

mod budget;
mod flow;
mod occupancy;
mod processor;
mod provider;
mod rules;
mod supply;
mod taker;
mod view;

use crate::device::MovableDevice;
use crate::inventory::SlotInventory;
use crate::placement::{Placement, PlacementClash};

pub use budget::{
    LaneBottleneck, LaneBudget, LaneCountRange, LaneDemand, LaneProvider, LaneProviderKind,
    LaneTaker, LaneTakerKind, LinkShortage, SataPortBudget, SharedUplink,
};
pub use occupancy::{NoRoom, placed};
pub use rules::{LaneRule, LaneRuleEffect};

use self::view::LaneView;

/// The budget of an inventory with these devices in these places.
///
/// # Errors
/// What stands against the placement; see [`SlotInventory::places`].
pub fn of(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    at: &Placement,
) -> Result<LaneBudget, Vec<PlacementClash>> {
    let view = LaneView::new(inventory, devices, at)?;
    let providers = provider::all(&view);
    let rules = rules::all(&view);
    let short = flow::short(&view, &rules);
    let shared = flow::shared(&view.machine);
    let (sata, notes) = (taker::sata(&view), view.notes());
    Ok(LaneBudget { providers, rules, short, shared, sata, notes })
}
