//! Layers between the requests and the drive.

use serde::{Deserialize, Serialize};

use crate::word::words;

/// The layers under a target, and the state that they are in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TargetStack {
    /// Kind of target: `scratch`, `file`, `raw`, `kept`, `nop`, `character`, or `virtual` on
    /// virtual hardware.
    pub kind: TargetLocationKind,
    /// The block layer's scheduler, such as `none` or `mq-deadline`.
    pub scheduler: Option<String>,
    /// Layers between file system and drive, outermost first: `crypt`, `lvm`, `thin`, `snapshot`,
    /// `cache`, `multipath`, `raid1` and so on, `loop`, `bcache`; `dm` for another of device-mapper's.
    pub layers: Vec<String>,
    /// Writes are copied to new places (btrfs, bcachefs, ZFS, dm-thin), and that is not turned off
    /// for this file.
    pub copy_on_write: bool,
    /// The file system compresses data; null if it does not report this (ZFS).
    pub compressed: Option<bool>,
    /// Percent of the file system that is in use, as df(1) counts it; null on a raw device.
    pub fill_percent: Option<f64>,
    /// The queue has interrupt-free queues for polling.
    pub polled_queues: bool,
    /// The drive's volatile write cache is on, according to the kernel (`write back`); null if it
    /// does not report that.
    pub write_cache: Option<bool>,
    /// The drive's NUMA node, if it has one.
    pub numa_node: Option<u32>,
    /// Layers that may answer requests before the drive does, outermost first: such a figure may be that of
    /// memory or of a cache. Left out if none are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers_before: Vec<DataInterceptor>,
}

/// A part of the stack from which data may come instead of from the drive.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DataInterceptor {
    /// Its kind: `loop-cache`, `page-cache`, `memory`, `cache-device`, `packing` or `own-rules`.
    pub what: DataInterceptorKind,
    /// The device's kernel name, or the file system's type.
    pub name: String,
}

words! {
    /// A layer that may answer before a drive.
    pub enum DataInterceptorKind or Unlisted {
        /// A loop device that reads its file through the page cache.
        LoopCache = "loop-cache",
        /// A file system that reads this file through the page cache.
        PageCache = "page-cache",
        /// Memory: there is no drive.
        Memory = "memory",
        /// A faster device in front of the drive.
        CacheDevice = "cache-device",
        /// A layer that compresses or deduplicates.
        Packing = "packing",
        /// A file system with rules of its own for direct I/O, or another machine.
        OwnRules = "own-rules",
    }
}

words! {
    /// Kind of target.
    pub enum TargetLocationKind or Unlisted {
        Scratch = "scratch",
        /// A file that was there before.
        File = "file",
        Raw = "raw",
        Kept = "kept",
        /// Nothing: the engine by itself.
        Nop = "nop",
        /// A character device, such as `/dev/zero`.
        Character = "character",
        /// A drive of virtual hardware.
        Virtual = "virtual",
    }
}
