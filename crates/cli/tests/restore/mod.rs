//! `narrows restore`: settings that somebody left changed are put back, on a tree of files that
//! stands for a machine, and on a loop device of the test's own.

mod held;

use std::io::{BufRead, BufReader, Write};
use std::process::Output;

use serde_json::{Value, json};

use crate::experiment_bed::{Bed, LoopDevice, on_this_machine, until};

const NVME: &str = "dev/nvme0/feature/06";
const FLUSHES: &str = "sys/block/nvme0n1/queue/write_cache";
const SCSI: &str = "sys/class/scsi_disk/2:0:0:0";

/// The bed's two NVMe drives, and an ATA drive that saves what it is told.
fn bed() -> Bed {
    let bed = Bed::new();
    bed.write(NVME, "write through\n");
    bed.write(FLUSHES, "write through\n");
    bed.write(&format!("{SCSI}/cache_type"), "write through\n");
    bed.write(&format!("{SCSI}/device/wwid"), "naa.5000\n");
    bed
}

fn setting(path: &str, drive: Option<&str>) -> Value {
    json!({ "path": path, "before": "write back", "wanted": "write through", "drive": drive })
}

/// The journal of a run that a power cut ended.
fn journal(bed: &Bed, id: &str, boot: &str, settings: &[Value]) {
    let mut document = Bed::new().json(&["scheduler", "nvme0n1", "kyber", "--rehearse"]);
    for (key, value) in [
        ("id", id.into()),
        ("kind", "write_cache".into()),
        ("state", "running".into()),
        ("boot", boot.into()),
        ("settings", settings.into()),
    ] {
        document[key] = value;
    }
    bed.keep(&document);
}

const THIS_BOOT: &str = "11111111-2222-3333-4444-555555555555";

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn nothing_to_restore_is_said_and_is_well() {
    let bed = bed();
    let before = bed.everything();
    let output = bed.restore(&[]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("Nothing to put back"), "{}", stderr(&output));
    assert_eq!(bed.everything(), before);
    assert_eq!(bed.restore(&["2026"]).status.code(), Some(2), "there is no such run");
}

#[test]
fn all_that_is_left_is_put_back_once() {
    let bed = bed();
    journal(&bed, "20260101T000000Z-0001", THIS_BOOT, &[setting(NVME, None)]);
    journal(&bed, "20260101T000001Z-0002", THIS_BOOT, &[setting(FLUSHES, None)]);
    let output = bed.restore(&["20260101T000001Z"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(
        (bed.text(NVME).as_str(), bed.text(FLUSHES).as_str()),
        ("write through", "write back")
    );
    let output = bed.restore(&[]);
    assert!(stderr(&output).contains("20260101T000000Z-0001"), "{}", stderr(&output));
    assert_eq!(bed.text(NVME), "write back");
    assert!(stderr(&bed.restore(&[])).contains("Nothing to put back"));
}

/// A restart empties the kernel's settings and resets NVMe controllers; only what a drive saved is
/// left, and it is looked for by the drive's name.
#[test]
fn after_a_restart_only_what_drives_keep_is_put_back() {
    let bed = bed();
    let cache = format!("{SCSI}/cache_type");
    let settings = [setting(&cache, Some("naa.5000")), setting(FLUSHES, None), setting(NVME, None)];
    journal(&bed, "20260101T000000Z-0001", "another", &settings);
    bed.write("sys/class/scsi_disk/3:0:0:0/cache_type", "write through\n");
    bed.write("sys/class/scsi_disk/3:0:0:0/device/wwid", "naa.5000\n");
    bed.write(&format!("{SCSI}/device/wwid"), "naa.6666\n");
    let output = bed.restore(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(bed.text("sys/class/scsi_disk/3:0:0:0/cache_type"), "write back");
    for others in [cache.as_str(), FLUSHES, NVME] {
        assert_eq!(bed.text(others), "write through", "{others}");
    }
}

#[test]
fn a_drive_that_is_gone_stays_owed() {
    let bed = bed();
    let cache = format!("{SCSI}/cache_type");
    journal(&bed, "20260101T000000Z-0001", "another", &[setting(&cache, Some("naa.7777"))]);
    let output = bed.restore(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("naa.7777"), "{}", stderr(&output));
    assert_eq!(bed.experiments()[0]["state"], "not_restored");
    bed.write(&format!("{SCSI}/device/wwid"), "naa.7777\n");
    assert_eq!(bed.restore(&[]).status.code(), Some(0));
    assert_eq!(bed.text(&cache), "write back");
}

#[test]
fn what_is_no_value_of_a_cache_is_not_written() {
    let bed = bed();
    let mut hostile = setting(NVME, None);
    hostile["before"] = "temporary write back".into();
    journal(&bed, "20260101T000000Z-0001", THIS_BOOT, &[hostile]);
    assert_eq!(bed.restore(&[]).status.code(), Some(1));
    assert_eq!(bed.text(NVME), "write through");
}

/// The guardian's own side: settings in, and the pipe closed as by `kill -9` of whoever held it.
#[test]
fn a_guardian_puts_caches_back_when_its_pipe_closes() {
    let bed = bed();
    bed.write(NVME, "write back\n");
    let settings = json!([setting(NVME, None)]);
    journal(&bed, "20260101T000000Z-0001", THIS_BOOT, &[setting(NVME, None)]);
    let mut guardian = bed.guard("20260101T000000Z-0001");
    let mut from = BufReader::new(guardian.stdout.take().unwrap());
    let mut hear = || {
        let mut line = String::new();
        from.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    };
    assert_eq!(hear(), "locked");
    let mut to = guardian.stdin.take().unwrap();
    writeln!(to, "{settings}").unwrap();
    assert_eq!(hear(), "armed");
    bed.write(NVME, "write through\n");
    let busy = bed.restore(&[]);
    assert_eq!(busy.status.code(), Some(1), "somebody is changing settings just now");
    drop(to);
    until("the cache is back", || bed.text(NVME) == "write back");
    assert!(guardian.wait().unwrap().success());
    assert_eq!(bed.experiments()[0]["state"], "cut_short");
}

/// The kernel's own file: what it believes of a loop device's cache.
#[test]
fn a_real_disk_is_sent_flushes_again() {
    let _alone = on_this_machine();
    let Some(device) = LoopDevice::new() else { return };
    let file = format!("sys/block/{}/queue/write_cache", device.name);
    let read = || std::fs::read_to_string(format!("/{file}")).unwrap_or_default();
    if read().trim() != "write back" {
        return println!("skipped: the loop device has no write cache: {:?}", read());
    }
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap();
    if let Err(why) = std::fs::write(format!("/{file}"), "write through\n") {
        return println!("skipped: {why}");
    }
    let live = Bed::live();
    journal(&live, "20260101T000000Z-0001", boot.trim(), &[setting(&file, None)]);
    let output = live.restore(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(read().trim(), "write back");
}
