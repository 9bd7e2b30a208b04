//! From totals to figures of the last moment.

use std::collections::VecDeque;

use narrows_units::{Bytes, Nanos};
use narrows_workload::issuer::IssuerCounts;

/// Number of samples kept: at five a second, those of the last second and the one before.
const KEPT: usize = 6;

/// Current rates of a target, over all of its threads.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CurrentRates {
    /// 10^6 bytes per second.
    pub mb_s: f64,
    pub iops: f64,
    /// The mean time that a request takes; `None` if none completed. By Little's law (J. D. C.
    /// Little, "A Proof for the Queuing Formula: L = λW", 1961): requests in flight by operations
    /// per second, so that no thread keeps a sum for it.
    pub latency: Option<Nanos>,
    /// Requests in flight, in the mean of the looks.
    pub in_flight: f64,
    /// Requests that failed, since the start.
    pub errors: u64,
    /// Processor time of the busiest thread by time that passed, 0 to 1.
    pub busiest: f64,
}

/// The looks at one target's threads.
#[derive(Clone, Debug, Default)]
pub struct TargetMeter {
    looks: VecDeque<Vec<IssuerCounts>>,
}

impl TargetMeter {
    /// Takes in a look at all threads, in the same order each time. One in which no thread has
    /// written anything new is left out.
    pub fn take(&mut self, look: Vec<IssuerCounts>) {
        if self.looks.back() == Some(&look) {
            return;
        }
        // A thread that has begun since cannot be distinguished.
        if self.looks.back().is_some_and(|last| last.len() != look.len()) {
            self.looks.clear();
        }
        self.looks.push_back(look);
        if self.looks.len() > KEPT {
            self.looks.pop_front();
        }
    }

    /// Its current rates; `None` before two looks.
    pub fn now(&self) -> Option<CurrentRates> {
        let (first, last) = (self.looks.front()?, self.looks.back()?);
        let mut now = CurrentRates::default();
        let mut passed = false;
        for (before, after) in first.iter().zip(last) {
            let time = after.at - before.at;
            if time > Nanos::ZERO {
                passed = true;
                let seconds = time.as_secs();
                let moved = after.bytes.get().saturating_sub(before.bytes.get());
                now.mb_s += Bytes::new(moved).per(time).get() / 1e6;
                now.iops += after.ops.saturating_sub(before.ops) as f64 / seconds;
                now.errors += after.errors;
                now.busiest = now.busiest.max((after.busy - before.busy).as_secs() / seconds);
            }
        }
        let looks = self.looks.iter().map(|look| in_flight(look));
        now.in_flight = looks.sum::<f64>() / self.looks.len() as f64;
        let mean = || Nanos::secs(now.in_flight / now.iops);
        now.latency = (now.iops > 0.0).then(mean);
        passed.then_some(now)
    }
}

impl CurrentRates {
    /// A target's average rates from its start to this look; `None` before time has passed.
    pub fn since_the_start(look: &[IssuerCounts]) -> Option<Self> {
        // Requests in flight are only known for this look.
        let at_start = |thread: &IssuerCounts| IssuerCounts {
            in_flight: thread.in_flight,
            ..IssuerCounts::default()
        };
        let start = look.iter().map(at_start).collect();
        TargetMeter { looks: [start, look.to_vec()].into() }.now()
    }
}

fn in_flight(look: &[IssuerCounts]) -> f64 {
    look.iter().map(|thread| f64::from(thread.in_flight)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1,000 operations of 4 KiB a second by each thread, 8 in flight, half of a processor.
    fn at(ms: u64) -> IssuerCounts {
        IssuerCounts {
            at: Nanos::millis(ms),
            bytes: Bytes::new(ms * 4096),
            ops: ms,
            errors: 1,
            in_flight: 8,
            busy: Nanos::millis(ms / 2),
        }
    }

    /// Two threads: 2,000 operations a second with 16 in flight take 8 ms each.
    #[test]
    fn figures_are_of_what_passed_between_looks() {
        let mut meter = TargetMeter::default();
        for ms in [200, 400, 600] {
            meter.take(vec![at(ms), at(ms + 100)]);
        }
        let now = meter.now().unwrap();
        assert!((now.mb_s - 8.192).abs() < 1e-9, "{now:?}");
        assert!((now.iops - 2000.0).abs() < 1e-9 && now.errors == 2, "{now:?}");
        assert_eq!((now.in_flight, now.latency), (16.0, Some(Nanos::millis(8))));
        assert!((now.busiest - 0.5).abs() < 1e-9);
    }

    /// Two threads as above: 16 requests in flight take 8 ms each at 2,000 a second.
    #[test]
    fn a_single_look_has_the_figures_since_the_start() {
        let now = CurrentRates::since_the_start(&[at(500), at(500)]).unwrap();
        assert!((now.iops - 2000.0).abs() < 1e-9 && (now.mb_s - 8.192).abs() < 1e-9, "{now:?}");
        assert_eq!((now.in_flight, now.latency), (16.0, Some(Nanos::millis(8))));
        assert_eq!(CurrentRates::since_the_start(&[IssuerCounts::default()]), None);
        assert_eq!(CurrentRates::since_the_start(&[]), None);
    }

    #[test]
    fn only_the_last_second_counts() {
        let mut meter = TargetMeter::default();
        // Nothing for ten seconds, then as usual.
        for step in 0..50 {
            meter.take(vec![IssuerCounts { ops: 0, bytes: Bytes::ZERO, ..at(step * 200) }]);
        }
        for step in 50..56 {
            let since = step - 50;
            let moved = Bytes::new(since * 200 * 4096);
            meter.take(vec![IssuerCounts { ops: since * 200, bytes: moved, ..at(step * 200) }]);
        }
        assert!((meter.now().unwrap().iops - 1000.0).abs() < 1e-9);
    }

    #[test]
    fn nothing_is_told_before_time_has_passed() {
        let mut meter = TargetMeter::default();
        assert_eq!(meter.now(), None);
        meter.take(vec![at(200)]);
        meter.take(vec![at(200)]);
        assert_eq!(meter.now(), None);
        // A second thread begins: its first look has nothing before it.
        meter.take(vec![at(400), at(200)]);
        assert_eq!(meter.now(), None);
    }

    #[test]
    fn a_target_that_hangs_moves_nothing_and_has_no_latency() {
        let mut meter = TargetMeter::default();
        meter.take(vec![at(200)]);
        meter.take(vec![IssuerCounts { at: Nanos::millis(1200), ..at(200) }]);
        let now = meter.now().unwrap();
        assert_eq!((now.mb_s, now.iops, now.latency, now.in_flight), (0.0, 0.0, None, 8.0));
    }
}
