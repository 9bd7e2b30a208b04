//! `narrows bench JOB.fio`: the sections of a job for fio as rounds of `measure`.
//!
//! Not here: the contents of a job file (`narrows-formats`); what may be written (`measure`).

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Seek as _, SeekFrom};
use std::num::NonZeroU32;
use std::path::Path;

use narrows_engine::{Caching, TargetRegion};
use narrows_formats::fio_job::{FioJobFile, FioJobSection};
use narrows_messages::Message;
use narrows_topology::Id;
use narrows_units::{Bytes, BytesPerSec, Nanos};
use narrows_workload::Workload;

use crate::args::bench::BenchArgs;
use crate::commands::measure::request::longest;
use crate::failure::{CommandFailure, Result};
use crate::measuring::rounds::{ALL, ALONE, RoundPart, RoundPlan};
use crate::named::{NamedTarget, NamedTargetKind};
use crate::platform::input::is_endless;

/// A job ready to run: targets as words of the command line, and the rounds on them.
pub(super) struct PlannedFioJob {
    pub targets: Vec<String>,
    /// Files that are made in a folder, one for each section, as fio does.
    pub files: Vec<NamedTarget>,
    /// Devices are read themselves, as fio does.
    pub is_raw: bool,
    pub rounds: Vec<RoundPlan>,
    pub ramp: Nanos,
    /// Jobs that end by amount moved count from the first byte.
    pub is_by_amount: bool,
    /// Bytes of the largest file that the job names.
    pub size: Option<u64>,
    /// NVMe commands, polling, and a thread of the kernel, where all sections say so.
    pub is_passthrough: bool,
    pub is_polled: bool,
    pub is_in_huge_pages: bool,
    pub is_fetched: bool,
    /// Blocks have checksums, and are checked as they are read.
    pub is_verified: bool,
}

pub(super) fn planned(file: &str, job: &FioJobFile, args: &BenchArgs) -> Result<PlannedFioJob> {
    let refuse = |lines: Vec<String>| {
        let what = Message::new("bench-fio-unsupported").with("file", file);
        CommandFailure::usage(what.lines("options", lines))
    };
    if !job.unsupported.is_empty() {
        let line = |(section, option): &(String, String)| format!("[{section}] {option}");
        return Err(refuse(job.unsupported.iter().map(line).collect()));
    }
    if job.sections.is_empty() {
        return Err(CommandFailure::usage(Message::new("bench-fio-empty").with("file", file)));
    }
    let time = args.time.as_deref().map(super::time).transpose()?;
    let mut job = job.clone();
    let scratch = args.scratch_size.as_deref().map(|text| text.parse::<Bytes>());
    let scratch = scratch
        .transpose()
        .map_err(|why| super::bad(args.scratch_size.as_deref().unwrap_or_default(), &why))?;
    for section in &mut job.sections {
        // Scratch files are as long as the command line says; the job's own as they are.
        let is_own = args.targets.is_empty() && !args.on.is_given();
        let length = if is_own && section.filename.is_some() {
            length_of(Path::new(&called(section)))
        } else {
            scratch
        };
        length.into_iter().for_each(|length| section.of_file(length));
    }
    let job = &job;
    let lacking = lacking(job, time, args);
    if !lacking.is_empty() {
        return Err(refuse(lacking));
    }
    let folder = match &args.targets[..] {
        [only] if Path::new(only).is_dir() => Some(only.as_str()),
        _ => None,
    };
    let files = files(job, folder, args);
    let targets = targets(job, folder, args)?;
    let call = |section: &FioJobSection| match (&args.targets[..], called(section)) {
        ([_], name) if folder.is_some() => own_file(folder, &name).id.to_string(),
        ([only], _) => only.clone(),
        ([], _) if section.filename.is_none() => {
            own_file(section.directory.as_deref(), &section.name).id.to_string()
        }
        ([], name) => name,
        (_, name) => {
            let at = names(job.sections.iter())
                .iter()
                .position(|known| *known == name)
                .unwrap_or_default();
            args.targets.get(at).cloned().unwrap_or(name)
        }
    };
    let is_raw = !targets.is_empty()
        && args.targets.is_empty()
        && targets.iter().all(|it| it.starts_with("/dev/"));
    let count = job.sections.last().map_or(0, |section| section.round + 1);
    let mut rounds = Vec::new();
    for repeat in 1..=args.passes.unwrap_or(1) {
        for number in 0..count {
            let own: Vec<&FioJobSection> =
                job.sections.iter().filter(|it| it.round == number).collect();
            let parts: Vec<RoundPart> =
                own.iter().map(|section| part(section, call(section))).collect();
            let longest = own
                .iter()
                .map(|section| {
                    let by_amount = || longest(section.amount.unwrap_or_default(), section.limit);
                    time.or(section.time).unwrap_or_else(by_amount)
                })
                .max();
            let round = RoundPlan {
                set: set(&parts, targets.len() + files.len()),
                parts,
                time: longest.unwrap_or_default(),
                repeat,
                amount: own.iter().find_map(|section| section.amount.filter(|_| time.is_none())),
            };
            let round = joined(round);
            // Written data is read and checked afterwards, as with fio.
            let mut after = round.clone();
            after.parts.retain(|part| {
                let asks = |it: &FioJobSection| {
                    let (own, all) = (&it.workload, &part.workload);
                    (own.pattern, own.read_percent, own.block, own.depth)
                        == (all.pattern, all.read_percent, all.block, all.depth)
                };
                own.iter().any(|it| it.is_verified && asks(it) && call(it) == part.drive.as_str())
            });
            for part in &mut after.parts {
                part.workload.read_percent = 100;
                part.workload = part.workload.clone().named_after_itself();
            }
            rounds.push(round);
            if !after.parts.is_empty() {
                rounds.push(after);
            }
        }
    }
    if let Some(twice) = rounds.iter().find_map(twice) {
        let what = Message::new("bench-fio-twice").with("file", file);
        return Err(CommandFailure::usage(what.with("target", twice)));
    }
    let is_by_amount = rounds.iter().any(|round| round.amount.is_some());
    Ok(PlannedFioJob {
        targets,
        files,
        is_raw,
        rounds,
        ramp: job.sections.iter().map(|section| section.ramp).max().unwrap_or_default(),
        is_by_amount,
        size: job
            .sections
            .iter()
            .filter_map(|section| Some(section.offset.get() + section.size?.get()))
            .max(),
        is_passthrough: job.sections.iter().all(|section| section.is_passthrough),
        is_polled: job.sections.iter().all(|section| section.is_polled),
        is_fetched: job.sections.iter().all(|section| section.is_fetched),
        is_in_huge_pages: job.sections.iter().all(|section| section.is_in_huge_pages),
        is_verified: job.sections.iter().any(|section| section.is_verified),
    })
}

