//! Arguments of `narrows experiment`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use narrows_units::{Gigahertz, Nanos, ParseQuantityError, TransferRate};

use super::SimulationArgs;

#[derive(Debug, Args)]
pub struct ExperimentArgs {
    #[command(subcommand)]
    pub what: ExperimentAction,
    #[command(flatten)]
    pub how: ExperimentOptions,
}

/// Measurement options. Set on the command itself, so that each help text is there once.
#[derive(Debug, Args)]
pub struct ExperimentOptions {
    #[arg(long, global = true)]
    pub rehearse: bool,
    #[arg(long, global = true, value_name = "TARGET")]
    pub target: Vec<String>,
    #[arg(long, global = true)]
    pub raw: bool,
    #[arg(long, global = true, value_name = "NAME")]
    pub workload: Vec<String>,
    #[arg(long, global = true, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..=30))]
    pub cycles: u32,
    #[arg(long, global = true, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(1..=30))]
    pub repeat: u32,
    #[arg(long, global = true, value_name = "TIME", default_value = "3s", value_parser = round_time)]
    pub time: Nanos,
    /// Where `sys`, `proc` and `run` lie: a tree of one's own, for trying this without a machine.
    #[arg(long, global = true, hide = true, value_name = "DIRECTORY")]
    pub knobs_root: Option<PathBuf>,
}

/// The change to make, or an action on saved experiments.
#[derive(Debug, Subcommand)]
pub enum ExperimentAction {
    LinkSpeed(LinkSpeedArgs),
    CpuClock(CpuClockArgs),
    Scheduler(SchedulerArgs),
    Move(MoveArgs),
    Resume(ExperimentSelector),
    List,
    Show(ExperimentSelector),
    Restore(ExperimentSelector),
    #[command(hide = true)]
    Guard(GuardArgs),
}

impl ExperimentAction {
    /// The simulation to measure instead of this machine, if possible.
    pub fn on(&self) -> Option<&SimulationArgs> {
        match self {
            Self::LinkSpeed(args) => Some(&args.on),
            Self::CpuClock(args) => Some(&args.on),
            _ => None,
        }
    }

    /// The simulation to measure instead of this machine, if possible.
    pub fn on_mut(&mut self) -> Option<&mut SimulationArgs> {
        match self {
            Self::LinkSpeed(args) => Some(&mut args.on),
            Self::CpuClock(args) => Some(&mut args.on),
            _ => None,
        }
    }
}

#[derive(Debug, Args)]
pub struct LinkSpeedArgs {
    #[arg(value_name = "DRIVE")]
    pub drive: String,
    #[arg(value_name = "SPEED", value_parser = rate)]
    pub speed: TransferRate,
    #[arg(long)]
    pub uplink: bool,
    #[command(flatten)]
    pub on: SimulationArgs,
}

#[derive(Debug, Args)]
pub struct CpuClockArgs {
    #[arg(value_name = "CLOCK", value_parser = clock)]
    pub clock: Gigahertz,
    #[arg(value_name = "DRIVE")]
    pub drives: Vec<String>,
    #[arg(long, value_name = "N")]
    pub node: Option<u32>,
    #[command(flatten)]
    pub on: SimulationArgs,
}

#[derive(Debug, Args)]
pub struct SchedulerArgs {
    #[arg(value_name = "DRIVE")]
    pub drive: String,
    #[arg(value_name = "SCHEDULER")]
    pub scheduler: String,
}

#[derive(Debug, Args)]
pub struct MoveArgs {
    #[arg(value_name = "DRIVE")]
    pub drive: String,
}

#[derive(Debug, Args)]
pub struct ExperimentSelector {
    #[arg(value_name = "ID")]
    pub id: Option<String>,
}

/// The process that puts things back, started by the experiment itself.
#[derive(Debug, Args)]
pub struct GuardArgs {
    #[arg(value_name = "ID")]
    pub id: String,
}

/// Shorter than 100 ms says nothing, and longer rounds are `narrows measure`'s.
fn round_time(text: &str) -> Result<Nanos, String> {
    let time: Nanos = text.parse().map_err(|error: ParseQuantityError| error.to_string())?;
    let fits = (Nanos::millis(100)..=Nanos::millis(600_000)).contains(&time);
    fits.then_some(time).ok_or_else(|| "a round takes 100 ms to 10 min".to_owned())
}

/// `5GT/s`, `2.5`, `gen3` or `3.0`: the bare numbers 3.0, 4.0, 5.0 and 6.0 are ambiguous, so that
/// a number needs its unit.
fn rate(text: &str) -> Result<TransferRate, String> {
    let lower = text.trim().to_lowercase();
    let number = |digits: &str| digits.trim().parse::<f64>().ok();
    let by_rate = || TransferRate::from_gt_s(number(lower.strip_suffix("gt/s")?)?);
    let by_generation =
        || TransferRate::from_generation(lower.strip_prefix("gen")?.trim().parse().ok()?);
    by_rate().or_else(by_generation).ok_or_else(|| "a rate such as 5GT/s or gen2".to_owned())
}

fn clock(text: &str) -> Result<Gigahertz, String> {
    let lower = text.trim().to_lowercase();
    let number = |digits: Option<&str>| digits?.trim().parse::<f64>().ok();
    let ghz = number(lower.strip_suffix("ghz"));
    let ghz = ghz.or_else(|| number(lower.strip_suffix("mhz")).map(|mhz| mhz / 1e3));
    let fits = ghz.filter(|ghz| (0.001..=100.0).contains(ghz));
    fits.map(Gigahertz::new).ok_or_else(|| "a clock such as 1.5GHz or 800MHz".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_and_clocks_need_their_unit() {
        assert_eq!(rate("5GT/s"), Ok(TransferRate::Gen2));
        assert_eq!(rate("2.5 gt/s"), Ok(TransferRate::Gen1));
        assert_eq!(rate("gen4"), Ok(TransferRate::Gen4));
        assert!(
            ["5", "5.0", "7GT/s", "gen7", "", "NaNGT/s"].iter().all(|text| rate(text).is_err())
        );
        assert_eq!(clock("1.5GHz"), Ok(Gigahertz::new(1.5)));
        assert_eq!(clock("800 MHz"), Ok(Gigahertz::new(0.8)));
        assert!(
            ["1.5", "0GHz", "-1GHz", "NaNGHz", "infGHz"].iter().all(|text| clock(text).is_err())
        );
    }
}
