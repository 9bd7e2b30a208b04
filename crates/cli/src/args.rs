//! The command line: one declaration, from which parser, help, man page and completions come.
//!
//! Options shared by several commands are next to the code that reads them (`source`, `output`,
//! `measuring`). Not here: the work of a command; arguments import no command.

pub mod bench;
pub mod build;
pub mod diskspd;
pub mod experiment;
pub mod explain;
mod measure;
mod plan;
pub mod spoken;
pub mod stripe;
pub mod trial;
pub mod values;
mod watch;
mod web;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue};
use clap::{ArgGroup, Args as ClapArgs, FromArgMatches, Parser, Subcommand, ValueEnum};
use narrows_messages::{Localizer, Message};

pub use self::measure::{
    ConcurrencyArgs, IoEngineName, MeasureArgs, PatternName, RequestArgs, block_size,
};
pub use self::plan::{OsName, PlanArgs};
pub use self::watch::WatchArgs;
pub use self::web::WebArgs;
use crate::failure::{CommandFailure, Result};
pub use crate::inventory::ExtendedMachineArgs;
pub use crate::on::SimulationArgs;
pub use crate::output::CommonArgs;
pub use crate::picture::PictureArgs;
pub use crate::source::{ProcessorArgs, SourceArgs};

#[derive(Debug, Parser)]
#[command(name = "narrows", version, disable_help_flag = true, disable_version_flag = true)]
pub struct CliArgs {
    #[command(subcommand)]
    pub verb: Option<CliCommand>,
    #[command(flatten)]
    pub main_job: MainJobArgs,
    #[command(flatten)]
    pub common: CommonArgs,
}

impl CliArgs {
    /// Options before a measuring command apply as if after it, unless it sets them itself.
    fn hand_down(&mut self) {
        let Some((own, _)) = self.verb.as_mut().and_then(CliCommand::measured_mut) else { return };
        if !own.is_given() && self.main_job.on.is_given() {
            *own = std::mem::take(&mut self.main_job.on);
        }
    }

    /// The simulation to measure instead of this machine, and the words that name the targets.
    pub fn measured_mut(&mut self) -> Option<(&mut SimulationArgs, Option<&mut Vec<String>>)> {
        self.verb.as_mut().and_then(CliCommand::measured_mut)
    }

    /// The simulation to measure instead of this machine; `None` if nothing is measured.
    pub fn on(&self) -> Option<&SimulationArgs> {
        match &self.verb {
            None => Some(&self.main_job.on),
            Some(CliCommand::Measure(verb)) => Some(&verb.on),
            Some(CliCommand::Bench(verb)) => Some(&verb.on),
            Some(CliCommand::Explain(verb)) => Some(&verb.on),
            Some(CliCommand::Stripe(verb)) => Some(&verb.on),
            Some(CliCommand::Experiment(verb)) => verb.what.on(),
            Some(_) => None,
        }
    }

    /// Sources and boards that are named, which may be files of entries.
    pub fn named(&self) -> Vec<&str> {
        let (source, board) = match &self.verb {
            Some(CliCommand::See(verb)) => (&verb.source, None),
            Some(CliCommand::Predict(verb)) => (&verb.source, None),
            Some(CliCommand::Check(verb)) => (&verb.source, None),
            Some(CliCommand::Web(verb)) => (&verb.source, None),
            Some(CliCommand::Plan(verb)) => (&verb.machine.source, verb.machine.board.as_deref()),
            Some(CliCommand::Lanes(verb)) => (&verb.machine.source, verb.machine.board.as_deref()),
            _ => return self.on().and_then(|on| on.on.as_deref()).into_iter().collect(),
        };
        source.source.as_deref().into_iter().chain(board).collect()
    }
}

#[derive(Debug, Subcommand)]
pub enum CliCommand {
    See(SeeArgs),
    Check(CheckArgs),
    Explain(explain::ExplainArgs),
    Measure(Box<MeasureArgs>),
    Bench(Box<bench::BenchArgs>),
    Watch(WatchArgs),
    History(HistoryArgs),
    Compare(CompareArgs),
    Predict(PredictArgs),
    Plan(Box<PlanArgs>),
    Lanes(LanesArgs),
    Web(WebArgs),
    Stripe(Box<stripe::StripeArgs>),
    Trial(Box<trial::TrialArgs>),
    Build(Box<build::BuildArgs>),
    Experiment(experiment::ExperimentArgs),
    Restore(RestoreArgs),
    /// `measure --engine diskspd`, with DiskSpd's own options.
    #[command(hide = true)]
    Diskspd(Box<diskspd::DiskspdArgs>),
    Hosts(HostsPassthrough),
    Verify(VerifyArgs),
    Import(ImportArgs),
    Export(bench::ExportArgs),
    Capture(CaptureArgs),
    Learn(LearnArgs),
    Catalog(CatalogArgs),
    Casebook(CasebookArgs),
    Man,
    Completions(CompletionsArgs),
}

