//! Whether what was seen is what the manual says.

use narrows_catalog::board::{Board, Offer, Settings};
use narrows_topology::graph::Door;
use narrows_units::LinkWidth;

use super::matching::{self, Pair};
use crate::piece::Piece;
use crate::site::{Seat, Site};

/// The settings of the board with which most of what was seen is what the manual says. Where none
/// of them explains anything, as the board comes.
pub(super) fn likeliest_settings(site: &Site, board: &Board, pairs: &[Pair]) -> Settings {
    let mut settings = Settings::new();
    for (name, values) in board.settings() {
        let with = |value: &str| {
            let mut with = settings.clone();
            with.insert(name.to_owned(), value.to_owned());
            (differences(site, board, pairs, &with), with)
        };
        let tried = values.into_iter().map(with).min_by_key(|(differ, _)| *differ);
        let as_it_is = differences(site, board, pairs, &settings);
        if let Some((_, with)) = tried.filter(|(differ, _)| *differ < as_it_is) {
            settings = with;
        }
    }
    settings
}

fn differences(site: &Site, board: &Board, pairs: &[Pair], settings: &Settings) -> usize {
    let offers = super::offers(site, board, pairs, settings);
    let differs = |pair: &&Pair| {
        let offer = offers.get(&board.slots[pair.slot].id).and_then(Option::as_ref);
        let piece = pair.piece.and_then(|index| site.pieces.get(index));
        let seat = &site.seats[pair.seat];
        !offer.is_some_and(|offer| {
            is_same_door(matching::door_of_seat(site, seat), matching::door_on(board, &offer.on))
                && is_same_link(offer, seat, piece)
        })
    };
    pairs.iter().filter(differs).count()
}

/// A door that was not seen can be any.
pub(super) fn is_same_door(seen: Door, said: Door) -> bool {
    seen == said || seen == Door::Unknown || said == Door::Unknown
}

/// The link of the port is the one of the manual; or the port tells of more lanes than it has been
/// given, and what is in it runs what the manual says.
pub(super) fn is_same_link(offer: &Offer, seat: &Seat, piece: Option<&Piece>) -> bool {
    let (Some(said), Some(seen)) = (offer.link, seat.link) else { return true };
    let runs = piece.and_then(|piece| {
        let current = piece.body.nodes.first()?.1.link.as_ref()?.current?;
        Some((current, piece.link?))
    });
    // Graphics cards run at a lower rate while they have nothing to do, with all of their lanes; of
    // anything else a lower rate than both ends can run is what was seen, and stays.
    let may_idle = piece.is_some_and(Piece::is_graphics);
    let given = |(current, own): (LinkWidth, LinkWidth)| {
        let common = own.common(said);
        let is_rate = current.rate == common.rate || may_idle && current.rate < common.rate;
        current.lanes == common.lanes && is_rate
    };
    said == seen || (seen.lanes > said.lanes && runs.is_some_and(given))
}
