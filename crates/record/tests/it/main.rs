//! Documents, whoever wrote them.

mod build;
mod exchange;
mod experiment;
mod from_topology;
mod history;
mod hosts;
mod identity;
mod kinds;
#[cfg(feature = "schema")]
mod published;
mod steady;
mod word;
mod words;
