//! Results beyond figures: gains from changes, the meaning of differences, whether a faster drive
//! would help at all.

use std::collections::BTreeMap;

use narrows_messages::{DocumentText, Message};
use narrows_model::{
    EverydayTask, LimitKind, Machine, MachineParts, TargetPrediction, UPGRADE_TARGETS,
    UpgradeOption, WorkloadOnTarget, beside, upgrades as bought,
};
use narrows_record::ComparedSituations;
use narrows_record::predict::{EverydayMeaning, LimitRecord, PredictedUpgrade, SituationPair};
use narrows_record::run::{RunFinding, workload_title};
use narrows_topology::Id;
use narrows_workload::{Pattern, default_profiles};

use super::more::KnownInventory;
use crate::answer::asks::SetWorkloads;

#[derive(Clone, Copy)]
pub struct PredictionScope {
    /// Upgrades of every set.
    pub every: bool,
    /// Everyday jobs also for sets and upgrades.
    pub in_full: bool,
    /// Upgrades of the workload that a picture shows, and no everyday jobs.
    pub is_drawn: bool,
}

/// Larger machines take long, and so much is not read unasked.
const MOST_DRIVES: usize = 1024;
/// Most arrays reported by default.
const MOST_ARRAYS: usize = 16;
/// A smaller gain is no help.
const HELPS: f64 = 0.05;

/// The gain of each change: for sets, arrays and a machine's only drive; for every target alone if
/// requested.
pub fn upgrades(
    (machine, room): (&Machine, &KnownInventory),
    asks: &[SetWorkloads],
    chosen: PredictionScope,
) -> Vec<PredictedUpgrade> {
    let more = |machine: &Machine, like: &Id, count: usize| room.more(machine, like, count);
    let parts = MachineParts::of(machine);
    let of_one = |ask: &SetWorkloads| {
        let Some(WorkloadOnTarget { workload, .. }) = ask.asked.first() else { return Vec::new() };
        let name = ask.name();
        let of = (workload, name.as_deref());
        let wire = |upgrade| PredictedUpgrade::of(&upgrade, &ask.set, &ask.together, of);
        bought(&parts.deciding(&ask.asked), &ask.asked, &more)
            .into_iter()
            .map(wire)
            .collect::<Vec<_>>()
    };
    let drawn = drawn(asks);
    let told = told(machine, asks, chosen.every);
    told.filter(|ask| !chosen.is_drawn || named(ask) == drawn).flat_map(of_one).collect()
}

/// The workload that a picture shows: the first sequential one, else the first.
fn drawn(asks: &[SetWorkloads]) -> Option<&str> {
    let is_sequential = |ask: &&SetWorkloads| {
        ask.asked.first().is_some_and(|asked| asked.workload.pattern == Pattern::Sequential)
    };
    asks.iter().find(is_sequential).or(asks.first()).and_then(named)
}

fn named(ask: &SetWorkloads) -> Option<&str> {
    ask.asked.first().map(|asked| asked.workload.name.as_str())
}

/// Those that deserve more text than figures.
fn told<'a>(
    machine: &'a Machine,
    asks: &'a [SetWorkloads],
    every: bool,
) -> impl Iterator<Item = &'a SetWorkloads> {
    let drives = machine.drive_count();
    let first_arrays: Vec<&Id> = machine.arrays.keys().take(MOST_ARRAYS).collect();
    asks.iter().filter(move |ask| match ask.together.as_slice() {
        _ if every => true,
        _ if drives > MOST_DRIVES => false,
        [only] => drives == 1 || first_arrays.contains(&only) || ask.job(0).is_some(),
        several => several.len() <= UPGRADE_TARGETS,
    })
}

/// Reports that a faster drive would not help, if a program or processor limits.
pub fn findings(machine: &Machine, asks: &[SetWorkloads]) -> Vec<RunFinding> {
    let parts = MachineParts::of(machine);
    let of_one = |ask: &SetWorkloads| no_help(&parts.deciding(&ask.asked), ask);
    told(machine, asks, false).flat_map(of_one).collect()
}

