//! More drives than a machine has: only where there are places for them.

use narrows_model::{Machine, beside};
use narrows_plan::growth::{DriveGrowth, grown};
use narrows_plan::inventory::SlotInventory;
use narrows_topology::Id;

use crate::answer::inventory;
use crate::answer::source::SourceMachine;

/// The places of a machine, where they are known.
pub struct KnownInventory(Option<SlotInventory>);

impl KnownInventory {
    pub fn of(seen: &SourceMachine) -> Self {
        Self(inventory::places(seen))
    }

    /// The machine with so many more drives like this one, each in a free place; none where there are
    /// not so many. Beside a drive whose own place is unknown each has a way of its own.
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

/// Figures that the machine has beyond its source, such as those of a run, hold for the larger one.
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
