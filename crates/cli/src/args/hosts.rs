//! What `narrows hosts` takes.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand};
use narrows_units::Nanos;

use super::times::{round, watch};
use crate::picture::Picture;

#[derive(Debug, Args)]
pub struct Hosts {
    #[command(subcommand)]
    pub what: HostsVerb,
}

/// What is asked of many hosts.
#[derive(Debug, Subcommand)]
pub enum HostsVerb {
    See(HostsSee),
    Check(HostsSee),
    Predict(HostsPredict),
    Measure(HostsMeasure),
    Explain(HostsExplain),
    Resume(HostsResume),
    Watch(HostsWatch),
}

/// Which hosts.
#[derive(Clone, Debug, Default, Args)]
pub struct Which {
    /// A cluster file whose hosts are simulated.
    #[arg(long, value_name = "CLUSTER")]
    pub on: Option<PathBuf>,
    /// What everything random in it follows from.
    #[arg(long, value_name = "N", default_value = "1", requires = "on")]
    pub seed: u64,
    /// This host only, without a launcher.
    #[arg(long, conflicts_with = "on")]
    pub here: bool,
}

/// What is asked of each host.
#[derive(Clone, Debug, Args)]
#[command(group = ArgGroup::new("files").args(["html", "svg", "png", "card"]).multiple(true))]
pub struct Asked {
    /// The path that all share; without it, each host's own drives.
    #[arg(long, value_name = "PATH")]
    pub target: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub workload: Option<String>,
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = round)]
    pub time: Nanos,
    /// A host that serves the others, by its name.
    #[arg(long, value_name = "HOST")]
    pub server: Vec<String>,
    /// Slurm's `topology.conf`, or a folder of what `lldpctl -f json` printed on each host.
    #[arg(long, value_name = "FILE")]
    pub groups: Option<PathBuf>,
    #[arg(long)]
    pub no_report: bool,
    /// Each host's own run, with its samples, is brought to rank 0.
    #[arg(long, conflicts_with = "no_report")]
    pub gather: bool,
    /// The summary as IOR prints it, instead of the page.
    #[arg(long, conflicts_with_all = ["json", "markdown", "text"])]
    pub ior: bool,
    #[command(flatten)]
    pub drawn: DrawnFiles,
}

/// Files that a page and its picture go to.
#[derive(Clone, Debug, Default, Args)]
pub struct DrawnFiles {
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub picture: Picture,
    #[arg(long, requires = "files")]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct HostsMeasure {
    #[command(flatten)]
    pub asked: Asked,
    #[arg(long, value_name = "SET", default_value = "alone,all", value_delimiter = ',')]
    pub set: Vec<SetName>,
    #[command(flatten)]
    pub which: Which,
}

/// Which hosts run together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SetName {
    Alone,
    Pairs,
    Groups,
    All,
}

#[derive(Debug, Args)]
pub struct HostsExplain {
    #[command(flatten)]
    pub asked: Asked,
    /// A kept run, by its id, the start of it, or its directory: nothing is measured.
    #[arg(value_name = "RUN", conflicts_with_all = ["target", "workload", "groups", "on", "here", "both_ways", "gather"])]
    pub run: Option<String>,
    #[arg(long)]
    pub no_experiments: bool,
    /// Experiments may write, into files of their own.
    #[arg(long)]
    pub both_ways: bool,
    #[command(flatten)]
    pub which: Which,
}

#[derive(Debug, Args)]
pub struct HostsResume {
    #[arg(value_name = "RUN")]
    pub run: String,
    #[arg(long)]
    pub gather: bool,
    #[arg(long)]
    pub here: bool,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("files").args(["html", "svg", "png", "card"]).multiple(true))]
pub struct HostsPredict {
    #[arg(value_name = "CLUSTER")]
    pub cluster: PathBuf,
    #[arg(long, value_name = "PATH")]
    pub target: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub workload: Vec<String>,
    #[command(flatten)]
    pub drawn: DrawnFiles,
}

#[derive(Debug, Args)]
pub struct HostsWatch {
    #[arg(value_name = "COMMAND", last = true, num_args = 1..)]
    pub command: Vec<String>,
    /// Every process of that name on each host.
    #[arg(long, value_name = "NAME", conflicts_with = "command")]
    pub name: Option<String>,
    #[arg(long = "for", value_name = "TIME", value_parser = watch)]
    pub lasts: Option<Nanos>,
    #[arg(long)]
    pub no_tracing: bool,
    #[arg(long)]
    pub no_report: bool,
    /// Refused with a sentence: virtual hosts run no jobs.
    #[arg(long, value_name = "CLUSTER", hide = true)]
    pub on: Option<PathBuf>,
    #[arg(long)]
    pub here: bool,
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[arg(long, requires = "html")]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct HostsSee {
    /// Captures, a folder of them, or a cluster file; without any, the ranks of the launcher.
    #[arg(value_name = "SOURCE")]
    pub sources: Vec<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[arg(long, requires = "html")]
    pub force: bool,
}
