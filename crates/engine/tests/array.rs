//! Arrays that do not exist, on real files: every level runs, and what comes back counts once.

use std::sync::atomic::AtomicBool;

use narrows_array::Level;
use narrows_engine::{
    Engine, EngineChoice, Job, Outcome, RunError, Scratch, ScratchPlan, Settings, Target, run_set,
};
use narrows_units::{Bytes, Nanos};
use narrows_workload::{Direction, Pattern, Workload};

static NEVER: AtomicBool = AtomicBool::new(false);
const CHUNK: Bytes = Bytes::kib(64);

/// Scratch files in the target directory, which is on a drive; none, with a word, where that cannot
/// be.
fn scratches(count: usize) -> Option<Vec<Target>> {
    let dir = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let plan = ScratchPlan { wanted: Bytes::mib(64), ..ScratchPlan::default() };
    let make = |at: usize| {
        let scratch = Scratch::make(dir, None, plan, &NEVER, &|_| {});
        scratch.map(|scratch| Target::scratch(format!("s{at}"), &scratch))
    };
    match (0..count).map(make).collect() {
        Ok(targets) => Some(targets),
        Err(why) => {
            println!("skipped: {why}");
            None
        }
    }
}

fn run(target: &Target, workload: &Workload, engine: EngineChoice) -> narrows_engine::TargetResult {
    let settings = Settings { time: Nanos::millis(80), ops_max: Some(48), engine, ..quick() };
    let mut set =
        run_set(&[Job::new(target.clone(), workload.clone())], &settings, &NEVER, &|_| {});
    set.targets.remove(0)
}

fn quick() -> Settings {
    Settings { ramp: Nanos::ZERO, ..Settings::default() }
}

/// 1 MiB at depth 4 over chunks of 64 KiB, by rings and by threads: 48 requests are 48 operations
/// and 48 MiB, of however many pieces and copies each was made.
#[test]
fn requests_count_once() {
    let Some(members) = scratches(4) else { return };
    for level in [Level::Jbod, Level::Stripe, Level::Mirror, Level::MirroredStripe] {
        let array = Target::array("array", &members, level, CHUNK).unwrap();
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
    let array = Target::array("array", &members, Level::Parity(1), CHUNK).unwrap();
    let asked = |direction| Workload::new(Pattern::Random, direction, Bytes::kib(256), 8);
    let read = run(&array, &asked(Direction::Read), EngineChoice::Auto);
    assert_eq!((read.errors, read.moved), (0, Bytes::mib(12)));
    let written = run(&array, &asked(Direction::Write), EngineChoice::Auto);
    assert_eq!(written.outcome, Outcome::Failed(RunError::ReadOnly));
}

#[test]
fn too_few_members_are_no_array() {
    let Some(members) = scratches(1) else { return };
    assert!(Target::array("array", &members, Level::Mirror, CHUNK).is_none());
    assert!(Target::array("array", &[], Level::Stripe, CHUNK).is_none());
}

/// Requests that do nothing: the array's own arithmetic, without a drive.
#[test]
fn nothing_can_be_an_array() {
    let nothing = [Target::nop("a").unwrap(), Target::nop("b").unwrap()];
    let array = Target::array("array", &nothing, Level::Stripe, CHUNK).unwrap();
    let workload = Workload::new(Pattern::Random, Direction::Read, Bytes::kib(128), 32);
    let result = run(&array, &workload, EngineChoice::Auto);
    let Some(method) = &result.method else { return println!("skipped: {:?}", result.outcome) };
    assert_eq!((method.engine, result.errors), (Engine::Nop, 0));
    assert_eq!(result.moved, Bytes::mib(6));
}
