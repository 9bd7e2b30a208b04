//! Random clusters whose limits are known, measured and judged: how often the sets are exactly right.
//!
//! Two levels of network, racks below a spine, some of them narrow; unequal hosts and servers; one shared
//! target on one to four servers. `cargo xtask inference --hosts` judges many, a test some. [`Family`] has what
//! these do not have.

mod draw;
mod wide;

use narrows_files::cluster_file::Cluster;
use narrows_record::hosts::exchange::{Order, Task};
use narrows_record::hosts::{Asked, CauseKind, Group, Host as Listed, Hosts, Limit, Sharing};
use narrows_workload::{Workload, profile};

pub use self::draw::draw;
pub use self::wide::Family;
use crate::cluster::Driver;
use crate::cluster::causes::next_experiment;
use crate::cluster::flows::{Ask, Place, Way, capacity, shares_without};
use crate::cluster::inquiry::{Inquiry, most_rounds};
use crate::cluster::sharing::sharing;
use crate::cluster::virtual_hosts::VirtualHosts;

const WORKLOAD: &str = "seq-read-128k-q32";
/// A limit that costs some host this part of its rate when all run must be found.
const MUST: f64 = 0.10;

/// A set that some host loses this part of its rate to, whoever runs, is a limit.
const ANY: f64 = 1e-6;
/// A set of this confidence or more counts as certain.
const SURE: f64 = 0.9;

/// What is true of a cluster: sets of hosts that share a limit, ascending.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// The hosts, by index.
    pub members: Vec<usize>,
    /// The largest part of its rate that a host loses to it when all run.
    pub cost: f64,
    /// The same when just these hosts run.
    pub cost_apart: f64,
    /// What all of them get together where it is full, 10^6 bytes per second.
    pub mb_s: f64,
    /// The place that limits: of those that just these hosts pass, the one that carries least.
    pub place: Place,
}

/// How a trial ended.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Every set that must be found was found with exactly its hosts, and no other was made up.
    pub exact: bool,
    /// Sets with a confidence of 0.9 or more, and how many of them are none.
    pub sure: [usize; 2],
    /// Limits that were found and cost enough, and of how many the place that limits was excluded.
    pub placed: [usize; 2],
    pub rounds: usize,
    pub hosts: usize,
    pub truth: Vec<Truth>,
    pub found: Sharing,
}

impl Judged {
    /// Not exact, without an open question.
    pub fn is_silent(&self) -> bool {
        !self.exact && self.found.complete
    }
}

/// The sets that share a limit, from the cluster itself: who passes each place, and what the place
/// costs them. Places that only the same hosts pass are one set. Sets in which no host loses are none.
pub fn truth(cluster: &Cluster, workload: &Workload) -> Vec<Truth> {
    let mut found: Vec<Truth> = Vec::new();
    for place in places(cluster) {
        let members = passing(cluster, place);
        let Some(mb_s) = together(cluster, place, workload).filter(|_| members.len() > 1) else {
            continue;
        };
        match found.iter_mut().find(|known| known.members == members) {
            Some(known) if known.mb_s <= mb_s => {}
            Some(known) => (known.mb_s, known.place) = (mb_s, place),
            None => found.push(Truth { members, cost: 0.0, cost_apart: 0.0, mb_s, place }),
        }
    }
    let all: Vec<usize> = (0..cluster.hosts.len()).collect();
    for truth in &mut found {
        let is_same = |place: &Place| passing(cluster, *place) == truth.members;
        let same: Vec<Place> = places(cluster).into_iter().filter(is_same).collect();
        truth.cost = lost(cluster, workload, &all, &same);
        truth.cost_apart = lost(cluster, workload, &truth.members, &same);
    }
    found.retain(|truth| truth.cost.max(truth.cost_apart) > ANY);
    found
}

/// The largest part of its rate that one of these hosts loses to places while they run.
fn lost(cluster: &Cluster, workload: &Workload, running: &[usize], to: &[Place]) -> f64 {
    let here = rates(cluster, workload, running, &[]);
    let free = rates(cluster, workload, running, to);
    here.iter().zip(&free).map(|(here, free)| 1.0 - here / free).fold(0.0, f64::max)
}

/// Places that the target's data may pass.
fn places(cluster: &Cluster) -> Vec<Place> {
    let networks = 0..cluster.networks.len();
    let ways =
        networks.flat_map(|at| [Place::Uplink(at, Way::Read), Place::Uplink(at, Way::Write)]);
    let servers = servers(cluster).iter().copied();
    let of = |at| [Place::ServerCard(at, Way::Read), Place::ServerDrives(at), Place::ServerCpu(at)];
    ways.chain(servers.flat_map(of)).collect()
}

/// The servers of what is measured.
fn servers(cluster: &Cluster) -> &[usize] {
    cluster.targets.first().map_or(&[], |target| &target.servers)
}

