//! Graphics cards keep a good slot, unless the user says otherwise: nobody moves one to four lanes of
//! the chipset so that a drive reads faster. Half of a slot's lanes may go to a neighbour.
//!
//! For: `plan`, which adds these wishes and says what they cost the drives.

use narrows_topology::graph::NodeKind;

use crate::ask::{Aim, Ask, Wish};
use crate::narrow::widest;
use crate::piece::Piece;
use crate::site::Site;

/// Games lose one to three percent on half of sixteen lanes, and far more on a quarter (general
/// knowledge of published scaling tests; a judgement).
const ENOUGH: u8 = 8;
/// What is asked for where no eight lanes are left for all of them.
const LEAST: u8 = 4;

/// Wishes that keep the slots of graphics cards of which the ask says nothing, the strictest first: eight
/// lanes, or as many as a card has today or the widest slot gives; then four.
pub fn kept(site: &Site, pieces: &[Piece], ask: &Ask) -> Vec<Vec<Wish>> {
    let cards: Vec<(usize, u8)> = pieces
        .iter()
        .enumerate()
        .filter(|(index, piece)| piece.kind() == Some(NodeKind::Gpu) && !is_named(ask, *index))
        .filter_map(|(index, piece)| {
            let most = widest(site, piece)?;
            Some((index, today(site, pieces, index).map_or(most, |lanes| lanes.min(most))))
        })
        .collect();
    let at_most = |lanes: u8| {
        let wish = |&(index, own): &(usize, u8)| Wish::Lanes(index, own.min(lanes));
        cards.iter().map(wish).collect::<Vec<_>>()
    };
    match cards.is_empty() {
        true => Vec::new(),
        false => vec![at_most(ENOUGH), at_most(LEAST)],
    }
}

/// The lanes that a card has where it is today; none for one that is not in the machine.
fn today(site: &Site, pieces: &[Piece], index: usize) -> Option<u8> {
    let there = pieces.get(..site.today.spots.len())?;
    let places = site.places(there, &site.today).ok()?;
    let (offered, own) = (places.get(index)?.offered?, pieces.get(index)?.lanes()?);
    Some(offered.lanes.get().min(own))
}

/// Whether a word of the user is about the card.
fn is_named(ask: &Ask, card: usize) -> bool {
    let of_wish = |wish: &Wish| match wish {
        Wish::Lanes(of, _)
        | Wish::FullLink(of)
        | Wish::LineRate(of, _)
        | Wish::OnProcessor(of)
        | Wish::OnChipset(of)
        | Wish::At(of, _)
        | Wish::Stays(of) => *of == card,
        Wish::Near(one, other) => [*one, *other].contains(&card),
        _ => false,
    };
    let of_aim = |aim: &Aim| match aim {
        Aim::ToCard(of, _) | Aim::Latency(of) | Aim::LanesOf(of) => *of == card,
        _ => false,
    };
    ask.wishes.iter().any(of_wish) || ask.aims.iter().any(of_aim)
}
