//! The state of the whole machine around a run.

use narrows_units::{Bytes, Gigahertz, Nanos};

/// The state of a machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostContext {
    pub kernel: Option<String>,
    /// The kernel's command line, without values that may identify a disk or are secret.
    pub command_line: Option<String>,
    /// Logical processors online; 0 where unknown.
    pub cpus: u32,
    /// The scaling governor of the first processor.
    pub governor: Option<String>,
    /// The highest clock that any processor may currently run at.
    pub clock_limit: Option<Gigahertz>,
    /// Active mitigations that cost time at every system call or indirect branch, such as
    /// `meltdown: PTI`.
    pub mitigations: Vec<String>,
    /// The memory that this process may lock; `None` if unlimited, or for another machine.
    pub memlock: Option<Bytes>,
    /// Load averages over 1, 5 and 15 minutes.
    pub load: Option<[f64; 3]>,
    pub boot: Option<BootDurations>,
}

/// The duration of the last boot, by phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BootDurations {
    /// From power-on to the boot loader.
    pub firmware: Option<Nanos>,
    /// The boot loader, until it starts the kernel.
    pub loader: Option<Nanos>,
    /// The kernel, until the initial RAM file system or the first process.
    pub kernel: Option<Nanos>,
    pub initrd: Option<Nanos>,
    /// User space, until all units of the default target are up.
    pub userspace: Option<Nanos>,
}
