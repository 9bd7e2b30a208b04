//! Servers that are ranks, too, and report of themselves: their link, their drive and their processor distinguished.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{CORE, array};
use crate::host_bed::{Bed, turn};

/// The remaining candidates of each limit, by kind.
fn left(document: &Value) -> Vec<BTreeSet<String>> {
    let open = |limit: &Value| {
        let causes = array(limit, "causes").iter().filter(|cause| cause["excluded"] != true);
        causes.filter_map(|cause| Some(cause["kind"].as_str()?.to_owned())).collect()
    };
    array(&document["sharing"], "limits").iter().map(open).collect()
}

/// Three hosts read the disk of `s`, which is a rank, too. Beside its card a processor that limits bytes may be left: the
/// bed's hosts have their processors in common, so that the server's look busy whoever is.
fn assert_left(server: &str, workload: &str, wanted: &[&str]) {
    let Some(_turn) = turn() else { return };
    let bed = Bed::new();
    let ran = bed.run(&format!(
        "{CORE} {server}
        for i in 1 2 3; do host h$i $i core; show h$i 100; done
        launch s,h1,h2,h3 $NARROWS explain --target $BED/shared/disk --server s --workload {workload} \
            --time 2s --no-report --json"
    ));
    let document = ran.document();
    assert_eq!(ran.code, Some(0), "{}{}", ran.errors, document["notes"]);
    let reports = array(&document, "rounds").iter().map(|round| array(round, "servers").len());
    assert!(reports.eq(array(&document, "rounds").iter().map(|_| 1)), "{document}");
    let wanted: BTreeSet<String> = wanted.iter().map(|kind| (*kind).to_owned()).collect();
    let mut left = left(&document);
    if wanted.contains("server_card") {
        for kinds in &mut left {
            kinds.remove("server_cpu");
        }
    }
    assert_eq!(left, [wanted], "{}", document["sharing"]);
}

/// A loop device in memory, which is far from its limit.
const FAST_DRIVE: &str = "mkdir $BED/memory; mount -t tmpfs -o size=600m bed $BED/memory; truncate -s 512M $BED/memory/image
        drive=$(losetup -f --show $BED/memory/image); hold $drive";

/// Read data does not stay in memory. A virtual card's capacity is unknown: the full link may be its own, or another
/// that all pass.
#[test]
fn the_link_of_a_server_that_reports() {
    assert_left(
        &format!("host s 100 core 200; {FAST_DRIVE}; serve s 100 file $drive cache=none"),
        "seq-read-128k-q8",
        &["network_uplink", "server_card"],
    );
}

/// A loop device on a file that gives 25 MB/s. The server keeps 16 MiB: data that hosts read at the same time,
/// and not data from another round.
#[test]
fn the_drive_of_a_server_that_reports() {
    assert_left(
        "host s 100 core; mkdir $BED/behind; touch $BED/behind/image
        nbdkit -f -U $BED/behind/socket --filter=rate pattern size=1G rate=200M &
        wait_for test -S $BED/behind/socket
        nbdfuse $BED/behind/image nbd+unix:///?socket=$BED/behind/socket &
        wait_for test -s $BED/behind/image
        drive=$(losetup -f --show --direct-io=on $BED/behind/image)
        hold $drive; nbdkit -f -U $BED/behind/drive file $drive cache=none &
        wait_for test -S $BED/behind/drive
        serve s 100 --filter=cache nbd socket=$BED/behind/drive cache-on-read=true cache-max-size=16M",
        "seq-read-128k-q8",
        &["server_drives"],
    );
}

/// Each request starts a program, one at a time: some two milliseconds of a processor, whatever the request's size. The
/// drive that it reads has little to do.
#[test]
fn the_processor_of_a_server_that_reports() {
    assert_left(
        &format!(
            r#"host s 100 core; {FAST_DRIVE}
            serve s 100 --threads=1 eval get_size='echo 512M' thread_model='echo serialize_all_requests' \
                pread="dd if=$drive bs=\$3 count=1 skip=\$((\$4 / \$3)) iflag=direct status=none""#
        ),
        "rand-read-4k-q8",
        &["server_cpu"],
    );
}
