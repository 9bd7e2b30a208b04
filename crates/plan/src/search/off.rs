//! Rules that switch slots off whatever is set: what they forbid holds for every placement that
//! goes on from a part of one, because nothing switches a slot on again.

use narrows_catalog::board::{Bus, Rule};

use crate::evaluate::Judge;
use crate::inventory::Inventory;
use crate::placement::Location;

/// One such rule, with slots by their index.
#[derive(Clone, Debug)]
pub struct Off {
    /// In use, with this device where that counts.
    pub when: Vec<(usize, Option<Bus>)>,
    /// Switched off then.
    pub slots: Vec<usize>,
}

/// All of them.
pub fn rules(inventory: &Inventory) -> Vec<Off> {
    inventory.rules.iter().filter_map(|rule| off(inventory, rule)).collect()
}

fn off(inventory: &Inventory, rule: &Rule) -> Option<Off> {
    if !rule.settings.is_empty() {
        return None;
    }
    let index = |id: &str| inventory.slot(id).map(|(index, _)| index);
    let when = rule.when.iter().map(|it| Some((index(&it.slot)?, it.bus)));
    let slots = rule.then.iter().filter(|it| it.off).filter_map(|it| index(&it.slot));
    let slots: Vec<usize> = slots.collect();
    // A slot that the inventory does not have is never in use.
    let when = when.collect::<Option<Vec<_>>>()?;
    (!slots.is_empty()).then_some(Off { when, slots })
}

impl Off {
    /// Whether it switches off what is in use.
    pub fn forbids(&self, judge: &Judge<'_>, locations: &[Option<Location>]) -> bool {
        let user = |slot: usize| {
            locations.iter().position(|location| *location == Some(Location::Slot(slot)))
        };
        self.slots.iter().any(|&slot| user(slot).is_some())
            && self.when.iter().all(|&(slot, bus)| {
                user(slot)
                    .is_some_and(|device| bus.is_none_or(|bus| judge.devices[device].bus == bus))
            })
    }
}
