//! Experiments that can distinguish two causes, with each one's prediction.

use narrows_messages::Message;
use narrows_record::predict::LimitKind;
use narrows_record::see::LinkState;
use narrows_record::sharing::Needs;
use narrows_record::word;
use narrows_units::{Bytes, BytesPerSec, TransferRate};
use narrows_workload::{Direction, Pattern, Workload};

use super::candidate::Candidate;
use super::candidates::is_hot;
use super::links::part;
use super::nature::{Load, Nature};
use super::remedy::after_move;
use super::simulated::{self, quoted};
use super::subject::Subject;
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
const DEPTHS: u32 = 4;

/// The change in an experiment.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Change {
    /// One drive beside another with a rate limit, MB/s.
    Held {
        free: String,
        held: String,
        mb_s: f64,
    },
    /// Another block size, bytes.
    Block(u64),
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
pub struct Round {
    pub drives: Vec<String>,
    /// The workload of each.
    pub workload: Workload,
    pub limit: Option<(String, BytesPerSec)>,
    /// Duration in seconds.
    pub time_s: f64,
    /// The drives whose sum is the outcome.
    pub counts: Vec<String>,
}

/// The cheapest change for which the two causes' predictions differ; changes without manual work
/// come first.
pub(super) fn between(subject: &Subject<'_>, a: &Candidate, b: &Candidate) -> Option<Change> {
    let mut all = changes(subject, a, b);
    all.retain(|change| differ(outcome(subject, a, change), outcome(subject, b, change)));
    let cost = |change: &Change| (rank(change.needs(subject)), change.cost_s());
    all.into_iter().min_by(|x, y| {
        let ((x_needs, x_cost), (y_needs, y_cost)) = (cost(x), cost(y));
        x_needs.cmp(&y_needs).then(x_cost.total_cmp(&y_cost))
    })
}

pub(super) fn rank(needs: Needs) -> u8 {
    match needs {
        Needs::Nothing => 0,
        Needs::Root => 1,
        Needs::Hands => 2,
    }
}

/// A cause's prediction for a change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Says {
    MbS(f64),
    /// The rate drops over time; how far is unknown.
    Falls,
    /// No prediction.
    Nothing,
}

fn differ(a: Says, b: Says) -> bool {
    match (a, b) {
        (Says::MbS(a), Says::MbS(b)) => (a - b).abs() > APART * a.max(b),
        (Says::MbS(_), Says::Falls) | (Says::Falls, Says::MbS(_)) => true,
        _ => false,
    }
}

fn changes(subject: &Subject<'_>, a: &Candidate, b: &Candidate) -> Vec<Change> {
    let asked = subject.asked();
    let block = asked.block_bytes.max(512).saturating_mul(BLOCKS).min(BLOCK_MAX);
    let mut all: Vec<Change> = held(subject, a, b).into_iter().collect();
    all.push(Change::Jobs(asked.jobs.max(1).saturating_mul(2)));
    all.extend((block > asked.block_bytes).then_some(Change::Block(block)));
    all.push(Change::Depth(asked.depth.max(1).saturating_mul(DEPTHS)));
    all.push(Change::Longer);
    all.extend(slower_link(subject));
    all.extend(clock(subject));
    let fastest = subject.loads().into_iter().max_by(|a, b| a.wants.total_cmp(&b.wants));
    all.extend(fastest.map(|load| Change::Move { drive: load.drive }));
    all
}

/// The drive that a narrowed slot would limit stays free; its neighbour's rate limit leaves room on
/// anything that both share.
fn held(subject: &Subject<'_>, a: &Candidate, b: &Candidate) -> Option<Change> {
    let narrowed = [a, b].into_iter().find_map(|it| match &it.nature {
        Nature::Narrowed(drives) => drives.keys().next(),
        _ => None,
    });
    let free = narrowed.or(subject.drives.first())?;
    let held = subject.drives.iter().find(|drive| *drive != free)?;
    let alone = subject.alone(held, &subject.sharing.workload)?;
    let mb_s = match alone / 4.0 {
        much if much >= 500.0 => 500.0,
        some if some >= 50.0 => (some / 50.0).floor() * 50.0,
        little => little.ceil(),
    };
    Some(Change::Held { free: free.clone(), held: held.clone(), mb_s })
}

/// One step down from the link's rate under load.
fn slower_link(subject: &Subject<'_>) -> Option<Change> {
    let drive = subject.drives.first().filter(|_| !subject.is_shared())?;
    let of_machine = subject.run.machine.drives.iter().find(|known| known.id == *drive)?;
    let now = subject.link_seen(drive).filter(|_| of_machine.transport.is_none())?;
    let generation = TransferRate::from_gt_s(now.gts)?.generation().checked_sub(1)?;
    let slow = LinkState { gts: TransferRate::from_generation(generation)?.gt_s(), ..now };
    Some(Change::LinkSpeed { drive: drive.clone(), gts: slow.gts, factor: part(slow, now) })
}

