//! Requests that are not all alike: sizes by their shares, offsets requested more often than others,
//! sequences with gaps or backwards, pauses, arrivals at random.
//!
//! For: jobs of other programs. A stream without any of it never comes here.
//!
//! Sources: fio's HOWTO (`bssplit`, `bsrange`, `blockalign`, `rw=read:SIZE`, `random_distribution`,
//! `rate_process`, `thinktime`) and `get_next_seq_offset` of its io_u.c; J. Gray et al., "Quickly generating
//! billion-record synthetic databases" (SIGMOD 1994), for Zipf's and self-similar distributions.
//!
//! Not here: rates; how many requests are in flight.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use narrows_units::Nanos;

use super::noise::NoiseStream;
use super::shuffle::Shuffle;
use super::{TargetRegion, WorkloadMisfit};
use crate::{Direction, Pattern, Workload};

/// Terms of Zipf's sum; further ones change little and would take seconds.
const TERMS_MAX: u64 = 10_000_000;

/// Properties of a stream's requests beyond the workload.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestShape {
    /// Sizes of reads and of writes, each with its weight; empty if all are the workload's block, which is
    /// the largest.
    pub sizes: [Vec<(u32, u32)>; 2],
    /// Random offsets are multiples of this; `None` for the block, or the smallest size.
    pub align: Option<u32>,
    /// How often each random offset is requested.
    pub spread: OffsetSpread,
    /// Bytes from the end of a request to the next one of a sequence.
    pub step: i64,
    /// A sequence skips the second number of bytes after each first number of bytes.
    pub strides: Option<(u64, u64)>,
    /// Requests of a limited rate arrive independently of each other.
    pub is_poisson: bool,
    /// A limited rate makes up for all it missed, however long ago, as fio does.
    pub catches_up: bool,
    /// After this many requests, once all are answered, none is submitted for this long.
    pub pause: Option<(u32, Nanos)>,
    /// Its share of the requests of all streams that have such a share.
    pub flow: Option<FlowShare>,
    /// Priorities of requests in the kernel's form (ioprio_set(2)).
    pub priorities: RequestPriorities,
    /// The options of fio that mean all this.
    pub options: Vec<String>,
}

impl RequestShape {
    /// Whether requests are those of the workload, whatever their pace.
    pub fn is_plain(&self) -> bool {
        *self == Self { catches_up: self.catches_up, ..Self::default() }
    }
}

/// The priority of a stream's requests, and the higher one of some of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequestPriorities {
    pub usual: u16,
    pub raised: u16,
    /// Of a hundred, how many have the higher one.
    pub percent: u8,
}

/// A stream that waits while it is ahead of the share that its weight gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowShare {
    pub weight: u32,
    /// The weights of all threads together.
    pub weights: u32,
    /// How long it then sleeps, once all its requests are answered; zero if it only looks again.
    pub sleep: Nanos,
}

/// How often each random offset is requested.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum OffsetSpread {
    /// Each once before any comes twice.
    #[default]
    Even,
    /// Zipf's distribution with this exponent, which is not 1.
    Zipf(f64),
    /// Of all requests a share of 1 - h goes to a share of h of the offsets, and so on within both.
    Pareto(f64),
    /// Percent of the requests and percent of the region, from its beginning on; 100 together, both.
    Zoned(Vec<(u32, u32)>),
    /// These numbers again and again; with a stride of this many offsets from one turn to the next.
    Listed(Vec<u32>, u64),
}

/// How long a stream that is ahead of its share waits before it looks again.
const FLOW_LOOK: Nanos = Nanos::micros(20);

impl RequestShape {
    /// Whether requests have several sizes.
    pub fn has_sizes(&self) -> bool {
        self.sizes.iter().any(|sizes| !sizes.is_empty())
    }
}

/// The requests of a shape, one after the other.
#[derive(Clone, Debug)]
pub(super) struct ShapedRequests {
    region: TargetRegion,
    block: u32,
    align: u64,
    /// Cumulated weights, and the sizes.
    sizes: [Vec<(u32, u32)>; 2],
    order: ShapedOrder,
    noise: NoiseStream,
    /// Bytes that may still be requested.
    left: u64,
    pause: Option<(u32, Nanos)>,
    since_pause: u32,
    flow: Option<FlowShare>,
    priorities: RequestPriorities,
    /// Requests of all streams with a share, and its own.
    flowed: (Arc<AtomicU64>, u64),
    /// When submitting goes on; none before all requests are answered.
    pub paused_until: Option<Nanos>,
}

