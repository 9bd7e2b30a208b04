//! The drivers that carry orders: virtual hosts, this host alone, or the ranks of a launcher.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows::failure::{CommandFailure, Result};
use narrows::input;
use narrows::output::CliOutput;
use narrows::source;
use narrows_files::cluster_file::{self, ClusterFile};
use narrows_messages::Message;
use narrows_record::hosts::ClusterSimulation;
use narrows_record::hosts::exchange::{RankAnswer, RankOrder};
use narrows_topology::read::ReadError;
use narrows_units::Nanos;
use narrows_verdict::answer::source::place_error;

use crate::args::HostsSelection;
use crate::cluster::{Clock, HostsDriver, OrderWorker};
use crate::measuring::{HostWorker, WatchPlan, now};

pub struct ClusterSource {
    pub cluster: ClusterFile,
    pub simulation: ClusterSimulation,
}

/// The cluster file of `--on`; `None` for real hosts.
pub fn described(which: &HostsSelection, output: &CliOutput) -> Result<Option<ClusterSource>> {
    let Some(path) = &which.on else { return Ok(None) };
    let (cluster, text) = cluster(path)?;
    let name = path.display().to_string();
    not_too_many(&name, &cluster, source::most(MOST_UNITS, output))?;
    Ok(Some(ClusterSource {
        cluster,
        simulation: ClusterSimulation { seed: which.seed, cluster: name, text },
    }))
}

/// Hosts, or drives of theirs, that are measured on virtual hosts: with n of them there are about 3n rounds, in
/// which each of n answers, so that 20,000 hosts would take days.
const MOST_UNITS: u64 = 512;

/// Refuses virtual hosts with more than `most` units; none without such a bound.
fn not_too_many(name: &str, cluster: &ClusterFile, most: Option<u64>) -> Result<()> {
    let drives: u64 = cluster.hosts.iter().map(|host| host.drives.count as u64).sum();
    let own = if cluster.targets.is_empty() { drives } else { 0 };
    // A host without anything to measure takes part, too.
    let units = own.max(cluster.hosts.len() as u64);
    let Some(most) = most.filter(|most| units > *most) else { return Ok(()) };
    let what = Message::new("hosts-too-many").with("source", name).with("asked", units);
    Err(CommandFailure::usage(what.with("most", most)))
}

/// A cluster file.
pub fn cluster(path: &Path) -> Result<(ClusterFile, String)> {
    let name = path.display().to_string();
    let bytes = input::read_written(path).map_err(|error| {
        let what = Message::new("cli-source-unreadable").with("source", &name);
        CommandFailure::new(what.with("why", error))
    })?;
    let wrong = |error: &ReadError| CommandFailure::from(place_error(&name, error));
    let text = String::from_utf8(bytes)
        .map_err(|_| wrong(&ReadError::whole(Message::new("machine-not-utf8"))))?;
    let cluster = cluster_file::read(&text).map_err(|error| wrong(&error))?;
    Ok((cluster, text))
}

/// From when all is ready to the start: threads that sleep until then must have gone to sleep.
const LEAD: Nanos = Nanos::millis(5);

pub struct SingleHost<'o> {
    worker: HostWorker<'o>,
}

impl<'o> SingleHost<'o> {
    pub fn new(options: String, cancel: Arc<AtomicBool>, output: &'o CliOutput) -> Self {
        Self { worker: HostWorker::new((0, 1), options, cancel, output) }
    }

    /// The same, which watches this when ordered to begin.
    pub fn watching(self, plan: WatchPlan) -> Self {
        Self { worker: self.worker.watching(plan) }
    }
}

impl HostsDriver for SingleHost<'_> {
    fn ranks(&self) -> u32 {
        1
    }

    fn ask(&mut self, order: &RankOrder) -> Vec<RankAnswer> {
        vec![self.worker.answer(order, &mut || Some(now() + LEAD))]
    }

    fn clock(&self, _: u32) -> Option<Clock> {
        None
    }

    fn is_virtual(&self) -> bool {
        false
    }
}
