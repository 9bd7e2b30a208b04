//! A `kill -9` of the main job leaves no scratch file, no process, all other bytes as before.

use crate::loop_bed::next;
use crate::machine_bed::{Results, assert_no_trace};

/// One drive with XFS, one with ext4.
const MACHINE: &str = "pair-split";
/// Number of main jobs that run at once; each writes its own scratch files.
const AT_ONCE: usize = 5;
/// 200 kills.
const BATCHES: usize = 40;
/// As many as one guest has the time for.
const BATCHES_MAX: usize = 20;

/// A whole job takes some 8 s.
const LONGEST_MS: u64 = 9000;

#[test]
fn kills_of_the_main_job_leave_no_trace() {
    let moments = moments(0x5eed_0003, BATCHES, LONGEST_MS);
    for (index, moments) in moments.chunks(BATCHES_MAX).enumerate() {
        kill_at(&format!("kills-{index}"), moments);
    }
}

fn kill_at(name: &str, moments: &[String]) {
    let job = include_str!("../rigs/machine_bed/kills.sh");
    let job = format!("moments='{}'\n{job}", moments.join(" "));
    let Some(results) = Results::of_job(MACHINE, name, &job) else { return };
    assert_no_trace(&results, moments.len() * AT_ONCE, 2);
}

/// Batches of milliseconds, each as in `120,3400`.
fn moments(mut state: u64, batches: usize, longest_ms: u64) -> Vec<String> {
    let mut batch = || {
        let moments = (0..AT_ONCE).map(|_| (next(&mut state) % longest_ms).to_string());
        moments.collect::<Vec<_>>().join(",")
    };
    (0..batches).map(|_| batch()).collect()
}
