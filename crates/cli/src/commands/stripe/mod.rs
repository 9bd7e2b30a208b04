//! `narrows stripe`: what arrays of these drives would do, before anything is erased.
//!
//! The drives are opened once, each in a scratch file of its own (or themselves, for reading).
//! Every arrangement is one more target over the same open files, so that rounds run as those of
//! `narrows measure` do; on virtual hardware it is one more array of the machine.
//!
//! Not here: which arrangements there are, what to measure next and what follows
//! (`narrows-verdict`); cutting requests (`narrows-array`).

mod arrays;
mod caches;
mod document;
mod drives;
mod jobs;
mod layer;
mod on_drives;
mod on_virtual;
mod plan;
mod shapes;
mod sweep;

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_messages::Message;
use narrows_record::run::Samples;
use narrows_record::stripe::Stripe as Document;
use narrows_report::page;
use narrows_units::Nanos;
use narrows_verdict::answer::source::Seen;
use narrows_verdict::stripe::conclude;

use self::plan::Wanted;
use self::sweep::Sweep;
use crate::args::stripe::Stripe;
use crate::failure::{Exit, Failure};
use crate::measuring;
use crate::measuring::backend::Backend;
use crate::measuring::rounds::How;
use crate::measuring::targets::LeftOut;
use crate::output::Output;
use crate::platform::interrupt;

pub fn run(args: &Stripe, output: &Output) -> Result<Exit, Failure> {
    let cancel = interrupt::flag();
    if args.on.is_given() {
        on_virtual::run(args, &cancel, output)
    } else {
        on_drives::run(args, &cancel, output)
    }
}

/// Compares cache modes on the array that is recommended.
type Compare<'a> = &'a dyn Fn(&Sweep<'_, '_>, &mut Document) -> Vec<Samples>;

/// Measures, concludes, shows and keeps.
fn measure_all(
    args: &Stripe,
    wanted: &Wanted,
    (seen, backend): (&Seen, &Backend<'_>),
    left_out: &[LeftOut],
    compare: Compare<'_>,
    (cancel, output): (&AtomicBool, &Output),
) -> Result<Exit, Failure> {
    let plan = &wanted.plan;
    let mut how = backend.how();
    how.slot = measuring::slot(&how, &wanted.most_rounds());
    let mut stripe = document::of(plan, &wanted.objective, seen, backend);
    document::remark(&mut stripe, left_out, &wanted.remarks);
    stripe.partial = left_out.iter().any(|left| !args.targets.is_empty() || left.is_loss);
    let spent = &Cell::new(Nanos::ZERO);
    let sweep = Sweep { plan, backend, how: &how, budget: args.budget, spent, cancel, output };
    let mut samples = sweep.run(&mut stripe);
    conclude(plan, &mut stripe, &seen.machine);
    if !wanted.modes.is_empty() && !cancel.load(Ordering::Relaxed) {
        samples.extend(compare(&sweep, &mut stripe));
        conclude(plan, &mut stripe, &seen.machine);
    }
    stripe.partial |= cancel.load(Ordering::Relaxed);
    let shown = output.result(&stripe, || page::stripe(&stripe, &output.localizer));
    let kept = document::keep(&mut stripe, &samples, seen, !args.no_report, output);
    shown?;
    Ok(document::exit(&stripe, cancel).max(kept))
}

/// What all rounds together may take.
fn most(args: &Stripe, wanted: &Wanted, how: &How) -> Nanos {
    let time = measuring::duration(how, &wanted.most_rounds());
    args.budget.map_or(time, |budget| budget.min(time))
}

/// How long the whole may take, before it begins.
fn announce(args: &Stripe, wanted: &Wanted, how: &How, output: &Output) {
    let what = Message::new("stripe-verb-will-take")
        .count("drives", wanted.plan.drives.len())
        .count("candidates", wanted.plan.candidates().len())
        .count("jobs", wanted.plan.workloads.len())
        .with("time", measuring::minutes(most(args, wanted, how)));
    output.remark(&what);
}
