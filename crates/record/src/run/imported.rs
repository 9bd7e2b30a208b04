//! Where a figure comes from that another program measured.

use serde::{Deserialize, Serialize};

use crate::word::words;

/// The file of another program that a figure was taken from. Values missing in such a file stay at zero
/// or empty in the rest of the row: its link, temperature and other processes' I/O were not observed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportSource {
    /// The program, such as `CrystalDiskMark`.
    pub tool: String,
    /// Its version, according to the file; null if not stated.
    pub version: Option<String>,
    /// The file, below the folder that was named.
    pub file: String,
    /// Statistic of the passes: `mean` or `best`.
    pub statistic: ImportStatistic,
    /// Passes; null if the file does not state them.
    pub passes: Option<u32>,
    /// The average latency, microseconds; null if the file has none.
    pub average_latency_us: Option<f64>,
}

words! {
    /// Statistic that a figure is.
    pub enum ImportStatistic or Unlisted {
        /// The average over the time that was measured.
        Mean = "mean",
        /// The best of several passes.
        Best = "best",
    }
}
