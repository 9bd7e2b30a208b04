//! The cost of md's layouts of copies and parity for rotating disks.
//!
//! Flash is not affected by the location of copies. A disk is, for sequential requests: near copies
//! are read in turn, and the head passes over the other copy's share; offset copies are below their
//! row, over which the head skips; far copies are read like a stripe, and each write goes to two or
//! more sections (md(4), RAID10). Parity is not read, and the head passes over it as well.

use narrows_array::{CopyLayout, CopyOrder, RaidLevel};
use narrows_topology::FactBasis;
use narrows_units::{Bytes, BytesPerSec};
use narrows_workload::{Pattern, Workload};

use super::drive::{DirectionSpeeds, DriveSpeeds};
use crate::array::{ArrayPlan, RaidEngine};
use crate::figures::{BandedFigure, DriveFigures};
use crate::limit::Band;

/// Half a revolution at 7,200 rpm, in seconds: no skip over unneeded data takes longer on average.
const HALF_TURN: f64 = 4.2e-3;
/// The amount that a disk writes at one position before it moves on to the next copy's: 32 commands
/// of 128 KiB, as many as native queueing holds (Serial ATA Revision 3.2, section 13.6). The kernel
/// and the disk's own memory may gather more or less; hence the band.
const GATHERED: Bytes = Bytes::mib(4);
const GATHERING: Band = Band::new(0.6, 1.4);
/// A short seek and half a revolution in seconds, if the time of one read is unknown.
const SEEK: f64 = 9e-3;

/// The speeds of a disk as a member of `array`.
pub(super) fn on_disk(
    speeds: DriveSpeeds,
    array: &ArrayPlan,
    workload: &Workload,
    figures: &DriveFigures,
) -> DriveSpeeds {
    if workload.pattern == Pattern::Random {
        return speeds;
    }
    match (array.engine, array.level) {
        (RaidEngine::Md, RaidLevel::MirroredStripe) => of_copies(speeds, array, figures),
        (RaidEngine::Md | RaidEngine::Zfs, RaidLevel::Parity(parity)) => {
            of_parity(speeds, array, f64::from(parity))
        }
        _ => speeds,
    }
}

/// Of as many rows as there are members each disk reads all but its parity, over which it passes in the
/// time of reading it, or skips in half a turn.
fn of_parity(speeds: DriveSpeeds, array: &ArrayPlan, parity: f64) -> DriveSpeeds {
    let rate = speeds.read.bandwidth.map_or(f64::INFINITY, |rate| rate.value.get());
    let data = (array.each() as f64 - parity).max(1.0);
    let chunk = match array.engine {
        // A record goes over all members that do not hold its parity.
        RaidEngine::Zfs => array.record().as_f64() / data,
        _ => array.chunk().as_f64(),
    };
    let a_chunk = chunk / rate;
    let data = data * a_chunk;
    let read = data / (data + (parity * a_chunk).min(HALF_TURN));
    DriveSpeeds { read: slower(speeds.read, read), ..speeds }
}

fn of_copies(speeds: DriveSpeeds, array: &ArrayPlan, figures: &DriveFigures) -> DriveSpeeds {
    let CopyLayout { order, count } = array.copies();
    let copies = f64::from(count);
    let own =
        |speeds: &DirectionSpeeds| speeds.bandwidth.map_or(f64::INFINITY, |rate| rate.value.get());
    let a_chunk = array.chunk().as_f64() / own(&speeds.read);
    let read = match order {
        CopyOrder::Near => 1.0 / copies,
        CopyOrder::Offset => a_chunk / (a_chunk + ((copies - 1.0) * a_chunk).min(HALF_TURN)),
        CopyOrder::Far => 1.0,
    };
    let seek = figures.read_latency.map_or(SEEK, |time| time.value.as_secs());
    let stretch = GATHERED.as_f64() / own(&speeds.write);
    let write = if order == CopyOrder::Far { stretch / (stretch + seek) } else { 1.0 };
    DriveSpeeds { read: slower(speeds.read, read), write: slower(speeds.write, write) }
}

fn slower(speeds: DirectionSpeeds, part: f64) -> DirectionSpeeds {
    if !(part > 0.0 && part < 1.0) {
        return speeds;
    }
    let scaled = |rate: BandedFigure<BytesPerSec>| BandedFigure {
        value: BytesPerSec::new(rate.value.get() * part),
        band: Band::new(rate.band.low * GATHERING.low, rate.band.high * GATHERING.high),
        basis: FactBasis::Assumed,
    };
    DirectionSpeeds { bandwidth: speeds.bandwidth.map(scaled), ..speeds }
}
