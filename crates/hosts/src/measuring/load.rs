//! Load of a server's processors, drives and network cards while others measure it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

use narrows_host::Root;
use narrows_host::sample::network::CardCounters;
use narrows_host::sample::{CpuCounters, DiskCounters, Sampler};
use narrows_record::hosts::{CardLoad, DriveLoad, ServerLoad};
use narrows_units::{Bytes, BytesPerSec, Nanos};
use rustix::time::{ClockId, clock_gettime};

/// An interrupt is noticed after so long.
const LOOK: Nanos = Nanos::millis(100);

/// Samples this host for `long`, starting at `from` of its CLOCK_MONOTONIC; `None` if `cancel` was set
/// before the end.
pub fn between(from: Nanos, long: Nanos, cancel: &AtomicBool) -> Option<ServerLoad> {
    let sampler = Sampler::new(&Root::live());
    if !sleep_until(from, cancel) {
        return None;
    }
    let earlier = CounterSnapshot::take(&sampler);
    if !sleep_until(from + long, cancel) {
        return None;
    }
    let later = CounterSnapshot::take(&sampler);
    Some(earlier.report(&later, &sampler))
}

/// This host's CLOCK_MONOTONIC.
pub(crate) fn now() -> Nanos {
    let time = clock_gettime(ClockId::Monotonic);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    Nanos::new(seconds * 1_000_000_000 + u64::try_from(time.tv_nsec).unwrap_or_default())
}

/// Whether it came to that.
pub(super) fn sleep_until(instant: Nanos, cancel: &AtomicBool) -> bool {
    loop {
        if cancel.load(Ordering::Relaxed) {
            return false;
        }
        // The difference is 0 once the instant has passed.
        let left = instant - now();
        if left == Nanos::ZERO {
            return true;
        }
        sleep(Duration::from_nanos(left.min(LOOK).get()));
    }
}

struct CounterSnapshot {
    at: Nanos,
    cpu: Option<CpuCounters>,
    drives: Vec<(String, DiskCounters)>,
    cards: Vec<CardCounters>,
}

impl CounterSnapshot {
    fn take(sampler: &Sampler) -> Self {
        let counted = |name: String| Some((name.clone(), sampler.disk(&name)?));
        let drives = sampler.drives().into_iter().filter_map(counted).collect();
        Self { at: now(), cpu: sampler.cpu(), drives, cards: sampler.cards() }
    }

    fn report(&self, later: &Self, sampler: &Sampler) -> ServerLoad {
        let passed = later.at - self.at;
        let cpu = self.cpu.zip(later.cpu).map(|(before, after)| after.since(before));
        let count = |time: Nanos| time.as_secs() / passed.as_secs();
        ServerLoad {
            // Time that a hypervisor gave to other guests was wanted here, too.
            busy_processors: cpu.map(|it| count(it.busy + it.stolen)),
            processors: cpu.map(|it| count(it.busy + it.stolen + it.idle).round()),
            drives: self.drives(later, passed),
            cards: self.cards(later, passed, sampler),
        }
    }

    fn drives(&self, later: &Self, passed: Nanos) -> Vec<DriveLoad> {
        let load = |(drive, after): &(String, DiskCounters)| {
            let (_, before) = self.drives.iter().find(|(known, _)| known == drive)?;
            let moved = after.since(*before);
            let busy = (moved.busy.as_secs() / passed.as_secs()).min(1.0);
            let (read, write) = (rate(moved.read, passed), rate(moved.written, passed));
            let drive = drive.clone();
            (read + write > 0.0).then_some(DriveLoad {
                drive,
                read_mb_s: read,
                write_mb_s: write,
                busy,
            })
        };
        later.drives.iter().filter_map(load).collect()
    }

    fn cards(&self, later: &Self, passed: Nanos, sampler: &Sampler) -> Vec<CardLoad> {
        let load = |after: &CardCounters| {
            let before = self.cards.iter().find(|known| known.name == after.name)?;
            let since = |late: Bytes, early: Bytes| late.get().saturating_sub(early.get());
            let of = |late, early| rate(Bytes::new(since(late, early)), passed);
            Some(CardLoad {
                card: after.name.clone(),
                received_mb_s: of(after.received, before.received),
                sent_mb_s: of(after.sent, before.sent),
                link_mb_s: sampler.card_link(&after.name).map(BytesPerSec::as_mb_s),
            })
        };
        later.cards.iter().filter_map(load).collect()
    }
}

/// 10^6 bytes per second.
fn rate(moved: Bytes, passed: Nanos) -> f64 {
    moved.as_f64() / 1e6 / passed.as_secs().max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(seconds: f64, busy: f64, read_mb: u64, sent_mb: u64) -> CounterSnapshot {
        let idle = Nanos::secs(4.0 * seconds - busy);
        let cpu = CpuCounters { busy: Nanos::secs(busy), idle, stolen: Nanos::ZERO };
        let drive = DiskCounters {
            read: Bytes::new(read_mb * 1_000_000),
            busy: Nanos::secs(seconds / 4.0),
            ..DiskCounters::default()
        };
        let sent = Bytes::new(sent_mb * 1_000_000);
        let card = CardCounters { name: "no such card".to_owned(), received: Bytes::new(0), sent };
        CounterSnapshot {
            at: Nanos::secs(seconds),
            cpu: Some(cpu),
            drives: vec![("sda".to_owned(), drive)],
            cards: vec![card],
        }
    }

    /// Two seconds of four processors, three processor-seconds busy: one and a half processors. 100 MB
    /// read in a quarter of the time, 200 MB sent.
    #[test]
    fn counters_become_rates() {
        let sampler = Sampler::new(&Root::live());
        let report = look(0.0, 0.0, 0, 0).report(&look(2.0, 3.0, 100, 200), &sampler);
        assert_eq!((report.busy_processors, report.processors), (Some(1.5), Some(4.0)));
        let [drive] = report.drives.as_slice() else { panic!("{report:?}") };
        assert_eq!((drive.read_mb_s, drive.busy), (50.0, 0.25));
        let [card] = report.cards.as_slice() else { panic!("{report:?}") };
        assert_eq!((card.sent_mb_s, card.link_mb_s), (100.0, None));
    }

    #[test]
    fn an_interrupted_round_has_no_report() {
        let cancel = AtomicBool::new(true);
        assert_eq!(between(now(), Nanos::secs(60.0), &cancel), None);
    }
}
