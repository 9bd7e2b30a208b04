//! Jobs watched on several hosts: the limit of each, the odd ones out, the results after a fault.

use std::process::Output;

use serde_json::Value;

use super::{CORE, array, noted};
use crate::host_bed::{Bed, Ran, turn};

const THREE: &str = "for i in 1 2 3; do host h$i $i core; done;";

/// On one host a thread computes, the others sleep: it differs, and they may wait for it.
const UNLIKE: &str = r#"-- bash -c 'end=$((SECONDS + 4)); [ $(hostname) = h3 ] || exec sleep 3
    while [ $SECONDS -lt $end ]; do :; done; exit 7'"#;

fn ids(document: &Value, of: &str) -> Vec<String> {
    let list = array(document, of).iter();
    list.filter_map(|it| Some(it["id"].as_str()?.to_owned())).collect()
}

fn limit(host: &Value) -> &str {
    host["watch"]["shares"][0]["limit"].as_str().unwrap_or_default()
}

#[test]
fn the_host_that_computes_while_others_wait_is_named() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::new();
    let ran = bed.run(&format!("{CORE}{THREE} launch h1,h2,h3 $NARROWS watch --json {UNLIKE}"));
    assert_eq!(ran.code, Some(0), "{}", ran.errors);
    let document = ran.document();
    let limits: Vec<&str> = array(&document, "hosts").iter().map(limit).collect();
    assert_eq!(limits[..2], ["application", "application"], "{document}");
    assert!(["thread", "cpu_queue"].contains(&limits[2]), "{limits:?}");
    assert!(ids(&document, "findings").contains(&"hosts-watch-wait-for".to_owned()));
    for difference in array(&document, "differences") {
        assert_eq!(difference["host"], "h3", "{difference}");
    }
    let differences = ids(&document, "differences");
    assert!(differences.contains(&"hosts-watch-other-limit".to_owned()), "{differences:?}");
    assert!(differences.contains(&"hosts-watch-other-end".to_owned()), "{differences:?}");
    // Each host keeps its own run, as one machine's watch does.
    let kept = bed.kept("run.json");
    let hosts: Vec<&str> = kept.iter().map(|(host, _)| host.as_str()).collect();
    assert_eq!(hosts, ["h1", "h2", "h3"]);
    assert!(kept.iter().all(|(_, run)| run["watch"]["subject"] == "command"));
}

/// Watches, and acts on the ranks in the middle; returns rank 0's output, and its saved state.
fn struck(how: &str, words: &str, what: &str) -> (Option<Value>, Value, String) {
    let bed = Bed::new();
    let ran = bed.run(&format!(
        r#"{CORE}{THREE}
        {how} launch h1,h2,h3 $NARROWS watch {words} --json >$BED/first 2>$BED/errors &
        launched=$!
        wait_for sh -c 'grep -q "at_s.:2" $BED/state/h1/narrows/runs/*/hosts-watch.json 2>/dev/null'
        {what}
        wait $launched && echo 0 >$BED/code || echo $? >$BED/code"#
    ));
    assert_eq!(ran.code, Some(0), "{}", ran.errors);
    let text = |name: &str| std::fs::read_to_string(bed.path(name)).unwrap_or_default();
    println!("{}", text("errors"));
    let kept = bed.kept("hosts-watch.json");
    let [(host, kept)] = kept.as_slice() else { panic!("{kept:?}") };
    assert_eq!(host, "h1");
    let printed = serde_json::Deserializer::from_str(&text("first")).into_iter().next();
    (printed.and_then(Result::ok), kept.clone(), text("code").trim().to_owned())
}

/// Each host has seconds; those of these have as many as the document's longest.
fn assert_seen(document: &Value, lost: &[&str]) {
    for host in array(document, "hosts") {
        let seconds = array(&host["watch"], "seconds").len();
        assert!(seconds >= 2, "{host}");
        let is_lost = lost.contains(&host["host"].as_str().unwrap());
        assert_eq!(!host["lost_after_s"].is_null(), is_lost, "{}", host["lost_after_s"]);
    }
}

