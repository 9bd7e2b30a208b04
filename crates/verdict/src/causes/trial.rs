//! Experiments that can distinguish two causes, with each one's prediction.

use narrows_messages::Message;
use narrows_record::predict::LimitRecordKind;
use narrows_record::see::LinkState;
use narrows_record::sharing::ExperimentNeeds;
use narrows_record::word;
use narrows_units::{Bytes, BytesPerSec, TransferRate};
use narrows_workload::{Direction, Pattern, Workload};

use super::candidate::CauseCandidate;
use super::candidates::is_hot;
use super::links::part;
use super::nature::{CapacityKind, PredictedRange, SituationLoad};
use super::remedy::after_move;
use super::simulated::{self, quoted};
use super::subject::BottleneckSubject;
use crate::thresholds::causes::{APART, AT_LINK};

/// A round with its ramp and overhead, seconds.
const ROUND_S: f64 = 3.0;
/// Long enough for a drive to warm up or a cache to fill, seconds.
const LONG_S: f64 = 60.0;
/// An experiment with a kernel setting: 18 rounds (docs/experiments.md).
const CYCLES_S: f64 = 60.0;
/// The factor of the block size; IOPS drop as much where bytes are the limit.
const BLOCKS: u64 = 8;
/// A block that every device takes in one request, and rings hold many of.
const BLOCK_MAX: u64 = 1 << 20;
/// Smaller ones are limited by processors and drives in other ways.
const LEAST_BLOCK: u64 = 16 << 10;
const DEPTHS: u32 = 4;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ProposedChange {
    /// One drive beside another with a rate limit, MB/s.
    Held {
        free: String,
        held: String,
        mb_s: f64,
    },
    /// Larger blocks, bytes.
    Block(u64),
    /// Smaller ones: no ceiling of bytes above the bottleneck hides their effect.
    SmallerBlock(u64),
    /// Another number of threads per drive.
    Jobs(u32),
    /// Another queue depth per thread.
    Depth(u32),
    Longer,
    /// The drive's link one step slower: it carries this part.
    LinkSpeed {
        drive: String,
        gts: f64,
        factor: f64,
    },
    Clock {
        ghz: f64,
        factor: f64,
    },
    Move {
        drive: String,
    },
}

/// A round that only reads and that can be run at once.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentRound {
    pub drives: Vec<String>,
    pub workload: Workload,
    pub limit: Option<(String, BytesPerSec)>,
    /// Duration in seconds.
    pub time_s: f64,
    /// The drives whose sum is the outcome.
    pub counts: Vec<String>,
}

/// The cheapest change for which the two causes' predictions differ; changes without manual work
/// come first.
pub(super) fn between(
    subject: &BottleneckSubject<'_>,
    a: &CauseCandidate,
    b: &CauseCandidate,
) -> Option<ProposedChange> {
    let asked = subject.asked();
    let block = asked.block_bytes.max(512).saturating_mul(BLOCKS).min(BLOCK_MAX);
    let mut all: Vec<ProposedChange> = held(subject, a, b).into_iter().collect();
    all.push(ProposedChange::Jobs(asked.jobs.max(1).saturating_mul(2)));
    let larger = (block > asked.block_bytes).then_some(ProposedChange::Block(block));
    let is_open = subject.is_shared() && asked.block_bytes / 2 >= LEAST_BLOCK;
    let smaller = is_open.then_some(ProposedChange::SmallerBlock(asked.block_bytes / 2));
    // The first of those that differ is taken. Larger ones may have met the next ceiling without a
    // decision.
    let is_done = larger.as_ref().is_some_and(|larger| is_done(subject, larger));
    let both = if is_done { [smaller, larger] } else { [larger, smaller] };
    all.extend(both.into_iter().flatten());
    all.push(ProposedChange::Depth(asked.depth.max(1).saturating_mul(DEPTHS)));
    all.push(ProposedChange::Longer);
    all.extend(slower_link(subject));
    all.extend(clock(subject));
    let fastest = subject.loads().into_iter().max_by(|a, b| a.wants.total_cmp(&b.wants));
    all.extend(fastest.map(|load| ProposedChange::Move { drive: load.drive }));
    all.retain(|change| differ(outcome(subject, a, change), outcome(subject, b, change)));
    let cost = |change: &ProposedChange| (rank(change.needs(subject)), change.cost_s());
    all.into_iter().min_by(|x, y| {
        let ((x_needs, x_cost), (y_needs, y_cost)) = (cost(x), cost(y));
        x_needs.cmp(&y_needs).then(x_cost.total_cmp(&y_cost))
    })
}

