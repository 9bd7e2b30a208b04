//! Random clusters whose limits are known, measured and judged: how often the sets are exactly right.
//!
//! Two levels of network, racks below a spine, some of them narrow; unequal hosts and servers; one shared target on
//! one to four servers. `cargo xtask inference --hosts` judges many, a test some. [`ClusterFamily`] covers features
//! that these lack.

mod draw;
mod wide;

use narrows_files::cluster_file::ClusterFile;
use narrows_record::hosts::exchange::{RankOrder, RankTask};
use narrows_record::hosts::{
    HostEntry as Listed, HostGroup, HostLimitCause, HostLimitCauseKind, HostSharing, HostsDocument,
    HostsRequest, SharedHostLimit,
};
use narrows_workload::{Workload, profile};

pub use self::draw::draw;
pub use self::wide::ClusterFamily;
use crate::cluster::HostsDriver;
use crate::cluster::causes::next_experiment;
use crate::cluster::flows::{ClusterLocation, DataDirection, HostDemand, capacity, shares_without};
use crate::cluster::inquiry::{HostsInquiry, most_rounds};
use crate::cluster::sharing::sharing;
use crate::cluster::virtual_hosts::VirtualHosts;

const WORKLOAD: &str = "seq-read-128k-q32";
/// A limit that costs some host this part of its rate when all run must be found.
const MUST: f64 = 0.10;

/// A set that some host loses this part of its rate to, whoever runs, is a limit.
const ANY: f64 = 1e-6;
/// A set of this confidence or more counts as certain.
const SURE: f64 = 0.9;

/// Ground truth of a cluster: sets of hosts that share a limit, ascending.
#[derive(Clone, Debug, PartialEq)]
pub struct TrueLimit {
    /// The hosts, by index.
    pub members: Vec<usize>,
    /// The largest part of its rate that a host loses to it when all run.
    pub cost: f64,
    /// The same when just these hosts run.
    pub cost_apart: f64,
    /// Their total rate when it is full, 10^6 bytes per second.
    pub mb_s: f64,
    /// The limiting place: of those that only these hosts pass, the one that carries least.
    pub place: ClusterLocation,
}

#[derive(Clone, Debug)]
pub struct ClusterScore {
    /// Every set that must be found was found with exactly its hosts, and no other was made up.
    pub exact: bool,
    /// Sets with a confidence of 0.9 or more, and how many of them are none.
    pub sure: [usize; 2],
    /// Limits that were found and cost enough, and of how many the place that limits was excluded.
    pub placed: [usize; 2],
    /// Of these limits, those with a cause of 0.9 or more, and how many of them blame the wrong place.
    pub likely: [usize; 2],
    pub rounds: usize,
    pub hosts: usize,
    pub truth: Vec<TrueLimit>,
    pub sharing: HostSharing,
}

impl ClusterScore {
    /// Not exact, without an open question.
    pub fn is_silent(&self) -> bool {
        !self.exact && self.sharing.complete
    }
}

/// The sets that share a limit, from the cluster itself: the hosts that pass each place, and its cost
/// to them. Places that only the same hosts pass are one set. Sets in which no host loses do not
/// count.
pub fn truth(cluster: &ClusterFile, workload: &Workload) -> Vec<TrueLimit> {
    let mut sharing: Vec<TrueLimit> = Vec::new();
    for place in places(cluster) {
        let members = passing(cluster, place);
        let Some(mb_s) = together(cluster, place, workload).filter(|_| members.len() > 1) else {
            continue;
        };
        match sharing.iter_mut().find(|known| known.members == members) {
            Some(known) if known.mb_s <= mb_s => {}
            Some(known) => (known.mb_s, known.place) = (mb_s, place),
            None => sharing.push(TrueLimit { members, cost: 0.0, cost_apart: 0.0, mb_s, place }),
        }
    }
    let all: Vec<usize> = (0..cluster.hosts.len()).collect();
    for truth in &mut sharing {
        let is_same = |place: &ClusterLocation| passing(cluster, *place) == truth.members;
        let same: Vec<ClusterLocation> = places(cluster).into_iter().filter(is_same).collect();
        truth.cost = lost(cluster, workload, &all, &same);
        truth.cost_apart = lost(cluster, workload, &truth.members, &same);
    }
    sharing.retain(|truth| truth.cost.max(truth.cost_apart) > ANY);
    sharing
}

