//! A kept file has all that was acknowledged and flushed; violations are found.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use narrows_engine::{
    BlockFault, BlockStamp, IoTarget, KeptError, KeptFile, NewFile, RunError, RunOutcome,
    RunSettings, Scratch, ScratchPlan, TargetJob, Verification, VerifyError, flush, run_set,
    verify,
};
use narrows_units::{Bytes, Nanos};
use narrows_workload::{Direction, Pattern, Workload};

/// Names the file for the child; without it the child's part does nothing.
const FILE: &str = "NARROWS_TEST_KEPT_FILE";
static NEVER: AtomicBool = AtomicBool::new(false);
const UNIT: u64 = 4096;

fn small() -> ScratchPlan {
    ScratchPlan { wanted: Bytes::mib(8), named: true, ..ScratchPlan::default() }
}

fn make(path: &Path) -> Option<KeptFile> {
    match NewFile::make(path).and_then(|new| new.lay_out(small(), &NEVER, &|_| {})) {
        Ok(kept) => Some(kept),
        Err(error @ (KeptError::NoDirect { .. } | KeptError::Layout(_))) => {
            println!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn random_writes() -> Workload {
    Workload::new(Pattern::Random, Direction::Write, Bytes::new(UNIT), 16)
}

fn write(
    kept: &KeptFile,
    workload: Workload,
    time: Nanos,
    verify: bool,
) -> narrows_engine::SetResult {
    let settings = RunSettings { time, ramp: Nanos::ZERO, verify, ..RunSettings::default() };
    let jobs = [TargetJob::new(IoTarget::kept("kept", kept), workload)];
    run_set(&jobs, &settings, &NEVER, &|_| {})
}

fn verified(path: &Path) -> Verification {
    verify(path, &NEVER, &|_| {}).unwrap()
}

/// The child: makes the file, says so, and writes for a minute.
#[test]
fn child_that_is_killed() {
    let Some(path) = std::env::var_os(FILE) else { return };
    println!("begun");
    let Some(kept) = make(Path::new(&path)) else { return };
    println!("laid out");
    write(&kept, random_writes(), Nanos::millis(60_000), false);
}

/// Kills the child `delay` after it has printed `word`; false if it cannot make a kept file.
fn kill_after(word: &str, delay: Duration, path: &Path) -> bool {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kept::child_that_is_killed", "--nocapture"])
        .env(FILE, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut words = lines.map_while(Result::ok);
    let line = words.find(|line| line.contains(word) || line.contains("skipped")).unwrap();
    std::thread::sleep(delay);
    child.kill().unwrap();
    child.wait().unwrap();
    println!("{line}");
    !line.contains("skipped")
}

/// Number of kills: `NARROWS_KILLS`, at least five.
fn kills() -> u64 {
    let kills = std::env::var("NARROWS_KILLS").ok().and_then(|text| text.parse::<u64>().ok());
    kills.unwrap_or(15).max(5)
}

/// Kills from before the file is laid out to well into the writing. The delays are no race:
/// whatever is reached by then, the promise must hold.
#[test]
fn a_kept_file_verifies_after_kill_9_at_any_moment() {
    let folder = tempfile::tempdir().unwrap();
    let mut flushes = 0;
    for round in 0..kills() {
        let path = folder.path().join(format!("kept-{round}"));
        let (word, delay) =
            if round < 3 { ("begun", round * 3) } else { ("laid", (round - 3) * 31 % 600) };
        if !kill_after(word, Duration::from_millis(delay), &path) {
            return;
        }
        match verify(&path, &NEVER, &|_| {}) {
            Ok(verification) => {
                assert_eq!(
                    (verification.wrong, verification.unknown),
                    (0, 0),
                    "{verification:?} after {delay} ms"
                );
                assert!(verification.laid_out || round < 3, "{verification:?}");
                assert!(
                    !verification.laid_out || verification.blocks + verification.unfinished == 2048,
                    "{verification:?}"
                );
                flushes += verification.flushes;
            }
            // Killed before it had made both.
            Err(error) => assert!(round < 3, "{error}"),
        }
        let _ = std::fs::remove_file(&path);
    }
    assert!(flushes > 0, "the later kills come after a flush");
}

#[test]
fn what_was_changed_afterwards_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept");
    let Some(kept) = make(&path) else { return };
    let sequential = || Workload::new(Pattern::Sequential, Direction::Write, Bytes::mib(1), 1);
    let once = |kept: &KeptFile| {
        let jobs = [TargetJob::new(IoTarget::kept("kept", kept), sequential())];
        let settings =
            RunSettings { ops_max: Some(8), ramp: Nanos::ZERO, ..RunSettings::default() };
        let set = run_set(&jobs, &settings, &NEVER, &|_| {});
        assert_eq!(set.targets[0].moved, Bytes::mib(8), "{:?}", set.targets[0].outcome);
        kept.settle(Nanos::millis(60_000)).unwrap();
    };
    once(&kept);
    let file = OpenOptions::new().read(true).write(true).open(&path).unwrap();
    let block = |index: u64| {
        let mut bytes = vec![0; UNIT as usize];
        file.read_exact_at(&mut bytes, index * UNIT).unwrap();
        bytes
    };
    let put = |index: u64, bytes: &[u8]| file.write_all_at(bytes, index * UNIT).unwrap();
    let older = block(3);
    once(&kept);
    let sound = verified(&path);
    assert_eq!((sound.blocks, sound.promised, sound.wrong), (2048, 2048, 0), "{sound:?}");

    let expect = |index: u64, bytes: Vec<u8>, why: BlockFault| {
        let before = block(index);
        put(index, &bytes);
        let verification = verified(&path);
        assert_eq!(
            (verification.wrong, verification.first),
            (1, Some((index * UNIT, why))),
            "{verification:?}"
        );
        put(index, &before);
    };
    // An acknowledged write that is lost: the previous content.
    expect(3, older, BlockFault::Older);
    let mut torn = block(7);
    torn[2048..].copy_from_slice(&block(8)[2048..]);
    expect(7, torn, BlockFault::Checksum);
    expect(9, block(10), BlockFault::Place(10 * UNIT));
    expect(11, vec![0; UNIT as usize], BlockFault::Unwritten);
    assert_eq!(verified(&path).wrong, 0, "all is put back");

    // Writes that were not acknowledged, whole and in part.
    let before = block(13);
    let stamp = BlockStamp::new(u64::from_le_bytes(before[8..16].try_into().unwrap()));
    let mut unpromised = before.clone();
    stamp.write(&mut unpromised, 13 * UNIT, 1_000_000);
    put(13, &unpromised);
    let verification = verified(&path);
    assert_eq!(
        (verification.wrong, verification.newer, verification.unfinished),
        (0, 1, 0),
        "{verification:?}"
    );
    unpromised[2048..].copy_from_slice(&before[2048..]);
    put(13, &unpromised);
    let verification = verified(&path);
    assert_eq!(
        (verification.wrong, verification.newer, verification.unfinished),
        (0, 0, 1),
        "{verification:?}"
    );
    put(13, &before);

    // A number alone that was changed is no write that was under way.
    let mut renumbered = block(15);
    renumbered[29] ^= 0x10;
    expect(15, renumbered, BlockFault::Checksum);
    let mut renumbered = block(15);
    renumbered[24..32].copy_from_slice(&1_000_000_u64.to_le_bytes());
    expect(15, renumbered, BlockFault::Checksum);
    file.set_len(2047 * UNIT).unwrap();
    assert_eq!(verified(&path).first, Some((2047 * UNIT, BlockFault::Unreadable)));
}

#[test]
fn mixed_reads_are_verified_while_writing() {
    let folder = tempfile::tempdir().unwrap();
    let Some(kept) = make(&folder.path().join("kept")) else { return };
    let mixed = Workload { read_percent: 50, ..random_writes() };
    let set = write(&kept, mixed, Nanos::millis(500), true);
    let checked = set.targets[0].verified.unwrap();
    assert!(checked.blocks > 0 && checked.wrong == 0, "{checked:?}");
}

#[test]
fn several_rounds_and_threads_count_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept");
    let Some(kept) = make(&path) else { return };
    let threads = Workload { jobs: 2, ..random_writes() };
    for workload in [threads.clone(), random_writes(), threads] {
        write(&kept, workload, Nanos::millis(150), false);
        kept.settle(Nanos::millis(60_000)).unwrap();
        let verification = verified(&path);
        assert_eq!(
            (verification.wrong, verification.newer, verification.unfinished),
            (0, 0, 0),
            "{verification:?}"
        );
        assert!(verification.promised > 0);
    }
}

#[test]
fn nothing_that_exists_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("mine"), folder.path().join("link"));
    std::fs::write(&path, "mine").unwrap();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    std::os::unix::fs::symlink(folder.path().join("nowhere"), folder.path().join("dangling"))
        .unwrap();
    for taken in [&path, &link, &folder.path().join("dangling")] {
        assert!(matches!(NewFile::make(taken), Err(KeptError::Exists { .. })), "{taken:?}");
    }
    std::fs::write(folder.path().join("new.narrows"), "mine").unwrap();
    let made = NewFile::make(&folder.path().join("new"));
    assert!(matches!(made, Err(KeptError::Exists { .. })), "{made:?}");
    assert!(!folder.path().join("new").exists(), "what was made before is gone");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    assert!(!folder.path().join("nowhere").exists());
}

