//! `--on`: virtual hardware instead of this machine.

use std::path::PathBuf;

use clap::Args as ClapArgs;

/// What is measured instead of this machine, for every command that measures.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct On {
    /// A source whose machine is simulated; `this` for the running one.
    #[arg(long, value_name = "SOURCE")]
    pub on: Option<String>,
    /// What everything random in it follows from: the same seed gives the same results.
    #[arg(long, value_name = "N", default_value = "1", requires = "on")]
    pub seed: u64,
    /// What goes wrong in it, and when (`narrows.faults/1`).
    #[arg(long, value_name = "FILE", requires = "on")]
    pub faults: Option<PathBuf>,
    /// The machine that answers in its place, with the same drives: SOURCE is then only what the documents say
    #[arg(long, value_name = "SOURCE", requires = "on")]
    pub behaves: Option<String>,
}

impl On {
    /// Virtual hardware is asked for.
    pub fn is_given(&self) -> bool {
        self.on.is_some()
    }
}
