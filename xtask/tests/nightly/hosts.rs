//! Many hosts as namespaces under Open MPI: rates of shaped links, starts together, every truth of who shares
//! what, bad input. Links are so slow that two processors keep up with all of them.

use std::collections::BTreeSet;
use std::time::Instant;

use serde_json::Value;

use crate::host_bed::{Bed, Ran, turn};

const CORE: &str = "switch core; ip addr add 10.77.0.254/24 dev core;";

fn array<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// Sets of hosts that were found to share a limit.
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
    let words =
        "hosts explain --target $BED/shared/disk --time 2s --no-experiments --no-report --json";
    let ran = bed.run(&format!("{CORE}{network}\nlaunch {hosts} $NARROWS {words}"));
    let document = ran.document();
    assert_eq!(ran.code, Some(0), "{}{}", ran.said, document["notes"]);
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

/// One host has a quarter of the others' link; nobody slows anybody.
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

/// Eight hosts with these words after `hosts`; the seconds that it took, and the document.
fn eight(words: &str) -> (f64, Value) {
    let began = Instant::now();
    let ran = Bed::new().run(&format!(
        "{CORE} host s 100 core 400; serve s 100 pattern size=1G; {EIGHT}
        launch h1,h2,h3,h4,h5,h6,h7,h8 $NARROWS hosts {words} --target $BED/shared/disk \
            --workload seq-read-128k-q4 --no-report --json"
    ));
    assert_eq!(ran.code, Some(0), "{}", ran.said);
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

/// The same as four fio started by hand, one in each host: what all bring together, within 3 %.
#[test]
fn the_sum_is_that_of_fio() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::new();
    let ran = bed.run(&format!(
        r#"{CORE} host s 100 core 400; serve s 100 pattern size=2G
        for i in 1 2 3 4; do host h$i $i core; show h$i 100; done
        launch h1,h2,h3,h4 $NARROWS hosts measure --target $BED/shared/disk --set all --time 10s \
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

/// The hosts of which this is noted.
fn noted<'a>(document: &'a Value, id: &str) -> Vec<&'a str> {
    let notes = array(document, "notes").iter().filter(|note| note["id"] == *id);
    notes.filter_map(|note| note["about"].as_str()).collect()
}

#[test]
fn ranks_with_different_options_are_left_out() {
    let Some(_turn) = turn() else { return };
    let measure =
        |time: &str| format!("$NARROWS hosts measure --target $BED/shared --time {time} --json");
    let ran = Bed::new().run(&format!(
        "{CORE} host h1 1 core; host h2 2 core
        launch h1 {} : -np 1 --host h2 {}",
        measure("1s"),
        measure("2s")
    ));
    assert_eq!(ran.code, Some(3), "{}{}", ran.shown, ran.said);
    assert_eq!(noted(&ran.document(), "hosts-fault-other-options"), ["h2"]);
}

#[test]
fn a_host_without_the_target_is_left_out() {
    let Some(_turn) = turn() else { return };
    let ran = Bed::new().run(&format!(
        "{CORE} host s 100 core 80; serve s 100 pattern size=1G
        for i in 1 2 3; do host h$i $i core; done; show h1 100; show h2 100
        launch h1,h2,h3 $NARROWS hosts measure --target $BED/shared/disk --time 1s --no-report --json"
    ));
    assert_eq!(ran.code, Some(3), "{}{}", ran.shown, ran.said);
    assert_eq!(noted(&ran.document(), "hosts-fault-no-target"), ["rank2"]);
}

/// Two hosts see one folder, the third one has another in its place.
#[test]
fn a_target_that_is_not_shared_is_told() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::new();
    let ran = bed.run(&format!(
        "{CORE} for i in 1 2 3; do host h$i $i core; done; mkdir $BED/mounts/h3
        launch h1,h2,h3 $NARROWS hosts measure --target $BED/shared --time 1s --no-report --json"
    ));
    assert_eq!(ran.code, Some(3), "{}", ran.said);
    let document = ran.document();
    assert_eq!(noted(&document, "hosts-fault-not-shared"), ["h3"], "{}", document["notes"]);
    for folder in ["mounts/h3", "shared"] {
        assert_eq!(std::fs::read_dir(bed.path(folder)).unwrap().count(), 0, "{folder}");
    }
}

/// The clock on the wall is five hours off on one host: told, and of no consequence for rounds.
#[test]
fn a_clock_hours_off_is_told() {
    let Some(_turn) = turn() else { return };
    let ran = Bed::new().run(&format!(
        r#"{CORE} host h1 1 core; host h2 2 core
        command -v faketime >/dev/null || {{ echo 'skipped: faketime is not installed'; exit 0; }}
        export DONT_FAKE_MONOTONIC=1
        launch h1,h2 sh -c '[ $(hostname) = h1 ] || set -- faketime -f "+5h"; \
            exec "$@" '$NARROWS' hosts measure --target '$BED/shared' --time 1s --no-report --json' narrows"#
    ));
    if ran.shown.contains("skipped") {
        println!("{}", ran.shown);
        return;
    }
    let document = ran.document();
    assert_eq!(noted(&document, "hosts-clock-far"), ["h2"], "{document}");
    assert_eq!(ran.code, Some(0), "{document}");
}

