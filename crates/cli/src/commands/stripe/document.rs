//! The document of a sweep: what it holds before anything is measured, where it is kept.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_messages::Message;
use narrows_record::run::Samples;
use narrows_record::schema;
use narrows_record::see::{Note, See};
use narrows_record::stripe::{Objective, Stripe};
use narrows_record::words;
use narrows_report::page;
use narrows_topology::Id;
use narrows_verdict::answer::source::Seen;
use narrows_verdict::stripe::{Plan, job};

use crate::failure::{Exit, Failure};
use crate::measuring;
use crate::measuring::backend::Backend;
use crate::measuring::context;
use crate::measuring::targets::LeftOut;
use crate::output::{self, Output};
use crate::run_directory;

/// Before anything is measured.
pub fn of(plan: &Plan, objective: &Objective, seen: &Seen, backend: &Backend<'_>) -> Stripe {
    let (id, started) = run_directory::name_run();
    Stripe {
        schema: schema::STRIPE.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        id,
        started,
        command: output::command_line(),
        machine: See::of(&seen.machine.topology, &seen.name),
        // This machine's state says nothing of a virtual one.
        context: (!backend.is_virtual()).then(context::now),
        simulation: backend.simulation(),
        objective: objective.clone(),
        drives: plan.drives.iter().map(Id::to_string).collect(),
        jobs: plan.workloads.iter().map(job).collect(),
        candidates: plan.candidates(),
        ..Stripe::default()
    }
}

/// What is to be said before anything ran.
pub fn remark(stripe: &mut Stripe, left_out: &[LeftOut], remarks: &[Message]) {
    let left = left_out.iter().map(|left| measuring::note(&left.drive, &left.why));
    stripe.notes.extend(left);
    let said = remarks.iter().map(|what| Note::of(None, what));
    stripe.notes.extend(said);
}

/// Keeps it with its samples and report, unless that is not wanted. A sweep that cannot be kept is
/// shown all the same, but what was asked for is not whole.
pub fn keep(
    stripe: &mut Stripe,
    samples: &[Samples],
    seen: &Seen,
    wanted: bool,
    output: &Output,
) -> Exit {
    if !wanted {
        return Exit::Ok;
    }
    match kept(stripe, samples, seen, output) {
        Ok(folder) => {
            let path = folder.join("report.html");
            output.remark(&Message::new("cli-report-kept").with("path", path.display()));
            Exit::Ok
        }
        Err(failure) => {
            output.fail(&failure);
            Exit::Partial
        }
    }
}

fn kept(
    stripe: &mut Stripe,
    samples: &[Samples],
    seen: &Seen,
    output: &Output,
) -> Result<PathBuf, Failure> {
    let folder = run_directory::make_folder(&mut stripe.id, &stripe.started)?;
    let contents = || {
        Ok(vec![
            ("samples.json.gz", run_directory::packed(&serde_json::to_vec(samples)?)?),
            (
                "report.html",
                page::stripe(stripe, &output.localizer)
                    .html(stripe, &output.localizer)
                    .into_bytes(),
            ),
            ("stripe.json", words::to_vec_pretty(stripe, &output.localizer)?),
        ])
    };
    let surroundings = run_directory::surroundings(stripe.simulation.as_ref(), seen);
    run_directory::fill_new(&folder, surroundings, contents())
}

/// How a sweep ends.
pub fn exit(stripe: &Stripe, cancel: &AtomicBool) -> Exit {
    if cancel.load(Ordering::Relaxed) {
        Exit::Interrupted
    } else if stripe.partial || stripe.recommendation.is_none() {
        Exit::Partial
    } else {
        Exit::Ok
    }
}
