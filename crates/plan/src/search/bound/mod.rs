//! What the placements that go on from a part of one cannot exceed.
//!
//! A rate of all together is at most a greatest flow: each drive brings no more than it does alone in
//! its place, and no link above it carries more than it can, whoever shares it. Pieces that are not
//! placed yet count with the best that any of them would do in each free seat; how many seats they
//! take is limited, which seats is not. The links form a tree, so the greatest flow with `k` seats
//! more grows by ever smaller steps, and adding up the steps from the leaves to the root finds it.

mod alone;
mod cards;
mod host;
mod tree;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use narrows_topology::Id;
use narrows_topology::capacity::{self, Way};
use narrows_units::LinkWidth;
use narrows_workload::Workload;

use super::options::{Offering, most_payload};
use alone::Alone;
use cards::Cards;
use host::Host;
use tree::{Filling, tree};

pub use alone::Rates;
pub use tree::Tree;

use crate::ask::{Aim, ArrayWish};
use crate::evaluate::{self, Judge, Rank};
use crate::makeshift;
use crate::piece::{Fit, Piece};
use crate::placement::Spot;

/// Bounds for one ask.
pub struct Bound<'j> {
    judge: &'j Judge<'j>,
    aims: Vec<Limit>,
    /// The most lanes that each card has in each seat.
    lanes: Vec<Vec<i64>>,
    seats: Vec<Vec<usize>>,
}

/// What limits one aim.
enum Limit {
    /// All together.
    Flow(Box<Flow>),
    /// All together to a card, whose link carries so much.
    Sum(Rates, f64),
    /// The slowest alone.
    Least(Rates),
    /// One drive, or the members of an array.
    Of(Rates, Vec<usize>),
    /// One piece, by seat; and the most of all its places.
    Seat(usize, Vec<f64>, f64),
    /// Pieces that stay.
    Moves,
    /// SATA ports.
    FreeSata,
    /// Nothing is known.
    None,
}

/// What limits what all bring together.
struct Flow {
    rates: Rates,
    tree: Tree,
    /// What processor and memory allow, in MB/s.
    host: f64,
    cards: Option<Cards>,
}

/// Arithmetic in another order ends in other rounding.
const ROUNDING: f64 = 1.0 + 1e-9;

/// The solver stops within this of an optimum.
const SOLVED: f64 = 1.0 + 1e-6;

type Spots = [Option<Spot>];

impl<'j> Bound<'j> {
    /// For the judge's ask.
    pub fn new(judge: &'j Judge<'j>, offerings: &[Offering], seats: &[Vec<usize>]) -> Self {
        let aims = judge.ask.aims.iter().map(|aim| limit(judge, aim, offerings, seats)).collect();
        let lanes = (0..judge.pieces.len()).map(|piece| lanes(judge, piece, offerings)).collect();
        Self { judge, aims, lanes, seats: seats.to_vec() }
    }

    /// No placement that goes on from here ranks above this.
    pub fn rank(&self, spots: &Spots) -> Rank {
        let above: Vec<f64> = self.aims.iter().map(|limit| self.above(limit, spots)).collect();
        Rank {
            makeshifts: -(self.makeshifts(spots) as i64),
            aims: evaluate::steps(&self.judge.ask.aims, &above),
            crossings: -(evaluate::crossings(self.judge, spots) as i64),
            moves: -(self.moves(spots) as i64),
            card_lanes: self.card_lanes(spots),
            adapters: -(self.adapters(spots) as i64),
            settings: 0,
            free_sata: self.free_sata(spots) as i64,
        }
    }

    /// What every placement that goes on from here makes do with at least.
    pub fn makeshifts(&self, spots: &Spots) -> usize {
        makeshift::of(self.judge, spots).len()
    }

    /// Whether nothing that goes on from here is better than this; by what it makes do with and by
    /// aims alone, if nothing else is to count.
    pub fn is_below(&self, spots: &Spots, than: &Rank, aims_only: bool) -> bool {
        match (-(self.makeshifts(spots) as i64)).cmp(&than.makeshifts) {
            Ordering::Less => return true,
            Ordering::Greater => return false,
            Ordering::Equal => {}
        }
        let limits = self.judge.ask.aims.iter().zip(&self.aims);
        for ((aim, limit), reached) in limits.zip(&than.aims) {
            let above = [self.above(limit, spots)];
            let above = evaluate::steps(std::slice::from_ref(aim), &above);
            match above.first().cmp(&Some(reached)) {
                Ordering::Less => return true,
                Ordering::Greater => return false,
                Ordering::Equal => {}
            }
        }
        aims_only || self.rank(spots) <= *than
    }

