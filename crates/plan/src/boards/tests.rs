use std::collections::BTreeMap;

use super::*;
use crate::placement::Placement;
use crate::request::Constraint;
use crate::result::Search;

fn candidate(scores: &[f64]) -> PlanCandidate {
    PlanCandidate {
        placement: Placement::default(),
        means: BTreeMap::new(),
        scores: scores.to_vec(),
        outcomes: Vec::new(),
        answers: Vec::new(),
    }
}

fn of_scores(scores: &[f64]) -> Search {
    let (candidates, proof) = (vec![candidate(scores)], OptimalityProof::Exact);
    Ok(SearchResult { candidates, obvious: None, proof, next_proven: true, tried: 1 })
}

fn inventory(name: &str) -> SlotInventory {
    SlotInventory { name: name.to_owned(), ..SlotInventory::default() }
}

/// The result of each named inventory; "c" only without the first constraint.
fn search(inventory: &SlotInventory, _: &[MovableDevice], request: &PlacementRequest) -> Search {
    match inventory.name.as_str() {
        "a" => of_scores(&[3500.0, 10.0]),
        "b" => of_scores(&[3501.0, 20.0]),
        "c" if request.constraints.is_empty() => of_scores(&[9000.0, 0.0]),
        "d" => of_scores(&[3400.0, 0.0]),
        _ => Err(PlanConflict { constraints: vec![0], proven: true, ..PlanConflict::default() }),
    }
}

/// The result if unknowns are accepted: "e" scores highest.
fn hopeful(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    request: &PlacementRequest,
) -> Search {
    if inventory.name == "e" {
        of_scores(&[9900.0, 0.0])
    } else {
        search(inventory, devices, request)
    }
}

fn price(inventory: &SlotInventory) -> Option<f64> {
    match inventory.name.as_str() {
        "a" => Some(30.0),
        "b" => Some(40.0),
        "d" => Some(20.0),
        _ => None,
    }
}

fn ranks() -> Vec<BoardCandidate> {
    let inventories = ["c", "d", "a", "b", "e"].map(inventory);
    let request = PlacementRequest {
        constraints: vec![Constraint::NoAdapters],
        ..PlacementRequest::default()
    };
    ranked(&inventories, &[], &request, price, (&search, &hopeful))
}

/// 3,500 and 3,501 differ by 0.03 %, which is nothing, so that the second objective decides for b; d is 3
/// % slower; of e it is unknown whether it can, however fast it would be; c fulfils the constraint nowhere.
#[test]
fn boards_stand_by_their_objectives_and_impossible_ones_last() {
    let order: Vec<usize> = ranks().iter().map(|it| it.inventory).collect();
    assert_eq!(order, [3, 2, 1, 4, 0]);
    let open: Vec<bool> = ranks().iter().map(|it| it.is_open).collect();
    assert_eq!(open, [false, false, false, true, false]);
}

#[test]
fn a_board_that_cannot_says_what_it_would_bring_without_the_constraint() {
    let ranks = ranks();
    let last = &ranks[4];
    assert_eq!(last.best.as_ref().unwrap_err().constraints, [0]);
    assert_eq!(last.without.as_ref().map(|it| it.scores[0]), Some(9000.0));
    assert_eq!(last.part_of_best, None);
}

/// 3,400 of 3,501 is 97.1 %: within 5 %, not within 2 %, where a and b are left, of which a costs
/// less.
#[test]
fn the_cheapest_near_the_best_is_found() {
    let ranks = ranks();
    assert_eq!(cheapest_within(&ranks, 0.05).map(|it| it.inventory), Some(1));
    assert_eq!(cheapest_within(&ranks, 0.02).map(|it| it.inventory), Some(2));
    let unpriced =
        ranked(&[inventory("a")], &[], &PlacementRequest::default(), |_| None, (&search, &hopeful));
    assert_eq!(cheapest_within(&unpriced, 0.05), None);
}

/// 1,001.6 and 1,000.8 are equal, so that the price decides; 1,000 is lower than the best by more than
/// a thousandth, though not than the middle one.
#[test]
fn nearly_equal_scores_are_in_one_order_however_they_come() {
    let boards = [("low", 1000.0, 10.0), ("middle", 1000.8, 20.0), ("high", 1001.6, 30.0)];
    let of = |inventory: &SlotInventory| *boards.iter().find(|it| it.0 == inventory.name).unwrap();
    let search = |inventory: &SlotInventory, _: &[MovableDevice], _: &PlacementRequest| {
        of_scores(&[of(inventory).1])
    };
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let inventories = order.map(|at: usize| inventory(boards[at].0));
        let request = PlacementRequest::default();
        let price = |inventory: &SlotInventory| Some(of(inventory).2);
        let ranked = ranked(&inventories, &[], &request, price, (&search, &search));
        let scores: Vec<_> = ranked.iter().filter_map(BoardCandidate::score).collect();
        assert_eq!(scores, [1000.8, 1001.6, 1000.0], "{order:?}");
    }
}

/// Both boards give the drives the same. The cheaper one has four lanes for a card of sixteen, so that the other
/// comes first; a riser cable comes last of all, whatever the drives get.
#[test]
fn of_equal_boards_the_one_with_the_lanes_comes_first_and_one_without_risers_before_any() {
    let board = |index: usize, score: f64| {
        let best = Ok((candidate(&[score]), OptimalityProof::Exact));
        BoardCandidate {
            inventory: index,
            best,
            is_open: false,
            without: None,
            price: Some(index as f64),
            makeshifts: 0,
            lanes_short: 0,
            part_of_best: None,
        }
    };
    let narrow = BoardCandidate { lanes_short: 12, ..board(0, 3500.0) };
    let riser = BoardCandidate { makeshifts: 24, ..board(1, 7000.0) };
    let wide = board(2, 3500.0);
    let mut boards = [narrow, riser, wide];
    let leaders = leaders(&boards);
    boards.sort_by(|a, b| order(a, b, &leaders));
    assert_eq!(boards.map(|board| board.inventory), [2, 0, 1]);
}
