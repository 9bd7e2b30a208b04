//! Many hosts on shared storage.
//!
//! For: the file of a cluster and its virtual hosts; which rounds tell who shares what; what a set of
//! hosts that share a limit is in the network. Hosts exchange the documents of
//! `narrows_record::hosts::exchange`; a [`Driver`] carries orders to them, whether they are ranks of a
//! launcher or virtual.
//!
//! Not here: how bytes travel between hosts, measuring on a host (`narrows`), pages.

pub mod causes;
mod driver;
mod fleet;
pub mod flows;
pub mod inquiry;
pub mod lldp;
mod predict;
mod reports;
mod sharing;
pub mod topology_conf;
pub mod trial;
mod units;
pub mod virtual_hosts;
pub mod watched;

pub use driver::{Clock, Driver, Worker};
pub use fleet::fleet;
pub use predict::predict;
pub use sharing::sharing;
pub use units::{Unit, Units, machine};
