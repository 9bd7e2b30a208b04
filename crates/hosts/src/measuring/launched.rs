//! The ranks that a launcher started with us: rank 0 gives the orders, all others carry them out here and
//! are through.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows::failure::{Exit, Failure};
use narrows::output::Output;
use narrows_messages::Message;

use super::{HostWorker, Plan};
use crate::cluster::Driver;
use crate::ranks::{Left, Patience, Ranks, serve};

/// What we are among the ranks.
pub enum Role<'o> {
    /// Rank 0: it asks the others, and itself.
    Asks(Box<dyn Driver + 'o>),
    /// Another rank, whose work is done.
    Answered(Exit),
}

/// Whether a launcher started us.
pub fn is_launched() -> bool {
    crate::ranks::place(|name| std::env::var(name).ok()).is_some()
}

/// Joins the other ranks. `options` is the command line as one text, the same on all.
/// On every rank but 0 this returns when rank 0 has no more orders.
///
/// # Errors
///
/// No launcher started us, this build has no MPI, or another one than the launcher's.
pub fn join<'o>(
    options: String,
    cancel: &Arc<AtomicBool>,
    output: &'o Output,
) -> Result<Role<'o>, Failure> {
    join_to_watch(options, Plan::default(), cancel, output)
}

/// The same, to watch this.
///
/// # Errors
///
/// As [`join`].
pub fn join_to_watch<'o>(
    options: String,
    plan: Plan,
    cancel: &Arc<AtomicBool>,
    output: &'o Output,
) -> Result<Role<'o>, Failure> {
    let mut wire = crate::ranks::join().map_err(|why| Failure::usage(why.message()))?;
    let place = (wire.rank(), wire.ranks());
    let worker = HostWorker::new(place, options, Arc::clone(cancel), output);
    let mut worker = worker.watching(plan);
    if place.0 == 0 {
        let ranks = Ranks::new(wire, Box::new(worker), Patience::default(), Arc::clone(cancel));
        return Ok(Role::Asks(Box::new(ranks)));
    }
    match serve(wire.as_mut(), &mut worker, cancel) {
        Left::Ended => Ok(Role::Answered(Exit::Ok)),
        Left::Interrupted => {
            output.remark(&Message::new("hosts-interrupted"));
            Ok(Role::Answered(Exit::Interrupted))
        }
    }
}
