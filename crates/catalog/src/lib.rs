//! Known chipsets, processors, drives and PCI ids, each fact with its source.
//!
//! For: what a capture cannot say by itself. Which ids belong to a chipset and which to a
//! processor, how wide the uplink is that PCI does not show, what a drive's maker promises.
//!
//! The facts stand in `data/`, one file a kind, and are parsed once, when first asked for. Every
//! row names its source and how far it is to be trusted; observed facts beat all of them.
//!
//! Not here: boards, and what a link can carry (`narrows-topology`).

pub mod casebook;
pub mod chipset;
pub mod cpu;
pub mod drive;
pub mod machine;
pub mod pci;

mod confidence;
mod quantity;

pub use confidence::Confidence;
