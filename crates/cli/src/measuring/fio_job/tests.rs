use std::path::PathBuf;
use std::process::Command;

use narrows_units::{Bytes, BytesPerSec, Nanos};
use narrows_workload::profile;

use super::*;
use crate::measuring::rounds::pinning::ThreadPinning;

fn part(drive: &str, workload: &str) -> RoundPart {
    RoundPart::new(Id::new(drive), profile(workload).unwrap())
}

fn job(parts: Vec<RoundPart>, place: TargetLocation, amount: Option<Bytes>) -> String {
    let places: Vec<(Id, TargetLocation)> =
        parts.iter().map(|part| (part.drive.clone(), place.clone())).collect();
    let (set, time) = ("all".into(), Nanos::millis(3000));
    let how = RoundSettings { pinning: ThreadPinning::Free, ..RoundSettings::default() };
    of(&[RoundPlan { set, parts, time, repeat: 1, amount }], &places, &how, Bytes::gib(1))
}

#[test]
fn a_round_is_a_section_for_each_target() {
    let held = RoundPart {
        limit: Some(BytesPerSec::mb_s(500.0)),
        start_after: Nanos::millis(250),
        ..part("sdb", "rand-rw70-8k-q4-j2")
    };
    let parts = vec![part("sda", "seq-read-128k-q32"), held];
    let job = job(parts, TargetLocation::Raw(PathBuf::from("/dev/a:b")), None);
    let lines: Vec<&str> = job.lines().collect();
    for line in [
        "ioengine=io_uring",
        "ramp_time=200000us",
        "[1-sda]",
        "rw=read",
        "bs=131072",
        "iodepth=32",
        "runtime=3000000us",
        "filename=/dev/a\\:b",
        "[2-sdb]",
        "rw=randrw",
        "rwmixread=70",
        "numjobs=2",
        "startdelay=250000us",
        // 500 MB/s over two threads are 250 each; of that 7 tenths are reads.
        "rate=175000000,75000000",
    ] {
        assert!(lines.contains(&line), "{line}\n{job}");
    }
    // Only the first of a round waits for the round before.
    assert_eq!(lines.iter().filter(|line| **line == "stonewall").count(), 1);
}

#[test]
fn commands_go_to_the_generic_device() {
    let how = RoundSettings {
        engine: EngineChoice::Passthrough,
        pinning: ThreadPinning::Free,
        ..RoundSettings::default()
    };
    let part = part("nvme1n2", "seq-read-128k-q32");
    let places = [(part.drive.clone(), TargetLocation::Raw("/dev/nvme1n2".into()))];
    let round = RoundPlan::of("alone", &[part.drive], &part.workload, Nanos::millis(100));
    let job = of(&[round], &places, &how, Bytes::gib(1));
    for line in ["ioengine=io_uring_cmd", "cmd_type=nvme", "filename=/dev/ng1n2"] {
        assert!(job.lines().any(|it| it == line), "{line}\n{job}");
    }
    assert!(!job.contains("direct="), "no page cache to pass by\n{job}");
}

/// A block device's size is not its length as a file, 0; a missing file is to be created.
#[test]
fn the_page_cache_is_passed_by_wherever_there_is_a_drive() {
    let on = |path: &str| {
        job(vec![part("x", "rand-read-4k-q1")], TargetLocation::File(path.into()), None)
    };
    let new = on("/no/such/file");
    assert!(new.contains("filesize=1073741824\ndirect=1\n"), "{new}");
    let endless = on("/dev/zero");
    assert!(endless.contains("\nsize=1073741824\ndirect=0\n"), "{endless}");
    let disks = std::fs::read_dir("/sys/class/block").into_iter().flatten().flatten();
    let mut disks = disks.map(|disk| PathBuf::from("/dev").join(disk.file_name()));
    let Some(disk) = disks.find(|disk| disk.exists()) else {
        println!("skipped: no block device here");
        return;
    };
    let known = on(&disk.display().to_string());
    assert!(known.contains("direct=1\n") && !known.contains("size="), "{known}");
}

/// fio itself reads our job, if it is installed.
#[test]
fn fio_takes_the_job() {
    let jobs = [
        job(vec![part("nop", "rand-read-4k-q1")], TargetLocation::Nop, None),
        job(vec![part("sda", "seq-write-1m-q8")], TargetLocation::File("/dev/zero".into()), None),
        job(
            vec![part("sda", "rand-rw30-4k-q8")],
            TargetLocation::Scratch("/tmp".into(), 0),
            Some(Bytes::gib(1)),
        ),
    ];
    for job in jobs {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("job.fio");
        std::fs::write(&path, &job).unwrap();
        let Ok(ran) = Command::new("fio").arg("--parse-only").arg(&path).output() else {
            println!("skipped: no fio here");
            return;
        };
        assert!(ran.status.success(), "{job}\n{}", String::from_utf8_lossy(&ran.stderr));
    }
}
