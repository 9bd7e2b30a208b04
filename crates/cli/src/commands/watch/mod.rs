//! `narrows watch`: what limits somebody's real job, second by second and in sum.
//!
//! The job is left as it is: it is looked at through /proc and /sys, and nothing is asked of it. A
//! command that is given is started with the rights of whoever called, and never ended by us.

mod behind;
mod job;
mod looking;
mod metrics;
mod tracing;

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use narrows_answer::source::Seen;
use narrows_host::Root;
use narrows_host::sample::Sampler;
use narrows_messages::Message;
use narrows_record::run::{Measured, Method, Run};
use narrows_record::schema;
use narrows_record::see::{Note, See};
use narrows_record::watch::{Second, Watch};
use narrows_report::page;
use narrows_topology::{Id, PciAddress};
use narrows_verdict::watch::{gains, judge, shares};

use self::job::Job;
use self::looking::{Looking, Until};
use self::metrics::Metrics;
use crate::args;
use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::measuring::watch::{Around, Watch as Surroundings};
use crate::measuring::{context, run_directory, targets};
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::source;

pub fn run(args: &args::Watch, output: &Output) -> Result<Exit, Failure> {
    let metrics = args.prometheus.as_deref().map(Metrics::serve).transpose()?;
    if let Some(metrics) = &metrics {
        output.remark(&Message::new("watch-serves").with("url", metrics.url()));
    }
    let seen = source::this_machine(output);
    let interrupted = interrupt::flag();
    let (id, started) = run_directory::name_run();
    let machine = See::of(&seen.machine.topology, &seen.name, &output.localizer);
    let drives = targets::with_addresses(&seen.machine.topology);
    let until = Until { lasts: args.lasts, interrupted: &interrupted };
    // All that looks is ready before the job begins, so that nothing of it is missed.
    let surroundings = Surroundings::new(&drives);
    let looking = Looking::new(Sampler::new(&Root::live()), &machine, !args.no_tracing);
    let job = Job::begin(args, output)?;
    let watch = watched(job, looking, (surroundings, &drives), &until, metrics.as_ref(), output);
    let document = Run { id, started, ..document(machine, watch, output) };
    let exit = finished(document, &seen, args.no_report, output)?;
    // Whoever watches without an end ends it by interrupting: that is no failure.
    let is_cut = args.lasts.is_some() || !args.command.is_empty();
    Ok(if is_cut && interrupted.load(Ordering::Relaxed) { Exit::Interrupted } else { exit })
}

/// Drives, and where their controllers hang.
type Drives = [(Id, Option<PciAddress>)];

/// Watches a job to its end, and concludes.
fn watched(
    mut job: Job,
    looking: Looking,
    (surroundings, drives): (Surroundings, &Drives),
    until: &Until<'_>,
    metrics: Option<&Metrics>,
    output: &Output,
) -> Watch {
    let progress = Progress::new(output);
    let found = looking.watch(&mut job, until, &surroundings, &mut |second, so_far| {
        judge(second);
        progress.say(page::watched_second(second, &output.localizer));
        until.lasts.iter().for_each(|lasts| progress.at(so_far / lasts.as_secs()));
        metrics.iter().for_each(|metrics| metrics.say(second));
    });
    let mut seconds = found.seconds;
    throttled(&mut seconds, drives, &surroundings.finish());
    seconds.iter_mut().for_each(judge);
    let shares = shares(&seconds);
    Watch {
        gains: gains(&seconds),
        shares,
        watched_s: seconds.iter().map(|second| second.length_s).sum(),
        seconds,
        own_cpu: found.own_cpu,
        traced: found.traced,
        untraced: found.untraced,
        ..job.described()
    }
}