#[derive(Clone, Debug)]
enum ShapedOrder {
    /// The offset of the next one, from the region's beginning.
    Sequence {
        next: u64,
        step: i64,
        strides: Option<(u64, u64)>,
    },
    Even(Shuffle),
    /// Numbers below a count, scattered by a key.
    Zipf {
        exponent: f64,
        sum: f64,
        count: u64,
        key: u64,
    },
    Pareto {
        power: f64,
        count: u64,
        key: u64,
    },
    /// Cumulated percent of requests, the first number, and how many.
    Zoned(Vec<(u64, u64, u64)>),
    /// The numbers, how many have come, the stride.
    Listed(Vec<u32>, u64, u64),
}

impl ShapedRequests {
    /// Requests of `workload` in `region`, of at most `bytes_max` in total; a sequence begins at a `share` of
    /// the region.
    pub fn new(
        shape: &RequestShape,
        workload: &Workload,
        region: TargetRegion,
        (share, bytes_max): (f64, Option<u64>),
        flowed: &Arc<AtomicU64>,
        seed: u64,
    ) -> Result<Self, WorkloadMisfit> {
        let block = workload.block.get() as u32;
        let all = shape.sizes.iter().flatten().map(|(size, _)| *size);
        let smallest = all.clone().min().unwrap_or(block);
        if all.clone().any(|size| size == 0 || size % 512 != 0 || size > block) {
            return Err(WorkloadMisfit::Block { block: workload.block });
        }
        let align = u64::from(shape.align.unwrap_or(smallest)).max(512);
        // From the first aligned offset on, the largest request fits behind every one.
        let first = region.offset.checked_next_multiple_of(align);
        let end = region.offset.checked_add(region.len);
        let room = first.zip(end).and_then(|(first, end)| end.checked_sub(first));
        let whole = room.and_then(|room| room.checked_sub(u64::from(block)));
        let (Some(first), Some(room), Some(whole)) = (first, room, whole) else {
            let region = narrows_units::Bytes::new(region.len);
            return Err(WorkloadMisfit::Region { region, block: workload.block });
        };
        let count = whole / align + 1;
        let key = NoiseStream::new(seed ^ 0x5ea1).next();
        let order = match (&shape.spread, workload.pattern) {
            (_, Pattern::Sequential) => {
                let at = (count as f64 * share) as u64;
                let next = at.min(count - 1) * align;
                ShapedOrder::Sequence { next, step: shape.step, strides: shape.strides }
            }
            (OffsetSpread::Even, _) => ShapedOrder::Even(Shuffle::new(count, seed)),
            (OffsetSpread::Zipf(exponent), _) => {
                let terms = 1..=count.min(TERMS_MAX);
                let sum = terms.map(|number| (number as f64).powf(-exponent)).sum();
                ShapedOrder::Zipf { exponent: *exponent, sum, count, key }
            }
            (OffsetSpread::Pareto(share), _) => {
                ShapedOrder::Pareto { power: share.ln() / (1.0 - share).ln(), count, key }
            }
            (OffsetSpread::Listed(numbers, stride), _) => {
                if numbers.is_empty() || numbers.iter().any(|it| u64::from(*it) >= count) {
                    let region = narrows_units::Bytes::new(region.len);
                    return Err(WorkloadMisfit::Region { region, block: workload.block });
                }
                ShapedOrder::Listed(numbers.clone(), 0, *stride)
            }
            (OffsetSpread::Zoned(zones), _) => {
                let (mut requests, mut percent) = (0, 0);
                let zone = |(counts, size): &(u32, u32)| {
                    let begin = count * percent / 100;
                    requests += u64::from(*counts);
                    percent += u64::from(*size);
                    // A zone has at least one offset, however small the region is.
                    (requests, begin, (count * percent / 100).saturating_sub(begin).max(1))
                };
                ShapedOrder::Zoned(zones.iter().map(zone).collect())
            }
        };
        let cumulated = |sizes: &Vec<(u32, u32)>| {
            let mut sum = 0_u32;
            let add = |(size, weight): &(u32, u32)| {
                sum = sum.saturating_add(*weight);
                (sum, *size)
            };
            sizes.iter().map(add).collect::<Vec<_>>()
        };
        Ok(Self {
            region: TargetRegion { offset: first, len: room },
            block,
            align,
            sizes: [cumulated(&shape.sizes[0]), cumulated(&shape.sizes[1])],
            order,
            noise: NoiseStream::new(seed.rotate_left(32) ^ key),
            left: bytes_max.unwrap_or(u64::MAX),
            pause: shape.pause,
            since_pause: 0,
            flow: shape.flow,
            priorities: shape.priorities,
            flowed: (Arc::clone(flowed), 0),
            paused_until: None,
        })
    }

