//! Which slots thick cards cover.
//!
//! A card that is two slots thick covers the row after its own. Boards say in which rows their slots
//! are; where they do not, nothing is concluded.

use crate::piece::Piece;
use crate::placement::Spot;
use crate::site::Site;

/// A card in a slot that another card covers. Both by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Covered {
    /// The card for which there is no room.
    pub card: usize,
    /// The card that covers its slot.
    pub by: usize,
}

/// A card that stands in a slot.
struct Standing {
    piece: usize,
    /// None where nobody says in which row the slot is.
    row: Option<u8>,
}

impl Site {
    /// The cards in slots that others cover; what has no place yet covers nothing.
    pub fn covered(&self, pieces: &[Piece], spots: &[Option<Spot>]) -> Vec<Covered> {
        let standing = self.standing(spots);
        let mut covered = Vec::new();
        for by in &standing {
            let Some((row, piece)) = by.row.zip(pieces.get(by.piece)) else { continue };
            let rows = self.rows_covered(by.piece, piece);
            let is_below = |other: &&Standing| {
                other.row.is_some_and(|other| other > row && other - row <= rows)
            };
            let below = standing.iter().filter(is_below);
            covered.extend(below.map(|other| Covered { card: other.piece, by: by.piece }));
        }
        covered
    }

    /// Thick cards beside others, where nobody says how far their slots are apart: none where all rows
    /// are known, or all of them stand there today.
    pub fn clearance_unknown(&self, pieces: &[Piece], spots: &[Option<Spot>]) -> Vec<usize> {
        let standing = self.standing(spots);
        let is_thick = |it: &Standing| {
            pieces.get(it.piece).is_some_and(|piece| self.rows_covered(it.piece, piece) > 0)
        };
        let is_moved = |it: &Standing| self.today.spots.get(it.piece).copied() != spots[it.piece];
        let is_open = standing.iter().any(|it| it.row.is_none()) && standing.iter().any(is_moved);
        match standing.len() > 1 && is_open && standing.iter().any(is_thick) {
            true => standing.iter().filter(|it| is_thick(it)).map(|it| it.piece).collect(),
            false => Vec::new(),
        }
    }

    /// Cards beside others whose thickness is only assumed, and keeps rows free.
    pub fn assumed_thick(&self, pieces: &[Piece], spots: &[Option<Spot>]) -> Vec<usize> {
        let standing = self.standing(spots);
        let is_assumed = |it: &&Standing| {
            let piece = pieces.get(it.piece).filter(|piece| piece.thickness().is_assumed);
            it.row.is_some() && piece.is_some_and(|piece| self.rows_covered(it.piece, piece) > 0)
        };
        let all = standing.iter().filter(is_assumed).map(|it| it.piece);
        if standing.len() > 1 { all.collect() } else { Vec::new() }
    }

    /// What stands in slots for cards: cards, and drives on cards.
    fn standing(&self, spots: &[Option<Spot>]) -> Vec<Standing> {
        let standing = spots.iter().enumerate().filter_map(|(piece, spot)| {
            let Some(Spot::Seat(seat)) = spot else { return None };
            let seat = self.seats.get(*seat).filter(|seat| seat.is_for_cards())?;
            Some(Standing { piece, row: seat.row })
        });
        standing.collect()
    }

    /// Rows after its own that a piece covers. What stands in the machine today shows how thick a card
    /// is at most of which nobody says it.
    fn rows_covered(&self, index: usize, piece: &Piece) -> u8 {
        let thickness = piece.thickness();
        let rows = thickness.rows_covered();
        if rows == 0 || !thickness.is_assumed || index >= self.today.spots.len() {
            return rows;
        }
        let today: Vec<Option<Spot>> = self.today.spots.iter().copied().map(Some).collect();
        let standing = self.standing(&today);
        let own = standing.iter().find(|it| it.piece == index).and_then(|it| it.row);
        let Some(own) = own else { return rows };
        let below = standing.iter().filter_map(|it| it.row?.checked_sub(own + 1));
        below.min().map_or(rows, |free| rows.min(free))
    }
}