/// The largest part of its rate that one of these hosts loses to places while they run.
fn lost(
    cluster: &ClusterFile,
    workload: &Workload,
    running: &[usize],
    to: &[ClusterLocation],
) -> f64 {
    let here = rates(cluster, workload, running, &[]);
    let free = rates(cluster, workload, running, to);
    here.iter().zip(&free).map(|(here, free)| 1.0 - here / free).fold(0.0, f64::max)
}

/// Places that the target's data may pass.
fn places(cluster: &ClusterFile) -> Vec<ClusterLocation> {
    let networks = 0..cluster.networks.len();
    let ways = networks.flat_map(|at| {
        [
            ClusterLocation::Uplink(at, DataDirection::Read),
            ClusterLocation::Uplink(at, DataDirection::Write),
        ]
    });
    let servers = servers(cluster).iter().copied();
    let of = |at| {
        [
            ClusterLocation::ServerCard(at, DataDirection::Read),
            ClusterLocation::ServerDrives(at),
            ClusterLocation::ServerCpu(at),
        ]
    };
    ways.chain(servers.flat_map(of)).collect()
}

fn servers(cluster: &ClusterFile) -> &[usize] {
    cluster.targets.first().map_or(&[], |target| &target.servers)
}

/// Of how many servers a host's data passes a place when it reads.
fn passed(cluster: &ClusterFile, host: usize, place: ClusterLocation) -> usize {
    let from = |server: &&usize| match place {
        ClusterLocation::Uplink(network, way) => {
            let links = cluster.way(cluster.servers[**server].on, cluster.hosts[host].on);
            links.contains(&(network, way == DataDirection::Write))
        }
        ClusterLocation::ServerCard(at, _)
        | ClusterLocation::ServerDrives(at)
        | ClusterLocation::ServerCpu(at) => at == **server,
        ClusterLocation::Host(..) | ClusterLocation::HostCard(..) | ClusterLocation::Depth(_) => {
            false
        }
    };
    servers(cluster).iter().filter(from).count()
}

/// Hosts that pass a place when they read.
fn passing(cluster: &ClusterFile, place: ClusterLocation) -> Vec<usize> {
    (0..cluster.hosts.len()).filter(|host| passed(cluster, *host, place) > 0).collect()
}

/// Total rate of all that pass a place when it is full; `None` if it limits nothing.
fn together(cluster: &ClusterFile, place: ClusterLocation, workload: &Workload) -> Option<f64> {
    let carried = capacity(cluster, place, workload)?;
    let most = (0..cluster.hosts.len()).map(|host| passed(cluster, host, place)).max()?;
    // A processor has a request for each of a host's, whatever part of its bytes that brings.
    let is_cpu = matches!(place, ClusterLocation::ServerCpu(_));
    let part = if is_cpu { 1.0 } else { most as f64 / servers(cluster).len() as f64 };
    (part > 0.0).then(|| carried / part)
}

fn rates(
    cluster: &ClusterFile,
    workload: &Workload,
    running: &[usize],
    without: &[ClusterLocation],
) -> Vec<f64> {
    let ask = |host: &usize| HostDemand { host: *host, target: 0, workload, same_file: false };
    let asks: Vec<HostDemand<'_>> = running.iter().map(ask).collect();
    shares_without(cluster, &asks, without).iter().map(|share| share.mb_s).collect()
}

/// Measures a cluster's virtual hosts until enough is known, and compares. `known` switches are
/// given beforehand, as Slurm's `topology.conf` would; the cluster's file is not.
pub fn judge(cluster: &ClusterFile, known: bool, scatter: f64, seed: u64) -> Option<ClusterScore> {
    let workload = profile(WORKLOAD)?;
    let target = cluster.targets.first().map(|target| target.id.clone());
    let listed = cluster.hosts.iter().enumerate().map(|(at, host)| Listed {
        rank: u32::try_from(at).unwrap_or(u32::MAX),
        host: host.id.clone(),
        targets: target.iter().cloned().collect(),
        ..Listed::default()
    });
    let mut document = HostsDocument {
        hosts: listed.collect(),
        asked: HostsRequest {
            target,
            workload: WORKLOAD.to_owned(),
            time_s: 1.0,
            ..HostsRequest::default()
        },
        ..HostsDocument::default()
    };
    if known {
        document.groups = groups(cluster);
    }
    let mut hosts = VirtualHosts::new(cluster, String::new(), seed).with_scatter(scatter);
    let mut inquiry = HostsInquiry::default();
    while let Some(round) = inquiry.next(&document) {
        let answers = hosts.ask(&RankOrder::new(1, RankTask::Round(round.clone())));
        document.take_round(&round, &answers);
        if document.rounds.len() > most_rounds(cluster.hosts.len()) {
            break;
        }
    }
    let rounds = document.rounds.len();
    let mut inferred = sharing(&document, None)?;
    while let Some((id, round)) = next_experiment(&document, &inferred, true) {
        let answers = hosts.ask(&RankOrder::new(1, RankTask::Round(round.clone())));
        document.take_round(&round, &answers);
        document.rounds.last_mut()?.experiment = Some(id);
        inferred = sharing(&document, None)?;
    }
    Some(compared(cluster, truth(cluster, &workload), inferred, rounds))
}

