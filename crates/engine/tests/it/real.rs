//! The engine on real files: reads return the requested data, whichever device carries them.
//!
//! Without O_TMPFILE or O_DIRECT in the temporary directory each test says so and passes.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use narrows_engine::{
    BlockStamp, BufferMemory, Completion, EngineChoice, EngineFallback, Errno, FanOut, IoDevice,
    IoEngine, IoTarget, Issuer, Pool, Ring, RingSetup, RunError, RunOutcome, RunSettings, Schedule,
    Scratch, ScratchError, ScratchPlan, TargetError, TargetJob, run_set,
};
use narrows_units::{Bytes, Nanos};
use narrows_workload::{Direction, Pattern, Workload};

const MEMORY: BufferMemory = BufferMemory { seed: 1, huge_pages: false };
static NEVER: AtomicBool = AtomicBool::new(false);

/// A scratch file of 64 MiB, whose blocks of 4 KiB each open with their own number.
fn scratch() -> Option<Scratch> {
    let plan = ScratchPlan { wanted: Bytes::mib(64), ..ScratchPlan::default() };
    let made = Scratch::make(&std::env::temp_dir(), None, plan, &NEVER, &|_| {});
    made.inspect_err(|error| eprintln!("skipped: no scratch file here: {error}")).ok()
}

fn read(pattern: Pattern, kib: u64, depth: u32) -> Workload {
    Workload::new(pattern, Direction::Read, Bytes::kib(kib), depth)
}

fn jobs(targets: &[IoTarget], workload: &Workload) -> Vec<TargetJob> {
    targets.iter().map(|target| TargetJob::new(target.clone(), workload.clone())).collect()
}

/// Reads `ops` blocks and compares the stamp of each with the offset it was read from.
fn check_content(device: &mut dyn IoDevice, issuer: &mut Issuer, stamp: BlockStamp, ops: usize) {
    let (mut completions, mut submissions) = (Vec::<Completion>::new(), Vec::new());
    let mut checked = 0;
    loop {
        for completion in &completions {
            let (_, offset) = issuer.request_in(completion.slot).expect("in flight until now");
            let content = device.content(completion.slot);
            assert_eq!(completion.result, Ok(content.len() as u32));
            assert!(stamp.check(content, offset).is_ok(), "at {offset}");
            checked += 1;
        }
        issuer.step(Nanos::ZERO, &completions, &mut submissions);
        completions.clear();
        if issuer.is_done() {
            break;
        }
        let second = Nanos::millis(1000);
        device.exchange(&mut submissions, &mut completions, second).expect("the device works");
    }
    assert_eq!(checked, ops);
}

fn check_device(open: impl Fn(&IoTarget, &Workload) -> Option<Box<dyn IoDevice>>) {
    let Some(scratch) = scratch() else { return };
    let target = IoTarget::scratch("scratch", &scratch);
    for workload in [
        read(Pattern::Sequential, 128, 32),
        read(Pattern::Random, 4, 32),
        read(Pattern::Random, 8, 1),
    ] {
        let ops = Some(600);
        let schedule = Schedule {
            begin_at: Nanos::ZERO,
            count_from: Nanos::ZERO,
            finish_at: Nanos::millis(1),
            ops_max: ops,
        };
        let mut issuer = Issuer::new(&workload, target.region(), schedule, 3).unwrap();
        let Some(mut device) = open(&target, &workload) else { return };
        let stamp = target.stamp().expect("a scratch file has a stamp");
        check_content(device.as_mut(), &mut issuer, stamp, 600);
    }
}

#[test]
fn a_ring_reads_the_requested_blocks() {
    check_device(|target, workload| {
        match Ring::new(&FanOut::one(target.file()), workload, MEMORY, RingSetup::default()) {
            Ok(ring) => Some(Box::new(ring)),
            Err(fallback) => {
                eprintln!("skipped: no ring here: {fallback:?}");
                None
            }
        }
    });
}

#[test]
fn a_pool_reads_what_was_asked() {
    check_device(|target, workload| {
        Some(Box::new(Pool::new(&FanOut::one(target.file()), workload, MEMORY).expect("threads")))
    });
}

