//! The current state, written by measuring threads and read by the drawing one.

use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use narrows_engine::Gauge;
use narrows_host::Root;
use narrows_host::sample::{CpuCounters, Sampler};
use narrows_topology::Id;
use narrows_units::Nanos;

use super::meter::{CurrentRates, TargetMeter};
use super::view::{LiveCpu, LiveDrive, LiveLocation, LivePrediction, LiveView};
use crate::measuring::watch::TargetReadings;

/// Between two looks at gauges: as often as threads write.
const SAMPLE: Duration = Duration::from_millis(200);
/// Between two looks at the processors.
const CPU: Duration = Duration::from_secs(1);

#[derive(Default)]
pub struct RunningRound {
    /// The number of the round, from 1, and how many there are.
    pub round: (usize, usize),
    pub targets: Vec<LiveTarget>,
    pub places: Vec<LiveLocation>,
    pub expected: Option<LivePrediction>,
    pub is_simulated: bool,
    /// Threads ask again and again whether a request is through.
    pub polls: bool,
}

pub struct LiveTarget {
    pub id: Id,
    pub gauge: Gauge,
    pub drive: LiveDrive,
}

#[derive(Default)]
pub struct LiveBoard {
    state: Mutex<LiveBoardState>,
}

#[derive(Default)]
struct LiveBoardState {
    title: String,
    share: f64,
    left: Option<Nanos>,
    is_ending: bool,
    running: Option<RunningRound>,
    meters: Vec<TargetMeter>,
    readings: Vec<TargetReadings>,
    sampled: Option<Instant>,
    load: CpuLoad,
    /// The last simulated round, as it ended. Such a round takes a tenth of a second, often less than
    /// two looks, so that the screen would never show a rate.
    ended: Option<LiveView>,
}

#[derive(Default)]
struct CpuLoad {
    before: Option<(Instant, CpuCounters)>,
    cpu: Option<LiveCpu>,
}

impl LiveBoard {
    /// A thread that panicked leaves its data; the next one overwrites it.
    fn state(&self) -> MutexGuard<'_, LiveBoardState> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Shows the current activity, in words; nothing runs any more.
    pub fn say(&self, title: String) {
        let mut state = self.state();
        state.leave();
        state.title = title;
        state.left = None;
    }

    /// Sets the share that is done, 0 to 1, and the remaining time if known.
    pub fn at(&self, share: f64, left: Option<Nanos>) {
        let mut state = self.state();
        state.share = share;
        state.left = left;
    }

    pub fn end(&self) {
        self.state().is_ending = true;
    }

    pub fn run(&self, running: RunningRound) {
        let mut state = self.state();
        state.leave();
        state.meters = running.targets.iter().map(|_| TargetMeter::default()).collect();
        state.readings = vec![TargetReadings::default(); running.targets.len()];
        state.running = Some(running);
    }

    pub fn gauge(&self, target: &Id) -> Option<Gauge> {
        let state = self.state();
        let targets = &state.running.as_ref()?.targets;
        targets.iter().find(|one| one.id == *target).map(|one| one.gauge.clone())
    }

    pub fn readings(&self, target: &Id, readings: TargetReadings) {
        let mut state = self.state();
        let targets = state.running.as_ref().map_or(&[][..], |running| &running.targets);
        if let Some(at) = targets.iter().position(|one| one.id == *target)
            && let Some(known) = state.readings.get_mut(at)
        {
            *known = readings;
        }
    }

    /// Samples gauges and processors when due.
    pub fn sample(&self) {
        self.state().sample(Instant::now());
    }

    pub fn view(&self) -> LiveView {
        self.state().view()
    }
}

impl LiveBoardState {
    fn sample(&mut self, now: Instant) {
        if self.sampled.is_some_and(|last| now.saturating_duration_since(last) < SAMPLE) {
            return;
        }
        self.sampled = Some(now);
        let Some(running) = &self.running else { return };
        for (target, meter) in running.targets.iter().zip(&mut self.meters) {
            meter.take(target.gauge.read());
        }
        if !running.is_simulated {
            self.load.sample(now);
        }
    }

    fn leave(&mut self) {
        let view = self.round();
        let Some(running) = self.running.take().filter(|running| running.is_simulated) else {
            return;
        };
        let now = running
            .targets
            .iter()
            .map(|target| CurrentRates::since_the_start(&target.gauge.read()));
        let drives = view.drives.into_iter().zip(now);
        let drives = drives.map(|(drive, now)| LiveDrive { now: drive.now.or(now), ..drive });
        self.ended = Some(LiveView { drives: drives.collect(), ..view });
    }

    /// The current round, or the simulated one before as long as nothing is known of this one.
    fn view(&self) -> LiveView {
        let view = self.round();
        match &self.ended {
            Some(ended) if view.is_simulated && view.mb_s().is_none() => LiveView {
                is_ending: view.is_ending,
                share: view.share,
                left: view.left,
                ..ended.clone()
            },
            _ => view,
        }
    }

