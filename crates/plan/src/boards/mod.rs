//! Choosing among several boards: the same devices and constraints on each, ranked by result.
//!
//! Not here: the search on one board, which is handed in; where prices come from.

use std::cmp::Ordering;

use crate::device::MovableDevice;
use crate::inventory::SlotInventory;
use crate::placement::Placement;
use crate::request::PlacementRequest;
use crate::result::{OptimalityProof, PlanCandidate, PlanConflict, SearchFn, SearchResult};
use crate::search::{PlacementSearch, SearchEffort};

/// Scores that are below the best of their group by less than this part are equal: the model's last
/// digits are not news.
const SAME: f64 = 1e-3;

#[derive(Clone, Debug, PartialEq)]
pub struct BoardCandidate {
    /// Which of the inventories, by index.
    pub inventory: usize,
    /// The best placement and how sure that is, or why there is none.
    pub best: Result<(PlanCandidate, OptimalityProof), PlanConflict>,
    /// Whether booting and RAID work as requested is unknown.
    pub is_open: bool,
    /// The best placement without the constraints to blame; `None` if all are fulfilled, or if that
    /// does not help either.
    pub without: Option<PlanCandidate>,
    pub price: Option<f64>,
    /// The makeshifts of its best placement, as [`crate::makeshift`] counts them.
    pub makeshifts: usize,
    /// Lanes that its cards, no drives, have and do not get.
    pub lanes_short: u32,
    /// Its first score as a part of the best board's; `None` if it does not fulfil all constraints.
    pub part_of_best: Option<f64>,
}

/// The boards, best first; then those for which it is unknown whether booting and RAID work, and last those
/// that do not meet all constraints. `search` takes only known facts for granted, `hopeful` also unknown
/// ones. As on one board, a placement without makeshifts comes before any with them.
///
/// Equal ones are in the order of the lanes that their cards get, then of their prices, those without one
/// last, then in the order in which they came. Devices that are in an inventory today are left out: a board is bought empty.
pub fn ranked(
    inventories: &[SlotInventory],
    devices: &[MovableDevice],
    request: &PlacementRequest,
    price: impl Fn(&SlotInventory) -> Option<f64>,
    (search, hopeful): (SearchFn<'_>, SearchFn<'_>),
) -> Vec<BoardCandidate> {
    let mut boards = Vec::new();
    for (index, inventory) in inventories.iter().enumerate() {
        let known = search(inventory, devices, request).and_then(first);
        let (best, is_open) = match known {
            // What known facts rule out is tried again with unknown ones taken for granted: such a
            // board is not impossible, only open.
            Err(why) => match hopeful(inventory, devices, request).and_then(first) {
                Ok(best) => (Ok(best), true),
                Err(_) => (Err(why), false),
            },
            known => (known, false),
        };
        let without = best.as_ref().err().and_then(|blamed| {
            let free = request.without(&blamed.constraints);
            // With nothing to blame the request stays the same, and so would the answer.
            let result = (free != *request).then(|| search(inventory, devices, &free))?;
            result.and_then(first).ok().map(|(candidate, _)| candidate)
        });
        let price = price(inventory);
        let placed = best.as_ref().ok().map(|(candidate, _)| &candidate.placement);
        let effort = SearchEffort::default();
        let on_it = PlacementSearch { inventory, devices, request, effort };
        let makeshifts = placed.map_or(0, |placed| on_it.makeshifts(placed));
        let lanes_short = placed.map_or(0, |placed| lanes_short(inventory, devices, placed));
        boards.push(BoardCandidate {
            inventory: index,
            best,
            is_open,
            without,
            price,
            makeshifts,
            lanes_short,
            part_of_best: None,
        });
    }
    let leaders = leaders(&boards);
    boards.sort_by(|a, b| order(a, b, &leaders));
    let best = boards.first().and_then(BoardCandidate::score);
    for board in &mut boards {
        // Scores such as moves are 0 or less, where a ratio means nothing.
        let part = |(own, best): (f64, f64)| if best > 0.0 { own / best } else { 1.0 };
        board.part_of_best = board.score().zip(best).map(part);
    }
    boards
}

