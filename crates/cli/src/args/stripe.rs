//! Arguments of `narrows stripe`.

use clap::Args as ClapArgs;
use narrows_model::{RaidEngine, RaidLevel};
use narrows_units::{Bytes, Nanos, ParseQuantityError};

use super::values::{budget, round};
use super::{PatternName, SimulationArgs, block_size};

#[derive(Debug, ClapArgs)]
pub struct StripeArgs {
    #[arg(value_name = "TARGET")]
    pub targets: Vec<String>,
    #[arg(long)]
    pub raw: bool,
    #[arg(long, value_name = "LEVEL", default_value = "0", value_delimiter = ',', value_parser = level)]
    pub level: Vec<RaidLevel>,
    #[arg(long, value_name = "SIZE", value_delimiter = ',', value_parser = chunk)]
    pub chunk: Vec<Bytes>,
    #[arg(long)]
    pub subsets: bool,
    /// The RAID engine whose costs virtual hardware uses, by default that of its own array if it has
    /// one; on drives there is none.
    #[arg(long, alias = "layer", value_name = "ENGINE", value_parser = raid_engine)]
    pub raid_engine: Option<RaidEngine>,
    #[command(flatten)]
    pub jobs: StripeJobArgs,
    #[arg(long, value_name = "OBJECTIVE")]
    pub objective: Option<StripeObjectiveName>,
    #[arg(long, value_name = "JOB=WEIGHT,...")]
    pub weights: Option<String>,
    #[arg(long, value_name = "MODE", value_delimiter = ',')]
    pub cache: Vec<String>,
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = round)]
    pub time: Nanos,
    #[arg(long, value_name = "TIME", value_parser = budget)]
    pub budget: Option<Nanos>,
    #[arg(long, value_name = "SIZE", value_parser = scratch_size)]
    pub scratch_size: Option<Bytes>,
    #[arg(long, alias = "plan")]
    pub dry_run: bool,
    #[arg(long)]
    pub no_report: bool,
    #[command(flatten)]
    pub on: SimulationArgs,
}

/// Workload for every arrangement. Lists make every combination.
#[derive(Debug, Default, ClapArgs)]
pub struct StripeJobArgs {
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with_all = ["pattern", "block", "depth", "read", "write"])]
    pub workload: Vec<String>,
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    pub pattern: Vec<PatternName>,
    #[arg(long, value_name = "SIZE", value_delimiter = ',', value_parser = block_size)]
    pub block: Vec<Bytes>,
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub depth: Vec<u32>,
    #[arg(long)]
    pub read: bool,
    #[arg(long)]
    pub write: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum StripeObjectiveName {
    Balanced,
    Read,
    Write,
    Latency,
    Custom,
}

impl StripeObjectiveName {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Balanced => "balanced",
            Self::Read => "read",
            Self::Write => "write",
            Self::Latency => "latency",
            Self::Custom => "custom",
        }
    }
}

fn level(text: &str) -> Result<RaidLevel, String> {
    let name = text.strip_prefix("raid").unwrap_or(text);
    let known = ["0", "1", "10", "jbod", "5", "6"].contains(&name);
    let level = RaidLevel::named(name).filter(|_| known);
    level.ok_or_else(|| "a level is 0, 1, 10, jbod, 5 or 6".to_owned())
}

/// Whether it cuts at chunks and needs no controller of its own.
pub fn cuts(engine: &RaidEngine) -> bool {
    !matches!(engine, RaidEngine::Zfs | RaidEngine::Hardware)
}

/// Layers that can be swept.
fn raid_engine(text: &str) -> Result<RaidEngine, String> {
    RaidEngine::named(text).filter(cuts).ok_or_else(|| {
        let names = RaidEngine::NAMES.into_iter().filter(|(_, engine)| cuts(engine));
        let names: Vec<&str> = names.map(|(name, _)| name).collect();
        format!("a RAID engine is one of: {}", names.join(", "))
    })
}

/// Drives move whole blocks of 4 KiB, and mdadm(8) takes no less.
const CHUNK_UNIT: Bytes = Bytes::kib(4);
/// Beyond that an array of any file that is measured is no stripe any more.
const CHUNK_MAX: Bytes = Bytes::gib(1);

fn chunk(text: &str) -> Result<Bytes, String> {
    let chunk: Bytes = text.parse().map_err(|error: ParseQuantityError| error.to_string())?;
    let fits =
        (CHUNK_UNIT..=CHUNK_MAX).contains(&chunk) && chunk.get().is_multiple_of(CHUNK_UNIT.get());
    fits.then_some(chunk).ok_or_else(|| "a chunk is 4 KiB to 1 GiB, by 4 KiB".to_owned())
}

fn scratch_size(text: &str) -> Result<Bytes, String> {
    let size: Bytes = text.parse().map_err(|error: ParseQuantityError| error.to_string())?;
    let least = Bytes::mib(2);
    (size >= least).then_some(size).ok_or_else(|| format!("at least {least}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_whole_blocks() {
        for wrong in ["0", "2K", "6K", "3G", "x", "-4K"] {
            assert!(chunk(wrong).is_err(), "{wrong}");
        }
        assert_eq!(chunk("4K"), Ok(Bytes::kib(4)));
        // No power of two, which is for the level to refuse.
        assert_eq!(chunk("24K"), Ok(Bytes::kib(24)));
    }

    #[test]
    fn levels_and_raid_engines_go_by_their_names() {
        assert_eq!(level("raid10"), Ok(RaidLevel::MirroredStripe));
        assert_eq!(level("jbod"), Ok(RaidLevel::Jbod));
        assert!(level("raidz1").is_err() && level("4").is_err() && level("").is_err());
        assert_eq!(raid_engine("intel-rst"), Ok(RaidEngine::IntelRst));
        assert!(raid_engine("zfs").is_err_and(|says| says.contains("md, dm-stripe")));
    }
}
