//! From the command line's words to a task for DiskSpd.

use std::collections::{BTreeMap, BTreeSet};

use narrows_formats::diskspd::{DiskspdFolder, DiskspdTest, sayable};
use narrows_formats::profile::{self, BenchProfile};
use narrows_messages::Message;
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_verdict::sharing::{MOST_DRIVES, most_runs};
use narrows_workload::Workload;

use crate::args::diskspd::DiskspdArgs;
use crate::commands::measure::plan::{RateLimits, RoundsRequest, SetRequest, StartOrder, rounds};
use crate::commands::measure::request::sets;
use crate::failure::{CommandFailure, Result};
use crate::measuring::not_too_many;
use crate::measuring::rounds::{RoundPlan, needed};
use crate::named::{NamedTarget, NamedTargetKind, twice_named};
use crate::output::CliOutput;

pub struct DiskspdRequest {
    pub folders: Vec<DiskspdFolder>,
    /// The sets that are certain, in order.
    pub rounds: Vec<RoundPlan>,
    /// Maximum number of sets of a workload in all, if further ones are chosen by the results of these.
    pub most: Option<usize>,
    pub workloads: Vec<Workload>,
    pub test: DiskspdTest,
    /// How long a set counts.
    pub time: Nanos,
}

impl DiskspdRequest {
    pub fn of(args: &DiskspdArgs, output: &CliOutput) -> Result<Self> {
        let folders = folders(args)?;
        let test = DiskspdTest {
            warm_up: whole_seconds(args.ramp),
            measured: whole_seconds(args.time),
            size: args.scratch_size,
        };
        let workloads = workloads(args, &test, output)?;
        let targets: Vec<NamedTarget> = folders.iter().map(named).collect();
        let ids: Vec<Id> = targets.iter().map(|target| target.id.clone()).collect();
        let chooses = args.set.is_empty();
        let request = RoundsRequest {
            workloads: workloads.clone(),
            own: BTreeMap::new(),
            sets: if chooses {
                vec![SetRequest::Each, SetRequest::All]
            } else {
                sets(&args.set, &targets)?
            },
            limits: RateLimits::default(),
            starts: StartOrder::default(),
            time: args.time,
            amount: None,
            repeat: args.repeat.unwrap_or(1),
        };
        let rounds = not_too_many(rounds(&request, &ids, &ids))?;
        let usual = most_runs(folders.len());
        let most = chooses.then(|| args.runs.map_or(usual, |runs| runs as usize));
        Ok(Self { folders, rounds, most, workloads, test, time: args.time })
    }

    /// The folders of those targets that run.
    pub fn used(&self) -> Vec<&DiskspdFolder> {
        let ids: Vec<Id> = self.folders.iter().map(|folder| Id::new(&folder.name)).collect();
        let needed = needed(&self.rounds, &ids);
        let runs = |folder: &&DiskspdFolder| needed.iter().any(|id| id.as_str() == folder.name);
        self.folders.iter().filter(runs).collect()
    }

    pub fn folder(&self, name: &Id) -> Option<&DiskspdFolder> {
        self.folders.iter().find(|folder| folder.name == name.as_str())
    }
}

fn whole_seconds(time: Nanos) -> u64 {
    time.get() / Nanos::millis(1000).get()
}

fn folders(args: &DiskspdArgs) -> Result<Vec<DiskspdFolder>> {
    let folders: Vec<DiskspdFolder> = args
        .targets
        .iter()
        .map(|word| DiskspdFolder::of(word))
        .collect::<Result<_, _>>()
        .map_err(CommandFailure::usage)?;
    // Names become names of files, in which Windows ignores case.
    let mut known = BTreeSet::new();
    if let Some(twice) = folders.iter().find(|one| !known.insert(one.name.to_lowercase())) {
        return Err(CommandFailure::usage(twice_named(&Id::new(&twice.name))));
    }
    match folders.len() {
        // One drive shares nothing, and sets that are named are measured all the same.
        1 if args.set.is_empty() => {
            Err(CommandFailure::usage(Message::new("explain-too-few").count("drives", 1)))
        }
        many if many > MOST_DRIVES => {
            let what = Message::new("explain-too-many").with("drives", many);
            Err(CommandFailure::usage(what.with("most", MOST_DRIVES)))
        }
        _ => Ok(folders),
    }
}

fn named(folder: &DiskspdFolder) -> NamedTarget {
    NamedTarget {
        id: Id::new(&folder.name),
        calls: Vec::new(),
        kind: NamedTargetKind::Folder(folder.path.clone().into()),
    }
}

/// Workloads by name, and those of a benchmark's rows; each once.
fn workloads(args: &DiskspdArgs, test: &DiskspdTest, output: &CliOutput) -> Result<Vec<Workload>> {
    let mut all: Vec<Workload> = Vec::new();
    for name in &args.workload {
        let named = match profile::named(name) {
            Some(profile) => of_profile(&profile, test, output),
            None => vec![of_name(name, test)?],
        };
        for workload in named {
            if !all.contains(&workload) {
                all.push(workload);
            }
        }
    }
    if all.is_empty() {
        Err(CommandFailure::usage(Message::new("diskspd-nothing-said")))
    } else {
        Ok(all)
    }
}

fn of_name(name: &str, test: &DiskspdTest) -> Result<Workload> {
    let workload = narrows_workload::profile(name).ok_or_else(|| {
        CommandFailure::usage(Message::new("cli-no-such-workload").with("name", name))
    })?;
    sayable(workload, test).map_err(CommandFailure::usage)
}

/// Rows of a benchmark DiskSpd can run; others are reported.
fn of_profile(profile: &BenchProfile, test: &DiskspdTest, output: &CliOutput) -> Vec<Workload> {
    let left_out = |row: &str, why: &Message| {
        let what = Message::new("diskspd-left-out").with("profile", &profile.name);
        output.remark(&what.with("row", row).with("why", output.localizer.say(why)));
    };
    if profile.jobs {
        left_out("*", &Message::new("diskspd-only-files"));
        return Vec::new();
    }
    for (is_so, id) in [
        (profile.precondition, "diskspd-no-precondition"),
        (profile.steady.is_some(), "diskspd-not-until-steady"),
    ] {
        if is_so {
            output.remark(&Message::new(id).with("profile", &profile.name));
        }
    }
    let mut workloads = Vec::new();
    for row in &profile.rows {
        if row.positions.is_some() {
            left_out(&row.name, &Message::new("diskspd-no-positions"));
            continue;
        }
        for (_, workload) in &row.cells {
            match sayable(workload.clone(), test) {
                Ok(workload) => workloads.push(workload),
                Err(why) => left_out(&row.name, &why),
            }
        }
    }
    workloads
}
