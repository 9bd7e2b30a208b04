//! Virtual hosts: a cluster file's hosts in this process, as a [`HostsDriver`].
//!
//! Orders and answers go through the same bytes as between real hosts. Rates are the closed form's
//! ([`shares`]) with scatter.

use narrows_files::cluster_file::{ClusterFaultKind, ClusterFile};
use narrows_infer::trial::SplitMix64;
use narrows_record::hosts::exchange::{
    ExchangeError, Greeting, PartOrder, RankAnswer, RankFigure, RankOrder, RankReply, RankTask,
    RoundOrder,
};
use narrows_record::hosts::{self, RankFault};
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::schema;
use narrows_record::see::SeeDocument;
use narrows_workload::{Workload, profile};

use crate::cluster::driver::{Clock, HostsDriver};
use crate::cluster::flows::{HostDemand, own_share, shares};

/// The standard deviation of a rate from round to round, as a part of it.
pub const SCATTER: f64 = 0.03;
/// The most by which a virtual host starts late, seconds.
const LATE_S: f64 = 400e-6;
/// A clock that is wrong is an hour ahead.
const HOUR_US: f64 = 3.6e9;
/// Seconds in an entry of a time line.
const SLOT_S: f64 = 0.1;

pub struct VirtualHosts<'c> {
    cluster: &'c ClusterFile,
    options: String,
    seed: u64,
    chance: SplitMix64,
    scatter: f64,
    rounds: u32,
    results: Vec<Vec<TargetMeasurement>>,
}

impl<'c> VirtualHosts<'c> {
    /// Switches them on. Everything random follows from the seed.
    pub fn new(cluster: &'c ClusterFile, options: String, seed: u64) -> Self {
        let chance = SplitMix64::new(seed);
        let results = vec![Vec::new(); cluster.hosts.len()];
        Self { cluster, options, seed, chance, scatter: SCATTER, rounds: 0, results }
    }

    /// The same with other scatter: the standard deviation as a part of a rate.
    pub fn with_scatter(self, scatter: f64) -> Self {
        Self { scatter, ..self }
    }

    /// The same after rounds that a run has already: random values differ from round to round.
    pub fn after(self, rounds: u32) -> Self {
        Self { rounds, ..self }
    }

    fn has(&self, host: usize, kind: ClusterFaultKind) -> bool {
        // Hosts greet before the first round, when its faults hold already.
        let now = self.rounds.max(1);
        self.cluster.faults.iter().any(|it| it.host == host && it.kind == kind && it.round <= now)
    }

    fn answer(
        &mut self,
        host: usize,
        order: &RankOrder,
        rates: &[(usize, Option<f64>)],
    ) -> RankAnswer {
        let rank = u32::try_from(host).unwrap_or(u32::MAX);
        let gone = [
            (ClusterFaultKind::Dies, hosts::RankFaultKind::Lost),
            (ClusterFaultKind::Hangs, hosts::RankFaultKind::Hung),
        ];
        if let Some((_, kind)) = gone.into_iter().find(|(kind, _)| self.has(host, *kind)) {
            return RankAnswer::failed(order, rank, RankFault::new(kind, ""));
        }
        match &order.task {
            RankTask::Greet { target, .. } => self.greet(host, order, target.as_deref()),
            RankTask::Mark { rank: one, .. } if *one == rank => {
                RankAnswer::to(order, rank, RankReply::Marker { found: true })
            }
            RankTask::Look { .. } => {
                let found = !self.has(host, ClusterFaultKind::NotShared);
                RankAnswer::to(order, rank, RankReply::Marker { found })
            }
            RankTask::Round(round) => {
                let rank = u32::try_from(host).unwrap_or(u32::MAX);
                // In the order of ranks, so that not each host looks through all parts.
                let of = |(at, _): &(usize, Option<f64>)| round.parts[*at].rank;
                let from = rates.partition_point(|one| of(one) < rank);
                let parts: Vec<_> =
                    rates[from..].iter().take_while(|one| of(one) == rank).collect();
                if !parts.is_empty() && self.has(host, ClusterFaultKind::NoSpace) {
                    return RankAnswer::failed(
                        order,
                        rank,
                        RankFault::new(hosts::RankFaultKind::NoSpace, ""),
                    );
                }
                let late = self.chance.part() * LATE_S;
                let mut figures = Vec::new();
                let mut faults = Vec::new();
                for (at, rate) in parts {
                    let part = &round.parts[*at];
                    match rate {
                        Some(rate) => {
                            // However far a draw is off, a rate stays above 0.
                            let noisy =
                                rate * (1.0 + self.scatter * self.chance.normal()).max(0.05);
                            let figure = figure(part, round, noisy, late);
                            self.results[host].push(measured(part, round, &figure));
                            figures.push(figure);
                        }
                        None => {
                            faults.push(RankFault::new(hosts::RankFaultKind::Failed, &part.target))
                        }
                    }
                }
                RankAnswer { faults, ..RankAnswer::to(order, rank, RankReply::Figures { figures }) }
            }
            RankTask::Gather => self.hand_over(host, order),
            // Virtual hosts run no jobs.
            RankTask::Mark { .. }
            | RankTask::Unmark { .. }
            | RankTask::See
            | RankTask::Introduce
            | RankTask::Watch { .. }
            | RankTask::Watched { .. }
            | RankTask::End => RankAnswer::to(order, rank, RankReply::Nothing),
        }
    }

