//! From what people call a target to what it is: a drive or array of the machine, a file, or none.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use narrows_messages::Message;
use narrows_topology::evidence::Stack;
use narrows_topology::graph::Array;
use narrows_topology::{Id, Topology};

use crate::failure::Failure;
use crate::measuring::targets::measurable;

/// The target behind which nothing stands.
pub const NOP: &str = "nop";
/// Longest list of names that fits one line.
const MOST_NAMES: usize = 40;

/// A target as named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub id: Id,
    /// The words by which the command line may call it.
    pub calls: Vec<String>,
    pub kind: Kind,
}

/// What it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Drive,
    /// A file, a partition, or a character device such as `/dev/zero`.
    File(PathBuf),
    /// A folder, in which a scratch file is made.
    Folder(PathBuf),
    /// No device at all: how fast the engine itself is.
    Nop,
}

impl Named {
    fn drive(id: Id, call: &str) -> Self {
        Self { id, calls: vec![call.to_owned()], kind: Kind::Drive }
    }

    /// Known by its whole path, since runs that are kept are compared with runs from elsewhere.
    fn file(path: &Path) -> Self {
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let calls = vec![path.display().to_string()];
        Self { id: Id::new(whole.display().to_string()), calls, kind: Kind::File(path.to_owned()) }
    }

    /// Known as a file is.
    fn folder(path: &Path) -> Self {
        Self { kind: Kind::Folder(path.to_owned()), ..Self::file(path) }
    }

    /// What two names of the same target have in common.
    fn really(&self) -> PathBuf {
        match &self.kind {
            Kind::File(path) | Kind::Folder(path) => {
                path.canonicalize().unwrap_or_else(|_| path.clone())
            }
            Kind::Drive | Kind::Nop => PathBuf::from(self.id.as_str()),
        }
    }

    fn is_called(&self, name: &str) -> bool {
        self.id.as_str() == name || self.calls.iter().any(|call| call == name)
    }
}

/// The targets named, and the files; every drive that can be measured where there is neither.
///
/// # Errors
///
/// A name that is neither, with those that there are; a target named twice.
pub fn named(
    topology: &Topology,
    names: &[String],
    files: &[PathBuf],
) -> Result<Vec<Named>, Failure> {
    if names.is_empty() && files.is_empty() {
        let drive = |id: Id| Named { calls: Vec::new(), id, kind: Kind::Drive };
        return Ok(measurable(topology).into_iter().map(drive).collect());
    }
    let found = names.iter().map(|name| find(topology, name));
    let mut found = found.collect::<Result<Vec<_>, _>>()?;
    found.extend(files.iter().map(|path| Named::file(path)));
    let mut known: BTreeSet<PathBuf> = BTreeSet::new();
    match found.iter().find(|target| !known.insert(target.really())) {
        Some(twice) => Err(Failure::usage(twice_named(&twice.id))),
        None => Ok(found),
    }
}

/// That a target is named twice.
pub fn twice_named(id: &Id) -> Message {
    Message::new("measure-target-twice").with("target", id)
}

/// An id comes before a serial number, and that before a file of the same name.
fn find(topology: &Topology, name: &str) -> Result<Named, Failure> {
    if name == NOP {
        return Ok(Named { id: Id::new(NOP), calls: Vec::new(), kind: Kind::Nop });
    }
    let path = Path::new(name);
    let by_name = by_id(topology, name).or_else(|| by_serial(topology, name));
    if let Some(id) = by_name.or_else(|| by_device(topology, path)) {
        return Ok(Named::drive(id, name));
    }
    let is_path = name.contains(std::path::is_separator);
    let wrong = |id| Err(Failure::usage(Message::new(id).with("path", name)));
    match (path.exists(), path.is_dir()) {
        (true, false) => Ok(Named::file(path)),
        (true, true) if is_path => Ok(Named::folder(path)),
        (false, _) if is_path && !name.starts_with("/dev/") => wrong("measure-no-such-path"),
        _ => Err(no_such_drive(topology, name)),
    }
}

fn by_id(topology: &Topology, name: &str) -> Option<Id> {
    let id = Id::new(name.strip_prefix("/dev/").unwrap_or(name));
    let is_here = topology.drives.contains_key(&id) || topology.arrays.contains_key(&id);
    is_here.then_some(id)
}

