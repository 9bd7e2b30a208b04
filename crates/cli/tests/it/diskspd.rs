//! `narrows diskspd` as it exists on Linux: the lines that Windows would run, and refusals.

use std::process::Output;

use super::home::{narrows, program};
use super::json::document;

fn run(words: &str) -> Output {
    program(&["diskspd"]).args(words.split_whitespace()).output().unwrap()
}

fn lines(words: &str) -> Vec<String> {
    let done = run(&format!("{words} --dry-run"));
    assert!(done.status.success(), "{words}: {done:?}");
    String::from_utf8(done.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Each set is one process and one answer, named as the importer wants; files are made by who uses them first, and
/// deleted at the end.
#[test]
fn the_lines_are_a_script_for_windows() {
    let options = "-b128K -t1 -o32 -w0 -Sh -W2 -d5 -L -Rxml";
    let (d, e) = (r#""D:\narrows-diskspd-D.dat""#, r#""E:\bench\narrows-diskspd-E.dat""#);
    assert_eq!(
        lines(r"D: E:\bench"),
        [
            r#"mkdir "results""#.to_owned(),
            format!(r#"diskspd -c1G {options} {d} > "results\D.xml""#),
            format!(r#"diskspd -c1G {options} {e} > "results\E.xml""#),
            format!(r#"diskspd {options} {d} {e} > "results\D+E.xml""#),
            format!("del {d}"),
            format!("del {e}"),
        ]
    );
    let words =
        r"D: E: F: --set pairs --set x=D,F --repeat 2 --results C:\r --program C:\d\diskspd.exe";
    let lines = lines(&format!("{words} --time 30s --ramp 5s --scratch-size 4G"));
    let runs: Vec<&str> =
        lines.iter().filter_map(|line| line.split_once("C:\\r\\")?.1.strip_suffix('"')).collect();
    assert_eq!(runs, ["D+E.xml", "E+F.xml", "D+F.xml", "D+F.2.xml", "E+F.2.xml", "D+E.2.xml"]);
    let first = r#""C:\d\diskspd.exe" -c4G -b128K -t1 -o32 -w0 -Sh -W5 -d30 -L -Rxml"#;
    assert!(lines[1].starts_with(first), "{lines:?}");
    assert!(!lines[4].contains("-c4G"), "all files are there by then: {lines:?}");
}

/// As an engine it has the sets and workloads of the command that asks it.
#[test]
fn it_is_an_engine_of_measure_and_bench() {
    let of = |words: &[&str]| narrows(&[words, &["--engine", "diskspd", "--dry-run"]].concat());
    let text = |done: &Output| String::from_utf8(done.stdout.clone()).unwrap();
    let workload = ["--workload", "rand-read-4k-q8", "--time", "9s"];
    let measured = of(&[&["measure", "D:", "E:", "--set", "all"][..], &workload].concat());
    let lines: Vec<String> = text(&measured).lines().map(str::to_owned).collect();
    // One set of both drives, besides the folder and the deletion.
    assert_eq!(lines.len(), 4, "{measured:?}");
    assert!(lines[1].contains("-b4K -t1 -o8 -w0 -r") && lines[1].contains("-d9"), "{lines:?}");
    let bench = of(&["bench", "cdm8", "D:"]);
    assert!(text(&bench).contains("-b1M -t1 -o8 -w100"), "{bench:?}");
    let limited = of(&["measure", "D:", "--limit", "D=5MB/s"]);
    let says = String::from_utf8(limited.stderr).unwrap();
    assert!(limited.status.code() == Some(2) && says.contains("--limit"), "{says}");
}

#[test]
fn further_sets_are_announced_and_several_workloads_follow_each_other() {
    let done = run("D: E: --workload rand-read-4k-q1,seq-read-1m-q8 --dry-run");
    let (out, aside) =
        (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap());
    assert!(out.contains("-b4K -t1 -o1 -w0 -r -z") && out.contains("-b1M -t1 -o8"), "{out}");
    assert!(out.contains(r#""results\D.2.xml""#), "{out}");
    // 3n + 8 sets of each workload, 7 s each.
    assert!(aside.contains("196 s in all") || aside.contains("3 min in all"), "{aside}");
}

/// CrystalDiskMark itself runs DiskSpd; rows that DiskSpd cannot run are named.
#[test]
fn benchmarks_are_said_as_far_as_diskspd_can() {
    let all = lines("D: E: --workload cdm8 --set each");
    assert_eq!(all.iter().filter(|line| line.contains("-Rxml")).count(), 2 * 8, "{all:?}");
    let curve = run("D: E: --workload curve --dry-run");
    assert_eq!(curve.status.code(), Some(2), "{curve:?}");
    let aside = String::from_utf8(curve.stderr).unwrap();
    assert!(aside.contains("position by position") && aside.contains("none of these"), "{aside}");
    let files = run("D: E: --workload everyday --dry-run");
    assert!(String::from_utf8(files.stderr).unwrap().contains("many files"));
}

#[test]
fn the_rehearsal_is_a_document_too() {
    let done = run(r"D: fast=C:\mnt\one --set each --dry-run --json");
    let planned = document(&done.stdout);
    assert_eq!(planned["schema"], "narrows.rounds/1");
    assert_eq!(planned["targets"][1]["path"], r"C:\mnt\one\", "{planned}");
    assert_eq!(planned["total_s"], 14.0, "{planned}");
}

#[test]
fn slips_are_refused_with_what_helps() {
    for (words, code, sentence) in [
        ("D: E:", 1, "DiskSpd runs on Windows only"),
        ("D:", 2, "at least two"),
        ("D: d:", 2, "D is specified twice"),
        ("D: #1", 2, "a drive or volume itself"),
        (r"D: \\.\PhysicalDrive1", 2, "a drive or volume itself"),
        ("D: /mnt", 2, "not a whole path"),
        ("D: E: --workload nonsense", 2, "no workload"),
        ("D: E: --workload rand-read-4k-q1-libaio", 2, "has no interface libaio"),
        ("D: E: --workload seq-read-1m-q512 --scratch-size 2M", 2, "larger --scratch-size"),
        ("D: E: --set x=D,G", 2, "\"G\" is not one of the targets: D, E"),
        ("D: E: --time 1500ms", 2, "whole seconds"),
        ("D: E: --repeat 2", 2, "--set"),
        ("", 2, "FOLDER"),
    ] {
        let done = run(words);
        assert_eq!(done.status.code(), Some(code), "{words}: {done:?}");
        let aside = String::from_utf8(done.stderr).unwrap();
        assert!(aside.contains(sentence) && done.stdout.is_empty(), "{words}: {aside}");
    }
}
