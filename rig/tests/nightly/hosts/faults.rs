//! Faults under a launcher: ranks that die, hang or are ended, and inconsistent input.

use serde_json::Value;

use super::{CORE, array, noted};
use crate::host_bed::{Bed, Ran, turn};

/// The hosts of which this is noted.
#[test]
fn ranks_with_different_options_are_left_out() {
    let Some(_turn) = turn() else { return };
    let measure =
        |time: &str| format!("$NARROWS measure --target $BED/shared --time {time} --json");
    let ran = Bed::new().run(&format!(
        "{CORE} host h1 1 core; host h2 2 core
        launch h1 {} : -np 1 --host h2 {}",
        measure("1s"),
        measure("2s")
    ));
    assert_eq!(ran.code, Some(3), "{}{}", ran.shown, ran.errors);
    assert_eq!(noted(&ran.document(), "hosts-fault-other-options"), ["h2"]);
}

#[test]
fn a_host_without_the_target_is_left_out() {
    let Some(_turn) = turn() else { return };
    let ran = Bed::new().run(&format!(
        "{CORE} host s 100 core 80; serve s 100 pattern size=1G
        for i in 1 2 3; do host h$i $i core; done; show h1 100; show h2 100
        launch h1,h2,h3 $NARROWS measure --target $BED/shared/disk --time 1s --no-report --json"
    ));
    assert_eq!(ran.code, Some(3), "{}{}", ran.shown, ran.errors);
    assert_eq!(noted(&ran.document(), "hosts-fault-no-target"), ["h3"]);
}

/// Two hosts see one folder, the third one has another in its place.
#[test]
fn a_target_that_is_not_shared_is_told() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::new();
    let ran = bed.run(&format!(
        "{CORE} for i in 1 2 3; do host h$i $i core; done; mkdir $BED/mounts/h3
        launch h1,h2,h3 $NARROWS measure --target $BED/shared --time 1s --no-report --json"
    ));
    assert_eq!(ran.code, Some(3), "{}", ran.errors);
    let document = ran.document();
    assert_eq!(noted(&document, "hosts-fault-not-shared"), ["h3"], "{}", document["notes"]);
    for folder in ["mounts/h3", "shared"] {
        assert_eq!(std::fs::read_dir(bed.path(folder)).unwrap().count(), 0, "{folder}");
    }
}

/// The clock on the wall is five hours off on one host: reported, and of no consequence for rounds.
#[test]
fn a_clock_hours_off_is_told() {
    let Some(_turn) = turn() else { return };
    let ran = Bed::new().run(&format!(
        r#"{CORE} host h1 1 core; host h2 2 core
        command -v faketime >/dev/null || {{ echo 'skipped: faketime is not installed'; exit 0; }}
        export DONT_FAKE_MONOTONIC=1
        launch h1,h2 sh -c '[ $(hostname) = h1 ] || set -- faketime -f "+5h"; \
            exec "$@" '$NARROWS' measure --target '$BED/shared' --time 1s --no-report --json' narrows"#
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
        launch h1 $NARROWS measure --target $BED/shared --time 1s --no-report --json"
    ));
    assert_eq!(ran.code, Some(0), "{}{}", ran.shown, ran.errors);
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
            launch h1,h2 $NARROWS measure --target $BED/shared --time 3s --no-report --json >/dev/null 2>&1 &
            launched=$!
            sleep $kill
            signal_ranks KILL
            wait $launched || true
            sleep 1
            ls -A $BED/export >>$BED/left
        done"#
    ));
    if ran.shown.contains("skipped") {
        println!("{}", ran.shown);
        return;
    }
    assert_eq!(std::fs::read_to_string(bed.path("left")).unwrap(), "", "{}", ran.errors);
}

/// Three hosts on one folder, started in the background; then this happens. `$launched` is the launcher. Its document
/// and its exit code are kept, and the run is resumed.
fn struck_and_resumed(how: &str, what: &str) -> (Bed, Value, String, Ran) {
    let bed = Bed::new();
    let ran = bed.run(&format!(
        r#"{CORE} for i in 1 2 3; do host h$i $i core; done
        {how} launch h1,h2,h3 $NARROWS measure --target $BED/shared --time 2s --json >$BED/first 2>$BED/errors &
        launched=$!
        a_round_is_kept h1
        {what}
        wait $launched && echo 0 >$BED/code || echo $? >$BED/code
        ls -A $BED/shared >$BED/left
        launch h1,h2,h3 $NARROWS resume latest --json"#
    ));
    let text = |name: &str| std::fs::read_to_string(bed.path(name)).unwrap_or_default();
    assert_eq!(text("left"), "", "left in the shared folder");
    let kept = bed.kept("hosts.json");
    let first = match serde_json::Deserializer::from_str(&text("first")).into_iter().next() {
        Some(Ok(document)) => document,
        // If the launcher ends all, the last document is what rank 0 kept and continues from.
        _ => kept.first().map(|(_, document): &(String, Value)| document.clone()).unwrap(),
    };
    let code = text("code").trim().to_owned();
    println!("{}", text("errors"));
    (bed, first, code, ran)
}

/// Each alone and all together, complete; rounds cut short before are measured again.
fn assert_whole(ran: &Ran) {
    assert_eq!(ran.code, Some(0), "{}{}", ran.shown, ran.errors);
    let document = ran.document();
    let good = |round: &&Value| array(round, "figures").iter().all(|it| it["partial"] == false);
    let hosts = |round: &Value| -> Vec<String> {
        let figures = array(round, "figures").iter();
        figures.filter_map(|it| Some(it["host"].as_str()?.to_owned())).collect()
    };
    let ran: Vec<Vec<String>> = array(&document, "rounds").iter().filter(good).map(hosts).collect();
    for wanted in [&["h1"][..], &["h2"], &["h3"], &["h1", "h2", "h3"]] {
        assert!(ran.iter().any(|hosts| *hosts == wanted), "{wanted:?} in {ran:?}");
    }
}

