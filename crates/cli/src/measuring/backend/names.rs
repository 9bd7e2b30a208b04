//! From what people call a target to a drive or array of a virtual machine.

use std::collections::BTreeSet;

use narrows_messages::Message;
use narrows_model::Machine;
use narrows_topology::Id;
use narrows_verdict::answer::source::Seen;

use crate::failure::Failure;
use crate::measuring::targets::named::{self, Kind, Named};

/// Longest list of names that fits one line.
const MOST_NAMES: usize = 40;

/// The targets named, by id, serial number, or the name that several drives of a machine file
/// share; every drive where none is named.
///
/// # Errors
///
/// A name that is none, with those that there are; a target named twice.
pub fn named(seen: &Seen, names: &[String]) -> Result<Vec<Named>, Failure> {
    if names.is_empty() {
        return Ok(usual(&seen.machine).into_iter().map(|id| target(id, None)).collect());
    }
    let found = names.iter().map(|name| find(seen, name));
    let found: Vec<Named> = found.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    let mut known: BTreeSet<&Id> = BTreeSet::new();
    match found.iter().find(|target| !known.insert(&target.id)) {
        Some(twice) => Err(Failure::usage(named::twice_named(&twice.id))),
        None => Ok(found),
    }
}

/// What is measured of a virtual machine where none is named: its drives.
fn usual(machine: &Machine) -> Vec<Id> {
    machine.topology.drives.keys().cloned().collect()
}

fn target(id: Id, call: Option<&str>) -> Named {
    Named { id, calls: call.into_iter().map(str::to_owned).collect(), kind: Kind::Drive }
}

fn find(seen: &Seen, name: &str) -> Result<Vec<Named>, Failure> {
    let id = Id::new(name.strip_prefix("/dev/").unwrap_or(name));
    let topology = &seen.machine.topology;
    if let Some(group) = seen.groups.get(name) {
        return Ok(group.iter().map(|id| target(id.clone(), None)).collect());
    }
    let is_known = topology.drives.contains_key(&id)
        || topology.arrays.contains_key(&id)
        || seen.machine.arrays.contains_key(&id);
    let found = if is_known { Some(id) } else { named::by_serial(topology, name) };
    let found = found.ok_or_else(|| no_such_target(&seen.machine, name))?;
    Ok(vec![target(found, Some(name))])
}

fn no_such_target(machine: &Machine, name: &str) -> Failure {
    let known = machine.topology.drives.keys().chain(machine.arrays.keys());
    let known: Vec<&str> = known.take(MOST_NAMES).map(Id::as_str).collect();
    let what = Message::new("ground-no-such-target").with("name", name);
    Failure::usage(what.with("known", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use narrows_model::{ArrayPlan, Engine, Level};
    use narrows_topology::graph::Drive;

    use super::*;

    /// Drives `a1` and `a2` that share the name `a`, and a stripe of both.
    fn seen() -> Seen {
        let ids = ["a1", "a2"].map(Id::new);
        let mut machine = Machine::default();
        for (id, serial) in ids.iter().zip(["S1", "S2"]) {
            let drive = Drive { serial: Some(serial.to_owned()), ..Drive::default() };
            machine.topology.drives.insert(id.clone(), drive);
        }
        let plan = ArrayPlan::new(Level::Stripe, Engine::Md, ids.to_vec());
        machine.arrays.insert(Id::new("md0"), plan);
        let groups = BTreeMap::from([("a".to_owned(), ids.to_vec())]);
        Seen { groups, ..Seen::of("a file".to_owned(), machine) }
    }

    fn ids(names: &[&str]) -> Result<Vec<String>, &'static str> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let found = named(&seen(), &names).map_err(|failure| failure.what.id())?;
        Ok(found.into_iter().map(|target| target.id.to_string()).collect())
    }

    #[test]
    fn drives_arrays_and_groups_are_targets() {
        assert_eq!(ids(&[]).unwrap(), ["a1", "a2"]);
        assert_eq!(ids(&["md0", "S2", "/dev/a1"]).unwrap(), ["md0", "a2", "a1"]);
        assert_eq!(ids(&["a"]).unwrap(), ["a1", "a2"]);
        assert_eq!(ids(&["a", "a1"]), Err("measure-target-twice"));
        // What only this machine has: files, and the engine by itself.
        for name in ["b", "/dev/zero", "nop", "/etc/passwd"] {
            assert_eq!(ids(&[name]), Err("ground-no-such-target"), "{name}");
        }
    }
}
