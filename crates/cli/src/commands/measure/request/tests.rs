use clap::Parser;

use super::*;
use crate::args::{CliArgs, CliCommand};
use crate::named::NamedTargetKind;

fn targets() -> Vec<NamedTarget> {
    let drive = |name: &str| NamedTarget {
        id: Id::new(name),
        calls: Vec::new(),
        kind: NamedTargetKind::Drive,
    };
    ["sda", "sdb", "sdc"].map(drive).into()
}

fn parse(words: &str) -> Result<RoundsRequest, String> {
    let words = ["narrows", "measure"].into_iter().chain(words.split_whitespace());
    let args = CliArgs::try_parse_from(words).map_err(|error| error.kind().to_string())?;
    let Some(CliCommand::Measure(args)) = args.verb else { return Err("no measure".to_owned()) };
    of(&args, &targets()).map_err(|failure| failure.what.id().to_owned())
}

fn workloads_of(words: &str) -> Vec<String> {
    parse(words).unwrap().workloads.into_iter().map(|workload| workload.name).collect()
}

#[test]
fn lists_make_every_combination_once() {
    assert_eq!(workloads_of(""), ["seq-read-128k-q32"]);
    let all = ["rand-read-4k-q1", "rand-read-4k-q32", "rand-read-128k-q1", "rand-read-128k-q32"];
    assert_eq!(workloads_of("--pattern random --block 4K,128K --depth 1,32,1"), all);
    assert_eq!(
        workloads_of("--pattern rand --block 8K --mix 70 --jobs 2"),
        ["rand-rw70-8k-q32-j2"]
    );
}

#[test]
fn workloads_by_name() {
    let workloads =
        workloads_of("--workload rand-read-4k-q1 --workload cdm-seq-read,rand-rw70-8k-q4");
    assert_eq!(workloads, ["rand-read-4k-q1", "cdm-seq-read", "rand-rw70-8k-q4"]);
    // Another program's workloads run by our own means.
    let cdm = parse("--workload cdm-seq-read").unwrap().workloads.remove(0);
    assert_eq!((cdm.interface, cdm.depth), (narrows_workload::IoInterface::IoUring, 1));
}

#[test]
fn what_means_nothing_is_refused() {
    for (words, id) in [
        ("--workload nonsense", "cli-no-such-workload"),
        ("--workload rand-read-4k-q1-libaio", "measure-interface"),
        ("--workload rand-read-4k-q5000", "measure-too-much"),
        ("--workload seq-read-1m-q8-j257", "measure-too-much"),
        ("--block 64M --depth 32", "measure-too-much"),
        ("--set most", "measure-bad-set"),
        ("--set each-and-most", "measure-bad-set"),
        ("--set all=sda,sdb", "measure-set-name"),
        ("--set =sda", "measure-set-name"),
        ("--set x=sda,sdd", "measure-not-a-target"),
        ("--set x=sda,sda", "measure-set-twice"),
        ("--set x=sda --set x=sdb", "measure-option-twice"),
        ("--limit sda", "measure-no-equals"),
        ("--limit sda=", "measure-no-equals"),
        ("--limit sda=500", "measure-bad-limit"),
        ("--limit sda=0MB/s", "measure-bad-limit"),
        ("--limit sdd=5MB/s", "measure-not-a-target"),
        ("--limit sda=5MB/s --limit sda=6MB/s", "measure-option-twice"),
        ("--limit all=5MB/s --limit all=6MB/s", "measure-option-twice"),
        ("--as sda", "measure-no-equals"),
        ("--as sda=nonsense", "cli-no-such-workload"),
        ("--as sda=rand-read-4k-q1 --as sda=rand-read-4k-q2", "measure-option-twice"),
        ("--start-order sda,sda", "measure-option-twice"),
        ("--start-order sdd", "measure-not-a-target"),
    ] {
        assert_eq!(parse(words).map(|_| ()), Err(id.to_owned()), "{words}");
    }
    // These the declaration itself refuses.
    for words in [
        "--block 4000",
        "--depth 0",
        "--jobs 0",
        "--mix 101",
        "--stagger 0s",
        "--amount 0",
        "--workload rand-read-4k-q1 --depth 2",
        "--cpus 0 --no-pin",
        "--time 50ms",
        "--ramp 1h",
    ] {
        assert!(parse(words).is_err_and(|kind| !kind.starts_with("measure-")), "{words}");
    }
}

#[test]
fn sets_come_by_kind_name_and_members() {
    let sets = |words: &str| parse(words).unwrap().sets;
    assert_eq!(sets(""), [SetRequest::Each, SetRequest::All]);
    assert_eq!(sets("--set pairs-and-each --set each"), [SetRequest::Pairs, SetRequest::Each]);
    let named =
        |name: &str, ids: [&str; 2]| SetRequest::Named(name.to_owned(), ids.map(Id::new).into());
    assert_eq!(sets("--set fast=sdb,sda"), [named("fast", ["sdb", "sda"])]);
    assert_eq!(sets("--set sda,sdc"), [named("sda+sdc", ["sda", "sdc"])]);
}

#[test]
fn limits_starts_and_times() {
    let request = parse("--limit all=2GB/s --limit sdb=500MB/s --as sdc=rand-read-4k-q1").unwrap();
    assert_eq!(request.limits.all, Some(BytesPerSec::mb_s(2000.0)));
    assert_eq!(request.limits.of[&Id::new("sdb")], BytesPerSec::mb_s(500.0));
    assert_eq!(request.own[&Id::new("sdc")].name, "rand-read-4k-q1");
    assert_eq!((request.time, request.starts), (TIME, StartOrder::default()));
    let request = parse("--start-order sdb,sda --amount 10G").unwrap();
    // 10 GiB at 10 MB/s are 1,074 s; held to 1 MB/s it may take all of an hour.
    assert_eq!((request.starts.stagger, request.time.as_secs().round()), (STAGGER, 1074.0));
    assert_eq!(parse("--amount 10G --limit sda=1MB/s").unwrap().time, Nanos::secs(3600.0));
    assert_eq!(parse("--amount 1M").unwrap().time, Nanos::secs(10.0));
    let request = parse("--stagger 20ms --amount 10G --time 1min").unwrap();
    assert_eq!((request.starts.stagger, request.time), (Nanos::millis(20), Nanos::millis(60_000)));
    assert_eq!(request.starts.order, []);
}
