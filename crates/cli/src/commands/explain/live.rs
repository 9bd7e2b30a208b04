//! Measuring until the shared limits are known.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_messages::Message;
use narrows_record::run::{RunDocument, TargetLocationKind, TargetMeasurement};
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_verdict::answer::source::SourceMachine;
use narrows_verdict::sharing::{MOST_DRIVES, most_runs, sharing};
use narrows_workload::{Workload, default_profiles, profile};

use super::experiments::{self, ExperimentQueue};
use super::{ROUND, ROUND_MAX, ROUND_MIN, SharingInquiry, document, in_place, mark_chosen};
use crate::args::explain::ExplainArgs;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::measuring::backend;
use crate::measuring::rounds::{ALL, ALONE, RoundPlan, RoundSettings};
use crate::measuring::targets::{self, LeftOut};
use crate::measuring::{self, Campaign, CampaignContext, NextRounds};
use crate::output::CliOutput;
use crate::platform::interrupt;

pub fn run(args: &ExplainArgs, output: &CliOutput) -> Result<ProgramExit> {
    let cancel = interrupt::flag();
    let workload = workload(args.workload.as_deref())?;
    let source = backend::source(&args.on, output)?;
    if let Some(explained) = in_place::run(args, &source, &workload, &cancel, output) {
        return explained;
    }
    if args.dry_run {
        return rehearse(args, &source, &workload, &cancel, output);
    }
    if !args.on.is_given() {
        // No scratch file is written if there is nothing to find out.
        let (places, mut left_out) = targets::places_named(&source, &args.targets)?;
        let ids: Vec<Id> = places.into_iter().map(|(id, _)| id).collect();
        let drives = drives(&source, &ids);
        left_out.extend(stacked(args, &ids, &drives));
        check_count(&left_out, drives.len())?;
    }
    let (backend, mut left_out) = backend::open(&args.on, &args.targets, &source, &cancel, output)?;
    let drives = drives(&source, &backend.targets());
    left_out.extend(stacked(args, &backend.targets(), &drives));
    if !cancel.load(Ordering::Relaxed) {
        check_count(&left_out, drives.len())?;
    }
    let how = backend.how();
    // Virtual time passes faster.
    if !backend.is_virtual() && drives.len() > 1 {
        let bounds = InquiryBounds::of(args, &how, drives.len());
        let what = Message::new("explain-will-take")
            .count("drives", drives.len())
            .count("runs", bounds.most)
            .with("round", bounds.round)
            .with("time", measuring::minutes(most(&bounds, &how)));
        output.remark(&what);
        if !args.no_experiments && args.time.is_none() {
            let time = measuring::minutes(experiments::time(false));
            output.remark(&Message::new("explain-experiments-take").with("time", time));
        }
    }
    let stage = CampaignContext {
        source: &source,
        backend: &backend,
        how,
        left_out: &left_out,
        is_named: !args.targets.is_empty(),
        keeps: !args.no_report,
        drawn: None,
        cancel: &cancel,
        output,
    };
    let run = stage.document();
    if let [drive] = &drives[..] {
        return stage.run(&mut SingleDriveCampaign(Some(alone(args, drive, &workload))), run);
    }
    let bounds = InquiryBounds::of(args, &stage.how, drives.len());
    let first = first(&bounds, &stage.how, &workload, &drives);
    let spent = measuring::duration(&stage.how, &first);
    // A budget below the first rounds leaves nothing.
    let left = bounds.budget.map(|budget| budget.max(spent) - spent);
    let inquiry = SharingInquiry::new(&workload, drives, bounds.round, bounds.most);
    let mut explaining = ExplainCampaign {
        first: Some(first),
        inquiry: inquiry.within(left),
        asks: true,
        experiments: (!args.no_experiments).then(ExperimentQueue::default),
    };
    stage.run(&mut explaining, run)
}

/// One drive shares nothing with others: its result and the prediction, as `narrows` shows them.
struct SingleDriveCampaign(Option<Vec<RoundPlan>>);

impl Campaign for SingleDriveCampaign {
    fn next(&mut self, _: &CampaignContext<'_, '_>, _: &mut RunDocument) -> Option<NextRounds> {
        self.0.take().map(|rounds| NextRounds { rounds, after: Nanos::ZERO })
    }
}

/// The drive under the usual workloads, or under the one that was named.
fn alone(args: &ExplainArgs, drive: &Id, workload: &Workload) -> Vec<RoundPlan> {
    let usual = if args.quick { ROUND_MIN } else { ROUND };
    let time = args.round.unwrap_or(usual);
    let chosen = args.workload.as_ref().map(|_| vec![workload.clone()]);
    let workloads = chosen.unwrap_or_else(default_profiles);
    let round = |workload| RoundPlan::of(ALONE, std::slice::from_ref(drive), workload, time);
    workloads.iter().map(round).collect()
}

