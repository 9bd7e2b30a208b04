//! What every binary does around its commands: language, command line, exit code.

use std::process::ExitCode;

use narrows_messages::Localizer;

use crate::failure::{Exit, Failure};
use crate::output::{self, Common, Output};
use crate::platform::{self, streams};

/// A binary with a command line of its own.
pub struct Program<A> {
    /// Reads the command line; help speaks the localizer's language.
    pub read: fn(&Localizer) -> Result<A, clap::Error>,
    /// What every command takes.
    pub common: fn(&A) -> &Common,
    /// Carries out what is asked.
    pub run: fn(&A, &Output) -> Result<Exit, Failure>,
    /// The cargo features that it was built with, which `--version --json` tells.
    pub features: &'static [&'static str],
}

impl<A> Program<A> {
    /// From the command line of this process to the code that it ends with.
    pub fn start(&self) -> ExitCode {
        platform::prepare();
        let localizer = output::localizer();
        let args = match (self.read)(&localizer) {
            Ok(args) => args,
            Err(answer) => return output::answer(&answer, self.features, &localizer).into(),
        };
        let output = Output::new((self.common)(&args), localizer);
        let exit = match (self.run)(&args, &output) {
            Ok(exit) => exit,
            Err(failure) => output.fail(&failure),
        };
        streams::close_screen();
        exit.into()
    }
}
