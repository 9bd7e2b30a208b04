//! Which array of this machine is meant, and the kernel's data on it.

use std::path::{Path, PathBuf};

use narrows_array::build::ObservedArray;
use narrows_host::Root;
use narrows_host::build::{self, LowerDevice};
use narrows_messages::Message;
use narrows_model::RaidLevel;
use narrows_record::in_place::{ArrayInPlace, InPlaceMember};
use narrows_topology::evidence::StackedDevice;
use narrows_topology::{Id, Topology};
use narrows_verdict::answer::source::SourceMachine;

use crate::failure::{CommandFailure, Result};
use crate::measuring::targets::TargetLocation;
use crate::named::{NamedTarget, NamedTargetKind, named};

pub struct LocatedArray {
    pub array: ArrayInPlace,
    pub location: TargetLocation,
    pub members: Vec<LowerDevice>,
    /// Further kernel data on it, if md makes it.
    pub observed: Option<ObservedArray>,
}

/// The array named by itself, its mount point or a file on it; `None` if there is none.
pub fn find(source: &SourceMachine, name: &str) -> Result<Option<LocatedArray>> {
    let topology = &source.machine.topology;
    let Some((target, file)) = meant(topology, name) else { return Ok(None) };
    let Some(id) = composite(topology, &target) else { return Ok(None) };
    let Some(stack) = topology.arrays.get(&id).map(|array| &array.stack) else { return Ok(None) };
    let observed = matches!(stack, StackedDevice::Md { .. })
        .then(|| build::observed(&Root::live(), id.as_str()));
    if is_inactive(stack, observed.as_ref()) {
        return Err(CommandFailure::new(Message::new("in-place-inactive").with("array", &id)));
    }
    let location = location(topology, &target, file)?;
    let members = build::below(&Root::live(), id.as_str());
    let array = described(&target, &id, stack, (&members, observed.as_ref()), &location);
    Ok(Some(LocatedArray { array, location, members, observed }))
}

/// The device that is meant, and the file on it.
fn meant(topology: &Topology, name: &str) -> Option<(Id, Option<PathBuf>)> {
    let path = Path::new(name);
    if name.contains('/') && path.is_dir() {
        return Some((mounted(topology, path)?, None));
    }
    // A word that means nothing is refused by the caller, which looks it up again.
    let targets = named(topology, std::slice::from_ref(&name.to_owned()), &[]).ok()?;
    let [NamedTarget { id, kind, .. }] = targets.as_slice() else { return None };
    match kind {
        NamedTargetKind::Drive => Some((id.clone(), None)),
        NamedTargetKind::File(file) if file.is_file() => {
            Some((mounted(topology, file)?, Some(file.clone())))
        }
        NamedTargetKind::File(_) | NamedTargetKind::Folder(_) | NamedTargetKind::Nop => None,
    }
}

/// The array that the nearest mount around a path shows.
fn mounted(topology: &Topology, path: &Path) -> Option<Id> {
    let path = path.canonicalize().ok()?;
    let mounts = topology
        .arrays
        .iter()
        .flat_map(|(id, array)| array.mounts.iter().map(move |mount| (id, mount.target.as_str())));
    let drives = topology
        .drives
        .iter()
        .flat_map(|(id, drive)| drive.mounts.iter().map(move |mount| (id, mount.target.as_str())));
    let around = mounts.chain(drives).filter(|(_, target)| path.starts_with(target));
    around.max_by_key(|(_, target)| target.len()).map(|(id, _)| id.clone())
}

/// The first device with several members at or below this one; a device with just one (encryption, a volume
/// on an array) is a layer over it.
fn composite(topology: &Topology, id: &Id) -> Option<Id> {
    let mut id = id.clone();
    // No chain is as long as there are devices.
    for _ in 0..=topology.arrays.len() {
        let array = topology.arrays.get(&id)?;
        match (&array.stack, array.members.as_slice()) {
            (StackedDevice::Loop { .. }, _) => return None,
            (StackedDevice::Md { .. }, _) | (_, [_, _, ..]) => return Some(id),
            (_, [below]) => id = below.clone(),
            (_, []) => return None,
        }
    }
    None
}

fn is_inactive(stack: &StackedDevice, observed: Option<&ObservedArray>) -> bool {
    let state = observed.and_then(|observed| observed.state.as_deref());
    // A container of external metadata only holds the members of other arrays.
    let is_container = matches!(stack, StackedDevice::Md { level, .. } if level == "inactive" || level == "container");
    is_container || matches!(state, Some("inactive" | "clear"))
}

fn location(topology: &Topology, target: &Id, file: Option<PathBuf>) -> Result<TargetLocation> {
    if let Some(file) = file {
        return Ok(TargetLocation::File(file));
    }
    let device = Path::new("/dev").join(target.as_str());
    if device.exists() {
        return Ok(TargetLocation::Raw(device));
    }
    let mounts = topology.arrays.get(target).map(|array| array.mounts.as_slice());
    let path =
        mounts.and_then(|mounts| mounts.first()).map_or("/mnt", |mount| mount.target.as_str());
    let what = Message::new("in-place-no-device").with("array", target);
    Err(CommandFailure::usage(what.with("path", path)))
}

