//! RAID levels and numbers of drives beside each other, inside `narrows.plan/1`.

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::plan_beyond::PredictedRate;
use crate::predict::LimitRecord;

/// A model of drive at every level and in every number that the slots take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelComparison {
    /// The drive, by id.
    pub model: String,
    /// Common name.
    pub name: String,
    /// Network between the files and their readers; null if nothing is known of one.
    pub network: Option<LevelNetwork>,
    /// Levels with numbers of drives: by level, then by number.
    pub rows: Vec<LevelRowRecord>,
    /// From how many drives on the network is the bottleneck at which level, in words.
    pub findings: Vec<DocumentText>,
    /// Assumptions behind the hours, in words.
    pub assumptions: Vec<DocumentText>,
}

/// A network between the drives and those who read them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelNetwork {
    /// The card, or the given network: `10GbE`.
    pub name: String,
    /// File throughput of its ports, 10^6 bytes per second.
    pub carries_mb_s: f64,
}

/// A level with a number of drives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelRowRecord {
    /// `raid0`, `raid1`, `raid10`, `raid5`, `raid6`; `raid50` and `raid60` of groups.
    pub level: String,
    /// ZFS equivalent: `stripe`, `mirror`, `mirrors`, `raidz1`, `2 x raidz2`.
    pub zfs: String,
    /// How many drives.
    pub drives: usize,
    /// Over how many equal groups of this level; more than one are under a stripe.
    pub groups: usize,
    /// How many drives may fail without loss, whichever they are.
    pub may_fail: usize,
    /// Capacity, 10^12 bytes; file systems take a few per cent of it.
    pub usable_tb: f64,
    /// Sequential reads of 128 KiB at depth 32; null if nothing is known of the drive.
    pub read: Option<PredictedRate>,
    /// Sequential writes of 128 KiB at depth 32, likewise.
    pub write: Option<PredictedRate>,
    /// Random reads of 4 KiB at depth 32; null if nothing is known of the drive.
    pub random_read: Option<PredictedRate>,
    /// Random writes of 4 KiB at depth 32, likewise.
    pub random_write: Option<PredictedRate>,
    /// Part of the reads that the network gets, 10^6 bytes per second; null without one.
    pub served_mb_s: Option<f64>,
    /// Whether the network is the bottleneck, although the drives could deliver more; null without
    /// one.
    pub network_is_bottleneck: Option<bool>,
    /// Bottleneck of reading files; null if it is the network, or nothing is known.
    pub limit: Option<LimitRecord>,
    /// Hours of a rebuild; null for a level that loses all with one drive, or where not known.
    pub rebuild: Option<HourRangeRecord>,
    /// Hours of a scrub; null where not known.
    pub scrub: Option<HourRangeRecord>,
}

/// A time as a range.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HourRangeRecord {
    /// At least, in hours.
    pub low: f64,
    /// At most, in hours; null where a drive may become slower than documented.
    pub high: Option<f64>,
}
