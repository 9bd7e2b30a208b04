//! Polls a drive's temperature from a separate thread.
//!
//! For: a drive that hangs keeps whoever asks it waiting, up to the kernel's time limits; the run
//! goes on, and the thread is left behind. Nothing else may hang with it, so each drive has one.
//!
//! Not here: the queries (`narrows-host`).

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use narrows_host::sample::heat::{DriveHeat, ThrottlingSign};

/// Reports so far.
#[derive(Clone, Debug, Default)]
pub struct HeatHistory {
    /// Degrees Celsius, whenever they differed from the look before.
    pub temperatures: Vec<(Instant, i32)>,
    /// Throttling signs: when each first showed, and its last count.
    pub throttles: Vec<(Instant, ThrottlingSign)>,
    /// Times between two looks in which it throttled; consecutive ones are merged.
    pub slowed: Vec<(Instant, Instant)>,
    /// The signs at the first look.
    first: Option<Vec<ThrottlingSign>>,
    /// The look before, and its signs.
    before: Option<(Instant, Vec<ThrottlingSign>)>,
}

/// More changes of temperature than a day has minutes are thinned out.
const TEMPERATURES_MAX: usize = 2000;

/// More throttling times than this are not distinguished.
const SLOWED_MAX: usize = 1000;

impl HeatHistory {
    pub fn take(&mut self, at: Instant, heat: DriveHeat) {
        if let Some(celsius) = heat.celsius {
            if self.temperatures.last().is_none_or(|(_, last)| *last != celsius) {
                self.temperatures.push((at, celsius));
            }
            // Every second look goes, but the first and the last stay.
            if self.temperatures.len() > TEMPERATURES_MAX {
                let (mut index, last) = (0, self.temperatures.len() - 1);
                self.temperatures.retain(|_| {
                    index += 1;
                    index % 2 == 1 || index - 1 == last
                });
            }
        }
        self.take_slowed(at, &heat.signs);
        // Counters count from the drive's making: only what came after the first look counts.
        let first = self.first.get_or_insert_with(|| heat.signs.clone());
        for sign in heat.signs {
            let value = sign.since(first);
            if value > 0 {
                let sign = ThrottlingSign { value, ..sign };
                match self.throttles.iter_mut().find(|(_, known)| known.is_same(&sign)) {
                    Some((_, known)) => known.value = known.value.max(sign.value),
                    None => self.throttles.push((at, sign)),
                }
            }
        }
    }
}

impl HeatHistory {
    /// Whether it has throttled since the look before.
    fn take_slowed(&mut self, at: Instant, signs: &[ThrottlingSign]) {
        let before = self.before.replace((at, signs.to_vec()));
        let Some((from, before)) = before else { return };
        if !signs.iter().any(|sign| sign.since(&before) > 0) {
            return;
        }
        let has_room = self.slowed.len() < SLOWED_MAX;
        match self.slowed.last_mut() {
            Some((_, until)) if *until == from => *until = at,
            _ if has_room => self.slowed.push((from, at)),
            _ => {}
        }
    }
}

/// A thread that polls until it is dropped or ended.
pub struct HeatPoller {
    history: Arc<Mutex<HeatHistory>>,
    /// Dropped to end the thread.
    stop: Option<Sender<()>>,
    /// Gets a message for each look, and ends with the thread. A receiver alone could not be shared.
    news: Mutex<Receiver<()>>,
}

impl HeatPoller {
    /// Polls at start, at each interval and at the end; a device silent at first only once.
    pub fn start(ask: impl FnMut() -> DriveHeat + Send + 'static, interval: Duration) -> Self {
        let history = Arc::new(Mutex::new(HeatHistory::default()));
        let (stop, stopped) = channel();
        let (sender, news) = channel();
        let asking = HeatPollerThread { ask, history: Arc::clone(&history), stopped, news: sender };
        std::thread::spawn(move || asking.run(interval));
        Self { history, stop: Some(stop), news: Mutex::new(news) }
    }

    /// Waits for the first look, but not longer than this moment.
    pub fn ready(&self, until: Instant) {
        self.hear(until);
    }

