//! How much of the best is reached with few moves.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::least::least_of;
use crate::evaluate::{
    PlacementJudge, PlacementRank, PlacementScore, PlacementView, RatesMemo, classes,
};
use crate::placement::{DeviceLocation, Placement};
use crate::search::bound::{FirstScore, SearchBound};
use crate::search::fold::SlotFold;
use crate::search::settings;
use crate::search::walk::all_placed;

#[derive(Clone, Debug, PartialEq)]
pub struct MoveReach {
    /// How many: a device to a free place, or two that change places.
    pub moves: usize,
    pub placement: Placement,
    pub worth: PlacementScore,
    /// Whether every way to make this many moves was tried.
    pub exact: bool,
}

/// Placements that are kept from one number of moves to the next.
const KEPT: usize = 48;
/// Choices of firmware settings that are tried with each placement: six switches.
const SETTINGS: usize = 64;

/// The best with none, one and up to `most` moves, each only if it is better than with fewer and with
/// the settings that suit it best. Today itself is among them, with 0 moves, if it fulfils the constraints.
///
/// Not for devices that are not in the machine yet: the answer is empty then.
pub fn fewest(judge: &PlacementJudge<'_>, most: usize) -> Vec<MoveReach> {
    let today = &judge.inventory.today;
    if today.locations.len() != judge.devices.len() {
        return Vec::new();
    }
    let mut search = ReachSearch::new(judge);
    let mut level = ReachLevel::default();
    level.keep(search.at(today.clone()));
    let mut reached: Vec<MoveReach> = Vec::new();
    let mut exact = true;
    for moves in 0..=most {
        if moves > 0 {
            level = search.beside(&level);
        }
        exact &= level.in_time;
        if let Some((Some(worth), placement)) = level.kept.first()
            && reached.last().is_none_or(|last| {
                worth.rank.makeshifts >= last.worth.rank.makeshifts
                    && worth.rank.objectives > last.worth.rank.objectives
            })
        {
            let (worth, placement) = (worth.clone(), placement.clone());
            reached.push(MoveReach { moves, placement, worth, exact });
        }
        // What was dropped from this level could have led to something better in the next.
        exact &= level.is_whole;
    }
    reached
}

/// A judged placement; its score is `None` if it is impossible or violates the constraints and only leads
/// to others.
type JudgedPlacement = (Option<PlacementScore>, Placement);

fn rank((worth, _): &JudgedPlacement) -> Option<&PlacementRank> {
    worth.as_ref().map(|worth| &worth.rank)
}

/// The best placements with a given number of moves.
struct ReachLevel {
    /// Best first.
    kept: Vec<JudgedPlacement>,
    is_whole: bool,
    /// The time did not end before the best of them was found.
    in_time: bool,
}

impl Default for ReachLevel {
    fn default() -> Self {
        Self { kept: Vec::new(), is_whole: true, in_time: true }
    }
}

impl ReachLevel {
    /// Among equal ranks, the earlier one stays first.
    fn keep(&mut self, new: Option<JudgedPlacement>) {
        let Some(new) = new else { return };
        let at = self.kept.partition_point(|kept| rank(kept) >= rank(&new));
        self.kept.insert(at, new);
        self.is_whole &= self.kept.len() <= KEPT;
        self.kept.truncate(KEPT);
    }

    fn worst(&self) -> Option<&PlacementRank> {
        self.kept.get(KEPT - 1).and_then(rank)
    }
}

/// A device goes to a free place, or changes places with another.
struct ReachChange {
    /// The placement that it changes, by its number in the level before.
    from: usize,
    device: usize,
    to: DeviceLocation,
    /// Upper bound on its score, by the criteria compared first.
    most: FirstScore,
}

struct ReachSearch<'a> {
    judge: &'a PlacementJudge<'a>,
    bound: SearchBound<'a>,
    fold: SlotFold,
    /// Which devices can be exchanged for each other: worked out once, not for each placement.
    classes: Vec<usize>,
    memo: RatesMemo,
    visited: BTreeSet<Placement>,
}

impl<'a> ReachSearch<'a> {
    fn new(judge: &'a PlacementJudge<'a>) -> Self {
        Self {
            judge,
            bound: SearchBound::of(judge),
            fold: SlotFold::new(judge),
            classes: classes(judge.devices, judge.request),
            memo: RatesMemo::new(),
            visited: BTreeSet::new(),
        }
    }

