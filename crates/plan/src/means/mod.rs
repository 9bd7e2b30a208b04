//! RAID engines for an array compared: predicted rates, ability to boot, and other known facts.
//!
//! Not here: the facts (`narrows-catalog`, raid); the rules about RAID ([`crate::feasibility`]).

use narrows_catalog::board::SlotForm;
use narrows_catalog::raid;
use narrows_model::{TargetPrediction, WorkloadOnTarget, predict_workloads};
use narrows_topology::Id;
use narrows_topology::capacity::{ASSUMED_MAX_PAYLOAD, LinkDirection, usable};
use narrows_units::{Bytes, BytesPerSec, Lanes, LinkWidth};
use narrows_workload::{Direction, Pattern, Workload};

use crate::device::MovableDevice;
use crate::evaluate::{PlacementJudge, PlacementView, level};
use crate::feasibility::{BootSituation, FeasibilityAnswer, FeasibilityVerdict, RaidEngineKind};
use crate::inventory::{InventorySlot, SlotInventory};
use crate::placement::Placement;
use crate::request::{ArrayConstraint, PlacementRequest};
use crate::result::SearchFn;

/// A way to make the array.
#[derive(Clone, Debug, PartialEq)]
pub struct RaidEngineRow {
    pub facts: &'static raid::Means,
    /// The engine; `None` for a RAID card, which takes the drives away from the board's slots.
    pub means: Option<RaidEngineKind>,
    /// Index of the placement that suits it best; `None` if no placement yields a machine.
    pub placement: Option<usize>,
    /// Whether it can make the array there; `None` for a card.
    pub made: Option<FeasibilityAnswer>,
    /// Whether the machine can boot from it; `None` for a card.
    pub starts: Option<FeasibilityAnswer>,
    /// Its rates there; empty if it certainly cannot make the array.
    pub rates: RaidEngineRates,
    /// For a card: the rate of the widest slot for one.
    pub at_most: Option<BytesPerSec>,
}

/// Predicted rates of an array; `None` if unknown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RaidEngineRates {
    /// Sequential reads of 128 KiB at depth 32.
    pub read: Option<TargetPrediction>,
    /// Sequential writes of 128 KiB at depth 32.
    pub write: Option<TargetPrediction>,
    /// Random reads of 4 KiB at depth 32.
    pub random_read: Option<TargetPrediction>,
    /// Random writes of 4 KiB at depth 32.
    pub random_write: Option<TargetPrediction>,
}

/// Cards for drives have eight lanes or fewer.
const CARD: u8 = 8;

/// Returns the best placement for the array with this index by each engine alone, without
/// duplicates: a placement that suits one engine need not suit another. A search that takes unknown
/// facts for granted finds more.
pub fn placements(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    request: &PlacementRequest,
    array: usize,
    search: SearchFn<'_>,
) -> Vec<Placement> {
    let mut placements = Vec::new();
    for means in RaidEngineKind::ALL {
        let mut by_means = request.clone();
        let Some(constraint) = by_means.arrays.get_mut(array) else { break };
        constraint.means = vec![means];
        let Ok(result) = search(inventory, devices, &by_means) else { continue };
        let best = result.candidates.into_iter().next();
        placements.extend(best.map(|best| best.placement).filter(|at| !placements.contains(at)));
    }
    placements
}

/// Every way to make this array of drives that are in one of these placements, the operating
/// system's included; each in its best placement, in the catalogue's order.
pub fn beside(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    placements: &[Placement],
    constraint: &ArrayConstraint,
) -> Vec<RaidEngineRow> {
    let row = |facts: &'static raid::Means| {
        let means = RaidEngineKind::ALL.into_iter().find(|means| means.id() == facts.id);
        match means {
            Some(means) => by_means(inventory, devices, placements, (constraint, means, facts)),
            None => by_card(inventory, facts),
        }
    };
    raid::all_means().iter().map(row).collect()
}