/// The array of several members that goes by this name or device; none of anything else.
pub fn array<'a>(topology: &'a Topology, name: &str) -> Option<(Id, &'a Array)> {
    let id = by_id(topology, name).or_else(|| by_device(topology, Path::new(name)))?;
    let array = topology.arrays.get(&id)?;
    let is_one = array.members.len() > 1 && !matches!(array.stack, Stack::Loop { .. });
    is_one.then_some((id, array))
}

/// A serial number or World Wide Name that only one drive has.
pub fn by_serial(topology: &Topology, name: &str) -> Option<Id> {
    let is_it = |own: &Option<String>| own.as_deref().is_some_and(|own| own.trim() == name);
    let mut found =
        topology.drives.iter().filter(|(_, drive)| is_it(&drive.serial) || is_it(&drive.wwn));
    let (id, _) = found.next()?;
    found.next().is_none().then(|| id.clone())
}

/// Links to a device, such as those in `/dev/disk/by-id`.
fn by_device(topology: &Topology, path: &Path) -> Option<Id> {
    let device = path.canonicalize().ok()?;
    let name = device.strip_prefix("/dev").ok()?.to_str()?;
    by_id(topology, name)
}

/// That there is no such target, and which there are.
pub fn no_such_drive(topology: &Topology, name: &str) -> Failure {
    let known = topology.drives.keys().chain(topology.arrays.keys());
    let known: Vec<&str> = known.take(MOST_NAMES).map(Id::as_str).collect();
    let what = Message::new("cli-no-such-drive").with("name", name);
    Failure::usage(what.with("known", known.join(", ")))
}

/// The target that the command line calls so.
///
/// # Errors
///
/// It is none of those that are measured.
pub fn among<'a>(targets: &'a [Named], name: &str) -> Result<&'a Named, Failure> {
    targets.iter().find(|target| target.is_called(name)).ok_or_else(|| {
        let known: Vec<&str> = targets.iter().take(MOST_NAMES).map(|one| one.id.as_str()).collect();
        let what = Message::new("measure-not-a-target").with("name", name);
        Failure::usage(what.with("known", known.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use narrows_topology::graph::Drive;

    use super::*;

    fn machine() -> Topology {
        let mut topology = Topology::default();
        for (id, serial) in [("sda", "S1"), ("sdb", "S2"), ("sdc", "S2")] {
            let drive = Drive { serial: Some(serial.to_owned()), ..Drive::default() };
            topology.drives.insert(Id::new(id), drive);
        }
        topology
    }

    fn ids(names: &[&str]) -> Result<Vec<String>, String> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let found = named(&machine(), &names, &[]);
        found
            .map(|found| found.iter().map(|target| target.id.to_string()).collect())
            .map_err(|failure| failure.what.id().to_owned())
    }

    #[test]
    fn drives_go_by_id_device_and_serial() {
        let found = ids(&["/dev/sdb", "S1", "nop"]).unwrap();
        assert_eq!(found, ["sdb", "sda", "nop"]);
        assert_eq!(ids(&[]).unwrap(), ["sda", "sdb", "sdc"]);
        // Two drives show the same serial number: which one is meant is unknown.
        assert_eq!(ids(&["S2"]), Err("cli-no-such-drive".to_owned()));
        assert_eq!(ids(&["sda", "S1"]), Err("measure-target-twice".to_owned()));
        // In a folder a file is made, and a device that is no drive is read like a file.
        assert_eq!(ids(&["/"]), Ok(vec!["/".to_owned()]));
        assert_eq!(ids(&["./nothing"]), Err("measure-no-such-path".to_owned()));
        assert_eq!(ids(&["/dev/nothing"]), Err("cli-no-such-drive".to_owned()));
        let zero_twice = ids(&["/dev/zero", "/dev/../dev/zero"]);
        assert_eq!(zero_twice, Err("measure-target-twice".to_owned()));
        let zero = named(&machine(), &["/dev/zero".to_owned()], &[]).unwrap();
        assert_eq!(zero[0].kind, Kind::File(PathBuf::from("/dev/zero")));
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
}
