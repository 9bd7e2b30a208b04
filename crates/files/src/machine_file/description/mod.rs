//! The contents of a machine file: every table with its keys, each value with its place.
//!
//! A `table!` lists the keys of a table once; from that list come the reading, the complaint about
//! a key that is missing and the likely one for an unknown key. Fault scripts
//! (`crate::faults`) are read by the same means.

mod drive;
mod host;
mod places;
mod quantity;
pub(crate) mod scalar;
pub(crate) mod table;
pub(crate) mod word;
mod workload;
mod written;

pub(crate) use drive::{Array, Drive, StatedFigure};
pub(crate) use host::{DescribedSlot, Effect, File, Host, NameList, Rule, SettingsTable};
pub(crate) use places::{
    Card, Ceilings, Chipset, Controller, ControllerKind, Hub, MachineFileCardKind, Network,
    RootComplex, Switch, Tunnel, TunnelKind,
};
pub(crate) use quantity::LaneSplit;
pub(crate) use scalar::SpelledLevel;
pub(crate) use table::{FromValue, parse};
pub(crate) use workload::{ThreadScope, Workload};
