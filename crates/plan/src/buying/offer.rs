//! The result of each purchase: a better slot, one more drive, a faster drive, another board, both of
//! these.

use crate::ask::{Constraint, PlacementRequest};
use crate::device::MovableDevice;
use crate::found::{PlanCandidate, PlanConflict, Search};
use crate::inventory::SlotInventory;
use crate::narrow::narrow;

/// Something that could be bought or done.
#[derive(Clone, Debug, PartialEq)]
pub enum PurchaseChoice {
    /// Nothing: the same devices, each in its best place.
    Slots,
    /// This drive as well; it joins the array that the one with the index is in.
    Another(Box<MovableDevice>, usize),
    /// These in place of those with the same position in the list of indices.
    Instead(Vec<usize>, Vec<MovableDevice>),
    Board(Box<SlotInventory>),
    /// Another board, and on it these in place of those in the list of indices: a fast drive and its slot bring
    /// nothing without each other.
    Both(Box<SlotInventory>, Vec<usize>, Vec<MovableDevice>),
}

/// The kind of a choice, for people and documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PurchaseKind {
    Slots,
    Another(String),
    /// Drives of this model in place of others.
    Instead(String),
    /// The board of this id, or else of this name.
    Board(String),
    /// Such a board, and drives of this model.
    Both(String, String),
}

/// A choice with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct PurchaseOffer {
    pub way: PurchaseKind,
    /// The best placement with it, or why there is none.
    pub best: Result<PlanCandidate, PlanConflict>,
    /// Score of the first objective then; `None` if the constraints are not met.
    pub score: Option<f64>,
    /// How much more than now: 0.31 is 31 % more.
    pub gain: Option<f64>,
    /// Cards that then run narrower than they could: their names, actual lanes and possible lanes.
    pub narrow: Vec<(String, u8, u8)>,
    /// `None` if unknown.
    pub price: Option<f64>,
    /// Increase of the first objective per unit of money; `None` without a price, or if it costs nothing.
    pub per_price: Option<f64>,
}

/// Cards that run narrower than they could: name, lanes here, lanes at most.
type Narrow = Vec<(String, u8, u8)>;

/// The result of each choice beside `now`, the first objective's score today. The best first; equal
/// ones by price. The first search is for this board, the second for others, to which only the first
/// `given` constraints apply: those after them are about slots of this one.
pub fn offers(
    (inventory, devices, ask, given): (&SlotInventory, &[MovableDevice], &PlacementRequest, usize),
    now: f64,
    choices: &[PurchaseChoice],
    price: impl Fn(&PurchaseChoice) -> Option<f64>,
    searches: (
        impl Fn(&SlotInventory, &[MovableDevice], &PlacementRequest) -> Search,
        impl Fn(&SlotInventory, &[MovableDevice], &PlacementRequest) -> Search,
    ),
) -> Vec<PurchaseOffer> {
    let mut found: Vec<PurchaseOffer> = Vec::new();
    for choice in choices {
        let best = choice.tried((inventory, devices, ask, given), &searches);
        found.push(PurchaseOffer::new(choice, best, price(choice), now));
    }
    let score = |offer: &PurchaseOffer| offer.score.unwrap_or(f64::NEG_INFINITY);
    let price = |offer: &PurchaseOffer| offer.price.unwrap_or(f64::INFINITY);
    found.sort_by(|a, b| score(b).total_cmp(&score(a)).then_with(|| price(a).total_cmp(&price(b))));
    found
}

impl PurchaseChoice {
    fn tried(
        &self,
        (inventory, devices, ask, given): (
            &SlotInventory,
            &[MovableDevice],
            &PlacementRequest,
            usize,
        ),
        (here, elsewhere): &(
            impl Fn(&SlotInventory, &[MovableDevice], &PlacementRequest) -> Search,
            impl Fn(&SlotInventory, &[MovableDevice], &PlacementRequest) -> Search,
        ),
    ) -> Result<(PlanCandidate, Narrow), PlanConflict> {
        let (inventory, devices, changed) = self.changed(inventory, devices, ask);
        let found = match self {
            Self::Board(_) | Self::Both(..) => {
                let anywhere = ask.anywhere(given);
                let found = elsewhere(inventory, &devices, &ask.only(&anywhere));
                // The search numbers only the constraints that it was handed.
                found.map_err(|why| {
                    let constraints = why
                        .constraints
                        .iter()
                        .filter_map(|&at| anywhere.get(at).copied())
                        .collect();
                    PlanConflict { constraints, ..why }
                })
            }
            _ => here(inventory, &devices, &changed),
        }?;
        let best = found.candidates.into_iter().next().ok_or_else(PlanConflict::default)?;
        let narrow = narrow(inventory, &devices, &best.placement).into_iter();
        let named = |(at, here, most): (usize, u8, u8)| (devices[at].id.clone(), here, most);
        Ok((best, narrow.map(named).collect()))
    }

