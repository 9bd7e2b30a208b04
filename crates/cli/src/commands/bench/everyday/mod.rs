//! `narrows bench everyday`: jobs that people do, on files of the run's own, by drive and together.
//!
//! For: a drive's performance for a copied folder, a loaded file, a searched text and many small files,
//! with the page cache, the file system and the program that requests alone lack. On virtual hardware
//! the profile's requests stand in for them.
//!
//! Not here: the jobs themselves (`jobs`), arrays to try (`narrows trial`).

mod files;
mod jobs;

use std::collections::BTreeMap;
use std::io;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_formats::profile::BenchProfile;
use narrows_host::filesystems::whereabouts;
use narrows_messages::Message;
use narrows_record::run::{
    MeasuringMethod, RunDocument, TargetLocationKind, TargetMeasurement, WorkloadParameters,
};
use narrows_record::see::DocumentNote;
use narrows_record::word::{TargetSet, TransferDirection};
use narrows_report::page::{self, BenchTable};
use narrows_topology::Id;
use narrows_units::Bytes;

use self::files::EverydayFolder;
use self::jobs::{EverydayJob, EverydayLocation, JobCost, carry_out};
use crate::args::bench::{BenchArgs, ColumnFilter};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::measuring::backend::Backend;
use crate::measuring::rounds::RoundSettings;
use crate::measuring::rounds::{ALL, ALONE};
use crate::measuring::targets::{self, LeftOut, TargetLocation};
use crate::measuring::{Campaign, CampaignContext, NextRounds, context, note};
use crate::named::named;
use crate::output::CliOutput;
use crate::platform::{interrupt, machine};
use crate::progress::ProgressReporter;

/// Descriptors that this process needs besides.
const OTHER_FILES: u64 = 64;
/// Space left free in addition.
const SPARE: Bytes = Bytes::mib(256);
/// Below this a job is over before it has begun.
const LEAST: Bytes = Bytes::mib(64);

struct EverydayTarget {
    id: Id,
    folder: EverydayFolder,
    /// Bytes of the large file.
    size: u64,
}

/// Who does a job at the same time, and which of several times it is.
struct EverydayRound<'a> {
    job: EverydayJob,
    set: &'static str,
    /// By their number among the targets.
    members: Vec<usize>,
    repeat: u32,
    targets: &'a [EverydayTarget],
}

pub fn run(args: &BenchArgs, profile: &BenchProfile, output: &CliOutput) -> Result<ProgramExit> {
    let sets = sets(args)?;
    let drawn = args.picture.files(args.force, output)?;
    let cancel = interrupt::flag();
    let source = machine::this(output);
    let topology = &source.machine.topology;
    let mut named = named(topology, &args.targets, &[])?;
    if args.targets.is_empty() {
        targets::keep_apart(topology, &mut named);
    }
    let (places, mut left_out) = targets::places_of(topology, &named, false);
    let mut targets = Vec::new();
    for (id, place) in places {
        match target(&id, place, args, profile) {
            Ok(target) => targets.push(target),
            Err(why) => left_out.push(LeftOut { drive: id, why, is_loss: true }),
        }
    }
    if targets.is_empty() {
        let why = left_out.into_iter().next().map(|left| left.why);
        return Err(CommandFailure::new(why.unwrap_or_else(|| Message::new("cli-no-drives"))));
    }
    let rounds = rounds(&targets, &sets, args, profile.passes);
    if args.dry_run {
        let line =
            |round: &EverydayRound<'_>| format!("{} {}: {}", round.repeat, round.set, says(round));
        let lines: Vec<String> = rounds.iter().map(line).collect();
        output.result(&lines, || narrows_report::Page::lines(&lines.join("\n")))?;
        return Ok(ProgramExit::Ok);
    }
    let backend = Backend::Real(Vec::new());
    let stage = CampaignContext {
        source: &source,
        backend: &backend,
        how: RoundSettings::default(),
        left_out: &left_out,
        is_named: !args.targets.is_empty(),
        keeps: !args.no_report,
        drawn: Some(drawn),
        cancel: &cancel,
        output,
    };
    let mut run = stage.document();
    run.notes.push(DocumentNote::of(None, &Message::new("everyday-how")));
    stage.run(&mut EverydayCampaign { rounds, title: &profile.title }, run)
}

/// The jobs, which are no rounds of requests.
struct EverydayCampaign<'a> {
    rounds: Vec<EverydayRound<'a>>,
    title: &'a str,
}