fn described(
    target: &Id,
    id: &Id,
    stack: &StackedDevice,
    (members, observed): (&[LowerDevice], Option<&ObservedArray>),
    location: &TargetLocation,
) -> ArrayInPlace {
    let (engine, level, chunk) = kind(stack, members.len());
    let member = |member: &LowerDevice| InPlaceMember {
        id: member.name.clone(),
        drive: Some(member.drive.clone()),
    };
    let read = match location {
        TargetLocation::File(path) => path.display().to_string(),
        _ => target.to_string(),
    };
    ArrayInPlace {
        id: id.to_string(),
        target: read,
        engine: engine.to_owned(),
        level: level.map(|level| level.as_str().to_owned()),
        chunk: chunk.filter(|_| level.is_none_or(RaidLevel::has_chunks)),
        copies: observed.map_or(2, ObservedArray::copies),
        members: members.iter().map(member).collect(),
        without_layer: None,
        missing: observed.and_then(|observed| observed.missing),
        sync: observed.filter(|it| it.is_syncing()).and_then(|it| it.sync.clone()),
        read_ahead: observed.and_then(|observed| observed.read_ahead),
    }
}

/// Its RAID engine, its level if that is known, and its chunks in bytes.
fn kind(stack: &StackedDevice, members: usize) -> (&'static str, Option<RaidLevel>, Option<u64>) {
    let named = |name: &str| RaidLevel::named(name.strip_prefix("raid").unwrap_or(name));
    match stack {
        StackedDevice::Md { level, chunk, metadata } => {
            let engine = if metadata.as_deref() == Some("external:imsm") { "vroc" } else { "md" };
            (engine, named(level), chunk.map(|chunk| chunk.get()))
        }
        StackedDevice::Btrfs { data_profile } => {
            let level = match data_profile.as_deref() {
                // Of more members each byte is on any two.
                Some("raid1") if members > 2 => None,
                Some(profile) => named(profile),
                None => None,
            };
            ("btrfs", level, None)
        }
        StackedDevice::Dm { name, .. } => {
            let chunk = name.as_deref().and_then(build::striped);
            (chunk.map_or("dm", |_| "dm-stripe"), chunk.map(|_| RaidLevel::Stripe), chunk)
        }
        _ => ("other", None, None),
    }
}

#[cfg(test)]
mod tests {
    use narrows_topology::evidence::DeviceMount;
    use narrows_topology::graph::{Array, Drive};

    use super::*;

    fn array(stack: StackedDevice, members: &[&str], at: &[&str]) -> Array {
        let mount = |at: &&str| DeviceMount {
            device: String::new(),
            target: (*at).to_owned(),
            fs: "xfs".to_owned(),
        };
        Array {
            stack,
            members: members.iter().map(Id::new).collect(),
            drives: Vec::new(),
            size: None,
            mounts: at.iter().map(mount).collect(),
        }
    }

    fn md(level: &str) -> StackedDevice {
        StackedDevice::Md { level: level.to_owned(), chunk: None, metadata: None }
    }

    /// dm-0 encrypts md0; loop0 is over a file; dm-1 is a volume over two drives.
    fn machine() -> Topology {
        let mut topology = Topology::default();
        for name in ["sda", "sdb"] {
            topology.drives.insert(Id::new(name), Drive::default());
        }
        let crypt = || StackedDevice::Dm { name: None, uuid: None };
        for (name, it) in [
            ("md0", array(md("raid1"), &["sda", "sdb"], &["/"])),
            ("dm-0", array(crypt(), &["md0"], &["/tmp"])),
            ("dm-1", array(crypt(), &["sda", "sdb"], &[])),
            ("dm-2", array(crypt(), &["sda"], &[])),
            ("loop0", array(StackedDevice::Loop { backing_file: None }, &["sda", "sdb"], &[])),
            ("dm-3", array(crypt(), &["dm-3"], &[])),
        ] {
            topology.arrays.insert(Id::new(name), it);
        }
        topology
    }

    #[test]
    fn an_array_is_found_below_what_lies_on_it() {
        let machine = machine();
        let id_of = |name: &str| composite(&machine, &Id::new(name)).map(|id| id.to_string());
        assert_eq!(id_of("md0").as_deref(), Some("md0"));
        assert_eq!(id_of("dm-0").as_deref(), Some("md0"));
        assert_eq!(id_of("dm-1").as_deref(), Some("dm-1"));
        for none in ["sda", "dm-2", "dm-3", "loop0", "nothing"] {
            assert_eq!(id_of(none), None, "{none}");
        }
    }

    #[test]
    fn a_path_stands_for_the_nearest_mount_around_it() {
        let machine = machine();
        let id_at = |path: &str| mounted(&machine, Path::new(path)).map(|id| id.to_string());
        assert_eq!(id_at("/").as_deref(), Some("md0"));
        assert_eq!(id_at("/tmp").as_deref(), Some("dm-0"));
        assert_eq!(id_at("/no/such/path"), None);
    }

    #[test]
    fn only_intels_format_is_intels() {
        for (format, engine) in [("1.2", "md"), ("external:imsm", "vroc"), ("external:ddf", "md")] {
            let metadata = Some(format.to_owned());
            let stack = StackedDevice::Md { level: "raid5".to_owned(), chunk: None, metadata };
            assert_eq!(kind(&stack, 3).0, engine, "{format}");
        }
    }

    #[test]
    fn containers_and_stopped_arrays_cannot_be_read() {
        let state = |state: &str| ObservedArray {
            state: Some(state.to_owned()),
            ..ObservedArray::default()
        };
        assert!(is_inactive(&md("inactive"), None));
        assert!(is_inactive(&md("raid1"), Some(&state("inactive"))));
        assert!(!is_inactive(&md("raid1"), Some(&state("clean"))));
    }
}
