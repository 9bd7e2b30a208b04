//! Arguments of `narrows watch`.

use clap::Args as ClapArgs;
use narrows_units::Nanos;

use super::values;

#[derive(Debug, ClapArgs)]
pub struct WatchArgs {
    #[arg(value_name = "COMMAND", last = true, num_args = 1..)]
    pub command: Vec<String>,
    #[arg(long, value_name = "PID", conflicts_with = "command")]
    pub pid: Option<u32>,
    #[arg(long, value_name = "NAME", conflicts_with_all = ["command", "pid"])]
    pub name: Option<String>,
    #[arg(long = "for", value_name = "TIME", value_parser = values::watch)]
    pub lasts: Option<Nanos>,
    #[arg(long, value_name = "[ADDRESS]:PORT")]
    pub prometheus: Option<String>,
    #[arg(long)]
    pub no_tracing: bool,
    #[arg(long)]
    pub no_report: bool,
}
