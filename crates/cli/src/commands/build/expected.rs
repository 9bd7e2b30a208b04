//! What the model says the array will do.

use narrows_answer::asks;
use narrows_answer::predictions::results;
use narrows_answer::source::Seen;
use narrows_build::{Engine, Wanted};
use narrows_model::{ArrayPlan, Engine as Layer};
use narrows_record::predict::Prediction;
use narrows_topology::Id;
use narrows_workload::default_profiles;

use crate::output::Output;

/// A row for each usual workload; none where nothing is known of the drives.
pub fn of(wanted: &Wanted, seen: &Seen, output: &Output) -> Vec<Prediction> {
    let mut machine = seen.machine.clone();
    let members: Vec<Id> = wanted.members.iter().map(|member| Id::new(&member.name)).collect();
    if !members.iter().all(|member| machine.topology.drives.contains_key(member)) {
        return Vec::new();
    }
    let layer = match wanted.engine {
        Engine::Md => Layer::Md,
        Engine::Lvm => Layer::DmStripe,
        Engine::Btrfs => Layer::Btrfs,
        Engine::Zfs => Layer::Zfs,
    };
    let chunk = wanted.level.has_chunks().then_some(wanted.chunk);
    let id = Id::new(&wanted.name);
    machine
        .arrays
        .insert(id.clone(), ArrayPlan { chunk, ..ArrayPlan::new(wanted.level, layer, members) });
    let set = (asks::ALONE.to_owned(), vec![id]);
    let asks = asks::of_workloads(&machine, &default_profiles(), &[set]);
    results(&machine, &asks, |ask| &ask.together, &output.localizer).results
}
