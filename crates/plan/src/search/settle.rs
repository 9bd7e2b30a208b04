//! Which of several devices that can be exchanged for each other is where: those that can stay where
//! they are today do, the others come in the order of the slots.

use std::collections::BTreeMap;

use crate::evaluate::Judge;
use crate::placement::{Location, Placement};

/// The same placement with as few moves as possible.
pub fn settled(judge: &Judge<'_>, at: &Placement) -> Placement {
    let mut classes: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (device, class) in judge.alike.iter().enumerate() {
        classes.entry(*class).or_default().push(device);
    }
    let mut locations = at.locations.clone();
    for devices in classes.values() {
        let mut free: Vec<Location> = devices.iter().map(|&device| at.locations[device]).collect();
        free.sort();
        let mut moved = Vec::new();
        for &device in devices {
            let today = judge.inventory.today.locations.get(device);
            match free.iter().position(|location| Some(location) == today) {
                Some(stays) => locations[device] = free.remove(stays),
                None => moved.push(device),
            }
        }
        moved.into_iter().zip(free).for_each(|(device, location)| locations[device] = location);
    }
    Placement { locations, settings: at.settings.clone() }
}
