//! A machine to predict for: its tree, the figures of its drives and processor, its ceilings, its
//! arrays.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use narrows_array::RaidLevel;
use narrows_topology::cable::StorageProtocol;
use narrows_topology::evidence::{HostFacts, StackedDevice};
use narrows_topology::graph::{self};
use narrows_topology::{Id, Topology};
use narrows_units::{Bytes, BytesPerSec, Gigahertz, Iops, Nanos};

use crate::array::{ArrayPlan, RaidEngine};
use crate::figures::{BandedFigure, DriveFigures};
use crate::known_processor::RatedClock;
use crate::limit::LimitKind;
use crate::processor::{self, CoreSpeed};
use crate::whole::MachineArrivals;
use crate::widths::BandWidths;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Machine {
    /// The tree of nodes, links and drives.
    pub topology: Topology,
    /// The known figures of each drive alone.
    pub figures: BTreeMap<Id, DriveFigures>,
    pub arrays: BTreeMap<Id, ArrayPlan>,
    /// Drives behind a RAID driver although they are in no array: each as an array of one.
    pub drivers: BTreeMap<Id, ArrayPlan>,
    /// Ceilings of locations, besides their links.
    pub ceilings: BTreeMap<Id, Vec<LocationCeiling>>,
    /// The constant traffic of cards.
    pub demands: Vec<Demand>,
    pub host: HostFigures,
    /// Drives that represent several equal ones, beside the one that each of these is like.
    pub equal: BTreeMap<Id, FoldedDrive>,
    /// Traffic in the machine that this is a part of; `None` for a whole one.
    pub whole: Option<Arc<MachineArrivals>>,
    pub widths: BandWidths,
}

/// The drives that one of a folded machine represents: with the same figures, on links of their own that
/// are the same, at one place. The first of them is a drive by itself, so that the next limit reported
/// is that of one drive; the second represents all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoldedDrive {
    /// The first of them.
    pub like: Id,
    pub count: u32,
}

/// The ceiling of a location, whatever its link supports: a root complex, a controller, a cable.
#[derive(Clone, Debug, PartialEq)]
pub struct LocationCeiling {
    pub kind: LimitKind,
    pub read: Option<BandedFigure<BytesPerSec>>,
    pub write: Option<BandedFigure<BytesPerSec>>,
    /// Both directions together.
    pub both: Option<BandedFigure<BytesPerSec>>,
    /// Operations, reads and writes together.
    pub operations: Option<BandedFigure<Iops>>,
    /// Latency that each request has there, both ways together.
    pub wait: Option<Nanos>,
    /// The protocol of a network.
    pub protocol: Option<StorageProtocol>,
}

/// The traffic of a card while drives work.
#[derive(Clone, Debug, PartialEq)]
pub struct Demand {
    pub node: Id,
    pub sends: BytesPerSec,
    pub receives: BytesPerSec,
}

/// The class of a machine, which determines its likely firmware.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HostClass {
    /// A personal computer, workstation or server.
    #[default]
    Computer,
    /// A single-board computer, network storage or other appliance.
    Embedded,
}

impl HostClass {
    /// From the names of processor and board, if known.
    pub fn of_names(names: [Option<&str>; 2]) -> Self {
        const BOXES: [&str; 6] =
            ["synology", "diskstation", "qnap", "asustor", "terramaster", "raspberry pi"];
        let [cpu, board] = names;
        // An id of the catalogue has dashes where a name has blanks.
        let board = board.unwrap_or_default().to_lowercase().replace('-', " ");
        if BOXES.iter().any(|word| board.contains(word)) {
            return Self::Embedded;
        }
        cpu.map(Self::of_cpu).unwrap_or_default()
    }

