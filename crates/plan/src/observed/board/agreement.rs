//! Whether observations agree with the manual.

use narrows_catalog::board::{Board, Settings, SlotOffer};
use narrows_topology::graph::AttachmentPoint;
use narrows_units::LinkWidth;

use super::matching::{self, SlotMatch};
use crate::device::MovableDevice;
use crate::inventory::{InventorySlot, SlotInventory};

/// The settings of the board under which most observations agree with the manual. If none of them
/// explains anything, the board's defaults.
pub(super) fn likeliest_settings(
    inventory: &SlotInventory,
    board: &Board,
    pairs: &[SlotMatch],
) -> Settings {
    let mut settings = Settings::new();
    for (name, values) in board.settings() {
        let with = |value: &str| {
            let mut with = settings.clone();
            with.insert(name.to_owned(), value.to_owned());
            (differences(inventory, board, pairs, &with), with)
        };
        // Settings are tried one after the other, each on top of those chosen before; all
        // combinations would be too many.
        let tried = values.into_iter().map(with).min_by_key(|(differ, _)| *differ);
        // A setting counts only if it explains more than the board's default does.
        let as_it_is = differences(inventory, board, pairs, &settings);
        if let Some((_, with)) = tried.filter(|(differ, _)| *differ < as_it_is) {
            settings = with;
        }
    }
    settings
}

fn differences(
    inventory: &SlotInventory,
    board: &Board,
    pairs: &[SlotMatch],
    settings: &Settings,
) -> usize {
    let offers = super::offers(inventory, board, pairs, settings);
    let differs = |pair: &&SlotMatch| {
        let offer = offers.get(&board.slots[pair.slot].id).and_then(Option::as_ref);
        let device = pair.device.and_then(|index| inventory.devices.get(index));
        let observed = &inventory.slots[pair.observed];
        !offer.is_some_and(|offer| {
            is_same_attachment(
                matching::attachment_of_slot(inventory, observed),
                matching::attachment_on(board, &offer.on),
            ) && is_same_link(offer, observed, device)
        })
    };
    pairs.iter().filter(differs).count()
}

/// An attachment that was not observed can be any.
pub(super) fn is_same_attachment(observed: AttachmentPoint, stated: AttachmentPoint) -> bool {
    observed == stated || [observed, stated].contains(&AttachmentPoint::Unknown)
}

/// Whether the port's link is the manual's; or the port reports more lanes than it was given, and
/// its device runs the manual's link.
pub(super) fn is_same_link(
    offer: &SlotOffer,
    observed: &InventorySlot,
    device: Option<&MovableDevice>,
) -> bool {
    let (Some(stated), Some(observed)) = (offer.link, observed.link) else { return true };
    let runs = device.and_then(|device| {
        let current = device.body.nodes.first()?.1.link.as_ref()?.current?;
        Some((current, device.link?))
    });
    // Idle graphics cards run at a lower rate, with all of their lanes; for anything else, a lower
    // rate than both ends can run is an observation, and stays.
    let may_idle = device.is_some_and(MovableDevice::is_graphics);
    let is_stated = |(current, own): (LinkWidth, LinkWidth)| {
        let common = own.common(stated);
        let is_rate = current.rate == common.rate || may_idle && current.rate < common.rate;
        current.lanes == common.lanes && is_rate
    };
    stated == observed || (observed.lanes > stated.lanes && runs.is_some_and(is_stated))
}
