//! Samples become histograms, timelines and intervals.
//!
//! For: turning what an issuer sees (a latency a request, bytes a batch) into figures that carry
//! their own doubt: a quantile is given only where enough samples lie beyond it, a median comes
//! with the interval it is known to, and of a rate over time it is known where it changed and
//! whether it was steady.
//!
//! Not here: clocks and requests (`narrows-engine`), what follows from the figures
//! (`narrows-verdict`).

mod change;
mod compare;
mod histogram;
pub mod ratio;
mod steady;
mod timeline;

pub use change::{ChangePoint, change_points};
pub use compare::{Interval, interval_of_median, median, ratio_of_pairs};
pub use histogram::Histogram;
pub use steady::{Stretch, steady};
pub use timeline::Timeline;
