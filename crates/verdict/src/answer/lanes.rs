//! Who offers lanes, who takes them, what is over and who loses by it.

use narrows_messages::{Message, Text};
use narrows_plan::device::Device;
use narrows_plan::lanes::{self, NoRoom};
use narrows_plan::placement::{Clash, Placement};
use narrows_record::lanes::Lanes;

use crate::answer::failure::Failure;
use crate::answer::inventory::Planned;

/// The budget of lanes with these additions in free slots.
///
/// # Errors
/// What is added is not known, there is no room for it, or what is there cannot be.
pub fn answer(planned: &Planned, additions: Option<&str>) -> Result<Lanes, Failure> {
    let devices = planned.devices(additions)?;
    let at = lanes::placed(&planned.inventory, &devices)
        .map_err(|no_room| nowhere(&no_room, &devices, planned))?;
    of(planned, &devices, &at)
}

/// The budget of lanes of an arrangement.
///
/// # Errors
/// The arrangement is none.
pub fn of(planned: &Planned, devices: &[Device], at: &Placement) -> Result<Lanes, Failure> {
    let Planned { seen, inventory } = planned;
    let budget = lanes::of(inventory, devices, at).map_err(|clashes| {
        let message = Message::new("lanes-bad-placement").text("source", seen.title());
        Failure::new(message.text("why", why(&clashes)))
    })?;
    Ok(crate::lanes(&budget, &seen.machine.topology, &seen.name))
}

fn nowhere(no_room: &NoRoom, devices: &[Device], planned: &Planned) -> Failure {
    let device = devices.get(no_room.device).map(|device| device.id.as_str()).unwrap_or_default();
    let message = Message::new("lanes-no-room").with("piece", device);
    let message = message.text("source", planned.seen.title());
    Failure::impossible(message.text("why", why(&no_room.clashes)))
}

/// The first thing that stands against a placement.
pub(crate) fn why(clashes: &[Clash]) -> Text {
    let message = match clashes.first() {
        Some(Clash::Off(_, rule)) => {
            let used: Vec<String> = rule.when.iter().map(ToString::to_string).collect();
            Message::new("lanes-no-room-off").with("slots", used.join(", "))
        }
        Some(Clash::NoLanes(_)) => Message::new("lanes-no-room-lanes"),
        Some(Clash::NoSplit(_)) => Message::new("lanes-no-room-split"),
        Some(Clash::NoFit(..) | Clash::Taken(..) | Clash::NoBay(_)) | None => {
            Message::new("lanes-no-room-fit")
        }
    };
    message.into()
}