    /// Judges a placement, if it is a new one.
    fn at(&mut self, at: Placement) -> Option<JudgedPlacement> {
        let judge = self.judge;
        // Placements that differ only by exchanged twins count as one.
        let key = least_of(&self.classes, &judge.inventory.today, &at);
        if !self.visited.insert(key) {
            return None;
        }
        let ways = settings::choices(judge, &at).take(SETTINGS);
        let ways = ways.map(|settings| Placement { settings, ..at.clone() });
        let judged = ways.map(|way| (self.worth(&way), way));
        judged.reduce(|best, other| if rank(&other) > rank(&best) { other } else { best })
    }

    fn worth(&mut self, at: &Placement) -> Option<PlacementScore> {
        let view = PlacementView::new(self.judge, at).ok()?;
        self.judge.worth(&view, &mut self.memo).ok()
    }

    /// The best placements with one more move than these. The most promising are tried first, so that most of
    /// the others can be skipped.
    fn beside(&mut self, before: &ReachLevel) -> ReachLevel {
        let mut level = ReachLevel::default();
        for change in self.changes(before) {
            // Changes are sorted by their bounds, so that none after this one can be kept either.
            if level.worst().is_some_and(|worst| change.most < FirstScore::of(worst)) {
                level.is_whole = false;
                break;
            }
            if (self.judge.late)() {
                (level.is_whole, level.in_time) = (false, false);
                break;
            }
            let Some((_, from)) = before.kept.get(change.from) else { continue };
            let at = Placement {
                locations: changed(&from.locations, change.device, change.to),
                ..from.clone()
            };
            let locations = all_placed(&at.locations);
            if level.worst().is_some_and(|worst| self.bound.is_below(&locations, worst, false)) {
                level.is_whole = false;
                continue;
            }
            level.keep(self.at(at));
        }
        level
    }

    /// All placements that differ from one of these by one move or exchange, the most promising first.
    /// Stops generating once the time is over.
    fn changes(&self, before: &ReachLevel) -> Vec<ReachChange> {
        let mut all = Vec::new();
        for (from, (_, at)) in before.kept.iter().enumerate() {
            for device in 0..at.locations.len() {
                if (self.judge.late)() {
                    return all;
                }
                for to in self.places(&at.locations, device) {
                    let locations = all_placed(&changed(&at.locations, device, to));
                    let most = self.bound.first_compared(&locations);
                    all.push(ReachChange { from, device, to, most });
                }
            }
        }
        all.sort_by_key(|change| Reverse(change.most));
        all
    }

    /// Where a device can go; each exchange is met from one of its sides only, and of free slots that are
    /// the same the first is taken.
    fn places(&self, at: &[DeviceLocation], device: usize) -> Vec<DeviceLocation> {
        let mut kinds = BTreeSet::new();
        let mut places = locations(self.judge, device);
        places.retain(|to| match (at.iter().position(|it| it == to), to) {
            (Some(other), _) => {
                other > device && self.judge.alike[other] != self.judge.alike[device]
            }
            (None, DeviceLocation::Slot(slot)) => kinds.insert(self.fold.kind(*slot)),
            (None, DeviceLocation::Bay(..)) => true,
        });
        places
    }
}

/// Moves the device there, and any device there to its old location.
fn changed(locations: &[DeviceLocation], device: usize, to: DeviceLocation) -> Vec<DeviceLocation> {
    let mut changed = locations.to_vec();
    if let Some(other) = locations.iter().position(|it| *it == to) {
        changed[other] = locations[device];
    }
    changed[device] = to;
    changed
}

/// Where a device could be, other devices aside.
fn locations(judge: &PlacementJudge<'_>, device: usize) -> Vec<DeviceLocation> {
    let Some(it) = judge.devices.get(device) else { return Vec::new() };
    let slots = judge.inventory.slots.iter().enumerate();
    let slots = slots.filter(|(_, slot)| it.fit(slot.form, &slot.devices).is_some());
    let carriers = judge.devices.iter().enumerate();
    let carriers = carriers.filter(|(_, carrier)| it.fit_in_bay(carrier).is_some());
    let bays = carriers.flat_map(|(index, carrier)| {
        (0..carrier.bays).map(move |bay| DeviceLocation::Bay(index, bay))
    });
    slots.map(|(index, _)| DeviceLocation::Slot(index)).chain(bays).collect()
}
