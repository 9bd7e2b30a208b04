//! What a placement makes do with: cards in slots that others cover, cards on riser cables, and splits
//! that nobody says the firmware offers. A placement without is taken before any with them, whatever
//! these bring.

use crate::ask::Wish;
use crate::clearance::Covered;
use crate::evaluate::Judge;
use crate::piece::Piece;
use crate::placement::Spot;

/// Something that a placement makes do with. Pieces by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Makeshift {
    /// A card in a slot that another card covers.
    Covered(Covered),
    /// A card on a riser cable.
    Riser(usize),
    /// A card with more than one bay in use, and nobody says that the firmware splits its slot.
    Split(usize),
}

/// All of a placement; what has no place yet adds none, so that there are no fewer in any placement
/// that goes on from here.
pub fn of(judge: &Judge<'_>, spots: &[Option<Spot>]) -> Vec<Makeshift> {
    let covered = judge.site.covered(judge.pieces, spots).into_iter().map(Makeshift::Covered);
    let pieces = judge.pieces.iter().enumerate();
    let risers = pieces.clone().filter(|(index, piece)| is_on_riser(judge, piece, spots[*index]));
    let risers = risers.map(|(index, _)| Makeshift::Riser(index));
    let risers = risers.filter(|_| !judge.ask.wishes.contains(&Wish::Risers));
    let splits = pieces.filter(|(index, piece)| is_split_unsure(judge, (*index, piece), spots));
    covered.chain(risers).chain(splits.map(|(index, _)| Makeshift::Split(index))).collect()
}

fn is_on_riser(judge: &Judge<'_>, piece: &Piece, spot: Option<Spot>) -> bool {
    let Some(Spot::Seat(seat)) = spot else { return false };
    let Some(seat) = judge.site.seats.get(seat) else { return false };
    let fit = piece.fit_at_all(seat.form, &seat.devices);
    fit.and_then(|fit| fit.adapter()).is_some_and(|adapter| adapter.is_riser())
}

fn is_split_unsure(
    judge: &Judge<'_>,
    (card, piece): (usize, &Piece),
    spots: &[Option<Spot>],
) -> bool {
    let Some(Spot::Seat(seat)) = spots[card].filter(|_| piece.needs_split()) else { return false };
    let is_unsure = judge.site.seats.get(seat).is_some_and(|seat| !seat.says_splits());
    is_unsure && spots.iter().any(|spot| matches!(spot, Some(Spot::Bay(of, 1..)) if *of == card))
}
