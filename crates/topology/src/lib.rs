//! A captured machine becomes a typed tree of ports, links, slots and drives, with notes.
//!
//! For: reading every format of a captured machine ([`read`]) into one value with the contents
//! ([`evidence`]), and building the tree from it ([`build`], [`graph`]). Nothing here touches the
//! running machine: `narrows-host` passes it in as a [`read::FileTree`], like any other capture.
//!
//! Not here: what the links carry together (`narrows-model`), the names in JSON (`narrows-record`).

pub mod build;
pub mod cable;
pub mod capacity;
pub mod evidence;
pub mod graph;
pub mod pci;
pub mod read;

pub use graph::{Attachment, Basis, Id, Topology};
pub use pci::{ClassCode, PciAddress, PciId};
