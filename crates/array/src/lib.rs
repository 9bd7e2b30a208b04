//! RAID arithmetic: maps parts of a request to members.
//!
//! For: cutting requests to an array into requests to its members, the same for the engine, which
//! issues them to real drives, and for the simulation, which prices them.
//!
//! The steps that build an array on a machine: [`build`].
//!
//! Not here: what a request costs (`narrows-model`), who issues it.

pub mod build;
mod copies;
mod layout;
mod level;

pub use copies::{Copies, Order};
pub use layout::{Cutting, Extent, Layout, Request};
pub use level::Level;
