//! Objections to an arrangement, and the rule in force, as sentences.

use narrows_catalog::board::{BoardRule, BoardSetting, RuleEffect};
use narrows_messages::Message;
use narrows_plan::device::MovableDevice;
use narrows_plan::inventory::{self, SlotInventory};
use narrows_plan::placement::{DeviceLocation, PlacementClash};

/// Why a rule is in force for a slot: other slots used, settings, the processor. `None` where the slot's own use
/// suffices, which explains nothing.
pub(super) fn rule_holds(rule: &BoardRule, slot: &str) -> Option<Message> {
    let uses = rule.when.iter().filter(|used| used.slot != slot);
    let uses: Vec<String> = uses.map(ToString::to_string).collect();
    let (processor, settings) = conditions(rule);
    let id = match (uses.is_empty(), settings.is_empty(), processor) {
        (true, true, false) => return None,
        (true, true, true) => "plan-rule-processor",
        (false, true, false) => "plan-rule-use",
        (false, true, true) => "plan-rule-use-processor",
        (true, false, _) => "plan-rule-setting",
        (false, false, _) => "plan-rule-both",
    };
    let message = Message::new(id).with("uses", uses.join(" + "));
    Some(message.with("settings", settings.join(", ")))
}

/// Whether a rule is about the processor, and the firmware settings that it takes.
fn conditions(rule: &BoardRule) -> (bool, Vec<String>) {
    let (processor, settings): (Vec<&BoardSetting>, Vec<&BoardSetting>) =
        rule.settings.iter().partition(|setting| inventory::is_of_processor(&setting.name));
    (!processor.is_empty(), settings.into_iter().map(ToString::to_string).collect())
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
            let mut uses: Vec<String> = rule.when.iter().map(ToString::to_string).collect();
            let (processor, settings) = conditions(rule);
            uses.extend(settings);
            match processor && uses.is_empty() {
                true => at_slot("plan-clash-off-processor", *device),
                false => at_slot("plan-clash-off", *device).with("uses", uses.join(" + ")),
            }
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use narrows_catalog::board;
    use narrows_catalog::cpu;

    use super::*;

    /// The reason for a slot is something else than its own use, and the processor by no word of the catalogue.
    #[test]
    fn no_slot_is_its_own_reason() {
        let groups: BTreeSet<&String> =
            cpu::all().iter().filter_map(|it| it.group.as_ref()).collect();
        for board in board::all() {
            for rule in &board.rules {
                for effect in &rule.then {
                    let Some(reason) = rule_holds(rule, &effect.slot) else {
                        assert!(
                            rule.when.iter().all(|used| used.slot == effect.slot),
                            "{}",
                            board.id
                        );
                        continue;
                    };
                    let said = |name: &str| format!("{:?}", reason.values().get(name));
                    let (uses, settings) = (said("uses"), said("settings"));
                    let mut names = uses.split([' ', '"']);
                    assert!(names.all(|it| it != effect.slot), "{}: {uses}", board.id);
                    let is_internal = groups.iter().any(|group| settings.contains(group.as_str()));
                    assert!(!is_internal, "{}: {settings}", board.id);
                }
            }
        }
    }
}
