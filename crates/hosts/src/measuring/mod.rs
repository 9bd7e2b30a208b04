//! One of many hosts: carries out rank 0's orders on this machine, with the rounds of one machine.
//!
//! Not here: how orders come and answers go ([`crate::ranks`]), which round is next ([`crate::cluster`]).

mod figures;
mod launched;
mod load;
mod marker;
mod own_run;
mod watching;
mod worker;

pub use self::launched::{RankRole, is_launched, join, join_to_watch};
pub(crate) use self::load::now;
pub use self::watching::{WatchPlan, options};
pub use self::worker::HostWorker;
