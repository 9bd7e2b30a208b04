//! The machine file as written: every table with its keys, each value with its place.
//!
//! A `table!` lists the keys of a table once; from that list come the reading, the complaint about
//! a key that is missing and the likely one for a key that nobody knows. Fault scripts
//! (`crate::faults`) are read by the same means.

mod drive;
mod host;
mod places;
mod quantity;
pub(crate) mod scalar;
pub(crate) mod table;
pub(crate) mod word;
mod workload;

pub(super) use drive::{Array, Drive, Said};
pub(super) use host::{Effect, File, Host, Rule, Slot};
pub(super) use places::{
    Card, CardKind, Ceilings, Chipset, Controller, ControllerKind, Hub, Network, RootComplex,
    Switch, Tunnel, TunnelKind,
};
pub(super) use scalar::SpelledLevel;
pub(crate) use table::{FromValue, parse};
pub(super) use workload::{Threads, Workload};
