//! A drive's own speed.

use narrows_catalog::drive::{DriveInterface, DriveModel, PowerLoss};
use narrows_topology::FactBasis;
use narrows_topology::cable::{FILE_STREAM_MOST, StorageProtocol};
use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::{Drive, StorageControllerKind};
use narrows_units::{Bytes, BytesPerSec, Iops, LinkWidth, Nanos, TransferRate};

use crate::limit::Band;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BandedFigure<T> {
    pub value: T,
    /// The 80 % band.
    pub band: Band,
    pub basis: FactBasis,
}

/// Known figures of a drive's speed. Unknown ones are none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DriveFigures {
    /// Sequential read at high queue depth.
    pub read: Option<BandedFigure<BytesPerSec>>,
    /// Sequential write at high queue depth, cache not exhausted.
    pub write: Option<BandedFigure<BytesPerSec>>,
    /// Random 4 KiB reads at high queue depth.
    pub random_read: Option<BandedFigure<Iops>>,
    /// Random 4 KiB writes at high queue depth, cache not exhausted.
    pub random_write: Option<BandedFigure<Iops>>,
    /// Time of a random 4 KiB read at QD1.
    pub read_latency: Option<BandedFigure<Nanos>>,
    /// Time of a random 4 KiB write at QD1.
    pub write_latency: Option<BandedFigure<Nanos>>,
    /// The latency of a sequential request at QD1, without its transfer.
    pub sequential_latency: Option<BandedFigure<Nanos>>,
    /// Small sequential requests at high queue depth, where commands limit before bandwidth does.
    /// Unknown ones are derived from the random ones, which take at least the same commands.
    pub sequential_operations: Option<BandedFigure<Iops>>,
    /// The queue depth of the figures at high queue depth; `None` if more depth does not raise
    /// them.
    pub at_depth: Option<u32>,
    /// Most commands that it takes at a time.
    pub max_depth: Option<u32>,
    /// The size of its write cache, and the rate when that is full.
    pub cache: Option<WriteCache>,
    /// Whether acknowledged writes survive a power cut.
    pub protected: Option<bool>,
}

/// A part of the flash that is written fast, one bit per cell, until it is full.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WriteCache {
    pub size: Bytes,
    /// The rate of sequential writes when it is full.
    pub after: BandedFigure<BytesPerSec>,
}

/// Datasheets state best cases. Of eleven published figures that a drive's datasheet alone limits the
/// middle one is as stated, and nine lie between 0.89 and 1.07 of it (`narrows casebook
/// --published`; some of them check the model, too). The catalogue had most of these datasheets from memory, so
/// that the band holds for what it remembers, too.
const DATASHEET: Band = Band::new(0.87, 1.07);
/// Enclosures that write at half of their read rate are a common complaint; how common is a
/// judgement.
const TUNNEL_WRITES: Band = Band::new(0.45, 1.01);
/// Copies over SMB at 10 Gbit/s are reported from 300 MB/s to the rate of the cable.
const FILE_SERVER: BytesPerSec = BytesPerSec::new(300e6);
const FILE_SERVER_LEAST: f64 = 0.35;
/// Without offloads or with a slow core a connection carries half as much.
const STREAMS: Band = Band::new(0.5, 1.3);
/// A fast core parses a server's answers as fast as it copies them.
const FILE_STREAMS: Band = Band::new(0.5, FILE_STREAM_MOST);
const CABLE: Band = Band::new(0.88, 1.01);
/// The latency of one request also depends on the host's sleep states, and on the data's location
/// in the drive: flash written one bit per cell is read in about two thirds of the time.
const LATENCY: Band = Band::new(0.7, 1.25);
/// Two measurements of one drive agree within a few percent.
const MEASURED: Band = Band::new(0.96, 1.04);
/// A class value: right to within a factor of about one and a half.
const CLASS: Band = Band::new(0.6, 1.5);

impl<T> BandedFigure<T> {
    /// From a datasheet or review.
    pub fn documented(value: T) -> Self {
        Self { value, band: DATASHEET, basis: FactBasis::Documented }
    }

    /// The calculated rate of a cable or network: never more, often a little less.
    pub fn of_cable(value: T) -> Self {
        Self { value, band: CABLE, basis: FactBasis::Documented }
    }

    /// The rate of connections that are served by a core each.
    pub fn of_streams(value: T, protocol: StorageProtocol) -> Self {
        let band = if protocol.serves_files() { FILE_STREAMS } else { STREAMS };
        Self { value, band, basis: FactBasis::Documented }
    }

    /// The rate of writes through a PCIe tunnel: the drive fetches the data, and how much it may
    /// request at a time over such a distance differs between enclosures.
    pub fn of_tunnel_writes(value: T) -> Self {
        Self { value, band: TUNNEL_WRITES, basis: FactBasis::Documented }
    }

    /// From a datasheet or review, for a time that includes the host's part.
    pub fn documented_time(value: T) -> Self {
        Self { value, band: LATENCY, basis: FactBasis::Documented }
    }

