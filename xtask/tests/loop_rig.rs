//! narrows on real block devices whose limits are known: drives of 235 MB/s on one that reads
//! 350 MB/s. Figures come from the kernel's limits, not from the speed of the machine. The kernel
//! makes up for what a limit allowed and nobody used a moment ago, for lack of a processor too, so
//! the bounds are wide enough for a busy machine; what they tell apart is 50, 235, 350 and 705.

mod loop_bed;

use std::collections::BTreeSet;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::Stdio;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use loop_bed::{Bed, Device, Ran, left_of, skipped, start, wait_until};

const EACH: RangeInclusive<f64> = 190.0..=262.0;
const SHARED: RangeInclusive<f64> = 290.0..=400.0;

/// One rig at a time, where there can be one: each takes its share of processor and memory.
fn turn() -> Option<MutexGuard<'static, ()>> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    (!skipped()).then(|| ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner))
}

fn assert_in(figure: f64, wanted: &RangeInclusive<f64>, what: &str) {
    assert!(wanted.contains(&figure), "{what}: {figure:.1} MB/s, wanted {wanted:?}");
}

fn names(devices: &[Device]) -> BTreeSet<&str> {
    devices.iter().map(|device| device.name.as_str()).collect()
}

#[test]
fn the_device_that_all_stand_on_is_named() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&[]);
    let ran = bed.narrows(&["--quick", "--no-report"]);
    assert_eq!(ran.code, Some(0), "{}", ran.document["notes"]);
    for drive in &bed.drives {
        assert_in(ran.mb_s("alone", drive), &EACH, "alone");
        // A third of 350, which the kernel does not share out evenly over half a second.
        assert_in(ran.mb_s("all", drive), &(70.0..=180.0), "together");
    }
    assert_in(ran.mb_s("alone", &bed.shared), &SHARED, "the shared device");
    let sum = bed.drives.iter().map(|drive| ran.mb_s("all", drive)).sum();
    assert_in(sum, &SHARED, "all together");
    let finding = ran.finding("finding-shared-device").expect("what they share is named");
    let targets = finding["targets"].as_array().unwrap().iter();
    assert_eq!(
        targets.filter_map(|target| target.as_str()).collect::<BTreeSet<_>>(),
        names(&bed.drives)
    );
    assert_eq!(finding["limit"]["id"], *bed.shared.name);
    assert!(finding["text"].as_str().unwrap().contains(&bed.shared.name));
    bed.down();
}

/// Nothing but which of them ran together tells that the three share what reads 350 MB/s, as often as
/// it is asked.
#[test]
fn what_three_drives_share_is_found_from_rates_alone() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&[]);
    let names: Vec<&str> = bed.drives.iter().map(|drive| drive.name.as_str()).collect();
    let repeats = std::env::var("NARROWS_REPEATS").ok().and_then(|text| text.parse().ok());
    for _ in 0..repeats.unwrap_or(3) {
        let ran = bed.narrows(&[&["explain"], &names[..], &["--no-report"]].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.document["notes"]);
        let limits = ran.document["sharing"]["limits"].as_array().unwrap();
        let [limit] = &limits[..] else { panic!("one limit: {}", ran.document["sharing"]) };
        let found = limit["drives"].as_array().unwrap().iter().filter_map(|it| it.as_str());
        assert_eq!(found.collect::<BTreeSet<_>>(), names.iter().copied().collect());
        assert_in(limit["capacity_mb_s"]["value"].as_f64().unwrap(), &SHARED, "what they share");
    }
    bed.down();
}

#[test]
fn what_stands_on_what_is_seen_and_captured() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "2"]);
    let seen = bed.narrows(&["see"]);
    assert_eq!(seen.code, Some(0));
    assert_stacked(&bed, &seen, "this machine");
    let file = "/mnt/captured";
    bed.output(&["/mnt/narrows", "capture", "--output", file]);
    assert_stacked(&bed, &bed.narrows(&["see", file]), "its capture");
    let checked = bed.narrows(&["check"]);
    assert!(matches!(checked.code, Some(0 | 4)), "{:?}", checked.code);
    bed.down();
}

fn assert_stacked(bed: &Bed, seen: &Ran, what: &str) {
    let of = |list: &str, id: &str| {
        let list = seen.document[list].as_array().unwrap();
        list.iter().find(|one| one["id"] == *id).cloned().unwrap_or_default()
    };
    for drive in &bed.drives {
        let array = of("arrays", &drive.name);
        assert_eq!(array["kind"], "loop", "{what}: {array}");
        assert_eq!(array["members"][0], *bed.shared.name, "{what}: {array}");
        assert_eq!(
            array["mounts"][0]["target"],
            *drive.file("").to_str().unwrap().trim_end_matches('/')
        );
    }
    assert_eq!(of("drives", &bed.shared.name)["id"], *bed.shared.name, "{what}");
    assert_eq!(of("storage", &bed.shared.name)["kind"], "loop", "{what}");
}

