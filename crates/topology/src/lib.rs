//! A captured machine becomes a typed tree of ports, links, slots and drives, with notes.
//!
//! For: reading every format in which a machine can be handed over ([`read`]) into one value that
//! says what was captured ([`evidence`]), and concluding from it what hangs where ([`build`],
//! [`graph`]). Nothing here touches the running machine: `narrows-host` hands it over as a
//! [`read::FileTree`], like any other capture.
//!
//! Not here: what the links carry together (`narrows-model`), the names in JSON (`narrows-record`).

pub mod build;
pub mod cable;
pub mod capacity;
pub mod evidence;
pub mod graph;
pub mod pci;
pub mod read;

pub use graph::{Basis, Door, Id, Topology};
pub use pci::{ClassCode, PciAddress, PciId};
