//! The machine file as written: every table with its keys, each value with its place.
//!
//! A `table!` lists the keys of a table once; from that list come the reading, the complaint about
//! a key that is missing and the likely one for a key that nobody knows.

mod drive;
mod host;
mod places;
mod quantity;
mod scalar;
mod table;
mod word;
mod workload;

pub(super) use drive::{Array, Drive};
pub(super) use host::{Effect, File, Host, Rule, Slot};
pub(super) use places::{
    Card, CardKind, Ceilings, Chipset, Controller, ControllerKind, Network, RootComplex, Switch,
    Tunnel, TunnelKind,
};
pub(super) use scalar::SpelledLevel;
pub(super) use table::{FromValue, parse};
pub(super) use workload::Workload;
