//! A `kill -9` of the main job at any moment leaves no scratch file, no process, and every other
//! byte as it was.

mod machine_bed;

use machine_bed::Results;

/// One drive with XFS, one with ext4.
const MACHINE: &str = "pair-split";
/// So many main jobs run at once; each writes scratch files of its own.
const AT_ONCE: usize = 5;
/// As many batches as fit half a minute.
const BATCHES: usize = 5;
/// As many as one guest has the time for.
const BATCHES_MAX: usize = 20;

/// `cargo xtask nightly` asks for more.
fn batches() -> usize {
    let asked = std::env::var("NARROWS_KILLS").ok().and_then(|text| text.parse::<usize>().ok());
    asked.map_or(BATCHES, |kills| kills.div_ceil(AT_ONCE))
}

#[test]
fn kills_of_the_main_job_leave_no_trace() {
    // A whole job takes some 8 s; most happens in the first four.
    let longest_ms = if batches() > BATCHES { 9000 } else { 4500 };
    let moments = moments(0x5eed_0003, batches(), longest_ms);
    for (index, moments) in moments.chunks(BATCHES_MAX).enumerate() {
        kill_at(&format!("kills-{index}"), moments);
    }
}

fn kill_at(name: &str, moments: &[String]) {
    let job = include_str!("machine_bed/kills.sh");
    let job = format!("moments='{}'\n{job}", moments.join(" "));
    let Some(results) = Results::of_job(MACHINE, name, &job) else { return };
    assert_eq!(results.exit_code("first.json"), 0, "{}", results.text("first.json.said"));
    let killed: usize = results.text("killed").trim().parse().unwrap();
    assert_eq!(killed, moments.len() * AT_ONCE);
    assert_eq!(results.text("sums.before").lines().count(), 2, "a file on each drive");
    assert_eq!(results.text("sums.after"), results.text("sums.before"));
    assert_eq!(results.text("state.after"), results.text("state.before"));
    assert_eq!(results.text("left"), "", "processes");
}

/// Batches of milliseconds, each as in `120,3400`.
fn moments(mut state: u64, batches: usize, longest_ms: u64) -> Vec<String> {
    let mut batch = || {
        let moments = (0..AT_ONCE).map(|_| (next(&mut state) % longest_ms).to_string());
        moments.collect::<Vec<_>>().join(",")
    };
    (0..batches).map(|_| batch()).collect()
}

/// The next of a sequence. Source: Marsaglia, "Xorshift RNGs", Journal of Statistical Software
/// 8(14), 2003.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}
