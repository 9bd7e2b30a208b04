//! Concurrent workloads, from workloads and sets or from a machine file.

use std::collections::BTreeSet;

use narrows_model::{
    Machine, PredictedTotal, TargetPrediction, WorkloadJob, WorkloadOnTarget, predict_together,
};
use narrows_record::word;
use narrows_topology::Id;
use narrows_topology::graph::reading_order;
use narrows_workload::{Workload, default_profiles};

/// Name of the set of one target by itself.
pub const ALONE: &str = "alone";

/// Most drives reported individually by default.
pub const MOST_ALONE: usize = 1024;

/// The name of a set, and its targets.
pub type Set = (String, Vec<Id>);

/// Sets of more targets are listed once: a document that repeats them grows by their square.
pub const MOST_REPEATED: usize = 64;

/// Everything of a set.
pub struct SetWorkloads {
    pub set: word::TargetSet,
    /// The targets, each once.
    pub together: Vec<Id>,
    pub asked: Vec<WorkloadOnTarget>,
    /// The machine file's names for these; empty for workloads of the command line.
    jobs: Vec<String>,
}

/// Outcomes of a request, each with the number of its workload.
pub type Outcomes = Vec<(usize, TargetPrediction)>;

impl SetWorkloads {
    /// A set of workloads, each with its name in the machine file.
    pub fn new(
        set: impl Into<word::TargetSet>,
        parts: Vec<(Option<&str>, WorkloadOnTarget)>,
    ) -> Self {
        let targets: BTreeSet<&Id> = parts.iter().map(|(_, asked)| &asked.target).collect();
        let together = targets.into_iter().cloned().collect();
        let jobs = parts.iter().filter_map(|(name, _)| name.map(str::to_owned)).collect();
        let asked = parts.into_iter().map(|(_, asked)| asked).collect();
        Self { set: set.into(), together, asked, jobs }
    }

    /// The same without targets that have no known bound; `None` if none is left, or if several are left
    /// whose locations are unknown: so is any link that they share.
    pub fn bounded(mut self, machine: &Machine) -> Option<Self> {
        let keeps: Vec<bool> =
            self.asked.iter().map(|asked| machine.is_bounded(&asked.target)).collect();
        let mut kept = keeps.iter();
        self.asked.retain(|_| kept.next() == Some(&true));
        let mut kept = keeps.iter();
        self.jobs.retain(|_| kept.next() != Some(&false));
        self.together.retain(|target| machine.is_bounded(target));
        let is_one_of_several = keeps.len() > 1 && self.asked.len() < 2;
        let is_open = self.together.len() > 1 && !machine.topology.shows_places();
        (!self.asked.is_empty() && !is_one_of_several && !is_open).then_some(self)
    }

    /// The machine file's name for one of them.
    pub fn job(&self, at: usize) -> Option<&str> {
        self.jobs.get(at).map(String::as_str)
    }

    /// The machine file's name for all of them.
    pub fn name(&self) -> Option<String> {
        let mut names = self.jobs.clone();
        names.dedup();
        (!names.is_empty()).then(|| names.join(" + "))
    }

    /// Outcomes of those about which something is known, by number.
    pub fn outcomes(&self, machine: &Machine) -> Outcomes {
        self.together(machine).0
    }

    /// The same with the total of all of them.
    pub fn together(&self, machine: &Machine) -> (Outcomes, Option<PredictedTotal>) {
        let (outcomes, total) = predict_together(machine, &self.asked);
        // Outcomes come in the order of the requests, without those of which nothing is known.
        let mut left = outcomes.into_iter().peekable();
        let asked = self.asked.iter().enumerate();
        let outcomes = asked.filter_map(|(at, asked)| {
            let outcome = left.next_if(|outcome| outcome.target == asked.target)?;
            Some((at, outcome))
        });
        (outcomes.collect(), total)
    }
}

/// Every workload on every set; on the usual sets if none are chosen.
pub fn of_workloads(
    machine: &Machine,
    workloads: &[Workload],
    chosen: &[Set],
) -> Vec<SetWorkloads> {
    let usual = if chosen.is_empty() { usual_sets(machine) } else { Vec::new() };
    let sets = || usual.iter().chain(chosen);
    let ask = |workload: &Workload, (name, targets): &Set| {
        let parts = targets.iter().map(|target| (None, WorkloadOnTarget::new(target, workload)));
        SetWorkloads {
            together: targets.clone(),
            ..SetWorkloads::new(name.as_str(), parts.collect())
        }
    };
    workloads.iter().flat_map(|workload| sets().map(move |set| ask(workload, set))).collect()
}

