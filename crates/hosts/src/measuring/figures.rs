//! Turns a round's result on this host into the answer to rank 0.

use narrows::measuring::rounds::RoundOutcome;
use narrows_record::hosts::exchange::RankFigure;
use narrows_record::run::Samples;
use narrows_units::Nanos;

/// The time that an entry of a figure's time line covers, microseconds.
const SLOT_US: f64 = 100_000.0;

/// A figure for each part that ran.
pub fn of(outcome: &RoundOutcome, ramp: Nanos, busy: Option<f64>) -> Vec<RankFigure> {
    let mut figures = Vec::new();
    for (row, samples) in outcome.results.iter().zip(&outcome.samples) {
        // The window begins at the end of the ramp, or with the first request if that was later.
        let from_s = ramp.as_secs().max(samples.started_us / 1e6);
        let to_s = from_s + row.window_s;
        figures.push(RankFigure {
            target: row.target.clone(),
            mb_s: row.mb_s,
            iops: row.iops,
            latency_us: row.latency_us.p50,
            from_s,
            to_s,
            timeline_mb_s: timeline(samples, from_s * 1e6, to_s * 1e6),
            late_s: samples.started_us / 1e6,
            done_s: row.done_s,
            errors: row.errors,
            partial: row.partial,
            cpu_busy: busy,
        });
    }
    figures
}

/// Mean rates of stretches of 100 ms from `from_us` on, the last one shorter: 10^6 bytes per second, which
/// is bytes per microsecond.
fn timeline(samples: &Samples, from_us: f64, to_us: f64) -> Vec<f64> {
    let stretches = ((to_us - from_us) / SLOT_US).ceil().max(0.0) as usize;
    let rate = |at: usize| {
        let begins = from_us + at as f64 * SLOT_US;
        let ends = (begins + SLOT_US).min(to_us);
        moved(samples, begins, ends) / (ends - begins).max(f64::MIN_POSITIVE)
    };
    (0..stretches).map(rate).collect()
}

/// Bytes between two instants, a slot that lies in part within them counted in part.
fn moved(samples: &Samples, from_us: f64, to_us: f64) -> f64 {
    let slot = samples.slot_us.max(f64::MIN_POSITIVE);
    let first = (from_us / slot).floor().max(0.0) as usize;
    let last = (to_us / slot).ceil().max(0.0) as usize;
    let slots = samples.slot_bytes.iter().enumerate().take(last).skip(first);
    let part = |(at, bytes): (usize, &u64)| {
        let begins = at as f64 * slot;
        let inside = (begins + slot).min(to_us) - begins.max(from_us);
        *bytes as f64 * (inside / slot).clamp(0.0, 1.0)
    };
    slots.map(part).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 300 slots of 1 ms with 1 kB each, then 100 with 3 kB: 1 MB/s, then 3.
    #[test]
    fn a_time_line_is_what_was_moved_in_each_tenth_of_a_second() {
        let slot_bytes = [vec![1000; 300], vec![3000; 100]].concat();
        let samples = Samples {
            target: String::new(),
            workload: String::new(),
            set: narrows_record::word::TargetSet::Alone,
            repeat: 1,
            started_us: 0.0,
            ended_us: 400_000.0,
            slot_us: 1000.0,
            slot_bytes,
            latency_ns: Vec::new(),
        };
        assert_eq!(timeline(&samples, 0.0, 400_000.0), [1.0, 1.0, 1.0, 3.0]);
        // From 250 ms on: half of the first stretch is still slow, the last one is 50 ms long.
        assert_eq!(timeline(&samples, 250_000.0, 400_000.0), [2.0, 3.0]);
        // Edges within a slot count it in part, so that nothing is counted twice.
        let [one, other] = [moved(&samples, 0.0, 1500.0), moved(&samples, 1500.0, 3000.0)];
        assert_eq!((one, other), (1500.0, 1500.0));
        assert_eq!(timeline(&samples, 100.0, 100.0), [0.0; 0]);
    }
}
