//! `narrows measure`: chosen drives or files under one workload, each alone and all together.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_engine::{ScratchPlan, Target};
use narrows_messages::Message;
use narrows_model::Machine;
use narrows_record::predict::Prediction;
use narrows_record::run::{Finding, Measured, Run, Samples};
use narrows_record::schema;
use narrows_record::see::{Note, See};
use narrows_report::text;
use narrows_topology::{Id, Topology};
use narrows_units::{Bytes, Nanos};
use narrows_verdict::explain;
use narrows_workload::{Direction, Pattern, Workload};

use crate::args::{self, PatternName, Sets};
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::progress::Progress;
use crate::rounds::{self, Round};
use crate::targets::{self, LeftOut, Place, Prepared};
use crate::{interrupt, run_directory, source, verbs};

pub fn run(args: &args::Measure, output: &Output) -> Result<Exit, Failure> {
    let cancel = interrupt::flag();
    let workload = workload(args);
    let seen = source::this_machine(output);
    let (prepared, left_out) = prepare(args, &seen.machine.topology, &cancel, output)?;
    if prepared.is_empty() && !cancel.load(Ordering::Relaxed) {
        return Err(nothing_to_measure(left_out));
    }
    let mut document = document(&seen, output);
    document.notes.extend(left_out.iter().map(|left| note(&left.drive, &left.why, output)));
    let named = !args.targets.is_empty();
    document.partial = left_out.iter().any(|left| named || left.is_loss);
    let together = match named {
        true => prepared.iter().collect(),
        false => targets::side_by_side(&seen.machine.topology, &prepared),
    };
    let rounds = plan(args, &prepared, &together, &workload);
    document.predictions = predictions(&seen.machine, &rounds, output);
    let samples = measure(&rounds, &cancel, output, &mut document);
    finish(&mut document, &cancel, output);
    output.result(&document, || text::run(&document, &output.speaker, &output.style))?;
    let kept = keep(&document, &samples, !args.no_report, output);
    Ok(exit(&document, &cancel).max(kept))
}

/// What was predicted for the very sets that run.
pub fn predictions(machine: &Machine, rounds: &[Round<'_>], output: &Output) -> Vec<Prediction> {
    let predict = |round: &Round<'_>| {
        let together = round.members.iter().map(|member| member.drive.clone()).collect();
        let sets = [(round.set.to_owned(), together)];
        let workloads = std::slice::from_ref(round.workload);
        verbs::predict::predict_sets(machine, &sets, workloads, output)
    };
    rounds.iter().filter(|round| round.repeat == 1).flat_map(predict).collect()
}

/// Keeps the run, unless that is not wanted. A run that cannot be kept has still been shown, but
/// what was asked for is not whole.
pub fn keep(document: &Run, samples: &[Samples], wanted: bool, output: &Output) -> Exit {
    if !wanted {
        return Exit::Ok;
    }
    match run_directory::keep(document, samples, output) {
        Ok(path) => {
            output.remark(&Message::new("cli-report-kept").with("path", path.display()));
            Exit::Ok
        }
        Err(failure) => {
            output.fail(&failure);
            Exit::Partial
        }
    }
}

fn workload(args: &args::Measure) -> Workload {
    let pattern = match args.pattern {
        PatternName::Sequential => Pattern::Sequential,
        PatternName::Random => Pattern::Random,
    };
    Workload::new(pattern, Direction::Read, args.block, args.depth)
}

type Outcome = Result<(Vec<Prepared>, Vec<LeftOut>), Failure>;

fn prepare(
    args: &args::Measure,
    topology: &Topology,
    cancel: &Arc<AtomicBool>,
    output: &Output,
) -> Outcome {
    if !args.file.is_empty() {
        let opened: Result<Vec<_>, _> = args.file.iter().map(|path| open_file(path)).collect();
        return Ok((opened?, Vec::new()));
    }
    let drives = choose(topology, &args.targets)?;
    let (places, left_out) = targets::places(topology, &drives, args.raw);
    let plan = ScratchPlan::default();
    Ok(open_places(topology, &places, left_out, plan, cancel, output))
}