fn by_means(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    placements: &[Placement],
    (constraint, means, facts): (&ArrayConstraint, RaidEngineKind, &'static raid::Means),
) -> RaidEngineRow {
    let tried = placements.iter().enumerate().filter_map(|(index, at)| {
        let situation = situated(inventory, devices, at, &constraint.members)?;
        let made = situation.array(means, level(constraint.level)?);
        let rates = if made.verdict == FeasibilityVerdict::No {
            RaidEngineRates::default()
        } else {
            RaidEngineRates::of(inventory, devices, at, (constraint, means))
        };
        Some((index, situation, made, rates))
    });
    let better = |it: &(usize, BootSituation, FeasibilityAnswer, RaidEngineRates)| {
        let rate = it.3.read.as_ref().map_or(0.0, |read| read.rate.get());
        // `max_by_key` takes the last of equals; the reversed index makes it the first.
        (it.2.verdict, narrows_units::Scalar::new(rate), std::cmp::Reverse(it.0))
    };
    let best = tried.max_by_key(better);
    let Some((index, situation, made, rates)) = best else {
        return RaidEngineRow::of(facts, Some(means));
    };
    let starts = level(constraint.level).map(|level| situation.array_starts(means, level));
    let (placement, made) = (Some(index), Some(made));
    RaidEngineRow { placement, made, starts, rates, ..RaidEngineRow::of(facts, Some(means)) }
}

/// A card's rates are its own; its slot sets an upper bound.
fn by_card(inventory: &SlotInventory, facts: &'static raid::Means) -> RaidEngineRow {
    let long =
        |slot: &&InventorySlot| matches!(slot.form, None | Some(SlotForm::X16 | SlotForm::X8));
    let payload = inventory.max_payload.unwrap_or(ASSUMED_MAX_PAYLOAD);
    let carries = |slot: &InventorySlot| {
        let link = slot.link?;
        let lanes = Lanes::new(link.lanes.get().min(CARD))?;
        Some(usable(LinkWidth { lanes, ..link }, payload, LinkDirection::Up))
    };
    let rates = inventory.slots.iter().filter(long).filter_map(carries);
    RaidEngineRow {
        at_most: rates.max_by(|a, b| a.get().total_cmp(&b.get())),
        ..RaidEngineRow::of(facts, None)
    }
}

impl RaidEngineRow {
    fn of(facts: &'static raid::Means, means: Option<RaidEngineKind>) -> Self {
        let rates = RaidEngineRates::default();
        Self { facts, means, placement: None, made: None, starts: None, rates, at_most: None }
    }
}

impl RaidEngineRates {
    fn of(
        inventory: &SlotInventory,
        devices: &[MovableDevice],
        at: &Placement,
        (constraint, means): (&ArrayConstraint, RaidEngineKind),
    ) -> Self {
        let Ok(machine) = inventory.machine(devices, at, &[(constraint, means)]) else {
            return Self::default();
        };
        let array = Id::new(&constraint.id);
        let outcome = |pattern, direction| {
            let block = if pattern == Pattern::Random { Bytes::kib(4) } else { Bytes::kib(128) };
            let workload = Workload::new(pattern, direction, block, 32);
            predict_workloads(&machine, &[WorkloadOnTarget::new(&array, &workload)])
                .into_iter()
                .next()
        };
        Self {
            read: outcome(Pattern::Sequential, Direction::Read),
            write: outcome(Pattern::Sequential, Direction::Write),
            random_read: outcome(Pattern::Random, Direction::Read),
            random_write: outcome(Pattern::Random, Direction::Write),
        }
    }
}

/// The known facts with these drives in this placement; `None` if it is not possible, or nothing is
/// known of one of them.
fn situated(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    at: &Placement,
    members: &[usize],
) -> Option<BootSituation> {
    let request = PlacementRequest::default();
    let judge = PlacementJudge::new(inventory, devices, &request, true);
    let view = PlacementView::new(&judge, at).ok()?;
    let drives = members.iter().map(|&member| view.placed(member));
    Some(BootSituation {
        drives: drives.collect::<Option<Vec<_>>>()?,
        ..inventory.situation.clone()
    })
}

#[cfg(test)]
mod tests;
