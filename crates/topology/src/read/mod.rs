//! Readers: one file a format, each from bytes or text to [`crate::evidence::CaptureEvidence`].
//!
//! Every reader is bounded in time and memory whatever it is given, and its errors name the place.

pub mod archive;
mod bus_circles;
mod commands;
pub mod config_space;
mod dmidecode;
mod error;
mod express;
mod files;
mod firmware;
pub mod hwloc_xml;
pub mod kind;
pub mod lspci_hex;
pub mod lspci_text;
mod needed;
mod packing;
mod root;
mod smbios;
pub mod sysfs;
pub mod windows;

pub use error::{ReadError, TextPosition};
pub use files::{FileTree, FileTreeEntry};
pub use needed::needed;
pub use root::rooted;