impl crate::site::Seat {
    /// A card stands in it upright.
    pub fn is_for_cards(&self) -> bool {
        self.form.is_some_and(|form| crate::adapter::length(form).is_some())
    }
}

#[cfg(test)]
mod tests {
    use narrows_catalog::board::Form;
    use narrows_units::LinkWidth;

    use super::*;
    use crate::piece::Thickness;
    use crate::placement::Placement;
    use crate::placement::tests::{card, slot};
    use crate::site::Seat;

    /// Slots in rows 1, 2, 4 and one of which nobody says where it is.
    fn site() -> Site {
        let row = |row: Option<u8>| Seat { row, ..slot() };
        let rows = [Some(1), Some(2), Some(4), None];
        Site { seats: rows.into_iter().map(row).collect(), ..Site::default() }
    }

    fn at(seats: &[usize]) -> Vec<Option<Spot>> {
        seats.iter().map(|seat| Some(Spot::Seat(*seat))).collect()
    }

    fn thick(slots: f64) -> Piece {
        Piece { thickness: Some(Thickness { slots, is_assumed: false }), ..card("t", 16) }
    }

    fn thin() -> Piece {
        thick(1.0)
    }

    /// From row 1 a card of two slots covers row 2, one of 2.5 or three rows 2 and 3, one of 3.5 row 4
    /// as well; it covers nothing above itself.
    #[test]
    fn a_thick_card_covers_the_rows_after_its_own() {
        let covers = |slots: f64, own: usize, other: usize| {
            !site().covered(&[thick(slots), thin()], &at(&[own, other])).is_empty()
        };
        assert!(covers(2.0, 0, 1) && !covers(2.0, 0, 2) && !covers(1.0, 0, 1));
        assert!(covers(2.5, 0, 1) && !covers(3.0, 0, 2) && covers(3.5, 0, 2));
        assert!(!covers(3.5, 2, 1));
        let covered = site().covered(&[thick(2.0), thin()], &at(&[0, 1]));
        assert_eq!(covered, [Covered { card: 1, by: 0 }]);
    }

    /// Where nobody says in which row a slot is, nothing is covered, and that is told.
    #[test]
    fn nothing_is_concluded_of_slots_in_unknown_rows() {
        let pieces = [thick(4.0), thin()];
        for seats in [[0, 3], [3, 0]] {
            assert!(site().covered(&pieces, &at(&seats)).is_empty());
            assert_eq!(site().clearance_unknown(&pieces, &at(&seats)), [0]);
        }
        assert!(site().clearance_unknown(&pieces, &at(&[0, 1])).is_empty());
        assert!(site().clearance_unknown(&pieces[..1], &at(&[3])).is_empty());
    }

    /// A module flat on the board is below a card and not in its way.
    #[test]
    fn what_is_no_card_is_not_covered() {
        let mut site = site();
        site.seats[1].form = Some(Form::M2);
        assert!(site.covered(&[thick(3.0), thin()], &at(&[0, 1])).is_empty());
    }

    /// Two cards stand in rows 1 and 2 today: the first is one slot thick, whatever such cards usually are.
    #[test]
    fn what_stands_there_today_shows_how_thick_a_card_is_at_most() {
        let link = LinkWidth::new(4, 16);
        let graphics = Piece { thickness: None, link, ..card("g", 16) };
        let pieces = [graphics, thin()];
        assert!(!site().covered(&pieces, &at(&[0, 1])).is_empty());
        assert_eq!(site().assumed_thick(&pieces, &at(&[0, 1])), [0]);
        let today = Placement { spots: vec![Spot::Seat(0), Spot::Seat(1)], ..Placement::default() };
        let seen = Site { today, ..site() };
        assert!(seen.covered(&pieces, &at(&[0, 1])).is_empty());
        assert!(seen.assumed_thick(&pieces, &at(&[0, 1])).is_empty());
        assert_eq!(seen.covered(&[thick(2.0), thin()], &at(&[0, 1])).len(), 1);
    }
}