/// Whether this experiment on the bottleneck has been run.
fn is_done(subject: &BottleneckSubject<'_>, change: &ProposedChange) -> bool {
    let about = super::about(subject);
    let mut known = subject.sharing.experiments.iter().filter(|known| known.ran.is_some());
    known.any(|known| known.id == change.id() && (known.limit, known.drive.clone()) == about)
}

pub(super) fn rank(needs: ExperimentNeeds) -> u8 {
    match needs {
        ExperimentNeeds::Nothing => 0,
        ExperimentNeeds::Root => 1,
        ExperimentNeeds::Hands => 2,
    }
}

/// A cause's prediction for a change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CausePrediction {
    Sum(PredictedRange),
    /// The rate drops over time; how far is unknown.
    Falls,
    /// No prediction.
    Nothing,
}

impl CausePrediction {
    pub fn exactly(mb_s: f64) -> Self {
        Self::Sum(PredictedRange::exactly(mb_s))
    }
}

fn differ(a: CausePrediction, b: CausePrediction) -> bool {
    match (a, b) {
        (CausePrediction::Sum(a), CausePrediction::Sum(b)) => {
            let (below, above) = if a.low < b.low { (a, b) } else { (b, a) };
            above.low - below.high > APART * above.low
        }
        (CausePrediction::Sum(_), CausePrediction::Falls)
        | (CausePrediction::Falls, CausePrediction::Sum(_)) => true,
        _ => false,
    }
}

/// The drive that a narrowed slot would limit stays free; its neighbour's rate limit leaves room on
/// anything that both share.
fn held(
    subject: &BottleneckSubject<'_>,
    a: &CauseCandidate,
    b: &CauseCandidate,
) -> Option<ProposedChange> {
    let narrowed = [a, b].into_iter().find_map(|it| match &it.nature {
        CapacityKind::Narrowed(drives) => drives.keys().next(),
        _ => None,
    });
    let free = narrowed.or(subject.drives.first())?;
    let held = subject.drives.iter().find(|drive| *drive != free)?;
    let alone = subject.alone(held, &subject.sharing.workload)?;
    // A quarter of its own rate, as a round figure for the command line.
    let mb_s = match alone / 4.0 {
        much if much >= 500.0 => 500.0,
        some if some >= 50.0 => (some / 50.0).floor() * 50.0,
        little => little.ceil(),
    };
    Some(ProposedChange::Held { free: free.clone(), held: held.clone(), mb_s })
}

/// One step down from the link's rate under load.
fn slower_link(subject: &BottleneckSubject<'_>) -> Option<ProposedChange> {
    let drive = subject.drives.first().filter(|_| !subject.is_shared())?;
    let of_machine = subject.run.machine.drives.iter().find(|known| known.id == *drive)?;
    let now = subject.link_seen(drive).filter(|_| of_machine.transport.is_none())?;
    let generation = TransferRate::from_gt_s(now.gts)?.generation().checked_sub(1)?;
    let slow = LinkState { gts: TransferRate::from_generation(generation)?.gt_s(), ..now };
    Some(ProposedChange::LinkSpeed { drive: drive.clone(), gts: slow.gts, factor: part(slow, now) })
}

/// Half the currently allowed clock, or that of a simulated machine; `None` if unknown.
pub(super) fn clock(subject: &BottleneckSubject<'_>) -> Option<ProposedChange> {
    let limit = subject.run.context.as_ref().and_then(|context| context.clock_limit_mhz);
    let now = limit.map(|mhz| f64::from(mhz) / 1000.0);
    let ghz = now.or_else(|| simulated::clock_ghz(subject.run)).filter(|ghz| *ghz > 0.0)? / 2.0;
    Some(ProposedChange::Clock { ghz, factor: 0.5 })
}

