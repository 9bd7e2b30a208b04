//! The stretch of a run in which all targets were running.
//!
//! A drive that starts before the others or runs longer has the shared links to itself meanwhile,
//! and would flatter the set; so only completions in the common window count.

use narrows_units::Nanos;

use crate::issuer::Schedule;
use crate::issuer::tally::slot_in;

/// A stretch of time, counted from the common start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    pub start: Nanos,
    /// When it ends, not before it begins.
    pub end: Nanos,
}

impl Window {
    pub fn length(self) -> Nanos {
        self.end - self.start
    }

    /// From the end of the ramp or the last start, whichever is later, to the first end. `spans`
    /// holds each running target's first submission and its end. Whole slots of the time line,
    /// since that is how issuers count.
    pub fn common(schedule: Schedule, spans: impl Iterator<Item = Self>) -> Self {
        let whole = Self { start: schedule.count_from, end: schedule.finish_at };
        let cut = spans.fold(whole, |cut, span| Self {
            start: cut.start.max(span.start),
            end: cut.end.min(span.end),
        });
        let slot = slot_in(schedule.finish_at).get();
        // Rounded inwards on both sides: in a slot at the edge not all targets ran throughout.
        let start = cut.start.get().div_ceil(slot) * slot;
        let end = (cut.end.get() / slot * slot).max(start);
        Self { start: Nanos::new(start), end: Nanos::new(end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn common(spans: &[(u64, u64)]) -> (u64, u64) {
        let schedule = Schedule {
            begin_at: Nanos::ZERO,
            count_from: Nanos::millis(10),
            finish_at: Nanos::millis(110),
            ops_max: None,
        };
        let spans = spans
            .iter()
            .map(|&(start, end)| Window { start: Nanos::micros(start), end: Nanos::micros(end) });
        let window = Window::common(schedule, spans);
        (window.start.get() / 1000, window.end.get() / 1000)
    }

    #[test]
    fn the_window_is_last_start_to_first_end() {
        assert_eq!(common(&[]), (10_000, 110_000));
        assert_eq!(common(&[(3, 110_000), (40, 110_200)]), (10_000, 110_000), "within the ramp");
        assert_eq!(common(&[(3, 110_000), (12_300, 99_900)]), (13_000, 99_000));
        assert_eq!(common(&[(0, 50_000), (60_000, 110_000)]), (60_000, 60_000), "none in common");
    }
}
