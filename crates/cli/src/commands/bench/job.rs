//! `narrows bench JOB.fio`: the sections of a job for fio as rounds of `measure`.
//!
//! Not here: what a job file says (`narrows-formats`); what may be written (`measure`).

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use narrows_engine::Caching;
use narrows_formats::fio_job::{Job, Section};
use narrows_messages::Message;
use narrows_topology::Id;
use narrows_units::Nanos;

use crate::args::bench::Bench;
use crate::failure::Failure;
use crate::measuring::rounds::{ALL, ALONE, Part, Round};

/// What a job comes to: targets as words of the command line, and the rounds on them.
pub(super) struct Planned {
    pub targets: Vec<String>,
    /// Devices are read themselves, as fio does.
    pub is_raw: bool,
    pub rounds: Vec<Round>,
    pub ramp: Nanos,
    /// Bytes of the largest file that the job names.
    pub size: Option<u64>,
}

/// The rounds of a job.
///
/// # Errors
///
/// Something in it that Narrows lacks: all of that, by its sections.
pub(super) fn planned(file: &str, job: &Job, args: &Bench) -> Result<Planned, Failure> {
    let refuse = |lines: Vec<String>| {
        let what = Message::new("bench-fio-unsupported").with("file", file);
        Failure::usage(what.lines("options", lines))
    };
    if !job.unsupported.is_empty() {
        let line = |(section, option): &(String, String)| format!("[{section}] {option}");
        return Err(refuse(job.unsupported.iter().map(line).collect()));
    }
    if job.sections.is_empty() {
        return Err(Failure::usage(Message::new("bench-fio-empty").with("file", file)));
    }
    let time = args.time.as_deref().map(super::time).transpose()?;
    let lacking = lacking(job, time, args);
    if !lacking.is_empty() {
        return Err(refuse(lacking));
    }
    let targets = targets(job, args)?;
    let call = |section: &Section| match (&args.targets[..], called(section)) {
        ([only], _) => only.clone(),
        ([], name) => name,
        (_, name) => {
            let at = names(job).iter().position(|known| *known == name).unwrap_or_default();
            args.targets.get(at).cloned().unwrap_or(name)
        }
    };
    let is_raw =
        args.targets.is_empty() && targets.iter().all(|target| target.starts_with("/dev/"));
    let count = job.sections.last().map_or(0, |section| section.round + 1);
    let mut rounds = Vec::new();
    for repeat in 1..=args.passes.unwrap_or(1) {
        for number in 0..count {
            let own: Vec<&Section> = job.sections.iter().filter(|it| it.round == number).collect();
            let parts: Vec<Part> = own.iter().map(|section| part(section, call(section))).collect();
            let longest = own.iter().filter_map(|section| time.or(section.time)).max();
            rounds.push(Round {
                set: set(&parts, targets.len()),
                parts,
                time: longest.unwrap_or_default(),
                repeat,
            });
        }
    }
    if let Some(twice) = rounds.iter().find_map(twice) {
        return Err(refuse(vec![format!("filename={twice}")]));
    }
    Ok(Planned {
        targets,
        is_raw,
        rounds,
        ramp: job.sections.iter().map(|section| section.ramp).max().unwrap_or_default(),
        size: job.sections.iter().filter_map(|section| section.size).map(|size| size.get()).max(),
    })
}

/// What is asked in a way that rounds cannot: times that differ within a round or are missing.
fn lacking(job: &Job, time: Option<Nanos>, args: &Bench) -> Vec<String> {
    let mut lacking = Vec::new();
    for section in &job.sections {
        let others = || job.sections.iter().filter(|other| other.round == section.round);
        if time.is_none() && section.time.is_none() {
            lacking.push(format!("[{}] without runtime (or --time)", section.name));
        } else if time.is_none() && others().any(|other| other.time != section.time) {
            lacking.push(format!("[{}] runtime differs from others of its round", section.name));
        }
        if time.is_none() && section.time.is_some() && !section.is_time_based {
            lacking.push(format!("[{}] without time_based (or --time)", section.name));
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

/// What stands for the section's file: its name, or the section where fio makes one.
fn called(section: &Section) -> String {
    match (&section.directory, &section.filename) {
        (Some(folder), Some(name)) => format!("{folder}/{name}"),
        // A file of its own is made there.
        (Some(folder), None) => folder.clone(),
        (None, Some(name)) => name.clone(),
        (None, None) => section.name.clone(),
    }
}

/// The files of a job, each once, in order.
fn names(job: &Job) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in job.sections.iter().map(called) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn targets(job: &Job, args: &Bench) -> Result<Vec<String>, Failure> {
    let names = names(job);
    match args.targets.len() {
        0 => Ok(names),
        1 => Ok(args.targets.clone()),
        given if given == names.len() => Ok(args.targets.clone()),
        given => {
            let what = Message::new("bench-fio-targets").with("files", names.join(", "));
            Err(Failure::usage(what.count("targets", given)))
        }
    }
}

fn part(section: &Section, target: String) -> Part {
    Part {
        limit: section.limit,
        start_after: section.start_after,
        caching: caching(section),
        ..Part::new(Id::new(target), section.workload.clone())
    }
}

fn caching(section: &Section) -> Caching {
    match (section.is_direct, section.is_durable, section.flush_every.and_then(NonZeroU32::new)) {
        (true, _, Some(writes)) => Caching::FlushEvery(writes),
        (true, true, None) => Caching::WriteThrough,
        (true, false, None) => Caching::Direct,
        (false, true, _) => Caching::PageCacheThrough,
        (false, false, _) => Caching::PageCache,
    }
}

fn set(parts: &[Part], all: usize) -> narrows_record::word::Set {
    match parts.len() {
        1 => ALONE.into(),
        count if count == all => ALL.into(),
        _ => {
            let names: Vec<&str> = parts.iter().map(|part| part.drive.as_str()).collect();
            names.join("+").into()
        }
    }
}

/// A target that a round asks twice at once.
fn twice(round: &Round) -> Option<String> {
    let mut known = BTreeSet::new();
    let mut drives = round.parts.iter().map(|part| part.drive.as_str());
    drives.find(|drive| !known.insert(*drive)).map(str::to_owned)
}