/// The outcome of a change if the cause is right.
pub(super) fn outcome(
    subject: &BottleneckSubject<'_>,
    candidate: &CauseCandidate,
    change: &ProposedChange,
) -> CausePrediction {
    let found = subject.found.value;
    let knows = candidate.nature != CapacityKind::Silent;
    let comes_and_goes = matches!(candidate.kind, LimitRecordKind::Heat | LimitRecordKind::Cache);
    match change {
        // A drive that is already hot does not drop further, and does not recover by itself.
        ProposedChange::Longer if candidate.kind == LimitRecordKind::Heat && is_hot(subject) => {
            CausePrediction::Nothing
        }
        ProposedChange::Longer if comes_and_goes => CausePrediction::Falls,
        ProposedChange::Longer if knows => CausePrediction::exactly(found),
        ProposedChange::Longer => CausePrediction::Nothing,
        ProposedChange::Clock { factor, .. } if candidate.kind == LimitRecordKind::Cpu => {
            CausePrediction::exactly(found * factor)
        }
        ProposedChange::Clock { .. } if knows => CausePrediction::exactly(found),
        ProposedChange::Clock { .. } => CausePrediction::Nothing,
        ProposedChange::LinkSpeed { drive, factor, .. } => {
            // A slower link limits all drives to its bandwidth. Only a drive that is already
            // limited by its link drops by exactly that part.
            let found = subject.found.value;
            match (candidate.kind, &candidate.nature, subject.link_carries(drive)) {
                (_, CapacityKind::Silent, _) | (_, _, None) => CausePrediction::Nothing,
                (LimitRecordKind::Link, _, Some(usable)) if AT_LINK.contains(&(found / usable)) => {
                    CausePrediction::exactly(found * *factor)
                }
                (_, _, Some(usable)) => CausePrediction::exactly(found.min(usable * *factor)),
            }
        }
        ProposedChange::Move { drive } => moved(subject, candidate, drive),
        ProposedChange::Held { .. }
        | ProposedChange::Block(_)
        | ProposedChange::SmallerBlock(_)
        | ProposedChange::Jobs(_)
        | ProposedChange::Depth(_) => asked_otherwise(subject, candidate, change),
    }
}

/// A drive that leaves a shared location leaves its share to the others, and has its own rate
/// elsewhere; a cause without a location moves along with it.
fn moved(
    subject: &BottleneckSubject<'_>,
    candidate: &CauseCandidate,
    drive: &str,
) -> CausePrediction {
    let found = subject.found.value;
    let sum: f64 = subject.loads().iter().map(|load| load.wants).sum();
    let at_a_place = candidate.kind != LimitRecordKind::Throttle && subject.is_shared();
    match &candidate.nature {
        CapacityKind::Silent => CausePrediction::Nothing,
        CapacityKind::Narrowed(_) => CausePrediction::exactly(sum),
        CapacityKind::Bytes(_) if at_a_place => {
            CausePrediction::exactly(after_move(subject, drive))
        }
        // The width of the other slot is unknown.
        CapacityKind::Own(_) if candidate.kind == LimitRecordKind::Link => CausePrediction::Nothing,
        CapacityKind::Requests(_) if candidate.kind == LimitRecordKind::Controller => {
            CausePrediction::exactly(after_move(subject, drive))
        }
        _ => CausePrediction::exactly(found),
    }
}

fn asked_otherwise(
    subject: &BottleneckSubject<'_>,
    candidate: &CauseCandidate,
    change: &ProposedChange,
) -> CausePrediction {
    let loads = loads(subject, change);
    let nature = match (&candidate.nature, change) {
        (CapacityKind::Depth(mb_s), ProposedChange::Depth(_)) => {
            CapacityKind::Depth(mb_s * f64::from(DEPTHS))
        }
        (CapacityKind::Depth(mb_s), ProposedChange::Jobs(_)) => CapacityKind::Depth(mb_s * 2.0),
        // Larger requests take longer; how much is unknown.
        (CapacityKind::Depth(_), ProposedChange::Block(_) | ProposedChange::SmallerBlock(_)) => {
            CapacityKind::Silent
        }
        (nature, _) => nature.clone(),
    };
    let Some(sum) = nature.sum(&loads, &change.counts(subject)) else {
        return CausePrediction::Nothing;
    };
    // All other ceilings of the machine stay in force.
    let sum = if subject.is_shared() { sum.at_most(subject.ceiling()) } else { sum };
    if sum.high.is_finite() { CausePrediction::Sum(sum) } else { CausePrediction::Nothing }
}

