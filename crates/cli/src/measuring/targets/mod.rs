//! From drives to files that may be read: a scratch file on the drive's own file system, or the raw
//! device on request; files and other targets that were named explicitly.

mod open;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use narrows_engine::{IoTarget, Scratch, ScratchPlan, TargetKind, written_region};
use narrows_host::filesystems::{
    ScratchCandidate, breakdown, is_writable_for_somebody, number, scratch_candidates,
};
use narrows_host::place::{StackLevel, UnchangedRequests, local_cpus};
use narrows_host::{Root, cores_first};
use narrows_messages::Message;
use narrows_model::RaidLevel as ArrayLevel;
use narrows_record::run::{self, TargetLocationKind};
use narrows_topology::evidence::{DeviceMount, StackedDevice};
use narrows_topology::graph::{NodeKind, StorageControllerKind};
use narrows_topology::{Id, PciAddress, Topology};

pub use self::open::{open_named, open_places, places_named};
use crate::measuring::context;
pub use crate::named::measurable;
use crate::named::{NamedTarget, NamedTargetKind};

pub struct Prepared {
    pub drive: Id,
    pub target: IoTarget,
    /// The controller's PCI address, for watching its link.
    pub address: Option<PciAddress>,
    /// Processors near it; empty if none are known.
    pub local_cpus: Vec<u32>,
    /// The layers between requests and drive.
    pub place: run::TargetStack,
    /// The drives of an array, or below a file, folder or device; empty for a drive itself.
    pub members: Vec<(Id, Option<PciAddress>)>,
    /// The block devices that carry it, from the uppermost down.
    pub levels: Vec<StackLevel>,
}

