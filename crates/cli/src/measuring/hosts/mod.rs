//! One of many hosts: carries out rank 0's orders on this machine, with the rounds of one machine.
//!
//! Not here: how orders come and answers go (`narrows-ranks`), what is asked next (`narrows-cluster`).

mod figures;
mod kept;
mod launched;
mod load;
mod marker;
mod worker;

pub use self::launched::{Role, is_launched, join};
pub use self::worker::HostWorker;
