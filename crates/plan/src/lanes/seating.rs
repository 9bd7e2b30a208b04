//! Somewhere to put pieces whose places nobody names: the widest link that each can have, in the
//! order of the board.

use std::cmp::Reverse;

use narrows_units::{LinkWidth, Scalar};

use crate::piece::{Fit, Piece};
use crate::placement::{Clash, Placement, Spot};
use crate::site::Site;

/// Some pieces find no place.
#[derive(Clone, Debug, PartialEq)]
pub struct NoRoom {
    /// The piece that is left over, by its index.
    pub piece: usize,
    /// What stands against it where it would go first.
    pub clashes: Vec<Clash>,
}

/// Placements looked at before giving up; some boards have a hundred seats, and rules that forbid
/// a placement as a whole are found out only by trying.
const MOST: u32 = 20_000;

/// The site's own pieces where they are today, and the others added, those with the widest links
/// first: each in the seat that gives it most, of several such in one that it fits as it is, and
/// then in the narrowest.
///
/// # Errors
/// The first piece that finds no place with those before it in theirs.
pub fn seated(site: &Site, pieces: &[Piece]) -> Result<Placement, NoRoom> {
    let there = site.today.spots.len().min(pieces.len());
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    if let Some(added) = order.get_mut(there..) {
        // What says nothing of its own link takes all that it can get.
        let width = |piece: &Piece| piece.link.map_or(f64::INFINITY, LinkWidth::raw_gt_s);
        let wish = |at: usize| pieces.get(at).map_or(0.0, width);
        added.sort_by(|&a, &b| wish(b).total_cmp(&wish(a)));
    }
    let sorted: Vec<Piece> = order.iter().filter_map(|&at| pieces.get(at).cloned()).collect();
    let mut search = Search { site, pieces: &sorted, left: MOST, furthest: there };
    match search.rest(site.today.clone()) {
        Some(found) => Ok(in_their_order(&found, &order)),
        None => {
            let no_room = search.no_room(site.today.clone());
            Err(NoRoom { piece: order.get(no_room.piece).copied().unwrap_or_default(), ..no_room })
        }
    }
}

/// The placement of sorted pieces as one of the pieces as they were.
fn in_their_order(found: &Placement, order: &[usize]) -> Placement {
    let own = |sorted: usize| order.get(sorted).copied().unwrap_or(sorted);
    let spot = |spot: &Spot| match *spot {
        Spot::Seat(seat) => Spot::Seat(seat),
        Spot::Bay(card, bay) => Spot::Bay(own(card), bay),
    };
    let mut spots: Vec<(usize, Spot)> =
        found.spots.iter().enumerate().map(|(at, it)| (own(at), spot(it))).collect();
    spots.sort();
    Placement { spots: spots.into_iter().map(|(_, spot)| spot).collect(), ..found.clone() }
}

struct Search<'a> {
    site: &'a Site,
    pieces: &'a [Piece],
    left: u32,
    furthest: usize,
}

impl Search<'_> {
    fn rest(&mut self, at: Placement) -> Option<Placement> {
        let next = at.spots.len();
        if next >= self.pieces.len() {
            return Some(at);
        }
        self.furthest = self.furthest.max(next);
        for spot in self.spots(&at) {
            self.left = self.left.checked_sub(1)?;
            let mut with = at.clone();
            with.spots.push(spot);
            let found = self.is_possible(&with).then(|| self.rest(with)).flatten();
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn is_possible(&self, at: &Placement) -> bool {
        let seated = self.pieces.get(..at.spots.len()).unwrap_or_default();
        self.site.places(seated, at).is_ok()
    }

    /// Free seats that the next piece fits, the best first; then bays of carriers.
    fn spots(&self, at: &Placement) -> Vec<Spot> {
        let Some(piece) = self.pieces.get(at.spots.len()) else { return Vec::new() };
        let seated = self.pieces.get(..at.spots.len()).unwrap_or_default();
        let offers = self.site.offers(seated, at);
        let mut seats: Vec<(Rank, Spot)> = Vec::new();
        for (index, seat) in self.site.seats.iter().enumerate() {
            let offer = offers.get(&seat.id).and_then(Option::as_ref);
            let fit = piece.fit(seat.form, &seat.devices);
            let spot = Spot::Seat(index);
            if let (Some(offer), Some(fit), false) = (offer, fit, at.spots.contains(&spot)) {
                seats.push((rank(piece, fit, offer.link), spot));
            }
        }
        // A stable sort: seats that are as good stay in the order of the board.
        seats.sort_by_key(|(rank, _)| *rank);
        let bays = seated
            .iter()
            .enumerate()
            .flat_map(|(card, piece)| (0..piece.bays).map(move |bay| Spot::Bay(card, bay)));
        let bays = bays.filter(|spot| !at.spots.contains(spot));
        seats.into_iter().map(|(_, spot)| spot).chain(bays).collect()
    }

    /// Why the first piece that never found a place has none.
    fn no_room(&self, start: Placement) -> NoRoom {
        let piece = self.furthest;
        let alone = self.pieces.get(piece).cloned();
        let mut with = self.pieces.get(..start.spots.len()).unwrap_or_default().to_vec();
        with.extend(alone);
        let spot = self.spots(&start).first().copied().unwrap_or(Spot::Seat(0));
        let mut at = start;
        at.spots.push(spot);
        let clashes = self.site.places(&with, &at).err().unwrap_or_default();
        NoRoom { piece, clashes }
    }
}

/// What is lower is better: how little a piece gets, whether something goes in between, and how
/// much a seat has.
type Rank = (Reverse<Scalar>, bool, Scalar);

fn rank(piece: &Piece, fit: Fit, offered: Option<LinkWidth>) -> Rank {
    let raw = |link: LinkWidth| Scalar::new(link.raw_gt_s());
    let common = |link: LinkWidth| piece.link.map_or(link, |own| own.common(link));
    let none = Scalar::new(0.0);
    let gets = offered.map_or(none, |link| raw(common(link)));
    (Reverse(gets), fit.is_adapted(), offered.map_or(none, raw))
}