/// Sections of one workload on one target become its threads, if the round has no others.
fn joined(round: RoundPlan) -> RoundPlan {
    let each = |part: &RoundPart| {
        // A part's limit is that of all its threads together.
        let jobs = part.workload.jobs.max(1);
        let limit = part.limit.map(|rate| BytesPerSec::new(rate.get() / f64::from(jobs)));
        let workload = Workload { jobs: 1, name: String::new(), ..part.workload.clone() };
        RoundPart { workload, limit, ..part.clone() }
    };
    let [first, others @ ..] = &round.parts[..] else { return round };
    let one = each(first);
    if others.is_empty() || others.iter().any(|part| each(part) != one) {
        return round;
    }
    let jobs = round.parts.iter().map(|part| part.workload.jobs.max(1)).sum();
    let mut workload = Workload { jobs, ..first.workload.clone() };
    if first.shape.options.is_empty() {
        workload = workload.named_after_itself();
    }
    let limit = one.limit.map(|rate| BytesPerSec::new(rate.get() * f64::from(jobs)));
    // Of sections with an amount, all have the same.
    let count = round.parts.len() as u64;
    let amount = round.amount.map(|amount| Bytes::new(amount.get() * count));
    let part = RoundPart { workload, limit, ..first.clone() };
    RoundPlan { parts: vec![part], amount, ..round }
}

/// Bytes of a file or device that may be read.
fn length_of(path: &Path) -> Option<Bytes> {
    // Opening anything else may wait for another program.
    let is_device = path.starts_with("/dev") && !is_endless(path);
    if !is_device && !path.metadata().is_ok_and(|file| file.is_file()) {
        return None;
    }
    let length = File::open(path).ok()?.seek(SeekFrom::End(0)).ok()?;
    (length > 0).then_some(Bytes::new(length))
}

/// Requests that rounds cannot express: times that differ within a round or are missing.
fn lacking(job: &FioJobFile, time: Option<Nanos>, args: &BenchArgs) -> Vec<String> {
    let mut lacking = Vec::new();
    for section in &job.sections {
        let others = || job.sections.iter().filter(|other| other.round == section.round);
        let ends = (section.time, section.amount);
        if time.is_none() && ends == (None, None) {
            lacking.push(format!("[{}] without size or runtime (or --time)", section.name));
        } else if time.is_none() && others().any(|other| (other.time, other.amount) != ends) {
            lacking.push(format!(
                "[{}] size or runtime differs from others of its round (or --time)",
                section.name
            ));
        }
        let differs = |of: fn(&FioJobSection) -> bool| {
            job.sections.iter().any(|other| of(other) != of(section))
        };
        let of_all: [(bool, &str); 4] = [
            (differs(|it| it.is_passthrough), "ioengine"),
            (differs(|it| it.is_polled), "hipri"),
            (differs(|it| it.is_fetched), "sqthread_poll"),
            (differs(|it| it.is_in_huge_pages), "mem"),
        ];
        for (_, option) in of_all.iter().filter(|(differs, _)| *differs) {
            lacking.push(format!("[{}] {option} differs from other sections", section.name));
        }
        if args.on.is_given() && (!section.shape.options.is_empty() || !section.cpus.is_empty()) {
            let options = section.shape.options.iter().map(String::as_str);
            let options: Vec<&str> =
                options.chain((!section.cpus.is_empty()).then_some("cpus_allowed")).collect();
            lacking.push(format!("[{}] {}, on virtual hardware", section.name, options.join(" ")));
        }
        if time.is_none()
            && section.time.is_some()
            && section.amount.is_none()
            && !section.is_time_based
        {
            lacking.push(format!("[{}] without time_based or size (or --time)", section.name));
        }
        if section.flush_every.is_some() && !section.is_direct {
            lacking.push(format!("[{}] fsync without direct=1", section.name));
        }
        if args.on.is_given() && caching(section) != Caching::Direct {
            lacking.push(format!("[{}] other than direct=1, on virtual hardware", section.name));
        }
        if job.sections.iter().any(|other| other.ramp != section.ramp) {
            lacking.push(format!("[{}] ramp_time differs from other sections", section.name));
        }
        if section.filename.is_none() && section.directory.is_none() && args.targets.is_empty() {
            lacking.push(format!("[{}] without filename (or a TARGET)", section.name));
        }
    }
    lacking
}

