//! A drive's figures: from the file, else from the catalogue's model, else by class.

use narrows_catalog::drive::DriveInterface;
use narrows_messages::Message;
use narrows_model::{Band, BandedFigure, DriveFigures, WriteCache};
use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::{Drive, StorageControllerKind};
use narrows_units::{Bytes, BytesPerSec};

use super::range::{DEEPEST_QUEUE, is_true, within};
use super::spec::ResolvedDrive;
use super::stated::{self, FigureAmount};
use crate::machine_file::description::{self, StatedFigure};
use crate::machine_file::slip::{MachineFileSlip, Result, ValueAt};

/// Percent; a drive quite full takes nothing.
const FULL: u32 = 99;

/// All that is known of a drive, sequential figures as at great depth.
pub(super) fn figures(
    spec: &ResolvedDrive<'_>,
    drive: &Drive,
    one_at_a_time: bool,
) -> DriveFigures {
    let mut stated = stated(spec);
    // USB Bulk-Only Transport takes one command at a time.
    if one_at_a_time {
        stated.max_depth = stated.max_depth.or(Some(1));
    }
    // Disks are alike behind any interface. Of flash behind SAS or USB only the latencies are
    // known, which its cells make; 32 commands at a time are SATA's.
    let spins = drive.rotational == Some(true);
    let by_class = match drive.transport {
        Some(DriveTransport::Sas { .. } | DriveTransport::Usb { .. }) => {
            // What is behind the interface is as if it were inside, on SATA.
            let inside =
                Drive { transport: Some(DriveTransport::Sata { gbit_s: 6.0 }), ..drive.clone() };
            let of_disk = DriveFigures::of_class(&inside, Some(StorageControllerKind::Ahci), None);
            let of_flash = DriveFigures::of_flash(DriveInterface::Sata6g);
            DriveFigures { max_depth: None, ..if spins { of_disk } else { of_flash } }
        }
        Some(_) => DriveFigures::of_class(drive, Some(StorageControllerKind::Ahci), None),
        None if spec.model.is_some_and(|model| model.interface == DriveInterface::AhciPcie) => {
            DriveFigures::of_class(drive, Some(StorageControllerKind::Ahci), None)
        }
        None => DriveFigures::of_class(drive, Some(StorageControllerKind::Nvme), spec.link()),
    };
    let figures = stated::as_measured(spec.described, stated.or(&by_class));
    // The figures of a drive that is partly full, for the region behind the data. A flash drive
    // writes to free cells one bit at a time, and correspondingly fewer remain.
    let fill = spec.described.fill;
    let Some(fill) = fill.map(|fill| fill.value as f64 / 100.0) else { return figures };
    let part = match drive.rotational {
        Some(true) => (1.0 - (1.0 - INNERMOST * INNERMOST) * fill).sqrt(),
        _ => 1.0,
    };
    let inner = |rate: BandedFigure<BytesPerSec>| BandedFigure { value: rate.value * part, ..rate };
    let cache = figures.cache.map(|cache| {
        let left = cache.size.as_f64() * (1.0 - fill);
        WriteCache { size: Bytes::new(left as u64), ..cache }
    });
    let (read, write) = (figures.read.map(inner), figures.write.map(inner));
    DriveFigures { read, write, cache, ..figures }
}

/// On a disk's innermost track the rate is 0.48 of that on the outermost, which is filled first: 31.0 and 64.8 MB/s
/// (Hitachi Deskstar 7K500 specification, table 10; all have platters of the same size). At equal density the rate
/// follows the radius and the capacity the area.
const INNERMOST: f64 = 0.48;

/// Figures from file and catalogue.
pub(super) fn stated(spec: &ResolvedDrive<'_>) -> DriveFigures {
    let own = own(spec.described);
    let of_model = spec.model.map(DriveFigures::of_model);
    let mut stated = of_model.map_or_else(|| own.clone(), |model| own.or(&model));
    stated.cache = cache(spec.described, &stated);
    // A model's depth is that of its own interface; behind USB another applies.
    if spec.described.max_depth.is_none()
        && matches!(spec.transport, Some(DriveTransport::Usb { .. }))
    {
        stated.max_depth = None;
    }
    stated
}

fn own(drive: &description::Drive) -> DriveFigures {
    let is_measured = is_true(drive.measured.as_ref());
    let depth = |depth: Option<ValueAt<i64>>| depth.and_then(|it| u32::try_from(it.value).ok());
    DriveFigures {
        read: figure(drive.read, is_measured),
        write: figure(drive.write, is_measured),
        random_read: figure(drive.random_read, is_measured),
        random_write: figure(drive.random_write, is_measured),
        read_latency: figure(drive.read_latency, is_measured),
        write_latency: figure(drive.write_latency, is_measured),
        sequential_latency: figure(drive.sequential_latency, is_measured),
        sequential_operations: figure(drive.sequential_operations, is_measured),
        at_depth: depth(drive.at_depth),
        max_depth: depth(drive.max_depth),
        cache: drive
            .cache
            .zip(figure(drive.write_after_cache, is_measured))
            .map(|(size, after)| WriteCache { size: size.value, after }),
        protected: drive.protected.map(|protected| protected.value),
    }
}

/// A figure with the band that the file says, else with that of its kind.
fn figure<T: FigureAmount>(
    stated: Option<StatedFigure<T>>,
    is_measured: bool,
) -> Option<BandedFigure<T>> {
    let stated = stated?;
    let value = stated.value.value;
    let is_measured = stated.measured.map_or(is_measured, |measured| measured.value);
    let usual =
        if is_measured { BandedFigure::measured(value) } else { BandedFigure::documented(value) };
    let part = |end: Option<ValueAt<T>>| end.map(|end| end.value.amount() / value.amount());
    let low = part(stated.low).unwrap_or(usual.band.low);
    let high = part(stated.high).unwrap_or(usual.band.high);
    Some(BandedFigure { band: Band::new(low, high), ..usual })
}

/// Size or rate from the file, the other from the model.
fn cache(drive: &description::Drive, stated: &DriveFigures) -> Option<WriteCache> {
    let mut cache = stated.cache?;
    if let Some(size) = drive.cache {
        cache.size = size.value;
    }
    if let Some(after) = figure(drive.write_after_cache, is_true(drive.measured.as_ref())) {
        cache.after = after;
    }
    Some(cache)
}

/// Checks values that no other key can correct.
pub(super) fn check(spec: &ResolvedDrive<'_>) -> Result<()> {
    for depth in spec.described.at_depth.iter().chain(&spec.described.max_depth) {
        within(depth, 1, DEEPEST_QUEUE)?;
    }
    if let Some(fill) = &spec.described.fill {
        within(fill, 0, FULL)?;
    }
    stated::check(spec.described)?;
    let drive = spec.described;
    let stated = drive.cache.map(|it| it.at).or(drive.write_after_cache.map(|it| it.value.at));
    match stated {
        Some(at) if said_cache_is_half(spec) => {
            Err(MachineFileSlip::new(at, Message::new("machine-half-cache")))
        }
        _ => Ok(()),
    }
}

fn said_cache_is_half(spec: &ResolvedDrive<'_>) -> bool {
    let both = spec.described.cache.is_some() && spec.described.write_after_cache.is_some();
    let of_model = spec.model.and_then(|model| DriveFigures::of_model(model).cache);
    !both && of_model.is_none()
}
