//! Possible locations of each device: those that fit and that no constraint on it forbids.

use std::collections::BTreeSet;

use narrows_topology::Id;
use narrows_topology::capacity::{LinkDirection, usable};
use narrows_units::{Bytes, LinkWidth};

use crate::ask::Constraint;
use crate::device::{MovableDevice, common};
use crate::evaluate::PlacementJudge;
use crate::inventory::{InventorySlot, SlotInventory};
use crate::placement::DeviceLocation;

/// Possible offers of a slot, whatever else is in use and set.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotOffering {
    pub on: BTreeSet<Id>,
    pub links: Vec<Option<LinkWidth>>,
}

/// Possible offers of each slot.
pub fn offerings(judge: &PlacementJudge<'_>) -> Vec<SlotOffering> {
    judge.inventory.slots.iter().map(|slot| offering(judge.inventory, slot)).collect()
}

/// Possible offers of a slot.
pub fn offering(inventory: &SlotInventory, slot: &InventorySlot) -> SlotOffering {
    let effects = inventory.rules.iter().flat_map(|rule| &rule.then);
    let of_it = effects.filter(|effect| effect.slot == slot.id);
    // Every effect on the slot counts, whether its rule can hold or not: a slot too many costs
    // time, one too few would lose the best placement.
    let (mut on, mut links) = (BTreeSet::from([slot.on.clone()]), vec![slot.link]);
    for effect in of_it {
        on.extend(effect.on.as_ref().map(Id::new));
        if effect.link.is_some() && !links.contains(&effect.link) {
            links.push(effect.link);
        }
    }
    SlotOffering { on, links }
}

/// The slots that each device can be in, by index.
pub fn all_slots(judge: &PlacementJudge<'_>, offerings: &[SlotOffering]) -> Vec<Vec<usize>> {
    (0..judge.devices.len()).map(|device| slots(judge, offerings, device)).collect()
}

/// The slots that a device can be in, by index.
pub fn slots(judge: &PlacementJudge<'_>, offerings: &[SlotOffering], device: usize) -> Vec<usize> {
    let slots = judge.inventory.slots.iter().zip(offerings).enumerate();
    let takes = |(index, (slot, offering)): (usize, (&InventorySlot, &SlotOffering))| {
        let fits = fits(judge, &judge.devices[device], slot);
        let allowed = || {
            judge
                .ask
                .constraints
                .iter()
                .all(|constraint| may(judge, constraint, device, (index, slot), offering))
        };
        (fits && allowed()).then_some(index)
    };
    slots.filter_map(takes).collect()
}

fn fits(judge: &PlacementJudge<'_>, device: &MovableDevice, slot: &InventorySlot) -> bool {
    let adapters = !judge.ask.constraints.contains(&Constraint::NoAdapters);
    let fit = device.fit_at_all(slot.form, &slot.devices);
    fit.is_some_and(|fit| adapters || !fit.is_adapted())
}

/// Whether the constraint may come true with the device in this slot, or is not about it.
fn may(
    judge: &PlacementJudge<'_>,
    constraint: &Constraint,
    device: usize,
    (index, slot): (usize, &InventorySlot),
    offering: &SlotOffering,
) -> bool {
    let own = judge.devices[device].link;
    let links = || offering.links.iter().map(|link| common(own, *link));
    let topology = &judge.inventory.fixed.topology;
    match constraint {
        Constraint::Lanes(of, lanes) if *of == device => {
            links().any(|link| link.is_some_and(|link| link.lanes.get() >= *lanes))
        }
        Constraint::LineRate(of, rate) if *of == device => {
            let payload = most_payload(judge, device);
            // A link of unknown width may carry the rate: only a known one excludes the slot.
            links().any(|link| {
                link.is_none_or(|link| {
                    [LinkDirection::Up, LinkDirection::Down]
                        .into_iter()
                        .all(|way| usable(link, payload, way) >= *rate)
                })
            })
        }
        Constraint::FullLink(of) if *of == device => {
            let lanes = judge.devices[device].lanes();
            let runs = |lanes| links().flatten().any(|link| link.lanes.get() >= lanes);
            lanes.is_none_or(runs)
        }
        Constraint::OnProcessor(of) if *of == device => {
            offering.on.iter().any(|on| !topology.is_below_chipset(on))
        }
        Constraint::OnChipset(of) if *of == device => {
            offering.on.iter().any(|on| topology.is_below_chipset(on))
        }
        // `PCIE1` also means its parts, `PCIE1/1` and `PCIE1/2`.
        Constraint::At(of, id) if *of == device => {
            slot.id == *id || slot.id.split_once('/').is_some_and(|(whole, _)| whole == id)
        }
        // A device on a card is in one of its bays, and no bay is a slot.
        Constraint::On(of, _) if *of == device => false,
        Constraint::Stays(of) if *of == device => {
            judge.inventory.today.locations.get(device) == Some(&DeviceLocation::Slot(index))
        }
        _ => true,
    }
}

/// The largest Max_Payload_Size that a device may have: the inventory's, or its own as observed.
pub fn most_payload(judge: &PlacementJudge<'_>, device: usize) -> Bytes {
    let nodes = judge.devices.get(device).into_iter().flat_map(|device| &device.body.nodes);
    let own = nodes.filter_map(|(_, node)| node.link.as_ref()?.max_payload);
    // 4,096 bytes is the largest Max_Payload_Size that PCIe encodes.
    own.fold(judge.inventory.max_payload.unwrap_or(Bytes::kib(4)), Bytes::max)
}
