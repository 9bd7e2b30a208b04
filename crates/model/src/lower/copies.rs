//! The cost of streams, of copies and of parity for rotating disks.
//!
//! Flash is not affected by the location of copies. A disk is, for sequential requests: near copies
//! are read in turn, and the head passes over the other copy's share; offset copies are below their
//! row, over which the head skips; far copies are read like a stripe, and each write goes to two or
//! more sections (md(4), RAID10). Parity is not read, and the head passes over it as well.
//!
//! Several streams take turns on a disk. On arrival at a track it reads all of that (C. Ruemmler and J. Wilkes, *An
//! Introduction to Disk Drive Modeling*, IEEE Computer 27(3), 1994), one turn, or what is under way of the stream, if
//! that is more; then it seeks to the next. That loses about half (C. Li, K. Shen and A. Papathanasiou, *Competitive
//! Prefetching for Concurrent Sequential I/O*, EuroSys 2007).

use narrows_array::{CopyLayout, CopyOrder, RaidLevel};
use narrows_topology::FactBasis;
use narrows_units::{Bytes, BytesPerSec};
use narrows_workload::{Pattern, Workload};

use super::drive::{DirectionSpeeds, DriveSpeeds};
use super::spread;
use super::wait::depth_of_thread;
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
/// What md gathers of a member's part of stripes, 256 pages (kernel documentation, admin-guide/md, `stripe_cache_size`).
/// What is incomplete when that is full waits or is read first, and the disk loses up to a turn.
const STRIPES: Bytes = Bytes::mib(1);

/// The speeds of a disk, alone or as a member of `array`.
pub(super) fn on_disk(
    speeds: DriveSpeeds,
    array: Option<&ArrayPlan>,
    workload: &Workload,
    figures: &DriveFigures,
) -> DriveSpeeds {
    let is_random = workload.pattern == Pattern::Random;
    let speeds = if is_random { speeds } else { of_streams(speeds, array, workload, figures) };
    let Some(array) = array else { return speeds };
    match (array.engine, array.level) {
        (RaidEngine::Md, RaidLevel::MirroredStripe) if !is_random => {
            of_copies(speeds, array, figures)
        }
        (_, RaidLevel::Parity(parity)) if !is_random => of_parity(speeds, array, f64::from(parity)),
        (RaidEngine::Md, RaidLevel::Parity(_))
            if spread::of(array, workload, false).reads_first > 0.0 =>
        {
            after_reads(speeds)
        }
        _ => speeds,
    }
}

/// Of what is written where it was just read the head has passed the place (Patterson, Gibson and Katz, 1988, section
/// 11), so that the disk's memory has no order to choose: as long as another read.
fn after_reads(speeds: DriveSpeeds) -> DriveSpeeds {
    let DirectionSpeeds { operations, wait, is_of_4k, .. } = speeds.read;
    DriveSpeeds { write: DirectionSpeeds { operations, wait, is_of_4k, ..speeds.write }, ..speeds }
}

fn of_streams(
    speeds: DriveSpeeds,
    array: Option<&ArrayPlan>,
    workload: &Workload,
    figures: &DriveFigures,
) -> DriveSpeeds {
    let copies = array.filter(|it| it.level == RaidLevel::Mirror).map_or(1, ArrayPlan::each);
    if workload.jobs as usize <= copies {
        return speeds;
    }
    let seek = figures.read_latency.map_or(SEEK, |time| time.value.as_secs());
    let width = array.map_or(1.0, ArrayPlan::width);
    let under_way = workload.block.as_f64() * f64::from(depth_of_thread(workload)) / width;
    let of_time = |time: f64| time / (time + seek);
    let read = of_time(own(&speeds.read, under_way).max(2.0 * HALF_TURN));
    // Free space is next to free space, for whichever stream.
    let write = match array.is_some_and(|array| array.engine.moves_more()) {
        true => 1.0,
        false => of_time(own(&speeds.write, under_way.max(GATHERED.as_f64()))),
    };
    DriveSpeeds { read: slower(speeds.read, read), write: slower(speeds.write, write) }
}

/// Seconds of a disk for so many bytes in sequence.
fn own(speeds: &DirectionSpeeds, bytes: f64) -> f64 {
    speeds.bandwidth.map_or(0.0, |rate| bytes / rate.value.get())
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
    let stripes = own(&speeds.write, STRIPES.as_f64());
    let write = speeds.write.bandwidth.filter(|_| array.engine == RaidEngine::Md).map(|rate| {
        let low = rate.band.low * stripes / (stripes + 2.0 * HALF_TURN);
        BandedFigure { band: Band::new(low, rate.band.high), ..rate }
    });
    let bandwidth = write.or(speeds.write.bandwidth);
    DriveSpeeds {
        read: slower(speeds.read, read),
        write: DirectionSpeeds { bandwidth, ..speeds.write },
    }
}

fn of_copies(speeds: DriveSpeeds, array: &ArrayPlan, figures: &DriveFigures) -> DriveSpeeds {
    let CopyLayout { order, count } = array.copies();
    let copies = f64::from(count);
    let a_chunk = own(&speeds.read, array.chunk().as_f64());
    let read = match order {
        CopyOrder::Near => 1.0 / copies,
        CopyOrder::Offset => a_chunk / (a_chunk + ((copies - 1.0) * a_chunk).min(HALF_TURN)),
        CopyOrder::Far => 1.0,
    };
    let seek = figures.read_latency.map_or(SEEK, |time| time.value.as_secs());
    let stretch = own(&speeds.write, GATHERED.as_f64());
    let write = if order == CopyOrder::Far { stretch / (stretch + seek) } else { 1.0 };
    DriveSpeeds { read: slower(speeds.read, read), write: slower(speeds.write, write) }
}

fn slower(speeds: DirectionSpeeds, part: f64) -> DirectionSpeeds {
    // NaN where no rate is known (0 / 0): nothing to scale then.
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
