//! Form of captures, predictions and runs on disk and on the wire.
//!
//! For: the JSON documents (`narrows.see/1`, `narrows.predict/1`, `narrows.run/1`, ...), which are
//! twins of the inner types so that the two can age separately.
//! `docs/json.md` describes the documents; `cargo xtask schemas` writes their JSON Schemas from these
//! types (`published`, cargo feature `schema`).
//!
//! Units are part of the names: `mb_s` is 10^6 bytes per second, `latency_us` microseconds, `size`
//! bytes.
//!
//! ```
//! use narrows_messages::{Language, Localizer, Message};
//! use narrows_record::{see::DocumentNote, words};
//!
//! let [english, japanese] = [Language::English, Language::Japanese].map(Localizer::new);
//! let note = DocumentNote::of(None, &Message::new("measure-not-pinned"));
//! // Written in one language, a document is read in any other.
//! let written = words::to_vec_pretty(&note, &japanese)?;
//! let read: DocumentNote = words::read(&written)?;
//! assert_eq!(english.text_of(&read.text), english.text("measure-not-pinned"));
//! # Ok::<(), serde_json::Error>(())
//! ```

pub mod array_compared;
pub mod build;
pub mod casebook;
pub mod catalog;
pub mod check;
pub mod compare;
pub mod experiment;
pub mod explain;
mod from_catalog;
mod from_changes;
mod from_model;
mod from_topology;
pub mod history;
pub mod hosts;
pub mod identity;
pub mod in_place;
pub mod lanes;
pub mod learn;
pub mod plan;
pub mod plan_beyond;
pub mod plan_fitting;
pub mod plan_levels;
pub mod predict;
pub mod processor;
#[cfg(feature = "schema")]
mod published;
pub mod rounds;
pub mod run;
pub mod see;
pub mod sentence;
pub mod sharing;
pub mod shortfall;
pub mod stripe;
pub mod trial;
pub mod verify;
pub mod version;
pub mod watch;
pub mod word;
pub mod words;

pub use from_changes::ComparedSituations;
pub use from_topology::{basis, host, round_mb_s};
#[cfg(feature = "schema")]
pub use published::published;

/// The schema names that documents carry.
pub mod schema {
    pub const SEE: &str = "narrows.see/1";
    pub const PLAN: &str = "narrows.plan/1";
    pub const PREDICT: &str = "narrows.predict/1";
    pub const ROUNDS: &str = "narrows.rounds/1";
    pub const RUN: &str = "narrows.run/1";
    pub const LANES: &str = "narrows.lanes/1";
    pub const LEARN: &str = "narrows.learn/1";
    pub const CHECK: &str = "narrows.check/1";
    pub const HISTORY: &str = "narrows.history/1";
    /// Runs that were deleted.
    pub const FORGOTTEN: &str = "narrows.forgotten/1";
    pub const HOSTS: &str = "narrows.hosts/1";
    pub const HOSTS_SEE: &str = "narrows.hosts-see/1";
    pub const HOSTS_WATCH: &str = "narrows.hosts-watch/1";
    pub const HOSTS_PREDICT: &str = "narrows.hosts-predict/1";
    pub const COMPARE: &str = "narrows.compare/1";
    pub const CASEBOOK: &str = "narrows.casebook/1";
    pub const CATALOG: &str = "narrows.catalog/1";
    pub const EXPERIMENT: &str = "narrows.experiment/1";
    pub const EXPERIMENTS: &str = "narrows.experiments/1";
    pub const EXPLAIN: &str = "narrows.explain/1";
    pub const BUILD: &str = "narrows.build/1";
    pub const TRIAL: &str = "narrows.trial/1";
    pub const VERIFY: &str = "narrows.verify/1";
    pub const REHEARSAL: &str = "narrows.rehearsal/1";
    /// Of fault scripts.
    pub const FAULTS: &str = "narrows.faults/1";
    pub const VERSION: &str = "narrows.version/1";
    /// Of machine files.
    pub const MACHINE: &str = "narrows.machine/1";
}
