//! `narrows.hosts/1`: many hosts under equal workloads, alone and together; and the messages
//! between hosts meanwhile ([`exchange`]).

pub mod exchange;
pub mod fleet;
pub mod predict;
mod report;
mod sharing;
pub mod watch;

use serde::{Deserialize, Serialize};

use self::exchange::{RankAnswer, RankFigure, RankReply, RoundOrder};
pub use self::report::{CardLoad, DriveLoad, ServerLoad};
pub use self::sharing::{
    HostContradiction, HostExperiment, HostExperimentResult, HostLimitCause, HostLimitCauseKind,
    HostOpenQuestion, HostSharing, SharedHostLimit, SharingUnit,
};
use crate::run::RunFinding;
use crate::see::DocumentNote;

/// Many hosts under the same workloads.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostsDocument {
    /// Always `narrows.hosts/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The run's id, and its directory's name.
    pub id: String,
    /// When it started, UTC, RFC 3339.
    pub started: String,
    /// The command line.
    pub command: Vec<String>,
    /// The request.
    pub asked: HostsRequest,
    /// The virtual cluster that it ran on; null on real hosts.
    pub simulation: Option<ClusterSimulation>,
    /// Every host, by rank.
    pub hosts: Vec<HostEntry>,
    /// Sets of hosts that a file or the launcher names beforehand: racks, switches.
    pub groups: Vec<HostGroup>,
    /// Every round, in the order in which they ran.
    pub rounds: Vec<HostsRound>,
    /// How the hosts started together; null before any round.
    pub start: Option<StartSpread>,
    /// Which hosts × targets share a limit; null if that was not examined or no figures show it.
    pub sharing: Option<HostSharing>,
    /// Findings, most important first.
    pub findings: Vec<RunFinding>,
    /// Remarks.
    pub notes: Vec<DocumentNote>,
    /// Rounds are missing, or a host was lost: the contents are true but incomplete.
    pub partial: bool,
}

/// The request to all hosts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostsRequest {
    /// The path that all share; null where each host's own drives were measured.
    pub target: Option<String>,
    /// The workload's name.
    pub workload: String,
    /// Bytes a request.
    pub block_bytes: u64,
    /// Requests in flight of each job on each host.
    pub depth: u32,
    /// Jobs on each host.
    pub jobs: u32,
    /// `read` or `write`.
    pub direction: crate::word::TransferDirection,
    /// Seconds that count in each round.
    pub time_s: f64,
    /// Seconds before that.
    pub ramp_s: f64,
    /// Sets were measured until the sharing was known, not only each alone and all.
    pub explain: bool,
    /// Hosts that serve the others: they measure nothing and report of themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub servers: Vec<String>,
    /// Sets that ran if no inference chose them: `alone`, `pairs`, `groups`, `all`; left out if one did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<String>,
    /// Experiments might write beside reading; left out where not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub both_ways: bool,
    /// Experiments were disabled; left out if they were not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub no_experiments: bool,
}

fn is_false(value: &bool) -> bool {
    !*value
}

/// The virtual cluster of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClusterSimulation {
    /// Seed of everything random in it.
    pub seed: u64,
    /// Its file.
    pub cluster: String,
    /// The text of its file.
    pub text: String,
}

/// A host.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostEntry {
    /// Its place among the ranks, from 0.
    pub rank: u32,
    /// Its host name; followed by `#` and the rank where several ranks run on one host.
    pub host: String,
    /// Targets measured on it.
    pub targets: Vec<String>,
    /// The file system of the shared target; null if unknown.
    pub file_system: Option<String>,
    /// Source of the shared target; null if unknown.
    pub source: Option<String>,
    /// Its clock less rank 0's, microseconds; null if there is only one clock or it was not measured.
    pub clock_offset_us: Option<f64>,
    /// The most by which that may be wrong, microseconds.
    pub clock_error_us: Option<f64>,
    /// The round after which it stopped answering; null if it still answers.
    pub lost_in: Option<u32>,
    /// The shared target is a directory, in which the host has a file of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub folder: bool,
    /// It serves the others: it measures nothing and reports of itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub serves: bool,
}

