//! Every cache mode on real files: afterwards the written data is there in every mode.
//!
//! Without O_TMPFILE or O_DIRECT in the target directory each test says so and passes.

use std::fs::File;
use std::num::NonZeroU32;
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use narrows_array::RaidLevel;
use narrows_engine::{
    Caching, EngineChoice, IoTarget, RunError, RunOutcome, RunSettings, Scratch, ScratchPlan,
    TargetJob, TargetResult, run_set,
};
use narrows_units::{Bytes, Nanos};
use narrows_workload::{Direction, Pattern, Workload};

static NEVER: AtomicBool = AtomicBool::new(false);
const ENGINES: [EngineChoice; 2] = [EngineChoice::Auto, EngineChoice::Pread];

fn modes() -> [Caching; 6] {
    let every = |writes| Caching::FlushEvery(NonZeroU32::new(writes).unwrap());
    [
        Caching::Direct,
        Caching::WriteThrough,
        Caching::PageCache,
        Caching::PageCacheThrough,
        every(1),
        every(7),
    ]
}

fn scratches(count: usize) -> Option<Vec<IoTarget>> {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let plan = ScratchPlan { wanted: Bytes::mib(64), ..ScratchPlan::default() };
    let make = |at: usize| {
        let scratch = Scratch::make(dir, None, plan, &NEVER, &|_| {});
        scratch.map(|scratch| IoTarget::scratch(format!("s{at}"), &scratch))
    };
    let made: Result<Vec<IoTarget>, _> = (0..count).map(make).collect();
    made.inspect_err(|why| println!("skipped: {why}")).ok()
}

/// A number of operations ends it; the end by time is far away.
fn run(job: TargetJob, engine: EngineChoice, ops: u64) -> TargetResult {
    let settings = RunSettings {
        engine,
        ops_max: Some(ops),
        ramp: Nanos::ZERO,
        time: Nanos::millis(60_000),
        verify: true,
        ..RunSettings::default()
    };
    run_set(&[job], &settings, &NEVER, &|_| {}).targets.remove(0)
}

fn job(target: &IoTarget, direction: Direction, pattern: Pattern, caching: Caching) -> TargetJob {
    let workload = Workload::new(pattern, direction, Bytes::kib(16), 8);
    TargetJob { caching, ..TargetJob::new(target.clone(), workload) }
}

/// Blocks carry the number of their write: one that did not arrive shows as an older one.
#[test]
fn what_is_written_in_any_mode_is_read_in_any_other() {
    let Some(target) = scratches(1).and_then(|mut all| all.pop()) else { return };
    for (caching, engine) in modes().into_iter().flat_map(|it| ENGINES.map(|engine| (it, engine))) {
        let write = job(&target, Direction::Write, Pattern::Random, caching);
        let written = run(write, engine, 300);
        let about = format!("{caching:?} {engine:?}");
        assert_eq!((&written.outcome, written.errors), (&RunOutcome::Whole, 0), "{about}");
        assert_eq!(written.moved, Bytes::kib(16 * 300), "{about}");
        let method = written.method.unwrap();
        assert_eq!((method.caching, method.direct), (caching, !caching.is_buffered()), "{about}");
        // Sequential reads of all 64 MiB.
        for read_by in [Caching::Direct, Caching::PageCache] {
            let read = job(&target, Direction::Read, Pattern::Sequential, read_by);
            let read = run(read, engine, 4096);
            let checked = read.verified.unwrap();
            assert_eq!((checked.blocks, checked.wrong), (4096, 0), "{about}: {:?}", checked.first);
        }
    }
}

/// A file's bytes as another process reads them.
fn reopened(target: &IoTarget) -> Vec<u8> {
    let file = File::open(format!("/proc/self/fd/{}", target.file().as_raw_fd())).unwrap();
    let mut bytes = vec![0; target.region().len as usize];
    file.read_exact_at(&mut bytes, 0).unwrap();
    bytes
}

