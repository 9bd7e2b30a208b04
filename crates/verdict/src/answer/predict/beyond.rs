//! What goes beyond figures: what changes would buy, what differences mean, whether a faster drive
//! would help at all.

use std::collections::BTreeMap;

use narrows_messages::{Message, Text};
use narrows_model::{
    Everyday, LimitKind, Machine, Outcome, Parts, Remedy, UPGRADE_TARGETS, WorkloadOnTarget,
    beside, upgrades as bought,
};
use narrows_record::Compared;
use narrows_record::predict::{Limit, Meaning, Situations, Upgrade};
use narrows_record::run::Finding;
use narrows_topology::Id;
use narrows_workload::default_profiles;

use super::more::Room;
use crate::answer::asks::Ask;

/// How much is asked for.
#[derive(Clone, Copy)]
pub struct Chosen {
    /// Upgrades of every set.
    pub every: bool,
    /// Everyday jobs also for sets and upgrades.
    pub in_full: bool,
}

/// Larger machines take long, and so much is not read unasked.
const MOST_DRIVES: usize = 1024;
/// Of more arrays the first are told of unasked.
const MOST_ARRAYS: usize = 16;
/// What gains less is no help.
const HELPS: f64 = 0.05;

/// What each change would buy: for sets, arrays and a machine's only drive; for every target alone
/// where that is asked for.
pub fn upgrades((machine, room): (&Machine, &Room), asks: &[Ask], chosen: Chosen) -> Vec<Upgrade> {
    let more = |machine: &Machine, like: &Id, count: usize| room.more(machine, like, count);
    let parts = Parts::of(machine);
    let of_one = |ask: &Ask| {
        let Some(WorkloadOnTarget { workload, .. }) = ask.asked.first() else { return Vec::new() };
        let name = ask.name();
        let of = (workload, name.as_deref());
        let wire = |upgrade| Upgrade::of(&upgrade, &ask.set, &ask.together, of);
        bought(&parts.deciding(&ask.asked), &ask.asked, &more)
            .into_iter()
            .map(wire)
            .collect::<Vec<_>>()
    };
    told(machine, asks, chosen.every).flat_map(of_one).collect()
}

/// Those that are worth more words than figures.
fn told<'a>(machine: &'a Machine, asks: &'a [Ask], every: bool) -> impl Iterator<Item = &'a Ask> {
    let drives = machine.drive_count();
    let first_arrays: Vec<&Id> = machine.arrays.keys().take(MOST_ARRAYS).collect();
    asks.iter().filter(move |ask| match ask.together.as_slice() {
        _ if every => true,
        _ if drives > MOST_DRIVES => false,
        [only] => drives == 1 || first_arrays.contains(&only) || ask.job(0).is_some(),
        several => several.len() <= UPGRADE_TARGETS,
    })
}

/// That a faster drive would not help, where a program or the processor is what limits.
pub fn findings(machine: &Machine, asks: &[Ask]) -> Vec<Finding> {
    let parts = Parts::of(machine);
    let of_one = |ask: &Ask| no_help(&parts.deciding(&ask.asked), ask);
    told(machine, asks, false).flat_map(of_one).collect()
}

fn no_help(machine: &Machine, ask: &Ask) -> Vec<Finding> {
    let outcomes = ask.outcomes(machine);
    if !outcomes.iter().any(|(at, outcome)| is_elsewhere(&ask.asked[*at], outcome)) {
        return Vec::new();
    }
    let Some((faster, _)) = Remedy::Drives.apply(machine, &ask.asked, &beside) else {
        return Vec::new();
    };
    let then: BTreeMap<usize, Outcome> = ask.outcomes(&faster).into_iter().collect();
    let mut found: BTreeMap<(Option<&str>, LimitKind), Unhelped<'_>> = BTreeMap::new();
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
struct Unhelped<'a> {
    /// The most that any of them gains.
    gain: f64,
    of: Vec<&'a (usize, Outcome)>,
}

/// Whether something beside the drives and their ways might hold it back.
fn is_elsewhere(asked: &WorkloadOnTarget, outcome: &Outcome) -> bool {
    use LimitKind::{Application, Cpu, RaidLayer};
    asked.application.is_some() || matches!(outcome.limit.limit.kind, Application | Cpu | RaidLayer)
}

