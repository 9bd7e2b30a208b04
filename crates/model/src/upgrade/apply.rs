//! Applies changes.

use std::collections::BTreeSet;

use narrows_messages::{Message, drive_names};
use narrows_topology::Id;
use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::NodeKind;
use narrows_units::{Bytes, BytesPerSec, Gigahertz, Iops, Lanes, LinkWidth, Nanos, TransferRate};

use super::{AddDrivesFn, UpgradeOption};
use crate::array::RaidEngine;
use crate::change::MachineChange;
use crate::figures::{BandedFigure, DriveFigures};
use crate::limit::LimitKind;
use crate::machine::{LocationCeiling, Machine};
use crate::workload_on_target::WorkloadOnTarget;
use narrows_array::RaidLevel;

/// Processors of one generation differ by about this much.
const FASTER_CLOCK: f64 = 1.25;

impl UpgradeOption {
    /// The machine and the workloads after this change; `None` if there is nothing to change.
    pub fn apply(
        &self,
        machine: &Machine,
        workloads: &[WorkloadOnTarget],
        more: AddDrivesFn<'_>,
    ) -> Option<(Machine, Vec<WorkloadOnTarget>)> {
        let (mut changed, mut then) = (machine.clone(), workloads.to_vec());
        match self {
            Self::Links(ids) | Self::Uplinks(ids) => widen(&mut changed, ids)?,
            Self::Transports(ids) => ids.iter().for_each(|id| speed_up(&mut changed, id)),
            Self::Places(ids) => ids.iter().for_each(|id| {
                // The entry alone lifts a limit that is only assumed of a place without ceilings
                // (`adapter.rs`, `complex.rs`).
                changed.ceilings.entry(id.clone()).or_default().iter_mut().for_each(double);
            }),
            Self::Drives => faster_drives(&mut changed, workloads)?,
            Self::Depth => then.iter_mut().for_each(|it| it.workload.depth *= 2),
            Self::Jobs => then.iter_mut().for_each(|it| it.workload.jobs *= 2),
            Self::Cores => changed.host.cores = Some(changed.host.cores?.saturating_mul(2)),
            Self::Clock => {
                let clock = changed.busy_clock();
                changed.host.clock = Some(Gigahertz::new(clock.get() * FASTER_CLOCK));
            }
            Self::Memory => changed.host.memory = changed.host.memory.map(|rate| doubled(&rate)),
            Self::Cache => {
                for drive in drives_of(machine, workloads) {
                    let figures = changed.figures.get_mut(&drive);
                    if let Some(cache) = figures.and_then(|figures| figures.cache.as_mut()) {
                        cache.size = twice(cache.size);
                    }
                }
            }
            Self::Application => {
                for program in then.iter_mut().filter_map(|it| it.application.as_mut()) {
                    program.rate = program.rate * 2.0;
                }
            }
            Self::AnotherDrive => return another_drive(machine, workloads, more),
            Self::Chunk => {
                let [WorkloadOnTarget { target, .. }] = workloads else { return None };
                let chunk = twice(machine.arrays.get(target)?.chunk());
                changed = machine.changed(&MachineChange::Chunk(target.clone(), chunk))?;
            }
        }
        Some((changed, then))
    }

    /// The change as a message; `machine` and `workloads` are those after it.
    pub(super) fn message(&self, machine: &Machine, workloads: &[WorkloadOnTarget]) -> Message {
        let of = |id, ids: &[Id]| {
            Message::new(id)
                .with("id", drive_names(ids.iter().map(Id::as_str)))
                .count("count", ids.len())
        };
        match self {
            Self::Links(ids) => {
                let kind = |id| machine.topology.nodes.get(id).map(|node| node.kind);
                let is_network = ids.iter().all(|id| kind(id) == Some(NodeKind::NetworkLink));
                of(if is_network { "upgrade-networks" } else { "upgrade-links" }, ids)
            }
            Self::Transports(ids) => of("upgrade-transports", ids),
            Self::Uplinks(ids) => {
                let kind = |id| machine.topology.nodes.get(id).map(|node| node.kind);
                let is_chipset = ids.iter().all(|id| kind(id) == Some(NodeKind::Chipset));
                of(if is_chipset { "upgrade-chipset" } else { "upgrade-uplinks" }, ids)
            }
            Self::Places(ids) => of("upgrade-places", ids),
            Self::Drives => {
                Message::new("upgrade-drives").count("count", drives_of(machine, workloads).len())
            }
            Self::Depth => Message::new("upgrade-depth"),
            Self::Jobs => Message::new("upgrade-jobs"),
            Self::Cores => Message::new("upgrade-cores"),
            Self::Clock => Message::new("upgrade-clock"),
            Self::Memory => Message::new("upgrade-memory"),
            Self::Cache => Message::new("upgrade-cache"),
            Self::Application => Message::new("upgrade-application"),
            Self::AnotherDrive => another(machine, workloads),
            Self::Chunk => {
                let array = workloads.first().and_then(|it| machine.arrays.get(&it.target));
                let chunk = array.map(|array| array.chunk()).unwrap_or_default();
                Message::new("upgrade-chunk").with("chunk", chunk)
            }
        }
    }
}

