//! Windows: completion ports, and files that are deleted when they are closed.
//!
//! Source of every call: Microsoft, "Windows API reference", the page of its name.

mod caching;
pub(crate) mod clock;
mod control;
mod devices;
pub(crate) mod files;
pub(crate) mod pages;
mod port;
mod regions;
mod scratch;
mod targets;

pub(crate) use self::devices::pin;
pub(crate) use self::scratch::{examine, open_nameless};

/// NVMe commands past the file system: on Windows there are none.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Namespace {}
