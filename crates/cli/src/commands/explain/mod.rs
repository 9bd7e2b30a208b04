//! `narrows explain`: which drives share a limit and why, from sets measured one after another.

mod document;
mod experiments;
mod inquiry;
mod live;
mod offline;

use narrows_units::Nanos;

pub use self::inquiry::{Inquiry, mark_chosen};
use crate::args::explain::Explain;
use crate::failure::{Exit, Failure};
use crate::output::Output;

/// How long a round counts where nobody says: rates of a second scatter by a few percent.
pub const ROUND: Nanos = Nanos::millis(1000);

pub fn run(args: &Explain, output: &Output) -> Result<Exit, Failure> {
    match args.from.is_empty() {
        true => live::run(args, output),
        false => offline::run(args, output),
    }
}
