//! What in the network or on the server a limit is: candidates by who passes them, and what experiments
//! say of each.
//!
//! Who shares a limit excludes most places: a switch's link is passed by the hosts behind it, a server's
//! parts by all. What the rest have in common is separated by what else they limit: a processor
//! requests and not bytes, drives not what lies in memory, a link each direction by itself.

use std::collections::{BTreeMap, BTreeSet};

use narrows_files::cluster_file::ClusterFile;
use narrows_messages::{DocumentText, Message};
use narrows_record::hosts::exchange::{PartOrder, RoundOrder};
use narrows_record::hosts::{
    HostExperiment, HostExperimentResult, HostGroup, HostLimitCause, HostLimitCauseKind,
    HostSharing, HostsDocument, HostsRound, SharedHostLimit,
};
use narrows_workload::{Direction, Workload, profile};

use crate::cluster::flows::{ClusterLocation, DataDirection, capacity};
use crate::cluster::reports;
use crate::cluster::sharing::mb_s;
use crate::cluster::units::{HostUnit, HostUnits};

/// Requests so many times as large.
const LARGER: u64 = 8;
/// Larger ones are cut by the kernel.
const LARGEST: u64 = 1 << 20;
/// A sum this part above the limit is above it, where rates hardly scatter.
const ROSE: f64 = 0.08;
/// Where they do: so many standard errors of the sum.
const BEYOND: f64 = 3.0;
/// Headers are a small part of requests of this size and more: larger ones bring a link no more bytes.
const LEAST_BLOCK: u64 = 4096;
/// A documented capacity this far off speaks against the place.
const FAR: f64 = 1.25;

/// Names candidates for each limit and results of experiments; then what would separate the rest.
pub fn rank(document: &HostsDocument, cluster: Option<&ClusterFile>, sharing: &mut HostSharing) {
    let units = HostUnits::of(document);
    let look = CauseContext { document, cluster, units: &units };
    for at in 0..sharing.limits.len() {
        let mut causes = look.candidates(&sharing.limits[at]);
        reports::weigh(document, &sharing.limits[at], &mut causes);
        let outcomes = ExperimentSums::of(sharing, at);
        let mut experiments = look.experiments(at, &sharing.limits[at], &outcomes, &causes);
        for (id, ran) in experiments.iter().filter_map(|it| Some((&it.id, it.ran.as_ref()?))) {
            outcomes.weigh(id, ran, &mut causes);
        }
        // What is separated already needs no more rounds.
        if !are_several(&causes) {
            experiments.retain(|it| it.ran.is_some());
        }
        sharing.experiments.append(&mut experiments);
        causes.sort_by_key(|cause| cause.excluded);
        sharing.limits[at].causes = causes;
    }
}

