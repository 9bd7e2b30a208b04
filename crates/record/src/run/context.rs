//! The state of the whole machine around a run.

use serde::{Deserialize, Serialize};

/// Facts about the machine needed to read a run years later, and missing from `machine`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunContext {
    /// The kernel's release, such as `6.12.48-amd64`.
    pub kernel: String,
    /// The kernel's command line; `...` replaces values that may name a disk or a secret.
    pub command_line: Option<String>,
    /// Logical processors online.
    pub cpus: u32,
    /// The scaling governor of the first processor, such as `performance`.
    pub governor: Option<String>,
    /// The processors' greatest clock allowed just now, MHz.
    pub clock_limit_mhz: Option<u32>,
    /// Mitigations that act on every system call or indirect branch of the kernel, in its words:
    /// `meltdown: PTI`.
    pub mitigations: Vec<String>,
    /// RLIMIT_MEMLOCK, bytes; null where unlimited.
    pub memlock_bytes: Option<u64>,
    /// Load averages over 1, 5 and 15 minutes before the run.
    pub load: Option<[f64; 3]>,
    /// How long the last boot took, by its parts.
    pub boot: Option<BootTimes>,
}

/// Duration of the last boot, seconds, each part as reported by its own source: the firmware's
/// record (ACPI FPDT), the boot loader's (EFI variables), systemd's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BootTimes {
    /// From power-on to the boot loader, by the firmware.
    pub firmware_s: Option<f64>,
    /// The boot loader.
    pub loader_s: Option<f64>,
    /// The kernel, until the initial RAM file system or the first process.
    pub kernel_s: Option<f64>,
    /// The initial RAM file system.
    pub initrd_s: Option<f64>,
    /// User space until the default target.
    pub userspace_s: Option<f64>,
}
