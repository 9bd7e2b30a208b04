//! What most people would do: every device in the first place that takes it.

use narrows_catalog::board::Form;

use crate::device::Device;
use crate::evaluate::Judge;
use crate::inventory::InventorySlot;
use crate::makeshift;
use crate::placement::{Clash, Location, Placement};

/// Every device in the first slot that takes it: cards before drives, the longest slots first for
/// cards; adapters only where nothing else is left. Constraints do not count. None where a device finds no
/// place that way.
pub fn placement(judge: &Judge<'_>) -> Option<Placement> {
    let (locations, clashes) = filled(judge);
    let locations: Option<Vec<Location>> = locations.into_iter().collect();
    locations
        .filter(|_| clashes.is_empty())
        .map(|locations| Placement { locations, ..Placement::default() })
}

/// What stands in the way of those that find no place that way.
pub fn clashes(judge: &Judge<'_>) -> Vec<Clash> {
    filled(judge).1
}

fn filled(judge: &Judge<'_>) -> (Vec<Option<Location>>, Vec<Clash>) {
    let mut locations: Vec<Option<Location>> = vec![None; judge.devices.len()];
    let mut clashes = Vec::new();
    for index in order(judge.devices) {
        let mut first = None;
        for location in least_makeshift(judge, index, &locations) {
            locations[index] = Some(location);
            match against(judge, &locations) {
                None => break,
                Some(clash) => {
                    first.get_or_insert(clash);
                    locations[index] = None;
                }
            }
        }
        if locations[index].is_none() {
            let nowhere = Clash::NoFit(index, Location::Slot(judge.inventory.slots.len()));
            clashes.push(first.unwrap_or(nowhere));
        }
    }
    (locations, clashes)
}

/// Carriers, then other cards, then drives, each in the order given.
fn order(devices: &[Device]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..devices.len()).collect();
    order.sort_by_key(|&index| (!devices[index].is_card(), !devices[index].is_carrier()));
    order
}

/// The free places of a device, those first that make do with least beside what is placed already.
fn least_makeshift(
    judge: &Judge<'_>,
    index: usize,
    locations: &[Option<Location>],
) -> Vec<Location> {
    let makeshifts = |location: &Location| {
        let mut with = locations.to_vec();
        with[index] = Some(*location);
        makeshift::cost(judge, &with)
    };
    let mut free = choices(judge, index);
    free.retain(|location| !locations.contains(&Some(*location)));
    free.sort_by_cached_key(makeshifts);
    free
}

/// Where a device would be put, the first place first.
fn choices(judge: &Judge<'_>, index: usize) -> Vec<Location> {
    let device = &judge.devices[index];
    let slots = judge.inventory.slots.iter().enumerate();
    let fitting = slots.filter_map(|(at, slot)| {
        let fit = device.fit_at_all(slot.form, &slot.devices)?;
        Some(((fit.is_adapted(), length(device, slot), at), Location::Slot(at)))
    });
    let mut fitting: Vec<_> = fitting.collect();
    fitting.sort();
    let bays = judge
        .devices
        .iter()
        .enumerate()
        .flat_map(|(carrier, card)| (0..card.bays).map(move |bay| Location::Bay(carrier, bay)));
    let takes = |location: &Location| match location {
        Location::Bay(carrier, _) => device.fit_in_bay(&judge.devices[*carrier]).is_some(),
        Location::Slot(_) => true,
    };
    let bays = bays.filter(takes);
    fitting.into_iter().map(|(_, location)| location).chain(bays).collect()
}

/// Long slots first for what is a card; for all others the board's order.
fn length(device: &Device, slot: &InventorySlot) -> u8 {
    match slot.form {
        Some(Form::X16) if device.is_card() => 0,
        _ => 1,
    }
}

/// What stands against those placed so far.
fn against(judge: &Judge<'_>, locations: &[Option<Location>]) -> Option<Clash> {
    let placed: Vec<usize> = (0..locations.len()).filter(|&at| locations[at].is_some()).collect();
    let new = |old: usize| placed.iter().position(|&at| at == old);
    let devices: Vec<Device> = placed.iter().map(|&at| judge.devices[at].clone()).collect();
    let moved = |location: Location| match location {
        Location::Bay(carrier, bay) => new(carrier).map(|carrier| Location::Bay(carrier, bay)),
        slot @ Location::Slot(_) => Some(slot),
    };
    let locations: Option<Vec<Location>> = locations.iter().flatten().copied().map(moved).collect();
    let at = Placement { locations: locations?, ..Placement::default() };
    let clashes = judge.inventory.places(&devices, &at).err()?;
    clashes.into_iter().next().map(|clash| renamed(clash, &placed))
}

/// A clash with the devices' own numbers.
fn renamed(clash: Clash, placed: &[usize]) -> Clash {
    let old = |at: usize| placed.get(at).copied().unwrap_or(at);
    let location = |location: Location| match location {
        Location::Bay(carrier, bay) => Location::Bay(old(carrier), bay),
        slot @ Location::Slot(_) => slot,
    };
    match clash {
        Clash::NoFit(at, place) => Clash::NoFit(old(at), location(place)),
        Clash::Taken(at, by) => Clash::Taken(old(at), old(by)),
        Clash::Off(at, rule) => Clash::Off(old(at), rule),
        Clash::NoLanes(at) => Clash::NoLanes(old(at)),
        Clash::NoSplit(at) => Clash::NoSplit(old(at)),
        Clash::NoBay(at) => Clash::NoBay(old(at)),
    }
}