fn lanes_short(inventory: &SlotInventory, devices: &[MovableDevice], at: &Placement) -> u32 {
    let places = inventory.places(devices, at).unwrap_or_default();
    let cards = devices.iter().zip(places).filter(|(device, _)| device.drive().is_none());
    let short = cards.filter(|(device, _)| !device.is_carrier()).filter_map(|(device, place)| {
        Some(device.lanes()?.saturating_sub(place.offered?.lanes.get()))
    });
    short.map(u32::from).sum()
}

/// The cheapest that comes within this part of the best, such as 0.05; none without prices.
pub fn cheapest_within(ranked: &[BoardCandidate], part: f64) -> Option<&BoardCandidate> {
    let is_near = |own: f64| own >= 1.0 - part;
    let near = |it: &&BoardCandidate| !it.is_open && it.part_of_best.is_some_and(is_near);
    let priced = ranked.iter().filter(near).filter(|it| it.price.is_some());
    priced.min_by(|a, b| by_price(a, b))
}

/// A search that ends without a candidate has none that fulfils the constraints, and cannot say why.
fn first(result: SearchResult) -> Result<(PlanCandidate, OptimalityProof), PlanConflict> {
    let candidate = result.candidates.into_iter().next().ok_or_else(PlanConflict::default)?;
    Ok((candidate, result.proof))
}

impl PlacementRequest {
    /// All but the constraints at these indices.
    #[must_use]
    pub fn without(&self, constraints: &[usize]) -> Self {
        let kept: Vec<usize> =
            (0..self.constraints.len()).filter(|at| !constraints.contains(at)).collect();
        self.only(&kept)
    }
}

impl BoardCandidate {
    /// Score of the first objective.
    pub fn score(&self) -> Option<f64> {
        let (candidate, _) = self.best.as_ref().ok()?;
        candidate.scores.first().copied()
    }
}

/// For each objective the best score of each group of equal ones, best first. Comparing two scores
/// with a tolerance would be no order: of three, the outer ones may differ alone.
fn leaders(boards: &[BoardCandidate]) -> Vec<Vec<f64>> {
    let mut leaders: Vec<Vec<f64>> = Vec::new();
    for (candidate, _) in boards.iter().filter_map(|it| it.best.as_ref().ok()) {
        leaders.resize(leaders.len().max(candidate.scores.len()), Vec::new());
        leaders.iter_mut().zip(&candidate.scores).for_each(|(all, score)| all.push(*score));
    }
    for scores in &mut leaders {
        scores.sort_by(|a, b| b.total_cmp(a));
        scores.dedup_by(|own, best| *best - *own <= SAME * own.abs().max(best.abs()));
    }
    leaders
}

fn order(a: &BoardCandidate, b: &BoardCandidate, leaders: &[Vec<f64>]) -> Ordering {
    // The groups that its scores are in, by their numbers; the first that differs decides.
    let groups = |it: &BoardCandidate| -> Option<Vec<usize>> {
        let (candidate, _) = it.best.as_ref().ok()?;
        let group = |(score, leaders): (&f64, &Vec<f64>)| {
            leaders.iter().filter(|leader| *leader >= score).count()
        };
        Some(candidate.scores.iter().zip(leaders).map(group).collect())
    };
    let is_impossible = |it: &BoardCandidate| it.best.is_err();
    is_impossible(a)
        .cmp(&is_impossible(b))
        .then_with(|| a.is_open.cmp(&b.is_open))
        .then_with(|| a.makeshifts.cmp(&b.makeshifts))
        .then_with(|| groups(a).cmp(&groups(b)))
        .then_with(|| a.lanes_short.cmp(&b.lanes_short))
        .then_with(|| by_price(a, b))
        .then_with(|| a.inventory.cmp(&b.inventory))
}

/// Boards without a price come after those with one.
fn by_price(a: &BoardCandidate, b: &BoardCandidate) -> Ordering {
    let price = |it: &BoardCandidate| it.price.unwrap_or(f64::INFINITY);
    price(a).total_cmp(&price(b))
}

#[cfg(test)]
mod tests;