#[test]
fn both_engines_count_the_same_operations() {
    let Some(scratch) = scratch() else { return };
    let target = IoTarget::scratch("scratch", &scratch);
    for engine in [EngineChoice::Auto, EngineChoice::Pread] {
        // The end by time is far away; 2,000 operations of 4 KiB end it.
        let settings = RunSettings {
            engine,
            ops_max: Some(2_000),
            ramp: Nanos::ZERO,
            time: Nanos::millis(60_000),
            ..RunSettings::default()
        };
        let workload = read(Pattern::Random, 4, 16);
        let set =
            run_set(&jobs(std::slice::from_ref(&target), &workload), &settings, &NEVER, &|_| {});
        let result = &set.targets[0];
        assert_eq!((&result.outcome, result.errors, result.short), (&RunOutcome::Whole, 0, 0));
        assert_eq!(result.latency.count(), 2_000);
        let all = result.timeline.sum(Nanos::ZERO, Nanos::millis(60_000));
        assert_eq!(all, (Bytes::kib(4 * 2_000), 2_000));
        assert!(result.latency.quantile(0.99) > result.latency.least());
        let method = result.method.as_ref().unwrap();
        if engine == EngineChoice::Pread {
            assert_eq!((method.engine, method.registered_buffers), (IoEngine::Pread, false));
            assert!(result.threads[0].helpers > Nanos::ZERO, "the pool's work is counted");
        }
        // Figures and their certificate agree: bytes = operations x block, rate = bytes / window.
        assert_eq!(result.bytes, Bytes::kib(4 * result.ops));
        assert_eq!(result.rate, result.bytes.per(set.window.length()));
    }
}

#[test]
fn two_targets_start_together_and_share_a_window() {
    let (Some(one), Some(two)) = (scratch(), scratch()) else { return };
    let targets = [IoTarget::scratch("one", &one), IoTarget::scratch("two", &two)];
    let settings = RunSettings {
        ramp: Nanos::millis(100),
        time: Nanos::millis(400),
        ..RunSettings::default()
    };
    let workload = read(Pattern::Sequential, 128, 8);
    let steps = AtomicU64::new(0);
    let progress = |share: f64| {
        assert!((0.0..=1.0).contains(&share));
        steps.fetch_add(1, Ordering::Relaxed);
    };
    let set = run_set(&jobs(&targets, &workload), &settings, &NEVER, &progress);
    assert!(set.targets.iter().all(|target| target.outcome == RunOutcome::Whole));
    // About every 50 ms of 500, fewer if the host is busy.
    assert!(steps.load(Ordering::Relaxed) >= 1);
    assert!(set.window.length() > Nanos::ZERO, "{:?}", set.window);
    assert!(set.window.start >= Nanos::millis(100) && set.window.end <= Nanos::millis(500));
    assert!(set.skew < Nanos::millis(500), "{}", set.skew);
    for (target, name) in set.targets.iter().zip(["one", "two"]) {
        assert_eq!(target.name, name);
        assert!(target.rate.get() > 0.0 && target.iops.get() > 0.0);
        assert!(target.thread_share() > 0.0 && target.thread_share() <= 1.01);
        assert!(target.ops > 0);
        let method = target.method.as_ref().unwrap();
        assert!(method.direct && method.file_system == Some(one.file_system()));
    }
    assert!(set.process_cpu > Nanos::ZERO && set.system_cpu.is_none());
    assert!(set.cpu_span > Nanos::ZERO);
}

#[test]
fn the_callers_sampler_is_read_at_both_ends() {
    let Some(scratch) = scratch() else { return };
    // Each reading is 3 ms after the one before.
    fn busy() -> Option<Nanos> {
        static CALLS: AtomicU64 = AtomicU64::new(0);
        Some(Nanos::millis(3 * CALLS.fetch_add(1, Ordering::Relaxed)))
    }
    let settings =
        RunSettings { time: Nanos::millis(100), system_cpu: Some(busy), ..RunSettings::default() };
    let targets = [IoTarget::scratch("scratch", &scratch)];
    let set = run_set(&jobs(&targets, &read(Pattern::Random, 4, 4)), &settings, &NEVER, &|_| {});
    assert_eq!(set.system_cpu, Some(Nanos::millis(3)));
    let any = set.targets.iter().any(|target| target.iops.get() > 0.0);
    assert_eq!(set.system_cpu_per_op().is_some(), any, "a busy host may leave no time for any");
}

#[test]
fn cancelling_ends_it_soon_with_what_there_is() {
    let Some(scratch) = scratch() else { return };
    let cancel = AtomicBool::new(false);
    let settings =
        RunSettings { ramp: Nanos::ZERO, time: Nanos::millis(60_000), ..RunSettings::default() };
    let begun = std::time::Instant::now();
    let stop_after_300_ms = |_: f64| {
        if begun.elapsed().as_millis() >= 300 {
            cancel.store(true, Ordering::Relaxed);
        }
    };
    let targets = [IoTarget::scratch("scratch", &scratch)];
    let workload = read(Pattern::Sequential, 128, 4);
    let set = run_set(&jobs(&targets, &workload), &settings, &cancel, &stop_after_300_ms);
    // Not after its time, which is a minute.
    assert!(begun.elapsed().as_millis() < 30_000, "{:?}", begun.elapsed());
    assert_eq!(set.targets[0].outcome, RunOutcome::Cancelled);
    assert!(set.targets[0].ops > 0);
    assert!(set.window.end < Nanos::millis(30_000));
}