fn loads(subject: &BottleneckSubject<'_>, change: &ProposedChange) -> Vec<SituationLoad> {
    let mut loads = subject.loads();
    if !subject.is_shared() {
        let roofs = subject.roofs();
        for load in &mut loads {
            load.wants = roofs.get(&load.drive).copied().unwrap_or(f64::INFINITY);
            load.most = load.wants;
        }
    }
    match change {
        ProposedChange::Held { free, held, mb_s } => {
            loads.retain(|load| [free, held].contains(&&load.drive));
            for load in loads.iter_mut().filter(|load| load.drive == *held) {
                load.wants = load.wants.min(*mb_s);
                load.most = load.wants;
            }
        }
        ProposedChange::Block(block) | ProposedChange::SmallerBlock(block) => {
            for load in &mut loads {
                if subject.is_shared() {
                    (load.wants, load.most) = subject.in_blocks_of(&load.drive, load.wants, *block);
                }
                load.block = *block;
            }
        }
        ProposedChange::Jobs(jobs) => loads.iter_mut().for_each(|load| load.jobs = *jobs),
        _ => {}
    }
    loads
}

impl ProposedChange {
    /// On virtual hardware no root rights are needed.
    pub fn needs(&self, subject: &BottleneckSubject<'_>) -> ExperimentNeeds {
        match self {
            Self::LinkSpeed { .. } | Self::Clock { .. } if subject.is_simulated() => {
                ExperimentNeeds::Nothing
            }
            Self::LinkSpeed { .. } | Self::Clock { .. } => ExperimentNeeds::Root,
            Self::Move { .. } => ExperimentNeeds::Hands,
            _ => ExperimentNeeds::Nothing,
        }
    }

    pub fn cost_s(&self) -> f64 {
        match self {
            Self::Longer => LONG_S,
            Self::LinkSpeed { .. } | Self::Clock { .. } | Self::Move { .. } => CYCLES_S,
            _ => ROUND_S,
        }
    }

    /// Whether it is a round of seconds that only reads.
    pub fn is_a_round(&self, subject: &BottleneckSubject<'_>) -> bool {
        self.needs(subject) == ExperimentNeeds::Nothing && self.cost_s() <= ROUND_S
    }

