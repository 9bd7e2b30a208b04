//! Who looks at placements, and why one is none.

use narrows_topology::Id;
use narrows_topology::graph::Node;

use crate::device::MovableDevice;
use crate::feasibility::{FeasibilityAnswer, FeasibilityVerdict};
use crate::inventory::SlotInventory;
use crate::placement::PlacementClash;
use crate::request::{Constraint, PlacementRequest};

/// Looks at placements of the same devices on the same inventory with the same request.
#[derive(Clone, Debug)]
pub struct PlacementJudge<'a> {
    pub inventory: &'a SlotInventory,
    pub devices: &'a [MovableDevice],
    pub request: &'a PlacementRequest,
    /// Whether unknown facts about booting and RAID are taken for granted.
    pub allow_unknown: bool,
    /// For each device the first one that it can be exchanged for.
    pub alike: Vec<usize>,
    /// For each device, whether it has other things where it was observed than others would get
    /// there.
    pub(crate) apart: Vec<bool>,
    /// Whether the time for looking at placements is over.
    pub late: Late,
}

/// Asks the owner of a clock whether the time is over; see [`never()`].
pub type Late = fn() -> bool;

pub fn never() -> bool {
    false
}

/// Why a placement is none.
#[derive(Clone, Debug, PartialEq)]
pub enum PlacementRefusal {
    /// It is not possible.
    Clashes(Vec<PlacementClash>),
    /// These constraints, by index, do not come true.
    Constraints(Vec<usize>),
    /// Nothing makes this array, by index, of these drives in these places.
    Array(usize),
}

impl PlacementJudge<'_> {
    /// Whether an answer is good enough for a constraint.
    pub(super) fn accepts(&self, answer: &FeasibilityAnswer) -> bool {
        match answer.verdict {
            FeasibilityVerdict::Yes => true,
            FeasibilityVerdict::No => false,
            FeasibilityVerdict::NotKnown | FeasibilityVerdict::Contradicted => self.allow_unknown,
        }
    }

    pub(super) fn array(&self, id: &str) -> Option<usize> {
        self.request.arrays.iter().position(|array| array.id == id)
    }

    /// Whether the rows of slots matter.
    pub fn has_thick_cards(&self) -> bool {
        self.devices.iter().any(|device| device.thickness().rows_covered() > 0)
    }

    /// Whether anything requested depends on the firmware's rules about booting and RAID.
    pub fn asks_firmware(&self) -> bool {
        let by_constraint = self.request.constraints.iter().any(|constraint| {
            matches!(
                constraint,
                Constraint::Starts(_)
                    | Constraint::StartsFromAny(_)
                    | Constraint::ArrayStarts(_)
                    | Constraint::FirmwareArray(_)
            )
        });
        by_constraint || !self.request.arrays.is_empty()
    }

    pub(super) fn above<'s>(&'s self, on: &'s Id) -> impl Iterator<Item = (&'s Id, &'s Node)> {
        self.inventory.fixed.topology.path(on)
    }
}
