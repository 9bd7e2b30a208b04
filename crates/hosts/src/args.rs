//! Arguments of `narrows-hosts`. Its help texts are under `help-hosts`, as those of `narrows hosts`.

use std::path::PathBuf;

use clap::{ArgGroup, Args as ClapArgs, Parser, Subcommand};
use narrows::output::CommonArgs;
use narrows::picture::PictureArgs;
use narrows::values::{round, watch};
use narrows::{CompletionsArgs, spoken};
use narrows_messages::Localizer;
use narrows_units::Nanos;

#[derive(Debug, Parser)]
#[command(name = "narrows-hosts", version, disable_help_flag = true)]
#[command(disable_version_flag = true)]
pub struct HostsArgs {
    #[command(subcommand)]
    pub verb: HostsVerb,
    #[command(flatten)]
    pub common: CommonArgs,
}

/// Reads the command line of this process.
pub fn read(localizer: &Localizer) -> Result<HostsArgs, clap::Error> {
    spoken::read("hosts", localizer)
}

/// The command line with its help in the localizer's language.
pub fn command(localizer: &Localizer) -> clap::Command {
    spoken::command::<HostsArgs>("hosts", localizer)
}

#[derive(Debug, Subcommand)]
pub enum HostsVerb {
    See(HostsSee),
    Check(HostsSee),
    Predict(HostsPredict),
    Measure(HostsMeasure),
    Explain(HostsExplain),
    Resume(HostsResume),
    Watch(HostsWatchArgs),
    Man,
    Completions(CompletionsArgs),
}

#[derive(Clone, Debug, Default, ClapArgs)]
pub struct HostsSelection {
    /// A cluster file whose hosts are simulated.
    #[arg(long, value_name = "CLUSTER")]
    pub on: Option<PathBuf>,
    /// Seed of all random choices.
    #[arg(long, value_name = "N", default_value = "1", requires = "on")]
    pub seed: u64,
    /// This host only, without a launcher.
    #[arg(long, conflicts_with = "on")]
    pub here: bool,
}

#[derive(Clone, Debug, ClapArgs)]
#[command(group = ArgGroup::new("files").args(["html", "svg", "png", "card"]).multiple(true))]
pub struct HostsOptions {
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
    /// Slurm's `topology.conf`, or a folder with the output of `lldpctl -f json` on each host.
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
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct DrawnFiles {
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub picture: PictureArgs,
    #[arg(long, requires = "files")]
    pub force: bool,
}

#[derive(Debug, ClapArgs)]
pub struct HostsMeasure {
    #[command(flatten)]
    pub options: HostsOptions,
    #[arg(long, value_name = "SET", default_value = "alone,all", value_delimiter = ',')]
    pub set: Vec<SetName>,
    #[command(flatten)]
    pub which: HostsSelection,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SetName {
    Alone,
    Pairs,
    Groups,
    All,
}

#[derive(Debug, ClapArgs)]
pub struct HostsExplain {
    #[command(flatten)]
    pub options: HostsOptions,
    /// A kept run, by its id, the start of it, or its directory: nothing is measured.
    #[arg(value_name = "RUN", conflicts_with_all = ["target", "workload", "groups", "on", "here", "both_ways", "gather"])]
    pub run: Option<String>,
    #[arg(long)]
    pub no_experiments: bool,
    /// Experiments may write, into files of their own.
    #[arg(long)]
    pub both_ways: bool,
    #[command(flatten)]
    pub which: HostsSelection,
}

#[derive(Debug, ClapArgs)]
pub struct HostsResume {
    #[arg(value_name = "RUN")]
    pub run: String,
    #[arg(long)]
    pub gather: bool,
    #[arg(long)]
    pub here: bool,
}

#[derive(Debug, ClapArgs)]
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

#[derive(Debug, ClapArgs)]
pub struct HostsWatchArgs {
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

#[derive(Debug, ClapArgs)]
pub struct HostsSee {
    /// Captures, a folder of them, or a cluster file; without any, the ranks of the launcher.
    #[arg(value_name = "SOURCE")]
    pub sources: Vec<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[arg(long, requires = "html")]
    pub force: bool,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use narrows_messages::{Language, message_ids};

    use super::*;

    /// The words that `narrows hosts` hands on have a help of their own there.
    #[test]
    fn every_argument_has_help_and_no_help_is_left_over() {
        let ids = spoken::help_ids::<HostsArgs>("hosts");
        let there: BTreeSet<String> =
            message_ids(Language::English).into_iter().map(str::to_owned).collect();
        let missing: Vec<&String> = ids.difference(&there).collect();
        assert!(missing.is_empty(), "{missing:?}");
        let of_hosts = there.difference(&ids).filter(|id| id.starts_with("help-hosts-"));
        assert_eq!(of_hosts.collect::<Vec<_>>(), ["help-hosts-words"]);
    }

    #[test]
    fn the_command_line_is_sound() {
        command(&Localizer::new(Language::Japanese)).debug_assert();
    }
}