    /// Whether a wish for line rate is broken already.
    pub fn slows_cards(&self, spots: &Spots) -> bool {
        self.aims.iter().any(|limit| match limit {
            Limit::Flow(flow) => flow
                .cards
                .as_ref()
                .is_some_and(|cards| cards.is_slowed(&flow.tree, &flow.rates, spots)),
            _ => false,
        })
    }

    /// What the first aim cannot exceed; none without aims.
    pub fn first(&self, spots: &Spots) -> Option<f64> {
        self.aims.first().map(|limit| self.above(limit, spots))
    }

    /// The same by a linear programme, which knows that pieces share seats; none where the first aim
    /// is none that all bring together.
    pub fn linear(&self) -> Option<f64> {
        match self.aims.first()? {
            Limit::Flow(flow) => {
                let linear = super::linear::most(self.judge, &flow.rates, &flow.tree, &self.seats);
                linear.map(|most| most * SOLVED)
            }
            _ => None,
        }
    }

    /// What a piece brings in a seat alone, for the first aim that is a rate.
    pub fn alone(&self, piece: usize, seat: usize) -> f64 {
        let rates = self.aims.iter().find_map(|limit| match limit {
            Limit::Flow(flow) => Some(&flow.rates),
            Limit::Sum(rates, _) | Limit::Least(rates) | Limit::Of(rates, _) => Some(rates),
            _ => None,
        });
        rates.map_or(0.0, |rates| rates.in_seat[piece][seat])
    }

    fn above(&self, limit: &Limit, spots: &Spots) -> f64 {
        match limit {
            Limit::Flow(flow) => self.flow(flow, spots) * ROUNDING,
            Limit::Sum(rates, most) => rates.anywhere.iter().sum::<f64>().min(*most) * ROUNDING,
            Limit::Least(rates) => self.least(rates, spots) * ROUNDING,
            Limit::Of(rates, pieces) => {
                pieces.iter().map(|&piece| rates.of(piece, spots)).sum::<f64>() * ROUNDING
            }
            Limit::Seat(piece, scores, most) => match spots[*piece] {
                Some(Spot::Seat(seat)) => scores[seat],
                _ => *most,
            },
            Limit::Moves => -(self.moves(spots) as f64),
            Limit::FreeSata => self.free_sata(spots) as f64,
            Limit::None => f64::INFINITY,
        }
    }

    /// The slowest of those in no array; of an array all members together are more than it.
    fn least(&self, rates: &Rates, spots: &Spots) -> f64 {
        let arrays = &self.judge.ask.arrays;
        let in_array = |piece: &usize| arrays.iter().any(|array| array.members.contains(piece));
        let has_drive = |piece: &usize| !self.judge.pieces[*piece].body.drives.is_empty();
        let single = (0..spots.len()).filter(|piece| !in_array(piece)).filter(has_drive);
        let of_array = |array: &ArrayWish| -> f64 {
            array.members.iter().map(|&piece| rates.of(piece, spots)).sum()
        };
        let all = single.map(|piece| rates.of(piece, spots)).chain(arrays.iter().map(of_array));
        all.fold(f64::INFINITY, f64::min)
    }

    fn flow(&self, flow: &Flow, spots: &Spots) -> f64 {
        let Flow { rates, tree, host, cards } = flow;
        let mut filling = Filling::new(tree);
        let left: Vec<usize> = (0..spots.len()).filter(|&piece| spots[piece].is_none()).collect();
        for (piece, spot) in spots.iter().enumerate() {
            let Some(spot) = *spot else { continue };
            filling.flows(tree.above(self.seat(spot, spots)), rates.at(piece, spot));
        }
        for (above, rate) in self.open(rates, tree, spots, &left) {
            filling.may_flow(above, rate);
        }
        let drives = left.iter().filter(|&&piece| rates.most[piece] > 0.0);
        let alone: f64 = drives.clone().map(|&piece| rates.most[piece]).sum();
        let carry = match cards {
            Some(cards) => cards.leave(tree, spots),
            None => tree.links.iter().map(|(_, most)| *most).collect(),
        };
        let (flow, steps) = filling.total(tree, &carry);
        (flow + steps.iter().take(drives.count()).sum::<f64>().min(alone)).min(*host)
    }

