//! How a target was measured, and which features were refused on the way.

use narrows_messages::Message;

use crate::{Caching, Errno};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineChoice {
    /// Whatever the system has: a ring, or a pool of threads where rings are missing or forbidden;
    /// on Windows a completion port.
    #[default]
    Auto,
    /// A ring only.
    IoUring,
    /// A pool of threads with pread and pwrite.
    Pread,
    /// NVMe commands through a ring, bypassing the block layer, only.
    Passthrough,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IoEngine {
    IoUring,
    /// A pool of `depth` threads, each with one pread(2) or pwrite(2) at a time.
    Pread,
    Passthrough,
    /// Overlapped requests whose completions a port gathers, on Windows.
    Iocp,
    /// A ring or port of requests that do nothing.
    Nop,
    /// Virtual hardware in virtual time: no kernel is involved.
    Simulated,
}

impl IoEngine {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::IoUring => "io_uring",
            Self::Pread => "pread",
            Self::Passthrough => "passthrough",
            Self::Iocp => "iocp",
            Self::Nop => "nop",
            Self::Simulated => "simulated",
        }
    }
}

/// Something that was refused and replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineFallback {
    /// No ring: the kernel or a sandbox refuses.
    RingRefused(Errno),
    /// No ring: the kernel (before 5.11) cannot wait with a time limit.
    RingTooOld,
    /// Completions are processed in interrupts of the task: no DEFER_TASKRUN (before 6.1).
    NotDeferred(Errno),
    /// Buffers are pinned again for each request, usually because RLIMIT_MEMLOCK is too small.
    BuffersNotRegistered(Errno),
    /// The file is looked up again for each request.
    FileNotRegistered(Errno),
    /// The thread could not be bound to its processor.
    NotPinned(Errno),
    /// No kernel thread fetches requests: the issuing thread submits them itself.
    NoKernelThread(Errno),
}

impl EngineFallback {
    /// The system's error; ENOSYS if the kernel is too old.
    pub fn errno(self) -> Errno {
        match self {
            Self::RingTooOld => Errno::ENOSYS,
            Self::RingRefused(errno)
            | Self::NotDeferred(errno)
            | Self::BuffersNotRegistered(errno)
            | Self::FileNotRegistered(errno)
            | Self::NotPinned(errno)
            | Self::NoKernelThread(errno) => errno,
        }
    }

    /// Returns the message for people: the refused feature, and its possible cost.
    pub fn message(self) -> Message {
        match self {
            Self::RingRefused(errno) => {
                Message::new("engine-fallback-ring-refused").with("error", errno)
            }
            Self::RingTooOld => Message::new("engine-fallback-ring-too-old"),
            Self::NotDeferred(errno) => {
                Message::new("engine-fallback-not-deferred").with("error", errno)
            }
            Self::BuffersNotRegistered(errno) => {
                Message::new("engine-fallback-buffers").with("error", errno)
            }
            Self::FileNotRegistered(errno) => {
                Message::new("engine-fallback-file").with("error", errno)
            }
            Self::NotPinned(errno) => {
                Message::new("engine-fallback-not-pinned").with("error", errno)
            }
            Self::NoKernelThread(errno) => {
                Message::new("engine-fallback-no-kernel-thread").with("error", errno)
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IoMethod {
    pub engine: IoEngine,
    /// Whether it bypassed the page cache (O_DIRECT).
    pub direct: bool,
    pub caching: Caching,
    pub registered_buffers: bool,
    pub registered_files: bool,
    /// Whether the issuing thread processes completions itself (DEFER_TASKRUN).
    pub deferred_taskrun: bool,
    /// Whether completions are polled for instead of interrupting.
    pub polled: bool,
    /// Whether a kernel thread fetches the requests.
    pub kernel_thread: bool,
    /// Most requests submitted in one call.
    pub batch: u32,
    /// Whether huge pages were requested for the buffers.
    pub huge_pages: bool,
    /// The file system under the file; `None` for a raw device.
    pub file_system: Option<&'static str>,
    /// Whether copy-on-write was turned off for the file; `None` if it does not apply.
    pub no_cow: Option<bool>,
    /// Length of the region in bytes.
    pub region: u64,
    /// Refused features, in order.
    pub fallbacks: Vec<EngineFallback>,
}

impl IoMethod {
    /// On virtual hardware, in a region of this many bytes; the other fields do not apply.
    pub fn simulated(region: u64) -> Self {
        Self {
            engine: IoEngine::Simulated,
            direct: false,
            caching: Caching::Direct,
            registered_buffers: false,
            registered_files: false,
            deferred_taskrun: false,
            polled: false,
            kernel_thread: false,
            batch: 1,
            huge_pages: false,
            file_system: None,
            no_cow: None,
            region,
            fallbacks: Vec::new(),
        }
    }
}
