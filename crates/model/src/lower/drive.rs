//! The cost of a request on a drive: service time, and latency.

use narrows_topology::FactBasis;
use narrows_topology::capacity::REFERENCE_BLOCK;
use narrows_units::{BytesPerSec, Iops, Nanos};
use narrows_workload::{Pattern, Workload};

use super::queue::StationQueue;
use super::spread::MemberSpread;
use super::wait::RequestWait;
use crate::array::ArrayPlan;
use crate::figures::{BandedFigure, DriveFigures};
use crate::limit::Band;

/// A drive's figures in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct DirectionSpeeds {
    pub bandwidth: Option<BandedFigure<BytesPerSec>>,
    /// IOPS at high queue depth, whatever depth they were measured at.
    pub operations: Option<BandedFigure<Iops>>,
    /// The latency of one request without its service.
    pub wait: Option<BandedFigure<Nanos>>,
    /// Whether the wait and one operation together are the time of one request of 4 KiB.
    pub is_of_4k: bool,
    /// Whether the bandwidth is that with a full write cache.
    pub cache_is_full: bool,
}

/// Both directions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct DriveSpeeds {
    pub read: DirectionSpeeds,
    pub write: DirectionSpeeds,
}

/// Below this many operations per second a drive seeks: its sequential rate does not follow from
/// them.
const SEEKS_BELOW: f64 = 3000.0;
/// A sequential request takes the same command as a random one, without looking up where the data
/// is.
const COMMANDS: Band = Band::new(0.7, 1.6);

/// Small sequential requests per second, from the random ones: at least as many as in the better
/// direction, because sequential writes are combined.
fn commands(figures: &DriveFigures) -> Option<BandedFigure<Iops>> {
    let random = [figures.random_read, figures.random_write].into_iter().flatten();
    let most = random.max_by(|a, b| a.value.get().total_cmp(&b.value.get()))?;
    let band = Band::new(most.band.low * COMMANDS.low, most.band.high * COMMANDS.high);
    (most.value.get() > SEEKS_BELOW).then_some(BandedFigure { band, ..most })
}

/// Programming flash takes 0.5 to 1 ms; without a buffer each write waits for that. A disk waits for its place to come
/// round.
const PROGRAM: Nanos = Nanos::micros(700);
const MEMORY: Nanos = Nanos::micros(8);
/// A flush of 16 KiB: 0.9 ms on a 990 PRO, 12 to 58 us on drives whose cache is protected; other drives for desktops take
/// 0.4 to 3.5 ms (M. Callaghan, *SSDs, power loss protection and fsync latency*, 2026).
const FLUSHED: Nanos = Nanos::micros(900);
const FLUSH_OF_FLASH: Band = Band::new(0.45, 3.5);
const KEPT: Nanos = Nanos::micros(20);
const FLUSH_OF_PROTECTED: Band = Band::new(0.5, 3.0);
/// A revolution at 7,200 rpm: what was written last has just passed.
const TURN: Nanos = Nanos::micros(8300);
/// Seconds from interrupt to wake-up: 4 KiB from a drive of memory took 8 us with them and 5 to 6 without (Linux commit
/// f4f5253edcda).
const INTERRUPT: f64 = 2.5e-6;

impl DirectionSpeeds {
    /// Seconds that a request of `bytes` occupies the drive. Commands of some requests overlap
    /// transfers of others, so that the slower decides, unless they are similar: then both cost.
    /// They are combined as their cubes, a judgement, so that the IOPS hold at 4 KiB and the
    /// bandwidth at the block sizes that it is stated for.
    pub fn service(&self, bytes: f64) -> f64 {
        let Some(operation) = self.operation() else { return self.transfer(bytes) };
        if bytes >= REFERENCE_BLOCK.as_f64() {
            return self.transfer(bytes).max(operation);
        }
        // Of an operation of 4 KiB what its transfer leaves belongs to the command, so that the
        // IOPS hold at 4 KiB.
        let command = (operation.powi(3) - self.transfer(4096.0).powi(3)).max(0.0);
        (command + self.transfer(bytes).powi(3)).cbrt().max(operation)
    }

