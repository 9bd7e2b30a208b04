//! Lane providers and consumers, the excess, and who loses by it.

use narrows_messages::{DocumentText, Message};
use narrows_plan::device::MovableDevice;
use narrows_plan::lanes::{self, NoRoom};
use narrows_plan::placement::{Placement, PlacementClash};
use narrows_record::lanes::LanesDocument;

use crate::answer::failure::AnswerFailure;
use crate::answer::inventory::InventoriedMachine;

/// The budget of lanes with these additions in free slots.
///
/// # Errors
/// What is added is not known, there is no room for it, or what is there cannot be.
pub fn answer(
    planned: &InventoriedMachine,
    additions: Option<&str>,
) -> Result<LanesDocument, AnswerFailure> {
    let devices = planned.devices(additions)?;
    let at = lanes::placed(&planned.inventory, &devices)
        .map_err(|no_room| nowhere(&no_room, &devices, planned))?;
    of(planned, &devices, &at)
}

/// The budget of lanes of an arrangement.
///
/// # Errors
/// The arrangement is none.
pub fn of(
    planned: &InventoriedMachine,
    devices: &[MovableDevice],
    at: &Placement,
) -> Result<LanesDocument, AnswerFailure> {
    let InventoriedMachine { seen, inventory } = planned;
    let budget = lanes::of(inventory, devices, at).map_err(|clashes| {
        let message = Message::new("lanes-bad-placement").text("source", seen.title());
        AnswerFailure::new(message.text("why", why(&clashes)))
    })?;
    Ok(crate::lanes(&budget, &seen.machine.topology, &seen.name))
}

fn nowhere(
    no_room: &NoRoom,
    devices: &[MovableDevice],
    planned: &InventoriedMachine,
) -> AnswerFailure {
    let device = devices.get(no_room.device).map(|device| device.id.as_str()).unwrap_or_default();
    let message = Message::new("lanes-no-room").with("piece", device);
    let message = message.text("source", planned.seen.title());
    AnswerFailure::impossible(message.text("why", why(&no_room.clashes)))
}

/// The first objection to a placement.
pub(crate) fn why(clashes: &[PlacementClash]) -> DocumentText {
    let message = match clashes.first() {
        Some(PlacementClash::Off(_, rule)) => {
            let used: Vec<String> = rule.when.iter().map(ToString::to_string).collect();
            Message::new("lanes-no-room-off").with("slots", used.join(", "))
        }
        Some(PlacementClash::NoLanes(_)) => Message::new("lanes-no-room-lanes"),
        Some(PlacementClash::NoSplit(_)) => Message::new("lanes-no-room-split"),
        Some(PlacementClash::NoFit(..) | PlacementClash::Taken(..) | PlacementClash::NoBay(_))
        | None => Message::new("lanes-no-room-fit"),
    };
    message.into()
}
