//! From a word of the command line to its meaning: a drive, partition or array of a machine, a file, a folder, or
//! a source. Every command resolves words here, so that the same word means the same to all of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use narrows_catalog::entry::EntryKind;
use narrows_catalog::{machine, named as catalogue};
use narrows_messages::{DocumentText, Message};
use narrows_topology::evidence::StackedDevice;
use narrows_topology::graph::Array;
use narrows_topology::{Id, Topology};
use narrows_verdict::answer::source::{CATALOGUE, SourceMachine};

use crate::failure::{CommandFailure, Result};

/// The target with nothing behind it.
pub const NOP: &str = "nop";
/// Longest list of names that fits one line.
const MOST_NAMES: usize = 40;
/// Message if there are such names.
const NEAR: &str = "cli-names-nothing-near";
/// Most names that are offered in place of a slip.
const MOST_NEAR: usize = 5;
/// Where drives are opened, on systems that have such a folder.
const DEVICES: &str = "/dev/";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedTarget {
    pub id: Id,
    /// The words by which the command line may call it.
    pub calls: Vec<String>,
    pub kind: NamedTargetKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedTargetKind {
    Drive,
    /// A file, a partition, or a character device such as `/dev/zero`.
    File(PathBuf),
    /// A folder, in which a scratch file is made.
    Folder(PathBuf),
    /// No device at all: how fast the engine itself is.
    Nop,
}

impl NamedTarget {
    /// Known by its whole path, since runs that are kept are compared with runs from elsewhere.
    fn file(path: &Path) -> Self {
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let calls = vec![path.display().to_string()];
        Self {
            id: Id::new(whole.display().to_string()),
            calls,
            kind: NamedTargetKind::File(path.to_owned()),
        }
    }

    /// Known as a file is.
    fn folder(path: &Path) -> Self {
        Self { kind: NamedTargetKind::Folder(path.to_owned()), ..Self::file(path) }
    }

    /// The identity shared by two names of the same target.
    fn really(&self) -> PathBuf {
        match &self.kind {
            NamedTargetKind::File(path) | NamedTargetKind::Folder(path) => {
                path.canonicalize().unwrap_or_else(|_| path.clone())
            }
            NamedTargetKind::Drive | NamedTargetKind::Nop => PathBuf::from(self.id.as_str()),
        }
    }
}

/// The targets named, and the files; every measurable drive if there is neither.
pub fn named(topology: &Topology, names: &[String], files: &[PathBuf]) -> Result<Vec<NamedTarget>> {
    if names.is_empty() && files.is_empty() {
        return Ok(measurable(topology).into_iter().map(|id| target(id, None)).collect());
    }
    let targets = names.iter().map(|name| find(topology, name));
    let mut targets = targets.collect::<Result<Vec<_>, _>>()?;
    targets.extend(files.iter().map(|path| NamedTarget::file(path)));
    without_twins(targets)
}

/// The same on virtual hardware, whose drives may share a name, and which has no files.
pub fn named_on(source: &SourceMachine, names: &[String]) -> Result<Vec<NamedTarget>> {
    if names.is_empty() {
        return Ok(source
            .machine
            .topology
            .drives
            .keys()
            .map(|id| target(id.clone(), None))
            .collect());
    }
    let mut targets = Vec::new();
    for name in names {
        let ids = on_machine(source, name);
        if ids.is_empty() {
            return Err(CommandFailure::usage(nothing(name, names_in(source), &source.title())));
        }
        targets.extend(ids.into_iter().map(|id| target(id, Some(name))));
    }
    without_twins(targets)
}

/// Measurable targets: drives, and loop devices that are on one and mounted.
pub fn measurable(topology: &Topology) -> Vec<Id> {
    let is_mounted_loop = |id: &&Id| {
        topology.arrays.get(id).is_some_and(|array| {
            matches!(array.stack, StackedDevice::Loop { .. }) && !array.mounts.is_empty()
        })
    };
    topology.drives.keys().chain(topology.arrays.keys().filter(is_mounted_loop)).cloned().collect()
}

fn target(id: Id, call: Option<&str>) -> NamedTarget {
    NamedTarget {
        id,
        calls: call.into_iter().map(str::to_owned).collect(),
        kind: NamedTargetKind::Drive,
    }
}

fn without_twins(targets: Vec<NamedTarget>) -> Result<Vec<NamedTarget>> {
    let mut known: BTreeSet<PathBuf> = BTreeSet::new();
    match targets.iter().find(|target| !known.insert(target.really())) {
        Some(twice) => Err(CommandFailure::usage(twice_named(&twice.id))),
        None => Ok(targets),
    }
}

/// The drives and arrays of a machine that a word names: by id, serial number, partition, or the name that
/// several drives of a machine file share.
pub fn on_machine(source: &SourceMachine, name: &str) -> Vec<Id> {
    if let Some(group) = source.groups.get(name) {
        return group.clone();
    }
    let topology = &source.machine.topology;
    let bare = Id::new(bare(name));
    let planned = || source.machine.arrays.contains_key(&bare).then(|| bare.clone());
    let of_partition = || Some(partition(topology, name)?.0);
    by_name(topology, name).or_else(planned).or_else(of_partition).into_iter().collect()
}

/// The drive that has a partition of this name, and the path that opens it.
fn partition(topology: &Topology, name: &str) -> Option<(Id, PathBuf)> {
    let device = Path::new(name).canonicalize().ok();
    let device = device.as_deref().and_then(Path::to_str).unwrap_or(name);
    let name = bare(device);
    let has = |(_, drive): &(&Id, &narrows_topology::graph::Drive)| {
        drive.partitions.iter().any(|part| part.name == name)
    };
    let (id, _) = topology.drives.iter().find(has)?;
    Some((id.clone(), Path::new(DEVICES).join(name)))
}

/// The drive or array of this device, or of the drive that has it as a partition.
pub fn on_topology(topology: &Topology, device: &str) -> Option<Id> {
    by_id(topology, device).or_else(|| Some(partition(topology, device)?.0))
}

fn bare(name: &str) -> &str {
    name.strip_prefix(DEVICES).unwrap_or(name)
}

pub fn twice_named(id: &Id) -> Message {
    Message::new("measure-target-twice").with("target", id)
}

/// An id comes before a serial number, and that before a file of the same name.
fn find(topology: &Topology, name: &str) -> Result<NamedTarget> {
    if name == NOP {
        return Ok(NamedTarget { id: Id::new(NOP), calls: Vec::new(), kind: NamedTargetKind::Nop });
    }
    let path = Path::new(name);
    if let Some(id) = by_name(topology, name) {
        return Ok(target(id, Some(name)));
    }
    let is_path = name.contains(std::path::is_separator);
    match (path.exists(), path.is_dir(), partition(topology, name)) {
        (true, false, _) => Ok(NamedTarget::file(path)),
        (true, true, _) if is_path => Ok(NamedTarget::folder(path)),
        (false, _, Some((_, device))) => {
            Ok(NamedTarget { calls: vec![name.to_owned()], ..NamedTarget::file(&device) })
        }
        _ => {
            let here = Message::new("cli-this-machine").into();
            Err(CommandFailure::usage(nothing(name, names_of(topology), &here)))
        }
    }
}

fn by_name(topology: &Topology, name: &str) -> Option<Id> {
    let known = by_id(topology, name).or_else(|| by_serial(topology, name));
    known.or_else(|| by_device(topology, Path::new(name)))
}

fn by_id(topology: &Topology, name: &str) -> Option<Id> {
    let id = Id::new(bare(name));
    let is_here = topology.drives.contains_key(&id) || topology.arrays.contains_key(&id);
    is_here.then_some(id)
}

/// The array of several members with this name or device; `None` for anything else.
pub fn array<'a>(topology: &'a Topology, name: &str) -> Option<(Id, &'a Array)> {
    let id = by_id(topology, name).or_else(|| by_device(topology, Path::new(name)))?;
    let array = topology.arrays.get(&id)?;
    let is_one = array.members.len() > 1 && !matches!(array.stack, StackedDevice::Loop { .. });
    is_one.then_some((id, array))
}