    /// From the processor's name: those sold for appliances and small boards.
    pub fn of_cpu(name: &str) -> Self {
        const EMBEDDED: &str = "\
            celeron j, celeron n, pentium j, pentium n, pentium silver, atom, ryzen embedded, \
            broadcom, bcm27, rockchip, rk3, allwinner, cortex, realtek, annapurna, marvell armada, \
            amlogic, i.mx, imx8, layerscape, ls10, octeontx, mt76, mt79, jh71, am62, am64, am68, \
            am69, j721, j784";
        let name = processor::plain(name);
        let is_embedded = EMBEDDED.split(", ").any(|word| name.contains(word));
        if is_embedded { Self::Embedded } else { Self::Computer }
    }
}

/// The Max_Payload_Size that firmware of such a machine likely sets, if no register was read;
/// `None` if machines with the same processor differ.
///
/// Small machines' firmware mostly leaves the 128 bytes that Max_Payload_Size is after a reset (PCI
/// Express Base Specification 6.0, section 7.5.3.4). Two are reported to have 256 in use: a RockPro64
/// (RK3399, seen in a capture) and the Raspberry Pi 5 (BCM2712, whose published rates agree).
pub(crate) fn usual_payload(class: HostClass, host: &HostFacts) -> Option<Bytes> {
    const MORE: [(&str, u64); 3] = [("bcm2712", 256), ("raspberry pi 5", 256), ("rk3399", 256)];
    const AFTER_RESET: u64 = 128;
    if class == HostClass::Computer {
        return None;
    }
    let names = [&host.cpu, &host.board].map(|it| it.as_deref().unwrap_or_default().to_lowercase());
    let more = MORE.iter().find(|(word, _)| names.iter().any(|name| name.contains(word)));
    Some(Bytes::new(more.map_or(AFTER_RESET, |(_, payload)| *payload)))
}

/// How shared locations are divided among flows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arbitration {
    /// Equally among flows.
    #[default]
    Flat,
    /// Equally among the ports of a switch.
    PerPort,
}

/// A processor's figures for storage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostFigures {
    pub class: HostClass,
    /// Physical cores, all packages; for a captured machine, logical processors. `None` if unknown;
    /// then they limit nothing.
    pub cores: Option<u32>,
    pub clock: Option<Gigahertz>,
    /// The clocks that its maker names, for where `clock` is not known.
    pub rated_clock: Option<RatedClock>,
    /// Memory bandwidth, reading and writing together.
    pub memory: Option<BandedFigure<BytesPerSec>>,
    /// How shared links are divided.
    pub arbitration: Arbitration,
}

impl LocationCeiling {
    /// A ceiling that is the same in both directions.
    pub fn both_ways(kind: LimitKind, rate: BandedFigure<BytesPerSec>) -> Self {
        Self {
            kind,
            read: Some(rate),
            write: Some(rate),
            both: None,
            operations: None,
            wait: None,
            protocol: None,
        }
    }
}

impl Machine {
    /// How many drives a target represents; 1 for a single one.
    pub fn times(&self, target: &Id) -> f64 {
        self.equal.get(target).map_or(1.0, |equal| f64::from(equal.count))
    }

    /// These drives and arrays only, with the devices below them and the path to the processor.
    pub fn only(&self, ids: &BTreeSet<Id>) -> Self {
        let planned = ids.iter().filter_map(|id| self.arrays.get(id));
        let members = planned.flat_map(|plan| plan.members.iter().cloned());
        let all: BTreeSet<Id> = ids.iter().cloned().chain(members).collect();
        let topology = self.topology.only(&all);
        let of_these = |plan: &ArrayPlan| {
            plan.members
                .iter()
                .all(|id| topology.drives.contains_key(id) || topology.arrays.contains_key(id))
        };
        let mut machine = self.clone();
        machine.figures.retain(|id, _| topology.drives.contains_key(id));
        machine.arrays.retain(|_, plan| of_these(plan));
        machine.drivers.retain(|_, plan| of_these(plan));
        Self { topology, ..machine }
    }

    /// Number of its drives, each that represents several counted as these.
    pub fn drive_count(&self) -> usize {
        // The drive that represents them is in the topology itself.
        let beyond = self.equal.values().map(|equal| equal.count as usize - 1);
        self.topology.drives.len() + beyond.sum::<usize>()
    }