fn another(machine: &Machine, workloads: &[WorkloadOnTarget]) -> Message {
    match workloads {
        [WorkloadOnTarget { target, .. }] if machine.arrays.contains_key(target) => {
            let members = machine.arrays.get(target).map_or(0, |array| array.members.len());
            Message::new("upgrade-another-member").count("count", members)
        }
        _ => {
            let slot = workloads.last().and_then(|it| slot_of(machine, &it.target));
            let id =
                if slot.is_some() { "upgrade-another-drive-in" } else { "upgrade-another-drive" };
            let message = Message::new(id).count("count", workloads.len());
            message.with("slot", slot.unwrap_or_default())
        }
    }
}

/// The slot that a drive is in: a gain that its place brings is no gain elsewhere.
fn slot_of<'a>(machine: &'a Machine, drive: &Id) -> Option<&'a str> {
    let controller = machine.topology.drives.get(drive)?.controller.as_ref()?;
    let mut nodes = machine.topology.path(controller).map(|(_, node)| node);
    nodes.find_map(|node| Some(node.slot.as_ref()?.0.as_str()))
}

fn drives_of(machine: &Machine, workloads: &[WorkloadOnTarget]) -> BTreeSet<Id> {
    let below = |it: &WorkloadOnTarget| match machine.arrays.get(&it.target) {
        Some(array) => array.members.clone(),
        None => vec![it.target.clone()],
    };
    workloads.iter().flat_map(below).collect()
}

fn is_behind_chipset(machine: &Machine, drive: &Id) -> bool {
    let topology = &machine.topology;
    let controller = topology.drives.get(drive).and_then(|drive| drive.controller.as_ref());
    controller.is_some_and(|id| topology.path(id).any(|(_, node)| node.kind == NodeKind::Chipset))
}

/// Whether something twice as wide can be had in place of this node's link or path.
pub(super) fn has_wider(machine: &Machine, id: &Id) -> bool {
    widen(&mut machine.clone(), std::slice::from_ref(id)).is_some()
}

/// Doubles the capacity of these nodes' links and other paths.
fn widen(machine: &mut Machine, ids: &[Id]) -> Option<()> {
    let nodes = &mut machine.topology.nodes;
    let ports: BTreeSet<Id> =
        ids.iter().filter_map(|id| nodes.get(id)?.link.as_ref()?.port.clone()).collect();
    let mut changed = false;
    for (id, node) in nodes.iter_mut() {
        let Some(link) = node.link.as_mut().filter(|link| !link.internal) else { continue };
        // Functions of one device share one link.
        if ids.contains(id) || link.port.as_ref().is_some_and(|port| ports.contains(port)) {
            let Some(wider) = link.current.and_then(wider) else { continue };
            (link.current, link.possible, link.port_possible) =
                (Some(wider), Some(wider), Some(wider));
            changed = true;
        }
    }
    let ceilings = machine.ceilings.iter_mut().filter(|(id, _)| ids.contains(id));
    for ceiling in ceilings.flat_map(|(_, ceilings)| ceilings) {
        if matches!(ceiling.kind, LimitKind::Link | LimitKind::Uplink) {
            double(ceiling);
            changed = true;
        }
    }
    changed.then_some(())
}

