//! By which means an array is made: each way beside the others, with what it brings by the model,
//! what starts from it, and what is known of it besides.
//!
//! Not here: the facts (`narrows-catalog`, raid); the rules about RAID ([`crate::feasibility`]).

use narrows_catalog::board::Form;
use narrows_catalog::raid;
use narrows_model::{Outcome, WorkloadOnTarget, predict_asked};
use narrows_topology::Id;
use narrows_topology::capacity::{Way, usable};
use narrows_units::{Bytes, BytesPerSec, Lanes, LinkWidth};
use narrows_workload::{Direction, Pattern, Workload};

use crate::ask::{ArrayConstraint, Request};
use crate::device::Device;
use crate::evaluate::{Judge, View, level};
use crate::feasibility::{Answer, Means, Situation, Verdict};
use crate::found::Search;
use crate::inventory::{Inventory, InventorySlot};
use crate::placement::Placement;

/// A way to make the array.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub facts: &'static raid::Means,
    /// The way; none for a card of its own, which takes the drives away from the board's slots.
    pub means: Option<Means>,
    /// Which of the placements suits it best, by index; none where no placement has a machine.
    pub placement: Option<usize>,
    /// Whether it makes the array there; none for a card.
    pub made: Option<Answer>,
    /// Whether the machine starts from it; none for a card.
    pub starts: Option<Answer>,
    /// What it brings there; nothing where it surely makes no array.
    pub rates: Rates,
    /// For a card: what the widest slot for one carries at most.
    pub at_most: Option<BytesPerSec>,
}

/// What an array brings by the model; none where nothing is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rates {
    /// Sequential reads of 128 KiB at depth 32.
    pub read: Option<Outcome>,
    /// Sequential writes of 128 KiB at depth 32.
    pub write: Option<Outcome>,
    /// Random reads of 4 KiB at depth 32.
    pub random_read: Option<Outcome>,
    /// Random writes of 4 KiB at depth 32.
    pub random_write: Option<Outcome>,
}

/// Cards for drives have eight lanes or fewer.
const CARD: u8 = 8;

/// For the array with this index the best placement by each means alone, none of them twice: what
/// suits one means need not suit another. A search that takes for granted what is not known finds
/// more.
pub fn placements(
    inventory: &Inventory,
    devices: &[Device],
    ask: &Request,
    array: usize,
    search: impl Fn(&Inventory, &[Device], &Request) -> Search,
) -> Vec<Placement> {
    let mut placements = Vec::new();
    for means in Means::ALL {
        let mut by_means = ask.clone();
        let Some(constraint) = by_means.arrays.get_mut(array) else { break };
        constraint.means = vec![means];
        let found = search(inventory, devices, &by_means).ok();
        let best = found.and_then(|found| found.candidates.into_iter().next());
        let new = best.map(|best| best.placement).filter(|at| !placements.contains(at));
        placements.extend(new);
    }
    placements
}

/// Every way to make this array of drives that are in one of these placements, the operating
/// system's included; each where it does best, in the catalogue's order.
pub fn beside(
    inventory: &Inventory,
    devices: &[Device],
    placements: &[Placement],
    constraint: &ArrayConstraint,
) -> Vec<Row> {
    let row = |facts: &'static raid::Means| match Means::ALL
        .into_iter()
        .find(|means| means.id() == facts.id)
    {
        Some(means) => by_means(inventory, devices, placements, (constraint, means, facts)),
        None => by_card(inventory, facts),
    };
    raid::all_means().iter().map(row).collect()
}

fn by_means(
    inventory: &Inventory,
    devices: &[Device],
    placements: &[Placement],
    (constraint, means, facts): (&ArrayConstraint, Means, &'static raid::Means),
) -> Row {
    let tried = placements.iter().enumerate().filter_map(|(index, at)| {
        let situation = situated(inventory, devices, at, &constraint.members)?;
        let made = situation.array(means, level(constraint.level)?);
        let rates = if made.verdict == Verdict::No {
            Rates::default()
        } else {
            Rates::of(inventory, devices, at, (constraint, means))
        };
        Some((index, situation, made, rates))
    });
    let better = |it: &(usize, Situation, Answer, Rates)| {
        let rate = it.3.read.as_ref().map_or(0.0, |read| read.rate.get());
        (it.2.verdict, narrows_units::Scalar::new(rate), std::cmp::Reverse(it.0))
    };
    let best = tried.max_by_key(better);
    let Some((index, situation, made, rates)) = best else { return Row::of(facts, Some(means)) };
    let starts = level(constraint.level).map(|level| situation.array_starts(means, level));
    let (placement, made) = (Some(index), Some(made));
    Row { placement, made, starts, rates, ..Row::of(facts, Some(means)) }
}

/// What a card brings is the card's; its slot says what it cannot exceed.
fn by_card(inventory: &Inventory, facts: &'static raid::Means) -> Row {
    let long = |slot: &&InventorySlot| matches!(slot.form, None | Some(Form::X16 | Form::X8));
    let payload = inventory.max_payload.unwrap_or(Bytes::new(256));
    let carries = |slot: &InventorySlot| {
        let link = slot.link?;
        let lanes = Lanes::new(link.lanes.get().min(CARD))?;
        Some(usable(LinkWidth { lanes, ..link }, payload, Way::Up))
    };
    let rates = inventory.slots.iter().filter(long).filter_map(carries);
    Row { at_most: rates.max_by(|a, b| a.get().total_cmp(&b.get())), ..Row::of(facts, None) }
}

impl Row {
    fn of(facts: &'static raid::Means, means: Option<Means>) -> Self {
        let rates = Rates::default();
        Self { facts, means, placement: None, made: None, starts: None, rates, at_most: None }
    }
}

impl Rates {
    fn of(
        inventory: &Inventory,
        devices: &[Device],
        at: &Placement,
        (constraint, means): (&ArrayConstraint, Means),
    ) -> Self {
        let Ok(machine) = inventory.machine(devices, at, &[(constraint, means)]) else {
            return Self::default();
        };
        let array = Id::new(&constraint.id);
        let outcome = |pattern, direction| {
            let block = if pattern == Pattern::Random { Bytes::kib(4) } else { Bytes::kib(128) };
            let workload = Workload::new(pattern, direction, block, 32);
            predict_asked(&machine, &[WorkloadOnTarget::new(&array, &workload)]).into_iter().next()
        };
        Self {
            read: outcome(Pattern::Sequential, Direction::Read),
            write: outcome(Pattern::Sequential, Direction::Write),
            random_read: outcome(Pattern::Random, Direction::Read),
            random_write: outcome(Pattern::Random, Direction::Write),
        }
    }
}

/// What is known with these drives where the placement has them; none if it is not possible, or
/// nothing is known of one of them.
fn situated(
    inventory: &Inventory,
    devices: &[Device],
    at: &Placement,
    members: &[usize],
) -> Option<Situation> {
    let ask = Request::default();
    let judge = Judge::new(inventory, devices, &ask, true);
    let view = View::new(&judge, at).ok()?;
    let drives = members.iter().map(|&member| view.placed(member));
    Some(Situation { drives: drives.collect::<Option<Vec<_>>>()?, ..inventory.situation.clone() })
}

#[cfg(test)]
mod tests;
