use std::collections::BTreeMap;

use super::*;
use crate::device::MovableDevice;
use crate::inventory::SlotInventory;
use crate::placement::Placement;
use crate::request::{Constraint, PlacementRequest};
use crate::result::{OptimalityProof, PlanCandidate, PlanConflict, Search, SearchResult};

/// A search whose score is the inventory's name, and 900 more for each device.
fn search(inventory: &SlotInventory, devices: &[MovableDevice], _: &PlacementRequest) -> Search {
    let base: f64 = inventory.name.parse().map_err(|_| PlanConflict {
        constraints: Vec::new(),
        devices: vec![0],
        clashes: Vec::new(),
        proven: true,
    })?;
    let score = base + 900.0 * devices.len() as f64;
    let candidate = PlanCandidate {
        placement: Placement::default(),
        means: BTreeMap::new(),
        scores: vec![score],
        outcomes: Vec::new(),
        answers: Vec::new(),
    };
    let (candidates, proof) = (vec![candidate], OptimalityProof::Exact);
    Ok(SearchResult { candidates, obvious: None, proof, next_proven: true, tried: 1 })
}

fn inventory(name: &str) -> SlotInventory {
    SlotInventory { name: name.to_owned(), ..SlotInventory::default() }
}

/// Today 1,000. The same slots in a better order bring 1,000 (no gain), the other board 2,500
/// (150 % more for 300: 5 each), the third nothing at all.
#[test]
fn what_brings_most_stands_first() {
    let here = inventory("1000");
    let choices = [
        PurchaseChoice::Slots,
        PurchaseChoice::Board(Box::new(inventory("2500"))),
        PurchaseChoice::Board(Box::new(inventory("without a place"))),
    ];
    let price =
        |choice: &PurchaseChoice| matches!(choice, PurchaseChoice::Board(_)).then_some(300.0);
    let offers = offers(
        (&here, &[], &PlacementRequest::default(), 0),
        1000.0,
        &choices,
        price,
        (&search, &search),
    );
    let ways: Vec<PurchaseKind> = offers.iter().map(|offer| offer.way.clone()).collect();
    let board = |name: &str| PurchaseKind::Board(name.to_owned());
    assert_eq!(ways, [board("2500"), PurchaseKind::Slots, board("without a place")]);
    assert_eq!(offers[0].gain, Some(1.5));
    assert_eq!(offers[0].per_price, Some(5.0));
    assert_eq!((offers[1].gain, offers[1].per_price), (Some(0.0), None));
    assert_eq!((offers[2].score, offers[2].gain), (None, None));
}

/// A graphics card's claim on a good slot of this board does not apply to another, nor does a slot
/// of this one; conflicts there are reported by their index in the whole request.
#[test]
fn another_board_is_asked_for_what_the_user_asked_alone() {
    let constraints = vec![
        Constraint::At(0, "S1".to_owned()),
        Constraint::OnProcessor(0),
        Constraint::Lanes(0, 16),
    ];
    let request = PlacementRequest { constraints, ..PlacementRequest::default() };
    let elsewhere =
        |_: &SlotInventory, _: &[MovableDevice], request: &PlacementRequest| -> Search {
            assert_eq!(request.constraints, [Constraint::OnProcessor(0)]);
            Err(PlanConflict { constraints: vec![0], ..PlanConflict::default() })
        };
    let choices = [PurchaseChoice::Board(Box::new(inventory("2500")))];
    let plan = (&inventory("1000"), &[] as &[MovableDevice], &request, 2);
    let offers = offers(plan, 1000.0, &choices, |_| None, (&search, &elsewhere));
    assert_eq!(offers[0].best.as_ref().unwrap_err().constraints, [1]);
}
