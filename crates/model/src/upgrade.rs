//! The gain of each possible change: the other half of a certificate.
//!
//! Every limit that binds is doubled, one at a time, and the whole is lowered and solved again.
//! Faster drives and another drive are always among the changes: people consider buying them, so
//! that even a gain of zero is worth knowing.
//!
//! The caller decides whether a slot is free for another drive ([`More`]); whether a link can be
//! had twice as fast is not checked here.

mod apply;

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_topology::Id;
use narrows_units::BytesPerSec;

use crate::limit::{LimitKind, ResourceLimit};
use crate::machine::Machine;
use crate::predict::{LoadedLimit, TargetPrediction};
use crate::workload_on_target::{WorkloadOnTarget, predict_workloads};

/// Most targets for which upgrades are calculated: all is solved again for each change.
pub const UPGRADE_TARGETS: usize = 64;

/// Relative differences below this count as none.
const NOTHING: f64 = 0.005;

#[derive(Clone, Debug, PartialEq)]
pub struct UpgradeGain {
    pub remedy: UpgradeOption,
    /// The change as a message: "the chipset's uplink twice as fast".
    pub what: Message,
    /// The relative gain of the set's total rate: 0.31 is 31 % more.
    pub gain: f64,
    /// The set's total rate after the change.
    pub rate: BytesPerSec,
    /// The bottleneck of most of it after the change.
    pub limit: Option<LoadedLimit>,
}

/// Possible changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UpgradeOption {
    /// Links between devices and their ports, and cables, twice as fast.
    Links(Vec<Id>),
    /// SATA, SAS or USB links twice as fast.
    Transports(Vec<Id>),
    /// Uplinks of chipsets or switches, twice as fast.
    Uplinks(Vec<Id>),
    /// Locations with ceilings twice as high.
    Places(Vec<Id>),
    /// The set's drives twice as fast in everything.
    Drives,
    Depth,
    /// Twice as many threads.
    Jobs,
    Cores,
    Clock,
    Memory,
    /// Write caches twice as large.
    Cache,
    Application,
    /// One more drive like the last of the set, or one more member.
    AnotherDrive,
    Chunk,
}

/// The machine with this many more drives like this one, and their ids; `None` if there is no slot
/// for them.
pub type AddDrivesFn<'a> = &'a dyn Fn(&Machine, &Id, usize) -> Option<(Machine, Vec<Id>)>;

/// More drives beside one whose slot is unknown: each on its own path, like that one's.
pub fn beside(machine: &Machine, like: &Id, more: usize) -> Option<(Machine, Vec<Id>)> {
    let start = (machine.clone(), Vec::new());
    (0..more).try_fold(start, |(machine, mut drives), _| {
        let (larger, twin) = machine.with_twin(like)?;
        drives.push(twin);
        Some((larger, drives))
    })
}

/// The gains of all changes for `workloads` running at once, largest first. Empty if nothing is known,
/// or for more than [`UPGRADE_TARGETS`].
///
/// `more` gives the machine with more drives like one of the set, or `None` if there is no slot for
/// them; then another drive is not among the changes.
pub fn upgrades(
    machine: &Machine,
    workloads: &[WorkloadOnTarget],
    more: AddDrivesFn<'_>,
) -> Vec<UpgradeGain> {
    if workloads.len() > UPGRADE_TARGETS {
        return Vec::new();
    }
    let before = predict_workloads(machine, workloads);
    let total = total(&before);
    if total <= 0.0 {
        return Vec::new();
    }
    let remedies = remedies(machine, workloads, &before).into_iter();
    let mut gains: Vec<UpgradeGain> =
        remedies.filter_map(|remedy| upgrade(machine, workloads, remedy, total, more)).collect();
    gains.sort_by(|a, b| b.gain.total_cmp(&a.gain).then_with(|| a.remedy.cmp(&b.remedy)));
    gains
}

fn upgrade(
    machine: &Machine,
    workloads: &[WorkloadOnTarget],
    remedy: UpgradeOption,
    before: f64,
    more: AddDrivesFn<'_>,
) -> Option<UpgradeGain> {
    let (changed, then) = remedy.apply(machine, workloads, more)?;
    let outcomes = predict_workloads(&changed, &then);
    let rate = total(&outcomes);
    let gain = rate / before - 1.0;
    let changes = gain.abs() >= NOTHING;
    if remedy == UpgradeOption::Chunk && !changes {
        return None;
    }
    let what = remedy.message(&changed, &then);
    let gain = if changes { gain } else { 0.0 };
    // A change that loses is no upgrade.
    (gain >= 0.0).then_some(())?;
    Some(UpgradeGain {
        remedy,
        what,
        gain,
        rate: BytesPerSec::new(rate),
        limit: holding(&outcomes),
    })
}

