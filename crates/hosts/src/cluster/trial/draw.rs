//! The usual clusters: racks below a spine, some narrow; unequal hosts and servers.

use narrows_files::cluster_file::{
    ClusterFile, ClusterHost, ClusterNetwork, ClusterServer, ClusterTarget, OwnDrives,
};
use narrows_infer::trial::SplitMix64;
use narrows_units::{Bytes, BytesPerSec, Nanos};

/// Draws a cluster of 4 to `most` hosts.
pub fn draw(chance: &mut SplitMix64, most: usize) -> ClusterFile {
    let count = chance.whole(4, most);
    let racks = chance.whole(2, (count / 2).clamp(2, 8));
    let speed = chance.scaled(300.0, 3000.0);
    let mut cluster = ClusterFile::default();
    let spine = ClusterNetwork { id: "spine".to_owned(), on: None, rate: None };
    cluster.networks.push(spine);
    for rack in 1..=racks {
        let id = format!("leaf{rack}");
        cluster.networks.push(ClusterNetwork { id, on: Some(0), rate: None });
    }
    let each = chance.part() < 0.5;
    for at in 0..count {
        let own = if each { speed * chance.between(0.5, 1.5) } else { speed };
        let on = if at < racks { at + 1 } else { chance.whole(1, racks) };
        cluster.hosts.push(host(at + 1, on, own));
    }
    for rack in 1..=racks {
        let below = cluster.hosts.iter().filter(|host| host.on == rack);
        let wants: f64 = below.filter_map(|host| host.card).map(|card| card.as_mb_s()).sum();
        let part = if chance.part() < 0.6 { chance.between(0.3, 0.9) } else { 3.0 };
        cluster.networks[rack].rate = Some(BytesPerSec::mb_s(wants * part));
    }
    servers(&mut cluster, chance);
    cluster
}

fn host(number: usize, on: usize, mb_s: f64) -> ClusterHost {
    let card = Some(BytesPerSec::mb_s(mb_s));
    let drives = OwnDrives::default();
    ClusterHost { id: format!("node{number}"), on, card, read: None, write: None, drives }
}

/// One to four servers of unequal cards, drives and processors; together they carry a part of the
/// hosts' demand, or more than all of it.
fn servers(cluster: &mut ClusterFile, chance: &mut SplitMix64) {
    let count = chance.whole(1, 4);
    let wants: f64 = cluster.hosts.iter().filter_map(|host| host.card).map(|it| it.as_mb_s()).sum();
    let part = if chance.part() < 0.6 { chance.between(0.25, 0.9) } else { 3.0 };
    for number in 1..=count {
        // A server may be in a rack; hosts there do not pass the spine to it.
        let on = if chance.part() < 0.25 { chance.whole(1, cluster.networks.len() - 1) } else { 0 };
        let own = wants * part * chance.between(1.0, 2.0) / count as f64;
        let mut rates = [3.0; 3].map(|most| own * chance.between(1.2, most));
        rates[chance.whole(0, 2)] = own;
        cluster.servers.push(ClusterServer {
            id: format!("store{number}"),
            on,
            card: Some(BytesPerSec::mb_s(rates[0])),
            read: Some(BytesPerSec::mb_s(rates[1])),
            write: Some(BytesPerSec::mb_s(rates[1] / 2.0)),
            operations: Some(rates[2] * 1e6 / 131_072.0),
            memory: Bytes::ZERO,
        });
    }
    let (id, wait) = ("/mnt/shared".to_owned(), Nanos::ZERO);
    cluster.targets.push(ClusterTarget { id, servers: (0..count).collect(), wait });
}