#[test]
fn a_set_called_off_before_its_start_runs_nothing() {
    let Some(scratch) = scratch() else { return };
    let targets = [IoTarget::scratch("scratch", &scratch)];
    let workload = read(Pattern::Random, 4, 1);
    let set = run_set(
        &jobs(&targets, &workload),
        &RunSettings::default(),
        &AtomicBool::new(true),
        &|_| {},
    );
    assert_eq!((set.targets[0].outcome.clone(), set.targets[0].ops), (RunOutcome::Cancelled, 0));
}

#[test]
fn what_the_run_did_not_make_is_not_written() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("somebodys.data");
    File::create(&path).unwrap().write_all(&[7; 1 << 20]).unwrap();
    let Ok(target) = IoTarget::open("theirs", &path) else {
        return eprintln!("skipped: no direct I/O in the temporary directory");
    };
    let workload = Workload::new(Pattern::Random, Direction::Write, Bytes::kib(4), 1);
    let settings = RunSettings { time: Nanos::millis(50), ..RunSettings::default() };
    let set = run_set(&jobs(std::slice::from_ref(&target), &workload), &settings, &NEVER, &|_| {});
    assert_eq!(set.targets[0].outcome, RunOutcome::Failed(RunError::ReadOnly));
    // And the descriptor itself could not: EBADF.
    let mut pool = Pool::new(&FanOut::one(target.file()), &workload, MEMORY).unwrap();
    let schedule = Schedule {
        begin_at: Nanos::ZERO,
        count_from: Nanos::ZERO,
        finish_at: Nanos::millis(9),
        ops_max: Some(1),
    };
    let mut issuer = Issuer::new(&workload, target.region(), schedule, 1).unwrap();
    let (mut submissions, mut completions) = (Vec::new(), Vec::new());
    issuer.step(Nanos::ZERO, &[], &mut submissions);
    pool.exchange(&mut submissions, &mut completions, Nanos::millis(5_000)).unwrap();
    assert_eq!(completions[0].result, Err(Errno(9)));
    assert_eq!(std::fs::read(&path).unwrap(), [7; 1 << 20]);
}

#[test]
fn scratch_files_are_written_by_both_engines() {
    let Some(scratch) = scratch() else { return };
    let targets = [IoTarget::scratch("scratch", &scratch)];
    let workload = Workload::new(Pattern::Sequential, Direction::Write, Bytes::kib(128), 8);
    for engine in [EngineChoice::Auto, EngineChoice::Pread] {
        let settings = RunSettings { time: Nanos::millis(200), engine, ..RunSettings::default() };
        let set = run_set(&jobs(&targets, &workload), &settings, &NEVER, &|_| {});
        assert_eq!(set.targets[0].outcome, RunOutcome::Whole);
        assert!(set.targets[0].ops > 0 && set.targets[0].errors == 0);
    }
}

#[test]
fn one_target_that_cannot_run_leaves_the_others_alone() {
    let Some(scratch) = scratch() else { return };
    let good = IoTarget::scratch("good", &scratch);
    let empty = good.clone().within(narrows_engine::TargetRegion { offset: 1 << 40, len: 4096 });
    let settings = RunSettings { time: Nanos::millis(100), ..RunSettings::default() };
    let workload = read(Pattern::Random, 4, 4);
    let set = run_set(&jobs(&[empty, good], &workload), &settings, &NEVER, &|_| {});
    assert!(matches!(set.targets[0].outcome, RunOutcome::Failed(RunError::Unfit(_))));
    assert_eq!(set.targets[1].outcome, RunOutcome::Whole);
    assert!(set.targets[1].ops > 0);
}

#[test]
fn threads_are_bound_in_turn_and_a_processor_that_is_not_there_is_a_fallback() {
    let Some(scratch) = scratch() else { return };
    let target = IoTarget::scratch("scratch", &scratch);
    let settings = RunSettings { time: Nanos::millis(50), ..RunSettings::default() };
    let mut two = jobs(&[target], &Workload { jobs: 2, ..read(Pattern::Random, 4, 1) });
    two[0].cpus = vec![0, 1023];
    two.push(TargetJob { cpus: vec![1023], ..two[0].clone() });
    let set = run_set(&two, &settings, &NEVER, &|_| {});
    let bound = |index: usize| -> Vec<_> {
        set.targets[index].threads.iter().map(|thread| thread.cpu).collect()
    };
    assert_eq!((bound(0), bound(1)), (vec![Some(0), None], vec![None, None]));
    let method = set.targets[1].method.as_ref().unwrap();
    assert!(matches!(method.fallbacks.last(), Some(EngineFallback::NotPinned(_))));
}

