//! Traffic of others on the devices of a round: the kernel's counts there, less the requests of the round's
//! targets.
//!
//! For: files, folders and stacks as well as drives. The counters are read before the round, after it, and
//! some times a second in between, so that a job that starts half way shows with its time.
//!
//! Not here: which devices carry a target (`narrows-host`, `place`), the conclusions (`narrows-verdict`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use narrows_engine::TargetResult;
use narrows_host::Root;
use narrows_host::place::{StackLevel, UnchangedRequests};
use narrows_host::sample::{DiskCounters, Sampler};

/// Between two looks at the counters.
const INTERVAL: Duration = Duration::from_millis(250);
/// More looks than this are thinned out.
const LOOKS_MAX: usize = 4096;
/// Others' bytes in the time between two looks, below which they may be requests that were counted on one
/// side of a look only.
const LEAST: u64 = 4 << 20;
/// The same as a share of the targets' own bytes in that time.
const LEAST_SHARE: f64 = 0.05;

/// A target of a round, and the devices that carry it.
pub(super) struct TargetDevices<'a> {
    pub levels: &'a [StackLevel],
    /// It only reads.
    pub reads_only: bool,
    /// Its requests end in the page cache, so that its devices move other amounts at other times.
    pub buffered: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct OtherTraffic {
    /// `None` if it was not observed.
    pub bytes: Option<u64>,
    pub on: Vec<String>,
    /// Devices below that were not, because their counters do not tell.
    pub untold_on: Vec<String>,
    /// From and until, seconds from the common start.
    pub span_s: Option<(f64, f64)>,
}

/// Bytes that each device has moved.
type Moved = BTreeMap<String, u64>;

pub(super) struct DeviceCounters {
    sampler: Sampler,
    devices: BTreeSet<String>,
    before: BTreeMap<String, DiskCounters>,
    looks: Mutex<CounterSamples>,
}

#[derive(Default)]
struct CounterSamples {
    begun: Option<Instant>,
    next: Option<Instant>,
    interval: Duration,
    /// Seconds from the common start, and the bytes moved since before the round.
    taken: Vec<(f64, Moved)>,
}

impl DeviceCounters {
    /// Reads them before a round.
    pub fn before<'a>(levels: impl Iterator<Item = &'a StackLevel>) -> Self {
        let sampler = Sampler::new(&Root::live());
        let devices: BTreeSet<String> = levels.flat_map(|level| level.devices.clone()).collect();
        let read = |name: &String| Some((name.clone(), sampler.disk(name)?));
        let before = devices.iter().filter_map(read).collect();
        let looks = Mutex::new(CounterSamples { interval: INTERVAL, ..CounterSamples::default() });
        Self { sampler, devices, before, looks }
    }

    /// Reads them again when due; from the common start on.
    pub fn look(&self) {
        let Ok(mut looks) = self.looks.lock() else { return };
        let now = Instant::now();
        let begun = *looks.begun.get_or_insert(now);
        if looks.next.is_some_and(|next| now < next) {
            return;
        }
        let at_s = now.saturating_duration_since(begun).as_secs_f64();
        let moved = self.moved();
        looks.taken.push((at_s, moved));
        if looks.taken.len() > LOOKS_MAX {
            // Half the looks at twice the distance keep the course at its whole length.
            let mut index = 0;
            looks.taken.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            looks.interval = looks.interval.saturating_mul(2);
        }
        // With many devices reading takes longer.
        let took = now.elapsed().saturating_mul(50);
        looks.next = now.checked_add(looks.interval.max(took));
    }

    /// Bytes moved by each device since before the round; one that is gone has no entry.
    fn moved(&self) -> Moved {
        let moved = |name: &String| {
            let gained = self.sampler.disk(name)?.since(*self.before.get(name)?);
            Some((name.clone(), gained.read.get().saturating_add(gained.written.get())))
        };
        self.devices.iter().filter_map(moved).collect()
    }

    /// Traffic of others besides each target, in the order given.
    pub fn others(
        self,
        targets: &[TargetDevices<'_>],
        results: &[TargetResult],
    ) -> Vec<OtherTraffic> {
        let moved = self.moved();
        let looks = self.looks.into_inner().map(|looks| looks.taken).unwrap_or_default();
        let own: Vec<u64> = results.iter().map(|result| result.moved.get()).collect();
        let at: Vec<Vec<u64>> = looks
            .iter()
            .map(|(at_s, _)| results.iter().map(|one| by(one, *at_s)).collect())
            .collect();
        let one = |index| {
            let (others, most) = beside(targets, index, &moved, &own);
            let Some(most) = most else { return others };
            let course = looks.iter().zip(&at).filter_map(|((at_s, moved), own)| {
                Some((*at_s, most.others(moved, own)?, most.own(own)))
            });
            OtherTraffic { span_s: span(&course.collect::<Vec<_>>()), ..others }
        };
        (0..targets.len()).map(one).collect()
    }
}

