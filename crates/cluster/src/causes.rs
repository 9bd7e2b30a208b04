//! What in the network or on the server a limit is: candidates by who passes them, and what experiments
//! say of each.
//!
//! Who shares a limit excludes most places: a switch's link is passed by the hosts behind it, a server's
//! parts by all. What the rest have in common is told apart by what else they limit: a processor
//! requests and not bytes, drives not what lies in memory, a link each direction by itself.

use std::collections::BTreeSet;

use narrows_messages::{Localizer, Message};
use narrows_record::cluster_file::Cluster;
use narrows_record::hosts::exchange::{PartOrder, RoundOrder};
use narrows_record::hosts::{Cause, CauseKind, Experiment, Hosts, Limit, Ran, Round, Sharing};
use narrows_workload::{Direction, Workload, profile};

use crate::flows::{Place, Way, capacity};
use crate::reports;
use crate::sharing::mb_s;
use crate::units::Units;

/// Requests so many times as large.
const LARGER: u64 = 8;
/// Larger ones are cut by the kernel.
const LARGEST: u64 = 1 << 20;
/// A sum this much above the limit is above it, whatever the scatter.
const ROSE: f64 = 1.08;
/// A documented capacity this far off speaks against the place.
const FAR: f64 = 1.25;

/// Names candidates for each limit and what experiments said; then what would tell the rest apart.
pub fn rank(
    document: &Hosts,
    cluster: Option<&Cluster>,
    sharing: &mut Sharing,
    localizer: &Localizer,
) {
    let units = Units::of(document);
    let look = Look { document, cluster, units: &units, localizer };
    for at in 0..sharing.limits.len() {
        let mut causes = look.candidates(&sharing.limits[at]);
        reports::weigh(document, &sharing.limits[at], &mut causes, localizer);
        for experiment in look.experiments(at, &sharing.limits[at], &causes) {
            if let Some(ran) = &experiment.ran {
                weigh(&experiment.id, ran, &mut causes);
            }
            sharing.experiments.push(experiment);
        }
        causes.sort_by_key(|cause| cause.excluded);
        sharing.limits[at].causes = causes;
    }
}

/// The round of the next experiment that tells candidates apart and has not run; none where none does.
/// `both_ways` says whether writing beside reading is allowed.
pub fn next_experiment(
    document: &Hosts,
    sharing: &Sharing,
    both_ways: bool,
) -> Option<(String, RoundOrder)> {
    let units = Units::of(document);
    let open = sharing.experiments.iter().filter(|it| it.ran.is_none());
    let mut open = open.filter(|it| both_ways || it.id != BOTH_WAYS);
    open.find_map(|experiment| {
        let limit = sharing.limits.get(experiment.limit)?;
        let tried = document.rounds.iter().any(|round| {
            round.experiment.as_deref() == Some(&experiment.id) && is_of(round, limit, &units)
        });
        let order = order(document, &units, limit, &experiment.id)?;
        (!tried).then(|| (experiment.id.clone(), order))
    })
}

const BLOCK_SIZE: &str = "block_size";
const SERVER_MEMORY: &str = "server_memory";
const BOTH_WAYS: &str = "both_ways";

fn members(limit: &Limit, units: &Units) -> Vec<usize> {
    let names: BTreeSet<&String> = limit.units.iter().collect();
    (0..units.len()).filter(|at| names.contains(&units.name(*at))).collect()
}

fn is_of(round: &Round, limit: &Limit, units: &Units) -> bool {
    let ran: BTreeSet<String> = round
        .figures
        .iter()
        .filter_map(|it| {
            let at = units.all.iter().position(|u| u.host == it.host && u.target == it.target)?;
            Some(units.name(at))
        })
        .chain(round.missing.iter().cloned())
        .collect();
    ran == limit.units.iter().cloned().collect()
}