    fn greet(&self, host: usize, order: &RankOrder, target: Option<&str>) -> RankAnswer {
        let rank = u32::try_from(host).unwrap_or(u32::MAX);
        let is_known = |id: &str| self.cluster.targets.iter().any(|target| target.id == id);
        let targets = match target {
            Some(id) if is_known(id) && !self.has(host, ClusterFaultKind::NoTarget) => {
                vec![id.to_owned()]
            }
            Some(_) => Vec::new(),
            None => self.cluster.hosts[host].drives.names(),
        };
        let is_missing = target.is_some() && targets.is_empty();
        let other = if self.has(host, ClusterFaultKind::Options) { " --depth 1" } else { "" };
        let source = target.and_then(|id| {
            let target = self.cluster.targets.iter().find(|it| it.id == id)?;
            let names = target.servers.iter().map(|at| self.cluster.servers[*at].id.as_str());
            Some(names.collect::<Vec<&str>>().join(","))
        });
        let greeting = Greeting {
            host: self.cluster.hosts[host].id.clone(),
            options: format!("{}{other}", self.options),
            clock_s: if self.has(host, ClusterFaultKind::Clock) { HOUR_US / 1e6 } else { 0.0 },
            targets,
            source,
            // Virtual servers are no hosts of their own.
            serves: false,
            ..Greeting::default()
        };
        let mut answer = RankAnswer::to(order, rank, RankReply::Greeting(greeting));
        answer
            .faults
            .extend(is_missing.then(|| RankFault::new(hosts::RankFaultKind::NoTarget, "")));
        answer
    }

    /// A host's measurements, as a separate run.
    fn hand_over(&self, host: usize, order: &RankOrder) -> RankAnswer {
        let rank = u32::try_from(host).unwrap_or(u32::MAX);
        let name = &self.cluster.hosts[host].id;
        let machine = SeeDocument {
            schema: schema::SEE.to_owned(),
            source: name.clone(),
            ..SeeDocument::default()
        };
        let run = RunDocument {
            schema: schema::RUN.to_owned(),
            narrows: env!("CARGO_PKG_VERSION").to_owned(),
            id: format!("{name}-{}", order.number),
            machine,
            results: self.results[host].clone(),
            ..RunDocument::default()
        };
        let reply = RankReply::Kept { run: Box::new(run), samples: Vec::new() };
        RankAnswer::to(order, rank, reply)
    }

    /// Rate of a host's own drive beside others of that host; `None` if it has no such drive.
    fn own_rate(&self, round: &RoundOrder, part: &PartOrder, workload: &Workload) -> Option<f64> {
        let drives = &self.cluster.hosts[part.rank as usize].drives;
        let names = drives.names();
        let is_own = |it: &&PartOrder| it.rank == part.rank && names.contains(&it.target);
        let running = round.parts.iter().filter(is_own).count();
        own_share(drives, running, workload).filter(|_| names.contains(&part.target))
    }

    /// Rate of each part of a round, by its number; `None` if unlimited.
    fn rates(&self, round: &RoundOrder) -> Vec<(usize, Option<f64>)> {
        let workloads: Vec<_> = round.parts.iter().map(|part| profile(&part.workload)).collect();
        let target =
            |part: &PartOrder| self.cluster.targets.iter().position(|it| it.id == part.target);
        let runs = |part: &PartOrder| {
            let host = part.rank as usize;
            let gone = [ClusterFaultKind::Dies, ClusterFaultKind::Hangs, ClusterFaultKind::NoSpace];
            host < self.cluster.hosts.len() && !gone.iter().any(|kind| self.has(host, *kind))
        };
        let mut rates = Vec::new();
        let (mut shared, mut asks) = (Vec::new(), Vec::new());
        for (at, part) in round.parts.iter().enumerate().filter(|(_, part)| runs(part)) {
            match (target(part), &workloads[at]) {
                (Some(target), Some(workload)) => {
                    let (host, same_file) = (part.rank as usize, part.same_file);
                    asks.push(HostDemand { host, target, workload, same_file });
                    shared.push(at);
                }
                (None, Some(workload)) => rates.push((at, self.own_rate(round, part, workload))),
                (_, None) => rates.push((at, None)),
            }
        }
        let got = shares(self.cluster, &asks).into_iter();
        let got = got.map(|share| share.mb_s.is_finite().then_some(share.mb_s));
        rates.extend(shared.into_iter().zip(got));
        rates.sort_by_key(|(at, _)| round.parts[*at].rank);
        rates
    }
}

