//! Code shared by all commands that measure: backends of rounds, available targets, running rounds and
//! writing, settings changed for a while, and the resulting run with its directory.
//!
//! Not here: arguments and commands. They import this, never the other way round.

pub mod backend;
pub(crate) mod campaign;
pub(crate) mod context;
pub(crate) mod curve;
mod document;
pub(crate) mod fio_job;
#[cfg(target_os = "linux")]
pub mod job;
#[cfg(target_os = "linux")]
pub(crate) mod overrides;
#[cfg(target_os = "linux")]
pub(crate) mod overwriting;
mod predictions;
mod rehearsal;
mod round_screen;
pub mod rounds;
mod run;
pub mod targets;
pub(crate) mod watch;
pub(crate) mod workloads;
pub(crate) mod writes;

pub(crate) use self::campaign::{Campaign, CampaignContext, NextRounds, RunProgress};
pub(crate) use self::document::minutes;
pub use self::document::{document, note};
pub(crate) use self::rehearsal::{
    location, show_places, show_rounds, show_virtual, virtual_location,
};
pub(crate) use self::run::{CombinedResults, duration, not_too_many};
