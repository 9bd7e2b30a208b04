//! Trade curve between lanes of cards and the drives: arrangements of which none is better than
//! another in everything that counts.
//!
//! For: `plan`, which shows them beside the best placement, each with the constraints that produce it;
//! anything else that draws them.
//!
//! Not here: which of them is the best (the request decides, or `graphics` if it does not).

use narrows_catalog::board::SlotBus;

use crate::better::WORTH;
use crate::device::MovableDevice;
use crate::evaluate::{PlacementView, rated};
use crate::inventory::{InventorySlot, SlotInventory};
use crate::narrow::widest;
use crate::placement::{DeviceLocation, Placement};
use crate::request::Constraint;
use crate::result::{OptimalityProof, PlanCandidate};
use crate::search::{PlacementSearch, SearchEffort};

/// Arrangements to choose from.
#[derive(Clone, Debug, PartialEq)]
pub struct TradeCurve {
    /// The cards whose lanes are traded, by their index: the graphics cards, else all cards.
    pub cards: Vec<usize>,
    /// The arrangements, those with the most lanes first.
    pub points: Vec<TradePoint>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TradePoint {
    pub candidate: PlanCandidate,
    /// Constraints to request to get it: they replace other constraints about lanes of these cards, and add
    /// to the rest.
    pub constraints: Vec<Constraint>,
    /// Value of the first objective, 10^6 bytes per second.
    pub brings: f64,
    pub lanes: Vec<u8>,
    /// SATA ports that stay usable and empty.
    pub free_sata: usize,
    /// SATA ports that are switched off by something in use elsewhere.
    pub sata_off: usize,
    /// It is the requested arrangement, or one that brings as much with the same lanes and ports.
    pub is_best: bool,
    /// No arrangement with as many lanes and free ports brings more.
    pub is_proven: bool,
}

/// Rows that a reader takes in at a glance.
const MOST_POINTS: usize = 6;
/// Maximum number of searches; together they try no more placements than the plan's own may.
const SEARCHES: usize = 12;
/// Lanes that slots and cards are made with.
const RUNGS: [u8; 5] = [1, 2, 4, 8, 16];

/// The arrangements to choose from beside `best`, which this search found; `known` ones make it faster. If
/// the permitted searches do not suffice, some are missing. `None` if there is only one, if the first objective
/// is not a rate, or if no card has lanes to give up or they are unknown.
pub fn curve(
    search: &PlacementSearch<'_>,
    best: &PlanCandidate,
    known: &[&PlanCandidate],
) -> Option<TradeCurve> {
    search.request.objectives.first().and_then(rated)?;
    let cards = traded(search.inventory, search.devices);
    // The curve varies the cards' lanes itself: constraints on them would cut off an end of it.
    let mut request = search.request.clone();
    request.constraints.retain(|constraint| match constraint {
        Constraint::Lanes(of, _) | Constraint::FullLink(of) => {
            !cards.iter().any(|(card, _)| card == of)
        }
        _ => true,
    });
    let effort = SearchEffort { top: 1, ..search.effort };
    let known = known.iter().copied().chain([best]).map(|it| it.placement.clone()).collect();
    let search = PlacementSearch { request: &request, effort, ..*search };
    let mut tracer = CurveTracer { search, cards, known, left: SEARCHES };
    let traced = tracer.points()?;
    let best = tracer.point(best.clone(), 0, true)?;
    // If there are too many, drop those that gain least over a neighbour; the best and both ends
    // stay.
    let mut points = worthwhile(traced, &best);
    while points.len() > MOST_POINTS {
        let gains = points.windows(2).enumerate().skip(1);
        let gains = gains.filter(|(at, _)| !points[*at].is_best);
        let gain = |pair: &[TradePoint]| (pair[0].brings - pair[1].brings).abs();
        let least = gains.min_by(|(_, one), (_, other)| gain(one).total_cmp(&gain(other)));
        let Some(at) = least.map(|(at, _)| at) else { break };
        points.remove(at);
    }
    let cards = tracer.cards.iter().map(|(card, _)| *card).collect();
    (points.len() > 1).then_some(TradeCurve { cards, points })
}

/// The graphics cards, else every card that carries no drives, each with the most lanes that it can have
/// here; only those that have a choice.
fn traded(inventory: &SlotInventory, devices: &[MovableDevice]) -> Vec<(usize, u8)> {
    let of = |is: &dyn Fn(&MovableDevice) -> bool| -> Vec<(usize, u8)> {
        let cards = devices.iter().enumerate().filter(|(_, device)| is(device));
        let most = cards.filter_map(|(at, device)| Some((at, widest(inventory, device)?)));
        most.filter(|(_, most)| *most > 1).collect()
    };
    let graphics = of(&MovableDevice::is_graphics);
    if graphics.is_empty() {
        of(&|device| device.is_card() && !device.is_carrier())
    } else {
        graphics
    }
}

/// Looks for the best arrangement under one constraint after the other.
struct CurveTracer<'a> {
    /// Its request says nothing of these cards' lanes.
    search: PlacementSearch<'a>,
    /// The cards, each with the most lanes that it can have.
    cards: Vec<(usize, u8)>,
    known: Vec<Placement>,
    left: usize,
}

