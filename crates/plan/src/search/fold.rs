//! Places that can be exchanged for each other, so that only one of them need be tried.
//!
//! The seats and the nodes that they hang on form a tree. Two neighbours below the same node that
//! look the same all the way down (the same links, seats, rules, pieces of today) can be exchanged
//! with all that is in them. So of neighbours that are the same and in which nothing is yet, only the
//! first need be entered: among the placements that differ by such exchanges alone, the one that
//! comes first in the order of the walk obeys that at every step.

use std::collections::BTreeMap;

use narrows_catalog::board::Rule;
use narrows_topology::Id;
use narrows_topology::graph::Node;

use crate::ask::Wish;
use crate::evaluate::Judge;
use crate::placement::Spot;
use crate::site::Seat;

/// The tree of places.
#[derive(Clone, Debug, Default)]
pub struct Fold {
    groups: Vec<Group>,
    /// The group of each seat alone.
    of_seat: Vec<usize>,
}

/// A seat, or a node with all seats below it.
#[derive(Clone, Debug, Default)]
struct Group {
    parent: Option<usize>,
    /// Neighbours that are the same and come before it.
    before: Vec<usize>,
    /// Pieces in it.
    pieces: usize,
}

impl Fold {
    /// The tree of the site's seats.
    pub fn new(judge: &Judge<'_>) -> Self {
        let mut building = Building::new(judge);
        for seat in 0..judge.site.seats.len() {
            building.add(seat);
        }
        building.finish()
    }

    /// Whether a seat is the one to try of all that are the same.
    pub fn is_first(&self, seat: usize) -> bool {
        let empty = |group: usize| self.groups[group].pieces == 0;
        self.upwards(seat).all(|group| {
            !empty(group) || !self.groups[group].before.iter().any(|&other| empty(other))
        })
    }

    /// The first seat below the same node that a seat is the same as.
    pub fn kind(&self, seat: usize) -> usize {
        let group = self.of_seat[seat];
        self.groups[group].before.first().copied().unwrap_or(group)
    }

    /// A piece is put into a seat.
    pub fn enter(&mut self, seat: usize) {
        let groups: Vec<usize> = self.upwards(seat).collect();
        groups.into_iter().for_each(|group| self.groups[group].pieces += 1);
    }

    /// It is taken out again.
    pub fn leave(&mut self, seat: usize) {
        let groups: Vec<usize> = self.upwards(seat).collect();
        groups.into_iter().for_each(|group| self.groups[group].pieces -= 1);
    }

    fn upwards(&self, seat: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.of_seat.get(seat).copied(), |&at| self.groups[at].parent)
    }
}

struct Building<'j, 'a> {
    judge: &'j Judge<'a>,
    groups: Vec<Group>,
    of_seat: Vec<usize>,
    by_node: BTreeMap<Id, usize>,
    /// Children of each group in the order of their first seats; those of none under none.
    below: BTreeMap<Option<usize>, Vec<usize>>,
    /// What each group is by itself.
    own: Vec<String>,
    /// The first seat that each can be exchanged for.
    twins: Vec<usize>,
}

impl<'j, 'a> Building<'j, 'a> {
    fn new(judge: &'j Judge<'a>) -> Self {
        Self {
            judge,
            groups: Vec::new(),
            of_seat: Vec::new(),
            by_node: BTreeMap::new(),
            below: BTreeMap::new(),
            own: Vec::new(),
            twins: twins(judge),
        }
    }

    fn add(&mut self, seat: usize) {
        let parent = self.node_group(&self.judge.site.seats[seat].on);
        let own = self.seat_alone(seat);
        let group = self.group(parent, own);
        self.of_seat.push(group);
    }

    fn group(&mut self, parent: Option<usize>, own: String) -> usize {
        self.groups.push(Group { parent, ..Group::default() });
        self.own.push(own);
        let group = self.groups.len() - 1;
        self.below.entry(parent).or_default().push(group);
        group
    }

