//! A captured machine becomes a typed tree of ports, links, slots and drives, with notes.
//!
//! For: reading every format of a captured machine ([`read`]) into one value with the contents
//! ([`evidence`]), and building the tree from it ([`build`], [`graph`]). Nothing here touches the
//! running machine: `narrows-host` passes it in as a [`read::FileTree`], like any other capture.
//!
//! Not here: the combined bandwidth of links (`narrows-model`), the names in JSON
//! (`narrows-record`).
//!
//! ```
//! use narrows_topology::{Id, build, capacity, read};
//!
//! let listing = "00:1d.0 PCI bridge [0604]: Example Port [8086:a118] (prog-if 00 [Normal decode])
//! \tBus: primary=00, secondary=01, subordinate=01, sec-latency=0
//! 01:00.0 Non-Volatile memory controller [0108]: Example SSD [144d:a804] (prog-if 02)
//! \tLnkCap:\tPort #0, Speed 8GT/s, Width x4
//! \tLnkSta:\tSpeed 8GT/s, Width x2
//! ";
//! let topology = build::build(&read::kind::evidence(listing.as_bytes()).expect("a listing"));
//! let drive = &topology.nodes[&Id::new("0000:01:00.0")];
//! let link = drive.link.as_ref().and_then(|link| link.current).expect("a link");
//! // Two lanes of 8 GT/s with 128 data bits of 130 are 16e9 x 128 / 130 / 8 = 1,969e6 bytes a second,
//! // of which what keeps the clocks in step takes less than half a percent.
//! assert!((1960.0..1969.0).contains(&capacity::raw(link).as_mb_s()));
//! ```

pub mod build;
pub mod cable;
pub mod capacity;
pub mod evidence;
pub mod graph;
pub mod pci;
pub mod read;
mod slot;

pub use graph::{AttachmentPoint, FactBasis, Id, Topology};
pub use pci::{ClassCode, PciAddress, PciId};
