//! More drives than a machine has: only if there are slots for them.

use narrows_model::{Machine, beside};
use narrows_plan::growth::{DriveGrowth, grown};
use narrows_plan::inventory::SlotInventory;
use narrows_topology::Id;

use crate::answer::inventory;
use crate::answer::source::SourceMachine;

/// Slots of a machine, if known.
pub struct KnownInventory(Option<SlotInventory>);

impl KnownInventory {
    pub fn of(seen: &SourceMachine) -> Self {
        Self(inventory::places(seen))
    }

    /// The machine with `count` more drives like this one, each in a free slot; `None` if there are
    /// too few. If the slot of this drive is unknown, each new one gets its own path.
    pub fn more(&self, machine: &Machine, like: &Id, count: usize) -> Option<(Machine, Vec<Id>)> {
        let Some(inventory) = &self.0 else { return beside(machine, like, count) };
        match grown(inventory, like, count) {
            DriveGrowth::Grown(larger, drives) => {
                Some((as_known(*larger, machine, like, &drives), drives))
            }
            DriveGrowth::Full(_) => None,
            DriveGrowth::Unplaced => beside(machine, like, count),
        }
    }
}

/// Applies figures that the machine has beyond its source, such as a run's, to the larger one.
fn as_known(mut larger: Machine, machine: &Machine, like: &Id, drives: &[Id]) -> Machine {
    let known = machine.figures.iter().map(|(id, figures)| (id.clone(), figures.clone()));
    larger.figures.extend(known);
    if let Some(figures) = machine.figures.get(like) {
        larger.figures.extend(drives.iter().map(|id| (id.clone(), figures.clone())));
    }
    larger.arrays.clone_from(&machine.arrays);
    larger.host = machine.host.clone();
    larger
}
