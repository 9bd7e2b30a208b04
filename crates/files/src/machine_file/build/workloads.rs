//! Workloads: their requests and their targets.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_model::{ApplicationWork, ArrayPlan, WorkloadJob};
use narrows_topology::Id;
use narrows_topology::graph::NodeKind;
use narrows_workload::{Direction, IoInterface, Workload, profile, profile_names};

use super::builder::MachineBuilder;
use super::names::NameKind;
use super::range::{block_fits, within};
use crate::machine_file::description::{self, ThreadScope};
use crate::machine_file::slip::{MachineFileSlip, Name, Result, ValueAt, unknown};

/// As deep as NVMe queues go, and more threads than machines have.
const MOST_IN_FLIGHT: u32 = 65_536;

impl MachineBuilder<'_> {
    pub fn workloads(&self, workloads: &[description::Workload]) -> Result<Vec<WorkloadJob>> {
        refuse_lonely_sets(workloads)?;
        workloads.iter().map(|workload| self.workload(workload)).collect()
    }

    fn workload(&self, described: &description::Workload) -> Result<WorkloadJob> {
        let application = described
            .application
            .as_ref()
            .map(|it| ApplicationWork { rate: it.rate.value, overlaps: it.overlaps.value });
        let (workload, on) = (requests(described)?, self.targets(&described.on)?);
        if workload.interface == IoInterface::Gpu {
            self.check_gpu(described, &on)?;
        }
        Ok(WorkloadJob {
            name: described.id.value.clone(),
            workload: Workload { pool: pool(described), ..workload },
            on,
            at_once: described.at_once.map(|at_once| at_once.value),
            together: described.together.as_ref().map(|name| name.value.clone()),
            amount: described.amount.map(|amount| amount.value),
            to: described.to.as_ref().map(|name| self.card_named(name)).transpose()?,
            application,
            flush_every: fsync(described)?,
        })
    }

    fn targets(&self, names: &[Name]) -> Result<Vec<Id>> {
        let mut first_at: BTreeMap<Id, usize> = BTreeMap::new();
        let mut targets = Vec::new();
        for name in names {
            for id in self.target(name)? {
                if let Some(at) = first_at.insert(id.clone(), name.at) {
                    let problem = Message::new("machine-target-twice").with("id", &id);
                    return Err(name.wrong(problem).against(at));
                }
                targets.push(id);
            }
        }
        Ok(targets)
    }

    fn target(&self, name: &Name) -> Result<Vec<Id>> {
        match self.names.what(&name.value) {
            Some(NameKind::Drives(ids)) => Ok(ids.clone()),
            Some(NameKind::Array) => Ok(vec![Id::new(&name.value)]),
            _ => {
                let ids = [
                    "machine-no-such-target",
                    "machine-no-such-target-near",
                    "machine-not-a-target",
                ];
                let is_target =
                    |what: &NameKind| matches!(what, NameKind::Drives(_) | NameKind::Array);
                Err(self.names.no_such(name, ids, is_target))
            }
        }
    }

    /// A GPU's own requests must go to a GPU, bypassing all layers of the host.
    fn check_gpu(&self, described: &description::Workload, on: &[Id]) -> Result<()> {
        let Some(to) = &described.to else {
            let at =
                described.interface.map(|it| it.at).or(described.profile.as_ref().map(|it| it.at));
            return Err(MachineFileSlip::new(
                at.unwrap_or(described.id.at),
                Message::new("machine-gpu-to"),
            ));
        };
        let card = self.machine.topology.nodes.get(&self.card_named(to)?);
        if card.is_none_or(|card| card.kind != NodeKind::Gpu) {
            let problem = Message::new("machine-gpu-card").with("id", &to.value);
            return Err(to.wrong(problem));
        }
        // Arrays have members, and the plan of a driver has its drive.
        let by_host = |plan: &ArrayPlan| plan.card_of(&plan.members[0]).is_none();
        let machine = &self.machine;
        let layer = |id: &&Id| machine.arrays.get(id).or_else(|| machine.drivers.get(id));
        match on.iter().find(|id| layer(id).is_some_and(by_host)) {
            Some(id) => {
                let at = described.on.first().map_or(described.id.at, |name| name.at);
                Err(MachineFileSlip::new(at, Message::new("machine-gpu-layer").with("id", id)))
            }
            None => Ok(()),
        }
    }

    fn card_named(&self, name: &Name) -> Result<Id> {
        if self.names.what(&name.value) == Some(&NameKind::Card) {
            return Ok(Id::new(&name.value));
        }
        let ids = ["machine-no-such-card", "machine-no-such-card-near", "machine-not-a-card"];
        Err(self.names.no_such(name, ids, |what| *what == NameKind::Card))
    }
}

