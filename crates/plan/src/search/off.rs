//! Rules that switch slots off whatever is set: a placement they forbid stays forbidden in all that
//! extend it, because nothing switches a slot on again.

use narrows_catalog::board::SlotBus;

use crate::evaluate::PlacementJudge;
use crate::inventory::SlotInventory;
use crate::placement::DeviceLocation;

/// One such rule, with slots by their index.
#[derive(Clone, Debug)]
pub struct SlotOffRule {
    /// Slots in use, with this kind of device if that matters.
    pub when: Vec<(usize, Option<SlotBus>)>,
    /// Switched off then.
    pub slots: Vec<usize>,
}

pub fn rules(inventory: &SlotInventory) -> Vec<SlotOffRule> {
    let index = |id: &str| inventory.slot(id).map(|(index, _)| index);
    // With another setting a rule does not hold: what it forbids may still be allowed further down.
    let rules = inventory.rules.iter().filter(|rule| rule.settings.is_empty());
    let off = rules.filter_map(|rule| {
        // A slot that the inventory does not have is never in use.
        let when = rule.when.iter().map(|it| Some((index(&it.slot)?, it.bus)));
        let when = when.collect::<Option<_>>()?;
        let slots = rule.then.iter().filter(|it| it.off).filter_map(|it| index(&it.slot));
        Some(SlotOffRule { when, slots: slots.collect() })
    });
    off.filter(|rule| !rule.slots.is_empty()).collect()
}

impl SlotOffRule {
    /// Whether it switches off something in use.
    pub fn forbids(
        &self,
        judge: &PlacementJudge<'_>,
        locations: &[Option<DeviceLocation>],
    ) -> bool {
        let user = |slot: usize| {
            locations.iter().position(|location| *location == Some(DeviceLocation::Slot(slot)))
        };
        self.slots.iter().any(|&slot| user(slot).is_some())
            && self.when.iter().all(|&(slot, bus)| {
                user(slot)
                    .is_some_and(|device| bus.is_none_or(|bus| judge.devices[device].bus == bus))
            })
    }
}
