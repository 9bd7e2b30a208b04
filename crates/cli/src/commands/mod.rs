//! One file or folder a command: arguments in, a document out. Those that ask this machine's drives are run by
//! `platform`.

pub mod capture;
pub mod casebook;
pub mod catalog;
pub mod compare;
pub mod explain;
pub mod export;
pub mod history;
pub mod import;
pub mod lanes;
pub mod learn;
pub mod man;
pub mod plan;
pub mod predict;
pub mod see;
pub mod web;

#[cfg(target_os = "linux")]
pub mod bench;
#[cfg(target_os = "linux")]
pub mod build;
#[cfg(target_os = "linux")]
pub mod check;
#[cfg(target_os = "linux")]
pub mod experiment;
#[cfg(target_os = "linux")]
pub mod hosts;
#[cfg(target_os = "linux")]
pub mod main_job;
#[cfg(target_os = "linux")]
pub mod measure;
#[cfg(target_os = "linux")]
pub mod restore;
#[cfg(target_os = "linux")]
pub mod stripe;
#[cfg(target_os = "linux")]
pub mod trial;
#[cfg(target_os = "linux")]
pub mod verify;
#[cfg(target_os = "linux")]
pub mod watch;