#[test]
fn a_slow_drive_among_equals_shows() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&[]);
    let [first, slow, third] = &bed.drives[..] else { panic!("three drives") };
    bed.limit_reads(slow, 50_000_000);
    let ran = bed.narrows(&["measure", "--time", "1s", "--no-report"]);
    assert_eq!(ran.code, Some(0), "{}", ran.document["notes"]);
    assert_in(ran.mb_s("alone", slow), &(42.0..=60.0), "the slow one alone");
    assert_in(ran.mb_s("alone", first), &EACH, "an equal alone");
    assert_in(ran.mb_s("all", slow), &(35.0..=60.0), "the slow one together");
    // It leaves some 300 of 350 to the others. The kernel does not share that out evenly over a
    // second, but neither is held to the pace of the slow one.
    let equals = [first, third].map(|equal| ran.mb_s("all", equal));
    assert!(equals.iter().all(|equal| *equal > 100.0), "{equals:?}");
    assert_in(equals.iter().sum(), &(235.0..=370.0), "the equals together");
    bed.down();
}

/// Two of 235 MB/s get 350 together, so they share; beside one held at 50 the other has all of its
/// 235 again, because what they share has room for both. Its own way is not what was narrow.
#[test]
fn a_held_drive_tells_what_is_shared() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "2"]);
    let [free, held] = &bed.drives[..] else { panic!("two drives") };
    let limit = format!("{}=50MB/s", held.name);
    let words = ["measure", &free.name, &held.name, "--limit", &limit, "--also-free"];
    let ran = bed.narrows(&[&words[..], &["--time", "2s", "--no-report"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.document["notes"]);
    let both = ran.mb_s("all", free) + ran.mb_s("all", held);
    assert_in(both, &SHARED, "both at full speed");
    assert_in(ran.mb_s("all-held", held), &(40.0..=52.5), "the held one");
    assert_in(ran.mb_s("all-held", free), &EACH, "beside the held one");
    assert!(ran.finding("finding-held-room").is_some(), "{}", ran.document["findings"]);
    bed.down();
}

/// Measures three drives, does something to the second as soon as it is measured, and checks that
/// the others' figures stand: alone, and together with all that the shared device can do.
fn spoil(options: &[&str], deed: impl Fn(&Bed, &Device)) -> (Bed, Ran) {
    let bed = Bed::up(options);
    let [first, spoilt, third] = &bed.drives[..] else { panic!("three drives") };
    let words = ["measure", &first.name, &spoilt.name, &third.name, "--time", "2s", "--no-report"];
    let running = bed.narrows_by(&[], &words);
    bed.wait_for_reads(spoilt);
    deed(&bed, spoilt);
    let ran = running.end();
    assert_eq!(ran.code, Some(3), "{}", ran.document["notes"]);
    assert_eq!(ran.result("alone", spoilt)["partial"], true);
    for sound in [first, third] {
        assert_in(ran.mb_s("alone", sound), &EACH, "a sound one alone");
        assert_eq!(ran.result("alone", sound)["partial"], false);
        assert_eq!(ran.result("alone", sound)["errors"], 0);
        assert_eq!(ran.result("all", sound)["partial"], false);
    }
    let together = ran.mb_s("all", first) + ran.mb_s("all", third);
    // What the shared device was allowed and not asked for while each ran alone comes on top at
    // first: some 0.2 s of the window at 470 instead of 350.
    assert_in(together, &(290.0..=410.0), "the sound ones together");
    (bed, ran)
}

fn assert_errors(bed: &Bed, ran: &Ran) {
    let failed = &bed.drives[1];
    assert!(ran.result("alone", failed)["errors"].as_u64() > Some(0));
    let finding = ran.finding("finding-errors").expect("a sentence on the errors");
    assert_eq!(finding["targets"].as_array().unwrap(), &[failed.name.as_str()]);
}

#[test]
fn a_drive_that_vanishes_says_so() {
    let Some(_turn) = turn() else { return };
    let (bed, ran) = spoil(&["--fs", "xfs"], |bed, drive| bed.cut(drive, 0, true));
    assert_errors(&bed, &ran);
    bed.down();
}

#[test]
fn a_drive_that_fails_requests_says_so() {
    let Some(_turn) = turn() else { return };
    let (bed, ran) = spoil(&["--fs", "ext4"], |bed, drive| bed.cut(drive, 16 << 20, false));
    assert_errors(&bed, &ran);
    bed.down();
}

#[test]
fn a_drive_that_stalls_says_so() {
    let Some(_turn) = turn() else { return };
    let (bed, ran) = spoil(&[], |bed, drive| bed.limit_reads(drive, 1));
    let notes = ran.notes(&bed.drives[1]);
    assert!(notes.contains(&"cli-stalled"), "{notes:?}");
    bed.down();
}

#[test]
fn a_full_file_system_is_left_out() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "2"]);
    let [sound, full] = &bed.drives[..] else { panic!("two drives") };
    bed.output(&["fallocate", "--length", "200MiB", full.file("filled").to_str().unwrap()]);
    let ran = bed.narrows(&["measure", "--time", "500ms", "--no-report"]);
    assert_eq!(ran.code, Some(3));
    assert_eq!(ran.notes(full), ["engine-scratch-no-space"]);
    assert_in(ran.mb_s("alone", sound), &EACH, "the other");
    bed.down();
}