    pub fn is_over(&self) -> bool {
        self.left == 0
    }

    /// Whether a pause lets a request through now, of which `in_flight` others are under way.
    pub fn may_ask(&mut self, now: Nanos, in_flight: usize) -> bool {
        if let Some(until) = self.paused_until {
            if now < until {
                return false;
            }
            (self.since_pause, self.paused_until) = (0, None);
        }
        let pause = self.pause.filter(|(every, _)| self.since_pause >= *every);
        let ahead = self.flow.filter(|flow| {
            // Its part of all requests against its part of all weights, multiplied crosswise
            // instead of divided.
            let all = self.flowed.0.load(Ordering::Relaxed).max(1);
            u128::from(self.flowed.1) * u128::from(flow.weights)
                > u128::from(all) * u128::from(flow.weight)
        });
        let Some(time) = pause.map(|(_, time)| time).or(ahead.map(|flow| flow.sleep)) else {
            return true;
        };
        // Who only looks again does not wait for answers.
        if time == Nanos::ZERO || in_flight == 0 {
            self.paused_until = Some(now + if time == Nanos::ZERO { FLOW_LOOK } else { time });
        }
        false
    }

    /// Whether it may wait for answers without being due at a time.
    pub fn has_pauses(&self) -> bool {
        self.pause.is_some_and(|(every, _)| self.since_pause >= every)
            || self.flow.is_some_and(|flow| flow.sleep > Nanos::ZERO)
    }

    /// The offset and length of the next request in this direction.
    pub fn next(&mut self, direction: Direction) -> (u64, u32) {
        let sizes = &self.sizes[usize::from(direction == Direction::Write)];
        let len = match sizes.last() {
            None => self.block,
            Some((weights, largest)) => {
                let drawn = self.noise.below(u64::from(*weights)) as u32;
                let at = sizes.partition_point(|(sum, _)| *sum <= drawn);
                sizes.get(at).map_or(*largest, |(_, size)| *size)
            }
        };
        self.left = self.left.saturating_sub(u64::from(len));
        self.since_pause = self.since_pause.saturating_add(1);
        if self.flow.is_some() {
            self.flowed.0.fetch_add(1, Ordering::Relaxed);
            self.flowed.1 += 1;
        }
        (self.region.offset + self.offset(u64::from(len)), len)
    }

    pub fn priority(&mut self) -> u16 {
        let RequestPriorities { usual, raised, percent } = self.priorities;
        let is_raised = percent > 0 && self.noise.below(100) < u64::from(percent);
        if is_raised { raised } else { usual }
    }

