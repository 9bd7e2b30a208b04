//! Arguments of `narrows trial`.

use clap::{Args, ValueEnum};
use narrows_array::build::FileSystemKind;
use narrows_units::Bytes;
use serde::{Deserialize, Serialize};

use super::values::one_of;

#[derive(Debug, Args)]
pub struct TrialArgs {
    #[arg(long, value_name = "DRIVE,DRIVE", value_delimiter = ',')]
    pub drives: Vec<String>,
    #[arg(long, value_name = "LEVEL", default_value = "0")]
    pub level: TrialLevelName,
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

/// How the array is made of its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub enum TrialLevelName {
    #[value(name = "0", alias = "raid0")]
    Stripe,
    #[value(name = "1", alias = "raid1")]
    Mirror,
    #[value(name = "10", alias = "raid10")]
    MirroredStripe,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub enum TrialEngineName {
    Md,
    Btrfs,
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

impl TrialLevelName {
    /// As people and btrfs say it.
    pub fn as_str(self) -> &'static str {
        self.level().as_str()
    }

    /// As mdadm(8) says it.
    pub fn number(self) -> &'static str {
        match self {
            Self::Stripe => "0",
            Self::Mirror => "1",
            Self::MirroredStripe => "10",
        }
    }

    fn level(self) -> narrows_model::RaidLevel {
        match self {
            Self::Stripe => narrows_model::RaidLevel::Stripe,
            Self::Mirror => narrows_model::RaidLevel::Mirror,
            Self::MirroredStripe => narrows_model::RaidLevel::MirroredStripe,
        }
    }

    pub fn has_chunks(self) -> bool {
        self.level().has_chunks()
    }

    /// Fewer make no array of this level, or nothing that another one is not.
    pub fn fewest(self) -> usize {
        self.level().fewest()
    }

    /// Number of this many members that hold different data, rounded down.
    pub fn different(self, members: usize) -> usize {
        match self {
            Self::Stripe => members,
            Self::Mirror => 1,
            Self::MirroredStripe => members / 2,
        }
        .max(1)
    }
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