fn no_help(machine: &Machine, ask: &SetWorkloads) -> Vec<RunFinding> {
    let outcomes = ask.outcomes(machine);
    if !outcomes.iter().any(|(at, outcome)| is_elsewhere(&ask.asked[*at], outcome)) {
        return Vec::new();
    }
    let Some((faster, _)) = UpgradeOption::Drives.apply(machine, &ask.asked, &beside) else {
        return Vec::new();
    };
    let then: BTreeMap<usize, TargetPrediction> = ask.outcomes(&faster).into_iter().collect();
    let mut found: BTreeMap<(Option<&str>, LimitKind), UnhelpedTargets<'_>> = BTreeMap::new();
    for pair in outcomes.iter().filter(|(at, it)| is_elsewhere(&ask.asked[*at], it)) {
        let (at, outcome) = pair;
        let gain = then.get(at).map_or(0.0, |then| then.rate / outcome.rate - 1.0);
        if gain < HELPS {
            let group = found.entry((ask.job(*at), outcome.limit.limit.kind)).or_default();
            group.gain = group.gain.max(gain);
            group.of.push(pair);
        }
    }
    found.into_iter().map(|((job, _), group)| finding(ask, job, &group)).collect()
}

/// Targets that faster drives do not help for one reason.
#[derive(Default)]
struct UnhelpedTargets<'a> {
    /// The most that any of them gains.
    gain: f64,
    of: Vec<&'a (usize, TargetPrediction)>,
}

/// Whether something beside the drives and their ways might hold it back.
fn is_elsewhere(workload: &WorkloadOnTarget, outcome: &TargetPrediction) -> bool {
    use LimitKind::{Application, Cpu, RaidLayer};
    workload.application.is_some()
        || matches!(outcome.limit.limit.kind, Application | Cpu | RaidLayer)
}

fn finding(ask: &SetWorkloads, job: Option<&str>, group: &UnhelpedTargets<'_>) -> RunFinding {
    let UnhelpedTargets { gain, of: pairs } = group;
    let targets: Vec<String> = pairs.iter().map(|(_, it)| it.target.to_string()).collect();
    let first = pairs.first();
    let limit = first.map(|(_, outcome)| LimitRecord::of(&outcome.limit));
    let asked = first.map(|(at, _)| &ask.asked[*at]);
    let program = asked.filter(|asked| asked.application.is_some());
    let workload = asked.map(|asked| asked.workload.name.clone()).unwrap_or_default();
    let text = match program {
        Some(_) => Message::new("predict-program-holds"),
        None => Message::new("predict-faster-drive-no-help"),
    };
    let text = text
        .text("job", job.map_or_else(|| workload_title(&workload), DocumentText::from))
        .with("target", targets.join(", "))
        .text("limit", limit.as_ref().map(|limit| limit.name.clone()).unwrap_or_default())
        .with("gain", format!("+{:.0} %", gain.max(0.0) * 100.0));
    RunFinding { id: text.id().to_owned(), targets, text: DocumentText::from(text), limit }
}