fn order(document: &Hosts, units: &Units, limit: &Limit, id: &str) -> Option<RoundOrder> {
    let usual = profile(&document.asked.workload)?;
    let of = members(limit, units);
    let changed = match id {
        BLOCK_SIZE => larger(&usual)?,
        BOTH_WAYS => turned(&usual),
        _ => usual.clone(),
    };
    let part = |(number, at): (usize, &usize)| {
        // Of two ways every second one goes the other.
        let is_changed = id != BOTH_WAYS || number % 2 == 1;
        PartOrder {
            rank: units.all[*at].rank,
            target: units.all[*at].target.clone(),
            workload: if is_changed { changed.name.clone() } else { usual.name.clone() },
            same_file: id == SERVER_MEMORY,
        }
    };
    Some(RoundOrder {
        set: id.into(),
        repeat: 1,
        parts: of.iter().enumerate().map(part).collect(),
        time_s: document.asked.time_s,
        ramp_s: document.asked.ramp_s,
        watchers: document.servers_left().collect(),
    })
}

/// The same in larger requests; none where they are as large as they get.
fn larger(usual: &Workload) -> Option<Workload> {
    let block = (usual.block.get() * LARGER).min(LARGEST);
    let block = narrows_units::Bytes::new(block);
    (block > usual.block).then(|| Workload { block, ..usual.clone() }.named_after_itself())
}

/// The same the other way.
fn turned(usual: &Workload) -> Workload {
    let read_percent = if usual.direction() == Direction::Read { 0 } else { 100 };
    Workload { read_percent, ..usual.clone() }.named_after_itself()
}

/// What an experiment says of each candidate.
fn weigh(id: &str, ran: &Ran, causes: &mut [Cause]) {
    let rose = ran.part > ROSE;
    for cause in causes {
        let is_cpu = cause.kind == CauseKind::ServerCpu;
        let is_drives = cause.kind == CauseKind::ServerDrives;
        let is_link = matches!(cause.kind, CauseKind::Uplink | CauseKind::ServerCard);
        let excluded = match id {
            // Requests are limited, whatever their size: larger ones bring more bytes.
            BLOCK_SIZE => is_cpu != rose && (is_cpu || is_drives || is_link),
            // More than the drives give comes from memory. That nothing rose may be for want of it.
            SERVER_MEMORY => rose && (is_cpu || is_link),
            // A link carries as much the other way at the same time.
            BOTH_WAYS => is_link != rose && (is_cpu || is_drives || is_link),
            _ => false,
        };
        cause.excluded |= excluded;
        cause.evidence.push(ran.text.clone());
    }
}

struct Look<'a> {
    document: &'a Hosts,
    cluster: Option<&'a Cluster>,
    units: &'a Units,
    localizer: &'a Localizer,
}

