//! Ranks of a launcher as hosts: how orders and answers travel between them, how their clocks relate,
//! and how a round starts on all of them at one instant.
//!
//! For: `mpirun` and `srun`. [`RankHosts`] is rank 0's side, [`serve()`] everybody else's; both speak over a
//! [`wire::Wire`], which is MPI ([`join`], cargo feature `mpi`) or, in tests, memory. Who waits sleeps:
//! nothing here spins, so that hosts with few processors, and several ranks on one host, measure drives and
//! not the waiting of others.
//!
//! Not here: the meaning of orders ([`crate::cluster`]), carrying them out
//! ([`crate::cluster::OrderWorker`] is implemented by the measuring side).

mod clocks;
mod launcher;
mod letter;
#[cfg(feature = "mpi")]
mod message_passing;
mod nap;
mod rank_zero;
mod serve;
#[cfg(test)]
mod tests;
mod turn;
mod wire;

pub use self::launcher::{join, place};
pub use self::rank_zero::{RankHosts, RankTimeouts};
pub use self::serve::{LeaveReason, serve};
