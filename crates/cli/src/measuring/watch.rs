//! Events around the drives of a set while it runs.
//!
//! For: links as they change, temperatures and throttling, and interrupts. Counters are read before
//! and after. Links are read by the supervising thread, which issues nothing; drives are queried
//! from separate threads, because a drive that hangs blocks the thread that queries it.
//!
//! Not here: reading any of it (`narrows-host`), the conclusions (`narrows-verdict`).

mod asker;
mod links;
mod merged;
mod readings;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use narrows_host::Root;
use narrows_host::sample::Sampler;
use narrows_host::sample::heat::{DriveHeat, ThrottlingSign};
use narrows_host::sample::interrupts::Interrupts;
use narrows_record::run::{DriveMonitoring, TemperatureReading, ThrottleEvent};
use narrows_record::see::LinkState;
use narrows_topology::{Id, PciAddress};

use self::asker::{HeatHistory, HeatPoller};
use self::links::LinkWatch;
pub use self::readings::TargetReadings;

/// Between two questions to a drive that has a queue for them, and to the processors.
const ASK: Duration = Duration::from_secs(1);
/// Between two questions to a drive that ends all its work before it answers.
const ASK_SELDOM: Duration = Duration::from_secs(10);
/// How long the first and the last answers are waited for, from all drives together.
const PATIENCE: Duration = Duration::from_millis(300);
/// If many processors throttle, those with the most are reported.
const THROTTLED_MAX: usize = 8;

#[derive(Debug, Default)]
pub struct WatchedSurroundings {
    /// Changes while it ran.
    pub watched: DriveMonitoring,
    pub link: Option<LinkState>,
    /// The temperature at the end, degrees Celsius.
    pub temperature_c: Option<i32>,
    /// When the drive, or any processor, slowed itself down: from and until, seconds.
    pub slowed: ThrottleTimes,
}

/// Times in which something slowed itself down to cool, seconds from the common start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ThrottleTimes {
    pub drive: Vec<(f64, f64)>,
    pub processors: Vec<(f64, f64)>,
}

pub struct DriveWatch {
    sampler: Sampler,
    drives: Vec<WatchedDrive>,
    processors: HeatPoller,
    links: Mutex<LinkWatch>,
}

/// A drive, as it stood before the run.
struct WatchedDrive {
    id: Id,
    address: Option<PciAddress>,
    interrupts: Option<Interrupts>,
    asker: HeatPoller,
    /// The drive's own temperature limit, once reported.
    limit_c: Arc<OnceLock<Option<i32>>>,
}

impl DriveWatch {
    /// Takes the counters before a run.
    pub fn new(drives: &[(Id, Option<PciAddress>)]) -> Self {
        Self::at(&Root::live(), drives)
    }

    fn at(root: &Root, drives: &[(Id, Option<PciAddress>)]) -> Self {
        let sampler = Sampler::new(root);
        let drives: Vec<WatchedDrive> = drives
            .iter()
            .map(|(id, address)| WatchedDrive::new(root, &sampler, id, *address))
            .collect();
        let apart = Sampler::new(root);
        let look = move || DriveHeat { signs: apart.cpu_signs(), ..DriveHeat::default() };
        let processors = HeatPoller::start(look, ASK);
        // One deadline for all: a shelf of drives that hang costs 0.3 s, not 0.3 s each.
        let until = Instant::now() + PATIENCE;
        drives.iter().map(|drive| &drive.asker).chain([&processors]).for_each(|asker| {
            asker.ready(until);
        });
        let links = Mutex::new(LinkWatch::of(drives.len()));
        Self { sampler, drives, processors, links }
    }

    /// Reads the links when due; called repeatedly by the supervising thread from the common start
    /// on. `share` is the part of the run that has passed, 0 to 1.
    pub fn look(&self, share: f64) {
        self.look_at(share, Instant::now());
    }

    fn look_at(&self, share: f64, now: Instant) {
        let Ok(mut links) = self.links.lock() else { return };
        if links.are_due(share, now) {
            let begun = Instant::now();
            let states: Vec<_> = self.drives.iter().map(|drive| self.link(drive)).collect();
            links.take(share, now, begun.elapsed(), &states);
        }
    }

    fn link(&self, drive: &WatchedDrive) -> Option<LinkState> {
        self.sampler.link(drive.address?).map(LinkState::of)
    }

    /// Latest readings of each drive, in the order given.
    pub fn latest(&self) -> Vec<TargetReadings> {
        let Ok(links) = self.links.lock() else { return Vec::new() };
        let readings = self.drives.iter().zip(links.latest()).map(|(drive, link)| {
            let (temperature_c, is_throttled) = drive.asker.latest();
            TargetReadings { link, temperature_c, is_throttled }
        });
        readings.collect()
    }

    /// Each drive's fastest link since the last call.
    pub fn fastest_links(&self) -> BTreeMap<PciAddress, LinkState> {
        let Ok(mut links) = self.links.lock() else { return BTreeMap::new() };
        let each = self.drives.iter().zip(links.fastest());
        each.filter_map(|(drive, link)| Some((drive.address?, link?))).collect()
    }

