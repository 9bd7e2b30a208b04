//! A machine to predict for: its tree, what its drives, places and processor can do, its arrays.

use std::collections::BTreeMap;

use narrows_array::Level;
use narrows_topology::evidence::Stack;
use narrows_topology::graph::{self, Drive, StorageKind};
use narrows_topology::{Id, Topology};
use narrows_units::{Bytes, BytesPerSec, Gigahertz, Iops, Nanos};

use crate::array::{ArrayPlan, Engine};
use crate::figures::{DriveFigures, Figure};
use crate::limit::LimitKind;
use crate::processor::Core;

/// A machine to predict for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Machine {
    /// What hangs where.
    pub topology: Topology,
    /// What each drive can do by itself, where anything is known.
    pub figures: BTreeMap<Id, DriveFigures>,
    /// Arrays that can be predicted.
    pub arrays: BTreeMap<Id, ArrayPlan>,
    /// Drives that a RAID driver hands on although they are in no array: what it makes of each, an
    /// array of one.
    pub drivers: BTreeMap<Id, ArrayPlan>,
    /// What places can carry beside their links.
    pub ceilings: BTreeMap<Id, Vec<Ceiling>>,
    /// What cards move all the time.
    pub demands: Vec<Demand>,
    /// What the processor can do.
    pub host: HostFigures,
}

/// What a place carries at most, whatever its link could: a root complex, a controller, a cable.
#[derive(Clone, Debug, PartialEq)]
pub struct Ceiling {
    /// What kind of limit it is.
    pub kind: LimitKind,
    /// Towards the processor.
    pub read: Option<Figure<BytesPerSec>>,
    /// Away from it.
    pub write: Option<Figure<BytesPerSec>>,
    /// Both together.
    pub both: Option<Figure<BytesPerSec>>,
    /// Operations, reads and writes together.
    pub operations: Option<Figure<Iops>>,
    /// What each request waits for there, to and fro.
    pub wait: Option<Nanos>,
}

/// What a card moves while drives work.
#[derive(Clone, Debug, PartialEq)]
pub struct Demand {
    /// The card's node.
    pub node: Id,
    /// Towards the processor.
    pub sends: BytesPerSec,
    /// From the processor.
    pub receives: BytesPerSec,
}

/// What firmware such a machine likely has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HostClass {
    /// A personal computer, workstation or server.
    #[default]
    Computer,
    /// A single-board computer, network storage or other appliance.
    Embedded,
}

impl HostClass {
    /// From the names of processor and board, as far as they are known.
    pub fn of_names(names: [Option<&str>; 2]) -> Self {
        const BOXES: [&str; 6] =
            ["synology", "diskstation", "qnap", "asustor", "terramaster", "raspberry pi"];
        let [cpu, board] = names;
        let board = board.unwrap_or_default().to_lowercase();
        if BOXES.iter().any(|word| board.contains(word)) {
            return Self::Embedded;
        }
        cpu.map(Self::of_cpu).unwrap_or_default()
    }

    /// From the processor's name: those that are sold for appliances and small boards.
    pub fn of_cpu(name: &str) -> Self {
        const EMBEDDED: [&str; 17] = [
            "celeron j",
            "celeron n",
            "pentium j",
            "pentium n",
            "pentium silver",
            "atom",
            "ryzen embedded",
            "broadcom",
            "bcm27",
            "rockchip",
            "rk3",
            "allwinner",
            "cortex",
            "realtek",
            "annapurna",
            "marvell armada",
            "amlogic",
        ];
        let name = name.to_lowercase().replace("(r)", "").replace("(tm)", "");
        let is_embedded = EMBEDDED.iter().any(|word| name.contains(word));
        if is_embedded { Self::Embedded } else { Self::Computer }
    }
}

/// What firmware of such a machine likely lets packets carry at most, where no register was read;
/// nothing where machines with the same processor differ.
///
/// Small machines' firmware mostly leaves the 128 bytes that Max_Payload_Size is after a reset (PCI
/// Express Base Specification 6.0, section 7.5.3.4). Two are reported to have 256 in use: a RockPro64
/// (RK3399, seen in a capture) and the Raspberry Pi 5 (BCM2712, whose published rates agree).
pub(crate) fn usual_payload(class: HostClass, cpu: Option<&str>) -> Option<Bytes> {
    const MORE: [(&str, u64); 2] = [("bcm2712", 256), ("rk3399", 256)];
    const AFTER_RESET: u64 = 128;
    if class == HostClass::Computer {
        return None;
    }
    let cpu = cpu.unwrap_or_default().to_lowercase();
    let more = MORE.iter().find(|(name, _)| cpu.contains(name));
    Some(Bytes::new(more.map_or(AFTER_RESET, |(_, payload)| *payload)))
}

