//! Pieces that the user wants in a certain slot, and what they could have in another.
//!
//! For: `plan`, which answers for the slot that was asked for, and says where it costs something.
//!
//! Not here: why a piece does not fit a slot (`placement`).

use narrows_units::LinkWidth;

use crate::ask::{Ask, Wish};
use crate::better::WORTH;
use crate::evaluate::{Judge, View};
use crate::found::Candidate;
use crate::graphics;
use crate::piece::Piece;
use crate::search::Effort;
use crate::site::Site;

/// A piece whose slot costs something.
#[derive(Clone, Debug, PartialEq)]
pub struct Pinned {
    /// The piece, by its index.
    pub piece: usize,
    /// The slot that was asked for.
    pub slot: String,
    /// What it has there; none where it cannot be there.
    pub here: Option<Share>,
    /// What it would have in the best slot, with everything else as it was asked for.
    pub there: Share,
}

/// What one piece has of an arrangement.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// Its slot.
    pub slot: String,
    /// The link that it runs; none for SATA and where nobody says.
    pub link: Option<LinkWidth>,
    /// What it brings itself, 10^6 bytes per second; none for what is no drive or a part of an array.
    pub brings: Option<f64>,
    /// What the first aim comes to.
    pub score: f64,
}

/// Pieces to look at: each costs a search.
const MOST: usize = 4;

/// The pieces of this ask whose slot costs them a wider link or all drives rates, beside `best`, which was
/// found for it; or which cannot be where they were asked for, if there is no best.
pub fn dear(
    site: &Site,
    pieces: &[Piece],
    ask: &Ask,
    best: Option<&Candidate>,
    effort: &Effort,
) -> Vec<Pinned> {
    let pins = ask.wishes.iter().enumerate().filter_map(|(at, wish)| match wish {
        Wish::At(piece, slot) => Some((at, *piece, slot)),
        _ => None,
    });
    let dear = pins.take(MOST).filter_map(|(at, piece, slot)| {
        let others: Vec<usize> = (0..ask.wishes.len()).filter(|other| *other != at).collect();
        let free = free(site, pieces, &ask.only(&others), effort)?;
        let there = share(site, pieces, &free, piece)?;
        let here = best.and_then(|best| share(site, pieces, best, piece));
        let is_dear = here.as_ref().is_none_or(|here| costs(here, &there, pieces.get(piece)));
        is_dear.then(|| Pinned { piece, slot: slot.clone(), here, there })
    });
    dear.collect()
}

/// The best without the pin, with graphics cards in good slots as far as that is possible.
fn free(site: &Site, pieces: &[Piece], ask: &Ask, effort: &Effort) -> Option<Candidate> {
    let effort = Effort { top: 1, ..*effort };
    let (_, found) = graphics::best(site, pieces, ask, &effort).ok()?;
    found.candidates.into_iter().next()
}

/// A card has fewer lanes or slower ones here; a drive is slower itself, or keeps all of them together back.
fn costs(here: &Share, there: &Share, piece: Option<&Piece>) -> bool {
    let is_card = piece.is_some_and(Piece::is_card);
    let is_narrower = match (here.link, there.link) {
        (Some(here), Some(there)) => here.is_below(there),
        _ => false,
    };
    let is_more = |there: f64, here: f64| there > here + WORTH * here.abs();
    let own = here.brings.zip(there.brings).is_some_and(|(here, there)| is_more(there, here));
    if is_card { is_narrower } else { own || is_more(there.score, here.score) }
}

fn share(site: &Site, pieces: &[Piece], of: &Candidate, piece: usize) -> Option<Share> {
    let ask = Ask::default();
    let judge = Judge::new(site, pieces, &ask, true);
    let view = View::new(&judge, &of.placement).ok()?;
    let drive = pieces.get(piece)?.drive();
    let outcome = of.outcomes.iter().find(|it| Some(&it.target) == drive);
    Some(Share {
        slot: view.places.get(piece)?.slot.clone(),
        link: view.link(piece).filter(|_| view.places[piece].offered.is_some()),
        brings: outcome.map(|it| it.rate.as_mb_s()),
        score: of.scores.first().copied().unwrap_or_default(),
    })
}
