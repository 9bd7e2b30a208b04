//! Known chipsets, processors, drives, boards and PCI ids, each fact with its source.
//!
//! For: facts missing from a capture. Which ids belong to a chipset and which to a processor, the
//! width of the uplink that PCI does not show, the specifications of a drive's maker.
//!
//! The facts are in `data/`, one file per kind, and are parsed once, on first use. Every row names
//! its source and how far it is to be trusted; observed facts beat all of them. The user's own
//! entries ([`own`]) come before ours everywhere.
//!
//! Not here: the throughput of a link (`narrows-topology`).
//!
//! ```
//! use narrows_catalog::{cpu, drive};
//!
//! let model = drive::find("PLEXTOR PX-256M8PeG", None).expect("a drive by what it calls itself");
//! assert_eq!(model.id, "plextor-px-256m8pe");
//! // Two channels of DDR4-2133 move 2 x 8 bytes 2,133,000,000 times a second.
//! let skylake = cpu::cpu("intel-skylake-s").expect("a processor");
//! let memory = skylake.memory.as_ref().expect("its memory");
//! assert_eq!(memory.most().as_mb_s(), 34_128.0);
//! ```

pub mod board;
pub mod card;
pub mod casebook;
pub mod chipset;
pub mod cpu;
pub mod drive;
pub mod entry;
pub mod machine;
pub mod named;
pub mod own;
pub mod pci;
pub mod raid;
pub mod search;
pub mod width;

mod checks;
mod confidence;
mod entries;
mod mistake;
mod names;
mod packed;
mod quantity;
mod spelling;
mod stock;
mod word;

pub use confidence::Confidence;
pub use mistake::CatalogMistake;
