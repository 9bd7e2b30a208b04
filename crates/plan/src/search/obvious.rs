//! What most people would do: every piece in the first place that takes it.

use narrows_catalog::board::Form;

use crate::evaluate::Judge;
use crate::makeshift;
use crate::piece::Piece;
use crate::placement::{Clash, Placement, Spot};
use crate::site::Seat;

/// Every piece in the first seat that takes it: cards before drives, the longest slots first for
/// cards; adapters only where nothing else is left. Wishes do not count. None where a piece finds no
/// place that way.
pub fn placement(judge: &Judge<'_>) -> Option<Placement> {
    let (spots, clashes) = filled(judge);
    let spots: Option<Vec<Spot>> = spots.into_iter().collect();
    spots.filter(|_| clashes.is_empty()).map(|spots| Placement { spots, ..Placement::default() })
}

/// What stands in the way of those that find no place that way.
pub fn clashes(judge: &Judge<'_>) -> Vec<Clash> {
    filled(judge).1
}

fn filled(judge: &Judge<'_>) -> (Vec<Option<Spot>>, Vec<Clash>) {
    let mut spots: Vec<Option<Spot>> = vec![None; judge.pieces.len()];
    let mut clashes = Vec::new();
    for index in order(judge.pieces) {
        let mut first = None;
        for spot in least_makeshift(judge, index, &spots) {
            spots[index] = Some(spot);
            match against(judge, &spots) {
                None => break,
                Some(clash) => {
                    first.get_or_insert(clash);
                    spots[index] = None;
                }
            }
        }
        if spots[index].is_none() {
            let nowhere = Clash::NoFit(index, Spot::Seat(judge.site.seats.len()));
            clashes.push(first.unwrap_or(nowhere));
        }
    }
    (spots, clashes)
}

/// Carriers, then other cards, then drives, each in the order given.
fn order(pieces: &[Piece]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by_key(|&index| (!pieces[index].is_card(), !pieces[index].is_carrier()));
    order
}

/// The free places of a piece, those first that make do with least beside what is placed already.
fn least_makeshift(judge: &Judge<'_>, index: usize, spots: &[Option<Spot>]) -> Vec<Spot> {
    let makeshifts = |spot: &Spot| {
        let mut with = spots.to_vec();
        with[index] = Some(*spot);
        makeshift::of(judge, &with).len()
    };
    let mut free = choices(judge, index);
    free.retain(|spot| !spots.contains(&Some(*spot)));
    free.sort_by_cached_key(makeshifts);
    free
}

/// Where a piece would be put, the first place first.
fn choices(judge: &Judge<'_>, index: usize) -> Vec<Spot> {
    let piece = &judge.pieces[index];
    let seats = judge.site.seats.iter().enumerate();
    let fitting = seats.filter_map(|(at, seat)| {
        let fit = piece.fit_at_all(seat.form, &seat.devices)?;
        Some(((fit.is_adapted(), length(piece, seat), at), Spot::Seat(at)))
    });
    let mut fitting: Vec<_> = fitting.collect();
    fitting.sort();
    let bays = judge
        .pieces
        .iter()
        .enumerate()
        .flat_map(|(carrier, card)| (0..card.bays).map(move |bay| Spot::Bay(carrier, bay)));
    let takes = |spot: &Spot| match spot {
        Spot::Bay(carrier, _) => piece.fit_in_bay(&judge.pieces[*carrier]).is_some(),
        Spot::Seat(_) => true,
    };
    let bays = bays.filter(takes);
    fitting.into_iter().map(|(_, spot)| spot).chain(bays).collect()
}

/// Long slots first for what is a card; for all others the board's order.
fn length(piece: &Piece, seat: &Seat) -> u8 {
    match seat.form {
        Some(Form::X16) if piece.is_card() => 0,
        _ => 1,
    }
}

/// What stands against those placed so far.
fn against(judge: &Judge<'_>, spots: &[Option<Spot>]) -> Option<Clash> {
    let placed: Vec<usize> = (0..spots.len()).filter(|&at| spots[at].is_some()).collect();
    let new = |old: usize| placed.iter().position(|&at| at == old);
    let pieces: Vec<Piece> = placed.iter().map(|&at| judge.pieces[at].clone()).collect();
    let moved = |spot: Spot| match spot {
        Spot::Bay(carrier, bay) => new(carrier).map(|carrier| Spot::Bay(carrier, bay)),
        seat @ Spot::Seat(_) => Some(seat),
    };
    let spots: Option<Vec<Spot>> = spots.iter().flatten().copied().map(moved).collect();
    let at = Placement { spots: spots?, ..Placement::default() };
    let clashes = judge.site.places(&pieces, &at).err()?;
    clashes.into_iter().next().map(|clash| renamed(clash, &placed))
}

/// A clash with the pieces' own numbers.
fn renamed(clash: Clash, placed: &[usize]) -> Clash {
    let old = |at: usize| placed.get(at).copied().unwrap_or(at);
    let spot = |spot: Spot| match spot {
        Spot::Bay(carrier, bay) => Spot::Bay(old(carrier), bay),
        seat @ Spot::Seat(_) => seat,
    };
    match clash {
        Clash::NoFit(at, place) => Clash::NoFit(old(at), spot(place)),
        Clash::Taken(at, by) => Clash::Taken(old(at), old(by)),
        Clash::Off(at, rule) => Clash::Off(old(at), rule),
        Clash::NoLanes(at) => Clash::NoLanes(old(at)),
        Clash::NoSplit(at) => Clash::NoSplit(old(at)),
        Clash::NoBay(at) => Clash::NoBay(old(at)),
    }
}
