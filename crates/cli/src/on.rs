//! `--on`: virtual hardware instead of this machine.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use narrows_messages::Message;

use crate::failure::{CommandFailure, Result};

/// The simulation measured instead of this machine, for every command that measures.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct SimulationArgs {
    /// A source whose machine is simulated; `this` for the running one.
    #[arg(long, value_name = "SOURCE")]
    pub on: Option<String>,
    /// Seed of everything random in it: the same seed gives the same results.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[arg(long, value_name = "FILE")]
    pub faults: Option<PathBuf>,
    /// The machine that answers in its place; SOURCE is then only the one in the documents
    #[arg(long, value_name = "SOURCE")]
    pub behaves: Option<String>,
}

impl SimulationArgs {
    /// Seed of everything random: 1 unless another is given.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// Refuses options of simulated machines if none is named.
    pub fn check(&self) -> Result<()> {
        let alone = [
            ("--seed", self.seed.is_some()),
            ("--faults", self.faults.is_some()),
            ("--behaves", self.behaves.is_some()),
        ];
        match alone.into_iter().find(|(_, is_given)| *is_given && self.on.is_none()) {
            Some((option, _)) => Err(CommandFailure::usage(
                Message::new("ground-only-virtual").with("option", option),
            )),
            None => Ok(()),
        }
    }

    pub fn is_given(&self) -> bool {
        self.on.is_some()
    }
}
