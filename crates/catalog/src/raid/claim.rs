//! What is said of a way to make an array beside its levels, each with its own source.
//!
//! Not here: whether a machine's firmware offers it; how fast it is.

use serde::Deserialize;

use crate::Confidence;
use crate::word::spelled;

/// Something said of a means. Where a means has none, no source is known.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaidEngineClaim<T> {
    pub is: T,
    /// What else matters.
    pub note: Option<String>,
    pub source: Vec<String>,
    pub confidence: Confidence,
}

/// What reads the drives of an array in another machine.
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

/// Where the NVMe drives of an array can be.
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

/// What has to be bought beside the drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RequiredPurchase {
    Nothing,
    Key,
    Card,
}

spelled!(RequiredPurchase { Nothing => "nothing", Key => "key", Card => "card" });
