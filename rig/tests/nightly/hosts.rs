//! Many hosts as namespaces under Open MPI: rates of shaped links, common starts, every case of shared limits;
//! in files of their own faults, self-reporting servers, and Slurm. Links are slow enough for two processors to
//! keep up with all of them.

mod faults;
mod mpich;
mod servers;
mod slurm;
mod watched;

use std::collections::BTreeSet;
use std::time::Instant;

use serde_json::Value;

use crate::host_bed::{Bed, Ran, turn};

const CORE: &str = "switch core; ip addr add 10.77.0.254/24 dev core;";

fn array<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// Subjects of remarks of this kind.
fn noted<'a>(document: &'a Value, id: &str) -> Vec<&'a str> {
    let notes = array(document, "notes").iter().filter(|note| note["id"] == *id);
    notes.filter_map(|note| note["about"].as_str()).collect()
}

/// Sets of hosts that share a limit by the inference.
fn shared(document: &Value) -> BTreeSet<BTreeSet<String>> {
    let hosts = |limit: &Value| {
        let units = array(limit, "units").iter();
        units.filter_map(|unit| Some(unit.as_str()?.to_owned())).collect()
    };
    array(&document["sharing"], "limits").iter().map(hosts).collect()
}

fn sets(wanted: &[&[&str]]) -> BTreeSet<BTreeSet<String>> {
    let set = |hosts: &&[&str]| hosts.iter().map(|host| (*host).to_owned()).collect();
    wanted.iter().map(set).collect()
}

fn explained(bed: &Bed, network: &str, hosts: &str) -> (Ran, Value) {
    // Few in flight: of 32 requests at 5 MB/s each takes most of a second, and two seconds hold two
    // of them or three.
    let words = "explain --target $BED/shared/disk --workload seq-read-128k-q4 --time 2s \
        --no-experiments --no-report --json";
    let ran = bed.run(&format!("{CORE}{network}\nlaunch {hosts} $NARROWS {words}"));
    let document = ran.document();
    assert_eq!(ran.code, Some(0), "{}{}", ran.errors, document["notes"]);
    (ran, document)
}

fn assert_shared(network: &str, hosts: &str, wanted: &[&[&str]]) {
    let Some(_turn) = turn() else { return };
    let (_, document) = explained(&Bed::new(), network, hosts);
    assert_eq!(shared(&document), sets(wanted), "{}", document["sharing"]);
}

const THREE: &str = "for i in 1 2 3; do host h$i $i core; show h$i 100; done";

#[test]
fn the_link_of_a_server() {
    let network = format!("host s 100 core 200; serve s 100 pattern size=1G; {THREE}");
    assert_shared(&network, "h1,h2,h3", &[&["h1", "h2", "h3"]]);
}

#[test]
fn the_drive_of_a_server() {
    let network =
        format!("host s 100 core; serve s 100 --filter=rate pattern size=1G rate=200M; {THREE}");
    assert_shared(&network, "h1,h2,h3", &[&["h1", "h2", "h3"]]);
}

/// Two switches with two hosts each; their uplinks carry 12.5 MB/s, the server's link 125.
#[test]
fn the_uplinks_of_leaf_switches() {
    let network = "host s 100 core 1000; serve s 100 pattern size=1G
        switch left 100; switch right 100
        host h1 1 left; host h2 2 left; host h3 3 right; host h4 4 right
        for i in 1 2 3 4; do show h$i 100; done";
    assert_shared(network, "h1,h2,h3,h4", &[&["h1", "h2"], &["h3", "h4"]]);
}

/// One host has a quarter of the others' link; no contention.
#[test]
fn one_slow_host_shares_nothing() {
    let network = "host s 100 core; serve s 100 pattern size=1G
        host h1 1 core 40; host h2 2 core 160; host h3 3 core 160
        for i in 1 2 3; do show h$i 100; done";
    assert_shared(network, "h1,h2,h3", &[]);
}

#[test]
fn equal_hosts_share_nothing() {
    let network = "host s 100 core; serve s 100 pattern size=1G
        for i in 1 2 3; do host h$i $i core 120; show h$i 100; done";
    assert_shared(network, "h1,h2,h3", &[]);
}

const EIGHT: &str = "for i in 1 2 3 4 5 6 7 8; do host h$i $i core; show h$i 100; done";

/// Eight hosts with these options; the seconds that it took, and the document. They run before everything
/// else on the machine: eight hosts have eight machines' processors.
fn eight(words: &str) -> (f64, Value) {
    let began = Instant::now();
    let ran = Bed::new().run(&format!(
        "chrt -r -p 1 $$ || true
        {CORE} host s 100 core 400; serve s 100 pattern size=1G; {EIGHT}
        launch h1,h2,h3,h4,h5,h6,h7,h8 $NARROWS {words} --target $BED/shared/disk \
            --workload seq-read-128k-q4 --no-report --json"
    ));
    assert_eq!(ran.code, Some(0), "{}", ran.errors);
    (began.elapsed().as_secs_f64(), ran.document())
}

/// Eight ranks on two processors: they wait asleep, or they would take them from each other.
#[test]
fn eight_hosts_start_together() {
    let Some(_turn) = turn() else { return };
    let (_, document) = eight("measure --set pairs,all --time 200ms");
    println!("start: {}", document["start"]);
    let p95 = document["start"]["late_us_p95"].as_f64().unwrap();
    assert!(p95 < 1000.0, "{p95} µs");
}

#[test]
fn rounds_of_eight_hosts_follow_at_once() {
    let Some(_turn) = turn() else { return };
    let (short, _) = eight("measure --set all --time 1s");
    let (long, document) = eight("measure --set alone,all --time 1s");
    // The longer run has eight rounds more, of 1 s and the ramp.
    let ramp = document["asked"]["ramp_s"].as_f64().unwrap();
    let lost = (long - short) / 8.0 - (1.0 + ramp);
    println!("lost between rounds: {lost:.3} s");
    assert!(lost < 0.2, "{lost} s");
}

/// The same as four fio started by hand, one in each host: the total, within 3 %.
#[test]
fn the_sum_is_that_of_fio() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::new();
    let ran = bed.run(&format!(
        r#"{CORE} host s 100 core 400; serve s 100 pattern size=2G
        for i in 1 2 3 4; do host h$i $i core; show h$i 100; done
        launch h1,h2,h3,h4 $NARROWS measure --target $BED/shared/disk --set all --time 10s \
            --workload seq-read-128k-q8 --no-report --json
        for i in 1 2 3 4; do
            fio --name=h$i --filename=$BED/mounts/h$i/disk --readonly --direct=1 --rw=read --bs=128k --iodepth=8 \
                --ioengine=io_uring --offset=$(((i - 1) * 512))M --size=512M --time_based --ramp_time=1 --runtime=10 \
                --output-format=json --output=$BED/fio-$i &
        done
        wait $(jobs -p | tail -4)"#
    ));
    let sum = array(&ran.document(), "rounds")[0]["sum_mb_s"].as_f64().unwrap();
    let fio = |number: u32| {
        let text = std::fs::read_to_string(bed.path(&format!("fio-{number}"))).unwrap();
        let document: Value = serde_json::from_str(&text).unwrap();
        document["jobs"][0]["read"]["bw_bytes"].as_f64().unwrap() / 1e6
    };
    let judge: f64 = (1..=4).map(fio).sum();
    println!("{sum:.2} MB/s, fio {judge:.2} MB/s");
    assert!((sum / judge - 1.0).abs() < 0.03, "{sum} beside {judge}");
}
