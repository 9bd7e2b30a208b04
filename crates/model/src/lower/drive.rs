//! What a drive asks for each request: time of its own, and time to wait for.

use narrows_units::{BytesPerSec, Iops, Nanos};
use narrows_workload::{Pattern, Workload};

use super::queue::Queue;
use super::spread::Spread;
use crate::array::{ArrayPlan, CacheMode};
use crate::figures::{DriveFigures, Figure};
use crate::limit::Band;

/// A drive's figures in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Speeds {
    pub bandwidth: Option<Figure<BytesPerSec>>,
    /// At great depth, whatever depth they were measured at.
    pub operations: Option<Figure<Iops>>,
    /// What one request waits for beside its service.
    pub wait: Option<Figure<Nanos>>,
    /// The bandwidth is what is left when the write cache is full.
    pub cache_is_full: bool,
}

/// Both directions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Both {
    pub read: Speeds,
    pub write: Speeds,
}

/// Flash is programmed in 0.5 to 1 ms; without a buffer each write waits for that.
const PROGRAM: Nanos = Nanos::micros(700);
/// A write that memory takes.
const MEMORY: Nanos = Nanos::micros(8);

impl Both {
    /// What `figures` say for requests in the order of `workload`.
    pub fn of(figures: &DriveFigures, workload: &Workload) -> Self {
        let sequential = workload.pattern == Pattern::Sequential;
        let of = |bandwidth, operations, latency| match sequential {
            true => Speeds { bandwidth, wait: figures.sequential_latency, ..Speeds::default() },
            false => random(bandwidth, operations, latency, figures.at_depth),
        };
        Self {
            read: of(figures.read, figures.random_read, figures.read_latency),
            write: of(figures.write, figures.random_write, figures.write_latency),
        }
    }

    /// The same with its write cache full, where it has one.
    pub fn with_full_cache(self, figures: &DriveFigures) -> Self {
        let Some(cache) = figures.cache else { return self };
        let write = Speeds { bandwidth: Some(cache.after), cache_is_full: true, ..self.write };
        Self { write, ..self }
    }

    /// The same as a member of `array`, whose caches change what a write waits for.
    pub fn behind(self, array: &ArrayPlan, figures: &DriveFigures) -> Self {
        let needs_buffer = figures.protected != Some(true);
        let wait = match (array.cache, array.drive_buffer) {
            (CacheMode::WriteBack, _) => Some(Figure::of_class(MEMORY)),
            (_, false) if needs_buffer => Some(Figure::of_class(PROGRAM)),
            _ => self.write.wait,
        };
        Self { write: Speeds { wait, ..self.write }, ..self }
    }

    /// What one request waits for, spread as it is, and how sure that is.
    pub fn wait(&self, spread: &Spread, read_share: f64) -> (f64, Option<Band>) {
        let seconds = |wait: Option<Figure<Nanos>>| wait.map_or(0.0, |wait| wait.value.as_secs());
        let writes = 1.0 - read_share;
        // `reads_first` is of all requests of the mix already.
        let reads = read_share + spread.reads_first;
        let wait = reads * seconds(self.read.wait) + writes * seconds(self.write.wait);
        let most = if reads >= writes { self.read.wait } else { self.write.wait };
        (wait, most.or(self.read.wait).map(|wait| wait.band))
    }
}

fn random(
    bandwidth: Option<Figure<BytesPerSec>>,
    operations: Option<Figure<Iops>>,
    latency: Option<Figure<Nanos>>,
    at_depth: Option<u32>,
) -> Speeds {
    let (Some(known), Some(one)) = (operations, latency) else {
        // The latency is of 4 KiB, whose transfer is in it.
        let transfer = bandwidth.map_or(0.0, |rate| 4096.0 / rate.value.get().max(1.0));
        let wait = latency.map(|one| Figure {
            value: Nanos::secs((one.value.as_secs() - transfer).max(0.0)),
            ..one
        });
        return Speeds { bandwidth, operations, wait, cache_is_full: false };
    };
    let (rate, latency) = (known.value.get().max(1e-3), one.value.as_secs());
    let queue = match at_depth {
        Some(depth) => Queue::service_for(latency, depth, rate),
        None => Queue {
            wait: (latency - 1.0 / rate).max(0.0),
            service: 1.0 / rate,
            stations: 1.0,
            even: false,
        },
    };
    let most = Figure { value: Iops::new(1.0 / queue.service), ..known };
    let wait = Figure { value: Nanos::secs(queue.wait), ..one };
    Speeds { bandwidth, operations: Some(most), wait: Some(wait), cache_is_full: false }
}