/// A serial number or World Wide Name that only one drive has.
fn by_serial(topology: &Topology, name: &str) -> Option<Id> {
    let is_it = |own: &Option<String>| own.as_deref().is_some_and(|own| own.trim() == name);
    let mut matching =
        topology.drives.iter().filter(|(_, drive)| is_it(&drive.serial) || is_it(&drive.wwn));
    let (id, _) = matching.next()?;
    matching.next().is_none().then(|| id.clone())
}

/// Resolves device links, such as those in `/dev/disk/by-id`.
fn by_device(topology: &Topology, path: &Path) -> Option<Id> {
    let device = path.canonicalize().ok()?;
    let name = device.strip_prefix("/dev").ok()?.to_str()?;
    by_id(topology, name)
}

/// That a drive or array was wanted, and which there are.
pub fn no_such_drive(topology: &Topology, name: &str) -> CommandFailure {
    let what = Message::new("cli-no-such-drive").with("name", name);
    CommandFailure::usage(what.with("known", listed(&names_of(topology))))
}

fn listed(names: &[String]) -> String {
    names.iter().take(MOST_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ")
}

fn names_of(topology: &Topology) -> Vec<String> {
    topology.drives.keys().chain(topology.arrays.keys()).map(Id::to_string).collect()
}

pub fn names_in(source: &SourceMachine) -> Vec<String> {
    let more = source.machine.arrays.keys().map(Id::to_string).chain(source.groups.keys().cloned());
    let mut names = names_of(&source.machine.topology);
    names.extend(more.filter(|name| !names.contains(name)).collect::<Vec<_>>());
    names
}

/// A message that a word names nothing, with the names searched, and similar ones.
pub fn nothing(name: &str, there: Vec<String>, machine: &DocumentText) -> Message {
    let others: Vec<String> = if name.starts_with(CATALOGUE) {
        machine::names().map(|known| format!("{CATALOGUE}{known}")).collect()
    } else if name.starts_with(DEVICES) || Path::new(name).exists() {
        Vec::new()
    } else {
        // Entries of the same folder, as they would be named.
        let path = Path::new(name);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let entries =
            fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
        let called = entries.map(|entry| path.with_file_name(entry.file_name()));
        called.take(MOST_BESIDE).map(|path| path.display().to_string()).collect()
    };
    // The name of a board or machine alone is that of no source.
    let whole = machine::named(name).map(|whole| whole.name);
    let boards = catalogue::ids(name, &[EntryKind::Board]);
    let called = whole.into_iter().chain(boards).map(|id| format!("{CATALOGUE}{id}"));
    let called: Vec<String> = called.take(MOST_NAMES).collect();
    let near = match near(name, there.iter().chain(&others)) {
        near if near.is_empty() => called.iter().map(String::as_str).collect(),
        near => near,
    };
    let (id, names) = if near.is_empty() {
        ("cli-names-nothing", listed(&there))
    } else {
        (NEAR, near.join(", "))
    };
    Message::new(id).with("name", name).text("machine", machine.clone()).with("known", names)
}

/// The only board of the catalogue with this id, or with a name of these words.
pub fn board(name: &str) -> Option<&'static str> {
    let found = catalogue::ids(name, &[EntryKind::Board]);
    match found.as_slice() {
        [id] if *id == name || name.contains(' ') => Some(id),
        _ => None,
    }
}

