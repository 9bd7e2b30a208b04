//! A kill at any moment leaves nothing behind.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use narrows_engine::{IoTarget, RunSettings, Scratch, ScratchPlan, TargetJob, run_set};
use narrows_units::{Bytes, Nanos};
use narrows_workload::default_profiles;

/// Names the directory for the child; without it the child's part does nothing.
const DIR: &str = "NARROWS_TEST_SCRATCH_DIR";

/// The child: makes a scratch file, says `written`, measures it for a minute.
#[test]
fn child_that_is_killed() {
    let Some(dir) = std::env::var_os(DIR) else { return };
    println!("begun");
    let plan = ScratchPlan { wanted: Bytes::mib(256), ..ScratchPlan::default() };
    let made = Scratch::make(Path::new(&dir), None, plan, &AtomicBool::new(false), &|_| {});
    let scratch = match made {
        Ok(scratch) => scratch,
        Err(error) => return println!("skipped: {error}"),
    };
    println!("written");
    let settings = RunSettings { time: Nanos::millis(60_000), ..RunSettings::default() };
    let job = TargetJob::new(IoTarget::scratch("scratch", &scratch), default_profiles()[0].clone());
    run_set(&[job], &settings, &AtomicBool::new(false), &|_| {});
}

/// Kills the child `delay` after it has printed `word`; false if it cannot make a scratch file.
fn kill_after(word: &str, delay: Duration, dir: &Path) -> bool {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kill::child_that_is_killed", "--nocapture"])
        .env(DIR, dir)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut words = lines.map_while(Result::ok);
    let line = words.find(|line| line.contains(word) || line.contains("skipped"));
    std::thread::sleep(delay);
    // SIGKILL, on Unix.
    child.kill().unwrap();
    let status = child.wait().unwrap();
    // A full disk is reported after `begun`, so later lines count too.
    if let Some(why) = line.into_iter().chain(words).find(|line| line.contains("skipped")) {
        println!("{why}");
        return false;
    }
    assert!(!status.success(), "it was killed while at work");
    true
}

#[test]
fn kill_9_leaves_no_file() {
    let dir = tempfile::tempdir().unwrap();
    for (word, delay_ms) in [("begun", 0), ("begun", 60), ("written", 0), ("written", 150)] {
        if !kill_after(word, Duration::from_millis(delay_ms), dir.path()) {
            return;
        }
        let left: Vec<_> = std::fs::read_dir(dir.path()).unwrap().collect();
        assert!(left.is_empty(), "{left:?} after {word} and {delay_ms} ms");
    }
}
