//! `narrows restore`: puts back the settings that a killed run or a power cut left changed.

use std::path::PathBuf;

use super::experiment::{self, args::Which, kept};
use crate::failure::{Exit, Failure};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub which: Which,
    /// Where `sys`, `proc` and `run` lie: a tree of one's own, for trying this without a machine.
    #[arg(long, hide = true, value_name = "DIRECTORY")]
    pub knobs_root: Option<PathBuf>,
}

pub fn run(args: &Args, output: &Output) -> Result<Exit, Failure> {
    kept::restore(&args.which, &experiment::root(args.knobs_root.as_deref())?, output)
}