/// Hosts that a file or the launcher puts together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostGroup {
    /// The switch or rack.
    pub name: String,
    /// Its hosts, by name.
    pub hosts: Vec<String>,
    /// Who says so: `topology.conf`, `cluster file`, `LLDP`.
    pub from: String,
    /// File throughput of its link to the others, 10^6 bytes per second; left out if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uplink_mb_s: Option<f64>,
}

/// A round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostsRound {
    /// Counted from 1.
    pub number: u32,
    /// `alone`, `all` or the set's name.
    pub set: crate::word::TargetSet,
    /// Counted from 1.
    pub repeat: u32,
    /// Id of the experiment that it ran for, if it is not a set of the inference.
    pub experiment: Option<String>,
    /// Figures of each, in the order of ranks.
    pub figures: Vec<HostFigure>,
    /// Units without results, by name: `host`, or `host:drive` for drives of its own.
    pub missing: Vec<String>,
    /// Length of the window in which all ran, seconds; 0 if there was none.
    pub window_s: f64,
    /// Sum of all in that window, 10^6 bytes per second.
    pub sum_mb_s: f64,
    /// When the first was through, seconds after the common start.
    pub first_done_s: f64,
    /// When the last was through.
    pub last_done_s: f64,
    /// Faults.
    pub faults: Vec<HostFault>,
    /// Reports of the servers among the ranks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub servers: Vec<ServerReport>,
}

/// Report of a server among the ranks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerReport {
    /// The server, by name.
    pub host: String,
    /// The report.
    #[serde(flatten)]
    pub report: ServerLoad,
}

/// Performance of one host in a round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostFigure {
    /// The host, by name.
    pub host: String,
    /// A drive of its own or the shared path.
    pub target: String,
    /// The workload's name.
    pub workload: String,
    /// 10^6 bytes per second in the window in which all ran.
    pub mb_s: f64,
    /// 10^6 bytes per second in the host's own window.
    pub own_mb_s: f64,
    /// Operations per second in the host's own window.
    pub iops: f64,
    /// Median completion latency, microseconds; null with too few samples.
    pub latency_us: Option<f64>,
    /// How late it started after the common start, microseconds.
    pub late_us: f64,
    /// When it was through, seconds after the common start.
    pub done_s: f64,
    /// Operations that failed.
    pub errors: u64,
    /// Cut short, or with failed operations: the figures are no measure of anything.
    pub partial: bool,
    /// Busy share of the host's processors, 0 to 1; null if unknown.
    pub cpu_busy: Option<f64>,
}

/// Fault on a host.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostFault {
    /// The host, by name.
    pub host: String,
    /// The fault.
    #[serde(flatten)]
    pub fault: RankFault,
}

/// A fault.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankFault {
    /// Kind of fault.
    pub kind: RankFaultKind,
    /// Reason given by the host or its system; empty if there is none.
    pub why: String,
}

crate::word::words! {
    /// Faults of hosts.
    pub enum RankFaultKind or Unlisted {
        /// The host is gone: its rank ended or its connection broke.
        Lost = "lost",
        /// It did not answer in time.
        Hung = "hung",
        /// There is no space for its files.
        NoSpace = "no_space",
        /// It does not have the target to be measured.
        NoTarget = "no_target",
        /// Its build of Narrows is another.
        OtherBuild = "other_build",
        /// It was started with other options.
        OtherOptions = "other_options",
        /// It does not see another host's writes: the target is not shared.
        NotShared = "not_shared",
        /// Its clock is far from rank 0's.
        Clock = "clock",
        /// Anything else.
        Failed = "failed",
    }
}

