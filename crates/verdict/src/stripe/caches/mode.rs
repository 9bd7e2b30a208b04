//! Cache modes: their names, data lost in a power cut, settings needed first.

use std::fmt;

use narrows_messages::Message;
use narrows_model::ArrayCacheMode;

/// Names of the driver's modes.
const DRIVER: [(&str, ArrayCacheMode); 4] = [
    ("driver-none", ArrayCacheMode::None),
    ("driver-read-only", ArrayCacheMode::ReadOnly),
    ("driver-write-through", ArrayCacheMode::WriteThrough),
    ("driver-write-back", ArrayCacheMode::WriteBack),
];
const DRIVE_CACHE_OFF: &str = "drive-cache-off";
const NO_FLUSH: &str = "no-flush";

/// The caches between a write and the drive's flash or platter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteCacheMode {
    pub base: RequestMode,
    /// Whether the drives' volatile write caches are turned off.
    pub drive_cache_off: bool,
    /// Whether the kernel assumes drives without volatile caches, and sends no flushes.
    pub no_flush: bool,
}

/// Kinds of requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RequestMode {
    #[default]
    Direct,
    /// Direct I/O, each write durable before it is complete.
    WriteThrough,
    /// Through the page cache, which writes later.
    PageCache,
    /// Through the page cache, each write durable before it is complete.
    PageCacheThrough,
    /// Direct I/O, with a flush after every n writes.
    FlushEvery(u32),
    /// A cache of the chipset's Windows driver.
    Driver(ArrayCacheMode),
}

impl WriteCacheMode {
    /// The mode of this name: `direct`, `write-through`, `page-cache`, `page-cache-through`,
    /// `flush-every-N` (N at least 1), each optionally followed by `+drive-cache-off`, `+no-flush`
    /// or both, or `driver-none`, `driver-read-only`, `driver-write-through`, `driver-write-back`.
    pub fn named(name: &str) -> Option<Self> {
        let mut parts = name.split('+');
        let mut mode = Self { base: RequestMode::named(parts.next()?)?, ..Self::default() };
        for part in parts {
            let set = match part {
                DRIVE_CACHE_OFF => &mut mode.drive_cache_off,
                NO_FLUSH => &mut mode.no_flush,
                _ => return None,
            };
            // A word twice is a slip.
            if std::mem::replace(set, true) {
                return None;
            }
        }
        let is_changed = mode.drive_cache_off || mode.no_flush;
        (!mode.is_of_driver() || !is_changed).then_some(mode)
    }

    /// Whether it belongs to the chipset's Windows driver, which virtual hardware has.
    pub fn is_of_driver(&self) -> bool {
        matches!(self.base, RequestMode::Driver(_))
    }

    /// Whether it is the mode with which others are compared.
    pub(super) fn is_plain(&self) -> bool {
        let of_driver = Self { base: RequestMode::Driver(ArrayCacheMode::None), ..Self::default() };
        *self == Self::default() || *self == of_driver
    }

    /// The acknowledged data that a power cut loses.
    ///
    /// Dirty pages are written after some 30 s at the latest (`dirty_expire_centisecs`, 3000 by
    /// default; the kernel's admin-guide/sysctl/vm).
    pub fn loses(&self) -> Message {
        match self.base {
            RequestMode::Driver(ArrayCacheMode::WriteBack) => Message::new("stripe-loses-driver"),
            RequestMode::PageCache if self.no_flush && !self.drive_cache_off => {
                Message::new("stripe-loses-memory-and-synced")
            }
            RequestMode::PageCache => Message::new("stripe-loses-memory"),
            _ if self.drive_cache_off => Message::new("stripe-loses-nothing"),
            _ if self.no_flush => Message::new("stripe-loses-synced"),
            RequestMode::WriteThrough | RequestMode::PageCacheThrough => {
                Message::new("stripe-loses-nothing")
            }
            RequestMode::FlushEvery(writes) => {
                Message::new("stripe-loses-writes").with("count", writes)
            }
            RequestMode::Direct | RequestMode::Driver(_) => Message::new("stripe-loses-drive"),
        }
    }

    /// Settings needed first, if any.
    pub fn needs(&self) -> Option<Message> {
        match (self.drive_cache_off, self.no_flush) {
            (true, true) => Some(Message::new("stripe-needs-both")),
            (true, false) => Some(Message::new("stripe-needs-drive-cache-off")),
            (false, true) => Some(Message::new("stripe-needs-no-flush")),
            (false, false) if self.base == RequestMode::Driver(ArrayCacheMode::WriteBack) => {
                Some(Message::new("stripe-needs-flushing-off"))
            }
            (false, false) => None,
        }
    }
}

impl RequestMode {
    fn named(name: &str) -> Option<Self> {
        match name {
            "direct" => Some(Self::Direct),
            "write-through" => Some(Self::WriteThrough),
            "page-cache" => Some(Self::PageCache),
            "page-cache-through" => Some(Self::PageCacheThrough),
            name => {
                let of_driver = DRIVER.into_iter().find(|(known, _)| *known == name);
                let every = || name.strip_prefix("flush-every-")?.parse().ok();
                let every = every().filter(|writes| *writes > 0).map(Self::FlushEvery);
                of_driver.map(|(_, mode)| Self::Driver(mode)).or(every)
            }
        }
    }
}

impl fmt::Display for RequestMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Direct => f.write_str("direct"),
            Self::WriteThrough => f.write_str("write-through"),
            Self::PageCache => f.write_str("page-cache"),
            Self::PageCacheThrough => f.write_str("page-cache-through"),
            Self::FlushEvery(writes) => write!(f, "flush-every-{writes}"),
            Self::Driver(mode) => {
                let known = DRIVER.into_iter().find(|(_, known)| known == mode);
                f.write_str(known.map_or("", |(name, _)| name))
            }
        }
    }
}

/// The name on the command line and in documents.
impl fmt::Display for WriteCacheMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base)?;
        let set = [(self.drive_cache_off, DRIVE_CACHE_OFF), (self.no_flush, NO_FLUSH)];
        set.into_iter().filter(|(on, _)| *on).try_for_each(|(_, name)| write!(f, "+{name}"))
    }
}
