//! The frame of every binary around its commands: language, command line, exit code.

use std::process::ExitCode;

use clap::CommandFactory;
use narrows_messages::Localizer;

use crate::failure::{ProgramExit, Result};
use crate::output::{self, CliOutput, CommonArgs};
use crate::platform::{self, streams};

pub struct CliProgram<A> {
    /// Reads the command line; help speaks the localizer's language.
    pub read: fn(&Localizer) -> Result<A, clap::Error>,
    pub common: fn(&A) -> &CommonArgs,
    pub run: fn(&A, &CliOutput) -> Result<ProgramExit>,
    /// The cargo features that it was built with, listed by `--version --json`.
    pub features: &'static [&'static str],
}

impl<A: CommandFactory> CliProgram<A> {
    /// From the command line of this process to the code that it ends with.
    pub fn start(&self) -> ExitCode {
        platform::prepare();
        let localizer = output::localizer();
        let args = match (self.read)(&localizer) {
            Ok(args) => args,
            Err(answer) => {
                let exit = output::answer(&answer, &A::command(), self.features, &localizer);
                return exit.into();
            }
        };
        let output = CliOutput::new((self.common)(&args), localizer);
        let exit = match (self.run)(&args, &output) {
            Ok(exit) => exit,
            Err(failure) => output.fail(&failure),
        };
        streams::close_screen();
        exit.into()
    }
}