    /// The inventory, devices and ask that it makes of these.
    fn changed<'a>(
        &'a self,
        inventory: &'a SlotInventory,
        devices: &[MovableDevice],
        ask: &PlacementRequest,
    ) -> (&'a SlotInventory, Vec<MovableDevice>, PlacementRequest) {
        let mut devices = devices.to_vec();
        match self {
            Self::Slots => (inventory, devices, ask.clone()),
            Self::Another(device, like) => {
                devices.push((**device).clone());
                let ask = ask.joined_by(devices.len() - 1, *like);
                (inventory, devices, ask)
            }
            Self::Instead(which, others) => {
                replace(&mut devices, which, others);
                (inventory, devices, ask.clone())
            }
            Self::Board(board) => (board.as_ref(), devices, ask.clone()),
            Self::Both(board, which, others) => {
                replace(&mut devices, which, others);
                (board.as_ref(), devices, ask.clone())
            }
        }
    }

    pub fn way(&self) -> PurchaseKind {
        match self {
            Self::Slots => PurchaseKind::Slots,
            Self::Another(device, _) => PurchaseKind::Another(device.model.clone()),
            Self::Instead(_, others) => PurchaseKind::Instead(model_of(others)),
            Self::Board(board) => PurchaseKind::Board(board_name(board)),
            Self::Both(board, _, others) => PurchaseKind::Both(board_name(board), model_of(others)),
        }
    }
}

fn replace(devices: &mut [MovableDevice], which: &[usize], others: &[MovableDevice]) {
    for (&at, other) in which.iter().zip(others) {
        devices[at] = other.clone();
    }
}

fn model_of(devices: &[MovableDevice]) -> String {
    devices.first().map(|it| it.model.clone()).unwrap_or_default()
}

fn board_name(inventory: &SlotInventory) -> String {
    inventory.board.clone().unwrap_or(inventory.name.clone())
}

impl PurchaseOffer {
    fn new(
        choice: &PurchaseChoice,
        found: Result<(PlanCandidate, Narrow), PlanConflict>,
        price: Option<f64>,
        now: f64,
    ) -> Self {
        let (best, narrow) = match found {
            Ok((best, narrow)) => (Ok(best), narrow),
            Err(impossible) => (Err(impossible), Vec::new()),
        };
        let score = best.as_ref().ok().and_then(|it| it.scores.first().copied());
        // A score that is not positive, such as moves, has no gain in per cent.
        let gain = score.filter(|_| now > 0.0).map(|score| score / now - 1.0);
        let costs = price.filter(|price| *price > 0.0);
        let per_price = score.zip(costs).map(|(score, price)| (score - now) / price);
        Self { way: choice.way(), best, score, gain, narrow, price, per_price }
    }
}

impl PlacementRequest {
    /// Of the first `given` constraints those that apply to any board, by index: slots of this one,
    /// and devices that stay in it, do not.
    pub fn anywhere(&self, given: usize) -> Vec<usize> {
        let is_of_board = |it: &Constraint| matches!(it, Constraint::At(..) | Constraint::Stays(_));
        let constraints = self.constraints.iter().take(given).enumerate();
        constraints.filter(|(_, it)| !is_of_board(it)).map(|(at, _)| at).collect()
    }

    /// With a further device in every array in which `like` is.
    #[must_use]
    fn joined_by(&self, further: usize, like: usize) -> Self {
        let mut ask = self.clone();
        for array in ask.arrays.iter_mut().filter(|array| array.members.contains(&like)) {
            array.members.push(further);
        }
        ask
    }
}
