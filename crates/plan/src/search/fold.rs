//! Places that can be exchanged for each other, so that only one of them need be tried.
//!
//! The slots and the nodes that they hang on form a tree. Two neighbours below the same node that
//! look the same all the way down (the same links, slots, rules, devices of today) can be exchanged
//! with all that is in them. So of neighbours that are the same and in which nothing is yet, only the
//! first need be entered: among the placements that differ by such exchanges alone, the one that
//! comes first in the order of the walk obeys that at every step.

use std::collections::BTreeMap;

use narrows_catalog::board::BoardRule;
use narrows_topology::Id;
use narrows_topology::graph::Node;

use crate::evaluate::PlacementJudge;
use crate::inventory::InventorySlot;
use crate::placement::DeviceLocation;
use crate::request::Constraint;

/// The tree of places.
#[derive(Clone, Debug, Default)]
pub struct SlotFold {
    groups: Vec<SlotGroup>,
    /// The group of each slot alone.
    of_slot: Vec<usize>,
}

/// A slot, or a node with all slots below it.
#[derive(Clone, Debug, Default)]
struct SlotGroup {
    parent: Option<usize>,
    /// Neighbours that are the same and come before it.
    before: Vec<usize>,
    devices: usize,
}

impl SlotFold {
    /// The tree of the inventory's slots.
    pub fn new(judge: &PlacementJudge<'_>) -> Self {
        let mut building = SlotFoldBuilder::new(judge);
        for slot in 0..judge.inventory.slots.len() {
            let parent = building.node_group(&building.judge.inventory.slots[slot].on);
            let own = building.slot_alone(slot);
            let group = building.group(parent, own);
            building.of_slot.push(group);
        }
        let whole: Vec<(String, Vec<usize>)> =
            (0..building.groups.len()).map(|group| building.whole(group)).collect();
        for children in building.below.values() {
            for (nth, &group) in children.iter().enumerate() {
                let earlier = children[..nth].iter().copied();
                let same = earlier.filter(|&other| is_same(&whole[other], &whole[group]));
                building.groups[group].before = same.collect();
            }
        }
        SlotFold { groups: building.groups, of_slot: building.of_slot }
    }

    /// Whether a slot is the one to try of all that are the same.
    pub fn is_first(&self, slot: usize) -> bool {
        let empty = |group: usize| self.groups[group].devices == 0;
        // At every level: of equal untouched switches only the first is entered, of equal
        // untouched slots below it only the first again.
        self.upwards(slot).all(|group| {
            !empty(group) || !self.groups[group].before.iter().any(|&other| empty(other))
        })
    }

    /// The first slot below the same node that a slot is the same as.
    pub fn kind(&self, slot: usize) -> usize {
        let group = self.of_slot[slot];
        self.groups[group].before.first().copied().unwrap_or(group)
    }

    /// A device is put into a slot.
    pub fn enter(&mut self, slot: usize) {
        let groups: Vec<usize> = self.upwards(slot).collect();
        groups.into_iter().for_each(|group| self.groups[group].devices += 1);
    }

    /// It is taken out again.
    pub fn leave(&mut self, slot: usize) {
        let groups: Vec<usize> = self.upwards(slot).collect();
        groups.into_iter().for_each(|group| self.groups[group].devices -= 1);
    }

    fn upwards(&self, slot: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.of_slot.get(slot).copied(), |&at| self.groups[at].parent)
    }
}

struct SlotFoldBuilder<'j, 'a> {
    judge: &'j PlacementJudge<'a>,
    groups: Vec<SlotGroup>,
    of_slot: Vec<usize>,
    by_node: BTreeMap<Id, usize>,
    /// Children of each group in the order of their first slots; groups without a parent are under
    /// `None`.
    below: BTreeMap<Option<usize>, Vec<usize>>,
    /// Description of each group by itself.
    own: Vec<String>,
    /// The first slot that each can be exchanged for.
    twins: Vec<usize>,
}

