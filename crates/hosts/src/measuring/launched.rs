//! The ranks that a launcher started with us: rank 0 gives the orders, all others carry them out here and
//! are through.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows::failure::{CommandFailure, ProgramExit, Result};
use narrows::output::CliOutput;
use narrows_messages::Message;

use super::{HostWorker, WatchPlan};
use crate::cluster::HostsDriver;
use crate::ranks::{LeaveReason, RankHosts, RankTimeouts, serve};

pub enum RankRole<'o> {
    /// Rank 0: it asks the others, and itself.
    Asks(Box<dyn HostsDriver + 'o>),
    /// Another rank, whose work is done.
    Answered(ProgramExit),
}

pub fn is_launched() -> bool {
    crate::ranks::place(|name| std::env::var(name).ok()).is_some()
}

/// Joins the other ranks. `options` is the command line as one text, the same on all.
/// On every rank but 0 this returns when rank 0 has no more orders.
pub fn join<'o>(
    options: String,
    cancel: &Arc<AtomicBool>,
    output: &'o CliOutput,
) -> Result<RankRole<'o>> {
    join_to_watch(options, WatchPlan::default(), cancel, output)
}

/// The same, to watch this.
pub fn join_to_watch<'o>(
    options: String,
    plan: WatchPlan,
    cancel: &Arc<AtomicBool>,
    output: &'o CliOutput,
) -> Result<RankRole<'o>> {
    let mut wire = crate::ranks::join().map_err(|why| CommandFailure::usage(why.message()))?;
    let place = (wire.rank(), wire.ranks());
    let worker = HostWorker::new(place, options, Arc::clone(cancel), output);
    let mut worker = worker.watching(plan);
    if place.0 == 0 {
        let ranks =
            RankHosts::new(wire, Box::new(worker), RankTimeouts::default(), Arc::clone(cancel));
        return Ok(RankRole::Asks(Box::new(ranks)));
    }
    match serve(wire.as_mut(), &mut worker, cancel) {
        LeaveReason::Ended => Ok(RankRole::Answered(ProgramExit::Ok)),
        LeaveReason::Interrupted => {
            output.remark(&Message::new("hosts-interrupted"));
            Ok(RankRole::Answered(ProgramExit::Interrupted))
        }
    }
}
