//! Pieces that are more than the slots which take them.
//!
//! By Hall's theorem (P. Hall, "On Representatives of Subsets", 1935) pieces find slots by their form
//! unless some of them together fit fewer slots than they are; those are who is reached from a piece
//! left over by going to a slot that it fits and on to who has it.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_plan::placement::Spot;

use super::Obstacles;

/// The pieces left over where as many as can be have a slot of their form, those of today first.
pub(super) fn homeless(of: &Obstacles<'_>) -> Vec<usize> {
    Crowd::new(of).homeless
}

/// Who shares too few slots, a line for each group.
pub(super) fn lines(of: &Obstacles<'_>) -> Vec<String> {
    let crowd = Crowd::new(of);
    let mut told: BTreeSet<usize> = BTreeSet::new();
    let mut lines = Vec::new();
    for &piece in &crowd.homeless {
        if told.contains(&piece) {
            continue;
        }
        let (mut pieces, spots) = crowd.reached(piece);
        let wants_no_other = |it: &&usize| crowd.fits[**it].iter().all(|at| spots.contains(at));
        pieces.extend(crowd.homeless.iter().filter(wants_no_other));
        lines.push(line(of, &pieces, &spots));
        told.extend(pieces);
    }
    lines
}

fn line(of: &Obstacles<'_>, pieces: &BTreeSet<usize>, spots: &BTreeSet<Spot>) -> String {
    let pieces: Vec<usize> = pieces.iter().copied().collect();
    let spots: Vec<String> = spots.iter().map(|spot| name(of, *spot)).collect();
    let id = match spots.is_empty() {
        true => "plan-obstacle-no-slot",
        false => "plan-obstacle-crowd",
    };
    let message = Message::new(id).with("pieces", of.names(&pieces));
    let message = message.count("count", pieces.len()).count("places", spots.len());
    of.say(&message.with("slots", of.list(&spots)))
}

fn name(of: &Obstacles<'_>, spot: Spot) -> String {
    match spot {
        Spot::Seat(at) => of.site.seats[at].id.clone(),
        Spot::Bay(carrier, bay) => format!("{}/{}", of.pieces[carrier].id, u16::from(bay) + 1),
    }
}

struct Crowd {
    /// For each piece where its form lets it be.
    fits: Vec<Vec<Spot>>,
    /// Who has each spot.
    has: BTreeMap<Spot, usize>,
    homeless: Vec<usize>,
}

impl Crowd {
    fn new(of: &Obstacles<'_>) -> Self {
        let fits = (0..of.pieces.len()).map(|piece| fitting(of, piece)).collect();
        let mut crowd = Self { fits, has: BTreeMap::new(), homeless: Vec::new() };
        for piece in 0..of.pieces.len() {
            if !crowd.seat(piece, &mut BTreeSet::new()) {
                crowd.homeless.push(piece);
            }
        }
        crowd
    }

    /// Gives a piece a spot, others moving on where that helps (Kuhn's algorithm).
    fn seat(&mut self, piece: usize, tried: &mut BTreeSet<Spot>) -> bool {
        for spot in self.fits[piece].clone() {
            if !tried.insert(spot) {
                continue;
            }
            let is_free = match self.has.get(&spot).copied() {
                None => true,
                Some(other) => self.seat(other, tried),
            };
            if is_free {
                self.has.insert(spot, piece);
                return true;
            }
        }
        false
    }

    /// Everybody who wants what this piece wants, and what that is.
    fn reached(&self, piece: usize) -> (BTreeSet<usize>, BTreeSet<Spot>) {
        let (mut pieces, mut spots) = (BTreeSet::from([piece]), BTreeSet::new());
        let mut next = vec![piece];
        while let Some(piece) = next.pop() {
            for &spot in &self.fits[piece] {
                spots.insert(spot);
                let other = self.has.get(&spot).copied();
                next.extend(other.filter(|other| pieces.insert(*other)));
            }
        }
        (pieces, spots)
    }
}

fn fitting(of: &Obstacles<'_>, piece: usize) -> Vec<Spot> {
    let seats = of.fitting(piece).into_iter().map(Spot::Seat);
    let it = &of.pieces[piece];
    let carriers = of.pieces.iter().enumerate();
    let carriers = carriers.filter(|(_, card)| it.fit_in_bay(card).is_some());
    let bays = carriers.flat_map(|(at, card)| (0..card.bays).map(move |bay| Spot::Bay(at, bay)));
    seats.chain(bays).collect()
}
