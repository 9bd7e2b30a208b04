//! One file or folder per command: arguments in, a document out. Those that query this machine's drives are
//! run by `platform`; those that change it are Linux-only.

pub mod bench;
pub mod capture;
pub mod casebook;
pub mod catalog;
pub mod compare;
pub mod diskspd;
pub mod explain;
pub mod export;
pub mod history;
pub mod import;
pub mod lanes;
pub mod learn;
pub mod main_job;
pub mod man;
pub mod measure;
pub mod plan;
pub mod predict;
pub mod see;
pub mod web;

#[cfg(target_os = "linux")]
pub mod build;
#[cfg(target_os = "linux")]
pub mod check;
#[cfg(target_os = "linux")]
pub mod experiment;
#[cfg(target_os = "linux")]
pub mod hosts;
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
