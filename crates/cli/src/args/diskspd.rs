//! Arguments of `narrows diskspd`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use narrows_units::{Bytes, Nanos, ParseQuantityError};

#[derive(Debug, ClapArgs)]
pub struct DiskspdArgs {
    #[arg(value_name = "[NAME=]FOLDER", required = true)]
    pub targets: Vec<String>,
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,
    #[arg(long, value_name = "NAME", default_value = "seq-read-128k-q32", value_delimiter = ',')]
    pub workload: Vec<String>,
    /// If empty, sets are chosen by the results so far, as `explain` does.
    #[arg(long, value_name = "SET")]
    pub set: Vec<String>,
    #[arg(long, value_name = "N", conflicts_with_all = ["set", "repeat"], value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub runs: Option<u32>,
    #[arg(long, value_name = "N", requires = "set", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeat: Option<u32>,
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = measured)]
    pub time: Nanos,
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = ramp)]
    pub ramp: Nanos,
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    pub scratch_size: Bytes,
    #[arg(long, value_name = "DIRECTORY")]
    pub results: Option<PathBuf>,
    #[arg(long, alias = "plan")]
    pub dry_run: bool,
}

/// DiskSpd counts in whole seconds.
const SECOND: Nanos = Nanos::millis(1000);

fn measured(text: &str) -> Result<Nanos, String> {
    seconds(text, SECOND, "DiskSpd measures 1 s to 1 h, in whole seconds")
}

fn ramp(text: &str) -> Result<Nanos, String> {
    seconds(text, Nanos::ZERO, "DiskSpd warms up for 0 s to 1 h, in whole seconds")
}

fn seconds(text: &str, least: Nanos, rule: &str) -> Result<Nanos, String> {
    let time: Nanos = text.parse().map_err(|error: ParseQuantityError| error.to_string())?;
    let fits = (least..=Nanos::millis(3_600_000)).contains(&time);
    (fits && time.get().is_multiple_of(SECOND.get())).then_some(time).ok_or_else(|| rule.to_owned())
}

fn size(text: &str) -> Result<Bytes, String> {
    let size: Bytes = text.parse().map_err(|error: ParseQuantityError| error.to_string())?;
    let fits = size >= Bytes::mib(2) && size.get().is_multiple_of(Bytes::mib(1).get());
    fits.then_some(size).ok_or_else(|| "at least 2 MiB, in whole MiB".to_owned())
}
