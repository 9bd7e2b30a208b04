//! Figures with the range, block and depth that they were stated with.
//!
//! A rate at one depth gives, through the wait of each request, the rate at any other: the model keeps
//! the rate at great depth. Operations are the same at any block until bandwidth limits them; a time
//! for a block larger than 4 KiB includes its transfer.

use narrows_messages::Message;
use narrows_model::lower::{at_other_depth, in_the_long_run};
use narrows_model::{BandedFigure, DriveFigures};
use narrows_units::{Bytes, BytesPerSec, Iops, Nanos};

use super::range::{DEEPEST_QUEUE, block_fits, within};
use crate::machine_file::description::{self, StatedFigure};
use crate::machine_file::slip::Result;

/// Default block size of sequential figures, as in the named workloads.
const USUAL_BLOCK: Bytes = Bytes::kib(128);
/// Default block size of random figures and times.
const RANDOM_BLOCK: Bytes = Bytes::kib(4);
/// Figures without a depth no longer rise.
const DEEP: u32 = 1024;

/// The value of a figure in its unit.
pub(super) trait FigureAmount: Copy {
    /// Bytes or operations a second, or seconds.
    fn amount(self) -> f64;
}

impl FigureAmount for BytesPerSec {
    fn amount(self) -> f64 {
        self.get()
    }
}

impl FigureAmount for Iops {
    fn amount(self) -> f64 {
        self.get()
    }
}

impl FigureAmount for Nanos {
    fn amount(self) -> f64 {
        self.as_secs()
    }
}

/// Refuses ranges that exclude the value, and keys that do not apply to a figure.
pub(super) fn check(drive: &description::Drive) -> Result<()> {
    for stated in [drive.read, drive.write, drive.write_after_cache].iter().flatten() {
        check_one(stated)?;
    }
    for stated in
        [drive.random_read, drive.random_write, drive.sequential_operations].iter().flatten()
    {
        check_one(stated)?;
    }
    let times = [drive.read_latency, drive.write_latency, drive.sequential_latency];
    for stated in times.iter().flatten() {
        check_one(stated)?;
        if let Some(depth) = &stated.depth {
            return Err(depth.wrong(Message::new("machine-figure-depth")));
        }
    }
    match drive.sequential_latency.and_then(|stated| stated.block) {
        Some(block) => Err(block.wrong(Message::new("machine-figure-block"))),
        None => Ok(()),
    }
}

fn check_one<T: FigureAmount>(stated: &StatedFigure<T>) -> Result<()> {
    let value = stated.value.value.amount();
    let below = stated.low.filter(|low| low.value.amount() > value);
    let above = stated.high.filter(|high| high.value.amount() < value);
    if let Some(end) = below.or(above) {
        return Err(end.wrong(Message::new("machine-figure-range")).against(stated.value.at));
    }
    if let Some(block) = &stated.block {
        block_fits(block)?;
    }
    stated.depth.as_ref().map_or(Ok(()), |depth| within(depth, 1, DEEPEST_QUEUE).map(|_| ()))
}

/// Derives figures from values stated at a depth and with a block.
pub(super) fn as_measured(drive: &description::Drive, known: DriveFigures) -> DriveFigures {
    // Times without the transfer beyond 4 KiB.
    let plain =
        |stated: Option<StatedFigure<Nanos>>, rate: Option<BandedFigure<BytesPerSec>>, time| {
            let block = stated.and_then(|stated| stated.block).map(|block| block.value);
            let (time, block, rate): (BandedFigure<Nanos>, _, _) = (time?, block, rate);
            let Some((block, rate)) = block.zip(rate) else { return Some(time) };
            let further = (block.as_f64() - RANDOM_BLOCK.as_f64()) / rate.value.get().max(1.0);
            // A time that the transfer alone would fill is left a part of itself.
            let least = time.value.as_secs() / 4.0;
            let value = Nanos::secs((time.value.as_secs() - further).max(least));
            Some(BandedFigure { value, ..time })
        };
    let read_latency = plain(drive.read_latency, known.read, known.read_latency);
    let write_latency = plain(drive.write_latency, known.write, known.write_latency);
    let mut figures = DriveFigures { read_latency, write_latency, ..known };
    let mut shortest = figures.sequential_latency;
    let mut risen = |stated: Option<StatedFigure<BytesPerSec>>,
                     figure: Option<BandedFigure<BytesPerSec>>| {
        let (risen, wait) = in_sequence(drive, stated, figure?, figures.sequential_latency);
        if wait.zip(shortest).is_some_and(|(wait, known)| wait.value <= known.value) {
            shortest = wait;
        }
        Some(risen)
    };
    let (read, write) = (risen(drive.read, figures.read), risen(drive.write, figures.write));
    if let Some(cache) = &mut figures.cache {
        let after = risen(drive.write_after_cache, Some(cache.after));
        cache.after = after.unwrap_or(cache.after);
    }
    // A drive's random figures are kept at one depth, that of reading where both are stated.
    let figures = DriveFigures { read, write, sequential_latency: shortest, ..figures };
    let of = |stated: Option<StatedFigure<Iops>>| {
        stated.map(|stated| {
            let own = stated.depth;
            own.or(drive.at_depth).and_then(|depth| u32::try_from(depth.value).ok())
        })
    };
    let (read, write) = (of(drive.random_read), of(drive.random_write));
    let Some(at_depth) = read.or(write) else { return figures };
    let from = write.unwrap_or(at_depth).unwrap_or(DEEP);
    let to = at_depth.unwrap_or(DEEP);
    let moved = |figure: BandedFigure<Iops>, latency: BandedFigure<Nanos>| {
        let rate = at_other_depth(latency.value.as_secs(), figure.value.get(), (from, to));
        BandedFigure { value: Iops::new(rate), ..figure }
    };
    let random_write = match (figures.random_write, figures.write_latency) {
        (Some(figure), Some(latency)) if from != to => Some(moved(figure, latency)),
        (figure, _) => figure,
    };
    DriveFigures { at_depth, random_write, ..figures }
}

/// A sequential figure at great depth, and the wait of a request there.
fn in_sequence(
    drive: &description::Drive,
    stated: Option<StatedFigure<BytesPerSec>>,
    figure: BandedFigure<BytesPerSec>,
    wait: Option<BandedFigure<Nanos>>,
) -> (BandedFigure<BytesPerSec>, Option<BandedFigure<Nanos>>) {
    let with_depth = |stated: StatedFigure<BytesPerSec>| {
        // Large requests hide the wait: a depth alone, without a block, says nothing of the rate.
        let depth = stated.depth.or_else(|| stated.block.and(drive.at_depth))?;
        Some((stated, u32::try_from(depth.value).ok()?))
    };
    let Some(((stated, depth), known)) = stated.and_then(with_depth).zip(wait) else {
        return (figure, wait);
    };
    let block = stated.block.map_or(USUAL_BLOCK, |block| block.value).as_f64();
    let (rate, waits) = in_the_long_run(figure.value.get(), block, depth, known.value.as_secs());
    let figure = BandedFigure { value: BytesPerSec::new(rate), ..figure };
    // A wait that a rate shows holds all that the program did in between.
    let shows = rate > stated.value.value.get() * 1.001;
    let basis = if shows { figure.basis } else { known.basis };
    (figure, Some(BandedFigure { value: Nanos::secs(waits), basis, ..known }))
}
