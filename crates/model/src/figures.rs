//! What a drive can do by itself.

use narrows_catalog::drive::{DriveModel, Interface, PowerLoss};
use narrows_topology::Basis;
use narrows_topology::evidence::Transport;
use narrows_topology::graph::{Drive, StorageKind};
use narrows_units::{Bytes, BytesPerSec, Iops, Nanos};

use crate::limit::Band;

/// One figure with its band and basis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure<T> {
    /// The point value.
    pub value: T,
    /// The 80 % band.
    pub band: Band,
    /// Where it comes from.
    pub basis: Basis,
}

/// What is known of a drive's speed. What is not known is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DriveFigures {
    /// Sequential read at depth.
    pub read: Option<Figure<BytesPerSec>>,
    /// Sequential write at depth, cache not exhausted.
    pub write: Option<Figure<BytesPerSec>>,
    /// Random 4 KiB reads at depth.
    pub random_read: Option<Figure<Iops>>,
    /// Random 4 KiB writes at depth, cache not exhausted.
    pub random_write: Option<Figure<Iops>>,
    /// One random 4 KiB read at a time.
    pub read_latency: Option<Figure<Nanos>>,
    /// One random 4 KiB write at a time.
    pub write_latency: Option<Figure<Nanos>>,
    /// What a sequential request waits for beside its transfer, one at a time.
    pub sequential_latency: Option<Figure<Nanos>>,
    /// Small sequential requests at depth, where its commands limit before its bandwidth does. What is
    /// not known follows from the random ones, which take at least the same commands.
    pub sequential_operations: Option<Figure<Iops>>,
    /// The depth at which the figures at depth were measured; none where they rise no more.
    pub at_depth: Option<u32>,
    /// Commands that it takes at a time.
    pub max_depth: Option<u32>,
    /// What it writes fast, and what comes after.
    pub cache: Option<WriteCache>,
    /// What it has acknowledged survives a power cut.
    pub protected: Option<bool>,
}

/// A part of the flash that is written fast, one bit a cell, until it is full.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WriteCache {
    /// How much it takes.
    pub size: Bytes,
    /// The rate of sequential writes after that.
    pub after: Figure<BytesPerSec>,
}

/// Datasheets state best cases. Of eleven published figures that a drive's datasheet alone limits the
/// middle one is as stated, and nine lie between 0.89 and 1.07 of it (`narrows casebook
/// --published`; some of them check the model, too).
const DATASHEET: Band = Band::new(0.87, 1.07);
/// Enclosures that write half of what they read are a common complaint; how common is a judgement.
const TUNNEL_WRITES: Band = Band::new(0.45, 1.01);
/// Copies over SMB at 10 Gbit/s are reported from 300 MB/s to what the cable carries.
const FILE_SERVER: BytesPerSec = BytesPerSec::new(300e6);
const FILE_SERVER_LEAST: f64 = 0.35;
const CABLE: Band = Band::new(0.88, 1.01);
/// The time of one request also depends on the host's sleep states, and on where in the drive the
/// data lies: flash written one bit a cell is read in about two thirds of the time.
const LATENCY: Band = Band::new(0.7, 1.25);
/// Two measurements of one drive agree within a few percent.
const MEASURED: Band = Band::new(0.96, 1.04);
/// A class value: right to within a factor of about one and a half.
const CLASS: Band = Band::new(0.6, 1.5);

impl<T> Figure<T> {
    /// From a datasheet or review.
    pub fn documented(value: T) -> Self {
        Self { value, band: DATASHEET, basis: Basis::Documented }
    }

    /// What a cable or network carries by arithmetic: never more, often a little less.
    pub fn of_cable(value: T) -> Self {
        Self { value, band: CABLE, basis: Basis::Documented }
    }

    /// What a PCIe tunnel carries of what is written: the drive fetches it, and how much it may ask for
    /// at a time over so long a way differs between enclosures.
    pub fn of_tunnel_writes(value: T) -> Self {
        Self { value, band: TUNNEL_WRITES, basis: Basis::Documented }
    }

    /// From a datasheet or review, of a time that the host has a part in.
    pub fn documented_time(value: T) -> Self {
        Self { value, band: LATENCY, basis: Basis::Documented }
    }

    /// Measured on this very drive.
    pub fn measured(value: T) -> Self {
        Self { value, band: MEASURED, basis: Basis::Observed }
    }

    /// Typical of its class.
    pub fn of_class(value: T) -> Self {
        Self { value, band: CLASS, basis: Basis::Assumed }
    }
}

impl Figure<BytesPerSec> {
    /// What a network carries to a file server's client: what one stream gets of it depends on how far
    /// both ends read ahead, on one thread at either end, and on the server's own drives.
    pub fn of_file_server(rate: BytesPerSec) -> Self {
        let least = FILE_SERVER.get() / rate.get().max(1.0);
        let low = least.clamp(FILE_SERVER_LEAST, CABLE.low);
        Self { band: Band { low, ..CABLE }, ..Self::of_cable(rate) }
    }
}

