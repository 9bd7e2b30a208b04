//! Which wishes do not come true, as far as places alone decide it.

use narrows_topology::Id;
use narrows_topology::graph::{Door, Node, NodeKind};

use super::View;
use crate::ask::Wish;
use crate::piece::Piece;
use crate::placement::Spot;

/// The wishes that do not come true, by their index. Those about arrays and line rates are judged
/// where means are chosen.
pub fn broken(view: &View<'_>) -> Vec<usize> {
    let wishes = view.judge.ask.wishes.iter().enumerate();
    wishes.filter(|(_, wish)| !view.fulfils(wish)).map(|(index, _)| index).collect()
}

impl View<'_> {
    fn fulfils(&self, wish: &Wish) -> bool {
        match wish {
            Wish::Lanes(piece, lanes) => {
                self.link(*piece).is_some_and(|link| link.lanes.get() >= *lanes)
            }
            Wish::FullLink(piece) => self.runs_full(*piece),
            Wish::Starts(piece) => self.starts(*piece),
            Wish::FreeSata(ports) => self.free_sata >= *ports,
            Wish::OnProcessor(piece) => self.on_processor(*piece),
            Wish::OnChipset(piece) => self.on_chipset(*piece),
            Wish::Near(one, other) => self.near(*one, *other),
            Wish::At(piece, seat) => self.is_at(*piece, seat),
            Wish::Stays(piece) => self.stays(*piece),
            Wish::NoAdapters => !self.places.iter().any(|place| place.fit.is_adapted()),
            Wish::LineRate(..) | Wish::ArrayStarts(_) | Wish::FirmwareArray(_) | Wish::Risers => {
                true
            }
        }
    }

    fn runs_full(&self, piece: usize) -> bool {
        let lanes = self.judge.pieces.get(piece).and_then(Piece::lanes);
        lanes.is_none_or(|lanes| self.link(piece).is_some_and(|link| link.lanes.get() >= lanes))
    }

    fn starts(&self, piece: usize) -> bool {
        let placed = self.placed(piece);
        placed.is_some_and(|placed| self.judge.accepts(&self.judge.site.situation.starts(&placed)))
    }

    pub(super) fn on_chipset(&self, piece: usize) -> bool {
        door(&self.above(piece)) == Door::Chipset
    }

    fn on_processor(&self, piece: usize) -> bool {
        door(&self.above(piece)) == Door::Cpu
    }

    /// The nearest place above both is a switch, or a processor or one of its root complexes that no
    /// chipset lies before.
    fn near(&self, one: usize, other: usize) -> bool {
        let (one, other) = (self.above(one), self.above(other));
        let is_shared = |(id, _): &&(&Id, &Node)| other.iter().any(|(at, _)| at == id);
        let Some((_, meet)) = one.iter().find(is_shared) else { return false };
        match meet.kind {
            NodeKind::Switch => true,
            NodeKind::Processor | NodeKind::RootComplex => {
                door(&one) != Door::Chipset && door(&other) != Door::Chipset
            }
            _ => false,
        }
    }

    fn is_at(&self, piece: usize, seat: &str) -> bool {
        let slot = self.places.get(piece).map(|place| place.slot.as_str());
        let in_part = |slot: &str| slot.split_once('/').is_some_and(|(whole, _)| whole == seat);
        slot.is_some_and(|slot| slot == seat || in_part(slot))
    }

    fn stays(&self, piece: usize) -> bool {
        let today: Option<&Spot> = self.judge.site.today.spots.get(piece);
        today.is_some() && today == self.at.spots.get(piece)
    }
}

/// Through which door a path leads.
pub fn door(path: &[(&Id, &Node)]) -> Door {
    let leads = |kind| path.iter().any(|(_, node)| node.kind == kind);
    let says = path.first().map_or(Door::Unknown, |(_, node)| node.door);
    match says {
        _ if leads(NodeKind::Chipset) => Door::Chipset,
        Door::Unknown if leads(NodeKind::Processor) => Door::Cpu,
        says => says,
    }
}
