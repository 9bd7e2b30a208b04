//! Concurrent targets: the sets of the command line, and sets too large for every row to repeat.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_model::Machine;
use narrows_record::predict::LargeSet;
use narrows_record::word;
use narrows_topology::Id;

use crate::answer::asks::{self, MOST_REPEATED, SetWorkloads};
use crate::answer::asks::{Set, firsts};
use crate::answer::failure::AnswerFailure;
use crate::answer::source::SourceMachine;

/// Longest list of names that fits one line.
const MOST_NAMES: usize = 40;

/// The sets of the command line, each called after its drives.
pub fn chosen(seen: &SourceMachine, chosen: &[String]) -> Result<Vec<Set>, AnswerFailure> {
    let set = |names: &String| {
        let ids = named(seen, names)?;
        once_each(&seen.machine, &ids)?;
        Ok((asks::joined(&ids), ids))
    };
    chosen.iter().map(set).collect()
}

/// The name of a `[[drive]]` with a `count` means all of its drives.
fn named(seen: &SourceMachine, names: &str) -> Result<Vec<Id>, AnswerFailure> {
    let mut ids = Vec::new();
    for name in names.split(',').map(str::trim) {
        let id = Id::new(name);
        match drives_named(seen, name) {
            Some(drives) => ids.extend(drives),
            None if is_target(&seen.machine, &id) => ids.push(id),
            None => return Err(no_such_drive(&seen.machine, &id)),
        }
    }
    Ok(ids)
}

/// The drive of that name, or those of a group; `None` if there is neither.
pub fn drives_named(seen: &SourceMachine, name: &str) -> Option<Vec<Id>> {
    let drive = || {
        let found = seen.machine.topology.drives.get_key_value(&Id::new(name));
        found.map(|(id, _)| vec![id.clone()])
    };
    seen.groups.get(name).cloned().or_else(drive)
}

/// A drive does one thing at a time: it may appear only once, by itself or as a member of an array.
fn once_each(machine: &Machine, ids: &[Id]) -> Result<(), AnswerFailure> {
    let mut known: BTreeSet<&Id> = BTreeSet::new();
    if let Some(twice) = ids.iter().find(|id| !known.insert(id)) {
        return Err(AnswerFailure::usage(Message::new("predict-twice").with("target", twice)));
    }
    let arrays = ids.iter().filter_map(|id| machine.arrays.get_key_value(id));
    for (array, plan) in arrays {
        if let Some(member) = plan.members.iter().find(|member| known.contains(member)) {
            let what = Message::new("predict-member-and-array").with("member", member);
            return Err(AnswerFailure::usage(what.with("array", array)));
        }
    }
    Ok(())
}

/// Whether it is a drive or an array that can be predicted.
pub fn is_target(machine: &Machine, id: &Id) -> bool {
    machine.topology.drives.contains_key(id) || machine.arrays.contains_key(id)
}

/// That there is no such target, and which there are.
pub fn no_such_drive(machine: &Machine, name: &Id) -> AnswerFailure {
    let known = listed(machine.topology.drives.keys().chain(machine.arrays.keys()));
    AnswerFailure::usage(Message::new("cli-no-such-drive").with("name", name).with("known", known))
}

/// The first names.
pub fn listed<'a>(ids: impl Iterator<Item = &'a Id>) -> String {
    ids.take(MOST_NAMES).map(Id::as_str).collect::<Vec<_>>().join(", ")
}

/// The targets that each row of a set repeats: none if [`large`] lists them.
pub fn repeated<'a>(machine: &Machine, ask: &'a SetWorkloads) -> &'a [Id] {
    if is_large(ask) || is_folded(machine, ask) { &[] } else { &ask.together }
}

/// Whether one of its targets represents several drives.
fn is_folded(machine: &Machine, ask: &SetWorkloads) -> bool {
    ask.together.iter().any(|target| machine.equal.contains_key(target))
}

fn is_large(ask: &SetWorkloads) -> bool {
    ask.together.len() > MOST_REPEATED
}

/// Numbers large sets of one name but different targets: rows know their targets by the name only.
pub fn tell_apart(asks: &mut [SetWorkloads]) {
    let mut known: BTreeMap<word::TargetSet, Vec<Id>> = BTreeMap::new();
    for ask in asks.iter_mut().filter(|ask| is_large(ask)) {
        let numbered =
            (2u32..).map(|number| word::TargetSet::from(format!("{} ({number})", ask.set)));
        let mut names = std::iter::once(ask.set.clone()).chain(numbered);
        let is_free =
            |name: &word::TargetSet| known.get(name).is_none_or(|drives| *drives == ask.together);
        if let Some(name) = names.find(is_free) {
            known.entry(name.clone()).or_insert_with(|| ask.together.clone());
            ask.set = name;
        }
    }
}

/// The targets of each large set, once; of equal drives the first.
pub fn large(machine: &Machine, asks: &[SetWorkloads]) -> Vec<LargeSet> {
    let large = asks.iter().filter(|ask| is_large(ask) || is_folded(machine, ask));
    let by_name: BTreeMap<&word::TargetSet, &Vec<Id>> =
        large.map(|ask| (&ask.set, &ask.together)).collect();
    let entry = |(name, ids): (&word::TargetSet, &Vec<Id>)| LargeSet {
        name: name.clone(),
        drives: firsts(machine, ids).map(Id::to_string).collect(),
    };
    by_name.into_iter().map(entry).collect()
}