/// How the hosts started together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StartSpread {
    /// Starts that were looked at: hosts times rounds.
    pub starts: u32,
    /// Median of how late a host started after the first of its round, microseconds.
    pub late_us_p50: f64,
    /// 95th percentile of that.
    pub late_us_p95: f64,
    /// The largest of that.
    pub late_us_max: f64,
}

impl RankFault {
    /// A fault of this kind.
    pub fn new(kind: RankFaultKind, why: impl Into<String>) -> Self {
        Self { kind, why: why.into() }
    }
}

impl HostsDocument {
    /// A host's name by its rank.
    pub fn name(&self, rank: u32) -> &str {
        let host = self.hosts.iter().find(|host| host.rank == rank);
        host.map_or("?", |host| host.host.as_str())
    }

    /// Name of a host on a target: the host's if all use one target.
    pub fn unit(&self, rank: u32, target: &str) -> String {
        match self.asked.target {
            Some(_) => self.name(rank).to_owned(),
            None => format!("{}:{target}", self.name(rank)),
        }
    }

    /// Hosts that measure and still answer, by rank.
    pub fn ranks_left(&self) -> impl Iterator<Item = u32> {
        let here = self.hosts.iter().filter(|host| host.lost_in.is_none());
        here.filter(|host| !host.serves).map(|host| host.rank)
    }

    /// Servers that still answer, by rank.
    pub fn servers_left(&self) -> impl Iterator<Item = u32> {
        let here = self.hosts.iter().filter(|host| host.lost_in.is_none());
        here.filter(|host| host.serves).map(|host| host.rank)
    }

    /// Puts a round's answers into the document: figures cut to the common window, faults, lost hosts.
    pub fn take_round(&mut self, order: &RoundOrder, answers: &[RankAnswer]) {
        let number = self.rounds.iter().map(|round| round.number).max().unwrap_or_default() + 1;
        let mut figures: Vec<(u32, &str, &RankFigure)> = Vec::new();
        for part in &order.parts {
            let answer = answers.iter().find(|answer| answer.rank == part.rank);
            let Some(RankReply::Figures { figures: own }) = answer.map(|answer| &answer.reply)
            else {
                continue;
            };
            let own = own.iter().filter(|figure| figure.target == part.target);
            figures.extend(own.map(|figure| (part.rank, part.workload.as_str(), figure)));
        }
        let came = |part: &exchange::PartOrder| {
            figures.iter().any(|(rank, _, it)| *rank == part.rank && it.target == part.target)
        };
        let missing = order.parts.iter().filter(|part| !came(part));
        let missing: Vec<String> = missing.map(|part| self.unit(part.rank, &part.target)).collect();
        let window = common(figures.iter().map(|(_, _, figure)| *figure));
        let first =
            figures.iter().map(|(_, _, figure)| figure.late_s).fold(f64::INFINITY, f64::min);
        let cut = figures.iter().map(|(rank, workload, figure)| HostFigure {
            host: self.name(*rank).to_owned(),
            workload: (*workload).to_owned(),
            late_us: (figure.late_s - first) * 1e6,
            ..host_figure(figure, window)
        });
        let cut: Vec<HostFigure> = cut.collect();
        let ends = || figures.iter().map(|(_, _, figure)| figure.done_s);
        let faults = answers.iter().flat_map(|answer| {
            let host = self.name(answer.rank).to_owned();
            answer
                .faults
                .iter()
                .map(move |fault| HostFault { host: host.clone(), fault: fault.clone() })
        });
        let round = HostsRound {
            number,
            set: order.set.clone(),
            repeat: order.repeat,
            experiment: None,
            missing,
            window_s: window.map_or(0.0, |(from, to)| to - from),
            sum_mb_s: cut.iter().map(|figure| figure.mb_s).sum(),
            first_done_s: ends().reduce(f64::min).unwrap_or_default(),
            last_done_s: ends().reduce(f64::max).unwrap_or_default(),
            faults: faults.collect(),
            figures: cut,
            servers: answers
                .iter()
                .filter_map(|answer| {
                    let RankReply::Served { report } = &answer.reply else { return None };
                    Some(ServerReport {
                        host: self.name(answer.rank).to_owned(),
                        report: report.clone(),
                    })
                })
                .collect(),
        };
        self.lose(answers, number);
        self.partial |= !round.faults.is_empty() || !round.missing.is_empty();
        self.partial |= round.figures.iter().any(|figure| figure.partial);
        self.rounds.push(round);
        self.start = start(&self.rounds);
    }

