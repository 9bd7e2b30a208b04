//! Advice from the model alone: a mirror that reads as fast, drives used separately, the drive
//! speed above which a shared bottleneck makes more speed useless.
//!
//! There is no advice where a drive's own figures are unknown: a link's capacity is no drive's
//! speed.

use narrows_array::RaidLevel;
use narrows_messages::Message;
use narrows_model::{
    ArrayPlan, LimitKind, LoadedLimit, Machine, RaidEngine, TargetPrediction, WorkloadTask,
    predict, predict_tasks,
};
use narrows_record::predict::LimitRecord;
use narrows_record::run::RunFinding;
use narrows_topology::{FactBasis, Id};
use narrows_units::{Bytes, BytesPerSec};
use narrows_workload::Direction::{Read, Write};
use narrows_workload::Pattern::Sequential;
use narrows_workload::Workload;

use super::finding::finding;
use crate::thresholds::stripe::{AS_FAST, AS_MUCH, CAPPED};

/// The model's advice for arrays of `drives` with chunk size `chunk`.
pub(super) fn advise(machine: &Machine, drives: &[Id], chunk: Option<Bytes>) -> Vec<RunFinding> {
    let is_known = |drive: &Id| machine.figures.get(drive).is_some_and(|it| it.read.is_some());
    if drives.len() < 2 || !drives.iter().all(is_known) {
        return Vec::new();
    }
    let names: Vec<String> = drives.iter().map(Id::to_string).collect();
    let bed = LinuxArrayMachine::new(machine, drives, chunk);
    let Some((bound, users)) = shared(machine, drives, &long(Read, 1)) else { return Vec::new() };
    let limit = LimitRecord::of(&bound);
    let fit = fit(&bound, users.len()).map(|what| (what, &users));
    // A bottleneck of only some of the drives does not limit an array of all.
    let is_of_all = users.len() == drives.len();
    let of_all = if is_of_all { [bed.mirror(), bed.separate()] } else { [None, None] };
    let of_all = of_all.into_iter().flatten().map(|what| (what, &names));
    let say = |(what, of): (Message, &Vec<String>)| {
        let what = what.with("drives", of.join(", ")).text("limit", &limit.name);
        finding(&what, of, Some(limit.clone()))
    };
    of_all.chain(fit).map(say).collect()
}

/// The location that several of the drives share and that binds when all of them work, with those
/// drives; `None` if the bottleneck is a drive, the processor or nothing.
pub(super) fn shared(
    machine: &Machine,
    drives: &[Id],
    workload: &Workload,
) -> Option<(LoadedLimit, Vec<String>)> {
    let outcomes = predict(machine, drives, workload);
    let binding = |outcome: &&TargetPrediction| {
        let of = &outcome.limit.limit;
        matches!(
            of.kind,
            LimitKind::Link | LimitKind::Uplink | LimitKind::RootComplex | LimitKind::Controller
        ) && outcome.basis != FactBasis::Assumed
    };
    let users = |of: &TargetPrediction| {
        let same = |one: &&TargetPrediction| one.limit.limit.id == of.limit.limit.id;
        let same = outcomes.iter().filter(binding).filter(same);
        same.map(|one| one.target.to_string()).collect::<Vec<String>>()
    };
    let found = outcomes.iter().filter(binding).map(|one| (one.limit.clone(), users(one)));
    found.filter(|(_, users)| users.len() > 1).max_by_key(|(_, users)| users.len())
}

/// The drive speed above which there is no gain behind the shared bottleneck.
fn fit(bound: &LoadedLimit, users: usize) -> Option<Message> {
    let capacity = bound.capacity_rate()?;
    let each = BytesPerSec::new(capacity.get() / users as f64);
    let what = Message::new("stripe-advice-fit").with("each", each).with("capacity", capacity);
    Some(what.with("count", users))
}

fn long(direction: narrows_workload::Direction, streams: usize) -> Workload {
    let jobs = u32::try_from(streams).unwrap_or(1);
    Workload { jobs, ..Workload::new(Sequential, direction, Bytes::mib(1), 32) }
}

/// The machine with arrays of the drives, as made by Linux.
struct LinuxArrayMachine<'a> {
    machine: Machine,
    drives: &'a [Id],
}

const STRIPE: &str = "stripe of all";
const MIRROR: &str = "mirror of all";

impl<'a> LinuxArrayMachine<'a> {
    fn new(machine: &Machine, drives: &'a [Id], chunk: Option<Bytes>) -> Self {
        let mut machine = machine.clone();
        for (name, level) in [(STRIPE, RaidLevel::Stripe), (MIRROR, RaidLevel::Mirror)] {
            let plan = ArrayPlan::new(level, RaidEngine::Md, drives.to_vec());
            machine.arrays.insert(Id::new(name), ArrayPlan { chunk, ..plan });
        }
        Self { machine, drives }
    }

    fn rate(&self, array: &str, workload: &Workload) -> Option<BytesPerSec> {
        let id = Id::new(array);
        let outcomes = predict_tasks(&self.machine, &[WorkloadTask::new(&id, workload)]);
        outcomes.first().map(|outcome| outcome.rate)
    }

    /// A mirror that reads as fast as a stripe limited by something else: with one stream, or with
    /// as many as there are drives, because md keeps each stream on one copy (md(4)).
    fn mirror(&self) -> Option<Message> {
        let (one, many) = (long(Read, 1), long(Read, self.drives.len()));
        let stripe = self.rate(STRIPE, &one)?;
        let (alone, shared) = (self.rate(MIRROR, &one)?, self.rate(MIRROR, &many)?);
        let is_as_fast = |rate: BytesPerSec| rate.get() >= AS_FAST * stripe.get();
        let id = match (is_as_fast(alone), is_as_fast(shared)) {
            (true, _) => "stripe-advice-mirror",
            (false, true) => "stripe-advice-mirror-streams",
            (false, false) => return None,
        };
        let write = long(Write, 1);
        let writes = (self.rate(MIRROR, &write)?, self.rate(STRIPE, &write)?);
        let what = Message::new(id).with("stripe", stripe).with("mirror", alone);
        let what = what.with("streams", shared).with("writes", writes.0);
        Some(what.with("writes_stripe", writes.1).with("count", self.drives.len()))
    }

    /// A stripe limited by something shared, where jobs side by side get as much in sum.
    fn separate(&self) -> Option<Message> {
        let work = long(Read, 1);
        let stripe = self.rate(STRIPE, &work)?;
        let sum =
            |outcomes: &[TargetPrediction]| outcomes.iter().map(|it| it.rate.get()).sum::<f64>();
        let alone = |drive: &Id| sum(&predict(&self.machine, std::slice::from_ref(drive), &work));
        let alone: f64 = self.drives.iter().map(alone).sum();
        let sum = sum(&predict(&self.machine, self.drives, &work));
        let is_capped = stripe.get() < CAPPED * alone;
        let is_as_much = sum >= AS_MUCH * stripe.get();
        let what = Message::new("stripe-advice-separate").with("stripe", stripe);
        let what = what.with("alone", BytesPerSec::new(alone));
        (is_capped && is_as_much).then(|| what.with("sum", BytesPerSec::new(sum)))
    }
}
