//! Claims about a RAID engine besides its levels, each with its own source.
//!
//! Not here: whether a machine's firmware offers it; how fast it is.

use serde::Deserialize;

use crate::Confidence;
use crate::word::spelled;

/// A claim about a RAID engine. If an engine has none, no source is known.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaidEngineClaim<T> {
    pub is: T,
    pub note: Option<String>,
    pub source: Vec<String>,
    pub confidence: Confidence,
}

/// Reader of an array's drives in another machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArrayReader {
    Linux,
    Windows,
    /// A machine whose firmware has the same maker's RAID.
    SameFirmware,
    SameCard,
}

spelled!(ArrayReader {
    Linux => "linux",
    Windows => "windows",
    SameFirmware => "same-firmware",
    SameCard => "same-card",
});

/// Possible locations of an array's NVMe drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NvmePlacement {
    /// Anywhere, on lanes of the processor and of the chipset in one array.
    Any,
    /// On lanes of the chipset only.
    Chipset,
    /// On lanes of processors only.
    Processor,
    /// On the card only.
    Card,
}

spelled!(NvmePlacement {
    Any => "any",
    Chipset => "chipset",
    Processor => "processor",
    Card => "card",
});

/// Required purchase besides the drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RequiredPurchase {
    Nothing,
    Key,
    Card,
}

spelled!(RequiredPurchase { Nothing => "nothing", Key => "key", Card => "card" });
