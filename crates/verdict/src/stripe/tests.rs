//! Sweeps over drives made up for the purpose.

mod advice;
mod caches;
mod choice;
mod given;
mod passes;

use std::collections::BTreeMap;

use narrows_array::RaidLevel;
use narrows_model::Machine;
use narrows_record::run::{Latency, TargetMeasurement};
use narrows_record::stripe::{StripeCandidate, StripeRecord};
use narrows_topology::Id;
use narrows_units::{Bytes, Nanos};
use narrows_workload::Workload;

use super::*;

fn plan(
    drives: usize,
    levels: &[RaidLevel],
    chunks: &[u64],
    workloads: Vec<Workload>,
) -> StripeSweepPlan {
    StripeSweepPlan {
        drives: (0..drives).map(|at| Id::new(format!("d{at}"))).collect(),
        levels: levels.to_vec(),
        chunks: chunks.iter().map(|kib| Bytes::kib(*kib)).collect(),
        subsets: false,
        workloads,
        round: Nanos::secs(1.0),
    }
}

fn jobs_named(names: &[&str]) -> Vec<Workload> {
    names.iter().map(|name| narrows_workload::profile(name).unwrap()).collect()
}

/// A row of a job that is compared by `mb_s`; one at a time, its latency follows from that rate.
fn row(target: &str, set: &str, job: &Workload, repeat: u32, mb_s: f64) -> TargetMeasurement {
    let iops = mb_s * 1e6 / job.block.as_f64();
    let waited = (job.in_flight() == 1).then(|| 1e6 / iops);
    TargetMeasurement {
        target: target.to_owned(),
        set: set.into(),
        workload: job.name.clone(),
        repeat,
        mb_s,
        iops,
        ops: 1000,
        latency_us: Latency { p50: waited, ..Latency::default() },
        ..TargetMeasurement::default()
    }
}

/// Answers all requests with `rate` of candidate, job and repeat until there are none; no rate is a
/// failure.
fn sweep(
    plan: &StripeSweepPlan,
    rate: impl Fn(&StripeCandidate, &Workload, &SweepRound) -> Option<f64>,
) -> StripeRecord {
    let mut stripe = StripeRecord::default();
    for _ in 0..20 {
        let asks = next(plan, &mut stripe);
        if asks.is_empty() {
            return stripe;
        }
        for ask in asks {
            answer(&mut stripe, &ask, &rate);
        }
    }
    panic!("a sweep must come to an end: {:?}", next(plan, &mut stripe));
}

fn answer(
    stripe: &mut StripeRecord,
    ask: &SweepRound,
    rate: impl Fn(&StripeCandidate, &Workload, &SweepRound) -> Option<f64>,
) {
    for target in &ask.targets {
        let of = stripe.candidates.iter().find(|one| one.id == target.as_str()).unwrap();
        let found = rate(of, &ask.workload, ask);
        let mb_s = found.unwrap_or_default();
        let row = row(&of.id, ask.set.as_str(), &ask.workload, ask.repeat, mb_s);
        stripe.results.push(TargetMeasurement { partial: found.is_none(), ..row });
    }
}

fn concluded(plan: &StripeSweepPlan, mut stripe: StripeRecord) -> StripeRecord {
    conclude(plan, &mut stripe, &Machine::default());
    stripe
}

fn taken(stripe: &StripeRecord) -> &str {
    stripe.recommendation.as_ref().map_or("nothing", |it| it.candidate.as_str())
}

/// How often each set of a pass was requested.
fn counts(asks: &[SweepRound]) -> BTreeMap<(&str, u32), usize> {
    let mut counts = BTreeMap::new();
    for ask in asks {
        *counts.entry((ask.set.as_str(), ask.repeat)).or_default() += 1;
    }
    counts
}
