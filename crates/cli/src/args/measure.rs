//! Arguments of `narrows measure`.

use std::path::PathBuf;

use clap::{ArgGroup, Args as ClapArgs};
use narrows_units::{Bytes, Nanos, ParseQuantityError};

use super::values::time_in;
use super::{PictureArgs, SimulationArgs};
use crate::writes::WriteArgs;

#[derive(Debug, ClapArgs)]
#[command(group = ArgGroup::new("files").args(["fio_job", "svg", "png", "card"]).multiple(true))]
pub struct MeasureArgs {
    #[arg(value_name = "TARGET")]
    pub targets: Vec<String>,
    #[arg(long, value_name = "PATH")]
    pub file: Vec<PathBuf>,
    #[arg(long)]
    pub raw: bool,
    #[command(flatten)]
    pub requests: RequestArgs,
    #[command(flatten)]
    pub together: ConcurrencyArgs,
    #[command(flatten)]
    pub means: IoEngineArgs,
    #[command(flatten)]
    pub writes: WriteArgs,
    #[arg(long, value_name = "TIME", value_parser = round_time)]
    pub time: Option<Nanos>,
    #[arg(long, value_name = "SIZE", value_parser = amount)]
    pub amount: Option<Bytes>,
    #[arg(long, value_name = "TIME", value_parser = ramp)]
    pub ramp: Option<Nanos>,
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeat: u32,
    #[arg(long, alias = "plan")]
    pub dry_run: bool,
    /// Not with raw writing: fio would not ask for a serial number. A dry run shows the equivalent.
    #[arg(long, value_name = "FILE", conflicts_with = "raw_write")]
    pub fio_job: Option<PathBuf>,
    #[command(flatten)]
    pub picture: PictureArgs,
    /// For files that are written beside: nothing forces a drive to be overwritten.
    #[arg(long, requires = "files")]
    pub force: bool,
    #[arg(long)]
    pub no_report: bool,
    #[command(flatten)]
    pub on: SimulationArgs,
}

/// The workload. Lists make every combination.
#[derive(Debug, ClapArgs)]
pub struct RequestArgs {
    #[arg(long, value_name = "PATTERN", default_value = "sequential", value_delimiter = ',')]
    pub pattern: Vec<PatternName>,
    #[arg(long, value_name = "SIZE", default_value = "128K", value_delimiter = ',', value_parser = block_size)]
    pub block: Vec<Bytes>,
    #[arg(long, value_name = "N", default_value = "32", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub depth: Vec<u32>,
    #[arg(long, value_name = "N", default_value = "1", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=256))]
    pub jobs: Vec<u32>,
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub mix: Option<u8>,
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with_all = ["pattern", "block", "depth", "jobs", "mix"])]
    pub workload: Vec<String>,
    #[arg(long = "as", value_name = "TARGET=WORKLOAD")]
    pub as_: Vec<String>,
}

/// Targets that run together, and rate limits.
#[derive(Debug, ClapArgs)]
pub struct ConcurrencyArgs {
    #[arg(long, value_name = "SET", default_value = "each-and-all")]
    pub set: Vec<String>,
    #[arg(long, value_name = "TARGET=RATE")]
    pub limit: Vec<String>,
    #[arg(long, requires = "limit")]
    pub also_free: bool,
    #[arg(long, value_name = "TARGET,TARGET", value_delimiter = ',')]
    pub start_order: Vec<String>,
    #[arg(long, value_name = "TIME", value_parser = stagger)]
    pub stagger: Option<Nanos>,
}

/// By which means requests reach the kernel.
#[derive(Debug, ClapArgs)]
pub struct IoEngineArgs {
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    pub engine: IoEngineName,
    #[arg(long)]
    pub poll: bool,
    #[arg(long)]
    pub kernel_thread: bool,
    #[arg(long)]
    pub huge_pages: bool,
    #[arg(long, value_name = "LIST", conflicts_with = "no_pin")]
    pub cpus: Option<String>,
    #[arg(long)]
    pub no_pin: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PatternName {
    #[value(alias = "seq")]
    Sequential,
    #[value(alias = "rand")]
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum IoEngineName {
    Auto,
    IoUring,
    Pread,
    Passthrough,
    /// Microsoft's program, in a separate process.
    Diskspd,
}

/// Direct reads go by the drive's blocks, of 512 or 4,096 bytes.
pub fn block_size(text: &str) -> Result<Bytes, String> {
    let block: Bytes = text.parse().map_err(|error: ParseQuantityError| error.to_string())?;
    let fits = (512..=64 << 20).contains(&block.get()) && block.get().is_multiple_of(512);
    fits.then_some(block).ok_or_else(|| "a block is 512 bytes to 64 MiB, by 512".to_owned())
}

fn amount(text: &str) -> Result<Bytes, String> {
    let amount: Bytes = text.parse().map_err(|error: ParseQuantityError| error.to_string())?;
    (amount > Bytes::ZERO).then_some(amount).ok_or_else(|| "more than nothing".to_owned())
}

/// Shorter than 100 ms says nothing, and the samples of more than an hour fill the memory.
fn round_time(text: &str) -> Result<Nanos, String> {
    let longest = Nanos::millis(3_600_000);
    time_in(text, Nanos::millis(100), longest, "a round takes 100 ms to 1 h")
}

fn ramp(text: &str) -> Result<Nanos, String> {
    time_in(text, Nanos::ZERO, Nanos::millis(600_000), "a ramp takes 0 ms to 10 min")
}

fn stagger(text: &str) -> Result<Nanos, String> {
    time_in(text, Nanos::millis(1), Nanos::millis(60_000), "a stagger is 1 ms to 1 min")
}
