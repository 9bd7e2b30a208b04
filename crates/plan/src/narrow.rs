//! Cards that run narrower in a placement than they could elsewhere.
//!
//! Not here: drives, whose rates say what it costs them.

use crate::device::Device;
use crate::inventory::Inventory;
use crate::placement::Placement;

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
