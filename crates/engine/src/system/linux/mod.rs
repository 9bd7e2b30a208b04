//! Linux: rings, pools of threads, NVMe commands, files without a name.

mod caching;
pub(crate) mod clock;
mod devices;
mod file_system;
pub(crate) mod files;
pub(crate) mod pages;
mod registration;
mod scratch;
mod targets;
mod unlinked;

#[cfg(test)]
pub(crate) use self::caching::buffered;
pub(crate) use self::devices::pin;
pub(crate) use self::scratch::{examine, open_nameless};
pub(crate) use crate::passthrough::Namespace;
