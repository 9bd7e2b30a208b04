//! The jobs of every candidate.

use narrows_array::RaidLevel;
use narrows_record::stripe::{StripeCandidate, StripeJob};
use narrows_units::Bytes;
use narrows_workload::Direction::{Read, Write};
use narrows_workload::Pattern::{Random, Sequential};
use narrows_workload::{Direction, Pattern, Workload};

use super::candidates;

/// Largest block size of random requests at QD1 that are compared by latency; larger ones by rate.
const WAITED_FOR: Bytes = Bytes::kib(16);

/// The usual jobs for comparing stripe sizes, most important first: long sequential, 512 KiB and 4
/// KiB random, each direction, and a plain copy's 128 KiB at a time.
pub fn usual_jobs() -> Vec<Workload> {
    let (large, middle, small) = (Bytes::mib(1), Bytes::kib(512), Bytes::kib(4));
    [
        (Sequential, large, 8),
        (Random, middle, 1),
        (Random, small, 1),
        (Random, small, 32),
        (Sequential, Bytes::kib(128), 1),
    ]
    .into_iter()
    .flat_map(|(pattern, block, depth)| {
        [Read, Write].map(|direction| Workload::new(pattern, direction, block, depth))
    })
    .collect()
}

/// Every combination, block sizes changing fastest; empty if any list is.
pub fn grid(
    blocks: &[Bytes],
    depths: &[u32],
    directions: &[Direction],
    patterns: &[Pattern],
) -> Vec<Workload> {
    let mut jobs: Vec<Workload> = Vec::new();
    for &pattern in patterns {
        for &direction in directions {
            for &depth in depths {
                let of = |block: &Bytes| Workload::new(pattern, direction, *block, depth);
                jobs.extend(blocks.iter().map(of));
            }
        }
    }
    let names: Vec<String> = jobs.iter().map(|job| job.name.clone()).collect();
    let mut at = 0..;
    jobs.retain(|job| at.next().is_none_or(|at| !names.iter().take(at).any(|n| *n == job.name)));
    jobs
}

/// The wire form of a workload.
pub fn job(workload: &Workload) -> StripeJob {
    StripeJob {
        name: workload.name.clone(),
        pattern: workload.pattern.into(),
        direction: workload.direction().into(),
        block: workload.block.get(),
        depth: workload.in_flight(),
        by_latency: by_latency(workload),
    }
}

/// Whether the job is compared by latency and not by rate.
pub(super) fn by_latency(workload: &Workload) -> bool {
    let is_alone = workload.in_flight() == 1;
    is_alone && workload.pattern == Random && workload.block <= WAITED_FOR
}

/// Whether the candidate runs the job. Writes of arrays with parity are excluded: their cost is in
/// reading old data and calculating parity, which nothing here does.
pub(super) fn is_asked(candidate: &StripeCandidate, workload: &Workload) -> bool {
    let has_parity = matches!(candidates::level(candidate), Some(RaidLevel::Parity(_)));
    !has_parity || workload.read_percent >= 100
}

/// The key of candidates that send drives the same kind of requests for a job: random requests that
/// never cross a chunk's end each go to one member, whatever the chunk size.
pub(super) fn likeness(candidate: &StripeCandidate, workload: &Workload) -> String {
    let block = workload.block.get().max(1);
    let fits = |chunk: u64| workload.pattern == Random && chunk > 0 && chunk.is_multiple_of(block);
    match candidate.chunk {
        Some(chunk) if fits(chunk) && candidates::is_array(candidate) => {
            format!("{} of {}", candidate.level, candidate.members.join("\n"))
        }
        _ => format!("= {}", candidate.id),
    }
}
