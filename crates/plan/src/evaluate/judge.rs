//! Who looks at placements, and why one is none.

use narrows_topology::Id;
use narrows_topology::graph::Node;

use crate::ask::{Ask, Wish};
use crate::feasibility::{Answer, Verdict};
use crate::piece::Piece;
use crate::placement::Clash;
use crate::site::Site;

/// Looks at placements of the same pieces on the same site with the same ask.
#[derive(Clone, Debug)]
pub struct Judge<'a> {
    /// The places.
    pub site: &'a Site,
    /// What is to be put into them.
    pub pieces: &'a [Piece],
    /// What is wanted.
    pub ask: &'a Ask,
    /// Whether what is not known about starting and RAID is taken for granted.
    pub allow_unknown: bool,
    /// For each piece the first one that it can be exchanged for.
    pub alike: Vec<usize>,
    /// For each piece whether it has other things where it was seen than others would get there.
    pub(crate) apart: Vec<bool>,
    /// Whether the time for looking at placements is over.
    pub late: Late,
}

/// Asks somebody with a clock whether the time is over; see [`never()`].
pub type Late = fn() -> bool;

/// It never is.
pub fn never() -> bool {
    false
}

/// Why a placement is none.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// It is not possible.
    Clashes(Vec<Clash>),
    /// These wishes, by index, do not come true.
    Wishes(Vec<usize>),
    /// Nothing makes this array, by index, of these drives in these places.
    Array(usize),
}

impl Judge<'_> {
    /// Whether an answer is good enough for a wish.
    pub(super) fn accepts(&self, answer: &Answer) -> bool {
        match answer.verdict {
            Verdict::Yes => true,
            Verdict::No => false,
            Verdict::NotKnown | Verdict::Contradicted => self.allow_unknown,
        }
    }

    /// The array of this name, by its index.
    pub(super) fn array(&self, id: &str) -> Option<usize> {
        self.ask.arrays.iter().position(|array| array.id == id)
    }

    /// Whether the rows of slots matter.
    pub fn has_thick_cards(&self) -> bool {
        self.pieces.iter().any(|piece| piece.thickness().rows_covered() > 0)
    }

    /// Whether anything that is asked depends on the firmware's rules about starting and RAID.
    pub fn asks_firmware(&self) -> bool {
        let by_wish = self.ask.wishes.iter().any(|wish| {
            matches!(wish, Wish::Starts(_) | Wish::ArrayStarts(_) | Wish::FirmwareArray(_))
        });
        by_wish || !self.ask.arrays.is_empty()
    }

    /// The nodes from a place upwards.
    pub(super) fn above<'s>(&'s self, on: &'s Id) -> impl Iterator<Item = (&'s Id, &'s Node)> {
        self.site.fixed.topology.path(on)
    }
}