impl CliCommand {
    /// The simulation it measures, and the words that name targets; `None` if it does not measure.
    fn measured_mut(&mut self) -> Option<(&mut SimulationArgs, Option<&mut Vec<String>>)> {
        match self {
            Self::Measure(verb) => Some((&mut verb.on, Some(&mut verb.targets))),
            Self::Bench(verb) => Some((&mut verb.on, Some(&mut verb.targets))),
            Self::Explain(verb) if verb.from.is_empty() => {
                Some((&mut verb.on, Some(&mut verb.targets)))
            }
            Self::Stripe(verb) => Some((&mut verb.on, Some(&mut verb.targets))),
            Self::Experiment(verb) => Some((verb.what.on_mut()?, None)),
            _ => None,
        }
    }
}

#[derive(Debug, ClapArgs)]
#[command(group = ArgGroup::new("files").args(["svg", "png", "card"]).multiple(true))]
pub struct MainJobArgs {
    #[arg(long)]
    pub quick: bool,
    #[arg(long, conflicts_with = "on")]
    pub raw: bool,
    #[arg(long)]
    pub no_report: bool,
    #[command(flatten)]
    pub picture: PictureArgs,
    #[arg(long, requires = "files")]
    pub force: bool,
    #[command(flatten)]
    pub on: SimulationArgs,
}

impl MainJobArgs {
    /// Whether an option was given that only the main job has.
    pub fn is_given(&self) -> bool {
        self.quick || self.raw || self.no_report || self.picture.is_given() || self.on.is_given()
    }
}

#[derive(Debug, ClapArgs)]
pub struct CheckArgs {
    #[command(flatten)]
    pub source: SourceArgs,
    #[arg(long, conflicts_with = "json")]
    pub prometheus: bool,
    #[arg(long, requires = "prometheus")]
    pub serials: bool,
}

#[derive(Debug, ClapArgs)]
#[command(group = ArgGroup::new("files").args(["html", "svg", "png", "card"]).multiple(true))]
pub struct SeeArgs {
    #[command(flatten)]
    pub source: SourceArgs,
    #[command(flatten)]
    pub processor: ProcessorArgs,
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub picture: PictureArgs,
    #[arg(long, requires = "files")]
    pub force: bool,
}

#[derive(Debug, ClapArgs)]
pub struct CasebookArgs {
    #[arg(value_name = "ID|WORD")]
    pub words: Vec<String>,
    #[arg(long)]
    pub published: bool,
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[arg(long, requires = "html")]
    pub force: bool,
}

#[derive(Debug, ClapArgs)]
#[command(group = ArgGroup::new("files").args(["html", "svg", "png", "card"]).multiple(true))]
pub struct PredictArgs {
    #[command(flatten)]
    pub source: SourceArgs,
    #[command(flatten)]
    pub processor: ProcessorArgs,
    #[arg(long, value_name = "NAME")]
    pub workload: Vec<String>,
    #[arg(long, value_name = "DRIVE,DRIVE")]
    pub together: Vec<String>,
    #[arg(long)]
    pub upgrades: bool,
    #[arg(long)]
    pub meaning: bool,
    #[arg(long, value_name = "KEY=FROM..TO")]
    pub sweep: Vec<String>,
    #[arg(long, value_name = "TARGET", requires = "sweep")]
    pub of: Option<String>,
    #[arg(long, value_name = "RUN")]
    pub calibrate: Option<PathBuf>,
    #[arg(long, value_name = "[NAME=]FIGURE|RUN")]
    pub measured: Vec<String>,
    #[arg(long, value_name = "LEVEL=DRIVE,DRIVE")]
    pub array: Vec<String>,
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub picture: PictureArgs,
    #[arg(long, requires = "files")]
    pub force: bool,
}

