//! The file of a cluster (`schema = "narrows.cluster/1"`): hosts, their shared resources, and the
//! network in between.
//!
//! `docs/hosts.md` describes it for people. `raw` is the file as written; here names are looked up and
//! counts unfolded. Every error names line and column.
//!
//! Not here: each host's share of it (`narrows-hosts`).

mod raw;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_topology::cable::{StorageProtocol, ethernet, network_wait};
use narrows_topology::read::ReadError;
use narrows_units::{Bytes, BytesPerSec, GbitPerSec, Nanos};

pub use self::raw::ClusterFaultKind;
use crate::machine_file::description::{FromValue as _, parse};
use crate::machine_file::slip::{MachineFileSlip, Name, Result, ValueAt, shown, unknown};

/// The schema that cluster files begin with.
pub const SCHEMA: &str = "narrows.cluster/1";

/// Most hosts in a file, including those from counts; more are a typing error.
pub const MOST_HOSTS: usize = 65_536;

pub const MOST_DRIVES: usize = 256;

/// MTU of a link whose packet size is unknown.
const MTU: Bytes = Bytes::new(1500);

/// Name of the target if the file names none: it is on all servers.
pub const SHARED: &str = "shared";

/// A cluster. Places are indices into `networks`, targets name their servers by index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClusterFile {
    /// Empty if unknown.
    pub name: String,
    /// Switches, each with its link towards another one.
    pub networks: Vec<ClusterNetwork>,
    /// Hosts, in the order of the file: a host's rank is its index.
    pub hosts: Vec<ClusterHost>,
    pub servers: Vec<ClusterServer>,
    /// Targets that hosts can measure together.
    pub targets: Vec<ClusterTarget>,
    pub faults: Vec<ClusterFault>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ClusterNetwork {
    pub id: String,
    /// The switch that its link leads to; none at the top.
    pub on: Option<usize>,
    /// Rate of that link in one direction; `None` if unlimited.
    pub rate: Option<BytesPerSec>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnDrives {
    pub count: usize,
    /// Read rate of each; `None` if unlimited.
    pub read: Option<BytesPerSec>,
    pub write: Option<BytesPerSec>,
    /// Total rate of all of them, such as that of a shared uplink; `None` if they share nothing.
    pub together: Option<BytesPerSec>,
}

impl OwnDrives {
    /// Returns their names: `drive1`, `drive2`, ...
    pub fn names(&self) -> Vec<String> {
        (1..=self.count).map(|number| format!("drive{number}")).collect()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ClusterHost {
    pub id: String,
    pub on: usize,
    /// Rate of its network card in one direction; `None` if unlimited.
    pub card: Option<BytesPerSec>,
    /// The most that it reads by itself; `None` if only its card limits it.
    pub read: Option<BytesPerSec>,
    pub write: Option<BytesPerSec>,
    pub drives: OwnDrives,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ClusterServer {
    pub id: String,
    pub on: usize,
    /// Rate of its network card in one direction; `None` if unlimited.
    pub card: Option<BytesPerSec>,
    /// Total read rate of its drives; `None` if unlimited.
    pub read: Option<BytesPerSec>,
    pub write: Option<BytesPerSec>,
    /// Requests a second that its processor serves; `None` if unlimited.
    pub operations: Option<f64>,
    /// Memory that caches data read before; 0 if it has none.
    pub memory: Bytes,
}

/// A target that hosts can measure together.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterTarget {
    pub id: String,
    /// The servers that it lies on, by index: each request goes to all of them in equal parts.
    pub servers: Vec<usize>,
    /// Protocol overhead per request, whatever its size.
    pub wait: Nanos,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ClusterFault {
    pub host: usize,
    pub kind: ClusterFaultKind,
    /// From this round on, counted from 1.
    pub round: u32,
}

/// Reads a cluster file.
///
/// # Errors
///
/// The first mistake, with its line and column: invalid TOML, an unknown key or name, a network that
/// leads to itself, no hosts, a target without servers or with one that a host does not reach.
pub fn read(text: &str) -> Result<ClusterFile, ReadError> {
    read_file(text).map_err(|slip| slip.into_error(text))
}

fn read_file(text: &str) -> Result<ClusterFile> {
    let parsed = parse(text)?;
    let file = raw::File::from_value(&parsed)?;
    if file.schema.value != SCHEMA {
        let problem = Message::new("cluster-schema").with("found", shown(&file.schema.value));
        return Err(file.schema.wrong(problem.with("wanted", SCHEMA)));
    }
    let protocol = file.target.iter().find_map(|it| it.protocol.as_ref()).map(|it| it.value);
    let reader =
        ClusterFileReader { file: &file, protocol: protocol.unwrap_or(StorageProtocol::Nfs) };
    reader.distinct()?;
    let mut cluster = ClusterFile {
        name: file.name.as_ref().map(|name| name.value.clone()).unwrap_or_default(),
        networks: file.network.iter().map(|it| reader.network(it)).collect::<Result<_, _>>()?,
        servers: file.server.iter().map(|it| reader.server(it)).collect::<Result<_, _>>()?,
        ..ClusterFile::default()
    };
    // No network leads to itself.
    for (at, written) in file.network.iter().enumerate() {
        let mut above = cluster.networks[at].on;
        let mut steps = 0;
        while let Some(next) = above {
            // A walk longer than all networks runs in a circle above this one.
            if next == at || steps > cluster.networks.len() {
                let problem = Message::new("cluster-cycle").with("id", shown(&written.id.value));
                return Err(written.id.wrong(problem));
            }
            above = cluster.networks[next].on;
            steps += 1;
        }
    }
    for host in &file.host {
        cluster.hosts.extend(reader.hosts(host, cluster.hosts.len())?);
    }
    if cluster.hosts.is_empty() {
        return Err(file.schema.wrong(Message::new("cluster-without-host")));
    }
    cluster.targets = reader.targets()?;
    connected(&file, &cluster)?;
    let host = |name: &Name| {
        let known = cluster.hosts.iter().map(|host| host.id.as_str());
        find(name, known, "cluster-no-such-host", "cluster-no-such-host-near")
    };
    for fault in &file.fault {
        let round = match &fault.round {
            Some(round) => u32::try_from(round.value)
                .ok()
                .filter(|round| *round > 0)
                .ok_or_else(|| round.wrong(Message::new("cluster-round")))?,
            None => 1,
        };
        let (host, kind) = (host(&fault.host)?, fault.kind.value);
        cluster.faults.push(ClusterFault { host, kind, round });
    }
    twice_unfolded(&file, &cluster)?;
    Ok(cluster)
}

struct ClusterFileReader<'f> {
    file: &'f raw::File,
    /// The protocol whose headers every link carries: that of the first target that names one.
    protocol: StorageProtocol,
}

impl ClusterFileReader<'_> {
    /// Written names are unique among networks, hosts and servers, and among targets.
    fn distinct(&self) -> Result<()> {
        let file = self.file;
        let places = file.network.iter().map(|it| &it.id);
        let places = places.chain(file.host.iter().map(|it| &it.id));
        once(places.chain(file.server.iter().map(|it| &it.id)))?;
        once(file.target.iter().map(|it| &it.id))
    }

    fn carries(
        &self,
        rate: Option<&ValueAt<GbitPerSec>>,
        mtu: Option<&ValueAt<Bytes>>,
    ) -> Option<BytesPerSec> {
        let mtu = mtu.map_or(MTU, |mtu| mtu.value);
        rate.map(|rate| ethernet(rate.value, mtu, self.protocol))
    }

    fn place(&self, name: &Name) -> Result<usize> {
        let known = self.file.network.iter().map(|network| network.id.value.as_str());
        find(name, known, "cluster-no-such-network", "cluster-no-such-network-near")
    }

    fn network(&self, network: &raw::Network) -> Result<ClusterNetwork> {
        Ok(ClusterNetwork {
            id: network.id.value.clone(),
            on: network.on.as_ref().map(|on| self.place(on)).transpose()?,
            rate: self.carries(network.rate.as_ref(), network.mtu.as_ref()),
        })
    }

    fn hosts(&self, host: &raw::Host, before: usize) -> Result<Vec<ClusterHost>> {
        let one = ClusterHost {
            id: host.id.value.clone(),
            on: self.place(&host.on)?,
            card: self.carries(host.rate.as_ref(), host.mtu.as_ref()),
            read: host.read.as_ref().map(|rate| rate.value),
            write: host.write.as_ref().map(|rate| rate.value),
            drives: own_drives(host)?,
        };
        let Some(count) = &host.count else { return Ok(vec![one]) };
        // The limit holds for all entries together.
        let most = MOST_HOSTS - before.min(MOST_HOSTS);
        let number = usize::try_from(count.value).ok().filter(|n| (1..=most).contains(n));
        let number = number
            .ok_or_else(|| count.wrong(Message::new("cluster-count").with("most", MOST_HOSTS)))?;
        let named = |at: usize| ClusterHost { id: format!("{}{at}", one.id), ..one.clone() };
        Ok((1..=number).map(named).collect())
    }

    fn server(&self, server: &raw::Server) -> Result<ClusterServer> {
        Ok(ClusterServer {
            id: server.id.value.clone(),
            on: self.place(&server.on)?,
            card: self.carries(server.rate.as_ref(), server.mtu.as_ref()),
            read: server.read.as_ref().map(|rate| rate.value),
            write: server.write.as_ref().map(|rate| rate.value),
            operations: server.operations.as_ref().map(|it| it.value.get()),
            memory: server.memory.as_ref().map_or(Bytes::ZERO, |it| it.value),
        })
    }

    fn targets(&self) -> Result<Vec<ClusterTarget>> {
        let servers = &self.file.server;
        if self.file.target.is_empty() && !servers.is_empty() {
            return Ok(vec![ClusterTarget {
                id: SHARED.to_owned(),
                servers: (0..servers.len()).collect(),
                wait: network_wait(StorageProtocol::Nfs),
            }]);
        }
        self.file.target.iter().map(|target| self.target(target)).collect()
    }

    fn target(&self, target: &raw::Target) -> Result<ClusterTarget> {
        let find = |name: &Name| {
            let known = self.file.server.iter().map(|server| server.id.value.as_str());
            find(name, known, "cluster-no-such-server", "cluster-no-such-server-near")
        };
        once(target.servers.iter())?;
        let servers: Vec<usize> = target.servers.iter().map(find).collect::<Result<_, _>>()?;
        if servers.is_empty() {
            return Err(target.id.wrong(Message::new("cluster-target-without-server")));
        }
        let protocol = target.protocol.as_ref().map_or(StorageProtocol::Nfs, |it| it.value);
        let (id, wait) = (target.id.value.clone(), network_wait(protocol));
        Ok(ClusterTarget { id, servers, wait })
    }
}

fn own_drives(host: &raw::Host) -> Result<OwnDrives> {
    let wrong = |count: &ValueAt<i64>| {
        count.wrong(Message::new("cluster-drives").with("most", MOST_DRIVES))
    };
    let count = match &host.drives {
        Some(count) => {
            let number = usize::try_from(count.value).ok().filter(|n| *n <= MOST_DRIVES);
            number.ok_or_else(|| wrong(count))?
        }
        None => 0,
    };
    let rate = |rate: &Option<ValueAt<BytesPerSec>>| rate.as_ref().map(|rate| rate.value);
    Ok(OwnDrives {
        count,
        read: rate(&host.drive_read),
        write: rate(&host.drive_write),
        together: rate(&host.drives_together),
    })
}

fn find<'a>(
    name: &Name,
    known: impl Iterator<Item = &'a str> + Clone,
    plain: &'static str,
    near: &'static str,
) -> Result<usize> {
    let position = known.clone().position(|known| known == name.value);
    position.ok_or_else(|| name.wrong(unknown(plain, near, &name.value, known)))
}

fn once<'a>(names: impl Iterator<Item = &'a Name>) -> Result<()> {
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names {
        if let Some(other) = known.insert(&name.value, name.at) {
            let problem = Message::new("machine-twice").with("id", shown(&name.value));
            return Err(name.wrong(problem).against(other));
        }
    }
    Ok(())
}