/// The run that a watched job is kept as.
fn document(machine: See, watch: Watch, output: &Output) -> Run {
    Run {
        schema: schema::RUN.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        id: String::new(),
        started: String::new(),
        command: output::command_line(),
        machine,
        context: Some(context::now()),
        simulation: None,
        predictions: Vec::new(),
        results: results(&watch),
        sharing: None,
        array: None,
        findings: Vec::new(),
        notes: notes(&watch, output),
        partial: watch.seconds.is_empty(),
        watch: Some(watch),
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

/// Marks the seconds in which a drive or processor slowed itself down to cool.
fn throttled(seconds: &mut [Second], drives: &Drives, around: &[Around]) {
    for ((drive, _), around) in drives.iter().zip(around) {
        for throttle in &around.watched.throttles {
            let is_drive = throttle.what == drive.as_str();
            let what = if is_drive { drive.to_string() } else { "cpu".to_owned() };
            let within = |second: &&mut Second| {
                (second.at_s..second.at_s + second.length_s).contains(&throttle.at_s)
            };
            for second in seconds.iter_mut().filter(within) {
                if !second.throttled.contains(&what) {
                    second.throttled.push(what.clone());
                }
            }
        }
    }
}

/// What each drive did meanwhile, so that runs that watched the same job compare like others.
fn results(watch: &Watch) -> Vec<Measured> {
    let all = watch.seconds.iter().flat_map(|second| &second.drives);
    let names: BTreeSet<&str> = all.map(|drive| drive.drive.as_str()).collect();
    let together: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    names.into_iter().map(|name| result(watch, name, &together)).collect()
}

fn result(watch: &Watch, name: &str, together: &[String]) -> Measured {
    let of = |second: &Second| second.drives.iter().find(|drive| drive.drive == name).cloned();
    let seconds: Vec<_> =
        watch.seconds.iter().map(|second| (of(second), second.length_s)).collect();
    let sum = |count: fn(&narrows_record::watch::DriveSecond) -> u64| -> u64 {
        seconds.iter().filter_map(|(drive, _)| drive.as_ref().map(count)).sum()
    };
    let (read, written) = (sum(|drive| drive.read_bytes), sum(|drive| drive.written_bytes));
    let ops = sum(|drive| drive.reads + drive.writes);
    let whole = watch.watched_s.max(f64::MIN_POSITIVE);
    let mb_s = |bytes: u64, length_s: f64| bytes as f64 / 1e6 / length_s;
    Measured {
        target: name.to_owned(),
        workload: workload(watch),
        set: "all".into(),
        together: together.to_vec(),
        repeat: 1,
        direction: if read >= written { "read".into() } else { "write".into() },
        mb_s: mb_s(read.saturating_add(written), whole),
        read_mb_s: mb_s(read, whole),
        write_mb_s: mb_s(written, whole),
        iops: ops as f64 / whole,
        ops,
        window_s: watch.watched_s,
        timeline_mb_s: seconds
            .iter()
            .map(|(drive, s)| {
                drive.as_ref().map_or(0.0, |it| mb_s(it.read_bytes + it.written_bytes, *s))
            })
            .collect(),
        method: Method { engine: "watch".into(), ..Method::default() },
        ..Measured::default()
    }
}

/// Runs that watched the same command are compared with each other, and with no others.
fn workload(watch: &Watch) -> String {
    let program = watch.name.split_whitespace().next().unwrap_or_default();
    let program = program.rsplit('/').next().unwrap_or_default();
    format!("watch-{}", if program.is_empty() { "machine" } else { program })
}

fn notes(watch: &Watch, output: &Output) -> Vec<Note> {
    let mut notes = Vec::new();
    if let Some(code) = watch.exit_code.filter(|code| *code != 0) {
        notes.push(Message::new("watch-ended").count("code", code.unsigned_abs() as usize));
    }
    let of_job = watch.seconds.iter().filter(|second| second.looks > 0);
    if of_job.clone().count() > 0 && of_job.clone().all(|second| second.read_bytes.is_none()) {
        notes.push(Message::new("watch-no-bytes"));
    }
    notes.iter().map(|note| Note::of(None, note, &output.localizer)).collect()
}
