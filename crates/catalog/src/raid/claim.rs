//! What is said of a way to make an array beside its levels, each with its own source.
//!
//! Not here: whether a machine's firmware offers it; how fast it is.

use serde::Deserialize;

use crate::Confidence;
use crate::word::spelled;

/// Something said of a means. Where a means has none, no source is known.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim<T> {
    pub is: T,
    /// What else matters.
    pub note: Option<String>,
    pub source: Vec<String>,
    pub confidence: Confidence,
}

/// What reads the drives of an array in another machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reader {
    Linux,
    Windows,
    /// A machine whose firmware has the same maker's RAID.
    SameFirmware,
    SameCard,
}

spelled!(Reader {
    Linux => "linux",
    Windows => "windows",
    SameFirmware => "same-firmware",
    SameCard => "same-card",
});

/// Where the NVMe drives of an array can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Places {
    /// Anywhere, on lanes of the processor and of the chipset in one array.
    Any,
    /// On lanes of the chipset only.
    Chipset,
    /// On lanes of processors only.
    Processor,
    /// On the card only.
    Card,
}

spelled!(Places {
    Any => "any",
    Chipset => "chipset",
    Processor => "processor",
    Card => "card",
});

/// What has to be bought beside the drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extra {
    Nothing,
    Key,
    Card,
}

spelled!(Extra { Nothing => "nothing", Key => "key", Card => "card" });
