//! Arguments of `narrows plan`.

use std::path::PathBuf;

use clap::{ArgGroup, Args as ClapArgs, ValueEnum};

use super::{ExtendedMachineArgs, PictureArgs};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OsName {
    /// Windows 10 or 11.
    Windows,
    Linux,
}

#[derive(Debug, ClapArgs)]
#[command(group = ArgGroup::new("files").args(["save", "html", "svg", "png", "card"]).multiple(true))]
pub struct PlanArgs {
    #[command(flatten)]
    pub machine: ExtendedMachineArgs,
    #[arg(long, value_name = "WORDS")]
    pub want: Vec<String>,
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    #[arg(long, value_enum)]
    pub os: Option<OsName>,
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u8).range(1..=50))]
    pub top: u8,
    /// Seconds.
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub time: u64,
    /// The value needs its `=`, because SOURCE may follow.
    #[arg(long, value_name = "IDS", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub boards: Option<String>,
    #[arg(long, value_name = "ID=AMOUNT")]
    pub price: Vec<String>,
    #[arg(long, value_name = "FILE")]
    pub prices: Vec<PathBuf>,
    #[arg(long, alias = "means")]
    pub raid_engines: bool,
    #[arg(long)]
    pub buy: bool,
    #[arg(long)]
    pub levels: bool,
    #[arg(long, value_name = "RATE", requires = "levels")]
    pub network: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub picture: PictureArgs,
    #[arg(long, requires = "files")]
    pub force: bool,
}