    /// The experiment's name, the same in every language.
    pub fn id(&self) -> &'static str {
        match self {
            Self::Held { .. } => "held-pair",
            Self::Block(_) => "block",
            Self::SmallerBlock(_) => "smaller-block",
            Self::Jobs(_) => "jobs",
            Self::Depth(_) => "depth",
            Self::Longer => "longer",
            Self::LinkSpeed { .. } => "link-speed",
            Self::Clock { .. } => "cpu-clock",
            Self::Move { .. } => "move",
        }
    }

    /// The drives whose sum is the outcome.
    pub fn counts(&self, subject: &BottleneckSubject<'_>) -> Vec<String> {
        match self {
            Self::Held { free, .. } => vec![free.clone()],
            _ => subject.drives.clone(),
        }
    }

    /// As a message; the reason for more threads depends on the causes to distinguish.
    pub fn what(&self, subject: &BottleneckSubject<'_>, pair: [&CauseCandidate; 2]) -> Message {
        let is_thread = |it: &CauseCandidate| matches!(it.nature, CapacityKind::Threads(_));
        let drives = super::names(&subject.drives);
        match self {
            Self::Held { free, held, mb_s } => Message::new("trial-held")
                .with("free", free)
                .with("held", held)
                .with("rate", super::rate(*mb_s)),
            Self::Block(block) => Message::new("trial-block").with("block", Bytes::new(*block)),
            Self::SmallerBlock(block) => {
                Message::new("trial-smaller-block").with("block", Bytes::new(*block))
            }
            Self::Jobs(jobs) if pair.into_iter().any(is_thread) => {
                Message::new("trial-jobs").with("jobs", jobs)
            }
            Self::Jobs(jobs) => Message::new("trial-jobs-depth").with("jobs", jobs),
            Self::Depth(depth) => Message::new("trial-depth").with("depth", depth),
            Self::Longer => Message::new("trial-longer").with("seconds", format!("{LONG_S:.0} s")),
            Self::LinkSpeed { drive, gts, .. } => Message::new("trial-link-speed")
                .with("drive", drive)
                .with("speed", format!("{gts} GT/s")),
            Self::Clock { ghz, .. } => {
                Message::new("trial-clock").with("clock", format!("{ghz:.1} GHz"))
            }
            Self::Move { drive } => Message::new("trial-move").with("drive", drive),
        }
        .with("drives", drives)
    }

    /// The round, if it only reads.
    pub fn round(&self, subject: &BottleneckSubject<'_>) -> Option<ExperimentRound> {
        let workload = workload(subject)?;
        let (mut drives, mut limit) = (subject.drives.clone(), None);
        let workload = match self {
            Self::Held { free, held, mb_s } => {
                drives = vec![free.clone(), held.clone()];
                limit = Some((held.clone(), BytesPerSec::mb_s(*mb_s)));
                workload
            }
            Self::Block(block) | Self::SmallerBlock(block) => {
                Workload { block: Bytes::new(*block), ..workload }
            }
            Self::Jobs(jobs) => Workload { jobs: *jobs, ..workload },
            Self::Depth(depth) => Workload { depth: *depth, ..workload },
            Self::Longer => workload,
            Self::LinkSpeed { .. } | Self::Clock { .. } | Self::Move { .. } => return None,
        };
        let reads = workload.read_percent == 100;
        let counts = self.counts(subject);
        let time_s = if *self == Self::Longer { LONG_S } else { 2.0 };
        let workload = workload.named_after_itself();
        reads.then_some(ExperimentRound { drives, workload, limit, time_s, counts })
    }

    /// The command; `None` if the kind of hardware has no such experiment, or if another program's
    /// figures name the drives.
    pub fn command(&self, subject: &BottleneckSubject<'_>) -> Option<String> {
        if subject.is_imported() {
            return None;
        }
        let sudo = if subject.is_simulated() { "" } else { "sudo " };
        let words = match self {
            Self::LinkSpeed { drive, gts, .. } => {
                format!("{sudo}narrows experiment link-speed {} {gts}GT/s", quoted(drive))
            }
            Self::Clock { ghz, .. } => {
                let first = quoted(subject.drives.first()?);
                format!("{sudo}narrows experiment cpu-clock {ghz:.1}GHz {first}")
            }
            Self::Move { .. } if subject.is_simulated() => return None,
            Self::Move { drive } => format!("narrows experiment move {}", quoted(drive)),
            _ => self.measure(subject)?,
        };
        Some([vec![words], simulated::options(subject)].concat().join(" "))
    }

    fn measure(&self, subject: &BottleneckSubject<'_>) -> Option<String> {
        let round = self.round(subject)?;
        let drives: Vec<String> = round.drives.iter().map(|drive| quoted(drive)).collect();
        let mut words = vec!["narrows measure".to_owned(), drives.join(" ")];
        words.push(format!("--set all --workload {}", round.workload.name));
        words.extend(round.limit.map(|(held, rate)| {
            format!("--limit {}", quoted(&format!("{held}={:.0}MB/s", rate.as_mb_s())))
        }));
        words.push(format!("--time {:.0}s", round.time_s));
        Some(words.join(" "))
    }
}

/// The workload whose figures show the limit.
fn workload(subject: &BottleneckSubject<'_>) -> Option<Workload> {
    let asked = subject.asked();
    let pattern = match asked.pattern {
        word::AccessPattern::Sequential => Pattern::Sequential,
        word::AccessPattern::Random => Pattern::Random,
        word::AccessPattern::Unlisted(_) => return None,
    };
    let known = Workload::new(pattern, Direction::Read, Bytes::new(asked.block_bytes), asked.depth);
    let workload = Workload { read_percent: asked.read_percent, jobs: asked.jobs.max(1), ..known };
    (asked.block_bytes > 0).then(|| workload.named_after_itself())
}
