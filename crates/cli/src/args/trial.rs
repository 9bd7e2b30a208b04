//! Arguments of `narrows trial`.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use narrows_array::RaidLevel;
use narrows_array::build::FileSystemKind;
use narrows_units::Bytes;
use serde::{Deserialize, Serialize};

use super::values::one_of;

#[derive(Debug, Args)]
pub struct TrialArgs {
    #[arg(long, value_name = "DRIVE,DRIVE", value_delimiter = ',')]
    pub drives: Vec<String>,
    #[arg(long, value_name = "LEVEL", default_value = "0", value_parser = level())]
    pub level: RaidLevel,
    #[arg(long, value_name = "SIZE")]
    pub chunk: Option<Bytes>,
    #[arg(long, alias = "engine", value_name = "NAME")]
    pub raid_engine: Option<TrialEngineName>,
    #[arg(long, value_name = "NAME", value_parser = one_of(&FILE_SYSTEMS))]
    pub fs: Option<FileSystemKind>,
    #[arg(long, value_name = "SIZE", default_value = "2G")]
    pub size: Bytes,
    #[arg(long, value_name = "JOB", value_delimiter = ',')]
    pub job: Vec<TrialJobName>,
    #[arg(long, value_name = "COMMAND")]
    pub prepare: Option<String>,
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub repeat: u32,
    #[arg(long, value_name = "N", default_value = "0", value_parser = clap::value_parser!(u32).range(0..=10))]
    pub warm_up: u32,
    #[arg(long)]
    pub dry_run: bool,
    #[arg(long, conflicts_with_all = ["drives", "job", "command", "dry_run"])]
    pub clean: bool,
    #[arg(long, value_name = "PART", hide = true)]
    pub part: Option<TrialProcess>,
    #[arg(value_name = "COMMAND", last = true)]
    pub command: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub enum TrialEngineName {
    Md,
    Btrfs,
}

fn level() -> impl TypedValueParser<Value = RaidLevel> {
    let names = [("0", "raid0"), ("1", "raid1"), ("10", "raid10")];
    let names = names.map(|(name, alias)| PossibleValue::new(name).alias(alias));
    PossibleValuesParser::new(names)
        .try_map(|name| RaidLevel::named(name.trim_start_matches("raid")).ok_or("an unknown level"))
}

const FILE_SYSTEMS: [(&str, FileSystemKind); 3] = [
    ("xfs", FileSystemKind::Xfs),
    ("ext4", FileSystemKind::Ext4),
    ("btrfs", FileSystemKind::Btrfs),
];

/// A ready-made everyday job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub enum TrialJobName {
    Copy,
    Between,
    Load,
    Search,
    Media,
}

/// Which process of a trial this is, if not the one that the user started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TrialProcess {
    /// The one that makes and holds everything.
    Inside,
    /// A ready-made job.
    Play,
}

impl TrialEngineName {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Md => "md",
            Self::Btrfs => "btrfs",
        }
    }
}

impl TrialJobName {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::Between => "between",
            Self::Load => "load",
            Self::Search => "search",
            Self::Media => "media",
        }
    }
}