/// Traffic of others besides a target, and the level that saw most of it.
fn beside<'a>(
    targets: &[TargetDevices<'a>],
    index: usize,
    moved: &Moved,
    own: &[u64],
) -> (OtherTraffic, Option<LevelTargets<'a>>) {
    let levels = targets[index].levels;
    let sums = LevelTargets::of(targets, index, moved);
    let looked_at = looked_at(levels, &sums);
    let shared = sums.into_iter().filter_map(|sum| Some((sum.others(moved, own)?, sum)));
    // All levels see the target's requests, and a lower one also those of its neighbours: the
    // largest remainder misses the least.
    match shared.max_by_key(|(bytes, _)| *bytes) {
        Some((bytes, most)) => (OtherTraffic { bytes: Some(bytes), ..looked_at }, Some(most)),
        None => (OtherTraffic::default(), None),
    }
}

/// Bytes that a target had moved by a moment, to the last whole slot.
fn by(result: &TargetResult, at_s: f64) -> u64 {
    let slot_s = result.timeline.slot().as_secs();
    let slots = if slot_s > 0.0 { (at_s / slot_s) as usize } else { 0 };
    result.timeline.bytes().take(slots).map(|bytes| bytes.get()).sum()
}

/// The devices of a level, and which targets' requests all reach them.
struct LevelTargets<'a> {
    level: &'a StackLevel,
    targets: Vec<usize>,
}

impl<'a> LevelTargets<'a> {
    /// The levels of a target that show the traffic of others.
    fn of(targets: &[TargetDevices<'a>], index: usize, moved: &Moved) -> Vec<Self> {
        let target = &targets[index];
        let counted = target.levels.iter().filter(|level| {
            target.tells(level) && level.devices.iter().all(|name| moved.contains_key(name))
        });
        counted.filter_map(|level| Self::at(level, targets)).collect()
    }

    /// `None` if a target reaches only some of the devices, or in unknown amounts.
    fn at(level: &'a StackLevel, targets: &[TargetDevices<'a>]) -> Option<Self> {
        let mut own = Vec::new();
        for (index, target) in targets.iter().enumerate() {
            let overlaps =
                |other: &&StackLevel| other.devices.iter().any(|it| level.devices.contains(it));
            let within =
                |other: &&StackLevel| other.devices.iter().all(|it| level.devices.contains(it));
            if !target.levels.iter().any(|other| overlaps(&other)) {
                continue;
            }
            let mut whole = target.levels.iter().filter(within);
            // Only some of this target's requests arrive here: its share cannot be subtracted.
            whole.any(|other| target.tells(other)).then_some(())?;
            own.push(index);
        }
        Some(Self { level, targets: own })
    }

    fn own(&self, own: &[u64]) -> u64 {
        let each = self.targets.iter().filter_map(|index| own.get(*index));
        each.fold(0, |sum, bytes| sum.saturating_add(*bytes))
    }

    fn others(&self, moved: &Moved, own: &[u64]) -> Option<u64> {
        let each = self.level.devices.iter().map(|name| moved.get(name));
        let all = each.sum::<Option<u64>>()?;
        Some(all.saturating_sub(self.own(own)))
    }
}

impl TargetDevices<'_> {
    /// Whether its own requests reach a level unchanged.
    fn tells(&self, level: &StackLevel) -> bool {
        let least = if self.reads_only { UnchangedRequests::Reads } else { UnchangedRequests::All };
        level.passes >= least && !self.buffered
    }
}

/// Which devices were counted, and which below them were not.
fn looked_at(levels: &[StackLevel], sums: &[LevelTargets<'_>]) -> OtherTraffic {
    let names = |levels: &mut dyn Iterator<Item = &StackLevel>| {
        let mut all: Vec<String> = Vec::new();
        for name in levels.flat_map(|level| &level.devices) {
            if !all.contains(name) {
                all.push(name.clone());
            }
        }
        all
    };
    let on = names(&mut sums.iter().map(|sum| sum.level));
    let untold_on =
        names(&mut levels.iter()).into_iter().filter(|name| !on.contains(name)).collect();
    OtherTraffic { on, untold_on, ..OtherTraffic::default() }
}

/// From and until when others moved something, by looks at the bytes they and the targets had moved so far. A
/// look and the count of the targets are not of the same moment, so a step counts only if others still have
/// it at the next.
fn span(course: &[(f64, u64, u64)]) -> Option<(f64, f64)> {
    let mut span: Option<(f64, f64)> = None;
    for looks in course.windows(3) {
        let [(from, before, own), (until, after, _), (_, later, own_later)] = looks else {
            continue;
        };
        let gained = after.min(later).saturating_sub(*before);
        let least = LEAST.max((own_later.saturating_sub(*own) as f64 * LEAST_SHARE) as u64);
        if gained >= least {
            span = Some((span.map_or(*from, |(first, _)| first), *until));
        }
    }
    span
}

#[cfg(test)]
mod tests;
