//! How much of the best is reached with few moves.

use std::collections::BTreeSet;

use super::least::least_of;
use crate::evaluate::{Judge, Memo, Rank, View, Worth, classes};
use crate::placement::{Location, Placement};
use crate::search::settings;

/// The best that so many moves reach.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// How many: a device to a free place, or two that change places.
    pub moves: usize,
    /// What is where then.
    pub placement: Placement,
    /// What it comes to.
    pub worth: Worth,
    /// Whether every way to so many moves was looked at.
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
pub fn fewest(judge: &Judge<'_>, most: usize) -> Vec<Reach> {
    let today = &judge.inventory.today;
    if today.locations.len() != judge.devices.len() {
        return Vec::new();
    }
    let classes = classes(judge.devices, judge.ask);
    let mut looked = Looked { judge, classes, memo: Memo::new(), seen: BTreeSet::new() };
    let mut level = vec![today.clone()];
    let mut found: Vec<Reach> = Vec::new();
    let mut exact = true;
    for moves in 0..=most {
        let in_time = level.into_iter().take_while(|_| moves == 0 || !(judge.late)());
        let mut judged: Vec<(Option<Worth>, Placement)> =
            in_time.filter_map(|at| looked.at(at)).collect();
        judged.sort_by(|one, other| rank(&other.0).cmp(&rank(&one.0)));
        if let Some((Some(worth), placement)) = judged.first()
            && found.last().is_none_or(|last| is_better(&worth.rank, &last.worth.rank))
        {
            let (worth, placement) = (worth.clone(), placement.clone());
            found.push(Reach { moves, placement, worth, exact });
        }
        exact &= judged.len() <= KEPT && !(judge.late)();
        judged.truncate(KEPT);
        level = judged.iter().flat_map(|(_, at)| beside(judge, at)).collect();
    }
    found
}

/// It brings more and makes do with no more.
fn is_better(one: &Rank, other: &Rank) -> bool {
    one.makeshifts >= other.makeshifts && one.objectives > other.objectives
}

fn rank(worth: &Option<Worth>) -> Option<&Rank> {
    worth.as_ref().map(|worth| &worth.rank)
}

struct Looked<'a> {
    judge: &'a Judge<'a>,
    /// Which devices can be exchanged for each other: worked out once, not for each placement.
    classes: Vec<usize>,
    memo: Memo,
    seen: BTreeSet<Placement>,
}

impl Looked<'_> {
    /// What a placement comes to, if it is a new one; no worth for one that is not possible or does
    /// not fulfil the constraints, through which others are reached.
    fn at(&mut self, at: Placement) -> Option<(Option<Worth>, Placement)> {
        let judge = self.judge;
        let key = least_of(&self.classes, &judge.inventory.today, &at);
        if !self.seen.insert(key) {
            return None;
        }
        let ways = settings::choices(judge, &at).take(SETTINGS);
        let ways = ways.map(|settings| Placement { settings, ..at.clone() });
        let judged = ways.map(|way| (self.worth(&way), way));
        judged.reduce(|best, other| if rank(&other.0) > rank(&best.0) { other } else { best })
    }

    fn worth(&mut self, at: &Placement) -> Option<Worth> {
        let view = View::new(self.judge, at).ok()?;
        self.judge.worth(&view, &mut self.memo).ok()
    }
}

/// All placements that differ by one move or exchange.
fn beside(judge: &Judge<'_>, at: &Placement) -> Vec<Placement> {
    let mut all = Vec::new();
    for device in 0..judge.devices.len() {
        for location in locations(judge, device) {
            let other = at.locations.iter().position(|it| *it == location);
            let is_twin = other.is_some_and(|other| judge.alike[other] == judge.alike[device]);
            // Each exchange is met from both of its sides.
            if is_twin || other.is_some_and(|other| other < device) {
                continue;
            }
            let mut next = at.clone();
            if let Some(other) = other {
                next.locations[other] = at.locations[device];
            }
            next.locations[device] = location;
            all.push(next);
        }
    }
    all
}

/// Where a device could be, other devices aside.
fn locations(judge: &Judge<'_>, device: usize) -> Vec<Location> {
    let Some(it) = judge.devices.get(device) else { return Vec::new() };
    let slots = judge.inventory.slots.iter().enumerate();
    let slots = slots.filter(|(_, slot)| it.fit(slot.form, &slot.devices).is_some());
    let carriers = judge.devices.iter().enumerate();
    let carriers = carriers.filter(|(_, carrier)| it.fit_in_bay(carrier).is_some());
    let bays = carriers
        .flat_map(|(index, carrier)| (0..carrier.bays).map(move |bay| Location::Bay(index, bay)));
    slots.map(|(index, _)| Location::Slot(index)).chain(bays).collect()
}