    /// Seconds that one request of `bytes` waits besides its service: together they are the time of
    /// one of 4 KiB plus the transfer of the rest, whatever the drive's IOPS at high queue depth.
    pub fn waits(&self, bytes: f64, commands_add: bool) -> f64 {
        let wait = self.wait.map_or(0.0, |wait| wait.value.as_secs());
        let Some(operation) = self.operation().filter(|_| self.is_of_4k) else { return wait };
        let further = self.transfer((bytes - 4096.0).max(0.0));
        let service = match commands_add {
            true => self.service(bytes),
            false => self.transfer(bytes).max(operation),
        };
        (wait + operation + further - service).max(0.0)
    }

    /// Seconds that the transfer of these bytes takes.
    pub fn transfer(&self, bytes: f64) -> f64 {
        self.bandwidth.map_or(0.0, |known| bytes / known.value.get().max(1e-3))
    }

    /// Seconds per 4 KiB operation, where known.
    pub fn operation(&self) -> Option<f64> {
        self.operations.map(|known| 1.0 / known.value.get().max(1e-3))
    }
}

impl DriveSpeeds {
    /// The speeds according to `figures` for the pattern of `workload`.
    pub fn new(figures: &DriveFigures, workload: &Workload) -> Self {
        let sequential = workload.pattern == Pattern::Sequential;
        let of = |bandwidth, operations, latency| match sequential {
            true => DirectionSpeeds {
                bandwidth,
                operations: figures.sequential_operations.or_else(|| commands(figures)),
                wait: figures.sequential_latency,
                ..DirectionSpeeds::default()
            },
            false => random(bandwidth, operations, latency, figures.at_depth),
        };
        Self {
            read: of(figures.read, figures.random_read, figures.read_latency),
            write: of(figures.write, figures.random_write, figures.write_latency),
        }
    }

    /// The same with a full write cache, if it has one.
    pub fn with_full_cache(self, figures: &DriveFigures) -> Self {
        let Some(cache) = figures.cache else { return self };
        let write =
            DirectionSpeeds { bandwidth: Some(cache.after), cache_is_full: true, ..self.write };
        Self { write, ..self }
    }

    /// The same as a member of `array`, whose caches change the latency of writes.
    pub fn behind(self, array: &ArrayPlan, figures: &DriveFigures) -> Self {
        let needs_buffer = figures.protected != Some(true);
        let wait = match array.drive_buffer {
            // Memory acknowledges before the drives are asked, which hides their buffers.
            _ if array.writes_to_memory() => Some(BandedFigure::of_class(MEMORY)),
            false if needs_buffer && is_disk(figures) => Some(BandedFigure::of_class(TURN)),
            false if needs_buffer => Some(BandedFigure::of_class(PROGRAM)),
            _ => self.write.wait,
        };
        Self { write: DirectionSpeeds { wait, ..self.write }, ..self }
    }

    /// The same for a program that waits for a flush after so many writes, which `log` takes where there is one.
    ///
    /// A drive whose cache survives a power cut has nothing to do. Others write what they hold: flash programs
    /// it, a disk waits for its place to come round, about as long as for a read. Flushes of several threads are
    /// one (block/blk-flush.c), so that they add to the wait and not to the service.
    pub fn flushed(self, every: u32, figures: &DriveFigures, log: Option<&DriveFigures>) -> Self {
        let keeper = log.unwrap_or(figures);
        let flush = match keeper.protected {
            Some(true) => BandedFigure { band: FLUSH_OF_PROTECTED, ..BandedFigure::of_class(KEPT) },
            _ if is_disk(keeper) => keeper.read_latency.unwrap_or(BandedFigure::of_class(TURN)),
            _ => BandedFigure { band: FLUSH_OF_FLASH, ..BandedFigure::of_class(FLUSHED) },
        };
        let write = log.map_or(self.write.wait, |log| log.write_latency);
        let write = write.map_or(0.0, |wait| wait.value.as_secs());
        // Each write bears its part of a flush.
        let value = Nanos::secs(write + flush.value.as_secs() / f64::from(every.max(1)));
        let wait = Some(BandedFigure { value, ..flush });
        // The log's time is no time of this drive's operations.
        let is_of_4k = self.write.is_of_4k && log.is_none();
        Self { write: DirectionSpeeds { wait, is_of_4k, ..self.write }, ..self }
    }