impl<'j, 'a> SlotFoldBuilder<'j, 'a> {
    fn new(judge: &'j PlacementJudge<'a>) -> Self {
        Self {
            judge,
            groups: Vec::new(),
            of_slot: Vec::new(),
            by_node: BTreeMap::new(),
            below: BTreeMap::new(),
            own: Vec::new(),
            twins: twins(judge),
        }
    }

    fn group(&mut self, parent: Option<usize>, own: String) -> usize {
        self.groups.push(SlotGroup { parent, ..SlotGroup::default() });
        self.own.push(own);
        let group = self.groups.len() - 1;
        self.below.entry(parent).or_default().push(group);
        group
    }

    fn node_group(&mut self, id: &Id) -> Option<usize> {
        if let Some(&known) = self.by_node.get(id) {
            return Some(known);
        }
        let node = self.judge.inventory.fixed.topology.nodes.get(id)?;
        let parent = node.parent.as_ref().and_then(|parent| self.node_group(parent));
        // A node but for its name; with names where drives or cards hang on it that stay, and where
        // a rule may hang a slot.
        let fixed = &self.judge.inventory.fixed;
        let is_on = |at: &Id| fixed.topology.path(at).any(|(above, _)| above == id);
        let drives = fixed.topology.drives.values();
        let is_busy = drives.filter_map(|drive| drive.controller.as_ref()).any(is_on)
            || fixed.demands.iter().any(|demand| is_on(&demand.node));
        let effects = self.judge.inventory.rules.iter().flat_map(|rule| &rule.then);
        let is_named =
            effects.filter_map(|effect| effect.on.as_ref()).any(|on| is_on(&Id::new(on)));
        // A device that was observed below this node has properties there that it has below no
        // other.
        let was_observed =
            observed_apart(self.judge).filter_map(|node| node.parent.as_ref()).any(is_on);
        let name = (is_busy || is_named || was_observed).then_some(id);
        let link = node.link.as_ref().map(|link| (link.current, link.max_payload, link.internal));
        let ceilings = fixed.ceilings.get(id);
        let own = format!("{:?} {name:?} {link:?} {:?} {ceilings:?}", node.kind, node.attachment);
        let group = self.group(parent, own);
        self.by_node.insert(id.clone(), group);
        Some(group)
    }

    /// Slots in rules are the same only as those with which they can be exchanged in all rules.
    fn slot_alone(&self, slot: usize) -> String {
        let id = &self.judge.inventory.slots[slot].id;
        let in_rules = self.judge.inventory.rules.iter().any(|rule| {
            rule.when.iter().any(|when| when.slot == *id)
                || rule.then.iter().any(|effect| effect.slot == *id)
        });
        let twin = in_rules.then_some(self.twins[slot]);
        format!("{} {twin:?}", looks(self.judge, slot))
    }

    /// Describes a group with all below it, and returns its slots in that order.
    fn whole(&self, group: usize) -> (String, Vec<usize>) {
        let mut text = self.own[group].clone();
        let mut slots: Vec<usize> =
            self.of_slot.iter().position(|&it| it == group).into_iter().collect();
        for &child in self.below.get(&Some(group)).into_iter().flatten() {
            let (part, part_slots) = self.whole(child);
            text = format!("{text} [{part}]");
            slots.extend(part_slots);
        }
        (text, slots)
    }
}

/// They look the same, and each slot of the first comes before its twin in the other, so that the
/// walk enters the first one first.
fn is_same(one: &(String, Vec<usize>), other: &(String, Vec<usize>)) -> bool {
    one.0 == other.0 && one.1.iter().zip(&other.1).all(|(one, other)| one < other)
}

/// Nodes of devices whose observed location gives them properties that they have nowhere else.
fn observed_apart<'j>(judge: &'j PlacementJudge<'_>) -> impl Iterator<Item = &'j Node> {
    let devices = judge.devices.iter().zip(&judge.apart).filter(|(_, apart)| **apart);
    devices.flat_map(|(device, _)| device.body.nodes.iter().map(|(_, node)| node))
}