#[derive(Debug, ClapArgs)]
pub struct LanesArgs {
    #[command(flatten)]
    pub machine: ExtendedMachineArgs,
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[arg(long, requires = "html")]
    pub force: bool,
}

#[derive(Debug, ClapArgs)]
pub struct LearnArgs {
    #[arg(value_name = "CAPTURE")]
    pub captures: Vec<String>,
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    #[arg(long)]
    pub ask: bool,
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    #[arg(long, requires = "save")]
    pub force: bool,
}

#[derive(Debug, ClapArgs)]
pub struct RestoreArgs {
    #[command(flatten)]
    pub which: experiment::ExperimentSelector,
    /// Where `sys`, `proc` and `run` lie: a tree of one's own, for trying this without a machine.
    #[arg(long, hide = true, value_name = "DIRECTORY")]
    pub knobs_root: Option<PathBuf>,
    /// Print a systemd unit that restores when the machine starts, and restore nothing now.
    #[arg(long, conflicts_with = "id")]
    pub unit: bool,
}

/// All of it goes to `narrows-hosts`, help as well.
#[derive(Debug, ClapArgs)]
pub struct HostsPassthrough {
    #[arg(short, long)]
    pub help: bool,
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "WORD")]
    pub words: Vec<OsString>,
}

#[derive(Debug, ClapArgs)]
pub struct VerifyArgs {
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

#[derive(Debug, ClapArgs)]
pub struct CaptureArgs {
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[arg(long, requires = "output")]
    pub force: bool,
    #[arg(long, alias = "anonymize")]
    pub anonymise: bool,
    #[arg(long, value_name = "DIRECTORY")]
    pub root: Option<PathBuf>,
    #[arg(long, value_name = "SYSTEM", conflicts_with_all = ["root", "anonymise"])]
    pub script: Option<CaptureScript>,
}

/// The systems on which a script takes the capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum CaptureScript {
    Windows,
}

#[derive(Debug, ClapArgs)]
pub struct CatalogArgs {
    /// A kind, or else the first word.
    #[arg(value_name = "KIND")]
    pub kind: Option<String>,
    #[arg(value_name = "WORD")]
    pub words: Vec<String>,
    #[arg(long)]
    pub full: bool,
}

impl CatalogArgs {
    /// The kind that is named, and the words.
    pub fn query(&self) -> (Option<CatalogKind>, Vec<String>) {
        let kind = |word: &String| CatalogKind::from_str(word, true).ok();
        let named = self.kind.as_ref().and_then(kind);
        let word = self.kind.iter().filter(|_| named.is_none()).cloned();
        (named, word.chain(self.words.iter().cloned()).collect())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum CatalogKind {
    #[value(alias = "machine")]
    Machines,
    #[value(alias = "board")]
    Boards,
    #[value(alias = "drive")]
    Drives,
    #[value(alias = "chipset")]
    Chipsets,
    #[value(aliases = ["cpu", "processors"])]
    Cpus,
    #[value(alias = "card")]
    Cards,
    #[value(alias = "workload")]
    Workloads,
    /// The words are files of entries.
    Check,
}

#[derive(Debug, ClapArgs)]
pub struct CompletionsArgs {
    pub shell: Shell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    Bash,
    Elvish,
    Fish,
    Nushell,
    Powershell,
    Zsh,
}

#[derive(Debug, ClapArgs)]
// A requirement does not apply if something excludes it: each of these leaves a picture unwritten.
#[command(group = ArgGroup::new("files").args(["svg", "png", "card"]).multiple(true)
    .requires("run").conflicts_with_all(["forget", "rebuild", "drive", "workload", "since", "limit"]))]
pub struct HistoryArgs {
    #[arg(value_name = "RUN", conflicts_with_all = ["drive", "workload", "since", "limit", "rebuild"])]
    pub run: Option<String>,
    #[arg(long, value_name = "RUN", num_args = 1.., conflicts_with_all = ["run", "drive", "workload", "since", "limit", "rebuild"])]
    pub forget: Vec<String>,
    #[arg(long, requires = "forget")]
    pub rehearse: bool,
    #[arg(long, conflicts_with = "forget")]
    pub simulated: bool,
    #[command(flatten)]
    pub picture: PictureArgs,
    #[arg(long, requires = "files")]
    pub force: bool,
    #[arg(long, value_name = "NAME|SERIAL")]
    pub drive: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub workload: Option<String>,
    #[arg(long, value_name = "DATE|AGO")]
    pub since: Option<String>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub limit: Option<u32>,
    #[arg(long)]
    pub rebuild: bool,
}

