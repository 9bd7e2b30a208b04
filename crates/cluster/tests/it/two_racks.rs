//! Two racks at one server: what is found, what it is called, and what faults leave.

use narrows_cluster::causes::next_experiment;
use narrows_cluster::inquiry::Inquiry;
use narrows_cluster::trial::groups;
use narrows_cluster::virtual_hosts::VirtualHosts;
use narrows_cluster::{Driver, sharing};
use narrows_messages::{Language, Localizer};
use narrows_record::cluster_file::{self, Cluster};
use narrows_record::hosts::exchange::{Order, RoundOrder, Task};
use narrows_record::hosts::{Asked, CauseKind, FaultKind, Host, Hosts, Sharing};

/// Four hosts of 1.2 GB/s behind 25 Gbit/s, four that have room; the server's part as given.
fn cluster(server: &str) -> Cluster {
    let text = format!(
        "schema = \"narrows.cluster/1\"\n[[network]]\nid = \"spine\"\n\
         [[network]]\nid = \"leaf1\"\non = \"spine\"\nrate = \"25 Gbit/s\"\n\
         [[network]]\nid = \"leaf2\"\non = \"spine\"\nrate = \"100 Gbit/s\"\n\
         [[host]]\nid = \"a\"\ncount = 4\non = \"leaf1\"\nread = \"1.2 GB/s\"\nwrite = \"1.2 GB/s\"\n\
         [[host]]\nid = \"b\"\ncount = 4\non = \"leaf2\"\nread = \"1.2 GB/s\"\nwrite = \"1.2 GB/s\"\n\
         [[server]]\nid = \"store\"\non = \"spine\"\n{server}\n"
    );
    cluster_file::read(&text).unwrap()
}

fn document(cluster: &Cluster, known: bool) -> Hosts {
    let target = cluster.targets[0].id.clone();
    let host = |(rank, host): (usize, &cluster_file::Host)| Host {
        rank: rank as u32,
        host: host.id.clone(),
        targets: vec![target.clone()],
        ..Host::default()
    };
    Hosts {
        hosts: cluster.hosts.iter().enumerate().map(host).collect(),
        groups: if known { groups(cluster) } else { Vec::new() },
        asked: Asked {
            target: Some(target.clone()),
            workload: "seq-read-128k-q32".to_owned(),
            time_s: 1.0,
            ..Asked::default()
        },
        ..Hosts::default()
    }
}

fn run(document: &mut Hosts, hosts: &mut VirtualHosts<'_>, round: &RoundOrder) {
    let answers = hosts.ask(&Order::new(1, Task::Round(round.clone())));
    document.take_round(round, &answers);
}

/// All rounds, then all experiments; with the conclusions.
fn explained(cluster: &Cluster, known: bool, both_ways: bool) -> (Hosts, Sharing) {
    let localizer = Localizer::new(Language::English);
    let mut document = document(cluster, known);
    let mut hosts = VirtualHosts::new(cluster, String::new(), 7);
    let mut inquiry = Inquiry::default();
    while let Some(round) = inquiry.next(&document) {
        run(&mut document, &mut hosts, &round);
    }
    // Told from who slows whom and from groups; the file's capacities are not looked at.
    let found = |document: &Hosts| sharing(document, None, &localizer).unwrap();
    while let Some((id, round)) = next_experiment(&document, &found(&document), both_ways) {
        run(&mut document, &mut hosts, &round);
        document.rounds.last_mut().unwrap().experiment = Some(id);
    }
    let found = found(&document);
    (document, found)
}

fn left(found: &Sharing, units: usize) -> Vec<CauseKind> {
    let limit = found.limits.iter().find(|limit| limit.units.len() == units).expect("a limit");
    let open = limit.causes.iter().filter(|cause| !cause.excluded);
    open.map(|cause| cause.kind.clone()).collect()
}

#[test]
fn a_rack_behind_a_narrow_uplink_is_named() {
    let cluster = cluster("rate = \"400 Gbit/s\"");
    let (_, found) = explained(&cluster, true, false);
    assert_eq!(found.limits.len(), 1, "{found:#?}");
    assert_eq!(found.limits[0].units, ["a1", "a2", "a3", "a4"]);
    let best = &found.limits[0].causes[0];
    assert_eq!((best.kind.limit(), best.place.as_str()), ("network", "leaf1"));
    // Without groups it is some part of the network or a server of their own: nobody knows which.
    let (_, found) = explained(&cluster, false, false);
    assert_eq!(left(&found, 4), [CauseKind::Uplink, CauseKind::ServerCard]);
}

#[test]
fn experiments_tell_the_servers_parts_apart() {
    let told = |server: &str| {
        let cluster = cluster(server);
        left(&explained(&cluster, true, true).1, 8)
    };
    // 30,000 requests of 128 KiB: 3.9 GB/s.
    assert_eq!(told("operations = \"30k IOPS\""), [CauseKind::ServerCpu]);
    assert_eq!(told("read = \"4 GB/s\"\nwrite = \"4 GB/s\""), [CauseKind::ServerDrives]);
    // The card and the link of the switch above all hosts carry the same: that stays open.
    let links = [CauseKind::Uplink, CauseKind::ServerCard];
    assert_eq!(told("rate = \"34 Gbit/s\""), links);
}

#[test]
fn a_host_that_dies_takes_nothing_with_it() {
    let mut cluster = cluster("rate = \"400 Gbit/s\"");
    let kind = cluster_file::FaultKind::Dies;
    cluster.faults.push(cluster_file::Fault { host: 5, kind, round: 12 });
    let (document, found) = explained(&cluster, true, false);
    assert!(document.partial);
    assert_eq!(document.hosts[5].lost_in, Some(12));
    assert!(document.rounds[10].faults.is_empty());
    assert_eq!(document.rounds[11].faults[0].fault.kind, FaultKind::Lost);
    // The others are still asked, and the rack is found.
    assert_eq!(found.units.len(), 7);
    assert!(found.limits.iter().any(|limit| limit.units == ["a1", "a2", "a3", "a4"]), "{found:#?}");
}

/// More hosts than are compared one by one: inside racks and over whole racks, which is said.
#[test]
fn many_hosts_are_asked_by_rack() {
    let mut text = "schema = \"narrows.cluster/1\"\n[[network]]\nid = \"spine\"\n".to_owned();
    for rack in 1..=9 {
        let rate = if rack == 3 { 100 } else { 1000 };
        text.push_str(&format!(
            "[[network]]\nid = \"leaf{rack}\"\non = \"spine\"\nrate = \"{rate} Gbit/s\"\n\
             [[host]]\nid = \"r{rack}n\"\ncount = 8\non = \"leaf{rack}\"\nread = \"3 GB/s\"\n"
        ));
    }
    text.push_str("[[server]]\nid = \"store\"\non = \"spine\"\nread = \"100 GB/s\"\n");
    let cluster = cluster_file::read(&text).unwrap();
    let (document, found) = explained(&cluster, true, false);
    assert!(document.rounds.iter().filter(|it| it.experiment.is_none()).count() <= 3 * 72 + 8);
    let sizes: Vec<usize> = found.limits.iter().map(|limit| limit.units.len()).collect();
    assert_eq!(sizes, [8, 72], "{:#?}", found.limits);
    assert!(found.limits[0].units.iter().all(|unit| unit.starts_with("r3n")));
    assert!(found.undecided.iter().any(|open| open.id == "hosts-open-many"));
}