    fn round(&self) -> LiveView {
        let view = LiveView {
            title: self.title.clone(),
            is_ending: self.is_ending,
            share: self.share,
            left: self.left,
            ..LiveView::default()
        };
        let Some(running) = &self.running else { return view };
        let drives = running.targets.iter().zip(&self.meters).zip(&self.readings);
        LiveView {
            is_simulated: running.is_simulated,
            polls: running.polls,
            round: Some(running.round),
            drives: drives
                .map(|((target, meter), readings)| target.drive(meter, readings))
                .collect(),
            places: running.places.clone(),
            cpu: self.load.cpu.filter(|_| !running.is_simulated),
            expected: running.expected.clone(),
            ..view
        }
    }
}

impl LiveTarget {
    fn drive(&self, meter: &TargetMeter, readings: &TargetReadings) -> LiveDrive {
        LiveDrive {
            now: meter.now(),
            link: readings.link.map(|link| link.to_string()),
            temperature_c: readings.temperature_c,
            is_throttled: readings.is_throttled,
            ..self.drive.clone()
        }
    }
}

impl CpuLoad {
    fn sample(&mut self, now: Instant) {
        let passed = self.before.map(|(at, _)| now.saturating_duration_since(at));
        if passed.is_some_and(|passed| passed < CPU) {
            return;
        }
        let Some(counters) = Sampler::new(&Root::live()).cpu() else { return };
        if let (Some((_, before)), Some(passed)) = (self.before, passed) {
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let busy = counters.since(before).busy.as_secs() / passed.as_secs_f64();
            self.cpu = Some(LiveCpu { busy, cores });
        }
        self.before = Some((now, counters));
    }
}

#[cfg(test)]
mod tests {
    use narrows_engine::IssuerCounts;
    use narrows_units::Bytes;

    use super::*;

    fn running() -> RunningRound {
        let target = |name: &str| LiveTarget {
            id: Id::new(name),
            gauge: Gauge::of(1),
            drive: LiveDrive { name: name.to_owned(), depth: 8, ..LiveDrive::default() },
        };
        RunningRound {
            round: (1, 3),
            targets: vec![target("a"), target("b")],
            ..RunningRound::default()
        }
    }

    /// 200 ms with 100 MB between two looks.
    #[test]
    fn what_threads_write_down_is_seen() {
        let board = LiveBoard::default();
        board.say("a + b".to_owned());
        board.run(running());
        let gauge = board.gauge(&Id::new("b")).unwrap();
        let counts = |step: u64| IssuerCounts {
            at: Nanos::millis(200 * step),
            bytes: Bytes::new(100_000_000 * step),
            ops: 1000 * step,
            in_flight: 8,
            ..IssuerCounts::default()
        };
        let begun = Instant::now();
        for step in 1..3 {
            gauge.put(0, counts(step));
            board.state().sample(begun + SAMPLE * step as u32);
        }
        board.readings(
            &Id::new("b"),
            TargetReadings { temperature_c: Some(50), ..TargetReadings::default() },
        );
        let view = board.view();
        assert_eq!((view.round, view.drives[0].now), (Some((1, 3)), None));
        let drive = &view.drives[1];
        assert_eq!(drive.now.map(|now| (now.mb_s, now.iops)), Some((500.0, 5000.0)));
        assert_eq!(drive.temperature_c, Some(50));
    }

    /// 100 MB in 200 ms, over before anybody looked.
    #[test]
    fn a_simulated_round_is_shown_until_the_next_has_figures() {
        let board = LiveBoard::default();
        let simulated = || RunningRound { is_simulated: true, ..running() };
        board.say("first".to_owned());
        board.run(simulated());
        let counts = IssuerCounts {
            at: Nanos::millis(200),
            bytes: Bytes::new(100_000_000),
            ops: 1000,
            in_flight: 8,
            ..IssuerCounts::default()
        };
        board.gauge(&Id::new("b")).unwrap().put(0, counts);
        board.say("second".to_owned());
        assert!(board.view().drives.is_empty(), "nothing runs between rounds");
        board.run(simulated());
        board.at(0.5, None);
        let view = board.view();
        assert_eq!((view.title.as_str(), view.share, view.mb_s()), ("first", 0.5, Some(500.0)));
        board.say("third".to_owned());
        board.run(running());
        let view = board.view();
        assert_eq!((view.title.as_str(), view.mb_s()), ("third", None), "a real one is waited for");
    }

    #[test]
    fn what_is_over_is_not_shown() {
        let board = LiveBoard::default();
        board.run(running());
        board.at(0.5, Some(Nanos::millis(1000)));
        board.say("writing".to_owned());
        let view = board.view();
        assert!(view.drives.is_empty() && view.round.is_none() && view.left.is_none());
        assert_eq!(board.gauge(&Id::new("a")).map(|gauge| gauge.read().len()), None);
    }
}