    /// The last temperature in degrees Celsius, and whether anything has throttled.
    pub fn latest(&self) -> (Option<i32>, bool) {
        let latest = |history: std::sync::MutexGuard<'_, HeatHistory>| {
            let last = history.temperatures.last().map(|(_, celsius)| *celsius);
            (last, !history.throttles.is_empty())
        };
        self.history.lock().map(latest).unwrap_or_default()
    }

    /// Whether it throttled between these moments, as far as observed.
    pub fn has_slowed(&self, from: Instant, until: Instant) -> bool {
        let overlaps = |slow: &(Instant, Instant)| slow.0 < until && slow.1 > from;
        self.history.lock().is_ok_and(|history| history.slowed.iter().any(overlaps))
    }

    /// Bids it look for the last time, and does not wait.
    pub fn end(mut self) -> Self {
        drop(self.stop.take());
        self
    }

    /// All readings, with the last look if it has come by this moment. Polling must have been ended.
    pub fn history(self, until: Instant) -> HeatHistory {
        // The channel closes with the thread, after its last look was taken in.
        while self.hear(until) {}
        self.history.lock().map(|history| history.clone()).unwrap_or_default()
    }

    /// Whether there was news by this moment.
    fn hear(&self, until: Instant) -> bool {
        let left = until.saturating_duration_since(Instant::now());
        self.news.lock().is_ok_and(|news| news.recv_timeout(left).is_ok())
    }
}

struct HeatPollerThread<Ask> {
    ask: Ask,
    history: Arc<Mutex<HeatHistory>>,
    stopped: Receiver<()>,
    news: Sender<()>,
}

impl<Ask: FnMut() -> DriveHeat> HeatPollerThread<Ask> {
    fn run(mut self, interval: Duration) {
        if self.look() {
            while self.stopped.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
                self.look();
            }
            self.look();
        }
    }

    /// Whether there was any data.
    fn look(&mut self) -> bool {
        let heat = (self.ask)();
        let is_mute = heat.is_empty();
        let _ = self.history.lock().map(|mut history| history.take(Instant::now(), heat));
        let _ = self.news.send(());
        !is_mute
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heat(celsius: i32, transitions: u64, warns: u64) -> DriveHeat {
        let sign =
            |counter, counts, value| ThrottlingSign { what: "d".into(), counter, counts, value };
        let signs = vec![sign("transitions", true, transitions), sign("warns", false, warns)];
        DriveHeat { celsius: Some(celsius), signs }
    }

    /// The counter stood at 7 before the run: 3 came during it. The warning was on only once.
    #[test]
    fn changes_are_kept_and_rises_added_up() {
        let mut history = HeatHistory::default();
        let start = Instant::now();
        let at = |second| start + Duration::from_secs(second);
        let looks = [heat(40, 7, 0), heat(40, 7, 0), heat(41, 8, 1), heat(40, 10, 0)];
        for (second, look) in (0..).zip(looks) {
            history.take(at(second), look);
        }
        assert_eq!(history.temperatures, [(at(0), 40), (at(2), 41), (at(3), 40)]);
        let throttles = history.throttles.iter().map(|(at, sign)| (*at, sign.counter, sign.value));
        let expected = [(at(2), "transitions", 3), (at(2), "warns", 1)];
        assert_eq!(throttles.collect::<Vec<_>>(), expected);
    }

    /// Throttled from the third look to the fifth: the times between are one.
    #[test]
    fn the_time_that_it_throttles_is_known() {
        let mut history = HeatHistory::default();
        let start = Instant::now();
        let at = |second| start + Duration::from_secs(second);
        for (second, count) in (0..).zip([7, 7, 8, 9, 9, 9, 10, 10]) {
            history.take(at(second), heat(40, count, 0));
        }
        assert_eq!(history.slowed, [(at(1), at(3)), (at(5), at(6))]);
    }

    #[test]
    fn a_day_of_changes_stays_small_and_keeps_its_ends() {
        let mut history = HeatHistory::default();
        let start = Instant::now();
        for second in 0..100_000 {
            history.take(start + Duration::from_secs(second), heat(40 + (second % 2) as i32, 0, 0));
            let kept = &history.temperatures;
            assert!(kept.len() <= TEMPERATURES_MAX);
            assert_eq!(kept[0], (start, 40));
            assert_eq!(kept.last().map(|look| look.1), Some(40 + (second % 2) as i32));
        }
    }

    #[test]
    fn it_is_asked_at_the_beginning_and_at_the_end() {
        let mut celsius = 50;
        let ask = move || {
            celsius += 1;
            heat(celsius, 0, 0)
        };
        let asker = HeatPoller::start(ask, Duration::from_secs(3600));
        let until = Instant::now() + Duration::from_secs(60);
        asker.ready(until);
        let history = asker.end().history(until);
        assert_eq!(history.temperatures.iter().map(|look| look.1).collect::<Vec<_>>(), [51, 52]);
    }

    #[test]
    fn what_hangs_is_left_behind() {
        let (keep, hangs) = channel::<()>();
        let ask = move || {
            let _ = hangs.recv();
            DriveHeat::default()
        };
        let asker = HeatPoller::start(ask, Duration::from_secs(1));
        asker.ready(Instant::now());
        let history = asker.end().history(Instant::now());
        assert!(history.temperatures.is_empty() && history.throttles.is_empty());
        drop(keep);
    }
}
