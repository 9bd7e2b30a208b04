//! Arrays that conflict with constraints: where a RAID engine takes their drives.

use std::collections::BTreeSet;

use narrows_messages::Message;
use narrows_plan::feasibility::RaidEngineKind;
use narrows_plan::placement::Placement;
use narrows_plan::request::{ArrayConstraint, Constraint, PlacementRequest};

use super::{ObstacleSearch, list};

impl ObstacleSearch<'_> {
    /// The arrays without which these constraints could be met together, by index; empty if a constraint names its
    /// array itself.
    pub(in super::super) fn arrays_against(&self, constraints: &[usize]) -> Vec<usize> {
        let ask = PlacementRequest { objectives: Vec::new(), ..self.ask.only(constraints) };
        let names_array = |constraint: &Constraint| {
            matches!(constraint, Constraint::ArrayStarts(_) | Constraint::FirmwareArray(_))
        };
        let is_possible = |arrays: Vec<ArrayConstraint>| {
            self.found(self.devices, &PlacementRequest { arrays, ..ask.clone() }).is_some()
        };
        if ask.constraints.iter().any(names_array)
            || ask.arrays.is_empty()
            || !is_possible(Vec::new())
        {
            return Vec::new();
        }
        let all = 0..ask.arrays.len();
        let alone = all.clone().filter(|at| !is_possible(vec![ask.arrays[*at].clone()]));
        let alone: Vec<usize> = alone.collect();
        // No single one is in the way: all of them together are.
        if alone.is_empty() { all.collect() } else { alone }
    }

    /// That nothing makes these arrays of their drives.
    pub(in super::super) fn unmade(&self, arrays: &[usize]) -> Message {
        let arrays: Vec<&ArrayConstraint> =
            arrays.iter().filter_map(|&at| self.ask.arrays.get(at)).collect();
        let ids: Vec<String> = arrays.iter().map(|array| array.id.clone()).collect();
        let members: Vec<usize> = arrays.iter().flat_map(|it| it.members.iter().copied()).collect();
        let means: BTreeSet<RaidEngineKind> =
            arrays.iter().flat_map(|it| it.means.iter().copied()).collect();
        let engines: Vec<String> = means.iter().map(RaidEngineKind::to_string).collect();
        let id = match means.len() == RaidEngineKind::ALL.len() {
            true => "plan-impossible-array",
            false => "plan-impossible-array-by",
        };
        Message::new(id)
            .text("arrays", list(ids))
            .with("engines", engines.join(" / "))
            .text("pieces", self.names(&members))
    }

    /// Slots in which an engine can make the array of its drives, with necessary settings.
    pub(super) fn of_array(&self, array: &ArrayConstraint) -> Option<Message> {
        let mut models: Vec<&str> = Vec::new();
        let mut slots: Vec<String> = Vec::new();
        for &member in &array.members {
            let device = self.devices.get(member)?;
            // Twins fit the same slots.
            if models.contains(&device.model.as_str()) {
                continue;
            }
            models.push(&device.model);
            for slot in self.fitting(member) {
                let slot = &self.inventory.slots[slot].id;
                let constraints = vec![Constraint::At(member, slot.clone())];
                let arrays = vec![array.clone()];
                let ask = PlacementRequest { constraints, arrays, objectives: Vec::new() };
                let found = self.found(self.devices, &ask);
                let slot = found.map(|found| self.with_settings(slot, &found.placement));
                slots.extend(slot.filter(|slot| !slots.contains(slot)));
            }
        }
        let engines: Vec<String> = array.means.iter().map(RaidEngineKind::to_string).collect();
        let message = Message::new("plan-obstacle-array")
            .with("array", &array.id)
            .with("engines", engines.join(" / "));
        (!slots.is_empty()).then(|| message.text("slots", list(slots)))
    }

    /// `PCIEX16_3 (PCIEX16_3 bandwidth = x4)`: a slot with the settings of a placement that are about it.
    fn with_settings(&self, slot: &str, at: &Placement) -> String {
        let rules = || self.inventory.rules.iter();
        let is_about = |name: &String, value: &String| {
            rules().any(|rule| {
                let sets = rule.settings.iter().any(|it| it.name == *name && it.value == *value);
                sets && rule.then.iter().any(|effect| effect.slot == slot)
            })
        };
        let set = at.settings.iter().filter(|(name, value)| is_about(name, value));
        let set: Vec<String> = set.map(|(name, value)| format!("{name} = {value}")).collect();
        if set.is_empty() { slot.to_owned() } else { format!("{slot} ({})", set.join(", ")) }
    }
}
