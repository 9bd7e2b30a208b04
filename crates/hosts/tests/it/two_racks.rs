//! Two racks at one server: the inferred limits, their names, and the results after faults.

use narrows_files::cluster_file::{self, ClusterFile};
use narrows_hosts::cluster::causes::next_experiment;
use narrows_hosts::cluster::inquiry::{HostsInquiry, next_of};
use narrows_hosts::cluster::trial::groups;
use narrows_hosts::cluster::virtual_hosts::VirtualHosts;
use narrows_hosts::cluster::{HostsDriver, predict, sharing};
use narrows_record::hosts::exchange::{RankOrder, RankTask, RoundOrder};
use narrows_record::hosts::{
    HostEntry, HostLimitCauseKind, HostSharing, HostsDocument, HostsRequest, RankFaultKind,
};
use narrows_workload::profile;

/// Four hosts of 1.2 GB/s behind 25 Gbit/s, four that have room; the server's part as given.
fn cluster(server: &str) -> ClusterFile {
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

fn document(cluster: &ClusterFile, known: bool) -> HostsDocument {
    let target = cluster.targets[0].id.clone();
    let host = |(rank, host): (usize, &cluster_file::ClusterHost)| HostEntry {
        rank: rank as u32,
        host: host.id.clone(),
        targets: vec![target.clone()],
        ..HostEntry::default()
    };
    HostsDocument {
        hosts: cluster.hosts.iter().enumerate().map(host).collect(),
        groups: if known { groups(cluster) } else { Vec::new() },
        asked: HostsRequest {
            target: Some(target.clone()),
            workload: "seq-read-128k-q32".to_owned(),
            time_s: 1.0,
            ..HostsRequest::default()
        },
        ..HostsDocument::default()
    }
}

fn run(document: &mut HostsDocument, hosts: &mut VirtualHosts<'_>, round: &RoundOrder) {
    let answers = hosts.ask(&RankOrder::new(1, RankTask::Round(round.clone())));
    document.take_round(round, &answers);
}

/// All rounds, then all experiments; with the conclusions.
fn explained(cluster: &ClusterFile, known: bool, both_ways: bool) -> (HostsDocument, HostSharing) {
    let mut document = document(cluster, known);
    let mut hosts = VirtualHosts::new(cluster, String::new(), 7);
    let mut inquiry = HostsInquiry::default();
    while let Some(round) = inquiry.next(&document) {
        run(&mut document, &mut hosts, &round);
    }
    // Inferred from contention and from groups; the file's capacities are not used.
    let inferred = |document: &HostsDocument| sharing(document, None).unwrap();
    while let Some((id, round)) = next_experiment(&document, &inferred(&document), both_ways) {
        run(&mut document, &mut hosts, &round);
        document.rounds.last_mut().unwrap().experiment = Some(id);
    }
    let result = inferred(&document);
    (document, result)
}

fn left(result: &HostSharing, units: usize) -> Vec<HostLimitCauseKind> {
    let limit = result.limits.iter().find(|limit| limit.units.len() == units).expect("a limit");
    let is_open = |kind: &HostLimitCauseKind| {
        limit.causes.iter().any(|cause| cause.kind == *kind && !cause.excluded)
    };
    let [uplink, card] = LINKS;
    let [drives, cpu] = TURNS;
    let kinds = [uplink, card, drives, cpu, HostLimitCauseKind::Unknown];
    kinds.into_iter().filter(is_open).collect()
}

/// Each alone and all together, as `hosts measure` does: 10 Gbit/s limit the first rack, and 40 Gbit/s
/// all eight. That the others share the rest, by themselves, fits these rates as well, and is not so.
#[test]
fn what_all_share_is_not_told_of_those_that_feel_it() {
    let mut cluster = cluster("rate = \"40 Gbit/s\"");
    let leaf = cluster.networks.iter_mut().find(|network| network.id == "leaf1").unwrap();
    leaf.rate = cluster_file::read(NARROW).unwrap().networks[1].rate;
    let others = ["b1", "b2", "b3", "b4"];
    for known in [true, false] {
        let mut document = document(&cluster, true);
        if !known {
            document.groups.iter_mut().for_each(|group| group.uplink_mb_s = None);
        }
        let mut hosts = VirtualHosts::new(&cluster, String::new(), 7);
        let alone = (0..8).map(|at| vec![at]);
        let sets: Vec<Vec<usize>> = alone.chain([(0..8).collect()]).collect();
        while let Some(round) = next_of(&document, &sets) {
            run(&mut document, &mut hosts, &round);
        }
        let result = sharing(&document, None).unwrap();
        assert!(result.limits.iter().all(|limit| limit.units != others), "{result:#?}");
        if known {
            // The second rack's uplink carries more than its hosts have: it is out of the question.
            let sizes: Vec<usize> = result.limits.iter().map(|limit| limit.units.len()).collect();
            assert_eq!(sizes, [4, 8], "{result:#?}");
        } else {
            assert!(!result.complete, "either is possible: {result:#?}");
        }
    }
}

const NARROW: &str = "schema = \"narrows.cluster/1\"\n[[network]]\nid = \"spine\"\n\
    [[network]]\nid = \"leaf1\"\non = \"spine\"\nrate = \"10 Gbit/s\"\n\
    [[host]]\nid = \"a\"\non = \"leaf1\"\n";

#[test]
fn a_rack_behind_a_narrow_uplink_is_named() {
    let cluster = cluster("rate = \"400 Gbit/s\"");
    let (_, result) = explained(&cluster, true, false);
    assert_eq!(result.limits.len(), 1, "{result:#?}");
    assert_eq!(result.limits[0].units, ["a1", "a2", "a3", "a4"]);
    let best = &result.limits[0].causes[0];
    assert_eq!((&best.kind, best.place.as_str()), (&HostLimitCauseKind::Uplink, "leaf1"));
    // Without groups it is some part of the network or a server of their own: which is unknown.
    let (_, result) = explained(&cluster, false, false);
    assert_eq!(left(&result, 4), [HostLimitCauseKind::Uplink, HostLimitCauseKind::ServerCard]);
}

/// Hosts of the other rack pass the uplink of the server's rack: by their rates it may be either one.
#[test]
fn storage_behind_a_switch_is_not_ruled_out() {
    let mut cluster = cluster("rate = \"400 Gbit/s\"");
    let leaf = |id: &str| cluster.networks.iter().position(|network| network.id == id).unwrap();
    let (first, second) = (leaf("leaf1"), leaf("leaf2"));
    cluster.servers[0].on = first;
    let (_, result) = explained(&cluster, true, false);
    let limit = result.limits.iter().find(|limit| limit.units == ["b1", "b2", "b3", "b4"]).unwrap();
    let open = limit.causes.iter().filter(|cause| !cause.excluded);
    let places: Vec<&str> = open.map(|cause| cause.place.as_str()).collect();
    assert_eq!(places, [second, first].map(|at| cluster.networks[at].id.as_str()), "{limit:#?}");
}

/// Remaining candidates for the limit that all share.
fn causes_with(server: &str) -> Vec<HostLimitCauseKind> {
    left(&explained(&cluster(server), true, true).1, 8)
}

const LINKS: [HostLimitCauseKind; 2] = [HostLimitCauseKind::Uplink, HostLimitCauseKind::ServerCard];
const TURNS: [HostLimitCauseKind; 2] =
    [HostLimitCauseKind::ServerDrives, HostLimitCauseKind::ServerCpu];

/// The server's memory reveals its drives; a link carries both directions at once.
#[test]
fn experiments_tell_the_servers_parts_apart() {
    let memory = "read = \"4 GB/s\"\nwrite = \"4 GB/s\"\nmemory = \"64 GiB\"";
    assert_eq!(causes_with(memory), [HostLimitCauseKind::ServerDrives]);
    // The card and the link of the switch above all hosts carry the same: that stays open.
    assert_eq!(causes_with("rate = \"34 Gbit/s\""), LINKS);
    // 30,000 requests of 128 KiB, 3.9 GB/s: drives may serve no more requests, too.
    assert_eq!(causes_with("operations = \"30k IOPS\""), TURNS);
    // A processor that copies or checks bytes limits them as drives do.
    assert_eq!(causes_with("read = \"4 GB/s\"\nwrite = \"4 GB/s\""), TURNS);
}

/// Experiments count, whatever capacity the file states for the card.
#[test]
fn a_wrong_document_does_not_clear_a_place() {
    let (document, _) = explained(&cluster("rate = \"34 Gbit/s\""), true, true);
    for rate in ["10 Gbit/s", "20 Gbit/s", "50 Gbit/s", "100 Gbit/s"] {
        let wrong = cluster(&format!("rate = \"{rate}\""));
        let result = sharing(&document, Some(&wrong)).unwrap();
        assert_eq!(left(&result, 8), [HostLimitCauseKind::ServerCard], "{rate}: {result:#?}");
    }
}

/// Each experiment costs every host a round: one that leaves a single kind of cause is the last.
#[test]
fn what_is_told_apart_needs_no_more_rounds() {
    let memory = "read = \"4 GB/s\"\nwrite = \"4 GB/s\"\nmemory = \"64 GiB\"";
    let (document, result) = explained(&cluster(memory), true, true);
    let tried = document.rounds.iter().filter_map(|round| round.experiment.as_deref());
    assert_eq!(tried.collect::<Vec<_>>(), ["block_size", "server_memory"]);
    assert!(result.experiments.iter().all(|it| it.ran.is_some()), "{:#?}", result.experiments);
    // If nothing shows the drives, they and a processor stay open: all that may decide is run.
    let cold = "read = \"4 GB/s\"\nwrite = \"4 GB/s\"";
    let (document, _) = explained(&cluster(cold), true, true);
    let tried = document.rounds.iter().filter_map(|round| round.experiment.as_deref());
    assert_eq!(
        tried.collect::<Vec<_>>(),
        ["block_size", "server_memory", "other_way", "both_ways"]
    );
}

/// Drives that write slowly spend their time on that: both directions together say nothing of a link, which is the
/// limit of reading here.
#[test]
fn nothing_follows_from_both_ways_where_one_is_slower() {
    for write in ["1 GB/s", "30 GB/s"] {
        let server = format!("rate = \"34 Gbit/s\"\nread = \"4.5 GB/s\"\nwrite = \"{write}\"");
        let kinds = causes_with(&server);
        assert!(LINKS.iter().all(|kind| kinds.contains(kind)), "{write}: {kinds:?}");
    }
    // Writes go into memory at the link's rate; drives, which limit reading, have no part.
    let kinds = causes_with("rate = \"80 Gbit/s\"\nread = \"4 GB/s\"\nwrite = \"900 GB/s\"");
    assert!(kinds.contains(&HostLimitCauseKind::ServerDrives), "{kinds:?}");
}

/// If hosts would bring hardly more without the limit, no gain from larger requests is no sign.
#[test]
fn what_had_no_room_to_rise_says_nothing() {
    // 68,000 requests of 128 KiB, 8.9 GB/s, of the 9.6 that eight hosts have alone.
    let cluster = cluster_file::read(&format!(
        "schema = \"narrows.cluster/1\"\n[[network]]\nid = \"spine\"\n[[host]]\nid = \"a\"\ncount = 8\n\
         on = \"spine\"\nread = \"1.2 GB/s\"\nwrite = \"1.2 GB/s\"\n\
         [[server]]\nid = \"store\"\non = \"spine\"\noperations = \"{}\"\n",
        "66k IOPS"
    ))
    .unwrap();
    let (_, result) = explained(&cluster, true, true);
    let limit = result.limits.first().expect("a limit");
    let open = limit.causes.iter().filter(|cause| !cause.excluded);
    assert!(
        open.map(|cause| &cause.kind).any(|kind| *kind == HostLimitCauseKind::ServerCpu),
        "{limit:#?}"
    );
}

#[test]
fn a_host_that_dies_takes_nothing_with_it() {
    let mut cluster = cluster("rate = \"400 Gbit/s\"");
    let kind = cluster_file::ClusterFaultKind::Dies;
    cluster.faults.push(cluster_file::ClusterFault { host: 5, kind, round: 12 });
    let (document, result) = explained(&cluster, true, false);
    assert!(document.partial);
    assert_eq!(document.hosts[5].lost_in, Some(12));
    assert!(document.rounds[10].faults.is_empty());
    assert_eq!(document.rounds[11].faults[0].fault.kind, RankFaultKind::Lost);
    // The others are still queried, and the rack is inferred.
    assert_eq!(result.units.len(), 7);
    assert!(
        result.limits.iter().any(|limit| limit.units == ["a1", "a2", "a3", "a4"]),
        "{result:#?}"
    );
}

/// More hosts than are compared one by one: inside racks and over whole racks, which is reported.
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
    let (document, result) = explained(&cluster, true, false);
    assert!(document.rounds.iter().filter(|it| it.experiment.is_none()).count() <= 3 * 72 + 8);
    let sizes: Vec<usize> = result.limits.iter().map(|limit| limit.units.len()).collect();
    assert_eq!(sizes, [8, 72], "{:#?}", result.limits);
    assert!(result.limits[0].units.iter().all(|unit| unit.starts_with("r3n")));
    assert!(result.undecided.iter().any(|open| open.id == "hosts-open-many"));
}

/// Two servers with half of everything each are full at once: more of one alone brings nothing.
#[test]
fn what_is_full_at_once_is_named_together() {
    let text = "schema = \"narrows.cluster/1\"\n[[network]]\nid = \"spine\"\n[[host]]\nid = \"a\"\ncount = 4\n\
                on = \"spine\"\nread = \"1 GB/s\"\n[[server]]\nid = \"one\"\non = \"spine\"\nread = \"1 GB/s\"\n\
                [[server]]\nid = \"two\"\non = \"spine\"\nread = \"1 GB/s\"\n";
    let cluster = cluster_file::read(text).unwrap();
    let workload = profile("seq-read-128k-q32").unwrap();
    let prediction = predict(&cluster, cluster_file::SHARED, &[workload]).unwrap();
    let [limit] = prediction.workloads[0].limits.as_slice() else { panic!("{prediction:#?}") };
    assert!(
        ["one", "two"].iter().all(|server| limit.text.in_english().contains(server)),
        "{:?}",
        limit.text
    );
}
