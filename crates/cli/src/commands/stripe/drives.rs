//! The drives of the arrays: by name, or folders on them; targets that share a drive with another.

use std::collections::BTreeSet;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use narrows_host::filesystems::whereabouts;
use narrows_messages::Message;
use narrows_record::sentence;
use narrows_topology::evidence::StackedDevice;
use narrows_topology::{Id, Topology};
use narrows_verdict::answer::source::SourceMachine;

use super::jobs::SweepWriteRefusal;
use crate::failure::{CommandFailure, Result};
use crate::measuring::targets::{self, LeftOut, TargetLocation};
use crate::named::{self, NamedTarget};

/// Where each will be measured, in the order in which they take turns, and who is left out.
#[derive(Default)]
pub struct SweepDrives {
    pub places: Vec<(Id, TargetLocation)>,
    pub left_out: Vec<LeftOut>,
}

impl SweepDrives {
    /// Why nothing may be written to one of them; `None` if all are scratch files.
    pub fn no_writes(&self) -> Option<SweepWriteRefusal> {
        let is_read =
            |(_, place): &&(Id, TargetLocation)| !matches!(place, TargetLocation::Scratch(..));
        let read_only = self.places.iter().find(is_read);
        read_only.map(|(id, _)| SweepWriteRefusal::Target(id.to_string()))
    }

    /// The disks, by kernel name, whose caches these use: drives, and for a file that is a disk
    /// itself (a loop device) that one, never the disk the file is on.
    pub fn disks(&self, members: &[String], topology: &Topology) -> BTreeSet<String> {
        let is_one =
            |(id, _): &&(Id, TargetLocation)| members.iter().any(|member| member == id.as_str());
        let members = self.places.iter().filter(is_one);
        let disks = members.flat_map(|(id, place)| match loop_device(id, place, topology) {
            Some(device) => vec![device],
            None => below(id, place, topology).iter().map(Id::to_string).collect(),
        });
        disks.collect()
    }

    pub fn ids(&self) -> Vec<Id> {
        self.places.iter().map(|(id, _)| id.clone()).collect()
    }
}

/// A location for each target named, or else for every drive. A folder gets a scratch file.
pub fn find(names: &[String], raw: bool, source: &SourceMachine) -> Result<SweepDrives> {
    let topology = &source.machine.topology;
    if names.is_empty() {
        let all = targets::measurable(topology);
        let drives = targets::side_by_side(topology, &all);
        let (places, left_out) = targets::places(topology, &drives, raw);
        return Ok(SweepDrives { places, left_out });
    }
    let mut sweep_drives = SweepDrives::default();
    for name in names {
        match folder(name)? {
            Some(place) => sweep_drives.places.push(place),
            None => {
                let named = named::named(topology, std::slice::from_ref(name), &[])?;
                let (places, left_out) = targets::places_of(topology, &named, raw);
                sweep_drives.places.extend(places);
                sweep_drives.left_out.extend(left_out);
            }
        }
    }
    check_twice(&sweep_drives)?;
    Ok(sweep_drives)
}

/// A folder that was named, as a place for a scratch file.
fn folder(name: &str) -> Result<Option<(Id, TargetLocation)>> {
    let path = Path::new(name);
    if !(name.contains('/') && path.is_dir()) {
        return Ok(None);
    }
    let unreadable = |error| {
        let what = Message::new("stripe-verb-no-folder").with("path", name);
        CommandFailure::new(what.with("why", error))
    };
    let path = path.canonicalize().map_err(unreadable)?;
    let number = path.metadata().map_err(unreadable)?.dev();
    Ok(Some((Id::new(path.display().to_string()), TargetLocation::Scratch(path, number))))
}

/// Two names of one drive or file are a slip; two folders of one drive are remarked on.
fn check_twice(sweep_drives: &SweepDrives) -> Result<()> {
    let mut known: BTreeSet<PathBuf> = BTreeSet::new();
    let really = |(id, place): &(Id, TargetLocation)| match place {
        TargetLocation::File(path) => path.canonicalize().unwrap_or_else(|_| path.clone()),
        TargetLocation::Scratch(..) | TargetLocation::Raw(_) | TargetLocation::Nop => {
            PathBuf::from(id.as_str())
        }
    };
    let ids = sweep_drives.left_out.iter().map(|left| (left.drive.clone(), TargetLocation::Nop));
    let mut all = sweep_drives.places.iter().cloned().chain(ids);
    match all.find(|one| !known.insert(really(one))) {
        Some((id, _)) => Err(CommandFailure::usage(named::twice_named(&id))),
        None => Ok(()),
    }
}

/// Remarks on members on one drive, which take from each other what they would add.
pub fn same_drive(sweep_drives: &SweepDrives, topology: &Topology) -> Vec<Message> {
    let below: Vec<(&Id, BTreeSet<Id>)> =
        sweep_drives.places.iter().map(|(id, place)| (id, below(id, place, topology))).collect();
    let mut remarks = Vec::new();
    for (at, (first, drives)) in below.iter().enumerate() {
        let same = |other: &&(&Id, BTreeSet<Id>)| !other.1.is_disjoint(drives);
        let Some((other, theirs)) = below[..at].iter().find(same) else { continue };
        let drive = drives.intersection(theirs).next().map(Id::to_string).unwrap_or_default();
        let what = Message::new(sentence::SAME_DRIVE).with("first", other);
        remarks.push(what.with("second", first).with("drive", drive));
    }
    remarks
}

