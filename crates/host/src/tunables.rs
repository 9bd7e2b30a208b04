//! The few settings that are changed temporarily: read, written and read again.
//!
//! For: a closed list of files below a root: a disk's scheduler, the highest clock of the
//! processors, the highest rate of a PCIe port, whether flushes are sent to a disk, and a drive's
//! volatile write cache (`caches`). After a write the value is read back, because a kernel may
//! accept a value and keep another one; a disk for which flushes are enabled again gets one
//! (`flush`).
//!
//! Not here: when to change which setting and who restores it (`narrows-cli`), and any other file:
//! a [`Tunable`] can only be one of these, even when its path comes from a file that another user
//! could have written.
//!
//! Source: kernel Documentation/block/switching-sched.rst and Documentation/ABI/stable/sysfs-block
//! (scheduler, nr_requests, write_cache), Documentation/admin-guide/pm/cpufreq.rst (scaling_max_freq, in kHz),
//! drivers/thermal/pcie_cooling.c and Documentation/ABI/testing/sysfs-class-thermal (cooling
//! devices of PCIe ports, since Linux 6.13 with CONFIG_PCIE_THERMAL).

mod caches;
mod find;
mod flush;
mod lock;

use std::fmt;
use std::io::Write;

use rustix::fs::{Mode, OFlags, open, openat};
use rustix::io::Errno;

pub use self::caches::{WRITE_BACK, WRITE_THROUGH, drive_cache, same_drive, write_cache};
pub use self::find::{TunableChoice, clock_limits, link_speed, scheduler};
pub use self::lock::{TunableLock, alone, alone_with, boot_id, leave_session, without_experiment};
use crate::Root;
use crate::place::bracketed;
use crate::root::open_inside;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tunable {
    /// The I/O scheduler of a disk, by kernel name.
    Scheduler(String),
    /// Requests that a disk's scheduler may hold, which each scheduler resets.
    Requests(String),
    /// The highest clock of a cpufreq policy, in kHz.
    ClockLimit(u32),
    /// The cooling device of a PCIe port: 0 is its highest rate, each further step one rate less.
    LinkSpeed(u32),
    /// Whether the kernel assumes a volatile cache in a disk, by kernel name, and so sends it
    /// flushes: the drive itself is not changed.
    WriteCache(String),
    /// The volatile write cache of a SCSI or ATA drive, by its SCSI address such as `0:0:0:0`.
    ScsiCache(String),
    /// The volatile write cache of an NVMe controller, by kernel name. It has no file: its path
    /// represents feature 06h of the controller's device node.
    NvmeCache(String),
}

impl Tunable {
    pub fn path(&self) -> String {
        match self {
            Self::Scheduler(disk) => format!("sys/block/{disk}/queue/scheduler"),
            Self::Requests(disk) => format!("sys/block/{disk}/queue/nr_requests"),
            Self::ClockLimit(policy) => {
                format!("sys/devices/system/cpu/cpufreq/policy{policy}/scaling_max_freq")
            }
            Self::LinkSpeed(number) => {
                format!("sys/class/thermal/cooling_device{number}/cur_state")
            }
            Self::WriteCache(disk) => format!("sys/block/{disk}/queue/write_cache"),
            Self::ScsiCache(address) => format!("sys/class/scsi_disk/{address}/cache_type"),
            Self::NvmeCache(controller) => format!("dev/{controller}/feature/06"),
        }
    }

    /// The setting of that path; `None` for any other file.
    pub fn of_path(path: &str) -> Option<Self> {
        let disk = |file: &str| {
            let name = path.strip_prefix("sys/block/")?.strip_suffix(file)?;
            is_name(name).then(|| name.to_owned())
        };
        let number = |before: &str, after: &str| {
            let digits = path.strip_prefix(before)?.strip_suffix(after)?;
            digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
        };
        let clock = || number("sys/devices/system/cpu/cpufreq/policy", "/scaling_max_freq");
        let cooling = || number("sys/class/thermal/cooling_device", "/cur_state");
        None.or_else(|| disk("/queue/scheduler").map(Self::Scheduler))
            .or_else(|| disk("/queue/nr_requests").map(Self::Requests))
            .or_else(|| clock().map(Self::ClockLimit))
            .or_else(|| cooling().map(Self::LinkSpeed))
            .or_else(|| disk("/queue/write_cache").map(Self::WriteCache))
            .or_else(|| caches::of_path(path))
    }

    /// The current value.
    ///
    /// # Errors
    /// The file does not exist, cannot be read, or is another kind of cooling device.
    pub fn get(&self, root: &Root) -> Result<String, TunableError> {
        self.check(root)?;
        let text = self.read(root).map_err(|why| self.error(TunableOperation::Read, why))?;
        let value = match self {
            Self::Scheduler(_) => selected(&text),
            _ => text.trim(),
        };
        if self.may_be(value) {
            Ok(value.to_owned())
        } else {
            Err(self.error(TunableOperation::Read, Errno::INVAL))
        }
    }

