//! When a write counts as complete, and whether the page cache is used: the cache modes of Linux.
//!
//! For: measuring the same drives as a program sees them that opens its file with O_DIRECT, with
//! O_DSYNC, through the page cache, or that flushes every so often. It is decided when a job's ring
//! is created; the usual mode ([`Caching::Direct`]) runs the same code as without the others.
//!
//! Not here: switches of drives and kernel (`narrows_host::tunables`): whether a drive keeps a
//! volatile cache, and whether the kernel sends flushes at all.
//!
//! Source: open(2), O_DIRECT and O_DSYNC; pwritev2(2), RWF_DSYNC; posix_fadvise(2); kernel
//! Documentation/block/writeback_cache_control.rst.

mod cadence;
mod passes;

use std::borrow::Cow;
use std::num::NonZeroU32;

pub(crate) use self::cadence::FlushCadence;
pub(crate) use self::passes::CacheDropper;
use crate::kind::TargetKind;

const FLUSH_EVERY: &str = "flush-every-";

/// The caches between a request and the drive, and when a write is complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Caching {
    /// Bypassing the page cache (O_DIRECT); a write is complete when the drive acknowledges it,
    /// possibly from a volatile cache.
    #[default]
    Direct,
    /// Bypassing the page cache; a write is complete when it is durable (RWF_DSYNC): the drive
    /// writes it past its cache (FUA), or is sent a flush if it cannot.
    WriteThrough,
    /// Through the page cache: a write is complete when it is in memory.
    PageCache,
    /// Through the page cache; a write is complete when it is durable (RWF_DSYNC).
    PageCacheThrough,
    /// Bypassing the page cache; after every n-th write of a thread the drive is sent a flush, and
    /// that write is complete when the flush is.
    FlushEvery(NonZeroU32),
}

impl Caching {
    /// The name in JSON and on the command line: `direct`, `write-through`, `page-cache`,
    /// `page-cache-through`, `flush-every-32`.
    pub fn as_str(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Direct => "direct",
            Self::WriteThrough => "write-through",
            Self::PageCache => "page-cache",
            Self::PageCacheThrough => "page-cache-through",
            Self::FlushEvery(every) => return Cow::Owned(format!("{FLUSH_EVERY}{every}")),
        })
    }

    /// The mode of this name; `None` for invalid names, such as `flush-every-0`.
    pub fn named(name: &str) -> Option<Self> {
        let plain = [Self::Direct, Self::WriteThrough, Self::PageCache, Self::PageCacheThrough];
        let every = || name.strip_prefix(FLUSH_EVERY)?.parse().ok().map(Self::FlushEvery);
        // `+8` and `08` are numbers, but no names.
        let caching = plain.into_iter().find(|one| one.as_str() == name).or_else(every)?;
        (caching.as_str() == name).then_some(caching)
    }

    pub fn is_buffered(self) -> bool {
        matches!(self, Self::PageCache | Self::PageCacheThrough)
    }

    /// Returns the mode that applies to the target: the kernel's own devices have nothing to cache.
    pub(crate) fn on(self, kind: TargetKind) -> Self {
        if matches!(kind, TargetKind::Memory | TargetKind::Nop) { Self::Direct } else { self }
    }

    /// Whether each write is durable before it is complete (RWF_DSYNC).
    pub(crate) fn is_through(self) -> bool {
        matches!(self, Self::WriteThrough | Self::PageCacheThrough)
    }

    /// The number of writes between flushes.
    pub(crate) fn flush_every(self) -> Option<NonZeroU32> {
        match self {
            Self::FlushEvery(every) => Some(every),
            _ => None,
        }
    }

    /// Whether a ring can poll for all its requests: direct ones, and no flushes.
    pub(crate) fn may_be_polled(self) -> bool {
        !self.is_buffered() && self.flush_every().is_none()
    }
}

#[cfg(test)]
mod tests;