    /// Measured on this very drive.
    pub fn measured(value: T) -> Self {
        Self { value, band: MEASURED, basis: FactBasis::Observed }
    }

    /// Typical of its class.
    pub fn of_class(value: T) -> Self {
        Self { value, band: CLASS, basis: FactBasis::Assumed }
    }
}

impl BandedFigure<BytesPerSec> {
    /// The rate of a file server's client: it depends on how far both ends read ahead, on one
    /// thread at either end, and on the server's own drives.
    pub fn of_file_server(rate: BytesPerSec) -> Self {
        let least = FILE_SERVER.get() / rate.get().max(1.0);
        let low = least.clamp(FILE_SERVER_LEAST, CABLE.low);
        Self { band: Band { low, ..CABLE }, ..Self::of_cable(rate) }
    }
}

impl DriveFigures {
    /// From a catalogue entry; figures missing from its datasheet are filled in by class.
    pub fn of_model(model: &DriveModel) -> Self {
        let own = Self {
            read: model.seq_read.map(BandedFigure::documented),
            write: model.seq_write.map(BandedFigure::documented),
            random_read: model.rand_read.map(BandedFigure::documented),
            random_write: model.rand_write.map(BandedFigure::documented),
            read_latency: host_latency(model).map(BandedFigure::documented_time),
            write_latency: model.write_latency().map(BandedFigure::documented_time),
            at_depth: model.rand_depth(),
            cache: cache_of(model),
            protected: Some(model.power_loss == PowerLoss::Protected),
            ..Self::default()
        };
        let of_class = if model.spins { Self::of_disk() } else { Self::of_flash(model.interface) };
        own.or(&of_class)
    }

    /// Figures of a drive's class alone: its controller, and whether it is a rotating disk. Nothing
    /// for drives behind USB, RAID or a hypervisor, where neither is reliable: a USB stick claims
    /// to be rotating, and so does a RAID volume of flash.
    /// `link` is that of its controller.
    pub fn of_class(
        drive: &Drive,
        controller: Option<StorageControllerKind>,
        link: Option<LinkWidth>,
    ) -> Self {
        match (class_of(drive, controller), drive.rotational) {
            // Clouds show disks as NVMe, too.
            (Some(_), Some(true)) => Self::of_disk(),
            (Some(DriveClass::Nvme), _) => {
                Self::of_flash_with(DriveInterface::Nvme, nvme_operations(link))
            }
            (Some(DriveClass::Sata), Some(false)) => {
                Self::of_flash_with(DriveInterface::Sata6g, (Iops::new(85e3), Iops::new(85e3)))
            }
            _ => Self::default(),
        }
    }

    /// A disk of 7,200 revolutions a minute: half a turn is 4.2 ms, a short seek as long again. Writes go to
    /// its memory, which sorts them: data sheets name two to three times as many as reads (Seagate Exos X18: 170
    /// and 550 at 16 in flight; Exos X16: 170 and 440).
    fn of_disk() -> Self {
        let bandwidth = BandedFigure::of_class(BytesPerSec::mb_s(180.0));
        let operations = BandedFigure::of_class(Iops::new(150.0));
        let sorted = BandedFigure::of_class(Iops::new(400.0));
        let latency = BandedFigure::of_class(Nanos::micros(9000));
        let memory = BandedFigure::of_class(Nanos::micros(2500));
        Self {
            read: Some(bandwidth),
            write: Some(bandwidth),
            random_read: Some(operations),
            random_write: Some(sorted),
            read_latency: Some(latency),
            write_latency: Some(memory),
            // The next track's head is there within a millisecond; meanwhile disks read ahead.
            sequential_latency: Some(BandedFigure::of_class(Nanos::micros(100))),
            ..Self::default()
        }
    }

    /// Flash: a page read takes 45 to 100 us, a write ends in a buffer. Of the 37 models of NVMe
    /// flash in the catalogue the median takes 67 us to read and 19 to write; unknown SATA drives
    /// are mostly old. The next data in sequence is mostly in the drive's memory already, so that
    /// only command and interrupt remain.
    pub fn of_flash(interface: DriveInterface) -> Self {
        let (read, write, sequential, depth) = match interface {
            DriveInterface::Nvme => (65, 19, 25, None),
            DriveInterface::AhciPcie => (85, 35, 35, Some(SATA_DEPTH)),
            DriveInterface::Sata3g | DriveInterface::Sata6g => (85, 50, 40, Some(SATA_DEPTH)),
        };
        Self {
            read_latency: Some(BandedFigure::of_class(Nanos::micros(read))),
            write_latency: Some(BandedFigure::of_class(Nanos::micros(write))),
            sequential_latency: Some(BandedFigure::of_class(Nanos::micros(sequential))),
            max_depth: depth,
            ..Self::default()
        }
    }