/// Each host reaches the servers of each target: their switches hang, over others, on the same one.
fn connected(file: &raw::File, cluster: &ClusterFile) -> Result<()> {
    let switches = 0..cluster.networks.len();
    let tops: Vec<Option<usize>> = switches.map(|at| cluster.above(at).last().copied()).collect();
    let served = cluster.targets.iter().flat_map(|target| &target.servers);
    for server in served {
        let own = tops[cluster.servers[*server].on];
        if let Some(apart) = cluster.hosts.iter().find(|host| tops[host.on] != own) {
            let written = &file.server[*server];
            let problem = Message::new("cluster-apart").with("host", shown(&apart.id));
            return Err(written.on.wrong(problem.with("id", shown(&written.id.value))));
        }
    }
    Ok(())
}

/// Counts make names that may also exist elsewhere: `node1` beside `node` with a count.
fn twice_unfolded(file: &raw::File, cluster: &ClusterFile) -> Result<()> {
    let places = cluster.networks.iter().map(|it| it.id.as_str());
    let places = places.chain(cluster.servers.iter().map(|it| it.id.as_str()));
    let mut known: BTreeSet<&str> = places.collect();
    let twice = cluster.hosts.iter().find(|host| !known.insert(&host.id));
    let Some(twice) = twice else { return Ok(()) };
    // The name comes from a count or is as written: the entry goes by its stem or itself.
    let stem = twice.id.trim_end_matches(|c: char| c.is_ascii_digit());
    let written = file.host.iter().rev().find(|host| [stem, &twice.id].contains(&&*host.id.value));
    let at = written.map_or(0, |host| host.id.at);
    Err(MachineFileSlip::new(at, Message::new("cluster-twice").with("id", shown(&twice.id))))
}

impl ClusterFile {
    /// The links that data passes between two switches, by the switch whose link it is, with whether
    /// it goes up there.
    pub fn way(&self, from: usize, to: usize) -> Vec<(usize, bool)> {
        let (up, down) = (self.above(from), self.above(to));
        let is_in = |list: &[usize], at: usize| list.contains(&at);
        let ups = up.iter().copied().filter(|at| !is_in(&down, *at)).map(|at| (at, true));
        let downs = down.iter().copied().filter(|at| !is_in(&up, *at)).map(|at| (at, false));
        ups.chain(downs).collect()
    }

    fn above(&self, from: usize) -> Vec<usize> {
        let mut way = vec![from];
        while let Some(next) = way.last().and_then(|at| self.networks.get(*at)?.on) {
            way.push(next);
        }
        way
    }
}
