//! Graphics cards keep a good slot, unless the user says otherwise: nobody moves one to four lanes of
//! the chipset so that a drive reads faster. Half of a slot's lanes may go to a neighbour.
//!
//! For: `plan`, which adds these wishes and says what they cost the drives; other boards beside it.

use crate::ask::{Aim, Ask, Wish};
use crate::better::WORTH;
use crate::evaluate::Judge;
use crate::found::{Found, Impossible};
use crate::makeshift;
use crate::narrow::{narrow, widest};
use crate::piece::Piece;
use crate::search::{self, Effort};
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
    let cards = cards(site, pieces, ask);
    let at_most = |there: u8, new: u8| cards.iter().map(|card| card.wish(there, new)).collect();
    match cards.is_empty() {
        true => Vec::new(),
        false => vec![at_most(ENOUGH, ENOUGH), at_most(ENOUGH, LEAST), at_most(LEAST, LEAST)],
    }
}

/// The graphics cards of which the ask says nothing.
fn cards(site: &Site, pieces: &[Piece], ask: &Ask) -> Vec<Card> {
    let cards = pieces
        .iter()
        .enumerate()
        .filter(|(index, piece)| piece.is_graphics() && !is_named(ask, *index));
    cards.filter_map(|(at, _)| Card::of(site, pieces, at)).collect()
}

/// The same with all lanes that the cards could have, where that costs nothing worth having.
fn full(
    (site, pieces): (&Site, &[Piece]),
    ask: &Ask,
    effort: &Effort,
    than: &Found,
) -> Option<(Ask, Found)> {
    let first = than.candidates.first()?;
    let cards = cards(site, pieces, ask);
    let is_narrow = narrow(site, pieces, &first.placement)
        .iter()
        .any(|(card, ..)| cards.iter().any(|it| it.index() == *card));
    if !is_narrow {
        return None;
    }
    let wishes = cards.iter().map(|card| card.wish(u8::MAX, u8::MAX));
    let ask = Ask { wishes: ask.wishes.iter().cloned().chain(wishes).collect(), ..ask.clone() };
    let known = vec![first.placement.clone()];
    let found = search::best_beside((site, pieces), &ask, effort, known)?;
    let scores = &found.candidates.first()?.scores;
    let mut pairs = scores.iter().zip(&first.scores);
    let is_makeshift = makeshifts((site, pieces), &ask, &found) > 0;
    let costs = is_makeshift || pairs.any(|(here, there)| *here < there - WORTH * there.abs());
    (!costs).then_some((ask, found))
}

/// The best with graphics cards in as good slots as is possible, and without that at last; with the ask that
/// it is the best for: the first that makes do with nothing, else that which makes do with least
/// ([`makeshift`]). They keep all their lanes where that costs the drives nothing worth having.
///
/// # Errors
/// Why there is none even without that.
pub fn best(
    site: &Site,
    pieces: &[Piece],
    asked: &Ask,
    effort: &Effort,
) -> Result<(Ask, Found), Impossible> {
    let asks = kept(site, pieces, asked).into_iter().map(|kept| {
        let wishes = asked.wishes.iter().cloned().chain(kept).collect();
        Ask { wishes, ..asked.clone() }
    });
    let mut last = Impossible::default();
    let mut least: Option<(usize, Ask, Found)> = None;
    for ask in asks.chain([asked.clone()]) {
        match search::best(site, pieces, &ask, effort) {
            Ok(found) => {
                let makeshifts = makeshifts((site, pieces), &ask, &found);
                if makeshifts == 0 {
                    let full = full((site, pieces), asked, effort, &found);
                    return Ok(full.unwrap_or((ask, found)));
                }
                if least.as_ref().is_none_or(|(before, ..)| makeshifts < *before) {
                    least = Some((makeshifts, ask, found));
                }
            }
            Err(why) => last = why,
        }
    }
    least.map(|(_, ask, found)| (ask, found)).ok_or(last)
}

/// How much the best placement makes do with: cards in slots that others cover, for instance.
fn makeshifts((site, pieces): (&Site, &[Piece]), ask: &Ask, found: &Found) -> usize {
    let Some(first) = found.candidates.first() else { return 0 };
    let judge = Judge::new(site, pieces, ask, true);
    let spots: Vec<_> = first.placement.spots.iter().copied().map(Some).collect();
    makeshift::of(&judge, &spots).len()
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

    fn index(&self) -> usize {
        match *self {
            Self::There(at, _) | Self::New(at, _) => at,
        }
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
