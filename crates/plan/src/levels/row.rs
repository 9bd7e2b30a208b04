//! A level with a number of drives.

use std::collections::BTreeSet;

use narrows_catalog::drive::{self, DriveModel};
use narrows_model::{
    DriveFigures, LoadedLimit, Machine, RaidLevel, StripeOverArrays, TargetPrediction,
    WorkloadOnTarget, predict_workloads,
};
use narrows_topology::Id;
use narrows_units::{Bytes, BytesPerSec};
use narrows_workload::{Direction, Pattern, Workload};

use super::hours::{HourRange, pass};
use super::{DriveBatch, LEVELS, LevelContext, NetworkPath};
use crate::buying::limitless;
use crate::feasibility::RaidEngineKind;
use crate::request::ArrayConstraint;
use crate::serving;

/// A level with a number of drives.
#[derive(Clone, Debug, PartialEq)]
pub struct RaidLevelRow {
    /// The level; with several groups under a stripe, that of each group.
    pub level: RaidLevel,
    pub groups: usize,
    pub drives: usize,
    /// Drives that may fail without loss, whichever they are.
    pub may_fail: usize,
    pub usable: Bytes,
    /// Sequential reads of 128 KiB at depth 32; `None` if nothing is known of the drive.
    pub read: Option<TargetPrediction>,
    /// Sequential writes, likewise.
    pub write: Option<TargetPrediction>,
    /// Random reads of 4 KiB at depth 32, and writes.
    pub random_read: Option<TargetPrediction>,
    pub random_write: Option<TargetPrediction>,
    /// The part of the reads that a network carries.
    pub served: Option<ServedRate>,
    /// From the new drive's first byte to its last; `None` for a level that loses everything with one
    /// drive, or if a rate is not known.
    pub rebuild: Option<HourRange>,
    /// Reading all of every drive.
    pub scrub: Option<HourRange>,
}

/// Rate over a network.
#[derive(Clone, Debug, PartialEq)]
pub struct ServedRate {
    pub rate: BytesPerSec,
    /// The network is the bottleneck: the drives could deliver more.
    pub by_network: bool,
}

/// md's usual chunk (mdadm(8)).
const CHUNK: u64 = 512 * 1024;
/// Name of the array; unique in a machine.
const ARRAY: &str = "narrows-levels";

/// Every level possible with this many drives.
pub fn rows(setting: &LevelContext<'_>, bay: &DriveBatch) -> Vec<RaidLevelRow> {
    let count = bay.drives.len();
    let is_usual = |level: &RaidLevel| match level {
        RaidLevel::Mirror => count == 2,
        RaidLevel::MirroredStripe => count >= 4 && count.is_multiple_of(2),
        level => count >= level.fewest(),
    };
    let one = LEVELS.into_iter().filter(is_usual).map(|level| (level, 1));
    // Two groups with parity, where each has more data than parity.
    let is_grouped = |level: &RaidLevel| match *level {
        RaidLevel::Parity(parity) => count.is_multiple_of(2) && count / 2 > 2 * usize::from(parity),
        _ => false,
    };
    let two = LEVELS.into_iter().filter(is_grouped).map(|level| (level, 2));
    one.chain(two).filter_map(|(level, groups)| row(setting, bay, (level, groups))).collect()
}

fn row(
    setting: &LevelContext<'_>,
    bay: &DriveBatch,
    (level, groups): (RaidLevel, usize),
) -> Option<RaidLevelRow> {
    let first = bay.devices.get(*bay.drives.first()?)?;
    let mut model = drive::drive(&first.model)?.clone();
    // The model may stand for a drive of another size.
    model.size = first.drive_size()?;
    let model = &model;
    let constraint = ArrayConstraint {
        id: ARRAY.to_owned(),
        level,
        members: bay.drives.clone(),
        means: vec![RaidEngineKind::LinuxMd],
    };
    let mut whole = setting
        .inventory
        .machine(&bay.devices, &bay.placement, &[(&constraint, RaidEngineKind::LinuxMd)])
        .ok()?;
    // A request knows no stripe over arrays: the plan that was made of it gets one.
    if let Some(array) = whole.arrays.get_mut(&Id::new(ARRAY)).filter(|_| groups > 1) {
        array.over = Some(StripeOverArrays {
            arrays: (0..groups).map(|number| Id::new(format!("{ARRAY}-{number}"))).collect(),
            engine: array.engine,
            chunk: None,
            controllers: vec![None; groups],
        });
    }
    // Rebuilds and scrubs address the drives themselves, below the array.
    let apart = setting.inventory.machine(&bay.devices, &bay.placement, &[]).ok()?;
    let rate = |workload: &Workload| {
        let workloads = [WorkloadOnTarget::new(&Id::new(ARRAY), workload)];
        predict_workloads(&whole, &workloads).into_iter().next()
    };
    let at_random = |direction| rate(&Workload::new(Pattern::Random, direction, Bytes::kib(4), 32));
    let read = rate(&in_sequence(Direction::Read));
    let served = setting.network.zip(read.as_ref());
    let served = served.and_then(|(network, read)| self::served(&whole, bay, network, read.rate));
    let each = bay.drives.len() / groups;
    Some(RaidLevelRow {
        level,
        groups,
        drives: bay.drives.len(),
        may_fail: may_fail(level, bay.drives.len()),
        usable: Bytes::new(groups as u64 * level.capacity(each, model.size.get(), CHUNK)),
        write: rate(&in_sequence(Direction::Write)),
        random_read: at_random(Direction::Read),
        random_write: at_random(Direction::Write),
        served,
        rebuild: rebuild(&apart, (bay, each), model, level),
        scrub: least_share(&apart, &drives(bay), bay.drives.iter().map(|_| Direction::Read))
            .and_then(|share| pass(model, false, share)),
        read,
    })
}

