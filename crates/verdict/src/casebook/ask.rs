//! The model's answer to one question: a rate, seconds, load of a core, a link, or lanes.

use narrows_catalog::casebook::{
    CacheModeName as AskedCache, MachineVariation as AskedChange, PredictionMeasure,
    PredictionQuery,
};
use narrows_model::lower::{WriteCacheState, lower};
use narrows_model::{
    ApplicationWork, ArrayCacheMode, Demand, LimitKind, LoadedLimit, Machine, MachineChange,
    PredictedTotal, PredictionBasis, TargetPrediction, WorkloadTask, predict_set,
};
use narrows_record::word::FigureUnit;
use narrows_topology::Id;
use narrows_units::{BytesPerSec, Iops};
use narrows_workload::{Workload, profile};

use super::lanes;

/// A prediction with its 80 % band.
#[derive(Clone, Debug)]
pub(super) struct CasebookAnswer {
    pub figure: f64,
    pub low: f64,
    pub high: f64,
    /// The bottleneck; `None` for lanes.
    pub limit: Option<LoadedLimit>,
    pub ground: Option<PredictionBasis>,
}

impl CasebookAnswer {
    fn exact(figure: f64) -> Self {
        Self { figure, low: figure, high: figure, limit: None, ground: None }
    }
}

/// A question, with its machine after the requested changes.
pub(super) struct CasebookQuestion<'a> {
    ask: &'a PredictionQuery,
    machine: Machine,
}

impl<'a> CasebookQuestion<'a> {
    /// `None` if the machine lacks the subject of the change.
    pub fn new(ask: &'a PredictionQuery, machine: &Machine) -> Option<Self> {
        let mut machine = machine.clone();
        let changes = ask.change.as_ref().map_or_else(|| Some(Vec::new()), changes)?;
        for change in &changes {
            machine = machine.changed(change)?;
        }
        Some(Self { ask, machine })
    }

    /// The answer in `unit`, in bytes a second for `x`; with `application` between the requests.
    pub fn answer(
        &self,
        unit: &FigureUnit,
        application: Option<ApplicationWork>,
    ) -> Option<CasebookAnswer> {
        match self.ask.measure {
            PredictionMeasure::Rate => {
                let workload = self.workload()?;
                let meant = self.outcome(&workload, application)?;
                meant.converted(|rate| figure(rate, &workload, unit))
            }
            PredictionMeasure::Seconds => {
                let meant = self.outcome(&self.workload()?, application)?;
                let amount = self.ask.amount?.as_f64();
                meant.converted(|rate| Some(amount / rate.get().max(1.0)))
            }
            PredictionMeasure::CorePercent => {
                core_percent(&self.outcome(&self.workload()?, application)?)
            }
            PredictionMeasure::Link => self.link(unit),
            PredictionMeasure::LanesNeeded => {
                lanes::needed(&self.machine, &self.ask.together).map(CasebookAnswer::exact)
            }
            PredictionMeasure::LanesOffered => {
                lanes::offered(&self.machine).map(CasebookAnswer::exact)
            }
        }
    }

    fn workload(&self) -> Option<Workload> {
        profile(self.ask.workload.as_deref()?)
    }

    fn outcome(
        &self,
        workload: &Workload,
        application: Option<ApplicationWork>,
    ) -> Option<CombinedOutcome> {
        let together: Vec<Id> = self.ask.together.iter().map(Id::new).collect();
        let flush_every = self.ask.fsync;
        let plain = |target| WorkloadTask::new(target, workload);
        let task = |target| WorkloadTask { application, flush_every, ..plain(target) };
        let mut tasks: Vec<WorkloadTask<'_>> = together.iter().map(task).collect();
        let writes = Workload { read_percent: 0, ..workload.clone() }.named_after_itself();
        let to = self.ask.to.as_ref().map(Id::new);
        if let Some(to) = &to {
            tasks.push(WorkloadTask::new(to, &writes));
        }
        let (mut outcomes, total) = predict_set(&self.machine, &tasks);
        // Of one of them nothing is known: neither the sum nor the copy is.
        if outcomes.len() < tasks.len() {
            return None;
        }
        // The write was added last.
        let written = to.as_ref().and_then(|_| outcomes.pop());
        let wanted = self.ask.of.as_str();
        if wanted == "total" && written.is_none() {
            let PredictedTotal { rate, low, high, .. } = total?;
            return Some(CombinedOutcome {
                rate,
                low,
                high,
                ..CombinedOutcome::of(outcomes.first()?)
            });
        }
        let read = outcomes.iter().find(|it| wanted == "total" || it.target.as_str() == wanted)?;
        let read = CombinedOutcome::of(read);
        Some(match written {
            Some(written) => read.through(CombinedOutcome::of(&written)),
            None => read,
        })
    }