    /// The same for a program that polls for completions: no interrupt and no wake-up. Figures that were measured
    /// on the drive hold what they hold.
    pub fn polled(self) -> Self {
        let sooner = |speeds: DirectionSpeeds| {
            let wait = speeds.wait.map(|wait| match wait.basis {
                FactBasis::Observed => wait,
                _ => {
                    let least = wait.value.as_secs() / 2.0;
                    let value = Nanos::secs((wait.value.as_secs() - INTERRUPT).max(least));
                    BandedFigure { value, ..wait }
                }
            });
            DirectionSpeeds { wait, ..speeds }
        };
        Self { read: sooner(self.read), write: sooner(self.write) }
    }

    /// The speeds of the direction of most requests.
    pub fn of(&self, read_share: f64) -> &DirectionSpeeds {
        if read_share >= 0.5 { &self.read } else { &self.write }
    }

    pub fn wait(&self, spread: &MemberSpread, read_share: f64, commands_add: bool) -> RequestWait {
        let each = |bytes: f64, count: f64| if count > 0.0 { bytes / count } else { 4096.0 };
        let read = self.read.waits(each(spread.read_bytes, spread.reads), commands_add);
        let write = self.write.waits(each(spread.write_bytes, spread.writes), commands_add);
        let writes = 1.0 - read_share;
        // `reads_first` already refers to all requests of the mix.
        let reads = read_share + spread.reads_first;
        let wait = reads * read + writes * write;
        let most = self.of(if reads >= writes { 1.0 } else { 0.0 }).wait;
        most.or(self.read.wait)
            .map_or(RequestWait::exactly(wait), |most| RequestWait::within(wait, most.band))
    }
}

/// Whether its figures are those of a drive that seeks.
fn is_disk(figures: &DriveFigures) -> bool {
    figures.random_read.is_some_and(|rate| rate.value.get() < SEEKS_BELOW)
}

fn random(
    bandwidth: Option<BandedFigure<BytesPerSec>>,
    operations: Option<BandedFigure<Iops>>,
    latency: Option<BandedFigure<Nanos>>,
    at_depth: Option<u32>,
) -> DirectionSpeeds {
    let (Some(known), Some(one)) = (operations, latency) else {
        // The latency is of 4 KiB, whose transfer is in it.
        let transfer = bandwidth.map_or(0.0, |rate| 4096.0 / rate.value.get().max(1.0));
        let wait = latency.map(|one| BandedFigure {
            value: Nanos::secs((one.value.as_secs() - transfer).max(0.0)),
            ..one
        });
        return DirectionSpeeds {
            bandwidth,
            operations,
            wait,
            is_of_4k: false,
            cache_is_full: false,
        };
    };
    let (rate, latency) = (known.value.get().max(1e-3), one.value.as_secs());
    let queue = match at_depth {
        Some(depth) => StationQueue::service_for(latency, depth, rate),
        None => StationQueue {
            wait: (latency - 1.0 / rate).max(0.0),
            service: 1.0 / rate,
            stations: 1.0,
            even: false,
        },
    };
    let most = BandedFigure { value: Iops::new(1.0 / queue.service), ..known };
    let wait = BandedFigure { value: Nanos::secs(queue.wait), ..one };
    DirectionSpeeds {
        bandwidth,
        operations: Some(most),
        wait: Some(wait),
        is_of_4k: true,
        cache_is_full: false,
    }
}