impl HostsDriver for VirtualHosts<'_> {
    fn ranks(&self) -> u32 {
        u32::try_from(self.cluster.hosts.len()).unwrap_or(u32::MAX)
    }

    fn ask(&mut self, order: &RankOrder) -> Vec<RankAnswer> {
        let bytes = order.encode();
        let rates = match &order.task {
            RankTask::Round(round) => {
                self.rounds += 1;
                // A large odd number: neighbouring seeds and rounds have nothing in common.
                let far = u64::from(self.rounds).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                self.chance = SplitMix64::new(self.seed.wrapping_add(far));
                self.rates(round)
            }
            _ => Vec::new(),
        };
        // All read the same bytes to the same effect: once is enough.
        let read = RankOrder::decode(&bytes);
        let hosts = 0..self.cluster.hosts.len();
        let answers = hosts.map(|host| {
            let Ok(read) = &read else {
                let rank = u32::try_from(host).unwrap_or(u32::MAX);
                return RankAnswer::failed(
                    order,
                    rank,
                    RankFault::new(hosts::RankFaultKind::Failed, ""),
                );
            };
            let mut answer = self.answer(host, read, &rates);
            if self.has(host, ClusterFaultKind::Build) {
                answer.narrows = "0.0.0".to_owned();
            }
            received(order, answer.rank, &answer.encode())
        });
        answers.collect()
    }

    fn clock(&self, rank: u32) -> Option<Clock> {
        let is_off = self.has(rank as usize, ClusterFaultKind::Clock);
        Some(Clock { offset_us: if is_off { HOUR_US } else { 0.0 }, error_us: 0.0 })
    }

    fn is_virtual(&self) -> bool {
        true
    }
}

/// Decodes the answer of a rank; unreadable bytes, or those of another build, are a fault.
pub fn received(order: &RankOrder, rank: u32, bytes: &[u8]) -> RankAnswer {
    let fault = match RankAnswer::decode(bytes) {
        Ok(answer) if answer.number == order.number && answer.rank == rank => return answer,
        Ok(_) => RankFault::new(hosts::RankFaultKind::Failed, "an answer to another order"),
        Err(ExchangeError::Other(build)) => RankFault::new(hosts::RankFaultKind::OtherBuild, build),
        Err(ExchangeError::Unreadable(why)) => RankFault::new(hosts::RankFaultKind::Failed, why),
    };
    RankAnswer::failed(order, rank, fault)
}

/// A figure as a run's document has it.
fn measured(part: &PartOrder, round: &RoundOrder, figure: &RankFigure) -> TargetMeasurement {
    let direction = profile(&part.workload).map(|it| it.direction().into());
    TargetMeasurement {
        target: part.target.clone(),
        workload: part.workload.clone(),
        set: round.set.clone(),
        together: vec![part.target.clone()],
        repeat: round.repeat,
        direction: direction.unwrap_or_default(),
        mb_s: figure.mb_s,
        iops: figure.iops,
        window_s: figure.to_s - figure.from_s,
        done_s: figure.done_s,
        ops: (figure.iops * (figure.to_s - figure.from_s)).round() as u64,
        simulated: true,
        timeline_mb_s: figure.timeline_mb_s.clone(),
        ..TargetMeasurement::default()
    }
}

fn figure(part: &PartOrder, round: &RoundOrder, mb_s: f64, late_s: f64) -> RankFigure {
    let workload = profile(&part.workload);
    let block = workload.as_ref().map_or(1.0, |it| it.block.as_f64());
    let in_flight = workload.as_ref().map_or(1.0, |it| f64::from(it.in_flight()));
    let slots = (round.time_s / SLOT_S).round().max(1.0) as usize;
    let iops = mb_s * 1e6 / block;
    RankFigure {
        target: part.target.clone(),
        mb_s,
        iops,
        latency_us: (iops > 0.0).then(|| in_flight / iops * 1e6),
        from_s: late_s + round.ramp_s,
        to_s: late_s + round.ramp_s + round.time_s,
        timeline_mb_s: vec![mb_s; slots],
        late_s,
        done_s: late_s + round.ramp_s + round.time_s,
        ..RankFigure::default()
    }
}