#[test]
fn what_cannot_be_laid_out_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept");
    let lay_out = |plan, cancel: &AtomicBool| match NewFile::make(&path) {
        Ok(new) => new.lay_out(plan, cancel, &|_| {}).map(drop),
        Err(error) => Err(error),
    };
    assert!(lay_out(small(), &AtomicBool::new(true)).is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let huge = ScratchPlan { wanted: Bytes::gib(65), ..small() };
    assert!(matches!(lay_out(huge, &NEVER), Err(KeptError::TooLarge { .. })));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn other_files_are_not_verified() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine");
    std::fs::write(&path, "mine").unwrap();
    let result = |path: &PathBuf| verify(path, &NEVER, &|_| {});
    assert!(matches!(result(&path), Err(VerifyError::NoJournal { .. })));
    std::fs::write(folder.path().join("mine.narrows"), [b'x'; 100]).unwrap();
    assert!(matches!(result(&path), Err(VerifyError::NotOne { .. })));
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(result(&path), Err(VerifyError::Read { .. })));
}

#[test]
fn a_journal_without_end_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept");
    let Some(kept) = make(&path) else { return };
    drop(kept);
    let beside = folder.path().join("kept.narrows");
    assert_eq!(verified(&path).wrong, 0);
    // Far more than its writer lets it grow to, and nearly all of it a hole.
    OpenOptions::new().write(true).open(&beside).unwrap().set_len(1 << 40).unwrap();
    let result = |path: &Path| verify(path, &NEVER, &|_| {});
    assert!(matches!(result(&path), Err(VerifyError::NotOne { .. })));
    std::fs::remove_file(&beside).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &beside).unwrap();
    assert!(matches!(result(&path), Err(VerifyError::NotOne { .. })));
}

