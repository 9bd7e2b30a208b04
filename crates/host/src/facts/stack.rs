//! The layers between a target and its drive.

/// The layers under a target, and their state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StorageStack {
    /// The block layer's scheduler, such as `none` or `mq-deadline`.
    pub scheduler: Option<String>,
    /// Layers between file system and drive, outermost first: `crypt`, `lvm`, `raid1`.
    pub layers: Vec<String>,
    /// Whether writes are copied to new locations.
    pub copy_on_write: bool,
    /// Whether the file system compresses data; `None` if unknown.
    pub compressed: Option<bool>,
    /// The used part of the file system, 0 to 1, as in df(1); none on a device.
    pub fill: Option<f64>,
    /// Whether the queue can be polled instead of interrupting.
    pub polled_queues: bool,
    /// Whether the drive's volatile write cache is on; `None` if unknown.
    pub write_cache: Option<bool>,
    /// The NUMA node that the drive's controller is attached to.
    pub numa_node: Option<u32>,
    /// The block devices that requests pass, level by level from the uppermost down to drives; empty
    /// if there are none or they are unknown.
    pub levels: Vec<StackLevel>,
    /// Layers that may answer requests before the drive does, outermost first.
    pub answers_before: Vec<InterceptingLayer>,
}

/// Block devices side by side that together carry all of a target's requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackLevel {
    /// Their kernel names; disks, because other partitions of one use it, too.
    pub devices: Vec<String>,
    /// Which of a target's own requests reach this level unchanged, so that the rest of the devices'
    /// traffic is other I/O.
    pub passes: UnchangedRequests,
}

/// Requests that pass all layers above unchanged in amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnchangedRequests {
    /// Neither: a cache answers, or a layer's behaviour is unknown.
    Nothing,
    /// Reads; writes are copied, or parity is added.
    Reads,
    All,
}

/// A part of the stack from which data may come instead of from the drive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterceptingLayer {
    pub what: InterceptorKind,
    /// The device's kernel name, or the file system's type.
    pub name: String,
}

/// Layers that may answer before a drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterceptorKind {
    PageCache,
    Memory,
    /// A faster device in front of the drive.
    CacheDevice,
    /// Compression or deduplication: fewer bytes are read than requested.
    Packing,
    /// A file system with its own rules for direct I/O, or another machine behind it.
    OwnRules,
}
