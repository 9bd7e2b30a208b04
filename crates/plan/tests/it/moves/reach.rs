//! How much of the best is reached with few moves.

use narrows_plan::evaluate::PlacementJudge;
use narrows_plan::moves::fewest;

use super::bed::{at, drive, inventory, request};

/// Three drives behind the chipset: moving one to the processor frees half of the uplink for the
/// others, moving two is the best possible. A third move gains nothing and is not listed.
#[test]
fn each_move_brings_less_than_the_one_before() {
    let devices = vec![drive("a", "fast"), drive("b", "fast"), drive("c", "fast")];
    let inventory = inventory(devices, &[2, 3, 4]);
    let request = request();
    let reached = fewest(&PlacementJudge::new(&inventory, &inventory.devices, &request, false), 3);
    let moves: Vec<usize> = reached.iter().map(|reach| reach.moves).collect();
    assert_eq!(moves, [0, 1, 2]);
    let scores: Vec<f64> = reached.iter().map(|reach| reach.worth.scores[0]).collect();
    assert!(scores[1] - scores[0] > 2000.0 && scores[2] - scores[1] > 2000.0, "{scores:?}");
    assert!(reached.iter().all(|reach| reach.exact));
}

/// Both slots of the processor are taken by slow drives: an exchange is one move.
#[test]
fn an_exchange_is_one_move() {
    let devices =
        vec![drive("a", "slow"), drive("b", "slow"), drive("c", "fast"), drive("d", "fast")];
    let inventory = inventory(devices, &[0, 1, 2, 3]);
    let request = request();
    let reached = fewest(&PlacementJudge::new(&inventory, &inventory.devices, &request, false), 1);
    assert_eq!(reached.len(), 2);
    assert_eq!(reached[1].placement, at(&[2, 1, 0, 3]));
}

#[test]
fn devices_that_are_not_in_the_machine_have_no_moves() {
    let inventory = inventory(vec![drive("a", "fast")], &[2]);
    let devices = [inventory.devices[0].clone(), drive("b", "fast")];
    let request = request();
    assert_eq!(fewest(&PlacementJudge::new(&inventory, &devices, &request, false), 2), []);
}