/// Of groups all may be in one; of striped mirrors the second may be the first one's twin.
pub fn may_fail(level: RaidLevel, drives: usize) -> usize {
    match level {
        RaidLevel::Jbod | RaidLevel::Stripe => 0,
        RaidLevel::Mirror => drives.saturating_sub(1),
        RaidLevel::MirroredStripe => 1,
        RaidLevel::Parity(parity) => usize::from(parity),
    }
}

fn in_sequence(direction: Direction) -> Workload {
    Workload::new(Pattern::Sequential, direction, Bytes::kib(128), 32)
}

fn served(
    machine: &Machine,
    bay: &DriveBatch,
    network: &NetworkPath,
    read: BytesPerSec,
) -> Option<ServedRate> {
    let carried = match &network.card {
        None => read.get(),
        Some(card) => {
            let card = bay.devices.iter().find(|device| device.id == *card)?;
            let (node, _) = card.body.nodes.first()?;
            let workload = in_sequence(Direction::Read);
            serving::serving(machine, node, network.carries, &workload)?.rate.get()
        }
    };
    let rate = BytesPerSec::new(carried.min(read.get()).min(network.carries.get()));
    Some(ServedRate { rate, by_network: rate.get() >= network.carries.get() * FULL })
}

/// A network counts as full from this part on.
const FULL: f64 = 0.999;

/// All survivors of a group of `each` are read and the new drive is written at once; of a mirror only its twin is read.
fn rebuild(
    machine: &Machine,
    (bay, each): (&DriveBatch, usize),
    model: &DriveModel,
    level: RaidLevel,
) -> Option<HourRange> {
    let read = match level {
        RaidLevel::Jbod | RaidLevel::Stripe => return None,
        RaidLevel::Mirror | RaidLevel::MirroredStripe => 1,
        RaidLevel::Parity(_) => each - 1,
    };
    let ways = [Direction::Write].into_iter().chain((0..read).map(|_| Direction::Read));
    let share = least_share(machine, &drives(bay), ways)?;
    Some(pass(model, true, share)?.beside(pass(model, false, share)?))
}

fn drives(bay: &DriveBatch) -> Vec<&Id> {
    bay.drives.iter().filter_map(|&at| bay.devices.get(at)?.drive()).collect()
}

/// The rate that links and controllers leave to the drive that gets least of them, while each of
/// the first drives does this at once. Members go in step, so that the slowest decides.
pub(super) fn least_share(
    machine: &Machine,
    drives: &[&Id],
    ways: impl Iterator<Item = Direction>,
) -> Option<BytesPerSec> {
    let mut machine = machine.clone();
    let known: BTreeSet<&Id> = drives.iter().copied().collect();
    // Drives that limit nothing show what links and controllers leave to each.
    let figures: DriveFigures = limitless();
    machine.figures.extend(known.iter().map(|id| ((*id).clone(), figures.clone())));
    let workloads: Vec<WorkloadOnTarget> = drives
        .iter()
        .zip(ways)
        .map(|(id, way)| WorkloadOnTarget::new(id, &in_sequence(way)))
        .collect();
    let outcomes = predict_workloads(&machine, &workloads);
    outcomes.iter().map(|outcome| outcome.rate).min_by(|a, b| a.get().total_cmp(&b.get()))
}

impl RaidLevelRow {
    /// The limit of reading files: `None` if that is the network.
    pub fn limit(&self) -> Option<&LoadedLimit> {
        let by_network = self.served.as_ref().is_some_and(|served| served.by_network);
        self.read.as_ref().filter(|_| !by_network).map(|read| &read.limit)
    }
}
