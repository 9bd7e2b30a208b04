//! Jobs whose limit is known, watched on loop devices; what is said that a change would bring is
//! judged by what happens when the limit is lifted. And runs between which nothing changed,
//! compared.
//!
//! A limit on a loop device itself holds requests back before the device; one on the device below
//! all of them makes its requests wait in flight.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::Value;

use crate::loop_bed::{Bed, Device, turn};

/// How far what is reached may be from what was predicted.
const WITHIN: f64 = 0.15;
/// Rounds of reading and computing that a job has.
const ROUNDS: u32 = 10;

/// A file of 64 MiB on a drive, read before by nobody.
fn file(bed: &Bed, drive: &Device) -> String {
    let file = drive.file("read-by-a-job").display().to_string();
    bed.output(&[
        "dd",
        "if=/dev/urandom",
        &format!("of={file}"),
        "bs=1M",
        "count=64",
        "conv=fsync",
    ]);
    file
}

/// Reads 2 MiB in requests of this size, one at a time, then computes; again and again.
fn job(file: &str, block: &str, count: u32) -> String {
    format!(
        "for i in $(seq {ROUNDS}); do \
         dd if={file} of=/dev/null bs={block} count={count} iflag=direct 2>/dev/null; \
         head -c 24000000 /dev/zero | sha256sum >/dev/null; done"
    )
}

/// A watched job's document, and how long it took, seconds.
fn watched(bed: &Bed, script: &str) -> (Value, f64) {
    let ran = bed.narrows(&["watch", "--no-report", "--", "sh", "-c", script]);
    assert_eq!(ran.code, Some(0), "{}", ran.document["notes"]);
    let watch = ran.document["watch"].clone();
    let took = watch["watched_s"].as_f64().unwrap();
    (watch, took)
}

/// The part of the time that this limit has.
fn share(watch: &Value, limit: &str, on: Option<&str>) -> f64 {
    let shares = watch["shares"].as_array().unwrap().iter();
    let is_it = |share: &&Value| share["limit"] == limit && share["on"].as_str() == on;
    shares.filter(is_it).map(|share| share["share"].as_f64().unwrap()).sum()
}

fn gain(watch: &Value, change: &str) -> f64 {
    let gains = watch["gains"].as_array().unwrap();
    gains.iter().find(|gain| gain["change"] == change).unwrap()["factor"].as_f64().unwrap()
}

/// Others that want the processors change what a job takes from one time to the next.
fn is_quiet(watches: &[&Value]) -> bool {
    let crowded = watches.iter().map(|watch| share(watch, "cpu_queue", None)).fold(0.0, f64::max);
    if crowded > 0.05 {
        println!("skipped: others used the processors for {:.0} % of the time", crowded * 100.0);
    }
    crowded <= 0.05
}

fn assert_reached(predicted: f64, reached: f64, watch: &Value) {
    let off = (predicted / reached - 1.0).abs();
    assert!(off < WITHIN, "predicted {predicted:.2}, reached {reached:.2}: {}", watch["shares"]);
}

/// 2 MiB at 20 MB/s take 0.1 s; at 40 MB/s half of that.
#[test]
fn a_rate_limit_is_found_and_raising_it_brings_what_was_said() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "1"]);
    let drive = bed.drives[0].clone();
    let script = job(&file(&bed, &drive), "128k", 16);
    bed.limit_reads(&drive, 20_000_000);
    let (slow, before) = watched(&bed, &script);
    bed.limit_reads(&drive, 40_000_000);
    let (fast, after) = watched(&bed, &script);
    let held = share(&slow, "rate_limit", Some(&drive.name));
    assert!(held > 0.2, "{}", slow["shares"]);
    if is_quiet(&[&slow, &fast]) {
        assert_reached(gain(&slow, "rate_limit"), before / after, &slow);
    }
    bed.down();
}

