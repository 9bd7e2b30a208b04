//! What `narrows explain` takes.

use clap::Args as ClapArgs;
use narrows_units::{Nanos, ParseQuantityError};

use super::On;

#[derive(Debug, ClapArgs)]
pub struct Explain {
    #[arg(value_name = "TARGET", conflicts_with = "from")]
    pub targets: Vec<String>,
    /// Kept runs, by id, by the start of one, or by path; several of one machine count as one.
    #[arg(long, value_name = "RUN", conflicts_with_all = ["time", "round", "runs", "no_experiments", "dry_run", "on"])]
    pub from: Vec<String>,
    #[arg(long, value_name = "NAME")]
    pub workload: Option<String>,
    /// What all rounds together may take; without it, as long as another round tells something.
    #[arg(long, value_name = "TIME", value_parser = budget)]
    pub time: Option<Nanos>,
    #[arg(long, value_name = "TIME", value_parser = round)]
    pub round: Option<Nanos>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub runs: Option<u32>,
    #[arg(long)]
    pub no_experiments: bool,
    #[arg(long, alias = "plan")]
    pub dry_run: bool,
    #[arg(long)]
    pub no_report: bool,
    #[command(flatten)]
    pub on: On,
}

fn budget(text: &str) -> Result<Nanos, String> {
    time_in(text, Nanos::millis(1000), Nanos::millis(86_400_000), "a budget is 1 s to 24 h")
}

/// Shorter than 100 ms says nothing.
fn round(text: &str) -> Result<Nanos, String> {
    time_in(text, Nanos::millis(100), Nanos::millis(600_000), "a round takes 100 ms to 10 min")
}

fn time_in(text: &str, least: Nanos, most: Nanos, rule: &str) -> Result<Nanos, String> {
    let time: Nanos = text.parse().map_err(|error: ParseQuantityError| error.to_string())?;
    (least..=most).contains(&time).then_some(time).ok_or_else(|| rule.to_owned())
}
