//! Which pieces can be exchanged for each other.

use narrows_model::{Demand, Level};
use narrows_topology::Id;
use narrows_topology::graph::{Drive, Node};

use crate::ask::{Aim, Ask, Wish};
use crate::piece::{Body, Fit, Piece};
use crate::placement::Attachment;
use crate::search::options::{self, Offering};
use crate::site::{Seat, Site};

/// For each piece the first one that it can be exchanged for: of the same model, shape and figures,
/// and named by the ask in the same way. Carriers are always themselves: what is in their bays
/// names them.
pub fn classes(pieces: &[Piece], ask: &Ask) -> Vec<usize> {
    let kinds: Vec<String> =
        pieces.iter().enumerate().map(|(index, piece)| kind(index, piece, ask)).collect();
    let first = |kind: &String| kinds.iter().position(|other| other == kind).unwrap_or_default();
    kinds.iter().map(first).collect()
}

/// The same where some have other things in places in which they were seen: those are themselves.
pub fn with_apart(classes: &[usize], apart: &[bool]) -> Vec<usize> {
    let of = |index: usize| (if apart[index] { index } else { classes[index] }, apart[index]);
    let first = |index| (0..index).find(|&other| of(other) == of(index)).unwrap_or(index);
    (0..classes.len()).map(first).collect()
}

/// For each piece whether there is a place that has something of its own for it; see
/// [`Site::is_apart`].
pub fn apart(site: &Site, pieces: &[Piece]) -> Vec<bool> {
    let offerings: Vec<Offering> =
        site.seats.iter().map(|seat| options::offering(site, seat)).collect();
    pieces.iter().map(|piece| may_be_apart(site, &offerings, piece)).collect()
}

fn may_be_apart(site: &Site, offerings: &[Offering], piece: &Piece) -> bool {
    let own = |id: &Id| piece.body.nodes.iter().any(|(node, _)| node == id);
    let parents = piece.body.nodes.iter().filter_map(|(_, node)| node.parent.as_ref());
    let parents: Vec<&Id> = parents.filter(|id| !own(id)).collect();
    let in_seat = |(seat, offering): (&Seat, &Offering)| {
        let at = |on: &Id, offered| {
            let place =
                Attachment { on: on.clone(), offered, slot: seat.id.clone(), fit: Fit::Direct };
            site.is_apart(piece, &place)
        };
        let mut ons = offering.on.iter().filter(|on| parents.contains(on));
        ons.any(|on| offering.links.iter().any(|link| at(on, *link)))
    };
    // Below a card that carries it nobody looks closer.
    let on_card = parents.iter().any(|id| !site.fixed.topology.nodes.contains_key(*id));
    on_card || site.seats.iter().zip(offerings).any(in_seat)
}

fn kind(index: usize, piece: &Piece, ask: &Ask) -> String {
    let Piece { model, shape, device, link, bays, bay, raid, body, .. } = piece;
    let of_itself = if *bays > 0 { Some(index) } else { None };
    let named = named(index, piece, ask);
    let body = outline(body);
    let rows = piece.thickness().rows_covered();
    format!(
        "{model} {shape:?} {device:?} {link:?} {raid:?} {of_itself:?} {bay:?} {rows} {named:?} {body}"
    )
}

/// A body without its names.
fn outline(body: &Body) -> String {
    let number = |id: &Id| body.nodes.iter().position(|(node, _)| node == id);
    let node = |(id, node): &(Id, Node)| {
        let parent = node.parent.as_ref().and_then(number);
        let link = node.link.as_ref().map(|link| (link.current, link.possible, link.max_payload));
        let ceilings = body.ceilings.get(id);
        format!("{:?} {parent:?} {link:?} {:?} {ceilings:?}", node.kind, node.offers)
    };
    let drive = |(id, drive): (&Id, &Drive)| {
        let controller = drive.controller.as_ref().and_then(number);
        let like = (&drive.size, drive.rotational, &drive.transport);
        format!("{controller:?} {like:?} {:?}", body.figures.get(id))
    };
    let demand = |it: &Demand| format!("{:?} {} {}", number(&it.node), it.sends, it.receives);
    let nodes: Vec<String> = body.nodes.iter().map(node).collect();
    let drives: Vec<String> = body.drives.iter().map(drive).collect();
    let demands: Vec<String> = body.demands.iter().map(demand).collect();
    format!("{nodes:?} {drives:?} {demands:?}")
}

/// Where the ask names a piece: which entry, and as what.
fn named(index: usize, piece: &Piece, ask: &Ask) -> Vec<(char, usize, usize)> {
    let wishes = ask.wishes.iter().enumerate().filter_map(|(at, wish)| {
        let role = role_in_wish(index, wish)?;
        Some(('w', at, role))
    });
    let aims = ask
        .aims
        .iter()
        .enumerate()
        .filter_map(|(at, aim)| is_aim_of(index, piece, aim).then_some(('a', at, 0)));
    let arrays = ask.arrays.iter().enumerate().filter_map(|(at, array)| {
        let place = array.members.iter().position(|&member| member == index)?;
        // Members of these are all the same to the layer; those of others stand in an order.
        let any = matches!(array.level, Level::Stripe | Level::Mirror | Level::Parity(_));
        Some(('r', at, if any { 0 } else { place }))
    });
    wishes.chain(aims).chain(arrays).collect()
}

fn role_in_wish(index: usize, wish: &Wish) -> Option<usize> {
    let named = match wish {
        Wish::Lanes(piece, _)
        | Wish::FullLink(piece)
        | Wish::LineRate(piece, _)
        | Wish::Starts(piece)
        | Wish::OnProcessor(piece)
        | Wish::OnChipset(piece)
        | Wish::At(piece, _)
        | Wish::Stays(piece) => [Some(*piece), None],
        Wish::Near(one, other) => [Some(*one), Some(*other)],
        Wish::ArrayStarts(_)
        | Wish::FirmwareArray(_)
        | Wish::FreeSata(_)
        | Wish::NoAdapters
        | Wish::Risers => [None, None],
    };
    named.iter().position(|piece| *piece == Some(index))
}

fn is_aim_of(index: usize, piece: &Piece, aim: &Aim) -> bool {
    match aim {
        Aim::Of(name, _) => {
            *name == piece.id || piece.body.drives.keys().any(|id| id.as_str() == name)
        }
        Aim::ToCard(card, _) | Aim::Latency(card) | Aim::LanesOf(card) => *card == index,
        Aim::Together(_) | Aim::Each(_) | Aim::FewMoves | Aim::FreeSata => false,
    }
}
