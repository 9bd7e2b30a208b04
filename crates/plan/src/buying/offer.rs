//! The result of each purchase: a better slot, one more drive, a faster drive, another board, both of
//! these.

use crate::device::MovableDevice;
use crate::inventory::SlotInventory;
use crate::narrow::narrow;
use crate::request::{Constraint, PlacementRequest};
use crate::result::{PlanCandidate, PlanConflict, SearchFn, SearchResult};

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

/// The result of each choice beside `now`, the first objective's score today. The best first; equal
/// ones by price. The first search is for this board, the second for others, to which only the first
/// `given` constraints apply: those after them are about slots of this one.
pub fn offers(
    (inventory, devices, request, given): (
        &SlotInventory,
        &[MovableDevice],
        &PlacementRequest,
        usize,
    ),
    now: f64,
    choices: &[PurchaseChoice],
    price: impl Fn(&PurchaseChoice) -> Option<f64>,
    (here, elsewhere): (SearchFn<'_>, SearchFn<'_>),
) -> Vec<PurchaseOffer> {
    let mut offers: Vec<PurchaseOffer> = Vec::new();
    for choice in choices {
        let (devices, request) = choice.devices(devices, request);
        let (inventory, result) = match choice {
            PurchaseChoice::Board(board) | PurchaseChoice::Both(board, ..) => {
                let anywhere = request.anywhere(given);
                let result = elsewhere(board, &devices, &request.only(&anywhere));
                // The search numbers only the constraints that it was handed.
                let result = result.map_err(|why| {
                    let constraints = why.constraints.iter();
                    let constraints = constraints.filter_map(|&at| anywhere.get(at).copied());
                    PlanConflict { constraints: constraints.collect(), ..why }
                });
                (board.as_ref(), result)
            }
            _ => (inventory, here(inventory, &devices, &request)),
        };
        let first = |it: SearchResult| it.candidates.into_iter().next();
        let best = result.and_then(|it| first(it).ok_or_else(PlanConflict::default));
        let placement = best.as_ref().ok().map(|best| &best.placement);
        let narrow = placement.map_or(Vec::new(), |at| narrow(inventory, &devices, at));
        let score = best.as_ref().ok().and_then(|it| it.scores.first().copied());
        let price = price(choice);
        let costs = price.filter(|price| *price > 0.0);
        let named = |(at, here, most): (usize, u8, u8)| (devices[at].id.clone(), here, most);
        offers.push(PurchaseOffer {
            way: choice.way(),
            score,
            // A score that is not positive, such as moves, has no gain in per cent.
            gain: score.filter(|_| now > 0.0).map(|score| score / now - 1.0),
            narrow: narrow.into_iter().map(named).collect(),
            price,
            per_price: score.zip(costs).map(|(score, price)| (score - now) / price),
            best,
        });
    }
    let score = |offer: &PurchaseOffer| offer.score.unwrap_or(f64::NEG_INFINITY);
    let price = |offer: &PurchaseOffer| offer.price.unwrap_or(f64::INFINITY);
    offers
        .sort_by(|a, b| score(b).total_cmp(&score(a)).then_with(|| price(a).total_cmp(&price(b))));
    offers
}

impl PurchaseChoice {
    /// The devices and the request that it makes of these.
    fn devices(
        &self,
        devices: &[MovableDevice],
        request: &PlacementRequest,
    ) -> (Vec<MovableDevice>, PlacementRequest) {
        let (mut devices, mut request) = (devices.to_vec(), request.clone());
        match self {
            Self::Slots | Self::Board(_) => {}
            Self::Another(device, like) => {
                let arrays = request.arrays.iter_mut();
                for array in arrays.filter(|array| array.members.contains(like)) {
                    array.members.push(devices.len());
                }
                devices.push((**device).clone());
            }
            Self::Instead(which, others) | Self::Both(_, which, others) => {
                for (&at, other) in which.iter().zip(others) {
                    devices[at] = other.clone();
                }
            }
        }
        (devices, request)
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

fn model_of(devices: &[MovableDevice]) -> String {
    devices.first().map(|it| it.model.clone()).unwrap_or_default()
}

fn board_name(inventory: &SlotInventory) -> String {
    inventory.board.clone().unwrap_or(inventory.name.clone())
}

impl PlacementRequest {
    /// Of the first `given` constraints those that apply to any board, by index: slots of this one,
    /// and devices that stay in it, do not.
    pub fn anywhere(&self, given: usize) -> Vec<usize> {
        let is_of_board = |it: &Constraint| matches!(it, Constraint::At(..) | Constraint::Stays(_));
        let constraints = self.constraints.iter().take(given).enumerate();
        constraints.filter(|(_, it)| !is_of_board(it)).map(|(at, _)| at).collect()
    }
}