/// Opens the places found, with progress; what fails joins those left out.
pub fn open_places(
    topology: &Topology,
    places: &[(Id, Place)],
    mut left_out: Vec<LeftOut>,
    plan: ScratchPlan,
    cancel: &Arc<AtomicBool>,
    output: &Output,
) -> (Vec<Prepared>, Vec<LeftOut>) {
    let progress = Progress::new(output);
    progress.say(output.speaker.text("cli-writing-scratch"));
    let (prepared, failed) =
        targets::prepare(topology, places, plan, cancel, &|share| progress.at(share));
    left_out.extend(failed);
    (prepared, left_out)
}

fn open_file(path: &Path) -> Result<Prepared, Failure> {
    let name = path.display().to_string();
    let target = Target::open(name.clone(), path).map_err(|e| Failure::new(e.message()))?;
    Ok(Prepared { drive: Id::new(name), target, address: None })
}

/// The drives named, by id or device path; all when none is.
fn choose(topology: &Topology, names: &[String]) -> Result<Vec<Id>, Failure> {
    if names.is_empty() {
        return Ok(targets::measurable(topology));
    }
    let find = |name: &String| {
        let id = Id::new(name.strip_prefix("/dev/").unwrap_or(name));
        let known = targets::measurable(topology).contains(&id);
        known.then_some(id).ok_or_else(|| no_such_drive(topology, name))
    };
    names.iter().map(find).collect()
}

fn no_such_drive(topology: &Topology, name: &str) -> Failure {
    let known = targets::measurable(topology);
    let known: Vec<&str> = known.iter().map(Id::as_str).collect();
    let known = known.join(", ");
    Failure::usage(Message::new("cli-no-such-drive").with("name", name).with("known", known))
}

fn nothing_to_measure(left_out: Vec<LeftOut>) -> Failure {
    match left_out.into_iter().next() {
        Some(left) => Failure::new(left.why),
        None => Failure::new(Message::new("cli-no-drives")),
    }
}

fn plan<'a>(
    args: &args::Measure,
    prepared: &'a [Prepared],
    together: &[&'a Prepared],
    workload: &'a Workload,
) -> Vec<Round<'a>> {
    let mut rounds = Vec::new();
    for repeat in 1..=args.repeat {
        let round = |set, members| Round { set, members, workload, time: args.time, repeat };
        if args.set != Sets::All {
            rounds.extend(prepared.iter().map(|one| round("alone", vec![one])));
        }
        if args.set != Sets::Each && (together.len() > 1 || args.set == Sets::All) {
            rounds.push(round("all", together.to_vec()));
        }
    }
    rounds
}

/// A run's document before anything is measured.
pub fn document(seen: &source::Seen, output: &Output) -> Run {
    let (id, started) = run_directory::name_run();
    Run {
        schema: schema::RUN.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        id,
        started,
        command: std::env::args().collect(),
        machine: See::of(&seen.machine.topology, &seen.name, &output.speaker),
        context: None,
        predictions: Vec::new(),
        results: Vec::new(),
        findings: Vec::new(),
        notes: Vec::new(),
        partial: false,
    }
}