    /// Free places, each with the most that any piece that is left brings there.
    fn open(
        &self,
        rates: &Rates,
        tree: &Tree,
        spots: &Spots,
        left: &[usize],
    ) -> Vec<(Option<usize>, f64)> {
        let mut by_seat: BTreeMap<usize, f64> = BTreeMap::new();
        let classes: BTreeSet<usize> = left.iter().map(|&piece| self.judge.alike[piece]).collect();
        for &piece in classes.iter().filter(|&&piece| rates.most[piece] > 0.0) {
            for &seat in &self.seats[piece] {
                let most = by_seat.entry(seat).or_default();
                *most = most.max(rates.in_seat[piece][seat]);
            }
        }
        let is_free = |seat: usize| !spots.contains(&Some(Spot::Seat(seat)));
        let seats = by_seat.into_iter().filter(|(seat, _)| is_free(*seat));
        let seats = seats.map(|(seat, rate)| (tree.above(Some(seat)), rate));
        let most = left.iter().map(|&piece| rates.anywhere[piece]).fold(0.0, f64::max);
        let bays = self
            .judge
            .pieces
            .iter()
            .enumerate()
            .flat_map(|(carrier, card)| (0..card.bays).map(move |bay| Spot::Bay(carrier, bay)));
        let bays = bays.filter(|bay| !spots.contains(&Some(*bay)));
        let bays = bays.map(|bay| (tree.above(self.seat(bay, spots)), most));
        seats.chain(bays).collect()
    }

    /// The seat that a spot is in; none in the bay of a carrier that is not placed.
    fn seat(&self, spot: Spot, spots: &Spots) -> Option<usize> {
        match spot {
            Spot::Seat(seat) => Some(seat),
            Spot::Bay(carrier, _) => match spots[carrier] {
                Some(Spot::Seat(seat)) => Some(seat),
                _ => None,
            },
        }
    }

    /// The pieces that move at least.
    fn moves(&self, spots: &Spots) -> usize {
        let today = &self.judge.site.today.spots;
        let mut classes: BTreeMap<usize, (Vec<Spot>, Vec<Spot>, usize)> = BTreeMap::new();
        for (piece, spot) in spots.iter().enumerate() {
            let (was, is, left) = classes.entry(self.judge.alike[piece]).or_default();
            was.extend(today.get(piece).copied().map(evaluate::host));
            match spot {
                Some(spot) => is.push(evaluate::host(*spot)),
                None => *left += 1,
            }
        }
        let of = |(was, is, left): (Vec<Spot>, Vec<Spot>, usize)| {
            evaluate::gone(was, is).saturating_sub(left)
        };
        classes.into_values().map(of).sum()
    }

    fn card_lanes(&self, spots: &Spots) -> i64 {
        let lanes = |(piece, spot): (usize, &Option<Spot>)| match spot {
            Some(Spot::Seat(seat)) => self.lanes[piece][*seat],
            _ => self.lanes[piece].iter().copied().max().unwrap_or_default(),
        };
        spots.iter().enumerate().map(lanes).sum()
    }

    fn adapters(&self, spots: &Spots) -> usize {
        let needs = |(piece, spot): &(usize, &Option<Spot>)| {
            let Some(Spot::Seat(seat)) = spot else { return false };
            let seat = &self.judge.site.seats[*seat];
            let fit = self.judge.pieces[*piece].fit_at_all(seat.form, &seat.devices);
            fit.is_some_and(Fit::is_adapted)
        };
        spots.iter().enumerate().filter(needs).count()
    }

    fn free_sata(&self, spots: &Spots) -> usize {
        let seats = self.judge.site.seats.iter().enumerate();
        let free = seats
            .filter(|(seat, it)| it.is_sata_port() && !spots.contains(&Some(Spot::Seat(*seat))));
        let waiting = spots.iter().zip(&self.seats).filter(|(spot, seats)| {
            let is_port = |seat: &usize| self.judge.site.seats[*seat].is_sata_port();
            spot.is_none() && !seats.is_empty() && seats.iter().all(is_port)
        });
        free.count().saturating_sub(waiting.count())
    }
}

