//! `narrows restore`: settings that were left changed are put back, on a file tree that represents
//! a machine, and on the test's own loop device.

mod overrides;

use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::MetadataExt;

use serde_json::{Value, json};

use crate::experiment_bed::{Bed, INDEX, LoopDevice, on_this_machine, until};
use crate::home::text_of;

const NVME: &str = "dev/nvme0/feature/06";
const FLUSHES: &str = "sys/block/nvme0n1/queue/write_cache";
const SCSI: &str = "sys/class/scsi_disk/2:0:0:0";

/// The bed's two NVMe drives, and an ATA drive that saves its settings.
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

#[test]
fn nothing_to_restore_is_said_and_is_well() {
    let bed = bed();
    let before = bed.everything();
    let output = bed.restore(&[]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text_of(&output).contains("Nothing to restore"), "{}", text_of(&output));
    assert_eq!(bed.everything(), before);
    assert_eq!(bed.restore(&["2026"]).status.code(), Some(2), "there is no such run");
}

#[test]
fn all_that_is_left_is_put_back_once() {
    let bed = bed();
    journal(&bed, "20260101T000000Z-0001", THIS_BOOT, &[setting(NVME, None)]);
    journal(&bed, "20260101T000001Z-0002", THIS_BOOT, &[setting(FLUSHES, None)]);
    let output = bed.restore(&["20260101T000001Z"]);
    assert_eq!(output.status.code(), Some(0), "{}", text_of(&output));
    assert_eq!(
        (bed.text(NVME).as_str(), bed.text(FLUSHES).as_str()),
        ("write through", "write back")
    );
    let output = bed.restore(&[]);
    assert!(text_of(&output).contains("20260101T000000Z-0001"), "{}", text_of(&output));
    assert_eq!(bed.text(NVME), "write back");
    assert!(text_of(&bed.restore(&[])).contains("Nothing to restore"));
}

/// A restart clears the kernel's settings and resets NVMe controllers; only settings saved by a
/// drive are left, looked up by the drive's name.
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
    assert_eq!(output.status.code(), Some(0), "{}", text_of(&output));
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
    assert!(text_of(&output).contains("naa.7777"), "{}", text_of(&output));
    assert_eq!(bed.experiments()[0]["state"], "not_restored");
    bed.write(&format!("{SCSI}/device/wwid"), "naa.7777\n");
    assert_eq!(bed.restore(&[]).status.code(), Some(0));
    assert_eq!(bed.text(&cache), "write back");
}

/// A run under sudo is kept in its user's home; root, who logs in after the crash, has another.
#[test]
fn the_runs_of_other_users_are_found() {
    let (bed, other) = (bed(), Bed::new());
    let id = "20260101T000000Z-0001";
    journal(&other, id, THIS_BOOT, &[setting(NVME, None)]);
    enter(&bed, id, &other);
    let output = bed.restore(&["2025"]);
    assert_eq!(output.status.code(), Some(2), "there is no such run: {}", text_of(&output));
    let output = bed.restore(&["20260101"]);
    assert_eq!(output.status.code(), Some(0), "{}", text_of(&output));
    assert_eq!(bed.text(NVME), "write back");
    assert_eq!(other.experiments()[0]["state"], "cut_short", "kept where it was");
    assert!(bed.experiments().is_empty() && bed.index().is_empty());
    let errors = text_of(&bed.restore(&[]));
    assert!(errors.contains("Nothing to restore"), "{errors}");
    for looked in [bed.state_home().join("narrows/experiments"), bed.root().join(INDEX)] {
        assert!(errors.contains(&looked.display().to_string()), "{errors}");
    }
}

/// The home may be on a drive that is not mounted: that is not "nothing".
#[test]
fn a_run_that_cannot_be_read_is_told_and_stays_owed() {
    let (bed, other) = (bed(), Bed::new());
    enter(&bed, "20260101T000000Z-0001", &other);
    journal(&bed, "20260101T000001Z-0002", THIS_BOOT, &[setting(FLUSHES, None)]);
    let output = bed.restore(&[]);
    assert_eq!(output.status.code(), Some(1));
    let gone = other.state_home().join("narrows/experiments/20260101T000000Z-0001.json");
    assert!(text_of(&output).contains(&gone.display().to_string()), "{}", text_of(&output));
    assert_eq!(bed.text(FLUSHES), "write back", "the others are put back all the same");
    assert_eq!(bed.index(), ["20260101T000000Z-0001"]);
    assert!(!text_of(&bed.restore(&[])).contains("Nothing to restore"));
}

