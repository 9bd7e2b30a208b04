//! Counted work: how often the filling of a resource is evaluated, never how long that took.

use std::cell::Cell;

use super::super::next::{ContinuedFlows, FilledResources};
use super::super::queue::ResourceQueue;
use super::*;

const HOST_DRIVES: usize = 20;
const LEAF_DRIVES: usize = 25 * HOST_DRIVES;

/// Drives in hosts of 20, 25 hosts to a leaf, all leaves behind one spine. Drives have 11 to 9
/// each, a link of 20, and by their host 10, less in every second host; the leaves and the spine
/// are wide enough, or the spine is too slim for all.
fn network(drives: usize, spine: f64) -> (Vec<f64>, Vec<SolverFlow>) {
    let (hosts, leaves) = (drives.div_ceil(HOST_DRIVES), drives.div_ceil(LEAF_DRIVES));
    let host = |at| 2 * drives + at / HOST_DRIVES;
    let leaf = |at| 2 * drives + hosts + at / LEAF_DRIVES;
    let uses = |at| [at, drives + at, host(at), leaf(at), 2 * drives + hosts + leaves];
    let own = (0..drives).map(|at| 11.0 - 2.0 * at as f64 / drives as f64);
    let hosts =
        (0..hosts).map(|host| if host % 2 == 0 { 200.0 } else { 150.0 + host as f64 * 1e-3 });
    let capacities = own
        .chain(std::iter::repeat_n(20.0, drives))
        .chain(hosts)
        .chain(std::iter::repeat_n(15.0 * LEAF_DRIVES as f64, leaves))
        .chain([spine * drives as f64]);
    (capacities.collect(), (0..drives).map(|at| flow(1.0, &uses(at))).collect())
}

/// Each use makes a resource's level rise once at most, and each rise is looked at once: with the
/// queue's, n log n.
#[test]
fn filling_looks_at_each_use_once() {
    for (drives, spine) in [(1000, 15.0), (10_000, 15.0), (10_000, 9.0), (10_000, 2.0)] {
        let (capacities, flows) = network(drives, spine);
        let uses: usize = flows.iter().map(|flow| flow.uses.len()).sum();
        let looks = Cell::new(0);
        let look = |filling: &ProgressiveFilling<'_>, at| {
            looks.set(looks.get() + 1);
            filling.fills(at)
        };
        let mut filling = ProgressiveFilling::new(&capacities, &flows);
        let mut queue = ResourceQueue::new(0..capacities.len(), |at| look(&filling, at));
        while let Some((resource, level)) = queue.next_full(|at| look(&filling, at)) {
            filling.stop_users(resource, level);
        }
        assert_eq!(filling.shares, share(&capacities, &flows));
        // Once at first, once for each use, and once more when it turns out to be full.
        assert!(looks.get() <= uses + 2 * capacities.len(), "{}: {}", drives, looks.get());
    }
}

/// In a tree no second filling is needed, so that each flow goes on once and only over the resources
/// it uses.
#[test]
fn what_comes_next_takes_each_flow_once() {
    for (drives, spine) in [(1000, 15.0), (10_000, 15.0), (10_000, 9.0), (10_000, 2.0)] {
        let (capacities, flows) = network(drives, spine);
        let shares = share(&capacities, &flows);
        let filled = FilledResources::new(&capacities, &flows, &shares);
        let mut gone_on = 0;
        for gone in 0..capacities.len() {
            let stopped = filled.stopped(gone);
            gone_on += stopped.len();
            let flows = ContinuedFlows::new(&filled, gone, &stopped).run();
            assert_eq!(flows.map(|flows| flows.len()), Some(stopped.len()), "{gone}");
        }
        assert_eq!(gone_on, drives);
    }
}
