//! By which layer the arrays of a sweep are made.

use narrows_messages::Message;
use narrows_model::{ArrayPlan, RaidEngine};
use narrows_topology::Id;
use narrows_verdict::answer::source::SourceMachine;

use crate::args::stripe::{StripeArgs, cuts};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepEngine {
    pub engine: RaidEngine,
    pub remarks: Vec<Message>,
}

impl SweepEngine {
    /// The requested one; else that of the machine's own array of these drives, preferring the one with
    /// most of them; else Linux md.
    pub fn on_virtual(args: &StripeArgs, source: &SourceMachine, drives: &[Id]) -> Self {
        let of_file = of_file(source, drives).filter(|_| args.raid_engine.is_none());
        let usual = args.raid_engine.unwrap_or_default();
        let engine = of_file.map(|(_, plan)| plan.engine).filter(cuts).unwrap_or(usual);
        let remark = of_file.map(|(id, plan)| {
            let what = if plan.engine == engine {
                Message::new("stripe-verb-layer-of-file")
            } else {
                Message::new("stripe-verb-layer-not-simulated")
            };
            let what = what.with("array", id).with("layer", plan.engine.as_str());
            what.with("instead", engine.as_str())
        });
        let costs = Message::new("stripe-verb-layer-in").with("layer", engine.as_str());
        Self { engine, remarks: remark.into_iter().chain([costs]).collect() }
    }

    /// On drives, requests are cut as md cuts them, without a RAID engine.
    pub fn on_drives() -> Self {
        let remarks = vec![Message::new("stripe-verb-layer-missing")];
        Self { engine: RaidEngine::default(), remarks }
    }
}

fn of_file<'a>(source: &'a SourceMachine, drives: &[Id]) -> Option<(&'a Id, &'a ArrayPlan)> {
    let shared = |plan: &ArrayPlan| plan.members.iter().filter(|it| drives.contains(it)).count();
    let all = source.machine.arrays.iter().filter(|(_, plan)| shared(plan) > 0);
    // Of arrays with as many of the drives, the first.
    all.rev().max_by_key(|(_, plan)| shared(plan))
}
