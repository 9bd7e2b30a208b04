//! One of many hosts: carries out rank 0's orders on this machine, with the rounds of one machine.
//!
//! Not here: how orders come and answers go (a driver's), what is asked next (`narrows-cluster`).

mod marker;
mod worker;

pub use self::worker::HostWorker;