    /// The kernel's version, where its release is known.
    pub(crate) fn kernel(&self) -> Option<(u32, u32)> {
        let mut numbers = self.topology.host.kernel.as_deref()?.split(['.', '-', ' ']);
        let mut number = || numbers.next()?.parse().ok();
        Some((number()?, number()?))
    }

    /// The clock of a busy core; where unknown, the usual one of its family.
    pub fn busy_clock(&self) -> Gigahertz {
        self.core().clock
    }

    pub(crate) fn core(&self) -> CoreSpeed {
        let HostFigures { class, clock, rated_clock, .. } = self.host;
        CoreSpeed::of(self.topology.host.cpu.as_deref(), class, clock, rated_clock)
    }

    /// The RAID engine between a program's requests to a target and its drives.
    pub(crate) fn layer(&self, target: &Id) -> Option<&ArrayPlan> {
        self.arrays.get(target).or_else(|| self.drivers.get(target))
    }

    /// A captured machine, with the catalogue's figures of its drives.
    pub fn of(topology: Topology) -> Self {
        // A hypervisor's information on its disks (that they rotate, mostly) is made up.
        let is_virtual = topology.host.hypervisor.is_some();
        let figures = topology.drives.iter().filter_map(|(id, drive)| {
            let controller = topology.storage_kind(drive).filter(|_| !is_virtual);
            // Without a `controller`, the class gives no figures.
            let node = drive.controller.as_ref().and_then(|id| topology.nodes.get(id));
            let link = node.and_then(|node| node.link.as_ref());
            let link = link.and_then(|link| link.possible.or(link.current));
            let by_class = DriveFigures::of_class(drive, controller, link);
            let known = drive.model.as_deref().filter(|_| !drive.assumed);
            let known = known.and_then(|model| narrows_catalog::drive::find(model, drive.size));
            let figures =
                known.map_or(by_class.clone(), |model| DriveFigures::of_model(model).or(&by_class));
            (!figures.is_empty()).then(|| (id.clone(), figures))
        });
        let arrays = topology.arrays.iter();
        let arrays = arrays.filter_map(|(id, array)| Some((id.clone(), plan_of(array)?)));
        let (figures, arrays) = (figures.collect(), arrays.collect());
        let cores = topology.host.logical_cpus;
        let names = [topology.host.cpu.as_deref(), topology.host.board.as_deref()];
        let class = HostClass::of_names(names);
        let host = HostFigures { cores, class, ..HostFigures::default() };
        let mut machine = Self { figures, arrays, host, topology, ..Self::default() };
        machine.know_processor();
        machine
    }
}

/// The plan of a captured array. Layers between it and its drives (partitions, encryption) are
/// assumed to cost nothing.
fn plan_of(array: &graph::Array) -> Option<ArrayPlan> {
    let (level, engine, chunk) = match &array.stack {
        StackedDevice::Md { level, chunk, metadata } => {
            // RST and VROC write the same metadata, and Linux runs either with md, whose costs
            // `Vroc` has.
            let is_intel = metadata.as_deref().is_some_and(|version| version.contains("imsm"));
            let engine = if is_intel { RaidEngine::Vroc } else { RaidEngine::Md };
            (RaidLevel::named(level.trim_start_matches("raid"))?, engine, *chunk)
        }
        StackedDevice::Btrfs { data_profile } => {
            let profile = data_profile.as_deref().unwrap_or("single");
            (btrfs_level(profile, array.drives.len())?, RaidEngine::Btrfs, None::<Bytes>)
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
fn btrfs_level(profile: &str, members: usize) -> Option<RaidLevel> {
    match profile {
        "single" => Some(RaidLevel::Jbod),
        "raid1" if members > 2 => Some(RaidLevel::MirroredStripe),
        _ => RaidLevel::named(profile.strip_prefix("raid")?),
    }
}

#[cfg(test)]
mod tests;