#[derive(Debug, ClapArgs)]
pub struct ImportArgs {
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<String>,
    /// Among the kept runs.
    #[arg(long)]
    pub keep: bool,
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[arg(long, requires = "html")]
    pub force: bool,
}

#[derive(Debug, ClapArgs)]
pub struct CompareArgs {
    #[arg(value_name = "RUN", required = true, num_args = 1..)]
    pub runs: Vec<String>,
    #[arg(long, value_name = "RUN", num_args = 1..)]
    pub with: Vec<String>,
    #[arg(long)]
    pub gather: bool,
    #[arg(long, value_name = "PERCENT")]
    pub fail_if_slower: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[arg(long, requires = "html")]
    pub force: bool,
}

/// Parses a command's arguments from words supplied by another one.
pub fn of_words<A: FromArgMatches + ClapArgs>(words: Vec<String>) -> Result<A> {
    let command = A::augment_args(clap::Command::new("narrows")).no_binary_name(true);
    let parsed = command.try_get_matches_from(words);
    parsed.and_then(|matches| A::from_arg_matches(&matches)).map_err(|error| {
        let why = error.render().to_string();
        let first = why.lines().next().unwrap_or_default().to_owned();
        CommandFailure::usage(Message::new("bench-words").with("why", first))
    })
}

/// Reads the command line of this process.
pub fn read(localizer: &Localizer) -> Result<CliArgs, clap::Error> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let read = spoken::read_words("narrows", &words, localizer);
    let mut args: CliArgs = match read {
        // Only for a misspelt command: `narrows see` stays a command beside a file `see`.
        Err(error) if instead_of_command(&error).is_some_and(is_target) => {
            words.insert(1, "explain".into());
            spoken::read_words("narrows", &words, localizer)?
        }
        read => read?,
    };
    args.hand_down();
    Ok(args)
}

/// The word in place of a command that is not one.
fn instead_of_command(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::InvalidSubcommand)? {
        ContextValue::String(word) => Some(word),
        _ => None,
    }
}

/// Whether a word without a command is a drive, a file, a folder or a source: `narrows nvme0n1` is explained.
fn is_target(word: &str) -> bool {
    word.contains(['/', '\\', ':'])
        || Path::new(word).exists()
        || Path::new("/sys/class/block").join(word).exists()
}

/// The command line with its help in the localizer's language.
pub fn command(localizer: &Localizer) -> clap::Command {
    spoken::command::<CliArgs>("narrows", localizer)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use narrows_messages::{Language, message_ids};

    use super::*;

    /// The arguments of `narrows-hosts` are checked by its own tests.
    #[test]
    fn every_argument_has_help_and_no_help_is_left_over() {
        let fixed = [
            "exit-codes",
            "heading-usage",
            "heading-verbs",
            "heading-arguments",
            "heading-options",
        ];
        let mut ids: BTreeSet<String> = fixed.iter().map(|id| format!("help-{id}")).collect();
        ids.extend(spoken::help_ids::<CliArgs>("narrows"));
        for (group, verbs) in spoken::GROUPS {
            ids.insert(format!("help-group-{group}"));
            ids.extend(verbs.iter().map(|verb| format!("help-brief-{verb}")));
        }
        let there = message_ids(Language::English).into_iter().filter(|id| id.starts_with("help-"));
        let of_narrows = there.filter(|id| ids.contains(*id) || !id.starts_with("help-hosts-"));
        assert_eq!(of_narrows.map(str::to_owned).collect::<BTreeSet<_>>(), ids);
    }

    #[test]
    fn every_command_stands_in_one_group_of_the_help() {
        let mut grouped: Vec<_> = spoken::GROUPS.iter().flat_map(|(_, verbs)| *verbs).collect();
        grouped.sort();
        let command = command(&Localizer::new(Language::English));
        let shown = command.get_subcommands().filter(|verb| !verb.is_hide_set());
        let mut shown: Vec<_> = shown.map(clap::Command::get_name).collect();
        shown.sort();
        assert_eq!(grouped.into_iter().copied().collect::<Vec<_>>(), shown);
    }

    #[test]
    fn the_command_line_is_sound() {
        command(&Localizer::new(Language::Japanese)).debug_assert();
    }
}
