//! Many hosts on shared storage: the `narrows-hosts` binary, which `mpirun` and `srun` start on each of them.
//!
//! For: doing on many hosts what `narrows` does on one (`commands`). Each carries out orders with the rounds of
//! one machine (`measuring`); `ranks` carries them between hosts; `cluster` draws conclusions from the answers.
//!
//! Not here: measuring a machine, pages, kept runs: those are of `narrows`, `narrows-report` and `narrows-record`.

mod args;
pub mod cluster;
mod commands;
mod measuring;
#[cfg_attr(
    not(feature = "mpi"),
    allow(dead_code, reason = "without MPI only tests have a wire between ranks")
)]
mod ranks;

use std::process::ExitCode;

use narrows::CliProgram;

pub fn main() -> ExitCode {
    let features: &[&str] = if cfg!(feature = "mpi") { &["mpi"] } else { &[] };
    CliProgram { read: args::read, common: |args| &args.common, run: commands::run, features }
        .start()
}