fn compared(
    cluster: &ClusterFile,
    truth: Vec<TrueLimit>,
    sharing: HostSharing,
    rounds: usize,
) -> ClusterScore {
    let number = |name: &String| cluster.hosts.iter().position(|host| host.id == *name);
    let members =
        |limit: &SharedHostLimit| limit.units.iter().filter_map(number).collect::<Vec<usize>>();
    let limits: Vec<(Vec<usize>, &SharedHostLimit)> =
        sharing.limits.iter().map(|limit| (members(limit), limit)).collect();
    let of =
        |it: &TrueLimit| limits.iter().find(|(set, _)| *set == it.members).map(|(_, limit)| *limit);
    let is_true = |set: &[usize]| truth.iter().any(|it| it.members == set);
    let must = || truth.iter().filter(|it| it.cost >= MUST);
    let exact = must().all(|it| of(it).is_some()) && limits.iter().all(|(set, _)| is_true(set));
    let sure: Vec<bool> = limits
        .iter()
        .filter(|(_, limit)| limit.confidence >= SURE)
        .map(|(set, _)| is_true(set))
        .collect();
    let causes = || must().filter_map(|it| Some((it.place, of(it)?.causes.as_slice())));
    let is_it = |place, cause: &HostLimitCause| is_place(cluster, place, cause);
    let placed: Vec<bool> = causes()
        .map(|(place, all)| all.iter().any(|cause| !cause.excluded && is_it(place, cause)))
        .collect();
    let likely: Vec<bool> = causes()
        .filter_map(|(place, all)| {
            let first = all.first().filter(|first| first.likelihood >= SURE)?;
            Some(is_it(place, first))
        })
        .collect();
    let wrong = |all: &[bool]| [all.len(), all.iter().filter(|right| !**right).count()];
    let (sure, placed, likely) = (wrong(&sure), wrong(&placed), wrong(&likely));
    ClusterScore { exact, sure, placed, likely, rounds, hosts: cluster.hosts.len(), truth, sharing }
}

fn is_place(cluster: &ClusterFile, place: ClusterLocation, cause: &HostLimitCause) -> bool {
    let (kind, name) = match place {
        ClusterLocation::Uplink(at, _) => {
            (HostLimitCauseKind::Uplink, cluster.networks[at].id.as_str())
        }
        ClusterLocation::ServerCard(at, _) => {
            (HostLimitCauseKind::ServerCard, cluster.servers[at].id.as_str())
        }
        ClusterLocation::ServerDrives(at) => {
            (HostLimitCauseKind::ServerDrives, cluster.servers[at].id.as_str())
        }
        ClusterLocation::ServerCpu(at) => {
            (HostLimitCauseKind::ServerCpu, cluster.servers[at].id.as_str())
        }
        ClusterLocation::Host(..) | ClusterLocation::HostCard(..) | ClusterLocation::Depth(_) => {
            return false;
        }
    };
    cause.kind == kind && (cause.place.is_empty() || cause.place == name)
}

/// The switches of a cluster with the hosts below each.
pub fn groups(cluster: &ClusterFile) -> Vec<HostGroup> {
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
    let group = |at: usize| HostGroup {
        name: cluster.networks[at].id.clone(),
        hosts: below(at),
        from: "cluster file".to_owned(),
        uplink_mb_s: cluster.networks[at].on.and(cluster.networks[at].rate).map(|it| it.as_mb_s()),
    };
    let groups = (0..cluster.networks.len()).map(group);
    groups.filter(|group| !group.hosts.is_empty()).collect()
}