impl Campaign for EverydayCampaign<'_> {
    fn next(
        &mut self,
        stage: &CampaignContext<'_, '_>,
        run: &mut RunDocument,
    ) -> Option<NextRounds> {
        let progress = ProgressReporter::new(stage.output);
        let descriptors = files::most_open().saturating_sub(OTHER_FILES);
        for (at, round) in self.rounds.iter().enumerate() {
            if stage.cancel.load(Ordering::Relaxed) {
                break;
            }
            progress.say(says(round));
            progress.at(at as f64 / self.rounds.len().max(1) as f64);
            let files = descriptors / round.members.len().max(1) as u64;
            for (target, took) in round.done(files, stage.cancel) {
                match took {
                    Ok(took) => run.results.push(round.measured(target, took)),
                    // The exit code reports why it ended.
                    Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                    Err(why) => {
                        let what = Message::new("everyday-failed").with("job", round.job.name());
                        let remark = note(&round.targets[target].id, &what.with("why", why));
                        remark.add_to(&mut run.notes);
                        run.partial = true;
                    }
                }
            }
        }
        progress.end();
        None
    }

    fn show(&mut self, run: &RunDocument, output: &CliOutput) -> Result<ProgramExit> {
        output.result(run, || {
            if output.text {
                page::posted::run(run, &output.localizer)
            } else {
                page::bench(run, self.title, &tables(run, output), &output.localizer)
            }
        })?;
        Ok(ProgramExit::Ok)
    }
}

/// Whether each drive does its jobs alone, and all of them at once.
fn sets(args: &BenchArgs) -> Result<Vec<&'static str>> {
    let of = |word: &String| match word.as_str() {
        "each" => Some(vec![ALONE]),
        "all" => Some(vec![ALL]),
        "each-and-all" => Some(vec![ALONE, ALL]),
        _ => None,
    };
    let refuse =
        |what: &str| CommandFailure::usage(Message::new("everyday-not-so").with("option", what));
    let sets = args.set.iter().map(of).collect::<Option<Vec<_>>>();
    let sets = sets.ok_or_else(|| refuse("--set"))?.concat();
    let others = [
        ("--time", args.time.is_some()),
        ("--fio-job", args.fio_job.is_some()),
        ("--raw", args.raw),
    ];
    match others.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(refuse(option)),
        None => Ok(sets),
    }
}

/// A location with enough room for its jobs: by default at most a tenth of the free space.
fn target(
    id: &Id,
    place: TargetLocation,
    args: &BenchArgs,
    profile: &BenchProfile,
) -> Result<EverydayTarget, Message> {
    let TargetLocation::Scratch(path, number) = place else {
        return Err(Message::new("everyday-no-folder").with("target", id));
    };
    let folder = EverydayFolder { path, number };
    let failed = |why: io::Error| {
        let what = Message::new("everyday-unusable").with("path", folder.path.display());
        what.with("why", why)
    };
    folder.file().map_err(failed)?;
    // Files in memory are no files of a drive.
    let fs = whereabouts(&folder.path).map(|mount| mount.fs).unwrap_or_default();
    if matches!(fs.as_str(), "tmpfs" | "ramfs") {
        let what = Message::new("everyday-in-memory").with("path", folder.path.display());
        return Err(what.with("fs", fs));
    }
    let free = folder.free().map_err(failed)?;
    let wanted = profile.size.get();
    let size = match args.scratch_size {
        Some(_) => wanted,
        None => wanted.min(free / 10),
    };
    // Of a folder there is a copy beside it; the large file is alone.
    if size < LEAST.get() || size.saturating_add(SPARE.get()) > free {
        let what = Message::new("everyday-no-room").with("path", folder.path.display());
        let needed = size.max(LEAST.get()).saturating_add(SPARE.get());
        return Err(what.with("free", Bytes::new(free)).with("needed", Bytes::new(needed)));
    }
    Ok(EverydayTarget { id: id.clone(), folder, size })
}

/// Every job on each alone, and all at once; every second time backwards.
fn rounds<'a>(
    targets: &'a [EverydayTarget],
    sets: &[&'static str],
    args: &BenchArgs,
    passes: u32,
) -> Vec<EverydayRound<'a>> {
    let is_chosen = |job: &EverydayJob| match args.only {
        None => true,
        Some(only) => job.writes() == (only == ColumnFilter::Write),
    };
    let is_possible = |job: &EverydayJob| *job != EverydayJob::CopyTo || targets.len() > 1;
    let jobs: Vec<EverydayJob> =
        EverydayJob::ALL.into_iter().filter(is_chosen).filter(is_possible).collect();
    let mut all = Vec::new();
    for repeat in 1..=passes {
        let mut once = Vec::new();
        for set in sets {
            let members: Vec<Vec<usize>> = match *set {
                ALONE => (0..targets.len()).map(|at| vec![at]).collect(),
                _ if targets.len() > 1 => vec![(0..targets.len()).collect()],
                _ => Vec::new(),
            };
            for members in members {
                once.extend(jobs.iter().map(|job| EverydayRound {
                    job: *job,
                    set,
                    members: members.clone(),
                    repeat,
                    targets,
                }));
            }
        }
        if repeat % 2 == 0 {
            once.reverse();
        }
        all.extend(once);
    }
    all
}

fn says(round: &EverydayRound<'_>) -> String {
    let names: Vec<&str> = round.members.iter().map(|at| round.targets[*at].id.as_str()).collect();
    format!("{} {}", round.job.name(), names.join(" + "))
}

