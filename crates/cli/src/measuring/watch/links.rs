//! The links of a set while it runs, as they change.
//!
//! Not here: reading them.

use std::time::{Duration, Instant};

use narrows_record::run::LinkReading;
use narrows_record::see::LinkState;

/// Between two looks.
const INTERVAL: Duration = Duration::from_millis(250);
/// Looking takes at most one part in this many of the supervisor's time: a machine with many drives
/// is looked at less often.
const SPARE: u32 = 50;
/// More changes than this only show that a link is not steady.
const CHANGES_MAX: usize = 1000;

/// Results of the looks so far, for each drive.
pub struct LinkWatch {
    begun: Option<Instant>,
    next: Option<Instant>,
    /// A look in the second half has been there.
    has_middle: bool,
    drives: Vec<LinkHistory>,
}

#[derive(Clone, Debug, Default)]
pub struct LinkHistory {
    /// At the first look, and whenever it differed from the look before.
    pub changes: Vec<LinkReading>,
    /// In the middle of the run, or as near to it as the run came: an idle link clocks down.
    pub middle: Option<LinkState>,
    latest: Option<LinkState>,
    /// The fastest since the last query.
    fastest: Option<LinkState>,
}

impl LinkWatch {
    pub fn of(drives: usize) -> Self {
        let drives = vec![LinkHistory::default(); drives];
        Self { begun: None, next: None, has_middle: false, drives }
    }

    /// Whether to look at this part of the run, 0 to 1. The first is the common start.
    pub fn are_due(&mut self, share: f64, now: Instant) -> bool {
        self.begun.get_or_insert(now);
        self.next.is_none_or(|next| now >= next) || (share >= 0.5 && !self.has_middle)
    }

    /// Takes in a look at all links, which took so long.
    pub fn take(&mut self, share: f64, now: Instant, took: Duration, links: &[Option<LinkState>]) {
        let begun = *self.begun.get_or_insert(now);
        let at_s = now.saturating_duration_since(begun).as_secs_f64();
        for (history, link) in self.drives.iter_mut().zip(links) {
            history.take(at_s, *link);
            // Until a look falls into the second half each one replaces the last, so that a run
            // that is cut short has one, too.
            if !self.has_middle {
                history.middle = link.or(history.middle);
            }
        }
        self.has_middle |= share >= 0.5;
        self.next = now.checked_add(INTERVAL.max(took.saturating_mul(SPARE)));
    }

    /// The common start; `None` if nothing ran.
    pub fn begun(&self) -> Option<Instant> {
        self.begun
    }

    pub fn latest(&self) -> impl Iterator<Item = Option<LinkState>> {
        self.drives.iter().map(|history| history.latest)
    }

    /// Each drive's fastest link since the last call: one that is idle in between may clock down.
    pub fn fastest(&mut self) -> Vec<Option<LinkState>> {
        let drives = self.drives.iter_mut();
        // Starts over from the latest look: a link that stays as it is would have none.
        drives.map(|it| std::mem::replace(&mut it.fastest, it.latest)).collect()
    }

    pub fn into_drives(self) -> Vec<LinkHistory> {
        self.drives
    }
}

impl LinkHistory {
    fn take(&mut self, at_s: f64, link: Option<LinkState>) {
        if link != self.latest && self.changes.len() < CHANGES_MAX {
            self.changes.push(LinkReading { at_s, link });
        }
        self.latest = link;
        let rate = |link: &Option<LinkState>| link.map_or(0.0, |it| it.gts * f64::from(it.lanes));
        if rate(&link) >= rate(&self.fastest) {
            self.fastest = link;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAST: Option<LinkState> = Some(LinkState { gts: 16.0, lanes: 4 });
    const SLOW: Option<LinkState> = Some(LinkState { gts: 2.5, lanes: 4 });

    /// A run of four seconds, polled every 50 ms as the engine does, with states given by `link`.
    /// The number of looks, and their results.
    fn run(took: Duration, link: impl Fn(f64) -> Option<LinkState>) -> (usize, LinkHistory) {
        let (start, mut links, mut looks) = (Instant::now(), LinkWatch::of(1), 0);
        for step in 0..=80 {
            let now = start + Duration::from_millis(50 * step);
            let share = step as f64 / 80.0;
            if links.are_due(share, now) {
                looks += 1;
                links.take(share, now, took, &[link(share)]);
            }
        }
        (looks, links.into_drives().remove(0))
    }

    /// 4 s at 250 ms are looks at 0, 0.25, ... 4.0 s: 17. The one at 2 s is the middle.
    #[test]
    fn changes_are_kept_with_their_times() {
        let (looks, history) = run(Duration::ZERO, |share| match share {
            0.0 => SLOW,
            share if share < 0.75 => FAST,
            _ => None,
        });
        assert_eq!(looks, 17);
        assert_eq!(history.middle, FAST);
        let times = history.changes.iter().map(|look| (look.at_s, look.link));
        assert_eq!(times.collect::<Vec<_>>(), [(0.0, SLOW), (0.25, FAST), (3.0, None)]);
    }

    /// A look that takes 20 ms may come once a second: at 0, 1, 2, 3 and 4 s.
    #[test]
    fn looks_that_take_long_come_less_often() {
        assert_eq!(run(Duration::from_millis(20), |_| FAST).0, 5);
    }

    /// Looks that take 40 ms come at 0, 2 and 4 s; 100 ms, at 0 and 5 s, but for the middle.
    #[test]
    fn the_middle_is_never_left_out() {
        let (looks, history) =
            run(Duration::from_millis(100), |share| if share < 0.5 { SLOW } else { FAST });
        assert_eq!((looks, history.middle), (2, FAST));
    }

    #[test]
    fn a_run_that_is_cut_short_has_its_last_link() {
        let (start, mut links) = (Instant::now(), LinkWatch::of(2));
        assert!(links.are_due(0.0, start));
        links.take(0.0, start, Duration::ZERO, &[FAST, None]);
        assert!(!links.are_due(0.4, start));
        let drives = links.into_drives();
        assert_eq!([drives[0].middle, drives[1].middle], [FAST, None]);
        assert!(drives[1].changes.is_empty(), "a drive without a link has none that changes");
    }

    /// Idle at the second look; at half the rate from the third look on, which the next question hears of.
    #[test]
    fn the_fastest_since_the_last_question_is_told() {
        let half = Some(LinkState { gts: 8.0, lanes: 4 });
        let (start, mut links) = (Instant::now(), LinkWatch::of(1));
        let take = |links: &mut LinkWatch, link| links.take(0.0, start, Duration::ZERO, &[link]);
        take(&mut links, FAST);
        take(&mut links, SLOW);
        assert_eq!(links.fastest(), [FAST]);
        take(&mut links, half);
        assert_eq!(links.fastest(), [half]);
        assert_eq!(links.fastest(), [half]);
        take(&mut links, None);
        assert_eq!([links.fastest(), links.fastest()], [[half], [None]]);
    }

    #[test]
    fn a_link_that_flaps_for_days_stays_small() {
        let mut history = LinkHistory::default();
        for look in 0..100_000 {
            history.take(f64::from(look), if look % 2 == 0 { FAST } else { SLOW });
        }
        assert_eq!(history.changes.len(), CHANGES_MAX);
    }
}