/// Each alone, all together, then set after set until the shared limits are known, then experiments that
/// distinguish causes.
struct ExplainCampaign {
    first: Option<Vec<RoundPlan>>,
    inquiry: SharingInquiry,
    asks: bool,
    experiments: Option<ExperimentQueue>,
}

impl Campaign for ExplainCampaign {
    fn next(
        &mut self,
        stage: &CampaignContext<'_, '_>,
        run: &mut RunDocument,
    ) -> Option<NextRounds> {
        if let Some(rounds) = self.first.take() {
            let each = self.inquiry.round + stage.how.ramp;
            let others = self.inquiry.most.saturating_sub(rounds.len()) as u64;
            let others = Nanos::new(each.get().saturating_mul(others));
            return Some(NextRounds { rounds, after: self.inquiry.left.unwrap_or(others) });
        }
        if self.asks {
            // A drive without a sound figure would only be waited for again, and a target without a
            // drive shares nothing that a drive could.
            let has_drive = |row: &TargetMeasurement| {
                !matches!(row.place.kind, TargetLocationKind::Nop | TargetLocationKind::Character)
            };
            let is_sound =
                |row: &&TargetMeasurement| !row.partial && row.mb_s > 0.0 && has_drive(row);
            let sound: BTreeSet<&str> =
                run.results.iter().filter(is_sound).map(|row| row.target.as_str()).collect();
            self.inquiry.drives.retain(|drive| sound.contains(drive.as_str()));
            if let Some(next) = self.inquiry.next(&stage.how, run) {
                return Some(next);
            }
            self.asks = false;
            run.sharing = sharing(run, Some(&self.inquiry.workload.name));
        }
        self.experiments.as_mut()?.next(&self.inquiry, stage, run)
    }

    fn conclude(&mut self, _: &CampaignContext<'_, '_>, run: &mut RunDocument) {
        if self.asks {
            run.sharing = sharing(run, Some(&self.inquiry.workload.name));
        } else if let Some(experiments) = &mut self.experiments {
            experiments.conclude(&self.inquiry, run);
        }
        mark_chosen(run);
    }

    fn show(&mut self, run: &RunDocument, output: &CliOutput) -> Result<ProgramExit> {
        document::show(run, vec![run.id.clone()], output)
    }
}

/// The workload of that name, else the usual long sequential read.
fn workload(name: Option<&str>) -> Result<Workload> {
    let Some(name) = name else {
        let first = default_profiles().into_iter().next();
        return first.ok_or_else(|| CommandFailure::new(Message::new("cli-no-drives")));
    };
    let named = profile(name).filter(|it| it.read_percent == 100);
    named.ok_or_else(|| {
        CommandFailure::usage(Message::new("explain-bad-workload").with("name", name))
    })
}

/// Why a target that is no separate drive is left out.
const STACKED: &str = "explain-stacked";

/// Those that may run at the same time as if they were unrelated.
fn drives(source: &SourceMachine, opened: &[Id]) -> Vec<Id> {
    targets::side_by_side(&source.machine.topology, opened)
}

/// Named targets above or below other named ones.
fn stacked(args: &ExplainArgs, opened: &[Id], drives: &[Id]) -> Vec<LeftOut> {
    let apart = opened.iter().filter(|id| !args.targets.is_empty() && !drives.contains(id));
    let why = |id: &Id| {
        let others = drives.iter().map(Id::as_str).collect::<Vec<_>>().join(", ");
        Message::new(STACKED).with("drive", id).with("others", others)
    };
    apart.map(|id| LeftOut { drive: id.clone(), why: why(id), is_loss: false }).collect()
}

/// Nothing is concluded of no drive, nor of too many.
fn check_count(left_out: &[LeftOut], drives: usize) -> Result<()> {
    let stacked = left_out.iter().find(|left| left.why.id() == STACKED);
    match (drives, stacked) {
        (0, _) => {
            let why = left_out.first().map(|left| left.why.clone());
            let none = || Message::new("explain-too-few").count("drives", 0usize);
            Err(CommandFailure::new(why.unwrap_or_else(none)))
        }
        (1, Some(stacked)) => Err(CommandFailure::new(stacked.why.clone())),
        (1..=MOST_DRIVES, _) => Ok(()),
        _ => {
            let what = Message::new("explain-too-many").with("drives", drives);
            Err(CommandFailure::usage(what.with("most", MOST_DRIVES)))
        }
    }
}