#[test]
fn what_is_only_reserved_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let plan = ScratchPlan { wanted: Bytes::mib(64), fill: false, ..ScratchPlan::default() };
    let scratch = match Scratch::make(folder.path(), None, plan, &NEVER, &|_| {}) {
        Ok(scratch) if !scratch.is_filled() => scratch,
        other => return println!("skipped: {other:?}"),
    };
    let target = IoTarget::scratch("scratch", &scratch);
    let run = |direction| {
        let workload = Workload::new(Pattern::Sequential, direction, Bytes::mib(1), 4);
        let settings =
            RunSettings { ops_max: Some(64), ramp: Nanos::ZERO, ..RunSettings::default() };
        run_set(&[TargetJob::new(target.clone(), workload)], &settings, &NEVER, &|_| {})
    };
    let read = run(Direction::Read);
    assert_eq!(read.targets[0].outcome, RunOutcome::Failed(RunError::Unfilled));
    assert_eq!(run(Direction::Write).targets[0].moved, Bytes::mib(64));
    let flushed = flush(&[target], Nanos::millis(60_000));
    assert!(matches!(flushed[..], [Some(Ok(_))]), "{flushed:?}");
}

#[test]
fn a_file_that_is_only_read_has_nothing_to_flush() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    File::create(&path).unwrap().write_all_at(&[1; 8192], 0).unwrap();
    match IoTarget::open("file", &path) {
        Ok(target) => assert_eq!(flush(&[target], Nanos::ZERO), [Some(Ok(Nanos::ZERO))]),
        Err(error) => println!("skipped: {error}"),
    }
}
