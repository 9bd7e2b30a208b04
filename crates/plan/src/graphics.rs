//! Graphics cards keep their lanes, unless the user says otherwise: nobody moves one to a slot of the
//! chipset so that a drive reads faster.
//!
//! For: `plan`, which adds these wishes and says what they cost the drives.

use narrows_topology::graph::NodeKind;

use crate::ask::{Aim, Ask, Wish};
use crate::narrow::widest;
use crate::piece::Piece;
use crate::site::Site;

/// With fewer lanes a new card is not asked for: any slot that it fits is as good.
const LEAST: u8 = 4;

/// Wishes that keep the lanes of graphics cards of which the ask says nothing, the strictest first: what
/// a card has today, and for a new one the widest slot that it fits, then half of that, and so on.
pub fn kept(site: &Site, pieces: &[Piece], ask: &Ask) -> Vec<Vec<Wish>> {
    let cards: Vec<(usize, u8, bool)> = pieces
        .iter()
        .enumerate()
        .filter(|(index, piece)| piece.kind() == Some(NodeKind::Gpu) && !is_named(ask, *index))
        .filter_map(|(index, piece)| Some((index, widest(site, piece)?)))
        .map(|(index, most)| match today(site, pieces, index) {
            Some(lanes) => (index, lanes.min(most), true),
            None => (index, most, false),
        })
        .collect();
    let new = cards.iter().filter(|(_, _, is_there)| !is_there);
    let steps = new.map(|(_, most, _)| u32::from(*most / LEAST).checked_ilog2().unwrap_or(0)).max();
    let level = |step: u32| {
        let wish = |&(index, most, is_there): &(usize, u8, bool)| {
            let lanes = if is_there { most } else { (most >> step).max(LEAST.min(most)) };
            Wish::Lanes(index, lanes)
        };
        cards.iter().map(wish).collect::<Vec<_>>()
    };
    match cards.is_empty() {
        true => Vec::new(),
        false => (0..=steps.unwrap_or(0)).map(level).collect(),
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
