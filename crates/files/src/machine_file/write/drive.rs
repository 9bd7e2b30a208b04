//! Drives.

use narrows_catalog::board::CPU;
use narrows_catalog::drive::{self, DriveInterface, DriveModel};
use narrows_model::{ArrayPlan, BandedFigure, DriveFigures};
use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::Drive;
use narrows_topology::{FactBasis, Id};
use narrows_units::{BytesPerSec, GbitPerSec, Iops, LinkWidth, Nanos};

use super::{EntryPosition, alone, is_name, name};
use crate::machine_file::description::{self, File, StatedFigure};

/// A drive by its model if the catalogue has it, with the differences from that. `None` for a drive
/// that a machine file cannot express: a hypervisor's, or one without any link.
pub(crate) fn drive(
    id: &Id,
    observed: &Drive,
    (own_link, at): (Option<LinkWidth>, &EntryPosition),
    figures: Option<&DriveFigures>,
) -> Option<description::Drive> {
    let model = model_of(observed);
    let bare = description::Drive { id: name(id), ..description::Drive::default() };
    let named = |model: Option<&DriveModel>| model.map(|model| model.id.clone().into());
    let of_model = model.and_then(|model| model.link);
    let rate = |gbit_s: f64| Some(GbitPerSec::new(gbit_s).into());
    let mut drive = match observed.transport {
        // A model on SATA says its rate itself; a different rate is written.
        Some(DriveTransport::Sata { gbit_s }) => {
            let model = model.filter(|_| of_model.is_none());
            let is_own = model.and_then(|model: &DriveModel| match model.interface {
                DriveInterface::Sata3g => Some(3.0),
                DriveInterface::Sata6g => Some(6.0),
                DriveInterface::Nvme | DriveInterface::AhciPcie => None,
            }) == Some(gbit_s);
            let sata = if is_own { None } else { rate(gbit_s) };
            description::Drive { model: named(model), sata, ..bare }
        }
        Some(DriveTransport::Sas { gbit_s }) => description::Drive { sas: rate(gbit_s), ..bare },
        Some(DriveTransport::Usb { mbit_s }) => description::Drive {
            model: named(model),
            usb: rate(f64::from(mbit_s) / 1e3),
            link: own_link.map(Into::into),
            ..bare
        },
        Some(DriveTransport::Virtio) => return None,
        None => {
            let model = model.filter(|_| of_model.is_some());
            let own = own_link.filter(|own| model.is_none() || of_model != Some(*own));
            if model.is_none() && own.is_none() {
                return None;
            }
            description::Drive { model: named(model), link: own.map(Into::into), ..bare }
        }
    };
    drive.spins = (observed.rotational == Some(true)).then(|| true.into());
    drive.encrypted = observed.encrypted.then(|| true.into());
    let size = observed.size.filter(|size| model.is_none_or(|model| model.size != *size));
    drive.size = size.map(Into::into);
    // The reader's result for the entry so far shows which figures need not be written.
    let on_cpu = description::Drive { on: Some(CPU.to_owned().into()), ..drive.clone() };
    let by_itself = alone(&File { drive: vec![on_cpu], ..File::default() }).figures.remove(id);
    say_differing(&mut drive, figures, &by_itself.unwrap_or_default());
    drive.serial = observed.serial.clone().filter(|text| is_name(text)).map(Into::into);
    Some(description::Drive { slot: at.slot(), on: at.on(), ..drive })
}

fn model_of(observed: &Drive) -> Option<&'static DriveModel> {
    let name = observed.model.as_deref().filter(|_| !observed.assumed)?;
    let exact = drive::all().iter().find(|model| model.name == name);
    exact.or_else(|| drive::find(name, observed.size))
}

