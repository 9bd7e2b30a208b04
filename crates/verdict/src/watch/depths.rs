//! How much a drive does with more or fewer requests in flight than a job has, judging by other
//! seconds of the same watch.
//!
//! A drive's throughput grows with its queue depth, ever more slowly: with twice the requests at once
//! it does at least as much and at most twice as much. So two observed depths bound the throughput
//! between and beyond them (throughput of closed queueing networks is concave in the number of
//! requests: L. W. Dowdy, D. L. Eager, K. D. Gordon, L. V. Saxton, "Throughput concavity and response
//! time convexity", Information Processing Letters 19, 1984). Only seconds with requests of about the
//! same size and direction are compared. Nothing is fitted: missing observations leave the range
//! wide.
//!
//! Not here: which part of the time a drive counts for (`gains`).

use std::collections::BTreeMap;

use narrows_record::watch::{DriveSecond, WatchSecond};

use crate::thresholds::watch::{LEAST_BUSY_S, LEAST_REQUESTS, ONE_DIRECTION, SCATTER};

/// The least and the most of something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ValueRange {
    pub(super) least: f64,
    pub(super) most: f64,
}

impl ValueRange {
    pub(super) const fn exactly(value: f64) -> Self {
        Self { least: value, most: value }
    }
}

/// Requests that are alike: of one drive, mostly of one direction, of about one size.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RequestClass {
    drive: String,
    /// -1 for writes, 1 for reads, 0 for both.
    direction: i8,
    /// The power of two that is nearest to the mean size.
    size: i32,
}

/// Observations of a kind at about one depth, while the drive was busy.
#[derive(Clone, Copy, Debug, Default)]
struct DepthSum {
    busy_s: f64,
    /// Requests in flight times seconds.
    in_flight_s: f64,
    requests: f64,
}

/// Throughput of drives at the observed depths.
#[derive(Debug)]
pub(super) struct DepthObservations {
    /// Depths lie together by halves of powers of two.
    seen: BTreeMap<RequestClass, BTreeMap<i32, DepthSum>>,
}

impl DepthObservations {
    pub(super) fn of(seconds: &[WatchSecond]) -> Self {
        let mut seen: BTreeMap<RequestClass, BTreeMap<i32, DepthSum>> = BTreeMap::new();
        for second in seconds {
            for drive in &second.drives {
                let Some((kind, depth)) = kind(drive) else { continue };
                let sum = seen.entry(kind).or_default().entry(depth).or_default();
                sum.busy_s += drive.busy * second.length_s;
                sum.in_flight_s += drive.depth * second.length_s;
                sum.requests += (drive.reads + drive.writes) as f64;
            }
        }
        // Requests in flight when a second begins or ends count for one side only.
        let counts = |sum: &DepthSum| {
            let (depth, _) = sum.point();
            sum.busy_s >= LEAST_BUSY_S
                && sum.requests >= LEAST_REQUESTS
                && sum.requests * (SCATTER - 1.0) >= depth
        };
        seen.values_mut().for_each(|depths| depths.retain(|_, sum| counts(sum)));
        Self { seen }
    }

    /// How many times as much the drive does while busy with `times` the requests in flight of this
    /// second.
    pub(super) fn with(&self, drive: &DriveSecond, times: f64) -> ValueRange {
        let (least, most) = (times.min(1.0), times.max(1.0));
        let seen = kind(drive).and_then(|(kind, depth)| {
            let depths = self.seen.get(&kind)?;
            Some((depths, depths.get(&depth)?.point()))
        });
        let Some((depths, here)) = seen else { return ValueRange { least, most } };
        let points: Vec<(f64, f64)> = depths.values().map(DepthSum::point).collect();
        // Without points on the line between two others, or below it: these are means of seconds in
        // which the depth changed. On the line nothing is lost with them. The starting point stays.
        let is_below = |(depth, rate): (f64, f64)| {
            let lower = points.iter().filter(|(low, _)| *low < depth);
            lower.into_iter().any(|&(low, low_rate)| {
                points.iter().filter(|(high, _)| *high > depth).any(|&(high, high_rate)| {
                    let line = low_rate + (high_rate - low_rate) * (depth - low) / (high - low);
                    rate <= line * SCATTER
                })
            })
        };
        let points: Vec<(f64, f64)> =
            points.iter().copied().filter(|point| *point == here || !is_below(*point)).collect();
        let bounds = bounds(&points, here.0 * times);
        let part = |rate: f64| (rate / here.1).clamp(least, most);
        ValueRange { least: part(bounds.least), most: part(bounds.most) }
    }
}

