//! Steps between arrangements drawn at random.

use narrows_plan::device::MovableDevice;
use narrows_plan::evaluate::never;
use narrows_plan::moves::{between, least};
use narrows_plan::placement::{DeviceLocation, Placement};
use proptest::prelude::*;

use super::bed::{at, drive, inventory, plan, request};

const MODELS: [&str; 3] = ["slow", "fast", "other"];

/// Up to five devices of three models, with their current and planned slots.
fn drawn() -> impl Strategy<Value = (Vec<MovableDevice>, Vec<usize>, Vec<usize>)> {
    (1..=5_usize).prop_flat_map(|count| {
        let slots = || Just((0..5).collect::<Vec<usize>>()).prop_shuffle();
        let models = prop::collection::vec(0..MODELS.len(), count);
        (models, slots(), slots()).prop_map(move |(models, from, to)| {
            let device = |(at, model): (usize, usize)| drive(&format!("d{at}"), MODELS[model]);
            let devices = models.into_iter().enumerate().map(device).collect();
            (devices, from[..count].to_vec(), to[..count].to_vec())
        })
    })
}

/// Slots by model: the part of a placement that counts.
fn by_model(
    devices: &[MovableDevice],
    locations: &[DeviceLocation],
) -> Vec<(String, DeviceLocation)> {
    let models = devices.iter().map(|device| device.model.clone());
    let mut all: Vec<(String, DeviceLocation)> = models.zip(locations.iter().copied()).collect();
    all.sort();
    all
}

/// The fewest devices that move, by trying every way to name twins.
fn fewest(devices: &[MovableDevice], today: &Placement, target: &Placement) -> usize {
    let goal = by_model(devices, &target.locations);
    let mut orders = vec![Vec::new()];
    for _ in devices {
        let longer = |order: &Vec<DeviceLocation>| -> Vec<Vec<DeviceLocation>> {
            let left = target.locations.iter().filter(|location| !order.contains(location));
            left.map(|location| [order.clone(), vec![*location]].concat()).collect()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let same = orders.into_iter().filter(|order| by_model(devices, order) == goal);
    let moved = |order: Vec<DeviceLocation>| {
        order.iter().zip(&today.locations).filter(|(a, b)| a != b).count()
    };
    same.map(moved).min().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Every step starts where the one before ended, goes to slots that are free by then, and the last
    /// one ends at the plan, twins aside, with as few devices moved as possible. This also holds once the
    /// time is over, but then no effects are reported.
    #[test]
    fn steps_lead_to_the_plan((devices, from, to) in drawn(), is_late: bool) {
        let inventory = inventory(devices, &from);
        let target = plan(&to);
        let mut now = inventory.today.locations.clone();
        let mut carried = 0;
        let late = if is_late { || true } else { never };
        for step in between(&inventory, &inventory.devices, &request(), &target, late) {
            prop_assert_eq!(is_late, step.effects.is_empty());
            for it in &step.carried {
                prop_assert_eq!(it.from, Some(now[it.device]));
                now[it.device] = it.to;
            }
            carried += step.carried.len();
            let locations: Vec<Option<DeviceLocation>> = now.iter().copied().map(Some).collect();
            prop_assert_eq!(&step.locations, &locations);
            let after = Placement { locations: now.clone(), ..Placement::default() };
            prop_assert!(inventory.places(&inventory.devices, &after).is_ok());
        }
        let goal = by_model(&inventory.devices, &target.placement.locations);
        prop_assert_eq!(by_model(&inventory.devices, &now), goal);
        prop_assert_eq!(carried, fewest(&inventory.devices, &inventory.today, &target.placement));
        let settled = least(&inventory, &inventory.devices, &request(), &at(&to));
        prop_assert_eq!(now, settled.locations);
    }
}
