//! Possible locations of each device: those that fit and that no constraint on it forbids.

use std::collections::BTreeSet;

use narrows_topology::Id;
use narrows_topology::capacity::{LinkDirection, usable};
use narrows_units::{Bytes, LinkWidth};

use crate::device::common;
use crate::evaluate::PlacementJudge;
use crate::inventory::{InventorySlot, SlotInventory};
use crate::placement::DeviceLocation;
use crate::request::Constraint;

/// Possible offers of a slot, whatever else is in use and set.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotOffering {
    pub on: BTreeSet<Id>,
    pub links: Vec<Option<LinkWidth>>,
}

/// Possible offers of each slot.
pub fn offerings(inventory: &SlotInventory) -> Vec<SlotOffering> {
    let offering = |slot: &InventorySlot| {
        // Every effect on the slot counts, whether its rule can hold or not: a slot too many costs
        // time, one too few would lose the best placement.
        let (mut on, mut links) = (BTreeSet::from([slot.on.clone()]), vec![slot.link]);
        let effects = inventory.rules.iter().flat_map(|rule| &rule.then);
        for effect in effects.filter(|effect| effect.slot == slot.id) {
            on.extend(effect.on.as_ref().map(Id::new));
            if effect.link.is_some() && !links.contains(&effect.link) {
                links.push(effect.link);
            }
        }
        SlotOffering { on, links }
    };
    inventory.slots.iter().map(offering).collect()
}

/// The slots that each device can be in, by index.
pub fn slots(judge: &PlacementJudge<'_>, offerings: &[SlotOffering]) -> Vec<Vec<usize>> {
    let constraints = &judge.request.constraints;
    let adapters = !constraints.contains(&Constraint::NoAdapters);
    let takes = |device: usize, index: usize| {
        let slot = &judge.inventory.slots[index];
        let fit = judge.devices[device].fit_at_all(slot.form, &slot.devices);
        let may = |it: &Constraint| may(judge, it, device, (index, slot), &offerings[index]);
        fit.is_some_and(|fit| adapters || !fit.is_adapted()) && constraints.iter().all(may)
    };
    let of = |device| (0..offerings.len()).filter(|slot| takes(device, *slot)).collect();
    (0..judge.devices.len()).map(of).collect()
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
