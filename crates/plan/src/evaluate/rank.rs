//! Which of two placements is better.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::SlotBus;
use narrows_topology::Id;
use narrows_units::LinkWidth;

use super::{PlacementJudge, PlacementView};
use crate::device::{FormAdapter, FormFit, MovableDevice};
use crate::evaluate::objectives::rated;
use crate::makeshift;
use crate::placement::DeviceLocation;
use crate::request::PlanObjective;

/// How a placement compares with others: greater is better. Rates within about 0.1 % count as the
/// same, so that the last digits of arithmetic decide nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlacementRank {
    /// Cost of its makeshifts, below 0: see [`crate::makeshift`].
    pub makeshifts: i64,
    /// The objectives, the most important first.
    pub objectives: Vec<i64>,
    /// Drives on another processor than the card that they are to feed, below 0: the cost
    /// is not known, but nothing is gained by it.
    pub crossings: i64,
    /// Devices that move, below 0.
    pub moves: i64,
    /// Lanes of cards that carry no drive.
    pub card_lanes: i64,
    /// Adapters, SATA drives on connectors that carry PCIe, whose ports go first, and further controllers
    /// that the SATA members of one array are on; below 0.
    pub adapters: i64,
    /// Settings to choose, below 0.
    pub settings: i64,
    /// SATA ports that stay usable and empty: none is given up for nothing.
    pub free_sata: i64,
    /// What the drives' own links carry in their slots, in tenths of a GT/s: behind a full uplink, each alone is as
    /// fast as that.
    pub drive_links: i64,
}

/// Steps in a natural logarithm: 0.1 % each.
const STEPS: f64 = 1000.0;

impl PlacementRank {
    /// Of a placement that comes to `scores`.
    pub fn new(view: &PlacementView<'_>, scores: &[f64]) -> Self {
        let places = view.places.iter().zip(&view.at.locations);
        let adapters = places
            .filter(|(place, location)| takes_adapter(view.judge, place.fit, **location))
            .count();
        let locations: Vec<Option<DeviceLocation>> =
            view.at.locations.iter().copied().map(Some).collect();
        Self {
            makeshifts: -(makeshift::cost(view.judge, &locations) as i64),
            objectives: steps(&view.judge.request.objectives, scores),
            crossings: -(crossings(view.judge, &locations) as i64),
            moves: -(moves(view) as i64),
            card_lanes: card_lanes(view),
            adapters: -((adapters + further_controllers(view.judge, &locations)) as i64),
            settings: -(view.at.settings.len() as i64),
            free_sata: view.free_sata as i64,
            drive_links: drive_links(view),
        }
    }
}

/// It takes an adapter, or a connector that carries PCIe for a SATA drive.
pub fn takes_adapter(judge: &PlacementJudge<'_>, fit: FormFit, location: DeviceLocation) -> bool {
    let carries_pcie = || match location {
        DeviceLocation::Slot(slot) => judge
            .inventory
            .slots
            .get(slot)
            .is_some_and(|slot| slot.devices.contains(&SlotBus::Pcie)),
        DeviceLocation::Bay(..) => false,
    };
    fit.is_adapted() || (fit.adapter() == Some(FormAdapter::SataBreakout) && carries_pcie())
}

/// Number of controllers that the SATA members of arrays are on beside the first: people keep the members
/// of an array on one. Unplaced members are on none.
pub fn further_controllers(
    judge: &PlacementJudge<'_>,
    locations: &[Option<DeviceLocation>],
) -> usize {
    let controller = |member: &usize| {
        judge.devices.get(*member).filter(|device| device.bus == SlotBus::Sata)?;
        match (*locations.get(*member)?)? {
            DeviceLocation::Slot(slot) => Some((None, Some(&judge.inventory.slots.get(slot)?.on))),
            DeviceLocation::Bay(card, _) => Some((Some(card), None)),
        }
    };
    let of = |members: &[usize]| {
        let controllers: BTreeSet<(Option<usize>, Option<&Id>)> =
            members.iter().filter_map(controller).collect();
        controllers.len().saturating_sub(1)
    };
    judge.request.arrays.iter().map(|array| of(&array.members)).sum()
}

