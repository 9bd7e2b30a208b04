//! What a plan adds beyond one board: boards ranked, means of RAID side by side, what money would
//! bring, and what a network gets of it.

mod boards;
mod buying;
mod levels;
mod means;
mod network;

use narrows_plan::ask::Ask;
use narrows_plan::found::Impossible;
use narrows_plan::piece::Piece;
use narrows_plan::placement::{Attachment, Placement};
use narrows_plan::site::Site;
use narrows_plan::wanted;
use narrows_record::plan_beyond::PlacedIn;

use crate::planned::placed::measured_in;

pub use self::boards::boards;
pub use self::buying::buying;
pub use self::levels::levels;
pub use self::means::means;
pub use self::network::network;

fn places(site: &Site, pieces: &[Piece], at: &Placement) -> Vec<PlacedIn> {
    let found = site.places(pieces, at).unwrap_or_default();
    let placed = |(piece, place): (&Piece, Attachment)| PlacedIn {
        piece: piece.id.clone(),
        slot: place.slot,
    };
    pieces.iter().zip(found).map(placed).collect()
}

/// The wishes to blame, as words.
fn blamed(impossible: &Impossible, ask: &Ask, pieces: &[Piece]) -> Vec<String> {
    let wishes = impossible.wishes.iter().filter_map(|&at| ask.wishes.get(at));
    wishes.map(|wish| wanted::wish(wish, pieces)).collect()
}

/// To a thousandth, so that no digits are printed that nobody can know.
fn rounded(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

/// Scores as documents write them: each in the unit that a plan's `scores` have.
fn scores(scores: &[f64], ask: &Ask) -> Vec<f64> {
    let all = ask.aims.iter().zip(scores);
    all.map(|(aim, &score)| (measured_in(aim, score).0 * 10.0).round() / 10.0).collect()
}