/// Half the clock that is allowed now, or that of a simulated machine; none where unknown.
pub(super) fn clock(subject: &Subject<'_>) -> Option<Change> {
    let limit = subject.run.context.as_ref().and_then(|context| context.clock_limit_mhz);
    let now = limit.map(|mhz| f64::from(mhz) / 1000.0);
    let ghz = now.or_else(|| simulated::clock_ghz(subject.run)).filter(|ghz| *ghz > 0.0)? / 2.0;
    Some(Change::Clock { ghz, factor: 0.5 })
}

/// The outcome of a change if the cause is right.
pub(super) fn outcome(subject: &Subject<'_>, candidate: &Candidate, change: &Change) -> Says {
    let found = subject.found.value;
    let knows = candidate.nature != Nature::Silent;
    let comes_and_goes = matches!(candidate.kind, LimitKind::Heat | LimitKind::Cache);
    match change {
        // A drive that is already hot does not drop further, and does not recover by itself.
        Change::Longer if candidate.kind == LimitKind::Heat && is_hot(subject) => Says::Nothing,
        Change::Longer if comes_and_goes => Says::Falls,
        Change::Longer if knows => Says::MbS(found),
        Change::Longer => Says::Nothing,
        Change::Clock { factor, .. } if candidate.kind == LimitKind::Cpu => {
            Says::MbS(found * factor)
        }
        Change::Clock { .. } if knows => Says::MbS(found),
        Change::Clock { .. } => Says::Nothing,
        Change::LinkSpeed { drive, factor, .. } => slower(subject, candidate, drive, *factor),
        Change::Move { drive } => moved(subject, candidate, drive),
        Change::Held { .. } | Change::Block(_) | Change::Jobs(_) | Change::Depth(_) => {
            asked_otherwise(subject, candidate, change)
        }
    }
}

/// A slower link limits all drives to its bandwidth. Only a drive that is already limited by its
/// link drops by exactly that part.
fn slower(subject: &Subject<'_>, candidate: &Candidate, drive: &str, factor: f64) -> Says {
    let found = subject.found.value;
    match (candidate.kind, &candidate.nature, subject.link_carries(drive)) {
        (_, Nature::Silent, _) | (_, _, None) => Says::Nothing,
        (LimitKind::Link, _, Some(usable)) if AT_LINK.contains(&(found / usable)) => {
            Says::MbS(found * factor)
        }
        (_, _, Some(usable)) => Says::MbS(found.min(usable * factor)),
    }
}

/// A drive that leaves a shared location leaves its share to the others, and has its own rate
/// elsewhere; a cause without a location moves along with it.
fn moved(subject: &Subject<'_>, candidate: &Candidate, drive: &str) -> Says {
    let found = subject.found.value;
    let sum: f64 = subject.loads().iter().map(|load| load.wants).sum();
    let at_a_place = candidate.kind != LimitKind::Throttle && subject.is_shared();
    match &candidate.nature {
        Nature::Silent => Says::Nothing,
        Nature::Narrowed(_) => Says::MbS(sum),
        Nature::Bytes(_) if at_a_place => Says::MbS(after_move(subject, drive)),
        // The width of the other slot is unknown.
        Nature::Own(_) if candidate.kind == LimitKind::Link => Says::Nothing,
        Nature::Requests(_) if candidate.kind == LimitKind::Controller => {
            Says::MbS(after_move(subject, drive))
        }
        _ => Says::MbS(found),
    }
}

fn asked_otherwise(subject: &Subject<'_>, candidate: &Candidate, change: &Change) -> Says {
    let loads = loads(subject, change);
    let nature = match (&candidate.nature, change) {
        (Nature::Depth(mb_s), Change::Depth(_)) => Nature::Depth(mb_s * f64::from(DEPTHS)),
        (Nature::Depth(mb_s), Change::Jobs(_)) => Nature::Depth(mb_s * 2.0),
        // Larger requests take longer; how much is unknown.
        (Nature::Depth(_), Change::Block(_)) => Nature::Silent,
        (nature, _) => nature.clone(),
    };
    let Some(got) = nature.expected(&loads) else { return Says::Nothing };
    let counts = change.counts(subject);
    let pairs = loads.iter().zip(got).filter(|(load, _)| counts.contains(&load.drive));
    let sum: f64 = pairs.map(|(_, mb_s)| mb_s).sum();
    if sum.is_finite() { Says::MbS(sum) } else { Says::Nothing }
}