/// Of how many servers a host's data passes a place when it reads.
fn passed(cluster: &Cluster, host: usize, place: Place) -> usize {
    let from = |server: &&usize| match place {
        Place::Uplink(network, way) => {
            let links = cluster.way(cluster.servers[**server].on, cluster.hosts[host].on);
            links.contains(&(network, way == Way::Write))
        }
        Place::ServerCard(at, _) | Place::ServerDrives(at) | Place::ServerCpu(at) => at == **server,
        Place::Host(..) | Place::HostCard(..) | Place::Depth(_) => false,
    };
    servers(cluster).iter().filter(from).count()
}

/// Hosts that pass a place when they read.
fn passing(cluster: &Cluster, place: Place) -> Vec<usize> {
    (0..cluster.hosts.len()).filter(|host| passed(cluster, *host, place) > 0).collect()
}

/// What all that pass a place get together where it is full; none where it limits nothing.
fn together(cluster: &Cluster, place: Place, workload: &Workload) -> Option<f64> {
    let carried = capacity(cluster, place, workload)?;
    let most = (0..cluster.hosts.len()).map(|host| passed(cluster, host, place)).max()?;
    // A processor has a request for each of a host's, whatever part of its bytes that brings.
    let is_cpu = matches!(place, Place::ServerCpu(_));
    let part = if is_cpu { 1.0 } else { most as f64 / servers(cluster).len() as f64 };
    (part > 0.0).then(|| carried / part)
}

fn rates(cluster: &Cluster, workload: &Workload, running: &[usize], without: &[Place]) -> Vec<f64> {
    let ask = |host: &usize| Ask { host: *host, target: 0, workload, same_file: false };
    let asks: Vec<Ask<'_>> = running.iter().map(ask).collect();
    shares_without(cluster, &asks, without).iter().map(|share| share.mb_s).collect()
}

/// Measures a cluster's virtual hosts until enough is known, and compares. `known` switches are told
/// beforehand, as Slurm's `topology.conf` would; the cluster's file is not.
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
    let rounds = document.rounds.len();
    let mut found = sharing(&document, None)?;
    while let Some((id, round)) = next_experiment(&document, &found, true) {
        let answers = hosts.ask(&Order::new(1, Task::Round(round.clone())));
        document.take_round(&round, &answers);
        document.rounds.last_mut()?.experiment = Some(id);
        found = sharing(&document, None)?;
    }
    Some(compared(cluster, truth(cluster, &workload), found, rounds))
}

fn compared(cluster: &Cluster, truth: Vec<Truth>, found: Sharing, rounds: usize) -> Judged {
    let number = |name: &String| cluster.hosts.iter().position(|host| host.id == *name);
    let members = |limit: &Limit| limit.units.iter().filter_map(number).collect::<Vec<usize>>();
    let told: Vec<(Vec<usize>, &Limit)> =
        found.limits.iter().map(|limit| (members(limit), limit)).collect();
    let of = |it: &Truth| told.iter().find(|(set, _)| *set == it.members).map(|(_, limit)| *limit);
    let is_true = |set: &[usize]| truth.iter().any(|it| it.members == set);
    let must = || truth.iter().filter(|it| it.cost >= MUST);
    let exact = must().all(|it| of(it).is_some()) && told.iter().all(|(set, _)| is_true(set));
    let sure: Vec<bool> = told
        .iter()
        .filter(|(_, limit)| limit.confidence >= SURE)
        .map(|(set, _)| is_true(set))
        .collect();
    let placed: Vec<bool> =
        must().filter_map(|it| Some(is_open(cluster, it.place, of(it)?))).collect();
    let wrong = |all: &[bool]| [all.len(), all.iter().filter(|right| !**right).count()];
    let (sure, placed) = (wrong(&sure), wrong(&placed));
    Judged { exact, sure, placed, rounds, hosts: cluster.hosts.len(), truth, found }
}

/// Whether a place is among the causes of a limit that are left.
fn is_open(cluster: &Cluster, place: Place, limit: &Limit) -> bool {
    let (kind, name) = match place {
        Place::Uplink(at, _) => (CauseKind::Uplink, cluster.networks[at].id.as_str()),
        Place::ServerCard(at, _) => (CauseKind::ServerCard, cluster.servers[at].id.as_str()),
        Place::ServerDrives(at) => (CauseKind::ServerDrives, cluster.servers[at].id.as_str()),
        Place::ServerCpu(at) => (CauseKind::ServerCpu, cluster.servers[at].id.as_str()),
        Place::Host(..) | Place::HostCard(..) | Place::Depth(_) => return false,
    };
    let mut open = limit.causes.iter().filter(|cause| !cause.excluded);
    open.any(|cause| cause.kind == kind && (cause.place.is_empty() || cause.place == name))
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