#[test]
fn one_rank_alone_is_measured() {
    let Some(_turn) = turn() else { return };
    let ran = Bed::new().run(&format!(
        "{CORE} host h1 1 core
        launch h1 $NARROWS hosts measure --target $BED/shared --time 1s --no-report --json"
    ));
    assert_eq!(ran.code, Some(0), "{}{}", ran.shown, ran.said);
    assert_eq!(array(&ran.document(), "hosts").len(), 1);
}

/// A folder on a server by sshfs, which has no files without a name: scratch files are gone all the same, also
/// after a kill of every rank.
#[test]
fn kills_leave_nothing_in_a_folder_of_a_network_file_system() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::new();
    let ran = bed.run(&format!(
        r#"{CORE} host s 100 core 400; mkdir $BED/export
        for program in sshfs socat /usr/lib/openssh/sftp-server; do
            command -v $program >/dev/null || {{ echo "skipped: $program is not installed"; exit 0; }}
        done
        nsenter --net=/run/netns/s socat TCP-LISTEN:2222,fork,reuseaddr EXEC:/usr/lib/openssh/sftp-server &
        for i in 1 2; do
            host h$i $i core
            mkdir $BED/mounts/h$i
            wait_for nsenter --net=/run/netns/h$i sshfs -o directport=2222 10.77.0.100:$BED/export $BED/mounts/h$i
        done
        for kill in 1 2 3 4 5; do
            launch h1,h2 $NARROWS hosts measure --target $BED/shared --time 3s --no-report --json >/dev/null 2>&1 &
            launched=$!
            sleep $kill
            for process in /proc/[0-9]*; do
                tr '\0' '\n' <$process/environ 2>/dev/null | grep -q OMPI_COMM_WORLD_RANK= || continue
                kill -KILL ${{process#/proc/}}
            done
            wait $launched || true
            sleep 1
            ls -A $BED/export >>$BED/left
        done"#
    ));
    if ran.shown.contains("skipped") {
        println!("{}", ran.shown);
        return;
    }
    assert_eq!(std::fs::read_to_string(bed.path("left")).unwrap(), "", "{}", ran.said);
}

/// Slurm starts the same by `srun`, with its own PMIx.
#[test]
fn srun_starts_ranks_too() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::new();
    let ran = bed.run(&format!(
        "{CORE} for program in slurmctld slurmd munged srun; do
            command -v $program >/dev/null || {{ echo \"skipped: $program is not installed\"; exit 0; }}
        done
        for i in 1 2 3; do host h$i $i core; done
        slurm h1:1 h2:2 h3:3
        srun -N 3 --mpi=pmix --cpu-bind=none $NARROWS hosts measure --target $BED/shared --time 1s --no-report --json
        # Without a plugin that tells ranks of each other each would be alone: that is told.
        srun -N 2 --mpi=none $NARROWS hosts measure --target $BED/shared --json >$BED/alone 2>&1 || true"
    ));
    if ran.shown.contains("skipped") {
        println!("{}", ran.shown);
        return;
    }
    assert_eq!(ran.code, Some(0), "{}{}", ran.shown, ran.said);
    let document = ran.document();
    let hosts: Vec<&str> =
        array(&document, "hosts").iter().filter_map(|host| host["host"].as_str()).collect();
    assert_eq!(hosts, ["h1", "h2", "h3"]);
    let alone = std::fs::read_to_string(bed.path("alone")).unwrap();
    assert!(alone.contains("--mpi=pmix"), "{alone}");
}

/// As Ctrl-C at mpirun and Slurm's time limit do: all ranks get SIGTERM. What there is by then is the result, and
/// the rest is measured later.
#[test]
fn a_run_that_is_interrupted_is_resumed() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::new();
    let ran = bed.run(&format!(
        r#"{CORE} for i in 1 2 3; do host h$i $i core; done
        launch h1,h2,h3 $NARROWS hosts measure --target $BED/shared --time 3s --json >$BED/first 2>$BED/errors &
        launched=$!
        wait_for sh -c 'ls $BED/state/h1/narrows/runs/*/run.json >/dev/null 2>&1'
        for process in /proc/[0-9]*; do
            tr '\0' '\n' <$process/environ 2>/dev/null | grep -q OMPI_COMM_WORLD_RANK= || continue
            kill -TERM ${{process#/proc/}}
        done
        wait $launched || echo $? >$BED/code
        launch h1,h2,h3 $NARROWS hosts resume latest --json"#
    ));
    let first: Value = serde_json::from_slice(&std::fs::read(bed.path("first")).unwrap()).unwrap();
    assert_eq!(std::fs::read_to_string(bed.path("code")).unwrap().trim(), "130");
    assert_eq!(first["partial"], true);
    let rounds = |document: &Value| array(document, "rounds").len();
    assert!((1..4).contains(&rounds(&first)), "{first}");
    assert_eq!(ran.code, Some(0), "{}{}", ran.shown, ran.said);
    let second = ran.document();
    assert_eq!(first["id"], second["id"]);
    assert!(rounds(&second) >= 4, "{second}");
}
