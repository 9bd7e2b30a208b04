//! Samples become histograms, timelines and intervals.
//!
//! For: turning an issuer's counts (a latency per request, bytes per batch) into figures with their
//! uncertainty: a quantile is given only where enough samples lie beyond it, a median comes with
//! its confidence interval, and a rate over time with its changes and whether it was steady.
//!
//! Not here: clocks and requests (`narrows-engine`), what follows from the figures
//! (`narrows-verdict`).

mod change;
mod compare;
mod histogram;
pub mod ratio;
pub mod separate;
mod steady;
mod student;
mod timeline;

pub use change::{ChangePoint, change_points};
pub use compare::{Interval, interval_of_median, median, ratio_of_pairs};
pub use histogram::Histogram;
pub use steady::{Stretch, steady};
pub use timeline::Timeline;
