//! Where a function sits, from its PCI id, and the public names of ids.
//!
//! Roles and families come from `data/pci-roles.txt`, which `cargo xtask pci-roles` builds from the
//! public list of PCI ids by rules listed there with their reasons. Names come from that list
//! itself, through the `pci-ids` crate, as tables that `build.rs` makes.
//!
//! Listings without ids name devices by the same list, and lead back to it (`by_name`).
//!
//! Not here: a port's own record in a capture (its Express capability), which overrides all this.

mod by_name;
mod list;
mod names;
mod roles;

pub use by_name::{id_by_name, known_by_name, vendor_by_name};
pub use names::{class_name, device_name, vendor_name};
pub use roles::{KnownFunction, PciRole, known};