    /// Notes which hosts do not answer any more.
    pub fn lose(&mut self, answers: &[RankAnswer], round: u32) {
        for answer in answers {
            let is_gone =
                |fault: &RankFault| matches!(fault.kind, RankFaultKind::Lost | RankFaultKind::Hung);
            let host = self.hosts.iter_mut().find(|host| host.rank == answer.rank);
            if let Some(host) = host.filter(|_| answer.faults.iter().any(is_gone)) {
                // Later rounds report it again: the first counts.
                host.lost_in.get_or_insert(round);
            }
        }
    }
}

/// From the last start to the first end; `None` if that is empty.
fn common<'a>(figures: impl Iterator<Item = &'a RankFigure> + Clone) -> Option<(f64, f64)> {
    let from = figures.clone().map(|figure| figure.from_s).reduce(f64::max)?;
    let to = figures.map(|figure| figure.to_s).reduce(f64::min)?;
    (to > from).then_some((from, to))
}

/// Seconds in each entry of a host's time line.
const SLOT_S: f64 = 0.1;

fn host_figure(figure: &RankFigure, window: Option<(f64, f64)>) -> HostFigure {
    let within = window.and_then(|window| rate_within(figure, window));
    HostFigure {
        target: figure.target.clone(),
        mb_s: within.unwrap_or(0.0),
        own_mb_s: figure.mb_s,
        iops: figure.iops,
        latency_us: figure.latency_us,
        done_s: figure.done_s,
        errors: figure.errors,
        partial: figure.partial || within.is_none(),
        cpu_busy: figure.cpu_busy,
        ..HostFigure::default()
    }
}

/// The mean rate in a window: the overall rate if the window covers all but less than a slot, else
/// that of the slots in proportion to their overlap with it.
fn rate_within(figure: &RankFigure, (from, to): (f64, f64)) -> Option<f64> {
    let whole = figure.to_s - figure.from_s;
    // Less than one slot of the time line was cut off, which the time line cannot resolve.
    if figure.timeline_mb_s.is_empty() || whole - (to - from) < SLOT_S {
        return (whole > 0.0).then_some(figure.mb_s);
    }
    let mut moved = 0.0;
    let mut time = 0.0;
    for (at, rate) in figure.timeline_mb_s.iter().enumerate() {
        let begins = figure.from_s + at as f64 * SLOT_S;
        // The last slot may end early.
        let part = (begins + SLOT_S).min(to).min(figure.to_s) - begins.max(from);
        if part > 0.0 {
            moved += rate * part;
            time += part;
        }
    }
    (time > 0.0).then_some(moved / time)
}

/// How late hosts started after the first of each round.
fn start(rounds: &[HostsRound]) -> Option<StartSpread> {
    let several = rounds.iter().filter(|round| round.figures.len() > 1);
    let mut late: Vec<f64> =
        several.flat_map(|round| &round.figures).map(|it| it.late_us).collect();
    late.sort_by(f64::total_cmp);
    let last = late.len().checked_sub(1)?;
    // A share of at most 1 of the last index is an index.
    let at = |share: f64| late[((last as f64) * share).round() as usize];
    Some(StartSpread {
        starts: u32::try_from(late.len()).unwrap_or(u32::MAX),
        late_us_p50: at(0.5),
        late_us_p95: at(0.95),
        late_us_max: at(1.0),
    })
}
