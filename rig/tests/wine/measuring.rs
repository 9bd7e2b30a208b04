//! The engine of Windows, on its own files: documents and files are judged, rates never.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::bed::{Bed, text_of};

/// As little as says something.
const SHORT: [&str; 6] = ["--scratch-size", "8MiB", "--time", "300ms", "--ramp", "100ms"];
/// A kill is heard of by Wine's server, which closes the files; on a busy machine that takes its time.
const PATIENCE: Duration = Duration::from_secs(30);

/// The printed document, which must match the schema of that name.
#[track_caller]
pub fn document_of(name: &str, printed: &[u8]) -> Value {
    let name = format!("narrows.{name}/1");
    let published = narrows_record::published().into_iter().find(|(known, _)| *known == name);
    let (_, schema) = published.unwrap();
    let printed: Value =
        serde_json::from_slice(printed).unwrap_or_else(|why| panic!("{why}: {}", text_of(printed)));
    let validator = jsonschema::validator_for(&schema).unwrap();
    let slips: Vec<String> = validator.iter_errors(&printed).map(|slip| slip.to_string()).collect();
    assert!(slips.is_empty(), "{}", slips.join("\n"));
    printed
}

/// Whether a condition came true within that time.
pub fn comes_true(condition: impl Fn() -> bool) -> bool {
    until(|| condition().then_some(())).is_some()
}

/// Result of an attempt that is repeated until it succeeds, within that time.
pub fn until<T>(attempt: impl Fn() -> Option<T>) -> Option<T> {
    let end = Instant::now() + PATIENCE;
    loop {
        let came = attempt();
        if came.is_some() || Instant::now() >= end {
            return came;
        }
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_drive_is_measured_in_a_scratch_file_that_is_gone_afterwards() {
    let Some(bed) = Bed::new() else { return };
    let words = [&["measure", "disk0", "--json", "--no-report"][..], &SHORT].concat();
    let done = bed.on_machine(&words);
    let run = document_of("run", &done.stdout);
    let [row] = run["results"].as_array().unwrap().as_slice() else { panic!("{run}") };
    assert_eq!(row["target"], "disk0", "{row}");
    assert_eq!(row["place"]["kind"], "scratch", "{row}");
    assert_eq!(row["method"]["engine"], "iocp", "{row}");
    assert_eq!(row["errors"], 0, "{row}");
    assert!(row["ops"].as_u64().unwrap() > 0, "{row}");
    assert_eq!(done.status.code(), Some(0), "{}", text_of(&done.stderr));
    // Tests beside this one try whether they may write here, for some milliseconds each.
    let is_clean = || Bed::scratch_files(&Bed::drive_c()).is_empty();
    assert!(comes_true(is_clean), "{:?}", Bed::scratch_files(&Bed::drive_c()));
}

#[test]
fn a_kill_leaves_no_scratch_file() {
    let Some(bed) = Bed::new() else { return };
    let folder = format!("{}/", bed.folder().display());
    let words = [&["measure", &folder, "--no-report", "--time", "60s"][..], &SHORT[..2]].concat();
    let mut begun = bed.begin(&words);
    let is_there = || !Bed::scratch_files(bed.folder()).is_empty();
    let was_there = comes_true(is_there);
    begun.kill().unwrap();
    begun.wait().unwrap();
    assert!(was_there, "no scratch file was made");
    assert!(comes_true(|| !is_there()), "{:?}", Bed::scratch_files(bed.folder()));
}

#[test]
fn folders_that_take_no_file_are_told() {
    let Some(bed) = Bed::new() else { return };
    let nowhere = format!("{}/nowhere/", bed.folder().display());
    for (folder, sentence) in [(&*nowhere, "names nothing"), ("/sys/", "/sys/")] {
        let words = [&["measure", folder, "--no-report"][..], &SHORT].concat();
        let done = bed.on_machine(&words);
        assert!(text_of(&done.stderr).contains(sentence), "{folder}: {done:?}");
        assert!(!done.status.success() && done.stdout.is_empty(), "{folder}: {done:?}");
    }
}

#[test]
fn virtual_hardware_is_measured_as_on_linux() {
    let Some(bed) = Bed::new() else { return };
    let on = "catalog:asrock-z170-oc-formula/3x-m8pe";
    let words = ["measure", "--on", on, "--time", "100ms", "--json", "--no-report"];
    let [linux, windows] = [bed.linux(&words), bed.windows(&words)];
    assert_eq!(windows.status.code(), linux.status.code(), "{}", text_of(&windows.stderr));
    let [linux, windows] =
        [linux, windows].map(|done| document_of("run", &done.stdout)["results"].clone());
    assert_eq!(windows, linux);
    assert!(!windows.as_array().unwrap().is_empty());
}
