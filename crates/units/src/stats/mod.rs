//! Samples become histograms, timelines and intervals.
//!
//! For: turning an issuer's counts (a latency per request, bytes per batch) into figures with their
//! uncertainty: a quantile is given only where enough samples lie beyond it, a median comes with
//! its confidence interval, and a rate over time with its changes and whether it was steady.
//!
//! Not here: clocks and requests (`narrows-engine`), conclusions from the figures
//! (`narrows-verdict`).
//!
//! ```
//! let samples = [510.0, 500.0, 505.0, 520.0, 495.0, 515.0];
//! let known = narrows_units::stats::interval_of_median(&samples, 0.95).expect("six samples suffice");
//! // All six lie on one side of the true median with a chance of 2 / 2^6, which is 3 %: so the least
//! // and the greatest are the interval. The middle two are 505 and 510.
//! assert_eq!((known.low, known.median, known.high), (495.0, 507.5, 520.0));
//! ```

mod change;
mod compare;
mod histogram;
pub mod ratio;
pub mod separate;
mod steady;
mod student;
mod timeline;

pub use change::{ChangePoint, change_points};
pub use compare::{MedianInterval, interval_of_median, median, ratio_of_pairs};
pub use histogram::Histogram;
pub use steady::{SteadySpan, steady};
pub use timeline::Timeline;
