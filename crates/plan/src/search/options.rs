//! Where each piece can be at all: what fits, and what no wish about it forbids.

use std::collections::BTreeSet;

use narrows_topology::Id;
use narrows_topology::capacity::{Way, usable};
use narrows_topology::graph::{Door, NodeKind};
use narrows_units::{Bytes, BytesPerSec, LinkWidth};

use crate::ask::Wish;
use crate::evaluate::Judge;
use crate::piece::Piece;
use crate::placement::Spot;
use crate::site::{Seat, Site};

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
    judge.site.seats.iter().map(|seat| offering(judge.site, seat)).collect()
}

/// What a seat may come to offer.
pub fn offering(site: &Site, seat: &Seat) -> Offering {
    let effects = site.rules.iter().flat_map(|rule| &rule.then);
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
    let fit = piece.fit_at_all(seat.form, &seat.devices);
    fit.is_some_and(|fit| adapters || !fit.is_adapted())
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
            let payload = most_payload(judge, piece);
            links().any(|link| link.is_none_or(|link| carries(payload, link, *rate)))
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

/// The largest Max_Payload_Size that a piece may have: the site's, or its own where it was seen.
pub fn most_payload(judge: &Judge<'_>, piece: usize) -> Bytes {
    let nodes = judge.pieces.get(piece).into_iter().flat_map(|piece| &piece.body.nodes);
    let own = nodes.filter_map(|(_, node)| node.link.as_ref()?.max_payload);
    own.fold(judge.site.max_payload.unwrap_or(Bytes::kib(4)), Bytes::max)
}

/// Whether a link carries so much either way.
fn carries(payload: Bytes, link: LinkWidth, rate: BytesPerSec) -> bool {
    [Way::Up, Way::Down].into_iter().all(|way| usable(link, payload, way) >= rate)
}

fn is_below_chipset(judge: &Judge<'_>, on: &Id) -> bool {
    let mut path = judge.site.fixed.topology.path(on);
    path.any(|(_, node)| node.kind == NodeKind::Chipset || node.door == Door::Chipset)
}