    fn node_group(&mut self, id: &Id) -> Option<usize> {
        if let Some(&known) = self.by_node.get(id) {
            return Some(known);
        }
        let node = self.judge.site.fixed.topology.nodes.get(id)?;
        let parent = node.parent.as_ref().and_then(|parent| self.node_group(parent));
        let own = node_alone(self.judge, id, node);
        let group = self.group(parent, own);
        self.by_node.insert(id.clone(), group);
        Some(group)
    }

    /// Those in rules are the same as those with which they can be exchanged in all rules only.
    fn seat_alone(&self, seat: usize) -> String {
        let twin = self.twins[seat];
        let in_rules = in_rules(self.judge, &self.judge.site.seats[seat].id);
        let name = if in_rules { Some(twin) } else { None };
        format!("{} {name:?}", looks(self.judge, seat))
    }

    fn finish(mut self) -> Fold {
        let whole: Vec<(String, Vec<usize>)> =
            (0..self.groups.len()).map(|group| self.whole(group)).collect();
        for children in self.below.values() {
            for (nth, &group) in children.iter().enumerate() {
                let earlier = children[..nth].iter().copied();
                let same = earlier.filter(|&other| is_same(&whole[other], &whole[group]));
                self.groups[group].before = same.collect();
            }
        }
        Fold { groups: self.groups, of_seat: self.of_seat }
    }

    /// What a group is with all below it, and its seats in that order.
    fn whole(&self, group: usize) -> (String, Vec<usize>) {
        let mut text = self.own[group].clone();
        let mut seats: Vec<usize> =
            self.of_seat.iter().position(|&it| it == group).into_iter().collect();
        for &child in self.below.get(&Some(group)).into_iter().flatten() {
            let (part, part_seats) = self.whole(child);
            text = format!("{text} [{part}]");
            seats.extend(part_seats);
        }
        (text, seats)
    }
}

/// They look the same, and each seat of the first comes before its twin in the other, so that the
/// walk enters the first one first.
fn is_same(one: &(String, Vec<usize>), other: &(String, Vec<usize>)) -> bool {
    one.0 == other.0 && one.1.iter().zip(&other.1).all(|(one, other)| one < other)
}

/// A node but for its name; with names where drives or cards hang on it that stay, and where a rule
/// may hang a seat.
fn node_alone(judge: &Judge<'_>, id: &Id, node: &Node) -> String {
    let fixed = &judge.site.fixed;
    let is_on = |at: &Id| fixed.topology.path(at).any(|(above, _)| above == id);
    let drives = fixed.topology.drives.values();
    let is_busy = drives.filter_map(|drive| drive.controller.as_ref()).any(is_on)
        || fixed.demands.iter().any(|demand| is_on(&demand.node));
    let effects = judge.site.rules.iter().flat_map(|rule| &rule.then);
    let is_named = effects.filter_map(|effect| effect.on.as_ref()).any(|on| is_on(&Id::new(on)));
    let was_seen = seen_apart(judge).filter_map(|node| node.parent.as_ref()).any(is_on);
    let name = (is_busy || is_named || was_seen).then_some(id);
    let link = node.link.as_ref().map(|link| (link.current, link.max_payload, link.internal));
    let ceilings = fixed.ceilings.get(id);
    format!("{:?} {name:?} {link:?} {:?} {ceilings:?}", node.kind, node.door)
}

/// Nodes of pieces that have other things where they were seen than elsewhere.
fn seen_apart<'j>(judge: &'j Judge<'_>) -> impl Iterator<Item = &'j Node> {
    let pieces = judge.pieces.iter().zip(&judge.apart).filter(|(_, apart)| **apart);
    pieces.flat_map(|(piece, _)| piece.body.nodes.iter().map(|(_, node)| node))
}

