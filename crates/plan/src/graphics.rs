//! Graphics cards keep a good slot, unless the user says otherwise: nobody moves one to four lanes of
//! the chipset so that a drive reads faster. Half of a slot's lanes may go to a neighbour.
//!
//! For: `plan`, which adds these wishes and says what they cost the drives.

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
/// lanes, or as many as a card has today or the widest slot gives; then four, for new cards before those
/// that are there. A card whose lanes nobody sees stays where it is.
pub fn kept(site: &Site, pieces: &[Piece], ask: &Ask) -> Vec<Vec<Wish>> {
    let cards = pieces
        .iter()
        .enumerate()
        .filter(|(index, piece)| piece.is_graphics() && !is_named(ask, *index));
    let cards: Vec<Card> = cards.filter_map(|(at, _)| Card::of(site, pieces, at)).collect();
    let at_most = |there: u8, new: u8| cards.iter().map(|card| card.wish(there, new)).collect();
    match cards.is_empty() {
        true => Vec::new(),
        false => vec![at_most(ENOUGH, ENOUGH), at_most(ENOUGH, LEAST), at_most(LEAST, LEAST)],
    }
}

/// A graphics card by its index, with the lanes that it may have.
enum Card {
    /// In the machine, with so many lanes; none where nobody sees how many.
    There(usize, Option<u8>),
    /// New, with so many in the widest slot that it fits.
    New(usize, u8),
}

impl Card {
    /// None for a new one that no slot is known to give lanes.
    fn of(site: &Site, pieces: &[Piece], at: usize) -> Option<Self> {
        if at < site.today.spots.len() {
            return Some(Self::There(at, today(site, pieces, at)));
        }
        Some(Self::New(at, widest(site, pieces.get(at)?)?))
    }

    fn wish(&self, there: u8, new: u8) -> Wish {
        match *self {
            Self::There(at, Some(lanes)) => Wish::Lanes(at, lanes.min(there)),
            Self::There(at, None) => Wish::Stays(at),
            Self::New(at, lanes) => Wish::Lanes(at, lanes.min(new)),
        }
    }
}

/// The lanes that a card has where it is today; none where nobody sees how many.
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