fn loads(subject: &Subject<'_>, change: &Change) -> Vec<Load> {
    let mut loads = subject.loads();
    if !subject.is_shared() {
        let roofs = subject.roofs();
        for load in &mut loads {
            load.wants = roofs.get(&load.drive).copied().unwrap_or(f64::INFINITY);
        }
    }
    match change {
        Change::Held { free, held, mb_s } => {
            loads.retain(|load| [free, held].contains(&&load.drive));
            for load in loads.iter_mut().filter(|load| load.drive == *held) {
                load.wants = load.wants.min(*mb_s);
            }
        }
        Change::Block(block) => loads.iter_mut().for_each(|load| load.block = *block),
        Change::Jobs(jobs) => loads.iter_mut().for_each(|load| load.jobs = *jobs),
        _ => {}
    }
    loads
}

impl Change {
    /// On virtual hardware no root rights are needed.
    pub fn needs(&self, subject: &Subject<'_>) -> Needs {
        match self {
            Self::LinkSpeed { .. } | Self::Clock { .. } if subject.is_simulated() => Needs::Nothing,
            Self::LinkSpeed { .. } | Self::Clock { .. } => Needs::Root,
            Self::Move { .. } => Needs::Hands,
            _ => Needs::Nothing,
        }
    }

    pub fn cost_s(&self) -> f64 {
        match self {
            Self::Longer => LONG_S,
            Self::LinkSpeed { .. } | Self::Clock { .. } | Self::Move { .. } => CYCLES_S,
            _ => ROUND_S,
        }
    }

    /// The experiment's name, the same in every language.
    pub fn id(&self) -> &'static str {
        match self {
            Self::Held { .. } => "held-pair",
            Self::Block(_) => "block",
            Self::Jobs(_) => "jobs",
            Self::Depth(_) => "depth",
            Self::Longer => "longer",
            Self::LinkSpeed { .. } => "link-speed",
            Self::Clock { .. } => "cpu-clock",
            Self::Move { .. } => "move",
        }
    }

    /// The drives whose sum is the outcome.
    pub fn counts(&self, subject: &Subject<'_>) -> Vec<String> {
        match self {
            Self::Held { free, .. } => vec![free.clone()],
            _ => subject.drives.clone(),
        }
    }

    /// As a message; the reason for more threads depends on the causes to distinguish.
    pub fn what(&self, subject: &Subject<'_>, pair: [&Candidate; 2]) -> Message {
        let is_thread = |it: &Candidate| matches!(it.nature, Nature::Threads(_));
        let drives = super::names(&subject.drives);
        match self {
            Self::Held { free, held, mb_s } => Message::new("trial-held")
                .with("free", free)
                .with("held", held)
                .with("rate", super::rate(*mb_s)),
            Self::Block(block) => Message::new("trial-block").with("block", Bytes::new(*block)),
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

    /// The round, where it only reads.
    pub fn round(&self, subject: &Subject<'_>) -> Option<Round> {
        let workload = workload(subject)?;
        let (mut drives, mut limit) = (subject.drives.clone(), None);
        let workload = match self {
            Self::Held { free, held, mb_s } => {
                drives = vec![free.clone(), held.clone()];
                limit = Some((held.clone(), BytesPerSec::mb_s(*mb_s)));
                workload
            }
            Self::Block(block) => Workload { block: Bytes::new(*block), ..workload },
            Self::Jobs(jobs) => Workload { jobs: *jobs, ..workload },
            Self::Depth(depth) => Workload { depth: *depth, ..workload },
            Self::Longer => workload,
            Self::LinkSpeed { .. } | Self::Clock { .. } | Self::Move { .. } => return None,
        };
        let reads = workload.read_percent == 100;
        let counts = self.counts(subject);
        let time_s = if *self == Self::Longer { LONG_S } else { 2.0 };
        let workload = workload.named_after_itself();
        reads.then_some(Round { drives, workload, limit, time_s, counts })
    }

    /// The command; none where the kind of hardware has no such experiment, or where another program's
    /// figures name the drives.
    pub fn command(&self, subject: &Subject<'_>) -> Option<String> {
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

    fn measure(&self, subject: &Subject<'_>) -> Option<String> {
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
fn workload(subject: &Subject<'_>) -> Option<Workload> {
    let asked = subject.asked();
    let pattern = match asked.pattern {
        word::Pattern::Sequential => Pattern::Sequential,
        word::Pattern::Random => Pattern::Random,
        word::Pattern::Unlisted(_) => return None,
    };
    let known = Workload::new(pattern, Direction::Read, Bytes::new(asked.block_bytes), asked.depth);
    let workload = Workload { read_percent: asked.read_percent, jobs: asked.jobs.max(1), ..known };
    (asked.block_bytes > 0).then(|| workload.named_after_itself())
}