fn finding(ask: &Ask, job: Option<&str>, group: &Unhelped<'_>) -> Finding {
    let Unhelped { gain, of: pairs } = group;
    let targets: Vec<String> = pairs.iter().map(|(_, it)| it.target.to_string()).collect();
    let first = pairs.first();
    let limit = first.map(|(_, outcome)| Limit::of(&outcome.limit));
    let asked = first.map(|(at, _)| &ask.asked[*at]);
    let program = asked.filter(|asked| asked.application.is_some());
    let workload = asked.map(|asked| asked.workload.name.clone()).unwrap_or_default();
    let text = match program {
        Some(_) => Message::new("predict-program-holds"),
        None => Message::new("predict-faster-drive-no-help"),
    };
    let text = text
        .with("job", job.unwrap_or(&workload))
        .with("target", targets.join(", "))
        .text("limit", limit.as_ref().map(|limit| limit.name.clone()).unwrap_or_default())
        .with("gain", format!("+{:.0} %", gain.max(0.0) * 100.0));
    Finding { id: text.id().to_owned(), targets, text: Text::from(text), limit }
}

/// Everyday jobs: a member and its array, a drive alone and with all others, before and after the
/// change that gains most.
pub fn meanings((machine, room): (&Machine, &Room), chosen: Chosen) -> Vec<Meaning> {
    let drives: Vec<Id> = machine.topology.drives.keys().cloned().collect();
    if machine.drive_count() > MOST_DRIVES && !chosen.in_full {
        return Vec::new();
    }
    let arrays = machine.arrays.keys().take(MOST_ARRAYS);
    let sets: Vec<Vec<Id>> = arrays.clone().map(|id| vec![id.clone()]).collect();
    let all = (2..=UPGRADE_TARGETS).contains(&drives.len()).then_some(&drives);
    let mut found = Vec::new();
    for job in Everyday::ALL {
        found
            .extend(arrays.clone().filter_map(|array| Some((job, of_array(machine, job, array)?))));
        found.extend(all.and_then(|all| Some((job, of_all(machine, job, all)?))));
    }
    if chosen.in_full {
        let alone = all.cloned().unwrap_or_else(|| drives.iter().take(1).cloned().collect());
        let upgraded = sets.iter().chain([&alone]).filter_map(|set| best((machine, room), set));
        found.extend(upgraded.flatten());
    }
    found.iter().map(|(job, compared)| Meaning::of(*job, compared)).collect()
}

fn of_array(machine: &Machine, job: Everyday, array: &Id) -> Option<Compared> {
    let member = machine.arrays.get(array)?.members.first()?;
    let seconds = |id: &Id| job.seconds(machine, std::slice::from_ref(id), id);
    Some(Compared {
        kind: Situations::Array,
        target: array.clone(),
        before: (Message::new("meaning-member").with("target", member), seconds(member)?),
        after: (Message::new("meaning-array"), seconds(array)?),
    })
}

/// The drive that loses most when all run.
fn of_all(machine: &Machine, job: Everyday, all: &[Id]) -> Option<Compared> {
    let of_one = |id: &Id| {
        let alone = job.seconds(machine, std::slice::from_ref(id), id)?;
        Some((id.clone(), alone, job.seconds(machine, all, id)?))
    };
    let times = all.iter().filter_map(of_one);
    let (target, alone, together) = times.max_by(|a, b| (a.2 / a.1).total_cmp(&(b.2 / b.1)))?;
    Some(Compared {
        kind: Situations::Together,
        target,
        before: (Message::new("meaning-alone"), alone),
        after: (Message::new("meaning-together").count("count", all.len()), together),
    })
}

/// Each job before and after the change of the machine that helps the set's first workload most.
fn best((machine, room): (&Machine, &Room), set: &[Id]) -> Option<Vec<(Everyday, Compared)>> {
    let workload = default_profiles().into_iter().next()?;
    let asked: Vec<WorkloadOnTarget> =
        set.iter().map(|id| WorkloadOnTarget::new(id, &workload)).collect();
    let target = set.first()?;
    let is_machines = |remedy: &Remedy| {
        let of_asked = matches!(remedy, Remedy::Depth | Remedy::Jobs | Remedy::Application);
        let is_larger_set = *remedy == Remedy::AnotherDrive && !machine.arrays.contains_key(target);
        !of_asked && !is_larger_set
    };
    let more = |machine: &Machine, like: &Id, count: usize| room.more(machine, like, count);
    let found = bought(machine, &asked, &more);
    let upgrade = found.iter().find(|it| it.gain >= HELPS && is_machines(&it.remedy))?;
    let (changed, _) = upgrade.remedy.apply(machine, &asked, &more)?;
    let of_one = |job: Everyday| {
        let before = job.seconds(machine, set, target)?;
        let after = job.seconds(&changed, set, target)?;
        let before = (Message::new("meaning-as-is"), before);
        let after = (upgrade.what.clone(), after);
        Some((job, Compared { kind: Situations::Upgrade, target: target.clone(), before, after }))
    };
    Some(Everyday::ALL.into_iter().filter_map(of_one).collect())
}
