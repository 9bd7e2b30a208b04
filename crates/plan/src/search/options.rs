//! Where each piece can be at all: what fits, and what no wish about it forbids.

use std::collections::BTreeSet;

use narrows_topology::Id;
use narrows_topology::capacity::{Way, usable};
use narrows_topology::graph::{Door, NodeKind};
use narrows_units::{Bytes, BytesPerSec, LinkWidth};

use crate::ask::Wish;
use crate::evaluate::Judge;
use crate::piece::{Fit, Piece};
use crate::placement::Spot;
use crate::site::Seat;

/// What a seat may come to offer, whatever else is in use and set.
#[derive(Clone, Debug, PartialEq)]
pub struct Offering {
    /// What it may hang on.
    pub on: BTreeSet<Id>,
    /// The links that it may have.
    pub links: Vec<Option<LinkWidth>>,
}

/// What each seat may come to offer.
pub fn offerings(judge: &Judge<'_>) -> Vec<Offering> {
    judge.site.seats.iter().map(|seat| offering(judge, seat)).collect()
}

fn offering(judge: &Judge<'_>, seat: &Seat) -> Offering {
    let effects = judge.site.rules.iter().flat_map(|rule| &rule.then);
    let of_it = effects.filter(|effect| effect.slot == seat.id);
    let (mut on, mut links) = (BTreeSet::from([seat.on.clone()]), vec![seat.link]);
    for effect in of_it {
        on.extend(effect.on.as_ref().map(Id::new));
        if effect.link.is_some() && !links.contains(&effect.link) {
            links.push(effect.link);
        }
    }
    Offering { on, links }
}

/// The seats that a piece can be in, by index.
pub fn seats(judge: &Judge<'_>, offerings: &[Offering], piece: usize) -> Vec<usize> {
    let seats = judge.site.seats.iter().zip(offerings).enumerate();
    let takes = |(index, (seat, offering)): (usize, (&Seat, &Offering))| {
        let fits = fits(judge, &judge.pieces[piece], seat);
        let allowed =
            || judge.ask.wishes.iter().all(|wish| may(judge, wish, piece, (index, seat), offering));
        (fits && allowed()).then_some(index)
    };
    seats.filter_map(takes).collect()
}

fn fits(judge: &Judge<'_>, piece: &Piece, seat: &Seat) -> bool {
    let adapters = !judge.ask.wishes.contains(&Wish::NoAdapters);
    match piece.fit(seat.form, &seat.devices) {
        Some(Fit::Direct) => true,
        Some(Fit::With(_)) => adapters,
        None => false,
    }
}

/// Whether the wish may come true with the piece in this seat, or is not about it.
fn may(
    judge: &Judge<'_>,
    wish: &Wish,
    piece: usize,
    (index, seat): (usize, &Seat),
    offering: &Offering,
) -> bool {
    let own = judge.pieces[piece].link;
    let links = || {
        offering.links.iter().map(|link| match (own, link) {
            (Some(own), Some(link)) => Some(own.common(*link)),
            (own, link) => own.or(*link),
        })
    };
    match wish {
        Wish::Lanes(of, lanes) if *of == piece => {
            links().any(|link| link.is_some_and(|link| link.lanes.get() >= *lanes))
        }
        Wish::LineRate(of, rate) if *of == piece => {
            links().any(|link| link.is_none_or(|link| carries(judge, link, *rate)))
        }
        Wish::FullLink(of) if *of == piece => {
            let lanes = judge.pieces[piece].lanes();
            let runs = |lanes| links().flatten().any(|link| link.lanes.get() >= lanes);
            lanes.is_none_or(runs)
        }
        Wish::OnProcessor(of) if *of == piece => {
            offering.on.iter().any(|on| !is_below_chipset(judge, on))
        }
        Wish::OnChipset(of) if *of == piece => {
            offering.on.iter().any(|on| is_below_chipset(judge, on))
        }
        Wish::At(of, id) if *of == piece => {
            seat.id == *id || seat.id.split_once('/').is_some_and(|(whole, _)| whole == id)
        }
        Wish::Stays(of) if *of == piece => {
            judge.site.today.spots.get(piece) == Some(&Spot::Seat(index))
        }
        _ => true,
    }
}

/// Whether a link carries so much either way, with the largest packets that it may have.
fn carries(judge: &Judge<'_>, link: LinkWidth, rate: BytesPerSec) -> bool {
    let payload = judge.site.max_payload.unwrap_or(Bytes::kib(4));
    [Way::Up, Way::Down].into_iter().all(|way| usable(link, payload, way) >= rate)
}

fn is_below_chipset(judge: &Judge<'_>, on: &Id) -> bool {
    let mut path = judge.site.fixed.topology.path(on);
    path.any(|(_, node)| node.kind == NodeKind::Chipset || node.door == Door::Chipset)
}
