//! Processor facts that matter to storage besides its lanes: its memory, its cores, and the root
//! complexes of its lanes. For a row of many models these are ranges.

use std::fmt;
use std::str::FromStr;

use narrows_units::{BytesPerSec, Gigahertz};
use serde::Deserialize;

use crate::Confidence;
use crate::quantity::{optional, required};

/// The memory that a row's members take.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CpuMemory {
    /// Channels of 64 bits of a processor: the most that any member has. The two halves of a DDR5
    /// channel count as one.
    pub channels: u8,
    /// The fewest that any has, where members differ.
    pub channels_least: Option<u8>,
    /// The slowest that makers name for any member.
    #[serde(deserialize_with = "required")]
    pub slowest: MemorySpeed,
    /// The fastest that makers name for any member, with one module a channel. Profiles beyond that
    /// are overclocking, and not counted.
    #[serde(deserialize_with = "required")]
    pub fastest: MemorySpeed,
    /// The fastest with two modules per channel; `None` if unknown.
    #[serde(default, deserialize_with = "optional")]
    pub two_per_channel: Option<MemorySpeed>,
    /// Its sources; the row's if not given.
    #[serde(default)]
    pub source: Vec<String>,
    /// Its confidence; the row's if not given.
    pub confidence: Option<Confidence>,
}

impl CpuMemory {
    pub fn fewest_channels(&self) -> u8 {
        self.channels_least.unwrap_or(self.channels)
    }

    /// Bandwidth of all channels at their fastest, both directions together.
    pub fn most(&self) -> BytesPerSec {
        self.fastest.carries(self.channels)
    }
}

/// The cores of a row's members, performance and efficient ones together.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CpuCores {
    pub least: u32,
    /// The most of any member.
    pub most: u32,
    /// The most efficient cores of any member; 0 where all cores are of one kind.
    #[serde(default)]
    pub efficient: u32,
    /// The lowest base clock of any member; `None` if makers do not name one.
    #[serde(default, deserialize_with = "optional")]
    pub slowest: Option<Gigahertz>,
    /// The highest clock of one busy core of any member.
    #[serde(deserialize_with = "required")]
    pub fastest: Gigahertz,
    /// Members of which more is known than the range.
    #[serde(default)]
    pub models: Vec<CpuModel>,
    /// Its sources; the row's if not given.
    #[serde(default)]
    pub source: Vec<String>,
    /// Its confidence; the row's if not given.
    pub confidence: Option<Confidence>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CpuModel {
    /// One of the row's aliases.
    pub name: String,
    pub cores: u32,
    #[serde(default)]
    pub efficient: u32,
    /// Sustained clock with all (performance) cores busy; `None` if its maker names none.
    #[serde(default, deserialize_with = "optional")]
    pub base: Option<Gigahertz>,
    /// The clock of one busy core.
    #[serde(deserialize_with = "required")]
    pub boost: Gigahertz,
}

/// The root complexes that a processor's lanes hang on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CpuRoots {
    pub count: u8,
    /// The lanes of each; `None` if unknown, or if they differ.
    pub lanes: Option<u16>,
    /// Its sources; the row's if not given.
    #[serde(default)]
    pub source: Vec<String>,
    /// Its confidence; the row's if not given.
    pub confidence: Option<Confidence>,
}

/// A kind of memory at a speed: `DDR5-5600`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemorySpeed {
    text: String,
    transfers: u32,
}

/// Bytes that a channel moves at a time.
const CHANNEL_BYTES: f64 = 8.0;

impl MemorySpeed {
    /// Millions of transfers a second.
    pub fn transfers(&self) -> u32 {
        self.transfers
    }

    /// Bandwidth of these channels, both directions together.
    pub fn carries(&self, channels: u8) -> BytesPerSec {
        BytesPerSec::new(f64::from(self.transfers) * 1e6 * CHANNEL_BYTES * f64::from(channels))
    }
}

impl FromStr for MemorySpeed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is no kind of memory such as DDR5-5600");
        let (kind, speed) = text.split_once('-').ok_or_else(wrong)?;
        let transfers = speed.parse().map_err(|_| wrong())?;
        let is_known = kind.starts_with("DDR") || kind.starts_with("LPDDR");
        match is_known && (100..=20_000).contains(&transfers) {
            true => Ok(Self { text: text.to_owned(), transfers }),
            false => Err(wrong()),
        }
    }
}

impl fmt::Display for MemorySpeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_carry_eight_bytes_a_transfer() {
        let speed: MemorySpeed = "DDR4-3200".parse().unwrap();
        // AMD names 204.8 GB/s for the eight channels of EPYC 7002.
        assert_eq!(speed.carries(8).get(), 204.8e9);
        assert_eq!(speed.to_string(), "DDR4-3200");
    }

    #[test]
    fn what_is_no_memory_is_refused() {
        for text in ["", "DDR4", "DDR4-", "DDR4-fast", "HBM-3200", "DDR4-3", "DDR4-3200-2"] {
            assert!(text.parse::<MemorySpeed>().is_err(), "{text}");
        }
    }
}
