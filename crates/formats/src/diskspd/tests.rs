use narrows_workload::{Direction, profile};

use super::*;

const TEST: DiskspdTest = DiskspdTest { warm_up: 2, measured: 5, size: Bytes::gib(1) };

fn folder(word: &str) -> Result<(String, String), &'static str> {
    let found = DiskspdFolder::of(word);
    found.map(|found| (found.name.clone(), found.file())).map_err(|why| why.id())
}

fn words(name: &str, makes_files: bool) -> String {
    let workload = sayable(profile(name).unwrap(), &TEST).unwrap();
    options(&workload, &TEST, makes_files).join(" ")
}

/// `D:` alone would be the volume to DiskSpd, and `D:x` a file in its current folder.
#[test]
fn a_target_is_always_a_file_in_a_folder() {
    let is = |name: &str, file: &str| Ok((name.to_owned(), file.to_owned()));
    assert_eq!(folder("D:"), is("D", r"D:\narrows-diskspd-D.dat"));
    assert_eq!(folder("d:\\"), is("D", r"d:\narrows-diskspd-D.dat"));
    assert_eq!(folder("E:/bench"), is("E", r"E:/bench\narrows-diskspd-E.dat"));
    assert_eq!(folder(r"fast=C:\mnt\a b"), is("fast", r"C:\mnt\a b\narrows-diskspd-fast.dat"));
    assert_eq!(folder(r"\\nas\tank"), is("tank", r"\\nas\tank\narrows-diskspd-tank.dat"));
    assert_eq!(folder(r"C:\a=b"), is("C", r"C:\a=b\narrows-diskspd-C.dat"));
}

#[test]
fn drives_themselves_and_what_is_no_whole_path_are_refused() {
    for device in [r"\\.\PhysicalDrive0", "#0", r"x=\\.\D:", r"\\?\Volume{1}\", "//./D:"] {
        assert_eq!(folder(device), Err("diskspd-device"), "{device}");
    }
    for partial in ["bench", "D:bench", "/mnt/a", "", "x=", r"\bench", "-d5", r"\\nas"] {
        assert_eq!(folder(partial), Err("diskspd-no-folder"), "{partial}");
    }
    for unfit in ["D:\\日本", "D:\\\"x", "D:\\%TEMP%", "D:\\R&D", "D:\\a\nb"] {
        assert_eq!(folder(unfit), Err("diskspd-letters"), "{unfit}");
    }
    assert_eq!(folder(r"\\nas\my files"), Err("diskspd-no-name"));
}

#[test]
fn a_test_file_says_whose_it_is() {
    let file = DiskspdFolder::of(r"disk1=C:\mnt\one").unwrap().file();
    assert_eq!(target_of(&file), Some("disk1"));
    assert_eq!(target_of("narrows-diskspd-D.dat"), Some("D"));
    for other in [r"D:\test.dat", r"D:\narrows-diskspd-.dat", r"D:\narrows-diskspd-D.dat\x"] {
        assert_eq!(target_of(other), None, "{other}");
    }
}

/// The meaning of each option: `CmdLineParser.cpp`, `_DisplayUsageInfo`.
#[test]
fn workloads_become_options() {
    assert_eq!(words("seq-read-128k-q32", true), "-c1G -b128K -t1 -o32 -w0 -Sh -W2 -d5 -L -Rxml");
    assert_eq!(words("rand-read-4k-q1", false), "-b4K -t1 -o1 -w0 -r -z -Sh -W2 -d5 -L -Rxml");
    assert_eq!(
        words("rand-rw70-512-q8-j4", false),
        "-b512 -t4 -o8 -w30 -r -z -Z4M -Sh -W2 -d5 -L -Rxml"
    );
    // 1 GiB of three threads: 341 MiB each, which is a whole number of blocks.
    assert_eq!(
        words("seq-write-1m-q2-j3", false),
        "-b1M -t3 -o2 -w100 -T341M -Z4M -Sh -W2 -d5 -L -Rxml"
    );
    assert_eq!(words("seq-write-8m-q1", false), "-b8M -t1 -o1 -w100 -Z8M -Sh -W2 -d5 -L -Rxml");
}

#[test]
fn what_cannot_be_said_is_named() {
    let why = |workload: Workload| sayable(workload, &TEST).map(|it| it.name).map_err(|it| it.id());
    let read = Workload::new(Pattern::Sequential, Direction::Read, Bytes::mib(1), 8);
    assert_eq!(why(read.clone()), Ok("seq-read-1m-q8".to_owned()));
    // DiskSpd can run CrystalDiskMark's own rows.
    let windows = Workload { interface: IoInterface::Windows, ..read.clone() };
    assert_eq!(why(windows), Ok("seq-read-1m-q8".to_owned()));
    for interface in [IoInterface::Libaio, IoInterface::Buffered, IoInterface::Gpu] {
        assert_eq!(why(Workload { interface, ..read.clone() }), Err("diskspd-interface"));
    }
    let pool = Some("pool".to_owned());
    assert_eq!(why(Workload { pool, ..read.clone() }), Err("diskspd-pool"));
    assert_eq!(why(Workload { depth: 1025, ..read }), Err("diskspd-file-too-small"));
}

#[test]
fn only_diskspd_tells_a_version() {
    let usage = "\nUsage: diskspd [options] target1\nversion 2.0.21a (2018/9/21)\n\nValid targets:\n  \
                 -R<text|xml>  output format\n";
    assert_eq!(version(usage), Some("2.0.21a"));
    assert_eq!(version(&usage.replace("R<text", "R[p]<text")), Some("2.0.21a"));
    assert_eq!(version("fio-3.36\nversion 3"), None);
    assert_eq!(version(""), None);
}

#[test]
fn answers_are_named_by_who_ran() {
    assert_eq!(answer_name(&["D"], 0), "D.xml");
    assert_eq!(answer_name(&["D", "E"], 1), "D+E.2.xml");
    let many: Vec<&str> = "ABCDEFGHI".split("").filter(|it| !it.is_empty()).collect();
    assert_eq!(answer_name(&many, 0), "9-together.xml");
}
