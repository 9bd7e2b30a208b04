//! More hosts than are compared one by one: a limit shared by all is measured whatever else is, limits
//! of racks are inferred, and without known racks nothing is invented.

use narrows_files::cluster_file::{self, ClusterFile};
use narrows_hosts::cluster::inquiry::{HostsInquiry, MOST_UNITS, most_rounds};
use narrows_hosts::cluster::trial::groups;
use narrows_hosts::cluster::virtual_hosts::VirtualHosts;
use narrows_hosts::cluster::{HostsDriver, sharing};
use narrows_record::hosts::exchange::{RankOrder, RankTask};
use narrows_record::hosts::{HostEntry, HostsDocument, HostsRequest};
use narrows_record::word::TargetSet;

/// Racks of hosts of 1.1 GB/s each; the first rack's uplink and the server carry less than they want.
fn cluster(racks: usize, each: usize) -> ClusterFile {
    let mut text = String::from("schema = \"narrows.cluster/1\"\n[[network]]\nid = \"spine\"\n");
    for rack in 1..=racks {
        let gbit = if rack == 1 { 4 * each } else { 20 * each };
        text += &format!(
            "[[network]]\nid = \"leaf{rack}\"\non = \"spine\"\nrate = \"{gbit} Gbit/s\"\n[[host]]\n\
             id = \"r{rack}n\"\ncount = {each}\non = \"leaf{rack}\"\nread = \"1.1 GB/s\"\n"
        );
    }
    let server = racks * each * 700;
    text += &format!("[[server]]\nid = \"store\"\non = \"spine\"\nread = \"{server} MB/s\"\n");
    cluster_file::read(&text).unwrap()
}

fn explained(cluster: &ClusterFile, known: bool) -> HostsDocument {
    let target = cluster.targets[0].id.clone();
    let host = |(rank, host): (usize, &cluster_file::ClusterHost)| HostEntry {
        rank: u32::try_from(rank).unwrap(),
        host: host.id.clone(),
        targets: vec![target.clone()],
        ..HostEntry::default()
    };
    let mut document = HostsDocument {
        hosts: cluster.hosts.iter().enumerate().map(host).collect(),
        groups: if known { groups(cluster) } else { Vec::new() },
        asked: HostsRequest {
            target: Some(target.clone()),
            workload: "seq-read-128k-q32".to_owned(),
            time_s: 1.0,
            ..HostsRequest::default()
        },
        ..HostsDocument::default()
    };
    let mut hosts = VirtualHosts::new(cluster, String::new(), 3);
    let mut inquiry = HostsInquiry::default();
    while let Some(round) = inquiry.next(&document) {
        let answers = hosts.ask(&RankOrder::new(1, RankTask::Round(round.clone())));
        document.take_round(&round, &answers);
        assert!(document.rounds.len() <= most_rounds(cluster.hosts.len()));
    }
    document.sharing = sharing(&document, None);
    document
}

fn ran_all(document: &HostsDocument) -> bool {
    let all = document.rounds.iter().filter(|round| round.set == TargetSet::All);
    all.map(|round| round.figures.len()).collect::<Vec<_>>().contains(&document.hosts.len())
}

#[test]
fn what_racks_and_all_share_is_found() {
    let cluster = cluster(6, 16);
    assert!(cluster.hosts.len() > MOST_UNITS);
    let document = explained(&cluster, true);
    assert!(ran_all(&document));
    let sharing = document.sharing.unwrap();
    let sizes: Vec<usize> = sharing.limits.iter().map(|limit| limit.units.len()).collect();
    assert_eq!(sizes, [16, 96], "{:#?}", sharing.limits);
    assert!(sharing.limits[0].units.iter().all(|name| name.starts_with("r1n")));
}

/// Nothing is known of racks, or there are more of them than are compared: each alone, then all.
#[test]
fn without_racks_each_alone_and_all_are_measured() {
    for (racks, each, known) in [(5, 14, false), (66, 2, true)] {
        let cluster = cluster(racks, each);
        let document = explained(&cluster, known);
        assert_eq!(document.rounds.len(), cluster.hosts.len() + 1);
        assert!(ran_all(&document));
        let sharing = document.sharing.unwrap();
        assert!(sharing.limits.is_empty() && !sharing.complete);
        assert!(sharing.undecided.iter().any(|open| open.id == "hosts-open-many-ungrouped"));
    }
}
