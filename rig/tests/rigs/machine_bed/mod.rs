//! Runs jobs in emulated machines and reads their results. For the tests beside this folder; if the
//! machines cannot run, these say so and pass.

// Each of the two test programs takes its part of it.
#![allow(dead_code)]

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

/// How far a rate over a second may be from its limit. QEMU's limiter lets a tenth of a second's
/// worth through at once if the host had been busy (util/throttle.c, throttle_compute_wait).
const NEAR: RangeInclusive<f64> = 0.95..=1.1;
/// A machine whose plain reader deviates more from its links' capacity cannot keep up.
const KEEPS_UP: f64 = 0.04;
/// So often in all a test program starts a machine again that does not keep up with its limits: a
/// host that is busy for long is not waited for.
static STARTS_LEFT: AtomicU32 = AtomicU32::new(3);
const CONTROL: &str = include_str!("control.sh");
/// Builds a mirror and looks for it after each of some reboots.
const REBOOT: &str = include_str!("reboot.sh");

/// Two emulated machines at once would share the host's processors.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

pub struct Results {
    folder: PathBuf,
    pub output: String,
}

impl Results {
    /// Runs the usual job of the machine with a whole Debian.
    pub fn of_debian(name: &str) -> Option<Self> {
        Self::run(&["debian"], name, &[])
    }

    /// Runs a shell script in it instead.
    pub fn of_debian_job(name: &str, job: &str) -> Option<Self> {
        Self::run(&["debian"], name, &["--", job])
    }

    /// Has a whole Debian build a mirror, and reboots it so often.
    pub fn of_reboots(count: usize) -> Option<Self> {
        Self::of_debian_job(&format!("reboots-{count}"), &format!("REBOOTS={count}\n{REBOOT}"))
    }

    /// Runs a shell script in a whole Debian on another machine.
    pub fn of_debian_on(machine: &str, name: &str, job: &str) -> Option<Self> {
        Self::run(&["debian", "--machine", machine], name, &["--", job])
    }

    /// Runs a shell script instead; `name` distinguishes its results from others.
    pub fn of_job(machine: &str, name: &str, job: &str) -> Option<Self> {
        Self::run(&["machine", machine], name, &["--", job])
    }

    /// Runs a shell script whose rates will be judged, in a machine whose drives carry so much
    /// together, MB/s. Runs for which the host left too little time do not count: a job that calls
    /// `control` between its parts is run again if a plain reader was slower than the links.
    pub fn of_steady_job(machine: &str, name: &str, job: &str, carries: f64) -> Option<Self> {
        let job = format!("{CONTROL}\n{job}");
        loop {
            let results = Self::of_job(machine, name, &job)?;
            let looks: Vec<f64> = results.controls().map(|mb_s| mb_s / carries - 1.0).collect();
            assert!(!looks.is_empty(), "{machine}: no job without a look at its rates");
            if looks.iter().all(|apart| apart.abs() < KEEPS_UP) {
                return Some(results);
            }
            println!("{machine}: a plain reader was apart from {carries} MB/s by {looks:.2?}");
            let start = |left: u32| left.checked_sub(1);
            if STARTS_LEFT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, start).is_err() {
                println!("skipped: this host is too busy for what {machine} carries");
                return None;
            }
        }
    }

    /// Rates of the plain reader, MB/s, in the order of its looks.
    fn controls(&self) -> impl Iterator<Item = f64> {
        let looks = (1..).map(|look| self.absent(&format!("control-{look}")));
        looks.take_while(|text| !text.is_empty()).map(|text| {
            let numbers: Vec<f64> = text.lines().map(|line| line.parse().unwrap()).collect();
            let [began, before, ended, after] = numbers[..] else { panic!("{text}") };
            // The kernel counts in sectors of 512 bytes: Documentation/block/stat.rst.
            (after - before) * 512.0 / 1e6 / (ended - began)
        })
    }

    fn run(bed: &[&str], name: &str, job: &[&str]) -> Option<Self> {
        let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let beds: &[&str] = if bed[0] == "debian" { &["debian"] } else { &[] };
        let (missing, _) = rig(&[&["missing"], beds].concat());
        if !missing.is_empty() {
            println!("skipped: {}", missing.trim());
            return None;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("machine_rig").join(name);
        let place = folder.to_string_lossy();
        let (_, output) = rig(&[bed, &["--results", &place], job].concat());
        Some(Self { folder, output })
    }

    pub fn text(&self, name: &str) -> String {
        let read = std::fs::read_to_string(self.folder.join(name));
        read.unwrap_or_else(|why| panic!("{name}: {why}\n{}", self.output))
    }

    /// A file that should not be there, as text; empty if it is not.
    pub fn absent(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.join(name)).unwrap_or_default()
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        let read = std::fs::read(self.folder.join(name));
        read.unwrap_or_else(|why| panic!("{name}: {why}\n{}", self.output))
    }

    pub fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.text(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
    }

    /// How the command ended that wrote the file.
    pub fn exit_code(&self, name: &str) -> u8 {
        self.text(&format!("{name}.exit")).trim().parse().unwrap()
    }
}

/// Standard output and error of a chore that must end well.
fn rig(words: &[&str]) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_narrows-rig")).args(words).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let (out, errors) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "narrows-rig {}: {errors}", words.join(" "));
    (out, errors)
}

pub fn list<'a>(document: &'a Value, key: &str) -> &'a [Value] {
    document[key].as_array().map_or(&[], Vec::as_slice)
}

/// The drive's kernel name by its serial number: NVMe drives are numbered as they answer.
pub fn drive<'a>(see: &'a Value, serial: &str) -> &'a str {
    let mut drives = list(see, "drives").iter();
    let drive = drives.find(|drive| drive["serial"] == serial);
    drive.and_then(|drive| drive["id"].as_str()).unwrap_or_else(|| panic!("no drive {serial}"))
}

/// The middle one; of an even number the higher of the two.
pub fn median(numbers: &[f64]) -> f64 {
    let mut numbers = numbers.to_vec();
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// So many main jobs were killed by `kills.sh`, and the drives' contents are the same as before.
pub fn assert_no_trace(results: &Results, kills: usize, drives: usize) {
    assert_eq!(results.exit_code("first.json"), 0, "{}", results.text("first.json.said"));
    assert_eq!(results.text("killed").trim().parse(), Ok(kills));
    assert_eq!(results.text("sums.before").lines().count(), drives, "a file on each drive");
    assert_eq!(results.text("sums.after"), results.text("sums.before"));
    assert_eq!(results.text("state.after"), results.text("state.before"));
    assert_eq!(results.text("left"), "", "processes");
}

/// After each of `reboots` reboots the mirror was back: under its name, mounted, with both members and
/// its content, and nothing is reported missing.
pub fn assert_outlived(results: &Results, reboots: usize) {
    let built = results.json("build.json");
    let is_done = |step: &Value| step["state"] == "done";
    assert!(list(&built, "steps").iter().all(is_done), "{built:#}");
    assert_eq!(
        results.text("looks"),
        "data /srv/data same [UU]\n".repeat(reboots),
        "{}",
        results.output
    );
    let explained = results.json("explain.json");
    assert_eq!(results.exit_code("explain.json"), 0, "{explained:#}");
    assert_eq!(explained["existing"]["lacks"], serde_json::json!([]));
    assert_eq!(explained["existing"]["condition"]["health"], "whole");
}

/// As near as a limiter holds a rate over a second.
#[track_caller]
pub fn assert_near(measured: f64, expected: f64) {
    assert!(NEAR.contains(&(measured / expected)), "{measured:.1} MB/s, not {expected:.1}");
}
