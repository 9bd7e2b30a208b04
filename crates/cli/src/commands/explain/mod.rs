//! `narrows explain`: which drives share a limit and why, from sets measured one after another; the performance an
//! existing array costs its drives.

pub mod document;
mod experiments;
mod in_place;
mod inquiry;
pub mod live;
mod offline;

use narrows_units::Nanos;

pub use self::inquiry::{SharingInquiry, mark_chosen};
use crate::args::explain::ExplainArgs;
use crate::failure::{ProgramExit, Result};
use crate::output::CliOutput;

/// How long a round counts by default: rates of a second scatter by a few percent.
pub const ROUND: Nanos = Nanos::millis(1000);
/// A budget does not make rounds shorter than says something, nor longer than is needed.
const ROUND_MIN: Nanos = Nanos::millis(300);
const ROUND_MAX: Nanos = Nanos::millis(5000);

pub fn run(args: &ExplainArgs, output: &CliOutput) -> Result<ProgramExit> {
    if args.from.is_empty() { live::run(args, output) } else { offline::run(args, output) }
}