/// The device below reads 10 MB/s, then 20: each request of 64 KiB takes twice and then once its
/// time, one after the other.
#[test]
fn latency_is_found_and_halving_it_brings_what_was_said() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "1"]);
    let drive = bed.drives[0].clone();
    let script = job(&file(&bed, &drive), "64k", 32);
    bed.limit_reads(&drive, 0);
    bed.limit_reads(&bed.shared, 20_000_000);
    let (slow, before) = watched(&bed, &script);
    bed.limit_reads(&bed.shared, 40_000_000);
    let (fast, after) = watched(&bed, &script);
    assert!(share(&slow, "depth", Some(&drive.name)) > 0.2, "{}", slow["shares"]);
    if is_quiet(&[&slow, &fast]) {
        assert_reached(gain(&slow, "faster_drive"), before / after, &slow);
        assert!(gain(&slow, "more_drives") < 1.05, "{}", slow["gains"]);
    }
    bed.down();
}

#[test]
fn a_thread_that_computes_and_a_job_that_sleeps_are_told() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "1"]);
    let (busy, _) = watched(&bed, "exec timeout 3 sha256sum /dev/zero");
    if is_quiet(&[&busy]) {
        assert!(share(&busy, "thread", None) > 0.9, "{}", busy["shares"]);
        assert!(gain(&busy, "faster_drive") < 1.05);
    }
    let (asleep, _) = watched(&bed, "exec sleep 3");
    assert!(share(&asleep, "application", None) > 0.9, "{}", asleep["shares"]);
    bed.down();
}

/// Reading without a pause from a drive of 235 MB/s, watched and not: looking takes less than a
/// hundredth of a processor.
#[test]
fn watching_takes_next_to_nothing() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "1"]);
    let file = file(&bed, &bed.drives[0]);
    let script = format!(
        "for i in $(seq 10); do dd if={file} of=/dev/null bs=4k iflag=direct 2>/dev/null; done"
    );
    let (watch, _) = watched(&bed, &script);
    let own = watch["own_cpu"].as_f64().unwrap();
    if std::env::var_os("NARROWS_BINARY").is_none() {
        return println!(
            "skipped: not the packaged binary; without optimisation {:.2} %",
            own * 100.0
        );
    }
    assert!(own < 0.01, "{:.2} % of a processor", own * 100.0);
    bed.down();
}

/// Of a hundred pairs of three runs and three, taken in turn, of a drive that never changes, at
/// most one has anything that is called different. Each pair shares half of its runs with the next.
#[test]
fn of_a_hundred_unchanged_pairs_one_is_called_different() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "1"]);
    let pairs: usize =
        std::env::var("NARROWS_PAIRS").ok().and_then(|it| it.parse().ok()).unwrap_or(100);
    let folder = std::env::temp_dir().join(format!("narrows-pairs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let runs: Vec<PathBuf> = (0..3 * pairs + 3).map(|at| kept(&bed, &folder, at)).collect();
    let begun = Instant::now();
    let called: Vec<String> =
        (0..pairs).filter_map(|pair| difference(&runs[3 * pair..3 * pair + 6])).collect();
    println!("{pairs} pairs in {:?}: {called:?}", begun.elapsed());
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(called.len() <= pairs.div_ceil(100), "{called:?}");
    bed.down();
}

fn kept(bed: &Bed, folder: &Path, at: usize) -> PathBuf {
    let words = ["measure", &bed.drives[0].name, "--time", "300ms", "--no-report"];
    let ran = bed.narrows(&words);
    assert_eq!(ran.code, Some(0), "{}", ran.document["notes"]);
    let path = folder.join(format!("{at}.json"));
    std::fs::write(&path, ran.document.to_string()).unwrap();
    path
}

/// What is called different between the runs with even and with odd numbers.
fn difference(runs: &[PathBuf]) -> Option<String> {
    let side = |odd: usize| runs.iter().skip(odd).step_by(2);
    let mut compare = crate::loop_bed::narrows_here();
    compare.arg("compare").args(side(0)).arg("--with").args(side(1)).arg("--json");
    let said = compare.output().unwrap();
    let document: Value = serde_json::from_slice(&said.stdout).expect("a comparison");
    let rows = document["rows"].as_array().unwrap();
    assert!(!rows.is_empty() && rows.iter().all(|row| row["runs_a"] == 3), "{document}");
    let different = rows.iter().flat_map(|row| {
        let figures = ["mb_s", "iops", "p99_us", "cpu_us_per_io"];
        figures
            .into_iter()
            .filter(|it| matches!(row[*it]["outcome"].as_str(), Some("more" | "less")))
    });
    let different: Vec<&str> = different.collect();
    (!different.is_empty()).then(|| different.join(" "))
}
