//! Ranks under Open MPI in hosts that are namespaces: one launch, one truth inferred, one kill. Rates and
//! the skew of starts are judged nightly.

use serde_json::Value;

use crate::host_bed::{Bed, turn};

/// A server behind a link of 10 MB/s, so slow that a busy machine keeps up with it; three hosts read its disk.
/// The second host's clocks are two hours ahead.
const SERVED: &str = r#"
    switch core
    ip addr add 10.77.0.254/24 dev core
    host s 100 core 80
    for i in 1 2 3; do host h$i $i core; done
    serve s 100 pattern size=1G
    for i in 1 2 3; do show h$i 100; done
    echo 7200 > $BED/clock-h2
"#;

fn array<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// Launched once: all answer, start together whatever their clocks say, and the inference has one shared limit.
#[test]
fn ranks_in_three_hosts_find_that_they_share_a_server() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::new();
    // Few in flight, so that at 10 MB/s a second has many of them.
    let explain = "launch h1,h2,h3 $NARROWS explain --target $BED/shared/disk \
        --workload seq-read-128k-q4 --time 1s --no-experiments --json";
    let ran = bed.run(&format!("{SERVED}\n{explain}"));
    let document = ran.document();
    assert_eq!(ran.code, Some(0), "{}{}", ran.errors, document["notes"]);
    let hosts: Vec<&str> =
        array(&document, "hosts").iter().filter_map(|host| host["host"].as_str()).collect();
    assert_eq!(hosts, ["h1", "h2", "h3"]);
    // One clock on the wall for all of them: to within the error that is stated, and half a
    // millisecond for a busy machine that reads two clocks one after the other.
    for host in array(&document, "hosts") {
        let clock = |key: &str| host[key].as_f64().unwrap();
        assert!(clock("clock_offset_us").abs() <= clock("clock_error_us") + 500.0, "{host}");
    }
    let limits = array(&document["sharing"], "limits");
    let [limit] = limits else { panic!("one limit: {}", document["sharing"]) };
    assert_eq!(limit["units"], serde_json::json!(["h1", "h2", "h3"]));
    // Each host keeps its own run, with its samples.
    let kept = bed.kept("run.json");
    assert_eq!(kept.iter().map(|(host, _)| host.as_str()).collect::<Vec<_>>(), ["h1", "h2", "h3"]);
    assert!(kept.iter().all(|(_, run)| !array(run, "results").is_empty()));
}

/// A rank killed in the middle of a round loses that round; the others' results stand, no scratch file is left on
/// any host, and the run goes on if the launcher lets it.
#[test]
fn a_killed_rank_loses_its_round_and_leaves_nothing() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::new();
    let ran = bed.run(
        r#"
        switch core
        ip addr add 10.77.0.254/24 dev core
        for i in 1 2 3; do host h$i $i core; done
        RECOVERY=1 launch h1,h2,h3 $NARROWS measure --target $BED/shared --time 1s --json \
            >$BED/document 2>$BED/errors &
        launched=$!
        # The first round is kept: all are in the middle of it from now on.
        wait_for sh -c 'ls $BED/state/h1/narrows/runs/*/run.json >/dev/null 2>&1'
        for process in /proc/[0-9]*; do
            name=$(tr '\0' '\n' <$process/environ 2>/dev/null | grep -x OMPI_COMM_WORLD_RANK=2) || continue
            kill -KILL ${process#/proc/}
        done
        wait $launched || true
        cat $BED/document
        cat $BED/errors >&2
        ls -A $BED/shared >$BED/left
        "#,
    );
    let document = ran.document();
    assert_eq!(document["partial"], true, "{document}");
    let rounds = array(&document, "rounds");
    assert!(rounds.iter().any(|round| !array(round, "figures").is_empty()), "{rounds:?}");
    let lost: Vec<bool> =
        array(&document, "hosts").iter().map(|host| !host["lost_in"].is_null()).collect();
    assert_eq!(lost, [false, false, true], "{document}");
    let left = std::fs::read_to_string(bed.path("left")).unwrap();
    assert_eq!(left, "", "left in the shared folder");
}

/// A job on three hosts, watched on all of them; one rank is killed in the middle. Its observations remain beside
/// those of the others.
#[test]
fn hosts_are_watched_together_and_a_dead_one_keeps_what_it_saw() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::new();
    let ran = bed.run(
        r#"
        switch core
        ip addr add 10.77.0.254/24 dev core
        for i in 1 2 3; do host h$i $i core; done
        RECOVERY=1 launch h1,h2,h3 $NARROWS watch --json -- sleep 5 >$BED/document 2>$BED/errors &
        launched=$!
        wait_for sh -c 'grep -q "at_s.:2" $BED/state/h1/narrows/runs/*/hosts-watch.json 2>/dev/null'
        signal_ranks KILL 2
        wait $launched || true
        cat $BED/document
        cat $BED/errors >&2
        "#,
    );
    let document = ran.document();
    let hosts = array(&document, "hosts");
    let seconds = |host: &Value| array(&host["watch"], "seconds").len();
    let lost: Vec<bool> = hosts.iter().map(|host| !host["lost_after_s"].is_null()).collect();
    assert_eq!(lost, [false, false, true], "{document}");
    assert!(hosts.iter().map(seconds).all(|seconds| seconds >= 2), "{document}");
    assert!(hosts[..2].iter().all(|host| host["watch"]["exit_code"] == 0), "{document}");
    assert!(hosts.iter().all(|host| host["watch"]["shares"][0]["limit"] == "application"));
}
