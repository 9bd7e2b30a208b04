//! Thresholds: the figures at which an observation begins to count.
//!
//! None is fitted to a machine. Those that `explain` knows as well are its own, so that the two
//! cannot contradict each other on one run.

use std::ops::RangeInclusive;

use crate::explain::AT_LIMIT;
pub(super) use crate::explain::{CACHE_FALL, OTHERS_SHARE, THREAD_BUSY as BUSY};

/// Figures of two rounds of the same thing differ by less, and so does link arithmetic from hosts.
pub(super) const FITS: f64 = 0.1;
/// A larger difference means something else.
pub(super) const MISSES: f64 = 0.15;
/// A difference by this factor is clearly something else.
pub(super) const AMISS: f64 = 1.5;
/// A difference by this factor refutes the cause that predicted the figure.
pub(super) const FAR: f64 = 2.0;
/// Predictions that differ by less than this part of the greater one are indistinguishable: a
/// figure that misses the one would fit the other.
pub(super) const APART: f64 = MISSES;
/// The range of rates, relative to a link's capacity, that count as being at it: as far above as
/// arithmetic is off.
pub(super) const AT_LINK: RangeInclusive<f64> = AT_LIMIT..=1.03;
/// Link arithmetic is a few percent high at most; a location with a capacity this much above the
/// one found is not full.
pub(super) const ROOM: f64 = 1.0 + MISSES;
/// How far a sum may be from a limit's capacity in the situation that shows it.
pub(super) const AT_CAPACITY: f64 = FITS;
/// A core that is busy for less than this share of the time is no bottleneck.
pub(super) const FREE: f64 = 0.75;
/// Smaller drops are scatter.
pub(super) const FALL: f64 = 0.93;
/// A window in which heat or a cache could have had an effect, seconds.
pub(super) const WINDOW_MIN_S: f64 = 1.0;
/// Degrees Celsius below its limit at which a drive counts as cool.
pub(super) const COOL: i32 = 3;
/// Smaller requests are limited by IOPS even where large ones are not.
pub(super) const LONG_BLOCK: u64 = 64 << 10;
