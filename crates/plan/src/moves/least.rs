//! The same plan with as few pieces moved as possible: twins trade places on paper.

use std::collections::BTreeMap;

use crate::ask::Ask;
use crate::evaluate::classes;
use crate::piece::Piece;
use crate::placement::{Placement, Spot};
use crate::site::Site;

/// The placement in which pieces that can be exchanged for each other stay where they are if any
/// of them is planned there. What it brings is the same.
pub fn least(site: &Site, pieces: &[Piece], ask: &Ask, plan: &Placement) -> Placement {
    least_of(&classes(pieces, ask), &site.today, plan)
}

/// The same, when it is known already which pieces can be exchanged for each other.
pub(super) fn least_of(classes: &[usize], today: &Placement, plan: &Placement) -> Placement {
    let mut plan = plan.clone();
    let mut twins: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (piece, class) in classes.iter().enumerate() {
        twins.entry(*class).or_default().push(piece);
    }
    for group in twins.values().filter(|group| group.len() > 1) {
        settle(today, &mut plan, group);
    }
    plan
}

/// Gives each of the group the spot that it has today, if that is one of the group's spots, and the
/// others what is left, in order.
fn settle(today: &Placement, plan: &mut Placement, group: &[usize]) {
    let mut spots: Vec<Spot> =
        group.iter().filter_map(|&piece| plan.spots.get(piece).copied()).collect();
    if spots.len() != group.len() {
        return;
    }
    let mut left = Vec::new();
    for &piece in group {
        let stays = today.spots.get(piece).and_then(|at| spots.iter().position(|it| it == at));
        match stays {
            Some(at) => plan.spots[piece] = spots.remove(at),
            None => left.push(piece),
        }
    }
    // Not by `swap_remove`: those that move keep the order of the plan.
    for (piece, spot) in left.into_iter().zip(spots) {
        plan.spots[piece] = spot;
    }
}
