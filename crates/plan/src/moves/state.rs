//! A machine in which some pieces may not be yet.

use narrows_catalog::board::Settings;
use narrows_model::Machine;
use narrows_topology::graph::Door;

use super::Way;
use crate::ask::{ArrayWish, Ask};
use crate::found::Candidate;
use crate::piece::Piece;
use crate::placement::{Attachment, Placement, Spot};
use crate::site::Site;

/// What is where, one entry for each piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub spots: Vec<Option<Spot>>,
    pub settings: Settings,
}

impl State {
    /// The piece in that spot.
    pub fn at(&self, spot: Spot) -> Option<usize> {
        self.spots.iter().position(|at| *at == Some(spot))
    }

    /// The pieces that are in the machine, by index.
    fn inside(&self) -> Vec<usize> {
        (0..self.spots.len()).filter(|&piece| self.spots[piece].is_some()).collect()
    }

    /// They alone, with a placement of theirs.
    fn present(&self, pieces: &[Piece]) -> (Vec<Piece>, Placement) {
        let inside = self.inside();
        let number = |piece: usize| inside.iter().position(|&it| it == piece);
        let spot = |&piece: &usize| match self.spots[piece]? {
            // In a carrier that is not there, it is nowhere.
            Spot::Bay(carrier, bay) => Some(Spot::Bay(number(carrier).unwrap_or(usize::MAX), bay)),
            seat @ Spot::Seat(_) => Some(seat),
        };
        let spots = inside.iter().filter_map(spot).collect();
        let present = inside.iter().filter_map(|&piece| pieces.get(piece).cloned()).collect();
        (present, Placement { spots, settings: self.settings.clone() })
    }

    /// What each piece gets; none if the machine would not work so.
    pub fn places(&self, site: &Site, pieces: &[Piece]) -> Option<Vec<Option<Attachment>>> {
        let (present, at) = self.present(pieces);
        let mut places = site.places(&present, &at).ok()?.into_iter();
        Some(self.spots.iter().map(|spot| spot.and_then(|_| places.next())).collect())
    }

    /// The machine, with the arrays whose members are all there.
    pub fn machine(
        &self,
        site: &Site,
        pieces: &[Piece],
        ask: &Ask,
        by: &Candidate,
    ) -> Option<Machine> {
        let inside = self.inside();
        let number = |piece: &usize| inside.iter().position(|it| it == piece);
        let arrays = ask.arrays.iter().filter_map(|wish| {
            let members: Option<Vec<usize>> = wish.members.iter().map(number).collect();
            Some((ArrayWish { members: members?, ..wish.clone() }, *by.means.get(&wish.id)?))
        });
        let arrays: Vec<_> = arrays.collect();
        let arrays: Vec<_> = arrays.iter().map(|(wish, means)| (wish, *means)).collect();
        let (present, at) = self.present(pieces);
        site.machine(&present, &at, &arrays).ok()
    }
}

/// How a piece is connected in its place.
pub(super) fn way(site: &Site, piece: &Piece, place: &Attachment) -> Way {
    let link = match (piece.link, place.offered) {
        (Some(own), Some(offered)) => Some(own.common(offered)),
        (own, offered) => own.or(offered),
    };
    let door = site.fixed.topology.nodes.get(&place.on).map_or(Door::Unknown, |node| node.door);
    Way { link, door }
}
