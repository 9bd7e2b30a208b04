//! How near, how far and how busy: the figures at which an observation begins to count.
//!
//! None is fitted to a machine. Those that `explain` knows as well are its own, so that the two
//! cannot contradict each other on one run.

use std::ops::RangeInclusive;

use crate::explain::AT_LIMIT;
pub(super) use crate::explain::{CACHE_FALL, OTHERS_SHARE, THREAD_BUSY as BUSY};

/// Figures of two rounds of one thing differ by less, and so does link arithmetic from what hosts do.
pub(super) const FITS: f64 = 0.1;
/// What is further off is something else.
pub(super) const MISSES: f64 = 0.15;
/// What is this many times off, or this part, is clearly something else.
pub(super) const AMISS: f64 = 1.5;
/// What is this many times off is something else altogether: whoever foresaw it is refuted.
pub(super) const FAR: f64 = 2.0;
/// Expectations that differ by less than this part of the greater one are not told apart: a figure
/// that misses the one would fit the other.
pub(super) const APART: f64 = MISSES;
/// As near to a link's capacity as counts as being at it, and as far above as arithmetic is off.
pub(super) const AT_LINK: RangeInclusive<f64> = AT_LIMIT..=1.03;
/// Link arithmetic is a few percent high at most; a place that carries this much more than what was
/// found is not full.
pub(super) const ROOM: f64 = 1.0 + MISSES;
/// How far a sum may be from a limit's capacity in the situation that shows it.
pub(super) const AT_CAPACITY: f64 = FITS;
/// A core that computes for less than this share of the time is no limit.
pub(super) const FREE: f64 = 0.75;
/// Falls of less are scatter.
pub(super) const FALL: f64 = 0.93;
/// A window in which heat or a cache could have shown itself, seconds.
pub(super) const WINDOW_MIN_S: f64 = 1.0;
/// Degrees Celsius below its limit that a drive has to stay to be cool.
pub(super) const COOL: i32 = 3;
/// Smaller requests are limited by their number even where large ones are not.
pub(super) const LONG_BLOCK: u64 = 64 << 10;