/// The round of the next experiment that tells candidates apart and has not run; none where none does.
/// `both_ways` says whether writing beside reading is allowed.
pub fn next_experiment(
    document: &HostsDocument,
    sharing: &HostSharing,
    both_ways: bool,
) -> Option<(String, RoundOrder)> {
    let units = HostUnits::of(document);
    let open = sharing.experiments.iter().filter(|it| it.ran.is_none());
    let mut open = open.filter(|it| both_ways || ![TURNED, BOTH_WAYS].contains(&&*it.id));
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
const TURNED: &str = "other_way";
const BOTH_WAYS: &str = "both_ways";
const PATH: &str = "hosts-cause-path";
/// The processor as a limit of bytes, a candidate of its own.
const CPU_BYTES: &str = "hosts-cause-cpu-bytes";
const CPU_BYTES_UNNAMED: &str = "hosts-cause-cpu-bytes-unnamed";

fn members(limit: &SharedHostLimit, units: &HostUnits) -> Vec<usize> {
    let names: BTreeSet<&String> = limit.units.iter().collect();
    (0..units.len()).filter(|at| names.contains(&units.name(*at))).collect()
}

fn is_of(round: &HostsRound, limit: &SharedHostLimit, units: &HostUnits) -> bool {
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

fn order(
    document: &HostsDocument,
    units: &HostUnits,
    limit: &SharedHostLimit,
    id: &str,
) -> Option<RoundOrder> {
    let usual = profile(&document.asked.workload)?;
    let of = members(limit, units);
    let changed = match id {
        BLOCK_SIZE => larger(&usual)?,
        TURNED | BOTH_WAYS => turned(&usual),
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

/// The same in larger requests; none where they are as large as they get, or so small that their headers count.
fn larger(usual: &Workload) -> Option<Workload> {
    let block = (usual.block.get() * LARGER).min(LARGEST);
    let block = narrows_units::Bytes::new(block);
    (block > usual.block && usual.block.get() >= LEAST_BLOCK)
        .then(|| Workload { block, ..usual.clone() }.named_after_itself())
}

/// The same the other way.
fn turned(usual: &Workload) -> Workload {
    let read_percent = if usual.direction() == Direction::Read { 0 } else { 100 };
    Workload { read_percent, ..usual.clone() }.named_after_itself()
}

/// What sums of experiments on a limit mean.
struct ExperimentSums {
    /// A sum this part above the limit, or below it, differs from it.
    beyond: f64,
    /// What else limits these units lets them bring so many times as much.
    room: f64,
}

impl ExperimentSums {
    fn of(sharing: &HostSharing, at: usize) -> Self {
        let limit = &sharing.limits[at];
        let count = limit.units.len().max(1) as f64;
        let scatter = sharing.noise_percent / 100.0 / count.sqrt();
        let room = room(sharing, at) / limit.capacity_mb_s.value;
        Self { beyond: (BEYOND * scatter).max(ROSE), room }
    }

    fn rose(&self, part: f64) -> bool {
        part > 1.0 + self.beyond
    }

    /// That it did not rise means something: it could have.
    fn is_same(&self, part: f64) -> bool {
        !self.rose(part) && self.room > 1.0 + 2.0 * self.beyond
    }

    /// One direction brings as much as the other.
    fn is_alike(&self, part: f64) -> bool {
        (part - 1.0).abs() <= self.beyond
    }

    /// What an experiment says of each candidate.
    fn weigh(&self, id: &str, ran: &HostExperimentResult, causes: &mut [HostLimitCause]) {
        let (rose, is_same) = (self.rose(ran.part), self.is_same(ran.part));
        for cause in causes {
            let is_bytes = [CPU_BYTES, CPU_BYTES_UNNAMED].contains(&&*cause.id);
            let is_cpu = cause.kind == HostLimitCauseKind::ServerCpu;
            let is_drives = cause.kind == HostLimitCauseKind::ServerDrives;
            let is_link =
                matches!(cause.kind, HostLimitCauseKind::Uplink | HostLimitCauseKind::ServerCard);
            cause.excluded |= match id {
                // A link limits bytes. A processor may limit either, and says so; so may drives.
                BLOCK_SIZE if rose => is_link || is_bytes,
                BLOCK_SIZE if is_same => is_cpu && !is_bytes,
                // More than the drives give comes from memory. That nothing rose may be for want of
                // it.
                SERVER_MEMORY => rose && (is_cpu || is_link),
                // Only tried where one direction brings as much as the other: what takes turns
                // then brings no more.
                BOTH_WAYS if rose => is_cpu || is_drives,
                BOTH_WAYS if is_same => is_link,
                _ => false,
            };
            cause.evidence.push(ran.text.clone());
        }
    }
}

/// What a limit's units would get if it were none: what each gets alone, and what limits inside and around leave.
fn room(sharing: &HostSharing, at: usize) -> f64 {
    let limit = &sharing.limits[at];
    let inner: Vec<&SharedHostLimit> =
        sharing.limits.iter().filter(|it| it.inside == Some(at)).collect();
    let alone = |names: &[String], but: &[&SharedHostLimit]| -> f64 {
        let names: BTreeSet<&String> = names.iter().collect();
        let units = sharing.units.iter().filter(|unit| {
            names.contains(&unit.name) && !but.iter().any(|it| it.units.contains(&unit.name))
        });
        units.filter_map(|unit| Some(unit.alone_mb_s.as_ref()?.value)).sum()
    };
    let held = inner.iter().map(|it| it.capacity_mb_s.value.min(alone(&it.units, &[])));
    let all = held.sum::<f64>() + alone(&limit.units, &inner);
    let around = limit.inside.and_then(|at| sharing.limits.get(at));
    around.map_or(all, |around| all.min(around.capacity_mb_s.value))
}

/// Whether candidates of several sorts are left: experiments tell links, drives and processors apart.
fn are_several(causes: &[HostLimitCause]) -> bool {
    let sort = |cause: &HostLimitCause| match cause.kind {
        HostLimitCauseKind::Uplink | HostLimitCauseKind::ServerCard => Some(0),
        HostLimitCauseKind::ServerDrives => Some(1),
        HostLimitCauseKind::ServerCpu => Some(2),
        HostLimitCauseKind::Unknown | HostLimitCauseKind::Unlisted(_) => None,
    };
    let left = causes.iter().filter(|cause| !cause.excluded).filter_map(sort);
    left.collect::<BTreeSet<u8>>().len() > 1
}

struct CauseContext<'a> {
    document: &'a HostsDocument,
    cluster: Option<&'a ClusterFile>,
    units: &'a HostUnits,
}

impl CauseContext<'_> {
    fn candidates(&self, limit: &SharedHostLimit) -> Vec<HostLimitCause> {
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
            causes.push(self.cause(HostLimitCauseKind::Unknown, "", "hosts-cause-unknown", None));
        }
        for cause in &mut causes {
            self.compare(cause, limit.capacity_mb_s.value);
            cause.excluded |= cause.id == PATH && reports::cards_are_full(self.document, limit);
        }
        causes
    }

    /// Drives of hosts' own share nothing between hosts.
    fn own(&self, hosts: &BTreeSet<&str>) -> HostLimitCause {
        match hosts.iter().next() {
            Some(host) if hosts.len() == 1 => {
                self.cause(HostLimitCauseKind::Unknown, host, "hosts-cause-inside", None)
            }
            _ => self.cause(HostLimitCauseKind::Unknown, "", "hosts-cause-own-apart", None),
        }
    }

    /// Places of a cluster's file that just these hosts pass.
    fn in_cluster(
        &self,
        cluster: &ClusterFile,
        target: &str,
        hosts: &BTreeSet<&str>,
    ) -> Vec<HostLimitCause> {
        let Some(target) = cluster.targets.iter().find(|known| known.id == *target) else {
            return Vec::new();
        };
        let workload = profile(&self.document.asked.workload);
        let is_read = workload.as_ref().is_none_or(|it| it.direction() == Direction::Read);
        let way = if is_read { DataDirection::Read } else { DataDirection::Write };
        let documented = |place| capacity(cluster, place, workload.as_ref()?);
        let measured: BTreeSet<&str> = self.units.all.iter().map(|unit| &*unit.host).collect();
        let here = cluster.hosts.iter().filter(|host| measured.contains(&*host.id));
        let parts = target.servers.len() as f64;
        let mut causes = Vec::new();
        // By link and direction: who passes it, and of how many servers most of a host's data does.
        let mut passed: BTreeMap<(usize, bool), (BTreeSet<&str>, usize)> = BTreeMap::new();
        for host in here {
            let ways =
                target.servers.iter().map(|at| cluster.way(cluster.servers[*at].on, host.on));
            let mut own: BTreeMap<(usize, bool), usize> = BTreeMap::new();
            ways.flatten().for_each(|link| *own.entry(link).or_default() += 1);
            for (link, count) in own {
                let (who, most) = passed.entry(link).or_default();
                who.insert(&host.id);
                *most = count.max(*most);
            }
        }
        for ((at, _), (who, most)) in passed {
            if who == *hosts {
                let carried =
                    documented(ClusterLocation::Uplink(at, way)).map(|it| it * parts / most as f64);
                let name = &cluster.networks[at].id;
                causes.push(self.cause(
                    HostLimitCauseKind::Uplink,
                    name,
                    "hosts-cause-uplink",
                    carried,
                ));
            }
        }
        if *hosts == measured {
            for at in &target.servers {
                let name = &cluster.servers[*at].id;
                let of = |place| documented(place).map(|it: f64| it * parts);
                let card = of(ClusterLocation::ServerCard(*at, way));
                causes.push(self.cause(
                    HostLimitCauseKind::ServerCard,
                    name,
                    "hosts-cause-card",
                    card,
                ));
                let drives = of(ClusterLocation::ServerDrives(*at));
                causes.push(self.cause(
                    HostLimitCauseKind::ServerDrives,
                    name,
                    "hosts-cause-drives",
                    drives,
                ));
                // Each server has a request for each of the host's.
                let cpu = documented(ClusterLocation::ServerCpu(*at));
                causes.push(self.cause(
                    HostLimitCauseKind::ServerCpu,
                    name,
                    "hosts-cause-cpu",
                    cpu,
                ));
            }
        }
        causes
    }

    /// Groups that hold just these hosts, and the servers where these are all.
    fn in_groups(&self, hosts: &BTreeSet<&str>) -> Vec<HostLimitCause> {
        let measured: BTreeSet<&str> = self.units.all.iter().map(|unit| &*unit.host).collect();
        let below = |group: &HostGroup| -> BTreeSet<&str> {
            measured
                .iter()
                .copied()
                .filter(|host| group.hosts.iter().any(|it| it == host))
                .collect()
        };
        let same = self.document.groups.iter().filter(|group| below(group) == *hosts);
        let id = "hosts-cause-uplink";
        let mut causes: Vec<HostLimitCause> = same
            .map(|group| self.cause(HostLimitCauseKind::Uplink, &group.name, id, None))
            .collect();
        // Storage behind a switch is passed by just those hosts that are not.
        let outside = |group: &&HostGroup| {
            let below = below(group);
            below.len() > 1
                && measured.difference(&below).copied().collect::<BTreeSet<_>>() == *hosts
        };
        let around = self.document.groups.iter().filter(outside).filter(|it| self.may_serve(it));
        let id = "hosts-cause-uplink-behind";
        causes.extend(
            around.map(|group| self.cause(HostLimitCauseKind::Uplink, &group.name, id, None)),
        );
        if let Some(host) = self.machine_of(hosts) {
            causes.push(self.cause(HostLimitCauseKind::Uplink, host, "hosts-cause-host", None));
        }
        if *hosts == measured {
            for server in self.servers() {
                causes.extend(self.in_server(server));
            }
            // Where no switch is known that all pass there may be one.
            if !causes.iter().any(|cause| cause.kind == HostLimitCauseKind::Uplink) {
                causes.push(self.cause(HostLimitCauseKind::Uplink, "", PATH, None));
            }
        } else if causes.is_empty() {
            causes.push(self.cause(
                HostLimitCauseKind::Uplink,
                "",
                "hosts-cause-uplink-unnamed",
                None,
            ));
            causes.push(self.cause(
                HostLimitCauseKind::ServerCard,
                "",
                "hosts-cause-other-server",
                None,
            ));
        }
        causes
    }

    /// Whether the storage may stand behind a group's switch: unknown, or a server among the ranks does.
    fn may_serve(&self, group: &HostGroup) -> bool {
        let serving = reports::servers(self.document);
        serving.is_empty() || group.hosts.iter().any(|host| serving.contains(&&**host))
    }

    /// The host whose ranks these are, where it is one and others are measured, too.
    fn machine_of(&self, hosts: &BTreeSet<&str>) -> Option<&str> {
        let is_in = |unit: &&HostUnit| hosts.contains(&*unit.host);
        let mut of = self.units.all.iter().filter(is_in).map(HostUnit::machine);
        let first = of.next()?;
        let is_all = !self.units.all.iter().any(|unit| unit.machine() != first);
        (!is_all && of.all(|machine| machine == first)).then_some(first)
    }

    /// Servers among the ranks; without any, where the target comes from; an empty name where unknown.
    fn servers(&self) -> Vec<&str> {
        let serving = reports::servers(self.document);
        if !serving.is_empty() {
            return serving;
        }
        let source = self.document.hosts.iter().find_map(|host| host.source.as_deref());
        vec![source.and_then(|it| it.split_once(':')).map_or("", |it| it.0)]
    }

    fn in_server(&self, server: &str) -> [HostLimitCause; 4] {
        let parts = [
            (HostLimitCauseKind::ServerCard, "hosts-cause-card", "hosts-cause-card-unnamed"),
            (HostLimitCauseKind::ServerDrives, "hosts-cause-drives", "hosts-cause-drives-unnamed"),
            (HostLimitCauseKind::ServerCpu, "hosts-cause-cpu", "hosts-cause-cpu-unnamed"),
            (HostLimitCauseKind::ServerCpu, CPU_BYTES, CPU_BYTES_UNNAMED),
        ];
        parts.map(|(kind, named, unnamed)| {
            let id = if server.is_empty() { unnamed } else { named };
            self.cause(kind, server, id, None)
        })
    }

    fn cause(
        &self,
        kind: HostLimitCauseKind,
        place: &str,
        id: &'static str,
        mb_s: Option<f64>,
    ) -> HostLimitCause {
        HostLimitCause {
            kind,
            place: place.to_owned(),
            id: id.to_owned(),
            text: DocumentText::from(Message::new(id).with("place", place)),
            documented_mb_s: mb_s,
            ..HostLimitCause::default()
        }
    }

    /// How the documented capacity of a place compares with what was found.
    fn compare(&self, cause: &mut HostLimitCause, found: f64) {
        let Some(documented) = cause.documented_mb_s else { return };
        let id = match documented / found {
            ratio if ratio > FAR => "hosts-evidence-more",
            ratio if ratio < 1.0 / FAR => "hosts-evidence-less",
            _ => "hosts-evidence-agrees",
        };
        cause.excluded = id == "hosts-evidence-more";
        let what = Message::new(id).with("documented", mb_s(documented)).with("found", mb_s(found));
        cause.evidence.push(DocumentText::from(what));
    }

    /// What tells the candidates of a limit apart, with what came of it.
    fn experiments(
        &self,
        at: usize,
        limit: &SharedHostLimit,
        outcomes: &ExperimentSums,
        causes: &[HostLimitCause],
    ) -> Vec<HostExperiment> {
        let open =
            |kind: &HostLimitCauseKind| causes.iter().any(|it| it.kind == *kind && !it.excluded);
        let drives = open(&HostLimitCauseKind::ServerDrives);
        let link = open(&HostLimitCauseKind::Uplink) || open(&HostLimitCauseKind::ServerCard);
        let several = are_several(causes);
        let mut wanted = Vec::new();
        let usual = profile(&self.document.asked.workload);
        if several && usual.as_ref().and_then(larger).is_some() {
            wanted.push((BLOCK_SIZE, "hosts-experiment-block"));
        }
        let is_read = usual.is_some_and(|it| it.direction() == Direction::Read);
        // In a directory each has a file of its own, and none that all can read.
        let is_one_file = !self.document.hosts.iter().any(|host| host.folder);
        if several && drives && is_read && is_one_file {
            wanted.push((SERVER_MEMORY, "hosts-experiment-memory"));
        }
        if several && link {
            wanted.push((TURNED, "hosts-experiment-other-way"));
            let turned = self.ran(TURNED, limit, outcomes);
            if turned.is_some_and(|ran| outcomes.is_alike(ran.part)) {
                wanted.push((BOTH_WAYS, "hosts-experiment-both-ways"));
            }
        }
        let experiment = |(id, text): (&str, &'static str)| HostExperiment {
            id: id.to_owned(),
            text: DocumentText::from(Message::new(text)),
            limit: at,
            ran: self.ran(id, limit, outcomes),
        };
        wanted.into_iter().map(experiment).collect()
    }

    fn ran(
        &self,
        id: &str,
        limit: &SharedHostLimit,
        outcomes: &ExperimentSums,
    ) -> Option<HostExperimentResult> {
        let rounds = self.document.rounds.iter();
        let mut of_it = rounds.filter(|round| round.experiment.as_deref() == Some(id));
        let round = of_it.find(|round| is_of(round, limit, self.units))?;
        let is_whole = round.missing.is_empty() && round.figures.iter().all(|it| !it.partial);
        let part = round.sum_mb_s / limit.capacity_mb_s.value;
        if !is_whole || !part.is_finite() {
            return None;
        }
        let text = Message::new(outcome(id, part, outcomes)).with("sum", mb_s(round.sum_mb_s));
        let text = text.with("limit", mb_s(limit.capacity_mb_s.value));
        let text = DocumentText::from(text);
        Some(HostExperimentResult { round: round.number, mb_s: round.sum_mb_s, part, text })
    }
}

/// How an experiment ended, as a sentence.
fn outcome(id: &str, part: f64, outcomes: &ExperimentSums) -> &'static str {
    let (rose, is_same) = (outcomes.rose(part), outcomes.is_same(part));
    match id {
        TURNED if outcomes.is_alike(part) => "hosts-ran-other-way-alike",
        TURNED => "hosts-ran-other-way-apart",
        BLOCK_SIZE if rose => "hosts-ran-block-rose",
        SERVER_MEMORY if rose => "hosts-ran-memory-rose",
        SERVER_MEMORY => "hosts-ran-memory-same",
        BOTH_WAYS if rose => "hosts-ran-both-ways-rose",
        _ if !is_same => "hosts-ran-no-room",
        BLOCK_SIZE => "hosts-ran-block-same",
        _ => "hosts-ran-both-ways-same",
    }
}
