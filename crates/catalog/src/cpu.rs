//! Processors: how many PCIe lanes they have and how these can be split.
//!
//! For: lane budgets; `see` and `predict` take lanes from the machine itself and do not read this.
//!
//! Facts: `data/cpus.toml`, a row per family of processors that share a socket and a lane count.

mod known;

use serde::Deserialize;

use crate::Confidence;
use crate::chipset::LaneGroup;
use crate::entry::{Conflict, entry};

pub(crate) use known::stock;
pub use known::{all, cpu, find, of_chipset};

/// A group of processors that offer the same lanes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cpu {
    /// Its id here, such as `intel-skylake-s`.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The models that it stands for: what people type and what processors call themselves, without
    /// the maker's name. They are compared word by word; the longest that fits counts.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// What rules of boards call it and others alike: `CPU = ryzen-8000g`.
    pub group: Option<String>,
    /// The sockets that its members are made for.
    #[serde(default)]
    pub sockets: Vec<String>,
    /// The series of chipsets that it is used with, as [`crate::chipset::Chipset::family`] has them.
    #[serde(default)]
    pub families: Vec<String>,
    /// Chipsets that it is used with whatever the others of their series are used with, by id.
    #[serde(default)]
    pub chipsets: Vec<String>,
    /// Its PCIe lanes by generation, the chipset's uplink included only where it is PCIe (AMD).
    pub lanes: Vec<LaneGroup>,
    /// How the lanes of the graphics slots can be split: `1x16`, `2x8`, `1x8+2x4`.
    pub splits: Vec<String>,
    /// What else matters.
    pub note: Option<String>,
    /// Where the figures come from.
    pub source: Vec<String>,
    /// How far they are to be trusted.
    pub confidence: Confidence,
    /// Which of them are to be trusted less, or more.
    pub confidence_note: Option<String>,
    /// For which printing, firmware or driver version they hold, where that matters.
    pub edition: Option<String>,
    /// Where sources disagree.
    #[serde(default, rename = "conflict")]
    pub conflicts: Vec<Conflict>,
}

entry!(Cpu, Cpu, aliases);

pub(crate) const DATA: &str = include_str!("../data/cpus.toml");

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::entries::Entries;

    #[test]
    fn the_file_reads_and_every_row_has_an_id_of_its_own_lanes_and_a_source() {
        let cpus = Entries::read(DATA).unwrap().cpus;
        let ids: BTreeSet<&str> = cpus.iter().map(|cpu| cpu.id.as_str()).collect();
        assert_eq!(ids.len(), cpus.len());
        for cpu in &cpus {
            assert!(!cpu.lanes.is_empty() && !cpu.source.is_empty(), "{}", cpu.id);
        }
    }

    #[test]
    fn lanes_are_those_of_the_datasheets() {
        let lanes = |id: &str| cpu(id).map(|cpu| cpu.lanes.iter().map(|group| group.count).sum());
        assert_eq!(lanes("intel-skylake-s"), Some(16));
        assert_eq!(lanes("intel-rocket-lake-s"), Some(20));
        assert_eq!(lanes("amd-ryzen-7000-9000"), Some(28));
        assert_eq!(lanes("none such"), None);
    }

    #[test]
    fn the_series_of_chipsets_are_those_of_the_catalogue() {
        let chipsets = crate::chipset::all();
        let is_known = |family: &&String| chipsets.iter().any(|it| it.family == **family);
        for family in all().iter().flat_map(|cpu| &cpu.families) {
            assert!(is_known(&family), "{family}");
        }
        for id in all().iter().flat_map(|cpu| &cpu.chipsets) {
            assert!(chipsets.iter().any(|it| it.id == *id), "{id}");
        }
    }

    #[test]
    fn a_chipset_has_the_processors_of_its_own_before_those_of_its_series() {
        let of = |id: &str| of_chipset(crate::chipset::chipset(id).unwrap()).unwrap().id.as_str();
        assert_eq!(of("intel-z170"), "intel-skylake-s");
        assert_eq!(
            (of("intel-z270"), of("intel-x299")),
            ("intel-7th-to-10th-gen", "intel-lga2066")
        );
        assert_eq!(
            (of("amd-x570"), of("amd-trx40")),
            ("amd-ryzen-3000-5000", "amd-threadripper-3000")
        );
        assert_eq!(
            (of("amd-x670e"), of("amd-wrx90")),
            ("amd-ryzen-7000-9000", "amd-threadripper-7000")
        );
    }
}