impl DriveFigures {
    /// From a catalogue entry; what its datasheet leaves out is filled in by class.
    pub fn of_model(model: &DriveModel) -> Self {
        let own = Self {
            read: model.seq_read.map(Figure::documented),
            write: model.seq_write.map(Figure::documented),
            random_read: model.rand_read.map(Figure::documented),
            random_write: model.rand_write.map(Figure::documented),
            read_latency: host_latency(model).map(Figure::documented_time),
            write_latency: model.write_latency().map(Figure::documented_time),
            at_depth: model.rand_depth(),
            cache: cache_of(model),
            protected: Some(model.power_loss == PowerLoss::Protected),
            ..Self::default()
        };
        own.or(&Self::of_flash(model.interface))
    }

    /// What is known of a drive by its class alone: by what its controller is, and whether it
    /// spins. Nothing for what stands behind USB, RAID or a hypervisor, where neither says much:
    /// a USB stick claims to spin, and so does a RAID volume of flash.
    pub fn of_class(drive: &Drive, controller: Option<StorageKind>) -> Self {
        match (class_of(drive, controller), drive.rotational) {
            (Some(Class::Nvme), _) => Self::of_flash_with(Interface::Nvme, Iops::new(300e3)),
            (Some(_), Some(true)) => Self::of_disk(),
            (Some(Class::Sata), Some(false)) => {
                Self::of_flash_with(Interface::Sata6g, Iops::new(85e3))
            }
            _ => Self::default(),
        }
    }

    /// A disk of 7,200 revolutions a minute: half a turn is 4.2 ms, a short seek as long again.
    fn of_disk() -> Self {
        let bandwidth = Figure::of_class(BytesPerSec::mb_s(180.0));
        let operations = Figure::of_class(Iops::new(150.0));
        let latency = Figure::of_class(Nanos::micros(9000));
        Self {
            read: Some(bandwidth),
            write: Some(bandwidth),
            random_read: Some(operations),
            random_write: Some(operations),
            read_latency: Some(latency),
            write_latency: Some(latency),
            // The next track's head is there within a millisecond; disks read ahead meanwhile.
            sequential_latency: Some(Figure::of_class(Nanos::micros(100))),
            ..Self::default()
        }
    }

    /// Flash: a page read takes 45 to 100 us, a write ends in a buffer. Of the 37 models of NVMe flash in
    /// the catalogue the middle one takes 67 us to read and 19 to write; SATA drives that nobody knows
    /// are mostly old. What comes next in sequence mostly waits in the drive already, so that command
    /// and interrupt are what is left.
    pub fn of_flash(interface: Interface) -> Self {
        let (read, write, sequential, depth) = match interface {
            Interface::Nvme => (65, 19, 25, None),
            Interface::AhciPcie => (85, 35, 35, Some(SATA_DEPTH)),
            Interface::Sata3g | Interface::Sata6g => (85, 50, 40, Some(SATA_DEPTH)),
        };
        Self {
            read_latency: Some(Figure::of_class(Nanos::micros(read))),
            write_latency: Some(Figure::of_class(Nanos::micros(write))),
            sequential_latency: Some(Figure::of_class(Nanos::micros(sequential))),
            max_depth: depth,
            ..Self::default()
        }
    }

    /// Flash, with the operations at depth that its controller's class reaches: about 300,000 by
    /// NVMe; 85,000 by SATA, whose 32 commands in flight and link allow few more.
    fn of_flash_with(interface: Interface, operations: Iops) -> Self {
        let operations = Some(Figure::of_class(operations));
        Self { random_read: operations, random_write: operations, ..Self::of_flash(interface) }
    }

    /// These figures, and `others` where these are missing.
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
            // A depth belongs to the figures that were measured at it.
            at_depth: if own_random { self.at_depth } else { others.at_depth },
            max_depth: self.max_depth.or(others.max_depth),
            cache: self.cache.or(others.cache),
            protected: self.protected.or(others.protected),
        }
    }

    /// Nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// One read at a time as a program sees it. Where a source states the drive's own time instead of
/// the rate, system call, interrupt and waking up add about 4 us.
fn host_latency(model: &DriveModel) -> Option<Nanos> {
    let own = model.latency_read.map(|time| Nanos::secs(time.as_secs() + 4e-6));
    own.or(model.read_latency())
}

fn cache_of(model: &DriveModel) -> Option<WriteCache> {
    let size = model.fast_write_cache.filter(|size| *size > Bytes::ZERO)?;
    Some(WriteCache { size, after: Figure::documented(model.seq_write_after_cache?) })
}

/// Commands that SATA's native queueing takes at a time (Serial ATA Revision 3.2, section 13.6).
const SATA_DEPTH: u32 = 32;

/// Classes whose drives are alike enough to say something of one that nobody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Nvme,
    Sata,
    Sas,
}

fn class_of(drive: &Drive, controller: Option<StorageKind>) -> Option<Class> {
    match (drive.transport, controller?) {
        (Some(Transport::Sata { .. }), _) => Some(Class::Sata),
        (Some(Transport::Sas { .. }), _) => Some(Class::Sas),
        (Some(Transport::Usb { .. } | Transport::Virtio), _) => None,
        (None, StorageKind::Nvme) => Some(Class::Nvme),
        (None, StorageKind::Ahci | StorageKind::Ide) => Some(Class::Sata),
        (None, StorageKind::Sas) => Some(Class::Sas),
        _ => None,
    }
}