/// The best arrangement from one rung of lanes to another.
#[derive(Clone)]
struct TradeStep {
    from: u8,
    to: u8,
    point: TradePoint,
}

impl CurveTracer<'_> {
    /// The best arrangement for every number of lanes and of free SATA ports; `None` if the lanes
    /// of one are unknown.
    fn points(&mut self) -> Option<Vec<TradePoint>> {
        let mut all = Vec::new();
        let mut ports = 0;
        let mut steps: Vec<TradeStep> = Vec::new();
        loop {
            steps = self.steps(ports, &steps)?;
            let points = steps.iter().map(|step| &step.point);
            all.extend(points.clone().cloned());
            // Points with fewer free ports than possible are left to the next search.
            let could = |it: &&TradePoint| it.sata_off > 0 || self.could_leave_a_port(it);
            let fewest = points.filter(could).map(|it| it.free_sata).min();
            match fewest {
                Some(fewest) if self.left > 0 => ports = fewest.saturating_add(1),
                _ => return Some(all),
            }
        }
    }

    /// A drive is in a SATA port, and would find room on a connector that nothing is on.
    fn could_leave_a_port(&self, point: &TradePoint) -> bool {
        let at = &point.candidate.placement.locations;
        let slot = |location: &DeviceLocation| match location {
            DeviceLocation::Slot(slot) => self.search.inventory.slots.get(*slot),
            DeviceLocation::Bay(..) => None,
        };
        let is_taken = |index: usize| at.contains(&DeviceLocation::Slot(index));
        let connectors = self.search.inventory.slots.iter().enumerate();
        let has_room = connectors
            .filter(|(index, slot)| !is_taken(*index) && !slot.is_sata_port())
            .any(|(_, slot)| slot.devices.contains(&SlotBus::Sata));
        has_room && at.iter().filter_map(slot).any(InventorySlot::is_sata_port)
    }

    /// The best for every number of lanes with this many free ports. A point found `before` with fewer
    /// that has as many is still the best.
    fn steps(&mut self, ports: usize, before: &[TradeStep]) -> Option<Vec<TradeStep>> {
        let mut steps: Vec<TradeStep> = Vec::new();
        let most = self.cards.iter().map(|(_, most)| *most).max().unwrap_or_default();
        let mut rungs = RUNGS.into_iter().filter(|rung| *rung <= most);
        let mut next = rungs.next();
        while let Some(rung) = next {
            let covers = |step: &&TradeStep| (step.from..=step.to).contains(&rung);
            let known = before.iter().find(|it| covers(it) && it.point.free_sata >= ports);
            let step = match known {
                Some(known) => TradeStep { from: rung, ..known.clone() },
                None => match self.best(rung, ports) {
                    Some((best, is_proven)) => {
                        let point = self.point(best, ports, is_proven)?;
                        // So many lanes, or all that it can have, every card has.
                        let pairs = self.cards.iter().zip(&point.lanes);
                        let below = pairs.filter(|((_, most), lanes)| *lanes < most);
                        let to = below.map(|(_, lanes)| *lanes).min().unwrap_or(u8::MAX);
                        TradeStep { from: rung, to, point }
                    }
                    None => break,
                },
            };
            // Every rung up to the lanes that were reached has the same best arrangement.
            next = rungs.find(|rung| *rung > step.to);
            steps.push(step);
        }
        Some(steps)
    }

    /// The best with at least this many lanes and free ports, and whether that is proven; `None` if there
    /// is none, or if no search effort is left.
    fn best(&mut self, rung: u8, ports: usize) -> Option<(PlanCandidate, bool)> {
        self.left = self.left.checked_sub(1)?;
        if self.search.effort.placements == 0 {
            return None;
        }
        let lanes = self.cards.iter().map(|&(card, most)| Constraint::Lanes(card, rung.min(most)));
        let ports = (ports > 0).then_some(Constraint::FreeSata(ports));
        let request = self.search.request.with(lanes.chain(ports));
        let result = self.search.with_request(&request).best_beside(&self.known)?;
        // All points share the effort of one search.
        let left = &mut self.search.effort.placements;
        *left = left.saturating_sub(result.tried);
        let is_proven = result.proof == OptimalityProof::Exact;
        Some((result.candidates.into_iter().next()?, is_proven))
    }

    fn point(&self, candidate: PlanCandidate, ports: usize, is_proven: bool) -> Option<TradePoint> {
        let PlacementSearch { inventory, devices, .. } = self.search;
        let judge = self.search.judge();
        let view = PlacementView::new(&judge, &candidate.placement).ok()?;
        let mut lanes = Vec::new();
        let mut constraints = Vec::new();
        for (card, _) in &self.cards {
            let own = view.link(*card)?.lanes.get();
            lanes.push(own);
            constraints.push(Constraint::Lanes(*card, own));
        }
        constraints.extend((ports > 0).then_some(Constraint::FreeSata(ports)));
        let offers = inventory.offers(devices, &candidate.placement);
        let is_off = |slot: &&InventorySlot| offers.get(&slot.id).is_some_and(Option::is_none);
        let ports = inventory.slots.iter().filter(|slot| slot.is_sata_port());
        Some(TradePoint {
            constraints,
            brings: *candidate.scores.first()?,
            lanes,
            free_sata: view.free_sata,
            sata_off: ports.filter(is_off).count(),
            is_best: false,
            is_proven,
            candidate,
        })
    }
}

