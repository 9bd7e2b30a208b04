//! Workloads that can be measured: by name, and within the engine's bounds.

use narrows_messages::Message;
use narrows_units::Bytes;
use narrows_workload::{IoInterface, Workload, profile, profile_names};

use crate::failure::{CommandFailure, Result};

/// More than this in flight to one target is a slip, not a workload; also the engine's own bound.
const MOST_IN_FLIGHT: Bytes = Bytes::gib(1);
/// Queues end by then, and so do the engine's.
const DEEPEST: u32 = 4096;
const MOST_JOBS: u32 = 256;

/// The workload of that name. Another program's profile runs the way we issue requests.
pub fn named(name: &str) -> Result<Workload> {
    let workload = profile(name).ok_or_else(|| {
        CommandFailure::usage(Message::new("cli-no-such-workload").with("name", name))
    })?;
    let is_profile = profile_names().iter().any(|known| known == name);
    if !is_profile && workload.interface != IoInterface::default() {
        let what = Message::new("measure-interface").with("name", name);
        return Err(CommandFailure::usage(what.with("interface", workload.interface.as_str())));
    }
    checked(Workload { interface: IoInterface::default(), ..workload })
}

/// Refuses what the engine would refuse later, before anything is written.
pub fn checked(workload: Workload) -> Result<Workload> {
    let in_flight = u64::from(workload.in_flight()).saturating_mul(workload.block.get());
    let fits = workload.depth <= DEEPEST
        && workload.jobs <= MOST_JOBS
        && in_flight <= MOST_IN_FLIGHT.get();
    fits.then_some(workload).ok_or_else(|| {
        let what = Message::new("measure-too-much").with("jobs", MOST_JOBS);
        CommandFailure::usage(what.with("depth", DEEPEST).with("bytes", MOST_IN_FLIGHT))
    })
}
