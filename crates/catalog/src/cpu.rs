//! Processors: how many PCIe lanes they have and how these can be split.
//!
//! For: lane budgets; `see` and `predict` take lanes from the machine itself and do not read this.
//!
//! Facts: `data/cpus.toml`, a row per family of processors that share a socket and a lane count.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::Confidence;
use crate::chipset::{Chipset, LaneGroup};
use crate::entries::Entries;
use crate::entry::{Conflict, entry};
use crate::stock::Stock;

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

entry!(Cpu, Cpu);

/// The row with this id.
pub fn cpu(id: &str) -> Option<&'static Cpu> {
    stock().get(id)
}

/// The row for a processor that calls itself so, or that somebody calls so: `AMD Ryzen 7 5800X 8-Core
/// Processor`, `i7-7900X`. None where two rows fit equally well.
pub fn find(name: &str) -> Option<&'static Cpu> {
    let said = words(name);
    let within = |alias: &[String]| said.windows(alias.len()).any(|part| part == alias);
    // `2600X` is short for `Ryzen 5 2600X`.
    let short = |alias: &[String]| !said.is_empty() && alias.ends_with(&said);
    longest(|alias| within(alias)).or_else(|| longest(|alias| short(alias)))
}

/// The one row with the longest alias that fits.
fn longest(fits: impl Fn(&[String]) -> bool) -> Option<&'static Cpu> {
    let mut found: Vec<(usize, &Cpu)> = Vec::new();
    for row in all() {
        let aliases = row.aliases.iter().map(|alias| words(alias));
        let fitting = aliases.filter(|alias| !alias.is_empty() && fits(alias));
        let longest = fitting.map(|alias| alias.iter().map(String::len).sum()).max();
        found.extend(longest.map(|length| (length, row)));
    }
    let most = found.iter().map(|(length, _)| *length).max()?;
    let mut best = found.into_iter().filter(|(length, _)| *length == most);
    let (_, row) = best.next()?;
    best.next().is_none().then_some(row)
}

/// Without trade marks and the word CPU, which some makers put before the model.
fn words(name: &str) -> Vec<String> {
    let name = name.to_lowercase().replace("(r)", " ").replace("(tm)", " ");
    let parts = name.split(|c: char| c.is_whitespace() || c == ',' || c == '/');
    parts.filter(|word| !word.is_empty() && *word != "cpu").map(str::to_owned).collect()
}

/// The processors that are used with a chipset: the row that names it, else the first that names its
/// series.
pub fn of_chipset(chipset: &Chipset) -> Option<&'static Cpu> {
    let by_id = all().iter().find(|cpu| cpu.chipsets.contains(&chipset.id));
    by_id.or_else(|| all().iter().find(|cpu| cpu.families.contains(&chipset.family)))
}

/// All rows.
pub fn all() -> &'static [Cpu] {
    &stock().entries
}

pub(crate) fn stock() -> &'static Stock<Cpu> {
    static STOCK: OnceLock<Stock<Cpu>> = OnceLock::new();
    STOCK.get_or_init(|| Stock::new(&crate::own::entries().cpus, Entries::ours(DATA).cpus))
}

pub(crate) const DATA: &str = include_str!("../data/cpus.toml");

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

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