    /// Drives known to have throttled between these moments, and whether a processor did.
    pub fn slowed(&self, from: Instant, until: Instant) -> (Vec<Id>, bool) {
        let drives = self.drives.iter().filter(|drive| drive.asker.has_slowed(from, until));
        let drives = drives.map(|drive| drive.id.clone()).collect();
        (drives, self.processors.has_slowed(from, until))
    }

    /// Takes the counters after the run; in the order that was given.
    pub fn finish(self) -> Vec<WatchedSurroundings> {
        let until = Instant::now() + PATIENCE;
        // All end at once, so that their last queries run side by side.
        let processors = self.processors.end();
        let drives = self.drives.into_iter().map(WatchedDrive::end).collect::<Vec<_>>();
        let links = self.links.into_inner().unwrap_or_else(|_| LinkWatch::of(0));
        let begun = links.begun().unwrap_or(until);
        let mut links = links.into_drives().into_iter();
        let processors = processors.history(until);
        let around = drives.into_iter().map(|drive| {
            let link = links.next().unwrap_or_default();
            drive.around(&self.sampler, begun, link, &processors, until)
        });
        around.collect()
    }
}

impl WatchedDrive {
    fn new(root: &Root, sampler: &Sampler, id: &Id, address: Option<PciAddress>) -> Self {
        let (asker, limit_c) = ask_drive(root, id);
        Self {
            id: id.clone(),
            address,
            interrupts: address.and_then(|address| sampler.interrupts(address)),
            asker,
            limit_c,
        }
    }

    fn end(self) -> Self {
        Self { asker: self.asker.end(), ..self }
    }

    /// Observations of it, from before the run until now.
    fn around(
        self,
        sampler: &Sampler,
        begun: Instant,
        link: links::LinkHistory,
        processors: &HeatHistory,
        until: Instant,
    ) -> WatchedSurroundings {
        let raised = self.raised(sampler);
        let history = self.asker.history(until);
        let watched = DriveMonitoring {
            links: link.changes,
            temperatures: temperatures(&history, begun),
            temperature_limit_c: self.limit_c.get().copied().flatten(),
            throttles: throttles(&history, processors, begun),
            interrupts: raised.as_ref().map(Interrupts::total),
            interrupted_cpus: raised.map(|raised| raised.cpus()).unwrap_or_default(),
        };
        let temperature_c = history.temperatures.last().map(|(_, celsius)| *celsius);
        let times = |history: &HeatHistory| -> Vec<(f64, f64)> {
            let each = history.slowed.iter();
            each.map(|&(from, until)| (seconds(from, begun), seconds(until, begun))).collect()
        };
        let slowed = ThrottleTimes { drive: times(&history), processors: times(processors) };
        WatchedSurroundings { watched, link: link.middle, temperature_c, slowed }
    }

    fn raised(&self, sampler: &Sampler) -> Option<Interrupts> {
        let now = sampler.interrupts(self.address?)?;
        Some(now.since(self.interrupts.as_ref()?))
    }
}

/// The limit does not change, and querying it is a separate command.
fn ask_drive(root: &Root, id: &Id) -> (HeatPoller, Arc<OnceLock<Option<i32>>>) {
    let (sampler, name) = (Sampler::new(root), id.to_string());
    let interval = if sampler.is_asked_apart(&name) { ASK } else { ASK_SELDOM };
    let limit_c = Arc::new(OnceLock::new());
    let limit = Arc::clone(&limit_c);
    let ask = move || {
        limit.get_or_init(|| sampler.temperature_limit_c(&name));
        sampler.drive_heat(&name)
    };
    (HeatPoller::start(ask, interval), limit_c)
}

/// Times before the common start become 0.
fn seconds(at: Instant, begun: Instant) -> f64 {
    at.saturating_duration_since(begun).as_secs_f64()
}

fn temperatures(heat: &HeatHistory, begun: Instant) -> Vec<TemperatureReading> {
    let looks = heat.temperatures.iter();
    looks.map(|&(at, celsius)| TemperatureReading { at_s: seconds(at, begun), celsius }).collect()
}

/// The drive's own, then the processors', most throttled first.
fn throttles(drive: &HeatHistory, processors: &HeatHistory, begun: Instant) -> Vec<ThrottleEvent> {
    let mut most: Vec<&(Instant, ThrottlingSign)> = processors.throttles.iter().collect();
    most.sort_by_key(|(_, sign)| std::cmp::Reverse(sign.value));
    let all = drive.throttles.iter().chain(most.into_iter().take(THROTTLED_MAX));
    all.map(|(at, sign)| ThrottleEvent {
        at_s: seconds(*at, begun),
        what: sign.what.clone(),
        count: sign.value,
        counter: sign.counter.to_owned(),
    })
    .collect()
}

#[cfg(test)]
mod tests;