impl Look<'_> {
    fn candidates(&self, limit: &Limit) -> Vec<Cause> {
        let of = members(limit, self.units);
        let hosts: BTreeSet<&str> = of.iter().map(|at| &*self.units.all[*at].host).collect();
        let Some(target) = &self.document.asked.target else {
            return vec![self.own(&hosts)];
        };
        let mut causes = match self.cluster {
            Some(cluster) => self.in_cluster(cluster, target, &hosts),
            None => self.in_groups(&hosts),
        };
        if causes.is_empty() {
            causes.push(self.cause(CauseKind::Unknown, "", "hosts-cause-unknown", None));
        }
        for cause in &mut causes {
            self.compare(cause, limit.capacity_mb_s.value);
        }
        causes
    }

    /// Drives of hosts' own share nothing between hosts.
    fn own(&self, hosts: &BTreeSet<&str>) -> Cause {
        match hosts.iter().next() {
            Some(host) if hosts.len() == 1 => {
                self.cause(CauseKind::Unknown, host, "hosts-cause-inside", None)
            }
            _ => self.cause(CauseKind::Unknown, "", "hosts-cause-own-apart", None),
        }
    }

    /// Places of a cluster's file that just these hosts pass.
    fn in_cluster(&self, cluster: &Cluster, target: &str, hosts: &BTreeSet<&str>) -> Vec<Cause> {
        let Some(target) = cluster.targets.iter().find(|known| known.id == *target) else {
            return Vec::new();
        };
        let workload = profile(&self.document.asked.workload);
        let is_read = workload.as_ref().is_none_or(|it| it.direction() == Direction::Read);
        let way = if is_read { Way::Read } else { Way::Write };
        let documented = |place| capacity(cluster, place, workload.as_ref()?);
        let measured: BTreeSet<&str> = self.units.all.iter().map(|unit| &*unit.host).collect();
        let here = cluster.hosts.iter().filter(|host| measured.contains(&*host.id));
        let parts = target.servers.len() as f64;
        let mut causes = Vec::new();
        for (at, network) in cluster.networks.iter().enumerate() {
            for is_up in [false, true] {
                let passed = |server: &usize, from: usize| {
                    cluster.way(cluster.servers[*server].on, from).contains(&(at, is_up))
                };
                let passes = |host: &&narrows_record::cluster_file::Host| {
                    target.servers.iter().any(|server| passed(server, host.on))
                };
                let passing: BTreeSet<&str> =
                    here.clone().filter(passes).map(|host| &*host.id).collect();
                if passing == *hosts {
                    let of = |host: &narrows_record::cluster_file::Host| {
                        target.servers.iter().filter(|server| passed(server, host.on)).count()
                    };
                    let most = here.clone().map(of).max().unwrap_or(1).max(1) as f64;
                    let carried = documented(Place::Uplink(at, way)).map(|it| it * parts / most);
                    let id = "hosts-cause-uplink";
                    causes.push(self.cause(CauseKind::Uplink, &network.id, id, carried));
                }
            }
        }
        if *hosts == measured {
            for at in &target.servers {
                let name = &cluster.servers[*at].id;
                let of = |place| documented(place).map(|it: f64| it * parts);
                let card = of(Place::ServerCard(*at, way));
                causes.push(self.cause(CauseKind::ServerCard, name, "hosts-cause-card", card));
                let drives = of(Place::ServerDrives(*at));
                causes.push(self.cause(
                    CauseKind::ServerDrives,
                    name,
                    "hosts-cause-drives",
                    drives,
                ));
                // Each server has a request for each of the host's.
                let cpu = documented(Place::ServerCpu(*at));
                causes.push(self.cause(CauseKind::ServerCpu, name, "hosts-cause-cpu", cpu));
            }
        }
        causes
    }

    /// Groups that hold just these hosts, and the servers where these are all.
    fn in_groups(&self, hosts: &BTreeSet<&str>) -> Vec<Cause> {
        let measured: BTreeSet<&str> = self.units.all.iter().map(|unit| &*unit.host).collect();
        let below = |group: &narrows_record::hosts::Group| -> BTreeSet<&str> {
            measured
                .iter()
                .copied()
                .filter(|host| group.hosts.iter().any(|it| it == host))
                .collect()
        };
        let same = self.document.groups.iter().filter(|group| below(group) == *hosts);
        let id = "hosts-cause-uplink";
        let mut causes: Vec<Cause> =
            same.map(|group| self.cause(CauseKind::Uplink, &group.name, id, None)).collect();
        if *hosts == measured {
            for server in self.servers() {
                causes.extend(self.in_server(server));
            }
        } else if causes.is_empty() {
            causes.push(self.cause(CauseKind::Uplink, "", "hosts-cause-uplink-unnamed", None));
            causes.push(self.cause(CauseKind::ServerCard, "", "hosts-cause-other-server", None));
        }
        causes
    }

    /// Servers among the ranks; without any, where the target comes from; an empty name where nobody says.
    fn servers(&self) -> Vec<&str> {
        let serving = reports::servers(self.document);
        if !serving.is_empty() {
            return serving;
        }
        let source = self.document.hosts.iter().find_map(|host| host.source.as_deref());
        vec![source.and_then(|it| it.split_once(':')).map_or("", |it| it.0)]
    }

    fn in_server(&self, server: &str) -> [Cause; 3] {
        let parts = [
            (CauseKind::ServerCard, "hosts-cause-card", "hosts-cause-card-unnamed"),
            (CauseKind::ServerDrives, "hosts-cause-drives", "hosts-cause-drives-unnamed"),
            (CauseKind::ServerCpu, "hosts-cause-cpu", "hosts-cause-cpu-unnamed"),
        ];
        parts.map(|(kind, named, unnamed)| {
            let id = if server.is_empty() { unnamed } else { named };
            self.cause(kind, server, id, None)
        })
    }

    fn cause(&self, kind: CauseKind, place: &str, id: &'static str, mb_s: Option<f64>) -> Cause {
        Cause {
            kind,
            place: place.to_owned(),
            id: id.to_owned(),
            text: self.localizer.say(&Message::new(id).with("place", place)),
            documented_mb_s: mb_s,
            ..Cause::default()
        }
    }

    /// How what the place is said to carry compares with what was found.
    fn compare(&self, cause: &mut Cause, found: f64) {
        let Some(documented) = cause.documented_mb_s else { return };
        let id = match documented / found {
            ratio if ratio > FAR => "hosts-evidence-more",
            ratio if ratio < 1.0 / FAR => "hosts-evidence-less",
            _ => "hosts-evidence-agrees",
        };
        cause.excluded = id == "hosts-evidence-more";
        let what = Message::new(id).with("documented", mb_s(documented)).with("found", mb_s(found));
        cause.evidence.push(self.localizer.say(&what));
    }

    /// What tells the candidates of a limit apart, with what came of it.
    fn experiments(&self, at: usize, limit: &Limit, causes: &[Cause]) -> Vec<Experiment> {
        let open = |kind: &CauseKind| causes.iter().any(|it| it.kind == *kind && !it.excluded);
        let kinds = [
            CauseKind::Uplink,
            CauseKind::ServerCard,
            CauseKind::ServerDrives,
            CauseKind::ServerCpu,
        ];
        let several = kinds.iter().filter(|kind| open(kind)).count() > 1;
        let mut wanted = Vec::new();
        let usual = profile(&self.document.asked.workload);
        if several && open(&CauseKind::ServerCpu) && usual.as_ref().and_then(larger).is_some() {
            wanted.push((BLOCK_SIZE, "hosts-experiment-block"));
        }
        let is_read = usual.is_some_and(|it| it.direction() == Direction::Read);
        if several && open(&CauseKind::ServerDrives) {
            // In a directory each has a file of its own, and none that all can read.
            let is_one_file = !self.document.hosts.iter().any(|host| host.folder);
            let is_asked = is_read && is_one_file;
            wanted.extend(is_asked.then_some((SERVER_MEMORY, "hosts-experiment-memory")));
            wanted.push((BOTH_WAYS, "hosts-experiment-both-ways"));
        }
        let experiment = |(id, text): (&str, &'static str)| Experiment {
            id: id.to_owned(),
            text: self.localizer.say(&Message::new(text)),
            limit: at,
            ran: self.ran(id, limit),
        };
        wanted.into_iter().map(experiment).collect()
    }

    fn ran(&self, id: &str, limit: &Limit) -> Option<Ran> {
        let rounds = self.document.rounds.iter();
        let mut of_it = rounds.filter(|round| round.experiment.as_deref() == Some(id));
        let round = of_it.find(|round| is_of(round, limit, self.units))?;
        let is_whole = round.missing.is_empty() && round.figures.iter().all(|it| !it.partial);
        let part = round.sum_mb_s / limit.capacity_mb_s.value;
        if !is_whole || !part.is_finite() {
            return None;
        }
        let rose = part > ROSE;
        let text = Message::new(outcome(id, rose)).with("sum", mb_s(round.sum_mb_s));
        let text = text.with("limit", mb_s(limit.capacity_mb_s.value));
        let text = self.localizer.say(&text);
        Some(Ran { round: round.number, mb_s: round.sum_mb_s, part, text })
    }
}

fn outcome(id: &str, rose: bool) -> &'static str {
    match (id, rose) {
        (BLOCK_SIZE, true) => "hosts-ran-block-rose",
        (BLOCK_SIZE, false) => "hosts-ran-block-same",
        (SERVER_MEMORY, true) => "hosts-ran-memory-rose",
        (SERVER_MEMORY, false) => "hosts-ran-memory-same",
        (_, true) => "hosts-ran-both-ways-rose",
        (_, false) => "hosts-ran-both-ways-same",
    }
}