/// Scores as they are compared.
pub fn steps(objectives: &[PlanObjective], scores: &[f64]) -> Vec<i64> {
    let step = |(objective, score): (&PlanObjective, &f64)| match rated(objective) {
        // The logarithm makes steps of one part at any size; that of 0 has no value.
        Some(_) if *score <= 0.0 => i64::MIN,
        Some(_) => (score.ln() * STEPS).round() as i64,
        None => (score * STEPS).round() as i64,
    };
    objectives.iter().zip(scores).map(step).collect()
}

/// Number of drives on another processor than a card that an objective has them feed. Unplaced
/// devices do not count.
pub fn crossings(judge: &PlacementJudge<'_>, locations: &[Option<DeviceLocation>]) -> usize {
    let cards = judge.request.objectives.iter().filter_map(|objective| match objective {
        PlanObjective::ToCard(card, _) => processor(judge, locations, *card),
        _ => None,
    });
    let drives = || judge.devices.iter().enumerate().filter(|(_, it)| !it.body.drives.is_empty());
    let away = |card: &Id| {
        let others = drives().filter_map(|(drive, _)| processor(judge, locations, drive));
        others.filter(|other| *other != card).count()
    };
    cards.map(away).sum()
}

/// The top of the tree that a device hangs in.
fn processor<'s>(
    judge: &PlacementJudge<'s>,
    locations: &[Option<DeviceLocation>],
    device: usize,
) -> Option<&'s Id> {
    let slot = match (*locations.get(device)?)? {
        DeviceLocation::Slot(slot) => slot,
        DeviceLocation::Bay(carrier, _) => match (*locations.get(carrier)?)? {
            DeviceLocation::Slot(slot) => slot,
            DeviceLocation::Bay(..) => return None,
        },
    };
    let on = &judge.inventory.slots.get(slot)?.on;
    judge.inventory.fixed.topology.path(on).last().map(|(id, _)| id)
}

fn card_lanes(view: &PlacementView<'_>) -> i64 {
    let cards = view.judge.devices.iter().enumerate().filter(|(_, device)| device.is_card());
    let lanes = cards.map(|(index, _)| view.link(index).map_or(0, |link| link.lanes.get()));
    lanes.map(i64::from).sum()
}

fn drive_links(view: &PlacementView<'_>) -> i64 {
    let drives = view.judge.devices.iter().enumerate().filter(|(_, device)| has_link(device));
    drives.map(|(index, _)| link_speed(view.link(index))).sum()
}

/// It is a drive with a PCIe link.
pub fn has_link(device: &MovableDevice) -> bool {
    device.drive().is_some() && device.link.is_some()
}

/// Tenths of a GT/s over all lanes.
pub fn link_speed(link: Option<LinkWidth>) -> i64 {
    link.map_or(0, |link| (link.raw_gt_s() * 10.0).round() as i64)
}

impl MovableDevice {
    /// It is a card and no drive is on it.
    pub fn is_card(&self) -> bool {
        self.body.drives.is_empty() && !self.body.nodes.is_empty()
    }
}

/// Number of devices elsewhere than today. Interchangeable ones count as moved only if the places
/// that they have together change.
pub fn moves(view: &PlacementView<'_>) -> usize {
    let mut places: BTreeMap<usize, (Vec<DeviceLocation>, Vec<DeviceLocation>)> = BTreeMap::new();
    let PlacementJudge { inventory, alike, .. } = view.judge;
    for (device, location) in view.at.locations.iter().enumerate() {
        let Some(class) = alike.get(device) else { continue };
        let (today, planned) = places.entry(*class).or_default();
        today.extend(inventory.today.locations.get(device).copied().map(host));
        planned.push(host(*location));
    }
    places.into_values().map(|(today, planned)| gone(today, planned)).sum()
}

/// Bays of one carrier are all the same.
pub fn host(location: DeviceLocation) -> DeviceLocation {
    match location {
        DeviceLocation::Bay(carrier, _) => DeviceLocation::Bay(carrier, 0),
        slot @ DeviceLocation::Slot(_) => slot,
    }
}

/// How many of these are not among those.
pub fn gone(today: Vec<DeviceLocation>, mut planned: Vec<DeviceLocation>) -> usize {
    let mut gone = 0;
    for location in today {
        match planned.iter().position(|at| *at == location) {
            Some(at) => drop(planned.swap_remove(at)),
            None => gone += 1,
        }
    }
    gone
}