/// How places that flows share divide themselves among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arbitration {
    /// Every flow has the same part.
    #[default]
    Flat,
    /// Every port of a switch has the same part of what is above.
    PerPort,
}

/// What a processor can do for storage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostFigures {
    /// What kind of machine it is in.
    pub class: HostClass,
    /// Physical cores, all packages; none where unknown, and then they limit nothing. Of a machine
    /// that was seen, its logical processors.
    pub cores: Option<u32>,
    /// What a busy core runs at.
    pub clock: Option<Gigahertz>,
    /// Memory bandwidth, reading and writing together.
    pub memory: Option<Figure<BytesPerSec>>,
    /// How shared links divide themselves.
    pub arbitration: Arbitration,
}

impl Ceiling {
    /// One that carries as much either way.
    pub fn both_ways(kind: LimitKind, rate: Figure<BytesPerSec>) -> Self {
        Self { kind, read: Some(rate), write: Some(rate), both: None, operations: None, wait: None }
    }
}

impl Machine {
    /// The kernel's version, where its release is known.
    pub(crate) fn kernel(&self) -> Option<(u32, u32)> {
        let mut numbers = self.topology.host.kernel.as_deref()?.split(['.', '-', ' ']);
        let mut number = || numbers.next()?.parse().ok();
        Some((number()?, number()?))
    }

    /// What a busy core of it runs at: where nobody says, as usual for its family.
    pub fn busy_clock(&self) -> Gigahertz {
        self.core().clock
    }

    /// How fast a core of it is.
    pub(crate) fn core(&self) -> Core {
        Core::of(self.topology.host.cpu.as_deref(), self.host.class, self.host.clock)
    }

    /// What lies between a program's requests to a target and its drives.
    pub(crate) fn layer(&self, target: &Id) -> Option<&ArrayPlan> {
        self.arrays.get(target).or_else(|| self.drivers.get(target))
    }

    /// A machine as seen, with what the catalogue knows of its drives.
    pub fn of(topology: Topology) -> Self {
        // What a hypervisor says of its disks (that they spin, mostly) is made up.
        let is_virtual = topology.host.hypervisor.is_some();
        let figures = topology.drives.iter().filter_map(|(id, drive)| {
            let controller = topology.storage_kind(drive).filter(|_| !is_virtual);
            let figures = figures_of(drive, controller);
            (!figures.is_empty()).then(|| (id.clone(), figures))
        });
        let arrays = topology.arrays.iter();
        let arrays = arrays.filter_map(|(id, array)| Some((id.clone(), plan_of(array)?)));
        let (figures, arrays) = (figures.collect(), arrays.collect());
        let cores = topology.host.logical_cpus;
        let names = [topology.host.cpu.as_deref(), topology.host.board.as_deref()];
        let class = HostClass::of_names(names);
        let host = HostFigures { cores, class, ..HostFigures::default() };
        Self { figures, arrays, host, topology, ..Self::default() }
    }
}

/// An array that was seen. What lies between it and its drives (partitions, encryption) is taken to
/// cost nothing.
fn plan_of(array: &graph::Array) -> Option<ArrayPlan> {
    let (level, engine, chunk) = match &array.stack {
        Stack::Md { level, chunk, metadata } => {
            let is_intel = metadata.as_deref().is_some_and(|version| version.contains("imsm"));
            let engine = if is_intel { Engine::Vroc } else { Engine::Md };
            (Level::named(level.trim_start_matches("raid"))?, engine, *chunk)
        }
        Stack::Btrfs { data_profile } => {
            let profile = data_profile.as_deref().unwrap_or("single");
            (btrfs_level(profile, array.drives.len())?, Engine::Btrfs, None::<Bytes>)
        }
        _ => return None,
    };
    let is_plain = array.members == array.drives;
    let enough = array.drives.len() >= level.fewest_members();
    let plan = ArrayPlan { chunk, ..ArrayPlan::new(level, engine, array.drives.clone()) };
    (is_plain && enough).then_some(plan)
}

/// mkfs.btrfs(8), profiles; `dup` keeps two copies on one drive, and `raid1` two copies in all, of more
/// members on any two.
fn btrfs_level(profile: &str, members: usize) -> Option<Level> {
    match profile {
        "single" => Some(Level::Jbod),
        "raid1" if members > 2 => Some(Level::MirroredStripe),
        _ => Level::named(profile.strip_prefix("raid")?),
    }
}

/// Without a `controller`, nothing is said by class.
fn figures_of(drive: &Drive, controller: Option<StorageKind>) -> DriveFigures {
    let by_class = DriveFigures::of_class(drive, controller);
    let known = drive.model.as_deref().filter(|_| !drive.assumed);
    let known = known.and_then(|model| narrows_catalog::drive::find(model, drive.size));
    known.map_or(by_class.clone(), |model| DriveFigures::of_model(model).or(&by_class))
}

#[cfg(test)]
mod tests;