/// As fio counts it: the writes of a job between two flushes. What is only read is never flushed.
fn fsync(described: &description::Workload) -> Result<Option<u32>> {
    let every = described.fsync.as_ref().map(|every| within(every, 1, MOST_IN_FLIGHT));
    every.transpose()
}

/// Name of the thread pool that serves all targets: the workload's.
fn pool(described: &description::Workload) -> Option<String> {
    let shared = described.threads.is_some_and(|threads| threads.value == ThreadScope::Shared);
    shared.then(|| described.id.value.clone())
}

fn refuse_lonely_sets(workloads: &[description::Workload]) -> Result<()> {
    let mut sets: BTreeMap<&str, (usize, &Name)> = BTreeMap::new();
    for name in workloads.iter().filter_map(|workload| workload.together.as_ref()) {
        sets.entry(&name.value).or_insert((0, name)).0 += 1;
    }
    let lonely = sets.values().filter(|(members, _)| *members == 1).map(|(_, name)| *name);
    match lonely.min_by_key(|name| name.at) {
        Some(name) => {
            Err(name.wrong(Message::new("machine-together-alone").with("id", &name.value)))
        }
        None => Ok(()),
    }
}

fn requests(described: &description::Workload) -> Result<Workload> {
    let Some(name) = &described.profile else { return spelled_out(described) };
    // Position of the first key that the profile already sets.
    let numbers = [described.read_share, described.depth, described.jobs];
    let numbers = numbers.iter().flatten().map(|number| number.at);
    let pattern = described.pattern.map(|pattern| pattern.at);
    let block = described.block.map(|block| block.at);
    let interface = described.interface.map(|interface| interface.at);
    if let Some(at) = numbers.chain(pattern).chain(block).chain(interface).min() {
        return Err(
            MachineFileSlip::new(at, Message::new("machine-profile-and-more")).against(name.at)
        );
    }
    let problem = || {
        let names = profile_names();
        let known = names.iter().map(String::as_str);
        name.wrong(unknown(
            "machine-no-such-profile",
            "machine-no-such-profile-near",
            &name.value,
            known,
        ))
    };
    profile(&name.value).ok_or_else(problem)
}

fn spelled_out(described: &description::Workload) -> Result<Workload> {
    let pattern = needed(described, described.pattern, "pattern")?.value;
    let block = block_fits(&needed(described, described.block, "block")?)?;
    let depth = within(&needed(described, described.depth, "depth")?, 1, MOST_IN_FLIGHT)?;
    let jobs = described.jobs.as_ref().map(|jobs| within(jobs, 1, MOST_IN_FLIGHT)).transpose()?;
    let share = described.read_share.as_ref().map(|share| within(share, 0, 100)).transpose()?;
    let workload = Workload {
        read_percent: share.and_then(|share| u8::try_from(share).ok()).unwrap_or(100),
        jobs: jobs.unwrap_or(1),
        interface: described.interface.map(|interface| interface.value).unwrap_or_default(),
        ..Workload::new(pattern, Direction::Read, block, depth)
    };
    Ok(workload.named_after_itself())
}

fn needed<T: Copy>(
    described: &description::Workload,
    value: Option<ValueAt<T>>,
    key: &'static str,
) -> Result<ValueAt<T>> {
    value.ok_or_else(|| described.id.wrong(Message::new("machine-workload-key").with("key", key)))
}
