//! `narrows watch`: a real job's bottleneck, second by second and in total.

mod metrics;

use std::sync::atomic::Ordering;

use narrows_messages::Message;
use narrows_record::run::RunDocument;
use narrows_record::see::SeeDocument;
use narrows_report::page;

use self::metrics::MetricsServer;
use crate::args;
use crate::failure::{ProgramExit, Result};
use crate::measuring::job::{JobWatcher, StopCondition, WatchRequest, WatchedJob, document};
use crate::output::CliOutput;
use crate::platform::{interrupt, machine};
use crate::progress::ProgressReporter;
use crate::run_directory;

pub fn run(args: &args::WatchArgs, output: &CliOutput) -> Result<ProgramExit> {
    let metrics = args.prometheus.as_deref().map(MetricsServer::serve).transpose()?;
    if let Some(metrics) = &metrics {
        output.remark(&Message::new("watch-serves").with("url", metrics.url()));
    }
    let source = machine::this(output);
    let interrupted = interrupt::flag();
    let (id, started) = run_directory::name_run();
    let watching = JobWatcher::new(&source, !args.no_tracing);
    let wanted = match (args.pid, &args.name) {
        (Some(pid), _) => WatchRequest::Process(pid),
        (None, Some(name)) => WatchRequest::Named(name.clone()),
        (None, None) if args.command.is_empty() => WatchRequest::Machine,
        (None, None) => WatchRequest::Command(args.command.clone()),
    };
    let job = WatchedJob::begin(&wanted, output)?;
    let is_over = || interrupted.load(Ordering::Relaxed);
    let until = StopCondition { lasts: args.lasts, interrupted: &is_over };
    let progress = ProgressReporter::new(output);
    let watch = watching.watch(job, &until, &mut |second, so_far| {
        progress.say(page::watched_second(second, &output.localizer));
        until.lasts.iter().for_each(|lasts| progress.at(so_far / lasts.as_secs()));
        metrics.iter().for_each(|metrics| metrics.say(second));
    });
    drop(progress);
    let machine = SeeDocument::of(&source.machine.topology, &source.name);
    let mut document = RunDocument { id, started, ..document(machine, watch) };
    let mut exit = if document.partial { ProgramExit::Partial } else { ProgramExit::Ok };
    if !args.no_report && !document.partial {
        match run_directory::keep(&mut document, &[], &source, output) {
            Ok(folder) => {
                let path = folder.join("report.html");
                output.remark(&Message::new("cli-report-kept").with("path", path.display()));
            }
            Err(failure) => {
                output.fail(&failure);
                exit = ProgramExit::Partial;
            }
        }
    }
    output.result(&document, || page::run(&document, &output.localizer))?;
    // Whoever watches without an end ends it by interrupting: that is no failure.
    let is_cut = args.lasts.is_some() || !args.command.is_empty();
    Ok(if is_cut && interrupted.load(Ordering::Relaxed) { ProgramExit::Interrupted } else { exit })
}