/// No slot, and no link to a chipset, has more lanes.
const MOST_LANES: u8 = 16;
/// The last generation with boards to buy.
const LAST_GENERATION: u8 = 5;

/// Twice the lanes; if no slot has that many, the next rate. `None` if nothing that can be bought is twice as fast.
fn wider(link: LinkWidth) -> Option<LinkWidth> {
    let lanes = link.lanes.get().checked_mul(2).filter(|lanes| *lanes <= MOST_LANES);
    let next = Some(link.rate.generation() + 1).filter(|next| *next <= LAST_GENERATION);
    match (lanes.and_then(Lanes::new), next.and_then(TransferRate::from_generation)) {
        (Some(lanes), _) => Some(LinkWidth { lanes, ..link }),
        (None, Some(rate)) => Some(LinkWidth { rate, ..link }),
        (None, None) => None,
    }
}

fn speed_up(machine: &mut Machine, drive: &Id) {
    let transport = machine.topology.drives.get_mut(drive).and_then(|it| it.transport.as_mut());
    match transport {
        Some(DriveTransport::Sata { gbit_s } | DriveTransport::Sas { gbit_s }) => *gbit_s *= 2.0,
        Some(DriveTransport::Usb { mbit_s }) => *mbit_s = mbit_s.saturating_mul(2),
        Some(DriveTransport::Virtio) | None => {}
    }
}

fn double(ceiling: &mut LocationCeiling) {
    let LocationCeiling { read, write, both, operations, .. } = ceiling;
    for rate in [read, write, both].into_iter().flatten() {
        *rate = doubled(rate);
    }
    *operations =
        operations.map(|it| BandedFigure { value: Iops::new(it.value.get() * 2.0), ..it });
}

fn doubled(rate: &BandedFigure<BytesPerSec>) -> BandedFigure<BytesPerSec> {
    BandedFigure { value: rate.value * 2.0, ..*rate }
}

fn faster_drives(machine: &mut Machine, workloads: &[WorkloadOnTarget]) -> Option<()> {
    let mut changed = None;
    for drive in drives_of(machine, workloads) {
        if let Some(figures) = machine.figures.get_mut(&drive) {
            faster(figures);
            changed = Some(());
        }
    }
    changed
}

/// Doubles the rates and halves the latencies.
fn faster(figures: &mut DriveFigures) {
    let rates = [&mut figures.read, &mut figures.write];
    rates.into_iter().flatten().for_each(|rate| *rate = doubled(rate));
    for operations in [&mut figures.random_read, &mut figures.random_write].into_iter().flatten() {
        operations.value = Iops::new(operations.value.get() * 2.0);
    }
    let waits =
        [&mut figures.read_latency, &mut figures.write_latency, &mut figures.sequential_latency];
    for wait in waits.into_iter().flatten() {
        wait.value = Nanos::new(wait.value.get() / 2);
    }
    if let Some(cache) = &mut figures.cache {
        cache.after = doubled(&cache.after);
    }
}

fn twice(size: Bytes) -> Bytes {
    Bytes::new(size.get().saturating_mul(2))
}

fn another_drive(
    machine: &Machine,
    workloads: &[WorkloadOnTarget],
    more: AddDrivesFn<'_>,
) -> Option<(Machine, Vec<WorkloadOnTarget>)> {
    let last = workloads.last()?;
    if let (1, Some(array)) = (workloads.len(), machine.arrays.get(&last.target)) {
        // One more member in one of several arrays would make them unequal.
        if array.over.is_some() {
            return None;
        }
        // Pairs grow by pairs.
        let count = if array.level == RaidLevel::MirroredStripe { 2 } else { 1 };
        let (mut changed, twins) = more(machine, array.members.last()?, count)?;
        // RST takes drives behind the chipset only.
        if array.engine == RaidEngine::IntelRst
            && twins.iter().any(|twin| !is_behind_chipset(&changed, twin))
            && array.members.iter().all(|member| is_behind_chipset(machine, member))
        {
            return None;
        }
        changed.arrays.get_mut(&last.target)?.members.extend(twins);
        return Some((changed, workloads.to_vec()));
    }
    let (changed, twins) = more(machine, &last.target, 1)?;
    let twins = twins.into_iter().map(|twin| last.of(twin));
    Some((changed, workloads.iter().cloned().chain(twins).collect()))
}