/// Runs the rounds, takes their results and remarks into the document, and returns the samples.
/// A drive that stops answering is left out of the rounds that follow.
pub fn measure(
    rounds: &[Round<'_>],
    cancel: &AtomicBool,
    output: &Output,
    document: &mut Run,
) -> Vec<Samples> {
    let progress = Progress::new(output);
    let total: f64 = rounds.iter().map(|round| round.time.as_secs()).sum();
    let mut passed = 0.0;
    let mut samples = Vec::new();
    let mut silent: Vec<Id> = Vec::new();
    for round in rounds {
        let mut round = round.clone();
        round.members.retain(|member| !silent.contains(&member.drive));
        let share = round.time.as_secs() / total.max(f64::MIN_POSITIVE);
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        if !round.members.is_empty() {
            progress.say(output.speaker.say(&describe(&round)));
            let done = rounds::run(&round, cancel, &|at| progress.at(passed + share * at));
            silent.extend(done.silent);
            samples.extend(done.samples);
            take(document, done.results, done.remarks, output);
        }
        passed += share;
    }
    samples
}

/// Takes a round's results and remarks into the document, each remark once.
fn take(document: &mut Run, results: Vec<Measured>, remarks: Vec<(Id, Message)>, output: &Output) {
    // A drive that failed every request has a result: its errors.
    let (came, nothing): (Vec<_>, Vec<_>) =
        results.into_iter().partition(|result| result.ops > 0 || result.errors > 0);
    document.results.extend(came);
    document.partial |= !nothing.is_empty();
    let mut notes: Vec<Note> = nothing.iter().map(|result| not_measured(result, output)).collect();
    notes.extend(remarks.iter().map(|(drive, remark)| note(drive, remark, output)));
    for note in notes {
        if !document.notes.contains(&note) {
            document.notes.push(note);
        }
    }
}

/// A round in which nothing came back is no measurement of nothing.
fn not_measured(result: &Measured, output: &Output) -> Note {
    let drive = Id::new(&result.target);
    let what = Message::new("cli-not-measured").with("drive", &drive);
    note(&drive, &what.with("workload", &result.workload), output)
}

fn describe(round: &Round<'_>) -> Message {
    let drives: Vec<&str> = round.members.iter().map(|member| member.drive.as_str()).collect();
    Message::new("cli-measuring")
        .with("drives", drives.join(" + "))
        .with("workload", &round.workload.name)
}

/// Draws the conclusions.
pub fn finish(document: &mut Run, cancel: &AtomicBool, output: &Output) {
    let cut_short = |result: &Measured| result.partial;
    document.partial |= cancel.load(Ordering::Relaxed) || document.results.iter().any(cut_short);
    document.notes.extend(other_io(document).iter().map(|(drive, what)| note(drive, what, output)));
    let conclusions = explain(document);
    document.findings = conclusions
        .into_iter()
        .map(|conclusion| Finding {
            id: conclusion.what.id().to_owned(),
            text: output.speaker.say(&conclusion.what),
            targets: conclusion.targets,
            limit: conclusion.limit,
        })
        .collect();
}

/// Others moved more than this share of our own bytes: worth a remark.
const OTHER_IO_SHARE: f64 = 0.01;
/// Less than this is the file system's own bookkeeping.
const OTHER_IO_MIN_BYTES: u64 = 1 << 20;

/// A remark for each drive that somebody else used during the run.
fn other_io(document: &Run) -> Vec<(Id, Message)> {
    let mut moved: BTreeMap<&str, (u64, f64)> = BTreeMap::new();
    for result in &document.results {
        let (other, own) = moved.entry(&result.target).or_default();
        *other += result.other_io_bytes;
        *own += result.mb_s * 1e6 * result.window_s;
    }
    let noticed = moved.into_iter().filter(|(_, (other, own))| {
        *other > OTHER_IO_MIN_BYTES && *other as f64 > OTHER_IO_SHARE * own
    });
    let say = |(drive, (other, _)): (&str, (u64, f64))| {
        let bytes = Bytes::new(other);
        let what = Message::new("cli-other-io").with("drive", drive).with("bytes", bytes);
        (Id::new(drive), what)
    };
    noticed.map(say).collect()
}

pub fn note(drive: &Id, what: &Message, output: &Output) -> Note {
    Note::of(Some(drive), what, &output.speaker)
}

/// How a run ends.
pub fn exit(document: &Run, cancel: &AtomicBool) -> Exit {
    if cancel.load(Ordering::Relaxed) {
        Exit::Interrupted
    } else if document.partial || document.results.is_empty() {
        Exit::Partial
    } else {
        Exit::Ok
    }
}

/// What a run of these rounds takes, scratch files not counted.
pub fn duration(rounds: &[Round<'_>]) -> Nanos {
    let ramp = narrows_engine::Settings::default().ramp;
    rounds.iter().fold(Nanos::ZERO, |sum, round| sum + round.time + ramp)
}