    /// Capacity of the link above the location: the model's own limit for it, shown by a drive
    /// there, or by a card that demands more than any link carries.
    fn link(&self, unit: &FigureUnit) -> Option<CasebookAnswer> {
        let workload = profile("seq-read-128k-q32")?;
        let of = Id::new(&self.ask.of);
        let drive = self.machine.topology.drives.get(&of);
        let node = drive.and_then(|drive| drive.controller.clone()).unwrap_or_else(|| of.clone());
        let mut machine = self.machine.clone();
        let together: Vec<Id> = self.ask.together.iter().map(Id::new).collect();
        let is_card = |id: &&Id| machine.topology.nodes.contains_key(*id);
        let cards: Vec<Id> = together.iter().filter(is_card).cloned().collect();
        let all = BytesPerSec::mb_s(1e6);
        let demand = |node| Demand { node, sends: all, receives: BytesPerSec::new(0.0) };
        machine.demands = cards.into_iter().map(demand).collect();
        let tasks: Vec<WorkloadTask<'_>> =
            together.iter().map(|id| WorkloadTask::new(id, &workload)).collect();
        let equations = lower(&machine, &tasks, WriteCacheState::Fresh);
        let is_link = |kind| matches!(kind, LimitKind::Link | LimitKind::Uplink);
        let limit =
            equations.limits.into_iter().find(|limit| limit.id == node && is_link(limit.kind))?;
        let rate = |factor: f64| BytesPerSec::new(limit.capacity * factor);
        let meant = CombinedOutcome {
            rate: rate(1.0),
            low: rate(limit.band.low),
            high: rate(limit.band.high),
            threads: None,
            ground: PredictionBasis::Link,
            limit: LoadedLimit { load: limit.capacity, limit },
        };
        meant.converted(|rate| figure(rate, &workload, unit))
    }
}

/// An outcome, or a sum or a copy of several.
struct CombinedOutcome {
    rate: BytesPerSec,
    low: BytesPerSec,
    high: BytesPerSec,
    limit: LoadedLimit,
    ground: PredictionBasis,
    threads: Option<LoadedLimit>,
}

impl CombinedOutcome {
    fn of(outcome: &TargetPrediction) -> Self {
        let TargetPrediction { rate, low, high, ground, .. } = *outcome;
        let (limit, threads) = (outcome.limit.clone(), outcome.threads.clone());
        Self { rate, low, high, limit, ground, threads }
    }

    /// A copy: written data is read first, so that the slower of the two is the rate of both.
    fn through(self, written: Self) -> Self {
        let slower = if written.rate < self.rate { &written } else { &self };
        Self {
            rate: slower.rate,
            low: self.low.min(written.low),
            high: self.high.min(written.high),
            limit: slower.limit.clone(),
            ground: slower.ground,
            threads: slower.threads.clone(),
        }
    }

    /// Converted into another quantity that is monotonic in the rate.
    fn converted(self, figure: impl Fn(BytesPerSec) -> Option<f64>) -> Option<CasebookAnswer> {
        let (low, high) = (figure(self.low)?, figure(self.high)?);
        Some(CasebookAnswer {
            figure: figure(self.rate)?,
            low: low.min(high),
            high: low.max(high),
            limit: Some(self.limit),
            ground: Some(self.ground),
        })
    }
}

/// A rate in the unit that a figure was published in.
fn figure(rate: BytesPerSec, workload: &Workload, unit: &FigureUnit) -> Option<f64> {
    match unit {
        FigureUnit::MbS => Some(rate.as_mb_s()),
        FigureUnit::MibS => Some(rate.as_mib_s()),
        FigureUnit::Iops => Some(Iops::get(rate.in_operations_of(workload.block))),
        FigureUnit::Times => Some(rate.get()),
        _ => None,
    }
}

/// The load of the busiest core: that of one of the job's threads. At the same rate it is as
/// uncertain as the cost of a request; a thread that is the limit is full whatever that cost.
fn core_percent(meant: &CombinedOutcome) -> Option<CasebookAnswer> {
    let threads = meant.threads.as_ref()?;
    let share = threads.load / threads.limit.capacity;
    let full = threads.limit == meant.limit.limit;
    let at = |factor: f64| if full { 100.0 } else { (share / factor).min(1.0) * 100.0 };
    let limit = Some(meant.limit.clone());
    let band = threads.limit.band;
    let ground = Some(meant.ground);
    Some(CasebookAnswer { figure: at(1.0), low: at(band.high), high: at(band.low), limit, ground })
}

/// The changes of a question, in the model's types; `None` if they cannot be parsed.
fn changes(asked: &AskedChange) -> Option<Vec<MachineChange>> {
    let array = || asked.array.as_ref().map(Id::new);
    let mut changes = Vec::new();
    if let Some(chunk) = asked.chunk {
        changes.push(MachineChange::Chunk(array()?, chunk));
    }
    if let Some(mode) = asked.cache {
        let cache_mode = match mode {
            AskedCache::None => ArrayCacheMode::None,
            AskedCache::ReadOnly => ArrayCacheMode::ReadOnly,
            AskedCache::WriteThrough => ArrayCacheMode::WriteThrough,
            AskedCache::WriteBack => ArrayCacheMode::WriteBack,
        };
        changes.push(MachineChange::Cache(array()?, cache_mode));
    }
    if let Some(count) = asked.members {
        changes.push(MachineChange::Members(array()?, count as usize));
    }
    if let Some(on) = asked.drive_buffer {
        changes.push(MachineChange::DriveBuffer(array()?, on));
    }
    if let Some(slot) = &asked.slot {
        changes.push(MachineChange::SlotLink(slot.clone(), asked.link.as_ref()?.parse().ok()?));
    }
    if let Some(clock) = &asked.clock {
        changes.push(MachineChange::Clock(clock.parse().ok()?));
    }
    Some(changes)
}
