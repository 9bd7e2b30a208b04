//! Throttles a stream of requests to a rate limit.
//!
//! For: limiting a drive's rate evenly, so that its neighbours show the rest of a shared link. Each
//! request has a time at which it is due; delays are made up for, but only up to [`CATCH_UP`], so
//! that a delayed drive does not exceed the rate for long afterwards. Jobs of fio catch up with
//! everything they missed: their rate is a mean since their start (`usec_for_io` of its backend.c).

use narrows_units::{BytesPerSec, Nanos};

use super::noise::NoiseStream;

/// The longest delay that is usually made up for, ns: a tenth of the timeline's step of 100 ms.
const CATCH_UP: f64 = 10e6;

/// When the next request is due, in nanoseconds from the common start, with fractions: a fast
/// drive's requests are only some hundred nanoseconds apart.
#[derive(Clone, Debug)]
pub(crate) struct RequestPace {
    interval: f64,
    due: f64,
    /// The longest delay that is made up for, ns.
    catch_up: f64,
    /// Makes intervals those of independent arrivals (Poisson); `None` if all are alike.
    noise: Option<NoiseStream>,
}

impl RequestPace {
    /// For requests of `block` bytes; `None` if the rate is 0 or NaN.
    pub(crate) fn new(limit: BytesPerSec, block: u32, from: Nanos) -> Option<Self> {
        let interval = f64::from(block) / limit.get() * 1e9;
        (interval.is_finite() && interval > 0.0).then(|| Self {
            interval,
            due: from.get() as f64,
            catch_up: CATCH_UP,
            noise: None,
        })
    }

    /// The same with independent arrivals.
    pub(crate) fn at_random(self, seed: u64) -> Self {
        Self { noise: Some(NoiseStream::new(seed)), ..self }
    }

    /// The same, and no delay is too long to be made up for.
    pub(crate) fn catching_up(self) -> Self {
        Self { catch_up: f64::INFINITY, ..self }
    }

    /// Whether a request may be submitted.
    #[inline]
    pub(crate) fn is_due(&self, now: Nanos) -> bool {
        self.due <= now.get() as f64
    }

    /// Records that a request of `blocks` blocks was submitted.
    #[inline]
    pub(crate) fn take(&mut self, now: Nanos, blocks: f64) {
        // `share` stays below 1, so that the logarithm is finite.
        let drawn = self.noise.as_mut().map_or(1.0, |noise| -(1.0 - noise.share()).ln());
        self.due = self.due.max(now.get() as f64 - self.catch_up) + self.interval * drawn * blocks;
    }

    /// Moves due times by `time`.
    pub(crate) fn later(&mut self, time: Nanos) {
        self.due += time.get() as f64;
    }

    /// When the next request is due.
    pub(crate) fn due(&self) -> Nanos {
        // Rounded up, so that a driver that wakes then finds the request due.
        Nanos::new(self.due.ceil() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of requests until `to` ms, in steps of `step` µs.
    fn taken(pace: &mut RequestPace, from_ms: u64, to_ms: u64, step: u64) -> u32 {
        let looks = (from_ms * 1000..to_ms * 1000).step_by(step as usize).map(Nanos::micros);
        let mut taken = 0;
        for now in looks {
            while pace.is_due(now) {
                pace.take(now, 1.0);
                taken += 1;
            }
        }
        taken
    }

    #[test]
    fn the_rate_is_kept_whatever_the_interval_of_looks() {
        // 500 MB/s in blocks of 125,000 bytes are 4 a millisecond: one each 250 µs, the first at 0.
        for step in [10, 70, 1000] {
            let mut pace =
                RequestPace::new(BytesPerSec::mb_s(500.0), 125_000, Nanos::ZERO).expect("a rate");
            assert!((3990..=4000).contains(&taken(&mut pace, 0, 1000, step)), "{step}");
        }
    }

    #[test]
    fn what_was_missed_is_made_up_for_ten_milliseconds_only() {
        let mut pace =
            RequestPace::new(BytesPerSec::mb_s(500.0), 125_000, Nanos::ZERO).expect("a rate");
        // Nothing went out for a second: 10 ms of it, 40 requests, and the one due just then.
        assert_eq!(taken(&mut pace, 1000, 1001, 1000), 41);
        // As fio does it, all of it: 4,000, and the one due just then.
        let pace = RequestPace::new(BytesPerSec::mb_s(500.0), 125_000, Nanos::ZERO);
        let mut pace = pace.expect("a rate").catching_up();
        assert_eq!(taken(&mut pace, 1000, 1001, 1000), 4001);
    }

    /// 500 requests a second for 100 s: 50,000, and one interval in 2.7 is longer than the mean.
    #[test]
    fn independent_arrivals_keep_the_mean() {
        let pace = RequestPace::new(BytesPerSec::new(500.0 * 4096.0), 4096, Nanos::ZERO);
        let mut pace = pace.expect("a rate").at_random(3);
        let mut long = 0;
        for _ in 0..50_000 {
            let due = pace.due();
            pace.take(due, 1.0);
            long += u32::from((pace.due() - due).get() > 2_000_000);
        }
        let s = pace.due().as_secs();
        assert!((98.0..102.0).contains(&s) && (18_000..18_800).contains(&long), "{s} {long}");
    }

    #[test]
    fn no_rate_is_no_pace() {
        assert!(RequestPace::new(BytesPerSec::ZERO, 4096, Nanos::ZERO).is_none());
    }
}
