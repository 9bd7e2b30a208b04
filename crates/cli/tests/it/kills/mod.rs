//! `kill -9` at chance moments of every command that makes, writes or changes anything: afterwards the
//! loop devices, mounts, settings, processes, free room and every byte are as they were.
//!
//! Some kills take the run alone, others also all that it started, its restorer included; settings
//! that a restorer could not put back are owed to `narrows restore`. `NARROWS_KILLS` is the number
//! of kills; `NARROWS_KILLS_SEED` selects them.

mod bed;

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::experiment_bed::{on_this_machine, until};
use bed::Bed;

const Z170: &str = "catalog:asrock-z170-oc-formula/3x-m8pe";

/// One call, and how long it may take until it ends by itself, ms.
struct Call {
    words: Vec<String>,
    longest_ms: u64,
}

fn call(longest_ms: u64, words: &str) -> Call {
    Call { words: words.split_whitespace().map(str::to_owned).collect(), longest_ms }
}

/// Every command that leaves something on the way, and each option that writes a file.
fn calls(bed: &Bed) -> Vec<Call> {
    let (a, b) = (bed.mount_point(0), bed.mount_point(1));
    let (drive, other) = (bed.drive(0), bed.drive(1));
    let out = bed.path("out").display().to_string();
    let write = "--pattern random --block 64K --depth 4 --scratch-size 64M";
    let modes = "direct+no-flush,write-through+no-flush";
    let options =
        "--level 0 --chunk 64K --workload seq-read-128k-q8 --time 100ms --scratch-size 64M";
    let held = "--level 0 --chunk 64K --block 64K --depth 4 --pattern random --write --time 100ms";
    let target = format!("{a}/data");
    vec![
        call(9000, "--quick"),
        call(2000, &format!("measure {drive} {other} --time 200ms --scratch-size 64M")),
        call(2500, &format!("measure {drive} {other} --time 200ms --write {write}")),
        call(2000, &format!("measure --keep {out}/kept --time 200ms --write {write}")),
        call(4000, &format!("explain {drive} {other} --time 2s")),
        call(4500, &format!("stripe {a} {b} {options}")),
        call(8500, &format!("stripe {a} {b} {held} --scratch-size 64M --cache {modes}")),
        call(
            2000,
            &format!(
                "experiment scheduler {drive} mq-deadline --target {target} \
                 --workload rand-read-4k-q1 --time 100ms --cycles 2 --repeat 1"
            ),
        ),
        call(6000, &format!("trial --drives {a},{b} --size 512M --job copy")),
        call(4000, &format!("bench everyday {a} {b} --scratch-size 64M --passes 1")),
        call(4000, &format!("bench curve {drive} --in-file --time 100ms --scratch-size 64M")),
        call(60, "restore"),
        call(60, "history"),
        call(60, &format!("capture -o {out}/written")),
        call(60, &format!("see {Z170} --html {out}/written")),
        call(60, &format!("plan {Z170} --save {out}/written")),
        call(60, &format!("measure nop --dry-run --fio-job {out}/written")),
    ]
}

/// The next of a sequence. Source: Marsaglia, "Xorshift RNGs", Journal of Statistical Software
/// 8(14), 2003.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn from_environment(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn a_kill_at_any_moment_of_any_verb_leaves_nothing_behind() {
    let _alone = on_this_machine();
    let Some(bed) = Bed::new() else { return };
    let mut calls = calls(&bed);
    let kills = from_environment("NARROWS_KILLS", calls.len() as u64);
    let seed = from_environment("NARROWS_KILLS_SEED", 0x5eed_0016);
    println!("NARROWS_KILLS={kills} NARROWS_KILLS_SEED={seed}");
    let mut chance = seed;
    let many = kills > calls.len() as u64;
    if many {
        calls.iter_mut().for_each(|call| ends_by_itself(&bed, call));
    }
    let before = bed.state();
    let mut cut_short = 0;
    for (round, call) in (0..kills).zip(calls.iter().cycle()) {
        let moment = Duration::from_millis(next(&mut chance) % call.longest_ms);
        let with_all = next(&mut chance).is_multiple_of(3);
        let what = format!("kill {round} after {moment:?}, all: {with_all}: {:?}", call.words);
        cut_short += u64::from(kill_after(&bed, call, moment, with_all));
        until(&format!("nothing runs any more ({what})"), || bed.processes().is_empty());
        if with_all {
            mends(&bed, &["restore"], &what);
        }
        if call.words[0] == "trial" {
            // An empty folder may be left.
            mends(&bed, &["trial", "--clean"], &what);
        }
        let changed = changed_at_last(&bed, &before);
        assert!(changed.is_empty(), "{what}: {changed:#?}");
        assert!(bed.data_is_whole(), "{what}");
        outputs_are_whole(&bed, call, &what);
    }
    println!("{cut_short} of {kills} had not ended by themselves");
    assert!(!many || cut_short * 2 > kills, "most kills hit something");
}

/// Without a kill every call does its job; one that a busy disk holds up is partial. It is killed
/// before the time that this takes.
fn ends_by_itself(bed: &Bed, call: &mut Call) {
    let began = Instant::now();
    let output = bed.narrows(&call.words).output().unwrap();
    call.longest_ms = u64::try_from(began.elapsed().as_millis()).unwrap().max(1);
    println!("{:?} by itself in {} ms: {}", call.words, call.longest_ms, output.status);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 3)), "{:?}: {text}", call.words);
    outputs_are_whole(bed, call, "by itself");
}

/// Whether the call was still under way.
fn kill_after(bed: &Bed, call: &Call, moment: Duration, with_all: bool) -> bool {
    let mut child = bed.narrows(&call.words);
    let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(moment);
    if with_all {
        let all = bed.processes().into_iter().map(|id| id.to_string());
        // Some may be gone by now, which kill(1) says.
        let _ = Command::new("kill").arg("-KILL").args(all).stderr(Stdio::null()).status();
    }
    let _ = child.kill();
    child.wait().unwrap().signal().is_some()
}

fn mends(bed: &Bed, words: &[&str], what: &str) {
    let words: Vec<String> = words.iter().copied().map(str::to_owned).collect();
    let output = bed.narrows(&words).output().unwrap();
    assert!(output.status.success(), "{what}: {words:?}: {output:?}");
}

/// Entries that exist only before or only after. The kernel lets go of mounts, loop devices and
/// room a moment after the last process is gone.
fn changed_at_last(bed: &Bed, before: &bed::State) -> Vec<String> {
    let changed = || bed.state().symmetric_difference(before).cloned().collect::<Vec<_>>();
    let waited = (0..100).map(|_| {
        std::thread::sleep(Duration::from_millis(20));
        changed()
    });
    let first = std::iter::once(changed());
    first.chain(waited).find(Vec::is_empty).unwrap_or_else(changed)
}

/// A file that an option writes exists completely or not at all, with nothing next to it. A kept
/// file is requested, with its journal; it stays, and its promise is verified elsewhere.
fn outputs_are_whole(bed: &Bed, call: &Call, what: &str) {
    for entry in bed.path("out").read_dir().unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        let is_asked_for =
            call.words.iter().any(|word| word.contains("--keep")) && name.starts_with("kept");
        let bytes = std::fs::read(entry.path()).unwrap();
        assert!(is_asked_for || name == "written" && !bytes.is_empty(), "{what}: {name}");
        std::fs::remove_file(entry.path()).unwrap();
    }
}