/// Points that bring enough more than all those with at least as many lanes and ports; and the
/// best.
fn worthwhile(mut points: Vec<TradePoint>, best: &TradePoint) -> Vec<TradePoint> {
    let sum = |point: &TradePoint| point.lanes.iter().map(|lanes| u32::from(*lanes)).sum::<u32>();
    // Most lanes first, so that all points with no fewer lanes were seen before the one that is
    // compared with them.
    points.sort_by(|one, other| {
        let by_lanes = sum(other).cmp(&sum(one));
        let by_ports = other.free_sata.cmp(&one.free_sata);
        by_lanes.then(by_ports).then(other.brings.total_cmp(&one.brings))
    });
    let mut kept: Vec<TradePoint> = Vec::new();
    for mut point in points {
        let has_no_less = |other: &&TradePoint| {
            let mut pairs = other.lanes.iter().zip(&point.lanes);
            other.free_sata >= point.free_sata && pairs.all(|(other, own)| other >= own)
        };
        let before = kept.iter().filter(has_no_less).map(|other| other.brings);
        let before = before.max_by(f64::total_cmp);
        let is_same = |other: f64| (other - point.brings).abs() <= SAME * point.brings.abs();
        let same_lanes = point.lanes == best.lanes && point.free_sata == best.free_sata;
        point.is_best = same_lanes && is_same(best.brings);
        let is_kept = before.is_none_or(|before| {
            let is_more = point.brings > before + WORTH * before.abs();
            is_more || point.is_best && !is_same(before)
        });
        if is_kept {
            kept.push(point);
        }
    }
    kept
}

/// Rates that differ by less are the same: the last digits of arithmetic decide nothing.
const SAME: f64 = 1e-3;
