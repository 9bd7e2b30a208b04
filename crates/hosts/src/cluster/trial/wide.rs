//! Odd clusters: features that the usual ones lack, each kind by itself.

use narrows_files::cluster_file::{
    ClusterFile, ClusterHost, ClusterNetwork, ClusterServer, ClusterTarget, OwnDrives,
};
use narrows_infer::trial::SplitMix64;
use narrows_units::{Bytes, BytesPerSec, Nanos};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClusterFamily {
    /// Three levels of switches, narrow links at two of them.
    Levels,
    /// Two file systems on servers of their own, of which one is measured; the other's may be narrower.
    Targets,
    /// Two to four ranks on each host, which share its card.
    Ranks,
    /// One slow host and one fast host among equal ones behind a narrow uplink.
    Unequal,
    /// Servers of one file system in two racks with hosts: who is outside of one passes that rack's uplink, and these
    /// sets cross.
    Crossing,
    /// Nothing limits more than one host.
    Free,
}

impl ClusterFamily {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 6] = [
        ("levels", Self::Levels),
        ("targets", Self::Targets),
        ("ranks", Self::Ranks),
        ("unequal", Self::Unequal),
        ("crossing", Self::Crossing),
        ("free", Self::Free),
    ];

    /// Draws a cluster of 4 to `most` hosts.
    pub fn draw(self, most: usize, chance: &mut SplitMix64) -> ClusterFile {
        match self {
            Self::Levels => levels(most, chance),
            Self::Targets => targets(most, chance),
            Self::Ranks => ranks(most, chance),
            Self::Unequal => unequal(most, chance),
            Self::Crossing => crossing(most, chance),
            Self::Free => free(most, chance),
        }
    }
}

fn mb_s(rate: f64) -> BytesPerSec {
    BytesPerSec::mb_s(rate)
}

fn spine() -> ClusterFile {
    let spine = ClusterNetwork { id: "spine".to_owned(), on: None, rate: None };
    ClusterFile { networks: vec![spine], ..ClusterFile::default() }
}

/// A switch below another one; its link has no rate until [`narrow`] gives it one.
fn switch(cluster: &mut ClusterFile, id: String, on: usize) -> usize {
    cluster.networks.push(ClusterNetwork { id, on: Some(on), rate: None });
    cluster.networks.len() - 1
}

fn host(cluster: &mut ClusterFile, on: usize, rate: f64) {
    let id = format!("node{}", cluster.hosts.len() + 1);
    let card = Some(mb_s(rate));
    let drives = OwnDrives::default();
    cluster.hosts.push(ClusterHost { id, on, card, read: None, write: None, drives });
}

fn server(cluster: &mut ClusterFile, on: usize, card: f64, drives: f64) -> usize {
    cluster.servers.push(ClusterServer {
        id: format!("store{}", cluster.servers.len() + 1),
        on,
        card: Some(mb_s(card)),
        read: Some(mb_s(drives)),
        write: Some(mb_s(drives / 2.0)),
        operations: None,
        memory: Bytes::ZERO,
    });
    cluster.servers.len() - 1
}

fn target(cluster: &mut ClusterFile, servers: Vec<usize>) {
    let id = format!("/mnt/shared{}", cluster.targets.len() + 1);
    cluster.targets.push(ClusterTarget { id, servers, wait: Nanos::ZERO });
}

/// Total demand of the hosts below a switch.
fn wanted(cluster: &ClusterFile, network: usize) -> f64 {
    let below = cluster.hosts.iter().filter(|host| {
        std::iter::successors(Some(host.on), |at| cluster.networks[*at].on).any(|at| at == network)
    });
    below.filter_map(|host| host.card).map(|card| card.as_mb_s()).sum()
}

/// Gives a switch's link a part of the demand below it; at times more than all of it.
fn narrow(cluster: &mut ClusterFile, network: usize, chance: &mut SplitMix64) {
    let part = if chance.part() < 0.5 { chance.between(0.4, 0.85) } else { 3.0 };
    cluster.networks[network].rate = Some(mb_s(wanted(cluster, network) * part));
}

/// A server on the spine that carries a part of all hosts' demand, or more.
fn store(cluster: &mut ClusterFile, chance: &mut SplitMix64) -> usize {
    let part = if chance.part() < 0.5 { chance.between(0.3, 0.8) } else { 3.0 };
    let rate = wanted(cluster, 0) * part;
    let drives = rate * chance.between(1.2, 2.0);
    server(cluster, 0, rate, drives)
}

fn levels(most: usize, chance: &mut SplitMix64) -> ClusterFile {
    let mut cluster = spine();
    let (pods, leaves) = (chance.whole(2, 3), chance.whole(2, 3));
    let each = chance.whole(2, (most / (pods * leaves)).clamp(2, 6));
    let speed = chance.scaled(300.0, 3000.0);
    let mut switches = Vec::new();
    for pod in 1..=pods {
        let above = switch(&mut cluster, format!("pod{pod}"), 0);
        switches.push(above);
        for leaf in 1..=leaves {
            let on = switch(&mut cluster, format!("leaf{pod}-{leaf}"), above);
            switches.push(on);
            (0..each).for_each(|_| host(&mut cluster, on, speed));
        }
    }
    switches.into_iter().for_each(|at| narrow(&mut cluster, at, chance));
    let store = store(&mut cluster, chance);
    target(&mut cluster, vec![store]);
    cluster
}

