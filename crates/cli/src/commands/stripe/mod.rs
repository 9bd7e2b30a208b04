//! `narrows stripe`: forecast for arrays of these drives, before anything is erased.
//!
//! The drives are opened once, each through its own scratch file (or directly, for reading). Every
//! arrangement is one more target over the same open files, so that rounds run as those of `narrows
//! measure` do; on virtual hardware it is one more array of the machine.
//!
//! Not here: the possible arrangements, the next measurement and the conclusions
//! (`narrows-verdict`); cutting requests (`narrows-array`).

mod arrays;
mod caches;
mod drives;
mod jobs;
mod layer;
mod on_drives;
mod on_virtual;
mod plan;
mod shapes;
mod sweep;

use std::sync::atomic::{AtomicBool, Ordering};

use narrows_messages::Message;
use narrows_record::see::DocumentNote;
use narrows_record::stripe::StripeRecord as Found;
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_verdict::answer::source::SourceMachine;
use narrows_verdict::stripe::job;

use self::plan::StripeSweepRequest;
use self::sweep::StripeSweep;
use crate::args::stripe::StripeArgs;
use crate::failure::{ProgramExit, Result};
use crate::measuring::backend::Backend;
use crate::measuring::rounds::RoundSettings;
use crate::measuring::targets::LeftOut;
use crate::measuring::{self, CampaignContext, RunProgress};
use crate::output::CliOutput;
use crate::platform::interrupt;

pub fn run(args: &StripeArgs, output: &CliOutput) -> Result<ProgramExit> {
    let cancel = interrupt::flag();
    if args.on.is_given() {
        on_virtual::run(args, &cancel, output)
    } else {
        on_drives::run(args, &cancel, output)
    }
}

/// Measures, compares cache modes on the array that is then recommended, and ends as every run does.
fn measure_all(
    args: &StripeArgs,
    wanted: &StripeSweepRequest,
    (source, backend): (&SourceMachine, &Backend<'_>),
    left_out: &[LeftOut],
    compare: impl FnOnce(&CampaignContext<'_, '_>, &mut StripeSweep<'_>, &mut RunProgress),
    (cancel, output): (&AtomicBool, &CliOutput),
) -> Result<ProgramExit> {
    let plan = &wanted.plan;
    let mut stage = CampaignContext {
        source,
        backend,
        how: backend.how(),
        left_out,
        is_named: !args.targets.is_empty(),
        keeps: !args.no_report,
        drawn: None,
        cancel,
        output,
    };
    let mut run = stage.document();
    run.notes.extend(wanted.remarks.iter().map(|what| DocumentNote::of(None, what)));
    run.stripe = Some(Found {
        objective: wanted.objective.clone(),
        drives: plan.drives.iter().map(Id::to_string).collect(),
        jobs: plan.workloads.iter().map(job).collect(),
        candidates: plan.candidates(),
        ..Found::default()
    });
    let most = measuring::duration(&stage.how, &wanted.most_rounds());
    let mut sweep = StripeSweep::new(plan, &source.machine, (args.budget, most));
    let mut under_way = RunProgress::of(run);
    stage.measure(&mut sweep, &mut under_way);
    if !wanted.modes.is_empty() && !cancel.load(Ordering::Relaxed) {
        sweep.rank(&mut under_way.run);
        compare(&stage, &mut sweep, &mut under_way);
    }
    stage.end(&mut sweep, under_way)
}

fn most(args: &StripeArgs, wanted: &StripeSweepRequest, how: &RoundSettings) -> Nanos {
    let time = measuring::duration(how, &wanted.most_rounds());
    args.budget.map_or(time, |budget| budget.min(time))
}

fn announce(
    args: &StripeArgs,
    wanted: &StripeSweepRequest,
    how: &RoundSettings,
    output: &CliOutput,
) {
    let what = Message::new("stripe-verb-will-take")
        .count("drives", wanted.plan.drives.len())
        .count("candidates", wanted.plan.candidates().len())
        .count("jobs", wanted.plan.workloads.len())
        .with("time", measuring::minutes(most(args, wanted, how)));
    output.remark(&what);
}
