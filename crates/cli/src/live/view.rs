//! The view, as values.

use narrows_units::Nanos;

use crate::live::meter::CurrentRates;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveView {
    /// The current activity, in words: which drives under which workload.
    pub title: String,
    /// The drives are simulated, and so is the time.
    pub is_simulated: bool,
    pub is_ending: bool,
    /// Threads ask again and again whether a request is through, and are busy whatever limits.
    pub polls: bool,
    /// The number of the round, from 1, and how many there are; `None` without rounds.
    pub round: Option<(usize, usize)>,
    /// Which share of all there is to do is done, 0 to 1.
    pub share: f64,
    /// Remaining time; `None` if unknown.
    pub left: Option<Nanos>,
    pub drives: Vec<LiveDrive>,
    /// The places that their data goes through, from the processor down.
    pub places: Vec<LiveLocation>,
    /// The processors of this machine; of a simulated one nothing is known.
    pub cpu: Option<LiveCpu>,
    pub expected: Option<LivePrediction>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveDrive {
    pub name: String,
    /// Its rates now; `None` before any are known.
    pub now: Option<CurrentRates>,
    /// Requests that are kept in flight, of all threads together.
    pub depth: u32,
    /// The share of its data that is read, 0 to 1.
    pub read_share: f64,
    /// Its link as it runs, such as `PCIe 4.0 x4`.
    pub link: Option<String>,
    /// Degrees Celsius.
    pub temperature_c: Option<i32>,
    /// It has slowed itself down because of heat or power during this round.
    pub is_throttled: bool,
    /// Its predicted rate, 10^6 bytes per second.
    pub expected_mb_s: Option<f64>,
}

/// A place that data of several drives goes through.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveLocation {
    /// How many places are above it.
    pub level: usize,
    pub name: String,
    /// Its link to the location above; empty for a processor.
    pub link: String,
    /// Throughput of that link in one direction, 10^6 bytes per second; `None` if it is not known.
    pub carries_mb_s: Option<f64>,
    /// For each of its drives, by number, the share of its data that comes through here: 1 for a drive,
    /// less for an array of which only some drives hang here.
    pub drives: Vec<(usize, f64)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LiveCpu {
    /// Processor time of all programs by time that passed.
    pub busy: f64,
    pub cores: usize,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LivePrediction {
    pub limit: String,
    /// Total rate of all targets, 10^6 bytes per second.
    pub mb_s: f64,
}

impl LiveView {
    /// Total rate of all, 10^6 bytes per second; `None` before anything is known.
    pub fn mb_s(&self) -> Option<f64> {
        self.sum(|now| now.mb_s)
    }

    /// Operations per second of all together.
    pub fn iops(&self) -> Option<f64> {
        self.sum(|now| now.iops)
    }

    fn sum(&self, of: fn(&CurrentRates) -> f64) -> Option<f64> {
        let known = self.drives.iter().filter_map(|drive| drive.now.as_ref()).map(of);
        known.reduce(|sum, one| sum + one)
    }

    /// Rate through a location in the busier direction, 10^6 bytes per second.
    pub fn flow(&self, place: &LiveLocation) -> f64 {
        let (mut read, mut written) = (0.0, 0.0);
        for (at, share) in &place.drives {
            let Some(drive) = self.drives.get(*at) else { continue };
            let mb_s = drive.now.map_or(0.0, |now| now.mb_s) * share;
            read += mb_s * drive.read_share;
            written += mb_s * (1.0 - drive.read_share);
        }
        f64::max(read, written)
    }

    /// How full a location's link is; `None` if its throughput is not known.
    pub fn fullness(&self, place: &LiveLocation) -> Option<f64> {
        let carries = place.carries_mb_s.filter(|carries| *carries > 0.0)?;
        Some(self.flow(place) / carries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A drive of 3,000 MB/s, of which a quarter is written.
    fn drive() -> LiveDrive {
        let now = Some(CurrentRates { mb_s: 3000.0, ..CurrentRates::default() });
        LiveDrive { now, read_share: 0.75, ..LiveDrive::default() }
    }

    /// A link carries as much in either direction: 2,250 MB/s of each drive go one way.
    #[test]
    fn reads_and_writes_go_opposite_ways() {
        let view = LiveView { drives: vec![drive(), drive()], ..LiveView::default() };
        let place = LiveLocation {
            carries_mb_s: Some(9000.0),
            drives: vec![(0, 1.0), (1, 0.5), (7, 1.0)],
            ..LiveLocation::default()
        };
        assert_eq!(view.flow(&place), 3375.0);
        assert_eq!(view.fullness(&place), Some(0.375));
        assert_eq!(view.fullness(&LiveLocation { carries_mb_s: None, ..place }), None);
    }

    #[test]
    fn nothing_known_is_no_zero() {
        let unknown = LiveDrive { now: None, ..drive() };
        let view = LiveView { drives: vec![unknown.clone()], ..LiveView::default() };
        assert_eq!(view.mb_s(), None);
        let view = LiveView { drives: vec![unknown, drive()], ..LiveView::default() };
        assert_eq!(view.mb_s(), Some(3000.0));
    }
}
