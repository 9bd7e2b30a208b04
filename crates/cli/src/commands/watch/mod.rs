//! `narrows watch`: what limits a real job, second by second and in sum.

mod metrics;

use std::sync::atomic::Ordering;

use narrows_messages::Message;
use narrows_record::run::Run;
use narrows_record::see::See;
use narrows_report::page;
use narrows_verdict::answer::source::Seen;

use self::metrics::Metrics;
use crate::args;
use crate::failure::{Exit, Failure};
use crate::measuring::job::{Job, Until, Wanted, Watching, document};
use crate::output::Output;
use crate::platform::{interrupt, machine};
use crate::progress::Progress;
use crate::run_directory;

pub fn run(args: &args::Watch, output: &Output) -> Result<Exit, Failure> {
    let metrics = args.prometheus.as_deref().map(Metrics::serve).transpose()?;
    if let Some(metrics) = &metrics {
        output.remark(&Message::new("watch-serves").with("url", metrics.url()));
    }
    let seen = machine::this(output);
    let interrupted = interrupt::flag();
    let (id, started) = run_directory::name_run();
    let watching = Watching::new(&seen, !args.no_tracing);
    let job = Job::begin(&wanted(args), output)?;
    let is_over = || interrupted.load(Ordering::Relaxed);
    let until = Until { lasts: args.lasts, interrupted: &is_over };
    let progress = Progress::new(output);
    let watch = watching.watch(job, &until, &mut |second, so_far| {
        progress.say(page::watched_second(second, &output.localizer));
        until.lasts.iter().for_each(|lasts| progress.at(so_far / lasts.as_secs()));
        metrics.iter().for_each(|metrics| metrics.say(second));
    });
    drop(progress);
    let machine = See::of(&seen.machine.topology, &seen.name);
    let document = Run { id, started, ..document(machine, watch) };
    let exit = finished(document, &seen, args.no_report, output)?;
    // Whoever watches without an end ends it by interrupting: that is no failure.
    let is_cut = args.lasts.is_some() || !args.command.is_empty();
    Ok(if is_cut && interrupted.load(Ordering::Relaxed) { Exit::Interrupted } else { exit })
}

fn wanted(args: &args::Watch) -> Wanted {
    match (args.pid, &args.name) {
        (Some(pid), _) => Wanted::Process(pid),
        (None, Some(name)) => Wanted::Named(name.clone()),
        (None, None) if args.command.is_empty() => Wanted::Machine,
        (None, None) => Wanted::Command(args.command.clone()),
    }
}

/// Keeps the run, unless that is not wanted, and shows it.
fn finished(
    mut document: Run,
    seen: &Seen,
    no_report: bool,
    output: &Output,
) -> Result<Exit, Failure> {
    let mut exit = if document.partial { Exit::Partial } else { Exit::Ok };
    if !no_report && !document.partial {
        match run_directory::keep(&mut document, &[], seen, output) {
            Ok(folder) => {
                let path = folder.join("report.html");
                output.remark(&Message::new("cli-report-kept").with("path", path.display()));
            }
            Err(failure) => {
                output.fail(&failure);
                exit = Exit::Partial;
            }
        }
    }
    output.result(&document, || page::run(&document, &output.localizer))?;
    Ok(exit)
}
