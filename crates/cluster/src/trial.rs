//! Random clusters whose limits are known, measured and judged: how often the sets are exactly right.
//!
//! Two levels of network, racks below a spine, some of them narrow; unequal hosts and servers; one shared
//! target on one to four servers. `cargo xtask inference --hosts` judges many, a test some.

use narrows_infer::trial::Chance;
use narrows_messages::{Language, Localizer};
use narrows_record::cluster_file::{Cluster, Host, Network, OwnDrives, Server, Target};
use narrows_record::hosts::exchange::{Order, Task};
use narrows_record::hosts::{Asked, Group, Host as Listed, Hosts, Sharing};
use narrows_units::{Bytes, BytesPerSec, Nanos};
use narrows_workload::{Workload, profile};

use crate::Driver;
use crate::flows::{Ask, Place, Way, capacity, shares_without};
use crate::inquiry::{Inquiry, most_rounds};
use crate::sharing::sharing;
use crate::virtual_hosts::VirtualHosts;

/// The workload of all trials.
const WORKLOAD: &str = "seq-read-128k-q32";
/// A limit that costs some host this part of its rate when all run must be found.
const MUST: f64 = 0.10;

/// What is true of a cluster: sets of hosts that share a limit, ascending.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// The hosts, by index.
    pub members: Vec<usize>,
    /// The largest part of its rate that a host loses to it when all run.
    pub cost: f64,
}

/// How a trial ended.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Every set that must be found was found with exactly its hosts, and no other was made up.
    pub exact: bool,
    /// Rounds made.
    pub rounds: usize,
    /// Hosts.
    pub hosts: usize,
    /// What was true.
    pub truth: Vec<Truth>,
    /// What was found.
    pub found: Sharing,
}

