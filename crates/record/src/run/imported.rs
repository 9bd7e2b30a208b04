//! Where a figure comes from that another program measured.

use serde::{Deserialize, Serialize};

use crate::word::words;

/// The file of another program that a figure was taken from. What such a file does not say stays at zero
/// or empty in the rest of the row: its link, temperature and other processes' I/O were not looked at.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportSource {
    /// The program, such as `CrystalDiskMark`.
    pub tool: String,
    /// Its version, as the file says; null where it does not.
    pub version: Option<String>,
    /// The file, below the folder that was named.
    pub file: String,
    /// What the figure is of the passes: `mean` or `best`.
    pub statistic: ImportStatistic,
    /// Passes; null where the file does not say.
    pub passes: Option<u32>,
    /// The average latency, microseconds; null where the file has none.
    pub average_latency_us: Option<f64>,
}

words! {
    /// What a figure is of what was measured.
    pub enum ImportStatistic or Unlisted {
        /// The average over the time that was measured.
        Mean = "mean",
        /// The best of several passes.
        Best = "best",
    }
}
