//! `narrows restore`: puts back the settings that a killed run or a power cut left changed.

use std::path::PathBuf;

use narrows_host::Root;
use narrows_messages::Message;

use super::experiment::{self, args::Which, kept, owed};
use crate::failure::{Exit, Failure};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub which: Which,
    /// Where `sys`, `proc` and `run` lie: a tree of one's own, for trying this without a machine.
    #[arg(long, hide = true, value_name = "DIRECTORY")]
    pub knobs_root: Option<PathBuf>,
    /// Print a systemd unit that restores when the machine starts, and restore nothing now.
    #[arg(long, conflicts_with = "id")]
    pub unit: bool,
}

pub fn run(args: &Args, output: &Output) -> Result<Exit, Failure> {
    if args.unit {
        return print_unit(output);
    }
    kept::restore(&args.which, &experiment::root(args.knobs_root.as_deref())?, output)
}

/// A unit for systemd.service(5), which does nothing where nothing is owed. Journals lie in the homes of
/// users, which have to be there before.
fn print_unit(output: &Output) -> Result<Exit, Failure> {
    let program = std::env::current_exe()
        .map_err(|why| Failure::new(Message::new("restore-no-program").with("why", why)))?;
    let index = owed::folder(&Root::live());
    let index = index.display();
    output.print(&format!(
        "[Unit]\n\
         Description=Put back settings that a run of narrows left changed\n\
         ConditionDirectoryNotEmpty={index}\n\
         RequiresMountsFor={index} /home /root\n\
         After=local-fs.target\n\n\
         [Service]\n\
         Type=oneshot\n\
         ExecStart=\"{}\" restore\n\n\
         [Install]\n\
         WantedBy=multi-user.target",
        program.display()
    ))?;
    output.remark(&Message::new("restore-unit-how"));
    Ok(Exit::Ok)
}
