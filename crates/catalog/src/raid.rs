//! Features of RAID platforms on any board, and the sources of the rules about starting and RAID.
//!
//! Facts: `data/raid.toml`. For: `narrows-plan`, whose rules name their sources by it.
//!
//! Not here: which slots of a board a RAID takes ([`crate::board`]); the rules themselves.

mod claim;

use std::sync::LazyLock;

use serde::Deserialize;

use crate::Confidence;
use crate::packed::{PackedText, packed};

pub use claim::{ArrayReader, NvmePlacement, RaidEngineClaim, RequiredPurchase};

/// Capabilities of some chipsets' firmware RAID.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChipsetRaid {
    pub chipsets: Vec<String>,
    /// Drives on the chipset's SATA ports; `None` if no source covers them.
    pub sata: Option<bool>,
    /// Paths for NVMe drives; empty if there are none.
    pub nvme: Vec<NvmeRaidPath>,
    /// Maximum number of NVMe drives; `None` if no source counts them.
    pub devices: Option<u8>,
    /// The generation of Intel RST that boards with these chipsets came with.
    pub rst: Option<u8>,
    /// First and last PCIe lane of each set that takes one remapped drive; empty if not known.
    #[serde(default)]
    pub sets: Vec<(u8, u8)>,
    /// The PCIe lanes that each SATA port can use, from port 0; empty if not known.
    #[serde(default)]
    pub sata_lanes: Vec<Vec<u8>>,
    pub note: Option<String>,
    pub source: Vec<String>,
    pub confidence: Confidence,
}

/// A way in which NVMe drives become members of a firmware's RAID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NvmeRaidPath {
    /// The chipset shows a drive on one of its lane sets as a SATA drive.
    RstRemapping,
    /// Intel RST for Intel's own drives on processor lanes, on some boards.
    RstCpuAttached,
    /// Intel RST below a Volume Management Device, on processor and chipset lanes.
    RstVmd,
    /// Intel VROC: a Volume Management Device of the processor, and a key.
    Vroc,
    /// AMD RAIDXpert2, on processor and chipset lanes.
    Raidxpert2,
}

/// A way to make an array.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Means {
    /// Its id: `intel-rst`.
    pub id: String,
    pub levels: Vec<LevelRange>,
    /// Levels at which it passes TRIM to drives; empty if it does at none.
    pub trim: Option<RaidEngineClaim<Vec<u8>>>,
    /// Tools that create and monitor it, by name.
    pub tools: Option<RaidEngineClaim<Vec<String>>>,
    /// Readers of its drives if the machine is gone.
    pub elsewhere: Option<RaidEngineClaim<Vec<ArrayReader>>>,
    pub places: Option<RaidEngineClaim<NvmePlacement>>,
    /// Required purchases besides the drives.
    pub extra: Option<RaidEngineClaim<RequiredPurchase>>,
    pub note: Option<String>,
    pub source: Vec<String>,
    pub confidence: Confidence,
}

/// A RAID level and how many members it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelRange {
    /// 0, 1, 5 or 10.
    pub level: u8,
    pub least: usize,
    /// The most members; `None` if nothing else limits them.
    pub most: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSource {
    pub id: String,
    pub source: Vec<String>,
    pub confidence: Confidence,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RaidFile {
    chipset: Vec<ChipsetRaid>,
    means: Vec<Means>,
    rule: Vec<RuleSource>,
}

/// Capabilities of the firmware RAID of this chipset; `None` if unknown.
pub fn of_chipset(id: &str) -> Option<&'static ChipsetRaid> {
    FILE.chipset.iter().find(|row| row.chipsets.iter().any(|chipset| chipset == id))
}

/// The way to make an array with this id.
pub fn means(id: &str) -> Option<&'static Means> {
    FILE.means.iter().find(|means| means.id == id)
}

/// All ways to make an array.
pub fn all_means() -> &'static [Means] {
    &FILE.means
}

pub fn rule(id: &str) -> Option<&'static RuleSource> {
    rules().iter().find(|rule| rule.id == id)
}

pub fn rules() -> &'static [RuleSource] {
    &FILE.rule
}

// A test reads the file: it is never broken.
static FILE: LazyLock<RaidFile> = LazyLock::new(|| toml::from_str(DATA.text()).unwrap_or_default());

static DATA: PackedText = packed!("raid.toml");

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_file_reads_and_names_chipsets_that_are_there_once() {
        let file: RaidFile = toml::from_str(DATA.text()).unwrap();
        let mut chipsets = BTreeSet::new();
        for id in file.chipset.iter().flat_map(|row| &row.chipsets) {
            assert!(crate::chipset::chipset(id).is_some(), "no chipset {id}");
            assert!(chipsets.insert(id), "{id} stands twice");
        }
    }

    #[test]
    fn every_row_has_a_source() {
        let chipsets = FILE.chipset.iter().map(|row| &row.source);
        let means = FILE.means.iter().map(|row| &row.source);
        let rules = rules().iter().map(|row| &row.source);
        for source in chipsets.chain(means).chain(rules) {
            assert!(source.iter().any(|source| !source.trim().is_empty()));
        }
    }

    #[test]
    fn what_is_claimed_of_a_means_has_a_source_and_names_levels_that_it_makes() {
        for means in all_means() {
            let levels: BTreeSet<u8> = means.levels.iter().map(|range| range.level).collect();
            if let Some(trim) = &means.trim {
                assert!(trim.is.iter().all(|level| levels.contains(level)), "{}", means.id);
            }
            let sources = [
                means.trim.as_ref().map(|claim| &claim.source),
                means.tools.as_ref().map(|claim| &claim.source),
                means.elsewhere.as_ref().map(|claim| &claim.source),
                means.places.as_ref().map(|claim| &claim.source),
                means.extra.as_ref().map(|claim| &claim.source),
            ];
            for source in sources.into_iter().flatten() {
                assert!(source.iter().any(|source| !source.trim().is_empty()), "{}", means.id);
            }
        }
    }

    #[test]
    fn lane_sets_have_four_lanes_each_and_share_none() {
        for row in &FILE.chipset {
            let mut lanes = BTreeSet::new();
            for &(first, last) in &row.sets {
                assert_eq!(last - first, 3);
                assert!((first..=last).all(|lane| lanes.insert(lane)));
            }
        }
    }
}