impl EverydayRound<'_> {
    /// Does the job on all its members at once, each in its own thread.
    fn done(&self, files: u64, cancel: &AtomicBool) -> Vec<(usize, io::Result<JobCost>)> {
        let barrier = Barrier::new(self.members.len());
        std::thread::scope(|scope| {
            let barrier = &barrier;
            let start = |at: &usize| {
                let at = *at;
                (
                    at,
                    scope.spawn(move || {
                        carry_out(self.job, &self.place(at, files), barrier, cancel)
                    }),
                )
            };
            let threads: Vec<_> = self.members.iter().map(start).collect();
            let end = |(at, thread): (usize, std::thread::ScopedJoinHandle<'_, _>)| {
                (at, thread.join().unwrap_or_else(|_| Err(io::Error::other("panicked"))))
            };
            threads.into_iter().map(end).collect()
        })
    }

    fn place(&self, at: usize, files: u64) -> EverydayLocation<'_> {
        let own = &self.targets[at];
        let next = &self.targets[self.next(at)];
        let size = own.size.min(next.size);
        let seed = u64::from(self.repeat) << 32 | at as u64;
        EverydayLocation { from: &own.folder, to: &next.folder, size, files, seed }
    }

    /// Whom it is copied to.
    fn next(&self, at: usize) -> usize {
        (at + 1) % self.targets.len()
    }

    fn measured(&self, at: usize, took: JobCost) -> TargetMeasurement {
        let target = &self.targets[at];
        let workload = match self.job {
            EverydayJob::CopyTo => {
                format!("{}-{}", self.job.name(), self.targets[self.next(at)].id)
            }
            job => job.name().to_owned(),
        };
        let wall_s = took.wall_s.max(1e-9);
        let together = self.members.iter().map(|at| self.targets[*at].id.to_string()).collect();
        let file = target.folder.file().ok();
        TargetMeasurement {
            target: target.id.to_string(),
            workload,
            set: TargetSet::from(self.set),
            together,
            repeat: self.repeat,
            direction: if self.job.writes() {
                TransferDirection::Write
            } else {
                TransferDirection::Read
            },
            asked: WorkloadParameters {
                read_percent: if self.job.writes() { 0 } else { 100 },
                jobs: 1,
                depth: 1,
                ..WorkloadParameters::default()
            },
            mb_s: took.bytes as f64 / wall_s / 1e6,
            iops: took.files as f64 / wall_s,
            ops: took.files,
            thread_cpu: took.cpu_s / wall_s,
            window_s: took.wall_s,
            done_s: took.wall_s,
            method: MeasuringMethod {
                engine: "files".to_owned(),
                caching: "page-cache".to_owned(),
                region: target.size,
                ..MeasuringMethod::default()
            },
            place: context::place(TargetLocationKind::Scratch, &target.id, file.as_ref(), None).0,
            ..TargetMeasurement::default()
        }
    }
}

/// A table for each target and set: the result of each job, the median of its times.
fn tables(run: &RunDocument, output: &CliOutput) -> Vec<BenchTable> {
    let text = |id| output.localizer.text(id);
    let columns =
        ["MB/s".to_owned(), text("everyday-time"), text("everyday-files"), text("everyday-cpu")];
    let mut groups: BTreeMap<(usize, String), BTreeMap<usize, Vec<&TargetMeasurement>>> =
        BTreeMap::new();
    for row in &run.results {
        let name = match row.together.len() {
            0 | 1 => row.target.clone(),
            _ => format!("{} ({})", row.target, row.together.join(" + ")),
        };
        let is_it = |job: &EverydayJob| {
            row.workload == job.name()
                || (*job == EverydayJob::CopyTo
                    && row.workload.starts_with(EverydayJob::CopyTo.name()))
        };
        let at = EverydayJob::ALL.iter().position(is_it).unwrap_or_default();
        let group = groups.entry((row.together.len(), name)).or_default();
        group.entry(at).or_default().push(row);
    }
    let table = |((_, name), jobs): ((usize, String), BTreeMap<usize, Vec<&TargetMeasurement>>)| {
        BenchTable {
            name,
            columns: columns.to_vec(),
            first: 1,
            rows: jobs
                .iter()
                .map(|(at, rows)| (called(*at, rows, output), figures(rows)))
                .collect(),
        }
    };
    groups.into_iter().map(table).collect()
}

fn called(job: usize, rows: &[&TargetMeasurement], output: &CliOutput) -> String {
    let id = EverydayJob::ALL[job.min(EverydayJob::ALL.len() - 1)].name();
    let name = rows.first().map_or("", |row| row.workload.as_str());
    let to =
        name.strip_prefix(EverydayJob::CopyTo.name()).unwrap_or_default().trim_start_matches('-');
    output.localizer.say(&Message::new(id).with("to", to))
}

fn figures(rows: &[&TargetMeasurement]) -> Vec<Option<f64>> {
    let median = |of: fn(&TargetMeasurement) -> f64| {
        narrows_formats::profile::PassStatistic::Median.of(rows.iter().map(|row| of(row)).collect())
    };
    vec![
        median(|row| row.mb_s),
        median(|row| row.window_s),
        median(|row| row.iops),
        median(|row| row.thread_cpu * 100.0),
    ]
}