fn enter(bed: &Bed, id: &str, other: &Bed) {
    let home = other.state_home();
    let owner = std::fs::metadata(bed.root()).unwrap();
    let path = home.join(format!("narrows/experiments/{id}.json"));
    let line = format!("{} {} {}", owner.uid(), owner.gid(), path.display());
    bed.write(&format!("{INDEX}/{id}"), &line);
}

/// Another controller came to the number of one that was taken out: the change went with that one.
#[test]
fn a_controller_at_the_path_of_another_is_left_alone() {
    let bed = bed();
    bed.write("sys/class/nvme/nvme7/serial", "OTHER\n");
    bed.write("dev/nvme7/feature/06", "write through\n");
    let changed = setting("dev/nvme7/feature/06", Some("GONE"));
    journal(&bed, "20260101T000000Z-0001", THIS_BOOT, &[changed]);
    assert_eq!(bed.restore(&[]).status.code(), Some(0));
    assert_eq!(bed.text("dev/nvme7/feature/06"), "write through");
    let changed = setting("dev/nvme7/feature/06", Some("OTHER"));
    journal(&bed, "20260101T000001Z-0002", THIS_BOOT, std::slice::from_ref(&changed));
    assert_eq!(bed.restore(&[]).status.code(), Some(0));
    assert_eq!(bed.text("dev/nvme7/feature/06"), "write back");
    // A restart has reset it, and who switched it off since meant it.
    bed.write("dev/nvme7/feature/06", "write through\n");
    journal(&bed, "20260101T000002Z-0003", "another", &[changed]);
    assert_eq!(bed.restore(&[]).status.code(), Some(0));
    assert_eq!(bed.text("dev/nvme7/feature/06"), "write through");
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

/// The restorer's own side: settings in, and the pipe closed as by `kill -9` of whoever held it.
#[test]
fn a_restorer_puts_caches_back_when_its_pipe_closes() {
    let bed = bed();
    bed.write(NVME, "write back\n");
    let settings = json!([setting(NVME, None)]);
    journal(&bed, "20260101T000000Z-0001", THIS_BOOT, &[setting(NVME, None)]);
    let mut restorer = bed.guard("20260101T000000Z-0001");
    let mut from = BufReader::new(restorer.stdout.take().unwrap());
    let mut hear = || {
        let mut line = String::new();
        from.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    };
    assert_eq!(hear(), "locked");
    let mut to = restorer.stdin.take().unwrap();
    writeln!(to, "{settings}").unwrap();
    assert_eq!(hear(), "armed");
    bed.write(NVME, "write through\n");
    let busy = bed.restore(&[]);
    assert_eq!(busy.status.code(), Some(1), "another process is changing settings just now");
    drop(to);
    until("the cache is back", || bed.text(NVME) == "write back");
    assert!(restorer.wait().unwrap().success());
    assert_eq!(bed.experiments()[0]["state"], "cut_short");
}

/// Uses the kernel's own file, its view of a loop device's cache. Writes made while it sent no
/// flushes are made durable by one flush.
#[test]
fn a_real_disk_is_sent_flushes_again_and_one_at_once() {
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
    let before = flushes(&device.name);
    let output = live.restore(&["20260101T000000Z-0001"]);
    assert_eq!(output.status.code(), Some(0), "{}", text_of(&output));
    assert_eq!(read().trim(), "write back");
    match (before, flushes(&device.name)) {
        (Some(before), Some(after)) => assert!(after > before, "{before}, then {after}"),
        _ => println!("skipped: this kernel does not count flushes"),
    }
}

/// Flushes of a disk: the 16th number, since Linux 5.5 (Documentation/admin-guide/iostats.rst).
fn flushes(disk: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/sys/block/{disk}/stat")).ok()?;
    text.split_whitespace().nth(15)?.parse().ok()
}
