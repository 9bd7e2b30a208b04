//! Traffic of others while a folder or file is measured, and figures that are not a drive's: on the test's own
//! loop devices, in a separate mount namespace. Byte counts decide, never rates or times.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::loops::Loop;

const MIB: u64 = 1 << 20;

/// Makes a file system on each device and mounts it at `/mnt/0`, `/mnt/1` and so on. The kernel takes the mounts of the
/// script before apart after its end, and until then a device of both is in use.
const MOUNTED: &str = "mount -t tmpfs tmpfs /mnt; number=0; \
    for device in $devices; do for try in $(seq 100); do \
    mkfs.ext4 -q -F -E lazy_itable_init=0,lazy_journal_init=0 $device && break; sleep 0.1; done; \
    mkdir /mnt/$number; \
    mount $device /mnt/$number; number=$((number + 1)); done; ";

/// Writes repeatedly in parallel, from the first reads of a device after `$1` on until `/mnt/over` exists; keeps the count
/// of MiB in `/mnt/written`.
const BESIDE: &str = "beside() { stat=/sys/class/block/${1#/dev/}/stat; set -- $(cat $stat) ; before=$1; \
    while set -- $(cat $stat); [ $1 -lt $((before + 50)) ] && [ ! -e /mnt/over ]; do sleep 0.02; done; \
    while [ ! -e /mnt/over ]; do \
    dd if=/dev/zero of=/mnt/0/other bs=1M count=8 oflag=direct conv=notrunc status=none; \
    echo 8 >> /mnt/written; done; }; ";

/// The document that a script prints at the end; the script has `$narrows` and `$devices`. `None` if it
/// cannot run.
fn document(devices: &[&Loop], script: &str) -> Option<Value> {
    let names: Vec<&str> = devices.iter().map(|device| device.name()).collect();
    let mut command = Command::new("unshare");
    command.args(["--mount", "--propagation", "private", "sh", "-ec"]);
    command.arg(format!("{MOUNTED}{BESIDE}{script}"));
    command.env("narrows", env!("CARGO_BIN_EXE_narrows")).env("devices", names.join(" "));
    command.env("XDG_STATE_HOME", "/mnt").env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
    let output = command.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() && output.stdout.is_empty() && !error.contains("narrows:") {
        println!("skipped: no file system on a loop device ({error})");
        return None;
    }
    assert!(output.status.success(), "{error}");
    Some(crate::json::document(&output.stdout))
}

fn row(document: &Value, target: &str) -> Value {
    let rows = document["results"].as_array().unwrap();
    rows.iter().find(|row| row["target"] == target).unwrap().clone()
}

fn ids(document: &Value, of: &str) -> Vec<String> {
    let all = document[of].as_array().unwrap().iter();
    all.map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

/// A loop device that reads its file past the page cache.
fn direct(mib: u64) -> Option<Loop> {
    let device = Loop::new(mib, &["--direct-io=on"])?;
    let path = format!("/sys/class/block/{}/loop/dio", device.name().trim_start_matches("/dev/"));
    if std::fs::read_to_string(path).is_ok_and(|text| text.trim() == "1") {
        return Some(device);
    }
    println!("skipped: this file system has no direct I/O for loop devices");
    None
}

const MEASURE: &str = "$narrows measure --json --no-report --quiet --scratch-size 64M --time 3s";

/// Only the test uses the loop device; traffic on the drive below is not counted here.
#[test]
fn others_are_counted_below_a_folder_and_a_file() {
    let Some(device) = Loop::new(512, &["--direct-io=off"]) else { return };
    let name = device.name().trim_start_matches("/dev/").to_owned();
    let quiet = document(&[&device], &format!("{MEASURE} /mnt/0/"));
    let Some(quiet) = quiet else { return };
    let alone = row(&quiet, "/mnt/0/");
    assert!(alone["other_io_bytes"].as_u64().unwrap() < 4 * MIB, "{alone}");
    assert_eq!(alone["other_io_on"], serde_json::json!([name]));
    let busy = "touch /mnt/over; wait; cat /mnt/out";
    let beside = format!("(beside $devices) & {MEASURE} /mnt/0/ > /mnt/out; {busy}");
    let folder = row(&document(&[&device], &beside).unwrap(), "/mnt/0/");
    let file = format!(
        "dd if=/dev/urandom of=/mnt/0/file bs=1M count=64 oflag=direct status=none; sync; \
         (beside $devices) & {MEASURE} --file /mnt/0/file > /mnt/out; {busy}"
    );
    let file = row(&document(&[&device], &file).unwrap(), "/mnt/0/file");
    for busy in [folder, file] {
        assert!(busy["other_io_bytes"].as_u64().unwrap() >= 8 * MIB, "a writer was there: {busy}");
    }
}

/// With direct I/O, devices below the loop device are counted, too.
#[test]
fn a_loop_device_past_the_page_cache_is_looked_through() {
    let Some(device) = direct(512) else { return };
    let Some(run) = document(&[&device], &format!("{MEASURE} /mnt/0/")) else { return };
    let row = row(&run, "/mnt/0/");
    let on = row["other_io_on"].as_array().unwrap();
    assert_eq!(on[0], device.name().trim_start_matches("/dev/"), "{on:?}");
    assert!(on.len() > 1, "and the drive that has its file: {on:?}");
    assert!(row["place"].get("answers_before").is_none(), "{row}");
}

/// Without direct I/O the figure is marked, and the drive below is reported as not examined.
#[test]
fn a_loop_device_over_the_page_cache_is_marked() {
    let Some(device) = Loop::new(512, &["--direct-io=off"]) else { return };
    let name = device.name().trim_start_matches("/dev/");
    let Some(run) = document(&[&device], &format!("{MEASURE} /mnt/0/")) else { return };
    let place = &row(&run, "/mnt/0/")["place"];
    assert_eq!(place["answers_before"][0]["what"], "loop-cache", "{place}");
    assert_eq!(place["answers_before"][0]["name"], name);
    assert!(ids(&run, "notes").contains(&"note-answered-before".to_owned()));
    assert!(ids(&run, "findings").contains(&"finding-answered-before".to_owned()));
    let below = row(&run, "/mnt/0/")["other_io_untold_on"].clone();
    assert!(below.as_array().is_none_or(|below| !below.contains(&name.into())), "{below}");
}

/// New files go to the upper layer, whatever file system the lower one has.
#[test]
fn an_overlay_is_measured_on_its_upper_layer() {
    let (Some(lower), Some(upper)) = (Loop::new(64, &[]), direct(512)) else { return };
    let script = format!(
        "mkdir /mnt/1/upper /mnt/1/work /mnt/all; grep -q overlay /proc/filesystems || {{ \
         echo no overlay >&2; exit 1; }}; mount -t overlay overlay \
         -o lowerdir=/mnt/0,upperdir=/mnt/1/upper,workdir=/mnt/1/work /mnt/all; {MEASURE} /mnt/all/"
    );
    let Some(run) = document(&[&lower, &upper], &script) else { return };
    let row = row(&run, "/mnt/all/");
    assert_eq!(row["method"]["file_system"], "overlay");
    assert_eq!(row["other_io_on"][0], upper.name().trim_start_matches("/dev/"), "{row}");
}