/// The loop device that a target is or lies on, if any.
fn loop_device(id: &Id, place: &TargetLocation, topology: &Topology) -> Option<String> {
    let name = device(id, place);
    let array = topology.arrays.get(&Id::new(&name))?;
    matches!(array.stack, StackedDevice::Loop { .. }).then_some(name)
}

/// The physical drives below a target; empty if they cannot be determined.
fn below(id: &Id, place: &TargetLocation, topology: &Topology) -> BTreeSet<Id> {
    // The drives below a block device of that kernel name.
    let name = device(id, place);
    let id = Id::new(&name);
    if let Some(array) = topology.arrays.get(&id) {
        return array.drives.iter().cloned().collect();
    }
    let has = |(drive, drive_entry): &(&Id, &narrows_topology::graph::Drive)| {
        **drive == id || drive_entry.partitions.iter().any(|part| part.name == name)
    };
    topology.drives.iter().filter(has).map(|(drive, _)| drive.clone()).collect()
}

/// The block device that a target is or lies on; its id if that cannot be determined.
fn device(id: &Id, place: &TargetLocation) -> String {
    let device = |path: &Path| whereabouts(path).ok()?.device;
    let name = match place {
        TargetLocation::Scratch(folder, _) => device(folder),
        TargetLocation::Raw(device) => file_name(device),
        TargetLocation::File(file) => {
            let path = file.canonicalize().unwrap_or_else(|_| file.clone());
            if path.starts_with("/dev") { file_name(&path) } else { device(&path) }
        }
        TargetLocation::Nop => None,
    };
    name.unwrap_or_else(|| id.to_string())
}

fn file_name(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_str()?.to_owned())
}

/// Drives of a virtual machine; arrays are not arranged once more.
pub fn on_virtual(names: &[String], source: &SourceMachine) -> Result<Vec<NamedTarget>> {
    let targets = named::named_on(source, names)?;
    let is_drive = |target: &&NamedTarget| source.machine.topology.drives.contains_key(&target.id);
    match targets.iter().find(|target| !is_drive(target)) {
        Some(array) => {
            let what = Message::new("stripe-verb-array-member").with("target", &array.id);
            Err(CommandFailure::usage(what))
        }
        None => Ok(targets),
    }
}

/// An array takes two drives.
pub fn check_count(drives: usize, left_out: &[LeftOut]) -> Result<()> {
    if drives > 1 {
        return Ok(());
    }
    let too_few = Message::new("stripe-verb-one-drive").count("drives", drives);
    let Some(left) = left_out.first() else { return Err(CommandFailure::usage(too_few)) };
    Err(CommandFailure::new(left.why.clone()))
}

#[cfg(test)]
mod tests {
    use narrows_topology::evidence::BlockPartition;
    use narrows_topology::graph::{Array, Drive};
    use narrows_units::Bytes;

    use super::*;

    fn machine() -> Topology {
        let mut topology = Topology::default();
        for name in ["sda", "sdb"] {
            let (start, size) = (Bytes::mib(1), Bytes::gib(1));
            let partitions = vec![BlockPartition { name: format!("{name}1"), start, size }];
            topology.drives.insert(Id::new(name), Drive { partitions, ..Drive::default() });
        }
        let array = Array {
            stack: StackedDevice::Loop { backing_file: None },
            members: vec![Id::new("sda")],
            drives: vec![Id::new("sda")],
            size: None,
            mounts: Vec::new(),
        };
        topology.arrays.insert(Id::new("loop0"), array);
        topology
    }

    #[test]
    fn what_stands_on_the_same_drive_is_told() {
        let raw = |name: &str| (Id::new(name), TargetLocation::Raw(Path::new("/dev").join(name)));
        let remarks = |names: &[&str]| {
            let places = names.iter().map(|name| raw(name)).collect();
            same_drive(&SweepDrives { places, left_out: Vec::new() }, &machine()).len()
        };
        assert_eq!(remarks(&["sda", "sdb"]), 0);
        assert_eq!(remarks(&["sda", "sda1"]), 1);
        assert_eq!(remarks(&["sda", "sdb", "loop0"]), 1);
        // The drive below the bare engine is unknown.
        let nop = SweepDrives {
            places: vec![(Id::new("nop"), TargetLocation::Nop)],
            left_out: Vec::new(),
        };
        assert_eq!(same_drive(&nop, &machine()).len(), 0);
    }

    #[test]
    fn a_drive_stands_once() {
        let names = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            let source = SourceMachine::of("x".to_owned(), narrows_model::Machine::of(machine()));
            find(&names, true, &source).map(|drives| drives.places.len()).map_err(|it| it.what.id())
        };
        assert_eq!(names(&["sda", "/dev/sdb"]), Ok(2));
        assert_eq!(names(&["sda", "/dev/sda"]), Err("measure-target-twice"));
        assert_eq!(names(&["/proc", "/proc/"]), Err("measure-target-twice"));
        assert_eq!(names(&["sdq", "sda"]), Err("cli-names-nothing-near"));
    }
}
