//! Whether a rate was steady, and where it changed.

use std::ops::Range;

use narrows_units::Nanos;
use narrows_units::stats::{ChangePoint, SteadySpan, Timeline, change_points, steady};
use serde::{Deserialize, Serialize};

/// When a rate became steady, by the rule that docs/METHODOLOGY.md states.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SteadyState {
    /// Seconds from the start of the common window to the start of the steady part.
    pub from_s: f64,
    /// Its length, seconds; it reaches to the end of the window.
    pub length_s: f64,
    /// 10^6 bytes per second in it.
    pub mb_s: f64,
    /// The greatest round in it less the least one, as a part of the mean.
    pub range: f64,
    /// Rise of the fitted line over it, negative if it falls, as a part of the mean.
    pub slope: f64,
}

/// A lasting change of the rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RateChange {
    /// Seconds from the start of the common window.
    pub at_s: f64,
    /// Bytes moved until then, ramp included.
    pub after_bytes: u64,
    /// 10^6 bytes per second before, since the change before.
    pub from_mb_s: f64,
    /// 10^6 bytes per second afterwards, until the next change.
    pub to_mb_s: f64,
}

/// How a rate went, in the common window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RateCourse {
    /// 10^6 bytes per second in each 100 ms.
    pub timeline_mb_s: Vec<f64>,
    /// The steady part; `None` if the rate did not become steady or the window is too short.
    pub steady: Option<SteadyState>,
    /// Lasting changes, in order.
    pub changes: Vec<RateChange>,
}

/// The steps in which courses are given.
const STEP: Nanos = Nanos::millis(100);
/// Average requests in a step below which its rate depends more on where the step's end fell than
/// on the drive: one more or less of twenty is 5 %.
const REQUESTS_MIN: u64 = 20;
/// Shorter spells are no level of their own: drives pause for some hundred milliseconds for
/// housekeeping and go on as before.
const LEVEL_MIN: Nanos = Nanos::millis(1000);
/// A change is lasting if the rate stayed for this long before and after it: shared virtual disks
/// change by a fifth for about a second many times an hour.
const CHANGE_MIN: Nanos = Nanos::millis(2000);

impl RateCourse {
    /// The course of the counts in `timeline` between `from` and `to`.
    pub fn of(timeline: &Timeline, from: Nanos, to: Nanos) -> Self {
        let window = timeline.whole_slots(from, to);
        let step = step(timeline, &window);
        let rates = rates(timeline, &window, step);
        let steps = |length: Nanos| {
            usize::try_from(length.get().div_ceil(step.get())).unwrap_or(usize::MAX)
        };
        let changes = change_points(&rates, steps(CHANGE_MIN));
        let last = changes.last().map_or(0, |change| change.at);
        let stretch = steady(&rates, steps(LEVEL_MIN), last);
        // From the start of the timeline: what the ramp moved has filled a drive's cache as well.
        let until = |at: Nanos| timeline.sum(Nanos::ZERO, window.start + at).0.get();
        Self {
            // The course has steps of one length in every run; only levels and changes need so
            // many requests in each.
            timeline_mb_s: self::rates(timeline, &window, whole(timeline, STEP)),
            steady: stretch.map(|stretch| SteadyState::of(stretch, step)),
            changes: changes
                .into_iter()
                .map(|change| RateChange::of(change, step, until))
                .collect(),
        }
    }
}

impl SteadyState {
    fn of(stretch: SteadySpan, step: Nanos) -> Self {
        Self {
            from_s: time(step, stretch.from).as_secs(),
            length_s: time(step, stretch.len).as_secs(),
            mb_s: stretch.mean,
            range: stretch.range,
            slope: stretch.slope,
        }
    }
}

impl RateChange {
    /// `until` says how much was moved until a time in the window.
    fn of(change: ChangePoint, step: Nanos, until: impl Fn(Nanos) -> u64) -> Self {
        let at = time(step, change.at);
        Self {
            at_s: at.as_secs(),
            after_bytes: until(at),
            from_mb_s: change.from,
            to_mb_s: change.to,
        }
    }
}

fn time(step: Nanos, steps: usize) -> Nanos {
    Nanos::new(step.get() * steps as u64)
}

/// A step long enough for `REQUESTS_MIN` requests on average.
pub fn step(timeline: &Timeline, window: &Range<Nanos>) -> Nanos {
    let (_, requests) = timeline.sum(window.start, window.end);
    let length = (window.end - window.start).get();
    let each = length.saturating_mul(REQUESTS_MIN) / requests.max(1);
    whole(timeline, Nanos::new(each.div_ceil(STEP.get()).max(1) * STEP.get()))
}

/// The step that `Timeline::rates` makes of a requested one: a number of whole slots.
fn whole(timeline: &Timeline, step: Nanos) -> Nanos {
    let slot = timeline.slot().get();
    Nanos::new((step.get() / slot).max(1) * slot)
}

fn rates(timeline: &Timeline, window: &Range<Nanos>, step: Nanos) -> Vec<f64> {
    let rates = timeline.rates(window.start, window.end, step);
    rates.into_iter().map(|rate| rate.as_mb_s()).collect()
}