/// A slot but for its name and its part in rules.
fn looks(judge: &PlacementJudge<'_>, index: usize) -> String {
    let InventorySlot { link, form, devices, splits, may_split, raid, .. } =
        &judge.inventory.slots[index];
    // Facts about firmware RAID matter only if it is requested; otherwise they would keep equal
    // slots apart.
    let raid = judge
        .asks_firmware()
        .then(|| crate::feasibility::SlotFacts { name: String::new(), ..raid.clone() });
    // Rows decide only which neighbours a thick card covers.
    let row = judge.inventory.slots[index].row.filter(|_| judge.has_thick_cards());
    let named = named(judge, index);
    format!("{link:?} {form:?} {devices:?} {splits:?} {may_split:?} {raid:?} {row:?} {named:?}")
}

/// Its name if a constraint mentions it, and today's devices in it.
fn named<'a>(judge: &PlacementJudge<'a>, index: usize) -> (Option<&'a str>, Vec<usize>) {
    let slot = judge.inventory.slots[index].id.as_str();
    let is_requested = judge.request.constraints.iter().any(|constraint| match constraint {
        Constraint::At(_, id) => *id == slot || slot.starts_with(&format!("{id}/")),
        _ => false,
    });
    let today = judge.inventory.today.locations.iter().enumerate();
    let today = today.filter(|(_, location)| **location == DeviceLocation::Slot(index));
    // Only the class of today's device counts: which of several equal devices stays is decided in
    // `settle`.
    let classes = today.filter_map(|(device, _)| judge.alike.get(device).copied());
    let mut slots = observed_apart(judge).filter_map(|node| node.slot.as_ref());
    let is_observed = slots.any(|(name, _)| name == slot);
    ((is_requested || is_observed).then_some(slot), classes.collect())
}

/// For each slot the first of those below the same node for which it can be exchanged in all rules.
fn twins(judge: &PlacementJudge<'_>) -> Vec<usize> {
    let slots = &judge.inventory.slots;
    let looks: Vec<String> = (0..slots.len()).map(|slot| looks(judge, slot)).collect();
    let is_twin = |one: usize, other: usize| {
        slots[one].on == slots[other].on
            && looks[one] == looks[other]
            && rules_allow(judge, &slots[one].id, &slots[other].id)
    };
    (0..slots.len()).map(|at| (0..at).find(|&one| is_twin(one, at)).unwrap_or(at)).collect()
}

/// Whether the rules are the same with two slots exchanged. Their order matters, except for those
/// that only switch off.
fn rules_allow(judge: &PlacementJudge<'_>, one: &str, other: &str) -> bool {
    // Rules that only switch off commute, because nothing switches a slot on again. Of the others
    // a later one overrides an earlier one, so their order is part of their meaning.
    let split = |swap: Option<(&str, &str)>| {
        let rules = judge.inventory.rules.iter().map(|rule| rendered(rule, swap));
        let (mut off, kept): (Vec<_>, Vec<_>) = rules.partition(|(_, off)| *off);
        off.sort();
        (off, kept)
    };
    split(None) == split(Some((one, other)))
}

/// Renders a rule with its names exchanged; and whether it only switches off.
fn rendered(rule: &BoardRule, swap: Option<(&str, &str)>) -> (String, bool) {
    let name = |slot: &str| match swap {
        Some((one, other)) if slot == one => other.to_owned(),
        Some((one, other)) if slot == other => one.to_owned(),
        _ => slot.to_owned(),
    };
    let mut when: Vec<_> = rule.when.iter().map(|it| (name(&it.slot), it.bus)).collect();
    let effects = rule.then.iter();
    let mut then: Vec<String> = effects
        .map(|it| format!("{} {} {:?} {:?}", name(&it.slot), it.off, it.link, it.on))
        .collect();
    when.sort();
    then.sort();
    let only_off = rule.then.iter().all(|it| it.off);
    (format!("{when:?} {:?} {then:?}", rule.settings), only_off)
}