/// Draws a cluster of 4 to `most` hosts.
pub fn draw(chance: &mut Chance, most: usize) -> Cluster {
    let count = chance.whole(4, most);
    let racks = chance.whole(2, (count / 2).clamp(2, 8));
    let speed = chance.scaled(300.0, 3000.0);
    let mut cluster = Cluster::default();
    let spine = Network { id: "spine".to_owned(), on: None, rate: None };
    cluster.networks.push(spine);
    for rack in 1..=racks {
        let id = format!("leaf{rack}");
        cluster.networks.push(Network { id, on: Some(0), rate: None });
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

fn host(number: usize, on: usize, mb_s: f64) -> Host {
    let card = Some(BytesPerSec::mb_s(mb_s));
    let drives = OwnDrives::default();
    Host { id: format!("node{number}"), on, card, read: None, write: None, drives }
}

/// One to four servers of unequal cards, drives and processors; together they carry a part of what the
/// hosts want, or more than all of it.
fn servers(cluster: &mut Cluster, chance: &mut Chance) {
    let count = chance.whole(1, 4);
    let wants: f64 = cluster.hosts.iter().filter_map(|host| host.card).map(|it| it.as_mb_s()).sum();
    let part = if chance.part() < 0.6 { chance.between(0.25, 0.9) } else { 3.0 };
    for number in 1..=count {
        // A server may stand in a rack; hosts there do not pass the spine to it.
        let on = if chance.part() < 0.25 { chance.whole(1, cluster.networks.len() - 1) } else { 0 };
        let own = wants * part * chance.between(1.0, 2.0) / count as f64;
        let mut rates = [3.0; 3].map(|most| own * chance.between(1.2, most));
        rates[chance.whole(0, 2)] = own;
        cluster.servers.push(Server {
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
    cluster.targets.push(Target { id, servers: (0..count).collect(), wait });
}

/// The sets that share a limit, from the cluster itself: who passes each place, and what the place
/// costs them when all run. Places that only the same hosts pass are one set.
pub fn truth(cluster: &Cluster, workload: &Workload) -> Vec<Truth> {
    let all = rates(cluster, workload, &[]);
    let mut found: Vec<Truth> = Vec::new();
    for place in places(cluster) {
        let members = passing(cluster, place);
        if members.len() < 2 || capacity(cluster, place, workload).is_none() {
            continue;
        }
        if !found.iter().any(|known| known.members == members) {
            found.push(Truth { members, cost: 0.0 });
        }
    }
    // What a set costs: without all its places, the others as they are.
    for truth in &mut found {
        let is_same = |place: &Place| passing(cluster, *place) == truth.members;
        let same: Vec<Place> = places(cluster).into_iter().filter(is_same).collect();
        let free = rates(cluster, workload, &same);
        let lost = all.iter().zip(&free).map(|(here, there)| 1.0 - here / there);
        truth.cost = lost.fold(0.0, f64::max);
    }
    found
}

fn places(cluster: &Cluster) -> Vec<Place> {
    let networks = 0..cluster.networks.len();
    let ways =
        networks.flat_map(|at| [Place::Uplink(at, Way::Read), Place::Uplink(at, Way::Write)]);
    let servers = 0..cluster.servers.len();
    let of = |at| [Place::ServerCard(at, Way::Read), Place::ServerDrives(at), Place::ServerCpu(at)];
    ways.chain(servers.flat_map(of)).collect()
}

/// Hosts that pass a place when they read.
fn passing(cluster: &Cluster, place: Place) -> Vec<usize> {
    let passes = |host: &usize| match place {
        Place::Uplink(network, way) => cluster.servers.iter().any(|server| {
            let links = cluster.way(server.on, cluster.hosts[*host].on);
            links.contains(&(network, way == Way::Write))
        }),
        _ => true,
    };
    (0..cluster.hosts.len()).filter(passes).collect()
}

fn rates(cluster: &Cluster, workload: &Workload, without: &[Place]) -> Vec<f64> {
    let ask = |host| Ask { host, target: 0, workload, same_file: false };
    let asks: Vec<Ask<'_>> = (0..cluster.hosts.len()).map(ask).collect();
    shares_without(cluster, &asks, without).iter().map(|share| share.mb_s).collect()
}

/// Measures a cluster's virtual hosts until enough is known, and compares. `known` racks are told
/// beforehand, as Slurm's `topology.conf` would.
pub fn judge(cluster: &Cluster, known: bool, scatter: f64, seed: u64) -> Option<Judged> {
    let workload = profile(WORKLOAD)?;
    let mut document = begin(cluster, known);
    let mut hosts = VirtualHosts::new(cluster, String::new(), seed).with_scatter(scatter);
    let mut inquiry = Inquiry::default();
    while let Some(round) = inquiry.next(&document) {
        let answers = hosts.ask(&Order::new(1, Task::Round(round.clone())));
        document.take_round(&round, &answers);
        if document.rounds.len() > most_rounds(cluster.hosts.len()) {
            break;
        }
    }
    let found = sharing(&document, Some(cluster), &Localizer::new(Language::English))?;
    let truth = truth(cluster, &workload);
    let number = |name: &String| cluster.hosts.iter().position(|host| host.id == *name);
    let sets: Vec<Vec<usize>> =
        found.limits.iter().map(|limit| limit.units.iter().filter_map(number).collect()).collect();
    let is_found = |it: &Truth| sets.contains(&it.members);
    let all = truth.iter().filter(|it| it.cost >= MUST).all(is_found);
    let none = sets.iter().all(|set| truth.iter().any(|it| it.members == *set));
    let (rounds, hosts) = (document.rounds.len(), cluster.hosts.len());
    Some(Judged { exact: all && none, rounds, hosts, truth, found })
}

fn begin(cluster: &Cluster, known: bool) -> Hosts {
    let target = cluster.targets.first().map(|target| target.id.clone());
    let listed = cluster.hosts.iter().enumerate().map(|(at, host)| Listed {
        rank: u32::try_from(at).unwrap_or(u32::MAX),
        host: host.id.clone(),
        targets: target.iter().cloned().collect(),
        ..Listed::default()
    });
    let mut document = Hosts {
        hosts: listed.collect(),
        asked: Asked { target, workload: WORKLOAD.to_owned(), time_s: 1.0, ..Asked::default() },
        ..Hosts::default()
    };
    if known {
        document.groups = groups(cluster);
    }
    document
}

/// The switches of a cluster with the hosts below each.
pub fn groups(cluster: &Cluster) -> Vec<Group> {
    let below = |network: usize| {
        let hosts = cluster.hosts.iter().filter(move |host| {
            let mut at = Some(host.on);
            while at.is_some_and(|here| here != network) {
                at = at.and_then(|here| cluster.networks[here].on);
            }
            at.is_some()
        });
        hosts.map(|host| host.id.clone()).collect::<Vec<String>>()
    };
    let group = |at: usize| Group {
        name: cluster.networks[at].id.clone(),
        hosts: below(at),
        from: "cluster file".to_owned(),
        uplink_mb_s: cluster.networks[at].on.and(cluster.networks[at].rate).map(|it| it.as_mb_s()),
    };
    let groups = (0..cluster.networks.len()).map(group);
    groups.filter(|group| !group.hosts.is_empty()).collect()
}