/// The name of the section's file: its own, or the section's if fio makes one.
fn called(section: &FioJobSection) -> String {
    match (&section.directory, &section.filename) {
        (Some(folder), Some(name)) => format!("{folder}/{name}"),
        (Some(folder), None) => format!("{folder}/{}", section.name),
        (None, Some(name)) => name.clone(),
        (None, None) => section.name.clone(),
    }
}

/// A file made in a folder for this name, identified by where fio would make it.
fn own_file(folder: Option<&str>, name: &str) -> NamedTarget {
    let folder = Path::new(folder.unwrap_or_default());
    let name = Path::new(name).file_name().unwrap_or_default();
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()).join(name);
    let id = Id::new(whole.display().to_string());
    NamedTarget { id, calls: Vec::new(), kind: NamedTargetKind::Folder(folder.to_owned()) }
}

/// The files to create: in the folder named on the command line, or in those of the job.
fn files(job: &FioJobFile, folder: Option<&str>, args: &BenchArgs) -> Vec<NamedTarget> {
    let file = |section: &FioJobSection| match (folder, &section.directory) {
        (Some(_), _) => Some(own_file(folder, &called(section))),
        (None, Some(own)) if section.filename.is_none() && args.targets.is_empty() => {
            Some(own_file(Some(own), &section.name))
        }
        _ => None,
    };
    let mut files: Vec<NamedTarget> = Vec::new();
    for file in job.sections.iter().filter_map(file) {
        if !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

/// The files of sections, each once, in order.
fn names<'a>(sections: impl Iterator<Item = &'a FioJobSection>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in sections.map(called) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn targets(job: &FioJobFile, folder: Option<&str>, args: &BenchArgs) -> Result<Vec<String>> {
    let all = names(job.sections.iter());
    match args.targets.len() {
        _ if folder.is_some() => Ok(Vec::new()),
        0 => {
            let is_named = |section: &&FioJobSection| section.filename.is_some();
            Ok(names(job.sections.iter().filter(is_named)))
        }
        1 => Ok(args.targets.clone()),
        given if given == all.len() => Ok(args.targets.clone()),
        given => {
            let what = Message::new("bench-fio-targets").with("files", all.join(", "));
            Err(CommandFailure::usage(what.count("targets", given)))
        }
    }
}

fn part(section: &FioJobSection, target: String) -> RoundPart {
    RoundPart {
        limit: section.limit,
        start_after: section.start_after,
        caching: caching(section),
        stretch: section
            .size
            .map(|size| TargetRegion { offset: section.offset.get(), len: size.get() }),
        shape: section.shape.clone(),
        cpus: section.cpus.clone(),
        ..RoundPart::new(Id::new(target), section.workload.clone())
    }
}

fn caching(section: &FioJobSection) -> Caching {
    match (section.is_direct, section.is_durable, section.flush_every.and_then(NonZeroU32::new)) {
        (true, _, Some(writes)) => Caching::FlushEvery(writes),
        (true, true, None) => Caching::WriteThrough,
        (true, false, None) => Caching::Direct,
        (false, true, _) => Caching::PageCacheThrough,
        (false, false, _) => Caching::PageCache,
    }
}

fn set(parts: &[RoundPart], all: usize) -> narrows_record::word::TargetSet {
    let mut names: Vec<&str> = Vec::new();
    for part in parts {
        if !names.contains(&part.drive.as_str()) {
            names.push(part.drive.as_str());
        }
    }
    match names.len() {
        1 => ALONE.into(),
        count if count == all => ALL.into(),
        _ => names.join("+").into(),
    }
}

/// A target that a round asks the same twice at once: its results would have one name.
fn twice(round: &RoundPlan) -> Option<String> {
    let mut known = BTreeSet::new();
    let mut parts = round.parts.iter();
    let twin = parts.find(|part| !known.insert((part.drive.as_str(), &part.workload.name)))?;
    Some(twin.drive.to_string())
}
