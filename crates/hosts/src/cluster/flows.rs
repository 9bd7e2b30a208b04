//! Shares of hosts in a cluster: fair shares over everything on the way between host and server.
//!
//! A network link carries as much in each direction at once. A server's drives and its processor serve
//! readers and writers in turn. The shares are those of `narrows_model::solver`, as for the drives of
//! one machine.

use std::collections::BTreeMap;

use narrows_files::cluster_file::{ClusterFile, ClusterServer, OwnDrives};
use narrows_model::solver::{ResourceUse, SolverFlow, share};
use narrows_workload::{Direction, Workload};

#[derive(Clone, Debug, PartialEq)]
pub struct HostDemand<'w> {
    pub host: usize,
    pub target: usize,
    pub workload: &'w Workload,
    /// All hosts ask the same part of one file, which a server's memory may hold.
    pub same_file: bool,
}

/// Places that can limit, with the direction if there are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClusterLocation {
    Host(usize, DataDirection),
    HostCard(usize, DataDirection),
    /// A switch's link towards the one above.
    Uplink(usize, DataDirection),
    ServerCard(usize, DataDirection),
    ServerDrives(usize),
    ServerCpu(usize),
    /// So many requests in flight on one host, by the number of the ask.
    Depth(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DataDirection {
    Read,
    Write,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DemandShare {
    /// 10^6 bytes per second; infinite if nothing in the cluster's file limits it.
    pub mb_s: f64,
    pub stopped_by: Option<ClusterLocation>,
}

/// Returns the share of each demand when all run at once.
pub fn shares(cluster: &ClusterFile, asks: &[HostDemand<'_>]) -> Vec<DemandShare> {
    shares_without(cluster, asks, &[])
}

/// The same if these places limited nothing.
pub fn shares_without(
    cluster: &ClusterFile,
    asks: &[HostDemand<'_>],
    without: &[ClusterLocation],
) -> Vec<DemandShare> {
    let mut places = LocationCapacities { without, ..LocationCapacities::default() };
    let flows: Vec<SolverFlow> =
        asks.iter().enumerate().map(|(at, ask)| places.flow(cluster, at, ask)).collect();
    let shares = share(&places.capacities, &flows);
    // Places are numbered from 0 without gaps: a place's index in the sorted list is its number.
    let named: Vec<ClusterLocation> = {
        let mut named: Vec<(usize, ClusterLocation)> =
            places.known.iter().map(|(place, at)| (*at, *place)).collect();
        named.sort_unstable();
        named.into_iter().map(|(_, place)| place).collect()
    };
    let both = shares.rates.iter().zip(&shares.stopped_by);
    both.map(|(mb_s, by)| DemandShare { mb_s: *mb_s, stopped_by: by.map(|at| named[at]) }).collect()
}

/// Rate of each of this many own drives of a host while they run at once, 10^6 bytes per second; `None`
/// if unlimited.
pub fn own_share(drives: &OwnDrives, running: usize, workload: &Workload) -> Option<f64> {
    let each = match workload.direction() {
        Direction::Read => drives.read,
        Direction::Write => drives.write,
    };
    let part = drives.together.map(|most| most.as_mb_s() / running.max(1) as f64);
    each.map(|rate| rate.as_mb_s()).into_iter().chain(part).reduce(f64::min)
}

/// Capacity of a place under one workload, 10^6 bytes per second; `None` if unlimited.
pub fn capacity(cluster: &ClusterFile, place: ClusterLocation, workload: &Workload) -> Option<f64> {
    let block = workload.block.as_f64() / 1e6;
    match place {
        ClusterLocation::Host(host, DataDirection::Read) => {
            Some(cluster.hosts.get(host)?.read?.as_mb_s())
        }
        ClusterLocation::Host(host, DataDirection::Write) => {
            Some(cluster.hosts.get(host)?.write?.as_mb_s())
        }
        ClusterLocation::HostCard(host, _) => Some(cluster.hosts.get(host)?.card?.as_mb_s()),
        ClusterLocation::Uplink(network, _) => Some(cluster.networks.get(network)?.rate?.as_mb_s()),
        ClusterLocation::ServerCard(server, _) => {
            Some(cluster.servers.get(server)?.card?.as_mb_s())
        }
        ClusterLocation::ServerDrives(server) => {
            drives(cluster.servers.get(server)?, workload.direction())
        }
        ClusterLocation::ServerCpu(server) => {
            Some(cluster.servers.get(server)?.operations? * block)
        }
        ClusterLocation::Depth(_) => None,
    }
}

fn drives(server: &ClusterServer, direction: Direction) -> Option<f64> {
    let rate = match direction {
        Direction::Read => server.read,
        Direction::Write => server.write,
    };
    rate.map(|rate| rate.as_mb_s())
}

/// The places that flows pass, each with its capacity.
#[derive(Default)]
struct LocationCapacities<'p> {
    /// Places that limit nothing.
    without: &'p [ClusterLocation],
    known: BTreeMap<ClusterLocation, usize>,
    capacities: Vec<f64>,
}

impl LocationCapacities<'_> {
    fn at(&mut self, place: ClusterLocation, capacity: f64) -> usize {
        *self.known.entry(place).or_insert_with(|| {
            self.capacities.push(capacity);
            self.capacities.len() - 1
        })
    }

    fn flow(&mut self, cluster: &ClusterFile, number: usize, ask: &HostDemand<'_>) -> SolverFlow {
        let mut used: BTreeMap<usize, f64> = BTreeMap::new();
        let passed = passed(cluster, number, ask);
        let counted = passed.into_iter().filter(|(place, ..)| !self.without.contains(place));
        for (place, coefficient, most) in counted.collect::<Vec<_>>() {
            *used.entry(self.at(place, most)).or_default() += coefficient;
        }
        let uses =
            used.into_iter().map(|(resource, coefficient)| ResourceUse { resource, coefficient });
        SolverFlow { weight: 1.0, uses: uses.collect() }
    }
}

/// Each place on the way, its use per unit of the rate, and its capacity.
fn passed(
    cluster: &ClusterFile,
    number: usize,
    ask: &HostDemand<'_>,
) -> Vec<(ClusterLocation, f64, f64)> {
    let (host, target) = (&cluster.hosts[ask.host], &cluster.targets[ask.target]);
    let workload = ask.workload;
    let is_read = workload.direction() == Direction::Read;
    let way = if is_read { DataDirection::Read } else { DataDirection::Write };
    let carries = |place: ClusterLocation, part: f64| {
        Some((place, part, capacity(cluster, place, workload)?))
    };
    let mut passed: Vec<(ClusterLocation, f64, f64)> = Vec::new();
    passed.extend(carries(ClusterLocation::Host(ask.host, way), 1.0));
    passed.extend(carries(ClusterLocation::HostCard(ask.host, way), 1.0));
    // Bytes in flight over the time that each request waits are a rate (Little's law).
    let in_flight = f64::from(workload.in_flight()) * workload.block.as_f64() / 1e6;
    let wait = target.wait.as_secs();
    passed.extend((wait > 0.0).then(|| (ClusterLocation::Depth(number), 1.0, in_flight / wait)));
    let part = 1.0 / target.servers.len() as f64;
    for server in &target.servers {
        let there = &cluster.servers[*server];
        for (network, is_up) in cluster.way(there.on, host.on) {
            // A reader's data goes up on the server's side and down on the host's, a writer's the
            // other way. Each direction of a link is a separate place.
            let way = if is_up == is_read { DataDirection::Write } else { DataDirection::Read };
            passed.extend(carries(ClusterLocation::Uplink(network, way), part));
        }
        passed.extend(carries(ClusterLocation::ServerCard(*server, way), part));
        // Each request goes to every server, of which each has a part of its bytes to fetch.
        let requests = 1e6 / workload.block.as_f64();
        passed.extend(
            there.operations.map(|most| (ClusterLocation::ServerCpu(*server), requests, most)),
        );
        let is_held = ask.same_file && is_read && there.memory.get() > 0;
        let drives = drives(there, workload.direction()).filter(|_| !is_held);
        // Time that the drives spend: reading and writing take turns.
        passed
            .extend(drives.map(|most| (ClusterLocation::ServerDrives(*server), part / most, 1.0)));
    }
    passed
}

#[cfg(test)]
mod tests {
    use narrows_files::cluster_file;
    use narrows_workload::profile;

    use super::*;

    fn cluster(server: &str) -> ClusterFile {
        let text = format!(
            "schema = \"narrows.cluster/1\"\n[[network]]\nid = \"spine\"\n[[network]]\nid = \"leaf\"\n\
             on = \"spine\"\nrate = \"20 Gbit/s\"\n[[host]]\nid = \"n\"\ncount = 3\non = \"leaf\"\n\
             read = \"1 GB/s\"\nwrite = \"1 GB/s\"\n[[host]]\nid = \"far\"\non = \"spine\"\n\
             read = \"1 GB/s\"\nwrite = \"1 GB/s\"\n[[server]]\nid = \"s\"\non = \"spine\"\n{server}\n"
        );
        cluster_file::read(&text).unwrap()
    }

    fn mb_s(cluster: &ClusterFile, asks: &[(usize, &str)], same_file: bool) -> Vec<f64> {
        let workloads: Vec<Workload> =
            asks.iter().map(|(_, name)| profile(name).unwrap()).collect();
        let ask = |(at, workload)| {
            let (host, _): (usize, &str) = asks[at];
            HostDemand { host, target: 0, workload, same_file }
        };
        let asks: Vec<HostDemand<'_>> = workloads.iter().enumerate().map(ask).collect();
        shares(cluster, &asks).iter().map(|share| share.mb_s.round()).collect()
    }

    const READ: &str = "seq-read-128k-q32";
    const WRITE: &str = "seq-write-128k-q32";

    /// Three behind 20 Gbit/s (2,330 MB/s of files over NFS): 777 each; who is not behind it has all.
    #[test]
    fn hosts_behind_a_leaf_share_its_uplink() {
        let cluster = cluster("");
        assert_eq!(mb_s(&cluster, &[(0, READ)], false), [1000.0]);
        let all = mb_s(&cluster, &[(0, READ), (1, READ), (2, READ), (3, READ)], false);
        assert!(all[..3].iter().all(|rate| (770.0..785.0).contains(rate)), "{all:?}");
        assert_eq!(all[3], 1000.0);
        // Writers go the other way.
        assert_eq!(mb_s(&cluster, &[(0, READ), (1, READ), (2, WRITE)], false), [1000.0; 3]);
    }

    /// Drives of 1 GB/s read and half of that written: two readers have 500 each; a reader and a writer
    /// share their time, so that equal rates r fill it: r / 1000 + r / 500 = 1.
    #[test]
    fn drives_serve_readers_and_writers_in_turn() {
        let server = "read = \"1 GB/s\"\nwrite = \"500 MB/s\"\nmemory = \"64 GiB\"";
        let cluster = cluster(server);
        assert_eq!(mb_s(&cluster, &[(0, READ), (3, READ)], false), [500.0; 2]);
        assert_eq!(mb_s(&cluster, &[(0, READ), (3, WRITE)], false), [333.0; 2]);
        // Requests of all for one small file are served from memory.
        assert_eq!(mb_s(&cluster, &[(0, READ), (3, READ)], true), [1000.0; 2]);
    }

    /// 8,000 requests a second: of 128 KiB 1,049 MB/s, of 1 MiB more than the hosts take.
    #[test]
    fn a_processor_limits_requests() {
        let cluster = cluster("operations = \"8k IOPS\"");
        assert_eq!(mb_s(&cluster, &[(0, READ), (3, READ)], false), [524.0; 2]);
        let large = "seq-read-1m-q32";
        assert_eq!(mb_s(&cluster, &[(0, large), (3, large)], false), [1000.0; 2]);
    }
}
