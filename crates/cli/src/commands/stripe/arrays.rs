//! The arrays of the sweep as targets beside their drives: of the engine, or of a virtual machine.

use std::collections::BTreeSet;

use narrows_engine::IoTarget;
use narrows_model::{ArrayCacheMode, ArrayPlan, Machine, RaidEngine};
use narrows_record::stripe::StripeCandidate;
use narrows_topology::Id;
use narrows_units::Bytes;
use narrows_verdict::stripe::caches::{self, RequestMode, WriteCacheMode};
use narrows_verdict::stripe::{StripeSweepPlan, level};

use crate::measuring::targets::{Prepared, members_level};

/// Chunk for a level without chunks: it is not used.
const NO_CHUNK: Bytes = Bytes::kib(64);

/// The arrays of a plan over open drives, each a target that does not exist.
pub fn prepared(plan: &StripeSweepPlan, drives: &[Prepared]) -> Vec<Prepared> {
    plan.candidates().iter().filter_map(|candidate| one(candidate, drives)).collect()
}

/// One of them; `None` for a single drive, or if its members are not open.
pub fn one(candidate: &StripeCandidate, drives: &[Prepared]) -> Option<Prepared> {
    let level = level(candidate)?;
    let open = |id: &String| drives.iter().find(|one| one.drive.as_str() == id);
    let members: Vec<&Prepared> = candidate.members.iter().map(open).collect::<Option<_>>()?;
    let targets: Vec<IoTarget> = members.iter().map(|one| one.target.clone()).collect();
    let chunk = candidate.chunk.map_or(NO_CHUNK, Bytes::new);
    let cpus: BTreeSet<u32> = members.iter().flat_map(|one| one.local_cpus.clone()).collect();
    Some(Prepared {
        drive: Id::new(&candidate.id),
        target: IoTarget::array(candidate.id.as_str(), &targets, level, chunk)?,
        // It hangs at no one place.
        address: None,
        levels: vec![members_level(level, members.iter().map(|one| &one.drive))],
        members: members.iter().flat_map(|one| one.watched()).collect(),
        local_cpus: cpus.into_iter().collect(),
        place: members.first()?.place.clone(),
    })
}

/// The machine with the arrays of a plan, made by a layer.
pub fn built(plan: &StripeSweepPlan, layer: RaidEngine, machine: &Machine) -> Machine {
    let mut machine = machine.clone();
    for candidate in plan.candidates() {
        let Some(level) = level(&candidate) else { continue };
        let members = candidate.members.iter().map(Id::new).collect();
        let chunk = candidate.chunk.map(Bytes::new);
        let array = ArrayPlan { chunk, ..ArrayPlan::new(level, layer, members) };
        machine.arrays.insert(Id::new(&candidate.id), array);
    }
    machine
}

/// The machine with the array once more for each mode of its driver. A driver takes write-back only
/// while it does not flush the drives' buffers.
pub fn with_modes(machine: &Machine, array: &StripeCandidate, modes: &[WriteCacheMode]) -> Machine {
    let mut machine = machine.clone();
    let Some(plain) = machine.arrays.get(&Id::new(&array.id)).cloned() else { return machine };
    for mode in modes {
        let RequestMode::Driver(cache) = mode.base else { continue };
        let drive_buffer = cache != ArrayCacheMode::WriteBack;
        let id = Id::new(caches::candidate(array, mode).id);
        machine.arrays.insert(id, ArrayPlan { cache, drive_buffer, ..plain.clone() });
    }
    machine
}