/// Every workload of a machine file, on its targets or on the chosen sets. Those that share a set
/// run at once.
pub fn of_jobs(machine: &Machine, jobs: &[WorkloadJob], chosen: &[Set]) -> Vec<SetWorkloads> {
    let mut asks = Vec::new();
    let mut done: BTreeSet<&str> = BTreeSet::new();
    for job in jobs {
        match &job.together {
            Some(set) if chosen.is_empty() => {
                if done.insert(set) {
                    asks.push(of_shared_set(machine, jobs, set));
                }
            }
            _ => asks.extend(sets_of(machine, job, chosen).iter().map(|(name, targets)| {
                SetWorkloads::new(
                    name.as_str(),
                    targets.iter().map(|target| part(job, target)).collect(),
                )
            })),
        }
    }
    asks
}

/// Arrays that the command line adds to a machine file, under each of its workloads.
pub fn of_arrays(jobs: &[WorkloadJob], arrays: &[Id]) -> Vec<SetWorkloads> {
    let ask = |job: &WorkloadJob, array: &Id| SetWorkloads::new(ALONE, vec![part(job, array)]);
    jobs.iter().flat_map(|job| arrays.iter().map(move |array| ask(job, array))).collect()
}

fn of_shared_set(machine: &Machine, jobs: &[WorkloadJob], set: &str) -> SetWorkloads {
    let members = jobs.iter().filter(|job| job.together.as_deref() == Some(set));
    let parts = members
        .flat_map(|job| targets_of(machine, job).into_iter().map(move |target| part(job, &target)));
    SetWorkloads::new(set, parts.collect())
}

fn sets_of(machine: &Machine, job: &WorkloadJob, chosen: &[Set]) -> Vec<Set> {
    if !chosen.is_empty() {
        return chosen.to_vec();
    }
    let targets = targets_of(machine, job);
    // A file may name every drive of the machine: that is not a separate set.
    let drives = &machine.topology.drives;
    let is_all =
        targets.iter().filter(|target| drives.contains_key(*target)).count() == drives.len();
    let is_all = job.on.is_empty() || (is_all && targets.len() == drives.len());
    let name = if is_all { "all".to_owned() } else { joined(&targets) };
    let several = targets.len() > 1;
    let mut sets = Vec::new();
    if job.at_once != Some(true) || !several {
        sets.extend(firsts(machine, &targets).take(MOST_ALONE).map(alone));
    }
    if job.at_once != Some(false) && several {
        sets.push((name, targets));
    }
    sets
}

fn targets_of(machine: &Machine, job: &WorkloadJob) -> Vec<Id> {
    match job.on.is_empty() {
        true => all_drives(machine),
        false => job.on.clone(),
    }
}

fn part<'a>(job: &'a WorkloadJob, target: &Id) -> (Option<&'a str>, WorkloadOnTarget) {
    (Some(&job.name), template(job).of(target.clone()))
}

fn template(job: &WorkloadJob) -> WorkloadOnTarget {
    let WorkloadJob { to, application, amount, flush_every, .. } = job.clone();
    let empty = WorkloadOnTarget::new(&Id::new(""), &job.workload);
    WorkloadOnTarget { to, application, amount, flush_every, ..empty }
}

/// Workloads without a target yet: for sweeps, which choose their own.
pub fn templates(jobs: &[WorkloadJob], workloads: Option<&[Workload]>) -> Vec<WorkloadOnTarget> {
    let plain = |workload: &Workload| WorkloadOnTarget::new(&Id::new(""), workload);
    match workloads {
        Some(workloads) => workloads.iter().map(plain).collect(),
        None if jobs.is_empty() => default_profiles().iter().map(plain).collect(),
        None => jobs.iter().map(template).collect(),
    }
}

/// Each drive and array alone, and all drives together.
pub fn usual_sets(machine: &Machine) -> Vec<Set> {
    let drives = all_drives(machine);
    let arrays = machine.arrays.keys().take(MOST_ALONE);
    let mut sets: Vec<Set> =
        firsts(machine, &drives).take(MOST_ALONE).chain(arrays).map(alone).collect();
    if drives.len() > 1 {
        sets.push(("all".to_owned(), drives));
    }
    sets
}

/// In the order in which people read them.
fn all_drives(machine: &Machine) -> Vec<Id> {
    let mut drives: Vec<Id> = machine.topology.drives.keys().cloned().collect();
    drives.sort_by(reading_order);
    drives
}

/// Targets without those that only represent more of one of them.
pub fn firsts<'a>(machine: &'a Machine, targets: &'a [Id]) -> impl Iterator<Item = &'a Id> {
    targets.iter().filter(|target| !machine.equal.contains_key(*target))
}

fn alone(target: &Id) -> Set {
    (ALONE.to_owned(), vec![target.clone()])
}

/// Name of an unnamed set: after all targets, or the first and last of many.
pub fn joined(ids: &[Id]) -> String {
    match ids {
        [first, .., last] if ids.len() > MOST_REPEATED => format!("{first}+...+{last}"),
        _ => ids.iter().map(Id::as_str).collect::<Vec<_>>().join("+"),
    }
}