    /// Sets a value and reads it back.
    ///
    /// # Errors
    /// Those of [`Self::get`]; the file may not be written, the kernel refuses the value, or
    /// accepts it and keeps another one.
    pub fn set(&self, root: &Root, value: &str) -> Result<(), TunableError> {
        self.check(root)?;
        if !self.may_be(value) {
            return Err(self.error(TunableOperation::Write, Errno::INVAL));
        }
        self.write(root, value).map_err(|why| self.error(TunableOperation::Write, why))?;
        let is = self.get(root)?;
        if is == value {
            return Ok(());
        }
        let path = root.path().join(self.path()).display().to_string();
        Err(TunableError::Kept { path, wanted: value.to_owned(), is })
    }

    /// Sets a value unless it is set already; for restoring. If flushes are sent to a live
    /// machine's disk again, it is flushed, too, even if the value was restored meanwhile: data
    /// written without flushes is durable from then on. Waits for that.
    ///
    /// # Errors
    /// Those of [`Self::set`]; the disk cannot be flushed.
    pub fn put_back(&self, root: &Root, value: &str) -> Result<(), TunableError> {
        if self.get(root).is_ok_and(|is| is == value) {
            return self.flush(root, value);
        }
        self.set(root, value)?;
        self.flush(root, value)
    }

    fn flush(&self, root: &Root, value: &str) -> Result<(), TunableError> {
        let Self::WriteCache(disk) = self else { return Ok(()) };
        if value != WRITE_BACK || !root.is_live() {
            return Ok(());
        }
        let failed = |why: Errno| TunableError::Failed {
            path: flush::node(disk),
            doing: TunableOperation::Flush,
            why: why.into(),
        };
        flush::flush(root, disk).map_err(failed)
    }

    /// Other devices of the thermal framework control fans and processors.
    fn check(&self, root: &Root) -> Result<(), TunableError> {
        let Self::LinkSpeed(number) = self else { return Ok(()) };
        let kind = root.open().ok().and_then(|reader| {
            reader.text(&format!("sys/class/thermal/cooling_device{number}/type"))
        });
        let is_port = kind.is_some_and(|kind| kind.starts_with(find::PORT_COOLING));
        if is_port { Ok(()) } else { Err(self.error(TunableOperation::Read, Errno::NODEV)) }
    }

    /// Whether it is a possible value of this setting.
    fn may_be(&self, value: &str) -> bool {
        match self {
            Self::WriteCache(_) | Self::ScsiCache(_) | Self::NvmeCache(_) => {
                [WRITE_BACK, WRITE_THROUGH].contains(&value)
            }
            _ => {
                // Values are short words and numbers.
                let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
                (1..=32).contains(&value.len()) && value.bytes().all(is_plain)
            }
        }
    }

    fn read(&self, root: &Root) -> Result<String, Errno> {
        let reader = root.open()?;
        match self {
            Self::NvmeCache(controller) if root.is_live() => caches::ask(&reader, controller),
            _ => {
                let bytes = reader.read(&self.path(), 4096)?;
                Ok(String::from_utf8_lossy(&bytes).into_owned())
            }
        }
    }

    fn write(&self, root: &Root, value: &str) -> Result<(), Errno> {
        if let (Self::NvmeCache(controller), true) = (self, root.is_live()) {
            return caches::tell(&root.open()?, controller, value);
        }
        let folder =
            open(root.path(), OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        // TRUNC is for captured trees, where the end of a longer value would stay.
        let flags = OFlags::WRONLY | OFlags::TRUNC | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let path = self.path();
        let file = if root.is_live() {
            openat(&folder, path, flags, Mode::empty())?
        } else {
            open_inside(&folder, &path, flags)?
        };
        // One write call: sysfs takes each as a separate value.
        let line = format!("{value}\n");
        std::fs::File::from(file)
            .write_all(line.as_bytes())
            .map_err(|error| error.raw_os_error().map_or(Errno::IO, Errno::from_raw_os_error))
    }

    fn error(&self, doing: TunableOperation, why: Errno) -> TunableError {
        TunableError::Failed { path: format!("/{}", self.path()), doing, why: why.into() }
    }
}

/// A kernel name is one part of a path.
fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_!.".contains(&byte);
    !name.is_empty() && !name.starts_with('.') && name.bytes().all(is_plain)
}

/// `none [mq-deadline] kyber` is `mq-deadline`; a bare word is itself.
fn selected(text: &str) -> &str {
    bracketed(text).unwrap_or_else(|| text.trim())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TunableOperation {
    Read,
    Write,
    Flush,
}

/// Why a setting cannot be read or changed.
#[derive(Debug)]
pub enum TunableError {
    Failed {
        path: String,
        doing: TunableOperation,
        why: std::io::Error,
    },
    /// The kernel accepted a value and kept another one.
    Kept {
        path: String,
        wanted: String,
        is: String,
    },
}

impl std::error::Error for TunableError {}

/// For logs; messages for people are in the binary, in their own language.
impl fmt::Display for TunableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed { path, doing: TunableOperation::Read, why } => {
                write!(f, "cannot read {path}: {why}")
            }
            Self::Failed { path, doing: TunableOperation::Write, why } => {
                write!(f, "cannot write {path}: {why}")
            }
            Self::Failed { path, doing: TunableOperation::Flush, why } => {
                write!(f, "cannot flush {path}: {why}")
            }
            Self::Kept { path, wanted, is } => write!(f, "{path} is {is} after writing {wanted}"),
        }
    }
}

#[cfg(test)]
mod tests;