/// Writes the figures that the reader would not derive itself. Class figures cannot be written; the
/// reader fills them in.
fn say_differing(
    drive: &mut description::Drive,
    figures: Option<&DriveFigures>,
    by_itself: &DriveFigures,
) {
    let Some(figures) = figures else { return };
    let mut bases = Vec::new();
    macro_rules! say {
        ($($key:ident)*) => {$(
            let own = figures.$key.filter(|it| is_own(it, by_itself.$key));
            bases.extend(own.map(|it| it.basis));
            drive.$key = own.map(stated);
        )*};
    }
    macro_rules! mark {
        ($($key:ident)*) => {$(
            if let Some(written) = &mut drive.$key {
                let is_measured = figures.$key.is_some_and(|it| it.basis == FactBasis::Observed);
                written.measured = is_measured.then(|| true.into());
            }
        )*};
    }
    say!(read write random_read random_write read_latency write_latency sequential_latency);
    say!(sequential_operations);
    // One word for the whole drive, unless only some of its figures were measured.
    let measured = bases.iter().filter(|basis| **basis == FactBasis::Observed).count();
    if (1..bases.len()).contains(&measured) {
        mark!(read write random_read random_write read_latency write_latency sequential_latency);
        mark!(sequential_operations);
    } else {
        drive.measured = is_measured(figures).then(|| true.into());
    }
    let count = |own: Option<u32>, other: Option<u32>| {
        own.filter(|_| own != other).map(|depth| i64::from(depth).into())
    };
    drive.at_depth = count(figures.at_depth, by_itself.at_depth);
    drive.max_depth = count(figures.max_depth, by_itself.max_depth);
    if let Some(cache) = figures.cache.filter(|_| figures.cache != by_itself.cache) {
        drive.cache = Some(cache.size.into());
        drive.write_after_cache = Some(plain(cache.after.value));
    }
    let protected = figures.protected.filter(|_| figures.protected != by_itself.protected);
    drive.protected = protected.map(Into::into);
}

/// A figure, with its range if that is not the usual one of its kind.
fn stated<T: ScalableQuantity>(figure: BandedFigure<T>) -> StatedFigure<T> {
    let BandedFigure { value, band, basis } = figure;
    let is_measured = basis == FactBasis::Observed;
    let usual =
        if is_measured { BandedFigure::measured(value) } else { BandedFigure::documented(value) };
    if band == usual.band {
        return plain(value);
    }
    let end = |part: f64| Some(value.scaled(part).into());
    StatedFigure { low: end(band.low), high: end(band.high), ..plain(value) }
}

fn plain<T>(value: T) -> StatedFigure<T> {
    let (low, high, block, depth, measured) = (None, None, None, None, None);
    StatedFigure { value: value.into(), low, high, block, depth, measured }
}

/// A quantity of which there is more and less.
trait ScalableQuantity: Copy {
    /// So many times as much.
    fn scaled(self, by: f64) -> Self;
}

impl ScalableQuantity for BytesPerSec {
    fn scaled(self, by: f64) -> Self {
        Self::new(self.get() * by)
    }
}

impl ScalableQuantity for Iops {
    fn scaled(self, by: f64) -> Self {
        Self::new(self.get() * by)
    }
}

impl ScalableQuantity for Nanos {
    fn scaled(self, by: f64) -> Self {
        Self::secs(self.as_secs() * by)
    }
}

pub(crate) fn behind(drive: description::Drive, driver: Option<&ArrayPlan>) -> description::Drive {
    description::Drive { driver: driver.map(|driver| driver.engine.into()), ..drive }
}

fn is_own<T: PartialEq>(figure: &BandedFigure<T>, by_itself: Option<BandedFigure<T>>) -> bool {
    by_itself.as_ref() != Some(figure) && figure.basis != FactBasis::Assumed
}

/// One word for all figures of a drive, as in the file that they come from.
fn is_measured(figures: &DriveFigures) -> bool {
    let rates = [figures.read, figures.write].into_iter().flatten().map(|it| it.basis);
    let operations = [figures.random_read, figures.random_write].into_iter().flatten();
    let times = [figures.read_latency, figures.write_latency, figures.sequential_latency];
    let operations = operations.map(|it| it.basis);
    let times = times.into_iter().flatten().map(|it| it.basis);
    rates.chain(operations).chain(times).any(|basis| basis == FactBasis::Observed)
}