impl Prepared {
    pub fn watched(&self) -> Vec<(Id, Option<PciAddress>)> {
        if self.members.is_empty() {
            vec![(self.drive.clone(), self.address)]
        } else {
            self.members.clone()
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetLocation {
    /// In a scratch file in this folder, as long as it lies on that file system (by number).
    Scratch(PathBuf, u64),
    /// On the device itself, reading only.
    Raw(PathBuf),
    /// In a file that was there before, or on a device that is no drive; reading only.
    File(PathBuf),
    /// Nowhere: the engine by itself.
    Nop,
}

impl TargetLocation {
    fn kind(&self, target: &IoTarget) -> TargetLocationKind {
        match (self, target.kind()) {
            (Self::Scratch(..), _) => TargetLocationKind::Scratch,
            (Self::Nop, _) => TargetLocationKind::Nop,
            (_, TargetKind::Memory) => TargetLocationKind::Character,
            (Self::Raw(_), _) | (_, TargetKind::Block) => TargetLocationKind::Raw,
            (Self::File(_), _) => TargetLocationKind::File,
        }
    }
}

/// Below this a drive's own cache may hold all that is read.
const RAW_REGION_MIN: u64 = 64 << 20;

pub struct LeftOut {
    pub drive: Id,
    pub why: Message,
    /// It holds a file system that takes scratch files: without rights, room or a sound drive the
    /// result is not whole.
    pub is_loss: bool,
}

/// Targets for running all together: of a drive and the loop devices on it the drive, of a loop
/// device and others on it the others. With both, a device would compete with itself.
pub fn side_by_side(topology: &Topology, all: &[Id]) -> Vec<Id> {
    let carries = |id: &Id| all.iter().any(|other| topology.below(other).contains(id));
    let competes = |id: &Id| {
        let below = topology.below(id);
        let over_drive = below.iter().any(|id| all.contains(id) && !is_loop(topology, id));
        over_drive || (is_loop(topology, id) && carries(id))
    };
    all.iter().filter(|id| !competes(id)).cloned().collect()
}

/// Keeps only those that may run side by side.
pub fn keep_apart(topology: &Topology, targets: &mut Vec<NamedTarget>) {
    let all: Vec<Id> = targets.iter().map(|target| target.id.clone()).collect();
    let apart = side_by_side(topology, &all);
    targets.retain(|target| apart.contains(&target.id));
}

fn is_loop(topology: &Topology, id: &Id) -> bool {
    let stack = topology.arrays.get(id).map(|array| &array.stack);
    let controller = topology.drives.get(id).and_then(|drive| drive.controller.as_ref());
    let node = controller.and_then(|id| topology.nodes.get(id));
    matches!(stack, Some(StackedDevice::Loop { .. }))
        || node.is_some_and(|node| node.kind == NodeKind::Storage(StorageControllerKind::Loop))
}

/// Finds a location for each target; one without is left out with the reason.
pub fn places_of(
    topology: &Topology,
    targets: &[NamedTarget],
    raw: bool,
) -> (Vec<(Id, TargetLocation)>, Vec<LeftOut>) {
    let is_drive = |target: &&NamedTarget| target.kind == NamedTargetKind::Drive;
    let drives: Vec<Id> = targets.iter().filter(is_drive).map(|one| one.id.clone()).collect();
    let (on_drives, left_out) = places(topology, &drives, raw);
    let place = |target: &NamedTarget| match &target.kind {
        NamedTargetKind::File(path) => Some(TargetLocation::File(path.clone())),
        NamedTargetKind::Folder(path) => {
            // One that is gone by now has no file system, and opening it says so.
            let number = number(path).unwrap_or_default();
            Some(TargetLocation::Scratch(path.clone(), number))
        }
        NamedTargetKind::Nop => Some(TargetLocation::Nop),
        NamedTargetKind::Drive => {
            on_drives.iter().find(|(id, _)| *id == target.id).map(|(_, at)| at.clone())
        }
    };
    let locations = targets.iter().filter_map(|target| Some((target.id.clone(), place(target)?)));
    (locations.collect(), left_out)
}

/// Finds a location on each drive; one without is left out with the reason.
pub fn places(
    topology: &Topology,
    drives: &[Id],
    raw: bool,
) -> (Vec<(Id, TargetLocation)>, Vec<LeftOut>) {
    let mounts: Vec<DeviceMount> = topology
        .drives
        .values()
        .flat_map(|drive| &drive.mounts)
        .chain(topology.arrays.values().flat_map(|array| &array.mounts))
        .cloned()
        .collect();
    let candidates = scratch_candidates(&Root::live(), &mounts);
    let mut places = Vec::new();
    let mut left_out = Vec::new();
    for drive in drives {
        match place(topology, drive, &candidates, raw) {
            Ok(place) => places.push((drive.clone(), place)),
            Err(left) => left_out.push(left),
        }
    }
    (places, left_out)
}

fn place(
    topology: &Topology,
    drive: &Id,
    candidates: &[ScratchCandidate],
    raw: bool,
) -> Result<TargetLocation, LeftOut> {
    let left_out = |why: Message, is_loss| LeftOut { drive: drive.clone(), why, is_loss };
    let known = topology.drives.get(drive);
    let is_here = known.is_some_and(|known| !known.assumed) || topology.arrays.contains_key(drive);
    if !is_here {
        return Err(left_out(Message::new("cli-left-out-not-here").with("drive", drive), false));
    }
    if raw {
        return Ok(TargetLocation::Raw(Path::new("/dev").join(drive.as_str())));
    }
    let on_it = candidates.iter().filter(|candidate| is_on(topology, drive, &candidate.device));
    match on_it.max_by_key(|candidate| candidate.free) {
        Some(candidate) => {
            Ok(TargetLocation::Scratch(candidate.directory.clone(), candidate.number))
        }
        None => {
            let (why, is_loss) = no_place(topology, drive);
            Err(left_out(why.with("drive", drive), is_loss))
        }
    }
}

/// Why there is no place on a drive, and whether there would be one with more rights.
fn no_place(topology: &Topology, drive: &Id) -> (Message, bool) {
    let drives = topology.drives.values().flat_map(|drive| &drive.mounts);
    let arrays = topology.arrays.values().flat_map(|array| &array.mounts);
    let on_it = drives.chain(arrays).filter(|mount| is_on(topology, drive, &mount.device));
    let on_it: Vec<&DeviceMount> = on_it.collect();
    // A broken file system is often read-only too; the reason must not be missing rights.
    let broken = on_it.iter().find_map(|mount| Some((mount, breakdown(mount)?)));
    if let Some((mount, error)) = broken {
        let why = Message::new("cli-left-out-broken").with("path", &mount.target);
        return (why.with("error", error), true);
    }
    match on_it.iter().find(|mount| is_writable_for_somebody(mount)) {
        Some(mount) => (Message::new("cli-left-out-no-rights").with("path", &mount.target), true),
        None => (Message::new("cli-left-out-no-place"), false),
    }
}

/// Whether a mounted device is on this drive and no other; a loop device is its own drive.
fn is_on(topology: &Topology, drive: &Id, device: &str) -> bool {
    if let Some(array) = topology.arrays.get(&Id::new(device)) {
        let is_loop = matches!(array.stack, StackedDevice::Loop { .. });
        return drive.as_str() == device || (!is_loop && array.drives == [drive.clone()]);
    }
    topology.drives.get(drive).is_some_and(|known| {
        drive.as_str() == device || known.partitions.iter().any(|part| part.name == device)
    })
}

/// Extra time beyond its plan for a drive that takes writes but does not complete them.
const PATIENCE: Duration = Duration::from_secs(5);
/// Between two looks at the progress.
const LOOK: Duration = Duration::from_millis(100);

/// Opens every place, all drives at once: writing scratch files takes the most time. A drive that
/// hangs is left behind with its thread, which nothing can wake.
pub fn prepare(
    topology: &Topology,
    places: &[(Id, TargetLocation)],
    plan: ScratchPlan,
    cancel: &Arc<AtomicBool>,
    progress: &dyn Fn(f64),
) -> (Vec<Prepared>, Vec<LeftOut>) {
    let mut outcomes = open_all(places, plan, cancel, progress).into_iter();
    let mut prepared = Vec::new();
    let mut left_out = Vec::new();
    for (drive, place) in places {
        let lost = || Err(Message::new("cli-left-out-lost").with("drive", drive));
        match outcomes.next().flatten().unwrap_or_else(lost) {
            Ok(target) => {
                let kind = place.kind(&target);
                prepared.push(surrounded(topology, drive, kind, target));
            }
            Err(why) => left_out.push(LeftOut { drive: drive.clone(), why, is_loss: true }),
        }
    }
    (prepared, left_out)
}

pub fn surrounded(
    topology: &Topology,
    drive: &Id,
    kind: TargetLocationKind,
    target: IoTarget,
) -> Prepared {
    let address = address(topology, drive);
    let file = (target.kind() != TargetKind::Nop).then(|| target.file());
    let (place, levels) = context::place(kind, drive, file.as_deref(), address);
    let levels = if topology.drives.contains_key(drive) && !is_loop(topology, drive) {
        vec![members_level(ArrayLevel::Jbod, [drive])]
    } else {
        levels
    };
    Prepared {
        drive: drive.clone(),
        local_cpus: address
            .map(|address: PciAddress| {
                let root = Root::live();
                cores_first(&root, &local_cpus(&root, address))
            })
            .unwrap_or_default(),
        place,
        members: below(topology, drive, &levels),
        levels,
        address,
        target,
    }
}

/// The members side by side; with copies or parity they move more when it is written.
pub fn members_level<'a>(
    level: ArrayLevel,
    members: impl IntoIterator<Item = &'a Id>,
) -> StackLevel {
    let passes = match level {
        ArrayLevel::Stripe | ArrayLevel::Jbod => UnchangedRequests::All,
        _ => UnchangedRequests::Reads,
    };
    StackLevel { devices: members.into_iter().map(Id::to_string).collect(), passes }
}

/// The machine's drives at the bottom of a file, folder or device.
fn below(topology: &Topology, target: &Id, levels: &[StackLevel]) -> Vec<(Id, Option<PciAddress>)> {
    // Levels go down, so that the last one has the devices with nothing below them.
    let devices = levels.last().into_iter().flat_map(|level| &level.devices).map(Id::new);
    let drives = devices.filter(|id| id != target && topology.drives.contains_key(id));
    drives.map(|id| (id.clone(), address(topology, &id))).collect()
}

type Opened = Result<IoTarget, Message>;

/// Outcome for each location; `None` if it hangs.
fn open_all(
    places: &[(Id, TargetLocation)],
    plan: ScratchPlan,
    cancel: &Arc<AtomicBool>,
    progress: &dyn Fn(f64),
) -> Vec<Option<Opened>> {
    let shares = Arc::new(Mutex::new(vec![0.0; places.len()]));
    let (sender, receiver) = channel();
    for (index, (drive, place)) in places.iter().cloned().enumerate() {
        let (sender, cancel, shares) = (sender.clone(), Arc::clone(cancel), Arc::clone(&shares));
        std::thread::spawn(move || {
            let tell = |share| {
                let _ = shares.lock().map(|mut shares| shares[index] = share);
            };
            let _ = sender.send((index, open(&drive, &place, plan, &cancel, &tell)));
        });
    }
    // While this sender lives the channel never disconnects, and a thread that panicked would be
    // waited for to the end.
    drop(sender);
    // A plan gives a slow drive four times its time, and then gives up by itself.
    let mut until = Instant::now() + Duration::from_nanos(plan.time_max.get()) * 4 + PATIENCE;
    let mut outcomes: Vec<Option<Opened>> = places.iter().map(|_| None).collect();
    while outcomes.iter().any(Option::is_none) && Instant::now() < until {
        match receiver.recv_timeout(LOOK) {
            Ok((index, outcome)) => outcomes[index] = Some(outcome),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        // A cancelled thread still needs a moment to remove its file.
        if cancel.load(Ordering::Relaxed) {
            until = until.min(Instant::now() + PATIENCE);
        }
        let sum = shares.lock().map(|shares| shares.iter().sum::<f64>()).unwrap_or_default();
        progress(sum / places.len().max(1) as f64);
    }
    outcomes
}

fn open(
    drive: &Id,
    place: &TargetLocation,
    plan: ScratchPlan,
    cancel: &AtomicBool,
    progress: &dyn Fn(f64),
) -> Result<IoTarget, Message> {
    match place {
        TargetLocation::Scratch(folder, number) => {
            Scratch::make(folder, Some(*number), plan, cancel, progress)
                .map(|scratch| IoTarget::scratch(drive.as_str(), &scratch))
                .map_err(|error| error.message())
        }
        TargetLocation::Raw(device) => {
            // The drive itself, read-only, in a region that really holds data.
            let target = IoTarget::open(drive.as_str(), device).map_err(|error| error.message())?;
            let (len, wanted) = (target.region().len, plan.wanted.get());
            match written_region(&target.file(), len, wanted, RAW_REGION_MIN) {
                Some(region) => Ok(target.within(region)),
                None => Err(Message::new("cli-left-out-unwritten").with("drive", drive)),
            }
        }
        TargetLocation::File(path) => {
            IoTarget::open(drive.as_str(), path).map_err(|error| error.message())
        }
        TargetLocation::Nop => IoTarget::nop(drive.as_str()).map_err(|error| error.message()),
    }
}

/// Every drive, and where its controller is attached: those a watched job may use.
pub fn with_addresses(topology: &Topology) -> Vec<(Id, Option<PciAddress>)> {
    let drives = topology.drives.keys();
    drives.map(|drive| (drive.clone(), address(topology, drive))).collect()
}

fn address(topology: &Topology, drive: &Id) -> Option<PciAddress> {
    let controller = topology.drives.get(drive)?.controller.as_ref()?;
    topology.nodes.get(controller)?.address
}

#[cfg(test)]
mod tests {
    use narrows_topology::graph::{Array, AttachmentPoint, Drive, Node};

    use super::*;

    fn loop_over(member: &str, mounted: bool) -> Array {
        let mount = DeviceMount { device: String::new(), target: "/mnt".into(), fs: "xfs".into() };
        Array {
            stack: StackedDevice::Loop { backing_file: None },
            members: vec![Id::new(member)],
            drives: vec![Id::new("sda")],
            size: None,
            mounts: if mounted { vec![mount] } else { Vec::new() },
        }
    }

    /// loop0 is in memory, loop1 and loop2 over files on it; loop3 over a file on sda.
    fn machine() -> Topology {
        let mut topology = Topology::default();
        for (id, kind) in
            [("sda", StorageControllerKind::Ahci), ("loop0", StorageControllerKind::Loop)]
        {
            let node = Node {
                attachment: AttachmentPoint::Unknown,
                ..Node::bare(NodeKind::Storage(kind))
            };
            topology.nodes.insert(Id::new(id), node);
            let drive = Drive { controller: Some(Id::new(id)), ..Drive::default() };
            topology.drives.insert(Id::new(id), drive);
        }
        for (id, member, mounted) in
            [("loop1", "loop0", true), ("loop2", "loop0", false), ("loop3", "sda", true)]
        {
            topology.arrays.insert(Id::new(id), loop_over(member, mounted));
        }
        topology
    }

    #[test]
    fn mounted_loop_devices_are_measured_too() {
        let ids = measurable(&machine());
        let names: Vec<&str> = ids.iter().map(Id::as_str).collect();
        assert_eq!(names, ["loop0", "sda", "loop1", "loop3"]);
    }

    #[test]
    fn a_loop_device_is_not_its_drive() {
        let machine = machine();
        assert!(is_on(&machine, &Id::new("loop1"), "loop1"));
        assert!(!is_on(&machine, &Id::new("loop0"), "loop1"));
        assert!(!is_on(&machine, &Id::new("sda"), "loop3"));
    }

    #[test]
    fn nothing_runs_beside_what_it_stands_on() {
        let machine = machine();
        let together = |ids: &[&str]| -> Vec<String> {
            let ids: Vec<Id> = ids.iter().map(Id::new).collect();
            side_by_side(&machine, &ids).iter().map(Id::to_string).collect()
        };
        assert_eq!(together(&["loop0", "loop1", "loop2", "sda"]), ["loop1", "loop2", "sda"]);
        assert_eq!(together(&["sda", "loop3"]), ["sda"]);
        assert_eq!(together(&["loop0", "loop3"]), ["loop0", "loop3"]);
    }
}