    /// From the region's beginning.
    fn offset(&mut self, len: u64) -> u64 {
        let end = self.region.len;
        let number = match &mut self.order {
            ShapedOrder::Sequence { next, step, strides } => {
                // A request that would reach beyond the end begins anew.
                let at = if *next + len > end { 0 } else { *next };
                let mut then = (at + len).checked_add_signed(*step);
                if let (Some((taken, passed)), Some(then)) = (*strides, &mut then)
                    && at % (taken + passed) + len >= taken
                {
                    *then = (at / (taken + passed) + 1) * (taken + passed);
                }
                // The end need not be a multiple of a request, but requests to a device must be.
                let wrapped = if *step < 0 { end.saturating_add_signed(*step) } else { 0 };
                let wrapped = wrapped / self.align * self.align;
                *next = then.filter(|then| *then < end).unwrap_or(wrapped);
                return at;
            }
            ShapedOrder::Listed(numbers, come, stride) => {
                let turn = *come / numbers.len() as u64;
                let number = numbers[(*come % numbers.len() as u64) as usize];
                *come += 1;
                let at = (u64::from(number) + turn * *stride) * self.align;
                return if at + len > end { u64::from(number) * self.align } else { at };
            }
            ShapedOrder::Even(shuffle) => {
                let mut number = 0;
                shuffle.each(std::iter::once(&mut number), |place, drawn| *place = drawn);
                number
            }
            ShapedOrder::Zipf { exponent, sum, count, key } => {
                let drawn = self.noise.share();
                let n = *count as f64;
                // The approximation of Gray and others: exact for the first two ranks, continuous
                // for the rest.
                let both = 1.0 + 0.5_f64.powf(*exponent);
                let eta = (1.0 - (2.0 / n).powf(1.0 - *exponent)) / (1.0 - both / *sum);
                let rank = match drawn * *sum {
                    early if early < 1.0 => 0,
                    early if early < both => 1,
                    _ => (n * (eta * drawn - eta + 1.0).powf(1.0 / (1.0 - *exponent))) as u64,
                };
                // Ranks are scattered, as fio does it: otherwise the most frequent offsets would
                // be neighbours at the beginning.
                NoiseStream::new(rank.min(*count - 1) ^ *key).below(*count)
            }
            ShapedOrder::Pareto { power, count, key } => {
                let rank = ((*count - 1) as f64 * self.noise.share().powf(*power)) as u64;
                NoiseStream::new(rank ^ *key).below(*count)
            }
            ShapedOrder::Zoned(zones) => {
                let drawn = self.noise.below(100);
                let at = zones.partition_point(|(sum, ..)| *sum <= drawn);
                zones.get(at).map_or(0, |(_, first, count)| first + self.noise.below(*count))
            }
        };
        number * self.align
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use narrows_units::Bytes;
    use proptest::prelude::*;

    use super::*;

    fn requests(shape: &RequestShape, pattern: Pattern, block: u64, len: u64) -> ShapedRequests {
        let workload = Workload::new(pattern, Direction::Read, Bytes::new(block), 1);
        let (region, counter) = (TargetRegion::whole(len), Arc::default());
        ShapedRequests::new(shape, &workload, region, (0.0, None), &counter, 7).unwrap()
    }

    /// fio 3.33 with `--debug=io` on `rw=read:-8k`, `bs=4k`, 64 KiB: the first block, then backwards from 8 KiB before the
    /// end, and from there again once the beginning was read.
    #[test]
    fn sequences_step_as_fios_do() {
        let offsets = |step| {
            let shape = RequestShape { step, ..RequestShape::default() };
            let mut all = requests(&shape, Pattern::Sequential, 4096, 64 << 10);
            [0; 18].map(|_| all.next(Direction::Read).0 >> 10)
        };
        assert_eq!(offsets(-8192)[..4], [0, 56, 52, 48]);
        assert_eq!(offsets(-8192)[14..], [4, 0, 56, 52]);
        assert_eq!(offsets(8192)[..7], [0, 12, 24, 36, 48, 60, 0]);
    }

    #[test]
    fn a_region_beyond_all_numbers_is_refused() {
        let workload = Workload::new(Pattern::Random, Direction::Read, Bytes::kib(4), 1);
        let (shape, region) =
            (RequestShape::default(), TargetRegion { offset: u64::MAX - 4096, len: 1 << 20 });
        let made = ShapedRequests::new(&shape, &workload, region, (0.0, None), &Arc::default(), 7);
        assert!(made.is_err());
    }

    #[test]
    fn sizes_come_by_their_weights() {
        let sizes = [vec![(4096, 60), (65_536, 40)], Vec::new()];
        let shape = RequestShape { sizes, ..RequestShape::default() };
        let mut all = requests(&shape, Pattern::Random, 65_536, 1 << 30);
        let small = (0..10_000).filter(|_| all.next(Direction::Read).1 == 4096).count();
        assert!((5800..6200).contains(&small), "{small}");
        assert_eq!(all.next(Direction::Write).1, 65_536);
    }

    /// Half of the requests go to the first twentieth.
    #[test]
    fn zones_have_their_shares() {
        let spread = OffsetSpread::Zoned(vec![(50, 5), (30, 15), (20, 80)]);
        let shape = RequestShape { spread, ..RequestShape::default() };
        let mut all = requests(&shape, Pattern::Random, 4096, 100 << 20);
        let at: Vec<u64> = (0..10_000).map(|_| all.next(Direction::Read).0 >> 20).collect();
        let below = |end| at.iter().filter(|at| **at < end).count();
        assert!((4800..5200).contains(&below(5)) && (7800..8200).contains(&below(20)));
    }

    /// As many requests as there are blocks, and the share of the most frequent tenth of the requested ones:
    /// `fio-genzipf -b 4096 -g 1` of fio 3.33 reports 88.76 % with `-i 1.2`, and 63.55 % with `-t pareto -i 0.2`.
    #[test]
    fn some_offsets_are_asked_more_often() {
        let tenth = |spread| {
            let shape = RequestShape { spread, ..RequestShape::default() };
            let mut all = requests(&shape, Pattern::Random, 4096, 1 << 30);
            let mut often: BTreeMap<u64, u32> = BTreeMap::new();
            for _ in 0..1 << 18 {
                *often.entry(all.next(Direction::Read).0).or_default() += 1;
            }
            let mut often: Vec<u32> = often.into_values().collect();
            often.sort_unstable_by(|a, b| b.cmp(a));
            let most: u32 = often.iter().take(often.len() / 10).sum();
            100.0 * f64::from(most) / f64::from(1 << 18)
        };
        let (zipf, pareto) = (tenth(OffsetSpread::Zipf(1.2)), tenth(OffsetSpread::Pareto(0.2)));
        assert!((zipf - 88.76).abs() < 1.5 && (pareto - 63.55).abs() < 1.5, "{zipf} {pareto}");
    }

    /// fio 3.33 with `--debug=io`: `zonemode=strided`, zones of 8 KiB of which 16 KiB are passed by, in 64 KiB.
    #[test]
    fn strides_pass_by_what_fios_do() {
        let shape = RequestShape { strides: Some((8 << 10, 16 << 10)), ..RequestShape::default() };
        let mut all = requests(&shape, Pattern::Sequential, 4096, 64 << 10);
        let offsets = [0; 8].map(|_| all.next(Direction::Read).0 >> 12);
        assert_eq!(offsets, [0, 1, 6, 7, 12, 13, 0, 1]);
    }

    /// Two streams of weights 1 and 3, queried in turn: one waits for the other.
    #[test]
    fn streams_keep_their_shares() {
        let counter = Arc::default();
        let stream = |weight| {
            let flow = Some(FlowShare { weight, weights: 4, sleep: Nanos::ZERO });
            let shape = RequestShape { flow, ..RequestShape::default() };
            let workload = Workload::new(Pattern::Random, Direction::Read, Bytes::kib(4), 1);
            let region = TargetRegion::whole(1 << 20);
            ShapedRequests::new(&shape, &workload, region, (0.0, None), &counter, 7).unwrap()
        };
        let mut streams = [stream(1), stream(3)];
        let mut counts = [0; 2];
        for ms in 0..4000 {
            for (stream, counts) in streams.iter_mut().zip(&mut counts) {
                if stream.may_ask(Nanos::millis(ms), 0) {
                    stream.next(Direction::Read);
                    *counts += 1;
                }
            }
        }
        assert!(
            counts[1] > 3900 && counts[0] * 3 >= counts[1] - 6 && counts[0] * 3 <= counts[1] + 6
        );
    }

    #[test]
    fn pauses_wait_for_all_answers() {
        let pause = Some((2, Nanos::micros(40)));
        let shape = RequestShape { pause, ..RequestShape::default() };
        let mut all = requests(&shape, Pattern::Random, 4096, 1 << 20);
        let at = Nanos::micros;
        assert!(all.may_ask(at(0), 0));
        for _ in 0..2 {
            all.next(Direction::Read);
        }
        assert!(!all.may_ask(at(5), 2) && all.paused_until.is_none());
        assert!(!all.may_ask(at(10), 0) && all.paused_until == Some(at(50)));
        assert!(all.may_ask(at(50), 0) && all.paused_until.is_none());
    }

    proptest! {
        #[test]
        fn requests_stay_in_the_region(
            offset in 0u64..1 << 40, len in 1u64 << 20..1 << 30, step in -65_536i64..65_536,
            sequential: bool, spread in 0..4, seed: u64,
        ) {
            let spread = match spread {
                0 => OffsetSpread::Even,
                1 => OffsetSpread::Zipf(1.2),
                2 => OffsetSpread::Pareto(0.2),
                _ => OffsetSpread::Zoned(vec![(50, 5), (50, 95)]),
            };
            let sizes = [vec![(512, 1), (4096, 1), (16_384, 2)], Vec::new()];
            let step = step / 512 * 512;
            let shape = RequestShape { sizes, spread, step, ..RequestShape::default() };
            let pattern = if sequential { Pattern::Sequential } else { Pattern::Random };
            let workload = Workload::new(pattern, Direction::Read, Bytes::kib(16), 1);
            let region = TargetRegion { offset, len };
            let mut all =
                ShapedRequests::new(&shape, &workload, region, (0.5, None), &Arc::default(), seed)
                    .unwrap();
            for _ in 0..200 {
                let (at, bytes) = all.next(Direction::Read);
                let end = at + u64::from(bytes);
                prop_assert!(at % 512 == 0 && at >= offset && end <= offset + len);
            }
        }
    }
}