/// Racks of equal hosts; the racks' switches.
fn racks(cluster: &mut ClusterFile, most: usize, chance: &mut SplitMix64) -> Vec<usize> {
    let count = chance.whole(2, (most / 3).clamp(2, 5));
    let speed = chance.scaled(300.0, 3000.0);
    let mut switches = Vec::new();
    for rack in 1..=count {
        let on = switch(cluster, format!("leaf{rack}"), 0);
        for _ in 0..chance.whole(2, (most / count).clamp(2, 8)) {
            host(cluster, on, speed);
        }
        switches.push(on);
    }
    switches
}

fn targets(most: usize, chance: &mut SplitMix64) -> ClusterFile {
    let mut cluster = spine();
    let switches = racks(&mut cluster, most, chance);
    switches.iter().for_each(|at| narrow(&mut cluster, *at, chance));
    let own = (0..chance.whole(1, 3)).map(|_| store(&mut cluster, chance)).collect();
    // No host uses the other file system, whose servers are in a rack.
    let rate = wanted(&cluster, 0) * chance.between(0.05, 0.2);
    let other = server(&mut cluster, switches[0], rate, rate);
    target(&mut cluster, own);
    target(&mut cluster, vec![other]);
    cluster
}

fn ranks(most: usize, chance: &mut SplitMix64) -> ClusterFile {
    let mut cluster = spine();
    let racks = chance.whole(1, 2);
    let each = chance.whole(2, 4);
    let speed = chance.scaled(300.0, 3000.0);
    let mut leaves = Vec::new();
    for rack in 1..=racks {
        let leaf = switch(&mut cluster, format!("leaf{rack}"), 0);
        leaves.push(leaf);
        for number in 1..=chance.whole(2, (most / (racks * each)).clamp(2, 5)) {
            // The host's card is a link that its ranks pass; they are called as a run calls them.
            let name = format!("host{rack}-{number}");
            let card = switch(&mut cluster, name.clone(), leaf);
            for _ in 0..each {
                let rank = cluster.hosts.len();
                host(&mut cluster, card, speed);
                cluster.hosts[rank].id = format!("{name}#{rank}");
            }
            let part = chance.between(0.4, 0.85);
            cluster.networks[card].rate = Some(mb_s(speed * each as f64 * part));
        }
    }
    leaves.into_iter().for_each(|at| narrow(&mut cluster, at, chance));
    let store = store(&mut cluster, chance);
    target(&mut cluster, vec![store]);
    cluster
}

fn unequal(most: usize, chance: &mut SplitMix64) -> ClusterFile {
    let mut cluster = spine();
    let switches = racks(&mut cluster, most, chance);
    let below: Vec<usize> =
        (0..cluster.hosts.len()).filter(|at| cluster.hosts[*at].on == switches[0]).collect();
    let slow = below[0];
    let fast = below[below.len() - 1];
    let scale = |cluster: &mut ClusterFile, at: usize, by: f64| {
        let card = cluster.hosts[at].card.map_or(0.0, |card| card.as_mb_s());
        cluster.hosts[at].card = Some(mb_s(card * by));
    };
    scale(&mut cluster, slow, chance.between(0.2, 0.6));
    scale(&mut cluster, fast, chance.between(1.5, 3.0));
    for at in &switches {
        narrow(&mut cluster, *at, chance);
    }
    let part = chance.between(0.4, 0.85);
    cluster.networks[switches[0]].rate = Some(mb_s(wanted(&cluster, switches[0]) * part));
    let store = store(&mut cluster, chance);
    target(&mut cluster, vec![store]);
    cluster
}

fn crossing(most: usize, chance: &mut SplitMix64) -> ClusterFile {
    let mut cluster = spine();
    let switches = racks(&mut cluster, most, chance);
    let all = wanted(&cluster, 0);
    let count = chance.whole(2, switches.len());
    let mut own = Vec::new();
    for at in &switches {
        narrow(&mut cluster, *at, chance);
    }
    for at in &switches[..count] {
        own.push(server(&mut cluster, *at, 3.0 * all, 3.0 * all));
        // Each of the servers has an equal part of the demand from outside its rack.
        let outside = (all - wanted(&cluster, *at)) / count as f64;
        let part = if chance.part() < 0.7 { chance.between(0.4, 0.85) } else { 3.0 };
        cluster.networks[*at].rate = Some(mb_s(outside * part));
    }
    target(&mut cluster, own);
    cluster
}

fn free(most: usize, chance: &mut SplitMix64) -> ClusterFile {
    let mut cluster = spine();
    let switches = racks(&mut cluster, most, chance);
    let all = wanted(&cluster, 0);
    for at in switches {
        let rate = wanted(&cluster, at) * chance.between(1.05, 3.0);
        cluster.networks[at].rate = Some(mb_s(rate));
    }
    let rate = all * chance.between(1.05, 3.0);
    let store = server(&mut cluster, 0, rate, 2.0 * rate);
    target(&mut cluster, vec![store]);
    cluster
}