/// A killed rank's observations are kept beside those of the others, which go on to the end.
#[test]
fn a_dead_rank_leaves_what_it_saw() {
    let Some(_turn) = turn() else { return };
    let (printed, kept, _) = struck("RECOVERY=1", "--for 8s", "signal_ranks KILL 2");
    let document = printed.unwrap();
    assert_eq!(noted(&document, "hosts-fault-hung"), ["h3"], "{}", document["notes"]);
    assert_eq!(document["partial"], true);
    assert_seen(&document, &["h3"]);
    assert!(array(&document["hosts"][0]["watch"], "seconds").len() >= 7);
    assert_eq!(kept["hosts"], document["hosts"]);
}

/// If the launcher ends all of them, rank 0's data so far remains.
#[test]
fn what_was_seen_stands_when_the_launcher_ends_all() {
    let Some(_turn) = turn() else { return };
    let (_, kept, code) = struck("", "--for 60s", "signal_ranks KILL 2");
    assert_ne!(code, "0");
    assert_eq!(kept["partial"], true);
    assert_seen(&kept, &[]);
}

/// SIGTERM at all ranks, as Slurm's time limit does; Ctrl-C without a time limit, which is no failure.
#[test]
fn an_end_from_outside_is_an_end() {
    let Some(_turn) = turn() else { return };
    let (printed, kept, code) = struck("", "--for 60s", "signal_ranks TERM");
    let document = printed.unwrap();
    assert_eq!((code.as_str(), &document["partial"]), ("130", &Value::Bool(true)));
    assert_seen(&document, &[]);
    assert_eq!(kept["hosts"], document["hosts"]);
    let interrupt = "kill -INT $(pgrep -P $launched -x mpirun)";
    let (_, kept, _) = struck("", "", interrupt);
    assert_seen(&kept, &[]);
}

/// Other options, no such command on any host, on one of them, no such process; two ranks of one host.
#[test]
fn what_cannot_be_watched_is_named() {
    let Some(_turn) = turn() else { return };
    let ask = |words: &str| -> Ran {
        Bed::new().run(&format!("{CORE}{THREE} launch {words} --no-report --json"))
    };
    let other = ask("h1 $NARROWS watch --for 1s --no-report --json : -np 1 --host h2 \
        $NARROWS watch --for 2s");
    assert_eq!(other.code, Some(3), "{}", other.errors);
    assert_eq!(noted(&other.document(), "hosts-fault-other-options"), ["h2"]);
    for (words, says) in [("--name no-such-job", "no-such-job"), ("--on x.toml", "virtual hosts")] {
        let none = ask(&format!("h1,h2 $NARROWS watch --for 1s {words}"));
        assert!(
            [Some(1), Some(2)].contains(&none.code) && none.errors.contains(says),
            "{}",
            none.errors
        );
    }
    let both = ask("h1,h1,h2 $NARROWS watch --for 1s");
    assert_eq!(both.code, Some(0), "{}", both.errors);
    let by: Vec<Value> =
        array(&both.document(), "hosts").iter().map(|host| host["watched_by"].clone()).collect();
    assert_eq!(by, [Value::Null, 0.into(), Value::Null]);
}

/// Ranks query lldpd for their switch: those on the same one are a group, without any file.
#[test]
fn switches_that_name_themselves_are_groups() {
    let Some(_turn) = turn() else { return };
    let has_lldpd = std::process::Command::new("lldpctl").arg("-v").output();
    if !has_lldpd.is_ok_and(|it: Output| it.status.success()) {
        println!("skipped: lldpd is not installed");
        return;
    }
    let ran = Bed::new().run(&format!(
        "{CORE} for i in 1 2 3 4; do host h$i $i core; done
        neighbours h1 left; neighbours h2 left; neighbours h3 right; neighbours h4 right
        launch h1,h2,h3,h4 $NARROWS measure --target $BED/shared --set groups --time 1s --no-report --json"
    ));
    assert_eq!(ran.code, Some(0), "{}", ran.errors);
    let document = ran.document();
    let groups: Vec<(&str, usize)> = array(&document, "groups")
        .iter()
        .map(|group| (group["name"].as_str().unwrap(), array(group, "hosts").len()))
        .collect();
    assert_eq!(groups, [("left", 2), ("right", 2)], "{}", document["groups"]);
    assert!(array(&document, "groups").iter().all(|group| group["from"] == "LLDP"));
    assert_eq!(array(&document, "rounds").len(), 2);
}