struct InquiryBounds {
    round: Nanos,
    /// Limits of all rounds together.
    budget: Option<Nanos>,
    most: usize,
}

impl InquiryBounds {
    fn of(args: &ExplainArgs, how: &RoundSettings, drives: usize) -> Self {
        let most = args.runs.map_or_else(|| most_runs(drives), |runs| runs as usize);
        let usual = if args.quick { ROUND_MIN } else { ROUND };
        let round = args.round.unwrap_or_else(|| round(args.time, usual, how.ramp, most));
        Self { round, budget: args.time, most }
    }
}

/// Round length at which all of them fit the budget, if that is still informative.
fn round(budget: Option<Nanos>, usual: Nanos, ramp: Nanos, most: usize) -> Nanos {
    let Some(budget) = budget else { return usual };
    let each = budget.get() / most.max(1) as u64;
    Nanos::new(each.saturating_sub(ramp.get())).clamp(ROUND_MIN, ROUND_MAX)
}

/// Each alone, then all together: the start of every inquiry, as far as time and runs allow. The
/// run of all is more informative than the last drive alone.
fn first(
    bounds: &InquiryBounds,
    how: &RoundSettings,
    workload: &Workload,
    drives: &[Id],
) -> Vec<RoundPlan> {
    let each = bounds.round + how.ramp;
    let by_time = bounds.budget.map_or(u64::MAX, |budget| budget.get() / each.get().max(1));
    let fits = usize::try_from(by_time).unwrap_or(usize::MAX).min(bounds.most).max(1);
    let alone = |drive| RoundPlan::of(ALONE, std::slice::from_ref(drive), workload, bounds.round);
    // The last round that fits is the one of all.
    let mut rounds: Vec<RoundPlan> = drives.iter().take(fits - 1).map(alone).collect();
    rounds.push(RoundPlan::of(ALL, drives, workload, bounds.round));
    rounds
}

fn certain(
    args: &ExplainArgs,
    bounds: &InquiryBounds,
    how: &RoundSettings,
    workload: &Workload,
    drives: &[Id],
) -> Vec<RoundPlan> {
    match drives {
        [drive] => alone(args, drive, workload),
        drives => first(bounds, how, workload, drives),
    }
}

/// Time limit of all sets together.
fn most(bounds: &InquiryBounds, how: &RoundSettings) -> Nanos {
    let each = bounds.round + how.ramp;
    let all = Nanos::new(each.get().saturating_mul(bounds.most as u64));
    bounds.budget.map_or(all, |budget| budget.min(all))
}

/// The same with the experiments that may follow.
fn most_in_all(
    args: &ExplainArgs,
    bounds: &InquiryBounds,
    how: &RoundSettings,
    is_virtual: bool,
) -> Nanos {
    let follow = !args.no_experiments && args.time.is_none();
    let experiments = if follow { experiments::time(is_virtual) } else { Nanos::ZERO };
    most(bounds, how) + experiments
}

/// `--dry-run`: the rounds that are certain; later ones depend on their results.
fn rehearse(
    args: &ExplainArgs,
    source: &SourceMachine,
    workload: &Workload,
    cancel: &Arc<AtomicBool>,
    output: &CliOutput,
) -> Result<ProgramExit> {
    if args.on.is_given() {
        let (backend, mut left_out) =
            backend::open(&args.on, &args.targets, source, cancel, output)?;
        let (how, targets) = (backend.how(), backend.targets());
        let drives = drives(source, &targets);
        left_out.extend(stacked(args, &targets, &drives));
        check_count(&left_out, drives.len())?;
        let bounds = InquiryBounds::of(args, &how, drives.len());
        let most = most_in_all(args, &bounds, &how, true);
        let rounds = certain(args, &bounds, &how, workload, &drives);
        measuring::show_virtual(&how, (&rounds, Some(most)), &targets, &left_out, output)?;
        return Ok(ProgramExit::Ok);
    }
    let (places, mut left_out) = targets::places_named(source, &args.targets)?;
    let targets: Vec<Id> = places.iter().map(|(id, _)| id.clone()).collect();
    let (how, drives) = (RoundSettings::default(), drives(source, &targets));
    left_out.extend(stacked(args, &targets, &drives));
    check_count(&left_out, drives.len())?;
    let bounds = InquiryBounds::of(args, &how, drives.len());
    let most = most_in_all(args, &bounds, &how, false);
    let rounds = certain(args, &bounds, &how, workload, &drives);
    measuring::show_places(&how, (&rounds, Some(most)), &places, &left_out, output)?;
    Ok(ProgramExit::Ok)
}
