//! Which pieces, seats and arrays a name means.

use narrows_catalog::board::Device;
use narrows_messages::Message;
use narrows_topology::Id;
use narrows_topology::graph::NodeKind;
use narrows_units::BytesPerSec;

use super::near::{nearest, shown};
use crate::ask::ArrayWish;
use crate::piece::Piece;
use crate::site::Site;

/// What can be named.
pub(super) struct Names<'a> {
    pub(super) site: &'a Site,
    pub(super) pieces: &'a [Piece],
}

/// Slots that a message lists.
const MOST_SEATS: usize = 24;
/// Words for all pieces of a kind.
const KINDS: [&str; 8] = ["drives", "drive", "gpus", "gpu", "nics", "nic", "hbas", "hba"];

impl<'a> Names<'a> {
    /// The pieces of this name: the one with this id, else all of this model, else all of the kind
    /// that `drives`, `gpus`, `nics` or `hbas` says, or one of these without its `s`.
    pub(super) fn pieces(&self, name: &str) -> Result<Vec<usize>, Message> {
        let of = |is: &dyn Fn(usize, &Piece) -> bool| -> Vec<usize> {
            let all = self.pieces.iter().enumerate();
            all.filter(|(at, piece)| is(*at, piece)).map(|(at, _)| at).collect()
        };
        let by_id = of(&|_, piece| piece.id == name);
        let by_model = of(&|_, piece| piece.model == name);
        // As lists of drives take it: `samsung-pm9a3-1920gb` for the one with `-u-2` behind it.
        let begins = |model: &str| model.strip_prefix(name).is_some_and(|it| it.starts_with('-'));
        let by_short = of(&|_, piece| begins(&piece.model));
        let by_kind = of(&|at, _| self.is_kind(at, name));
        let found =
            [by_id, by_model, by_short, by_kind].into_iter().find(|found| !found.is_empty());
        found.ok_or_else(|| self.no_piece(name))
    }

    /// The one piece of this name.
    pub(super) fn piece(&self, name: &str) -> Result<usize, Message> {
        match self.pieces(name)?.as_slice() {
            [one] => Ok(*one),
            several => {
                let ids = several.iter().map(|&at| self.pieces[at].id.as_str());
                let ids = ids.collect::<Vec<_>>().join(", ");
                Err(Message::new("plan-several-named").with("name", shown(name)).with("ids", ids))
            }
        }
    }

    /// Drives of this name; a card is none.
    pub(super) fn drives_named(&self, name: &str) -> Result<Vec<usize>, Message> {
        let found = self.pieces(name)?;
        match found.iter().find(|&&at| self.pieces[at].drive().is_none()) {
            None => Ok(found),
            Some(&at) => {
                Err(Message::new("plan-not-a-drive").with("name", shown(&self.pieces[at].id)))
            }
        }
    }

    /// Every piece that is one drive, by index.
    pub(super) fn drives(&self) -> Vec<usize> {
        let all = 0..self.pieces.len();
        all.filter(|&at| self.pieces[at].drive().is_some()).collect()
    }

    /// The piece that is this drive and nothing else.
    pub(super) fn piece_of(&self, drive: &Id) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.drive() == Some(drive))
    }

    /// The drives that an array is made of if nobody says which: those on PCIe, else all.
    pub(super) fn usual_members(&self, left_over: Vec<usize>) -> Vec<usize> {
        let is_fast = |at: &usize| self.pieces[*at].device == Device::Pcie;
        let fast: Vec<usize> = left_over.iter().copied().filter(is_fast).collect();
        if fast.len() > 1 { fast } else { left_over }
    }

    /// The seat of this name, whatever its capitals.
    pub(super) fn seat(&self, name: &str) -> Result<String, Message> {
        let seats = || self.site.seats.iter().map(|seat| seat.id.as_str());
        let same = seats().find(|id| *id == name);
        let alike = || seats().find(|id| id.eq_ignore_ascii_case(name));
        same.or_else(alike).map(str::to_owned).ok_or_else(|| {
            let near = nearest(name, seats());
            let all = seats().take(MOST_SEATS).collect::<Vec<_>>().join(", ");
            unknown("plan-unknown-seat", "plan-unknown-seat-near", name, near).with("slots", all)
        })
    }

    /// What a network card moves each way when its ports are busy; none where nobody says.
    pub(super) fn line_rate(&self, piece: usize) -> Option<BytesPerSec> {
        self.pieces.get(piece)?.line_rate()
    }

    /// That no piece has this name, with the nearest that one has.
    fn no_piece(&self, name: &str) -> Message {
        let ids = self.pieces.iter().flat_map(|piece| [piece.id.as_str(), piece.model.as_str()]);
        let all = 0..self.pieces.len();
        let kinds = KINDS.into_iter().filter(|kind| all.clone().any(|at| self.is_kind(at, kind)));
        let near = nearest(name, ids.chain(kinds));
        unknown("plan-unknown-piece", "plan-unknown-piece-near", name, near)
    }

    fn is_kind(&self, at: usize, kind: &str) -> bool {
        let piece = &self.pieces[at];
        match kind {
            "drives" | "drive" => piece.drive().is_some(),
            "gpus" | "gpu" => piece.is_graphics(),
            "nics" | "nic" => piece.kind() == Some(NodeKind::Network),
            "hbas" | "hba" => {
                let controller = matches!(piece.kind(), Some(NodeKind::Storage(_)));
                controller && piece.is_card() && piece.bays == 0
            }
            _ => false,
        }
    }
}

/// The array of this name.
pub(super) fn array<'a>(arrays: &'a [ArrayWish], name: &str) -> Option<&'a ArrayWish> {
    arrays.iter().find(|array| array.id == name)
}

/// A message about a word: `plain`, or `with_near` where a known one is nearly the same.
pub(super) fn unknown(
    plain: &'static str,
    with_near: &'static str,
    word: &str,
    near: Option<&str>,
) -> Message {
    match near {
        Some(near) => Message::new(with_near).with("word", shown(word)).with("near", near),
        None => Message::new(plain).with("word", shown(word)),
    }
}