    /// Flash, with the reads and writes a second at high queue depth of its controller's class; 85,000 over SATA,
    /// whose queue depth of 32 and link allow few more.
    fn of_flash_with(interface: DriveInterface, (reads, writes): (Iops, Iops)) -> Self {
        Self {
            random_read: Some(BandedFigure::of_class(reads)),
            random_write: Some(BandedFigure::of_class(writes)),
            ..Self::of_flash(interface)
        }
    }

    /// These figures, with missing ones from `others`.
    pub fn or(&self, others: &Self) -> Self {
        let own_random = self.random_read.is_some() || self.random_write.is_some();
        Self {
            read: self.read.or(others.read),
            write: self.write.or(others.write),
            random_read: self.random_read.or(others.random_read),
            random_write: self.random_write.or(others.random_write),
            read_latency: self.read_latency.or(others.read_latency),
            write_latency: self.write_latency.or(others.write_latency),
            sequential_latency: self.sequential_latency.or(others.sequential_latency),
            sequential_operations: self.sequential_operations.or(others.sequential_operations),
            // A queue depth belongs to the figures that were measured at it.
            at_depth: if own_random { self.at_depth } else { others.at_depth },
            max_depth: self.max_depth.or(others.max_depth),
            cache: self.cache.or(others.cache),
            protected: self.protected.or(others.protected),
        }
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The time of one read as a program sees it. Where a source gives the drive's own latency instead
/// of the rate, system call, interrupt and wake-up add about 4 us.
fn host_latency(model: &DriveModel) -> Option<Nanos> {
    let own = model.latency_read.map(|time| Nanos::secs(time.as_secs() + 4e-6));
    own.or(model.read_latency())
}

fn cache_of(model: &DriveModel) -> Option<WriteCache> {
    let size = model.fast_write_cache.filter(|size| *size > Bytes::ZERO)?;
    Some(WriteCache { size, after: BandedFigure::documented(model.seq_write_after_cache?) })
}

/// The queue depth of SATA's native queueing (Serial ATA Revision 3.2, section 13.6).
const SATA_DEPTH: u32 = 32;

/// Reads and writes of 4 KiB a second of an NVMe drive with this link, at high queue depth: medians of the
/// catalogue's models for PCs, 8 with 3.0 x2, 78 with 3.0 x4, 88 with 4.0 x4 and 23 with 5.0 x4. A drive whose link is not
/// known is taken for one of 3.0 x4.
fn nvme_operations(link: Option<LinkWidth>) -> (Iops, Iops) {
    let class = match link.map(|link| (link.rate, link.lanes.get())) {
        Some((TransferRate::Gen1 | TransferRate::Gen2, _) | (TransferRate::Gen3, 1 | 2)) => {
            (225e3, 130e3)
        }
        None | Some((TransferRate::Gen3, _)) => (355e3, 345e3),
        Some((TransferRate::Gen4, _)) => (800e3, 900e3),
        Some((TransferRate::Gen5 | TransferRate::Gen6, _)) => (1.85e6, 2.2e6),
    };
    (Iops::new(class.0), Iops::new(class.1))
}

/// Classes whose drives are similar enough to estimate an unknown one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DriveClass {
    Nvme,
    Sata,
    Sas,
}

fn class_of(drive: &Drive, controller: Option<StorageControllerKind>) -> Option<DriveClass> {
    match (drive.transport, controller?) {
        (Some(DriveTransport::Sata { .. }), _) => Some(DriveClass::Sata),
        (Some(DriveTransport::Sas { .. }), _) => Some(DriveClass::Sas),
        (Some(DriveTransport::Usb { .. } | DriveTransport::Virtio), _) => None,
        (None, StorageControllerKind::Nvme) => Some(DriveClass::Nvme),
        (None, StorageControllerKind::Ahci | StorageControllerKind::Ide) => Some(DriveClass::Sata),
        (None, StorageControllerKind::Sas) => Some(DriveClass::Sas),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use narrows_catalog::drive;

    use super::*;

    /// The figures of each link class are within a tenth of the medians of the catalogue's models without power-loss
    /// protection, which servers' drives have.
    #[test]
    fn nvme_classes_are_the_catalogues_medians() {
        for (generation, lanes) in [(3, 4), (4, 4), (5, 4)] {
            let link = LinkWidth::new(generation, lanes);
            let models = drive::all().iter().filter(|model| {
                model.interface == DriveInterface::Nvme
                    && model.link == link
                    && model.power_loss != PowerLoss::Protected
            });
            let (mut reads, mut writes) = (Vec::new(), Vec::new());
            for model in models {
                reads.extend(model.rand_read.map(Iops::get));
                writes.extend(model.rand_write.map(Iops::get));
            }
            let (read, write) = nvme_operations(link);
            for (class, known) in [(read.get(), reads), (write.get(), writes)] {
                let median = narrows_units::stats::median(&known).expect("the catalogue has some");
                assert!((0.9..1.1).contains(&(class / median)), "{link:?}: {class}, {median}");
            }
        }
    }
}