/// Everyday jobs: a member and its array, a drive alone and with all others, before and after the
/// change that gains most.
pub fn meanings(
    (machine, room): (&Machine, &KnownInventory),
    chosen: PredictionScope,
    is_summable: impl Fn(&[Id]) -> bool,
) -> Vec<EverydayMeaning> {
    let drives: Vec<Id> = machine.topology.drives.keys().cloned().collect();
    if chosen.is_drawn || machine.drive_count() > MOST_DRIVES && !chosen.in_full {
        return Vec::new();
    }
    let arrays = machine.arrays.keys().filter(|id| is_summable(std::slice::from_ref(*id)));
    let arrays = arrays.take(MOST_ARRAYS);
    let sets: Vec<Vec<Id>> = arrays.clone().map(|id| vec![id.clone()]).collect();
    let all = (2..=UPGRADE_TARGETS).contains(&drives.len()).then_some(&drives);
    let all = all.filter(|all| is_summable(all));
    let mut found = Vec::new();
    for job in EverydayTask::ALL {
        found
            .extend(arrays.clone().filter_map(|array| Some((job, of_array(machine, job, array)?))));
        found.extend(all.and_then(|all| Some((job, of_all(machine, job, all)?))));
    }
    if chosen.in_full {
        let alone = all.cloned().unwrap_or_else(|| drives.iter().take(1).cloned().collect());
        let upgraded = sets.iter().chain([&alone]).filter_map(|set| best((machine, room), set));
        found.extend(upgraded.flatten());
    }
    found.iter().map(|(job, compared)| EverydayMeaning::of(*job, compared)).collect()
}

fn of_array(machine: &Machine, job: EverydayTask, array: &Id) -> Option<ComparedSituations> {
    let member = machine.arrays.get(array)?.members.first()?;
    let seconds = |id: &Id| job.seconds(machine, std::slice::from_ref(id), id);
    Some(ComparedSituations {
        kind: SituationPair::Array,
        target: array.clone(),
        before: (Message::new("meaning-member").with("target", member), seconds(member)?),
        after: (Message::new("meaning-array"), seconds(array)?),
    })
}

/// The drive that loses most when all run.
fn of_all(machine: &Machine, job: EverydayTask, all: &[Id]) -> Option<ComparedSituations> {
    let of_one = |id: &Id| {
        let alone = job.seconds(machine, std::slice::from_ref(id), id)?;
        Some((id.clone(), alone, job.seconds(machine, all, id)?))
    };
    let times = all.iter().filter_map(of_one);
    let (target, alone, together) = times.max_by(|a, b| (a.2 / a.1).total_cmp(&(b.2 / b.1)))?;
    Some(ComparedSituations {
        kind: SituationPair::Together,
        target,
        before: (Message::new("meaning-alone"), alone),
        after: (Message::new("meaning-together").count("count", all.len()), together),
    })
}

/// Each job before and after the change of the machine that helps the set's first workload most.
fn best(
    (machine, room): (&Machine, &KnownInventory),
    set: &[Id],
) -> Option<Vec<(EverydayTask, ComparedSituations)>> {
    let workload = default_profiles().into_iter().next()?;
    let workloads: Vec<WorkloadOnTarget> =
        set.iter().map(|id| WorkloadOnTarget::new(id, &workload)).collect();
    let target = set.first()?;
    // Before and after must be the same job on the same set: changes of the request do not count.
    let is_machines = |remedy: &UpgradeOption| {
        let of_asked = matches!(
            remedy,
            UpgradeOption::Depth | UpgradeOption::Jobs | UpgradeOption::Application
        );
        let is_larger_set =
            *remedy == UpgradeOption::AnotherDrive && !machine.arrays.contains_key(target);
        !of_asked && !is_larger_set
    };
    let more = |machine: &Machine, like: &Id, count: usize| room.more(machine, like, count);
    let found = bought(machine, &workloads, &more);
    let upgrade = found.iter().find(|it| it.gain >= HELPS && is_machines(&it.remedy))?;
    let (changed, _) = upgrade.remedy.apply(machine, &workloads, &more)?;
    let of_one = |job: EverydayTask| {
        let before = job.seconds(machine, set, target)?;
        let after = job.seconds(&changed, set, target)?;
        let before = (Message::new("meaning-as-is"), before);
        let after = (upgrade.what.clone(), after);
        Some((
            job,
            ComparedSituations {
                kind: SituationPair::Upgrade,
                target: target.clone(),
                before,
                after,
            },
        ))
    };
    Some(EverydayTask::ALL.into_iter().filter_map(of_one).collect())
}
