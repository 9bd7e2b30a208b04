//! Goal: a file means what `docs/hosts.md` says, every mistake is located, and no text causes a
//! panic. Method: a hand-written file, a table of mistakes, and random texts.

use narrows_topology::read::TextPosition;
use proptest::prelude::*;

use super::*;

const GOOD: &str = r#"schema = "narrows.cluster/1"
name = "two racks"
[[network]]
id = "spine"
[[network]]
id = "leaf1"
on = "spine"
rate = "40 Gbit/s"
[[network]]
id = "leaf2"
on = "spine"
rate = "40 Gbit/s"
[[host]]
id = "node"
count = 3
on = "leaf1"
rate = "25 Gbit/s"
[[host]]
id = "fat"
on = "leaf2"
read = "5 GB/s"
[[server]]
id = "store"
on = "spine"
rate = "50 Gbit/s"
read = "6 GB/s"
operations = "800k IOPS"
"#;

#[test]
fn a_file_means_what_it_says() {
    let cluster = read(GOOD).unwrap();
    let names: Vec<&str> = cluster.hosts.iter().map(|host| host.id.as_str()).collect();
    assert_eq!(names, ["node1", "node2", "node3", "fat"]);
    let targets: Vec<_> = cluster.targets.iter().map(|it| (&*it.id, &*it.servers)).collect();
    assert_eq!(targets, [(SHARED, &[0][..])]);
    // 40 Gbit/s are 5 GB/s on the wire; somewhat less remains for files.
    let link = cluster.networks[1].rate.unwrap().as_mb_s();
    assert!((4400.0..5000.0).contains(&link), "{link}");
    assert_eq!(cluster.way(1, 0), [(1, true)]);
    assert_eq!(cluster.way(1, 2), [(1, true), (2, false)]);
    assert_eq!(cluster.way(0, 2), [(2, false)]);
    assert_eq!(cluster.way(2, 2), []);
}

#[test]
fn each_target_waits_for_its_own_protocol() {
    let target = |id: &str, more: &str| {
        format!("[[target]]\nid = \"{id}\"\nservers = [\"store\"]\n{more}\n")
    };
    let (rdma, tcp) = ("protocol = \"nvme-rdma\"", "protocol = \"nvme-tcp\"");
    let text = format!("{GOOD}{}{}{}", target("a", rdma), target("b", tcp), target("c", ""));
    let waits: Vec<Nanos> = read(&text).unwrap().targets.iter().map(|it| it.wait).collect();
    assert_eq!(waits, [10, 30, 150].map(Nanos::micros));
}

#[test]
fn mistakes_are_found_at_their_place() {
    let on = |line: &str| format!("{GOOD}{line}\n");
    for (text, line, id) in [
        (GOOD.replace("cluster/1", "machine/1"), 1, "cluster-schema"),
        (GOOD.replace("on = \"leaf2\"", "on = \"leaf3\""), 20, "cluster-no-such-network-near"),
        (GOOD.replace("id = \"leaf2\"", "id = \"leaf1\""), 10, "machine-twice"),
        (GOOD.replace("id = \"fat\"", "id = \"node2\""), 19, "cluster-twice"),
        (GOOD.replace("count = 3", "count = 0"), 15, "cluster-count"),
        (GOOD.replace("count = 3", "count = 1000000"), 15, "cluster-count"),
        (GOOD.replace("count = 3", "drives = 257"), 15, "cluster-drives"),
        (GOOD.replace("count", "coutn"), 15, "machine-unknown-key-near"),
        (GOOD.replace("id = \"spine\"\n", "id = \"spine\"\non = \"leaf1\"\n"), 4, "cluster-cycle"),
        (on("[[network]]\nid = \"x\"\n[[server]]\nid = \"y\"\non = \"x\""), 32, "cluster-apart"),
        (format!("schema = \"{SCHEMA}\"\n[[network]]\nid = \"x\"\n"), 1, "cluster-without-host"),
        (on("[[target]]\nid = \"t\""), 29, "cluster-target-without-server"),
        (on("[[target]]\nid = \"t\"\nservers = [\"stor\"]"), 30, "cluster-no-such-server-near"),
        (on("[[fault]]\nhost = \"node1\"\nkind = \"dances\""), 30, "machine-unknown-word"),
        (on("[[fault]]\nhost = \"node1\"\nkind = \"dies\"\nround = 0"), 31, "cluster-round"),
    ] {
        let error = read(&text).unwrap_err();
        assert_eq!(error.problem.id(), id, "{text}");
        let TextPosition::Column(at, _) = error.place else { panic!("{:?}", error.place) };
        assert_eq!(at, line, "{id}");
    }
}

proptest! {
    #[test]
    fn no_text_breaks_it(
        at in 0..GOOD.len(),
        cut in 0..40usize,
        new in "[ -~\n]{0,12}",
    ) {
        let end = (at + cut).min(GOOD.len());
        let text = format!("{}{new}{}", &GOOD[..at], &GOOD[end..]);
        let _ = read(&text);
    }
}
