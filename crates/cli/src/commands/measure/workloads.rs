//! The workloads that the command line asks for: every combination of its lists, or names.

use narrows_messages::Message;
use narrows_units::Bytes;
use narrows_workload::{Direction, Interface, Pattern, Workload, profile, profile_names};

use crate::args::{PatternName, Requests};
use crate::failure::Failure;

/// More than this in flight to one target is a slip, not a workload; also the engine's own bound.
const MOST_IN_FLIGHT: Bytes = Bytes::gib(1);
/// Queues end by then, and so do the engine's.
const DEEPEST: u32 = 4096;
/// Threads of one target.
const MOST_JOBS: u32 = 256;

/// All of them, each once, in the order of the command line.
///
/// # Errors
///
/// A name that means nothing, or more in flight than the engine takes.
pub fn all(asked: &Requests, read_percent: u8) -> Result<Vec<Workload>, Failure> {
    let found = match asked.workload.is_empty() {
        true => combinations(asked, asked.mix.unwrap_or(read_percent)),
        false => asked.workload.iter().map(|name| named(name)).collect::<Result<_, _>>()?,
    };
    let mut each: Vec<Workload> = Vec::new();
    for workload in found {
        if !each.contains(&workload) {
            each.push(checked(workload)?);
        }
    }
    Ok(each)
}

fn combinations(asked: &Requests, read_percent: u8) -> Vec<Workload> {
    let mut all = Vec::new();
    for pattern in &asked.pattern {
        for block in &asked.block {
            for depth in &asked.depth {
                let plain = one(*pattern, *block, *depth, read_percent);
                all.extend(asked.jobs.iter().map(|jobs| with_jobs(&plain, *jobs)));
            }
        }
    }
    all
}

fn one(pattern: PatternName, block: Bytes, depth: u32, read_percent: u8) -> Workload {
    let pattern = match pattern {
        PatternName::Sequential => Pattern::Sequential,
        PatternName::Random => Pattern::Random,
    };
    Workload { read_percent, ..Workload::new(pattern, Direction::Read, block, depth) }
}

fn with_jobs(plain: &Workload, jobs: u32) -> Workload {
    Workload { jobs, ..plain.clone() }.named_after_itself()
}

/// The workload of that name. A profile of another program is asked in our own way.
pub fn named(name: &str) -> Result<Workload, Failure> {
    let found = profile(name)
        .ok_or_else(|| Failure::usage(Message::new("cli-no-such-workload").with("name", name)))?;
    let is_profile = profile_names().iter().any(|known| known == name);
    if !is_profile && found.interface != Interface::default() {
        let what = Message::new("measure-interface").with("name", name);
        return Err(Failure::usage(what.with("interface", found.interface.as_str())));
    }
    checked(Workload { interface: Interface::default(), ..found })
}

/// What the engine would refuse later is refused before anything is written.
fn checked(workload: Workload) -> Result<Workload, Failure> {
    let in_flight = u64::from(workload.in_flight()).saturating_mul(workload.block.get());
    let fits = workload.depth <= DEEPEST
        && workload.jobs <= MOST_JOBS
        && in_flight <= MOST_IN_FLIGHT.get();
    fits.then_some(workload).ok_or_else(|| {
        let what = Message::new("measure-too-much").with("jobs", MOST_JOBS);
        Failure::usage(what.with("depth", DEEPEST).with("bytes", MOST_IN_FLIGHT))
    })
}