fn limit(judge: &Judge<'_>, aim: &Aim, offerings: &[Offering], seats: &[Vec<usize>]) -> Limit {
    let rates = |workload| Alone::new(judge, workload).rates(offerings, seats);
    match aim {
        Aim::Together(workload) => {
            let (rates, tree) = (rates(workload), tree(judge, workload, offerings));
            let host = Host::new(judge, workload);
            let cards = Cards::new(judge, workload, &rates, &host);
            Limit::Flow(Box::new(Flow { rates, tree, host: host.most(), cards }))
        }
        Aim::ToCard(card, workload) => {
            Limit::Sum(rates(workload), card_carries(judge, *card, workload, offerings))
        }
        Aim::Each(workload) => Limit::Least(rates(workload)),
        Aim::Of(name, workload) => match named(judge, name) {
            Some(pieces) => Limit::Of(rates(workload), pieces),
            None => Limit::None,
        },
        Aim::Latency(piece) => {
            let ways = ways(judge, offerings);
            let most = ways.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            Limit::Seat(*piece, ways, most)
        }
        Aim::LanesOf(piece) => {
            let lanes = widths(judge, *piece, offerings);
            let most = lanes.iter().copied().fold(own_width(judge, *piece), f64::max);
            Limit::Seat(*piece, lanes, most)
        }
        Aim::FewMoves => Limit::Moves,
        Aim::FreeSata => Limit::FreeSata,
    }
}

/// What a card's link carries of the workload at most, in MB/s: what is read from drives comes down
/// to it.
fn card_carries(
    judge: &Judge<'_>,
    card: usize,
    workload: &Workload,
    offerings: &[Offering],
) -> f64 {
    let own = judge.pieces.get(card).and_then(|piece| piece.link);
    let links = offerings.iter().flat_map(|offering| &offering.links);
    let payload = most_payload(judge, card);
    let part = |most: f64, share: f64| if share > 0.0 { most / share } else { f64::INFINITY };
    let read = workload.read_share();
    let carries = |link: LinkWidth| {
        let way = |way| capacity::usable(link, payload, way).as_mb_s();
        part(way(Way::Down), read).min(part(way(Way::Up), 1.0 - read))
    };
    // What nobody knows may be any.
    let of = |link: &Option<LinkWidth>| common(own, *link).map_or(f64::INFINITY, carries);
    links.map(of).fold(0.0, f64::max)
}

/// The piece or the members of the array that this is the name of.
fn named(judge: &Judge<'_>, name: &str) -> Option<Vec<usize>> {
    if let Some(array) = judge.ask.arrays.iter().find(|array| array.id == name) {
        return Some(array.members.clone());
    }
    let is_it = |piece: &Piece| piece.body.drives.keys().any(|id| id.as_str() == name);
    judge.pieces.iter().position(is_it).map(|piece| vec![piece])
}

/// The shortest way to a drive in each seat.
fn ways(judge: &Judge<'_>, offerings: &[Offering]) -> Vec<f64> {
    let way = |on: &Id| {
        let path = judge.site.fixed.topology.path(on);
        -path.map(|(_, node)| evaluate::hops(node.kind)).sum::<f64>()
    };
    let of = |offering: &Offering| offering.on.iter().map(way).fold(f64::NEG_INFINITY, f64::max);
    offerings.iter().map(of).collect()
}

/// The most lanes of the processor's generation that a piece has in each seat.
fn widths(judge: &Judge<'_>, piece: usize, offerings: &[Offering]) -> Vec<f64> {
    let processor = evaluate::processor_rate(judge.site);
    let own = judge.pieces.get(piece).and_then(|piece| piece.link);
    let of = |offering: &Offering| {
        let links = offering.links.iter().filter_map(|link| common(own, *link));
        links.map(|link| evaluate::lanes(link, processor)).fold(0.0, f64::max)
    };
    offerings.iter().map(of).collect()
}

/// The same in the bay of a carrier with a switch, where its own link alone counts.
fn own_width(judge: &Judge<'_>, piece: usize) -> f64 {
    let processor = evaluate::processor_rate(judge.site);
    let has_bays = judge.pieces.iter().any(|card| card.bays > 0);
    let own = judge.pieces.get(piece).filter(|_| has_bays).and_then(|piece| piece.link);
    own.map_or(0.0, |link| evaluate::lanes(link, processor))
}

fn lanes(judge: &Judge<'_>, piece: usize, offerings: &[Offering]) -> Vec<i64> {
    let own = &judge.pieces[piece];
    let of = |offering: &Offering| {
        let links = offering.links.iter().filter_map(|link| common(own.link, *link));
        links.map(|link| i64::from(link.lanes.get())).max().unwrap_or_default()
    };
    offerings.iter().map(|offering| if own.is_card() { of(offering) } else { 0 }).collect()
}

fn common(own: Option<LinkWidth>, offered: Option<LinkWidth>) -> Option<LinkWidth> {
    match (own, offered) {
        (Some(own), Some(offered)) => Some(own.common(offered)),
        (own, offered) => own.or(offered),
    }
}
