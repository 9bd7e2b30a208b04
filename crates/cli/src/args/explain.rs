//! Arguments of `narrows explain`.

use clap::Args as ClapArgs;
use narrows_units::Nanos;

use super::SimulationArgs;
use super::values::{budget, round};

#[derive(Debug, ClapArgs)]
pub struct ExplainArgs {
    #[arg(value_name = "TARGET", conflicts_with = "from")]
    pub targets: Vec<String>,
    /// Kept runs, by id, by the start of one, or by path; several of one machine count as one.
    #[arg(long, value_name = "RUN", conflicts_with_all = ["quick", "time", "round", "runs", "no_experiments", "dry_run", "on"])]
    pub from: Vec<String>,
    #[arg(long, value_name = "NAME")]
    pub workload: Option<String>,
    /// Rounds as short as says something.
    #[arg(long, conflicts_with = "round")]
    pub quick: bool,
    /// Time limit of all rounds together; without it, rounds continue while they are informative.
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
    pub on: SimulationArgs,
}
