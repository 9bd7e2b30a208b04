//! Which of several pieces that can be exchanged for each other is where: those that can stay where
//! they are today do, the others come in the order of the seats.

use std::collections::BTreeMap;

use crate::evaluate::Judge;
use crate::placement::{Placement, Spot};

/// The same placement with as few moves as possible.
pub fn settled(judge: &Judge<'_>, at: &Placement) -> Placement {
    let mut classes: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (piece, class) in judge.alike.iter().enumerate() {
        classes.entry(*class).or_default().push(piece);
    }
    let mut spots = at.spots.clone();
    for pieces in classes.values() {
        let mut free: Vec<Spot> = pieces.iter().map(|&piece| at.spots[piece]).collect();
        free.sort();
        let mut moved = Vec::new();
        for &piece in pieces {
            let today = judge.site.today.spots.get(piece);
            match free.iter().position(|spot| Some(spot) == today) {
                Some(stays) => spots[piece] = free.remove(stays),
                None => moved.push(piece),
            }
        }
        moved.into_iter().zip(free).for_each(|(piece, spot)| spots[piece] = spot);
    }
    Placement { spots, settings: at.settings.clone() }
}
