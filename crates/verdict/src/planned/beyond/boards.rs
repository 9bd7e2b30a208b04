//! From ranked boards to documents.

use narrows_messages::{DocumentText, Message, each_once};
use narrows_model::holding;
use narrows_plan::boards::{BoardCandidate, cheapest_within};
use narrows_plan::device::MovableDevice;
use narrows_plan::feasibility::FeasibilityVerdict;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::narrow::narrow;
use narrows_plan::placement::Placement;
use narrows_plan::request::PlacementRequest;
use narrows_plan::result::{OptimalityProof, PlanCandidate, PlanConflict};
use narrows_plan::words;
use narrows_record::plan_beyond::RankedBoard;
use narrows_record::predict::LimitRecord;

use super::{blamed, places, rounded, runs_at, scores};
use crate::planned::placed::deciding;

/// A board counts as near the best within this part of it.
const NEAR: f64 = 0.05;

/// The wire form of boards ranked by [`narrows_plan::boards::ranked`]. `stands_against` gives a
/// board's obstacles, beside the constraints.
pub fn boards(
    ranked: &[BoardCandidate],
    inventories: &[SlotInventory],
    (devices, ask): (&[MovableDevice], &PlacementRequest),
    stands_against: impl Fn(&SlotInventory, &PlanConflict) -> Vec<DocumentText>,
) -> Vec<RankedBoard> {
    let cheapest = cheapest_within(ranked, NEAR).map(|it| it.inventory);
    let board = |it: &BoardCandidate| {
        let inventory = inventories.get(it.inventory)?;
        let empty = bare(it, inventory, cheapest == Some(it.inventory), ask);
        Some(match &it.best {
            Ok((candidate, proof)) => {
                let found = possible(empty, (candidate, *proof), (inventory, devices, ask));
                if it.is_open { open(found, candidate) } else { found }
            }
            Err(impossible) => RankedBoard {
                open: !impossible.proven,
                constraints: blamed(impossible, ask, devices),
                why: why(impossible, (inventory, devices, ask), &stands_against),
                ..empty
            },
        })
    };
    ranked.iter().filter_map(board).collect()
}

/// A board with nothing placed on it yet.
fn bare(
    ranked: &BoardCandidate,
    inventory: &SlotInventory,
    cheapest_near_best: bool,
    ask: &PlacementRequest,
) -> RankedBoard {
    let without = ranked.without.as_ref().map(|it| scores(&it.scores, ask));
    RankedBoard {
        board: inventory.board.clone(),
        name: inventory.name.clone(),
        part_of_best: ranked.part_of_best.map(rounded),
        price: ranked.price,
        cheapest_near_best,
        without: without.unwrap_or_default(),
        ..RankedBoard::default()
    }
}

/// The board with everything in its best place.
fn possible(
    empty: RankedBoard,
    (candidate, proof): (&PlanCandidate, OptimalityProof),
    (inventory, devices, ask): (&SlotInventory, &[MovableDevice], &PlacementRequest),
) -> RankedBoard {
    let means = candidate.means.iter();
    RankedBoard {
        possible: true,
        scores: scores(&candidate.scores, ask),
        exact: Some(proof == OptimalityProof::Exact),
        places: places(inventory, devices, &candidate.placement),
        narrow: narrowed((inventory, devices), &candidate.placement),
        engines: means.map(|(array, it)| (array.clone(), it.id().to_owned())).collect(),
        limit: holding(deciding(ask, &candidate.outcomes)).map(|limit| LimitRecord::of(&limit)),
        ..empty
    }
}

/// The cards that run narrower there than they could.
fn narrowed(
    (inventory, devices): (&SlotInventory, &[MovableDevice]),
    at: &Placement,
) -> Vec<DocumentText> {
    let cards = narrow(inventory, devices, at)
        .into_iter()
        .filter_map(|(device, here, most)| Some(runs_at(&devices.get(device)?.id, here, most)));
    cards.collect()
}

/// A board on which booting and RAID may not work as requested, with ways to settle it.
fn open(found: RankedBoard, candidate: &PlanCandidate) -> RankedBoard {
    let open = candidate.answers.iter().filter(|answer| answer.verdict != FeasibilityVerdict::Yes);
    let why = each_once(open.flat_map(|answer| &answer.settle).map(DocumentText::from));
    RankedBoard { possible: false, open: true, why, ..found }
}

/// The constraints in words, and the obstacles.
fn why(
    impossible: &PlanConflict,
    (inventory, devices, ask): (&SlotInventory, &[MovableDevice], &PlacementRequest),
    stands_against: &impl Fn(&SlotInventory, &PlanConflict) -> Vec<DocumentText>,
) -> Vec<DocumentText> {
    // The search ended before it found a placement or a proof that there is none.
    if !impossible.proven {
        return vec![Message::new("plan-beyond-unfinished").into()];
    }
    let against = stands_against(inventory, impossible);
    if !against.is_empty() {
        return against;
    }
    let constraints = impossible.constraints.iter().filter_map(|&at| ask.constraints.get(at));
    let constraints = constraints.map(|constraint| words::constraint_says(constraint, devices));
    let homeless = impossible.devices.iter().filter_map(|&at| devices.get(at));
    let homeless =
        homeless.map(|device| Message::new("plan-beyond-no-place").with("piece", &device.id));
    constraints.chain(homeless).map(DocumentText::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search that ended early has shown nothing against the board; one that ended has.
    #[test]
    fn a_board_that_was_not_looked_at_to_the_end_is_unknown() {
        let inventories = [SlotInventory::default()];
        let row = |proven: bool| {
            let best = Err(PlanConflict { proven, ..PlanConflict::default() });
            let ranked = BoardCandidate {
                inventory: 0,
                best,
                is_open: false,
                without: None,
                price: None,
                makeshifts: 0,
                lanes_short: 0,
                part_of_best: None,
            };
            let nothing = |_: &SlotInventory, _: &PlanConflict| Vec::new();
            boards(&[ranked], &inventories, (&[], &PlacementRequest::default()), nothing).remove(0)
        };
        let (early, ended) = (row(false), row(true));
        assert!(
            early.open && !early.possible && early.why[0].in_english().contains("ran out of time")
        );
        assert!(!ended.open && !ended.possible && ended.why.is_empty());
    }
}
