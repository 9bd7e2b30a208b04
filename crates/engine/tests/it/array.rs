//! Hypothetical arrays on real files: every level runs, and each completion counts once.

use std::sync::atomic::AtomicBool;

use narrows_array::RaidLevel;
use narrows_engine::{
    EngineChoice, IoEngine, IoTarget, RunError, RunOutcome, RunSettings, Scratch, ScratchPlan,
    TargetJob, run_set,
};
use narrows_units::{Bytes, Nanos};
use narrows_workload::{Direction, Pattern, Workload};

static NEVER: AtomicBool = AtomicBool::new(false);
const CHUNK: Bytes = Bytes::kib(64);

/// Scratch files in the target directory, on a drive; `None`, with a message, if not.
fn scratches(count: usize) -> Option<Vec<IoTarget>> {
    let dir = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let plan = ScratchPlan { wanted: Bytes::mib(64), ..ScratchPlan::default() };
    let make = |at: usize| {
        let scratch = Scratch::make(dir, None, plan, &NEVER, &|_| {});
        scratch.map(|scratch| IoTarget::scratch(format!("s{at}"), &scratch))
    };
    match (0..count).map(make).collect() {
        Ok(targets) => Some(targets),
        Err(why) => {
            println!("skipped: {why}");
            None
        }
    }
}

fn run(
    target: &IoTarget,
    workload: &Workload,
    engine: EngineChoice,
) -> narrows_engine::TargetResult {
    // It ends with its operations; how long they take says nothing.
    let settings = RunSettings {
        ramp: Nanos::ZERO,
        time: Nanos::millis(60_000),
        ops_max: Some(48),
        engine,
        ..RunSettings::default()
    };
    let mut set =
        run_set(&[TargetJob::new(target.clone(), workload.clone())], &settings, &NEVER, &|_| {});
    set.targets.remove(0)
}

/// 1 MiB at depth 4 over chunks of 64 KiB, by rings and by threads: 48 requests are 48 operations
/// and 48 MiB, of however many extents and copies each was made.
#[test]
fn requests_count_once() {
    let Some(members) = scratches(4) else { return };
    for level in [RaidLevel::Jbod, RaidLevel::Stripe, RaidLevel::Mirror, RaidLevel::MirroredStripe]
    {
        let array = IoTarget::array("array", &members, level, CHUNK).unwrap();
        for (direction, engine) in [
            (Direction::Read, EngineChoice::Auto),
            (Direction::Write, EngineChoice::Auto),
            (Direction::Read, EngineChoice::Pread),
            (Direction::Write, EngineChoice::Pread),
        ] {
            let workload = Workload::new(Pattern::Sequential, direction, Bytes::mib(1), 4);
            let result = run(&array, &workload, engine);
            assert_eq!(result.errors, 0, "{level:?} {direction}: {:?}", result.first_error);
            assert_eq!(result.moved, Bytes::mib(48), "{level:?} {direction} {engine:?}");
        }
    }
}

/// Reads of arrays with parity run; their writes are refused, because nothing makes the parity.
#[test]
fn parity_is_read_only() {
    let Some(members) = scratches(3) else { return };
    let array = IoTarget::array("array", &members, RaidLevel::Parity(1), CHUNK).unwrap();
    let workload = |direction| Workload::new(Pattern::Random, direction, Bytes::kib(256), 8);
    let read = run(&array, &workload(Direction::Read), EngineChoice::Auto);
    assert_eq!((read.errors, read.moved), (0, Bytes::mib(12)));
    let written = run(&array, &workload(Direction::Write), EngineChoice::Auto);
    assert_eq!(written.outcome, RunOutcome::Failed(RunError::ReadOnly));
}

#[test]
fn too_few_members_are_no_array() {
    let Some(members) = scratches(1) else { return };
    assert!(IoTarget::array("array", &members, RaidLevel::Mirror, CHUNK).is_none());
    assert!(IoTarget::array("array", &[], RaidLevel::Stripe, CHUNK).is_none());
}

/// A sequence that reads a mirror of three stays on one member, to which pairs go at most, as to a
/// drive: the kernel would merge three neighbours. Of a stripe three extents go, each elsewhere.
#[test]
fn batches_are_what_one_request_is() {
    let Some(members) = scratches(3) else { return };
    for (level, batch) in [(RaidLevel::Mirror, 2), (RaidLevel::Stripe, 3)] {
        let array = IoTarget::array("array", &members, level, CHUNK).unwrap();
        let workload = Workload::new(Pattern::Sequential, Direction::Read, Bytes::mib(1), 8);
        let method = run(&array, &workload, EngineChoice::Auto).method.unwrap();
        if method.engine != IoEngine::IoUring {
            return println!("skipped: no ring here");
        }
        assert_eq!(method.batch, batch, "{level:?}");
    }
}

/// 64 KiB in chunks of 512 bytes, on every other of which is a copy: 129 extents, 33,024 at depth
/// 256, for which a queue has no room at once. Threads are not made for as many.
#[test]
fn more_extents_than_a_queue_has_room_for() {
    let nothing = ["a", "b", "c"].map(|name| IoTarget::nop(name).unwrap());
    let array =
        IoTarget::array("ten", &nothing, RaidLevel::MirroredStripe, Bytes::new(512)).unwrap();
    let workload = Workload::new(Pattern::Random, Direction::Read, Bytes::kib(64), 256);
    let few = run(&array, &Workload { depth: 1, ..workload.clone() }, EngineChoice::Auto);
    if few.method.is_some_and(|method| method.engine == IoEngine::Nop) {
        let result = run(&array, &workload, EngineChoice::IoUring);
        assert_eq!((result.errors, result.moved), (0, Bytes::mib(3)), "{:?}", result.outcome);
    } else {
        println!("skipped: no ring here");
    }
    let threads = run(&array, &workload, EngineChoice::Pread);
    assert!(matches!(threads.outcome, RunOutcome::Failed(RunError::Resources(_))), "{threads:?}");
}

/// Requests that do nothing: the array's own arithmetic, without a drive.
#[test]
fn nothing_can_be_an_array() {
    let nothing = [IoTarget::nop("a").unwrap(), IoTarget::nop("b").unwrap()];
    let array = IoTarget::array("array", &nothing, RaidLevel::Stripe, CHUNK).unwrap();
    let workload = Workload::new(Pattern::Random, Direction::Read, Bytes::kib(128), 32);
    let result = run(&array, &workload, EngineChoice::Auto);
    let Some(method) = &result.method else { return println!("skipped: {:?}", result.outcome) };
    assert_eq!((method.engine, result.errors), (IoEngine::Nop, 0));
    assert_eq!(result.moved, Bytes::mib(6));
}