/// Error with similar catalogue entries; `None` if one has this name, or none is similar.
pub fn slip(name: &str) -> Option<CommandFailure> {
    let is_one = name.strip_prefix(CATALOGUE).is_some_and(|name| machine::named(name).is_some());
    let what = nothing(name, Vec::new(), &Message::new("cli-this-machine").into());
    (!is_one && what.id() == NEAR).then(|| CommandFailure::usage(what))
}

/// A folder of more is not looked through for slips.
const MOST_BESIDE: usize = 1000;

/// The names that a slip of a few letters may have meant, the nearest first.
fn near<'a>(name: &str, names: impl Iterator<Item = &'a String>) -> Vec<&'a str> {
    let most = name.chars().count().div_ceil(4).min(4);
    let distance = |other: &str| strsim::osa_distance(bare(name), bare(other));
    let mut near: Vec<(usize, &str)> = names.map(|it| (distance(it), it.as_str())).collect();
    near.retain(|(distance, _)| *distance <= most);
    near.sort();
    // A name may be in both lists.
    near.dedup();
    near.into_iter().take(MOST_NEAR).map(|(_, name)| name).collect()
}

pub fn among<'a>(targets: &'a [NamedTarget], name: &str) -> Result<&'a NamedTarget> {
    targets
        .iter()
        .find(|target| target.id.as_str() == name || target.calls.iter().any(|call| call == name))
        .ok_or_else(|| {
            let known: Vec<&str> =
                targets.iter().take(MOST_NAMES).map(|one| one.id.as_str()).collect();
            let what = Message::new("measure-not-a-target").with("name", name);
            CommandFailure::usage(what.with("known", known.join(", ")))
        })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use narrows_model::{ArrayPlan, Machine, RaidEngine, RaidLevel};
    use narrows_topology::evidence::BlockPartition;
    use narrows_topology::graph::Drive;
    use narrows_units::Bytes;

    use super::*;

    fn machine() -> Topology {
        let mut topology = Topology::default();
        for (id, serial) in [("sda", "S1"), ("sdb", "S2"), ("sdc", "S2")] {
            let part = BlockPartition {
                name: format!("{id}1"),
                start: Bytes::mib(1),
                size: Bytes::gib(1),
            };
            let serial = Some(serial.to_owned());
            let drive = Drive { serial, partitions: vec![part], ..Drive::default() };
            topology.drives.insert(Id::new(id), drive);
        }
        topology
    }

    fn ids(names: &[&str]) -> Result<Vec<String>, String> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let targets = named(&machine(), &names, &[]);
        targets
            .map(|targets| targets.iter().map(|target| target.id.to_string()).collect())
            .map_err(|failure| failure.what.id().to_owned())
    }

    #[test]
    fn drives_go_by_id_device_and_serial() {
        assert_eq!(ids(&["/dev/sdb", "S1", "nop"]).unwrap(), ["sdb", "sda", "nop"]);
        assert_eq!(ids(&[]).unwrap(), ["sda", "sdb", "sdc"]);
        // Two drives show the same serial number: which one is meant is unknown.
        assert_eq!(ids(&["S2"]), Err("cli-names-nothing".to_owned()));
        assert_eq!(ids(&["sda", "S1"]), Err("measure-target-twice".to_owned()));
        // In a folder a file is made, and a device that is no drive is read like a file.
        assert_eq!(ids(&["/"]), Ok(vec!["/".to_owned()]));
        assert_eq!(ids(&["./nothing"]), Err("cli-names-nothing".to_owned()));
        assert_eq!(ids(&["/dev/nothing"]), Err("cli-names-nothing".to_owned()));
        assert_eq!(ids(&["sda1"]), Ok(vec!["/dev/sda1".to_owned()]));
        assert_eq!(ids(&["sdd"]), Err("cli-names-nothing-near".to_owned()));
        assert_eq!(ids(&["ugreen-dxp4800-plus"]), Err("cli-names-nothing-near".to_owned()));
        let zero_twice = ids(&["/dev/zero", "/dev/../dev/zero"]);
        assert_eq!(zero_twice, Err("measure-target-twice".to_owned()));
        let zero = named(&machine(), &["/dev/zero".to_owned()], &[]).unwrap();
        assert_eq!(zero[0].kind, NamedTargetKind::File(PathBuf::from("/dev/zero")));
    }

    #[test]
    fn a_target_answers_to_what_it_was_called() {
        let names = ["S1", "/dev/sdb"].map(str::to_owned);
        let targets = named(&machine(), &names, &[]).unwrap();
        for (name, id) in [("S1", "sda"), ("sda", "sda"), ("/dev/sdb", "sdb"), ("sdb", "sdb")] {
            assert_eq!(among(&targets, name).unwrap().id.as_str(), id);
        }
        assert_eq!(among(&targets, "sdc").unwrap_err().what.id(), "measure-not-a-target");
    }

    #[test]
    fn a_word_that_is_near_is_offered() {
        let there = ["nvme0n1", "nvme1n1", "sda", "md127"].map(str::to_owned);
        // One letter of seven, then two; one too many; and two that changed places.
        assert_eq!(near("nvme0n2", there.iter()), ["nvme0n1", "nvme1n1"]);
        assert_eq!(near("/dev/nvme1n1p", there.iter()), ["nvme1n1", "nvme0n1"]);
        assert_eq!(near("dm127", there.iter()), ["md127"]);
        assert_eq!(near("disk", there.iter()), Vec::<&str>::new());
    }

    /// Drives `a1` and `a2` that share the name `a`, and a stripe of both.
    fn virtual_seen() -> SourceMachine {
        let ids = ["a1", "a2"].map(Id::new);
        let mut machine = Machine::default();
        for (id, serial) in ids.iter().zip(["S1", "S2"]) {
            let drive = Drive { serial: Some(serial.to_owned()), ..Drive::default() };
            machine.topology.drives.insert(id.clone(), drive);
        }
        let plan = ArrayPlan::new(RaidLevel::Stripe, RaidEngine::Md, ids.to_vec());
        machine.arrays.insert(Id::new("md0"), plan);
        let groups = BTreeMap::from([("a".to_owned(), ids.to_vec())]);
        SourceMachine { groups, ..SourceMachine::of("a file".to_owned(), machine) }
    }

    fn ids_on(names: &[&str]) -> Result<Vec<String>, &'static str> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let targets = named_on(&virtual_seen(), &names).map_err(|failure| failure.what.id())?;
        Ok(targets.into_iter().map(|target| target.id.to_string()).collect())
    }

    #[test]
    fn drives_arrays_and_groups_are_targets() {
        assert_eq!(ids_on(&[]).unwrap(), ["a1", "a2"]);
        assert_eq!(ids_on(&["md0", "S2", "/dev/a1"]).unwrap(), ["md0", "a2", "a1"]);
        assert_eq!(ids_on(&["a"]).unwrap(), ["a1", "a2"]);
        assert_eq!(ids_on(&["a", "a1"]), Err("measure-target-twice"));
        // Names that only this machine has: files, and the engine by itself.
        for name in ["box", "/dev/zero", "nop", "/etc/passwd"] {
            assert_eq!(ids_on(&[name]), Err("cli-names-nothing"), "{name}");
        }
        assert_eq!(ids_on(&["a3"]), Err("cli-names-nothing-near"));
    }
}
