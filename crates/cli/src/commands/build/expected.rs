//! Forecast for the array before it is built: its rates by the model, how long its members take to synchronise,
//! whether space freed on it reaches the drives.

use narrows_array::build::trim::{TrimPath, trimmed};
use narrows_array::build::{ArrayEngine, ArrayRequest, StepProof, TRIM_TIMER};
use narrows_host::build::{holds, is_parity_trusted, synchronization_limit};
use narrows_messages::DocumentText;
use narrows_model::{ArrayPlan, RaidEngine as Layer};
use narrows_plan::levels::{self, MD_SPEED_LIMIT};
use narrows_record::build::{BuildDocument as Document, ExpectedSynchronization, TrimSupport};
use narrows_record::predict::Prediction;
use narrows_topology::Id;
use narrows_units::BytesPerSec;
use narrows_verdict::answer::asks;
use narrows_verdict::answer::predictions::results;
use narrows_verdict::answer::source::SourceMachine;
use narrows_workload::default_profiles;

use super::request::BuildRequest;

pub fn add(document: &mut Document, request: &BuildRequest, source: &SourceMachine) {
    document.expected = of(&request.wanted, source);
    document.expected_synchronization = synchronization(&request.wanted, source);
    let drives = &source.machine.topology.drives;
    let takes = |member: &Id| drives.get(member).and_then(|drive| drive.discard);
    let way = TrimPath {
        members: members(&request.wanted).iter().map(takes).collect(),
        is_parity_trusted: is_parity_trusted(),
        is_timer_on: holds(&StepProof::Enabled(TRIM_TIMER.to_owned())).unwrap_or(false),
    };
    let trimmed = trimmed(&request.wanted, &request.system, &way);
    let why = trimmed.why.into_iter().map(DocumentText::from).collect();
    document.trimming = Some(TrimSupport { works: trimmed.works, why });
}

fn members(wanted: &ArrayRequest) -> Vec<Id> {
    wanted.members.iter().map(|member| Id::new(&member.name)).collect()
}

/// Only md makes members agree beforehand.
fn synchronization(
    wanted: &ArrayRequest,
    source: &SourceMachine,
) -> Option<ExpectedSynchronization> {
    let limit = synchronization_limit().map(|limit| BytesPerSec::new(limit as f64));
    let limit = limit.unwrap_or(MD_SPEED_LIMIT);
    let members = members(wanted);
    let hours = (wanted.engine == ArrayEngine::Md)
        .then(|| levels::synchronization(&source.machine, &members, wanted.level, limit))??;
    let seconds = |hours: f64| (hours * 3600.0).ceil();
    Some(ExpectedSynchronization {
        low_s: seconds(hours.low),
        high_s: hours.high.map(seconds),
        limit_mb_s: limit.as_mb_s().round(),
    })
}

/// A row for each usual workload; empty if nothing is known of the drives.
fn of(wanted: &ArrayRequest, source: &SourceMachine) -> Vec<Prediction> {
    let mut machine = source.machine.clone();
    let members = members(wanted);
    if !members.iter().all(|member| machine.topology.drives.contains_key(member)) {
        return Vec::new();
    }
    let layer = match wanted.engine {
        ArrayEngine::Md => Layer::Md,
        ArrayEngine::Lvm => Layer::DmStripe,
        ArrayEngine::Btrfs => Layer::Btrfs,
        ArrayEngine::Zfs => Layer::Zfs,
    };
    let chunk = wanted.level.has_chunks().then_some(wanted.chunk);
    let id = Id::new(&wanted.name);
    machine
        .arrays
        .insert(id.clone(), ArrayPlan { chunk, ..ArrayPlan::new(wanted.level, layer, members) });
    let set = (asks::ALONE.to_owned(), vec![id]);
    let asks = asks::of_workloads(&machine, &default_profiles(), &[set]);
    results(&machine, &asks, |ask| &ask.together).results
}
