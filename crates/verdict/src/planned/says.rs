//! Objections to an arrangement, and the rule in force, as sentences.

use narrows_catalog::board::{BoardRule, RuleEffect};
use narrows_messages::Message;
use narrows_plan::device::MovableDevice;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::placement::{DeviceLocation, PlacementClash};

/// Why a rule is in force: slots used, settings.
pub(super) fn rule_holds(rule: &BoardRule) -> Message {
    let uses: Vec<String> = rule.when.iter().map(ToString::to_string).collect();
    let settings: Vec<String> = rule.settings.iter().map(ToString::to_string).collect();
    let id = match (uses.is_empty(), settings.is_empty()) {
        (false, true) => "plan-rule-use",
        (true, _) => "plan-rule-setting",
        (false, false) => "plan-rule-both",
    };
    Message::new(id).with("uses", uses.join(" + ")).with("settings", settings.join(", "))
}

/// The last rule that holds and does this to the slot.
pub(super) fn last_rule<'a>(
    rules: impl DoubleEndedIterator<Item = &'a BoardRule>,
    slot: &str,
    does: impl Fn(&RuleEffect) -> bool,
) -> Option<&'a BoardRule> {
    let hits =
        |rule: &&BoardRule| rule.then.iter().any(|effect| effect.slot == slot && does(effect));
    rules.rev().find(hits)
}

/// The objection to an arrangement.
pub(super) fn clash(
    clash: &PlacementClash,
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    at: &[DeviceLocation],
) -> Message {
    let about =
        |id: &'static str, device: usize| Message::new(id).with("piece", name(devices, device));
    let slot = |device: usize| at.get(device).map(|location| slot(*location, inventory, devices));
    let no_name = || "–".to_owned();
    let at_slot = |id, device| about(id, device).with("slot", slot(device).unwrap_or_else(no_name));
    match clash {
        PlacementClash::NoFit(device, location) => about("plan-clash-no-fit", *device)
            .with("slot", self::slot(*location, inventory, devices)),
        PlacementClash::Taken(device, other) => {
            at_slot("plan-clash-taken", *device).with("other", name(devices, *other))
        }
        PlacementClash::Off(device, rule) => {
            let uses: Vec<String> = rule.when.iter().map(ToString::to_string).collect();
            let settings = rule.settings.iter().map(ToString::to_string);
            let both: Vec<String> = uses.into_iter().chain(settings).collect();
            at_slot("plan-clash-off", *device).with("uses", both.join(" + "))
        }
        PlacementClash::NoLanes(device) => at_slot("plan-clash-no-lanes", *device),
        PlacementClash::NoSplit(device) => at_slot("plan-clash-no-split", *device),
        PlacementClash::NoBay(device) => about("plan-clash-no-bay", *device),
    }
}

fn name(devices: &[MovableDevice], at: usize) -> &str {
    devices.get(at).map_or("–", |device| &device.id)
}

fn slot(location: DeviceLocation, inventory: &SlotInventory, devices: &[MovableDevice]) -> String {
    match location {
        DeviceLocation::Slot(slot) => {
            inventory.slots.get(slot).map_or_else(|| "–".to_owned(), |it| it.id.clone())
        }
        DeviceLocation::Bay(carrier, bay) => {
            format!("{}/{}", name(devices, carrier), u16::from(bay) + 1)
        }
    }
}