#[test]
fn files_with_holes_and_other_things_are_no_targets() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("holes");
    let mut file = File::create(&path).unwrap();
    file.write_all(&[1; 8192]).unwrap();
    file.set_len(1 << 20).unwrap();
    file.sync_all().unwrap();
    match IoTarget::open("holes", &path) {
        Err(TargetError::NoDirect { .. }) => eprintln!("skipped: no direct I/O here"),
        result => assert!(matches!(result, Err(TargetError::Holes { at: 8192, .. })), "{result:?}"),
    }
    let missing = IoTarget::open("none", &dir.path().join("none"));
    assert!(matches!(missing, Err(TargetError::Open { errno: Errno(2), .. })), "{missing:?}");
    for path in [dir.path(), Path::new("/dev/null")] {
        let result = IoTarget::open("other", path);
        assert!(result.is_err(), "{result:?}");
    }
}

/// A tmpfs takes O_DIRECT from kernel 6.6 on, and would be read at the speed of memory.
#[test]
fn files_in_memory_are_no_targets() {
    let Ok(dir) = tempfile::tempdir_in("/dev/shm") else {
        return eprintln!("skipped: no /dev/shm here");
    };
    let path = dir.path().join("file");
    std::fs::write(&path, [1; 8192]).unwrap();
    match IoTarget::open("memory", &path) {
        Err(TargetError::InMemory { file_system: "tmpfs", .. }) => {}
        Err(TargetError::NoDirect { .. }) => eprintln!("skipped: no direct I/O in /dev/shm"),
        result => panic!("{result:?}"),
    }
}

/// Requests on a file that does not block come back with EAGAIN on some kernels.
#[test]
fn an_open_target_blocks_and_goes_past_the_page_cache() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file");
    std::fs::write(&path, [1; 8192]).unwrap();
    let Ok(target) = IoTarget::open("file", &path) else {
        return eprintln!("skipped: no direct I/O in the temporary directory");
    };
    let flags = rustix::fs::fcntl_getfl(target.file()).unwrap();
    assert!(!flags.contains(rustix::fs::OFlags::NONBLOCK), "{flags:?}");
    assert!(flags.contains(rustix::fs::OFlags::DIRECT), "{flags:?}");
}

/// The folder was on another file system when it was looked up than it leads to now.
#[test]
fn a_scratch_file_stays_on_the_file_system_that_was_chosen() {
    use std::os::unix::fs::MetadataExt;
    if scratch().is_none() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let number = dir.path().metadata().unwrap().dev();
    let plan = ScratchPlan { wanted: Bytes::mib(64), ..ScratchPlan::default() };
    let make = |number| Scratch::make(dir.path(), Some(number), plan, &NEVER, &|_| {});
    let elsewhere = make(number ^ 1);
    assert!(matches!(elsewhere, Err(ScratchError::Elsewhere { .. })), "{elsewhere:?}");
    assert!(make(number).is_ok());
}

#[test]
fn places_without_a_drive_or_room_are_refused() {
    let missing =
        Scratch::make(Path::new("/no/such"), None, ScratchPlan::default(), &NEVER, &|_| {});
    assert!(matches!(missing, Err(ScratchError::Io { errno: Errno(2), .. })), "{missing:?}");
    let proc = Scratch::make(Path::new("/proc"), None, ScratchPlan::default(), &NEVER, &|_| {});
    assert!(proc.is_err());
    // If /dev/shm is a tmpfs, it may refuse O_DIRECT (before 6.6) or be recognised as memory.
    let memory =
        Scratch::make(Path::new("/dev/shm"), None, ScratchPlan::default(), &NEVER, &|_| {});
    assert!(memory.is_err(), "{memory:?}");
}

#[test]
fn a_stopped_scratch_file_says_so() {
    let stopped = AtomicBool::new(true);
    let plan = ScratchPlan::default();
    match Scratch::make(&std::env::temp_dir(), None, plan, &stopped, &|_| {}) {
        Err(ScratchError::Cancelled { .. }) => {}
        Err(other) => eprintln!("skipped: no scratch file here: {other}"),
        Ok(_) => panic!("made although stopped"),
    }
}