#[test]
fn without_rights_every_drive_is_left_out() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "2"]);
    let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"];
    let ran = bed.narrows_by(&nobody, &["--quick", "--no-report"]).end();
    assert_eq!(ran.code, Some(3));
    for device in bed.drives.iter().chain([&bed.shared]) {
        assert_eq!(ran.notes(device), ["cli-left-out-no-rights"]);
    }
    bed.down();
}

#[test]
fn a_killed_rig_leaves_nothing() {
    let Some(_turn) = turn() else { return };
    // While it is built, and once it stands; set-up takes about 1.3 s.
    for after_ms in [150, 500, 1000, 2500] {
        let mut holder = start(&["--drives", "2"]);
        std::thread::sleep(Duration::from_millis(after_ms));
        holder.kill().unwrap();
        holder.wait().unwrap();
        // The next one clears up; the one after it, where a program that the killed one had
        // started was still attaching a device.
        let holder = holder.id();
        let is_clear = || {
            Bed::up(&["--drives", "1"]).down();
            left_of(holder).is_empty()
        };
        assert!(wait_until(is_clear), "{after_ms}: {:?}", left_of(holder));
    }
}

/// `cargo xtask nightly` asks for more.
fn kills() -> u64 {
    std::env::var("NARROWS_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

/// So many main jobs run at once; each writes scratch files of its own.
const AT_ONCE: u64 = 5;

#[test]
fn kills_of_the_main_job_leave_no_trace() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::up(&["--drives", "2", "--size-mib", "900"]);
    let sums = || bed.drives.iter().map(|drive| sum(&bed, drive)).collect::<Vec<_>>();
    for drive in &bed.drives {
        let file = drive.file("data");
        let file = file.to_str().unwrap();
        bed.output(&[
            "dd",
            "if=/dev/urandom",
            &format!("of={file}"),
            "bs=1M",
            "count=32",
            "conv=fsync",
            "status=none",
        ]);
    }
    let (free, data) = (bed.free(), sums());
    // A whole main job takes some 10 s; most happens in the first.
    let longest_ms = if kills() > 40 { 12_000 } else { 3_000 };
    let mut random = 0x5eed_0003_u64;
    for _ in 0..kills() / AT_ONCE {
        std::thread::scope(|scope| {
            for _ in 0..AT_ONCE {
                let after = Duration::from_millis(next(&mut random) % longest_ms);
                let bed = &bed;
                scope.spawn(move || kill_main_job(bed, after));
            }
        });
        assert!(wait_until(|| is_free_again(&bed.free(), &free)), "{:?}, {free:?}", bed.free());
    }
    assert_eq!(sums(), data);
    let inside = fs::read_dir(bed.outside(Path::new("/mnt"))).unwrap();
    let mut inside: Vec<_> = inside.map(|entry| entry.unwrap().file_name()).collect();
    inside.retain(|name| !name.to_string_lossy().starts_with("narrows-rig-"));
    inside.sort();
    assert_eq!(inside, ["drive-1", "drive-2", "narrows", "shared"]);
    bed.down();
}

/// All but the file system's own records of files that were there, 256 KiB at most; a scratch file
/// has 64 MiB.
fn is_free_again(now: &[u64], before: &[u64]) -> bool {
    now.iter().zip(before).all(|(now, before)| now + 64 >= *before)
}

fn kill_main_job(bed: &Bed, after: Duration) {
    let mut job = bed.inside(&["/mnt/narrows", "--quick", "--no-report"]);
    let mut job = job.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(after);
    job.kill().unwrap();
    job.wait().unwrap();
}

/// Of what the drive itself holds, past the page cache.
fn sum(bed: &Bed, drive: &Device) -> String {
    let read = format!("dd if={} bs=1M iflag=direct status=none", drive.file("data").display());
    bed.output(&["sh", "-c", &format!("{read} | sha256sum")])
}

/// The next of a sequence. Source: Marsaglia, "Xorshift RNGs", Journal of Statistical Software
/// 8(14), 2003.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}
