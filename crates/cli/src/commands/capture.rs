//! `narrows capture`: this machine as an archive that every other command reads, and the script that takes a
//! capture on Windows.

use std::path::Path;

use crate::args::{self, CaptureScript};
use crate::destination::OutputFileKind;
use crate::failure::{ProgramExit, Result};
use crate::output::CliOutput;
use crate::platform::machine;

/// Takes a capture with the tools of Windows.
pub const WINDOWS: &str = include_str!("capture/capture.ps1");

pub fn run(args: &args::CaptureArgs, output: &CliOutput) -> Result<ProgramExit> {
    match args.script {
        Some(CaptureScript::Windows) => script(WINDOWS, args, output),
        None => machine::archive(args, output),
    }
}

/// Hands out a script; a terminal may have it, too.
fn script(text: &str, args: &args::CaptureArgs, output: &CliOutput) -> Result<ProgramExit> {
    let to = args.output.as_deref().unwrap_or(Path::new("-"));
    let to = output.destination(Some(to), OutputFileKind::Script, args.force)?;
    to.map_or(Ok(()), |to| to.write(text.as_bytes()))?;
    Ok(ProgramExit::Ok)
}
