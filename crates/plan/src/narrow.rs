//! Cards that run narrower in a placement than they could elsewhere.
//!
//! Not here: drives, whose rates say what it costs them.

use crate::ask::{Constraint, Request};
use crate::device::Device;
use crate::evaluate::Judge;
use crate::found::Candidate;
use crate::inventory::Inventory;
use crate::makeshift;
use crate::placement::{Location, Placement};
use crate::search::{self, Effort};

/// Narrow cards of a placement, and which of them can have all lanes that they could have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Widening {
    /// The cards, as [`narrow`] has them, of which the ask says nothing.
    pub cards: Vec<(usize, u8, u8)>,
    /// Those of them that were found to have all of these lanes together, beside all else that is asked;
    /// no other can beside these.
    pub together: Vec<usize>,
}

/// Which cards of the best arrangement for an ask could be wider. What only a worse makeshift would bring, or
/// no search within the effort found, is none of them.
pub fn widening(
    (inventory, devices): (&Inventory, &[Device]),
    ask: &Request,
    best: &Candidate,
    effort: &Effort,
) -> Widening {
    let is_asked = |device: usize| {
        ask.constraints.iter().any(|constraint| match constraint {
            Constraint::Lanes(of, _) | Constraint::FullLink(of) | Constraint::LineRate(of, _) => {
                *of == device
            }
            _ => false,
        })
    };
    let narrow = narrow(inventory, devices, &best.placement).into_iter();
    let cards: Vec<(usize, u8, u8)> = narrow.filter(|(device, ..)| !is_asked(*device)).collect();
    let effort = Effort { placements: effort.placements / 4, top: 1, ..*effort };
    let most = cost((inventory, devices), ask, &best.placement);
    let is_possible = |wide: &[(usize, u8, u8)]| {
        let lanes = wide.iter().map(|(device, _, most)| Constraint::Lanes(*device, *most));
        let constraints = ask.constraints.iter().cloned().chain(lanes).collect();
        let ask = Request { constraints, ..ask.clone() };
        let found = search::best_beside((inventory, devices), &ask, &effort, Vec::new());
        let first = found.and_then(|found| found.candidates.into_iter().next());
        first.is_some_and(|it| cost((inventory, devices), &ask, &it.placement) <= most)
    };
    let mut together: Vec<(usize, u8, u8)> = Vec::new();
    if is_possible(&cards) {
        together.clone_from(&cards);
    } else {
        for card in &cards {
            let with = [together.as_slice(), &[*card]].concat();
            if cards.len() > 1 && is_possible(&with) {
                together = with;
            }
        }
    }
    Widening { together: together.into_iter().map(|(device, ..)| device).collect(), cards }
}

fn cost((inventory, devices): (&Inventory, &[Device]), ask: &Request, at: &Placement) -> usize {
    let judge = Judge::new(inventory, devices, ask, true);
    let locations: Vec<Option<Location>> = at.locations.iter().copied().map(Some).collect();
    makeshift::cost(&judge, &locations)
}

/// The cards, no drives, that have fewer lanes here than they have and than a slot of the inventory
/// gives: by index, with the lanes that they have here and could have.
pub fn narrow(inventory: &Inventory, devices: &[Device], at: &Placement) -> Vec<(usize, u8, u8)> {
    let places = inventory.places(devices, at).unwrap_or_default();
    let all = devices.iter().zip(places).enumerate();
    let below = all.filter_map(|(index, (device, place))| {
        let (own, offered) = (device.lanes()?, place.offered?.lanes.get());
        let is_card = device.drive().is_none() && !device.is_carrier();
        let (here, most) = (own.min(offered), widest(inventory, device)?);
        (is_card && here < most).then_some((index, here, most))
    });
    below.collect()
}

/// The most lanes that a device can have on an inventory: its own, or those of the widest slot that it fits.
pub fn widest(inventory: &Inventory, device: &Device) -> Option<u8> {
    let fitting = inventory.slots.iter().filter(|it| device.fit(it.form, &it.devices).is_some());
    let widest = fitting.filter_map(|slot| slot.link).map(|link| link.lanes.get()).max()?;
    Some(device.lanes()?.min(widest))
}
