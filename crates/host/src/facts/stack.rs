//! What lies between a target and its drive.

/// The layers under a target, and their state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StorageStack {
    /// The block layer's scheduler, such as `none` or `mq-deadline`.
    pub scheduler: Option<String>,
    /// Layers between file system and drive, outermost first: `crypt`, `lvm`, `raid1`.
    pub layers: Vec<String>,
    /// Whether writes are copied to new locations.
    pub copy_on_write: bool,
    /// Whether the file system compresses data; none where unknown.
    pub compressed: Option<bool>,
    /// The used part of the file system, 0 to 1, as in df(1); none on a device.
    pub fill: Option<f64>,
    /// Whether the queue can be polled instead of interrupting.
    pub polled_queues: bool,
    /// Whether the drive's volatile write cache is on; none where unknown.
    pub write_cache: Option<bool>,
    /// The NUMA node that the drive's controller is attached to.
    pub numa_node: Option<u32>,
}
