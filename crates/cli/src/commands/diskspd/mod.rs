//! `narrows diskspd`: DiskSpd measures chosen sets of drives, each set in one process and so from one start, and its
//! results are explained like any others.
//!
//! Not here: DiskSpd's words (`narrows-formats`), which sets there are (`measure`) and which is next (`explain`).

mod engine;
#[cfg(windows)]
mod files;
mod lines;
#[cfg(windows)]
mod process;
#[cfg(windows)]
mod program;
mod request;
#[cfg(windows)]
pub mod running;

pub use self::engine::{bench, measure};
pub use self::request::DiskspdRequest;
use crate::args::diskspd::DiskspdArgs;
use crate::failure::{ProgramExit, Result};
use crate::output::CliOutput;
use crate::platform;

pub fn run(args: &DiskspdArgs, output: &CliOutput) -> Result<ProgramExit> {
    let request = DiskspdRequest::of(args, output)?;
    if args.dry_run {
        lines::show(args, &request, output)
    } else {
        platform::commands::diskspd(args, &request, output)
    }
}
