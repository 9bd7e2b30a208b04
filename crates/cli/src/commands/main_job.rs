//! `narrows` with no command: see this machine, measure it, explain, and write a report.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows_engine::ScratchPlan;
use narrows_messages::Message;
use narrows_record::run::RunDocument;
use narrows_record::see::DocumentNote;
use narrows_record::word::TargetSet;
use narrows_topology::Id;
use narrows_units::{Bytes, Nanos};
use narrows_verdict::answer::predictions;
use narrows_verdict::answer::source::SourceMachine;
use narrows_verdict::sharing::{MOST_DRIVES, most_runs, sharing};
use narrows_workload::{Workload, default_profiles};

use crate::args::MainJobArgs;
use crate::commands::explain::{self, SharingInquiry};
use crate::failure::{ProgramExit, Result};
use crate::measuring;
use crate::measuring::backend::{self, Backend};
use crate::measuring::rounds::{RoundPlan, RoundSettings};
use crate::measuring::targets::{self, LeftOut};
use crate::measuring::{Campaign, CampaignContext, NextRounds};
use crate::output::CliOutput;
use crate::platform::{interrupt, machine};

pub fn run(args: &MainJobArgs, output: &CliOutput) -> Result<ProgramExit> {
    machine::check(args)?;
    let drawn = args.picture.files(args.force, output)?;
    let cancel = interrupt::flag();
    let pace = MainJobTimes::of(args);
    let source = backend::source(&args.on, output)?;
    let workloads = default_profiles();
    let (backend, left_out) = open(args, &source, &pace, &cancel, output)?;
    let drives = backend.targets();
    let together = targets::side_by_side(&source.machine.topology, &drives);
    let rounds = measuring::not_too_many(plan(&pace, &drives, &together, &workloads))?;
    let how = backend.how();
    // Beyond eight drives the minute does not suffice; say so before it begins. How long virtual
    // time takes is not known before.
    let drives = backend.targets().len();
    if drives > 8 && !backend.is_virtual() {
        let time = measuring::duration(&how, &rounds);
        output.remark(&Message::new("cli-will-take").count("drives", drives).with("time", time));
    }
    let stage = CampaignContext {
        source: &source,
        backend: &backend,
        how,
        left_out: &left_out,
        is_named: false,
        keeps: !args.no_report,
        drawn: Some(drawn),
        cancel: &cancel,
        output,
    };
    let mut run = stage.document();
    // Settings of this machine do not touch virtual hardware.
    let owed = machine::owed().filter(|_| !args.on.is_given());
    let owed = owed.into_iter().flat_map(|what| [what, Message::new("experiment-owed-advice")]);
    run.notes.extend(owed.map(|what| DocumentNote::of(None, &what)));
    // With nothing to measure, predictions are all there is to show.
    if backend.is_empty() {
        run.predictions = predictions::usual(&source.machine, &workloads);
    }
    let inquiry = inquiry(&pace, &workloads, together);
    stage.run(&mut MainJobCampaign { rounds: Some(rounds), inquiry }, run)
}

/// Each drive alone and all together, then as many sets as the time allows, each the most informative
/// one on shared limits.
struct MainJobCampaign {
    rounds: Option<Vec<RoundPlan>>,
    /// `None` if there are too few or too many drives to share anything.
    inquiry: Option<SharingInquiry>,
}

impl Campaign for MainJobCampaign {
    fn next(
        &mut self,
        stage: &CampaignContext<'_, '_>,
        run: &mut RunDocument,
    ) -> Option<NextRounds> {
        match self.rounds.take() {
            Some(rounds) => {
                let after = self.inquiry.as_ref().and_then(|inquiry| inquiry.left);
                Some(NextRounds { rounds, after: after.unwrap_or_default() })
            }
            None => self.inquiry.as_mut()?.next(&stage.how, run),
        }
    }

    fn conclude(&mut self, stage: &CampaignContext<'_, '_>, run: &mut RunDocument) {
        run.sharing = sharing(run, None);
        explain::mark_chosen(run);
        if self.inquiry.is_some() {
            run.notes.extend(full_inquiry(run, &stage.how));
        }
    }
}

/// Half a second of a set is as informative on shared limits as more would be of fewer sets.
const SHARING_ROUND: Nanos = Nanos::millis(500);

