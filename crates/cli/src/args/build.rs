//! Arguments of `narrows build`.

use std::path::PathBuf;

use clap::Args;
use narrows_array::RaidLevel;
use narrows_array::build::{ArrayEngine, Container, FileSystemKind, MemberSpan, Trim};
use narrows_units::Bytes;

use super::values::one_of;

#[derive(Debug, Args)]
pub struct BuildArgs {
    #[arg(value_name = "DRIVE")]
    pub drives: Vec<PathBuf>,
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub level: Option<RaidLevel>,
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    #[arg(long, value_name = "NAME", value_parser = one_of(&ENGINES))]
    pub raid_engine: Option<ArrayEngine>,
    #[arg(long, value_name = "NAME", value_parser = one_of(&CONTAINERS))]
    pub container: Option<Container>,
    #[arg(long, value_name = "SIZE")]
    pub chunk: Option<Bytes>,
    #[arg(long, value_name = "NAME", value_parser = one_of(&FILE_SYSTEMS))]
    pub fs: Option<FileSystemKind>,
    #[arg(long, value_name = "FOLDER")]
    pub mount: Option<String>,
    #[arg(long)]
    pub partition: bool,
    #[arg(long, value_name = "WAY", default_value = "timer", value_parser = one_of(&TRIMS))]
    pub trim: Trim,
    #[arg(long, value_name = "SERIAL")]
    pub serial: Vec<String>,
    #[arg(long)]
    pub wipe: bool,
    #[arg(long, value_name = "WORDS", requires = "wipe")]
    pub lose: Option<String>,
    #[arg(long)]
    pub uneven: bool,
    #[arg(long)]
    pub slow_link: bool,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["explain", "adopt"])]
    pub answers: Option<PathBuf>,
    #[arg(long)]
    pub rehearse: bool,
    #[arg(long, conflicts_with_all = ["rehearse", "explain", "adopt", "undo"])]
    pub wait: bool,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ensure", "explain", "adopt", "resume", "undo"])]
    pub plan: Option<PathBuf>,
    #[arg(long, value_name = "ID", requires = "plan")]
    pub array: Option<String>,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["drives", "level", "explain", "adopt", "resume", "undo"])]
    pub ensure: Option<PathBuf>,
    #[arg(long, value_name = "ARRAY", conflicts_with_all = ["drives", "level", "resume", "undo", "adopt"])]
    pub explain: Option<String>,
    #[arg(long, value_name = "ARRAY", conflicts_with_all = ["drives", "level", "resume", "undo"])]
    pub adopt: Option<String>,
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["drives", "level", "undo"])]
    pub resume: Option<String>,
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["drives", "level"])]
    pub undo: Option<String>,
    /// Exits as if killed, before or after the step of this number: for tests of what remains.
    #[arg(long, value_name = "N", hide = true)]
    pub killed_before: Option<usize>,
    #[arg(long, value_name = "N", hide = true)]
    pub killed_after: Option<usize>,
}

const ENGINES: [(&str, ArrayEngine); 4] = [
    ("md", ArrayEngine::Md),
    ("lvm", ArrayEngine::Lvm),
    ("btrfs", ArrayEngine::Btrfs),
    ("zfs", ArrayEngine::Zfs),
];
const CONTAINERS: [(&str, Container); 1] = [("imsm", Container::Imsm)];
const FILE_SYSTEMS: [(&str, FileSystemKind); 3] = [
    ("ext4", FileSystemKind::Ext4),
    ("xfs", FileSystemKind::Xfs),
    ("btrfs", FileSystemKind::Btrfs),
];
const TRIMS: [(&str, Trim); 3] =
    [("timer", Trim::Timer), ("discard", Trim::Discard), ("none", Trim::None)];

impl BuildArgs {
    /// Which part of each drive is taken.
    pub fn span(&self) -> MemberSpan {
        if self.partition { MemberSpan::Partition } else { MemberSpan::Whole }
    }
}

pub fn level(text: &str) -> Result<RaidLevel, String> {
    // `raidz1` is a name of its own.
    let number = text.strip_prefix("raid").filter(|rest| !rest.starts_with('z')).unwrap_or(text);
    let known = || "jbod, raid0, raid1, raid10, raid5, raid6, raidz1, raidz2, raidz3".to_owned();
    RaidLevel::named(number).ok_or_else(known)
}