/// Data that one pass left in memory is gone before the next.
#[test]
fn a_second_pass_reads_from_the_drive_again() {
    let Some(target) = scratches(1).and_then(|mut all| all.pop()) else { return };
    let from_drives = || {
        let counts = std::fs::read_to_string("/proc/self/io").unwrap();
        let line = counts.lines().find_map(|line| line.strip_prefix("read_bytes: "));
        line.unwrap().parse::<u64>().unwrap()
    };
    for engine in ENGINES {
        let before = from_drives();
        let read = job(&target, Direction::Read, Pattern::Sequential, Caching::PageCache);
        // Three passes over 64 MiB.
        assert_eq!(run(read, engine, 3 * 4096).moved, Bytes::mib(192));
        let read = from_drives() - before;
        assert!(read >= 160 << 20, "{engine:?}: {read} bytes");
    }
}

/// 48 sequential writes of 192 KiB over three drives by chunks of 64 KiB: one chunk a drive each,
/// so that the first 3 MiB of each are new and nothing else is.
#[test]
fn arrays_write_the_same_places_in_every_mode() {
    let Some(members) = scratches(3) else { return };
    let array = IoTarget::array("array", &members, RaidLevel::Stripe, Bytes::kib(64)).unwrap();
    for (caching, engine) in modes().into_iter().flat_map(|it| ENGINES.map(|engine| (it, engine))) {
        let before: Vec<Vec<u8>> = members.iter().map(reopened).collect();
        let workload = Workload::new(Pattern::Sequential, Direction::Write, Bytes::kib(192), 4);
        let settings = RunSettings {
            engine,
            ops_max: Some(48),
            ramp: Nanos::ZERO,
            time: Nanos::millis(60_000),
            seed: seed(caching, engine),
            ..RunSettings::default()
        };
        let job = TargetJob { caching, ..TargetJob::new(array.clone(), workload) };
        let set = run_set(&[job], &settings, &NEVER, &|_| {});
        let result = &set.targets[0];
        assert_eq!((&result.outcome, result.errors), (&RunOutcome::Whole, 0), "{caching:?}");
        assert_eq!(result.moved, Bytes::mib(9), "{caching:?} {engine:?}");
        for (member, before) in members.iter().zip(before) {
            let after = reopened(member);
            let differs = |at: usize| before[at..at + 4096] != after[at..at + 4096];
            let changed: Vec<usize> =
                (0..after.len()).step_by(4096).filter(|at| differs(*at)).collect();
            let expected: Vec<usize> = (0..3 << 20).step_by(4096).collect();
            assert!(changed == expected, "{caching:?} {engine:?}: {} blocks", changed.len());
        }
    }
}

/// Buffers of another seed hold other bytes.
fn seed(caching: Caching, engine: EngineChoice) -> u64 {
    let name = format!("{caching:?} {engine:?}");
    name.bytes().fold(7, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)))
}

/// The flush is part of the write's time and of nothing else: reads have none.
#[test]
fn mixed_workloads_flush_after_writes_only() {
    let Some(target) = scratches(1).and_then(|mut all| all.pop()) else { return };
    for engine in ENGINES {
        let caching = Caching::FlushEvery(NonZeroU32::MIN);
        let mut job = job(&target, Direction::Write, Pattern::Random, caching);
        job.workload.read_percent = 50;
        job.workload.jobs = 2;
        let result = run(job, engine, 200);
        let checked = result.verified.unwrap();
        assert_eq!((result.errors, result.latency.count(), checked.wrong), (0, 200, 0));
    }
}

#[test]
fn nothing_is_written_that_may_only_be_read() {
    let Some(members) = scratches(3) else { return };
    let parity = IoTarget::array("array", &members, RaidLevel::Parity(1), Bytes::kib(64)).unwrap();
    for caching in modes() {
        let write = job(&parity, Direction::Write, Pattern::Random, caching);
        assert_eq!(
            run(write, EngineChoice::Auto, 8).outcome,
            RunOutcome::Failed(RunError::ReadOnly)
        );
        let read = job(&parity, Direction::Read, Pattern::Random, caching);
        assert_eq!(run(read, EngineChoice::Auto, 64).errors, 0);
    }
}
