//! Time to pass once over a whole drive, at a given rate of its attachment.

use narrows_catalog::drive::DriveModel;
use narrows_units::{Bytes, BytesPerSec};

/// The rate on a disk's innermost tracks, as parts of that on its outermost ones, which datasheets
/// state. Tracks pass the head at one speed of rotation, so that rates are as radii. Platters of 3.5-inch
/// drives have 95 mm with a hole of 25 mm (storagereview.com/guide2000/ref/hdd/op/mediaSize.html); tracks
/// begin at about 46 mm and end at 19 to 25 mm, beside the clamp of the spindle (general knowledge).
pub const INNER: (f64, f64) = (0.41, 0.55);

/// Linux md's limit for rebuilds and checks, per drive: `sync_speed_max`, 200,000 KiB/s unless changed
/// (md(4)).
pub const MD_SPEED_LIMIT: BytesPerSec = BytesPerSec::new(200_000.0 * 1024.0);

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HourRange {
    /// At least, with md's limit raised.
    pub low: f64,
    /// Upper bound, with md's limit as it is and no other load; `None` if the drive may slow down to
    /// an unknown rate.
    pub high: Option<f64>,
}

/// Reading or writing all of a drive once while its attachment gives it at most `share`; `None` if its
/// rate is unknown.
pub fn pass(model: &DriveModel, writes: bool, share: BytesPerSec) -> Option<HourRange> {
    let (fast, slow) = if writes { written(model)? } else { (model.seq_read?, model.seq_read) };
    let hours = |outer: BytesPerSec, share: f64, inner: f64| {
        seconds(model.size, outer.get(), outer.get() * inner, share) / 3600.0
    };
    let (most, least) = if model.spins { (INNER.1, INNER.0) } else { (1.0, 1.0) };
    let limited = share.get().min(MD_SPEED_LIMIT.get());
    let low = hours(fast, share.get(), most);
    Some(HourRange { low, high: slow.map(|rate| hours(rate, limited, least)) })
}

/// The rates at which a whole drive is written, at most and at least: flash is slow once its fast part
/// is full, and how slow is not always known; a shingled disk once it has tracks to write again.
fn written(model: &DriveModel) -> Option<(BytesPerSec, Option<BytesPerSec>)> {
    let first = model.seq_write?;
    if model.shingled {
        return Some((first, None));
    }
    if model.spins || model.fast_write_cache == Some(Bytes::new(0)) {
        return Some((first, Some(first)));
    }
    match model.seq_write_after_cache {
        Some(after) => Some((after, Some(after))),
        None => Some((first, None)),
    }
}

/// The time for all of a drive whose rate falls from `outer` to `inner` at a steady pace in time, and
/// which gets at most `share`. A head that stays on each track for one turn goes inwards steadily, and
/// rates are as radii: in time the rate falls in a straight line, and over the capacity its square does.
fn seconds(size: Bytes, outer: f64, inner: f64, share: f64) -> f64 {
    let all = size.get() as f64;
    // The attachment is no faster than the slowest track, so that the position of the head does
    // not matter.
    if share <= inner || outer <= inner {
        return all / share.min(outer);
    }
    let top = share.min(outer);
    // The part of the capacity on tracks that are faster than the attachment.
    let within = (outer.powi(2) - top.powi(2)) / (outer.powi(2) - inner.powi(2));
    let limited = all * within / top;
    limited + all * (1.0 - within) / f64::midpoint(top, inner)
}

impl HourRange {
    /// Both at once: the slower one decides.
    #[must_use]
    pub fn beside(self, other: Self) -> Self {
        let high = self.high.zip(other.high).map(|(one, other)| one.max(other));
        Self { low: self.low.max(other.low), high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TB: u64 = 1_000_000_000_000;

    /// 18 TB at 240 MB/s outside and 120 MB/s inside: 180 MB/s on average, 100,000 s. At no more than
    /// 120 MB/s the position never matters: 150,000 s.
    #[test]
    fn a_surface_is_passed_at_the_mean_of_its_ends() {
        let time = |share: f64| seconds(Bytes::new(18 * TB), 240e6, 120e6, share);
        assert!((time(1e9) - 100_000.0).abs() < 1.0, "{}", time(1e9));
        assert!((time(120e6) - 150_000.0).abs() < 1.0);
        // At most 180: the part of the capacity with more is (240² - 180²) / (240² - 120²) = 7/12,
        // 10.5 TB at 180 MB/s; the other 7.5 TB at 150 MB/s on average.
        assert!((time(180e6) - (10.5e12 / 180e6 + 7.5e12 / 150e6)).abs() < 1.0);
        // Flash is alike everywhere.
        assert!((seconds(Bytes::new(4 * TB), 500e6, 500e6, 1e9) - 8000.0).abs() < 1.0);
    }
}