fn total(outcomes: &[TargetPrediction]) -> f64 {
    outcomes.iter().map(|outcome| outcome.rate.get()).sum()
}

/// The bottleneck of most of the traffic; `None` without any.
pub fn holding(outcomes: &[TargetPrediction]) -> Option<LoadedLimit> {
    let mut held: BTreeMap<(LimitKind, &Id), (f64, &LoadedLimit)> = BTreeMap::new();
    for TargetPrediction { rate, limit, .. } in outcomes {
        let key = (limit.limit.kind, &limit.limit.id);
        held.entry(key).or_insert((0.0, limit)).0 += rate.get();
    }
    // Of limits that bind equally much, the first.
    let most = held.into_values().rev().max_by(|(a, _), (b, _)| a.total_cmp(b));
    most.map(|(_, bound)| bound.clone())
}

/// The changes worth trying where these limits bind.
fn remedies(
    machine: &Machine,
    workloads: &[WorkloadOnTarget],
    outcomes: &[TargetPrediction],
) -> Vec<UpgradeOption> {
    let limits = || outcomes.iter().map(|outcome| &outcome.limit.limit);
    let binds = |kind: LimitKind| limits().any(|limit| limit.kind == kind);
    let threads = limits().any(|limit| limit.name.id() == "limit-threads");
    // Writes that wait for reads of parity gain by more queue depth, not by a faster clock.
    let reads_first = |limit: &ResourceLimit| limit.name.id() == "limit-reads-first";
    let waits = limits().any(|limit| limit.kind == LimitKind::Depth || reads_first(limit));
    let computes = |limit: &ResourceLimit| {
        matches!(limit.kind, LimitKind::Cpu | LimitKind::RaidLayer) && !reads_first(limit)
    };
    let others = [
        (true, UpgradeOption::Drives),
        (waits, UpgradeOption::Depth),
        (threads, UpgradeOption::Jobs),
        (binds(LimitKind::Cpu) && !threads, UpgradeOption::Cores),
        (limits().any(computes), UpgradeOption::Clock),
        (binds(LimitKind::Memory), UpgradeOption::Memory),
        (binds(LimitKind::Cache), UpgradeOption::Cache),
        (workloads.iter().any(|it| it.application.is_some()), UpgradeOption::Application),
        (true, UpgradeOption::AnotherDrive),
        (true, UpgradeOption::Chunk),
    ];
    let others = others.into_iter().filter_map(|(worth, remedy)| worth.then_some(remedy));
    wider_ways(machine, outcomes).into_iter().chain(others).collect()
}

/// Links, uplinks and locations that bind, each kind as one change: widening one of several narrow
/// links does not speed up a set. Links that cannot be had wider are left as they are.
fn wider_ways(machine: &Machine, outcomes: &[TargetPrediction]) -> Vec<UpgradeOption> {
    let of = |is_it: &dyn Fn(LimitKind, &str) -> bool| -> Vec<Id> {
        let limits = outcomes.iter().map(|outcome| &outcome.limit.limit);
        let binding = limits.filter(|limit| is_it(limit.kind, limit.name.id()));
        binding.map(|limit| limit.id.clone()).collect::<BTreeSet<_>>().into_iter().collect()
    };
    let mut links = of(&|kind, name| kind == LimitKind::Link && name != "limit-transport");
    let transports = of(&|_, name| name == "limit-transport");
    let mut uplinks = of(&|kind, _| kind == LimitKind::Uplink);
    links.retain(|id| apply::has_wider(machine, id));
    uplinks.retain(|id| apply::has_wider(machine, id));
    let places = of(&|kind, _| matches!(kind, LimitKind::RootComplex | LimitKind::Controller));
    [
        (!links.is_empty()).then_some(UpgradeOption::Links(links)),
        (!transports.is_empty()).then_some(UpgradeOption::Transports(transports)),
        (!uplinks.is_empty()).then_some(UpgradeOption::Uplinks(uplinks)),
        (!places.is_empty()).then_some(UpgradeOption::Places(places)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests;
