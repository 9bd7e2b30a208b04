//! Identifies a limit in the network or on the server: candidates by the hosts that pass them, weighed as the
//! causes of one machine's limits are ([`narrows_verdict::causes`]).
//!
//! The hosts that share a limit leave few places: a switch's link is passed by the hosts behind it, a server's parts
//! by all. Each of these predicts the results of experiments: a processor limits requests and not bytes, drives not
//! data in memory, a link each direction by itself.

use std::collections::{BTreeMap, BTreeSet};

use narrows_files::cluster_file::ClusterFile;
use narrows_messages::{DocumentText, Message};
use narrows_record::hosts::exchange::{PartOrder, RoundOrder};
use narrows_record::hosts::{
    HostExperiment, HostExperimentResult, HostGroup, HostLimitCause,
    HostLimitCauseKind::{self, ServerCard, ServerCpu, ServerDrives, Unknown, Unlisted, Uplink},
    HostSharing, HostsDocument, HostsRound, SharedHostLimit,
};
use narrows_verdict::causes::{Clue, as_documented, likelihoods, outcome, prior};
use narrows_workload::{Direction, Workload, profile};

use crate::cluster::flows::{ClusterLocation, DataDirection, capacity};
use crate::cluster::reports;
use crate::cluster::sharing::mb_s;
use crate::cluster::units::{HostUnit, HostUnits};

/// Requests this many times as large.
const LARGER: u64 = 8;
/// Larger ones are cut by the kernel.
const LARGEST: u64 = 1 << 20;
/// Two sums are alike within this part of them, where rates hardly scatter.
const ALIKE: f64 = 0.08;
/// Where they do: this many standard errors of a sum.
const BEYOND: f64 = 3.0;
/// Headers are a small part of requests of this size and more: larger ones bring a link no more bytes.
const LEAST_BLOCK: u64 = 4096;
/// A cause this many times less likely than another is ruled out.
const EXCLUDED: f64 = 20.0;

/// Names candidates for each limit, the likeliest first, and results of experiments; then experiments to separate
/// the rest.
pub fn rank(document: &HostsDocument, cluster: Option<&ClusterFile>, sharing: &mut HostSharing) {
    let units = HostUnits::of(document);
    let look = CauseContext { document, cluster, units: &units };
    // By index: candidates look at all limits while one of them is changed.
    for at in 0..sharing.limits.len() {
        let mut causes = look.candidates(&sharing.limits[at]);
        reports::weigh(document, &sharing.limits[at], &mut causes);
        settle(&mut causes);
        let mut experiments = look.experiments(sharing, at, &causes);
        for (id, ran) in experiments.iter().filter_map(|it| Some((&it.id, it.ran.as_ref()?))) {
            look.weigh(sharing, at, (id, ran), &mut causes);
        }
        settle(&mut causes);
        // Separated causes need no more rounds.
        if !are_several(&causes) {
            experiments.retain(|it| it.ran.is_some());
        }
        sharing.experiments.append(&mut experiments);
        causes.retain(|cause| cause.kind != Unknown || !cause.excluded);
        causes.sort_by(|one, other| other.likelihood.total_cmp(&one.likelihood));
        sharing.limits[at].causes = causes;
    }
}

/// Adds evidence to a cause.
pub fn take(cause: &mut HostLimitCause, clue: Clue) {
    cause.likelihood *= clue.ratio;
    cause.evidence.push(DocumentText::from(clue.what));
}

/// Weights as shares of 1, and which are out of the question.
pub fn settle(causes: &mut [HostLimitCause]) {
    let weights: Vec<f64> = causes.iter().map(|cause| cause.likelihood).collect();
    let most = weights.iter().copied().fold(0.0, f64::max);
    for (cause, share) in causes.iter_mut().zip(likelihoods(&weights)) {
        cause.excluded = cause.likelihood * EXCLUDED < most;
        cause.likelihood = share;
    }
}

/// The round of the next experiment that distinguishes candidates and has not run; `None` if there is
/// none. `both_ways` says whether writing beside reading is allowed.
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
        // Also one that failed, which would fail again.
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
/// The processor as a limit of bytes, a separate candidate.
const CPU_BYTES: &str = "hosts-cause-cpu-bytes";
const CPU_BYTES_UNNAMED: &str = "hosts-cause-cpu-bytes-unnamed";

fn members(limit: &SharedHostLimit, units: &HostUnits) -> Vec<usize> {
    let names: BTreeSet<&String> = limit.units.iter().collect();
    (0..units.len()).filter(|at| names.contains(&units.name(*at))).collect()
}