impl DepthSum {
    /// The depth, and requests a second, of the time that the drive was busy.
    fn point(&self) -> (f64, f64) {
        (self.in_flight_s / self.busy_s, self.requests / self.busy_s)
    }
}

/// `None` if the drive did nothing of note.
fn kind(drive: &DriveSecond) -> Option<(RequestClass, i32)> {
    let requests = drive.reads + drive.writes;
    let bytes = drive.read_bytes.saturating_add(drive.written_bytes);
    let depth = drive.depth / drive.busy;
    if requests == 0 || bytes == 0 || !(depth.is_finite() && depth > 0.0) {
        return None;
    }
    let reads = drive.reads as f64 / requests as f64;
    let direction = i8::from(reads >= ONE_DIRECTION) - i8::from(reads <= 1.0 - ONE_DIRECTION);
    let size = (bytes as f64 / requests as f64).log2().round() as i32;
    // Counters of a second that a request began or ended in leave a little less than one in flight.
    let depth = (depth.max(1.0).log2() * 2.0).round() as i32;
    Some((RequestClass { drive: drive.drive.clone(), direction, size }, depth))
}

/// The possible rates at this depth between points of a curve that grows ever more slowly from 0
/// on. If scatter makes points contradict each other, both count.
fn bounds(points: &[(f64, f64)], at: f64) -> ValueRange {
    let (mut least, mut most) = (0.0_f64, f64::INFINITY);
    for &(depth, rate) in points {
        // A curve that grows ever more slowly lies between the point's own rate and the line
        // through 0.
        let straight = rate * at / depth;
        least = least.max(rate.min(straight));
        most = most.min(rate.max(straight));
    }
    for &(low, low_rate) in points {
        for &(high, high_rate) in points.iter().filter(|(high, _)| *high > low) {
            let line = |from: f64, to: f64| from + (to - from) * (at - low) / (high - low);
            // Between two points the curve lies above their line, outside below it; it never falls.
            // Of two that lie close together scatter alone turns the line far outside, so that it
            // is the one of least help that their scatter allows.
            if (low..=high).contains(&at) {
                least = least.max(line(low_rate, high_rate));
            } else if at > high {
                most = most.min(line(low_rate / SCATTER, high_rate * SCATTER).max(high_rate));
            } else {
                most = most.min(line(low_rate * SCATTER, high_rate / SCATTER));
            }
        }
    }
    ValueRange { least: least.min(most), most: most.max(least) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One request takes 10 ms, two 12.5: 100 and 160 a second. Four make at least as many as two,
    /// and at most what the line goes on to, which within scatter leads from 100 / 1.05 to 160 ·
    /// 1.05: 168 + 2 · 72.76.
    #[test]
    fn two_depths_bound_a_third() {
        let points = [(1.0, 100.0), (2.0, 160.0)];
        let four = bounds(&points, 4.0);
        assert_eq!((four.least, four.most.round()), (160.0, 314.0));
        // At 1.5 no fewer than on the line between, and no more than 1.5 times one alone.
        assert_eq!(bounds(&points, 1.5), ValueRange { least: 130.0, most: 150.0 });
        // Below both: above the line from nothing, and below the line through both, within scatter
        // from 100 · 1.05 to 160 / 1.05: 105 - 47.38 / 2.
        let half = bounds(&points, 0.5);
        assert_eq!((half.least, half.most.round()), (50.0, 81.0));
        // A single depth shows that more does no less, and at most as many times as much.
        assert_eq!(bounds(&points[..1], 4.0), ValueRange { least: 100.0, most: 400.0 });
        // At 10 and 9 requests a full drive does as much but for scatter. For all that is known, it
        // does as much with five.
        assert_eq!(bounds(&[(9.0, 98.0), (10.0, 100.0)], 5.0).most, 98.0);
    }
}