/// A seat but for its name and its part in rules.
fn looks(judge: &Judge<'_>, index: usize) -> String {
    let Seat { link, form, devices, splits, may_split, raid, .. } = &judge.site.seats[index];
    let raid = judge
        .asks_firmware()
        .then(|| crate::feasibility::SlotFacts { name: String::new(), ..raid.clone() });
    let row = judge.site.seats[index].row.filter(|_| judge.has_thick_cards());
    let named = named(judge, index);
    format!("{link:?} {form:?} {devices:?} {splits:?} {may_split:?} {raid:?} {row:?} {named:?}")
}

/// Its name where a wish says it, and what of today is in it.
fn named<'a>(judge: &Judge<'a>, index: usize) -> (Option<&'a str>, Vec<usize>) {
    let seat = judge.site.seats[index].id.as_str();
    let is_wished = judge.ask.wishes.iter().any(|wish| match wish {
        Wish::At(_, id) => *id == seat || seat.starts_with(&format!("{id}/")),
        _ => false,
    });
    let today = judge.site.today.spots.iter().enumerate();
    let today = today.filter(|(_, spot)| **spot == Spot::Seat(index));
    let classes = today.filter_map(|(piece, _)| judge.alike.get(piece).copied());
    let mut slots = seen_apart(judge).filter_map(|node| node.slot.as_ref());
    let is_seen = slots.any(|(slot, _)| slot == seat);
    ((is_wished || is_seen).then_some(seat), classes.collect())
}

/// For each seat the first of those below the same node for which it can be exchanged in all rules.
fn twins(judge: &Judge<'_>) -> Vec<usize> {
    let seats = &judge.site.seats;
    let looks: Vec<String> = (0..seats.len()).map(|seat| looks(judge, seat)).collect();
    let is_twin = |one: usize, other: usize| {
        seats[one].on == seats[other].on
            && looks[one] == looks[other]
            && rules_allow(judge, &seats[one].id, &seats[other].id)
    };
    (0..seats.len()).map(|at| (0..at).find(|&one| is_twin(one, at)).unwrap_or(at)).collect()
}

fn in_rules(judge: &Judge<'_>, seat: &str) -> bool {
    judge.site.rules.iter().any(|rule| {
        rule.when.iter().any(|when| when.slot == seat)
            || rule.then.iter().any(|effect| effect.slot == seat)
    })
}

/// Whether the rules are the same with two seats exchanged. Their order matters, but for those that
/// only switch off.
fn rules_allow(judge: &Judge<'_>, one: &str, other: &str) -> bool {
    let told: Vec<(String, bool)> = judge.site.rules.iter().map(|rule| told(rule, None)).collect();
    let swapped: Vec<(String, bool)> =
        judge.site.rules.iter().map(|rule| told_swapped(rule, one, other)).collect();
    let split = |rules: Vec<(String, bool)>| {
        let (mut off, kept): (Vec<_>, Vec<_>) = rules.into_iter().partition(|(_, off)| *off);
        off.sort();
        (off, kept)
    };
    split(told) == split(swapped)
}

fn told_swapped(rule: &Rule, one: &str, other: &str) -> (String, bool) {
    told(rule, Some((one, other)))
}

/// What a rule says, its names exchanged; and whether it only switches off.
fn told(rule: &Rule, swap: Option<(&str, &str)>) -> (String, bool) {
    let name = |slot: &str| match swap {
        Some((one, other)) if slot == one => other.to_owned(),
        Some((one, other)) if slot == other => one.to_owned(),
        _ => slot.to_owned(),
    };
    let mut when: Vec<_> = rule.when.iter().map(|it| (name(&it.slot), it.device)).collect();
    let mut then: Vec<_> = rule
        .then
        .iter()
        .map(|it| format!("{} {} {:?} {:?}", name(&it.slot), it.off, it.link, it.on))
        .collect();
    when.sort();
    then.sort();
    let only_off = rule.then.iter().all(|it| it.off);
    (format!("{when:?} {:?} {then:?}", rule.settings), only_off)
}