struct MainJobTimes {
    /// For all rounds together, for up to eight drives.
    rounds: Nanos,
    /// The shortest round that says something.
    round_min: Nanos,
    /// For finding shared limits, once all else is measured.
    sharing: Nanos,
    scratch: ScratchPlan,
}

impl MainJobTimes {
    fn of(args: &MainJobArgs) -> Self {
        if args.quick {
            let scratch = ScratchPlan {
                wanted: Bytes::mib(256),
                time_max: Nanos::millis(1500),
                ..ScratchPlan::default()
            };
            let [rounds, round_min, sharing] = [6000, 300, 2000].map(Nanos::millis);
            return Self { rounds, round_min, sharing, scratch };
        }
        let scratch = ScratchPlan {
            wanted: Bytes::gib(1),
            time_max: Nanos::millis(8000),
            ..ScratchPlan::default()
        };
        let [rounds, round_min, sharing] = [36_000, 1000, 12_000].map(Nanos::millis);
        Self { rounds, round_min, sharing, scratch }
    }
}

/// Opens drives through scratch files or, if requested, directly; on virtual hardware as they are.
fn open<'a>(
    args: &MainJobArgs,
    source: &'a SourceMachine,
    pace: &MainJobTimes,
    cancel: &Arc<AtomicBool>,
    output: &CliOutput,
) -> Result<(Backend<'a>, Vec<LeftOut>)> {
    if args.on.is_given() {
        return backend::open(&args.on, &[], source, cancel, output);
    }
    let topology = &source.machine.topology;
    let drives = targets::measurable(topology);
    let (places, left_out) = targets::places(topology, &drives, args.raw);
    let (prepared, left_out) =
        targets::open_places(topology, &places, left_out, pace.scratch, cancel, output);
    Ok((Backend::Real(prepared), left_out))
}

/// Each drive alone under every workload, then all together under those with queue depth. Alone
/// takes two thirds of the time, and a sequential read twice as long as each random one.
fn plan(
    pace: &MainJobTimes,
    drives: &[Id],
    side_by_side: &[Id],
    workloads: &[Workload],
) -> Vec<RoundPlan> {
    let share = |parts: f64| Nanos::secs(pace.rounds.as_secs() * parts).max(pace.round_min);
    let together = side_by_side.len() > 1;
    let for_alone = if together { 2.0 / 3.0 } else { 1.0 };
    let each = for_alone / drives.len().max(1) as f64;
    // The usual workloads are a long read and two of 4 KiB, so that the parts add up to one.
    let weight = |workload: &Workload| if workload.block > Bytes::kib(4) { 0.5 } else { 0.25 };
    let mut rounds = Vec::new();
    for drive in drives {
        rounds.extend(workloads.iter().map(|workload| {
            let time = share(each * weight(workload));
            RoundPlan::of(TargetSet::Alone, std::slice::from_ref(drive), workload, time)
        }));
    }
    for workload in workloads.iter().filter(|workload| together && workload.depth > 1) {
        // Two of the usual workloads have depth, so that each takes half of the rest.
        let time = share((1.0 - for_alone) * 0.5);
        rounds.push(RoundPlan::of(TargetSet::All, side_by_side, workload, time));
    }
    rounds
}

/// Shared bottlenecks, as far as they fit: from the long sequential reads measured anyway, and
/// further sets of them.
fn inquiry(pace: &MainJobTimes, workloads: &[Workload], drives: Vec<Id>) -> Option<SharingInquiry> {
    // The first of the usual workloads is the long sequential read.
    let workload = workloads.first().filter(|_| (2..=MOST_DRIVES).contains(&drives.len()))?;
    let most = most_runs(drives.len());
    let round = pace.round_min.min(SHARING_ROUND);
    Some(SharingInquiry::new(workload, drives, round, most).within(Some(pace.sharing)))
}

/// Time for the rest, if the minute did not suffice.
fn full_inquiry(run: &RunDocument, how: &RoundSettings) -> Option<DocumentNote> {
    let sharing = run.sharing.as_ref().filter(|sharing| !sharing.complete)?;
    let time = Nanos::new((explain::ROUND + how.ramp).get() * u64::from(sharing.runs_most));
    let what = Message::new("explain-full-takes").with("runs", sharing.runs_most);
    let what = what.with("time", measuring::minutes(time));
    Some(DocumentNote::of(None, &what))
}