/// Open MPI ends all ranks when one dies: results saved after each round remain, and are resumed from.
#[test]
fn a_dead_rank_ends_all_and_the_run_is_resumed() {
    let Some(_turn) = turn() else { return };
    let (bed, _, code, ran) = struck_and_resumed("", "signal_ranks KILL 2");
    assert_ne!(code, "0");
    assert_whole(&ran);
    let kept = bed.kept("run.json");
    let hosts: std::collections::BTreeSet<&str> =
        kept.iter().map(|(host, _)| host.as_str()).collect();
    assert_eq!(hosts.len(), 3, "{hosts:?}");
}

/// The same if the launcher lets the others go on: they measure all that is left.
#[test]
fn others_go_on_without_a_dead_rank() {
    let Some(_turn) = turn() else { return };
    let (_bed, first, _, ran) = struck_and_resumed("RECOVERY=1", "signal_ranks KILL 2");
    assert_eq!(noted(&first, "hosts-fault-hung"), ["h3"], "{first}");
    assert!(array(&first, "rounds").len() >= 3, "{first}");
    assert_whole(&ran);
}

/// A rank that hangs loses its round and is not waited for a second time; the launcher ends, too.
#[test]
fn a_rank_that_hangs_is_left_behind() {
    let Some(_turn) = turn() else { return };
    let (_bed, first, _, ran) = struck_and_resumed("", "signal_ranks STOP 2");
    assert_eq!(noted(&first, "hosts-fault-hung"), ["h3"], "{first}");
    assert_eq!(first["partial"], true);
    assert_whole(&ran);
}

/// Ctrl-C at the launcher, which signals the ranks in its own way.
#[test]
fn ctrl_c_at_the_launcher_keeps_what_there_is() {
    let Some(_turn) = turn() else { return };
    let (_bed, first, code, ran) =
        struck_and_resumed("", "kill -INT $(pgrep -P $launched -x mpirun)");
    assert_ne!(code, "0");
    assert!((1..4).contains(&array(&first, "rounds").len()), "{first}");
    assert_whole(&ran);
}

/// A folder with room for the files of some: the others are reported, and the rest is measured.
#[test]
fn hosts_without_space_are_left_out() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::new();
    let ran = bed.run(&format!(
        "{CORE} for i in 1 2 3 4; do host h$i $i core; done
        truncate -s 420M $BED/image; mkfs.ext4 -q -F -m 0 $BED/image; mount -o loop $BED/image $BED/shared
        launch h1,h2,h3,h4 $NARROWS measure --target $BED/shared --time 1s --no-report --json"
    ));
    let document = ran.document();
    assert_eq!(ran.code, Some(3), "{document}");
    println!("{}", document["notes"]);
    let full = noted(&document, "hosts-fault-no-space");
    assert!((1..4).contains(&full.len()), "{document}");
    let left = 4 - full.len();
    let most = array(&document, "rounds").iter().map(|round| array(round, "figures").len()).max();
    assert_eq!(most, Some(left), "{document}");
}

/// Another build on one host: its words may mean something else.
#[test]
fn a_mix_of_builds_is_refused() {
    let Some(_turn) = turn() else { return };
    let version = env!("CARGO_PKG_VERSION");
    let other = version.replace(|digit: char| digit.is_ascii_digit(), "9");
    let ran = Bed::new().run(&format!(
        "{CORE} host h1 1 core; host h2 2 core
        LC_ALL=C sed 's/{}/{other}/g' $NARROWS >$BED/other; chmod +x $BED/other
        launch h1 $NARROWS measure --target $BED/shared --json : \
            -np 1 --host h2 $BED/other measure --target $BED/shared --json",
        version.replace('.', "[.]")
    ));
    assert_eq!(ran.code, Some(5), "{}{}", ran.shown, ran.errors);
    assert!(ran.errors.contains(&other) && ran.errors.contains("same build"), "{}", ran.errors);
}

/// As with Ctrl-C at mpirun and Slurm's time limit: all ranks get SIGTERM. The rounds so far are the result, and
/// the rest is measured later.
#[test]
fn a_run_that_is_interrupted_is_resumed() {
    let Some(_turn) = turn() else { return };
    let bed = Bed::new();
    let ran = bed.run(&format!(
        r#"{CORE} for i in 1 2 3; do host h$i $i core; done
        launch h1,h2,h3 $NARROWS measure --target $BED/shared --time 3s --json >$BED/first 2>$BED/errors &
        launched=$!
        a_round_is_kept h1
        signal_ranks TERM
        wait $launched || echo $? >$BED/code
        launch h1,h2,h3 $NARROWS resume latest --json"#
    ));
    let first: Value = serde_json::from_slice(&std::fs::read(bed.path("first")).unwrap()).unwrap();
    assert_eq!(std::fs::read_to_string(bed.path("code")).unwrap().trim(), "130");
    assert_eq!(first["partial"], true);
    let rounds = |document: &Value| array(document, "rounds").len();
    assert!((1..4).contains(&rounds(&first)), "{first}");
    assert_eq!(ran.code, Some(0), "{}{}", ran.shown, ran.errors);
    let second = ran.document();
    assert_eq!(first["id"], second["id"]);
    assert!(rounds(&second) >= 4, "{second}");
}