fn is_of(round: &HostsRound, limit: &SharedHostLimit, units: &HostUnits) -> bool {
    // A host that ran and failed is part of the set all the same.
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

/// The same in larger requests; `None` if they cannot be larger, or are so small that their headers count.
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

/// Rate of a limit's units if it were none: their rates alone, within the limits inside and around.
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
        Uplink | ServerCard => Some(0),
        ServerDrives => Some(1),
        ServerCpu => Some(2),
        Unknown | Unlisted(_) => None,
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
        causes.push(self.cause(Unknown, "", "hosts-cause-unknown", None));
        causes.iter_mut().for_each(|cause| {
            // Compares a place's documented capacity with the inferred one.
            let Some(documented) = cause.documented_mb_s.filter(|documented| *documented > 0.0)
            else {
                return;
            };
            let what = Message::new("hosts-evidence-documented");
            let what = what
                .with("documented", mb_s(documented))
                .with("found", mb_s(limit.capacity_mb_s.value));
            take(cause, Clue::figure(as_documented(limit.capacity_mb_s, documented), what));
        });
        causes
    }

    /// Drives of hosts' own share nothing between hosts.
    fn own(&self, hosts: &BTreeSet<&str>) -> HostLimitCause {
        match hosts.iter().next() {
            Some(host) if hosts.len() == 1 => self.cause(Unknown, host, "hosts-cause-inside", None),
            _ => self.cause(Unknown, "", "hosts-cause-own-apart", None),
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
                // Only the data of `most` of the servers passes this link, so that a host's whole
                // rate is as much larger than what it carries here.
                let carried =
                    documented(ClusterLocation::Uplink(at, way)).map(|it| it * parts / most as f64);
                let name = &cluster.networks[at].id;
                causes.push(self.cause(Uplink, name, "hosts-cause-uplink", carried));
            }
        }
        if *hosts == measured {
            for at in &target.servers {
                let name = &cluster.servers[*at].id;
                // Each server has a request for each of the host's.
                for (kind, id, place, times) in [
                    (ServerCard, "hosts-cause-card", ClusterLocation::ServerCard(*at, way), parts),
                    (ServerDrives, "hosts-cause-drives", ClusterLocation::ServerDrives(*at), parts),
                    (ServerCpu, "hosts-cause-cpu", ClusterLocation::ServerCpu(*at), 1.0),
                ] {
                    causes.push(self.cause(kind, name, id, documented(place).map(|it| it * times)));
                }
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
        let mut causes: Vec<HostLimitCause> =
            same.map(|group| self.cause(Uplink, &group.name, id, None)).collect();
        // Storage behind a switch is passed by just those hosts that are not.
        let outside = |group: &&HostGroup| {
            let below = below(group);
            below.len() > 1
                && measured.difference(&below).copied().collect::<BTreeSet<_>>() == *hosts
        };
        let around = self.document.groups.iter().filter(outside).filter(|it| {
            let serving = reports::servers(self.document);
            serving.is_empty() || it.hosts.iter().any(|host| serving.contains(&&**host))
        });
        let id = "hosts-cause-uplink-behind";
        causes.extend(around.map(|group| self.cause(Uplink, &group.name, id, None)));
        if let Some(host) = self.machine_of(hosts) {
            causes.push(self.cause(Uplink, host, "hosts-cause-host", None));
        }
        if *hosts == measured {
            for server in self.servers() {
                causes.extend(self.in_server(server));
            }
            // Where no switch is known that all pass there may be one.
            if !causes.iter().any(|cause| cause.kind == Uplink) {
                causes.push(self.cause(Uplink, "", PATH, None));
            }
        } else if causes.is_empty() {
            causes.push(self.cause(Uplink, "", "hosts-cause-uplink-unnamed", None));
            causes.push(self.cause(ServerCard, "", "hosts-cause-other-server", None));
        }
        causes
    }

    /// The host of these ranks, if it is one and others are measured, too.
    fn machine_of(&self, hosts: &BTreeSet<&str>) -> Option<&str> {
        let is_in = |unit: &&HostUnit| hosts.contains(&*unit.host);
        let mut of = self.units.all.iter().filter(is_in).map(HostUnit::machine);
        let first = of.next()?;
        let is_all = !self.units.all.iter().any(|unit| unit.machine() != first);
        (!is_all && of.all(|machine| machine == first)).then_some(first)
    }

    /// Servers among the ranks; without any, the target's source; an empty name if unknown.
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
            (ServerCard, "hosts-cause-card", "hosts-cause-card-unnamed"),
            (ServerDrives, "hosts-cause-drives", "hosts-cause-drives-unnamed"),
            (ServerCpu, "hosts-cause-cpu", "hosts-cause-cpu-unnamed"),
            (ServerCpu, CPU_BYTES, CPU_BYTES_UNNAMED),
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
        let likelihood = match kind {
            Unknown => prior::UNKNOWN,
            ServerCpu => prior::PROCESSOR,
            _ if id == PATH => prior::HIDDEN,
            _ => prior::USUAL,
        };
        HostLimitCause {
            kind,
            place: place.to_owned(),
            id: id.to_owned(),
            text: DocumentText::from(Message::new(id).with("place", place)),
            documented_mb_s: mb_s,
            likelihood,
            ..HostLimitCause::default()
        }
    }

    /// Experiments that distinguish a limit's candidates, with results, and those that have run.
    fn experiments(
        &self,
        sharing: &HostSharing,
        at: usize,
        causes: &[HostLimitCause],
    ) -> Vec<HostExperiment> {
        let limit = &sharing.limits[at];
        let open = |kind: &HostLimitCauseKind| {
            are_several(causes) && causes.iter().any(|it| it.kind == *kind && !it.excluded)
        };
        let link = open(&Uplink) || open(&ServerCard);
        let usual = profile(&self.document.asked.workload);
        let is_small = usual.as_ref().and_then(larger).is_some();
        let is_read = usual.is_some_and(|it| it.direction() == Direction::Read);
        // In a directory each has its own file, and none that all can read.
        let is_one_file = !self.document.hosts.iter().any(|host| host.folder);
        // Only then does a resource that takes turns bring no more in both directions.
        let off = (BEYOND * scatter(sharing, limit)).max(ALIKE);
        let turned = self.ran(TURNED, limit);
        let is_alike = turned.is_some_and(|ran| (ran.part - 1.0).abs() <= off);
        let experiment = |(id, text, is_wanted, counts): (&str, &'static str, bool, bool)| {
            let ran = self.ran(id, limit).filter(|_| counts);
            let (id, text) = (id.to_owned(), DocumentText::from(Message::new(text)));
            (is_wanted || ran.is_some()).then_some(HostExperiment { id, text, limit: at, ran })
        };
        let memory = open(&ServerDrives) && is_read && is_one_file;
        let all = [
            (BLOCK_SIZE, "hosts-experiment-block", are_several(causes) && is_small, true),
            (SERVER_MEMORY, "hosts-experiment-memory", memory, true),
            (TURNED, "hosts-experiment-other-way", link, true),
            (BOTH_WAYS, "hosts-experiment-both-ways", link && is_alike, is_alike),
        ];
        all.into_iter().filter_map(experiment).collect()
    }

    fn ran(&self, id: &str, limit: &SharedHostLimit) -> Option<HostExperimentResult> {
        let rounds = self.document.rounds.iter();
        let mut of_it = rounds.filter(|round| round.experiment.as_deref() == Some(id));
        let round = of_it.find(|round| is_of(round, limit, self.units))?;
        let is_whole = round.missing.is_empty() && round.figures.iter().all(|it| !it.partial);
        let part = round.sum_mb_s / limit.capacity_mb_s.value;
        if !is_whole || !part.is_finite() {
            return None;
        }
        let text = match id {
            BLOCK_SIZE => "hosts-ran-block",
            SERVER_MEMORY => "hosts-ran-memory",
            TURNED => "hosts-ran-other-way",
            _ => "hosts-ran-both-ways",
        };
        let text = Message::new(text).with("sum", mb_s(round.sum_mb_s));
        let text = text.with("limit", mb_s(limit.capacity_mb_s.value));
        let text = DocumentText::from(text);
        Some(HostExperimentResult { round: round.number, mb_s: round.sum_mb_s, part, text })
    }

    /// Weighs each candidate by an experiment; a candidate predicts one figure or either of two.
    fn weigh(
        &self,
        sharing: &HostSharing,
        at: usize,
        (id, ran): (&str, &HostExperimentResult),
        causes: &mut [HostLimitCause],
    ) {
        let capacity = sharing.limits[at].capacity_mb_s.value;
        // The rate that other limits leave these units.
        let room = room(sharing, at).max(capacity);
        let usual = profile(&self.document.asked.workload);
        let larger = usual.and_then(|it| Some(larger(&it)?.block.as_f64() / it.block.as_f64()));
        let larger = (capacity * larger.unwrap_or(1.0)).min(room);
        let scatter = scatter(sharing, &sharing.limits[at]);
        for cause in causes {
            let is_bytes = [CPU_BYTES, CPU_BYTES_UNNAMED].contains(&&*cause.id);
            let expected: &[f64] = match (id, &cause.kind) {
                (TURNED, _) | (_, Unknown) => &[],
                (BLOCK_SIZE, ServerCpu) if !is_bytes => &[larger],
                // Drives limit requests or bytes, and say not which.
                (BLOCK_SIZE, ServerDrives) => &[capacity, larger],
                // That nothing rose may be for want of memory.
                (SERVER_MEMORY, ServerDrives) => &[capacity, room],
                (BOTH_WAYS, Uplink | ServerCard) => &[room.min(2.0 * capacity)],
                _ => &[capacity],
            };
            let each = expected.iter().map(|mb_s| outcome(ran.mb_s.min(room), *mb_s, scatter));
            let ratio = each.sum::<f64>() / expected.len().max(1) as f64;
            cause.likelihood *= if expected.is_empty() { 1.0 } else { ratio };
            cause.evidence.push(ran.text.clone());
        }
    }
}

/// The standard error of a limit's sum, as a part of it.
fn scatter(sharing: &HostSharing, limit: &SharedHostLimit) -> f64 {
    sharing.noise_percent / 100.0 / (limit.units.len().max(1) as f64).sqrt()
}
